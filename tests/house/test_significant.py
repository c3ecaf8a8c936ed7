"""Significant events: the index has where they stand, and their sentences are made out of the records."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
import sqlalchemy as sa

from cardroom.house.engine import significant_event_text
from cardroom.house.engine.index_rows import EventRow
from cardroom.house.engine.significant_events import KINDS
from cardroom.house.history.round_histories import find_round
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.log.events import HouseEvent, TableEvent
from cardroom.house.reports import significant_events
from cardroom.house.reports.significant_events import list_events
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import events as j

from .logs import eventful


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return eventful(tmp_path_factory.mktemp("eventful"))


def all_events(reader: Reader) -> list[EventRow]:
    return reader.events(1, None)


def test_nothing_of_a_row_is_a_sentence(written):
    room, _ = written
    for row in room.index(EventRow):
        assert not [value for value in msgspec.structs.astuple(row) if isinstance(value, str) and " " in value]


def test_every_kind_of_event_there_is_may_be_significant():
    assert KINDS.keys() <= {*get_args(HouseEvent), *get_args(TableEvent)}
    assert {*KINDS.values(), EventKind.JACKPOT} == set(EventKind)


def test_every_row_is_told_as_it_was_when_it_happened(written):
    """In the database and in the file of an archived day alike; the rounds are those of that time."""
    room, store = written
    with store.reading() as reader:
        found = list_events(reader, all_events(reader))
    assert [one.what for one in found] == room.told()
    assert {one.kind for one in found} > {"opening", "void", "correction", "jackpot", "day", "archive", "request"}
    voids = [one.what for one in found if one.kind == "void"]
    assert all(f"Round {room.house.tables['delta-1'].id}-2" in words for words in voids)


def test_a_list_asks_the_database_as_often_however_long_it_is(written):
    _, store = written
    asked: list[str] = []
    sa.event.listen(store.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    with store.reading() as reader:
        rows = all_events(reader)
        counts = []
        for some in (rows[-5:], rows):
            asked.clear()
            list_events(reader, some)
            counts.append(len(asked))
    assert len(rows) > 40
    assert counts[1] <= counts[0] + 2, "the files of archived days"


def test_where_the_file_of_a_day_is_not_there_that_is_told(tmp_path):
    _, store = eventful(tmp_path)
    for file in store.archive.glob("*.jsonl.gz"):
        file.unlink()
    with store.reading() as reader:
        rows = all_events(reader)
        first, *_, last = [*list_events(reader, rows[:3]), *list_events(reader, rows[-3:])]
    assert first.kind == "opening"
    assert "which is not in" in first.what
    assert "is not in" not in last.what


def test_another_sentence_changes_no_row(written, monkeypatch):
    room, store = written
    before = room.index(EventRow)
    monkeypatch.setattr(significant_event_text, "event_in_words", lambda *_: "No.")
    monkeypatch.setattr(significant_events, "event_in_words", lambda *_: "No.")
    with store.reading() as reader:
        assert all_events(reader) == before
        assert {one.what for one in list_events(reader, before)} == {"No."}


def test_a_round_tells_all_that_became_of_its_win(written):
    """It was paid in its game; that it was backed out is in a record of the next day."""
    _, store = written
    with store.reading() as reader:
        told = [one.event for one in find_round(reader, "delta-1-1").jackpots]
    assert [type(event) for event in told if getattr(event, "win", "") == "delta-1"][-1] is j.WinBackedOut
