"""Houses under all faults at once: nothing that must hold is violated. And the simulator finds what it should."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest import mock

import pytest
import sqlalchemy as sa

from cardroom.house.engine.house import Done, House
from cardroom.house.features.rounds import console_presses
from cardroom.house.log import idempotency, records
from cardroom.house.runtime import startup
from cardroom.house.runtime.group_commit import COMMIT_LIMIT, Committer
from cardroom.house.runtime.service import Service
from cardroom.house.storage import schema, sqlite_file_lock
from cardroom.house.storage.database_reader import Reader
from cardroom.house.storage.store import Store
from cardroom.house.views import table_frames
from cardroom.web.sockets.hub import Hub

from ..floors import TABLES
from .world import simulate

SEEDS = len(TABLES)  # so that every game is played
MOST_SEEDS = 40  # in which a planted fault must be found


@pytest.mark.parametrize("seed", range(1, SEEDS + 1))
def test_whatever_goes_wrong_the_house_is_right(seed):
    outcome = simulate(seed)
    assert not outcome.violation, outcome.report()


@pytest.mark.soak
@pytest.mark.parametrize("block", range(10))
def test_whatever_goes_wrong_in_many_houses(block):
    each = int(os.environ.get("SEEDS", "500")) // 10
    for seed in range(1_000 + block * each, 1_000 + (block + 1) * each):
        outcome = simulate(seed, steps=600)
        assert not outcome.violation, outcome.report()


def test_a_seed_tells_the_same_story_again():
    first, second, other = simulate(5), simulate(5), simulate(6)
    assert first.digest == second.digest
    assert first.trace[:50] != other.trace[:50]


# --- planted faults ---------------------------------------------------------------------------------------------------


@contextmanager
def _without_the_epoch(store: Store) -> Iterator[sa.Connection]:
    with store.beginning() as connection:
        connection.execute(sa.update(schema.owner).values(seen=store.clock))
        yield connection


async def _before_the_commit(committer: Committer) -> None:
    while True:
        await committer._wake.wait()
        committer._wake.clear()
        while committer._pending:
            batch = committer._pending[:COMMIT_LIMIT]
            del committer._pending[: len(batch)]
            for done, future in batch:
                if not future.done():
                    future.set_result(done)
            if written := [done for done, _ in batch if done.written is not None]:
                committer.on_closing(written)
                await committer._write(written)
                committer.on_written(written)


def _without_receipts(fold: Callable[[House, Reader], None]) -> Callable[[House, Reader], None]:
    def forgetful(house: House, reader: Reader) -> None:
        with mock.patch.object(idempotency, "keep_receipt"):
            fold(house, reader)

    return forgetful


async def _at_once(_: Service) -> None:
    pass


def _told_at_once(hub: Hub, written: list[Done]) -> None:
    for done in written:
        hub._on_commit([done])
        hub._dirty |= dict.fromkeys(done.holders)
    hub._turns += hub._take_turns()


PLANTED = {
    "a write without its epoch": ((Store, "writing", _without_the_epoch), ("writes in epoch", "both write")),
    "an answer before its commit": ((Committer, "_commit", _before_the_commit), ("is acknowledged at", "is told")),
    "a receipt that is not folded": (
        (startup, "_fold", _without_receipts(startup._fold)),
        ("is carried out at", "is refused", "is not the fold"),
    ),
    "a table that is shown before its commit": ((Service, "flush", _at_once), ("is told, and only",)),
    "a frame before its commit": ((Hub, "_on_closing", _told_at_once), ("is told, and only",)),
    "a file that is open under two names": (
        (sqlite_file_lock.Place, "require", lambda *_: None),
        ("is acknowledged at", "is told", "writes in epoch", "both write", "is not the fold", "is finished any more"),
    ),
    "cards that all are told": ((table_frames, "view", lambda event, _: event), ("all are told", "is shown")),
    "an award by one person": ((console_presses, "require_enough_people", lambda *_, **__: None), ("alone",)),
    "cards in the log": ((records, "sealed", lambda event: event), ("face down is in the log",)),
}


# Seeds that found them last; where the stories have changed since, all are tried from the first on.
FOUND_BY = {
    "a write without its epoch": 2,
    "a file that is open under two names": 11,
    "an award by one person": 14,
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_found(planted):
    fault, told = PLANTED[planted]
    seeds = dict.fromkeys((FOUND_BY.get(planted, 1), *range(1, MOST_SEEDS + 1)))
    with mock.patch.object(*fault):
        found = next((o for o in map(simulate, seeds) if o.violation), None)
    assert found is not None, f"{MOST_SEEDS} seeds are not enough"
    assert any(words in found.violation for words in told), found.report()
    assert f"--seed {found.seed}" in found.report()
