"""Rounds from a shoe for the simulator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import Wager
from cardroom.lab.solvers.payoffs import scaled_to_integers
from cardroom.lab.solvers.paytable_arrays import Kinds, Lines, most_lines, read_at_seats
from cardroom.lab.solvers.protocol import Integers, Policy, SimulatorLoop, Tally
from cardroom.lab.solvers.shoe.simulated_rounds import ShoeRounds, shoe_rounds

if TYPE_CHECKING:
    from cardroom.lab.solvers.shoe.solved_game import ShoeSolved

ADDED_UP = 1 << 40  # gains so large that their squares over a block of rounds stay within bounds


@dataclass(frozen=True)
class ShoeLoop(SimulatorLoop):
    rounds: ShoeRounds

    @property
    def cards(self) -> int:
        return sum(self.rounds.kinds)

    def play(self, rounds: int, seed: int, block: int) -> Tally:
        tally = self.rounds.play(rounds, seed, block)
        return {"endings": tally.pop("tally"), **tally}


def make_loop(solved: ShoeSolved, policy: Policy, seats: int) -> ShoeLoop:
    game, cells = solved.game, solved.count.cells
    kinds = Kinds()
    for wager in read_at_seats(game) if seats > 1 else ():
        kinds.add(wager, _lines(solved, wager))
    is_staked = {wager.id: wager.is_staked for wager in game.wagers}
    stakes = [sum(units for w, units in result.stakes.items() if is_staked[w]) for result in solved.results]
    rounds = replace(
        shoe_rounds(solved.count, solved.choice(policy), seats),
        nets=scaled_to_integers([result.net for result in solved.results], solved.parts_per_unit, ADDED_UP),
        stakes=np.array(stakes, dtype=np.int64),
        folded=np.array([solved.is_given_up(cell) for cell in cells], dtype=np.int64),
        places=kinds.stacked((len(cells),)).astype(np.int64),
        lines=most_lines(game),
    )
    return ShoeLoop(seats, rounds.packets, kinds.kind_of, len(kinds.arrays), most_lines(game), rounds)


def _lines(solved: ShoeSolved, wager: Wager) -> Integers:
    """[cell]: the line that a wager stands on."""
    lines = Lines(solved.game, wager)
    settled = [cell.settled.get(wager.id) for cell in solved.count.cells]
    found = [lines.lost if seen is None else lines.reached(tuple(seen.facts.items()), seen.step) for seen in settled]
    return np.array(found, dtype=np.int16)
