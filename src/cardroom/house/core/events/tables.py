"""What happens to a table and around its seats: on its stream."""

from __future__ import annotations

from cardroom.documents import Hash
from cardroom.house.core.events.root import EventAtTable
from cardroom.house.core.faults import Part
from cardroom.money import Money
from cardroom.table.commands import Seat

__all__ = [
    "Admitted", "CameBack", "HostNamed", "InvitationVoided", "KickedOut", "PaceWished", "SatDown", "SatOut",
    "SeatRenamed", "StoodUp", "TablePlaced", "TableRemoved", "TableStopped", "ToppedUp",
]  # fmt: skip


class TablePlaced(EventAtTable, frozen=True, kw_only=True, tag="TablePlaced"):
    """The table comes to be, or goes on under another plan from the next round on."""

    public = ("plan",)

    plan: Hash


class TableRemoved(EventAtTable, frozen=True, kw_only=True, tag="TableRemoved"):
    """The table is no longer on the floor."""

    public = ()


class TableStopped(EventAtTable, frozen=True, kw_only=True, tag="TableStopped"):
    """Something of the table has failed: nothing more is played there until it is opened anew."""

    public = ("part", "round_id")

    part: Part
    error: str  # the kind of the error; the server's own log has the rest
    round_id: str  # in play then; "" where none was


class SatDown(EventAtTable, frozen=True, kw_only=True, tag="SatDown"):
    public = ("seat", "name", "chips")

    seat: Seat
    person: str
    name: str
    chips: Money


class ToppedUp(EventAtTable, frozen=True, kw_only=True, tag="ToppedUp"):
    public = ("seat", "chips")

    seat: Seat
    chips: Money


class StoodUp(EventAtTable, frozen=True, kw_only=True, tag="StoodUp"):
    public = ("seat", "chips")

    seat: Seat
    chips: Money


class SatOut(EventAtTable, frozen=True, kw_only=True, tag="SatOut"):
    """The seat is kept and not waited for."""

    public = ("seat", "why")

    seat: Seat
    why: str  # as the command has it


class PaceWished(EventAtTable, frozen=True, kw_only=True, tag="PaceWished"):
    """How fast a seat wants to play: "calm", "normal" or "quick"."""

    public = ("seat", "pace")

    seat: Seat
    pace: str


class CameBack(EventAtTable, frozen=True, kw_only=True, tag="CameBack"):
    public = ("seat",)

    seat: Seat


class SeatRenamed(EventAtTable, frozen=True, kw_only=True, tag="SeatRenamed"):
    """Whoever sits there is called otherwise now."""

    public = ("seat", "name")

    seat: Seat
    name: str


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


AtTables = (
    TablePlaced | TableRemoved | SatDown | ToppedUp | StoodUp | SatOut | PaceWished | CameBack | SeatRenamed | HostNamed
    | KickedOut | Admitted | InvitationVoided | TableStopped
)  # fmt: skip
