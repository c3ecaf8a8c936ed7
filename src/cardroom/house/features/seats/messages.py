"""A seat at a table: taken, left, bought chips for, absent from."""

from __future__ import annotations

from enum import StrEnum

from cardroom.bounds import Amount, Name, SeatNumber
from cardroom.house.features.tables.messages import Pace
from cardroom.house.kernel.messages import Command


class SitDown(Command, frozen=True, tag="SitDown"):
    """Take a seat and buy chips."""

    table: Name
    seat: SeatNumber
    buy_in: Amount


class TopUp(Command, frozen=True, tag="TopUp"):
    """Buy more chips."""

    table: Name
    amount: Amount


class StandUp(Command, frozen=True, tag="StandUp"):
    """Leave the seat with one's chips. A supervisor may do it for a seat."""

    table: Name
    seat: SeatNumber | None = None


class Absence(StrEnum):
    """Why a seat is not waited for."""

    ASKED = "asked"  # its player wants to sit out
    GONE = "gone"  # nobody follows the table from there any more
    NO_BET = "no-bet"  # a whole betting window went by


class SitOut(Command, frozen=True, tag="SitOut"):
    """Keep the seat and be waited for no longer. The house does it for a seat whose player is not there."""

    table: Name
    seat: SeatNumber | None = None
    cause: Absence = Absence.ASKED


class ComeBack(Command, frozen=True, tag="ComeBack"):
    """Be waited for again. Whoever bets or decides is back by that."""

    table: Name


class SetPace(Command, frozen=True, tag="SetPace"):
    """Wish for a speed at one's table. Where all who play there wish it quick, the house's pauses are short."""

    table: Name
    pace: Pace


SeatCommand = SitDown | TopUp | StandUp | SitOut | ComeBack | SetPace
