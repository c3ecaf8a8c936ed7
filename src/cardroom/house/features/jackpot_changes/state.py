"""Changes that wait for a second person."""

from __future__ import annotations

import msgspec

from cardroom.jackpots.commands import ByTwoPeople


class Request(msgspec.Struct, frozen=True):
    """A change that waits for a second person."""

    asked_by: str
    link: str
    change: ByTwoPeople
