"""What gives rise to an alert: a kind, a place and figures."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

import msgspec

from cardroom.house.features.tables.messages import FaultyPart
from cardroom.house.kernel.people import Whose
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


class CallUnanswered(Cause, frozen=True, kw_only=True, tag="supervisor-called"):
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

    part: FaultyPart
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
    TableStalled | CallUnanswered | AwardPending | HoldOutside | TrayLow | TerminalAway | DepositDue | BankShort
    | LogNotVerified | LogNotSound | ClockOff | DatabaseClockOff | TableFailed | ServerFailed | DoorOpened
)  # fmt: skip
