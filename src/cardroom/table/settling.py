"""The dealer's acts from the showdown on: returning, comparing, paying, taking, and the second pass for the best hand of the table."""

from __future__ import annotations

from cardroom.cards import Card
from cardroom.games.model import HandOf, Kind, Return, Reveal, SettleSeats, SettleTableWide, Verdict
from cardroom.games.settlement import settle
from cardroom.money import Kind as OddsKind
from cardroom.money import Money, Odds, Pay
from cardroom.table.commands import (
    CloseRound,
    Holder,
    ReturnWager,
    RevealHand,
    Seat,
    SettleSecondPass,
    SettleSeat,
    SettlingAct,
)
from cardroom.table.events import (
    AnyEvent,
    DealerRevealed,
    HandKept,
    HandRemoved,
    HandShown,
    Qualified,
    RoundClosed,
    WagerSettled,
)
from cardroom.table.procedure import best_is_sought
from cardroom.table.state import RoundState


def perform(state: RoundState, act: SettlingAct) -> list[AnyEvent]:
    """What happens when the dealer does this."""
    game = state.game
    match act:
        case RevealHand():
            return [_reveal(state), *_keep_if_best(state, "dealer")]
        case ReturnWager():
            return [_settle_wager(state, act.seat, game.stage(Return).wager)]
        case SettleSeat():
            return _settle_seat(state, act.seat)
        case SettleSecondPass():
            return [_settle_wager(state, act.seat, game.stage(SettleTableWide).wager)]
        case CloseRound():
            totals = {number: sum(results.values()) for number, results in state.results.items()}
            return [RoundClosed(results=totals, cite="house procedure, end of round")]


def amount_back(stake: Money, pays: Pay | None, verdict: Verdict) -> Money:
    """What a player takes off the layout: nothing, the stake, or the winnings with or without it."""
    if verdict is Verdict.LOSE:
        return 0
    if verdict is Verdict.PUSH:
        return stake
    assert isinstance(pays, Odds), "only odds are paid at the table; shares and prizes are the jackpots'"
    return pays.winnings(stake) + (stake if pays.kind is OddsKind.TO else 0)


def _reveal(state: RoundState) -> DealerRevealed:
    game = state.game
    value = game.ranking.value(state.dealer)
    return DealerRevealed(
        cards=state.dealer,
        hand=game.ranking.words(value),
        qualifies=game.qualifies(value),
        cite=game.cite(game.stage(Reveal).rule),
    )


def _settle_seat(state: RoundState, number: Seat) -> list[AnyEvent]:
    game, seat = state.game, state.seats[number]
    best = _keep_if_best(state, number)
    names = [wager.id for wager in game.wagers if wager.id in seat.open and not wager.table_wide]
    settled = [_settle_wager(state, number, name) for name in names]
    is_read = any(game.wager(name).reads not in (None, HandOf.COMMUNITY) for name in names)
    shown = [_show(state, number)] if seat.is_in or is_read or best_is_sought(state) else []
    envied = [game.wager(event.wager) for event in settled if isinstance(event, Qualified) and event.envy]
    kept = [HandKept(holder=number, reason="envy", cite=game.cite(wager.envy_rule)) for wager in envied[:1]]
    return [*shown, *settled, *kept, *best]


def _show(state: RoundState, number: Seat) -> HandShown:
    game, seat = state.game, state.seats[number]
    value = game.ranking.value(seat.cards + state.community)
    cite = game.cite(game.stage(SettleSeats).rule)
    return HandShown(seat=number, cards=seat.cards, hand=game.ranking.words(value), cite=cite)


def _settle_wager(state: RoundState, number: Seat, name: str) -> WagerSettled | Qualified:
    game, seat = state.game, state.seats[number]
    wager = game.wager(name)
    stake = seat.open[name]
    settled = settle(game, wager, state.settings.paytables, state.layout(number))
    outcome = settled.outcome
    cite = game.cite(outcome.rule)
    if wager.kind is Kind.JACKPOT and outcome.verdict is Verdict.WIN:
        assert settled.line is not None
        assert outcome.pays is not None
        return Qualified(
            seat=number,
            wager=name,
            stake=stake,
            paytable=state.settings.paytables[name].id,
            line=settled.line.text,
            pays=outcome.pays,
            envy=settled.line.envy if state.settings.gives_envy(name) else None,
            hand=settled.hand,
            cite=cite,
        )
    return WagerSettled(
        seat=number,
        wager=name,
        stake=stake,
        verdict=outcome.verdict,
        pays=outcome.pays,
        back=amount_back(stake, outcome.pays, outcome.verdict),
        hand=settled.hand,
        cite=cite,
    )


def _keep_if_best(state: RoundState, holder: Holder) -> list[AnyEvent]:
    """While the best hand of the table is sought, the best so far stays exposed and a lower one is removed.

    A hand that gives envy stays whatever else is found.
    """
    stage = state.game.table_wide_stage
    if stage is None or not best_is_sought(state):
        return []
    wager = state.game.wager(stage.wager)
    assert wager.scale is not None
    ranking = wager.scale.ranking
    assert ranking is not None
    value = ranking.value(_cards_of(state, holder))
    if state.settings.paytables[wager.id].line(wager.scale, wager.scale.step(value)) is None:
        return []
    cite = state.game.cite(stage.keep_rule)
    kept = HandKept(holder=holder, reason="best so far", cite=cite)
    if state.best_kept is None:
        return [kept]
    if value <= ranking.value(_cards_of(state, state.best_kept)):
        return []
    if state.best_kept in state.kept_for_envy:
        return [kept]
    return [HandRemoved(holder=state.best_kept, cite=cite), kept]


def _cards_of(state: RoundState, holder: Holder) -> tuple[Card, ...]:
    return state.dealer if holder == "dealer" else state.seats[int(holder)].cards
