"""The shuffle: a seed makes one order of the deck and one throw of dice, for everyone who knows the seed.

SHAKE-256 stretches the seed into a stream of bytes; a Fisher–Yates shuffle draws unbiased numbers from it by rejection.

>>> deck, dice = shuffle(b"seed")
>>> len(set(deck)), all(1 <= die <= 6 for die in dice)
(52, True)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from cardroom.cards import DECK, Card

_STREAM_BYTES = (
    4096  # a deck and three dice need about 60, a shoe of eight some 900; running out is as good as impossible
)


def shuffle(seed: bytes, cards: Sequence[Card] = DECK) -> tuple[tuple[Card, ...], tuple[int, int, int]]:
    """The deck, top card first, and the dice that this seed makes."""
    stream = iter(hashlib.shake_256(b"cardroom shuffle\0" + seed).digest(_STREAM_BYTES))
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = _below(last + 1, stream)
        deck[last], deck[other] = deck[other], deck[last]
    dice = (1 + _below(6, stream), 1 + _below(6, stream), 1 + _below(6, stream))
    return tuple(deck), dice


def _below(bound: int, stream: Iterator[int]) -> int:
    """An unbiased number below the bound, from a byte, or from two for a shoe: those past its largest multiple go."""
    if bound <= 256:
        limit = 256 - 256 % bound
        return next(byte for byte in stream if byte < limit) % bound
    limit = 65_536 - 65_536 % bound
    return next(pair for pair in _pairs(stream) if pair < limit) % bound


def _pairs(stream: Iterator[int]) -> Iterator[int]:
    for high in stream:
        yield 256 * high + next(stream)
