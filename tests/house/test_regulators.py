"""A regulator: granted by two people, for a set time, reads and does nothing, and is over by the house's own time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cardroom.errors import CardroomError
from cardroom.house.engine.permissions import MATRIX, require_reader
from cardroom.house.features.access.handlers import LONGEST_VISIT
from cardroom.house.kernel.dual_control import AccountState, line_of, state_of
from cardroom.house.kernel.people import Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e


@pytest.fixture
def room(make):
    return make()


def account(room, days: float = 7, person: str = "rosa", role: str = "regulator") -> c.EnrolStaff:
    return c.EnrolStaff(person, person.title(), role, until=room.now + timedelta(days=days))


def ask(room, change: c.AccessChange) -> str:
    return f"request-{room.do('technician', c.AskAccess(change)).record.position}"


def granted(room, days: float = 7) -> None:
    room.do("executive", c.ApproveAccess(ask(room, account(room, days))))
    room.do("house", c.RedeemInvitation("rosa"))


def test_two_people_of_different_lines_grant_it_for_a_set_time(room):
    request = ask(room, account(room))
    assert room.refused("technician", c.ApproveAccess(request)).code == "two-people"
    room.do("executive", c.ApproveAccess(request))
    room.do("house", c.RedeemInvitation("rosa"))
    assert room.house.account_ends["rosa"] == room.events(e.Enrolled)[-1].until
    assert "as regulator until 2026-03-09 12:00 UTC" in "\n".join(room.told())
    room.prove()


def test_its_account_has_an_end_and_no_other_has_one(room):
    until = room.now + timedelta(days=1)
    wrong = (
        c.EnrolStaff("rosa", "Rosa", "regulator"),
        c.EnrolStaff("rosa", "Rosa", "regulator", until=room.now - timedelta(seconds=1)),
        c.EnrolStaff("rosa", "Rosa", "regulator", until=room.now + LONGEST_VISIT + timedelta(hours=1)),
        c.EnrolStaff("ann", "Ann", "auditor", until=until),
    )
    for change in wrong:
        assert room.refused("technician", c.AskAccess(change)).code == "no-end"


def test_a_role_is_neither_made_a_regulators_nor_taken_from_one(room):
    granted(room)
    for change in (c.ChangeRole("rosa", "executive"), c.ChangeRole("auditor", "regulator")):
        assert room.refused("technician", c.AskAccess(change)).code == "for-a-time"


def test_whoever_approves_too_late_grants_nothing(room):
    request = ask(room, account(room, days=1))
    room.now += timedelta(days=2)
    assert room.refused("executive", c.ApproveAccess(request)).code == "no-end"


def test_it_is_in_no_line_and_the_matrix_gives_it_nothing():
    assert line_of(Role.REGULATOR) is None
    assert not [row for row, roles in MATRIX.items() if Role.REGULATOR in roles]
    rosa = Person("rosa", "Rosa", Role.REGULATOR)
    require_reader(rosa, c.PrintWin)
    with pytest.raises(CardroomError):
        require_reader(rosa, c.NoteWinner, besides=frozenset({Role.AUDITOR}))


def test_where_a_regulator_is_signed_in_no_card_does_anything(room):
    granted(room)
    lent = c.Lent(to="rosa", command=c.SuspendTable("edge-1", "x"))
    assert room.refused("executive", lent).code == "only-reads"


def test_the_account_ends_by_itself_before_that_is_recorded(room):
    granted(room, days=1)
    until = room.house.account_ends["rosa"]
    assert room.refused("house", c.EndVisit("rosa")).code == "not-over"
    for house in (room.house, room.replayed().house):  # and where a server stood by
        assert state_of(house, "rosa", until - timedelta(microseconds=1)) is AccountState.ACTIVE
        assert state_of(house, "rosa", until) is AccountState.ENDED
    room.now = until
    assert room.refused("rosa", c.CloseTable("edge-1")).code == "not-active"
    assert state_of(room.house, "rosa") is AccountState.ACTIVE  # as far as it is recorded
    room.do("house", c.EndVisit("rosa"))
    assert state_of(room.house, "rosa") is AccountState.ENDED
    assert room.told()[-1] == "The time of rosa is over: the account has ended."
    assert room.refused("technician", c.AskAccess(c.ResetAccount("rosa"))).code == "ended-account"
    room.prove()


def test_two_people_cannot_open_it_again_after_its_time(room):
    granted(room, days=1)
    room.now += timedelta(days=1)
    for change in (c.ResetAccount("rosa"), c.GiveCard("rosa")):
        assert room.refused("technician", c.AskAccess(change)).code == "ended-account"


def test_a_command_of_a_regulator_is_refused_and_noted(room):
    granted(room)
    refused = room.turned_away("rosa", c.CloseTable("edge-1"))
    assert refused.person == "rosa"


def test_visits_are_in_the_log(room):
    granted(room)
    room.do("house", c.NoteVisit("rosa", c.VisitKind.SIGN_IN))
    room.do("house", c.NoteVisit("rosa", c.VisitKind.EVIDENCE, "2026-03-01", "2026-03-02"))
    assert room.told()[-2:] == [
        "rosa signs in to read.",
        "rosa takes the evidence of 2026-03-01 to 2026-03-02.",
    ]
    room.prove()
