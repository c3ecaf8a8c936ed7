"""A hand proven by its cards alone: what lay on a real table, read by the wager's own settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import Deal, Game
from cardroom.games.round_facts import COMMUNITY, SEAT
from cardroom.games.settlement import Layout, Packets, Settled, settle
from cardroom.table.engine.needed_hands import holders_read
from cardroom.table.settings import TableSettings

Shown = Mapping[str, tuple[Card, ...]]  # by holder, the player's own cards under “seat”


def cards_needed(game: Game, wager: str) -> dict[str, int]:
    """How many cards of each holder prove a hand, the player's own first."""
    read = holders_read(game, wager)
    holders = sorted((holder for holder in game.holders if holder in read), key=lambda holder: holder != SEAT)
    return {holder: game.cards_of(holder) for holder in holders}


def prove(settings: TableSettings, wager: str, cards: Shown) -> Settled:
    """What these cards make for a wager whose player has stayed in. Too few or too many are refused."""
    game = settings.rules
    needed = cards_needed(game, wager)
    for holder, number in needed.items():
        _require_number(game, holder, number, len(cards.get(holder, ())))
    for holder in cards.keys() - needed.keys():
        _require_number(game, holder, 0, len(cards[holder]))
    held = Counter(card for shown in cards.values() for card in shown)
    if more := held - Counter(game.deck.cards):
        raise CardroomError("impossible-card", f"The deck does not hold {_all(more)}, or not so often.")
    packets = {holder: _packets(game, holder, cards[holder]) for holder in needed}
    return settle(game, game.wager(wager), settings.paytables, Layout(packets, made=frozenset({wager})))


def named(holder: str) -> str:
    """Whose cards, in words.

    >>> named("seat"), named("dealer"), named("community")
    ("the player's cards", "the dealer's cards", 'the community cards')
    """
    if holder == COMMUNITY:
        return "the community cards"
    return f"the {'player' if holder == SEAT else holder}'s cards"


def _require_number(game: Game, holder: str, number: int, given: int) -> None:
    if given != number:
        need = f"{number} of {named(holder)}" if number else f"none of {named(holder)}"
        raise CardroomError("wrong-count", f"{game.name}: the hand is proven by {need}, not {given}.")


def _packets(game: Game, holder: str, cards: tuple[Card, ...]) -> Packets:
    """As they were dealt, in the order they are told."""
    packets, rest = [], cards
    for stage in game.stages_of(Deal):
        if holder in stage.to:
            packets.append(rest[: stage.cards])
            rest = rest[stage.cards :]
    return tuple(packets)


def _all(cards: Counter[Card]) -> str:
    return ", ".join(str(card) for card in cards)
