"""Conditions on the points that a player and others show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardroom.errors import CardroomError
from cardroom.games.model import DEALER, SEAT
from cardroom.hands import PointRanking
from cardroom.lab.solvers.protocol import Conditions, Integers, When
from cardroom.lab.solvers.shoe.round_counts import Position, ShoeCount
from cardroom.lab.solvers.short_rules.condition_parser import require_known
from cardroom.lab.solvers.short_rules.rule_search import Candidates

VOCABULARY = {
    "at_least": "your cards count this or more",
    "at_most": "your cards count this or less",
    "dealer_at_least": "the dealer's cards that you see count this or more",
    "dealer_at_most": "the dealer's cards that you see count this or less",
}
SIDES = {"at_least": SEAT, "at_most": SEAT, "dealer_at_least": DEALER, "dealer_at_most": DEALER}
WHOSE = {SEAT: "you have", DEALER: "the dealer shows"}


@dataclass(frozen=True)
class ShoeConditions(Conditions):
    """What conditions see of a position: what the player's cards count, and the dealer's."""

    ranking: PointRanking
    values: dict[str, Integers]  # by holder who shows cards: [position]
    positions: int

    @classmethod
    def of(cls, count: ShoeCount) -> ShoeConditions:
        ranking, positions = count.game.ranking, count.positions
        assert isinstance(ranking, PointRanking)
        shown = [holder for holder in (SEAT, DEALER) if all(_cards(position, holder) for position in positions)]
        values = {
            who: np.array([ranking.value(_cards(place, who)) for place in positions], dtype=np.int64) for who in shown
        }
        return cls(ranking, values, len(positions))

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.positions,)

    def fits(self, when: When) -> Integers:
        require_known(when, VOCABULARY)
        fits = np.ones(self.positions, dtype=bool)
        for key, text in when.items():
            value, shown = self._read(text, key), self.values[SIDES[key]]
            fits &= shown >= value if key.endswith("at_least") else shown <= value
        return fits

    def words(self, when: When) -> str:
        parts = []
        for key, text in when.items():
            value = self._read(text, key)
            beyond = "more" if key.endswith("at_least") else "less"
            parts.append(f"{WHOSE[SIDES[key]]} {self.ranking.words(value)} or {beyond}")
        return ", ".join(parts)

    def conditions(self) -> Iterator[dict[str, Any]]:
        """Every single condition that tells positions apart."""
        for key, holder in SIDES.items():
            for value in np.unique(self.values[holder]).tolist() if holder in self.values else ():
                yield {key: self.ranking.words(value)}

    def candidates(self) -> Candidates:
        """Those that rules may be made of: one or two conditions at a time."""
        single = [*self.conditions()]
        pairs = [{**one, **other} for one in single for other in single if [*one] < [*other]]
        found: dict[bytes, When] = {}
        for when in (*single, *pairs):
            row = self.fits(when)
            if row.any() and not row.all():
                found.setdefault(row.tobytes(), when)
        rows = [np.frombuffer(key, dtype=bool) for key in found]
        return Candidates(list(found.values()), np.array(rows, dtype=bool).reshape(len(rows), self.positions))

    def _read(self, text: Any, key: str) -> int:
        """Points by their number or their name."""
        if SIDES[key] not in self.values:
            raise CardroomError("bad-strategy", f"“{key}”: there are no such cards to see.")
        known = range(self.ranking.lowest, int(max(shown.max(initial=0) for shown in self.values.values())) + 1)
        for value in known:
            if str(text).strip().lower() in (self.ranking.words(value), str(value)) and not isinstance(text, bool):
                return value
        names = ", ".join(self.ranking.words(value) for value in known)
        raise CardroomError("bad-strategy", f"“{key}” must be one of {names}, not {text!r}.")


def _cards(position: Position, holder: str) -> list[Any]:
    return [card for packet in position.seen.get(holder, ()) for card in packet]
