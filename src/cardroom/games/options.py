"""What a player may do at a decision. A choice names its option."""

from __future__ import annotations

import msgspec


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """Give the hand up, and every wager that does not stay live."""

    rule: str
    name: str = "fold"


class Check(msgspec.Struct, frozen=True, tag="check"):
    """Go on and leave all wagers as they are."""

    rule: str
    name: str = "check"


class MakeBet(msgspec.Struct, frozen=True, tag="bet"):
    """Make a wager of so many times the base wager."""

    wager: str
    multiple: int
    rule: str
    needs: int | None = None  # open to no hand of lower value
    called: str = ""

    @property
    def name(self) -> str:
        return self.called or multiple_name(self.multiple)


class TakeBack(msgspec.Struct, frozen=True, tag="take-back"):
    """Take a wager off the layout."""

    wager: str
    rule: str
    name: str = "take back"


class Surrender(msgspec.Struct, frozen=True, tag="surrender"):
    """Give up the hand for a part of the base wager."""

    rule: str
    loses: tuple[int, int] = (1, 2)  # of the base wager
    name: str = "surrender"


GameOption = Fold | Check | MakeBet | TakeBack | Surrender


def multiple_name(multiple: int) -> str:
    """The name of the option to bet so many times the base wager.

    >>> multiple_name(3)
    '3x'
    """
    return f"{multiple}x"


def bets(wager: str, *multiples: int, rule: str, needs: int | None = None) -> tuple[MakeBet, ...]:
    """One option for each multiple."""
    return tuple(MakeBet(wager, multiple, rule, needs) for multiple in multiples)
