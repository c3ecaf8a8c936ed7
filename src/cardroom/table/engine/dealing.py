"""The dealer's acts before the showdown: closing the bets, dealing, turning cards, taking in folded hands."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import Bets, Clear, Deal, Expose, Kind, Stage, Verdict
from cardroom.games.options import Fold, Surrender
from cardroom.games.round_facts import DEALER, SEAT
from cardroom.table.commands import (
    BurnCards,
    ClearShuffler,
    CloseBets,
    CollectEmptySeats,
    DealingAct,
    DealPacket,
    ExposeCard,
    RollDice,
    TakeFolded,
)
from cardroom.table.engine.procedure import folded_at, lost_by_folding, positions
from cardroom.table.events import (
    AnyEvent,
    BetsClosed,
    CardExposed,
    CardsBurned,
    DiceRolled,
    EmptySeatsCollected,
    JackpotBetTaken,
    PacketDealt,
    ShufflerCleared,
    WagerSettled,
)
from cardroom.table.round_state import RoundState


def perform(
    state: RoundState, act: DealingAct, stage: Stage | None, deck: Sequence[Card], dice: tuple[int, int, int] | None
) -> list[AnyEvent]:
    """What happens when the dealer does this in a stage."""
    match act, stage:
        case CloseBets(), _:
            return _close_bets(state)
        case RollDice(), Deal():
            assert dice is not None
            return [_roll(state, stage, dice)]
        case BurnCards(), Deal():
            return [CardsBurned(count=stage.burn, rule=stage.rule)]
        case DealPacket(), Deal():
            return [_deal(state, act, stage, deck)]
        case CollectEmptySeats(), Deal():
            return [EmptySeatsCollected(seats=state.packets_to_empty_seats, rule=stage.dice_rule)]
        case ClearShuffler(), Clear():
            return [ShufflerCleared(cards_left=len(deck) - state.cards_dealt, rule=stage.rule)]
        case TakeFolded(), _:
            return _take_folded(state, act)
        case ExposeCard(), Expose():
            turned = state.community[state.exposed : state.exposed + stage.cards]
            return [CardExposed(card=card, rule=stage.rule) for card in turned]
    raise AssertionError(f"{act} has no place in {stage}")


def _close_bets(state: RoundState) -> list[AnyEvent]:
    game = state.game
    needed = sum(_cards_needed(stage, len(state.seats)) for stage in game.stages_of(Deal))
    if needed > (cards := len(game.deck.cards)):
        raise CardroomError("too-many-players", f"{len(state.seats)} players need {needed} cards; a deck has {cards}.")
    closed = BetsClosed(seats=tuple(sorted(state.seats)), rule=game.stage(Bets).rule)
    taken = [
        JackpotBetTaken(seat=number, wager=name, stake=stake, rule=game.wager(name).rule)
        for number, seat in sorted(state.seats.items())
        for name, stake in seat.stakes.items()
        if game.wager(name).kind is Kind.JACKPOT
    ]
    return [closed, *taken]


def _cards_needed(stage: Deal, players: int) -> int:
    return stage.burn + stage.cards * sum(players if holder == SEAT else 1 for holder in stage.to)


def _roll(state: RoundState, stage: Deal, dice: tuple[int, int, int]) -> DiceRolled:
    places = positions(state)
    first = places[(sum(dice) - 1) % len(places)]
    return DiceRolled(dice=dice, first=first, rule=stage.dice_rule)


def _deal(state: RoundState, act: DealPacket, stage: Deal, deck: Sequence[Card]) -> PacketDealt:
    first = state.cards_dealt
    cards = tuple(deck[first : first + stage.cards])
    up = cards if stage.face_up else cards[len(cards) - stage.dealer_up :] if act.to == DEALER else ()
    is_empty = isinstance(act.to, int) and act.to not in state.seats
    return PacketDealt(
        to=act.to,
        count=len(cards),
        cards=cards,
        up=up,
        to_empty_seat=is_empty,
        places=tuple(range(first, first + len(cards))),
        rule=stage.rule,
    )


def _take_folded(state: RoundState, act: TakeFolded) -> list[AnyEvent]:
    """The dealer takes in what a folded hand has lost, at the decision where it folded."""
    seat = state.seats[act.seat]
    rule = next(option.rule for option in folded_at(state, act.seat).options if isinstance(option, Fold | Surrender))
    return [
        WagerSettled(
            seat=act.seat,
            wager=name,
            stake=seat.open[name],
            verdict=Verdict.LOSE,
            pays=None,
            back=0,
            rule=rule,
        )
        for name in lost_by_folding(state, act.seat)
    ]
