"""People on duty: cards issued and revoked, acts on a lent card, dealers and their relief, calls, refused cards."""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.house.features.staff_cards.messages import CardRefusal
from cardroom.house.kernel.people import Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import decode_record
from cardroom.house.views.staff.duty import on_duty
from cardroom.house.views.table_frames import seen_events, standing_of
from cardroom.jackpots import commands as j
from cardroom.money import DOLLAR
from cardroom.table import commands as t

from ..by_table import by_table

HUMAN = {"delta-1": "", "delta-2": 'dealer = "human"', "edge-1": 'dealer = "human"'}


@pytest.fixture
def room(make, floor):
    """Two tables with human dealers, and a second one of these."""
    room = make(floor(HUMAN))
    room.enrol("rhea", "dealer")
    return room


MINIMUM = c.ChangeTable("edge-1", minimum=10 * DOLLAR)  # something that a supervisor may do, and no dealer


def lent(command: c.Sent, to: str = "dealer") -> c.Lent:
    return c.Lent(to, command)


def is_dealt_by(room, table: str) -> str:
    return by_table(room.house, "dealing")[table].person if table in by_table(room.house, "dealing") else ""


# --- cards ------------------------------------------------------------------------------------------------------------


def test_who_issued_and_who_revoked_a_card_is_known_and_when(room):
    room.do("house", c.IssueCard("dealer", "100001"))
    issued = room.now
    room.do("supervisor", c.RevokeCard("100001", "lost in the pit"))
    card = room.house.cards["100001"]
    assert (card.person, card.by, card.at) == ("dealer", "house", issued)
    assert (card.revoked_by, card.revoked_at, card.why) == ("supervisor", room.now, "lost in the pit")
    assert not card.is_valid
    told = room.told("people")[-2:]
    assert told == [
        "Staff card 100001 is issued to dealer.",
        "supervisor revokes staff card 100001 of dealer: lost in the pit.",
    ]
    room.prove()


def test_a_person_has_one_valid_card_and_another_takes_a_reason(room):
    room.do("house", c.IssueCard("dealer", "100001"))
    assert room.refused("house", c.IssueCard("dealer", "100002")).code == "has-card"
    room.do("house", c.IssueCard("dealer", "100002", "worn out"))
    assert room.house.card_of("dealer") == "100002"
    assert (room.house.cards["100001"].is_valid, room.house.cards["100001"].why) == (False, "worn out")
    room.do("executive", c.RevokeCard("100002", "left"))
    assert room.house.card_of("dealer") is None
    room.prove()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.IssueCard("nobody", "100009"), "unknown-person"),
        (c.IssueCard("ann", "100009"), "no-staff"),
        (c.IssueCard("house", "100009"), "no-staff"),  # nobody gets the authority of the house itself
        (c.IssueCard("supervisor", "100001"), "known-card"),
        (c.RevokeCard("100009", "lost"), "unknown-card"),
    ],
)
def test_cards_that_cannot_be_issued_or_revoked(room, command, code):
    room.enrol("ann", "player")
    room.do("house", c.IssueCard("dealer", "100001"))
    assert room.refused("house", command).code == code


def test_a_revoked_card_is_not_revoked_again(room):
    room.do("house", c.IssueCard("dealer", "100001"))
    room.do("executive", c.RevokeCard("100001", "lost."))
    refused = room.refused("executive", c.RevokeCard("100001", "stolen"))
    assert refused.message == "Card 100001 is revoked already: lost."


@pytest.mark.parametrize("role", [Role.DEALER, Role.ACCOUNTING, Role.AUDITOR])
def test_cards_are_issued_by_nobody_alone_and_revoked_by_supervisors_too(room, role):
    for nobody in (role.value, "supervisor", "executive", "technician"):
        assert room.turned_away(nobody, c.IssueCard("rhea", "100001")).command == "IssueCard"
    room.do("house", c.IssueCard("rhea", "100001"))
    assert room.turned_away(role.value, c.RevokeCard("100001", "lost")).command == "RevokeCard"


# --- lent acts --------------------------------------------------------------------------------------------------------


def test_the_record_of_a_lent_act_is_the_card_holders_and_names_who_is_signed_in(room):
    room.do("supervisor", lent(MINIMUM))
    record = decode_record(room.log[-1].body)
    assert (record.by, record.role) == ("supervisor", Role.SUPERVISOR)
    assert record.command == c.Lent("dealer", MINIMUM)
    assert [type(event) for part in record.parts for event in part.events] == [e.TableChanged]
    room.prove()


def test_work_knows_who_enters_what_another_is_responsible_for(room):
    house = room.house
    supervisor = house.people["supervisor"]
    for command, entered_by in ((lent(MINIMUM), "dealer"), (MINIMUM, "supervisor")):
        work = house.try_out(supervisor, command, room.now)
        assert not isinstance(work, CardroomError)
        assert (work.by.id, work.entered_by) == ("supervisor", entered_by)


def test_a_lent_act_gives_no_more_than_the_cards_own_role(room):
    for command in (MINIMUM, c.AtTable("edge-1", t.DeclareMisdeal("dropped"))):
        books = dict(room.house.books)
        with pytest.raises(CardroomError, match="A dealer may not do this"):
            room.do("rhea", lent(command, to="supervisor"))
        assert room.house.books == books
    swipe = c.AtConsole("delta", j.SwipeCard(table="delta-1", card=j.StaffCard.EXECUTIVE))
    with pytest.raises(CardroomError, match="it takes: executive"):
        room.do("supervisor", lent(swipe))
    room.prove()


def test_a_lent_act_that_is_refused_for_another_reason_changes_nothing(room):
    assert room.refused("supervisor", lent(c.ApproveSlip(7))).code == "unknown-slip"
    assert room.refused("supervisor", lent(MINIMUM, to="nobody")).code == "unknown-person"


def test_a_round_dealt_partly_on_lent_cards_is_told_and_audited_like_any(room):
    room.guest("ann", "edge-1", 1)
    room.do("rhea", lent(c.TapIn("edge-1")))
    room.do("rhea", lent(c.BeginRound("edge-1")))
    room.bet("ann", "edge-1")
    room.do("supervisor", lent(c.CallSupervisor("edge-1", "a spilled drink")))
    while room.house.tables["edge-1"].is_playing:
        round_ = room.round("edge-1")
        if seats := round_.awaited_seats():
            room.choose("ann", "edge-1", round_.options(seats[0])[-1].name)
        else:
            room.do("rhea", lent(c.AtTable("edge-1", round_.next_act() or t.CloseBets())))
    assert room.house.tables["edge-1"].seed
    room.prove()


# --- refused cards ----------------------------------------------------------------------------------------------------


def test_a_card_that_is_not_enough_stays_visible_until_another_one_is_taken_there(room):
    room.do("house", c.IssueCard("rhea", "100001"))
    with pytest.raises(CardroomError):
        room.do("rhea", lent(MINIMUM))
    (seen,) = on_duty(room.house).refused
    assert (seen.place, seen.card.number, seen.card.person, seen.card.entered_by) == (
        "edge-1",
        "100001",
        "rhea",
        "dealer",
    )
    assert (seen.card.what, seen.card.at) == ("ChangeTable", room.now)
    room.do("supervisor", lent(c.ChangeTable("delta-2", minimum=10 * DOLLAR)))  # at another table
    room.do("supervisor", MINIMUM)  # without a card
    assert on_duty(room.house).refused
    room.do("supervisor", lent(c.ChangeTable("edge-1", minimum=5 * DOLLAR)))
    assert not on_duty(room.house).refused
    room.prove()


def test_a_card_that_nobody_knows_stays_visible_until_a_supervisor_has_seen_it(room):
    note = c.NoteRefusedCard("edge-1", "", "dealer", "ApproveSlip", CardRefusal.UNKNOWN)
    assert room.turned_away("supervisor", note).command == "NoteRefusedCard"
    room.do("house", note)
    told = room.told("refusal")[-1]
    assert told == "An unknown card is refused at edge-1, for ApproveSlip: This card is not enrolled here."
    assert room.turned_away("dealer", c.AcknowledgeRefusal("edge-1")).command == "AcknowledgeRefusal"
    assert room.refused("supervisor", c.AcknowledgeRefusal("delta-1")).code == "nothing-refused"
    room.do("supervisor", c.AcknowledgeRefusal("edge-1"))
    assert not room.house.refused_cards
    room.prove()


# --- dealers ----------------------------------------------------------------------------------------------------------


def test_a_relief_takes_the_place_of_whoever_dealt_and_both_are_recorded(room):
    room.do("dealer", c.TapIn("edge-1"))
    room.do("rhea", lent(c.TapIn("edge-1")))  # her card at his terminal
    assert is_dealt_by(room, "edge-1") == "rhea"
    assert by_table(room.house, "dealing")["edge-1"].since == room.now
    first, second = room.events(e.DealerTappedIn)
    assert (first.person, first.relieves, second.person, second.relieves) == ("dealer", "", "rhea", "dealer")
    assert room.refused("rhea", c.TapIn("edge-1")).code == "tapped-in"
    room.prove()


def test_who_taps_in_at_another_table_has_left_the_first(room):
    room.do("rhea", c.TapIn("edge-1"))
    room.do("rhea", c.TapIn("delta-2"))
    assert (is_dealt_by(room, "edge-1"), is_dealt_by(room, "delta-2")) == ("", "rhea")
    room.do("rhea", c.TapOut("delta-2"))
    assert not by_table(room.house, "dealing")
    assert room.refused("rhea", c.TapOut("delta-2")).code == "nobody-deals"
    room.prove()


def test_a_dealer_taps_out_for_himself_and_a_supervisor_for_anyone(room):
    room.do("rhea", c.TapIn("edge-1"))
    assert room.refused("dealer", c.TapOut("edge-1")).message == "Rhea deals at Edge 1, and taps out or is relieved."
    room.do("supervisor", c.TapOut("edge-1"))
    assert is_dealt_by(room, "edge-1") == ""


def test_nobody_deals_where_the_house_does_or_where_it_is_closed(room):
    assert room.refused("rhea", c.TapIn("delta-1")).code == "automatic-dealer"
    room.do("rhea", c.TapIn("edge-1"))
    room.do("supervisor", c.CloseTable("edge-1"))
    room.count("closing", "edge-1", 20_000)
    assert not by_table(room.house, "dealing")
    assert room.refused("rhea", c.TapIn("edge-1")).code == "table-closed"
    for person in ("accounting", "auditor", "technician"):
        assert room.turned_away(person, c.TapIn("delta-2")).command == "TapIn"
    room.prove()


# --- calls ------------------------------------------------------------------------------------------------------------


def test_a_call_stands_until_a_supervisor_answers_it(room):
    room.do("dealer", c.CallSupervisor("edge-1", "seat 3 disputes a pay"))
    call = by_table(room.house, "call")["edge-1"]
    assert (call.by, call.since, call.why) == ("dealer", room.now, "seat 3 disputes a pay")
    assert room.refused("rhea", c.CallSupervisor("edge-1")).code == "called"
    assert room.turned_away("dealer", c.AnswerCall("edge-1")).command == "AnswerCall"
    room.do("supervisor", lent(c.AnswerCall("edge-1")))
    assert not by_table(room.house, "call")
    assert room.refused("supervisor", c.AnswerCall("edge-1")).code == "not-called"
    room.prove()


def test_players_know_the_dealers_name_and_that_a_supervisor_is_called_and_no_more(room):
    room.do("rhea", c.TapIn("edge-1"))
    room.do("dealer", c.TapIn("edge-1"))
    room.do("dealer", c.CallSupervisor("edge-1", "seat 3 counts cards"))
    standing = standing_of(room.house, room.house.tables["edge-1"])
    assert (standing.dealer, standing.is_calling) == ("Dealer", True)
    told = seen_events(None, 1, [*room.events(e.DealerTappedIn), *room.events(e.SupervisorCalled)], Role.DEALER)
    assert [getattr(event, "person", "") for event in told.events] == ["", "", ""]
    assert "rhea" not in str(told)
    assert "counts" not in str(told)
    assert tuple(line.text for line in told.lines) == ("Rhea deals.", "Dealer deals.", "A supervisor is called.")


def test_a_table_that_is_taken_off_the_floor_takes_all_of_it_along(room, floor):
    room.do("rhea", c.TapIn("edge-1"))
    room.do("rhea", c.CallSupervisor("edge-1"))
    room.do("house", c.NoteRefusedCard("edge-1", "", "rhea", "ApproveSlip", CardRefusal.UNKNOWN))
    room.open(floor({name: more for name, more in HUMAN.items() if name != "edge-1"}))
    assert not by_table(room.house, "dealing")
    assert not by_table(room.house, "call")
    assert not room.house.refused_cards
    room.prove()
