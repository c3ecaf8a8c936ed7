"""Cards from a shoe: counted by where rounds end, and priced."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from cardroom.games.model import Wager
from cardroom.games.options import GameOption
from cardroom.lab.solvers import payoffs
from cardroom.lab.solvers.ending_names import compared_words, given_up_words
from cardroom.lab.solvers.protocol import (
    Answers,
    ChoiceCosts,
    Counted,
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
    require_shapes,
)
from cardroom.lab.solvers.shoe.round_counts import Cell, ShoeCount, count_shoe
from cardroom.lab.solvers.shoe.strategy_conditions import VOCABULARY, ShoeConditions
from cardroom.lab.solvers.shoe.visible_position import position_seen, sight_words, words_seen
from cardroom.table import TableSettings
from cardroom.table.information_set import Sight


@dataclass(frozen=True, eq=False)
class ShoeCounted(Counted):
    """Where rounds end: those without a decision, and those at each position by option."""

    @cached_property
    def count(self) -> ShoeCount:
        return count_shoe(self.game)

    @property
    def vocabulary(self) -> Mapping[str, str]:
        return VOCABULARY

    def priced(self, settings: TableSettings) -> ShoeSolved:
        return ShoeSolved(self.game, settings, self)


@dataclass(frozen=True, eq=False)
class ShoeSolved(Solved):
    counted: ShoeCounted

    @property
    def count(self) -> ShoeCount:
        return self.counted.count

    @property
    def options(self) -> tuple[GameOption, ...]:
        return self.game.decisions[0].options if self.game.decisions else ()

    @property
    def total(self) -> int:
        return self.count.total

    # --- pays ---

    @cached_property
    def results(self) -> list[payoffs.Result]:
        """By cell."""
        return [self._result(cell) for cell in self.count.cells]

    def _result(self, cell: Cell) -> payoffs.Result:
        """A wager that was settled before a hand is given up keeps what it has won or lost."""
        option, opening = self._last_option(cell), payoffs.opening_stakes(self.game)
        nets = {w.id: self._net(w, cell) for w in payoffs.base_game_wagers(self.game) if w.id in cell.settled}
        if self.is_given_up(cell):
            stakes, lost = payoffs.hand_result(self.game, opening, option, nets)
            return payoffs.Result(stakes, lost | {wager: net for wager, net in nets.items() if wager in stakes})
        for wager in payoffs.stakes_after(opening, option):
            if wager not in nets:
                name = self.game.wager(wager).name
                raise not_counted(f"{self.game.name}: in some rounds {name} is staked and never settled.")
        return payoffs.hand_result(self.game, opening, option, nets)

    def _net(self, wager: Wager, cell: Cell) -> Fraction:
        seen = cell.settled[wager.id]
        table = self.settings.paytables.get(wager.id)
        outcome = payoffs.outcome_in(self.game, wager, table, tuple(seen.facts.items()), seen.step)
        return payoffs.net_of(outcome, is_staked=wager.is_staked)

    def _last_option(self, cell: Cell) -> GameOption | None:
        return self.game.decision(cell.taken[-1][0]).option(cell.taken[-1][1]) if cell.taken else None

    def is_given_up(self, cell: Cell) -> bool:
        return payoffs.is_given_up(self._last_option(cell))

    @cached_property
    def parts_per_unit(self) -> int:
        return payoffs.common_denominator(result.net for result in self.results)

    @cached_property
    def gains(self) -> Integers:
        """[cell], in parts of a unit; whole numbers without bounds, as shoes have so many ways."""
        return np.array([int(result.net * self.parts_per_unit) for result in self.results], dtype=object)

    @cached_property
    def worth(self) -> Integers:
        """[position, option], summed over the ways that cards come."""
        return np.asarray(self.count.decided.astype(object) @ self.gains)

    @cached_property
    def best_policy(self) -> Policy:
        """Where options are worth the same, the last one."""
        if not self.game.decisions:
            return Policy("best", ())
        last = self.worth.shape[1] - 1 if len(self.worth) else 0
        choice = [last - int(np.argmax(row[::-1])) for row in self.worth]
        return Policy("best", (np.array(choice, dtype=np.int8),))

    # --- endings ---

    def endings(self, policy: Policy | None = None) -> Iterator[Ending]:
        return self._endings(self.count.ways(self.choice(policy or self.best_policy)))

    def choice(self, policy: Policy) -> Integers:
        """[position]"""
        require_shapes(policy, [(len(self.count.positions),)] * len(self.game.decisions))
        return policy.choices[0].astype(np.int64) if policy.choices else np.zeros(0, dtype=np.int64)

    def _endings(self, ways: Integers) -> Iterator[Ending]:
        """From [cell]; cells that differ only in side bets are one ending."""
        alike: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        for number in np.flatnonzero(ways):
            alike[self._own(self.count.cells[number])].append(int(number))
        for cells in alike.values():
            cell, (stakes, nets) = self.count.cells[cells[0]], self.results[cells[0]]
            yield Ending(
                self._words(cells[0]), int(ways[cells].sum()), tuple(name for _, name in cell.taken), stakes, nets,
                self._facts(cell), self._steps(cell), self.is_given_up(cell),
            )  # fmt: skip

    def _own(self, cell: Cell) -> tuple[Any, ...]:
        return cell.taken, tuple(self._facts(cell).items()), tuple(self._steps(cell).items())

    def _facts(self, cell: Cell) -> dict[str, Any]:
        """The facts that the game's own wagers were settled by, in the order of the game."""
        own = [cell.settled[w.id].facts for w in payoffs.base_game_wagers(self.game) if w.id in cell.settled]
        known = {name: answer for facts in own for name, answer in facts.items()}
        return {name: known[name] for name in self.game.facts if name in known}

    def _steps(self, cell: Cell) -> dict[str, int | None]:
        paid = [w for w in payoffs.base_game_wagers(self.game) if w.hand_classes is not None and w.id in cell.settled]
        return {wager.id: cell.settled[wager.id].step for wager in paid}

    def _words(self, cell: int) -> str:
        """How hands compare; and what the base wager gains, where that does not follow."""
        option = self._last_option(self.count.cells[cell])
        if option is not None and payoffs.is_given_up(option):
            return given_up_words(self.game, 0, option)
        words, base = self._compared[cell], self.game.base_wager
        if len(self._nets_by_words[words]) == 1:
            return words
        net = self.results[cell].nets[base.id]
        return f"{words}: {base.name} {'pushes' if net == 0 else 'wins' if net > 0 else 'loses'}"

    @cached_property
    def _compared(self) -> list[str]:
        return [compared_words(self.game, self._facts(cell)) for cell in self.count.cells]

    @cached_property
    def _nets_by_words(self) -> dict[str, set[Fraction]]:
        found: dict[str, set[Fraction]] = defaultdict(set)
        for words, cell, result in zip(self._compared, self.count.cells, self.results, strict=True):
            if not self.is_given_up(cell):
                found[words].add(result.net)
        return found

    # --- side bets ---

    def spreads(self, wager: Wager) -> Spreads:
        steps: dict[tuple[Answers, int | None], int] = defaultdict(int)
        for facts, step, is_lost, ways in self.by_settlement(wager, self.count.ways(self.choice(self.best_policy))):
            if not is_lost:
                steps[facts, step] += ways
        return {None: Spread(steps, self.total)}

    def by_settlement(self, wager: Wager, ways: Integers) -> Iterator[tuple[Answers, int | None, bool, int]]:
        """From [cell]: what a wager is settled by, or whether it was given up before, and how often."""
        for number in np.flatnonzero(ways):
            seen = self.count.cells[number].settled.get(wager.id)
            if seen is None:
                yield (), None, True, int(ways[number])
            else:
                yield tuple(seen.facts.items()), seen.step, False, int(ways[number])

    # --- decisions ---

    def weigh_options(self, seen: Sight) -> Weighed:
        position = position_seen(self.count, seen)
        ways = self.count.positions[position].ways * self.parts_per_unit
        worth = {
            option.name: Fraction(gain, ways) for option, gain in zip(self.options, self.worth[position], strict=True)
        }
        return Weighed(sight_words(self.game, seen), worth)

    def choice_costs(self, policy: Policy) -> list[ChoiceCosts]:
        if not self.game.decisions:
            return []
        chosen, best = self.choice(policy), self.choice(self.best_policy)
        places = np.arange(len(self.worth))
        missed = self.worth[places, best] - self.worth[places, chosen] if len(places) else np.zeros(0, dtype=object)
        worse = np.flatnonzero(missed > 0)
        ways = [self.count.positions[place].ways for place in worse]
        # What is missed in all ways to a position, as a mean of them: in parts so fine that it is whole.
        finer = lcm(*ways)
        means = [missed[place] * (finer // number) for place, number in zip(worse, ways, strict=True)]
        return [
            ChoiceCosts(
                np.array(ways, dtype=object), self.total, chosen[worse], best[worse], np.array(means, dtype=object),
                self.total * self.parts_per_unit * finer,
                lambda place: words_seen(self.game, self.count, int(worse[place])),
            )
        ]  # fmt: skip

    # --- strategies ---

    def conditions(self, decision: int) -> ShoeConditions:
        assert decision == 0
        return ShoeConditions.of(self.count)

    def derive_rules(self) -> list[Rules]:
        from cardroom.lab.solvers.shoe.short_strategy import derive_rules

        return [derive_rules(self)] if self.game.decisions else []

    def choices(self, decision: int, chosen: Integers) -> Integers:
        assert decision == 0
        return chosen.astype(np.int8)

    # --- other ways to the figures ---

    def simulator_loop(self, policy: Policy, seats: int) -> SimulatorLoop:
        from cardroom.lab.solvers.shoe.simulator_loop import make_loop

        return make_loop(self, policy, seats)

    def simulated_endings(self, tally: Tally) -> Iterator[Ending]:
        return self._endings(tally["endings"])

    def simulated_readings(self, wager: Wager, loop: SimulatorLoop, tally: Tally) -> list[Reading]:  # noqa: ARG002 - all is in the tally
        return [Reading(list(self.by_settlement(wager, tally["endings"])))]

    def peek_gains(self, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
        from cardroom.lab.solvers.shoe.seen_cards_advantage import peek_gains

        return peek_gains(self, dealt, first_known)

    def peek_sample_size(self, dealt: int, known: int) -> int:  # noqa: ARG002 - cards to come do not depend on them
        from cardroom.lab.solvers.shoe.seen_cards_advantage import peek_sample_size

        return peek_sample_size(self.count)
