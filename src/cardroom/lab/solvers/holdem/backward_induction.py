"""Hold'em priced: decisions backwards, from the board to the flop to the two own cards.

Where options are worth the same, the last one is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.lab.solvers.holdem.board_counts import SHOWDOWNS, HoldemCount
from cardroom.lab.solvers.holdem.boards import flops_of, kinds_of_boards
from cardroom.lab.solvers.holdem.choices import Choices, Streets
from cardroom.lab.solvers.holdem.parallel_progress import in_chunks, share_of
from cardroom.lab.solvers.holdem.positions import HANDS_ALIKE, chart_places, hands_after
from cardroom.lab.solvers.protocol import Progress

Integers = npt.NDArray[Any]


@dataclass(frozen=True)
class Priced:
    """Best play, and what every option is worth.

    Options before and after the flop are to wait, then the bets in order; at the end they are the ways of the last
    street. All sums are over all cards to come, and in the chart over all hands of a place.
    """

    counted: HoldemCount
    gains: Integers  # [way to settle, step, showdown]
    streets: Streets
    total: int  # deals: own cards, flop, turn and river, the dealer's cards
    gain: int  # of all deals together
    before: Integers  # [option, place in the chart]
    after: Integers  # [option, flop, block, hand]
    choices: Choices


def price(counted: HoldemCount, gains: Integers, streets: Streets, progress: Progress = lambda _: None) -> Priced:
    """Solve with gains[way to settle, step, showdown] in whole units."""
    cards = counted.cards
    total = cards.deals
    _check(gains, counted, streets, total)
    factors = factors_of(gains.astype(np.int64), cards.dealers)
    before, after = _backwards(counted, factors, streets, progress)
    after_choice = np.where(hands_after(cards), _best(after), 0).astype(np.uint8)
    choices = Choices(_best(before), after_choice, _best_last(counted, factors[list(streets.last)]))
    return Priced(counted, gains, streets, total, int(before.max(axis=0).sum()), before, after, choices)


def _check(gains: Integers, counted: HoldemCount, streets: Streets, deals: int) -> None:
    if gains.dtype.kind != "i" or gains.shape[1:] != (counted.steps, SHOWDOWNS):
        sentence = f"Gains are whole numbers by way to settle, {counted.steps} steps and {SHOWDOWNS} showdowns."
        raise CardroomError("wrong-gains", sentence)
    if not streets.last or any(not 0 <= way < len(gains) for _, way in streets.paths):
        raise CardroomError("wrong-gains", "A decision has no way to settle, or one without gains.")
    largest = int(np.abs(gains).max())
    if largest * deals >= 1 << 63 or largest * counted.cards.dealers >= 1 << 31:
        raise CardroomError("pays-too-much", "A pay-off is too large: sums of whole numbers would no longer fit.")


def _best_last(counted: HoldemCount, factors: Integers) -> Integers:
    """[kind of board, row, hand]: the best way at the end; where several are, the last."""
    from cardroom.lab.solvers.holdem.kernels import board_showdowns

    choices = np.zeros(counted.meetings.shape, dtype=np.uint8)

    def choose(begin: int, end: int) -> None:
        board_showdowns.choose(counted.kinds[begin:end], counted.meetings, counted.step_of, factors, choices)

    in_chunks(choose, len(counted.kinds), lambda _: None)
    return choices


def _best(worth: Integers) -> Integers:
    """The best of several options; where several are, the last."""
    places: Integers = np.argmax(worth[::-1], axis=0)
    return (len(worth) - 1 - places).astype(np.uint8)


def factors_of(gains: Integers, dealers: int) -> Integers:
    """[way, step, hand is below the floor, 4]: what a way gains as a sum, times the dealer's hands that matter.

    These are the number 1, the hands that are worse, that are equal, that do not qualify.
    """
    win_low, win, copy_low, copy, loss_low, loss = np.moveaxis(gains, -1, 0)
    reaches = [dealers * loss, win - loss, copy - loss, win_low - win]
    below = [dealers * loss, win_low - loss_low, copy_low - loss_low, loss_low - loss]
    return np.stack([np.stack(reaches, axis=-1), np.stack(below, axis=-1)], axis=2).astype(np.int64)


def _backwards(
    counted: HoldemCount, factors: Integers, streets: Streets, progress: Progress
) -> tuple[Integers, Integers]:
    """What every option is worth before the flop and after it."""
    tasks = 1 + len(streets.after) + len(streets.before)
    shares = iter([share_of(progress, task / tasks, (task + 1) / tasks) for task in range(tasks)])
    table = np.empty(counted.meetings.shape, dtype=np.int32)

    def over_rivers(*ways: int) -> Integers:
        worth = _over_rivers(counted, factors[list(ways)], table, next(shares))
        worth *= hands_after(counted.cards)
        return worth

    after = np.stack([over_rivers(*streets.last), *map(over_rivers, streets.after)])
    waiting = _over_flops(counted, after.max(axis=0))
    return np.stack([waiting, *(_over_flops(counted, over_rivers(way)) for way in streets.before)]), after


def _over_rivers(counted: HoldemCount, factors: Integers, table: Integers, progress: Progress) -> Integers:
    """[flop, block, hand]: the best of some ways to settle, summed over turn, river and the dealer's hands."""
    from cardroom.lab.solvers.holdem.kernels import board_showdowns, board_transitions

    flops, kinds, deck = flops_of(counted.cards), kinds_of_boards(), counted.cards.for_kernels()
    worth = np.zeros((len(flops.cards), 10, HANDS_ALIKE), dtype=np.int64)

    def fill(begin: int, end: int) -> None:
        board_showdowns.price(counted.kinds[begin:end], counted.meetings, counted.step_of, factors, table)

    def gather(begin: int, end: int) -> None:
        board_transitions.gather(begin, end, flops.cards, kinds, deck, table, worth)

    in_chunks(fill, len(counted.kinds), share_of(progress, 0, 0.4))
    in_chunks(gather, len(worth), share_of(progress, 0.4, 1))
    return worth


def _over_flops(counted: HoldemCount, worth: Integers) -> Integers:
    """By place in the chart: a sum over all flops, and over all hands there."""
    by_hand = np.tensordot(flops_of(counted.cards).weights, worth, axes=1)
    chart = np.zeros(HANDS_ALIKE, dtype=np.int64)
    np.add.at(chart, chart_places(), by_hand)
    return chart
