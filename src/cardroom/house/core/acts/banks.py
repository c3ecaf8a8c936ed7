"""The bank of a table: its inventory of chips, fills and credits, and the drop box."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.house.core import accounts
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.tables import LiveTable
from cardroom.house.core.work import Work
from cardroom.ledger import transfer
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat


def open_table(work: Work, table: LiveTable, inventory: Money) -> None:
    if table.is_open:
        raise CardroomError("table-open", f"Table {table.id} is open already.")
    if table.trouble:
        raise CardroomError("rules-gone", f"Table {table.id} stays closed. {table.trouble}")
    chips = transfer(accounts.CAGE, accounts.tray(table.id), inventory, "opening inventory")
    work.at_table(table, e.TableOpened(inventory=inventory), chips)


def close_table(work: Work, table: LiveTable) -> None:
    """Everyone gets what is theirs, and the inventory goes back to the cage."""
    if not table.is_open:
        raise CardroomError("table-closed", f"Table {table.id} is closed already.")
    for seat in sorted(table.seats):
        cash_out(work, table, seat)
    inventory = work.balance(accounts.tray(table.id))
    chips = transfer(accounts.tray(table.id), accounts.CAGE, inventory, "closing inventory")
    work.at_table(table, e.TableClosed(inventory=inventory), *([chips] if inventory else []))


def cash_out(work: Work, table: LiveTable, seat: Seat) -> None:
    """The chips of a seat go to its holder's wallet."""
    person = table.seats[seat].person
    chips = work.balance(accounts.stack(table.id, person))
    cashed = transfer(accounts.stack(table.id, person), accounts.wallet(person), chips, "chips cashed")
    work.at_table(table, e.StoodUp(seat=seat, chips=chips), *([cashed] if chips else []))


def fill_or_credit(work: Work, command: c.Fill | c.Credit) -> None:
    table = work.house.table(command.table)
    if not table.is_open:
        raise CardroomError("table-closed", f"Table {table.id} is closed.")
    tray = accounts.tray(table.id)
    if isinstance(command, c.Fill):
        chips = transfer(accounts.CAGE, tray, command.amount, "fill")
        work.at_table(table, e.Filled(amount=command.amount), chips)
        return
    if command.amount > work.balance(tray):
        raise CardroomError("short-tray", f"The tray holds {show_money(work.balance(tray))} only.")
    chips = transfer(tray, accounts.CAGE, command.amount, "credit")
    work.at_table(table, e.Credited(amount=command.amount), chips)


def keep_tray_filled(work: Work, table: LiveTable) -> None:
    """A tray never runs below nothing: the cage fills it up to the opening inventory, if the table is still open."""
    held = work.balance(accounts.tray(table.id))
    if held < 0:
        amount = (table.opening_inventory if table.is_open else 0) - held
        fill = transfer(accounts.CAGE, accounts.tray(table.id), amount, "fill, tray was short")
        work.at_table(table, e.Filled(amount=amount), fill)


def collect_drop(work: Work, table: LiveTable) -> None:
    amount = work.balance(accounts.drop(table.id))
    if not amount:
        raise CardroomError("empty-drop", f"The drop box of table {table.id} is empty.")
    cash = transfer(accounts.drop(table.id), accounts.CAGE, amount, "drop")
    work.at_table(table, e.DropCollected(amount=amount), cash)
