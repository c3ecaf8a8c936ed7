"""A game tried out: rounds with wagers and choices at random, each held to what must be true of every round.

All that a table says of a round is said, step by step, to everyone: a file that would fail at it fails here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from cardroom.cards import Card
from cardroom.games.model import Game
from cardroom.table.commands import Bet, Choose, Seat, SettleSeat, SettleSecondPass
from cardroom.table.engine.betting import with_equal_wagers
from cardroom.table.event_visibility import Viewer, sealed, unsealed, view
from cardroom.table.events import AnyEvent, BetPlaced, PacketDealt, Raised, Surrendered, TakenBack, WagerSettled
from cardroom.table.round import Round
from cardroom.table.round_state import Phase, replay
from cardroom.table.settings import DealOrder, TableSettings, table_settings
from cardroom.table.text.dealer_instructions import settled_in_words
from cardroom.table.text.hand_names import hand_names
from cardroom.table.text.round_explanation import explain
from cardroom.table.text.spoken_hands import spoken, spoken_along, spoken_to
from cardroom.table.text.transcript import round_event_in_words


class Tried(msgspec.Struct):
    """What was met on the way."""

    rounds: int = 0
    decisions: Counter[str] = msgspec.field(default_factory=Counter)  # asked for, by their ids
    options: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)  # taken, by decision and name


def settings_to_try(game: Game) -> list[TableSettings]:
    """Dealt from the left, and by dice in both directions where the sheet allows it."""
    orders = list(DealOrder) if game.dice_deal_rule else [DealOrder.FROM_THE_LEFT]
    return [table_settings(game.id, deal_order=order) for order in orders]


def try_round(settings: TableSettings, chance: Random, tried: Tried) -> tuple[Round, tuple[Card, ...]]:
    """One round from shuffle to close, and the deck that it was dealt from."""
    game = settings.rules
    deck = list(game.deck.cards)
    chance.shuffle(deck)
    dice = (chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6))
    round_ = Round.open("tried", settings, deck, dice if settings.deal_order.uses_dice else None)
    for seat in chance.sample(range(1, settings.seats + 1), chance.randint(1, settings.seats)):
        round_.do(Bet(seat, _stakes(settings, chance)))
    _deal(round_)
    while seats := round_.awaited_seats():
        decision = round_.decision()
        assert decision is not None
        tried.decisions[decision.id] += 1
        _choose(round_, chance.choice(seats), decision.id, chance, tried)
        _deal(round_)
    render_all_texts(settings, round_.events, chance.choice(sorted(round_.state.seats)))
    tried.rounds += 1
    return round_, tuple(deck)


def _stakes(settings: TableSettings, chance: Random) -> dict[str, int]:
    """One of the wagers that open a hand, the others of them now and then, and side bets, as far as the limits go."""
    bases = [wager.id for wager in settings.rules.base_wagers]
    opening = chance.sample(bases, chance.randint(1, len(bases)))
    beside = [wager for wager in settings.offered if chance.random() < 0.6]
    chance.shuffle(beside)
    amount = settings.minimum + settings.chip * chance.randint(0, 3)
    stakes = dict.fromkeys(opening, amount)
    stakes |= {wager: settings.jackpot_wagers.get(wager, settings.side_minimum) for wager in beside}
    return with_equal_wagers(settings, dict(list(stakes.items())[: settings.limits.games_per_hand]))


def _deal(round_: Round) -> None:
    """The dealer acts until players must decide or the round is over, and everything is said on the way."""
    _say(round_)
    while (act := round_.next_act()) is not None:
        round_.next_said()
        if isinstance(act, SettleSeat | SettleSecondPass):
            settled_in_words(round_.state, act.seat, round_.plan(act))
        round_.do(act)
        _say(round_)


def _say(round_: Round) -> None:
    """What is said of the hands now, to everyone and to each player."""
    spoken(round_.state)
    for seat in round_.state.seats:
        spoken_to(round_.state, seat)
        round_.too_low(seat)


def render_all_texts(settings: TableSettings, events: Sequence[AnyEvent], player: Seat) -> None:
    """What is told afterwards: a transcript to everyone, a replay to a player and to others, an explanation."""
    named = list(zip(events, hand_names(settings, events), strict=True))
    for viewer in _viewers(settings):
        for event, hand in named:
            seen = view(event, viewer)
            msgspec.json.encode(seen)
            round_event_in_words(seen, settings.rules, hand)
    for seat, viewer in ((player, player), (None, "spectator")):
        spoken_along(settings, [view(event, viewer) for event in events], seat)
    explain(settings, events, is_over=True)


def _viewers(settings: TableSettings) -> tuple[Viewer, ...]:
    return (*range(1, settings.seats + 1), "spectator", "dealer")


def _choose(round_: Round, seat: Seat, decision: str, chance: Random, tried: Tried) -> None:
    option = chance.choice(round_.options(seat))
    tried.options[decision, option.name] += 1
    round_.do(Choose(seat, option.name))


def faults_of(round_: Round, deck: Sequence[Card]) -> Iterator[str]:
    """What is not as it must be in a round that has been played."""
    state, events = round_.state, round_.events
    if state.phase is not Phase.CLOSED:
        yield "the round does not come to an end"
    for number, seat in state.seats.items():
        for wager in seat.open:
            yield f"“{wager}” of seat {number} is settled by nobody"
    yield from _cards_dealt_twice(round_)
    if fault := _what_does_not_add_up(round_):
        yield fault
    if replay(events, state.settings) != state:
        yield "its events do not make the same round again"
    if [unsealed(sealed(event), deck) for event in events] != events:
        yield "sealed and opened again, it is another round"
    for viewer in _viewers(state.settings):
        for event in events:
            if _shows_too_much(event, view(event, viewer), viewer):
                yield f"{viewer} sees cards that lie face down"
                return


def _what_does_not_add_up(round_: Round) -> str:
    """What was put down and taken back, by the events alone, must be what the seats have gained or lost."""
    moved: Counter[Seat] = Counter()
    for event in round_.events:
        match event:
            case BetPlaced():
                moved[event.seat] = -sum(event.stakes.values())  # it replaces what was there
            case Raised():
                moved[event.seat] -= event.stake
            case TakenBack():
                moved[event.seat] += event.stake
            case WagerSettled() | Surrendered():
                moved[event.seat] += event.back
            case _:
                pass
    results = {number: sum(found.values()) for number, found in round_.state.results.items()}
    return "" if results == {seat: moved[seat] for seat in results} else "chips put down and paid do not add up"


def _cards_dealt_twice(round_: Round) -> Iterator[str]:
    dealt = Counter(card for event in round_.events if isinstance(event, PacketDealt) for card in event.cards or ())
    for card in dealt - Counter(round_.state.game.deck.cards):
        yield f"{card} is dealt more often than the deck has it"


def _shows_too_much(event: AnyEvent, seen: AnyEvent, viewer: object) -> bool:
    if not isinstance(event, PacketDealt) or not isinstance(seen, PacketDealt):
        return False
    is_own = event.to == viewer and isinstance(viewer, int) and not event.to_empty_seat
    return not is_own and len(event.up) < event.count and seen.cards is not None
