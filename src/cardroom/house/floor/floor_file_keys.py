"""The keys of a floor file: each is named here, once. Where a section is a struct, with how its values are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.approval import Venue
from cardroom.house.floor.plan import STAY_CLOSED, Approvals, Conditions, Thresholds, Timers, Watch
from cardroom.jackpots.setup.config import parse_rate
from cardroom.money import parse_money

Parse = Callable[[Any], Any]
HOUR, DAY, WEEK = 3600.0, 24.0, 168.0


def yes_or_no(key: str) -> Parse:
    def parse(value: object) -> bool:
        if not isinstance(value, bool):
            raise CardroomError("bad-choice", f"“{key}” is true or false, not “{value}”.")
        return value

    return parse


def whole_days(most: int) -> Parse:
    def parse(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise CardroomError("bad-days", f"“{value}” is not a number of days, 1 to {most}.")
        return value

    return parse


def _up_to(most: float, unit: str) -> Parse:
    def parse(value: object) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
            raise CardroomError("bad-alert", f"“{value}” is not a number of {unit}, 0 to {most:,.0f}.")
        return float(value)

    return parse


def _seconds(value: object) -> float:
    if not isinstance(value, int | float) or not 0 < value <= HOUR:
        raise CardroomError("bad-timer", f"“{value}” is not a number of seconds up to an hour.")
    return float(value)


def _out_of_time(value: object) -> str:
    if value not in ("fold", "least"):
        raise CardroomError("bad-choice", "Out of time a seat can “fold” or take the “least” costly bet.")
    return str(value)


def _venue(value: object) -> Venue:
    if value not in [*Venue]:
        raise CardroomError("bad-choice", f"“{value}” is no venue; there are: {', '.join(Venue)}.")
    return Venue(str(value))


def _tables(value: object) -> str:
    if value not in ("open", STAY_CLOSED):
        raise CardroomError("bad-choice", "Tables whose conditions are not all on file “open” or “stay closed”.")
    return str(value)


# Sections whose keys are the fields of a struct; what a file does not say is as in the struct.
STRUCTS: Mapping[str, tuple[type[msgspec.Struct], Mapping[str, Parse]]] = {
    "approvals": (Approvals, {
        "executive_from": parse_money,
        "executive_at_keypads": yes_or_no("executive_at_keypads"),
        "three_people_from": parse_money,
        "service_supervisor_up_to": parse_money,
        "cards_from": parse_money,
        "keep_cards_days": whole_days(3650),
    }),
    "conditions": (Conditions, {"venue": _venue, "tables": _tables}),
    "thresholds": (Thresholds, dict.fromkeys(
        ("winnings_report", "cash_report", "count_difference", "cage_difference"), parse_money,
    )),
    "timers": (Timers, {
        **dict.fromkeys(("bets", "decision", "pause", "idle"), _seconds), "out_of_time": _out_of_time,
    }),
    "alerts": (Watch, {
        **dict.fromkeys(("dealer", "players", "supervisor", "real_round", "award", "terminal"),
                        _up_to(24 * HOUR, "seconds")),
        "tray": parse_rate, "deposit": _up_to(WEEK, "hours"), "verify": _up_to(DAY, "hours"),
    }),
}  # fmt: skip
KEYS: dict[str, set[str]] = {
    "": {
        "games", "house", "approvals", "thresholds", "timers", "alerts", "chips", "conditions", "link", "table",
        "winners",
    },
    "house": {
        "name", "jurisdiction", "play_money", "play_money_grant", "time_zone", "day_ends", "close_days", "open_tables",
    },
    "winners": {"keep_days", "tax_data"},
    "tax_data": {"since", "amount", "cites"},
    "link": {"id", "kind", "paytable", "wager", "envy", "fixed_pays", "folded_hands_qualify", "award_order", "level"},
    "level": {"name", "seed", "contribution", "reserve", "maximum", "preset_seed", "preset_contribution"},
    "table": {
        "id", "name", "game", "seats", "minimum", "maximum", "side_minimum", "side_maximum", "chip", "paytables",
        "side_bets", "jackpots", "console", "dealer", "cards", "pays", "chips", "deal", "inventory", "payout_cap",
        "average_bet",
    },
    **{section: set(keys) for section, (_, keys) in STRUCTS.items()},
}  # fmt: skip
