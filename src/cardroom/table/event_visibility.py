"""Who may see what. Only a packet of cards is ever hidden; everything else on a table lies open.

What is written down of a round is what a spectator sees: cards that lie face down are sealed, known by their places in
the deck. Whoever has the deck can unseal them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from cardroom.cards import Card
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent, PacketDealt

# The auditor sees all and is only to be asked once a round is over.
Viewer = Seat | Literal["dealer", "spectator", "auditor"]


def view(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """The event as this viewer may see it. A dealer does not see face-down cards either, not even his own.

    Nor does anyone see the packet dealt to a seat without a bet, not even who sits there.
    """
    if not isinstance(event, PacketDealt) or viewer == "auditor" or len(event.up) == event.count:
        return event
    if isinstance(viewer, int) and viewer == event.to and not event.to_empty_seat:
        return event
    return msgspec.structs.replace(event, cards=None)


def sealed(event: AnyEvent) -> AnyEvent:
    """The event as it may be written down."""
    return view(event, "spectator")


def is_sealed(event: AnyEvent) -> bool:
    return isinstance(event, PacketDealt) and event.cards is None


def unsealed(event: AnyEvent, deck: Sequence[Card]) -> AnyEvent:
    """The event with its cards, from the deck of its round."""
    if not isinstance(event, PacketDealt) or event.cards is not None:
        return event
    return msgspec.structs.replace(event, cards=tuple(deck[place] for place in event.places))
