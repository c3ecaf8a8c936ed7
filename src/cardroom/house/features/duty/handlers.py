"""Dealers who come and go, and calls for a supervisor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.duty.messages import (
    AnswerCall,
    CallAnswered,
    CallSupervisor,
    DealerTappedIn,
    DealerTappedOut,
    SupervisorCalled,
    TapIn,
    TapOut,
)
from cardroom.house.floor import Dealer
from cardroom.house.kernel.people import MANAGING

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def tap_in(work: UnitOfWork, command: TapIn) -> None:
    """Somebody deals at one table; whoever comes from another one has left that."""
    table = work.house.table(command.table)
    person = work.by
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed.")
    if table.plan.dealer is Dealer.AUTOMATIC and not table.plan.is_real:
        raise CardroomError("automatic-dealer", f"The house itself deals at {table.title}.")
    before = table.dealing.person if table.dealing is not None else ""
    if before == person.id:
        raise CardroomError("tapped-in", f"{person.name} deals at {table.title} already.")
    tap_out_everywhere(work, person.id)
    work.at_table(table, DealerTappedIn(person=person.id, name=person.name, relieves=before))


def tap_out(work: UnitOfWork, command: TapOut) -> None:
    table = work.house.table(command.table)
    there = table.dealing
    if there is None:
        raise CardroomError("nobody-deals", f"Nobody is tapped in at {table.title}.")
    if there.person != work.by.id and work.by.role not in MANAGING:
        name = work.house.people[there.person].name
        raise CardroomError("not-dealing", f"{name} deals at {table.title}, and taps out or is relieved.")
    _tap_out(work, table, there.person)


def tap_out_everywhere(work: UnitOfWork, person: str) -> None:
    """Somebody deals nowhere any more, having left or got another role."""
    for table in list(work.house.tables.values()):
        if table.dealing is not None and table.dealing.person == person:
            _tap_out(work, table, person)


def _tap_out(work: UnitOfWork, table: LiveTable, person: str) -> None:
    work.at_table(table, DealerTappedOut(person=person, name=work.house.people[person].name))


def call(work: UnitOfWork, command: CallSupervisor) -> None:
    table = work.house.table(command.table)
    if table.call is not None:
        raise CardroomError("called", f"A supervisor is called to {table.title} already.")
    work.at_table(table, SupervisorCalled(why=command.why))


def answer(work: UnitOfWork, command: AnswerCall) -> None:
    table = work.house.table(command.table)
    if table.call is None:
        raise CardroomError("not-called", f"{table.title} calls for nobody.")
    work.at_table(table, CallAnswered())
