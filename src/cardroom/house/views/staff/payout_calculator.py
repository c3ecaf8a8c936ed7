"""What do these cards pay? Every wager of a game, read on cards that somebody lays down."""

from __future__ import annotations

import msgspec

from cardroom.errors import CardroomError
from cardroom.table import TableSettings
from cardroom.table.engine.hand_proof import Shown, cards_needed, prove


class WagerPays(msgspec.Struct, frozen=True, kw_only=True):
    """One wager: what the cards make for it, and what that pays; or which cards it asks for."""

    wager: str
    name: str
    hand: str  # in words; "" where the cards are not enough
    line: str  # of the pay table; "" where there is none
    pays: str  # like “50 to 1”, “10%”, or how it ends
    asks: dict[str, int]  # the cards it is read on, by holder


def what_pays(settings: TableSettings, cards: Shown) -> list[WagerPays]:
    """For a player who has stayed in."""
    return [_one(settings, name, cards) for name in _wagers(settings)]


def _wagers(settings: TableSettings) -> list[str]:
    game = settings.rules
    offered = {wager.id for wager in game.wagers if not wager.is_side_bet} | set(settings.offered)
    wide = {stage.wager for stage in [game.table_wide_stage] if stage}
    return [wager.id for wager in game.wagers if wager.id in offered and wager.id not in wide]


def _one(settings: TableSettings, name: str, cards: Shown) -> WagerPays:
    game = settings.rules
    wager, asks = game.wager(name), cards_needed(game, name)
    try:
        found = prove(settings, name, {holder: cards.get(holder, ()) for holder in asks})
    except CardroomError:
        return WagerPays(wager=name, name=wager.name, hand="", line="", pays="", asks=asks)
    outcome, line = found.outcome, found.line.text if found.line else ""
    pays = outcome.verdict if outcome.pays is None else str(outcome.pays)
    return WagerPays(wager=name, name=wager.name, hand=found.hand, line=line, pays=pays, asks=asks)
