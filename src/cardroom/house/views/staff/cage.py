"""The cage's drawers as its staff is shown them: what was moved in this shift, and the count that waits for a check.

What the books expect is told when somebody has counted, and not before: whoever counts does not know the answer.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.house.engine.house import House
from cardroom.house.features.cage.handlers import chips_of_house
from cardroom.house.features.cage.messages import CageMove
from cardroom.house.features.cage.state import BY_HAND, CageCount, CageMovement, needs_reason
from cardroom.house.features.cage.text import movement_in_words
from cardroom.house.features.slips.slip_views import ChipPile, piles
from cardroom.house.floor import Chips, Rack, worth
from cardroom.house.floor.chips import NOTES
from cardroom.house.kernel.racks import countable_pieces
from cardroom.money import Money, show_money


class CageMovementView(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    kind: CageMove
    says: str
    cash: Money
    chips: Money
    by: str
    at: datetime
    can_be_undone: bool


class CageCountView(msgspec.Struct, frozen=True, kw_only=True):
    """A count that a second person has to check."""

    cash: Rack
    chips: Rack
    cash_piles: tuple[ChipPile, ...]
    chip_piles: tuple[ChipPile, ...]
    cash_amount: Money
    chips_amount: Money
    by: str
    name: str
    at: datetime
    differs: bool
    needs_reason: bool  # by more than the house lets pass
    says: str


class LastCountView(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    cash: Money
    chips: Money
    counted_by: str
    checked_by: str
    at: datetime


class CageView(msgspec.Struct, frozen=True, kw_only=True):
    says: str
    last: LastCountView | None  # None: nobody has counted the cage yet, and nothing is moved
    count: CageCountView | None
    movements: tuple[CageMovementView, ...]  # of this shift, the last one first
    notes: tuple[ChipPile, ...]  # none of each, to be counted
    chips: tuple[ChipPile, ...]
    has_wallets: bool  # where play is not for play money, cash goes into wallets and out of them
    named_from: Money | None  # from so much cash on it is said whose it is


def cage_view(house: House) -> CageView:
    book = house.cage
    last, pending = book.count, book.pending
    return CageView(
        says=_says(house, pending),
        last=None if last is None else LastCountView(
            number=last.number, cash=last.cash, chips=last.chips, counted_by=_name(house, last.counted_by),
            checked_by=_name(house, last.checked_by), at=last.at,
        ),
        count=None if pending is None else _count_view(house, pending),
        movements=tuple(_movement_view(house, one) for one in reversed(book.movements)),
        notes=_none_of(countable_pieces(NOTES)),
        chips=_none_of(countable_pieces(chips_of_house(house.floor))),
        has_wallets=not house.floor.play_money,
        named_from=house.floor.thresholds.cash_report,
    )  # fmt: skip


def _says(house: House, pending: CageCount | None) -> str:
    if pending is not None:
        return f"{_name(house, pending.by)} has counted the cage: another person checks it."
    if house.cage.count is None:
        return "Nobody has counted the cage yet: one person counts what is in it, another checks it."
    return "The shift is on. At its end one person counts the cage, and another checks it."


def _count_view(house: House, pending: CageCount) -> CageCountView:
    pieces = countable_pieces(chips_of_house(house.floor))
    return CageCountView(
        cash=pending.cash,
        chips=pending.chips,
        cash_piles=piles(pending.cash, countable_pieces(NOTES)),
        chip_piles=piles(pending.chips, pieces),
        cash_amount=worth(pending.cash),
        chips_amount=worth(pending.chips),
        by=pending.by,
        name=_name(house, pending.by),
        at=pending.at,
        differs=bool(pending.cash_difference or pending.chips_difference),
        needs_reason=needs_reason(house.floor, pending),
        says=_compared(pending),
    )


def _compared(pending: CageCount) -> str:
    if pending.expected_cash is None or pending.expected_chips is None:
        return "It is the first count: the books begin with it."
    told = (
        _differs("Cash", pending.cash_difference, pending.expected_cash),
        _differs("Chips", pending.chips_difference, pending.expected_chips),
    )
    return " ".join(one for one in told if one) or "That is what the books say."


def _differs(what: str, difference: Money, expected: Money) -> str:
    if not difference:
        return ""
    word = "more" if difference > 0 else "less"
    return f"{what}: {show_money(abs(difference))} {word} than the {show_money(expected)} by the books."


def _movement_view(house: House, one: CageMovement) -> CageMovementView:
    moved = one.moved
    says = movement_in_words(moved)
    if one.undone:
        says = f"{says} (undone by {one.undone})"
    return CageMovementView(
        number=moved.number, kind=moved.kind, says=says, cash=moved.cash, chips=moved.chips, by=_name(house, one.by),
        at=one.at, can_be_undone=moved.kind in BY_HAND and not one.undone and not moved.undoes,
    )  # fmt: skip


def _none_of(pieces: Chips) -> tuple[ChipPile, ...]:
    return piles({piece.value: 0 for piece in pieces}, pieces)


def _name(house: House, person: str) -> str:
    return house.people[person].name if person in house.people else person
