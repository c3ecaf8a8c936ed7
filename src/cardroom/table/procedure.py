"""What comes next: the game's stages against the state of the round. Nothing is remembered; all is derived."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cardroom.games.model import (
    Bets,
    Clear,
    Deal,
    Decide,
    Expose,
    HandOf,
    Return,
    Reveal,
    SettleSeats,
    SettleTableWide,
    Stage,
    To,
)
from cardroom.table.commands import (
    AnyAct,
    ClearShuffler,
    CloseBets,
    CloseRound,
    CollectEmptySeats,
    DealPacket,
    ExposeCard,
    Holder,
    ReturnWager,
    RevealHand,
    RollDice,
    Seat,
    SettleSecondPass,
    SettleSeat,
    TakeFolded,
)
from cardroom.table.settings import DealOrder
from cardroom.table.state import Phase, RoundState, SeatState

ActOnSeat = TypeVar("ActOnSeat")


def next_act(state: RoundState) -> AnyAct | None:
    """The dealer's next act, or None: the players are next, or the round is over."""
    if state.phase in (Phase.CLOSED, Phase.VOID):
        return None
    for stage in state.game.stages:
        act = _act_in(state, stage)
        if act is not None:
            return act
        if _waits_for_players(state, stage):
            return None
    return CloseRound()


def awaited_decision(state: RoundState) -> Decide | None:
    """The decision that players are asked for now. Folded hands are taken in meanwhile."""
    if state.phase is not Phase.PLAYING:
        return None
    for stage in state.game.stages:
        if isinstance(stage, Decide):
            if _waits_for_players(state, stage):
                return stage
        elif _act_in(state, stage) is not None:
            return None
    return None


def _waits_for_players(state: RoundState, stage: Stage) -> bool:
    if isinstance(stage, Bets):
        return state.phase is Phase.BETTING
    if isinstance(stage, Decide):
        return any(seat.is_in and stage.wager not in seat.stakes for seat in state.seats.values())
    return False


def _act_in(state: RoundState, stage: Stage) -> AnyAct | None:
    """What the dealer has still to do in a stage; None when it is done or the players are next."""
    match stage:
        case Bets():
            return CloseBets() if state.phase is Phase.BETTING and state.seats else None
        case Deal():
            return _act_in_deal(state, stage)
        case Clear():
            return None if state.shuffler_cleared else ClearShuffler()
        case Decide():
            return _take_folded(state)
        case Expose():
            return ExposeCard() if _exposures_due(state, stage) > state.exposed else None
        case Reveal():
            return RevealHand() if not state.dealer_revealed and _dealer_hand_is_needed(state) else None
        case Return():
            return _return_wager(state, stage)
        case SettleSeats():
            return _first(SettleSeat, seats_to_settle(state))
        case SettleTableWide():
            return _first(
                SettleSecondPass, [seat for seat in counter_clockwise(state) if stage.wager in state.seats[seat].open]
            )


def counter_clockwise(state: RoundState) -> list[Seat]:
    """Seats in the order of settlement: from the dealer's right to his left."""
    return state.seats_dealt[::-1]


def seats_to_settle(state: RoundState) -> list[Seat]:
    """Seats with a wager to settle in the first pass; every hand is turned while the best of the table is sought."""
    wager = state.game.wager
    every_hand = best_is_sought(state)

    def has_to_be_settled(seat: SeatState) -> bool:
        return any(not wager(name).table_wide for name in seat.open) or (every_hand and not seat.shown)

    return [number for number in counter_clockwise(state) if has_to_be_settled(state.seats[number])]


def deal_order(state: RoundState, stage: Deal) -> list[Holder]:
    """Who gets a packet in this stage, in order."""
    players: list[Holder] = [*sorted(state.seats)]
    match stage.to:
        case To.COMMUNITY:
            return ["community"]
        case To.PLAYERS:
            return players
        case To.DEALER:
            return ["dealer"]
        case To.EVERYONE if state.first_dealt is not None:
            places = positions(state)
            first = places.index(state.first_dealt)
            return places[first:] + places[:first]
        case To.EVERYONE:
            return [*players, "dealer"]


def positions(state: RoundState) -> list[Holder]:
    """Betting positions as the dice count them: the dealer first, then round the table, empty seats included."""
    seats = list(range(1, state.game.seats + 1))
    clockwise = state.settings.deal_order is DealOrder.DICE_CLOCKWISE
    return ["dealer", *(seats if clockwise else reversed(seats))]


def _act_in_deal(state: RoundState, stage: Deal) -> AnyAct | None:
    if stage.to is To.EVERYONE and state.settings.deal_order.uses_dice and state.first_dealt is None:
        return RollDice()
    for holder in deal_order(state, stage):
        if holder not in state.dealt_to:
            return DealPacket(holder)
    if state.packets_to_empty_seats and not state.empty_seats_collected:
        return CollectEmptySeats()
    return None


def _take_folded(state: RoundState) -> TakeFolded | None:
    return _first(
        TakeFolded,
        [number for number, seat in sorted(state.seats.items()) if seat.folded and lost_by_folding(state, number)],
    )


def lost_by_folding(state: RoundState, number: Seat) -> list[str]:
    """The open wagers of a folded hand that do not stay live."""
    game, settings = state.game, state.settings
    return [name for name in state.seats[number].open if not settings.is_live_after_fold(game.wager(name))]


def _exposures_due(state: RoundState, stage: Expose) -> int:
    """How many community cards are turned once this stage is over."""
    if not _community_is_needed(state):
        return 0
    return [other for other in state.game.stages if isinstance(other, Expose)].index(stage) + 1


def _community_is_needed(state: RoundState) -> bool:
    """If everyone has folded, the cards are turned only while a live wager is read on them."""
    return bool(state.seats_in) or _some_open_wager_reads(state, HandOf.COMMUNITY, HandOf.PLAYER_AND_COMMUNITY)


def _dealer_hand_is_needed(state: RoundState) -> bool:
    return bool(state.seats_in) or _some_open_wager_reads(state, HandOf.LOWER, HandOf.BEST_AT_TABLE)


def best_is_sought(state: RoundState) -> bool:
    """Whether a wager on the best hand of the table is open."""
    return _some_open_wager_reads(state, HandOf.BEST_AT_TABLE)


def _some_open_wager_reads(state: RoundState, *hands: HandOf) -> bool:
    return any(state.game.wager(name).reads in hands for seat in state.seats.values() for name in seat.open)


def _return_wager(state: RoundState, stage: Return) -> ReturnWager | None:
    if state.dealer_qualifies:
        return None
    return _first(ReturnWager, [seat for seat in counter_clockwise(state) if stage.wager in state.seats[seat].open])


def _first(act: Callable[[Seat], ActOnSeat], seats: list[Seat]) -> ActOnSeat | None:
    return act(seats[0]) if seats else None
