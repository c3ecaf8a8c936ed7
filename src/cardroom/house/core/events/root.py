"""The root of all events of the house, apart from them so that they can stand in more than one file."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all events of the house; those of a round have one of their own."""


class EventAtTable(Event, frozen=True, kw_only=True):
    """The root of those on the stream of a table. Nothing of them is told to players unless it is named here."""

    public: ClassVar[tuple[str, ...]]  # fields that anyone hears of
