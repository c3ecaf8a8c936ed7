"""What accounting writes down: notes beside figures, and statements of the bank."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.bounds import AmountOrNothing, Difference, Name, Text
from cardroom.house.features.days.messages import Day
from cardroom.house.kernel.messages import Command, Event, Remark
from cardroom.money import Money

MOST_LINES = 400  # of one statement


class NoteAbout(StrEnum):
    """What a note explains or signs off."""

    WIN = "win"  # of a table, outside its band
    DIFFERENCE = "difference"  # that the counts of a table have found
    REPORT_FILED = "report-filed"  # a cash or tax report that was due
    BANK_LINE = "bank-line"  # a line of a statement that no deposit explains
    FUND = "fund"  # of problem gambling: how and when the money was moved


class StatementLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One movement of a bank account; below zero: it went out."""

    dated: date
    amount: Difference
    text: Remark = ""


class WriteNote(Command, frozen=True, tag="WriteNote"):
    """A written note beside a figure of a gaming day, open or closed. The figure stays as it is."""

    about: NoteAbout
    day: Day
    place: Name  # a table, a flag's record, or a line of a statement
    text: Text


class EnterStatement(Command, frozen=True, tag="EnterStatement", omit_defaults=True):
    """A statement of the bank account of a jackpot; one of the same name takes the place of an earlier one.

    Its balance is held against the books as by `Reconcile`.
    """

    link: Name
    name: Name
    balance: AmountOrNothing
    lines: Annotated[tuple[StatementLine, ...], Meta(max_length=MOST_LINES)] = ()


class NoteWritten(Event, frozen=True, kw_only=True, tag="NoteWritten"):
    about: NoteAbout
    day: str
    place: str
    text: str


class StatementEntered(Event, frozen=True, kw_only=True, tag="StatementEntered"):
    """A statement of a bank account: what its balance is, and what moved."""

    link: str
    name: str
    balance: Money
    lines: tuple[StatementLine, ...]


AccountingCommand = WriteNote | EnterStatement
AccountingInHouse = NoteWritten | StatementEntered
