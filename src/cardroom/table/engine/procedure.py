"""What comes next: the game's stages against the state of the round. It is derived; no event says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import msgspec

from cardroom.games.model import (
    Bets,
    Clear,
    Deal,
    Decide,
    Expose,
    Game,
    Kind,
    Return,
    Reveal,
    SettleSeats,
    SettleTableWide,
    Stage,
)
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT, Condition
from cardroom.games.settlement import facts_on
from cardroom.table.commands import (
    AnyAct,
    BurnCards,
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
    SettleSeat,
    SettleSecondPass,
    TakeFolded,
)
from cardroom.table.engine.needed_hands import best_is_sought, is_needed
from cardroom.table.round_state import Phase, RoundState, SeatState
from cardroom.table.settings import DealOrder

ActOnSeat = TypeVar("ActOnSeat")


@dataclass(slots=True)
class Walk:
    """A round walked through stage by stage: what had been dealt when a stage came up."""

    state: RoundState
    given: Counter[Holder] = field(default_factory=Counter)  # packets, by holder
    burns: int = 0
    turned: int = 0  # community cards
    out: set[Seat] = field(default_factory=set)  # who had given the hand up

    @property
    def seats_in(self) -> list[Seat]:
        """Seats that were still in when this stage came up, clockwise."""
        return [number for number in self.state.seats_dealt if number not in self.out]

    def holds(self, when: Condition | None, number: Seat) -> bool:
        """Whether a condition held for a seat when this stage came up."""
        if when is None:
            return True
        layout = self.state.layout(number)
        packets = {
            holder: dealt[: self.given[number if holder == SEAT else holder]]
            for holder, dealt in layout.packets.items()
        }
        return when(facts_on(self.state.game, msgspec.structs.replace(layout, packets=packets)))

    def holds_anywhere(self, when: Condition | None) -> bool:
        return when is None or any(self.holds(when, number) for number in self.seats_in)


class ProcedureStep(NamedTuple):
    """What the dealer does next, and the stage that says so."""

    act: AnyAct
    stage: Stage | None


class Passed(NamedTuple):
    """The stages that a round has behind it, which never come up again, and what had been dealt by then."""

    stages: int = 0
    given: Mapping[Holder, int] = {}
    burns: int = 0
    turned: int = 0
    out: frozenset[Seat] = frozenset()

    def walk_on(self, state: RoundState) -> Walk:
        return Walk(state, Counter(self.given), self.burns, self.turned, set(self.out))


class Next(NamedTuple):
    """What comes next in a round."""

    step: ProcedureStep | None = None  # the dealer's; None: the players are next, or the round is over
    decision: Decide | None = None  # that players are asked for; folded hands are taken in meanwhile
    seats: tuple[Seat, ...] = ()  # which, clockwise
    passed: Passed = Passed()


def what_is_next(state: RoundState, passed: Passed = Passed()) -> Next:  # noqa: B008 - it never changes
    """From the first stage that is not behind the round."""
    if state.phase in (Phase.CLOSED, Phase.VOID):
        return Next()
    walk, step = passed.walk_on(state), None
    for number, stage in enumerate(state.game.stages[passed.stages :], passed.stages):
        if step is None:
            passed = Passed(number, dict(walk.given), walk.burns, walk.turned, frozenset(walk.out))
        act = _act_in(walk, stage)
        if isinstance(stage, Decide):
            step = step or (ProcedureStep(act, stage) if act is not None else None)
            if seats := _undecided(walk, stage):
                return Next(step, stage, tuple(seats), passed)
        elif act is not None:
            return Next(step or ProcedureStep(act, stage), passed=passed)
        elif isinstance(stage, Bets) and state.phase is Phase.BETTING:
            return Next(passed=passed)
    return Next(step or ProcedureStep(CloseRound(), None), passed=passed)


def _undecided(walk: Walk, stage: Decide) -> list[Seat]:
    """Seats that are still in and have not answered, unless what it is about has been made before."""
    return [n for n in walk.state.seats_in if walk.state.seats[n].open and _is_asked(walk, stage, n)]


def folded_at(state: RoundState, number: Seat) -> Decide:
    """The decision at which a seat gave its hand up."""
    walk = Walk(state)
    for stage in state.game.stages:
        _act_in(walk, stage)
        if isinstance(stage, Decide) and number in walk.out:
            return stage
    raise AssertionError(f"seat {number} has not given its hand up")


def _leave(walk: Walk, stage: Decide) -> None:
    """Whoever has given the hand up here was in before, and is not from now on."""
    walk.out |= {
        number for number in walk.seats_in if walk.state.seats[number].folded and _is_asked(walk, stage, number)
    }


def _is_asked(walk: Walk, stage: Decide, number: Seat) -> bool:
    """Whether a decision is a seat's to make: not answered, not about what has been made, and its condition holds."""
    seat = walk.state.seats[number]
    is_done = stage.id in seat.choices or _is_made(walk.state.game, stage, seat)
    return not is_done and walk.holds(stage.when, number)


def _is_made(game: Game, stage: Decide, seat: SeatState) -> bool:
    return bool(stage.wager) and game.wager(stage.wager).kind is Kind.DECISION and stage.wager in seat.stakes


def _act_in(walk: Walk, stage: Stage) -> AnyAct | None:
    """What the dealer has still to do in a stage; None when it is done or the players are next."""
    state = walk.state
    match stage:
        case Bets():
            return CloseBets() if state.phase is Phase.BETTING and state.seats else None
        case Deal():
            return _act_in_deal(walk, stage)
        case Clear():
            return None if state.shuffler_cleared else ClearShuffler()
        case Decide():
            _leave(walk, stage)
            return _take_folded(walk)
        case Expose():
            walk.turned += stage.cards
            return ExposeCard() if walk.turned > state.exposed and is_needed(state, COMMUNITY) else None
        case Reveal():
            return RevealHand() if not state.dealer_revealed and is_needed(state, DEALER) else None
        case Return():
            return _first(ReturnWager, seats_to_return(walk, stage))
        case SettleSeats():
            return _first(SettleSeat, seats_to_settle(walk, stage))
        case SettleTableWide():
            return _first(
                SettleSecondPass, [seat for seat in counter_clockwise(state) if stage.wager in state.seats[seat].open]
            )


def counter_clockwise(state: RoundState) -> list[Seat]:
    """Seats in the order of settlement: from the dealer's right to his left."""
    return state.seats_dealt[::-1]


def seats_to_return(walk: Walk, stage: Return) -> list[Seat]:
    open_seats = [seat for seat in counter_clockwise(walk.state) if stage.wager in walk.state.seats[seat].open]
    return [seat for seat in open_seats if walk.holds(stage.when, seat)]


def wagers_to_settle(game: Game, stage: SettleSeats, seat: SeatState) -> list[str]:
    """The open wagers of a seat that a stage settles, riders with the wager they stand on, in the order of the game."""
    table_wide = game.table_wide_stage.wager if game.table_wide_stage else ""
    return [
        wager.id
        for wager in game.wagers
        if (wager.on or wager.id) in seat.open and wager.id != table_wide and wager.id in (stage.wagers or (wager.id,))
    ]


def seats_to_settle(walk: Walk, stage: SettleSeats) -> list[Seat]:
    """Seats with a wager to settle here; every hand is turned while the best of the table is sought."""
    state = walk.state
    every_hand = best_is_sought(state)

    def has_to_be_settled(seat: SeatState) -> bool:
        return bool(wagers_to_settle(state.game, stage, seat)) or (every_hand and not seat.shown)

    return [
        number
        for number in counter_clockwise(state)
        if has_to_be_settled(state.seats[number]) and walk.holds(stage.when, number)
    ]


# --- dealing ----------------------------------------------------------------------------------------------------------


def deal_order(walk: Walk, stage: Deal) -> Iterator[Holder]:
    """Who gets a packet in this stage, in order."""
    state = walk.state
    if stage.dice_rule and state.first_dealt is not None:
        places = positions(state)
        first = places.index(state.first_dealt)
        yield from places[first:] + places[:first]
        return
    for holder in stage.to:
        if holder != SEAT:
            if walk.holds_anywhere(stage.when):
                yield holder
        elif stage.when is None:
            yield from sorted(state.seats)
        else:
            yield from (number for number in walk.seats_in if walk.holds(stage.when, number))


def positions(state: RoundState) -> list[Holder]:
    """Betting positions as the dice count them: the dealer first, then round the table, empty seats included."""
    seats = list(range(1, state.game.seats + 1))
    clockwise = state.settings.deal_order is DealOrder.DICE_CLOCKWISE
    return [DEALER, *(seats if clockwise else reversed(seats))]


def _act_in_deal(walk: Walk, stage: Deal) -> AnyAct | None:
    state = walk.state
    if stage.dice_rule and state.settings.deal_order.uses_dice and state.first_dealt is None:
        return RollDice()
    order = list(deal_order(walk, stage))
    if stage.burn and order:
        walk.burns += 1
        if walk.burns > state.burns:
            return BurnCards()
    dealt = Counter(state.dealt_to)
    for holder in order:
        walk.given[holder] += 1
        if dealt[holder] < walk.given[holder]:
            return DealPacket(holder)
    if state.packets_to_empty_seats and not state.empty_seats_collected:
        return CollectEmptySeats()
    return None


# --- hands given up ---------------------------------------------------------------------------------------------------


def _take_folded(walk: Walk) -> TakeFolded | None:
    """Hands that were given up at the decision that is walked through, or before it."""
    return _first(TakeFolded, [number for number in sorted(walk.out) if lost_by_folding(walk.state, number)])


def lost_by_folding(state: RoundState, number: Seat) -> list[str]:
    """The open wagers of a folded hand that do not stay live."""
    game, settings = state.game, state.settings
    return [name for name in state.seats[number].open if not settings.is_live_after_fold(game.wager(name))]


def _first(act: Callable[[Seat], ActOnSeat], seats: list[Seat]) -> ActOnSeat | None:
    return act(seats[0]) if seats else None
