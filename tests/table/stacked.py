"""Rounds from stacked decks: cards lie in the order they are dealt, choices are given, the dealer does the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from cardroom.cards import DECK, RANKS, Card, parse_card, parse_cards
from cardroom.games import find_game
from cardroom.money import DOLLAR
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose
from cardroom.table.events import DealerRevealed, Qualified, WagerSettled

from ..oracle.sheets import called

AnyKind = TypeVar("AnyKind")
Choice = int | str  # a multiple, 0 to fold; or the name of an option
Choices = Mapping[int, Choice | tuple[Choice, ...]]  # of a seat, one a decision


def stacked(*packets: str) -> tuple[Card, ...]:
    """A deck with these packets on top."""
    top = parse_cards(" ".join(packets))
    return (*top, *(card for card in DECK if card not in top))


def shoe(game: str, *packets: str) -> tuple[Card, ...]:
    """The cards of a game, however many packs it has, with these packets on top."""
    top = [parse_card(word) for packet in packets for word in packet.split()]
    return (*top, *(Counter(find_game(game).deck.cards) - Counter(top)).elements())


def straight(length: int, ends: str, cards: int = 7, suits: str = "sh") -> str:
    """Cards whose longest straight has this length and ending card; the rest pair it, or stand alone below it."""
    end = RANKS.index(ends)
    run = [end - step for step in range(length)]
    alone = [end - length - gap for gap in (1, 3, 5)]
    first, second = suits
    hand = [(place, first) for place in run] + [(place, second) for place in run]
    hand += [(place, suit) for place in alone for suit in suits]
    return " ".join(f"{RANKS[place % 13]}{suit}" for place, suit in hand[:cards])


def seated(
    game: str, bets: Mapping[int, Mapping[str, int]], deck: tuple[Card, ...], dice=None, **settings: object
) -> Round:
    """A round with bets (in dollars) down."""
    round_ = Round.open("r", table_settings(game, **settings), deck, dice)
    for seat, stakes in bets.items():
        round_.do(Bet(seat, {name: amount * DOLLAR for name, amount in stakes.items()}))
    return round_


def play(
    game: str,
    bets: Mapping[int, Mapping[str, int]],
    deck: tuple[Card, ...],
    choices: Choices,
    dice=None,
    **settings: object,
) -> Round:
    """A whole round, automatic dealer."""
    round_ = seated(game, bets, deck, dice, **settings)
    answers = {seat: iter(choice if isinstance(choice, tuple) else (choice,)) for seat, choice in choices.items()}
    round_.run_dealer()
    while seats := round_.awaited_seats():
        for seat in seats:
            choice = next(answers[seat])
            round_.do(Choose(seat, choice if isinstance(choice, str) else called(choice)))
        round_.run_dealer()
    return round_


def results(round_: Round) -> dict[int, dict[str, Fraction]]:
    """What each seat gained or lost, in dollars, by wager."""
    return {
        seat: {name: Fraction(amount, DOLLAR) for name, amount in wagers.items()}
        for seat, wagers in round_.state.results.items()
    }


def happened(round_: Round, *kinds: type[Any]) -> list[Any]:
    return [event for event in round_.events if isinstance(event, kinds)]


def ending(round_: Round, seat: int, wager: str) -> WagerSettled | Qualified:
    """The one event that settled a wager."""
    (event,) = (e for e in happened(round_, WagerSettled, Qualified) if (e.seat, e.wager) == (seat, wager))
    return event


def is_revealed(round_: Round) -> bool:
    return bool(happened(round_, DealerRevealed))
