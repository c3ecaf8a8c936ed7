"""The house opens on a floor."""

from __future__ import annotations

from cardroom.bounds import Name
from cardroom.documents import Hash
from cardroom.house.kernel.messages import Command, Event
from cardroom.table.commands import VoidCause


class OpenHouse(Command, frozen=True, tag="OpenHouse", omit_defaults=True):
    """Start, or start again, on this floor: tables and links that are new on it come to be, others change or end."""

    floor: Hash
    closes: dict[Name, VoidCause] = {}  # noqa: RUF012 - tables that cannot be played at: their rounds are void


class HouseOpened(Event, frozen=True, kw_only=True, tag="HouseOpened"):
    """The house starts, or starts again, on this floor. The record says with which software."""

    floor: Hash
    is_changed: bool = False  # another floor than before


OpeningByHouse = OpenHouse
OpeningInHouse = HouseOpened
