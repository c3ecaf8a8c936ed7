"""The tests of the shuffler: right about known distributions, content with a perfect shuffle, and not with bad ones."""

from __future__ import annotations

import hashlib
import math
import random
from functools import cache

import numpy as np
import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.fairness.p_values import chi_square_tail, gamma_tail, normal_two_sided
from cardroom.fairness.randomness_tests import FEWEST_DECKS, draw_shuffles, examine
from cardroom.fairness.shuffler import shuffle

# From printed tables of the chi-square distribution: freedom, statistic, chance to exceed it.
PRINTED = [
    (1, 3.841, 0.05), (1, 6.635, 0.01), (2, 5.991, 0.05), (5, 11.070, 0.05), (5, 20.515, 0.001),
    (10, 23.209, 0.01), (30, 43.773, 0.05), (51, 68.669, 0.05), (100, 124.342, 0.05), (100, 67.328, 0.995),
]  # fmt: skip


@pytest.mark.parametrize(("freedom", "statistic", "chance"), PRINTED)
def test_the_chi_square_distribution_is_that_of_the_printed_tables(freedom, statistic, chance):
    assert chi_square_tail(statistic, freedom) == pytest.approx(chance, rel=2e-3)


def test_with_two_degrees_of_freedom_it_is_the_exponential():
    for statistic in (0.1, 1.0, 2.5, 8.0, 40.0):
        assert chi_square_tail(statistic, 2) == pytest.approx(math.exp(-statistic / 2), rel=1e-12)


def test_with_an_even_number_it_is_a_poisson_sum():
    for half, x in ((3, 2.0), (10, 12.5), (1300, 1250.0), (1300, 1400.0)):
        terms = [k * math.log(x) - x - math.lgamma(k + 1) for k in range(half)]
        assert gamma_tail(half, x) == pytest.approx(math.fsum(map(math.exp, terms)), rel=1e-9)


def test_the_normal_distribution():
    assert normal_two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert normal_two_sided(-2.575829) == pytest.approx(0.01, abs=1e-6)


# --- shufflers --------------------------------------------------------------------------------------------------------


@cache
def perfect(seed: int = 1):
    """Decks of another maker: numpy's."""
    generator = np.random.default_rng(seed)
    return generator.permuted(np.tile(np.arange(52), (FEWEST_DECKS, 1)), axis=1), generator.integers(
        1, 7, (FEWEST_DECKS, 3)
    )


def failing(decks, dice):
    found = examine(decks, dice)
    return {result.test for result in found.results if found.verdict(result) == "FAIL"}


def test_a_perfect_shuffle_passes():
    assert failing(*perfect()) == set()
    assert all(result.chance > 1e-4 for result in examine(*perfect()).results)


@pytest.mark.slow
def test_p_values_of_perfect_shuffles_are_spread_evenly():
    """Of 11 tests on 16 samples, about as many low chances as there should be: each test on its own."""
    chances = np.array([[r.chance for r in examine(*perfect(seed)).results] for seed in range(16)])
    low = (chances < 0.25).sum(axis=0)
    assert (low <= 10).all(), low  # binomial(16, 1/4): 1 in 3,000 above
    assert 25 <= low.sum() <= 64, low  # 44 in all, give or take 6


@pytest.mark.slow
def test_the_live_shuffler_passes_and_the_same_seed_gives_the_same_decks():
    decks, dice = draw_shuffles(FEWEST_DECKS, seed=1)
    assert failing(decks, dice) == set()
    for number in range(100):
        again = shuffle(hashlib.sha256(f"shuffle-test 1 {number}".encode()).digest())[0]
        assert [card.number for card in again] == decks[number].tolist()


def changed(change):
    decks, dice = (part.copy() for part in perfect())
    change(decks, dice)
    return failing(decks, dice)


def naive_swaps(decks):
    """Every card swapped with any other: 52^52 ways that do not divide evenly among 52! orders."""
    generator = random.Random(3)
    for row in range(len(decks)):
        deck = list(range(52))
        for place in range(52):
            other = int(generator.random() * 52)
            deck[place], deck[other] = deck[other], deck[place]
        decks[row] = deck


def test_the_naive_swap_shuffle_is_caught():
    assert "positions" in changed(lambda decks, dice: naive_swaps(decks))


def sometimes_sorted_pairs(decks, dice):
    decks[: len(decks) // 5, :2].sort(axis=1)


def repeat_the_top_card(decks, dice):
    """One deck in twenty starts with the top card of the one before it."""
    for row in range(1, len(decks), 20):
        here, before = decks[row], decks[row - 1, 0]
        place = int(np.nonzero(here == before)[0][0])
        here[0], here[place] = here[place], here[0]


def rise_more_often(decks, dice):
    """The third and fourth card in order, in every tenth deck."""
    part = decks[::10, 2:4]
    part.sort(axis=1)
    decks[::10, 2:4] = part
    decks[::10, 5:51:3].sort(axis=1)


def stick_by_colour(decks, dice):
    """In a part of the decks, one more pair of neighbours of a colour."""
    red = np.isin(decks // 13, (1, 2))
    for row in range(0, len(decks), 8):
        others = np.nonzero(red[row] == red[row, 0])[0]
        decks[row, [1, others[-1]]] = decks[row, [others[-1], 1]]


def loaded_die(decks, dice):
    dice[: len(dice) // 50, 0] = 6


@pytest.mark.parametrize(
    ("bias", "caught"),
    [
        (sometimes_sorted_pairs, {"pairs", "permutations", "positions"}),
        (repeat_the_top_card, {"serial pairs"}),
        (rise_more_often, {"runs", "positions", "permutations"}),
        (stick_by_colour, {"colour runs"}),
        (loaded_die, {"dice"}),
    ],
)
def test_a_subtle_bias_is_caught_by_the_test_made_for_it(bias, caught):
    assert changed(bias) & caught


def test_too_good_to_be_true_is_caught_too():
    """Every card exactly as often in every place is no chance either."""
    decks, dice = perfect()
    rotated = (np.arange(52) + np.arange(len(decks))[:, None]) % 52
    assert "positions" in failing(rotated, dice)


def test_too_few_decks_are_refused():
    with pytest.raises(CardroomError, match="between 30,000"):
        draw_shuffles(100)


def test_a_shuffler_can_be_swapped_for_the_tests():
    decks, dice = draw_shuffles(FEWEST_DECKS, 1, shuffler=lambda seed: (DECK, (1, 2, 3)))
    assert {"positions", "pairs", "runs", "dice"} <= failing(decks, dice)
