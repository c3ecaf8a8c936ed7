"""What the log has of backups, of copies of keys, and of sessions that are ended."""

from __future__ import annotations

from datetime import date

import pytest

from cardroom.house.log import commands as c

from ..floors import floor_text

SEEN = date(2026, 3, 1)


@pytest.fixture
def room(make):
    room = make(floor_text(("edge-1",)))
    room.enrol("olga", "administrator")
    return room


def test_where_copies_of_a_key_lie_is_noted_and_noted_anew(room):
    room.do("technician", c.NoteKeyCopies("ab12cd34", "safe 2", SEEN))
    room.do("olga", c.NoteKeyCopies("ab12cd34", "the bank's vault", SEEN))
    noted = room.house.key_copies["ab12cd34"]
    assert (noted.where, noted.seen, noted.by) == ("the bank's vault", SEEN, "olga")
    room.prove()


@pytest.mark.parametrize(
    ("where", "seen", "code"),
    [("safe 2", date(2026, 3, 3), "later-date"), ("  ", SEEN, "no-reason")],
)
def test_a_note_of_nothing_or_of_a_day_to_come_is_refused(room, where, seen, code):
    assert room.refused("olga", c.NoteKeyCopies("ab12cd34", where, seen)).code == code


def test_backups_are_told_with_who_had_them_made(room):
    room.do("technician", c.NoteBackup("monday.sqlite", 1_500_000))
    room.do("technician", c.NoteVerifiedBackup("monday.sqlite", 0))
    assert room.told("backup")[-2:] == [
        "technician makes the backup monday.sqlite, 1.5 MB.",
        "technician has the backup monday.sqlite verified: it is sound.",
    ]
    room.turned_away("executive", c.NoteBackup("monday.sqlite", 1))
    room.prove()


def test_a_session_is_ended_by_its_holder_or_an_administrator(room):
    assert room.refused("supervisor", c.CloseSession("dealer", "0" * 16)).code == "not-your-session"
    room.do("dealer", c.CloseSession("dealer", "0" * 16))
    room.do("olga", c.CloseSession("dealer", "1" * 16))
    assert room.told("people")[-2:] == ["dealer ends an own session.", "olga ends a session of dealer."]
    room.prove()
