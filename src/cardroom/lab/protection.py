"""Game protection: what a player gains who sees cards that should be hidden.

Deals are drawn at random. For each, the expectation of every option given all that is seen is computed exactly, and the
best is compared with what ordinary best play would do with the same cards. That difference is never negative and small,
so a few thousand deals give a close estimate; without anything seen it is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.games.model import Deal, To
from cardroom.lab.kernels import dealing
from cardroom.lab.kernels.protected_poker import peek_at_streets, peek_at_up_card
from cardroom.lab.kernels.protected_runs import RADIX, TABLE_SIZE, peek_at_runs
from cardroom.lab.kernels.simulated_runs import CELLS
from cardroom.lab.policy import best_policy, expectation
from cardroom.lab.results import Struct
from cardroom.lab.run_counts import chain_series
from cardroom.lab.simulation.figures import Estimate
from cardroom.lab.simulation.loops import RunLoop, StreetLoop, UpCardLoop
from cardroom.lab.simulation.tables import make_loop
from cardroom.lab.solving import RunSolution, Solved, UpCardSolution, cards_dealt_to, solve
from cardroom.table import TableSettings

Integers = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]

CHUNK = 256  # deals that a thread takes at a time
DEALER_HANDS = 10**9  # looked at one by one, about two seconds


class Protection(Struct, frozen=True, kw_only=True):
    """What seeing cards is worth, per unit of the base wager."""

    game: str
    seen_hands: int
    seen_dealer_cards: int
    deals: int
    ordinary_ev: Fraction  # exact
    gain: Estimate

    @property
    def ev(self) -> Estimate:
        """With the information, used perfectly."""
        return Estimate(value=float(self.ordinary_ev) + self.gain.value, standard_error=self.gain.standard_error)


def protection(
    settings: TableSettings,
    *,
    seen_hands: int = 0,
    seen_dealer_cards: int = 0,
    deals: int | None = None,
    seed: int = 1,
    solved: Solved | None = None,
) -> Protection:
    """What a player gains by seeing so many other players' hands, and so many of the dealer's hidden cards."""
    solved = solved or solve(settings)
    _verify(solved, seen_hands, seen_dealer_cards)
    cards = cards_dealt_to(solved.game, To.PLAYERS) * (1 + seen_hands)
    known = seen_dealer_cards + _cards_up(solved)
    number = deals or _usual_number(solved, cards + known, known)
    dealt = _deal(solved, seen_hands, known, number, seed)
    informed, ordinary = expectations(solved, dealt, cards)
    gains = (informed - ordinary) / solved.scale  # type: ignore[attr-defined]  # every solution has one
    error = float(gains.std()) / sqrt(max(number - 1, 1))
    return Protection(
        game=solved.game.id,
        seen_hands=seen_hands,
        seen_dealer_cards=seen_dealer_cards,
        deals=number,
        ordinary_ev=expectation(solved, best_policy(solved)),
        gain=Estimate(value=float(gains.mean()), standard_error=error),
    )


def _usual_number(solved: Solved, dealt: int, known: int) -> int:
    """Deals that take a few seconds, from how many cards each shows and how many of them are the dealer's."""
    match solved:
        case RunSolution():
            return 1 << 16 if len(solved.ranking.chains) == 1 else 1 << 15
        case UpCardSolution():
            dealer_hands = comb(52 - dealt, cards_dealt_to(solved.game, To.DEALER) - known)
            return min(max(DEALER_HANDS // dealer_hands, 1 << 12), 1 << 17)
        case _:
            return 1 << 13


def _verify(solved: Solved, seen_hands: int, seen_dealer_cards: int) -> None:
    game = solved.game
    if seen_dealer_cards and not game.has_dealer_hand:
        raise CardroomError("no-dealer-hand", f"{game.name} has no dealer's hand: there is no dealer's card to see.")
    if not 0 <= seen_hands < game.seats:
        raise CardroomError(
            "bad-seen-hands", f"A table of {game.name} has 0 to {game.seats - 1} other players, not {seen_hands}."
        )
    hidden = cards_dealt_to(game, To.DEALER) - _cards_up(solved)
    if not 0 <= seen_dealer_cards <= hidden:
        raise CardroomError(
            "bad-seen-cards", f"The dealer of {game.name} holds 0 to {hidden} hidden cards, not {seen_dealer_cards}."
        )


def _cards_up(solved: Solved) -> int:
    return sum(stage.dealer_up for stage in solved.game.stages if isinstance(stage, Deal))


def _deal(solved: Solved, hands: int, known: int, deals: int, seed: int) -> Integers:
    """The player's cards, the other hands that are seen, then the dealer's cards that are known."""
    packets = [cards_dealt_to(solved.game, To.PLAYERS)] * (1 + hands) + ([known] if known else [])
    dealt = np.zeros((deals, sum(packets)), dtype=np.uint64)
    plan = dealing.packet_plan(packets)
    deck = np.arange(52, dtype=np.uint64)
    dealing.deal_rounds(np.uint64(seed), 0, deck, np.array(packets, dtype=np.int64), *plan, dealt)
    return dealt.astype(np.int64)


def expectations(solved: Solved, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
    """For each deal: the best option's expectation given what is seen, and the ordinary option's (in 1/scale units)."""
    informed, ordinary = np.zeros(len(dealt)), np.zeros(len(dealt))
    peek = _peeker(solved, dealt.shape[1] - first_known, first_known)
    starts = range(0, len(dealt), CHUNK)

    def work(start: int) -> None:
        part = slice(start, start + CHUNK)
        peek(dealt[part], informed[part], ordinary[part])

    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        list(pool.map(work, starts))
    return informed, ordinary


def _peeker(solved: Solved, known: int, first_known: int) -> Callable[[Integers, Floats, Floats], None]:
    """The kernel for a game, given all but the deals."""
    loop = make_loop(solved, best_policy(solved), 1)
    match loop:
        case RunLoop():
            assert isinstance(solved, RunSolution)
            chains = solved.ranking.chains
            per_cell = chains[0].distinct_cells[0].bit_count()
            rest = cards_dealt_to(solved.game, To.DEALER) - known
            masks = np.array([mask for mask in range(1 << CELLS) if mask.bit_count() <= rest], dtype=np.int64)
            ways = ways_by_cells_left(rest) if len(chains) == 1 else np.zeros(1, dtype=np.int64)
            series = chain_series(per_cell, rest) if len(chains) == 2 else np.zeros((1, 1, 1), dtype=np.int64)
            return lambda dealt, informed, ordinary: peek_at_runs(
                dealt, loop.packets[0], first_known, len(chains), per_cell, loop.deck, loop.cell_of, loop.skipped,
                loop.starts, loop.choice, loop.player_value, loop.dealer_value, loop.gains, masks, ways, series,
                informed, ordinary,
            )  # fmt: skip
        case UpCardLoop():
            return lambda dealt, informed, ordinary: peek_at_up_card(
                dealt, first_known, loop.mixed, loop.flush, loop.floor, loop.step_of, loop.numbers, loop.choice,
                loop.gains, informed, ordinary,
            )  # fmt: skip
        case StreetLoop():
            multiples = np.array([decision.multiples for decision in solved.game.decisions], dtype=np.int64)
            return lambda dealt, informed, ordinary: peek_at_streets(
                dealt, loop.mixed, loop.flush, loop.step_of, loop.net_of_step, multiples, *loop.bets,
                informed, ordinary,
            )  # fmt: skip
    raise AssertionError(f"{solved} cannot be peeked at")


def ways_by_cells_left(cards: int) -> Integers:
    """Hands of so many cards that reach exactly certain cells, by how many of these have 1, 2, 3 and 4 cards left.

    The place is a number in base 9 whose digits are these numbers.
    """
    table = np.zeros(TABLE_SIZE, dtype=np.int64)
    for numbers in product(range(RADIX), repeat=4):
        if sum(numbers) > cards:
            continue
        series = [1] + [0] * cards
        for left, number in enumerate(numbers, 1):
            for _ in range(number):
                series = _product(series, [0] + [comb(left, taken) for taken in range(1, left + 1)])
        table[sum(number * RADIX**digit for digit, number in enumerate(numbers))] = series[cards]
    return table


def _product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Two series multiplied, cut off where the first one ends."""
    return [
        sum(left[total - taken] * right[taken] for taken in range(min(total + 1, len(right))))
        for total in range(len(left))
    ]


# --- for the report ---------------------------------------------------------------------------------------------------


def protection_report(
    settings: TableSettings, seen_hands: int | None, seen_dealer_cards: int | None
) -> list[dict[str, object]]:
    """What is asked for, each as a document with its own sentence under "text"."""
    solved = solve(settings)
    found = []
    if seen_hands is not None:
        found.append(protection(settings, seen_hands=seen_hands, solved=solved))
    if seen_dealer_cards is not None:
        found.append(protection(settings, seen_dealer_cards=seen_dealer_cards, solved=solved))
    return [_document(peek, solved) for peek in found]


def _document(peek: Protection, solved: Solved) -> dict[str, object]:
    return {
        "seen_hands": peek.seen_hands,
        "seen_dealer_cards": peek.seen_dealer_cards,
        "deals": peek.deals,
        "gain": peek.gain.value,
        "standard_error": peek.gain.standard_error,
        "ev": peek.ev.value,
        "ordinary_ev": f"{peek.ordinary_ev.numerator}/{peek.ordinary_ev.denominator}",
        "text": words(peek, solved),
    }


def words(peek: Protection, solved: Solved) -> str:
    seen = (
        f"{peek.seen_dealer_cards} hidden card{'s' * (peek.seen_dealer_cards != 1)} of the dealer"
        if peek.seen_dealer_cards
        else f"{peek.seen_hands} other hand{'s' * (peek.seen_hands != 1)}"
    )
    base = solved.game.base_wager.name
    return (
        f"A player who sees {seen} and uses it perfectly gains {100 * peek.gain.value:.3f}% of the {base}"
        f" (± {100 * peek.gain.standard_error:.3f}%, {peek.deals:,} simulated deals): the expectation goes from"
        f" {100 * float(peek.ordinary_ev):+.3f}% to {100 * peek.ev.value:+.3f}%."
    )
