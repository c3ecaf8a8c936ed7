"""What is said of hands: to a player at every decision, of all that lies open, and how hands compare."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.cards import parse_cards
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.hand_descriptions import least_paying_hand
from cardroom.games.model import Deal, Reaches
from cardroom.games.settlement import facts_on
from cardroom.money import DOLLAR
from cardroom.table import Round, table_settings, view
from cardroom.table.commands import Bet, Choose
from cardroom.table.engine.betting import with_equal_wagers
from cardroom.table.text.spoken_hands import spoken, spoken_along, spoken_to

from .any_game import Story, commands, in_any_game, played
from .stacked import shoe
from .test_view import laid_open

LATER = {"war": "war_result", "double": "drawn_result"}  # what a second comparison is called, by its wager


@in_any_game(12)
def test_a_player_is_told_at_every_decision_what_he_holds_and_nobody_of_a_card_face_down(story: Story):
    round_, is_open = story.open(), set()
    seen_from = 0
    for command in commands(story, round_):
        round_.do(command)
        for event in round_.events[seen_from:]:
            is_open |= laid_open(event)
        seen_from = len(round_.events)
        said = spoken(round_.state)
        for hand in said.hands:
            assert {*hand.cards, *hand.makers} <= is_open
        for seat in round_.state.seats:
            own = round_.state.seats[seat].cards
            hand = spoken_to(round_.state, seat)
            assert (hand is None) == (not own)
            if hand:
                assert sorted(hand.cards) == sorted(own)
                assert {*hand.makers} <= is_open | {*own}
                assert hand.words


@in_any_game(12)
def test_a_round_is_spoken_of_alike_when_it_is_played_and_when_it_is_looked_at_again(story: Story):
    round_ = played(story)
    for seat in round_.state.seats:
        events = [view(event, seat) for event in round_.events]
        said = spoken_along(story.settings, events, seat)
        live = spoken(round_.state, seat)
        if said:
            assert (set(said[-1].hands), said[-1].line, said[-1].yours) == (set(live.hands), live.line, live.yours)
        else:
            assert live == msgspec.structs.replace(live, hands=(), line="", yours=None)


@in_any_game(12)
def test_the_line_says_what_the_facts_say(story: Story):
    round_ = played(story)
    game, state = story.game, round_.state
    for number, seat in state.seats.items():
        hand = spoken_to(state, number)
        if not hand or not hand.line or "result" not in game.facts:
            continue
        facts = facts_on(game, state.layout(number))
        results = [facts.result] + [getattr(facts, then) for wager, then in LATER.items() if wager in seat.stakes]
        is_short = isinstance(game.facts.get("dealer_qualifies"), Reaches) and not facts.dealer_qualifies
        said = hand.line.split(" Then ")
        assert len(said) == len(results)
        for result, each in zip(results, said, strict=True):
            start = {"copy": "a tie: ", "win": "you win", "loss": "the dealer wins"}[result.value]
            if is_short and result.value != "copy":
                start = "the dealer does not qualify. " + ("your" if result.value == "win" else "the dealer's")
            assert each.lower().startswith(start), hand.line
    if any(deal.to and "dealer" in deal.to for deal in game.stages_of(Deal)) and state.dealer_revealed:
        assert "dealer" in {hand.holder for hand in spoken(state).hands}


def a_round(game: str, deck: str) -> Round:
    settings = table_settings(game)
    round_ = Round.open("told", settings, shoe(game, deck))
    bet = with_equal_wagers(settings, {settings.rules.base_wager.id: 10 * DOLLAR})
    round_.do(Bet(1, bet))
    round_.run_dealer()
    return round_


def test_a_hand_that_must_fold_is_told_plainly_and_so_is_who_tries_otherwise():
    round_ = a_round("keep-it-straight", "2c 4c 6d 8d 10h Qh Qs 3c 5c 7d 9d Jh Kh As")
    assert [option.name for option in round_.options(1)] == ["fold"]
    plain = "You may make the Raise only with a two-card straight or better. Fold."
    assert round_.too_low(1) == plain
    with pytest.raises(CardroomError, match=r"only with a two-card straight or better\. Fold\.$"):
        round_.do(Choose(1, "3x"))


def test_only_the_larger_raises_need_a_hand_in_crazy_4_poker():
    round_ = a_round("crazy-4-poker", "2c 4d 6h 8s Kc 3c 5d 7h 9s Qc")
    assert round_.too_low(1) == "You may make the Play of 2x, 3x only with a pair of aces or better."


@pytest.mark.parametrize(
    ("game", "deck", "own", "dealer", "line"),
    [
        (
            "straight-edge-2", "7c 8d 9h 10s Jc 2d 2h Kc Qd Jh 9s 5c 4d 2s",
            "five-card straight, seven to jack", "three-card straight, jack to king", "You win by two cards.",
        ),
        (
            "straight-edge-2", "7c 8d 9h 10s Jc 2d 2h Kc 9d 7h 5s 3c Jd As",
            "five-card straight, seven to jack", "two-card straight, king to ace", "You win by three cards.",
        ),
        (
            "solitaire-stud", "Ac 2d 3c 7h 9d Jh Kh 3d 4c 5d 7s 9s Js Ks",
            "three-card run, ace to three", "three-card run, three to five",
            "The dealer wins by the ending card, five against three.",
        ),
        (
            "three-card-poker", "9c 9d Ah 7c 5d 2h",
            "pair of nines", "high card, seven-five-two",
            "The dealer does not qualify. Your hand is better: pair of nines against high card, seven-five-two.",
        ),
        (
            "three-card-poker", "9c 9d Ah 9h 9s Ad",
            "pair of nines", "pair of nines", "A tie: pair of nines, on both sides.",
        ),
    ],
)  # fmt: skip
def test_a_showdown_in_one_line(game, deck, own, dealer, line):
    round_ = a_round(game, deck)
    assert spoken_to(round_.state, 1).words == own
    assert not spoken_to(round_.state, 1).line
    round_.do(Choose(1, round_.options(1)[-1].name))
    round_.run_dealer()
    said = spoken(round_.state, 1)
    assert said.yours.line == line
    assert next(hand.words for hand in said.hands if hand.holder == "dealer") == dealer
    public = next(hand.line for hand in said.hands if hand.holder == 1)
    assert "You" not in public
    assert public


@pytest.mark.parametrize(
    ("game", "deck", "line"),
    [
        (
            "mississippi-stud", "Js 4c 9d 2h 7s",
            "Needed: a pair of sixes or better to get the stakes back, a pair of jacks or better to win.",
        ),
        ("mississippi-stud", "Js 4c 9d 9h 7s", ""),
        ("mississippi-stud", "Js 4c 9d Jh 7s", ""),
        ("let-it-ride", "9s 4c 9d Jh 7s", "Needed: a pair of tens or better to be paid."),
        ("let-it-ride", "Js 4c 9d Jh 7s", ""),
    ],
)  # fmt: skip
def test_a_lost_hand_that_only_its_pay_table_decides_is_told_what_it_falls_short_of(game, deck, line):
    round_ = a_round(game, deck)
    while options := round_.options(1):
        assert not spoken_to(round_.state, 1).line, "not before all cards are out"
        round_.do(Choose(1, options[-1].name))
        round_.run_dealer()
    assert spoken_to(round_.state, 1).line == line


def test_hands_of_the_table_are_compared_for_everyone():
    round_ = a_round("ez-baccarat", "Kc 9d 5h 2s")
    said = spoken(round_.state, 1)
    assert {hand.holder: hand.words for hand in said.hands} == {"player": "nine", "banker": "seven"}
    assert said.line == "The player wins by two points."
    assert said.yours is None


def test_a_second_pair_of_cards_is_what_a_war_comes_down_to():
    round_ = a_round("casino-war", "Kc Kd 2h 3h 4h Qs 9s")
    assert spoken_to(round_.state, 1).line == "A tie: king, on both sides."
    round_.do(Choose(1, "war"))
    round_.run_dealer()
    said = spoken_to(round_.state, 1)
    assert said.words == "king; then queen"
    assert said.line == "A tie: king, on both sides. Then you win: queen against nine."


def test_a_hand_is_named_street_by_street():
    round_ = a_round("mississippi-stud", "Js 4c 9d Jh 9s")  # three for the table, then two
    said = [spoken_to(round_.state, 1).words]
    for _ in range(3):
        round_.do(Choose(1, "1x"))
        round_.run_dealer()
        said.append(spoken_to(round_.state, 1).words)
    assert said == ["high card, jack-nine", "pair of jacks", "pair of jacks", "two pair, jacks and nines"]
    last = spoken_to(round_.state, 1)
    assert last.cards == tuple(parse_cards("Jh 9s"))
    assert set(last.makers) == set(parse_cards("Js Jh 9d 9s"))


@pytest.mark.parametrize(
    ("game_id", "wager_id", "needed"),
    [
        ("let-it-ride", "three_card_bonus", "Needed: a pair or better to be paid."),
        ("ultimate-texas-holdem", "blind", ""),  # the dealer's hand decides, too
    ],
)
def test_what_a_wager_takes_is_its_least_line_where_only_the_pay_table_decides(game_id, wager_id, needed):
    game = find_game(game_id)
    wager = game.wager(wager_id)
    assert least_paying_hand(game, wager, wager.paytables[0]) == needed
