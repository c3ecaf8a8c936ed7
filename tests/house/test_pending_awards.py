"""The sheet of awards that wait for somebody: seat, hand, cards, amount, what is needed and why, and the next press."""

from __future__ import annotations

import pytest

from cardroom.cards import parse_cards
from cardroom.house.engine.next_step import next_step
from cardroom.house.features.alerts.causes import AwardStanding
from cardroom.house.kernel.people import Role
from cardroom.house.log import commands as c
from cardroom.house.reports.pending_awards import pending_awards
from cardroom.house.reports.pending_requests import pending_requests, with_times
from cardroom.house.reports.winning_cards import CardsOf, cards_in_log
from cardroom.jackpots.commands import (
    Adjust,
    BackOut,
    ChangeRates,
    Confirm,
    EnvyFate,
    Reason,
    StaffCard,
    SwipeCard,
    Till,
)
from cardroom.jackpots.reports.change_previews import FigureChange
from cardroom.money import DOLLAR

from .felt import REAL, win_on_the_felt
from .logs import STRAIGHT_FLUSH, TWO_LONG_STRAIGHTS, SeededRoom, stored

ROYAL = ("10s Js Qs", "As Ks", "9s 8s")  # seat 1 has 100% of the meter, seat 2 a straight flush


def play_delta(room, cards) -> None:
    room.guest("ann", "delta-1", 1)
    room.guest("bob", "delta-1", 2)
    room.stack(*cards)
    room.begin("delta-1")
    for person in ("ann", "bob"):
        room.bet(person, "delta-1", 5, progressive=1)
    room.deal("delta-1")
    room.finish("delta-1", lambda names: names[1])


def console(*presses):
    return [c.AtConsole("delta", press) for press in presses]


@pytest.fixture
def two(make, floor):
    """Two awards in one round, none of them for the house to approve."""
    room = make(floor(("delta-1",), service="$0", seed="$12,000"))
    play_delta(room, ROYAL)
    return room


def test_two_awards_of_one_round_stand_in_the_order_they_are_paid(two):
    first, second = pending_awards(two.house)
    assert [(award.seat, award.hand) for award in (first, second)] == [(2, "straight flush"), (1, "royal flush")]
    assert (first.table, first.link, first.sensor, first.level, first.round_id) == (
        "delta-1", "delta", 1, "Progressive", "delta-1-1"
    )  # fmt: skip
    assert (first.amount, second.amount) == (1_200_040_000, 12_000_400_000)
    assert (first.needs, second.needs) == (StaffCard.SUPERVISOR, StaffCard.EXECUTIVE)
    assert first.why == "An award of $1,200.04 needs a supervisor's card (below $10,000)."
    assert second.why == (
        "An award of $12,000.40 needs the supervisor's card and then the executive's card (from $10,000)."
    )
    assert (second.next, second.comes_after) == (None, "First comes seat 2 with a straight flush.")


def test_the_sheet_tells_every_next_press_and_whose_it_is(two):
    told = []
    while awards := pending_awards(two.house):
        step = awards[0].next
        told.append((type(step.command.press).__name__, step.whose[-1] if len(step.whose) < 3 else "dealer"))
        two.do("executive", step.command)
    assert told == [  # at an automatic table the house presses seat and hand itself
        ("Confirm", "dealer"), ("SwipeCard", Role.EXECUTIVE),
        ("Confirm", "dealer"), ("SwipeCard", Role.EXECUTIVE), ("SwipeCard", Role.EXECUTIVE),
    ]  # fmt: skip
    assert not two.is_jackpot_open("delta-1")


def test_only_the_executive_is_named_for_the_executives_card(two):
    two.do("supervisor", *console(Confirm(table="delta-1")))
    assert pending_awards(two.house)[0].next.whose == (Role.SUPERVISOR, Role.EXECUTIVE)
    assert pending_awards(two.house)[0].standing is AwardStanding.LIT
    two.do("supervisor", *console(SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR)))
    two.do("dealer", *console(Confirm(table="delta-1")))
    two.do("supervisor", *console(SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR)))
    (award,) = pending_awards(two.house)
    assert award.next.whose == (Role.EXECUTIVE,)
    assert award.next.says == "The executive's card records the win: seat 1, royal flush, $10,800.36."


def test_the_cards_are_those_that_the_wager_is_read_on(two, tmp_path):
    first, second = pending_awards(two.house)
    board = CardsOf("community", parse_cards("10s Js Qs"))
    assert second.cards == (CardsOf("seat", parse_cards("As Ks")), board)
    assert first.cards == (CardsOf("seat", parse_cards("9s 8s")), board)


def test_cards_of_a_round_that_is_left_behind_are_in_the_log(make, floor, tmp_path):
    room = SeededRoom(floor(("delta-1",), service="$0"))
    room.guest("ann", "delta-1", 1)
    room.next_seed = STRAIGHT_FLUSH
    room.play("delta-1", "ann", progressive=1)
    (award,) = pending_awards(room.house)
    assert sorted(card for held in award.cards for card in held.cards) == sorted(parse_cards("2d 3d 4d 5d 6d"))
    room.begin("delta-1")
    (later,) = pending_awards(room.house)
    assert (later.cards, later.round_id, later.amount) == ((), "delta-1-1", award.amount)
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        assert cards_in_log(reader, room.house.documents, "delta-1-1", 1, "progressive") == award.cards
        assert cards_in_log(reader, room.house.documents, "delta-1-9", 1, "progressive") == ()
    store.engine.dispose()


def test_no_card_is_told_before_it_is_shown(make, floor):
    """A human dealer settles seat after seat: the second seat's award waits when the first one's hand is still down."""
    room = make(floor(("delta-1",), service="$0", more='dealer = "human"'))
    room.guest("ann", "delta-1", 1)
    room.guest("bob", "delta-1", 2)
    room.stack(*ROYAL)
    room.begin("delta-1")
    for person in ("ann", "bob"):
        room.bet(person, "delta-1", 5, progressive=1)
    room.deal("delta-1")
    table, seen = room.house.tables["delta-1"], 0
    hidden = set(parse_cards("As Ks 9s 8s"))
    while table.is_playing:
        step = next_step(room.house, table)
        if step.command is not None:
            room.do("dealer", step.command)
        else:
            seat = room.round("delta-1").awaited_seats()[0]
            room.choose(table.people()[seat], "delta-1", [o.name for o in room.round("delta-1").options(seat)][1])
        shown = {card for event in room.round("delta-1").events for card in getattr(event, "cards", None) or ()
                 if type(event).__name__ == "HandShown"}  # fmt: skip
        told = {card for award in pending_awards(room.house) for held in award.cards for card in held.cards}
        if table.is_playing:
            assert told & hidden <= shown
        seen += len(told)
    assert seen


def test_a_locked_amount_waits_for_the_key(make, floor):
    text = floor(("edge-1",), service="$0", more='dealer = "human"')
    paytable = 'paytable = "Two Way Bad Beat 1"'
    room = SeededRoom(text.replace(paytable, f'{paytable}\nfixed_pays = "meter"'))
    room.guest("ann", "edge-1", 1)
    room.next_seed = TWO_LONG_STRAIGHTS
    room.begin("edge-1")
    room.bet("ann", "edge-1", two_way_bad_beat=1)
    room.deal("edge-1")
    room.deal_by_hand("edge-1")
    (award,) = pending_awards(room.house)
    assert (award.standing, award.link, award.sensor) == (AwardStanding.WAITING, "bad-beat", 1)
    assert [held.holder for held in award.cards] == ["seat", "dealer"]
    assert award.why.endswith("needs the supervisor's key.")
    said = []
    while (told := pending_awards(room.house)) and told[0].standing is not AwardStanding.LOCKED:
        said.append(told[0].next.says)
        room.do("dealer" if Role.DEALER in told[0].next.whose else "supervisor", told[0].next.command)
    assert said == [
        f"Press the hand that won: {award.hand}.",
        "A supervisor has verified the win: the card turns the key to JPH, and is the key until RUN.",
        "J-POT for seat 1: the amount is locked.",
    ]
    (locked,) = told
    assert (locked.standing, locked.win, locked.amount) == (AwardStanding.LOCKED, "bad-beat-1", award.amount)
    assert (locked.next.says, locked.next.whose) == (
        "The key goes back to RUN: the meter changes.",
        (Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE),
    )
    room.do("supervisor", locked.next.command)
    assert pending_awards(room.house) == []


def test_money_to_be_handed_over_stays_on_the_sheet(make, floor):
    room = make(floor({"delta-1": REAL}, service="$0"))
    win_on_the_felt(room, lit=(1,))
    (award,) = pending_awards(room.house)
    assert (award.standing, award.win, award.amount) == (AwardStanding.TO_HAND_OVER, "delta-1", 500_020_000)
    assert award.next.whose == (Role.SUPERVISOR, Role.EXECUTIVE)
    assert [(held.holder, held.cards) for held in award.cards] == [
        ("seat", parse_cards("9s 8s")), ("community", parse_cards("10s Js Qs"))
    ]  # fmt: skip
    room.do("supervisor", c.HandOver("delta", "delta-1", Till.CAGE))
    assert pending_awards(room.house) == []


# --- requests for a second person -------------------------------------------------------------------------------------


def ask(room, person: str, change) -> str:
    room.do(person, c.AskChange("delta", change))
    return next(reversed(room.house.requests))


def told(room, reader: str):
    return pending_requests(room.house, room.house.people[reader], room.now)


def test_a_request_tells_figures_before_and_after_and_who_may_answer(two, tmp_path):
    adjust = Adjust(level="Progressive", change=-5 * DOLLAR, reason=Reason.MALFUNCTION, why="a double count")
    name = ask(two, "accounting", adjust)
    (mine,) = told(two, "accounting")
    assert (mine.request, mine.asked_by, mine.asked_by_name, mine.why) == (
        name, "accounting", "Accounting", "a double count"
    )  # fmt: skip
    assert mine.figures == (FigureChange("Progressive, meter", "$12,000.40", "$11,995.40"),)
    assert (mine.may_answer, mine.why_not) == (False, "It takes two people: whoever asked cannot approve.")
    (theirs,) = told(two, "executive")
    assert (theirs.may_answer, theirs.why_not, theirs.obstacle) == (True, "", "")
    (supervisors,) = told(two, "supervisor")
    assert supervisors.why_not == "A supervisor may not do this; it takes: accounting, executive."
    store = stored(two, tmp_path / "house.sqlite")
    with store.reading() as reader:
        (timed,) = with_times(reader, [mine])
    assert timed.asked_at == two.now
    store.engine.dispose()
    two.do("executive", c.ApproveChange(name))
    assert told(two, "executive") == []
    assert two.dollars("link:delta:meter:Progressive") == 11_995.40


def test_rates_and_wins_have_figures_too(make, floor):
    room = make(floor(("delta-1",)))
    play_delta(room, ("10s Js Qs", "9s 8s", "2c 7d"))
    meter = room.dollars("link:delta:meter:Progressive")
    ask(room, "accounting", BackOut(win="delta-1", why="a boxed card", envy_fate=EnvyFate.LEFT))
    ask(room, "technician", ChangeRates(level="Progressive", contribution=1_500, reserve=200, why="a new plan"))
    out, rates = told(room, "executive")
    assert out.figures[0] == FigureChange("Win delta-1", "$500.04", "backed out")
    assert out.figures[1] == FigureChange("Progressive, meter", f"${meter:,.2f}", "$5,000.40")
    assert rates.figures == (FigureChange("Progressive, contribution", "20%", "15%"),)


def test_a_request_says_why_it_could_not_be_carried_out_now(two):
    while awards := pending_awards(two.house):
        two.do("executive", awards[0].next.command)
    ask(two, "technician", ChangeRates(level="Progressive", contribution=1_500, reserve=200, why="a new plan"))
    assert told(two, "executive")[0].obstacle == ""
    two.begin("delta-1")
    two.bet("ann", "delta-1", 5, progressive=1)
    two.deal("delta-1")
    assert "Nothing changes while a round is in progress" in told(two, "executive")[0].obstacle
