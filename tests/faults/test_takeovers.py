"""Two servers on one log: only one has it at a time, and people notice no more than a broken connection."""

from __future__ import annotations

import asyncio
import os
import signal
from itertools import cycle, islice
from pathlib import Path

import pytest

from cardroom.house.storage.store import LEASE

from .breaking import handed_over, owner_asleep, owner_killed, stop_between_transactions
from .servers import OPEN, STANDS_BY, Server, require_in_order, wait_until
from .stories import Story, story_of, suffer

FAULTS = int(os.environ.get("KILLS", "25"))
SEED = int(os.environ.get("CARDROOM_FAULT_SEED", "5"))


def pair(folder: Path, database: str, seed: int = SEED, *, lease: float = 60.0) -> Story:
    """The second one knows an SQLite file by another name."""
    standby = database
    if database.startswith("sqlite"):
        link = folder / "link.db"
        link.symlink_to(database.removeprefix("sqlite:///"))
        standby = f"sqlite:///{link}"
    story = story_of(folder, database, seed, standby=standby)
    for server in story.servers:
        server.lease = lease
    return story


@pytest.mark.slow
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # on the other, and more of it, in the soak
def test_a_standby_takes_over_from_an_owner_that_is_killed_or_hands_over(tmp_path: Path, database: str) -> None:
    suffer(pair(tmp_path, database, lease=15), [owner_killed, handed_over])


@pytest.mark.soak
def test_the_house_changes_hands_again_and_again(tmp_path: Path, database: str) -> None:
    story = pair(tmp_path, database, SEED + 1, lease=LEASE)
    suffer(story, [*islice(cycle((owner_killed, handed_over, owner_asleep)), FAULTS // 4)])


@pytest.mark.slow
@pytest.mark.parametrize(
    "is_replaced", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["deleted", "replaced"]
)
def test_a_house_whose_file_is_taken_away_ends_and_acknowledges_nothing_more(tmp_path: Path, is_replaced: bool) -> None:
    story = story_of(tmp_path, "", SEED)
    (server,) = story.servers
    file = Path(story.database.removeprefix("sqlite:///"))
    kept = tmp_path / "kept.db"

    def take_away() -> None:
        for ending in ("", "-wal"):
            Path(f"{kept}{ending}").hardlink_to(f"{file}{ending}")
        if is_replaced:
            (tmp_path / "another.db").write_bytes(b"")
            (tmp_path / "another.db").replace(file)
        else:
            file.unlink()
        assert server.wait() == 2

    async def befall() -> None:
        await story.goes_on()
        await asyncio.to_thread(take_away)

    try:
        server.start()
        asyncio.run(story.while_all_play(befall))
        assert "has been deleted or replaced under the running house" in server.errors
        for ending in ("", "-wal", "-shm"):
            Path(f"{file}{ending}").unlink(missing_ok=True)
        for ending in ("", "-wal"):
            Path(f"{kept}{ending}").rename(f"{file}{ending}")
        story.check()
        suffer(story, [])
    finally:
        story.kill()


@pytest.mark.slow
def test_of_two_that_start_at_once_one_stands_by(tmp_path: Path, database: str) -> None:
    servers = pair(tmp_path, database).servers
    try:
        for server in servers:
            server.begin()
        wait_until(lambda: any(OPEN in one.said for one in servers) and any(STANDS_BY in one.said for one in servers))
        (second,) = (server for server in servers if STANDS_BY in server.said)
        assert OPEN not in second.said
        for server in (second, *(one for one in servers if one is not second)):
            assert server.stop() == 0, server.errors
    finally:
        for server in servers:
            server.kill()
    require_in_order(database)


# --- on a busy machine ------------------------------------------------------------------------------------------------


def slow_pair(folder: Path, database: str, *, slow: float, lease: float) -> tuple[Server, Server]:
    """The second one takes its time from taking the log to opening the house."""
    first, second = pair(folder, database, lease=lease).servers
    second.variables = {"SLOW": str(slow)}
    return first, second


@pytest.mark.slow
def test_who_takes_long_to_open_the_house_keeps_it(tmp_path: Path, database: str) -> None:
    first, second = slow_pair(tmp_path, database, slow=8, lease=5)  # a busy machine may be silent for seconds
    try:
        first.start()
        second.start(STANDS_BY)
        first.kill()
        second.wait_to_say("is slow")
        first.start(STANDS_BY)
        second.wait_to_say(OPEN)
        assert OPEN not in first.said, "it takes nothing back from one that gives signs of life"
        for server in (first, second):
            assert server.stop() == 0, server.errors
    finally:
        first.kill()
        second.kill()
    assert "Traceback" not in first.errors + second.errors
    require_in_order(database)


@pytest.mark.slow
@pytest.mark.parametrize("moment", [1, 2], ids=["taking up", "opening"])
def test_who_loses_the_house_while_opening_it_ends_with_a_sentence(tmp_path: Path, database: str, moment: int) -> None:
    first, second = slow_pair(tmp_path, database, slow=4, lease=2.5)
    try:
        first.start()
        second.start(STANDS_BY)
        first.kill()
        second.wait_to_say("is slow", moment)
        stop_between_transactions(second, database)
        first.start()
        second.send(signal.SIGCONT)
        assert second.wait() == 2
        assert "has gone over to another server" in second.errors.splitlines()[-1]
        assert "Traceback" not in second.errors, second.errors
        assert OPEN not in second.said
        assert first.stop() == 0, first.errors
    finally:
        first.kill()
        second.kill()
    require_in_order(database)
