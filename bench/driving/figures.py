"""The figures of one bench: printed as they are found, and kept where the table of all benches is made from."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    what: str
    value: float
    unit: str
    beside: str = ""  # a limit that it must keep, or a peer that does the same
    ratio: float | None = None  # to the limit or the peer
    is_met: bool = True


@dataclass
class Report:
    is_tiny: bool
    file: Path | None
    figures: list[Figure] = field(default_factory=list)

    @classmethod
    def asked(cls, parser: argparse.ArgumentParser) -> tuple[Report, argparse.Namespace]:
        """With the options that every bench has."""
        parser.add_argument("--tiny", action="store_true", help="as little as shows that the bench still runs")
        parser.add_argument("--figures", type=Path, metavar="FILE", help="write the figures there as JSON")
        found = parser.parse_args()
        return cls(found.tiny, found.figures), found

    def add(
        self, what: str, value: float, unit: str, *,
        at_most: float | None = None, at_least: float | None = None, peer: tuple[str, float] | None = None,
    ) -> None:  # fmt: skip
        """A figure, with a limit, or a peer and its figure."""
        limit = at_most if at_most is not None else at_least
        beside = "" if limit is None else f"{'≤' if at_most is not None else '≥'} {number(limit)}"
        beside = f"{peer[0]}: {number(peer[1])}" if peer else beside
        against = peer[1] if peer else limit
        is_met = (at_most is None or value <= at_most) and (at_least is None or value >= at_least)
        figure = Figure(what, value, unit, beside, value / against if against else None, is_met)
        self.figures.append(figure)
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        print(
            f"  {what:64} {number(value):>10} {unit:6} {beside:24} {ratio:>8} {'' if is_met else 'MISSED'}", flush=True
        )
        if self.file is not None:
            self.file.write_text(json.dumps([asdict(one) for one in self.figures]), encoding="utf-8")


def number(value: float) -> str:
    """Three digits or more.

    >>> number(0.012345), number(9.876), number(123456.7), number(0)
    ('0.0123', '9.88', '123,457', '0')
    """
    if value == 0 or abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:#.3g}".rstrip(".")
