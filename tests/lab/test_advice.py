"""Advice: the same figures as the solver's, and as plain settling of dealt hands."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import msgspec
import numpy as np
import pytest

from cardroom.cards import DECK, parse_card, parse_cards
from cardroom.errors import CardroomError
from cardroom.games.model import Kind, Verdict
from cardroom.games.settlement import Layout, settle
from cardroom.lab.advice import advise
from cardroom.lab.partial_hands import words_of_part
from cardroom.money import parse_pay
from cardroom.table import table_settings

RUN_GAMES = ("straight-edge-1", "straight-edge-2", "solitaire-stud", "keep-it-straight")
MISSISSIPPI = table_settings("mississippi-stud")
CARIBBEAN = table_settings("caribbean-stud")


def net(settings, wager, layout):
    """What a unit on a wager gains, by the game's own settlement."""
    outcome = settle(settings.rules, wager, settings.paytables, layout).outcome
    return {Verdict.LOSE: -1, Verdict.PUSH: 0}.get(outcome.verdict) if outcome.pays is None else outcome.pays.net


def gain(settings, layout, multiple):
    """What a hand gains when the decision's wager is so many Antes."""
    wagers = [wager for wager in settings.rules.wagers if not wager.is_side_bet]
    return sum(net(settings, w, layout) * (multiple if w.kind is Kind.DECISION else 1) for w in wagers)


def worth(advice):
    return {option.multiple: option.expectation for option in advice.options}


def place(numbers):
    return sum(comb(card, i) for i, card in enumerate(sorted(numbers), 1))


# --- against the solver -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=pytest.mark.slow) if g == "solitaire-stud" else g for g in RUN_GAMES]
)
def test_advice_on_runs_agrees_with_the_classes_of_the_solver(game, solved):
    solution = solved(game)
    deals = solution.deals
    cells = [cell for chain in solution.ranking.chains for cell in chain.distinct_cells]
    for place in random.Random(1).sample(range(len(deals.class_weight)), 25):
        hand = [
            card
            for cell, number in zip(cells, deals.class_counts[place], strict=True)
            for card in [card for card in DECK if cell >> card.number & 1][:number]
        ]
        advice = advise(solution.settings, hand)
        expected = {
            multiple: Fraction(int(deals.class_gain[place, o]), deals.dealer_hands * solution.scale)
            for o, multiple in enumerate(solution.options)
        }
        assert worth(advice) == {multiple: expected[multiple] for multiple in worth(advice)}
        assert advice.best.multiple == solution.options[deals.class_option[place]]


@pytest.mark.slow
def test_advice_on_caribbean_stud_agrees_with_the_sweep(solved):
    solution = solved("caribbean-stud")
    deals = solution.deals
    source = random.Random(2)
    for hand in source.sample(range(len(deals.hands)), 25):
        cards = [DECK[number] for number in deals.hands[hand]]
        up = source.choice([card for card in DECK if card not in cards])
        advice = advise(CARIBBEAN, cards, dealer_up=up)
        for o, multiple in enumerate(solution.options):
            gained = Fraction(int(deals.gain[hand, up.number, o]), deals.dealer_hands * solution.scale)
            assert worth(advice)[multiple] == gained


def test_advice_on_mississippi_stud_agrees_with_backward_induction(solved):
    solution = solved("mississippi-stud")
    source = random.Random(3)
    for known, stakes, ways in ((2, range(1, 2), 50 * 49 * 48), (3, range(2, 5), 49 * 48), (4, range(3, 8), 48)):
        for _ in range(8):
            cards, stake = source.sample(DECK, known), source.choice(stakes)
            advice = advise(MISSISSIPPI, cards[:2], cards[2:], staked=stake)
            where = place([card.number for card in cards])
            for multiple, expectation in worth(advice).items():
                ahead = solution.deals.raising[known - 2][where, stake + multiple] if multiple else -stake * ways
                assert expectation == Fraction(int(ahead), ways)
            assert advice.best.multiple == solution.deals.bets[known - 2][where, stake]
            assert advice.best.expectation == Fraction(int(solution.deals.worth[known - 2][where, stake]), ways)


# --- against plain settling -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RUN_GAMES)
def test_advice_on_runs_is_what_dealt_hands_gain_on_average(game):
    settings = table_settings(game)
    source = random.Random(4)
    cards = 8 if game == "straight-edge-1" else 7
    hand = max((tuple(source.sample(DECK, 7)) for _ in range(6)), key=settings.rules.ranking.value)
    left = [card for card in DECK if card not in hand]
    layouts = [Layout(hand, tuple(source.sample(left, cards))) for _ in range(1500)]
    for multiple, expectation in worth(advise(settings, hand)).items():
        if multiple:
            gains = np.array([float(gain(settings, layout, multiple)) for layout in layouts])
            assert abs(gains.mean() - float(expectation)) < 4 * gains.std() / sqrt(len(gains))


def test_advice_on_caribbean_stud_is_what_dealt_hands_gain_on_average():
    hand, up = parse_cards("Ah Kd Qc 5c 2s"), parse_card("2d")
    left = [card for card in DECK if card not in (*hand, up)]
    source = random.Random(5)
    layouts = [Layout(hand, (up, *source.sample(left, 4))) for _ in range(3000)]
    gains = np.array([float(gain(CARIBBEAN, layout, 2)) for layout in layouts])
    expectation = worth(advise(CARIBBEAN, hand, dealer_up=up))[2]
    assert abs(gains.mean() - float(expectation)) < 4 * gains.std() / sqrt(len(gains))


@pytest.mark.slow
def test_advice_on_caribbean_stud_is_the_average_over_all_dealer_hands():
    """Every dealer's hand is dealt and ranked; hands of the same value settle alike, so one of each is settled."""
    hand, up = parse_cards("Ah Kd Jc 9c 2s"), parse_card("9d")
    left = [card for card in DECK if card not in (*hand, up)]
    dealt = defaultdict(list)
    for rest in combinations(left, 4):
        dealt[CARIBBEAN.rules.ranking.value((up, *rest))].append((up, *rest))
    total = sum(len(alike) * gain(CARIBBEAN, Layout(hand, alike[0]), 2) for alike in dealt.values())
    assert worth(advise(CARIBBEAN, hand, dealer_up=up))[2] == Fraction(total) / comb(46, 4)


def naive_mississippi(known, stake):
    """The best that can be done, by dealing every card and settling every hand with the game's own rules."""
    left = [card for card in DECK if card not in known]
    if len(known) == 5:
        ante = MISSISSIPPI.rules.base_wager
        return Fraction(stake * net(MISSISSIPPI, ante, Layout(known[:2], community=known[2:])))
    bets = [
        sum(naive_mississippi((*known, card), stake + bet) for card in left) / len(left)
        for bet in MISSISSIPPI.rules.decisions[len(known) - 2].multiples
    ]
    return max(Fraction(-stake), *bets)


@pytest.mark.parametrize("cards", ["Qh Jh 10h 2s", "6c 6d 9s Kd", "8c 7d 6h 2s", "3c 5d 9h Js"])
def test_advice_on_fifth_street_is_the_average_of_48_rivers(cards):
    known = parse_cards(cards)
    for stake in (3, 7):
        advice = advise(MISSISSIPPI, known[:2], known[2:], staked=stake)
        assert advice.best.expectation == naive_mississippi(known, stake)


@pytest.mark.slow
def test_advice_on_fourth_street_is_what_dealing_all_cards_gives():
    known = parse_cards("10h 9h 7h")
    assert advise(MISSISSIPPI, known[:2], known[2:], staked=2).best.expectation == naive_mississippi(known, 2)


# --- what players know ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rank", ["6", "7", "8", "9", "10", "J", "Q", "K", "A"])
def test_pairs_of_sixes_and_better_are_raised_three_times_on_third_street(rank):
    advice = advise(MISSISSIPPI, parse_cards(f"{rank}s {rank}d"))
    assert advice.best.multiple == 3
    assert [option.multiple for option in advice.options] == [0, 1, 2, 3]
    assert [option.at_stake for option in advice.options] == [1, 2, 3, 4]
    assert all(option.cost == advice.best.expectation - option.expectation for option in advice.options)


def test_caribbean_stud_raises_a_pair_and_folds_below_ace_king():
    for up in parse_cards("2h 9h Kh Ah"):
        assert advise(CARIBBEAN, parse_cards("3s 3d 8c 7d 2c"), dealer_up=up).best.multiple == 2
        assert advise(CARIBBEAN, parse_cards("As Qd Jc 9d 8c"), dealer_up=up).best.multiple == 0


def test_a_hand_that_must_fold_has_no_other_option():
    advice = advise(table_settings("keep-it-straight"), parse_cards("2c 4c 6d 8d 10d Qh Qc"))
    assert [option.multiple for option in advice.options] == [0]
    assert advice.best.expectation == -1


def test_folding_loses_what_is_staked():
    assert worth(advise(table_settings("straight-edge-2"), parse_cards("2c 4c 6d 8d 10d Qh Qc")))[0] == -2
    assert worth(advise(MISSISSIPPI, parse_cards("2c 4c"), parse_cards("7d"), staked=4))[0] == -4


def test_the_words_say_what_the_hand_is_now():
    words = {
        "Kh Kd": "pair of kings",
        "6h 5h": "high card, six-five, suited",
        "9h 8h 6h": "high card, nine-eight-six; three to a straight flush, one gap",
        "Ah 2d 3c 4s": "high card, ace-four-three-two; four to a straight",
        "Kh 9h 4h 2h": "high card, king-nine-four-two; four to a flush",
        "4h 4d 9c 9s": "two pair, nines and fours",
        "4h 4d 4c": "three of a kind, fours",
    }
    assert {cards: words_of_part(parse_cards(cards)) for cards in words} == words
    assert advise(table_settings("solitaire-stud"), parse_cards("As 2h 3s 9d 9c Kd Kh")).words == (
        "three-card run, ace to three"
    )


def test_another_pay_table_gives_other_advice():
    printed = MISSISSIPPI.paytables["ante"]
    lines = [
        msgspec.structs.replace(line, pays=(parse_pay("1 to 1"),)) if line.hand == "pair of sixes to tens" else line
        for line in printed.lines
    ]
    generous = msgspec.structs.replace(printed, id="mine", lines=tuple(lines), approved=False)
    settings = table_settings("mississippi-stud", paytables={"base": generous})
    hand, community = parse_cards("9h 8d"), parse_cards("2c")
    assert advise(MISSISSIPPI, hand, community, staked=2).best.multiple == 0
    assert advise(settings, hand, community, staked=2).best.multiple == 1


@pytest.mark.parametrize(
    ("game", "hand", "community", "up", "staked"),
    [
        ("keep-it-straight", "2c 4c 6d 8d 10d Qh", "", None, None),
        ("mississippi-stud", "2c 4c 5d", "", None, None),
        ("mississippi-stud", "2c 4c", "4c", None, 2),
        ("mississippi-stud", "2c 4c", "5c 6c 7c", None, 4),
        ("mississippi-stud", "2c 4c", "5c", None, None),
        ("mississippi-stud", "2c 4c", "5c", None, 5),
        ("mississippi-stud", "2c 4c", "5c 6d", None, 2),
        ("mississippi-stud", "2c 4c", "", None, 0),
        ("caribbean-stud", "2c 4c 6d 8d 10d", "", None, None),
        ("caribbean-stud", "2c 4c 6d 8d 10d", "", "10d", None),
        ("caribbean-stud", "2c 4c 6d 8d 10d", "", "9d", 3),
        ("straight-edge-1", "2c 4c 6d 8d 10d Qh Kh", "Ac", None, None),
        ("straight-edge-1", "2c 4c 6d 8d 10d Qh Kh", "", "Ac", None),
    ],
)
def test_what_cannot_be_is_refused(game, hand, community, up, staked):
    with pytest.raises(CardroomError):
        advise(table_settings(game), parse_cards(hand), parse_cards(community), parse_card(up) if up else None, staked)


@pytest.mark.slow
def test_advice_takes_less_than_50_milliseconds_once_warm():
    asked = [
        lambda: advise(table_settings("solitaire-stud"), parse_cards("As 2h 3s 9d 9c Kd Kh")),
        lambda: advise(CARIBBEAN, parse_cards("Ah Kd Qc 5c 2s"), dealer_up=parse_card("2d")),
        lambda: advise(MISSISSIPPI, parse_cards("6h 5h")),
    ]
    for ask in asked:
        ask()
        times = []
        for _ in range(9):
            begin = time.perf_counter()
            ask()
            times.append(time.perf_counter() - begin)
        assert min(times) < 0.05
