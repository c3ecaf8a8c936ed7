"""A log verified in parts is found to be in order exactly where one process finds it so; otherwise one looks again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from cardroom.errors import CardroomError
from cardroom.house.audit import log_audit, parallel_audit
from cardroom.house.audit.log_audit import Audit, Proven
from cardroom.house.audit.log_verification import verify_log
from cardroom.house.audit.parallel_audit import audit_in_parallel
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.log import commands as c
from cardroom.house.storage import schema
from cardroom.house.storage import store as store_module
from cardroom.house.storage.store import Store
from cardroom.table import commands as t

from ..floors import floor_text
from ..stores import write
from .conftest import KEY, Room
from .logs import Copy, eventful, stored
from .test_tampering import BESIDE, OF_INDEX, OF_RECORDS, rewrite, rewrite_and_hash, sql

PROCESSES = parallel_audit._workers


class InThisProcess:
    def submit(self, function, *arguments):
        done = Future()
        done.set_result(function(*arguments))
        return done


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """Every checkpoint may be a seam, and nothing is worth a process of its own."""

    @contextmanager
    def workers(number: int):
        shared = [SimpleNamespace(value=0) for _ in range(number)], SimpleNamespace(value=False)
        monkeypatch.setattr(parallel_audit, "_shared", shared)
        yield InThisProcess(), *shared

    monkeypatch.setattr(parallel_audit, "_workers", workers)
    monkeypatch.setattr(parallel_audit, "WORTH_A_PROCESS", 1)
    monkeypatch.setenv("CARDROOM_KEY", KEY.hex())
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def all_known(found: Audit) -> dict[str, object]:
    """Everything that is told of an audit."""
    names = ("findings", "records", "rounds", "rounds_under_other_rules", "rounds_of_missing_games", "not_done_again",
             "rounds_without_key", "other_versions", "sealed_rounds", "proven", "manifests", "is_complete")  # fmt: skip
    told = {name: getattr(found, name) for name in names}
    rows = {kind: number for kind, number in found.index._made.items() if number}
    return told | {"state": found.house.checkpoint(), "rows": rows, "checkpoints": found._checkpoints}


def in_parts(store: Store, seams: list[int] | None = None, begins: Proven | None = None) -> Audit | None:
    with store.reading() as reader, pytest.MonkeyPatch.context() as patch:
        if seams is not None:
            chosen = [Proven(*found) for found in reversed(reader.checkpoints()) if found[0] in seams]
            patch.setattr(parallel_audit, "_seams", lambda *_: chosen)
        return audit_in_parallel(store, reader, begins, 100, lambda _: None)


# --- in order ---------------------------------------------------------------------------------------------------------


class Checkpointing(Room):
    """After every command there is a checkpoint."""

    def do(self, person, command, key=""):
        done = super().do(person, command, key)
        if not isinstance(command, c.TakeCheckpoint):
            super().do("house", c.TakeCheckpoint())
        return done


@pytest.fixture(scope="module")
def story(tmp_path_factory) -> tuple[Room, Store]:
    """Rounds at two tables that overlap, wins, a void, a slip, and a round in progress at the end."""
    room = Checkpointing(floor_text(("edge-1", "delta-1")))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
        room.do(person, c.SitDown("edge-1", seat, 200_000_000))
    room.play("delta-1", "ann", "bob", progressive=1)
    room.begin("edge-1")
    room.bet("ann", "edge-1", two_way_bad_beat=1)
    room.play("delta-1", "bob", progressive=1)
    room.deal("edge-1")
    room.do("supervisor", c.AskSlip("edge-1", SlipKind.FILL, {1_000_000: 1}))
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.deal("delta-1")
    room.do("supervisor", c.AtTable("delta-1", t.DeclareMisdeal("exposed card")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_module, "CHECKPOINTS_KEPT", 1_000)
        return room, stored(room, tmp_path_factory.mktemp("story") / "house.sqlite")


def test_a_log_divided_anywhere_is_the_log_in_one_piece(story):
    room, store = story
    alone = all_known(verify_log(store))
    assert alone["findings"] == []
    assert room.house.tables["edge-1"].is_playing
    with store.reading() as reader:
        seams = sorted(position for position, _ in reader.checkpoints())[:-1]
    assert len(seams) > 20
    for seam in seams:
        found = in_parts(store, [seam])
        assert found is not None, seam
        assert all_known(found) == alone
    for chosen in (seams[::7], seams[::3], seams):
        assert all_known(in_parts(store, chosen)) == alone


def test_what_was_proven_before_is_not_looked_at_again(story):
    _, store = story
    with store.reading() as reader:
        kept = [Proven(*found) for found in reversed(reader.checkpoints())]
        begins = kept[5]
        alone = Audit(reader, begins, None)
        alone.run()
    found = in_parts(store, [kept[9].position, kept[20].position], begins)
    assert found is not None
    assert (found.begins, found.records, found.is_complete) == (begins, alone.records, False)
    assert (found.findings, found.rounds) == (alone.findings, alone.rounds)


def test_where_a_round_is_not_dealt_again_no_seam_divides_it(story, monkeypatch):
    _, store = story
    monkeypatch.setattr(log_audit, "rules_hash", lambda *_: "of other rules")
    alone = all_known(verify_log(store))
    assert alone["findings"] == []
    assert alone["rounds_under_other_rules"] > 2
    with store.reading() as reader:
        seams = [position for position, _ in reader.checkpoints()][1:]
    found = [in_parts(store, [seam]) for seam in seams[::2]]
    assert all(one is None or all_known(one) == alone for one in found)
    assert sum(one is None for one in found) > len(found) // 2


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    return eventful(tmp_path_factory.mktemp("original"))


@pytest.fixture
def copy(original, tmp_path) -> Iterator[Copy]:
    return Copy(original[1], tmp_path)


def test_everything_that_leaves_a_trace_is_followed_over_the_seams(copy):
    store = Store(copy.url)
    found = in_parts(store)
    assert found is not None
    assert all_known(found) == all_known(verify_log(store))
    assert found.findings == []


def test_progress_is_told_of_all_parts(copy):
    records, done = [], []
    verify_log(Store(copy.url), processes=3, told=records.append, advance=done.append)
    assert (records, sum(done)) == ([77], 77)


def test_processes_of_their_own_find_what_one_finds(story, database, monkeypatch):
    monkeypatch.setattr(parallel_audit, "_workers", PROCESSES)
    monkeypatch.setattr(store_module, "CHECKPOINTS_KEPT", 1_000)
    store = Store(database)
    store.migrate()
    write(store, story[0].dones)
    in_order = in_parts(store, [30, 60])
    assert in_order is not None
    assert all_known(in_order) == all_known(verify_log(store))
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.records).values(day="2026-03-09").where(schema.records.c.position == 45))
    assert in_parts(store, [30, 60]) is None
    assert [str(finding) for finding in verify_log(store, processes=2).findings] == [
        "record 45: stands under another day than its own"
    ]


def test_one_process_is_enough_for_few_records_and_where_there_are_no_checkpoints(copy, monkeypatch):
    store = Store(copy.url)
    with store.reading() as reader:
        assert audit_in_parallel(store, reader, None, 1, lambda _: None) is None
        monkeypatch.setattr(parallel_audit, "WORTH_A_PROCESS", 40)
        assert audit_in_parallel(store, reader, None, 2, lambda _: None) is None
    monkeypatch.setattr(parallel_audit, "WORTH_A_PROCESS", 1)
    copy.sql("DELETE FROM checkpoints")
    assert in_parts(Store(copy.url)) is None


# --- not in order -----------------------------------------------------------------------------------------------------

AT_SEAMS = {  # checkpoints stand after records 49 and 74
    f"the time of record {position}": (rewrite(position, '"at":"2026', '"at":"2036'), "")
    for position in (54, 73, 74, 75, 76, 77)
} | {
    f"the time of record {position} and its hash": (rewrite_and_hash(position, '"at":"2026', '"at":"2036'), "")
    for position in (73, 74, 75, 76)
} | {
    "the record before a seam is gone": (sql("DELETE FROM records WHERE position = 74"), ""),
    "the record after a seam is gone": (sql("DELETE FROM records WHERE position = 75"), ""),
    "a checkpoint is that of another record": (
        sql("UPDATE checkpoints SET (body, hash) = (SELECT body, hash FROM checkpoints WHERE position = 49)"
            " WHERE position = 74"), ""),
    "a checkpoint stands at another record": (sql("UPDATE checkpoints SET position = 48 WHERE position = 49"), ""),
    "a part of a round over a seam": (sql("DELETE FROM parts WHERE position = 73"), ""),
    "a round over a seam": (sql("UPDATE rounds SET first = first - 1 WHERE round_id LIKE 'edge-1-%' AND last = 0"), ""),
}  # fmt: skip
FAULTS = OF_RECORDS | OF_INDEX | BESIDE | AT_SEAMS


@pytest.mark.parametrize("case", FAULTS)
def test_no_fault_is_in_order_in_parts(copy, case):
    FAULTS[case][0](copy)
    assert in_parts(Store(copy.url)) is None


def test_a_checkpoint_that_nobody_took_is_not_in_order_in_any_part(copy):
    for position in (30, 60):
        copy.sql(f"INSERT INTO checkpoints SELECT {position}, day, hash, body FROM checkpoints WHERE position = 49")
        assert in_parts(Store(copy.url), [49, 74]) is None
        copy.sql(f"DELETE FROM checkpoints WHERE position = {position}")
    assert in_parts(Store(copy.url), [49, 74]) is not None


@pytest.mark.parametrize("case", AT_SEAMS)
def test_a_fault_is_told_as_one_process_tells_it(copy, case):
    AT_SEAMS[case][0](copy)
    store = Store(copy.url)
    try:
        alone = all_known(verify_log(store))
    except CardroomError as error:
        with pytest.raises(CardroomError, match=error.code):
            verify_log(store, processes=3)
        return
    assert alone["findings"]
    assert all_known(verify_log(store, processes=3)) == alone
