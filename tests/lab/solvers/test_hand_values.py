"""Values of many hands at once: the ranking itself on random hands, and all hands of seven cards."""

import subprocess
import sys
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.hands import FIVE_CARD_POKER, THREE_CARD_POKER
from cardroom.lab.solvers.hand_values import evaluate

SIZES = [(ranking, cards) for ranking in (FIVE_CARD_POKER, THREE_CARD_POKER) for cards in range(ranking.size, 8)]


@pytest.mark.parametrize(("ranking", "size"), SIZES)
@given(st.data())
def test_a_hand_is_worth_its_best_cards(ranking, size, data):
    hand = data.draw(st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True))
    best = max(ranking.value([DECK[card] for card in some]) for some in combinations(hand, ranking.size))
    assert evaluate(np.array([hand], dtype=np.uint8), ranking)[0] == best


def all_hands(cards: int) -> np.ndarray:
    hands = np.arange(52, dtype=np.uint8)[:, None]
    for _ in range(cards - 1):
        more = [
            np.hstack([hands[hands[:, -1] < card], np.full(((hands[:, -1] < card).sum(), 1), card)])
            for card in range(52)
        ]
        hands = np.concatenate(more).astype(np.uint8)
    return hands


CATEGORIES = [*FIVE_CARD_POKER.categories, "royal flush"]
BEST_OF_SIX = [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188]
BEST_OF_SEVEN = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]


def by_category(values: np.ndarray) -> np.ndarray:
    floors = [FIVE_CARD_POKER.floor(category) for category in CATEGORIES]
    counts = np.bincount(values, minlength=FIVE_CARD_POKER.number_of_values)
    return np.add.reduceat(counts, floors)


@pytest.mark.slow
def test_the_best_five_of_six_come_as_often_as_known():
    """Counted by the method of https://en.wikipedia.org/wiki/Poker_probability."""
    assert by_category(evaluate(all_hands(6), FIVE_CARD_POKER)).tolist() == BEST_OF_SIX


@pytest.mark.soak
def test_the_best_five_of_seven_come_as_often_as_known():
    """https://en.wikipedia.org/wiki/Poker_probability."""
    sixes = all_hands(6)
    found = np.zeros(len(CATEGORIES), dtype=np.int64)
    for card in range(6, 52):
        below = sixes[: comb(card, 6)]  # those of lower cards come first
        found += by_category(evaluate(np.insert(below, 6, card, axis=1), FIVE_CARD_POKER))
    assert found.tolist() == BEST_OF_SEVEN


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([[0, 1, 2, 3, 3]], "wrong-hands"),
        ([[0, 1, 2, 3, 52]], "wrong-hands"),
        ([[0, 1, 2, 3, -1]], "wrong-hands"),
        ([[0.0, 1.0, 2.0, 3.0, 4.0]], "wrong-hands"),
        ([0, 1, 2, 3, 4], "wrong-hands"),
        ([[0, 1, 2, 3]], "wrong-hand-size"),
        ([[0, 1, 2, 3, 4, 5, 6, 7]], "wrong-hand-size"),
    ],
)
def test_what_is_no_hand_is_refused(hands, code):
    with pytest.raises(CardroomError) as refused:
        evaluate(np.array(hands), FIVE_CARD_POKER)
    assert refused.value.code == code


def test_no_hands_have_no_values():
    assert len(evaluate(np.zeros((0, 7), dtype=np.uint8), FIVE_CARD_POKER)) == 0


def test_nothing_is_compiled_before_it_is_called():
    modules = "cardroom.lab.solvers.hand_values, cardroom.lab.solvers.holdem.simulator_loop"
    code = f"import sys, {modules}; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
