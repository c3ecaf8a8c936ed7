"""Hands known little by little: counted by classes of known cards, and priced by going back from the last decision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

import numpy as np

from cardroom.cards import show_cards
from cardroom.games.model import COMMUNITY, SEAT, Wager
from cardroom.games.options import GameOption
from cardroom.lab.solvers import payoffs
from cardroom.lab.solvers.ending_names import given_up_words
from cardroom.lab.solvers.hand_distributions import spread_of_any_cards
from cardroom.lab.solvers.payoffs import Cell
from cardroom.lab.solvers.policy_transfer import option_numbers, require_same_cards
from cardroom.lab.solvers.protocol import (
    ANY,
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
from cardroom.lab.solvers.streets.counted_game import StreetCounted
from cardroom.lab.solvers.streets.partial_hands import words_of_part
from cardroom.lab.solvers.streets.strategy_conditions import StreetConditions
from cardroom.table.information_set import Sight


@dataclass(frozen=True, eq=False)
class StreetSolved(Solved):
    counted: StreetCounted

    @property
    def total(self) -> int:
        return self.counted.count.total

    # --- pays ---

    @cached_property
    def _nets(self) -> list[dict[str, Fraction]]:
        return [payoffs.nets_in(self.game, self.settings, cell) for cell in self.counted.cells]

    @cached_property
    def results(self) -> dict[int, list[payoffs.Result]]:
        """By path to an end: what each cell then brings."""
        return {
            number: [payoffs.hand_result(self.game, path.stakes, path.options[-1], nets) for nets in self._nets]
            for number, _, path in self.counted.tree.ends()
        }

    @cached_property
    def parts_per_unit(self) -> int:
        return payoffs.common_denominator(result.net for row in self.results.values() for result in row)

    @cached_property
    def gains(self) -> Integers:
        """[path to an end, cell], in parts of a unit; 0 where no path is."""
        tree = self.counted.tree
        number = tree.number_before(len(tree.options))
        rows = [[Fraction(0)] * len(self.counted.cells)] * number
        for path, results in self.results.items():
            rows[path] = [result.net for result in results]
        return payoffs.scaled_to_integers(rows, self.parts_per_unit, self.counted.count.ways[0])

    @cached_property
    def worth(self) -> list[Integers]:
        """By decision: [path before it, position, option], summed over the cards to come, the best being done after."""
        tree, count = self.counted.tree, self.counted.count
        found: list[Integers] = []
        for decision in reversed(range(len(tree.options))):
            options, over = tree.options[decision], tree.over(decision)
            ahead = self.counted.ahead[decision]
            worth = np.zeros((tree.number_before(decision), len(ahead), len(options)), dtype=np.int64)
            later = prod(len(following) for following in tree.options[decision + 1 :])
            is_end = over if found else np.ones_like(over)
            paths = np.array(list(tree.before[decision]))
            leads = paths[:, None] * len(options) + np.arange(len(options))
            ends = self.gains[leads[:, is_end] * later].reshape(-1, ahead.shape[1])
            rows, row = np.unique(ends, axis=0, return_inverse=True)
            worth[paths[:, None], :, np.flatnonzero(is_end)] = payoffs.product_of(ahead, rows.T).T[
                row.reshape(len(paths), -1)
            ]
            if found:
                onward = list(tree.before[decision + 1])
                following = count.onward[decision].back(found[0][onward].max(axis=2).T)
                worth[paths[:, None], :, np.flatnonzero(~is_end)] = following.T[
                    np.searchsorted(onward, leads[:, ~is_end])
                ]
            found.insert(0, worth)
        return found

    @cached_property
    def best_policy(self) -> Policy:
        """Where options are worth the same, the last one."""
        last_first = [worth[:, :, ::-1].argmax(axis=2) for worth in self.worth]
        choices = [
            (worth.shape[2] - 1 - place).astype(np.int8) for worth, place in zip(self.worth, last_first, strict=True)
        ]
        for decision, choice in enumerate(choices):
            choice[[path for path in range(len(choice)) if path not in self.counted.tree.before[decision]]] = 0
        return Policy("best", tuple(choices))

    # --- endings ---

    def reach(self, policy: Policy, *, until: list[Integers] | None = None) -> list[Integers]:
        """By decision: [path before it, position] the ways that a policy leads there; not beyond those in `until`."""
        tree, count = self.counted.tree, self.counted.count
        found = [np.zeros(policy.choices[0].shape, dtype=np.int64)]
        found[0][0] = count.positions[0].weights
        for decision, onward in enumerate(count.onward):
            options, over = tree.options[decision], tree.over(decision)
            following = np.zeros(policy.choices[decision + 1].shape, dtype=np.int64)
            for path in tree.before[decision]:
                going = (
                    found[decision][path]
                    if until is None
                    else np.where(until[decision][path], 0, found[decision][path])
                )
                for place in np.flatnonzero(~over):
                    taken = np.where(policy.choices[decision][path] == place, going, 0)
                    if taken.any():
                        following[path * len(options) + place] = onward.forth(taken)
            found.append(following)
        return found

    def endings(self, policy: Policy | None = None) -> Iterator[Ending]:
        policy = policy or self.best_policy
        tree, ahead, reach = self.counted.tree, self.counted.ahead, self.reach(policy)
        deals = np.zeros(self.gains.shape, dtype=np.int64)
        for end, decision, path in tree.ends():
            before = self._number(path.options[:-1])
            place = tree.options[decision].index(path.options[-1])
            taken = np.where(policy.choices[decision][before] == place, reach[decision][before], 0)
            deals[end] = taken @ ahead[decision]
        assert int(deals.sum()) == self.total, "every deal is counted once"
        return self._endings(deals)

    def _number(self, options: tuple[GameOption, ...]) -> int:
        number = 0
        for option, among in zip(options, self.counted.tree.options, strict=False):
            number = number * len(among) + among.index(option)
        return number

    def _endings(self, deals: Integers) -> Iterator[Ending]:
        """From [path to an end, cell]; given up, the cards not seen do not count unless a wager stays live."""
        for number, decision, path in self.counted.tree.ends():
            is_over = path.is_over
            by_result: dict[tuple[object, ...], list[int]] = defaultdict(list)
            for cell in np.flatnonzero(deals[number]):
                result = self.results[number][cell]
                key = tuple(result.nets.items()) if is_over else (int(cell),)
                by_result[key].append(int(cell))
            for cells in by_result.values():
                (stakes, nets), found = self.results[number][cells[0]], self.counted.cells[cells[0]]
                name = given_up_words(self.game, decision, path.options[-1]) if is_over else self._cell_words(found)
                steps = {} if is_over else dict(found.steps)
                yield Ending(name, int(deals[number][cells].sum()), path.names, stakes, nets, {}, steps, is_over)

    def _cell_words(self, cell: Cell) -> str:
        """The hand class that the first wager is paid by."""
        for wager in payoffs.base_game_wagers(self.game):
            step = dict(cell.steps).get(wager.id)
            if wager.hand_classes is not None and step is not None:
                return wager.hand_classes.classes[step].name
        return "nothing"

    # --- side bets ---

    def spreads(self, wager: Wager) -> Spreads:
        can_fold = any(self.counted.tree.over(decision).any() for decision in range(len(self.game.decisions)))
        if self.settings.is_live_after_fold(wager) or not can_fold:
            return {None: spread_of_any_cards(self.game, wager)}
        if wager.reads != "you" or wager.hand_classes is None:
            raise not_counted(f"{wager.name} is lost by a fold, and read on other cards than the game.")
        steps: dict[tuple[Answers, int | None], int] = defaultdict(int)
        for ending in self.endings():
            if not ending.folded:
                steps[ANY, ending.steps[wager.id]] += ending.deals
        return {None: Spread(steps, self.total)}

    # --- decisions ---

    def weigh_options(self, seen: Sight) -> Weighed:
        known = (*seen.cards[SEAT], *seen.cards.get(COMMUNITY, ()))
        position = self.counted.count.locate(tuple(self.counted.deck.place(card) for card in known))
        decision = [stage.id for stage in self.game.decisions].index(seen.decision)
        tree = self.counted.tree
        path = next(number for number, path in tree.before[decision].items() if path.stakes == seen.staked)
        ways = self.counted.count.ways[decision] * self.parts_per_unit
        worth, options = self.worth[decision][path, position], tree.options[decision]
        return Weighed(
            words_of_part(known),
            {option.name: Fraction(int(gain), ways) for option, gain in zip(options, worth, strict=True)},
        )

    def choice_costs(self, policy: Policy) -> list[ChoiceCosts]:
        """A position counts as often as the policy leads there; so that all mistakes add up to the whole cost."""
        reach = self.reach(policy)
        return [self._differing(policy, decision, reach[decision]) for decision in range(len(reach))]

    def _differing(self, policy: Policy, decision: int, reach: Integers) -> ChoiceCosts:
        missed = self._missed(policy, decision)
        paths, positions = np.nonzero((missed > 0) & (reach > 0))
        sets = self.counted.count.positions[decision].sets
        staked = self.counted.tree.staked_before(decision)

        def example(place: int) -> str:
            cards = self.counted.deck.cards(sets[positions[place]])
            shown = show_cards(sorted(cards, key=lambda card: -card.rank))
            return f"{shown} with {staked[int(paths[place])]} bet" if decision else shown

        return ChoiceCosts(
            reach[paths, positions], self.total // self.counted.count.ways[decision],
            policy.choices[decision][paths, positions], self.best_policy.choices[decision][paths, positions],
            missed[paths, positions], self.total * self.parts_per_unit, example,
        )  # fmt: skip

    def _missed(self, policy: Policy, decision: int) -> Integers:
        """[path, position]: what the option taken there gives away, the best being done afterwards."""
        worth = self.worth[decision]
        taken = np.take_along_axis(worth, policy.choices[decision][:, :, None].astype(np.int64), axis=2)[:, :, 0]
        return np.asarray(worth.max(axis=2) - taken)

    def share_differing(self, policy: Policy) -> Fraction:
        """Whoever has made a mistake is not followed further."""
        wrong = [self._missed(policy, decision) > 0 for decision in range(len(policy.choices))]
        reach = self.reach(policy, until=wrong)
        ways = self.counted.count.ways
        found = sum(int(deals[bad].sum()) * ways[d] for d, (deals, bad) in enumerate(zip(reach, wrong, strict=True)))
        return Fraction(found, self.total)

    # --- strategies ---

    def conditions(self, decision: int) -> StreetConditions:
        return StreetConditions.of(self, decision)

    @property
    def condition_terms(self) -> list[str]:
        from cardroom.lab.solvers.streets.strategy_conditions import rank_words

        return rank_words(self)

    def derive_rules(self) -> list[Rules]:
        from cardroom.lab.solvers.streets.short_strategy import derive_rules

        return derive_rules(self)

    def choices(self, decision: int, chosen: Integers) -> Integers:
        tree = self.counted.tree
        stakes = tree.stakes_at(decision)
        found = np.zeros((tree.number_before(decision), len(chosen)), dtype=np.int8)
        for path, units in tree.staked_before(decision).items():
            found[path] = chosen[:, stakes.index(units)]
        return found

    def transferred_policy(self, policy: Policy, of: Solved) -> Policy:
        """What was done before is read in the other game's options too."""
        require_same_cards(of.game, self.game)
        assert isinstance(of, StreetSolved)
        there, here = option_numbers(self.game, of.game), option_numbers(of.game, self.game)
        choices = [np.zeros_like(choice) for choice in self.best_policy.choices]
        for decision, choice in enumerate(choices):
            for path in self.counted.tree.before[decision]:
                taken = self.counted.tree.taken(decision, path)
                same = of.counted.tree.number(there[earlier][option] for earlier, option in enumerate(taken))
                choice[path] = here[decision][policy.choices[decision][same]]
        return Policy(policy.name, tuple(choices))

    # --- other ways to the figures ---

    def simulator_loop(self, policy: Policy, seats: int) -> SimulatorLoop:
        from cardroom.lab.solvers.streets.simulator_loop import make_loop

        return make_loop(self, policy, seats)

    def simulated_endings(self, tally: Tally) -> Iterator[Ending]:
        return self._endings(tally["endings"])

    def simulated_readings(self, wager: Wager, loop: SimulatorLoop, tally: Tally) -> list[Reading]:
        from cardroom.lab.solvers.streets.simulator_loop import simulated_readings

        return simulated_readings(self, wager, loop, tally)

    def peek_gains(self, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:  # noqa: ARG002 - no dealer's cards
        from cardroom.lab.solvers.streets.seen_cards_advantage import peek_gains

        return peek_gains(self, dealt)

    def peek_sample_size(self, dealt: int, known: int) -> int:  # noqa: ARG002 - always as many
        return 1 << 13
