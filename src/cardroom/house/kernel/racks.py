"""Racks of chips and notes as they are counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from cardroom.bounds import LARGEST
from cardroom.errors import CardroomError
from cardroom.house.floor import Chip, Chips, Rack
from cardroom.house.floor.chips import COINS, NOTES
from cardroom.money import CENT, Money, show_money

ChipValue = Annotated[int, Meta(ge=1, le=LARGEST)]
ChipCount = Annotated[int, Meta(ge=0, le=1_000_000)]
CountedRack = Annotated[dict[ChipValue, ChipCount], Meta(max_length=20)]


def countable_pieces(chips: Chips) -> Chips:
    """The chips of a table, and cents for what is paid in coins."""
    return chips if chips[0].value == CENT else (Chip(CENT, COINS), *chips)


def validated_rack(rack: Mapping[Money, int], chips: Chips) -> Rack:
    """A rack as it is written down: the largest chips first, none of which there are none."""
    named = ", ".join(show_money(chip.value) for chip in chips)
    return _sorted(rack, countable_pieces(chips), "unknown-chip", f"chip at this table, but: {named}")


def validated_notes(rack: Mapping[Money, int]) -> Rack:
    """The notes of a drop box, likewise."""
    named = ", ".join(show_money(note.value) for note in NOTES)
    return _sorted(rack, NOTES, "unknown-note", f"note, but: {named}")


def validated_cash(rack: Mapping[Money, int]) -> Rack:
    """Notes, and cents in coins."""
    named = ", ".join(show_money(note.value) for note in NOTES)
    return _sorted(rack, countable_pieces(NOTES), "unknown-note", f"note, but: {named}")


def _sorted(rack: Mapping[Money, int], known: Chips, code: str, others: str) -> Rack:
    values = {one.value for one in known}
    for value in rack:
        if value not in values:
            raise CardroomError(code, f"There is no {show_money(value)} {others}.")
    return {value: rack[value] for value in sorted(rack, reverse=True) if rack[value]}
