"""What is known of the cage since its last count."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.features.cage.messages import CageCountChecked, CageCountTaken, CageMove, CageMoved, MovedInShift
from cardroom.house.floor import Floor, Rack, worth
from cardroom.money import Money

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record

REMEMBERED = 300  # movements that can be undone; a shift with more has done with its first ones
BY_HAND = frozenset({CageMove.SOLD, CageMove.REDEEMED, CageMove.BROUGHT, CageMove.TAKEN})  # and so can be undone


class CageMovement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One movement of this shift; `undone` is the number of the one that undid it."""

    moved: CageMoved
    by: str
    at: datetime
    day: str
    undone: int = 0


class CageCount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One person has counted the cage; another has to check it."""

    cash: Rack
    chips: Rack
    by: str
    at: datetime
    expected_cash: Money | None = None  # None: it is the first count
    expected_chips: Money | None = None

    @property
    def cash_difference(self) -> Money:
        return 0 if self.expected_cash is None else worth(self.cash) - self.expected_cash

    @property
    def chips_difference(self) -> Money:
        return 0 if self.expected_chips is None else worth(self.chips) - self.expected_chips


class LastCount(msgspec.Struct, frozen=True, kw_only=True):
    """What the cage was last counted with, by two people."""

    number: int
    cash: Money
    chips: Money
    at: datetime
    counted_by: str
    checked_by: str


class CageBook(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The cage in this shift. Its parts are replaced, never changed."""

    count: LastCount | None = None  # None: nobody has counted it yet, and nothing moves through it
    pending: CageCount | None = None
    last: int = 0  # the number of the last movement ever
    movements: tuple[CageMovement, ...] = ()  # since the count, the last ones
    totals: tuple[MovedInShift, ...] = ()  # since the count, by kind
    day: str = ""  # of:
    taken: dict[str, Money] = {}  # cash from people, as far as they are known
    given: dict[str, Money] = {}  # and to them

    def taken_on(self, day: str, person: str) -> Money:
        return self.taken.get(person, 0) if day == self.day else 0

    def given_on(self, day: str, person: str) -> Money:
        return self.given.get(person, 0) if day == self.day else 0


NOT_COUNTED = CageBook()


def needs_reason(floor: Floor, count: CageCount) -> bool:
    """Whether cash or chips differ by more than the house lets pass without a word."""
    limit = floor.thresholds.cage_difference
    return max(abs(count.cash_difference), abs(count.chips_difference)) > limit


# --- reducers ---------------------------------------------------------------------------------------------------------


def moved(house: House, event: CageMoved, record: Record) -> None:
    book = house.cage
    undone = (replace(one, undone=event.number) if one.moved.number == event.undoes else one for one in book.movements)
    movement = CageMovement(moved=event, by=record.by, at=record.at, day=record.day)
    totals = {one.kind: one for one in book.totals}
    before = totals.get(event.kind, MovedInShift(kind=event.kind, cash=0, chips=0))
    totals[event.kind] = replace(before, cash=before.cash + event.cash, chips=before.chips + event.chips)
    house.cage = _with_cash_of_person(
        replace(
            book, last=event.number, movements=(*undone, movement)[-REMEMBERED:], totals=tuple(totals.values())
        ),
        event, record.day,
    )  # fmt: skip
    if event.is_wallet and event.person in house.own_limits:
        house.own_limits[event.person] = house.own_limits[event.person].given(event.cash)


def _with_cash_of_person(book: CageBook, event: CageMoved, day: str) -> CageBook:
    """What was undone has not been: it comes off what the person gave or got on the same day."""
    if event.kind not in (CageMove.SOLD, CageMove.REDEEMED) or not event.person:
        return book
    if day != book.day:
        book = replace(book, day=day, taken={}, given={})
        if event.undoes:
            return book
    if event.kind is CageMove.SOLD:
        taken = max(0, book.taken.get(event.person, 0) + event.cash)
        return replace(book, taken=book.taken | {event.person: taken})
    given = max(0, book.given.get(event.person, 0) - event.cash)
    return replace(book, given=book.given | {event.person: given})


def count_taken(house: House, event: CageCountTaken, record: Record) -> None:
    pending = CageCount(
        cash=event.cash, chips=event.chips, by=record.by, at=record.at, expected_cash=event.expected_cash,
        expected_chips=event.expected_chips,
    )  # fmt: skip
    house.cage = replace(house.cage, pending=pending)


def count_checked(house: House, event: CageCountChecked, record: Record) -> None:
    count = LastCount(
        number=event.number, cash=worth(event.cash), chips=worth(event.chips), at=record.at,
        counted_by=event.counted_by, checked_by=event.checked_by,
    )  # fmt: skip
    house.cage = replace(house.cage, count=count, pending=None, movements=(), totals=())
