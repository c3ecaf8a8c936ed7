"""From when on the house raises an alert, as a floor file says it."""

from __future__ import annotations

from typing import Any

from cardroom.errors import CardroomError
from cardroom.house.floor.document import FloorFile, Place
from cardroom.house.floor.plan import Watch
from cardroom.jackpots.setup.config import parse_rate

PLACE: Place = ("alerts",)
HOUR, DAY, WEEK = 3600.0, 24.0, 168.0


def read_alerts(file: FloorFile) -> Watch:
    """Those under [alerts]; what is not said is as usual."""
    usual = Watch()
    if "alerts" not in file.document:
        return usual
    raw = file.section("alerts")

    def seconds(key: str, default: float) -> float:
        return file.read(raw, PLACE, key, lambda value: _number(value, "seconds", 24 * HOUR), default)

    return Watch(
        dealer=seconds("dealer", usual.dealer),
        players=seconds("players", usual.players),
        supervisor=seconds("supervisor", usual.supervisor),
        real_round=seconds("real_round", usual.real_round),
        award=seconds("award", usual.award),
        terminal=seconds("terminal", usual.terminal),
        tray=file.read(raw, PLACE, "tray", parse_rate, usual.tray),
        deposit=file.read(raw, PLACE, "deposit", lambda value: _number(value, "hours", WEEK), usual.deposit),
        verify=file.read(raw, PLACE, "verify", lambda value: _number(value, "hours", DAY), usual.verify),
    )


def _number(value: Any, unit: str, most: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
        raise CardroomError("bad-alert", f"“{value}” is not a number of {unit}, 0 to {most:,.0f}.")
    return float(value)
