"""What players ask: a seat, chips, a pace, limits of their own, and a table among friends."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Amount, Name, SeatNumber
from cardroom.house.core.commands.root import Command

__all__ = [
    "Absence", "ComeBack", "EndTable", "HandHostOver", "HostTable", "IssuePlayMoney", "KickOut", "Pace", "SetName",
    "SetOwnLimits", "SetPace", "SitDown", "SitOut", "StandUp", "Title", "TopUp", "VoidInvitation",
]  # fmt: skip

Minutes = Annotated[int, Meta(ge=1, le=100_000)]
Title = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[^\\u0000-\\u001f\\u007f]*$")]


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
    why: Absence = Absence.ASKED


class ComeBack(Command, frozen=True, tag="ComeBack"):
    """Be waited for again. Whoever bets or decides is back by that."""

    table: Name


class Pace(StrEnum):
    """How fast a player wants to play."""

    CALM = "calm"
    NORMAL = "normal"
    QUICK = "quick"


class SetPace(Command, frozen=True, tag="SetPace"):
    """Wish for a speed at one's table. Where all who play there wish it quick, the house's pauses are short."""

    table: Name
    pace: Pace


class SetName(Command, frozen=True, tag="SetName"):
    """Be called so from now on."""

    name: Name


class SetOwnLimits(Command, frozen=True, tag="SetOwnLimits", omit_defaults=True):
    """Limits on oneself: the most to lose and the longest to play. None: no such limit, unless it is kept as it is."""

    loss: Amount | None = None
    minutes: Minutes | None = None
    keeps_loss: bool = False
    keeps_time: bool = False


class IssuePlayMoney(Command, frozen=True, tag="IssuePlayMoney"):
    """Play money for someone who has little left; only where the house plays for play money."""


# --- tables among friends ---------------------------------------------------------------------------------------------


class HostTable(Command, frozen=True, tag="HostTable"):
    """Open a table of one's own for play money. The house gives it its id; players come by the host's invitation."""

    game: Name
    minimum: Amount
    maximum: Amount
    name: Title


class KickOut(Command, frozen=True, tag="KickOut"):
    """Ask somebody to leave one's table for good; a hand in play is finished first."""

    table: Name
    seat: SeatNumber


class VoidInvitation(Command, frozen=True, tag="VoidInvitation"):
    """Nobody comes to one's table any more by the invitation that was given out. Who has come by it stays."""

    table: Name


class HandHostOver(Command, frozen=True, tag="HandHostOver"):
    """Somebody else at the table is its host from now on."""

    table: Name
    seat: SeatNumber


class EndTable(Command, frozen=True, tag="EndTable"):
    """End one's table, when the round in play is over. The house does it where nobody is left."""

    table: Name


OfPlayers = (
    SitDown | TopUp | StandUp | SitOut | ComeBack | SetPace | SetName | SetOwnLimits | IssuePlayMoney
    | HostTable | KickOut | VoidInvitation | HandHostOver | EndTable
)  # fmt: skip
