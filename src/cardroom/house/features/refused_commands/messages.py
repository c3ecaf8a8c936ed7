"""Attempts at what a role does not give."""

from __future__ import annotations

from cardroom.house.kernel.messages import Command, Event


class CountRefusals(Command, frozen=True, tag="CountRefusals"):
    """How often strangers were refused since the last count, by what they tried."""

    counts: dict[str, int]


class CommandRefused(Event, frozen=True, kw_only=True, tag="CommandRefused"):
    """An attempt at what a role does not give."""

    person: str
    command: str  # the command's tag
    code: str  # of the refusal


class RefusalsCounted(Event, frozen=True, kw_only=True, tag="RefusalsCounted"):
    """Strangers refused, by what they tried: a command's tag, or the door."""

    counts: dict[str, int]


RefusalByHouse = CountRefusals
RefusalInHouse = CommandRefused | RefusalsCounted
