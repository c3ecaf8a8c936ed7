"""Games of runs as arrays for the simulator, and what its tallies say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.games.model import SEAT, Wager
from cardroom.hands import RunRanking
from cardroom.lab.solvers.game_shape import packets_of
from cardroom.lab.solvers.payoffs import NOT_OPEN, is_given_up, opening_stakes, stakes_after
from cardroom.lab.solvers.paytable_arrays import Kinds, Lines, lines_by_value, most_lines, read_at_seats
from cardroom.lab.solvers.protocol import (
    ANY,
    Integers,
    Policy,
    Reading,
    SimulatorLoop,
    Tally,
    not_counted,
    require_shapes,
)
from cardroom.lab.solvers.runs.kernels import chain_sums
from cardroom.lab.solvers.runs.kernels.simulation import CELLS, ONE_CHAIN, SUITED, TWO_CHAINS, UNDECIDED, run_player

if TYPE_CHECKING:
    from cardroom.lab.solvers.runs.solved_game import RunSolved

NUMBER_BIT = 58


@dataclass(frozen=True)
class RunLoop(SimulatorLoop):
    reading: int
    deck: Integers
    player_value: Integers
    dealer_value: Integers
    suited_value: Integers
    decided: Integers
    cell_of: Integers
    skipped: Integers
    starts: Integers
    choice: Integers
    folds: Integers
    gains: Integers
    stakes: Integers
    places: Integers
    suited_places: Integers

    def play(self, rounds: int, seed: int, block: int) -> Tally:
        endings = np.zeros(self.gains.shape, dtype=np.int64)
        suited = np.zeros((2, int(self.suited_value.max()) + 1), dtype=np.int64)
        moments, pairs = self.second_moments()
        run_player(self.seats, self.packets[0], self.packets[-1], self.reading)(
            rounds, np.uint64(seed), block, self.deck.copy(),
            self.player_value, self.dealer_value, self.suited_value,
            self.decided, self.cell_of, self.skipped, self.starts, self.choice, self.folds,
            self.gains, self.stakes, self.places, self.suited_places, endings, suited, moments, pairs,
        )  # fmt: skip
        return {"endings": endings, "suited": suited, "moments": moments, "pairs": pairs}


def make_loop(solved: RunSolved, policy: Policy, seats: int) -> RunLoop:
    counted, ranking = solved.counted, solved.ranking
    require_shapes(policy, [counted.classes.value.shape])
    if len(solved.game.deck.cards) != len(DECK):
        raise CardroomError("not-simulated", f"Runs are simulated with {len(DECK)} cards, not with fewer.")
    option, classes = policy.choices[0], counted.classes
    table = np.array(ranking.chains[0].values)
    player_value = np.searchsorted(counted.player_values, table)
    gains = np.ascontiguousarray(solved.gains(counted.cell_numbers))
    if (gains[option, classes.value, 0] <= NOT_OPEN).any():
        raise CardroomError("illegal-strategy", f"The strategy “{policy.name}” stays in with a hand that must fold.")
    cards, one_chain = solved.game.cards_of(SEAT), len(ranking.chains) == 1
    per_cell = ranking.chains[0].distinct_cells[0].bit_count()
    if one_chain:
        starts = np.zeros(cards + 2, dtype=np.int64)
        decided = _agreed(chain_sums.masks_of(classes.held), option, 1 << CELLS)
    else:
        starts = chain_sums.chain_states(np.full(CELLS, per_cell, dtype=np.int8), cards)[2]
        decided = _agreed(classes.value, option, len(counted.player_values))
    other = _other_ranking(solved)
    suited_values = values_in(other) if other else [0]
    kinds, suited_kinds = _kinds(solved, suited_values, seats)
    shift = len(kinds.arrays)
    before = opening_stakes(solved.game)
    return RunLoop(
        seats=seats,
        packets=packets_of(solved.game, seats),
        kind_of=kinds.kind_of | {wager: shift + kind for wager, kind in suited_kinds.kind_of.items()},
        kinds=shift + len(suited_kinds.arrays),
        lines=most_lines(solved.game),
        reading=SUITED if other else (ONE_CHAIN if one_chain else TWO_CHAINS),
        deck=_deck_words(ranking, other),
        player_value=player_value.astype(np.uint8),
        dealer_value=np.searchsorted(counted.dealer_values, table).astype(np.uint8),
        suited_value=_suited_value(other, suited_values),
        decided=decided,
        cell_of=_cells(ranking).astype(np.int64),
        skipped=_skipped(per_cell, cards),
        starts=np.asarray(starts, dtype=np.int64),
        choice=np.ascontiguousarray(option, dtype=np.int8),
        folds=np.array([is_given_up(o) for o in solved.options], dtype=np.int64),
        gains=gains,
        stakes=np.array([sum(stakes_after(before, o).values()) for o in solved.options], dtype=np.int64),
        places=kinds.stacked(gains.shape),
        suited_places=suited_kinds.stacked((2, len(suited_values))),
    )


def _agreed(group: Integers, option: Integers, groups: int) -> Integers:
    """The option that all members of a group have in common, or `UNDECIDED`."""
    has = np.zeros((groups, int(option.max()) + 1), dtype=bool)
    has[group, option] = True
    return np.where(has.sum(axis=1) == 1, has.argmax(axis=1), UNDECIDED).astype(np.uint8)


# --- side bets --------------------------------------------------------------------------------------------------------


def _other_ranking(solved: RunSolved) -> RunRanking | None:
    """Another ranking that side bets read the player's hand in: one at most is simulated."""
    others = {
        w.hand_classes.ranking: w
        for w in read_at_seats(solved.game)
        if w not in solved.counted.paid_wagers and w.hand_classes
    }
    if len(others) > 1 or not all(_can_be_laid_over(solved, ranking) for ranking in others):
        names = " and ".join(wager.name for wager in others.values())
        raise CardroomError("not-simulated", f"{names} of {solved.game.name} cannot be simulated together.")
    ranking = next(iter(others), None)
    assert ranking is None or isinstance(ranking, RunRanking)
    return ranking


def _can_be_laid_over(solved: RunSolved, ranking: object) -> bool:
    """Whether the other ranking's chains, laid over each other, make the game's one."""
    if not isinstance(ranking, RunRanking) or len(solved.ranking.chains) != 1 or len(ranking.chains) != SUITED + 2:
        return False
    return len({chain.values for chain in ranking.chains}) == 1 and bool(
        (_cells(ranking) % CELLS == _cells(solved.ranking)).all()
    )


def _kinds(solved: RunSolved, suited_values: list[int], seats: int) -> tuple[Kinds, Kinds]:
    kinds, suited = Kinds(), Kinds()
    for wager in read_at_seats(solved.game) if seats > 1 else ():
        if wager in solved.counted.paid_wagers:
            kinds.add(wager, _lines_by_values(solved, wager))
        else:
            suited.add(wager, lines_by_value(solved.game, solved.settings, wager, suited_values))
    return kinds, suited


def _lines_by_values(solved: RunSolved, wager: Wager) -> Integers:
    """[option, player's value, dealer's value] for a wager in the game's own ranking."""
    cells, lines = solved.counted.cells, Lines(solved.game, wager)
    live = [lines.reached(cell.facts, dict(cell.steps)[wager.id]) for cell in cells]
    lost = [lines.lost] * len(cells)
    is_live = solved.settings.is_live_after_fold(wager)
    rows = [lost if is_given_up(option) and not is_live else live for option in solved.options]
    return np.array(rows, dtype=np.int16)[:, solved.counted.cell_numbers]


def simulated_readings(solved: RunSolved, wager: Wager, tally: Tally) -> list[Reading]:
    if wager in solved.counted.paid_wagers:
        deals = solved.gathered(tally["endings"], solved.counted.cell_numbers)
        found = [
            (cell.facts, dict(cell.steps)[wager.id], is_given_up(option), int(deals[o, number]))
            for o, option in enumerate(solved.options)
            for number, cell in enumerate(solved.counted.cells)
            if deals[o, number]
        ]
        return [Reading(found)]
    ranking = _other_ranking(solved)
    if ranking is None or wager.hand_classes is None or wager.hand_classes.ranking != ranking:
        raise not_counted(f"{wager.name} of {solved.game.name} is not simulated.")
    counts, values = tally["suited"], values_in(ranking)
    places = zip(*np.nonzero(counts), strict=True)
    return [Reading([(ANY, wager.class_of(values[i]), bool(folded), int(counts[folded, i])) for folded, i in places])]


# --- cards as words ---------------------------------------------------------------------------------------------------


def values_in(ranking: RunRanking) -> list[int]:
    """Every value of a ranking, from none at all."""
    return sorted({value for chain in ranking.chains for value in chain.values})


def _suited_value(ranking: RunRanking | None, values: list[int]) -> Integers:
    if ranking is None:
        return np.zeros(1, dtype=np.uint8)
    return np.searchsorted(values, ranking.chains[0].values).astype(np.uint8)


def _cells(ranking: RunRanking) -> Integers:
    """For every card its cell: thirteen times the chain and the place in it."""
    cells = np.full(len(DECK), -1)
    for number, chain in enumerate(ranking.chains):
        for place, cell in enumerate(chain.distinct_cells):
            for card in range(len(DECK)):
                if cell >> card & 1:
                    cells[card] = CELLS * number + place
    return cells


def _deck_words(ranking: RunRanking, other: RunRanking | None) -> Integers:
    """Each card as a bit for its cell, and its number above."""
    cells = _cells(other or ranking)
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
