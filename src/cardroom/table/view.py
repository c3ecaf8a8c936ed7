"""Who may see what. Only a packet of cards is ever hidden; everything else on a table lies open."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent, PacketDealt

# The auditor sees all and is only to be asked once a round is over.
Viewer = Seat | Literal["dealer", "spectator", "auditor"]


def view(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """The event as this viewer may see it. A dealer does not see face-down cards either, not even his own.

    Nor does anyone see the packet dealt to a seat without a bet, not even who sits there.
    """
    if not isinstance(event, PacketDealt) or viewer == "auditor":
        return event
    if viewer == event.to and viewer != "dealer" and not event.to_empty_seat:
        return event
    return msgspec.structs.replace(event, cards=None)
