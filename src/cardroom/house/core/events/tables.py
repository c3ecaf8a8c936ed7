"""What happens to a table and around its seats: on its stream."""

from __future__ import annotations

from cardroom.documents import Hash
from cardroom.house.core.events.root import Event
from cardroom.house.core.faults import Fault
from cardroom.money import Money
from cardroom.table.commands import Seat

__all__ = [
    "Admitted", "CameBack", "HostNamed", "InvitationVoided", "KickedOut", "PaceWished", "SatDown", "SatOut",
    "SeatRenamed", "StoodUp", "TablePlaced", "TableRemoved", "TableStopped", "ToppedUp",
]  # fmt: skip


class TablePlaced(Event, frozen=True, kw_only=True, tag="TablePlaced"):
    """The table comes to be, or goes on under another plan from the next round on."""

    plan: Hash


class TableRemoved(Event, frozen=True, kw_only=True, tag="TableRemoved"):
    """The table is no longer on the floor."""


class TableStopped(Event, frozen=True, kw_only=True, tag="TableStopped"):
    """Something of the table has failed: nothing more is played there until it is opened anew."""

    fault: Fault
    round_id: str  # in play then; "" where none was


class SatDown(Event, frozen=True, kw_only=True, tag="SatDown"):
    seat: Seat
    person: str
    name: str
    chips: Money


class ToppedUp(Event, frozen=True, kw_only=True, tag="ToppedUp"):
    seat: Seat
    chips: Money


class StoodUp(Event, frozen=True, kw_only=True, tag="StoodUp"):
    seat: Seat
    chips: Money


class SatOut(Event, frozen=True, kw_only=True, tag="SatOut"):
    """The seat is kept and not waited for."""

    seat: Seat
    why: str  # as the command has it


class PaceWished(Event, frozen=True, kw_only=True, tag="PaceWished"):
    """How fast a seat wants to play: "calm", "normal" or "quick"."""

    seat: Seat
    pace: str


class CameBack(Event, frozen=True, kw_only=True, tag="CameBack"):
    seat: Seat


class SeatRenamed(Event, frozen=True, kw_only=True, tag="SeatRenamed"):
    """Whoever sits there is called otherwise now."""

    seat: Seat
    name: str


class HostNamed(Event, frozen=True, kw_only=True, tag="HostNamed"):
    """Whose table it is."""

    person: str
    name: str


class KickedOut(Event, frozen=True, kw_only=True, tag="KickedOut"):
    """The host wants somebody here no longer."""

    seat: Seat
    person: str


class Admitted(Event, frozen=True, kw_only=True, tag="Admitted"):
    """Somebody has come to a table among friends by its invitation."""

    person: str


class InvitationVoided(Event, frozen=True, kw_only=True, tag="InvitationVoided"):
    """The invitation that was given out counts no more."""


AtTables = (
    TablePlaced | TableRemoved | SatDown | ToppedUp | StoodUp | SatOut | PaceWished | CameBack | SeatRenamed | HostNamed
    | KickedOut | Admitted | InvitationVoided | TableStopped
)  # fmt: skip
