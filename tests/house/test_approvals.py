"""May these two, here, now: one person, one line, accounts that are not active, and those who only read."""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.kernel.dual_control import LINES, AccountState, StaffLine, line_of, require_two
from cardroom.house.kernel.people import READING, STAFF, Role
from cardroom.house.log import commands as c
from cardroom.jackpots import commands as j
from cardroom.money import DOLLAR


@pytest.fixture
def room(make):
    """With an administrator, whom most houses of tests do without."""
    room = make()
    room.enrol("administrator", "administrator")
    return room


def refused(room, first: str, second: str, **how: object) -> str:
    try:
        require_two(room.house, first, room.house.people[second], **how)
    except CardroomError as error:
        return error.code
    return ""


def test_everyone_of_the_staff_stands_in_one_line_but_those_who_only_read():
    assert set(LINES) == STAFF - READING
    assert set(LINES.values()) == set(StaffLine)
    assert line_of(Role.AUDITOR) is line_of(Role.REGULATOR) is line_of(Role.PLAYER) is line_of(Role.SERVICE) is None


def test_two_people_are_two_people(room):
    room.enrol("ann", "player")
    assert refused(room, "dealer", "supervisor") == ""
    assert refused(room, "dealer", "supervisor", of_two_lines=True) == "same-line"
    assert refused(room, "technician", "administrator", of_two_lines=True) == "same-line"
    assert refused(room, "technician", "executive", of_two_lines=True) == ""
    assert refused(room, "executive", "executive") == "two-people"
    assert refused(room, "auditor", "executive") == "not-of-two"
    assert refused(room, "executive", "auditor") == "not-of-two"
    assert refused(room, "ann", "executive") == refused(room, "nobody", "executive") == "unknown-person"
    assert refused(room, "dealer", "executive", among=frozenset({Role.EXECUTIVE})) == "not-of-two"


def test_a_refusal_says_who_may_be_the_second(room):
    with pytest.raises(
        CardroomError, match=r"both of the machine\. Ask somebody of: accounting, cage, dealer, executive"
    ):
        require_two(room.house, "technician", room.house.people["administrator"], of_two_lines=True)


@pytest.mark.parametrize("state", [AccountState.INVITED, AccountState.SUSPENDED, AccountState.ENDED])
@pytest.mark.parametrize("who", ["accounting", "executive"])
def test_an_account_that_is_not_active_is_none_of_the_two(room, state, who):
    change = j.ChangeSeed(level="Progressive", seed=DOLLAR, why="x")
    asked = f"request-{room.do('accounting', c.AskChange('delta', change)).record.position}"
    room.house.account_states[who] = state
    assert refused(room, "accounting", "executive") == "not-active"
    assert room.refused("executive", c.ApproveChange(asked)).code == "not-active"
    room.house.account_states.clear()
    room.do("executive", c.ApproveChange(asked))


@pytest.mark.parametrize("state", [AccountState.INVITED, AccountState.SUSPENDED, AccountState.ENDED])
def test_and_does_nothing_at_all(room, state):
    room.house.account_states["supervisor"] = state
    tray = c.CountTray("edge-1", Purpose.OPENING, {DOLLAR: 1})
    for command in (c.CloseTable("edge-1"), tray, c.Lent("dealer", c.CloseTable("edge-1"))):
        assert room.refused("supervisor", command).code == "not-active"
