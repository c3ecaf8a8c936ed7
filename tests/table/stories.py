"""Random rounds of games with a printed procedure: decks that lean to good hands, bets, tables, dice and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.cards import DECK, Card
from cardroom.money import DOLLAR
from cardroom.table import DealOrder, Round, TableSettings, table_settings
from cardroom.table.commands import AnyCommand, Bet, Choose

from ..oracle.sheets import (
    EQUAL,
    JACKPOTS,
    SEATS,
    SIDE_BETS,
    Award,
    Cards,
    deal,
    options,
    outcome,
    stakes,
)

# Those whose sheets prescribe the dealer's procedure; what holds in every game is in test_any_game.
GAMES = [
    "straight-edge-1",
    "straight-edge-2",
    "solitaire-stud",
    "keep-it-straight",
    "mississippi-stud",
    "caribbean-stud",
]
HIGHEST_ANTE = {"straight-edge-1": 400, "keep-it-straight": 100, "mississippi-stud": 133}  # 200 in the others
BY_SUIT = DECK
BY_RANK = tuple(sorted(DECK, key=lambda card: (card.rank, card.suit)))
ALTERNATING = tuple(sorted(DECK, key=lambda card: (card.suit < 2, (card.rank + card.is_red) % 2, (card.rank + 1) % 13)))


@dataclass(frozen=True)
class Story:
    settings: TableSettings
    bets: dict[int, dict[str, int]]  # in dollars
    deck: tuple[Card, ...]
    dice: tuple[int, int, int] | None
    leanings: dict[int, tuple[int, ...]]  # for each seat and decision, which of the legal choices
    dealer_waits: bool  # folded hands are taken in only when everyone has decided

    @property
    def game(self) -> str:
        return self.settings.game

    @cached_property
    def tables(self) -> dict[str, str]:
        return {wager: table.id for wager, table in self.settings.paytables.items()}

    @cached_property
    def cards(self) -> Cards:
        clockwise = self.settings.deal_order is not DealOrder.DICE_COUNTER_CLOCKWISE
        return deal(self.game, self.bets, self.deck, self.dice, clockwise)

    def choice(self, seat: int, taken: Sequence[str]) -> str:
        """A quarter of the hands that need not fold do; nothing where there is nothing left to decide."""
        choices = options(self.game, self.cards, seat, taken)
        leaning = self.leanings[seat][len(taken)] if choices else 0
        if leaning % 4 == 0 or not choices[1:]:
            return choices[0] if choices else ""
        return choices[-1 - leaning % (len(choices) - 1)]

    def taken(self, seat: int) -> list[str]:
        """All that a seat chooses."""
        found: list[str] = []
        while choice := self.choice(seat, found):
            found.append(choice)
        return found

    def open(self) -> Round:
        return Round.open("story", self.settings, self.deck, self.dice)


@st.composite
def decks(draw) -> tuple[Card, ...]:
    """A deck cut somewhere in a good order, with some cards changed; or well shuffled."""
    deck = list(draw(st.sampled_from([BY_SUIT, BY_RANK, ALTERNATING])))
    cut = draw(st.integers(0, 51))
    deck = deck[cut:] + deck[:cut]
    random = draw(st.randoms(use_true_random=False))
    if draw(st.booleans()):
        random.shuffle(deck)
    for _ in range(draw(st.integers(0, 12))):
        one, other = random.randrange(52), random.randrange(52)
        deck[one], deck[other] = deck[other], deck[one]
    return tuple(deck)


@st.composite
def bets_of_a_seat(draw, game: str, jackpots: dict[str, int]) -> dict[str, int]:
    """At most three games above $5."""
    ante = draw(st.integers(5, HIGHEST_ANTE.get(game, 200)))
    bets = dict.fromkeys(("ante", *EQUAL.get(game, ())), ante)
    large = 2
    for wager in draw(st.lists(st.sampled_from([*SIDE_BETS[game]]), unique=True)):
        if wager in JACKPOTS:
            bets[wager] = jackpots[wager]
            continue
        bets[wager] = draw(st.sampled_from([1, 2, 5, 25, 399] if large else [1, 3, 5]))
        large -= bets[wager] > 5
    return bets


@st.composite
def stories(draw, game: str) -> Story:
    jackpots = {wager: draw(st.sampled_from([1, 5])) for wager in SIDE_BETS[game] if wager in JACKPOTS}
    order = draw(st.sampled_from([*DealOrder])) if game == "keep-it-straight" else DealOrder.FROM_THE_LEFT
    table = table_settings(
        game,
        paytables={wager: draw(st.sampled_from(tables)) for wager, tables in SIDE_BETS[game].items() if tables},
        jackpot_wagers={wager: amount * DOLLAR for wager, amount in jackpots.items()},
        folded_hands_qualify=draw(st.booleans()),
        deal_order=order,
    )
    seats = draw(st.lists(st.integers(1, SEATS[game]), unique=True, min_size=1))
    bets = {seat: draw(bets_of_a_seat(game, jackpots)) for seat in seats}
    die = st.integers(1, 6)
    dice = draw(st.tuples(die, die, die)) if order.uses_dice else None
    leanings = {seat: draw(st.tuples(*[st.integers(0, 11)] * 3)) for seat in seats}
    return Story(table, bets, draw(decks()), dice, leanings, draw(st.booleans()))


def commands(story: Story, round_: Round) -> Iterator[AnyCommand]:
    """What is done next, to the end of the round; each command is to be carried out before the next is asked for."""
    for seat, bets in story.bets.items():
        yield Bet(seat, {wager: amount * DOLLAR for wager, amount in bets.items()})
    decided: dict[int, list[str]] = {seat: [] for seat in story.bets}
    while True:
        seats, act = round_.awaited_seats(), round_.next_act()
        if seats and (act is None or story.dealer_waits):
            seat = seats[len(round_.events) % len(seats)]
            decided[seat].append(story.choice(seat, decided[seat]))
            yield Choose(seat, decided[seat][-1])
        elif act is not None:
            yield act
        else:
            return


def played(story: Story) -> Round:
    round_ = story.open()
    for command in commands(story, round_):
        round_.do(command)
    return round_


def expected(story: Story) -> tuple[dict[int, dict[str, Fraction]], dict[tuple[int, str], Award]]:
    """By the sheets alone: what every wager gains or loses, and every jackpot award with its envy."""
    money: dict[int, dict[str, Fraction]] = {}
    awards: dict[tuple[int, str], Award] = {}
    for seat, bets in story.bets.items():
        taken = story.taken(seat)
        money[seat] = {}
        for wager, stake in stakes(story.game, bets, taken).items():
            table, qualify = story.tables.get(wager, ""), story.settings.folded_hands_qualify
            won = outcome(story.game, wager, table, story.cards, seat, taken, qualify)
            if isinstance(won, tuple):
                awards[seat, wager], won = won, Fraction(-1)
            money[seat][wager] = won * stake * DOLLAR
    return money, awards


def in_every_game(examples: int) -> Callable[[Callable[[Story], None]], Callable[..., None]]:
    """Run a test on this many random rounds of each game."""

    def decorate(test: Callable[[Story], None]) -> Callable[..., None]:
        @pytest.mark.parametrize("game", GAMES)
        @settings(max_examples=examples, derandomize=True, suppress_health_check=[*HealthCheck])
        @given(data=st.data())
        def on_random_rounds(game: str, data: st.DataObject) -> None:
            test(data.draw(stories(game)))

        on_random_rounds.__doc__ = test.__doc__
        return on_random_rounds

    return decorate
