"""Opening, closing and the drop where a person deals: one counts by chip or note, another checks the count.

Over night the chips are the cage's, wherever the locked tray stands: a closing moves what was counted there, an opening
moves what was counted back. What two counts, or a count and the books, differ by is posted to the table's account of
differences, so that cage and tray always hold what people have seen in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.cage import handlers as cage
from cardroom.house.features.cage.messages import CageMove
from cardroom.house.features.chip_counts.messages import (
    CheckCount,
    CheckDrop,
    CollectDrop,
    CountDrop,
    CountTray,
    DropCounted,
    Purpose,
    TrayChecked,
    TrayCounted,
)
from cardroom.house.features.chip_counts.state import PendingCount, needs_reason
from cardroom.house.features.rounds.consoles import is_game_on
from cardroom.house.features.slips import handlers as slips
from cardroom.house.features.tables import bank
from cardroom.house.features.tables.messages import DropCollected
from cardroom.house.floor import Dealer, Rack, worth
from cardroom.house.kernel import accounts
from cardroom.house.kernel.dual_control import require_two
from cardroom.house.kernel.racks import validated_notes, validated_rack
from cardroom.ledger import Account, Posting, PostingCode, signed_transfer
from cardroom.money import Money, show_money

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def count_tray(work: UnitOfWork, command: CountTray) -> None:
    table = work.house.table(command.table)
    rack = validated_rack(command.rack, work.house.floor.chips_of(table.plan))
    _require_ready(work, table, command.purpose)
    if not rack:
        _require_may_be_empty(work, table, command.purpose)
    counted = TrayCounted(
        purpose=command.purpose, rack=rack, amount=worth(rack), expected=expected(work, table, command.purpose)
    )
    work.at_table(table, counted)


def check_count(work: UnitOfWork, command: CheckCount) -> None:
    table = work.house.table(command.table)
    pending = table.tray_count
    if pending is None:
        raise CardroomError("not-counted", f"Nobody has counted the tray of {table.title}: that comes first.")
    _require_same(work, pending, validated_rack(command.rack, work.house.floor.chips_of(table.plan)), "tray")
    _require_ready(work, table, pending.purpose)
    if expected(work, table, pending.purpose) != pending.expected:
        raise CardroomError("tray-changed", "Chips have come or gone since the tray was counted: count it again.")
    _require_explained(work, pending, command.why)
    _note(work, table, pending, command.why)
    if pending.purpose is Purpose.OPENING:
        bank.require_conditions(work, table)
        bank.open_table(work, table, pending.amount)
    else:
        bank.close_table(work, table, pending.amount)


def expected(work: UnitOfWork, table: LiveTable, purpose: Purpose) -> Money | None:
    """What must be in the tray: as much as when it was closed, or what the books say. None: nobody can know."""
    if purpose is Purpose.OPENING:
        closer = table.closer
        return None if closer is None else worth(closer.rack)
    return None if table.plan.is_real else work.balance(accounts.tray(table.id))


def _require_ready(work: UnitOfWork, table: LiveTable, purpose: Purpose) -> None:
    if purpose is Purpose.OPENING:
        bank.require_may_open(table)
        bank.require_conditions(work, table)
        if table.plan.dealer is not Dealer.HUMAN:
            raise CardroomError("no-count", f"The house deals at {table.title}: nobody counts its tray.")
        return
    if not table.is_open:
        raise CardroomError("table-closed", f"{table.title} is closed already.")
    if not table.is_closing:
        raise CardroomError(
            "not-closing",
            f"{table.title} goes on: a supervisor says first that it closes, then its tray is counted.",
        )
    if table.is_playing or (table.plan.is_real and is_game_on(work.house, table)):
        raise CardroomError("round-in-play", f"The last round at {table.title} is not over: count the tray then.")
    slips.require_none_on_the_way(work, table)


def _require_may_be_empty(work: UnitOfWork, table: LiveTable, purpose: Purpose) -> None:
    """Nothing at all is counted only where all chips have gone back to the cage: otherwise nobody has counted yet."""
    if purpose is Purpose.OPENING:
        raise CardroomError("no-chips", "No table opens with an empty tray: count the chips that are in it.")
    held = work.balance(accounts.tray(table.id))
    if held > 0:
        raise CardroomError(
            "no-chips",
            f"The tray should hold {show_money(held)}, and nothing is counted: count the chips that are in it.",
        )


def _note(work: UnitOfWork, table: LiveTable, pending: PendingCount, why: str) -> None:
    """The count, with what differs: from the cage where the tray stood there, from the tray where it was open."""
    account = accounts.CAGE if pending.purpose is Purpose.OPENING else accounts.tray(table.id)
    posting = _difference(table, pending, account)
    checked = TrayChecked(
        purpose=pending.purpose,
        rack=pending.rack,
        amount=pending.amount,
        difference=pending.difference,
        counted_by=pending.by,
        checked_by=work.by.id,
        why=why,
    )
    work.at_table(table, checked, *([posting] if posting else []))


def _difference(table: LiveTable, pending: PendingCount, account: Account) -> Posting | None:
    code = PostingCode.COUNT_OVER if pending.difference > 0 else PostingCode.COUNT_SHORT
    differences = accounts.differences(table.id)
    return signed_transfer(differences, account, pending.difference, code, reference=pending.purpose)


def _require_same(work: UnitOfWork, pending: PendingCount, rack: Rack, what: str) -> None:
    """Another person finds the same."""
    require_two(work.house, pending.by, work.by, f"You have counted this {what} yourself: another person checks it.")
    if rack != pending.rack:
        raise CardroomError(
            "counts-differ",
            f"You find {show_money(worth(rack))} where {work.house.people[pending.by].name} has counted"
            f" {show_money(pending.amount)}, or other chips or notes: count again together.",
        )


def _require_explained(work: UnitOfWork, pending: PendingCount, why: str) -> None:
    if needs_reason(work.house.floor, pending) and not why.strip():
        limit = work.house.floor.thresholds.count_difference
        over = "over" if pending.difference > 0 else "short"
        raise CardroomError(
            "difference-unexplained",
            f"{show_money(abs(pending.difference))} {over} is more than the {show_money(limit)} that pass without a"
            " word: count again, or write down the reason.",
        )


def require_no_count(table: LiveTable) -> None:
    """Only of a table that the house deals does it know what is in the box."""
    if table.plan.dealer is Dealer.HUMAN:
        raise CardroomError(
            "not-counted", f"A person deals at {table.title}: one person counts the drop box, and another checks it."
        )


def count_drop(work: UnitOfWork, command: CountDrop) -> None:
    table = work.house.table(command.table)
    if table.plan.dealer is not Dealer.HUMAN:
        raise CardroomError("no-count", f"The house deals at {table.title}: nobody counts its drop, it is collected.")
    rack = validated_notes(command.rack)
    known = None if table.plan.is_real else work.balance(accounts.drop(table.id))
    if not rack and not known:
        raise CardroomError("empty-drop", f"The drop box of {table.title} is empty: there is nothing to count.")
    work.at_table(table, DropCounted(rack=rack, amount=worth(rack), expected=known))


def check_drop(work: UnitOfWork, command: CheckDrop) -> None:
    """What was bought in since the count lies in the next box."""
    table = work.house.table(command.table)
    pending = table.drop_count
    if not pending:
        raise CardroomError("not-counted", f"Nobody has counted the drop box of {table.title}: that comes first.")
    _require_same(work, pending, validated_notes(command.rack), PostingCode.DROP)
    _require_explained(work, pending, command.why)
    collected = DropCollected(
        amount=pending.amount,
        rack=pending.rack,
        difference=pending.difference,
        counted_by=pending.by,
        checked_by=work.by.id,
        why=command.why,
    )
    postings = _real_drop(work, table, pending) if table.plan.is_real else _known_drop(table, pending)
    work.at_table(table, collected, *(posting for posting in postings if posting))
    cage.note(work, CageMove.DROP, cash=pending.amount, reference=table.id, table=table.id)


def _known_drop(table: LiveTable, pending: PendingCount) -> tuple[Posting | None, ...]:
    box = accounts.drop(table.id)
    return _difference(table, pending, box), signed_transfer(box, accounts.CAGE, pending.amount, PostingCode.DROP)


def _real_drop(work: UnitOfWork, table: LiveTable, pending: PendingCount) -> tuple[Posting | None, ...]:
    """Chips for the cash are still out while the table is open; once its tray is counted, all of the drop is won."""
    cash = signed_transfer(accounts.patrons(table.id), accounts.CAGE, pending.amount, PostingCode.DROP)
    return cash, None if table.is_open else bank.won_from_patrons(work, table, pending.amount)


def collect_drop(work: UnitOfWork, command: CollectDrop) -> None:
    """Where the house deals its books know the drop; where a person does it is counted."""
    table = work.house.table(command.table)
    require_no_count(table)
    bank.collect_drop(work, table)
