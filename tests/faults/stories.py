"""A house through all that befalls it, the people who stay with it, and what the disk must say afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from ..patience import PATIENCE, patiently
from .players import GONE, Answered, Regular
from .servers import STANDS_BY, TABLES, GrowingAudit, Log, Server, read_log, require_in_order

AWHILE = 8.0  # seconds without a word, after which someone tries the next address


@dataclass
class Story:
    """One server or two on one log. People try their addresses in turn."""

    servers: list[Server]
    seed: int
    audit: GrowingAudit = field(default_factory=GrowingAudit)
    resumed: set[str] = field(default_factory=set)  # rounds that were in progress at a fault
    faults: Counter[str] = field(default_factory=Counter)
    takeovers: dict[str, list[float]] = field(default_factory=dict)  # seconds until another server was open, by fault
    acknowledged: int = 0
    retried: int = 0
    repeats: int = 0
    is_over: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.people = [
            Regular(
                name=f"{table}-{number}", table=table, seat=number, busy=0.5, patience=AWHILE,
                chance=random.Random(self.chance.random()),
            )
            for table in TABLES
            for number in ((1, 3) if table in ("edge-1", "delta-1", "caribbean-1") else (2,))
        ]  # fmt: skip

    @property
    def database(self) -> str:
        return self.servers[0].database

    @property
    def errors(self) -> str:
        return "".join(server.errors for server in self.servers)

    def summary(self) -> str:
        """`pytest -rP` shows it."""
        times = [
            f"{name} {min(found):.1f} to {max(found):.1f} s, {sum(found) / len(found):.1f} s on average"
            for name, found in self.takeovers.items()
        ]
        counts = ", ".join(f"{count} × {name}" for name, count in sorted(self.faults.items()))
        told = (
            f"{self.acknowledged} commands acknowledged, {self.retried} sent again, {self.repeats} of them done before"
        )
        return "\n".join((f"{counts}; {told}", *(f"another server is open after: {line}" for line in times)))

    # --- the servers --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """The first one opens, others stand by."""
        first, *others = self.servers
        first.start()
        for other in others:
            other.start(STANDS_BY)

    def kill(self) -> None:
        for server in self.servers:
            server.kill()

    @property
    def owner(self) -> Server:
        """Who says that the house is open."""
        end = time.monotonic() + PATIENCE
        for server in itertools.cycle(self.servers):
            with contextlib.suppress(httpx.TransportError):
                if server.is_alive and httpx.get(f"{server.url}/health", timeout=2).status_code == 200:
                    return server
            assert time.monotonic() < end, f"no server has the house\n{self.errors}"
            time.sleep(0.05)
        raise AssertionError

    def other(self, than: Server) -> Server:
        return next(server for server in self.servers if server is not than)

    # --- the people ---------------------------------------------------------------------------------------------------

    async def while_all_play(self, what: Callable[[], Awaitable[None]], before: Log | None = None) -> None:
        """Everybody stays until it is over; what goes wrong with one of them ends it."""
        self.is_over = False
        staying = [asyncio.create_task(self.stay(person, before)) for person in self.people]
        happening = asyncio.ensure_future(what())
        try:
            await asyncio.wait((happening, *staying), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.is_over = True
            if not happening.done():  # one of them has found something wrong
                self.kill()
                happening.cancel()
            await asyncio.gather(*staying)
        await happening

    async def stay(self, person: Regular, before: Log | None) -> None:
        """Until it is over, with whichever server is open."""
        while not self.is_over:
            for server in self.servers:
                with contextlib.suppress(*GONE):
                    await self.come_back(person, server.address, before)
                    await person.play(lambda: self.is_over)
                await person.leave()
                if self.is_over:
                    return
            await asyncio.sleep(0.25)

    async def come_back(self, person: Regular, address: str, before: Log | None) -> None:
        """What was not answered is sent again, and some of what was; each is carried out once."""
        async with asyncio.timeout(AWHILE):  # a TimeoutError is an OSError: then the next one is tried
            await person.arrive(address)
            known = person.numbers.get(person.table, 0)
            mine = person.standing.get(person.table, {})
            round_before, cards_before = mine.get("round_id"), mine.get("your_cards")
            await person.follow(person.table)
        standing = person.standing[person.table]
        assert person.numbers[person.table] >= known, "a number that was told is not there any more"
        if cards_before and standing["round_id"] == round_before:
            assert standing["your_cards"] == cards_before, "a hand goes on with the same cards"
        remembered = [found for found in person.answered if _is_remembered(found)]
        sent_again = self.chance.sample(remembered, min(3, len(remembered)))
        await self._settle(person, before)
        for old in sent_again:
            if old.answer["type"] == "Accepted":
                again = await person.post(old.command)
                assert again["is_repeat"]
                assert again["position"] == old.answer["position"]
        person.bet_in = ""

    async def _settle(self, person: Regular, before: Log | None) -> None:
        retried = [command.key for command in person.outstanding.values()]
        known = len(person.answered)
        await person.settle_outstanding()
        for found in person.answered[known:]:
            if found.command.key not in retried:
                continue
            self.retried += 1
            self.repeats += found.answer.get("is_repeat", False)
            if before is None:
                continue
            record = before.keys.get((person.person, found.command.key))
            if record is not None:
                assert found.answer["type"] == "Accepted"
                assert found.answer["position"] == record["position"]
                assert found.answer["is_repeat"]
            else:
                assert not found.answer.get("is_repeat")

    def accepted(self) -> int:
        """Commands, as far as people know."""
        return sum(found.answer["type"] == "Accepted" for person in self.people for found in person.answered)

    async def goes_on(self) -> None:
        """The house plays, and everybody's commands are answered."""
        answered = {person.name: len(person.answered) for person in self.people}
        async with patiently():
            while any(len(person.answered) == answered[person.name] for person in self.people):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    # --- what the disk must say ---------------------------------------------------------------------------------------

    def check(self) -> None:
        """Also while the house runs: what anyone was told is there."""
        log = read_log(self.database)
        self.audit.go_on(self.database, log)
        _each_key_once(log)
        self.acknowledged = 0
        for person in self.people:
            self._answers_are_on_disk(person, log)
            _frames_are_on_disk(person, log)
            _stacks_agree(person, log)
            _wallets_agree(person, log)
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
                assert (person.person, found.command.key) not in log.keys, (answer, found.command)


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


def _wallets_agree(person: Regular, log: Log) -> None:
    """Whatever someone was shown as his own was his at some moment."""
    amounts = [amount for _, amount in log.entries.get(f"wallet:{person.person}", ())]
    assert {*person.wallets} <= {*itertools.accumulate(amounts, initial=0)}


# --- whole stories ----------------------------------------------------------------------------------------------------

Fault = Callable[[Story], None]


def story_of(folder: Path, database: str, seed: int, *, standby: str | None = None) -> Story:
    """A house, and where a second address of its database is given, a server that stands by."""
    first = Server(folder / "first", database=database)
    return Story([first] if standby is None else [first, Server(folder / "second", database=standby)], seed)


def suffer(story: Story, faults: list[Fault]) -> None:
    """One fault after another under load, and the house goes on by itself after each; then it is closed properly."""
    try:
        story.start()
        asyncio.run(story.while_all_play(lambda: _one_after_another(story, faults)))
        close_properly(story)
    finally:
        story.kill()


async def _one_after_another(story: Story, faults: list[Fault]) -> None:
    await story.goes_on()
    for number, fault in enumerate(faults, 1):
        await asyncio.sleep(story.chance.uniform(0.1, 1.0))
        await asyncio.to_thread(fault, story)
        story.faults[fault.__name__.strip("_")] += 1
        await story.goes_on()
        story.check()
        if number % 20 == 0:
            require_in_order(story.database)
    await until_interrupted_rounds_are_over(story)


async def until_interrupted_rounds_are_over(story: Story) -> None:
    async with patiently():
        while story.resumed & read_log(story.database).open_rounds().keys():  # noqa: ASYNC110
            await asyncio.sleep(0.5)


def close_properly(story: Story) -> None:
    """Everything that anyone was told is in the books, and each interrupted round was played to its end, once."""
    for server in sorted(story.servers, key=lambda server: server is story.owner):  # nobody takes over here
        assert server.stop() == 0, server.errors
    interrupted = set(story.resumed)
    story.check()
    require_in_order(story.database)
    rounds = read_log(story.database).rounds()
    for events in (rounds[round_id] for round_id in interrupted):
        assert [event["type"] for event in events].count("SeedRevealed") == 1
    assert "Traceback" not in story.errors, story.errors
    sys.stdout.write(f"{story.summary()}\n")
