"""Hold'em against the dealer: counted by hand and board, and priced from the board back to the two own cards."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from cardroom.cards import RANKS, SUITS
from cardroom.games.model import COMMUNITY, SEAT, Wager
from cardroom.games.options import GameOption
from cardroom.hands import PokerRanking
from cardroom.lab.solvers import payoffs
from cardroom.lab.solvers.hand_distributions import spread_of_any_cards
from cardroom.lab.solvers.holdem import option_worth
from cardroom.lab.solvers.holdem.backward_induction import Priced, price
from cardroom.lab.solvers.holdem.board_counts import Holdem, HoldemCount, count
from cardroom.lab.solvers.holdem.boards import Cards
from cardroom.lab.solvers.holdem.choices import Choices, Streets
from cardroom.lab.solvers.holdem.observations import flop_observations, last_observations
from cardroom.lab.solvers.holdem.parallel_progress import Once, share_of
from cardroom.lab.solvers.holdem.policy_endings import endings_of
from cardroom.lab.solvers.holdem.positions import hands_after
from cardroom.lab.solvers.holdem.strategy_conditions import OUTS, VOCABULARY, HoldemConditions, words_of_cards
from cardroom.lab.solvers.payoffs import Cell
from cardroom.lab.solvers.protocol import (
    ANY,
    Answers,
    ChoiceCosts,
    Counted,
    Ending,
    Floats,
    Integers,
    Policy,
    Progress,
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
from cardroom.lab.solvers.showdowns import endings_on, qualifying_value, settlement_rows
from cardroom.table import TableSettings
from cardroom.table.information_set import Sight

MOST_KEPT = 2  # ways to pay; each has a hundred megabytes
OWN_AND_BOARD = 7


@dataclass(frozen=True, eq=False)
class HoldemCounted(Counted):
    """How every hand fares against the dealer's on every board; and the last few ways to pay for it."""

    _priced: OrderedDict[bytes, Once[Priced]] = field(default_factory=OrderedDict)

    @cached_property
    def holdem(self) -> Holdem:
        ranking, deck = self.game.ranking, self.game.deck
        assert isinstance(ranking, PokerRanking)
        cards = Cards(tuple(map(RANKS.index, deck.ranks)), tuple(map(SUITS.index, deck.suits)))
        return Holdem(cards, ranking, qualifying_value(self.game), self._rows[1])

    @cached_property
    def _rows(self) -> tuple[list[list[Cell]], Integers]:
        assert isinstance(self.game.ranking, PokerRanking)
        return settlement_rows(self.game, self.game.ranking)

    @property
    def cells(self) -> list[list[Cell]]:
        """[row, showdown]"""
        return self._rows[0]

    @cached_property
    def streets(self) -> Streets:
        """Ways to settle are numbered through: every bet, and every option of the last decision."""
        first, second = (len(decision.options) - 1 for decision in self.game.decisions[:2])
        ways = range(first + second + len(self.game.decisions[2].options))
        return Streets(tuple(ways[:first]), tuple(ways[first : first + second]), tuple(ways[first + second :]))

    @cached_property
    def paths(self) -> list[tuple[GameOption, ...]]:
        """By way to settle: the options that lead there."""
        before, after, last = (decision.options for decision in self.game.decisions)
        found: list[tuple[GameOption, ...]] = [(bet,) for bet in before[1:]]
        found += [(before[0], bet) for bet in after[1:]]
        return found + [(before[0], after[0], option) for option in last]

    @cached_property
    def count(self) -> Once[HoldemCount]:
        return Once(lambda progress: count(self.holdem, progress))

    @cached_property
    def seen_at_last(self) -> Integers:
        return last_observations(self.count())

    def paid_by(self, gains: Integers) -> Once[Priced]:
        """Priced with gains[way to settle, row, showdown]."""

        def work(progress: Progress) -> Priced:
            counted = self.count(share_of(progress, 0, 0.2))
            return price(counted, gains, self.streets, share_of(progress, 0.2, 1))

        found = self._priced.setdefault(gains.tobytes(), Once(work))
        self._priced.move_to_end(gains.tobytes())
        while len(self._priced) > MOST_KEPT:
            self._priced.popitem(last=False)
        return found

    @property
    def vocabulary(self) -> Mapping[str, str]:
        return VOCABULARY

    def priced(self, settings: TableSettings) -> HoldemSolved:
        return HoldemSolved(self.game, settings, self)


@dataclass(frozen=True, eq=False)
class HoldemSolved(Solved):
    counted: HoldemCounted

    @property
    def total(self) -> int:
        return self.counted.holdem.cards.deals

    def prepare(self, progress: Progress) -> None:
        self.paid(share_of(progress, 0, 0.75))
        self._best_endings(share_of(progress, 0.75, 1))

    # --- pays ---

    @cached_property
    def results(self) -> list[list[list[payoffs.Result]]]:
        """[way to settle, row, showdown]"""
        stakes = payoffs.opening_stakes(self.game)
        nets = [[payoffs.nets_in(self.game, self.settings, cell) for cell in row] for row in self.counted.cells]
        return [
            [[payoffs.hand_result(self.game, stakes, path[-1], net) for net in row] for row in nets]
            for path in self.counted.paths
        ]

    @cached_property
    def parts_per_unit(self) -> int:
        return payoffs.common_denominator(result.net for way in self.results for row in way for result in row)

    @cached_property
    def gains(self) -> Integers:
        """[way to settle, row, showdown], in parts of a unit."""
        nets = [[[result.net for result in row] for row in way] for way in self.results]
        return payoffs.scaled_to_integers(nets, self.parts_per_unit, self.total)

    @property
    def paid(self) -> Once[Priced]:
        return self.counted.paid_by(self.gains)

    @property
    def best_policy(self) -> Policy:
        found = self.paid().choices
        return Policy("best", (found.before, found.after, found.last))

    def expectation(self, policy: Policy | None = None) -> Fraction:
        if policy is None:
            return Fraction(self.paid().gain, self.total * self.parts_per_unit)
        return super().expectation(policy)

    # --- endings ---

    @cached_property
    def _best_endings(self) -> Once[Integers]:
        """[way to settle, row, showdown]: deals under the best play."""
        return Once(lambda progress: self._deals(self.best_policy, progress))

    def _deals(self, policy: Policy, progress: Progress = lambda _: None) -> Integers:
        deals = endings_of(self.counted.count(), self.counted.streets, self.choices_of(policy), progress)
        assert int(deals.sum()) == self.total, "every deal is counted once"
        return deals

    def choices_of(self, policy: Policy) -> Choices:
        found = self.paid().choices
        require_shapes(policy, [of.shape for of in (found.before, found.after, found.last)])
        return Choices(*(choice.astype(np.uint8, copy=False) for choice in policy.choices))

    def endings(self, policy: Policy | None = None) -> Iterator[Ending]:
        if policy is not None:
            return self._endings(self._deals(policy))
        deals = self._best_endings()
        assert int((deals * self.gains).sum()) == self.paid().gain, "endings gain what positions are worth"
        return self._endings(deals)

    def _endings(self, deals: Integers) -> Iterator[Ending]:
        """From [way to settle, row, showdown]."""
        for way, path in enumerate(self.counted.paths):
            names = tuple(option.name for option in path)
            yield from endings_on(self.game, len(path) - 1, names, self.counted.cells, self.results[way], deals[way])

    # --- side bets ---

    def spreads(self, wager: Wager) -> Spreads:
        is_live = self.settings.is_live_after_fold(wager) or not any(map(self._is_given_up, self.counted.paths))
        if wager.reads != "you" or wager.hand_classes is None:
            if is_live:
                return {None: spread_of_any_cards(self.game, wager)}
            raise not_counted(f"{wager.name} is lost by a fold, and read on other cards than the game.")
        steps: dict[tuple[Answers, int | None], int] = defaultdict(int)
        for way, path in enumerate(self.counted.paths):
            if is_live or not self._is_given_up(path):
                for row, deals in enumerate(self._best_endings()[way].sum(axis=1).tolist()):
                    steps[ANY, self.step_on(row, wager)] += deals
        if not is_live:
            return {None: Spread(steps, self.total)}
        # Any seven cards come equally often, whatever is done with them.
        sets = comb(self.counted.holdem.cards.number, OWN_AND_BOARD)
        return {None: Spread({step: deals // (self.total // sets) for step, deals in steps.items()}, sets)}

    def _is_given_up(self, path: tuple[GameOption, ...]) -> bool:
        return payoffs.is_given_up(path[-1])

    def step_on(self, row: int, wager: Wager) -> int | None:
        return dict(self.counted.cells[row][0].steps)[wager.id]

    # --- decisions ---

    def weigh_options(self, seen: Sight) -> Weighed:
        own, board = seen.cards[SEAT], seen.cards.get(COMMUNITY, ())
        numbers = [[card.number for card in cards] for cards in (own, board)]
        shape = self.counted.holdem, self.gains, self.counted.streets
        if len(board) == 0 or (len(board) == 3 and self.paid.is_done):
            worth = option_worth.worth(self.paid(), *numbers)
        else:
            weigh = option_worth.worth_at_last if len(board) == 5 else option_worth.worth_after_flop
            worth = weigh(*shape, *numbers)
        options = self.game.decision(seen.decision).options
        found = {option.name: gain / self.parts_per_unit for option, gain in zip(options, worth, strict=True)}
        return Weighed(words_of_cards(self.counted.holdem.ranking, own, board), found)

    def choice_costs(self, policy: Policy) -> list[ChoiceCosts]:
        from cardroom.lab.solvers.holdem.choice_costs import choice_costs

        return choice_costs(self, self.choices_of(policy))

    def share_differing(self, policy: Policy) -> Fraction:
        from cardroom.lab.solvers.holdem.choice_costs import share_differing

        return share_differing(self, self.choices_of(policy))

    # --- strategies ---

    def conditions(self, decision: int) -> HoldemConditions:
        return HoldemConditions.of(self.counted, decision)

    @property
    def condition_terms(self) -> list[str]:
        return [OUTS]

    def derive_rules(self) -> list[Rules]:
        from cardroom.lab.solvers.holdem.short_strategy import derive_rules

        return derive_rules(self)

    def choices(self, decision: int, chosen: Integers) -> Integers:
        holdem = self.counted.holdem
        if decision == 0:
            return chosen.astype(np.uint8)
        if decision == 1:
            places = flop_observations(holdem.cards, holdem.ranking)
            return np.where(hands_after(holdem.cards), chosen[places], 0).astype(np.uint8)
        is_held = self.counted.count().meetings >= 0
        return np.where(is_held, chosen.astype(np.uint8)[self.counted.seen_at_last], np.uint8(0))

    # --- other ways to the figures ---

    def simulator_loop(self, policy: Policy, seats: int) -> SimulatorLoop:
        from cardroom.lab.solvers.holdem.simulator_loop import make_loop

        return make_loop(self, self.choices_of(policy), seats)

    def simulated_endings(self, tally: Tally) -> Iterator[Ending]:
        return self._endings(tally["endings"])

    def simulated_readings(self, wager: Wager, loop: SimulatorLoop, tally: Tally) -> list[Reading]:  # noqa: ARG002 - seats are alike
        from cardroom.lab.solvers.holdem.simulator_loop import simulated_readings

        return simulated_readings(self, wager, tally)

    def peek_gains(self, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
        from cardroom.lab.solvers.holdem.seen_cards_advantage import peek_gains

        return peek_gains(self, dealt, first_known)

    def peek_sample_size(self, dealt: int, known: int) -> int:  # noqa: ARG002 - boards are laid out in any case
        from cardroom.lab.solvers.holdem.seen_cards_advantage import peek_sample_size

        return peek_sample_size(self.counted.holdem.cards.number)
