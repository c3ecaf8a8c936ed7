"""Advice: the same figures as the solver's, and as plain settling of dealt hands."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import msgspec
import numpy as np
import pytest

from cardroom.cards import DECK, parse_card, parse_cards
from cardroom.errors import CardroomError
from cardroom.games.model import COMMUNITY, DEALER, SEAT, Kind, MakeBet, Verdict
from cardroom.games.settlement import Layout, settle
from cardroom.lab.solvers.against_dealer.seen_cards_advantage import dealer_showdowns
from cardroom.lab.solvers.streets.partial_hands import words_of_part
from cardroom.lab.strategy.advice import advise as weigh
from cardroom.lab.strategy.advice import sight
from cardroom.money import parse_pay
from cardroom.table import table_settings

RUN_GAMES = ("straight-edge-1", "straight-edge-2", "solitaire-stud", "keep-it-straight")
MISSISSIPPI = table_settings("mississippi-stud")
CARIBBEAN = table_settings("caribbean-stud")
TWICE = CARIBBEAN.rules.decisions[0].option("2x")


def advise(settings, *seen, **more):
    return weigh(sight(settings, *seen, **more))


def against(hand, dealer):
    return Layout({SEAT: (hand,), DEALER: (dealer,)})


def net(settings, wager, layout):
    """What a unit on a wager gains, by the game's own settlement."""
    outcome = settle(settings.rules, wager, settings.paytables, layout).outcome
    return {Verdict.LOSE: -1, Verdict.PUSH: 0}.get(outcome.verdict) if outcome.pays is None else outcome.pays.net


def gain(settings, layout, option):
    """What a hand gains when the decision's wager is made so."""
    wagers = [wager for wager in settings.rules.wagers if not wager.is_side_bet]
    return sum(net(settings, w, layout) * (option.multiple if w.kind is Kind.DECISION else 1) for w in wagers)


def worth(advice):
    return {option.name: option.expectation for option in advice.options}


# --- against the solver -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=pytest.mark.slow) if g == "solitaire-stud" else g for g in RUN_GAMES]
)
def test_advice_on_runs_agrees_with_the_classes_of_the_solver(game, solved):
    solution = solved(game)
    counted, options = solution.counted, [option.name for option in solution.options]
    cells = [cell for chain in solution.ranking.chains for cell in chain.distinct_cells]
    for place in random.Random(1).sample(range(len(counted.classes.weight)), 25):
        hand = [
            card
            for cell, number in zip(cells, counted.classes.held[place], strict=True)
            for card in [card for card in DECK if cell >> card.number & 1][:number]
        ]
        advice = advise(solution.settings, hand)
        expected = {
            option: Fraction(int(solution.class_gain[place, o]), counted.dealer_hands * solution.parts_per_unit)
            for o, option in enumerate(options)
        }
        assert worth(advice) == {option: expected[option] for option in worth(advice)}
        assert advice.best.name == options[solution.best_policy.choices[0][place]]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["caribbean-stud", "three-card-poker", "crazy-4-poker"])
def test_advice_on_poker_hands_agrees_with_the_sweep(game, solved):
    """Dealt out where the dealer's hands are few, and counted for all hands at once."""
    solution = solved(game)
    count, source = solution.counted.count, random.Random(2)
    for hand in source.sample(range(len(count.hands)), 25):
        cards = solution.counted.deck.cards(count.hands[hand])
        up = source.choice([card for card in DECK if card not in cards]) if count.has_card_up else None
        seen = sight(solution.settings, cards, dealer_up=up)
        value = solution.counted.rankings[0].value(cards)
        dealt = dealer_showdowns(solution.counted, count.hands[hand].tolist(), [up.number] if up else [], value)
        assert dealt.tolist() == count.showdowns_at(hand, up.number if up else 0).tolist()
        weighed = solution.weigh_options(seen)
        row = solution.counted.row_of_value[value]
        for o, option in enumerate(solution.options):
            if option.name in weighed.worth:
                gained = Fraction(
                    int((dealt * solution.gains[o, row]).sum()), int(dealt.sum()) * solution.parts_per_unit
                )
                assert weighed.worth[option.name] == gained


def test_advice_on_streets_agrees_with_backward_induction(solved):
    solution = solved("mississippi-stud")
    source, tree = random.Random(3), solution.counted.tree
    for decision, known in enumerate((2, 3, 4)):
        options = [option.name for option in tree.options[decision]]
        for _ in range(8):
            cards = source.sample(DECK, known)
            path, stake = source.choice(list(tree.staked_before(decision).items()))
            advice = advise(MISSISSIPPI, cards[:2], cards[2:], staked=stake)
            position = solution.counted.count.locate(tuple(card.number for card in cards))
            gains = solution.worth[decision][path, position]
            ways = solution.counted.count.ways[decision] * solution.parts_per_unit
            assert worth(advice) == {o: Fraction(int(g), ways) for o, g in zip(options, gains, strict=True)}
            assert advice.best.name == options[solution.best_policy.choices[decision][path, position]]
            assert advice.best.expectation == Fraction(int(gains.max()), ways)


# --- against plain settling -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RUN_GAMES)
def test_advice_on_runs_is_what_dealt_hands_gain_on_average(game):
    settings = table_settings(game)
    source = random.Random(4)
    cards = 8 if game == "straight-edge-1" else 7
    hand = max((tuple(source.sample(DECK, 7)) for _ in range(6)), key=settings.rules.ranking.value)
    left = [card for card in DECK if card not in hand]
    layouts = [against(hand, tuple(source.sample(left, cards))) for _ in range(1500)]
    for name, expectation in worth(advise(settings, hand)).items():
        option = settings.rules.decisions[0].option(name)
        if isinstance(option, MakeBet):
            gains = np.array([float(gain(settings, layout, option)) for layout in layouts])
            assert abs(gains.mean() - float(expectation)) < 4 * gains.std() / sqrt(len(gains))


def test_advice_on_caribbean_stud_is_what_dealt_hands_gain_on_average():
    hand, up = parse_cards("Ah Kd Qc 5c 2s"), parse_card("2d")
    left = [card for card in DECK if card not in (*hand, up)]
    source = random.Random(5)
    layouts = [against(hand, (up, *source.sample(left, 4))) for _ in range(3000)]
    gains = np.array([float(gain(CARIBBEAN, layout, TWICE)) for layout in layouts])
    expectation = worth(advise(CARIBBEAN, hand, dealer_up=up))["2x"]
    assert abs(gains.mean() - float(expectation)) < 4 * gains.std() / sqrt(len(gains))


@pytest.mark.slow
def test_advice_on_caribbean_stud_is_the_average_over_all_dealer_hands():
    """Every dealer's hand is dealt and ranked; hands of the same value settle alike, so one of each is settled."""
    hand, up = parse_cards("Ah Kd Jc 9c 2s"), parse_card("9d")
    left = [card for card in DECK if card not in (*hand, up)]
    dealt = defaultdict(list)
    for rest in combinations(left, 4):
        dealt[CARIBBEAN.rules.ranking.value((up, *rest))].append((up, *rest))
    total = sum(len(alike) * gain(CARIBBEAN, against(hand, alike[0]), TWICE) for alike in dealt.values())
    assert worth(advise(CARIBBEAN, hand, dealer_up=up))["2x"] == Fraction(total) / comb(46, 4)


def naive_mississippi(known, stake):
    """The best that can be done, by dealing every card and settling every hand with the game's own rules."""
    left = [card for card in DECK if card not in known]
    if len(known) == 5:
        ante = MISSISSIPPI.rules.base_wager
        return Fraction(stake * net(MISSISSIPPI, ante, Layout({SEAT: (known[:2],), COMMUNITY: (known[2:],)})))
    bets = [
        sum(naive_mississippi((*known, card), stake + option.multiple) for card in left) / len(left)
        for option in MISSISSIPPI.rules.decisions[len(known) - 2].options[1:]
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
    assert advice.best.name == "3x"
    assert [option.name for option in advice.options] == ["fold", "1x", "2x", "3x"]
    assert [option.at_stake for option in advice.options] == [1, 2, 3, 4]
    assert all(option.cost == advice.best.expectation - option.expectation for option in advice.options)


def test_caribbean_stud_raises_a_pair_and_folds_below_ace_king():
    for up in parse_cards("2h 9h Kh Ah"):
        assert advise(CARIBBEAN, parse_cards("3s 3d 8c 7d 2c"), dealer_up=up).best.name == "2x"
        assert advise(CARIBBEAN, parse_cards("As Qd Jc 9d 8c"), dealer_up=up).best.name == "fold"


def test_a_hand_that_must_fold_has_no_other_option():
    advice = advise(table_settings("keep-it-straight"), parse_cards("2c 4c 6d 8d 10d Qh Qc"))
    assert [option.name for option in advice.options] == ["fold"]
    assert advice.best.expectation == -1


def test_folding_loses_what_is_staked():
    assert worth(advise(table_settings("straight-edge-2"), parse_cards("2c 4c 6d 8d 10d Qh Qc")))["fold"] == -2
    assert worth(advise(MISSISSIPPI, parse_cards("2c 4c"), parse_cards("7d"), staked=4))["fold"] == -4


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
    generous = msgspec.structs.replace(printed, id="mine", lines=tuple(lines), is_printed=False)
    settings = table_settings("mississippi-stud", paytables={"base": generous})
    hand, community = parse_cards("9h 8d"), parse_cards("2c")
    assert advise(MISSISSIPPI, hand, community, staked=2).best.name == "fold"
    assert advise(settings, hand, community, staked=2).best.name == "1x"


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
