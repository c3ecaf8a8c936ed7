"""The floor in force is a document in the log: another one is asked for, approved by two lines, and opened on."""

from __future__ import annotations

import pytest

from cardroom.house.floor.floor_changes import Changed, floor_changes
from cardroom.house.log import commands as c
from cardroom.house.runtime.startup import chosen_floor

from ..floors import floor_text

HOUSE = '[house]\nname = "Riverside"\n'
EDGE = '[[table]]\nid = "edge-1"\ngame = "straight-edge-1"\n'
WAR = '[[table]]\nid = "war-1"\ngame = "casino-war"\n'
OLD, NEW, THIRD = HOUSE + EDGE, HOUSE + EDGE + 'minimum = "$10"\n' + WAR, HOUSE + EDGE + 'minimum = "$15"\n'


@pytest.fixture
def room(make):
    room = make(OLD)
    room.enrol("olga", "administrator")
    return room


def named(room, text: str) -> str:
    """A floor that was uploaded, as the server adds it before somebody asks for it."""
    return room.house.documents.add(room.read(text))


def ask(room, text: str = NEW, by: str = "technician") -> str:
    room.do(by, c.AskFloor(named(room, text), "new.toml", "another table"))
    return room.house.floor_request.request


def approve(room, text: str = NEW) -> None:
    room.do("executive", c.ApproveFloor(ask(room, text)))


# --- two people -------------------------------------------------------------------------------------------------------


def test_a_floor_is_approved_by_somebody_of_another_line_and_nothing_changes_before_a_start(room):
    request = ask(room)
    assert room.refused("technician", c.ApproveFloor(request)).code == "two-people"
    assert room.refused("olga", c.ApproveFloor(request)).code == "same-line"
    room.turned_away("accounting", c.ApproveFloor(request))
    room.do("executive", c.ApproveFloor(request))
    assert room.house.floor_request is None
    assert list(room.house.tables) == ["edge-1"]
    assert room.told("floor") == [
        f"technician asks for the floor of new.toml ({request}): another table",
        (
            f"executive approves another floor ({request}, asked for by technician): the house opens on it at its next"
            " start."
        ),
    ]
    room.prove()


def test_one_that_is_declined_or_taken_back_is_gone(room):
    room.do("executive", c.DeclineFloor(ask(room)))
    room.do("technician", c.DeclineFloor(ask(room)))
    assert (room.house.floor_request, room.house.approved_floor) == (None, None)
    assert room.refused("executive", c.ApproveFloor("request-1")).code == "unknown-request"
    room.prove()


def test_one_request_waits_at_a_time_and_what_changes_nothing_is_refused(room):
    assert room.refused("olga", c.AskFloor(named(room, OLD), "old.toml", "to try")).code == "no-change"
    ask(room)
    assert room.refused("olga", c.AskFloor(named(room, THIRD), "third.toml", "to try")).code == "floor-asked"


def test_a_floor_that_the_house_could_not_open_on_is_not_asked_for(make):
    room = make(floor_text(("delta-1",), reserve="0%"))
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    assert room.refused("technician", c.AskFloor(named(room, OLD), "old.toml", "to try")).code == "other-link"


# --- which floor the house opens on -----------------------------------------------------------------------------------


def test_without_an_approved_floor_the_file_is_opened_on(room):
    assert chosen_floor(room.house, room.read(OLD)).is_given
    assert chosen_floor(room.house, room.read(THIRD)).is_given


def test_an_approved_floor_is_opened_on_instead_of_an_unchanged_file_again_and_again(room):
    approve(room)
    for _ in range(2):
        chosen = chosen_floor(room.house, room.read(OLD))
        assert (chosen.floor, chosen.is_given) == (room.read(NEW), False)
        assert chosen.says.endswith("that technician and executive approved on 2026-03-02; its file is older.")
        room.open(chosen.floor)
    assert list(room.house.tables) == ["edge-1", "war-1"]
    same = chosen_floor(room.house, room.read(NEW))  # the file has been written anew, like the floor
    assert (same.is_given, same.says) == (True, "")
    room.prove()


def test_a_file_that_was_changed_since_is_told_and_does_not_win(room):
    approve(room)
    room.open(chosen_floor(room.house, room.read(OLD)).floor)
    chosen = chosen_floor(room.house, room.read(THIRD))
    assert chosen.floor == room.read(NEW)
    assert "does not say what it said then, and is not used" in chosen.says


def test_told_so_the_house_opens_on_its_file_and_follows_it_from_then_on(room):
    approve(room)
    room.open(chosen_floor(room.house, room.read(OLD)).floor)
    assert chosen_floor(room.house, room.read(THIRD), file_wins=True).is_given
    room.open(THIRD)
    assert room.house.approved_floor is None
    assert chosen_floor(room.house, room.read(OLD)).is_given
    room.prove()


def test_a_second_change_stands_on_the_first_and_the_file_is_still_the_old_one(room):
    approve(room)
    room.open(chosen_floor(room.house, room.read(OLD)).floor)
    approve(room, THIRD)
    chosen = chosen_floor(room.house, room.read(OLD))
    assert chosen.floor == room.read(THIRD)
    assert "its file is older" in chosen.says


def test_a_floor_that_cannot_be_opened_on_yet_waits(room):
    """Its table is gone, and a round is in play there."""
    approve(room, HOUSE + WAR)
    room.guest("ann", "edge-1", 1)
    room.begin("edge-1")
    room.bet("ann", "edge-1")
    room.deal("edge-1")
    chosen = chosen_floor(room.house, room.read(OLD))
    assert (chosen.floor, chosen.is_given) == (room.read(OLD), False)
    assert "waits, and the house opens on the one that was in force" in chosen.says
    room.open(chosen.floor)
    room.finish("edge-1")
    assert chosen_floor(room.house, room.read(OLD)).floor == room.read(HOUSE + WAR)


# --- what would change ------------------------------------------------------------------------------------------------


def test_every_difference_of_two_floors_is_listed(room):
    found = floor_changes(room.house.floor, room.read(NEW.replace("Riverside", "Lakeside")), {})
    by_place = {(one.of, one.id, one.key): one for one in found}
    assert by_place["table", "war-1", ""].change is Changed.ADDED
    limit = by_place["table", "edge-1", "minimum"]
    assert (limit.before, limit.after) == ("$5", "$10")
    name = by_place["house", "", "name"]
    assert (name.before, name.after) == ("Riverside", "Lakeside")
    assert len(found) == 3
    gone = floor_changes(room.read(NEW), room.house.floor, {})
    assert [(one.change, one.id) for one in gone if one.change is not Changed.CHANGED] == [(Changed.REMOVED, "war-1")]


def test_what_it_says_of_a_running_jackpot_is_told_with_what_stands(make):
    room = make(floor_text(("delta-1",), reserve="0%"))
    running, before = room.house.running_links(), room.house.floor
    wanted = room.read(floor_text(("delta-1",), reserve="1%"))
    stands = [one for one in floor_changes(before, wanted, running) if one.of == "link"]
    assert [(one.change, one.id, one.key) for one in stands] == [(Changed.STANDS, "delta", "reserve")]
    dropped = floor_changes(before, room.read(OLD), running)
    assert (Changed.STANDS, "delta") in {(one.change, one.id) for one in dropped}
