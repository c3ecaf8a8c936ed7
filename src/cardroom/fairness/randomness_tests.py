"""Statistical tests of the shuffler, on decks and dice as it really makes them (25 CFR 547.14 names the kinds).

Each test compares what many shuffles show with what is exactly expected of perfect ones, and says how likely a
deviation at least this large (or an agreement this suspiciously close) is by chance alone.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable, Iterator, Sequence
from math import comb

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.fairness.p_values import chi_square_tail, normal_two_sided
from cardroom.fairness.shuffler import shuffle

Shuffler = Callable[[bytes], tuple[tuple[Card, ...], tuple[int, int, int]]]
Decks = npt.NDArray[np.int64]  # a row a deck, cards as numbers from 0 to 51
Dice = npt.NDArray[np.int64]

FEWEST_DECKS = 30_000  # so that every cell of every test expects at least five
MOST_DECKS = 10_000_000
CARDS = 52
LEAST_EXPECTED = 5.0

PASS_AT = 0.01  # 99% confidence over all tests together
FAIL_AT = 0.001  # 99.9%


class Result(msgspec.Struct, frozen=True, kw_only=True):
    test: str
    asks: str
    statistic: float
    freedom: int | None  # of a chi-square statistic; None: a normal one
    chance: float  # of a deviation at least this large, or an agreement this close, in a perfect shuffler


class Examination(msgspec.Struct, frozen=True, kw_only=True):
    decks: int
    results: tuple[Result, ...]

    def threshold(self, chance: float) -> float:
        """Bonferroni: with so many tests, one of them is held to its part of the chance."""
        return chance / len(self.results)

    def verdict(self, result: Result) -> str:
        if result.chance < self.threshold(FAIL_AT):
            return "FAIL"
        return "pass" if result.chance >= self.threshold(PASS_AT) else "doubtful"

    @property
    def passes(self) -> bool:
        return all(self.verdict(result) != "FAIL" for result in self.results)


# --- drawing ----------------------------------------------------------------------------------------------------------


def seeds(count: int, seed: int | None) -> Iterator[bytes]:
    """Seeds as a live round draws them, from the operating system; or the same ones again for a number."""
    for number in range(count):
        yield os.urandom(32) if seed is None else hashlib.sha256(f"shuffle-test {seed} {number}".encode()).digest()


def draw_shuffles(
    count: int, seed: int | None = None, shuffler: Shuffler = shuffle, advance: Callable[[], object] = lambda: None
) -> tuple[Decks, Dice]:
    """So many shuffles, one after another; `advance` is called for each thousand."""
    if not FEWEST_DECKS <= count <= MOST_DECKS:
        raise CardroomError("bad-decks", f"Test between {FEWEST_DECKS:,} and {MOST_DECKS:,} decks.")
    decks, dice = np.empty((count, CARDS), np.uint8), np.empty((count, 3), np.uint8)
    for place, of_round in enumerate(seeds(count, seed)):
        deck, thrown = shuffler(of_round)
        decks[place], dice[place] = [card.number for card in deck], thrown
        if place % 1000 == 999:
            advance()
    return decks.astype(np.int64), dice.astype(np.int64)


def examine(decks: Decks, dice: Dice) -> Examination:
    """Every test on the same shuffles."""
    results = (
        positions(decks),
        first_pairs(decks),
        following_decks(decks),
        runs_up_and_down(decks),
        colour_runs(decks),
        serial_correlation(decks),
        gaps(decks),
        poker_hands(decks),
        suits_collected(decks),
        orders_of_three(decks),
        dice_throws(dice),
    )
    return Examination(decks=len(decks), results=results)


# --- the tests --------------------------------------------------------------------------------------------------------


def positions(decks: Decks) -> Result:
    """Every card in every place. A deck fills each row and column once, which takes 2·52 − 1 of the freedom away."""
    cells = np.bincount((decks + CARDS * np.arange(CARDS)).ravel(), minlength=CARDS * CARDS)
    expected = len(decks) / CARDS
    statistic = float(((cells - expected) ** 2).sum() / expected) * (CARDS - 1) / CARDS
    return _chi_square("positions", "is every card as likely in every place?", statistic, (CARDS - 1) ** 2)


def first_pairs(decks: Decks) -> Result:
    first, second = decks[:, 0], decks[:, 1]
    pairs = np.bincount(first * (CARDS - 1) + second - (second > first), minlength=CARDS * (CARDS - 1))
    return _even("pairs", "is every pair of first cards as likely?", pairs)


def following_decks(decks: Decks) -> Result:
    """Top cards of two decks in a row, each deck used once."""
    tops = decks[: len(decks) // 2 * 2, 0].reshape(-1, 2)
    pairs = np.bincount(tops[:, 0] * CARDS + tops[:, 1], minlength=CARDS * CARDS)
    return _even("serial pairs", "does a deck tell anything of the next?", pairs)


def runs_up_and_down(decks: Decks) -> Result:
    """Of n different numbers in random order: (2n − 1)/3 runs, with a variance of (16n − 29)/90."""
    rising = np.diff(decks, axis=1) > 0
    runs = 1 + (rising[:, 1:] != rising[:, :-1]).sum(axis=1)
    mean, variance = (2 * CARDS - 1) / 3, (16 * CARDS - 29) / 90
    return _normal("runs", "do cards rise and fall as often as they should?", runs, mean, variance)


def colour_runs(decks: Decks) -> Result:
    """Wald and Wolfowitz, for 26 cards of either colour."""
    suits = decks // 13
    red = (suits == 1) | (suits == 2)
    runs = 1 + (red[:, 1:] != red[:, :-1]).sum(axis=1)
    product = 2 * 26 * 26
    variance = product * (product - CARDS) / (CARDS**2 * (CARDS - 1))
    return _normal("colour runs", "do red and black mix as they should?", runs, 1 + product / CARDS, variance)


def serial_correlation(decks: Decks) -> Result:
    """The sum over neighbours of x·y; for a random order each product is (S² − Σx²)/(n(n − 1)) on average."""
    products = (decks[:, 1:] * decks[:, :-1]).sum(axis=1)
    numbers = np.arange(CARDS)
    mean = (CARDS - 1) * float(numbers.sum() ** 2 - (numbers**2).sum()) / (CARDS * (CARDS - 1))
    return _normal("serial correlation", "does a card depend on its neighbour?", products, mean, float(products.var()))


def gaps(decks: Decks) -> Result:
    """Cards before the first of a rank, a different rank from deck to deck: C(51 − g, 3) of C(52, 4)."""
    rank = np.arange(len(decks))[:, None] % 13
    gap = (decks % 13 == rank).argmax(axis=1)
    expected = [comb(CARDS - 1 - g, 3) / comb(CARDS, 4) for g in range(CARDS - 3)]
    return _fitted("gap", "how long until a rank turns up?", np.bincount(gap, minlength=len(expected)), expected)


# How many of the 2,598,960 hands have 2, 3, 4 or 5 ranks; with 3 and 2 told apart by their largest group.
POKER_HANDS = {"five ranks": 1_317_888, "one pair": 1_098_240, "two pairs": 123_552, "three alike": 54_912,
               "full house": 3_744, "four alike": 624}  # fmt: skip


def poker_hands(decks: Decks) -> Result:
    """Five cards, from a different part of each deck."""
    first = 5 * (np.arange(len(decks)) % 10)
    ranks = np.take_along_axis(decks, first[:, None] + np.arange(5), axis=1) % 13
    held = np.zeros((len(decks), 13), np.int8)
    for place in range(5):
        held[np.arange(len(decks)), ranks[:, place]] += 1
    # Equal pairs among the five cards: 0, 1, 2, 3, 4, 6 in the order of the table above.
    pairs = (held.astype(np.int64) * (held - 1)).sum(axis=1) // 2
    found = np.array([(pairs == count).sum() for count in (0, 1, 2, 3, 4, 6)])
    expected = [ways / comb(CARDS, 5) for ways in POKER_HANDS.values()]
    return _fitted("poker", "are pairs, triples and the like as frequent as they should be?", found, expected)


def suits_collected(decks: Decks) -> Result:
    """Cards until all four suits have been seen; by inclusion and exclusion of suits that are missing."""
    suits = decks // 13
    last = np.max([(suits == suit).argmax(axis=1) for suit in range(4)], axis=0) + 1

    def within(cards: int) -> float:
        ways = sum((-1) ** k * comb(4, k) * comb(CARDS - 13 * k, cards) for k in range(5))
        return int(ways) / comb(CARDS, cards)

    expected = [within(cards) - (within(cards - 1) if cards else 0.0) for cards in range(41)]
    return _fitted(
        "coupon collector", "how long until all suits have shown?", np.bincount(last, minlength=41), expected
    )


def orders_of_three(decks: Decks) -> Result:
    """The orders of threes that share no card are independent, so a deck gives 17."""
    threes = decks[:, :51].reshape(-1, 3)
    order = (threes[:, 0] > threes[:, 1]) * 4 + (threes[:, 0] > threes[:, 2]) * 2 + (threes[:, 1] > threes[:, 2])
    found = np.bincount(order, minlength=8)
    return _even("permutations", "is every order of three cards as likely?", found[[0, 1, 3, 4, 6, 7]])


def dice_throws(dice: Dice) -> Result:
    throws = np.bincount(((dice - 1) * (36, 6, 1)).sum(axis=1), minlength=216)
    return _even("dice", "is every throw of three dice as likely?", throws)


# --- judging ----------------------------------------------------------------------------------------------------------


def _even(test: str, asks: str, found: npt.NDArray[np.int64]) -> Result:
    return _fitted(test, asks, found, [1 / len(found)] * len(found))


def _fitted(test: str, asks: str, found: npt.NDArray[np.int64], expected: Sequence[float]) -> Result:
    """Chi-square against exact chances. Cells that expect too little are judged as one, with their neighbour."""
    total = int(found.sum())
    merged: list[tuple[int, float]] = []
    for count, chance in sorted(zip(found.tolist(), expected, strict=True), key=lambda cell: -cell[1]):
        if merged and merged[-1][1] * total < LEAST_EXPECTED:
            last = merged.pop()
            merged.append((last[0] + count, last[1] + chance))
        else:
            merged.append((count, chance))
    if merged[-1][1] * total < LEAST_EXPECTED:
        rest, before = merged.pop(), merged.pop()
        merged.append((rest[0] + before[0], rest[1] + before[1]))
    statistic = sum((count - chance * total) ** 2 / (chance * total) for count, chance in merged)
    return _chi_square(test, asks, statistic, len(merged) - 1)


def _chi_square(test: str, asks: str, statistic: float, freedom: int) -> Result:
    tail = chi_square_tail(statistic, freedom)
    return Result(test=test, asks=asks, statistic=statistic, freedom=freedom, chance=2 * min(tail, 1 - tail))


def _normal(test: str, asks: str, found: npt.NDArray[np.int64], mean: float, variance: float) -> Result:
    deviation = float(found.mean()) - mean
    z = deviation / (variance / len(found)) ** 0.5 if variance else math.copysign(math.inf, deviation)
    return Result(test=test, asks=asks, statistic=z, freedom=None, chance=normal_two_sided(z))
