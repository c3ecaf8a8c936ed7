"""Poker hands against the dealer's: counted by hand and card up, and priced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from cardroom.cards import show_cards
from cardroom.games.model import DEALER, SEAT, Best, MakeBet, Wager
from cardroom.games.options import GameOption
from cardroom.lab.solvers import payoffs
from cardroom.lab.solvers.against_dealer.counted_game import HandCounted
from cardroom.lab.solvers.against_dealer.kernels import option_gains
from cardroom.lab.solvers.against_dealer.strategy_conditions import HandConditions
from cardroom.lab.solvers.hand_distributions import spread_by_value, spread_of_any_cards
from cardroom.lab.solvers.parallel import in_threads
from cardroom.lab.solvers.payoffs import NOT_OPEN
from cardroom.lab.solvers.protocol import (
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
from cardroom.lab.solvers.showdowns import endings_on
from cardroom.table.information_set import Sight

DEALER_HANDS = 10**9  # looked at one by one, about two seconds
FEW_HANDS = 200_000  # of the dealer's: dealt out for one of the player's rather than counted for all


@dataclass(frozen=True, eq=False)
class HandSolved(Solved):
    counted: HandCounted

    @property
    def options(self) -> tuple[GameOption, ...]:
        return self.game.decisions[0].options

    @property
    def total(self) -> int:
        hands = comb(self.counted.deck.size, self.game.cards_of(SEAT))
        ups = self.counted.deck.size - self.game.cards_of(SEAT) if self.counted.has_card_up else 1
        return hands * ups * self.counted.dealer_hands

    # --- pays ---

    @cached_property
    def results(self) -> list[list[list[payoffs.Result]]]:
        """[option, row, showdown]"""
        stakes = payoffs.opening_stakes(self.game)
        nets = [[payoffs.nets_in(self.game, self.settings, cell) for cell in row] for row in self.counted.cells]
        return [
            [[payoffs.hand_result(self.game, stakes, option, net) for net in row] for row in nets]
            for option in self.options
        ]

    @cached_property
    def parts_per_unit(self) -> int:
        return payoffs.common_denominator(result.net for option in self.results for row in option for result in row)

    @cached_property
    def gains(self) -> Integers:
        """[option, row, showdown], in parts of a unit."""
        nets = [[[result.net for result in row] for row in option] for option in self.results]
        return payoffs.scaled_to_integers(nets, self.parts_per_unit, self.counted.dealer_hands)

    @cached_property
    def _open_gains(self) -> tuple[Integers, Integers]:
        """The same with rows of their own for hands that may not take an option; and the row of every hand."""
        values = self.counted.count.values
        row = self.counted.row_of_value[values]
        gains = self.gains
        for o, option in enumerate(self.options):
            if isinstance(option, MakeBet) and option.needs is not None:
                barred = gains.copy()
                barred[o] = NOT_OPEN
                row = np.where(values < option.needs, row + gains.shape[1], row)
                gains = np.concatenate((gains, barred), axis=1)
        return np.ascontiguousarray(gains), row

    @cached_property
    def best_policy(self) -> Policy:
        choice = np.zeros(self.counted.count.below.shape, dtype=np.int8)
        gains, row = self._open_gains
        compared = self.counted.count.compared
        in_threads(lambda begin, end: option_gains.choose_best(begin, end, compared, row, gains, choice), len(choice))
        return Policy("best", (choice,))

    # --- endings ---

    def _by_showdown(self, policy: Policy) -> Integers:
        """[option, row, showdown]: deals."""
        count, row = self.counted.count, self.counted.row_of_value[self.counted.count.values]

        def work(begin: int, end: int) -> Integers:
            found = np.zeros(self.gains.shape, dtype=np.int64)
            option_gains.count_endings(
                begin, end, self.counted.count.compared, row, count.weights, policy.choices[0], found
            )
            return found

        deals: Integers = np.sum(in_threads(work, len(count.values)), axis=0)
        assert int(deals.sum()) == self.total, "every deal is counted once"
        return deals

    def endings(self, policy: Policy | None = None) -> Iterator[Ending]:
        return self._endings(self._by_showdown(policy or self.best_policy))

    def _endings(self, deals: Integers) -> Iterator[Ending]:
        for o, option in enumerate(self.options):
            yield from endings_on(self.game, 0, (option.name,), self.counted.cells, self.results[o], deals[o])

    # --- side bets ---

    def spreads(self, wager: Wager) -> Spreads:
        reading = self.game.hands.get(wager.reads or "")
        if isinstance(reading, Best):
            from cardroom.lab.solvers.joint_hands.best_hand_at_table import best_hand_spreads

            return best_hand_spreads(self.game, self.settings, wager)
        can_fold = any(map(payoffs.is_given_up, self.options))
        if self.settings.is_live_after_fold(wager) or not can_fold:
            return {None: spread_of_any_cards(self.game, wager)}
        if wager.reads != "you" or wager.hand_classes is None:
            raise not_counted(f"{wager.name} is lost by a fold, and read on other cards than the player's own.")
        return {None: self._played(wager)}

    def _played(self, wager: Wager) -> Spread:
        """Folding may depend on the card up, so that hands are counted with each that can be."""
        count = self.counted.count
        assert wager.hand_classes is not None
        given_up = np.array([payoffs.is_given_up(option) for option in self.options])
        is_played = ~given_up[self.best_policy.choices[0]] & (count.met > 0)
        hands = np.zeros(self.counted.rankings[0].number_of_values, dtype=np.int64)
        np.add.at(hands, count.values, count.weights * is_played.sum(axis=1))
        values = {int(value): int(hands[value]) for value in np.flatnonzero(hands)}
        return spread_by_value(wager.hand_classes, values, self.total // self.counted.dealer_hands)

    # --- decisions ---

    def weigh_options(self, seen: Sight) -> Weighed:
        """Every hand that the dealer can hold, by showdown."""
        value = self.counted.rankings[0].value(seen.cards[SEAT])
        ways, row = self._meetings(seen, value), int(self.counted.row_of_value[value])
        worth = {}
        for o, option in enumerate(self.options):
            if not isinstance(option, MakeBet) or option.needs is None or value >= option.needs:
                gained = sum(
                    int(number) * result.net for number, result in zip(ways, self.results[o][row], strict=True)
                )
                worth[option.name] = Fraction(gained) / int(ways.sum())
        return Weighed(self.counted.rankings[0].words(value), worth)

    def _meetings(self, seen: Sight, value: int) -> Integers:
        """By showdown: dealt out where they are few, looked up where they are many."""
        deck = self.counted.deck
        hand, up = (tuple(map(deck.place, seen.cards.get(holder, ()))) for holder in (SEAT, DEALER))
        if self.counted.is_counted or self.counted.dealer_hands > FEW_HANDS:
            return self.counted.count.showdowns_at(*self.counted.count.locate(hand, *up))
        from cardroom.lab.solvers.against_dealer.seen_cards_advantage import dealer_showdowns

        return dealer_showdowns(self.counted, hand, up, value)

    def choice_costs(self, policy: Policy) -> list[ChoiceCosts]:
        count = self.counted.count
        best, chosen = self.best_policy.choices[0], policy.choices[0]
        hands, ups = np.nonzero((best != chosen) & (count.met > 0))
        gains, row = self._open_gains
        found = np.zeros((len(hands), len(self.options)), dtype=np.int64)
        option_gains.gains_at(hands, ups, self.counted.count.compared, row, gains, found)
        places = np.arange(len(hands))
        missed = found[places, best[hands, ups]] - found[places, chosen[hands, ups]]
        is_worse = missed > 0
        hands, ups = hands[is_worse], ups[is_worse]
        return [
            ChoiceCosts(
                count.weights[hands], self.total // self.counted.dealer_hands, chosen[hands, ups], best[hands, ups],
                missed[is_worse], self.total * self.parts_per_unit, self._example(hands, ups),
            )
        ]  # fmt: skip

    def _example(self, hands: Integers, ups: Integers) -> Callable[[int], str]:
        deck, count = self.counted.deck, self.counted.count

        def example(place: int) -> str:
            cards = sorted(deck.cards(count.hands[hands[place]]), key=lambda card: -card.rank)
            against = f" against {deck.cards([int(ups[place])])[0]}" if self.counted.has_card_up else ""
            return f"{show_cards(cards)}{against}"

        return example

    # --- strategies ---

    def gain_by_position(self) -> Integers:
        """[value, rank of the card up, option], in units of the base wager a hand; what is not open is far worse."""
        count, row = self.counted.count, self.counted.row_of_value[self.counted.count.values]
        ranks = len(self.counted.deck.ranks) if self.counted.has_card_up else 1
        shape = (self.counted.rankings[0].number_of_values, ranks, len(self.options))

        def work(begin: int, end: int) -> Integers:
            sums = np.zeros(shape, dtype=np.int64)
            option_gains.sum_gains(
                begin, end, self.counted.count.compared, row, count.weights, self.gains, count.values, ranks, sums
            )
            return sums

        gain: Integers = np.sum(in_threads(work, len(count.values)), axis=0) / (float(self.total) * self.parts_per_unit)
        for o, option in enumerate(self.options):
            if isinstance(option, MakeBet) and option.needs is not None:
                closed = gain[: option.needs]
                closed[:, :, o] = np.where(closed.any(axis=2), closed.min() - 1, 0)
        return gain

    def conditions(self, decision: int) -> HandConditions:
        assert decision == 0
        return HandConditions.of(self.counted)

    def derive_rules(self) -> list[Rules]:
        from cardroom.lab.solvers.against_dealer.short_strategy import derive_rules

        return [derive_rules(self)]

    def choices(self, decision: int, chosen: Integers) -> Integers:
        """By value and rank of the card up; whoever may not take an option takes the first."""
        assert decision == 0
        count = self.counted.count
        columns = count.below.shape[1]
        ranks = len(self.counted.deck.ranks) if self.counted.has_card_up else 1
        found = chosen.reshape(-1, ranks)[count.values][:, np.arange(columns) % ranks]
        return self.allowed(decision, found)

    def allowed(self, decision: int, choice: Integers) -> Integers:
        assert decision == 0
        found, values = choice.astype(np.int8), self.counted.count.values
        for o, option in enumerate(self.options):
            if isinstance(option, MakeBet) and option.needs is not None:
                found[(found == o) & (values < option.needs)[:, None]] = 0
        return found

    # --- other ways to the figures ---

    def simulator_loop(self, policy: Policy, seats: int) -> SimulatorLoop:
        from cardroom.lab.solvers.against_dealer.simulator_loop import make_loop

        return make_loop(self, policy, seats)

    def simulated_endings(self, tally: Tally) -> Iterator[Ending]:
        return self._endings(tally["endings"])

    def simulated_readings(self, wager: Wager, loop: SimulatorLoop, tally: Tally) -> list[Reading]:
        from cardroom.lab.solvers.against_dealer.simulator_loop import simulated_readings

        return simulated_readings(self, wager, loop, tally)

    def peek_gains(self, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
        from cardroom.lab.solvers.against_dealer.seen_cards_advantage import peek_gains

        return peek_gains(self, dealt, first_known)

    def peek_sample_size(self, dealt: int, known: int) -> int:
        dealer_hands = comb(self.counted.deck.size - dealt, self.game.cards_of(DEALER) - known)
        his = self.counted.rankings[1]
        looks = dealer_hands * comb(his.cards, his.size)  # the best hand is looked for among all that the cards make
        return min(max(DEALER_HANDS // looks, 1 << 10 if his.out_of else 1 << 12), 1 << 17)
