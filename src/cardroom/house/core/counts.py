"""Trays counted by chip, drop boxes by note: what waits for a second person, and what a table was closed with."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.floor import Chip, Chips, Floor, Rack, worth
from cardroom.house.floor.chips import COINS, NOTES
from cardroom.money import CENT, Money, show_money


class Purpose(StrEnum):
    OPENING = "opening"
    CLOSING = "closing"
    DROP = "drop"


class PendingCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person has counted a tray or a drop box; another has to check it."""

    purpose: Purpose
    rack: Rack
    by: str
    at: datetime
    expected: Money | None = None  # by the books or the last closing, when it was counted; None: nobody can know

    @property
    def amount(self) -> Money:
        return worth(self.rack)

    @property
    def difference(self) -> Money:
        """Above zero: there is more than expected. Below: it is short."""
        return 0 if self.expected is None else self.amount - self.expected


class Closer(msgspec.Struct, frozen=True):
    """What was in a tray when it was closed, by two people: the next opening begins with it."""

    rack: Rack
    day: str
    at: datetime
    counted_by: str
    checked_by: str


def needs_reason(floor: Floor, pending: PendingCount) -> bool:
    """Whether a count differs by more than the house lets pass without a word."""
    return abs(pending.difference) > floor.thresholds.count_difference


def countable(chips: Chips) -> Chips:
    """The chips of a table, and cents for what is paid in coins."""
    return chips if chips[0].value == CENT else (Chip(CENT, COINS), *chips)


def verified(rack: Mapping[Money, int], chips: Chips) -> Rack:
    """A rack as it is written down: the largest chips first, none of which there are none."""
    named = ", ".join(show_money(chip.value) for chip in chips)
    return _sorted(rack, countable(chips), "unknown-chip", f"chip at this table, but: {named}")


def verified_notes(rack: Mapping[Money, int]) -> Rack:
    """The notes of a drop box, likewise."""
    named = ", ".join(show_money(note.value) for note in NOTES)
    return _sorted(rack, NOTES, "unknown-note", f"note, but: {named}")


def _sorted(rack: Mapping[Money, int], known: Chips, code: str, others: str) -> Rack:
    values = {one.value for one in known}
    for value in rack:
        if value not in values:
            raise CardroomError(code, f"There is no {show_money(value)} {others}.")
    return {value: rack[value] for value in sorted(rack, reverse=True) if rack[value]}
