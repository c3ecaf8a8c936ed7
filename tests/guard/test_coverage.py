"""What is in the guard's log: everything that can be done, everything that can happen, every game."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator
from types import UnionType
from typing import Any

import msgspec

from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.jackpots import commands as j
from cardroom.jackpots import events as je
from cardroom.table import commands as t

from ..floors import FROM_OUTSIDE, TABLES, game_of
from .commands import ALERT, COMMANDS, from_plain, to_plain, words_in
from .names import EVENTS
from .replay import Chapter, read_chapters, read_facts

CHAPTERS = {chapter.name: chapter for chapter in read_chapters()}
FACTS = read_facts()

# The exceptions: what nobody can bring about in a house of today.

NEVER = {je.ConsoleClosed, je.ConsoleOpened}  # the house never takes one table off a link and leaves it on the floor


def kinds(union: Any) -> set[type[msgspec.Struct]]:
    assert isinstance(union, UnionType)
    return set(typing.get_args(union))


def done_in(chapter: Chapter) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The steps that were neither refused nor repeated, with their facts."""
    lines = {line["step"]: line for line in FACTS[chapter.name] if "state" not in line}
    found = ((step.do, lines[number]) for number, step in enumerate(chapter.steps, 1))
    return [(do, line) for do, line in found if "events" in line and "refused" not in line]


def test_every_command_has_a_word_and_is_done_at_least_once():
    sent = kinds(c.AnyCommand) | kinds(t.AnyCommand) | kinds(j.StaffPress) | kinds(j.ByTwoPeople) | kinds(j.OnBank)
    sent |= kinds(c.AccessChange)
    assert set(COMMANDS.values()) == sent
    done = {word for chapter in CHAPTERS.values() for do, _ in done_in(chapter) for word in words_in(do)}
    assert sorted(COMMANDS.keys() - done) == []


def test_every_event_has_a_word_and_happens_at_least_once():
    every = kinds(e.TableEvent) | kinds(e.HouseEvent) | kinds(je.AnyEvent)
    assert EVENTS.keys() == every
    words = [word for word, _ in EVENTS.values()]
    assert len(set(words)) == len(words)
    happened = {
        one[0]
        for lines in FACTS.values()
        for line in lines
        for events in line.get("events", {}).values()
        for one in events[1:]
    }
    assert sorted({EVENTS[kind][0] for kind in every} - happened) == sorted(EVENTS[kind][0] for kind in NEVER)


def test_every_game_is_played_to_the_end_of_a_round():
    ended = {
        game_of(stream.removeprefix("table:"))
        for lines in FACTS.values()
        for line in lines
        for stream, events in line.get("events", {}).items()
        if any(one[0] == "round-closed" for one in events[1:])
    }
    assert ended >= {game_of(table) for table in TABLES}
    assert ended & FROM_OUTSIDE.keys()


def test_a_command_is_stored_without_loss():
    for chapter in CHAPTERS.values():
        for step in chapter.steps:
            if step.do["do"] not in ("open-house", "ask-floor", "note-verification"):
                again = to_plain(from_plain(step.do))
                if again["do"] == ALERT and not again["cause"]:  # there is one of its kind at a place
                    again["cause"] = step.do["cause"]
                assert again == step.do


def texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for name, one in value.items():
                yield name
                yield from texts(one)
        case list():
            for one in value:
                yield from texts(one)


def test_no_fact_is_a_sentence():
    """Nor a citation: what has blanks in it is a code, or the name of somebody or something."""
    every = {text for lines in FACTS.values() for line in lines for text in texts(line)}
    told = [text for text in every if text.endswith(".") or ", rule " in text or "$" in text or text.count(" ") > 5]
    assert not told


def test_no_command_names_something_by_a_hash_that_the_house_has_made():
    """It would be another one as soon as anything is written otherwise."""
    stored = {text for chapter in CHAPTERS.values() for step in chapter.steps for text in texts(step.do)}
    assert {text for text in stored if re.fullmatch("[0-9a-f]{32,}", text)} == {"ab" * 32}, "made up for a story"
