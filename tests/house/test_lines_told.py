"""What is told of a record: sentences, citations and names of hands, made for whoever looks and from no hidden card."""

from __future__ import annotations

import pytest

from cardroom.house.floor.display_names import game_at
from cardroom.house.kernel.people import Role
from cardroom.house.log.records import TablePart, decode_record
from cardroom.house.views.table_frames import RoundNames, seen_events, table_view
from cardroom.table.events import EventOfRound, HandShown, WagerSettled

from .conftest import Room


@pytest.fixture
def room(make, floor) -> Room:
    room = make(floor(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    for cards in ("10s Js Qs", "2c 7d 9h"):
        room.stack(cards, "9s 8s")
        room.play("delta-1", "ann", progressive=1)
    return room


def told_records(room: Room, dones):
    records = [
        (part, done.rounds.get("delta-1"))
        for done in dones
        for part in done.record.parts
        if isinstance(part, TablePart) and part.table == "delta-1"
    ]
    plan = room.house.tables["delta-1"].plan
    game = game_at(plan, plan.settings)
    names = RoundNames()
    for part, so_far in records:
        told = seen_events(game, part.number, part.events, Role.SERVICE, names.of(part.events, so_far))
        yield from zip(told.events, told.lines, strict=True)


def test_a_record_is_told_with_rule_and_hand_one_by_one_and_all_together(room):
    together = list(told_records(room, room.dones))
    assert together == [told for done in room.dones for told in told_records(room, [done])]
    shown = [line for event, line in together if isinstance(event, HandShown)]
    assert [line.hand for line in shown] == ["straight flush, queen high", "pair of nines"]
    assert shown[0].text == "Seat 1 shows 9s 8s: straight flush, queen high."
    assert shown[0].cite == "Mississippi Stud, rule 11"
    settled = [line for event, line in together if isinstance(event, WagerSettled)]
    assert settled
    assert all(line.why for line in settled)


def test_a_whole_table_is_told_in_the_same_words(room):
    last = room.house.tables["delta-1"].round_id
    view = table_view(room.house, room.house.tables["delta-1"], "")
    of_round = [(event, line) for event, line in told_records(room, room.dones) if isinstance(event, EventOfRound)]
    assert list(zip(view.events, view.lines, strict=True)) == of_round[-len(view.events) :]
    assert view.events[0].round_id == last


def test_neither_words_nor_names_are_in_the_log(room):
    written = b"".join(one.body for one in room.log)
    for words in (b"Mississippi Stud, ", b"house procedure", b"queen high", b"full house,"):
        assert words not in written
    assert any(
        isinstance(event, HandShown)
        for one in room.log
        for part in decode_record(one.body).parts
        for event in part.events
    )
