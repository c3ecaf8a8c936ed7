"""From settings and a policy to the arrays of a loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.games.model import HandOf, To
from cardroom.hands import PokerRanking, RunRanking
from cardroom.lab import poker_counts, run_counts
from cardroom.lab.kernels import runs
from cardroom.lab.kernels.simulated_poker import number_canonical
from cardroom.lab.kernels.simulated_runs import CELLS, ONE_CHAIN, SUITED, TWO_CHAINS, UNDECIDED
from cardroom.lab.payoffs import NOT_OPEN, stakes_before_decision, whole
from cardroom.lab.poker_tables import poker_tables
from cardroom.lab.policy import Policy
from cardroom.lab.simulation.lines import (
    Kinds,
    is_read_at_seats,
    is_read_in_other_ranking,
    lines_by_value,
    lines_by_values,
)
from cardroom.lab.simulation.loops import Loop, RunLoop, StreetLoop, UpCardLoop, packets_of
from cardroom.lab.solving import RunSolution, Solved, StreetSolution, UpCardSolution, cards_dealt_to

Integers = npt.NDArray[Any]

NUMBER_BIT = 58


def make_loop(solved: Solved, policy: Policy, seats: int) -> Loop:
    """The loop of a game; `solved` need not be solved, it only knows the game's rules as arrays."""
    if not 1 <= seats <= solved.game.seats:
        raise CardroomError("bad-seats", f"{solved.game.name} seats 1 to {solved.game.seats} players, not {seats}.")
    match solved:
        case RunSolution():
            return _run_loop(solved, policy, seats)
        case UpCardSolution():
            return _up_card_loop(solved, policy, seats)
        case StreetSolution():
            return _street_loop(solved, policy, seats)
    raise AssertionError(f"{solved} cannot be simulated")


def _agreed(group: Integers, option: Integers, groups: int) -> Integers:
    """The option that all members of a group have in common, or `UNDECIDED`."""
    has = np.zeros((groups, int(option.max()) + 1), dtype=bool)
    has[group, option] = True
    return np.where(has.sum(axis=1) == 1, has.argmax(axis=1), UNDECIDED).astype(np.uint8)


def _check(policy: Policy, *shapes: tuple[int, ...]) -> None:
    if tuple(choice.shape for choice in policy.choices) != shapes:
        raise CardroomError("other-policy", f"The strategy “{policy.name}” is for another game.")


def _stakes(solved: RunSolution | UpCardSolution) -> Integers:
    before = stakes_before_decision(solved.game)
    return np.array([before + multiple for multiple in solved.options], dtype=np.int64)


def _most_lines(solved: Solved) -> int:
    return max((len(w.scale.steps) + 1 for w in solved.game.wagers if is_read_at_seats(w) and w.scale), default=1)


# --- runs -------------------------------------------------------------------------------------------------------------


def _run_loop(solved: RunSolution, policy: Policy, seats: int) -> RunLoop:
    ranking, option = solved.ranking, policy.choices[0]
    cards = cards_dealt_to(solved.game, To.PLAYERS)
    players = run_counts.possible_values(ranking, cards)
    dealers = run_counts.possible_values(ranking, cards_dealt_to(solved.game, To.DEALER))
    per_cell = ranking.chains[0].distinct_cells[0].bit_count()
    table = np.array(ranking.chains[0].values)
    player_value = np.searchsorted(players, table)
    gains = solved.gains(players, dealers)
    starts = np.zeros(cards + 2, dtype=np.int64)
    if len(ranking.chains) == 1:
        held, _ = runs.rank_classes(CELLS, per_cell, cards)
        masks = runs.masks_of(held)
        _check(policy, (len(held),))
        values = player_value[masks]
        decided = _agreed(masks, option, 1 << CELLS)
    else:
        states, _, starts = runs.chain_states(CELLS, per_cell, cards)
        pairs = runs.chain_pairs(starts, cards)
        _check(policy, (len(pairs),))
        values = player_value[runs.masks_of(states)][pairs].max(axis=1)
        decided = _agreed(values, option, len(players))
    if (gains[option, values, 0] <= NOT_OPEN).any():
        raise CardroomError("illegal-strategy", f"The strategy “{policy.name}” stays in with a hand that must fold.")
    other = next((w.scale.ranking for w in solved.game.wagers if w.scale and is_read_in_other_ranking(solved, w)), None)
    assert other is None or isinstance(other, RunRanking)
    suited_values = values_in(other) if other else [0]
    kinds, suited_kinds = Kinds(), Kinds()
    for wager in solved.game.wagers if seats > 1 else ():
        if is_read_in_other_ranking(solved, wager):
            suited_kinds.add(wager, lines_by_value(solved.settings, wager, suited_values))
        elif is_read_at_seats(wager):
            kinds.add(wager, lines_by_values(solved, wager, players, dealers))
    shift = len(kinds.arrays)
    return RunLoop(
        seats=seats,
        packets=packets_of(solved.game, seats),
        kind_of=kinds.kind_of | {wager: shift + kind for wager, kind in suited_kinds.kind_of.items()},
        kinds=shift + len(suited_kinds.arrays),
        lines=_most_lines(solved),
        reading=SUITED if other else (ONE_CHAIN if len(ranking.chains) == 1 else TWO_CHAINS),
        deck=_deck_words(ranking, other),
        player_value=player_value.astype(np.uint8),
        dealer_value=np.searchsorted(dealers, table).astype(np.uint8),
        suited_value=_suited_value(other, suited_values),
        decided=decided,
        cell_of=_cells(ranking).astype(np.int64),
        skipped=_skipped(per_cell, cards),
        starts=np.asarray(starts, dtype=np.int64),
        choice=np.ascontiguousarray(option, dtype=np.int8),
        gains=gains,
        stakes=_stakes(solved),
        places=kinds.stacked(gains.shape),
        suited_places=suited_kinds.stacked((2, len(suited_values))),
    )


def values_in(ranking: RunRanking) -> list[int]:
    """Every value of a ranking, from none at all."""
    return sorted({value for chain in ranking.chains for value in chain.values})


def _suited_value(ranking: RunRanking | None, values: list[int]) -> Integers:
    if ranking is None:
        return np.zeros(1, dtype=np.uint8)
    assert len({chain.values for chain in ranking.chains}) == 1, "all chains are read alike"
    return np.searchsorted(values, ranking.chains[0].values).astype(np.uint8)


def _cells(ranking: RunRanking) -> Integers:
    """For every card its cell: thirteen times the chain and the place in it."""
    cells = np.full(52, -1)
    for number, chain in enumerate(ranking.chains):
        assert len(chain.distinct_cells) == CELLS, "a chain has a cell a rank"
        for place, cell in enumerate(chain.distinct_cells):
            for card in range(52):
                if cell >> card & 1:
                    assert cells[card] == -1, "chains share no card"
                    cells[card] = CELLS * number + place
    return cells


def _deck_words(ranking: RunRanking, other: RunRanking | None) -> Integers:
    """Each card as a bit for its cell, and its number above."""
    cells = _cells(ranking)
    if other is not None:
        finer = _cells(other)
        assert (finer % CELLS == cells).all(), "laid over each other, the other ranking's chains make the game's one"
        cells = finer
    return np.array([1 << int(cell) | card << NUMBER_BIT for card, cell in enumerate(cells)], dtype=np.uint64)


def _skipped(per_cell: int, cards: int) -> Integers:
    """[cell, cards left, held]: ways to go on with fewer cards in the cell; sums of them number all classes."""
    ways = np.zeros((CELLS + 1, cards + 1), dtype=np.int64)  # [cells to come, cards left]
    ways[0, 0] = 1
    for cells in range(1, CELLS + 1):
        for left in range(cards + 1):
            ways[cells, left] = sum(ways[cells - 1, left - held] for held in range(min(per_cell, left) + 1))
    table = np.zeros((CELLS, cards + 1, per_cell + 2), dtype=np.int64)
    for cell in range(CELLS):
        for left in range(cards + 1):
            for held in range(1, min(per_cell, left) + 1):
                table[cell, left, held] = table[cell, left, held - 1] + ways[CELLS - 1 - cell, left - held + 1]
    return table


# --- poker ------------------------------------------------------------------------------------------------------------


def _poker_kinds(solved: UpCardSolution | StreetSolution, seats: int) -> Kinds:
    kinds = Kinds()
    for wager in solved.game.wagers if seats > 1 else ():
        if is_read_at_seats(wager):
            kinds.add(wager, lines_by_value(solved.settings, wager, range(solved.ranking.number_of_values)))
    return kinds


def _up_card_loop(solved: UpCardSolution, policy: Policy, seats: int) -> UpCardLoop:
    hands, values = poker_counts.all_hands(solved.ranking)
    numbers = np.full(len(hands), -1, dtype=np.int32)
    found = number_canonical(hands, np.argsort(values, kind="stable"), numbers)
    _check(policy, (found, 52))
    tables, option = poker_tables(solved.ranking), policy.choices[0]
    canonical = np.flatnonzero(numbers >= 0)
    canonical = canonical[np.argsort(numbers[canonical])]
    kinds = _poker_kinds(solved, seats)
    return UpCardLoop(
        seats=seats,
        packets=packets_of(solved.game, seats),
        kind_of=kinds.kind_of,
        kinds=len(kinds.arrays),
        lines=_most_lines(solved),
        mixed=tables.mixed,
        flush=tables.flush,
        floor=solved.game.dealer_qualifies_with or 0,
        step_of=solved.step_of_value,
        decided=_decided_by_up_rank(hands[canonical], values[canonical], option, tables.values),
        numbers=numbers,
        choice=np.ascontiguousarray(option),
        gains=solved.gains(),
        stakes=_stakes(solved),
        places=kinds.stacked((2, tables.values)),
    )


def _decided_by_up_rank(hands: Integers, values: Integers, option: Integers, number: int) -> Integers:
    """[value, rank up]: the option, where all hands of the value agree whatever the suit of the card up."""
    group = values[:, None].astype(np.int64) * 13 + np.arange(52) % 13
    possible = np.ones(option.shape, dtype=bool)
    possible[np.arange(len(hands))[:, None], hands] = False
    return _agreed(group[possible], option[possible], number * 13).reshape(number, 13)


def _street_loop(solved: StreetSolution, policy: Policy, seats: int) -> StreetLoop:
    largest = 1 + sum(max(decision.multiples) for decision in solved.game.decisions)
    _check(policy, *((len(poker_counts.known_cards(known)), largest + 1) for known in (2, 3, 4)))
    tables = poker_tables(solved.ranking)
    shared = next(w.scale for w in solved.game.wagers if w.reads is HandOf.COMMUNITY)
    assert shared is not None
    assert isinstance(shared.ranking, PokerRanking)
    small = poker_tables(shared.ranking)
    kinds = _poker_kinds(solved, seats)
    first, second, third = (np.ascontiguousarray(bets) for bets in policy.choices)
    return StreetLoop(
        seats=seats,
        packets=packets_of(solved.game, seats),
        kind_of=kinds.kind_of,
        kinds=len(kinds.arrays),
        lines=_most_lines(solved),
        mixed=tables.mixed,
        flush=tables.flush,
        small_mixed=small.mixed,
        small_flush=small.flush,
        small_values=small.values,
        step_of=solved.step_of_value,
        bets=(first, second, third),
        net_of_step=whole(solved.net_of_step, solved.scale),
        scale=solved.scale,
        places=kinds.stacked((2, tables.values)),
    )
