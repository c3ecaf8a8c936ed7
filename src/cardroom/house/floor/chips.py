"""The chips of a house: what each is worth and which colour it has, and amounts cut into them.

>>> from cardroom.money import parse_money
>>> [(chip.colour, count) for chip, count in cut_into_chips(parse_money("$137.75"), CHIPS)]
[('black', 1), ('green', 1), ('red', 2), ('white', 2), ('pink', 1), ('coins', 1)]
>>> worth({5_000_000: 20, 1_000_000: 3}) == parse_money("$103")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from cardroom.money import DOLLAR, Money

COLOURS = (
    "white", "pink", "red", "orange", "yellow", "green", "blue", "purple", "lavender", "brown", "gray", "black",
)  # fmt: skip
COINS = "coins"  # the colour, so to speak, of what no chip is small enough for

Rack = dict[Money, int]  # how many chips of each value


class Chip(msgspec.Struct, frozen=True):
    value: Money
    colour: str


Chips = tuple[Chip, ...]  # a set of them, the smallest first

# Where a floor file does not say.
CHIPS: Chips = (
    Chip(DOLLAR // 2, "pink"),
    Chip(DOLLAR, "white"),
    Chip(5 * DOLLAR, "red"),
    Chip(25 * DOLLAR, "green"),
    Chip(100 * DOLLAR, "black"),
    Chip(500 * DOLLAR, "purple"),
)

NOTE = "note"  # the colour, so to speak, of a bank note in a drop box
NOTES: Chips = tuple(Chip(value * DOLLAR, NOTE) for value in (1, 2, 5, 10, 20, 50, 100))


def cut_into_chips(amount: Money, chips: Iterable[Chip]) -> tuple[tuple[Chip, int], ...]:
    """An amount as a dealer cuts it: as many of the largest chips as go into it, and so on downwards.

    What is left over is one last pile of coins, so that the piles are always worth the amount.
    """
    piles = []
    for chip in sorted(chips, key=lambda chip: -chip.value):
        count, amount = divmod(amount, chip.value)
        if count:
            piles.append((chip, count))
    return (*piles, (Chip(amount, COINS), 1)) if amount else tuple(piles)


def worth(rack: Mapping[Money, int]) -> Money:
    return sum(value * count for value, count in rack.items())
