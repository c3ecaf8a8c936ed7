"""A whole life of an account: two people of different lines open a door, one closes it, and nobody does it alone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cardroom.house.engine.permissions import MATRIX
from cardroom.house.features.access.state import CODE_LASTS, has_two_approvers
from cardroom.house.features.alerts.causes import DoorOpened
from cardroom.house.kernel.dual_control import LINES, AccountState, line_of, state_of
from cardroom.house.kernel.people import ACCESS, Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.jackpots import commands as j
from cardroom.money import DOLLAR

from ..by_table import by_table

ANN = c.EnrolStaff("ann", "Ann", "accounting", gets_card=True)


@pytest.fixture
def room(make):
    """With an administrator, whom most houses of tests do without."""
    room = make()
    room.enrol("administrator", "administrator")
    return room


def ask(room, person: str, change: c.AccessChange) -> str:
    return f"request-{room.do(person, c.AskAccess(change)).record.position}"


def agree(room, change: c.AccessChange, asks: str = "technician", approves: str = "executive") -> None:
    room.do(approves, c.ApproveAccess(ask(room, asks, change)))


def state(room, person: str) -> AccountState:
    return state_of(room.house, person)


def redeem(room, person: str, number: str | None = None) -> None:
    room.do("house", c.RedeemInvitation(person, number))


# --- two people -------------------------------------------------------------------------------------------------------


def test_a_technician_enrols_nobody_alone(room):
    """The attack: a technician makes an accountant, and approves his own $1,000 as that one."""
    request = ask(room, "technician", ANN)
    assert "ann" not in room.house.people
    assert room.refused("technician", c.ApproveAccess(request)).code == "two-people"
    assert room.refused("administrator", c.ApproveAccess(request)).code == "same-line"
    room.do("executive", c.ApproveAccess(request))
    assert state(room, "ann") is AccountState.INVITED
    thousand = j.Adjust(level="Progressive", change=1_000 * DOLLAR, reason=j.Reason.ADDED_BY_HOUSE, why="x")
    asked = f"request-{room.do('technician', c.AskChange('delta', thousand)).record.position}"
    assert room.refused("ann", c.ApproveChange(asked)).code == "not-active"
    room.prove()


@pytest.mark.parametrize("asks", sorted(ACCESS))
@pytest.mark.parametrize("approves", sorted(LINES))
def test_every_door_takes_two_lines(room, asks, approves):
    if approves == Role.CAGE:
        room.enrol("cage", "cage")
    request = ask(room, asks, c.AddTerminal("Pit 1"))
    if approves not in ACCESS:
        assert room.turned_away(approves, c.ApproveAccess(request)).command == "ApproveAccess"
    elif line_of(asks) is line_of(approves):
        assert room.refused(approves, c.ApproveAccess(request)).code in ("two-people", "same-line")
    else:
        room.do(approves, c.ApproveAccess(request))
    assert bool(room.house.terminals) == (approves in ACCESS and line_of(asks) is not line_of(approves))


def test_a_card_lent_to_the_asker_is_another_person(room):
    request = ask(room, "technician", ANN)
    room.do("executive", c.Lent("technician", c.ApproveAccess(request)))
    assert room.house.invitations["ann"].approved_by == "executive"


def test_nobody_approves_what_is_about_himself_and_anyone_takes_back_what_he_has_asked_for(room):
    request = ask(room, "technician", c.ChangeRole("executive", "administrator"))
    assert room.refused("executive", c.ApproveAccess(request)).code == "own-account"
    room.do("technician", c.DeclineAccess(request))
    assert not room.house.access_requests


@pytest.mark.parametrize("who", ["technician", "executive"])
@pytest.mark.parametrize("end", [c.SuspendAccount, c.EndAccount])
def test_whoever_was_ended_is_none_of_the_two(room, who, end):
    request = ask(room, "technician", ANN)
    room.do("accounting" if end is c.EndAccount else "supervisor", end(who, "x"))
    assert room.refused("executive", c.ApproveAccess(request)).code == "not-active"


def test_a_role_that_was_changed_counts_as_it_is_now(room):
    request = ask(room, "technician", ANN)
    agree(room, c.ChangeRole("technician", "dealer"), "administrator")
    assert room.refused("executive", c.ApproveAccess(request)).code == "not-of-two"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (c.EnrolStaff("dealer", "Dan", "dealer"), "known-person"),
        (c.EnrolStaff("a:b", "Ann", "dealer"), "bad-name"),
        (c.EnrolStaff("ann", "Ann", "service"), "unknown-role"),
        (c.EnrolStaff("ann", "Ann", "guest"), "unknown-role"),
        (c.EnrolStaff("ann", "Ann", "player", gets_card=True), "no-staff"),
        (c.ChangeRole("dealer", "king"), "unknown-role"),
        (c.ChangeRole("dealer", "player"), "unknown-role"),
        (c.ChangeRole("dealer", "dealer"), "no-change"),
        (c.ChangeRole("house", "dealer"), "no-staff"),
        (c.ChangeRole("nobody", "dealer"), "unknown-person"),
        (c.ResetAccount("house"), "no-staff"),
        (c.GiveCard("house"), "no-staff"),
        (c.ReinstateAccount("dealer"), "not-suspended"),
    ],
)
def test_what_cannot_be_is_refused_when_it_is_asked_for(room, change, code):
    assert room.refused("technician", c.AskAccess(change)).code == code


# --- a whole life -----------------------------------------------------------------------------------------------------


def test_an_account_is_enrolled_changed_suspended_reinstated_and_ended(room):
    agree(room, ANN)
    assert room.refused("ann", c.AskSlip("edge-1", "fill", {DOLLAR: 1})).code == "not-active"
    redeem(room, "ann", "100009")
    assert (state(room, "ann"), room.house.card_of("ann")) == (AccountState.ACTIVE, "100009")
    agree(room, c.ChangeRole("ann", "dealer"))
    assert room.house.people["ann"].role is Role.DEALER
    room.do("supervisor", c.SuspendAccount("ann", "an open question"))
    assert room.refused("ann", c.TapIn("edge-1")).code == "not-active"
    assert room.refused("technician", c.AskAccess(c.ResetAccount("ann"))).code == "suspended-account"
    agree(room, c.ReinstateAccount("ann"))
    assert state(room, "ann") is AccountState.ACTIVE
    agree(room, c.ResetAccount("ann"))
    assert state(room, "ann") is AccountState.INVITED
    redeem(room, "ann")
    room.do("administrator", c.EndAccount("ann", "left the house"))
    assert (state(room, "ann"), room.house.card_of("ann")) == (AccountState.ENDED, None)
    for change in (c.ReinstateAccount("ann"), c.ResetAccount("ann"), c.GiveCard("ann"), c.ChangeRole("ann", "cage")):
        assert room.refused("technician", c.AskAccess(change)).code == "ended-account"
    assert room.refused("technician", c.AskAccess(ANN)).code == "known-person"
    told = room.told("people")
    assert any(
        what.startswith("executive approves an account for Ann (ann)") and "by technician" in what for what in told
    )
    assert "administrator ends the account of ann: left the house." in told
    room.prove()


def test_somebody_who_is_suspended_or_changes_the_role_deals_nowhere_any_more(make, floor):
    room = make(floor({"human-1": 'game = "straight-edge-1"\ndealer = "human"'}))
    for closing in (c.SuspendAccount("dealer", "x"), c.EndAccount("dealer", "x")):
        room.do("dealer", c.TapIn("human-1"))
        room.do("executive", closing)
        assert not by_table(room.house, "dealing")
        if isinstance(closing, c.SuspendAccount):
            agree(room, c.ReinstateAccount("dealer"))
    room.prove()


def test_nobody_ends_the_own_account(room):
    for command in (c.SuspendAccount("executive", "x"), c.EndAccount("executive", "x")):
        assert room.refused("executive", command).code == "own-account"
    assert room.refused("executive", c.EndAccount("dealer", " ")).code == "no-reason"


def test_a_new_card_comes_with_a_code_and_the_one_before_is_revoked(room):
    room.do("house", c.IssueCard("dealer", "100001"))
    assert room.refused("technician", c.AskAccess(c.GiveCard("dealer"))).code == "has-card"
    agree(room, c.GiveCard("dealer", "lost"))
    assert room.house.card_of("dealer") is None
    assert state(room, "dealer") is AccountState.ACTIVE, "a password that the dealer has goes on counting"
    assert room.refused("house", c.RedeemInvitation("dealer")).code == "known-card"
    redeem(room, "dealer", "100002")
    assert room.house.card_of("dealer") == "100002"
    assert room.refused("house", c.RedeemInvitation("dealer", "100003")).code == "no-code"


def test_a_code_is_good_for_three_days_and_not_for_somebody_who_was_suspended(room):
    agree(room, ANN)
    room.do("executive", c.SuspendAccount("ann", "x"))
    assert room.refused("house", c.RedeemInvitation("ann", "100009")).code == "no-code"
    agree(room, c.ReinstateAccount("ann"))
    assert state(room, "ann") is AccountState.INVITED
    room.now += CODE_LASTS + timedelta(hours=1)
    assert room.refused("house", c.RedeemInvitation("ann", "100009")).code == "old-code"


def test_a_terminal_is_agreed_on_by_two_and_removed_by_one(room):
    agree(room, c.AddTerminal("Pit 1"))
    assert room.refused("technician", c.AskAccess(c.AddTerminal("Pit 1"))).code == "known-terminal"
    room.do("supervisor", c.RemoveTerminal("Pit 1"))
    assert room.refused("supervisor", c.RemoveTerminal("Pit 1")).code == "unknown-terminal"


def test_no_command_about_access_has_a_secret():
    fields = {name for row in MATRIX for name in row.__struct_fields__}
    assert not {"password", "pin", "code"} & fields


# --- the command line -------------------------------------------------------------------------------------------------


def test_the_first_people_come_from_the_command_line_and_later_ones_break_the_glass(make):
    room = make()
    room.house.has_mustered = False
    room.house.people = {name: one for name, one in room.house.people.items() if one.role not in ACCESS}
    for person, role in (("tom", "technician"), ("eve", "executive")):
        room.do("house", c.BreakGlass(c.EnrolStaff(person, person.title(), role)))
        assert not has_two_approvers(room.house)
    assert not room.house.broken_glass
    redeem(room, "tom", "100001")
    redeem(room, "eve", "100002")
    assert room.house.has_mustered
    room.do("house", c.BreakGlass(ANN))
    assert len(room.house.broken_glass) == 1


def test_broken_glass_stands_until_two_people_have_acknowledged_it(room):
    room.do("house", c.BreakGlass(c.ResetAccount("supervisor")))
    redeem(room, "supervisor")
    ((record, broken),) = room.house.broken_glass.items()
    assert broken.change == c.ResetAccount("supervisor")
    room.do("house", c.RaiseAlert("house", DoorOpened(records=(int(record),))))
    assert room.refused("supervisor", c.AcknowledgeAlert("1")).code == "own-account"
    room.do("executive", c.AcknowledgeAlert("1", "seen"))
    assert room.house.alerts["1"].seen_at is None
    assert room.refused("executive", c.AcknowledgeAlert("1")).code == "two-people"
    assert room.house.broken_glass
    room.do("technician", c.AcknowledgeFault("1", "so have I"))
    assert not room.house.broken_glass
    room.do("house", c.ClearAlert("1"))
    assert not room.house.alerts
    assert len(room.events(e.GlassBroken)) == 1
    room.prove()
