"""The bank of a table: its inventory of chips, fills and credits, and the drop box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.approval_conditions.checklist import must_stay_closed
from cardroom.house.features.slips import handlers as slips
from cardroom.house.features.slips.messages import Filled
from cardroom.house.features.tables.messages import (
    DropCollected,
    InventoryCounted,
    StoodUp,
    TableClosed,
    TableOpened,
    TableRemoved,
)
from cardroom.house.floor import Dealer
from cardroom.house.kernel import accounts
from cardroom.ledger import Posting, PostingCode, signed_transfer, transfer
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def require_may_open(table: LiveTable) -> None:
    if table.is_open:
        raise CardroomError("table-open", f"{table.title} is open already.")
    if table.trouble:
        raise CardroomError("rules-gone", f"{table.title} stays closed. {table.trouble_in_words}")


def require_conditions(work: UnitOfWork, table: LiveTable) -> None:
    """Where the floor says so, all that the table's approval asks for is on file."""
    if must_stay_closed(work.house.floor, table.plan, work.house.conditions):
        raise CardroomError(
            "conditions-missing",
            f"{table.title} stays closed until all that its approval asks for is on file: see Conditions.",
        )


def open_table(work: UnitOfWork, table: LiveTable, inventory: Money) -> None:
    require_may_open(table)
    chips = transfer(accounts.CAGE, accounts.tray(table.id), inventory, PostingCode.OPENING)
    work.at_table(table, TableOpened(inventory=inventory), chips)


def close_table(work: UnitOfWork, table: LiveTable, counted: Money | None = None) -> None:
    """Everyone gets what is theirs, and the inventory goes back to the cage."""
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed already.")
    if table.plan.is_real:
        count(work, table, counted)
    slips.end_all(work, table)
    for seat in sorted(table.seats):
        cash_out(work, table, seat)
    inventory = work.balance(accounts.tray(table.id))
    chips = transfer(accounts.tray(table.id), accounts.CAGE, inventory, PostingCode.CLOSING)
    work.at_table(table, TableClosed(inventory=inventory), *([chips] if inventory else []))


def remove_table(work: UnitOfWork, table: LiveTable) -> None:
    """What lies on a table goes where it belongs, and the table is gone."""
    for seat in sorted(table.seats):
        cash_out(work, table, seat)
    if work.balance(accounts.drop(table.id)):
        collect_drop(work, table)
    if table.is_open:
        close_table(work, table)
    work.at_table(table, TableRemoved())


def cash_out(work: UnitOfWork, table: LiveTable, seat: Seat) -> None:
    """The chips of a seat go to its holder's wallet."""
    person = table.seats[seat].person
    chips = work.balance(accounts.stack(table.id, person))
    cashed = transfer(accounts.stack(table.id, person), accounts.wallet(person), chips, PostingCode.CHIPS_CASHED)
    work.at_table(table, StoodUp(seat=seat, chips=chips), *([cashed] if chips else []))


def count(work: UnitOfWork, table: LiveTable, counted: Money | None) -> None:
    """What is in the tray by hand. What is there beyond the books came from the patrons, and all they gave is won."""
    if counted is None:
        raise CardroomError("not-counted", f"{table.title} has real chips: count the tray and say what is in it.")
    tray, patrons = accounts.tray(table.id), accounts.patrons(table.id)
    found = counted - work.balance(tray)
    postings = [signed_transfer(patrons, tray, found, PostingCode.COUNTED), won_from_patrons(work, table, found)]
    work.at_table(
        table, InventoryCounted(inventory=counted, found=found), *(posting for posting in postings if posting)
    )


def won_from_patrons(work: UnitOfWork, table: LiveTable, given: Money) -> Posting | None:
    """What they have given beyond what they got, this included, is won now that tray or box have been counted."""
    patrons, won = accounts.patrons(table.id), accounts.won(table.id)
    return signed_transfer(won, patrons, given - work.balance(patrons), PostingCode.WON_BY_COUNT)


def keep_tray_filled(work: UnitOfWork, table: LiveTable) -> None:
    """A tray never runs below nothing: the cage fills it up to the opening inventory, if the table is still open.

    Where a person deals, somebody has to ask for it. Of a tray with real chips the books know a part only.
    """
    held = work.balance(accounts.tray(table.id))
    if held >= 0 or table.plan.is_real:
        return
    if table.plan.dealer is Dealer.HUMAN and table.is_open:
        raise CardroomError("short-tray", f"The tray is short of {show_money(-held)} for this: ask for a fill first.")
    amount = (table.opening_inventory if table.is_open else 0) - held
    fill = transfer(accounts.CAGE, accounts.tray(table.id), amount, PostingCode.SHORT_FILL)
    work.at_table(table, Filled(amount=amount), fill)


def require_in_tray(work: UnitOfWork, table: LiveTable, amount: Money) -> None:
    """No more is handed over by mistake than lies in the tray; at a table that is closed, than can have lain there."""
    if not table.is_open:
        require_can_have_held(work, table, amount, "too much cannot have been handed over")
        return
    short = amount - work.balance(accounts.tray(table.id))
    if amount > 0 and short > 0:
        raise CardroomError(
            "short-tray", f"The tray is short of {show_money(short)} for this: so much cannot have been handed over."
        )


def require_can_have_held(work: UnitOfWork, table: LiveTable, amount: Money, what: str) -> None:
    """Of a table that is closed: all its chips came with an opening or a fill, of the days that are not closed."""
    days = [day.tables[table.id] for day in work.house.figures.values() if table.id in day.tables]
    held = max([table.opening_inventory, *(day.opening for day in days)]) + sum(day.fills for day in days)
    if amount > held:
        raise CardroomError(
            "short-tray",
            f"The tray of {table.title} held {show_money(held)} at most, with all its fills:"
            f" {show_money(amount)} {what}.",
        )


def collect_drop(work: UnitOfWork, table: LiveTable) -> None:
    """By the books, which know the drop where the house deals."""
    amount = work.balance(accounts.drop(table.id))
    if not amount:
        raise CardroomError("empty-drop", f"The drop box of {table.title} is empty.")
    cash = transfer(accounts.drop(table.id), accounts.CAGE, amount, PostingCode.DROP)
    work.at_table(table, DropCollected(amount=amount), cash)


def require_by_house(table: LiveTable) -> None:
    """Where a person deals, people count."""
    if table.plan.dealer is Dealer.HUMAN:
        raise CardroomError(
            "not-counted",
            f"A person deals at {table.title}: it opens when one person has counted the tray and another has"
            " checked it.",
        )
