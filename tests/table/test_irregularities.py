"""Misdeals, fouled hands, late bets and mispays: what goes wrong at a table, and how it is put right."""

from __future__ import annotations

import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.money import DOLLAR
from cardroom.table import Round
from cardroom.table.commands import (
    Bet,
    Choose,
    CloseRound,
    CorrectMispay,
    DeclareMisdeal,
    FoulHand,
    RefuseLateBet,
    SettleSeat,
    SettleSecondPass,
    TakeFolded,
)
from cardroom.table.events import HandFouled, HandKept, LateBetRefused, MispayCorrected, Raised, RoundVoided
from cardroom.table.round_state import Phase, replay

from .stacked import happened, play, results, seated, stacked
from .stories import Story, commands, expected, in_every_game

ANTE = {"ante": 10}


def dealt(game: str, bets: dict[int, dict[str, int]], deck=DECK, **settings: object) -> Round:
    """A round up to the first decision."""
    round_ = seated(game, bets, deck, **settings)
    round_.run_dealer()
    return round_


def refused(round_: Round, command) -> str:
    """The code of the refusal, after which all is as before."""
    known = list(round_.events)
    with pytest.raises(CardroomError) as refusal:
        round_.do(command)
    assert (round_.events, round_.state) == (known, replay(known, round_.state.settings))
    return refusal.value.code


# --- misdeal ----------------------------------------------------------------------------------------------------------


@in_every_game(10)
def test_a_misdeal_at_any_moment_gives_every_stake_back_jackpot_wagers_included(story: Story):
    round_ = story.open()
    for command in commands(story, round_):
        stakes = {seat: {wager: amount * DOLLAR for wager, amount in bets.items()} for seat, bets in story.bets.items()}
        for raised in happened(round_, Raised):
            stakes[raised.seat][raised.wager] = raised.stake
        void = round_.copy()
        (event,) = void.do(DeclareMisdeal("a card turned up in the shuffler"))
        assert isinstance(event, RoundVoided)
        assert event.refunds == {seat: stakes[seat] for seat in round_.state.seats}
        assert void.state.results == {seat: dict.fromkeys(stakes[seat], 0) for seat in round_.state.seats}
        assert {entry.amount for entry in void.state.posting().entries} == {0}
        assert void.next_act() is None
        assert void.state == replay(void.events, story.settings)
        round_.do(command)


def test_after_a_void_nothing_can_be_done_any_more():
    round_ = dealt("straight-edge-1", {1: ANTE})
    round_.do(DeclareMisdeal("boxed card"))
    assert round_.state.phase is Phase.VOID
    for command in (
        Bet(1, {"ante": 5 * DOLLAR}),
        Choose(1, "1x"),
        CloseRound(),
        DeclareMisdeal("again"),
        FoulHand(1, "x"),
    ):
        assert refused(round_, command) == "round-over"
    assert refused(round_, CorrectMispay(1, "ante", 0, "short")) == "not-settled"


def test_a_wager_settled_before_the_void_is_no_longer_settled():
    round_ = dealt("straight-edge-1", {1: ANTE, 2: ANTE})
    round_.do(Choose(1, "fold"))
    round_.do(TakeFolded(1))
    round_.do(DeclareMisdeal("boxed card"))
    assert results(round_)[1] == {"ante": 0}
    assert refused(round_, CorrectMispay(1, "ante", 5 * DOLLAR, "short")) == "not-settled"


def test_a_round_that_is_closed_cannot_be_voided():
    round_ = play("straight-edge-1", {1: ANTE}, DECK, {1: 0})
    assert refused(round_, DeclareMisdeal("too late")) == "round-over"


def test_an_irregularity_needs_a_reason():
    round_ = play("straight-edge-1", {1: ANTE}, DECK, {1: 0})
    assert refused(round_, CorrectMispay(1, "ante", 5 * DOLLAR, " ")) == "no-reason"
    round_ = dealt("straight-edge-1", {1: ANTE})
    for command in (DeclareMisdeal(""), FoulHand(1, " "), FoulHand("dealer", "")):
        assert refused(round_, command) == "no-reason"


# --- fouled hands -----------------------------------------------------------------------------------------------------


@in_every_game(20)
def test_a_fouled_players_hand_is_dead_its_stakes_go_back_and_the_others_play_on(story: Story):
    victim, moment = min(story.bets), 3 * sum(story.leanings[min(story.bets)])
    round_ = story.open()
    for command in commands(story, round_):
        if len(round_.events) > moment and round_.can(FoulHand(victim, "eight cards")):
            round_.do(FoulHand(victim, "eight cards"))
            if not round_.can(command):  # it was about the dead hand
                continue
        round_.do(command)
    money, _ = expected(story)
    if happened(round_, HandFouled):
        money[victim] = dict.fromkeys(round_.state.seats[victim].stakes, 0)
    without_cover_all = {
        seat: {wager: won for wager, won in wagers.items() if wager != "cover_all"} for seat, wagers in money.items()
    }
    assert {
        seat: {wager: won for wager, won in wagers.items() if wager != "cover_all"}
        for seat, wagers in round_.state.results.items()
    } == without_cover_all
    assert round_.state.phase is Phase.CLOSED


def test_a_fouled_hand_gives_back_jackpot_and_decision_wagers_too():
    round_ = dealt("mississippi-stud", {1: ANTE | {"progressive": 1, "three_card_bonus": 5}})
    round_.do(Choose(1, "3x"))
    (event,) = round_.do(FoulHand(1, "three cards"))
    assert event.refunds == {
        "ante": 10 * DOLLAR, "progressive": DOLLAR, "three_card_bonus": 5 * DOLLAR, "third_street": 30 * DOLLAR
    }  # fmt: skip
    round_.run_dealer()
    assert set(results(round_)[1].values()) == {0}


def test_a_fouled_hand_does_not_count_as_the_best_but_still_as_a_hand_dealt():
    full_house, threes = "9d 9h 9s 4c 4d", "6c 6d 6h 2s 3c"
    bets = dict.fromkeys((1, 2), ANTE | {"cover_all": 5})
    round_ = dealt("caribbean-stud", bets, stacked(full_house, threes, "As Kd 7h 5c 2d"))
    round_.do(FoulHand(1, "six cards"))
    round_.do(Choose(2, "2x"))
    round_.run_dealer()
    assert results(round_)[2]["cover_all"] == 30  # three of a kind, three hands: 6 to 1
    assert [event.holder for event in happened(round_, HandKept)] == [2]


def test_only_a_hand_that_has_cards_and_is_not_settled_can_be_fouled():
    round_ = seated("straight-edge-1", {1: ANTE, 2: ANTE, 3: ANTE}, DECK)
    assert refused(round_, FoulHand(1, "eight cards")) == "no-hand"
    round_.run_dealer()
    assert refused(round_, FoulHand(4, "eight cards")) == "no-hand"
    round_.do(FoulHand(2, "eight cards"))
    assert refused(round_, FoulHand(2, "eight cards")) == "no-hand"
    round_.do(Choose(1, "1x"))
    round_.do(Choose(3, "1x"))
    while round_.next_act() != SettleSeat(1):
        round_.do(round_.next_act())
    assert refused(round_, FoulHand(3, "eight cards")) == "settled"
    round_.do(FoulHand(1, "eight cards"))
    assert round_.next_act() == CloseRound()


def test_a_hand_that_was_turned_and_settled_cannot_be_fouled_while_its_cover_all_waits():
    round_ = dealt("caribbean-stud", {1: ANTE | {"cover_all": 5}})
    round_.do(Choose(1, "2x"))
    while round_.next_act() != SettleSecondPass(1):
        round_.do(round_.next_act())
    assert refused(round_, FoulHand(1, "six cards")) == "settled"


def test_a_folded_hand_whose_wagers_are_all_settled_gets_nothing_back():
    round_ = dealt("mississippi-stud", {1: ANTE | {"three_card_bonus": 5}, 2: ANTE})
    round_.do(Choose(1, "fold"))
    round_.do(Choose(2, "fold"))
    while round_.next_act() != CloseRound():
        round_.do(round_.next_act())
    for seat in (1, 2):  # neither hand was shown
        assert refused(round_, FoulHand(seat, "three cards")) == "settled"


def test_a_fouled_dealers_hand_voids_the_round():
    round_ = dealt("straight-edge-2", {1: {"ante": 10, "blind": 10, "two_way_bad_beat": 1}})
    (event,) = round_.do(FoulHand("dealer", "eight cards"))
    assert isinstance(event, RoundVoided)
    assert event.refunds == {1: {"ante": 10 * DOLLAR, "blind": 10 * DOLLAR, "two_way_bad_beat": DOLLAR}}


@pytest.mark.parametrize("game", ["straight-edge-1", "mississippi-stud"])
def test_a_dealer_without_a_hand_has_none_to_foul(game):
    round_ = seated(game, {1: ANTE}, DECK)
    if game == "mississippi-stud":
        round_.run_dealer()
    assert refused(round_, FoulHand("dealer", "eight cards")) == "no-hand"


# --- late bets --------------------------------------------------------------------------------------------------------


def test_a_late_bet_is_pushed_back_and_recorded_and_changes_nothing():
    round_ = dealt("straight-edge-1", {1: ANTE})
    before = round_.state.copy()
    assert refused(round_, Bet(2, {"ante": 5 * DOLLAR})) == "bets-closed"
    assert refused(round_, Bet(1, {"ante": 20 * DOLLAR})) == "bets-closed"
    assert refused(round_, Bet(1, {})) == "bets-closed"  # nor may a bet be taken back
    (event,) = round_.do(RefuseLateBet(1, "bonus", 5 * DOLLAR))
    assert isinstance(event, LateBetRefused)
    assert (event.seat, event.wager, event.amount) == (1, "bonus", 5 * DOLLAR)
    assert round_.state == before


def test_only_a_bet_that_is_late_and_real_is_recorded_as_refused():
    round_ = seated("straight-edge-1", {1: ANTE}, DECK)
    assert refused(round_, RefuseLateBet(1, "bonus", 5 * DOLLAR)) == "bets-open"
    round_.run_dealer()
    assert refused(round_, RefuseLateBet(7, "bonus", 5 * DOLLAR)) == "unknown-seat"
    assert refused(round_, RefuseLateBet(1, "no such wager", 5 * DOLLAR)) == "unknown-wager"
    for amount in (0, -5 * DOLLAR):
        assert refused(round_, RefuseLateBet(1, "bonus", amount)) == "bad-amount"


# --- mispays ----------------------------------------------------------------------------------------------------------


def test_a_mispay_is_corrected_to_what_was_due_also_after_the_round_is_closed():
    won = "9h 10h Jh Qh Kh 2s 4s", "3c 3d 6c 6d 8c 8d Ac 5d"  # five cards against two: 3 to 1
    round_ = play("straight-edge-1", {1: ANTE}, stacked(*won), {1: 1})
    before = round_.state.copy()
    (event,) = round_.do(CorrectMispay(1, "play", 30 * DOLLAR, "paid 2 to 1"))
    assert isinstance(event, MispayCorrected)
    assert (event.paid, event.due) == (30 * DOLLAR, 40 * DOLLAR)
    assert round_.state == before
    assert results(round_)[1] == {"ante": 10, "play": 30}


def test_only_a_settled_wager_that_was_paid_wrongly_is_corrected():
    round_ = dealt("straight-edge-1", {1: ANTE | {"two_way_bad_beat": 1}})
    assert refused(round_, CorrectMispay(1, "ante", 0, "short")) == "not-settled"
    round_.do(Choose(1, "fold"))
    round_.run_dealer()
    assert refused(round_, CorrectMispay(1, "ante", 0, "short")) == "no-mispay"
    assert refused(round_, CorrectMispay(1, "ante", -1, "short")) == "no-mispay"
    assert refused(round_, CorrectMispay(1, "two_way_bad_beat", 5, "short")) == "not-settled"  # the jackpots' business
    assert refused(round_, CorrectMispay(2, "ante", 5, "short")) == "not-settled"
