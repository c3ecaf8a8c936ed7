"""The root of all events of the house, apart from them so that they can stand in more than one file."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all events of the house; those of a round have one of their own."""
