"""Betting limits: dated presets of a jurisdiction, and what a table makes of them.

A preset is configuration with its source, not legal advice. A table may be stricter than it, never looser.
"""

from __future__ import annotations

from datetime import date

import msgspec

from cardroom.errors import CardroomError
from cardroom.money import DOLLAR, Money


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    jurisdiction: str
    since: date
    single_wager: Money
    games_per_hand: int  # the base game and every optional wager count as one each
    games_above_small_wager: int  # so many of those may be above the small wager
    small_wager: Money
    source: str


PRESETS: tuple[Limits, ...] = (
    Limits(
        jurisdiction="washington",
        since=date(2009, 9, 14),
        single_wager=300 * DOLLAR,
        games_per_hand=6,
        games_above_small_wager=3,
        small_wager=5 * DOLLAR,
        source="WAC 230-15-140 before August 2023; WAC 230-15-040 as amended by WSR 09-17-076",
    ),
    Limits(
        jurisdiction="washington",
        since=date(2023, 8, 1),
        single_wager=400 * DOLLAR,
        games_per_hand=6,
        games_above_small_wager=3,
        small_wager=5 * DOLLAR,
        source="WAC 230-15-140 since August 2023; WAC 230-15-040 as amended by WSR 09-17-076",
    ),
)


def limits_for(jurisdiction: str, on: date | None = None) -> Limits:
    """The preset in force on a day; without a day, the newest.

    >>> [limits_for("washington", day).single_wager // DOLLAR for day in (None, date(2020, 1, 1))]
    [400, 300]
    """
    presets = [preset for preset in PRESETS if preset.jurisdiction == jurisdiction.strip().lower()]
    if not presets:
        known = ", ".join(sorted({preset.jurisdiction for preset in PRESETS}))
        raise CardroomError(
            "unknown-jurisdiction", f"No limits are known for “{jurisdiction}”; there are some for: {known}."
        )
    in_force = [preset for preset in presets if on is None or preset.since <= on]
    if not in_force:
        raise CardroomError("no-limits-yet", f"No limits are recorded for {jurisdiction} as early as {on}.")
    return max(in_force, key=lambda preset: preset.since)
