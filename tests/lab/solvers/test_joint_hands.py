"""Several hands from one deck that all reach a step, held against deals gone through one by one."""

from __future__ import annotations

from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from cardroom.games import find_game
from cardroom.games.hand_classes import FIVE_CARD_HANDS
from cardroom.games.model import Deck
from cardroom.hands import FIVE_CARD_POKER, THREE_CARD_POKER, PokerRanking
from cardroom.lab import figure_cache
from cardroom.lab.figure_cache import cached_by_facts
from cardroom.lab.results import AllReach
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck, suited_deck
from cardroom.lab.solvers.joint_hands import best_hand_at_table
from cardroom.lab.solvers.joint_hands.deal_counts import deals, deals_reaching
from cardroom.lab.solvers.joint_hands.signed_card_sets import signed_card_sets
from cardroom.lab.solvers.protocol import Spreads
from cardroom.table import table_settings

from .small_decks import FOUR_CARDS, deck

WHOLE = suited_deck(Deck())
MOST_HANDS = 2000  # that one can compare with one another
FEW_HANDS = 200  # four at a time

# Deck, ranking, and how many hands it has cards for.
DECKS = [
    ("789/cdh", THREE_CARD_POKER, 3),
    ("23A/cdhs", THREE_CARD_POKER, 4),
    ("246A/cdh", THREE_CARD_POKER, 4),
    ("TJQKA/cdhs", THREE_CARD_POKER, 4),
    ("2345A/cdh", THREE_CARD_POKER, 4),
    ("789T/cdh", FOUR_CARDS, 3),
    ("JQKA/cdhs", FOUR_CARDS, 3),
    ("9TJQKA/cd", FOUR_CARDS, 3),
    ("9TJQKA/cd", FIVE_CARD_POKER, 2),
    ("TJQKA/cdh", FIVE_CARD_POKER, 3),
    ("23456A/cdh", FIVE_CARD_POKER, 3),
    ("23456789TJQKA/c", FIVE_CARD_POKER, 2),
    ("QKA/cdhs", FIVE_CARD_POKER, 2),
]


def cover_all() -> Spreads:
    settings = table_settings("caribbean-stud")
    return best_hand_at_table.best_hand_spreads(settings.rules, settings, settings.rules.wager("cover_all"))


def at_least(ranking: PokerRanking, floor: int) -> np.ndarray:
    return np.arange(ranking.number_of_values) >= floor


def hands_that_reach(of: SuitedDeck, ranking: PokerRanking, reaches: np.ndarray) -> np.ndarray:
    """[hand, card]: whether it has the card."""
    hands = [hand for hand in combinations(range(of.size), ranking.size) if reaches[ranking.value(of.cards(hand))]]
    held = np.zeros((len(hands), of.size))
    for number, hand in enumerate(hands):
        held[number, list(hand)] = 1
    return held


def plainly(held: np.ndarray, most: int) -> list[int]:
    """Deals of no hand, one, two, … of these that have no card in common: cliques of a graph, each hand a corner."""
    apart = (held @ held.T == 0).astype(np.float64)
    return [1, *(_cliques(apart, hands) for hands in range(1, most + 1))]


def _cliques(apart: np.ndarray, hands: int) -> int:
    if hands == 1:
        return len(apart)
    if hands == 2:
        return int(apart.sum())
    if hands == 3:
        return int(((apart @ apart) * apart).sum())
    others = (np.flatnonzero(row) for row in apart)
    return sum(_cliques(apart[np.ix_(rest, rest)], hands - 1) for rest in others)


@pytest.mark.parametrize(("text", "ranking", "most"), DECKS)
def test_deals_in_which_all_hands_reach_are_those_found_one_by_one(text, ranking, most):
    of = deck(text)
    floors = {
        ranking.floor(category) for category in (*ranking.categories, *([ranking.royal] if ranking.royal else []))
    }
    floors |= {ranking.floor("pair", "A"), ranking.floor("flush", "A"), ranking.floor("high card", "A"), 0}
    compared = 0
    for floor in sorted(floors):
        reaches = at_least(ranking, floor)
        held = hands_that_reach(of, ranking, reaches)
        hands = most if len(held) <= FEW_HANDS else min(most, 3)
        if len(held) <= MOST_HANDS:
            assert list(deals_reaching(of, ranking, reaches, most)[: hands + 1]) == plainly(held, hands), floor
            compared += 1
    assert compared > len(floors) // 2


@pytest.mark.parametrize("seed", range(3))
def test_any_hands_may_be_the_ones_that_reach(seed):
    """Not only those above a floor: signs come out of the ranking, whatever it is asked."""
    reaches = np.random.default_rng(seed).random(THREE_CARD_POKER.number_of_values) < 0.5
    of = deck("89TJ/cdh")
    held = hands_that_reach(of, THREE_CARD_POKER, reaches)
    assert list(deals_reaching(of, THREE_CARD_POKER, reaches, 4)) == plainly(held, 4)


def test_what_makes_a_hand_is_what_a_player_would_say():
    made = signed_card_sets(WHOLE, FIVE_CARD_POKER, at_least(FIVE_CARD_POKER, FIVE_CARD_POKER.floor("three of a kind")))
    by_shape = {}
    for held, sign in made.by_rank.items():
        shape = tuple(sorted(number for number in held if number))
        by_shape.setdefault(shape, []).append(sign)
    assert by_shape == {(3,): [1] * 13, (4,): [-3] * 13, (1, 1, 1, 1, 1): [1] * 10}
    assert made.flush == 1
    assert list(made.suited.values()) == [-1] * 10  # straight flushes, counted as straights and as flushes


def test_rare_hands_of_52_cards_meet_as_often_as_found_one_by_one():
    ranks, suits = range(13), range(4)
    straights = [[12, 0, 1, 2, 3], *([low + i for i in range(5)] for low in range(9))]
    held = np.zeros((40 + 13 * 48, 52))
    for number, (suit, straight) in enumerate((suit, straight) for suit in suits for straight in straights):
        held[number, [13 * suit + rank for rank in straight]] = 1
    quads = ((rank, card) for rank in ranks for card in range(52) if card % 13 != rank)
    for number, (rank, card) in enumerate(quads, start=40):
        held[number, [13 * suit + rank for suit in suits] + [card]] = 1
    floor = FIVE_CARD_POKER.floor
    straight_flushes = deals_reaching(WHOLE, FIVE_CARD_POKER, at_least(FIVE_CARD_POKER, floor("straight flush")), 5)
    assert list(straight_flushes) == plainly(held[:40], 5)
    better = deals_reaching(WHOLE, FIVE_CARD_POKER, at_least(FIVE_CARD_POKER, floor("four of a kind")), 3)
    assert list(better) == plainly(held, 3)


def test_two_hands_are_those_that_were_counted_by_pairs_of_all_hands():
    """Inclusion and exclusion over the cards that two hands share: another way, and counted before this one."""
    lines = [12271500, 110442308, 1914033200, 11472374592, 15625344332, 31116026496, 165223084368]
    spread = cover_all()[2]
    assert [spread.steps[(), step] for step in range(7)] == lines
    assert spread.of == comb(52, 5) * comb(47, 5)


def test_more_hands_reach_a_step_more_often_and_no_more_often_than_each_by_itself():
    spreads = cover_all()
    assert sorted(spreads) == [2, 3, 4, 5, 6, 7, 8]
    for step, single in enumerate([4, 40, 664, 4408, 9516, 19716, 74628]):
        chances = [sum(spread.steps[(), s] for s in range(step + 1)) / spread.of for spread in spreads.values()]
        assert chances == sorted(set(chances))
        for hands, chance in zip(spreads, chances, strict=True):
            assert 1 - (1 - single / comb(52, 5)) ** hands == pytest.approx(chance, rel=0.01)
            assert chance < hands * single / comb(52, 5)
        assert all(spread.of == prod(comb(52 - 5 * i, 5) for i in range(hands)) for hands, spread in spreads.items())


# --- what comes with the package --------------------------------------------------------------------------------------


def _not_there() -> AllReach:
    return pytest.fail("it does not come with the package")


@pytest.fixture
def of_the_package(monkeypatch):
    """Every hand class as it comes with the package; nothing may be kept from before."""
    monkeypatch.setattr(figure_cache, "_read", lambda *_: None)
    game = find_game("caribbean-stud")
    together = best_hand_at_table._together(game, game.wager("cover_all"))
    return [
        cached_by_facts(step.facts, AllReach, _not_there).deals for step in together.steps(len(FIVE_CARD_HANDS.classes))
    ]


def test_single_hands_of_the_package_are_the_textbook_ones(of_the_package):
    textbook = [4, 40, 664, 4408, 9516, 19716, 74628, 198180, 1296420, comb(52, 5)]
    assert [found[:2] for found in of_the_package] == [(1, number) for number in textbook]
    assert all(number <= deals(WHOLE, 5, hands) for found in of_the_package for hands, number in enumerate(found))


@pytest.mark.slow
def test_three_hands_of_the_package_are_those_that_are_counted(of_the_package):
    """All eight are counted in the soak."""
    for step, found in zip(FIVE_CARD_HANDS.classes, of_the_package, strict=True):
        reaches = at_least(FIVE_CARD_POKER, step.at_least)
        assert found[:4] == deals_reaching(WHOLE, FIVE_CARD_POKER, reaches, 3)


@pytest.mark.soak
def test_what_comes_with_the_package_is_what_is_counted():
    game = find_game("caribbean-stud")
    for facts, found in best_hand_at_table.best_hand_counts(game):
        assert cached_by_facts(facts, AllReach, _not_there) == found
