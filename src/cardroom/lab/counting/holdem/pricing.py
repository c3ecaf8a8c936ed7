"""Hold'em priced: decisions backwards, from the board to the flop to the two own cards, then all deals forwards.

Where options are worth the same, the last one is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.lab.counting.holdem.boards import flops_of, kinds_of_boards
from cardroom.lab.counting.holdem.counting import SHOWDOWNS, Counted
from cardroom.lab.counting.holdem.positions import HANDS_ALIKE, chart_places, hands_after
from cardroom.lab.counting.holdem.working import WORKERS, Progress, chunks_of, in_chunks, share_of

Integers = npt.NDArray[Any]

WAIT = -1  # among paths: no bet yet
NO_HAND = 255  # among choices: two cards that cannot be held there
FIELDS = 3  # counts in a word


@dataclass(frozen=True)
class Streets:
    """The ways to settle a round that each decision offers, by their numbers; the one to take in a tie last.

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


@dataclass(frozen=True)
class Solved:
    """Best play, what every option is worth, and what becomes of all deals.

    Options before and after the flop are to wait, then the bets in order; at the end they are the ways of the last
    street. All sums are over all cards to come, and in the chart over all hands of a place.
    """

    counted: Counted
    gains: Integers  # [way to settle, step, showdown]
    streets: Streets
    total: int  # deals: own cards, flop, turn and river, the dealer's cards
    gain: int  # of all deals together
    before: Integers  # [option, place in the chart]
    before_choice: Integers  # [place in the chart]
    after: Integers  # [option, flop, block, hand]
    after_choice: Integers  # [flop, block, hand]
    endings: Integers  # [path, step, showdown]: how many deals

    @cached_property
    def last_choice(self) -> Integers:
        """[kind of board, row, hand]"""
        from cardroom.lab.counting.holdem import kernels

        counted, factors = self.counted, _factors(self.gains[list(self.streets.last)], self.counted.cards.dealers)
        choices = np.full(counted.meetings.shape, NO_HAND, dtype=np.uint8)

        def work(begin: int, end: int) -> None:
            kernels.choose(counted.kinds[begin:end], counted.meetings, counted.step_of, factors, choices)

        in_chunks(work, len(counted.kinds), lambda _: None)
        return choices


def price(counted: Counted, gains: Integers, streets: Streets, progress: Progress = lambda _: None) -> Solved:
    """Solve with gains[way to settle, step, showdown] in whole units."""
    cards = counted.cards
    total = cards.hands * cards.flops_to_come * cards.rivers_to_come * cards.dealers
    _check(gains, counted, streets, total)
    gains = gains.astype(np.int64)
    tasks = 2 + len(streets.after) + len(streets.before)
    shares = iter([share_of(progress, task / tasks, (task + 1) / tasks) for task in range(tasks)])

    held = hands_after(cards)
    waiting = _over_rivers(counted, gains[list(streets.last)], next(shares))
    after = np.stack([waiting, *(_over_rivers(counted, gains[[way]], next(shares)) for way in streets.after)]) * held
    after_choice = np.where(held, _best(after), NO_HAND).astype(np.uint8)
    bets = (_over_rivers(counted, gains[[way]], next(shares)) * held for way in streets.before)
    before = np.stack([_over_flops(counted, worth) for worth in (after.max(axis=0), *bets)])
    before_choice = _best(before)
    endings = _endings(counted, gains, streets, _paths(streets, before_choice, after_choice), next(shares))
    gain = int(before.max(axis=0).sum())
    assert int(endings.sum()) == total, "every deal is counted once"
    settled = gains[[way for _, way in streets.paths]]
    assert int((endings * settled).sum()) == gain, "the endings gain what the positions are worth"
    return Solved(counted, gains, streets, total, gain, before, before_choice, after, after_choice, endings)


def _check(gains: Integers, counted: Counted, streets: Streets, deals: int) -> None:
    if gains.dtype.kind != "i" or gains.shape[1:] != (counted.steps, SHOWDOWNS):
        sentence = f"Gains are whole numbers by way to settle, {counted.steps} steps and {SHOWDOWNS} showdowns."
        raise CardroomError("wrong-gains", sentence)
    if not streets.last or any(not 0 <= way < len(gains) for _, way in streets.paths):
        raise CardroomError("wrong-gains", "A decision has no way to settle, or one without gains.")
    if int(np.abs(gains).max()) * deals >= 1 << 63:
        raise CardroomError("pays-too-much", "A pay-off is too large to be summed over all deals in 64 bits.")


def _best(worth: Integers) -> Integers:
    """The best of several options; where several are, the last."""
    places: Integers = np.argmax(worth[::-1], axis=0)
    return (len(worth) - 1 - places).astype(np.uint8)


def _factors(gains: Integers, dealers: int) -> Integers:
    """[way, step, hand is below the floor, 4]: what a way gains as a sum, times the dealer's hands that matter.

    These are the number 1, the hands that are worse, that are equal, that do not qualify.
    """
    win_low, win, copy_low, copy, loss_low, loss = np.moveaxis(gains, -1, 0)
    reaches = [dealers * loss, win - loss, copy - loss, win_low - win]
    below = [dealers * loss, win_low - loss_low, copy_low - loss_low, loss_low - loss]
    return np.stack([np.stack(reaches, axis=-1), np.stack(below, axis=-1)], axis=2).astype(np.int64)


# --- backwards --------------------------------------------------------------------------------------------------------


def _over_rivers(counted: Counted, gains: Integers, progress: Progress) -> Integers:
    """[flop, block, hand]: the best of these ways to settle, summed over turn, river and the dealer's hands."""
    from cardroom.lab.counting.holdem import kernels

    table = np.empty(counted.meetings.shape, dtype=np.int32)
    factors = _factors(gains, counted.cards.dealers)
    flops, kinds, deck = flops_of(counted.cards), kinds_of_boards(), counted.cards.for_kernels()
    worth = np.zeros((len(flops.cards), 10, HANDS_ALIKE), dtype=np.int64)

    def fill(begin: int, end: int) -> None:
        kernels.price(counted.kinds[begin:end], counted.meetings, counted.step_of, factors, table)

    def gather(begin: int, end: int) -> None:
        kernels.gather(begin, end, flops.cards, kinds, deck, table, worth)

    in_chunks(fill, len(counted.kinds), share_of(progress, 0, 0.4))
    in_chunks(gather, len(worth), share_of(progress, 0.4, 1))
    return worth


def _over_flops(counted: Counted, worth: Integers) -> Integers:
    """By place in the chart: a sum over all flops, and over all hands there."""
    by_hand = np.tensordot(flops_of(counted.cards).weights, worth, axes=1)
    chart = np.zeros(HANDS_ALIKE, dtype=np.int64)
    np.add.at(chart, chart_places(), by_hand)
    return chart


# --- forwards ---------------------------------------------------------------------------------------------------------


def _paths(streets: Streets, before_choice: Integers, after_choice: Integers) -> Integers:
    """[flop, block, hand]: the path that a hand takes there; NO_HAND where there is none."""
    before, after = before_choice.astype(np.int64)[chart_places()], after_choice.astype(np.int64)
    later = np.where(after > 0, len(streets.before) + after - 1, WAIT)
    return np.where(after == NO_HAND, NO_HAND, np.where(before > 0, before - 1, later))


def _endings(counted: Counted, gains: Integers, streets: Streets, path: Integers, progress: Progress) -> Integers:
    """[path, step, showdown]: all deals, counted for three paths at a time."""
    endings = np.zeros((len(streets.paths), counted.steps, SHOWDOWNS), dtype=np.int64)
    last = gains[list(streets.last)]
    taken = [place for place in np.unique(path).tolist() if place != NO_HAND]
    for first in range(0, len(taken), FIELDS):
        group = taken[first : first + FIELDS]
        told = share_of(progress, first / len(taken), (first + len(group)) / len(taken))
        settled, settled_last = _settle(counted, last, path, group, told)
        for field, place in enumerate(group):
            if place != WAIT:
                endings[place] = settled[field]
        if WAIT in group:
            endings[-len(last) :] = settled_last
    return endings


def _settle(
    counted: Counted, last: Integers, path: Integers, group: Sequence[int], progress: Progress
) -> tuple[Integers, Integers]:
    """The deals of some paths, [place in the group, step, showdown], and of those who wait, [way, step, showdown]."""
    from cardroom.lab.counting.holdem import kernels

    flops, kinds, deck = flops_of(counted.cards), kinds_of_boards(), counted.cards.for_kernels()
    chosen = np.zeros(path.shape, dtype=np.int64)
    for field, place in enumerate(group):
        chosen += (path == place) * (flops.weights << kernels.FIELD * field)[:, None, None]
    words = np.zeros(counted.meetings.shape, dtype=np.int64)
    waits = group.index(WAIT) if WAIT in group else FIELDS
    factors = _factors(last, counted.cards.dealers)

    def scatter(part: int) -> None:
        for begin, end in chunks_of(len(path)):
            kernels.scatter(begin, end, part, WORKERS, flops.cards, kinds, deck, chosen, words)
            if part == 0:
                progress(0.9 * end / len(path))

    def settle(begin: int, end: int) -> tuple[Integers, Integers]:
        settled = np.zeros((FIELDS, counted.steps, SHOWDOWNS), dtype=np.int64)
        settled_last = np.zeros(last.shape, dtype=np.int64)
        kernels.settle(
            counted.kinds[begin:end], counted.meetings, counted.step_of, counted.cards.dealers, factors, words,
            waits, settled, settled_last,
        )  # fmt: skip
        return settled, settled_last

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(scatter, range(WORKERS)))
    parts = in_chunks(settle, len(counted.kinds), share_of(progress, 0.9, 1))
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)
