"""The shuffle: one order of the deck and one throw of dice for a seed, and no favourites."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cache

import pytest

from cardroom.cards import DECK
from cardroom.fairness.shuffler import _below, shuffle


@cache
def shuffles() -> list:
    return [shuffle(number.to_bytes(4)) for number in range(5200)]


def chi_square(counts: Counter, bins: int) -> float:
    expected = counts.total() / bins
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (bins - len(counts)) * expected


def test_a_seed_makes_the_same_deck_and_dice_again_and_another_seed_others():
    assert shuffle(b"one") == shuffle(b"one")
    assert shuffle(b"one") != shuffle(b"two")
    assert len(set(shuffles())) == len(shuffles())


@pytest.mark.parametrize("packs", [1, 2, 4, 6, 8])
def test_anyone_can_verify_a_shuffle_from_its_published_recipe(packs):
    stream = list(hashlib.shake_256(b"cardroom shuffle\0" + b"seed").digest(4096))

    def draw(bound: int) -> int:
        width = 1 if bound <= 256 else 2
        while (number := int.from_bytes([stream.pop(0) for _ in range(width)])) >= 256**width // bound * bound:
            pass
        return number % bound

    deck = [*DECK] * packs
    for last in range(len(deck) - 1, 0, -1):
        other = draw(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert shuffle(b"seed", DECK * packs) == (tuple(deck), tuple(1 + draw(6) for _ in range(3)))


def test_of_a_shoe_every_number_below_the_bound_is_drawn_by_as_many_pairs_of_bytes():
    drawn = []
    for pair in range(65_536):
        stream = iter([*divmod(pair, 256), 0, 0])
        number = _below(312, stream)
        if next(stream, None) is not None:
            drawn.append(number)
    assert Counter(drawn) == dict.fromkeys(range(312), 65_536 // 312)


def test_a_shuffled_deck_holds_every_card_once_and_dice_show_one_to_six():
    for deck, dice in shuffles()[:500]:
        assert sorted(deck) == sorted(DECK)
        assert len(dice) == 3
        assert set(dice) <= {1, 2, 3, 4, 5, 6}
    assert {sum(dice) for _, dice in shuffles()} == set(range(3, 19))


@pytest.mark.parametrize("bound", range(2, 53))
def test_every_number_below_the_bound_is_drawn_by_as_many_bytes(bound):
    """A byte that would favour some numbers is thrown away for the next one, here a sentinel."""
    drawn = []
    for byte in range(256):
        stream = iter([byte, 0])
        number = _below(bound, stream)
        if next(stream, None) is not None:
            drawn.append(number)
    assert Counter(drawn) == dict.fromkeys(range(bound), 256 // bound)


@pytest.mark.parametrize("place", [0, 1, 6, 26, 51])
def test_every_card_is_as_likely_in_every_place(place):
    """Chi-square with 51 degrees of freedom: between the 0.1% and the 99.9% point. The seeds are fixed."""
    assert 24.7 < chi_square(Counter(deck[place] for deck, _ in shuffles()), 52) < 88.0


def test_every_place_is_as_likely_for_the_ace_of_spades():
    assert 24.7 < chi_square(Counter(deck.index(DECK[-1]) for deck, _ in shuffles()), 52) < 88.0


@pytest.mark.parametrize("die", [0, 1, 2])
def test_every_face_of_a_die_is_as_likely(die):
    """Chi-square with 5 degrees of freedom."""
    assert 0.2 < chi_square(Counter(dice[die] for _, dice in shuffles()), 6) < 20.5
