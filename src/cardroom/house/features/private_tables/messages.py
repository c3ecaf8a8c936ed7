"""Tables among friends: hosted by a player, open to those who are invited."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Amount, Name, SeatNumber
from cardroom.house.kernel.messages import Command, EventAtTable
from cardroom.table.commands import Seat

Title = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[^\\u0000-\\u001f\\u007f]*$")]


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


class Admit(Command, frozen=True, tag="Admit"):
    """Somebody has come to a table among friends by its invitation, which is no part of this."""

    table: Name
    person: Name


class HostNamed(EventAtTable, frozen=True, kw_only=True, tag="HostNamed"):
    """Whose table it is."""

    public = ("name",)

    person: str
    name: str


class KickedOut(EventAtTable, frozen=True, kw_only=True, tag="KickedOut"):
    """The host wants somebody here no longer."""

    public = ("seat",)

    seat: Seat
    person: str


class Admitted(EventAtTable, frozen=True, kw_only=True, tag="Admitted"):
    """Somebody has come to a table among friends by its invitation."""

    public = ()

    person: str


class InvitationVoided(EventAtTable, frozen=True, kw_only=True, tag="InvitationVoided"):
    """The invitation that was given out counts no more."""

    public = ()


FriendsCommand = HostTable | KickOut | VoidInvitation | HandHostOver | EndTable
FriendsByHouse = Admit
FriendsAtTable = HostNamed | KickedOut | Admitted | InvitationVoided
