"""How the guard's log was made: people at every game's table who do what comes to their minds, and whole evenings.

The stories are played once and written down as commands; from then on the commands are what is done again. A story
that is told otherwise is another log (`--compose`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from unittest.mock import patch

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done, House
from cardroom.house.floor import Floor
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.log import commands as c
from cardroom.house.log.idempotency import new_key

from ..floors import OUTSIDE, TABLES, floor_text
from ..house.chaos import Chaos, floor_with
from ..house.logs import STRAIGHT_FLUSH, TWO_LONG_STRAIGHTS, SeededRoom, eventful_room
from . import evenings
from .commands import HEAD, to_plain
from .replay import GIVEN, OUTSIDE_MARK, Chapter, Step, floor_of

WILD = 150  # commands in each house with random play
EVENINGS = 2  # such houses for each game


class Recorder:
    """Writes down every command that any house is asked to do."""

    def __init__(self, chapter: Chapter, first_seed: int) -> None:
        self.chapter, self.drawn, self.seeds = chapter, first_seed, []
        self.floors: list[tuple[Floor, str]] = []
        self.heads: set[Hash] = set()

    def read(self, text: str) -> Floor:
        floor = floor_of(text)
        self.floors.append((floor, text.replace(str(OUTSIDE), OUTSIDE_MARK)))
        return floor

    def floor(self, known: Floor) -> int:
        text = next(text for floor, text in self.floors if floor == known)
        if text not in self.chapter.floors:
            self.chapter.floors.append(text)
        return self.chapter.floors.index(text)

    def next_seed(self, wanted: int | None) -> Seal:
        self.drawn += 1
        self.seeds.append(self.drawn if wanted is None else wanted)
        return Seal(f"{self.seeds[-1]:032x}", GIVEN)


@contextmanager
def recording(chapter: Chapter, first_seed: int) -> Iterator[Recorder]:
    recorder = Recorder(chapter, first_seed)
    do = House.do

    def heard(house: House, person, command, key, at) -> Done:
        stored = to_plain(command)
        if isinstance(command, c.OpenHouse | c.AskFloor):
            stored["floor"] = recorder.floor(house.documents.get(command.floor, Floor))
        if getattr(command, "head", "") in recorder.heads:
            stored["head"] = HEAD
        recorder.seeds = []
        done = do(house, person, command, key, at)
        chapter.steps.append(Step(round(at.timestamp() * 1000), person.id, stored, key, recorder.seeds))
        recorder.heads.add(house.head)
        return done

    def seal(room: SeededRoom) -> Seal:
        wanted, room.next_seed = room.next_seed, None
        return recorder.next_seed(wanted)

    with (
        patch.object(House, "do", heard),
        patch.object(SeededRoom, "read", recorder.read),
        patch.object(SeededRoom, "next_seal", seal),
    ):
        yield recorder


class WildRoom(SeededRoom):
    """Where a deck would be stacked, one is taken that was found."""

    def stack(self, *packets: str) -> None:
        self.next_seed = STRAIGHT_FLUSH if len(packets) == 3 else TWO_LONG_STRAIGHTS


def wild(table: str, seed: int, steps: int) -> None:
    """As in `test_random_play`: every kind of jackpot and table beside the one whose game is on trial."""
    draw = random.Random(seed)
    links = ("delta", "bad-beat", "house-flush")
    service, order = draw.choice(("$0", "$100,000")), draw.choice(("clockwise", "as recorded"))
    tables = floor_with(table)
    first = floor_text(
        tables,
        links=links,
        service=service,
        order=order,
        house='play_money_grant = "$5,000"',
        more='inventory = "$900"',
    )
    fewer = {name: lines for name, lines in tables.items() if name not in ("straight-1", "delta-2")}
    others = (
        first,
        first.replace('minimum = "$5"', 'minimum = "$10"'),
        floor_text(fewer, links=links, service=service, order=order),
    )
    room = WildRoom(first)
    chaos = Chaos(room, seed, others, on_trial=table)
    for step in range(steps):
        person, command = chaos.next()
        key = new_key(room.now, str(step)) if draw.random() < 0.2 else ""
        try:
            room.do(person, command, key)
            if key and draw.random() < 0.3:
                room.house.do(room.house.people[person], command, key, room.now)
        except CardroomError:
            pass


def chapters() -> Iterator[Chapter]:
    """All of them, each with seeds of its own."""
    told: dict[str, Callable[[], object]] = {
        f"{table}, evening {evening}": partial(wild, table, 100 * evening + number, WILD)
        for number, table in enumerate(TABLES)
        for evening in range(1, EVENINGS + 1)
    }
    for number, (name, story) in enumerate({**told, **STORIES}.items(), 1):
        chapter = Chapter(name)
        with recording(chapter, number * 10_000):
            story()
        yield chapter


STORIES: dict[str, Callable[[], object]] = {"an eventful evening": eventful_room, **evenings.EVENINGS}
