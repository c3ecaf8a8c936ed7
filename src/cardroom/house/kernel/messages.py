"""The roots of all commands and events of the house."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

Remark = Annotated[str, Meta(max_length=400)]  # or nothing
Permission = type[msgspec.Struct]  # the kind of command that a role must give


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The root of all commands. One that carries another says what is done by it, where, and what that takes."""

    @property
    def act(self) -> Command:
        """What is done, whosever card it is done with."""
        return self

    @property
    def target(self) -> str:
        """The table that something is done at; "" where it concerns none."""
        table: str = getattr(self, "table", "")
        return table

    @property
    def permission(self) -> Permission:
        """What somebody's role must give for this."""
        return type(self)


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all events of the house; those of a round have one of their own."""


class EventAtTable(Event, frozen=True, kw_only=True):
    """The root of those on the stream of a table. Nothing of them is told to players unless it is named here."""

    public: ClassVar[tuple[str, ...]]  # fields that anyone hears of
