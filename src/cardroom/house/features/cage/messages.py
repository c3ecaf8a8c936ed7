"""The cage's drawers: cash and chips, what moves them, and their count by two people at the end of every shift.

The first count says what is in the cage; from then on the books know what must be there. Each movement has a number.
Until the next count is checked it can be undone, by a movement the other way; then it is final.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.bounds import Amount, AmountOrNothing, Name, Text
from cardroom.house.floor import Rack
from cardroom.house.kernel.messages import Command, Event, Remark
from cardroom.house.kernel.racks import CountedRack
from cardroom.money import Money

CageNumber = Annotated[int, Meta(ge=1, le=2**53)]


class CageMove(StrEnum):
    """What moves the drawers of the cage."""

    SOLD = "sold"  # chips to a person, or money into his wallet, for cash
    REDEEMED = "redeemed"  # chips from a person, or money from his wallet, for cash
    BROUGHT = "brought"  # into the cage, from the vault or the bank
    TAKEN = "taken"  # out of it
    FILL = "fill"
    CREDIT = "credit"
    DROP = "drop"
    HAND_PAY = "hand-pay"
    RETURN = "return"  # of a win that was backed out


class SellChips(Command, frozen=True, tag="SellChips", omit_defaults=True):
    """Somebody pays cash at the cage, for chips or into the wallet. Nobody's name: a patron whom nobody knows."""

    amount: Amount
    person: Name | None = None
    to_wallet: bool = False


class RedeemChips(Command, frozen=True, tag="RedeemChips", omit_defaults=True):
    """Somebody gets cash at the cage, for chips or out of the wallet."""

    amount: Amount
    person: Name | None = None
    from_wallet: bool = False


class BringToCage(Command, frozen=True, tag="BringToCage", omit_defaults=True):
    """Cash or chips come into the cage from the vault or the bank."""

    why: Text
    cash: AmountOrNothing = 0
    chips: AmountOrNothing = 0


class TakeFromCage(Command, frozen=True, tag="TakeFromCage", omit_defaults=True):
    """Cash or chips leave the cage, by the card of a second person, swiped where the cage is signed in."""

    why: Text
    cash: AmountOrNothing = 0
    chips: AmountOrNothing = 0


class UndoCageMove(Command, frozen=True, tag="UndoCageMove"):
    """Undo what was done by mistake at the cage in this shift. Its number stays its own."""

    number: CageNumber
    why: Text


class CountCage(Command, frozen=True, tag="CountCage"):
    """What is in the cage, by note and chip, at the end of a shift. Somebody else checks it."""

    cash: CountedRack
    chips: CountedRack


class CheckCageCount(Command, frozen=True, tag="CheckCageCount", omit_defaults=True):
    """The cage is as another person has counted it: the shift is over, and the next one begins with that."""

    cash: CountedRack
    chips: CountedRack
    why: Remark = ""  # it differs by more than the house lets pass


class CageMoved(Event, frozen=True, kw_only=True, tag="CageMoved", omit_defaults=True):
    """The drawers of the cage have got more or less."""

    number: int
    kind: CageMove
    cash: Money = 0  # above nothing: into the cage
    chips: Money = 0
    person: str = ""  # who paid or was paid
    is_wallet: bool = False
    reference: str = ""  # the slip, win or table
    undoes: int = 0  # the number of what was done by mistake
    why: str = ""


class CageCountTaken(Event, frozen=True, kw_only=True, tag="CageCountTaken"):
    """One person has counted the cage; nothing is final until another has checked it."""

    cash: Rack
    chips: Rack
    expected_cash: Money | None  # by the books; None: it is the first count
    expected_chips: Money | None


class MovedInShift(msgspec.Struct, frozen=True, kw_only=True):
    """All that one kind of movement came to between two counts."""

    kind: CageMove
    cash: Money
    chips: Money


class CageCountChecked(Event, frozen=True, kw_only=True, tag="CageCountChecked"):
    """Two people agree on what is in the cage. What differs from the books has an account of its own."""

    number: int  # counts are numbered through
    cash: Rack
    chips: Rack
    began_cash: Money  # by the count before
    began_chips: Money
    moved: tuple[MovedInShift, ...]
    last: int  # the number of the last movement that is in it
    cash_difference: Money  # above zero: there was more than expected; below: it was short
    chips_difference: Money
    counted_by: str
    checked_by: str
    why: str = ""  # it differs


CageCommand = SellChips | RedeemChips | BringToCage | TakeFromCage | UndoCageMove | CountCage | CheckCageCount
CageInHouse = CageMoved | CageCountTaken | CageCountChecked
