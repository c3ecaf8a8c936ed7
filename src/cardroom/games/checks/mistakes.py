"""A mistake in a game file."""

from __future__ import annotations

import msgspec


class Mistake(msgspec.Struct, frozen=True, order=True):
    """What is wrong, and on which line; a warning is only doubtful."""

    line: int
    what: str
    is_warning: bool = False

    def told(self, file: str) -> str:
        return f"{file}:{self.line}: {'warning: ' if self.is_warning else ''}{self.what}"
