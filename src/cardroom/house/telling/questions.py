"""What a seat can ask the lab: only what it sees."""

from __future__ import annotations

import msgspec

from cardroom.cards import Card
from cardroom.house.core.tables import LiveTable
from cardroom.table import TableSettings
from cardroom.table.commands import Seat
from cardroom.table.events import CardExposed, PacketDealt
from cardroom.table.view import view


class Question(msgspec.Struct, frozen=True):
    """What a player sees at a decision."""

    settings: TableSettings
    hand: tuple[Card, ...]
    community: tuple[Card, ...] = ()
    dealer_up: Card | None = None
    staked: int | None = None  # Antes; None where only one number is possible


def question(table: LiveTable, seat: Seat) -> Question:
    """What a seat sees at its decision, taken from its own view of the round."""
    assert table.round is not None
    settings = table.round.state.settings
    game = settings.rules
    events = [view(event, seat) for event in table.round.events]
    community = tuple(event.card for event in events if isinstance(event, CardExposed))
    packets = [event for event in events if isinstance(event, PacketDealt)]
    hand = next((event.cards for event in packets if event.to == seat and event.cards is not None), ())
    up = next((event.up[0] for event in packets if event.to == "dealer" and event.up), None)
    stakes = table.round.state.seats[seat].stakes
    base = stakes[game.base_wager.id]
    own = sum(amount for name, amount in stakes.items() if not game.wager(name).is_side_bet)
    return Question(settings, hand, community, up, own // base if len(game.decisions) > 1 else None)
