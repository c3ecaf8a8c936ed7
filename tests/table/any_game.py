"""Random rounds of any game, known by nothing but its model: decks, seats, bets, pay tables, dice and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cardroom.cards import Card
from cardroom.games import find_game, games
from cardroom.games.catalogue import add_file, forget_file
from cardroom.games.model import Game, Kind
from cardroom.money import DOLLAR, Money
from cardroom.table import DealOrder, Round, TableSettings, table_settings
from cardroom.table.commands import AnyCommand, Bet, Choose
from cardroom.table.engine.betting import with_equal_wagers

from ..floors import FROM_OUTSIDE

GAMES = [*games(), *FROM_OUTSIDE]
PHASES = [phase for phase in Phase if phase is not Phase.explain]


@contextmanager
def known(game_id: str) -> Iterator[Game]:
    """A game of the catalogue, or one from outside for as long as it is asked for."""
    if game_id in FROM_OUTSIDE:
        add_file(FROM_OUTSIDE[game_id])
    try:
        yield find_game(game_id)
    finally:
        if game_id in FROM_OUTSIDE:
            forget_file(FROM_OUTSIDE[game_id])


@dataclass(frozen=True)
class Story:
    settings: TableSettings
    bets: dict[int, dict[str, Money]]
    deck: tuple[Card, ...]
    dice: tuple[int, int, int] | None
    leanings: tuple[int, ...]  # which of the options is taken, choice after choice
    dealer_waits: bool  # folded hands are taken in only when everyone has decided

    @property
    def game(self) -> Game:
        return self.settings.rules

    def open(self) -> Round:
        return Round.open("story", self.settings, self.deck, self.dice)


@st.composite
def decks(draw, game: Game) -> tuple[Card, ...]:
    """A deck in a good order cut somewhere, or shuffled."""
    cards = list(game.deck.cards)
    order = draw(st.sampled_from(["as new", "by rank", "shuffled"]))
    if order == "by rank":
        cards.sort(key=lambda card: (card.rank, card.suit))
    if order == "shuffled":
        draw(st.randoms(use_true_random=False)).shuffle(cards)
    cut = draw(st.integers(0, len(cards) - 1))
    return tuple(cards[cut:] + cards[:cut])


@st.composite
def bets_of_a_seat(draw, table: TableSettings) -> dict[str, Money]:
    """One of the wagers that open a hand or several, and side bets, as far as the limits go."""
    bases = [wager.id for wager in table.rules.base_wagers]
    opening = draw(st.lists(st.sampled_from(bases), unique=True, min_size=1))
    amount = draw(st.integers(table.minimum // DOLLAR, table.maximum // DOLLAR)) * DOLLAR
    stakes = {opening[0]: amount} | dict.fromkeys(opening[1:], table.minimum)
    beside = draw(st.lists(st.sampled_from(table.offered), unique=True)) if table.offered else []
    for wager in beside[: table.limits.games_per_hand - len(stakes)]:
        stakes[wager] = table.jackpot_wagers.get(wager, draw(st.sampled_from([1, 3, 5])) * DOLLAR)
    return with_equal_wagers(table, stakes)


@st.composite
def stories(draw, game: Game) -> Story:
    tables = {wager.id: draw(st.sampled_from(wager.paytables)) for wager in game.wagers if wager.paytables}
    order = draw(st.sampled_from(list(DealOrder))) if game.dice_deal_rule else DealOrder.FROM_THE_LEFT
    jackpots = [wager.id for wager in game.wagers if wager.kind is Kind.JACKPOT]
    table = table_settings(
        game.id,
        paytables=tables,
        jackpot_wagers={wager: draw(st.sampled_from([1, 5])) * DOLLAR for wager in jackpots},
        folded_hands_qualify=draw(st.booleans()),
        deal_order=order,
    )
    seats = draw(st.lists(st.integers(1, table.seats), unique=True, min_size=1, max_size=4))
    die = st.integers(1, 6)
    return Story(
        table,
        {seat: draw(bets_of_a_seat(table)) for seat in seats},
        draw(decks(game)),
        draw(st.tuples(die, die, die)) if order.uses_dice else None,
        draw(st.tuples(*[st.integers(0, 11)] * 6)),
        draw(st.booleans()),
    )


def commands(story: Story, round_: Round) -> Iterator[AnyCommand]:
    """What is done next, to the end of the round; each command is to be carried out before the next is asked for."""
    for seat, stakes in story.bets.items():
        yield Bet(seat, stakes)
    taken = 0
    while True:
        seats, act = round_.awaited_seats(), round_.next_act()
        if seats and (act is None or story.dealer_waits):
            seat = seats[len(round_.events) % len(seats)]
            options = round_.options(seat)
            yield Choose(seat, options[story.leanings[taken % 6] % len(options)].name)
            taken += 1
        elif act is not None:
            yield act
        else:
            return


def played(story: Story) -> Round:
    round_ = story.open()
    for command in commands(story, round_):
        round_.do(command)
    return round_


def in_any_game(examples: int) -> Callable[[Callable[[Story], None]], Callable[..., None]]:
    """Run a test on this many random rounds of every game of the catalogue, and of games from outside."""

    def decorate(test: Callable[[Story], None]) -> Callable[..., None]:
        @pytest.mark.parametrize("game_id", GAMES)
        def on_random_rounds(game_id: str) -> None:
            with known(game_id) as game:
                some = settings(
                    max_examples=examples, derandomize=True, phases=PHASES, suppress_health_check=[*HealthCheck]
                )
                some(given(stories(game))(test))()

        on_random_rounds.__doc__ = test.__doc__
        return on_random_rounds

    return decorate
