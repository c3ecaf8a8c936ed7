"""The dealer's acts from the showdown on: returning, comparing, paying, taking, and the second pass for the table."""

from __future__ import annotations

from cardroom.games.citations import Procedure
from cardroom.games.model import Deal, Kind, Return, Reveal, SettleSeats, SettleTableWide, Stage, Verdict
from cardroom.games.round_facts import DEALER, SEAT
from cardroom.games.settlement import Layout, read, settle
from cardroom.money import Money, Odds, OddsKind, Pay
from cardroom.table.commands import (
    CloseRound,
    Holder,
    ReturnWager,
    RevealHand,
    Seat,
    SettleSeat,
    SettleSecondPass,
    SettlingAct,
)
from cardroom.table.engine.needed_hands import best_is_sought, holders_read
from cardroom.table.engine.procedure import wagers_to_settle
from cardroom.table.events import (
    AnyEvent,
    DealerRevealed,
    HandKept,
    HandRemoved,
    HandShown,
    KeptFor,
    Qualified,
    RoundClosed,
    WagerSettled,
)
from cardroom.table.round_state import RoundState


def perform(state: RoundState, act: SettlingAct, stage: Stage | None) -> list[AnyEvent]:
    """What happens when the dealer does this in a stage."""
    match act, stage:
        case RevealHand(), Reveal():
            return [_reveal(state, stage), *_keep_if_best(state, DEALER)]
        case ReturnWager(), Return():
            return _settle_wager(state, act.seat, stage.wager, state.layout(act.seat))
        case SettleSeat(), SettleSeats():
            return _settle_seat(state, act.seat, stage)
        case SettleSecondPass(), SettleTableWide():
            return _settle_wager(state, act.seat, stage.wager, state.layout(act.seat))
        case CloseRound(), _:
            totals = {number: sum(results.values()) for number, results in state.results.items()}
            return [RoundClosed(results=totals, rule=Procedure.END_OF_ROUND.rule)]
    raise AssertionError(f"{act} has no place in {stage}")


def amount_back(stake: Money, pays: Pay | None, verdict: Verdict) -> Money:
    """What a player takes off the layout: nothing, the stake, or the winnings with or without it."""
    if verdict is Verdict.LOSE:
        return 0
    if verdict is Verdict.PUSH:
        return stake
    assert isinstance(pays, Odds), "only odds are paid at the table; shares and prizes are the jackpots'"
    return pays.winnings(stake) + (stake if pays.kind is OddsKind.TO else 0)


def _reveal(state: RoundState, stage: Reveal) -> DealerRevealed:
    game, number = state.game, next(iter(state.seats))
    layout = state.layout(number)
    value = read(game, "dealer", layout)
    assert value is not None
    return DealerRevealed(
        cards=state.dealer,
        qualifies=game.qualifier is None or value >= game.qualifier,
        rule=stage.rule,
    )


def _settle_seat(state: RoundState, number: Seat, stage: SettleSeats) -> list[AnyEvent]:
    game, seat, cards = state.game, state.seats[number], state.layout(number)
    best = _keep_if_best(state, number)
    names = wagers_to_settle(game, stage, seat)
    settled = [event for name in names for event in _settle_wager(state, number, name, cards)]
    is_turned = seat.is_in or best_is_sought(state) or any(SEAT in holders_read(game, name) for name in names)
    shown = _show(state, number, stage, cards) if is_turned else []
    envied = [game.wager(event.wager) for event in settled if isinstance(event, Qualified) and event.envy]
    kept = [HandKept(holder=number, kept_for=KeptFor.ENVY, rule=wager.envy_rule) for wager in envied[:1]]
    return [*shown, *settled, *kept, *best]


def _show(state: RoundState, number: Seat, stage: SettleSeats, cards: Layout) -> list[HandShown]:
    """The hand of a seat, if it has one that did not lie open all the time."""
    game, seat = state.game, state.seats[number]
    is_open = all(deal.face_up for deal in game.stages_of(Deal) if SEAT in deal.to)
    if is_open or "you" not in game.hands or read(game, "you", cards) is None:
        return []
    return [HandShown(seat=number, cards=seat.cards, rule=stage.rule)]


def _settle_wager(state: RoundState, number: Seat, name: str, cards: Layout) -> list[AnyEvent]:
    """What becomes of one wager; nothing happens where a rider pays nothing."""
    game, seat = state.game, state.seats[number]
    wager = game.wager(name)
    stake = seat.open[wager.on or name]
    settled = settle(game, wager, state.settings.paytables, cards)
    outcome = settled.outcome
    if wager.kind is Kind.JACKPOT and outcome.verdict is Verdict.WIN:
        assert settled.line is not None
        assert outcome.pays is not None
        hit = Qualified(
            seat=number,
            wager=name,
            stake=stake,
            paytable=state.settings.paytables[name].id,
            line=settled.line.id,
            pays=outcome.pays,
            envy=settled.line.envy if state.settings.gives_envy(name) else None,
            rule=outcome.rule,
        )
        return [hit]
    if wager.kind is Kind.RIDER and outcome.verdict is not Verdict.WIN:
        return []
    back = amount_back(stake, outcome.pays, outcome.verdict)
    done = WagerSettled(
        seat=number,
        wager=name,
        stake=stake if wager.is_staked else 0,
        verdict=outcome.verdict,
        pays=outcome.pays,
        back=back if wager.is_staked else back - stake,
        rule=outcome.rule,
    )
    return [done]


def _keep_if_best(state: RoundState, holder: Holder) -> list[AnyEvent]:
    """While the best hand of the table is sought, the best so far stays exposed and a lower one is removed.

    A hand that gives envy stays whatever else is found.
    """
    stage = state.game.table_wide_stage
    if stage is None or not best_is_sought(state):
        return []
    wager = state.game.wager(stage.wager)
    assert wager.hand_classes is not None
    assert wager.reads is not None
    ranking = state.game.ranking_of(wager.reads)
    value = ranking.value(state.cards_of(holder))
    if state.settings.paytables[wager.id].line(wager.hand_classes, wager.hand_classes.class_of(value)) is None:
        return []
    kept = HandKept(holder=holder, kept_for=KeptFor.BEST, rule=stage.keep_rule)
    if state.best_kept is None:
        return [kept]
    if value <= ranking.value(state.cards_of(state.best_kept)):
        return []
    if state.best_kept in state.kept_for_envy:
        return [kept]
    return [HandRemoved(holder=state.best_kept, rule=stage.keep_rule), kept]
