"""Alerts: what somebody has to look at. The house's own watcher raises them, and people acknowledge them.

One stands for each kind and place at most, so that they do not pile up however long nobody looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

import msgspec

from cardroom.documents import Hash
from cardroom.house.core.duty import Whose
from cardroom.house.core.faults import Part
from cardroom.money import Money
from cardroom.table.commands import Seat

HOUSE = "house"  # the place of what concerns no table and no link


class AlertKind(StrEnum):
    STALLED = "table-stalled"
    CALL = "supervisor-called"
    AWARD = "award-pending"
    HOLD = "hold-outside"
    TRAY = "tray-low"
    TERMINAL = "terminal-away"
    DEPOSIT = "deposit-due"
    BANK = "bank-short"
    CHAIN = "chain-not-verified"
    CLOCK = "clock-set"
    FAULT = "out-of-order"
    GLASS = "glass-broken"  # the command line has opened a door; two people acknowledge it


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


class AwardStanding(StrEnum):
    """How far an award has come."""

    WAITING = "waiting"
    LIT = "lit"  # on the console
    LOCKED = "locked"
    TO_HAND_OVER = "to-hand-over"


# --- causes -----------------------------------------------------------------------------------------------------------


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """The root of what gives rise to an alert: its kind, and the figures that it is told with."""

    kind: ClassVar[AlertKind]
    apart: ClassVar[tuple[str, ...]] = ()  # fields; with others in them it is another cause at the same place

    @property
    def identity(self) -> tuple[object, ...]:
        return (self.__struct_config__.tag, *(getattr(self, name) for name in self.apart))


class TableStalled(Cause, frozen=True, kw_only=True, tag="table-stalled"):
    kind = AlertKind.STALLED

    whose: Whose  # who is waited for
    seconds: int  # that it may wait


class SupervisorCalled(Cause, frozen=True, kw_only=True, tag="supervisor-called"):
    kind = AlertKind.CALL

    seconds: int  # that it may take


class AwardPending(Cause, frozen=True, kw_only=True, tag="award-pending"):
    """Of all that are due at a table, the first one."""

    kind = AlertKind.AWARD
    apart = ("rounds",)

    rounds: tuple[str, ...]
    count: int
    seat: Seat | None  # None: a hand is lit on a keypad, which has no seats
    line: str
    amount: Money
    standing: AwardStanding


class HoldOutside(Cause, frozen=True, kw_only=True, tag="hold-outside"):
    kind = AlertKind.HOLD
    apart = ("day",)

    day: str
    win: Money
    low: Money
    high: Money


class TrayLow(Cause, frozen=True, kw_only=True, tag="tray-low"):
    kind = AlertKind.TRAY

    tray: Money
    needed: Money
    is_for_largest: bool  # pay-out of one hand; else a share of the opening inventory


class TerminalAway(Cause, frozen=True, kw_only=True, tag="terminal-away"):
    kind = AlertKind.TERMINAL

    dealer: str


class DepositDue(Cause, frozen=True, kw_only=True, tag="deposit-due"):
    kind = AlertKind.DEPOSIT
    apart = ("due",)

    due: datetime
    amount: Money


class BankShort(Cause, frozen=True, kw_only=True, tag="bank-short"):
    kind = AlertKind.BANK
    apart = ("amount",)

    amount: Money


class LogNotVerified(Cause, frozen=True, kw_only=True, tag="log-not-verified"):
    kind = AlertKind.CHAIN
    apart = ("day",)

    day: str


class LogNotSound(Cause, frozen=True, kw_only=True, tag="log-not-sound"):
    kind = AlertKind.CHAIN

    findings: int


class ClockOff(Cause, frozen=True, kw_only=True, tag="clock-off"):
    """The machine's, from the time that the house goes by."""

    kind = AlertKind.CLOCK

    seconds: int


class DatabaseClockOff(Cause, frozen=True, kw_only=True, tag="database-clock-off"):
    """From this server's."""

    kind = AlertKind.CLOCK

    seconds: int


class TableFailed(Cause, frozen=True, kw_only=True, tag="table-failed"):
    kind = AlertKind.FAULT
    apart = ("part", "error")

    part: Part
    error: str  # its kind


class ServerFailed(Cause, frozen=True, kw_only=True, tag="server-failed"):
    """Something that it does by itself."""

    kind = AlertKind.FAULT
    apart = ("task", "error")

    task: str  # as the server's log and its metrics call it
    error: str  # its kind


class DoorOpened(Cause, frozen=True, kw_only=True, tag="door-opened"):
    """From the command line, without two people."""

    kind = AlertKind.GLASS
    apart = ("records",)

    records: tuple[int, ...]  # in which it is told which doors


AnyCause = (
    TableStalled | SupervisorCalled | AwardPending | HoldOutside | TrayLow | TerminalAway | DepositDue | BankShort
    | LogNotVerified | LogNotSound | ClockOff | DatabaseClockOff | TableFailed | ServerFailed | DoorOpened
)  # fmt: skip


# --- what stands ------------------------------------------------------------------------------------------------------


class Alert(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One that stands: until it is acknowledged, and until its cause has gone, whichever comes later."""

    place: str  # a table, a link, or the house
    cause: AnyCause  # another cause at the same place is another alert
    since: datetime
    times: int = 1  # it came about before anybody acknowledged it
    ended: datetime | None = None  # its cause has gone
    seen_at: datetime | None = None  # acknowledged
    seen_by: str = ""
    first_by: str = ""  # of two who have to acknowledge it
    note: str = ""

    @property
    def kind(self) -> AlertKind:
        return self.cause.kind


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


def is_raised(alerts: Mapping[str, Alert], place: str, cause: AnyCause) -> bool:
    """Whether this very cause is known, acknowledged or not."""
    found = alerts.get(standing(alerts, cause.kind, place))
    return found is not None and found.ended is None and found.cause.identity == cause.identity
