"""A game and a way of playing it as arrays, ready to be dealt and settled millions of times a second.

A loop holds nothing but arrays and numbers, so it can be sent to another process or machine. All of them come from the
game file: values from the rankings, gains from the wagers' settlement, choices from the policy.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.games.model import Deal, Game, To
from cardroom.lab.kernels import dealing

Integers = npt.NDArray[Any]
Tally = dict[str, Integers]  # counts by name; tallies of different rounds are added

DECK_SIZE = 52


@dataclass(frozen=True)
class Loop(ABC):
    """What the kernels need, whatever the game."""

    seats: int
    packets: tuple[int, ...]  # in the order of the deal
    kind_of: dict[str, int]  # by side bet read at the seats: where its pairs are counted
    kinds: int
    lines: int  # the most steps of any of their scales, plus one for lost

    @abstractmethod
    def play(self, rounds: int, seed: int, block: int) -> Tally:
        """Deal and settle the first rounds of a block."""

    def cards_of_rounds(self, rounds: int, seed: int, block: int) -> Integers:
        """The cards of the first rounds of a block, [round, place in the deck], as `play` deals them."""
        dealt = np.zeros((rounds, sum(self.packets)), dtype=np.uint64)
        deck = np.arange(DECK_SIZE, dtype=np.uint64)
        packets = np.array(self.packets, dtype=np.int64)
        dealing.deal_rounds(np.uint64(seed), block, deck, packets, *dealing.packet_plan(self.packets), dealt)
        return dealt.astype(np.int64)

    def _second_moments(self) -> tuple[Integers, Integers]:
        """Filled only with several seats, whose results in a round hang together."""
        return np.zeros(4, dtype=np.int64), np.zeros((self.kinds, self.lines, self.lines), dtype=np.int64)


def packets_of(game: Game, seats: int) -> tuple[int, ...]:
    """How many cards each packet of a round has: those of the stages in turn, the dealer's last."""
    packets: list[int] = []
    for stage in game.stages:
        if isinstance(stage, Deal):
            holders = {To.PLAYERS: seats, To.EVERYONE: seats + 1}.get(stage.to, 1)
            packets += [stage.cards] * holders
    return tuple(packets)


@dataclass(frozen=True)
class RunLoop(Loop):
    """Runs against the dealer's run."""

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
    gains: Integers
    stakes: Integers
    places: Integers
    suited_places: Integers

    def play(self, rounds: int, seed: int, block: int) -> Tally:
        from cardroom.lab.kernels.simulated_runs import run_player

        endings = np.zeros(self.gains.shape, dtype=np.int64)
        suited = np.zeros((2, int(self.suited_value.max()) + 1), dtype=np.int64)
        moments, pairs = self._second_moments()
        run_player(self.seats, self.packets[0], self.packets[-1], self.reading)(
            rounds, np.uint64(seed), block, self.deck.copy(),
            self.player_value, self.dealer_value, self.suited_value,
            self.decided, self.cell_of, self.skipped, self.starts, self.choice,
            self.gains, self.stakes, self.places, self.suited_places, endings, suited, moments, pairs,
        )  # fmt: skip
        return {"endings": endings, "suited": suited, "moments": moments, "pairs": pairs}


@dataclass(frozen=True)
class UpCardLoop(Loop):
    """Five-card poker against a dealer who shows a card."""

    mixed: Integers
    flush: Integers
    floor: int
    step_of: Integers
    decided: Integers
    numbers: Integers
    choice: Integers
    gains: Integers
    stakes: Integers
    places: Integers

    def play(self, rounds: int, seed: int, block: int) -> Tally:
        from cardroom.lab.kernels.simulated_poker import play_up_card

        endings = np.zeros(self.gains.shape, dtype=np.int64)
        values = np.zeros((2, len(self.step_of)), dtype=np.int64)
        best = np.zeros((self.seats + 1, len(self.step_of)), dtype=np.int64)
        moments, pairs = self._second_moments()
        play_up_card(
            rounds, np.uint64(seed), block, self.seats, np.arange(DECK_SIZE, dtype=np.uint64),
            *dealing.packet_plan(self.packets), self.mixed, self.flush, self.floor, self.step_of,
            self.decided, self.numbers, self.choice, self.gains, self.stakes, self.places,
            endings, values, best, moments, pairs,
        )  # fmt: skip
        return {"endings": endings, "values": values, "best": best, "moments": moments, "pairs": pairs}


@dataclass(frozen=True)
class StreetLoop(Loop):
    """Cards bought street by street."""

    mixed: Integers
    flush: Integers
    small_mixed: Integers
    small_flush: Integers
    small_values: int
    step_of: Integers
    bets: tuple[Integers, Integers, Integers]
    net_of_step: Integers
    scale: int
    places: Integers

    def play(self, rounds: int, seed: int, block: int) -> Tally:
        from cardroom.lab.kernels.simulated_poker import play_streets

        bets = 1 + max(int(bet.max()) for bet in self.bets)
        folded = np.zeros((3, bets, bets), dtype=np.int64)
        settled = np.zeros((bets, bets, bets, len(self.net_of_step)), dtype=np.int64)
        values = np.zeros((2, len(self.step_of)), dtype=np.int64)
        community = np.zeros(self.small_values, dtype=np.int64)
        moments, pairs = self._second_moments()
        play_streets(
            rounds, np.uint64(seed), block, self.seats, np.arange(DECK_SIZE, dtype=np.uint64),
            *dealing.packet_plan(self.packets), self.mixed, self.flush, self.small_mixed, self.small_flush,
            self.step_of, *self.bets, self.net_of_step, self.scale, self.places,
            folded, settled, values, community, moments, pairs,
        )  # fmt: skip
        return {
            "folded": folded, "settled": settled, "values": values, "community": community,
            "moments": moments, "pairs": pairs,
        }  # fmt: skip
