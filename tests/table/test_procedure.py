"""The round as a procedure: who is next, what is said when someone is out of turn, and what is on record."""

from __future__ import annotations

import pytest

from cardroom.cards import DECK
from cardroom.documents import document_hash
from cardroom.errors import CardroomError
from cardroom.games.citations import OtherRule, Procedure, RuleSource
from cardroom.games.fingerprint import rules_hash
from cardroom.money import DOLLAR
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose, ClearShuffler, CloseBets, DealPacket, RevealHand, TakeFolded
from cardroom.table.events import BetPlaced
from cardroom.table.text.transcript import round_event_in_words

from .stacked import happened, play, seated, stacked
from .stories import Story, commands, in_every_game, played

GAME = "straight-edge-1"
ANTE = {"ante": 10}


def test_the_first_event_names_the_rules_and_settings_that_the_round_is_played_under():
    usual, other = table_settings(GAME), table_settings(GAME, paytables={"bonus": "Bonus 2"})
    opened = [Round.open("r", settings, DECK).events[0] for settings in (usual, other)]
    assert [event.settings for event in opened] == [document_hash(usual), document_hash(other)]
    assert opened[0].settings != opened[1].settings
    assert opened[0] == Round.open("r", usual, DECK, settings_hash=document_hash(usual)).events[0]
    assert [event.rules_hash for event in opened] == [rules_hash(s.rules, s.paytables) for s in (usual, other)]
    assert opened[0].rules_hash != opened[1].rules_hash


@pytest.mark.parametrize("deck", [DECK[:51], (*DECK[:51], DECK[0]), ()])
def test_a_round_needs_a_deck_of_52_different_cards(deck):
    with pytest.raises(CardroomError):
        Round.open("r", table_settings(GAME), deck)


def test_a_whole_round():
    round_ = Round.open("r1", table_settings("straight-edge-1"), DECK)
    round_.do(Bet(3, {"ante": 10 * DOLLAR}))
    round_.run_dealer()
    assert [option.name for option in round_.options(3)] == ["fold", "1x"]
    round_.do(Choose(3, "1x"))
    round_.run_dealer()
    assert round_.state.results == {3: {"ante": -10 * DOLLAR, "play": -10 * DOLLAR}}


def test_until_betting_closes_a_bet_can_be_changed_and_taken_back():
    round_ = seated(GAME, {1: ANTE, 2: ANTE}, DECK)
    round_.do(Bet(1, {"ante": 20 * DOLLAR, "bonus": 5 * DOLLAR}))
    round_.do(Bet(2, {}))
    assert {seat: state.stakes for seat, state in round_.state.seats.items()} == {
        1: {"ante": 20 * DOLLAR, "bonus": 5 * DOLLAR}
    }
    round_.do(Bet(1, {}))
    assert round_.next_act() is None
    assert len(happened(round_, BetPlaced)) == 5  # all on record


def test_without_a_bet_the_dealer_waits():
    round_ = seated(GAME, {}, DECK)
    assert round_.run_dealer() == []
    with pytest.raises(CardroomError, match="no one has bet yet"):
        round_.do(CloseBets())


def test_who_is_out_of_turn_is_told_what_is_next():
    round_ = seated(GAME, {2: ANTE, 4: ANTE}, DECK)
    round_.do(CloseBets())
    with pytest.raises(CardroomError, match="the next act is deal packet to 2"):
        round_.do(DealPacket(4))
    with pytest.raises(CardroomError, match="Seat 2 has nothing to decide now"):
        round_.do(Choose(2, "1x"))
    round_.run_dealer()
    round_.do(Choose(4, "1x"))
    assert round_.next_act() is None
    with pytest.raises(CardroomError, match="seat 2 must decide first"):
        round_.do(RevealHand())


def test_seats_decide_in_any_order_and_only_once():
    round_ = seated(GAME, {1: ANTE, 3: ANTE, 5: ANTE}, DECK)
    round_.run_dealer()
    for seat, left in ((3, [1, 5]), (5, [1]), (1, [])):
        round_.do(Choose(seat, "1x"))
        assert round_.awaited_seats() == left
        assert not round_.can(Choose(seat, "fold"))


def test_folded_hands_are_taken_in_clockwise_before_the_reveal():
    round_ = seated(GAME, dict.fromkeys((1, 2, 3), ANTE), DECK)
    round_.run_dealer()
    for seat in (3, 2, 1):
        round_.do(Choose(seat, "1x" if seat == 2 else "fold"))
    acts = []
    while not isinstance(act := round_.next_act(), RevealHand):
        acts.append(act)
        round_.do(act)
    assert acts == [TakeFolded(1), TakeFolded(3)]


@pytest.mark.parametrize(
    ("game", "clears"),
    [("straight-edge-1", True), ("straight-edge-2", True), ("solitaire-stud", True), ("keep-it-straight", False)],
)
def test_the_shuffler_is_cleared_where_the_sheet_says_so(game, clears):
    stakes = {"ante": 10, "blind": 10} if game == "straight-edge-2" else {"ante": 10}
    stakes |= {"super_bonus": 10} if game == "solitaire-stud" else {}
    round_ = seated(game, {1: stakes}, DECK)
    acts = []
    while (act := round_.next_act()) is not None:
        acts.append(act)
        round_.do(act)
    assert (acts[-1] == ClearShuffler()) is clears


@in_every_game(10)
def test_verifying_a_command_does_not_carry_it_out(story: Story):
    round_ = story.open()
    for command in commands(story, round_):
        before, known = round_.state.copy(), list(round_.events)
        assert round_.can(command)
        round_.validate(command)
        assert (round_.state, round_.events) == (before, known)
        round_.do(command)


@in_every_game(15)
def test_every_event_cites_a_rule_of_its_sheet_and_can_be_told_in_a_sentence(story: Story):
    game = story.settings.rules
    for event in played(story).events:
        if isinstance(event.rule, OtherRule):
            assert event.rule.source is RuleSource.PROCEDURE
            assert event.rule.number in set(Procedure)
        else:
            assert event.rule in game.rules
        sentence = round_event_in_words(event, game)
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
        assert "None" not in sentence


def test_a_round_as_it_is_told():
    deck = stacked("9h 10h Jh Qh Kh 2s 4s", "3c 3d 6c 6d 8c 8d Ac 5d")
    round_ = play(GAME, {3: ANTE}, deck, {3: 1})
    named = zip(round_.events, round_.hand_names(), strict=True)
    assert [round_event_in_words(event, round_.state.game, hand) for event, hand in named][1:] == [
        "Seat 3 bets Ante $10.",
        "No more bets.",
        "7 cards to seat 3: 9h 10h Jh Qh Kh 2s 4s.",
        "8 cards to the dealer: 3c 3d 6c 6d 8c 8d Ac 5d.",
        "The remaining 37 cards leave the shuffler.",
        "Seat 3 bets Play 1x, $10.",
        "The dealer shows 3c 3d 6c 6d 8c 8d Ac 5d: two-card straight, five to six.",
        "Seat 3 shows 9h 10h Jh Qh Kh 2s 4s: five-card straight, nine to king.",
        "Seat 3: Ante pays 1 to 1: +$10.",
        "Seat 3: Play pays 3 to 1 on wins by 3: +$30.",
        "The round is closed: seat 3 +$40.",
    ]
