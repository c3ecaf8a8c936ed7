"""Whose cards are still needed: those of hands still in, and those that a live wager is read on."""

from __future__ import annotations

from cardroom.games.fingerprint import possible_pays, settlement_at_pay
from cardroom.games.model import Game, Wager
from cardroom.games.round_facts import DEALER, SEAT, Best, Hand, Reading, asked_by
from cardroom.table.round_state import RoundState


def is_needed(state: RoundState, holder: str) -> bool:
    """If everyone has folded, cards are turned only while a live wager is read on them."""
    if state.seats_in:
        return True
    return any(holder in holders_read(state.game, name) for seat in state.seats.values() for name in seat.open)


def best_is_sought(state: RoundState) -> bool:
    """Whether a wager on the best hand of the table is open."""
    stage = state.game.table_wide_stage
    return stage is not None and any(stage.wager in seat.open for seat in state.seats.values())


# Asked in every round. The game is kept with the answer, so that its id stays its own.
_holders_read: dict[tuple[int, str], tuple[Game, frozenset[str]]] = {}


def holders_read(game: Game, wager_id: str) -> frozenset[str]:
    """Whose cards a wager's settlement depends on."""
    key = (id(game), wager_id)
    if key not in _holders_read:
        _holders_read[key] = (game, _find_holders_read(game, game.wager(wager_id)))
    return _holders_read[key][1]


def _find_holders_read(game: Game, wager: Wager) -> frozenset[str]:
    names = [wager.reads] if wager.reads else []
    for fact in _facts_asked(game, wager):
        asked = game.facts[fact]
        names += [getattr(asked, part) for part in ("first", "second", "hand") if hasattr(asked, part)]
    return frozenset(holder for name in names for holder in _holders(game, game.hands[name]))


def _facts_asked(game: Game, wager: Wager) -> set[str]:
    tables = wager.paytables or (None,)
    pays = {str(pay): pay for table in tables for pay in possible_pays(wager, table)}
    return {name for pay in pays.values() for name in asked_by(settlement_at_pay(wager, pay), game.domains)}


def _holders(game: Game, reading: Reading) -> tuple[str, ...]:
    match reading:
        case Hand(of):
            return of
        case Best():
            return (SEAT, DEALER)
        case _:
            return (*_holders(game, game.hands[reading.first]), *_holders(game, game.hands[reading.second]))
