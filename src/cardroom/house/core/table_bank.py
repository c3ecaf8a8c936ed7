"""The bank of a table: its inventory of chips, fills and credits, and the drop box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.core import accounts
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.ledger import transfer
from cardroom.money import Money, show_money

if TYPE_CHECKING:
    from cardroom.house.core.house import House, Transaction
    from cardroom.house.core.live_table import LiveTable


def open_table(house: House, transaction: Transaction, table: LiveTable, inventory: Money) -> None:
    if table.is_open:
        raise CardroomError("table-open", f"Table {table.id} is open already.")
    house.record_table(transaction, table, e.TableOpened(inventory=inventory))
    transaction.post(
        f"table:{table.id}", transfer(accounts.CAGE, accounts.tray(table.id), inventory, "opening inventory")
    )


def close_table(house: House, transaction: Transaction, table: LiveTable) -> None:
    if not table.is_open:
        raise CardroomError("table-closed", f"Table {table.id} is closed already.")
    if table.seats or table.is_playing:
        raise CardroomError("players-seated", "Players sit at this table; clear the seats first.")
    inventory = house.balance(accounts.tray(table.id))
    house.record_table(transaction, table, e.TableClosed(inventory=inventory))
    if inventory:
        closing = transfer(accounts.tray(table.id), accounts.CAGE, inventory, "closing inventory")
        transaction.post(f"table:{table.id}", closing)


def fill_or_credit(house: House, transaction: Transaction, command: c.Fill | c.Credit) -> None:
    table = house.table(command.table)
    if not table.is_open:
        raise CardroomError("table-closed", f"Table {table.id} is closed.")
    tray, stream = accounts.tray(table.id), f"table:{table.id}"
    if isinstance(command, c.Fill):
        house.record_table(transaction, table, e.Filled(amount=command.amount))
        transaction.post(stream, transfer(accounts.CAGE, tray, command.amount, "fill"))
        return
    if command.amount > house.balance(tray):
        raise CardroomError("short-tray", f"The tray holds {show_money(house.balance(tray))} only.")
    house.record_table(transaction, table, e.Credited(amount=command.amount))
    transaction.post(stream, transfer(tray, accounts.CAGE, command.amount, "credit"))


def keep_tray_filled(house: House, transaction: Transaction, table: LiveTable) -> None:
    """A tray never runs below nothing: the cage fills it up to the opening inventory."""
    held = house.balance(accounts.tray(table.id), transaction)
    if held < 0:
        amount = table.opening_inventory - held
        house.record_table(transaction, table, e.Filled(amount=amount))
        fill = transfer(accounts.CAGE, accounts.tray(table.id), amount, "fill, tray was short")
        transaction.post(f"table:{table.id}", fill)


def collect_drop(house: House, transaction: Transaction, table: LiveTable) -> None:
    amount = house.balance(accounts.drop(table.id))
    if not amount:
        raise CardroomError("empty-drop", f"The drop box of table {table.id} is empty.")
    house.record_table(transaction, table, e.DropCollected(amount=amount))
    transaction.post(f"table:{table.id}", transfer(accounts.drop(table.id), accounts.CAGE, amount, "drop"))
