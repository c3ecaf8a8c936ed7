"""The figures of one bench: printed as they are found, and kept where the table of all benches is made from."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    what: str
    found: str  # with its unit
    beside: str = ""  # a limit that it must keep, or what it is a ratio of
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

    def add(self, what: str, found: str, beside: str = "", *, is_met: bool = True) -> None:
        figure = Figure(what, found, beside, is_met)
        self.figures.append(figure)
        print(f"  {what:58} {found:>22}   {beside:24} {'' if is_met else 'MISSED'}", flush=True)
        if self.file is not None:
            self.file.write_text(json.dumps([asdict(one) for one in self.figures]), encoding="utf-8")
