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
from cardroom.lab.solvers.against_dealer.hand_counts import HandsCount, count_hands
from cardroom.lab.solvers.against_dealer.kernels import option_gains
from cardroom.lab.solvers.against_dealer.simulated_rounds import HandRounds, hand_policy
from cardroom.lab.solvers.card_sets.set_values import values_of
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck, classes_of, suited_deck

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


def met_plainly(
    count: HandsCount, dealers: PokerRanking, hand: frozenset[int], value: int, up: int | None
) -> list[int]:
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
    count = count_hands(
        deck("TJQKA/cdh"), THREE_CARD_POKER, THREE_CARD_POKER, three("high card", "A"), has_card_up=True
    )
    showdowns = count.showdowns()
    found = Counter()
    for hand, value in all_hands(count.deck, THREE_CARD_POKER):
        for up in set(range(count.deck.size)) - hand:
            place, column = count.locate(tuple(sorted(hand, reverse=True)), up)
            assert list(showdowns[place, column]) == met_plainly(count, THREE_CARD_POKER, hand, value, up)
            found[place] += 1
    assert [found[p] for p in range(len(count.hands))] == list(count.weights * (count.deck.size - 3))


def worth_of(count: HandsCount, pays, cells):
    """[option, hand, card up], by adding all showdowns up."""
    ways = count.showdowns().astype(np.int64)
    return np.stack([(ways * of_option[cells[count.values]][:, None, :]).sum(axis=2) for of_option in pays])


def tally_of(count: HandsCount, choice, cells):
    """[option, cell, showdown]: all deals under these choices between two options."""
    counts = np.zeros((2, int(cells.max()) + 1, 6), dtype=np.int64)
    option_gains.count_endings(
        0, len(choice), count.compared, cells[count.values], count.weights, choice.astype(np.int8), counts
    )
    return counts


def test_prices_and_tallies_add_the_showdowns_up():
    count = count_hands(deck("9TJQKA/cd"), FIVE_CARD_POKER, FIVE_CARD_POKER, five("pair", "Q"), has_card_up=True)
    cells = np.where(np.arange(FIVE_CARD_POKER.number_of_values) >= five("two pair"), 1, 0)
    pays = np.array([[[-1] * 6] * 2, [[1, 3, 1, 0, 1, -3], [1, 5, 1, 0, 1, -3]]])
    worth = worth_of(count, pays, cells)
    hands, ups = (places.ravel() for places in np.indices(count.below.shape))
    found = np.zeros((len(hands), 2), dtype=np.int64)
    option_gains.gains_at(hands, ups, count.compared, cells[count.values], pays, found)
    assert (found.T.reshape(worth.shape) == worth).all()
    choice = np.zeros(count.below.shape, dtype=np.int8)
    option_gains.choose_best(0, len(choice), count.compared, cells[count.values], pays, choice)
    assert (choice == 1 - np.argmax(worth[::-1], axis=0))[count.met > 0].all()
    counts = tally_of(count, choice, cells)
    assert counts.sum() == count.total
    assert (counts * pays).sum() == (np.max(worth, axis=0) * count.weights[:, None]).sum()


def test_classes_of_the_whole_deck():
    whole = suited_deck(Deck())
    assert [len(classes_of(whole, size)) for size in range(6)] == [1, 13, 169, 1755, 16432, 134459]


def test_the_edge_of_three_against_three_cards():
    """Ante and Play against a dealer who needs queen high, with 5-4-1 on the Ante: 3.37%; queen-six-four plays."""
    count = count_hands(suited_deck(Deck()), THREE_CARD_POKER, THREE_CARD_POKER, three("high card", "Q"))
    bonus = [(three("straight flush"), 5), (three("three of a kind"), 4), (three("straight"), 1), (0, 0)]
    cells = np.array(
        [next(i for i, (least, _) in enumerate(bonus) if v >= least) for v in range(THREE_CARD_POKER.number_of_values)]
    )
    pays = np.array([[[-1] * 6] * 4, [[1 + b, 2 + b, 1 + b, b, 1 + b, b - 2] for _, b in bonus]])
    worth = worth_of(count, pays, cells)[:, :, 0]
    best = int((worth.max(axis=0) * count.weights).sum())
    assert round(float(-100 * Fraction(best, count.total)), 2) == 3.37
    lowest = count.values[np.flatnonzero(worth[1] >= worth[0])[0]]
    assert THREE_CARD_POKER.words(int(lowest)) == "high card, queen-six-four"
    assert (worth[1] >= worth[0]).tolist() == (count.values >= lowest).tolist()


def test_the_best_four_of_five_cards_by_category():
    """Published counts, four aces among the four of a kind."""
    count = count_hands(suited_deck(Deck()), FOUR_CARDS.best_of(5), FOUR_CARDS.best_of(5))
    found: Counter[str] = Counter()
    for value, weight in zip(count.values, count.weights, strict=True):
        found[FOUR_CARDS.category(value)] += int(weight)
    assert found == {
        "four of a kind": 624, "straight flush": 2072, "three of a kind": 58656, "flush": 114616, "straight": 101808,
        "two pair": 123552, "pair": 1047552, "high card": 1150080,
    }  # fmt: skip


def test_the_best_five_of_six_cards_by_category():
    """Published counts."""
    classes, best = classes_of(suited_deck(Deck()), 6), FIVE_CARD_POKER.best_of(6)
    values = values_of(suited_deck(Deck()), best, classes.sets)
    starts = [five(category) for category in FIVE_CARD_POKER.categories]
    found = np.bincount(np.searchsorted(starts, values, side="right") - 1, weights=classes.weights)
    assert found.tolist() == [6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844]


SIMULATED = [
    ("TJQKA/cdh", THREE_CARD_POKER, THREE_CARD_POKER, three("high card", "A"), False),
    ("TJQKA/cdh", THREE_CARD_POKER, THREE_CARD_POKER, three("high card", "A"), True),
    ("JQKA/cdh", FOUR_CARDS.best_of(5), FOUR_CARDS.best_of(5), FOUR_CARDS.floor("two pair"), True),
    ("TJQKA/cd", FOUR_CARDS.best_of(5), FOUR_CARDS, FOUR_CARDS.floor("pair", "A"), False),
]


def rounds_of(count: HandsCount, own, dealers, choice, cells, **more) -> HandRounds:
    nothing = np.zeros((2, int(cells.max()) + 1, 6), dtype=np.int64)
    places = np.zeros((0, 2, own.number_of_values), dtype=np.int64)
    settings = {"nets": nothing, "stakes": nothing, "folded": np.array([1, 0]), "places": places, "lines": 1} | more
    policy = hand_policy(count, choice)
    return HandRounds(count.deck, own, dealers, count.floor, count.has_card_up, policy, cells, **settings)


@pytest.mark.parametrize("by_value", [False, True])
@pytest.mark.parametrize(("text", "own", "dealers", "floor", "has_card_up"), SIMULATED)
def test_simulated_rounds_fall_where_the_count_says(text, own, dealers, floor, has_card_up, by_value):
    count = count_hands(deck(text), own, dealers, floor, has_card_up)
    cells = np.where(np.arange(own.number_of_values) >= own.floor("pair", "K"), 1, 0)
    chooser = np.random.default_rng(9)
    choice = chooser.integers(0, 2, count.below.shape)
    if by_value:
        choice = np.broadcast_to((count.values % 3 > 0)[:, None], count.below.shape).astype(np.int64)
    elif has_card_up:
        choice = as_alike(count, choice)
    rounds = 300_000
    found = rounds_of(count, own, dealers, choice, cells).play(rounds, 3, 8)
    chances = tally_of(count, choice, cells) / count.total
    assert found["tally"].sum() == found["values"].sum() == rounds
    assert (np.abs(found["tally"] - rounds * chances) <= 4.5 * np.sqrt(rounds * chances * (1 - chances)) + 1e-9).all()
    assert (found["values"][0] > 0).any()
    assert (found["values"][1] > 0).any()


def as_alike(count: HandsCount, choice):
    """The same choice for cards up that differ only in suits which the hand holds alike."""
    ranks, suits = count.deck.shape
    choice = choice.copy()
    for p, hand in enumerate(count.hands):
        held = [tuple(int(card) % ranks for card in hand if card // ranks == suit) for suit in range(suits)]
        for suit in range(1, suits):
            if held[suit] == held[suit - 1]:
                choice[p, suit * ranks : (suit + 1) * ranks] = choice[p, (suit - 1) * ranks : suit * ranks]
    return choice


def test_a_hand_of_both_sides_cards_and_the_best_at_the_table_are_tallied():
    count = count_hands(deck("TJQKA/cd"), THREE_CARD_POKER, THREE_CARD_POKER, 0)
    choice = np.ones(count.below.shape, dtype=np.int64)
    cells = np.zeros(THREE_CARD_POKER.number_of_values, dtype=np.int64)
    both = FIVE_CARD_POKER.best_of(6)
    found = rounds_of(count, THREE_CARD_POKER, THREE_CARD_POKER, choice, cells, seats=2, aside=(both, 0)).play(
        200_000, 1, 1
    )
    wanted = np.zeros(FIVE_CARD_POKER.number_of_values)
    for hand, value in all_hands(count.deck, both):
        wanted[value] += 1 / comb(count.deck.size, len(hand))
    assert found["aside"][1].sum() == 0
    assert (np.abs(found["aside"][0] - 400_000 * wanted) <= 7 * np.sqrt(400_000 * wanted) + 1e-9).all()
    assert found["best"].sum(axis=1).tolist() == [200_000] * 3
    reached = (found["best"] * np.arange(len(cells))).sum(axis=1)
    assert reached[0] < reached[1] < reached[2]


def test_what_cannot_be_counted_is_refused():
    whole = suited_deck(Deck())
    with pytest.raises(CardroomError, match="does not compare"):
        count_hands(whole, THREE_CARD_POKER, FIVE_CARD_POKER)
    with pytest.raises(CardroomError, match="not counted"):
        count_hands(whole, FIVE_CARD_POKER.best_of(6), FIVE_CARD_POKER)
    with pytest.raises(CardroomError, match="too few"):
        count_hands(deck("KA/cdhs"), FIVE_CARD_POKER, FIVE_CARD_POKER)
    with pytest.raises(CardroomError, match="one pack"):
        suited_deck(Deck(packs=2))
