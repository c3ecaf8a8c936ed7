"""A hand known little by little, held against plain counting on small decks and simulated."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, prod, sqrt

import numpy as np
import pytest

from cardroom.errors import CardroomError
from cardroom.games.model import Deck
from cardroom.hands import FIVE_CARD_POKER, THREE_CARD_POKER
from cardroom.lab.solvers.card_sets.suit_classes import suited_deck
from cardroom.lab.solvers.streets.position_counts import StreetsCount, count_streets
from cardroom.lab.solvers.streets.simulated_rounds import StreetRounds, street_policy

from .small_decks import FOUR_CARDS, deck

five = FIVE_CARD_POKER.floor


def cells(ranking, *floors: int) -> np.ndarray:
    """Cell 0 for hands below all floors, and one more for each floor reached."""
    return np.searchsorted(np.array(floors), np.arange(ranking.number_of_values), side="right")


STREETS = cells(FIVE_CARD_POKER, five("pair", "J"), five("straight"), five("straight flush"))
CASES = [
    ("9TJQKA/cd", FIVE_CARD_POKER, (2, 3, 4), STREETS),
    ("TJQKA/cdh", FIVE_CARD_POKER, (3, 4), cells(FIVE_CARD_POKER, five("two pair"), five("full house"))),
    ("QKA/cdhs", FIVE_CARD_POKER, (2, 4), cells(FIVE_CARD_POKER, five("full house"), five("four of a kind"))),
    ("TJQKA/cd", FIVE_CARD_POKER, (1, 3), cells(FIVE_CARD_POKER, five("pair", "A"))),
    ("JQKA/cd", FOUR_CARDS.best_of(5), (2, 3), cells(FOUR_CARDS, FOUR_CARDS.floor("two pair"))),
    ("23A/cdhs", THREE_CARD_POKER, (2,), cells(THREE_CARD_POKER, THREE_CARD_POKER.floor("flush"))),
]  # fmt: skip


def others(count: StreetsCount, held: tuple[int, ...], number: int):
    return combinations(sorted(set(range(count.deck.size)) - set(held)), number)


@pytest.mark.parametrize(("text", "ranking", "known", "cell_of"), CASES)
def test_every_position_leads_where_it_does_card_by_card(text, ranking, known, cell_of):
    count = count_streets(deck(text), ranking, known, cell_of)
    for d, (before, then) in enumerate(pairwise(known)):
        onward = count.onward[d]
        for held in combinations(range(count.deck.size), before):
            p = count.locate(held)
            wanted = Counter(count.locate(held + more) for more in others(count, held, then - before))
            span = slice(onward.starts[p], onward.starts[p + 1])
            assert dict(zip(onward.targets[span].tolist(), onward.ways[span].tolist(), strict=True)) == wanted
    for held in combinations(range(count.deck.size), known[-1]):
        ends = others(count, held, ranking.cards - known[-1])
        wanted = Counter(int(cell_of[ranking.value(count.deck.cards(held + more))]) for more in ends)
        assert {c: n for c, n in enumerate(count.endings[count.locate(held)].tolist()) if n} == wanted
    for positions, number in zip(count.positions, known, strict=True):
        met = Counter(count.locate(held) for held in combinations(range(count.deck.size), number))
        assert [met[p] for p in range(len(positions))] == positions.weights.tolist()
    sizes = pairwise((0, *known, ranking.cards))
    assert count.total == prod(comb(count.deck.size - before, then - before) for before, then in sizes)


def test_sums_go_back_and_deals_go_forth():
    count = count_streets(deck("9TJQKA/cd"), FIVE_CARD_POKER, (2, 3, 4), CASES[0][3])
    worth = count.endings @ np.arange(count.endings.shape[1])
    deals = count.positions[0].weights
    for onward in count.onward:
        deals = onward.forth(deals)
    backwards = worth
    for onward in reversed(count.onward):
        backwards = onward.back(backwards)
    assert backwards @ count.positions[0].weights == deals @ worth
    assert (deals[:, None] * count.endings).sum() == count.total
    both = count.onward[1].back(np.stack([worth, 2 * worth], axis=1))
    assert (both[:, 1] == 2 * both[:, 0]).all()


def taking_back(count: StreetsCount, pays: np.ndarray) -> Fraction:
    """Three equal bets of which the first two may be taken back: their best expectation in bets."""
    last = count.endings @ pays
    worth = [np.maximum(last, 0)]
    first = count.onward[0].back(last)
    worth.append(np.maximum(first, 0))
    whole = int((count.onward[0].back(worth[0]) + worth[1] + first) @ count.positions[0].weights)
    return Fraction(whole, count.total)


def test_the_edge_of_three_bets_two_of_which_may_be_taken_back():
    """Tens or better win; published: 3.51% of one bet."""
    hands = [
        "two pair",
        "three of a kind",
        "straight",
        "flush",
        "full house",
        "four of a kind",
        "straight flush",
        "royal flush",
    ]
    cell_of = cells(FIVE_CARD_POKER, five("pair", "10"), *map(five, hands))
    count = count_streets(suited_deck(Deck()), FIVE_CARD_POKER, (3, 4), cell_of)
    assert count.endings.shape == (16432, 10)
    edge = -taking_back(count, np.array([-1, 1, 2, 3, 5, 8, 11, 50, 200, 1000]))
    assert round(float(100 * edge), 2) == 3.51


def test_simulated_rounds_fall_where_the_count_says():
    text, ranking, known, cell_of = CASES[0]
    count = count_streets(deck(text), ranking, known, cell_of)
    chooser = np.random.default_rng(5)
    ends = [(True, False, False), (True, False), (True, False, False)]
    shapes = [(paths, len(positions)) for paths, positions in zip((1, 3, 6), count.positions, strict=True)]
    choices = [chooser.integers(0, len(of), shape) for of, shape in zip(ends, shapes, strict=True)]
    policy = street_policy(known, choices, ends)
    folded = np.array([0 in divmod(path // 3, 2) or path % 3 == 0 for path in range(18)]).astype(np.int64)
    nothing = np.zeros((18, count.endings.shape[1]), dtype=np.int64)
    places = np.zeros((0, 2, ranking.number_of_values), dtype=np.int64)
    rounds = StreetRounds(count.deck, ranking, 2, policy, cell_of, nothing, nothing, folded, places, 1)
    found = rounds.play(200_000, 7, 3)
    assert found["tally"].sum() == found["values"].sum() == 200_000
    wanted = deals_by_path(count, choices, ends)
    assert wanted.sum() == count.total
    chances = wanted / count.total
    off = np.abs(found["tally"] - 200_000 * chances)
    assert (off <= 4.5 * np.sqrt(200_000 * chances * (1 - chances)) + 1e-9).all()
    assert (found["tally"] > 0).sum() > 20


def deals_by_path(count: StreetsCount, choices, ends) -> np.ndarray:
    """[path, cell]: all deals under these choices, one after another."""
    tally = np.zeros((prod(map(len, ends)), count.endings.shape[1]), dtype=np.int64)

    def go(d: int, path: int, deals: np.ndarray, ended: bool) -> None:
        if d == len(ends):
            tally[path] += deals @ count.endings
            return
        for option in range(len(ends[d])):
            taken = np.where(choices[d][path] == option, deals, 0) if not ended else deals * (option == 0)
            after = count.onward[d].forth(taken) if d + 1 < len(ends) else taken
            go(d + 1, path * len(ends[d]) + option, after, ended or ends[d][option])

    go(0, 0, count.positions[0].weights, ended=False)
    return tally


def test_several_seats_share_the_community_cards():
    text, ranking, known, cell_of = CASES[0]
    stay = street_policy(
        known,
        [np.zeros((1, len(p)), dtype=np.int64) for p in count_streets(deck(text), ranking, known, cell_of).positions],
        [(False,)] * 3,
    )
    cells_net = np.array([[-1, 1, 2, 5]])
    places = np.stack([np.stack([cell_of, cell_of])])
    rounds = StreetRounds(
        deck(text),
        ranking,
        2,
        stay,
        cell_of,
        cells_net,
        np.ones((1, 4), dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        places,
        4,
        3,
    )
    assert rounds.packets == (3, 2, 2, 2)
    found = rounds.play(20_000, 1, 0)
    assert found["tally"].sum() == 60_000
    assert found["pairs"].sum() == 3 * 20_000
    assert found["moments"][2] == 9 * 20_000
    alone = (found["tally"][0] * cells_net[0] ** 2).sum()
    assert found["moments"][0] > alone + 10 * sqrt(20_000), "community cards make the seats' results hang together"


@pytest.mark.parametrize("first", [0, 2])
def test_a_hand_of_fewer_cards_is_tallied_aside(first):
    """Three cards of the five, from the first own or from the first shared one on: any three are alike."""
    text, ranking, known, cell_of = CASES[0]
    count = count_streets(deck(text), ranking, known, cell_of)
    stay = street_policy(known, [np.zeros((1, len(p)), dtype=np.int64) for p in count.positions], [(False,)] * 3)
    nothing, none = np.zeros((1, 4), dtype=np.int64), np.zeros(1, dtype=np.int64)
    places = np.zeros((0, 2, ranking.number_of_values), dtype=np.int64)
    rounds = StreetRounds(
        count.deck, ranking, 2, stay, cell_of, nothing, nothing, none, places, 1, aside=(THREE_CARD_POKER, first)
    )
    found = rounds.play(100_000, 2, 2)["aside"][0]
    hands = list(combinations(range(count.deck.size), 3))
    wanted = np.bincount(
        [THREE_CARD_POKER.value(count.deck.cards(hand)) for hand in hands], minlength=len(found)
    ) / len(hands)
    assert (np.abs(found - 100_000 * wanted) <= 5 * np.sqrt(100_000 * wanted) + 1e-9).all()


def test_what_cannot_be_counted_is_refused():
    some = cells(FIVE_CARD_POKER, 1)
    for known in [(), (3, 3), (3, 2), (0, 3), (4, 5)]:
        with pytest.raises(CardroomError, match="more cards"):
            count_streets(suited_deck(Deck()), FIVE_CARD_POKER, known, some)
    with pytest.raises(CardroomError, match="not counted"):
        count_streets(suited_deck(Deck()), FIVE_CARD_POKER.best_of(7), (2, 5), some)
    with pytest.raises(CardroomError, match="not counted"):
        count_streets(deck("KA/cd"), FIVE_CARD_POKER, (2, 3), some)
