"""Cash and chips at the cage: sold and redeemed, brought and taken out, undone, and counted by two people.

What moves otherwise through the cage (fills, credits, counted drops, hand-pays) moves its drawers too, once it has been
counted. The rest of the house stands on the account `cage`, so a movement of the drawers alone changes nobody's money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.cage.messages import (
    BringToCage,
    CageCountChecked,
    CageCountTaken,
    CageMove,
    CageMoved,
    CheckCageCount,
    CountCage,
    RedeemChips,
    SellChips,
    TakeFromCage,
    UndoCageMove,
)
from cardroom.house.features.cage.state import BY_HAND, CageCount, CageMovement, needs_reason
from cardroom.house.features.reportable_events.messages import Flagged, FlagKind
from cardroom.house.floor import Chips, Floor, Rack, worth
from cardroom.house.kernel import accounts
from cardroom.house.kernel.dual_control import require_two
from cardroom.house.kernel.people import PLAYERS, Role
from cardroom.house.kernel.racks import validated_cash, validated_rack
from cardroom.ledger import Account, Posting, PostingCode, signed_transfer
from cardroom.money import CENT, Money, show_money

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork

FOR_PEOPLE = frozenset({CageMove.SOLD, CageMove.REDEEMED})


# --- with people ------------------------------------------------------------------------------------------------------


def sell_chips(work: UnitOfWork, command: SellChips) -> None:
    _require_counted(work)
    _validate_person(work, command.person, command.amount, of_wallet=command.to_wallet)
    chips = 0 if command.to_wallet else _validated_chips(work, command.amount)
    _move(work, CageMove.SOLD, cash=command.amount, chips=-chips, person=command.person, is_wallet=command.to_wallet)
    _flag_cash(work, FlagKind.CASH, command.person, command.amount)


def redeem_chips(work: UnitOfWork, command: RedeemChips) -> None:
    _require_counted(work)
    _validate_person(work, command.person, command.amount, of_wallet=command.from_wallet)
    chips = 0 if command.from_wallet else _validated_chips(work, command.amount)
    _move(
        work, CageMove.REDEEMED, cash=-command.amount, chips=chips, person=command.person,
        is_wallet=command.from_wallet,
    )  # fmt: skip
    _flag_cash(work, FlagKind.CASH_OUT, command.person, command.amount)


def _validated_chips(work: UnitOfWork, amount: Money) -> Money:
    smallest = chips_of_house(work.house.floor)[0].value
    if amount % smallest:
        raise CardroomError(
            "odd-chips", f"The smallest chip is {show_money(smallest)}: {show_money(amount)} is not a whole number."
        )
    return amount


def _validate_person(work: UnitOfWork, person: str | None, amount: Money, *, of_wallet: bool) -> None:
    """From whom much cash comes, or to whom it goes, is known; and play money is never cash."""
    house = work.house
    if amount % CENT:
        raise CardroomError("bad-amount", "Cash is counted in whole cents: correct the amount.")
    if person is None:
        if of_wallet:
            raise CardroomError("no-person", "Say whose wallet it is.")
        threshold = house.floor.thresholds.cash_report
        if threshold is not None and amount >= threshold:
            raise CardroomError(
                "no-person", f"Say who it is: from {show_money(threshold)} on a report names the person."
            )
        return
    known = house.people.get(person)
    if known is None or known.role not in PLAYERS:
        raise CardroomError("unknown-person", f"“{person}” is no player of this house.")
    if of_wallet and house.floor.play_money:
        raise CardroomError(
            "play-money", "This house deals for play money: a wallet is neither filled nor paid out in cash."
        )
    if of_wallet and known.role is not Role.PLAYER:
        raise CardroomError("guest", f"{known.name} is a guest, whose account ends: cash takes an account that stays.")


def _flag_cash(work: UnitOfWork, kind: FlagKind, person: str | None, amount: Money) -> None:
    """What one person pays in cash on a day is summed, and apart from it what he is paid."""
    threshold = work.house.floor.thresholds.cash_report
    if person is None or threshold is None:
        return
    cage = work.house.cage
    before = cage.taken_on(work.day, person) if kind is FlagKind.CASH else cage.given_on(work.day, person)
    if before + amount >= threshold:
        work.in_house(Flagged(kind=kind, person=person, amount=before + amount, table=""))


# --- with the rest of the house ---------------------------------------------------------------------------------------


def bring(work: UnitOfWork, command: BringToCage) -> None:
    _require_counted(work)
    _validate_moved(work, command)
    _move(work, CageMove.BROUGHT, cash=command.cash, chips=command.chips, why=command.why)


def take(work: UnitOfWork, command: TakeFromCage) -> None:
    _require_counted(work)
    at_cage = work.house.people.get(work.entered_by)
    if at_cage is None or at_cage.role is not Role.CAGE or work.entered_by == work.by.id:
        raise CardroomError(
            "two-people", "It takes two people: the cage, signed in at its page, and the card of whoever takes it out."
        )
    _validate_moved(work, command)
    _move(work, CageMove.TAKEN, cash=-command.cash, chips=-command.chips, why=command.why)


def _validate_moved(work: UnitOfWork, command: BringToCage | TakeFromCage) -> None:
    require_reason(command.why, "what is brought or taken")
    if not command.cash and not command.chips:
        raise CardroomError("no-amount", "Say how much cash or chips it is.")
    if command.cash % CENT:
        raise CardroomError("bad-amount", "Cash is counted in whole cents: correct the amount.")
    if command.chips:
        _validated_chips(work, command.chips)


def note(
    work: UnitOfWork, kind: CageMove, *, cash: Money = 0, chips: Money = 0, reference: str = "", table: str = ""
) -> None:
    """What else moves through the cage: nothing while nobody has counted it, or where chips are pictures."""
    if work.house.cage.count is None or (table and not _has_chips(work, table)):
        return
    _move(work, kind, cash=cash, chips=chips, reference=reference)


def _has_chips(work: UnitOfWork, name: str) -> bool:
    """Whether people handle the chips of a table."""
    table = work.house.tables.get(name)
    return table is not None and table.plan.is_dealt_by_people


# --- all movements ----------------------------------------------------------------------------------------------------


def _move(
    work: UnitOfWork, kind: CageMove, *, cash: Money = 0, chips: Money = 0, person: str | None = None,
    is_wallet: bool = False, reference: str = "", why: str = "", undoes: int = 0,
) -> None:  # fmt: skip
    moved = CageMoved(
        number=_last(work) + 1, kind=kind, cash=cash, chips=chips, person=person or "", is_wallet=is_wallet,
        reference=reference, undoes=undoes, why=why,
    )  # fmt: skip
    _require_held(work, accounts.CAGE_CASH, cash, "in cash")
    _require_held(work, accounts.CAGE_CHIPS, chips, "in chips")
    if is_wallet:
        _require_in_wallet(work, moved)
    work.in_house(moved, *(posting for posting in _postings(moved) if posting))


def _last(work: UnitOfWork) -> int:
    """The number of the last movement, those of this command included."""
    planned = (event for _, _, events, _ in work.parts.values() for event in events if isinstance(event, CageMoved))
    return max((event.number for event in planned), default=work.house.cage.last)


def _require_held(work: UnitOfWork, account: Account, change: Money, what: str) -> None:
    held = work.balance(account)
    if held + change < 0:
        raise CardroomError(
            "short-cage",
            f"The cage holds {show_money(held)} {what}, not {show_money(-change)}: bring in what is missing first.",
        )


def _require_in_wallet(work: UnitOfWork, moved: CageMoved) -> None:
    held = work.balance(accounts.wallet(moved.person))
    if held + moved.cash < 0:
        name = work.house.people[moved.person].name
        raise CardroomError("short-of-money", f"{name} has {show_money(held)} in the wallet.")


def _postings(moved: CageMoved) -> tuple[Posting | None, ...]:
    number = str(moved.number)
    if moved.kind not in FOR_PEOPLE:
        code, of = PostingCode.CAGE_MOVED, moved.reference or number
        return (
            signed_transfer(accounts.CAGE, accounts.CAGE_CASH, moved.cash, code, reference=of),
            signed_transfer(accounts.CAGE, accounts.CAGE_CHIPS, moved.chips, code, reference=of),
        )
    is_sold = moved.kind is CageMove.SOLD
    paid = signed_transfer(
        accounts.CASH, accounts.CAGE_CASH, moved.cash, PostingCode.CASH_TAKEN if is_sold else PostingCode.CASH_GIVEN,
        reference=number,
    )  # fmt: skip
    if moved.is_wallet:
        code = PostingCode.WALLET_FILLED if is_sold else PostingCode.WALLET_PAID_OUT
        return paid, signed_transfer(accounts.CAGE, accounts.wallet(moved.person), moved.cash, code, reference=number)
    code = PostingCode.CHIPS_SOLD if is_sold else PostingCode.CHIPS_REDEEMED
    return paid, signed_transfer(accounts.CHIPS_OUT, accounts.CAGE_CHIPS, moved.chips, code, reference=number)


def undo(work: UnitOfWork, command: UndoCageMove) -> None:
    require_reason(command.why, "what is undone at the cage")
    done = _movement(work, command.number)
    moved = done.moved
    _move(
        work, moved.kind, cash=-moved.cash, chips=-moved.chips, person=moved.person, is_wallet=moved.is_wallet,
        why=command.why, undoes=moved.number,
    )  # fmt: skip


def _movement(work: UnitOfWork, number: int) -> CageMovement:
    """One of this shift that can be undone."""
    cage = work.house.cage
    found = next((one for one in cage.movements if one.moved.number == number), None)
    if found is None and 0 < number <= cage.last:
        raise CardroomError("final", f"Movement {number} of the cage is final: the cage has been counted since.")
    if found is None:
        raise CardroomError("unknown-movement", f"There is no movement {number} of the cage.")
    if found.undone or found.moved.undoes:
        raise CardroomError("undone", f"Movement {number} of the cage is undone, or undoes another one.")
    if found.moved.kind not in BY_HAND:
        raise CardroomError(
            "not-by-hand", f"Movement {number} came with a slip, a drop or a win: it is put right there."
        )
    return found


# --- the count --------------------------------------------------------------------------------------------------------


def chips_of_house(floor: Floor) -> Chips:
    """All chips that lie on its tables, the smallest first; one colour for each value."""
    every = {chip.value: chip for plan in floor.tables for chip in floor.chips_of(plan)}
    every |= {chip.value: chip for chip in floor.chips}
    return tuple(every[value] for value in sorted(every))


def count_cage(work: UnitOfWork, command: CountCage) -> None:
    cash, chips = _validated(work, command)
    if not cash and not chips:
        raise CardroomError("no-chips", "Nothing is counted: count the notes and the chips that are in the cage.")
    is_first = work.house.cage.count is None
    work.in_house(
        CageCountTaken(
            cash=cash,
            chips=chips,
            expected_cash=None if is_first else work.balance(accounts.CAGE_CASH),
            expected_chips=None if is_first else work.balance(accounts.CAGE_CHIPS),
        )
    )


def check_count(work: UnitOfWork, command: CheckCageCount) -> None:
    cage = work.house.cage
    pending = cage.pending
    if pending is None:
        raise CardroomError("not-counted", "Nobody has counted the cage: that comes first.")
    require_two(work.house, pending.by, work.by, "You have counted the cage yourself: another person checks it.")
    if _validated(work, command) != (pending.cash, pending.chips):
        raise CardroomError(
            "counts-differ",
            f"You find other notes or chips than {work.house.people[pending.by].name} has counted: count again"
            " together.",
        )
    _require_unmoved(work, pending)
    if needs_reason(work.house.floor, pending) and not command.why.strip():
        limit = show_money(work.house.floor.thresholds.cage_difference)
        raise CardroomError(
            "difference-unexplained",
            f"The cage differs from the books by more than the {limit} that pass without a word: count again, or write"
            " down the reason.",
        )
    count = cage.count
    checked = CageCountChecked(
        number=1 if count is None else count.number + 1,
        cash=pending.cash,
        chips=pending.chips,
        began_cash=0 if count is None else count.cash,
        began_chips=0 if count is None else count.chips,
        moved=cage.totals,
        last=cage.last,
        cash_difference=pending.cash_difference,
        chips_difference=pending.chips_difference,
        counted_by=pending.by,
        checked_by=work.by.id,
        why=command.why,
    )
    work.in_house(checked, *(posting for posting in _counted(checked) if posting))


def _counted(checked: CageCountChecked) -> tuple[Posting | None, ...]:
    """The first count takes what is in the cage out of the rest of the house; others find what differs."""
    number = str(checked.number)
    if checked.number == 1:
        code = PostingCode.CAGE_BEGINNING
        return (
            signed_transfer(accounts.CAGE, accounts.CAGE_CASH, worth(checked.cash), code, reference=number),
            signed_transfer(accounts.CAGE, accounts.CAGE_CHIPS, worth(checked.chips), code, reference=number),
        )
    return (
        _difference(accounts.CAGE_CASH, checked.cash_difference),
        _difference(accounts.CAGE_CHIPS, checked.chips_difference),
    )


def _difference(account: Account, amount: Money) -> Posting | None:
    code = PostingCode.COUNT_OVER if amount > 0 else PostingCode.COUNT_SHORT
    return signed_transfer(accounts.CAGE_DIFFERENCES, account, amount, code, reference="cage")


def _validated(work: UnitOfWork, command: CountCage | CheckCageCount) -> tuple[Rack, Rack]:
    return validated_cash(command.cash), validated_rack(command.chips, chips_of_house(work.house.floor))


def _require_unmoved(work: UnitOfWork, pending: CageCount) -> None:
    now = work.balance(accounts.CAGE_CASH), work.balance(accounts.CAGE_CHIPS)
    if pending.expected_cash is not None and now != (pending.expected_cash, pending.expected_chips):
        raise CardroomError(
            "cage-changed", "Cash or chips have come or gone since the cage was counted: count it again."
        )


def _require_counted(work: UnitOfWork) -> None:
    if work.house.cage.count is None:
        raise CardroomError(
            "not-counted", "Nobody has counted the cage yet: one counts what is in it, and another checks it."
        )
