"""Own hand against the dealer's, held against plain counting on small decks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from cardroom.errors import CardroomError
from cardroom.games.model import Deck
from cardroom.hands import FIVE_CARD_POKER, THREE_CARD_POKER, PokerRanking
from cardroom.lab.counting.hands.counting import HandsCount, count_hands
from cardroom.lab.counting.sets.classes import SuitedDeck, classes_of, suited
from .small_decks import FOUR_CARDS, deck

three, five = THREE_CARD_POKER.floor, FIVE_CARD_POKER.floor

# Deck, own hand, dealer's hand, what the dealer needs.
CASES = [
    ("TJQKA/cdh", THREE_CARD_POKER, THREE_CARD_POKER, three("high card", "A")),
    ("TJQKA/cdh", THREE_CARD_POKER, THREE_CARD_POKER, three("straight")),
    ("23A/cdhs", THREE_CARD_POKER, THREE_CARD_POKER, 0),
    ("9TJQKA/cd", FIVE_CARD_POKER, FIVE_CARD_POKER, five("pair", "Q")),
    ("QKA/cdhs", FIVE_CARD_POKER, FIVE_CARD_POKER, five("full house", "K")),
    ("TJQKA/cdh", FIVE_CARD_POKER, FIVE_CARD_POKER, five("two pair")),
    ("JQKA/cdh", FOUR_CARDS, FOUR_CARDS, FOUR_CARDS.floor("pair", "K")),
    ("JQKA/cdh", FOUR_CARDS.best_of(5), FOUR_CARDS.best_of(5), FOUR_CARDS.floor("two pair")),
    ("TJQKA/cd", FOUR_CARDS, FOUR_CARDS.best_of(5), FOUR_CARDS.floor("pair", "A")),
    ("TJQKA/cd", FOUR_CARDS.best_of(5), FOUR_CARDS, FOUR_CARDS.floor("pair", "A")),
    ("TJQKA/cd", THREE_CARD_POKER.best_of(5), THREE_CARD_POKER, three("pair")),
    ("TJQKA/cd", THREE_CARD_POKER, THREE_CARD_POKER.best_of(5), three("pair")),
    ("JQKA/cdh", FOUR_CARDS.best_of(5), FOUR_CARDS.best_of(6), FOUR_CARDS.floor("three of a kind")),
]


@cache
def all_hands(of: SuitedDeck, ranking: PokerRanking) -> list[tuple[frozenset[int], int]]:
    hands = combinations(range(of.size), ranking.cards)
    return [(frozenset(hand), ranking.value(of.cards(hand))) for hand in hands]


def met_plainly(count: HandsCount, dealers: PokerRanking, hand: frozenset[int], value: int, up: int | None) -> list[int]:
    """The dealer's hands by showdown, one after another."""
    ways = [0] * 6
    for other, his in all_hands(count.deck, dealers):
        if not hand & other and (up is None or up in other):
            result = 0 if value > his else 1 if value == his else 2
            ways[2 * result + (his >= count.floor)] += 1
    return ways


@pytest.mark.parametrize("has_card_up", [False, True])
@pytest.mark.parametrize(("text", "own", "dealers", "floor"), CASES)
def test_every_position_is_as_counted_one_by_one(text, own, dealers, floor, has_card_up):
    count = count_hands(deck(text), own, dealers, floor, has_card_up)
    showdowns = count.showdowns()
    ups = range(count.deck.size) if has_card_up else [None]
    for p, cards in enumerate(count.hands):
        hand = frozenset(map(int, cards))
        assert count.values[p] == own.value(count.deck.cards(sorted(hand)))
        for column, up in enumerate(ups):
            wanted = [0] * 6 if up in hand else met_plainly(count, dealers, hand, count.values[p], up)
            assert list(showdowns[p, column]) == wanted
    assert count.weights.sum() == comb(count.deck.size, own.cards)
    chances = comb(count.deck.size - own.cards, dealers.cards) * (dealers.cards if has_card_up else 1)
    assert count.total == comb(count.deck.size, own.cards) * chances


def test_the_small_decks_reach_every_showdown():
    reached = np.zeros(6, dtype=np.int64)
    for text, own, dealers, floor in CASES:
        reached += count_hands(deck(text), own, dealers, floor).showdowns().sum(axis=(0, 1))
    assert (reached > 0).all()


def test_any_hand_is_located_in_the_class_that_stands_for_it():
    count = count_hands(deck("TJQKA/cdh"), THREE_CARD_POKER, THREE_CARD_POKER, three("high card", "A"), has_card_up=True)
    showdowns = count.showdowns()
    found = Counter()
    for hand, value in all_hands(count.deck, THREE_CARD_POKER):
        for up in set(range(count.deck.size)) - hand:
            place, column = count.locate(tuple(sorted(hand, reverse=True)), up)
            assert list(showdowns[place, column]) == met_plainly(count, THREE_CARD_POKER, hand, value, up)
            found[place] += 1
    assert [found[p] for p in range(len(count.hands))] == list(count.weights * (count.deck.size - 3))


def test_prices_and_tallies_add_the_showdowns_up():
    count = count_hands(deck("9TJQKA/cd"), FIVE_CARD_POKER, FIVE_CARD_POKER, five("pair", "Q"), has_card_up=True)
    cells = np.where(np.arange(FIVE_CARD_POKER.number_of_values) >= five("two pair"), 1, 0)
    pays = np.array([[[-1] * 6] * 2, [[1, 3, 1, 0, 1, -3], [1, 5, 1, 0, 1, -3]]])
    worth = count.worth(pays, cells)
    ways = count.showdowns().astype(np.int64)
    for option in range(2):
        assert (worth[option] == (ways * pays[option][cells[count.values]][:, None, :]).sum(axis=2)).all()
    choice = np.argmax(worth, axis=0)
    counts = count.tally(choice, 2, cells)
    assert counts.sum() == count.total
    assert (counts * pays).sum() == (np.max(worth, axis=0) * count.weights[:, None]).sum()


def test_classes_of_the_whole_deck():
    whole = suited(Deck())
    assert [len(classes_of(whole, size)) for size in range(6)] == [1, 13, 169, 1755, 16432, 134459]


def test_the_edge_of_three_against_three_cards():
    """Ante and Play against a dealer who needs queen high, with 5-4-1 on the Ante: 3.37%, and queen-six-four to play."""
    count = count_hands(suited(Deck()), THREE_CARD_POKER, THREE_CARD_POKER, three("high card", "Q"))
    bonus = [(three("straight flush"), 5), (three("three of a kind"), 4), (three("straight"), 1), (0, 0)]
    cells = np.array([next(i for i, (least, _) in enumerate(bonus) if v >= least) for v in range(THREE_CARD_POKER.number_of_values)])
    pays = np.array([[[-1] * 6] * 4, [[1 + b, 2 + b, 1 + b, b, 1 + b, b - 2] for _, b in bonus]])
    worth = count.worth(pays, cells)[:, :, 0]
    best = int((worth.max(axis=0) * count.weights).sum())
    assert round(float(-100 * Fraction(best, count.total)), 2) == 3.37
    lowest = count.values[np.flatnonzero(worth[1] >= worth[0])[0]]
    assert THREE_CARD_POKER.words(int(lowest)) == "high card, queen-six-four"
    assert (worth[1] >= worth[0]).tolist() == (count.values >= lowest).tolist()


def test_what_cannot_be_counted_is_refused():
    whole = suited(Deck())
    with pytest.raises(CardroomError, match="does not compare"):
        count_hands(whole, THREE_CARD_POKER, FIVE_CARD_POKER)
    with pytest.raises(CardroomError, match="not counted"):
        count_hands(whole, FIVE_CARD_POKER.best_of(6), FIVE_CARD_POKER)
    with pytest.raises(CardroomError, match="too few"):
        count_hands(deck("KA/cdhs"), FIVE_CARD_POKER, FIVE_CARD_POKER)
    with pytest.raises(CardroomError, match="one pack"):
        suited(Deck(packs=2))
