"""The games themselves, solved: every deal counted, the best option taken, all as fractions.

Three ways of counting serve all games; which one a game needs is read off its stages:
- runs against the dealer's run, one decision (`run_counts`);
- five-card poker against a dealer who shows a card, one decision (`poker_counts`, sweep by value);
- cards bought street by street against a pay table (`poker_counts`, backward induction).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.games.model import Deal, Game, HandOf, Kind, Result, Showdown, To, Wager
from cardroom.games.settlement import read_values, settle_value, showdown_of_values
from cardroom.hands import PokerRanking, RunRanking
from cardroom.lab import poker_counts, run_counts
from cardroom.lab.payoffs import (
    NOT_OPEN,
    SHOWDOWNS,
    base_wagers,
    net_by_values,
    net_of,
    scale_of,
    stakes_before_decision,
    whole,
)
from cardroom.table import TableSettings

Integers = npt.NDArray[Any]


@dataclass(frozen=True)
class Ending:
    """A way for a round to end, the same for every wager of the game, and the deals that lead there."""

    name: str
    deals: int
    stakes: dict[str, int]  # units on each wager of the game
    nets: dict[str, Fraction]  # what a unit on each gains
    folded: bool = False


@dataclass(frozen=True)
class Solved(ABC):
    """A solved game: how its rounds end, and how its hands are spread."""

    game: Game
    settings: TableSettings

    @property
    @abstractmethod
    def total(self) -> int:
        """All deals."""

    @abstractmethod
    def endings(self) -> Iterator[Ending]:
        """The ways a round can end under best play."""

    @abstractmethod
    def hands_by_value(self, *, also_folded: bool) -> tuple[dict[int, int], int]:
        """Combinations by the value of what the player holds; and of how many."""

    def folded_ending(self, deals: int, stakes: dict[str, int], name: str = "fold") -> Ending:
        return Ending(name, deals, stakes, {wager: Fraction(-1) for wager in stakes}, folded=True)

    def _unit_stakes(self, multiple: int) -> dict[str, int]:
        stakes = {w.id: 1 for w in self.game.wagers if w.kind in (Kind.BASE, Kind.EQUAL)}
        return stakes | ({self.game.decisions[0].wager: multiple} if multiple else {})


def solve(settings: TableSettings) -> RunSolution | UpCardSolution | StreetSolution:
    """Solve the game that these settings describe."""
    game = settings.rules
    if isinstance(game.ranking, RunRanking):
        return RunSolution(game, settings)
    if game.has_dealer_hand:
        return UpCardSolution(game, settings)
    return StreetSolution(game, settings)


def cards_dealt_to(game: Game, holder: To) -> int:
    """Cards that each player, or the dealer, gets."""
    return sum(s.cards for s in game.stages if isinstance(s, Deal) and s.to in (holder, To.EVERYONE))


def _verdict_name(game: Game, showdown: Showdown, detail: str) -> str:
    """What an ending is called."""
    words = {Result.WIN: "player ahead", Result.COPY: "copy", Result.LOSS: "dealer ahead"}[showdown.result]
    if game.dealer_qualifies_with is None:
        return f"{words}{detail}"
    return f"{words}{detail}" if showdown.dealer_qualifies else f"dealer does not qualify, {words}{detail}"


# --- runs -------------------------------------------------------------------------------------------------------------


class RunSolution(Solved):
    """Runs against the dealer's run."""

    @property
    def options(self) -> tuple[int, ...]:
        return (0, *self.game.decisions[0].multiples)

    @cached_property
    def ranking(self) -> RunRanking:
        assert isinstance(self.game.ranking, RunRanking)
        return self.game.ranking

    @cached_property
    def nets(self) -> dict[str, dict[tuple[int, int], Fraction]]:
        """What a unit on each wager gains, by the player's and the dealer's value."""
        players = run_counts.possible_values(self.ranking, cards_dealt_to(self.game, To.PLAYERS))
        dealers = run_counts.possible_values(self.ranking, cards_dealt_to(self.game, To.DEALER))
        return {
            wager.id: {(p, d): net_by_values(self.game, self.settings, wager, p, d) for p in players for d in dealers}
            for wager in base_wagers(self.game)
        }

    @cached_property
    def scale(self) -> int:
        return scale_of(net for table in self.nets.values() for net in table.values())

    def gains(self, player_values: list[int], dealer_values: list[int]) -> Integers:
        """[option, player value, dealer value] in units of 1/scale."""
        needs = self.game.decisions[0].needs
        shape = (len(player_values), len(dealer_values))
        tables = {
            wager: whole([[nets[p, d] for d in dealer_values] for p in player_values], self.scale)
            for wager, nets in self.nets.items()
        }
        gains = [np.full(shape, -stakes_before_decision(self.game) * self.scale, dtype=np.int64)]
        for multiple in self.options[1:]:
            gain = sum(
                (units * tables[w] for w, units in self._unit_stakes(multiple).items()), np.zeros(shape, np.int64)
            )
            gains.append(gain)
            if needs is not None:
                gain[[value < needs for value in player_values]] = NOT_OPEN
        return np.array(gains)

    @cached_property
    def deals(self) -> run_counts.RunDeals:
        player, dealer = cards_dealt_to(self.game, To.PLAYERS), cards_dealt_to(self.game, To.DEALER)
        return run_counts.count_deals(self.ranking, player, dealer, self.gains)

    @property
    def total(self) -> int:
        return self.deals.total

    def endings(self) -> Iterator[Ending]:
        deals = self.deals
        has_margin = any(wager.reads is HandOf.MARGIN for wager in self.game.wagers)
        for o, multiple in enumerate(self.options):
            if multiple == 0:
                yield self.folded_ending(int(deals.counts[o].sum()), self._unit_stakes(0))
                continue
            stakes = self._unit_stakes(multiple)
            for i, j in zip(*np.nonzero(deals.counts[o]), strict=True):
                p, d = deals.player_values[i], deals.dealer_values[j]
                showdown = showdown_of_values(self.game, p, d)
                margin = self.ranking.length(p) - self.ranking.length(d)
                detail = f" by {margin}" if has_margin and showdown.result is Result.WIN else ""
                nets = {wager: self.nets[wager][p, d] for wager in stakes}
                yield Ending(_verdict_name(self.game, showdown, detail), int(deals.counts[o, i, j]), stakes, nets)

    def hands_by_value(self, *, also_folded: bool) -> tuple[dict[int, int], int]:
        """Every player's hand stands for as many deals as the dealer has hands against it."""
        dealer_hands = self.deals.dealer_hands
        counts = self.deals.counts if also_folded else self.deals.counts[1:]
        sums = counts.sum(axis=(0, 2)) // dealer_hands
        by_value = {value: int(count) for value, count in zip(self.deals.player_values, sums, strict=True)}
        return by_value, self.total // dealer_hands

    def showdowns(self, wager: Wager) -> dict[tuple[Showdown, int], int]:
        """Deals not folded, by what a wager's settlement sees: the showdown and the value it is read on."""
        found: dict[tuple[Showdown, int], int] = {}
        counts = self.deals.counts[1:].sum(axis=0)
        for i, j in zip(*np.nonzero(counts), strict=True):
            p, d = self.deals.player_values[i], self.deals.dealer_values[j]
            key = showdown_of_values(self.game, p, d), read_values(self.game, wager, p, d)
            found[key] = found.get(key, 0) + int(counts[i, j])
        return found


# --- poker against a card up ------------------------------------------------------------------------------------------


class UpCardSolution(Solved):
    """Poker against a dealer who shows a card."""

    @property
    def options(self) -> tuple[int, ...]:
        return (0, *self.game.decisions[0].multiples)

    @cached_property
    def ranking(self) -> PokerRanking:
        assert isinstance(self.game.ranking, PokerRanking)
        return self.game.ranking

    @property
    def decision_wager(self) -> Wager:
        return self.game.wager(self.game.decisions[0].wager)

    @cached_property
    def step_of_value(self) -> Integers:
        return steps_of_values(self.decision_wager, self.ranking)

    @cached_property
    def nets(self) -> dict[str, list[list[Fraction]]]:
        """What a unit on each wager gains, by step of the player's hand and showdown."""
        steps = range(int(self.step_of_value.max()) + 1)
        values = [int(np.argmax(self.step_of_value == step)) for step in steps]
        return {
            wager.id: [
                [net_of(settle_value(wager, self.settings.paytables.get(wager.id), s, v).outcome) for s in SHOWDOWNS]
                for v in values
            ]
            for wager in base_wagers(self.game)
        }

    @cached_property
    def scale(self) -> int:
        return scale_of(net for table in self.nets.values() for row in table for net in row)

    def gains(self) -> Integers:
        steps = len(next(iter(self.nets.values())))
        gains = []
        for multiple in self.options:
            stakes = self._unit_stakes(multiple)
            gains.append(
                [
                    [
                        sum(units * (self.nets[w][step][s] if multiple else -1) for w, units in stakes.items())
                        for s in range(6)
                    ]
                    for step in range(steps)
                ]
            )
        return whole(gains, self.scale)

    @cached_property
    def deals(self) -> poker_counts.UpCardDeals:
        floor = self.game.dealer_qualifies_with or 0
        return poker_counts.count_up_card_deals(self.ranking, floor, self.step_of_value, self.gains())

    @property
    def total(self) -> int:
        return self.deals.total

    def endings(self) -> Iterator[Ending]:
        scale = self.decision_wager.scale
        assert scale is not None
        for o, multiple in enumerate(self.options):
            if multiple == 0:
                yield self.folded_ending(int(self.deals.counts[o].sum()), self._unit_stakes(0))
                continue
            stakes = self._unit_stakes(multiple)
            for step, s in zip(*np.nonzero(self.deals.counts[o]), strict=True):
                showdown = SHOWDOWNS[s]
                is_paid = showdown.dealer_qualifies and showdown.result is Result.WIN
                detail = f" with {scale.steps[step].name}" if is_paid else ""
                nets = {wager: self.nets[wager][step][s] for wager in stakes}
                name = _verdict_name(self.game, showdown, detail)
                yield Ending(name, int(self.deals.counts[o, step, s]), stakes, nets)

    def hands_by_value(self, *, also_folded: bool) -> tuple[dict[int, int], int]:
        """Folding depends on the card up, so hands that are not folded are counted with each of the 47 others up."""
        if also_folded:
            return _all_hands_by_value(self.ranking)
        deals = self.deals
        counts = np.zeros(self.ranking.number_of_values, dtype=np.int64)
        np.add.at(counts, deals.values, deals.weights * (deals.option > 0).sum(axis=1))
        return {value: int(count) for value, count in enumerate(counts)}, comb(52, 5) * 47


# --- street by street -------------------------------------------------------------------------------------------------


class StreetSolution(Solved):
    """Cards bought street by street."""

    @cached_property
    def ranking(self) -> PokerRanking:
        assert isinstance(self.game.ranking, PokerRanking)
        return self.game.ranking

    @cached_property
    def step_of_value(self) -> Integers:
        return steps_of_values(self.game.base_wager, self.ranking)

    @cached_property
    def net_of_step(self) -> list[Fraction]:
        """All wagers of the game are settled alike; that is what makes the total stake enough to know."""
        nets = []
        for step in range(int(self.step_of_value.max()) + 1):
            value = int(np.argmax(self.step_of_value == step))
            found = {
                net_of(settle_value(w, self.settings.paytables.get(w.id), Showdown(Result.WIN), value).outcome)
                for w in base_wagers(self.game)
            }
            if len(found) != 1:
                raise CardroomError("unlike-bets", f"All bets of {self.game.name} must be paid the same odds.")
            nets.append(found.pop())
        return nets

    @cached_property
    def scale(self) -> int:
        return scale_of(self.net_of_step)

    @cached_property
    def deals(self) -> poker_counts.StreetDeals:
        nets = whole(self.net_of_step, self.scale)
        if self.scale != 1:
            raise CardroomError("odd-pays", f"{self.game.name} is solved for whole odds to 1 only.")
        multiples = [decision.multiples for decision in self.game.decisions]
        return poker_counts.count_street_deals(self.ranking, self.step_of_value, nets, multiples)

    @property
    def total(self) -> int:
        return self.deals.total

    def endings(self) -> Iterator[Ending]:
        base = self.game.base_wager
        streets = [decision.wager for decision in self.game.decisions]
        assert base.scale is not None
        folded, settled = self.deals.folded, self.deals.settled
        for street, *bets in np.argwhere(folded):
            stakes = {base.id: 1} | {name: int(bet) for name, bet in zip(streets, bets, strict=False) if bet}
            name = f"fold at {self.game.wager(streets[street]).name}"
            yield self.folded_ending(int(folded[street, *bets]), stakes, name)
        for *bets, step in np.argwhere(settled):
            stakes = {base.id: 1} | {name: int(bet) for name, bet in zip(streets, bets, strict=True)}
            nets = dict.fromkeys(stakes, self.net_of_step[step])
            yield Ending(base.scale.steps[step].name, int(settled[*bets, step]), stakes, nets)

    def hands_by_value(self, *, also_folded: bool) -> tuple[dict[int, int], int]:
        if not also_folded:
            raise CardroomError("not-counted", "Played hands are counted by step; ask for `played_steps`.")
        return _all_hands_by_value(self.ranking)

    def played_steps(self) -> dict[int, int]:
        """Deals that were not folded, by step of the base wager's scale."""
        return {step: int(count) for step, count in enumerate(self.deals.settled.sum(axis=(0, 1, 2)))}


def _all_hands_by_value(ranking: PokerRanking) -> tuple[dict[int, int], int]:
    _, values = poker_counts.all_hands(ranking)
    counts = np.bincount(values, minlength=ranking.number_of_values)
    return {value: int(count) for value, count in enumerate(counts)}, len(values)


def steps_of_values(wager: Wager, ranking: PokerRanking) -> Integers:
    assert wager.scale is not None
    steps = [wager.scale.step(value) for value in range(ranking.number_of_values)]
    assert None not in steps, "the scale covers every hand"
    return np.array(steps, dtype=np.int64)
