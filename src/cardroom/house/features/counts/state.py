"""Counts that wait for a second person, and what a tray was closed with."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.house.features.counts.messages import Purpose
from cardroom.house.floor import Floor, Rack, worth
from cardroom.money import Money


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
