"""The power is cut at any moment, under load: nothing that anyone was told is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from .players import GONE, Answered, Regular
from .servers import TABLES, GrowingAudit, Log, Server, read_log, require_in_order, serving, wait_until

KILLS = int(os.environ.get("KILLS", "25"))  # `make soak-short` asks for a hundred, `make soak` for more
SEED = int(os.environ.get("CARDROOM_FAULT_SEED", "5"))


class Story:
    """A house through all its lives, and the people who stay with it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.server = Server(folder)
        self.audit = GrowingAudit()
        self.people = [
            Regular(
                name=f"{table}-{number}",
                table=table,
                seat=number,
                busy=0.5,
                chance=random.Random(self.chance.random()),
            )
            for table in TABLES
            for number in ((1, 3) if table in ("edge-1", "delta-1", "caribbean-1") else (2,))
        ]
        self.resumed: set[str] = set()  # rounds that were in progress at a kill
        self.acknowledged = self.retried = self.repeats = 0

    # --- a life -------------------------------------------------------------------------------------------------------

    async def live(self, seconds: float) -> None:
        """Start, come back, play under load, and be killed at any moment of it."""
        self.server.start()
        try:
            before = read_log(self.server.database)
            staying = [asyncio.create_task(self.stay(person, before)) for person in self.people]
            await asyncio.wait(staying, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
            self.server.kill()
            await asyncio.gather(*staying)
        finally:
            self.server.kill()
            await asyncio.gather(*(person.leave() for person in self.people))

    async def stay(self, person: Regular, before: Log) -> None:
        """Until the server is gone."""
        with contextlib.suppress(*GONE):
            await self.come_back(person, before)
            await person.play()

    async def come_back(self, person: Regular, before: Log) -> None:
        """What was not answered is sent again, and some of what was; each is carried out once."""
        await person.arrive(self.server.address)
        known = person.numbers.get(person.table, 0)
        mine = person.standing.get(person.table, {})
        round_before, cards_before = mine.get("round_id"), mine.get("your_cards")
        await person.follow(person.table)
        standing = person.standing[person.table]
        assert person.numbers[person.table] >= known, "a number that was told is not there any more"
        if cards_before and standing["round_id"] == round_before:
            assert standing["your_cards"] == cards_before, "a hand goes on with the same cards"
        retried = list(person.outstanding.values())
        remembered = [found for found in person.answered if _is_remembered(found)]
        sent_again = self.chance.sample(remembered, min(3, len(remembered)))
        await person.settle_outstanding()
        latest = person.answered[len(person.answered) - len(retried) :]
        for found in latest:
            self.retried += 1
            record = before.keys.get((person.person, found.command.key))
            self.repeats += record is not None
            if record is not None:
                assert found.answer["type"] == "Accepted"
                assert found.answer["position"] == record["position"]
                assert found.answer["is_repeat"]
            else:
                assert not found.answer.get("is_repeat")
        for old in sent_again:
            if old.answer["type"] == "Accepted":
                again = await person.post(old.command)
                assert again["is_repeat"]
                assert again["position"] == old.answer["position"]
        person.bet_in = ""

    # --- what the disk must say ---------------------------------------------------------------------------------------

    def check(self) -> None:
        log = read_log(self.server.database)
        self.audit.go_on(self.server.database, log)
        _each_key_once(log)
        self.acknowledged = 0
        for person in self.people:
            self._answers_are_on_disk(person, log)
            _frames_are_on_disk(person, log)
            _stacks_agree(person, log)
        self.resumed |= log.open_rounds().keys()

    def _answers_are_on_disk(self, person: Regular, log: Log) -> None:
        for found in person.answered:
            answer = found.answer
            if answer["type"] == "Accepted":
                self.acknowledged += 1
                record = log.records[answer["position"] - 1]
                assert (record["by"], record["key"]) == (person.person, found.command.key)
                assert record["command"]["type"] == found.command.fields["type"]
            else:
                assert answer["code"] != "internal", answer
                assert (person.person, found.command.key) not in log.keys


def _is_remembered(found: Answered) -> bool:
    """A key is remembered for ten minutes; it begins with its time."""
    return time.time() - int(found.command.key[:13]) / 1000 < 9 * 60


def _each_key_once(log: Log) -> None:
    assert len(log.keys) == len([record for record in log.records if record["key"]])


def _frames_are_on_disk(person: Regular, log: Log) -> None:
    for told in person.told[person.checked :]:
        events = log.by_place[f"table:{told.table}", told.number].events
        assert [_open_part(event) for event in told.events] == [_open_part(event) for event in events]
    person.checked = len(person.told)


def _open_part(event: dict[str, Any]) -> dict[str, Any]:
    """An event without what not everybody is told."""
    if event["type"] == "SatDown":
        return event | {"person": ""}
    if event["type"] == "PacketDealt":
        return event | {"cards": None}
    return event


def _stacks_agree(person: Regular, log: Log) -> None:
    """The chips that someone saw last are those of the books as of that number."""
    if person.table not in person.numbers:
        return
    number, standing = person.numbers[person.table], person.standing[person.table]
    end = log.by_place[f"table:{person.table}", number].position
    for seat in standing["seats"]:
        if seat["seat"] == standing["your_seat"]:
            assert seat["chips"] == log.balance(f"stack:{person.table}:{person.person}", end)


def run_story(folder: Path, kills: int, seed: int) -> Story:
    story = Story(folder, seed)
    chance = random.Random(seed)
    try:
        for number in range(1, kills + 1):
            asyncio.run(story.live(chance.uniform(0.1, 1.8)))
            story.check()
            if number % 5 == 0:
                story.server.start_and_kill(chance.uniform(0.3, 3.0))
                story.check()
            if number % 20 == 0:
                require_in_order(story.server.database)
        asyncio.run(_last_life(story))
    finally:
        story.server.kill()
    return story


async def _last_life(story: Story) -> None:
    """Everybody plays on until each round that a kill interrupted is over; then the house is closed properly."""
    story.server.start()
    interrupted = set(story.resumed)
    log = read_log(story.server.database)
    staying = [asyncio.create_task(story.stay(person, log)) for person in story.people]
    async with asyncio.timeout(30):
        while interrupted & read_log(story.server.database).open_rounds().keys():  # noqa: ASYNC110
            await asyncio.sleep(0.5)
    code = await asyncio.to_thread(story.server.stop)
    assert code == 0, story.server.errors
    await asyncio.gather(*staying)
    await asyncio.gather(*(person.leave() for person in story.people))
    story.check()
    require_in_order(story.server.database)
    rounds = read_log(story.server.database).rounds()
    for events in (rounds[round_id] for round_id in interrupted):
        assert [event["type"] for event in events].count("SeedRevealed") == 1


@pytest.mark.slow
def test_killed_three_times_under_load_and_nothing_is_lost_or_done_twice(tmp_path: Path) -> None:
    story = run_story(tmp_path, 3, SEED)
    assert story.acknowledged > 60
    assert story.resumed
    assert "Traceback" not in story.server.errors


@pytest.mark.soak
def test_killed_again_and_again_under_load(tmp_path: Path) -> None:
    story = run_story(tmp_path, KILLS, SEED + 1)
    assert story.repeats > 0, "no command was ever on disk without an answer: the kills come at tame moments"
    assert "Traceback" not in story.server.errors


@pytest.mark.slow
def test_a_disk_that_is_full_is_waited_for_and_nothing_unwritten_is_acknowledged(tmp_path: Path) -> None:
    story = Story(tmp_path, SEED)
    story.server.limit_file_bytes = 3_000_000
    try:
        asyncio.run(_play_until_the_disk_is_full(story))
    finally:
        story.server.kill()
    assert "The database is away: " in story.server.errors
    story.check()
    story.server.limit_file_bytes = None
    try:
        asyncio.run(_last_life(story))
    finally:
        story.server.kill()
    assert story.acknowledged > 20


async def _play_until_the_disk_is_full(story: Story) -> None:
    story.server.start()
    log = read_log(story.server.database)
    staying = [asyncio.create_task(story.stay(person, log)) for person in story.people]
    await asyncio.to_thread(wait_until, lambda: "The database is away" in story.server.errors, 25)
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"{story.server.url}/health")
        assert (answer.status_code, answer.json()["code"]) == (503, "database-away")
    await asyncio.to_thread(story.server.kill)
    await asyncio.gather(*staying)
    await asyncio.gather(*(person.leave() for person in story.people))


@pytest.mark.slow
def test_nobody_writes_into_a_house_that_runs(tmp_path: Path) -> None:
    with serving(Server(tmp_path)) as first:
        before = read_log(first.database)
        command = [*first.command()[:2], "staff", "add", "ann", "--role", "executive", "--database", first.database]
        second = subprocess.run(
            command, input="a long enough sentence\n", capture_output=True, text=True, timeout=60, check=False
        )
        assert second.returncode == 2
        assert "A house runs on this database" in second.stderr
        assert "Traceback" not in second.stderr
        assert first.stop() == 0
        after = read_log(first.database)
        assert after.bodies[: len(before.bodies)] == before.bodies
    require_in_order(first.database)
