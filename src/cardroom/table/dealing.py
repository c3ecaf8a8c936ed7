"""The dealer's acts before the showdown: closing the bets, dealing, turning cards, taking in folded hands."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.games.model import Clear, Deal, Expose, Kind, To, Verdict
from cardroom.table.commands import (
    ClearShuffler,
    CloseBets,
    CollectEmptySeats,
    DealingAct,
    DealPacket,
    ExposeCard,
    RollDice,
    TakeFolded,
)
from cardroom.table.events import (
    AnyEvent,
    BetsClosed,
    CardExposed,
    DiceRolled,
    EmptySeatsCollected,
    JackpotBetTaken,
    PacketDealt,
    ShufflerCleared,
    WagerSettled,
)
from cardroom.table.procedure import lost_by_folding, positions
from cardroom.table.state import RoundState


def perform(
    state: RoundState, act: DealingAct, deck: Sequence[Card], dice: tuple[int, int, int] | None
) -> list[AnyEvent]:
    """What happens when the dealer does this."""
    match act:
        case CloseBets():
            return _close_bets(state)
        case RollDice():
            assert dice is not None
            return [_roll(state, dice)]
        case DealPacket():
            return [_deal(state, act, deck)]
        case CollectEmptySeats():
            rule = state.game.cite(state.game.dice_deal_rule or "")
            return [EmptySeatsCollected(seats=state.packets_to_empty_seats, cite=rule)]
        case ClearShuffler():
            return [
                ShufflerCleared(
                    cards_left=len(deck) - state.cards_dealt, cite=state.game.cite(state.game.stage(Clear).rule)
                )
            ]
        case TakeFolded():
            return _take_folded(state, act)
        case ExposeCard():
            stages = [stage for stage in state.game.stages if isinstance(stage, Expose)]
            return [CardExposed(card=state.community[state.exposed], cite=state.game.cite(stages[state.exposed].rule))]


def _close_bets(state: RoundState) -> list[AnyEvent]:
    game = state.game
    needed = sum(_cards_needed(stage, len(state.seats)) for stage in game.stages if isinstance(stage, Deal))
    if needed > 52:
        raise CardroomError("too-many-players", f"{len(state.seats)} players need {needed} cards; a deck has 52.")
    closed = BetsClosed(seats=tuple(sorted(state.seats)), cite=game.cite(game.stages[0].rule))
    taken = [
        JackpotBetTaken(seat=number, wager=name, stake=stake, cite=game.cite(game.wager(name).rule))
        for number, seat in sorted(state.seats.items())
        for name, stake in seat.stakes.items()
        if game.wager(name).kind is Kind.JACKPOT
    ]
    return [closed, *taken]


def _cards_needed(stage: Deal, players: int) -> int:
    hands = {To.COMMUNITY: 1, To.DEALER: 1, To.PLAYERS: players, To.EVERYONE: players + 1}
    return stage.cards * hands[stage.to]


def _roll(state: RoundState, dice: tuple[int, int, int]) -> DiceRolled:
    places = positions(state)
    first = places[(sum(dice) - 1) % len(places)]
    return DiceRolled(dice=dice, first=first, cite=state.game.cite(state.game.dice_deal_rule or ""))


def _deal(state: RoundState, act: DealPacket, deck: Sequence[Card]) -> PacketDealt:
    own = {"dealer": To.DEALER, "community": To.COMMUNITY}.get(str(act.to), To.PLAYERS)
    everyone = () if own is To.COMMUNITY else (To.EVERYONE,)
    stage = next(s for s in state.game.stages if isinstance(s, Deal) and s.to in (own, *everyone))
    first = state.cards_dealt
    cards = tuple(deck[first : first + stage.cards])
    up = cards[len(cards) - stage.dealer_up :] if own is To.DEALER else ()
    return PacketDealt(
        to=act.to,
        count=len(cards),
        cards=cards,
        up=up,
        to_empty_seat=own is To.PLAYERS and act.to not in state.seats,
        places=tuple(range(first, first + len(cards))),
        cite=state.game.cite(stage.rule),
    )


def _take_folded(state: RoundState, act: TakeFolded) -> list[AnyEvent]:
    """The dealer takes in what a folded hand has lost, at the decision where it folded."""
    seat = state.seats[act.seat]
    decision = next(d for d in state.game.decisions if d.wager not in seat.stakes)
    return [
        WagerSettled(
            seat=act.seat,
            wager=name,
            stake=seat.open[name],
            verdict=Verdict.LOSE,
            pays=None,
            back=0,
            cite=state.game.cite(decision.fold_rule),
        )
        for name in lost_by_folding(state, act.seat)
    ]
