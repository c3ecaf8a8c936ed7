"""Notes are written beside figures, and statements of the bank are entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.accounting.messages import (
    EnterStatement,
    NoteWritten,
    StatementEntered,
    WriteNote,
)
from cardroom.house.features.jackpot_changes.handlers import on_bank
from cardroom.house.features.jackpot_changes.messages import OnBank
from cardroom.jackpots.commands import Reconcile
from cardroom.money import CENT

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def write_note(work: UnitOfWork, command: WriteNote) -> None:
    require_reason(command.text, "a note")
    if command.day > work.house.day:
        raise CardroomError("later-date", f"{command.day} has not come yet: a note is about a day that was or is on.")
    work.in_house(NoteWritten(about=command.about, day=command.day, place=command.place, text=command.text))


def enter_statement(work: UnitOfWork, command: EnterStatement) -> None:
    """The bank's balance is held against the books in the same record."""
    if command.balance % CENT or any(line.amount % CENT for line in command.lines):
        raise CardroomError("bad-amount", "A bank counts in whole cents: correct the amounts.")
    work.in_house(StatementEntered(link=command.link, name=command.name, balance=command.balance, lines=command.lines))
    on_bank(work, OnBank(command.link, Reconcile(balance=command.balance)))
