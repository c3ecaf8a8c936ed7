"""The counter of hold'em: plain Python on small decks, direct counts on the full one, published figures."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from cardroom.cards import RANKS, SUITS, parse_cards
from cardroom.errors import CardroomError
from cardroom.hands import FIVE_CARD_POKER
from cardroom.lab.counting.evaluating import evaluate
from cardroom.lab.counting.holdem.advice import choice, place_after, worth
from cardroom.lab.counting.holdem.boards import Cards, flops_of
from cardroom.lab.counting.holdem.counting import count
from cardroom.lab.counting.holdem.pricing import Solved, Streets, price
from cardroom.lab.counting.holdem.positions import flop_positions

from .plain_holdem import PlainHoldem, last_of_the_best

FULL = Cards(tuple(range(13)), (0, 1, 2, 3))
PAIR = FIVE_CARD_POKER.floor("pair")


def deck(ranks: str, suits: str) -> Cards:
    names = [rank.replace("10", "T") for rank in RANKS]
    return Cards(tuple(names.index(rank) for rank in ranks), tuple(SUITS.index(suit) for suit in suits))


def numbers(text: str) -> list[int]:
    return [card.number for card in parse_cards(text)]


def steps_from(*floors: int) -> np.ndarray:
    return np.searchsorted(sorted(floors), np.arange(FIVE_CARD_POKER.number_of_values), side="right")


# --- small decks, card by card ----------------------------------------------------------------------------------------

STREETS = Streets((3, 4), (2,), (0, 1))
SMALL = [
    (deck("9TJQKA", "cd"), FIVE_CARD_POKER.floor("straight"), STREETS),
    (deck("2345A", "dhs"), FIVE_CARD_POKER.floor("pair", "5"), STREETS),
    (deck("2QK", "cdhs"), FIVE_CARD_POKER.floor("two pair", "K"), STREETS),
    (deck("23456789TJQKA", "h"), FIVE_CARD_POKER.floor("flush"), STREETS),
    (deck("9TJQKA", "hs"), 0, Streets((), (2, 3), (1, 0, 4))),
    (deck("9TJQKA", "hs"), 0, Streets((0, 1, 2, 3), (4, 3), (0, 1))),
]


@pytest.mark.parametrize(("cards", "floor", "streets"), SMALL)
def test_a_small_deck_comes_out_as_played_card_by_card(cards, floor, streets):
    chance = np.random.default_rng(len(cards.suits))
    step_of = steps_from(*(FIVE_CARD_POKER.floor(name) for name in ("two pair", "straight", "flush", "full house")))
    gains = chance.integers(-9, 10, size=(5, 5, 6))
    gains[0] = -3  # a fold
    solved = price(count(cards, FIVE_CARD_POKER, floor, step_of), gains, streets)
    in_deck = [13 * suit + rank for suit in cards.suits for rank in cards.ranks]
    plain = PlainHoldem(
        in_deck, FIVE_CARD_POKER, floor, step_of.tolist(), gains.tolist(), streets.before, streets.after, streets.last
    )
    assert solved.gain == plain.play()
    found = {
        (streets.paths[path], step, showdown): times for (path, step, showdown), times in np.ndenumerate(solved.endings)
    }
    assert {ending: times for ending, times in found.items() if times} == plain.endings
    for own, options in plain.before_worth.items():
        deals = comb(len(in_deck) - 2, 3) * comb(len(in_deck) - 5, 2) * comb(len(in_deck) - 7, 2)
        assert worth(solved, own, ()) == [Fraction(option, deals) for option in options]
        assert choice(solved, own, ()) == last_of_the_best(options)
    for (own, flop), options in plain.after_worth.items():
        deals = comb(len(in_deck) - 5, 2) * comb(len(in_deck) - 7, 2)
        assert worth(solved, own, flop) == [Fraction(option, deals) for option in options]
        place = place_after(solved.counted, *([cards.renamed(card) for card in held] for held in (own, flop)))
        assert solved.after_choice[place] == last_of_the_best(options)
    for (own, board), (options, _) in list(plain.last_worth.items())[::50]:
        assert worth(solved, own, sorted(board)) == [Fraction(x, comb(len(in_deck) - 7, 2)) for x in options]


# --- the full deck ----------------------------------------------------------------------------------------------------


def test_positions_are_as_many_as_known():
    positions = flop_positions(FULL)
    assert len(flops_of(FULL).cards) == 1755
    assert len(positions.flop) == 1_286_792
    assert positions.weight.sum() == comb(52, 3) * comb(49, 2)


# The base game as commonly published: the Blind pays a straight or better, the dealer plays the Ante with a pair.
BLIND = {"straight": 1, "flush": Fraction(3, 2), "full house": 3, "four of a kind": 10, "straight flush": 50}
UNIT = 2  # in which half an Ante is whole
FLOORS = [FIVE_CARD_POKER.floor("three of a kind"), *map(FIVE_CARD_POKER.floor, [*BLIND, "royal flush"])]
ODDS = [0, 0, *BLIND.values(), 500]  # by step


def ultimate_gains() -> np.ndarray:
    gains = np.zeros((5, len(ODDS), 6), dtype=np.int64)
    gains[0] = -2 * UNIT
    for multiple in range(1, 5):
        for qualifies in (0, 1):
            for step, odds in enumerate(ODDS):
                gains[multiple, step, qualifies] = UNIT * (multiple + qualifies + odds)
            gains[multiple, :, 4 + qualifies] = -UNIT * (multiple + qualifies + 1)
    return gains


@cache
def ultimate() -> Solved:
    told: list[float] = []
    counted = count(FULL, FIVE_CARD_POKER, PAIR, steps_from(*FLOORS))
    solved = price(counted, ultimate_gains(), STREETS, told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    return solved


def test_ultimate_texas_holdem_costs_what_is_published():
    """https://wizardofodds.com/games/ultimate-texas-hold-em/: 2.185% of the Ante, 0.526% of all that is bet."""
    solved = ultimate()
    assert solved.total == comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
    edge = Fraction(-solved.gain, solved.total * UNIT)
    rounds = dict(zip(STREETS.paths, solved.endings.sum(axis=(1, 2)).tolist(), strict=True))
    bet = sum((2 + way) * times for (_, way), times in rounds.items())
    assert round(float(edge), 5) == 0.02185
    assert round(float(edge * solved.total / bet), 5) == 0.00526
    assert rounds[0, 3] == 0  # three times is never better than four
