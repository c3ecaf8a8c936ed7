"""Conditions on a hand of runs: how good it is, and how many of its cards lie in a stretch of ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cardroom.cards import RANK_NAMES, RANKS
from cardroom.errors import CardroomError
from cardroom.hands import RunRanking
from cardroom.hands.runs import COUNT_NAMES
from cardroom.lab.solvers.protocol import Conditions, Integers, When
from cardroom.lab.solvers.short_rules.condition_parser import PLURALS, read_number, read_rank, read_run, require_known
from cardroom.lab.solvers.short_rules.rule_search import Candidates

if TYPE_CHECKING:
    from cardroom.lab.solvers.runs.counted_game import RunCounted

VOCABULARY = {
    "hand": "exactly this straight or run",
    "at_least": "this straight or run, or a better one",
    "below": "a worse straight or run than this",
    "cards": "how many cards of the hand lie in a stretch of ranks: from, to, and at_least or at_most",
}


@dataclass(frozen=True)
class RunConditions(Conditions):
    """Hands as far as conditions see them."""

    ranking: RunRanking
    value: Integers
    by_rank: Integers  # [hand, rank]: cards held

    @classmethod
    def of(cls, counted: RunCounted) -> RunConditions:
        classes = counted.classes
        by_rank = np.zeros((len(classes.weight), len(RANKS)), dtype=np.int8)
        column = 0
        for chain in counted.ranking.chains:
            for cell in chain.distinct_cells:
                by_rank[:, chain.ranks[chain.cells.index(cell)]] += classes.held[:, column]
                column += 1
        return cls(counted.ranking, np.array(counted.player_values)[classes.value], by_rank)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.shape

    def fits(self, when: When) -> Integers:
        """Which hands all these conditions hold for."""
        require_known(when, VOCABULARY)
        fits = np.ones(len(self.value), dtype=bool)
        if "hand" in when:
            fits &= self.value == read_run(when["hand"], "hand", self.ranking)
        if "at_least" in when:
            fits &= self.value >= read_run(when["at_least"], "at_least", self.ranking)
        if "below" in when:
            fits &= self.value < read_run(when["below"], "below", self.ranking)
        if "cards" in when:
            low, high, bounds = _read_cards(when["cards"])
            held = self.by_rank[:, low : high + 1].sum(axis=1)
            fits &= (held >= bounds[0]) & (held <= bounds[1])
        return fits

    def words(self, when: When) -> str:
        parts = []
        if "hand" in when:
            parts.append(self._words_of(when, "hand"))
        if "at_least" in when:
            parts.append(f"{self._words_of(when, 'at_least')}, or better")
        if "below" in when:
            parts.append(f"below {self._words_of(when, 'below')}")
        if "cards" in when:
            low, high, (least, most) = _read_cards(when["cards"])
            where = f"cards from {RANK_NAMES[low]} to {RANK_NAMES[high]}" if low < high else PLURALS[low]
            if least == 0:
                parts.append(f"with at most {COUNT_NAMES[most]} {where}" if most else f"without {where}")
            else:
                parts.append(f"with {COUNT_NAMES[least]} or more {where}")
        return ", ".join(parts)

    def _words_of(self, when: When, key: str) -> str:
        return self.ranking.words(read_run(when[key], key, self.ranking))


def _read_cards(value: Any) -> tuple[int, int, tuple[int, int]]:
    if not isinstance(value, Mapping):
        raise CardroomError("bad-strategy", '“cards” must be a table like { from = "5", to = "Q", at_least = 4 }.')
    require_known(value, {"from": "", "to": "", "at_least": "", "at_most": ""})
    if len(value.keys() & {"at_least", "at_most"}) != 1 or not {"from", "to"} <= value.keys():
        raise CardroomError("bad-strategy", "“cards” needs from, to, and one of at_least and at_most.")
    low, high = read_rank(value["from"], "from"), read_rank(value["to"], "to")
    if low > high:
        raise CardroomError("bad-strategy", "“cards” goes up: from is the lower rank, twos lowest and aces highest.")
    if "at_least" in value:
        return low, high, (read_number(value["at_least"], "at_least", 1, 7), 52)
    return low, high, (0, read_number(value["at_most"], "at_most", 0, 6))


def candidates(hands: RunConditions, hand: str, most_cards: int) -> Candidates:
    """All single questions about the cards of hands that have the same value, each once."""
    found: dict[bytes, When] = {}
    fits = []
    for cards in _stretches(most_cards):
        when = {"hand": hand, "cards": cards}
        low, high, bounds = _read_cards(cards)
        held = hands.by_rank[:, low : high + 1].sum(axis=1)
        row = (held >= bounds[0]) & (held <= bounds[1])
        key = np.packbits(row).tobytes()
        if key not in found and row.any() and not row.all():
            found[key] = when
            fits.append(row)
    return Candidates(list(found.values()), np.array(fits, dtype=bool).reshape(len(fits), len(hands.value)))


def _stretches(most_cards: int) -> Iterator[dict[str, Any]]:
    """Shorter stretches first: where two questions mean the same, the narrower one is easier to see."""
    for width in range(len(RANKS)):
        for low in range(len(RANKS) - width):
            ends = {"from": RANKS[low], "to": RANKS[low + width]}
            for number in range(1, most_cards + 1):
                yield ends | {"at_least": number}
                yield ends | {"at_most": number - 1}
