"""What a player sees at a decision: all that advice, a computer player or a strategy may go by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from cardroom.cards import Card
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.event_visibility import view
from cardroom.table.events import AnyEvent, CardExposed, DealerRevealed, PacketDealt
from cardroom.table.round import Round
from cardroom.table.settings import TableSettings


class Sight(msgspec.Struct, frozen=True):
    """The cards that a player sees by holder, the own ones under “seat”, and what is staked, in base wagers."""

    settings: TableSettings
    decision: str  # its id
    cards: Mapping[str, tuple[Card, ...]]
    staked: Mapping[str, int]  # the game's own wagers, made so far and not taken back


class Decided(msgspec.Struct, frozen=True):
    """One decision of a player: what he saw, the option he took, and what a base wager was."""

    seen: Sight
    chose: str
    unit: Money


def sight_of(round_: Round, seat: Seat) -> Sight | None:
    """What a seat sees whose decision is awaited, taken from its own view of the round; None where none is."""
    decision = round_.decision()
    if decision is None or seat not in round_.awaited_seats():
        return None
    settings = round_.state.settings
    game, stakes = settings.rules, round_.state.seats[seat].stakes
    base = stakes[game.base_wager.id]
    own = {name: amount // base for name, amount in stakes.items() if not game.wager(name).is_side_bet}
    return Sight(settings, decision.id, seen_by((view(event, seat) for event in round_.events), seat), own)


def seen_by(events: Iterable[AnyEvent], seat: Seat) -> dict[str, tuple[Card, ...]]:
    """The cards that lie open to a seat, from its view of the events."""
    cards: dict[str, tuple[Card, ...]] = {}
    for event in events:
        match event:
            case PacketDealt() if event.to == seat and event.cards is not None:
                cards[SEAT] = cards.get(SEAT, ()) + event.cards
            case PacketDealt() if not isinstance(event.to, int) and event.up:
                cards[event.to] = cards.get(event.to, ()) + event.up
            case CardExposed():
                cards[COMMUNITY] = (*cards.get(COMMUNITY, ()), event.card)
            case DealerRevealed():
                cards[DEALER] = event.cards
            case _:
                pass
    return cards
