"""The guard's log, done again: chapters of commands, each in a house of its own, and the facts that they come to.

Nothing here is drawn or taken from a clock: a step has its moment, its key, and the seeds of the decks that it opens.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from cardroom.documents import Hash
from cardroom.house.engine.house import Done, House
from cardroom.house.floor import Floor
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.log import commands as c
from cardroom.house.log.records import decode_record
from cardroom.jackpots import Chance

from ..floors import OUTSIDE, read_floor
from .commands import HEAD, from_plain
from .facts import Index, of_refusal, of_state, of_step

HERE = Path(__file__).parent
COMMANDS, FACTS = HERE / "commands.jsonl.xz", HERE / "facts.jsonl.xz"
OUTSIDE_MARK = "<outside>"  # where a floor file names a game of `tests/outside`
EVERY = 100  # steps, from one look at the whole state to the next
# Games that may share a link, and how often they deal its hands: in 5 cards of 52.
ONE_LINK = ("mississippi-stud", "caribbean-stud")
WAYS = {
    "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3_744, "flush": 5_108,
    "straight": 10_200, "three_of_a_kind": 54_912,
}  # fmt: skip
CHANCES = {hand: Chance(ways, 2_598_960) for hand, ways in WAYS.items()}
GIVEN = "given"  # the name of the key under which a nonce is the seed itself


@dataclass
class Step:
    """One command: when, whose, under which key, and the seeds of the rounds that begin by it."""

    at: int  # in milliseconds since 1970
    by: str
    do: dict[str, Any]
    key: str = ""
    seeds: list[int] = field(default_factory=list)

    @property
    def moment(self) -> datetime:
        return datetime.fromtimestamp(self.at / 1000, UTC)


@dataclass
class Chapter:
    """What happens in one house, from its first opening on."""

    name: str
    floors: list[str] = field(default_factory=list)  # the texts of its floor files; steps name them by their place
    steps: list[Step] = field(default_factory=list)


Facts = list[dict[str, Any]]  # a line a step, and one for the state after every hundredth and the last


class Seeds:
    """The decks: each of the seed that the step has for it."""

    def __init__(self) -> None:
        self.next: list[int] = []

    def draw(self, round_id: str) -> Seal:
        assert self.next, f"round {round_id} begins, and the step has no seed for it"
        return Seal(f"{self.next.pop(0):032x}", GIVEN)

    def knows(self, seal: Seal) -> bool:
        return seal.key == GIVEN

    def seed_of(self, round_id: str, seal: Seal) -> bytes:
        return int(seal.nonce, 16).to_bytes(32)


class Replay:
    """A chapter's house, with a second one that follows by the written records, and a third from a checkpoint."""

    def __init__(self, chapter: Chapter, *, is_alone: bool = False) -> None:
        self.chapter, self.is_alone = chapter, is_alone
        self.documents: dict[Hash, bytes] = {}
        self.heads: dict[int, Hash] = {}  # by record
        self.seeds, self.index = Seeds(), Index()
        self.house, self.second = self._house(), self._house()

    def _house(self) -> House:
        return House(Documents(self.documents.get), self.seeds)

    def lines(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The facts of every step, and of the state now and then; with the house that they are of."""
        half, last = len(self.chapter.steps) // 2, len(self.chapter.steps)
        for number in range(1, half + 1):
            yield from self._step(number, "the house")
        kept, figures = self.house.checkpoint(), self.index.copy()
        for number in range(half + 1, last + 1):
            yield from self._step(number, "the house")
        if self.is_alone:
            return
        self.is_alone, self.house, self.index = True, self._house(), figures
        self.house.go_on_from(kept)
        self.house.resume()  # in the middle of its rounds
        for number in range(half + 1, last + 1):
            yield from self._step(number, f"the house from the checkpoint after step {half}")

    def _step(self, number: int, whose: str) -> Iterator[tuple[str, dict[str, Any]]]:
        step = self.chapter.steps[number - 1]
        try:
            yield whose, {"step": number, **self._do(step)}
            if number % EVERY == 0 or number == len(self.chapter.steps):
                yield whose, {"step": number, "state": of_state(self.house, self.index, step.moment)}
                if not self.is_alone:
                    second = of_state(self.second, self.index, step.moment)
                    yield "the house folded from the records", {"step": number, "state": second}
        except Exception as error:
            error.add_note(f"chapter “{self.chapter.name}”, step {number}, {whose}: {step.by} does {step.do}")
            raise

    def dones(self) -> Iterator[Done]:
        """What every command comes to, without its facts."""
        for step in self.chapter.steps:
            yield self._done(step)

    def _done(self, step: Step) -> Done:
        self.seeds.next = list(step.seeds)
        done = self.house.do(self.house.people[step.by], self._command(step.do), step.key, step.moment)
        if done.written is not None:
            self.documents |= done.documents
            self.heads[done.written.position] = done.written.hash
        return done

    def _do(self, step: Step) -> dict[str, Any]:
        done = self._done(step)
        if done.written is None:
            return of_refusal(done)
        self.index.take(done.rows)
        if not self.is_alone:
            self.second.apply(decode_record(done.written.body), done.written.hash)
        return of_step(self.house, done)

    def _command(self, stored: dict[str, Any]) -> c.AnyCommand:
        command = dict(stored)
        if command["do"] in ("open-house", "ask-floor"):
            text = self.chapter.floors[command["floor"]].replace(OUTSIDE_MARK, str(OUTSIDE))
            command["floor"] = self.house.documents.add(floor_of(text))
        if command.get("head") == HEAD:
            command["head"] = self.heads[command["last"]]
        return from_plain(command)


def floor_of(text: str) -> Floor:
    floor, mistakes = read_floor(text, "floor.toml", lambda game, _: CHANCES if game.id in ONE_LINK else {})
    assert floor is not None, mistakes
    return floor


# --- the files --------------------------------------------------------------------------------------------------------


@cache
def read_chapters(path: Path = COMMANDS) -> list[Chapter]:
    """To be read, and not changed."""
    chapters: list[Chapter] = []
    for line in _read(path):
        if "chapter" in line:
            chapters.append(Chapter(line["chapter"], line["floors"]))
        else:
            chapters[-1].steps.append(Step(**line))
    return chapters


def write_chapters(chapters: list[Chapter], path: Path = COMMANDS) -> None:
    lines: list[dict[str, Any]] = []
    for chapter in chapters:
        lines.append({"chapter": chapter.name, "floors": chapter.floors})
        lines += [{name: value for name, value in vars(step).items() if value} for step in chapter.steps]
    _write(path, lines)


@cache
def read_facts(path: Path = FACTS) -> dict[str, Facts]:
    """By chapter; likewise."""
    found: dict[str, Facts] = {}
    for line in _read(path):
        if "chapter" in line:
            current = found[line["chapter"]] = []
        else:
            current.append(line)
    return found


def write_facts(facts: dict[str, Facts], path: Path = FACTS) -> None:
    _write(path, [line for name, lines in facts.items() for line in ({"chapter": name}, *lines)])


def _read(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _write(path: Path, lines: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


# --- comparing --------------------------------------------------------------------------------------------------------


def recorded(chapter: Chapter) -> Facts:
    """The facts of a chapter by today's code."""
    return [_as_stored(line) for _, line in Replay(chapter, is_alone=True).lines()]


def _as_stored(line: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(line))
    return found


def first_difference(chapter: Chapter, known: Facts) -> str:
    """Where today's facts are others than the stored ones, in a few lines; "" where they are the same."""
    stored = {_place(line): line for line in known}
    for whose, line in Replay(chapter).lines():
        found = _as_stored(line)
        if found != stored.get(_place(found)):
            return _told(chapter, whose, stored.get(_place(found)), found)
    return ""


def _place(line: dict[str, Any]) -> tuple[int, bool]:
    return line["step"], "state" in line


def _told(chapter: Chapter, whose: str, stored: Any, found: dict[str, Any]) -> str:
    number = found["step"]
    step = chapter.steps[number - 1]
    path, before, after = next(_differences(stored, found, ()))
    record = f" (record {found['position']})" if "position" in found else ""
    return "\n".join((
        f"chapter “{chapter.name}”, step {number}{record}, {whose}",
        f"  {step.by} does {json.dumps(step.do, ensure_ascii=False)}",
        f"  where:  {' / '.join(path)}",
        f"  before: {_short(before)}",
        f"  now:    {_short(after)}",
    ))  # fmt: skip


def _short(value: object) -> str:
    text = "(nothing)" if value is _NOTHING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 600 else text[:600] + " …"


_NOTHING = object()


def _differences(one: Any, other: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Where two values differ, from the outside in."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys((*one, *other)):
            if (before := one.get(name, _NOTHING)) != (after := other.get(name, _NOTHING)):
                yield from _differences(before, after, (*path, str(name)))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (before, after) in enumerate(zip(one, other, strict=True), 1):
            if before != after:
                yield from _differences(before, after, (*path, str(place)))
    else:
        yield path, one, other
