"""Alerts: what somebody has to look at. The house's own watcher raises them, and people acknowledge them.

One stands for each kind and place at most, so that they do not pile up however long nobody looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import msgspec

from cardroom.documents import Hash

HOUSE = "house"  # the place of what concerns no table and no link


class AlertKind(StrEnum):
    STALLED = "table stalled"
    CALL = "supervisor called"  # earlier versions told it as a stalled table
    AWARD = "award pending"
    HOLD = "hold outside its band"
    TRAY = "tray low"
    TERMINAL = "terminal away"
    DEPOSIT = "deposit due"
    BANK = "bank account short"
    CHAIN = "chain not verified"
    CLOCK = "clock set"
    FAULT = "out of order"
    GLASS = "glass broken"  # the command line has opened a door; two people acknowledge it


OF_TABLES = (
    AlertKind.STALLED, AlertKind.CALL, AlertKind.AWARD, AlertKind.HOLD, AlertKind.TRAY, AlertKind.TERMINAL,
    AlertKind.FAULT,
)  # fmt: skip
OF_MONEY = (AlertKind.DEPOSIT, AlertKind.BANK)  # accounting's
FAULTS = (
    AlertKind.TERMINAL,
    AlertKind.CHAIN,
    AlertKind.CLOCK,
    AlertKind.FAULT,
    AlertKind.GLASS,
)  # a technician's business


class Alert(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One that stands: until it is acknowledged, and until its cause has gone, whichever comes later."""

    kind: AlertKind
    place: str  # a table, a link, or the house
    cause: str  # another cause at the same place is another alert
    says: str
    since: datetime
    times: int = 1  # it came about before anybody acknowledged it
    ended: datetime | None = None  # its cause has gone
    seen_at: datetime | None = None  # acknowledged
    seen_by: str = ""
    first_by: str = ""  # of two who have to acknowledge it
    note: str = ""


class Verified(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last time that the whole log, or all that is new in it, was verified."""

    at: datetime
    day: str
    last: int  # the record up to which
    head: Hash
    findings: int = 0


def standing(alerts: Mapping[str, Alert], kind: AlertKind, place: str) -> str:
    """The name of the alert of a kind at a place; "" where none stands."""
    return next((name for name, alert in alerts.items() if (alert.kind, alert.place) == (kind, place)), "")


def is_raised(alerts: Mapping[str, Alert], kind: AlertKind, place: str, cause: str) -> bool:
    """Whether this very cause is known, acknowledged or not."""
    found = alerts.get(standing(alerts, kind, place))
    return found is not None and found.ended is None and found.cause == cause
