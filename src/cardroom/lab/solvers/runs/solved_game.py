"""Games of runs: counted by classes of hands and columns of cells, and priced."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from cardroom.cards import DECK, RANKS, Card, card_set, show_cards
from cardroom.games.model import DEALER, SEAT, MakeBet, Margin, Result, Wager
from cardroom.games.options import GameOption
from cardroom.hands import RunRanking
from cardroom.lab.solvers import payoffs
from cardroom.lab.solvers.ending_names import given_up_words, showdown_words
from cardroom.lab.solvers.hand_distributions import spread_by_value, spread_of_any_cards
from cardroom.lab.solvers.parallel import in_threads
from cardroom.lab.solvers.payoffs import NOT_OPEN, Cell
from cardroom.lab.solvers.protocol import (
    Answers,
    ChoiceCosts,
    Ending,
    Floats,
    Integers,
    Policy,
    Reading,
    Rules,
    SimulatorLoop,
    Solved,
    Spread,
    Spreads,
    Tally,
    Weighed,
    not_counted,
)
from cardroom.lab.solvers.runs import deal_counts
from cardroom.lab.solvers.runs.counted_game import RunCounted
from cardroom.lab.solvers.runs.kernels import chain_sums
from cardroom.lab.solvers.runs.strategy_conditions import RunConditions
from cardroom.table.information_set import Sight


@dataclass(frozen=True, eq=False)
class RunSolved(Solved):
    counted: RunCounted

    @property
    def ranking(self) -> RunRanking:
        return self.counted.ranking

    @property
    def options(self) -> tuple[GameOption, ...]:
        return self.game.decisions[0].options

    @property
    def total(self) -> int:
        return self.counted.hands * self.counted.dealer_hands

    # --- pays ---

    @cached_property
    def results(self) -> list[list[payoffs.Result]]:
        """[option, cell]"""
        nets = [payoffs.nets_in(self.game, self.settings, cell) for cell in self.counted.cells]
        stakes = payoffs.opening_stakes(self.game)
        return [[payoffs.hand_result(self.game, stakes, option, net) for net in nets] for option in self.options]

    @cached_property
    def parts_per_unit(self) -> int:
        return payoffs.common_denominator(result.net for row in self.results for result in row)

    @cached_property
    def _gain_of_cell(self) -> Integers:
        """[option, cell]; a last cell for columns that nothing falls in."""
        nets = [[*(result.net for result in row), Fraction(0)] for row in self.results]
        return payoffs.scaled_to_integers(nets, self.parts_per_unit, self.counted.dealer_hands)

    def gains(self, cells: Integers) -> Integers:
        """[option, player's value, …] from the cells of each value, in parts of a unit."""
        gains = self._gain_of_cell[:, cells]
        for o, option in enumerate(self.options):
            for place, value in enumerate(self.counted.player_values):
                if not is_open(option, value):
                    gains[o, place] = NOT_OPEN
        return gains

    @cached_property
    def column_gains(self) -> Integers:
        """[option, player's value, column]"""
        return np.ascontiguousarray(self.gains(self.counted.columns[1]))

    @cached_property
    def best_policy(self) -> Policy:
        classes = self.counted.classes
        option = np.zeros(len(classes.value), dtype=np.int8)
        in_threads(
            lambda begin, end: chain_sums.choose_best(
                begin, end, classes.ways, classes.value, self.column_gains, option
            ), len(option)
        )  # fmt: skip
        return Policy("best", (option,))

    @cached_property
    def class_gain(self) -> Integers:
        """[class, option]: summed over the dealer's hands."""
        classes = self.counted.classes
        gain = np.zeros((len(classes.value), len(self.options)), dtype=np.int64)
        for column in range(classes.ways.shape[1]):
            gain += classes.ways[:, column, None] * self.column_gains[:, classes.value, column].T
        return gain

    # --- endings ---

    def endings(self, policy: Policy | None = None) -> Iterator[Ending]:
        return self._endings(self._by_cell(policy or self.best_policy))

    def _by_cell(self, policy: Policy) -> Integers:
        """[option, cell]: deals."""
        classes, cells = self.counted.classes, self.counted.columns[1]
        option = policy.choices[0]

        def work(begin: int, end: int) -> Integers:
            found = np.zeros((len(self.options), *cells.shape), dtype=np.int64)
            chain_sums.count_endings(begin, end, classes.ways, classes.weight, classes.value, option, found)
            return found

        deals = np.sum(in_threads(work, len(option)), axis=0)
        assert int(deals.sum()) == self.total, "every deal is counted once"
        return self.gathered(deals, cells)

    def gathered(self, deals: Integers, cells: Integers) -> Integers:
        """[option, cell] from [option, player's value, …] and the cells that these are."""
        found = np.zeros((len(self.options), len(self.counted.cells) + 1), dtype=np.int64)
        for o, of_option in enumerate(deals):
            np.add.at(found[o], cells, of_option)
        return found[:, :-1]

    def _endings(self, deals: Integers) -> Iterator[Ending]:
        for o, option in enumerate(self.options):
            if payoffs.is_given_up(option):
                yield from self._given_up(option, o, deals[o])
                continue
            for number in np.flatnonzero(deals[o]):
                cell, (stakes, nets) = self.counted.cells[number], self.results[o][number]
                facts = dict(cell.facts)
                name = showdown_words(facts, self._detail(cell))
                yield Ending(name, int(deals[o, number]), (option.name,), stakes, nets, facts, dict(cell.steps))

    def _given_up(self, option: GameOption, o: int, deals: Integers) -> Iterator[Ending]:
        """Once for each way that it is settled, which is one unless a wager stays live."""
        by_result: dict[tuple[Any, ...], int] = defaultdict(int)
        for number in np.flatnonzero(deals):
            result = self.results[o][number]
            by_result[tuple(result.stakes.items()), tuple(result.nets.items())] += int(deals[number])
        for (stakes, nets), count in by_result.items():
            name = given_up_words(self.game, 0, option)
            yield Ending(name, count, (option.name,), dict(stakes), dict(nets), folded=True)

    def _detail(self, cell: Cell) -> str:
        """By how much the player is ahead, where a wager of the game is paid by it."""
        if dict(cell.facts)["result"] is not Result.WIN:
            return ""
        for wager in self.counted.paid_wagers:
            step = dict(cell.steps)[wager.id]
            if (
                isinstance(self.game.hands[wager.reads or ""], Margin)
                and step is not None
                and wager.hand_classes is not None
            ):
                return f" by {wager.hand_classes.classes[step].at_least}"
        return ""

    # --- side bets ---

    def spreads(self, wager: Wager) -> Spreads:
        is_live = self.settings.is_live_after_fold(wager)
        if wager not in self.counted.paid_wagers:
            if not is_live:
                raise not_counted(f"{wager.name} is lost by a fold, and read in another way than the game.")
            return {None: spread_of_any_cards(self.game, wager)}
        if wager.reads == "you":
            return {None: self._by_own_value(wager, also_folded=is_live)}
        deals = self._by_cell(self.best_policy)
        given_up = [payoffs.is_given_up(option) for option in self.options]
        counted = deals.sum(axis=0) if is_live else deals[~np.array(given_up)].sum(axis=0)
        steps: dict[tuple[Answers, int | None], int] = defaultdict(int)
        for number in np.flatnonzero(counted):
            cell = self.counted.cells[number]
            steps[cell.facts, dict(cell.steps)[wager.id]] += int(counted[number])
        return {None: Spread(steps, self.total)}

    def _by_own_value(self, wager: Wager, *, also_folded: bool) -> Spread:
        classes = self.counted.classes
        assert wager.hand_classes is not None
        given_up = np.array([payoffs.is_given_up(option) for option in self.options])
        counts_ = also_folded or ~given_up[self.best_policy.choices[0]]
        hands = np.bincount(classes.value, classes.weight * counts_, minlength=len(self.counted.player_values))
        values = {value: int(count) for value, count in zip(self.counted.player_values, hands, strict=True)}
        return spread_by_value(wager.hand_classes, values, self.counted.hands)

    # --- decisions ---

    def weigh_options(self, seen: Sight) -> Weighed:
        """The dealer's hands by value from the cards left in each cell; then what each value pays."""
        hand, dealer_cards = seen.cards[SEAT], self.game.cards_of(DEALER)
        value = self.ranking.value(hand)
        hands = deal_counts.dealer_hands_by_value(self.ranking, self.counted.deck, card_set(hand), dealer_cards)
        nets = {d: payoffs.nets_in(self.game, self.settings, self.counted.cell_of(value, d)) for d in hands}
        stakes, total = payoffs.opening_stakes(self.game), sum(hands.values())
        worth = {
            option.name: sum(
                (ways * payoffs.hand_result(self.game, stakes, option, nets[d]).net for d, ways in hands.items()),
                Fraction(0),
            )
            / total
            for option in self.options
            if is_open(option, value)
        }
        return Weighed(self.ranking.words(value), worth)

    def choice_costs(self, policy: Policy) -> list[ChoiceCosts]:
        classes, gain = self.counted.classes, self.class_gain
        best, chosen = (p.choices[0].astype(np.int64) for p in (self.best_policy, policy))
        rows = np.arange(len(chosen))
        missed = gain[rows, best] - gain[rows, chosen]
        where = np.flatnonzero(missed)
        return [
            ChoiceCosts(
                classes.weight[where], self.counted.hands, chosen[where], best[where], missed[where],
                self.total * self.parts_per_unit, lambda place: self.example(int(where[place])),
            )
        ]  # fmt: skip

    def example(self, place: int) -> str:
        """A hand of a class; where there is one chain, suits mean nothing."""
        cells = [cell & self.counted.deck for chain in self.ranking.chains for cell in chain.distinct_cells]
        held: list[Card] = []
        for cell, number in zip(cells, self.counted.classes.held[place], strict=True):
            held += [card for card in DECK if cell >> card.number & 1][:number]
        held.sort(key=lambda card: (-card.rank, card.suit))
        return show_cards(held) if len(self.ranking.chains) > 1 else " ".join(RANKS[card.rank] for card in held)

    # --- strategies ---

    def conditions(self, decision: int) -> RunConditions:
        assert decision == 0
        return RunConditions.of(self.counted)

    def derive_rules(self) -> list[Rules]:
        from cardroom.lab.solvers.runs.short_strategy import derive_rules

        return [derive_rules(self)]

    def choices(self, decision: int, chosen: Integers) -> Integers:
        """Whoever may not take an option takes the first."""
        return self.allowed(decision, chosen)

    def allowed(self, decision: int, choice: Integers) -> Integers:
        assert decision == 0
        values = np.array(self.counted.player_values)[self.counted.classes.value]
        allowed = choice.astype(np.int8)
        for o, option in enumerate(self.options):
            if isinstance(option, MakeBet) and option.needs is not None:
                allowed[(choice == o) & (values < option.needs)] = 0
        return allowed

    # --- other ways to the figures ---

    def simulator_loop(self, policy: Policy, seats: int) -> SimulatorLoop:
        from cardroom.lab.solvers.runs.simulator_loop import make_loop

        return make_loop(self, policy, seats)

    def simulated_endings(self, tally: Tally) -> Iterator[Ending]:
        return self._endings(self.gathered(tally["endings"], self.counted.cell_numbers))

    def simulated_readings(self, wager: Wager, loop: SimulatorLoop, tally: Tally) -> list[Reading]:  # noqa: ARG002 - all is in the tally
        from cardroom.lab.solvers.runs.simulator_loop import simulated_readings

        return simulated_readings(self, wager, tally)

    def peek_gains(self, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
        from cardroom.lab.solvers.runs.seen_cards_advantage import peek_gains

        return peek_gains(self, dealt, first_known)

    def peek_sample_size(self, dealt: int, known: int) -> int:  # noqa: ARG002 - always as many
        return 1 << 16 if len(self.ranking.chains) == 1 else 1 << 15


def is_open(option: GameOption, value: int) -> bool:
    """Whether an option may be taken with a hand of this value."""
    return not isinstance(option, MakeBet) or option.needs is None or value >= option.needs
