"""Hold'em counted without pays, then priced.

`count` finds for every hand on every kind of board how many of the dealer's hands it beats, equals and loses to, and how
many of them do not qualify. `Counted.priced` then decides backwards, from the board to the flop to the two own cards, and
counts forwards what becomes of all deals under these choices. Where options are worth the same, the last one is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking
from cardroom.lab.counting.evaluating import hand_tables
from cardroom.lab.counting.holdem.boards import Cards, Flops, flops_of, kinds_of_boards
from cardroom.lab.counting.holdem.positions import HANDS_ALIKE, chart_places, hands_after

Integers = npt.NDArray[Any]
Progress = Callable[[float], None]  # the share of the work that is done

CARDS_READ = 7
MOST_STEPS = 256
SHOWDOWNS = 6  # 2 × (0 win, 1 copy, 2 loss) + dealer qualifies
WAIT = -1  # no bet yet
NO_HAND = 255  # in tables of choices: two cards that cannot be held there
FIELDS = 3  # counts in a word
CHUNKS = 32
WORKERS = min(cpu_count() or 1, 4)


@dataclass(frozen=True)
class Streets:
    """How a round may be settled from each decision, by the numbers of ways to settle, the one to take in a tie last.

    Before the flop and after it a player may wait, too; at the end he has to take one.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    last: tuple[int, ...]

    @property
    def paths(self) -> tuple[tuple[int, int], ...]:
        """Every way a round can go: the decision that settled it (0, 1, 2), and how."""
        streets = (self.before, self.after, self.last)
        return tuple((street, way) for street, ways in enumerate(streets) for way in ways)


def count(
    cards: Cards, ranking: PokerRanking, floor: int, step_of_value: Integers, progress: Progress = lambda _: None
) -> Counted:
    """Count all boards. The dealer qualifies with a value of `floor`; hands are told apart by their step alone."""
    if int(step_of_value.max()) >= MOST_STEPS:
        raise CardroomError("too-many-steps", f"Hold'em is counted with at most {MOST_STEPS} steps of a hand.")
    from cardroom.lab.counting.holdem import kernels

    kinds, tables = kinds_of_boards(), hand_tables(ranking, CARDS_READ)
    meetings = np.empty((len(kinds.ranks), 4, kernels.HANDS), dtype=np.int32)
    steps = np.zeros(meetings.shape, dtype=np.uint8)
    deck, step_of = cards.for_kernels(), step_of_value.astype(np.uint8)

    def work(begin: int, end: int) -> None:
        kernels.meet(begin, end, kinds, deck, tables, floor, step_of, meetings, steps)

    _in_chunks(work, len(kinds.ranks), progress)
    return Counted(cards, ranking, floor, step_of_value, meetings, steps)


def _in_chunks(work: Callable[[int, int], Any], size: int, progress: Progress) -> list[Any]:
    """A range in parts, on all cores."""
    bounds = [size * part // CHUNKS for part in range(CHUNKS + 1)]
    found = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for number, part in enumerate(pool.map(work, bounds[:-1], bounds[1:])):
            found.append(part)
            progress((number + 1) / CHUNKS)
    return found


@dataclass(frozen=True)
class Counted:
    """How every hand fares on every kind of board, whatever it pays."""

    cards: Cards
    ranking: PokerRanking
    floor: int
    step_of_value: Integers
    meetings: Integers  # [kind, row, hand], as the kernels write them
    steps: Integers  # the same: the step of the hand

    def priced(self, gains: Integers, streets: Streets, progress: Progress = lambda _: None) -> Solved:
        """Solve with gains[way to settle, step, showdown] in whole units."""
        _check_gains(gains, self.cards, int(self.step_of_value.max()) + 1, streets)
        tasks = 2 + len(streets.before) + len(streets.after)
        done = iter(range(tasks))

        def told() -> Progress:
            number = next(done)
            return lambda share: progress((number + share) / tasks)

        waiting = self._sum_over_rivers(gains[list(streets.last)], told())
        betting = [self._sum_over_rivers(gains[[way]], told()) for way in streets.after]
        after = np.stack([waiting, *betting])
        after_choice = _best(after)
        flops = flops_of(self.cards)
        held = hands_after(self.cards)
        best = np.where(held, after.max(axis=0), 0)
        before_bets = [self._sum_over_rivers(gains[[way]], told()) * held for way in streets.before]
        before = np.stack([_over_flops(worth, flops) for worth in (best, *before_bets)])
        before_choice = _best(before)
        endings = self._endings(gains, streets, before_choice, after_choice, held, told())
        total = self.cards.hands * self.cards.flops_to_come * self.cards.rivers_to_come * self.cards.dealers
        gain = int(before.max(axis=0).sum())
        assert int(endings.sum()) == total, "every deal is counted once"
        settled = gains[[way for _, way in streets.paths]]
        assert int((endings * settled).sum()) == gain, "the endings gain what the positions are worth"
        return Solved(
            self,
            gains,
            streets,
            total,
            gain,
            before,
            before_choice,
            after,
            np.where(held, after_choice, NO_HAND),
            endings,
        )

    def _sum_over_rivers(self, gains: Integers, progress: Progress) -> Integers:
        """[flop, block, hand]: the best of these ways to settle, summed over turn, river and the dealer's hands."""
        from cardroom.lab.counting.holdem import kernels

        table = np.empty(self.meetings.shape, dtype=np.int32)
        dealers = self.cards.dealers

        def price(begin: int, end: int) -> None:
            kernels.price(begin, end, self.meetings, self.steps, dealers, gains, table)

        _in_chunks(price, len(table), lambda share: progress(share / 3))
        flops, kinds, deck = flops_of(self.cards), kinds_of_boards(), self.cards.for_kernels()
        worth = np.zeros((len(flops.cards), 10, kernels.HANDS), dtype=np.int64)

        def gather(begin: int, end: int) -> None:
            kernels.gather(begin, end, flops.cards, kinds, deck, table, worth)

        _in_chunks(gather, len(worth), lambda share: progress((1 + 2 * share) / 3))
        return worth

    def _endings(
        self, gains: Integers, streets: Streets, before: Integers, after: Integers, held: Integers, progress: Progress
    ) -> Integers:
        """[path, step, showdown]: all deals under these choices."""
        first_after, first_last = len(streets.before), len(streets.before) + len(streets.after)
        bet_before, bet_after = before[chart_places()].astype(np.int64), after.astype(np.int64)
        bet_later = np.where(bet_after > 0, first_after + bet_after - 1, WAIT)
        path = np.where(bet_before > 0, bet_before - 1, bet_later)  # [flop, block, hand]
        endings = np.zeros((len(streets.paths), *gains.shape[1:]), dtype=np.int64)
        used = np.unique(path[held]).tolist()
        groups = [used[i : i + FIELDS] for i in range(0, len(used), FIELDS)]
        for number, group in enumerate(groups):
            settled, last = self._settle(
                gains[list(streets.last)], path, held, group,
                lambda share, number=number: progress((number + share) / len(groups)),
            )  # fmt: skip
            endings[first_last:] += last
            for field, place in enumerate(group):
                if place != WAIT:
                    endings[place] += settled[field]
        return endings

    def _settle(
        self, gains: Integers, path: Integers, held: Integers, group: Sequence[int], progress: Progress
    ) -> tuple[Integers, Integers]:
        """Count the deals of up to three paths: [path, step, showdown], and of those who wait [way, step, showdown]."""
        from cardroom.lab.counting.holdem import kernels

        flops, kinds, deck = flops_of(self.cards), kinds_of_boards(), self.cards.for_kernels()
        chosen = np.zeros(path.shape, dtype=np.int64)
        for field, place in enumerate(group):
            chosen += (held & (path == place)) * (flops.weights << kernels.FIELD * field)[:, None, None]
        words = np.zeros(self.meetings.shape, dtype=np.int64)

        bounds = [len(path) * part // CHUNKS for part in range(CHUNKS + 1)]

        def scatter(part: int) -> None:
            for begin, end in pairwise(bounds):
                kernels.scatter(begin, end, part, WORKERS, flops.cards, kinds, deck, chosen, words)
                if part == 0:
                    progress(0.9 * end / len(path))

        with ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(scatter, range(WORKERS)))
        waits = group.index(WAIT) if WAIT in group else FIELDS

        def settle(begin: int, end: int) -> tuple[Integers, Integers]:
            settled = np.zeros((FIELDS, *gains.shape[1:]), dtype=np.int64)
            last = np.zeros(gains.shape, dtype=np.int64)
            kernels.settle(
                begin, end, self.meetings, self.steps, self.cards.dealers, gains, words, waits, settled, last
            )
            return settled, last

        parts = _in_chunks(settle, len(words), lambda share: progress(0.9 + share / 10))
        return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)


def _check_gains(gains: Integers, cards: Cards, steps: int, streets: Streets) -> None:
    if gains.dtype != np.int64 or gains.shape[1:] != (steps, SHOWDOWNS):
        raise CardroomError("wrong-gains", f"Gains are whole numbers by way, {steps} steps and {SHOWDOWNS} showdowns.")
    if not streets.last or any(not 0 <= way < len(gains) for _, way in streets.paths):
        raise CardroomError("wrong-gains", "A decision names a way to settle that has no gains.")
    deals = cards.hands * cards.flops_to_come * cards.rivers_to_come * cards.dealers
    if int(np.abs(gains).max()) * deals >= 1 << 63:
        raise CardroomError("pays-too-much", "A pay-off is too large to be counted in whole numbers of 64 bits.")


def _best(worth: Integers) -> Integers:
    """The best of several options; where several are, the last."""
    return (len(worth) - 1 - np.argmax(worth[::-1], axis=0)).astype(np.uint8)


def _over_flops(worth: Integers, flops: Flops) -> Integers:
    """By place in the chart of two cards: a sum over all flops, and over all hands there."""
    by_hand = np.tensordot(flops.weights, worth, axes=1)
    chart = np.zeros(HANDS_ALIKE, dtype=np.int64)
    np.add.at(chart, chart_places(), by_hand)
    return chart


@dataclass(frozen=True)
class Solved:
    """Best play, what every option is worth, and what becomes of all deals.

    Options before and after the flop are to wait, then the bets in order; at the end they are the ways of the last
    street. All sums are over all cards to come, and over all hands of a place in the chart.
    """

    counted: Counted
    gains: Integers  # [way, step, showdown]
    streets: Streets
    total: int  # deals: own cards, flop, turn and river, the dealer's cards
    gain: int  # of all deals together
    before: Integers  # [option, place in the chart]
    before_choice: Integers
    after: Integers  # [option, flop, block, hand]
    after_choice: Integers  # NO_HAND where a card lies on the flop or is not in the deck
    endings: Integers  # [path, step, showdown]

    @cached_property
    def last_choice(self) -> Integers:
        """The option by [kind of board, row, hand]."""
        from cardroom.lab.counting.holdem import kernels

        counted = self.counted
        choices = np.full(counted.meetings.shape, NO_HAND, dtype=np.uint8)
        gains = self.gains[list(self.streets.last)]

        def work(begin: int, end: int) -> None:
            kernels.choose(begin, end, counted.meetings, counted.steps, counted.cards.dealers, gains, choices)

        _in_chunks(work, len(choices), lambda _: None)
        return choices
