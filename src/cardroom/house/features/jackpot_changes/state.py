"""Changes that wait for a second person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.jackpot_changes.messages import ChangeAnswered, ChangeAsked
from cardroom.jackpots.commands import ByTwoPeople

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


class Request(msgspec.Struct, frozen=True):
    """A change that waits for a second person."""

    asked_by: str
    link: str
    change: ByTwoPeople


# --- reducers ---------------------------------------------------------------------------------------------------------


def asked(house: House, event: ChangeAsked, record: Record) -> None:
    house.requests[event.request] = Request(record.by, event.link, event.change)


def answered(house: House, event: ChangeAnswered, record: Record) -> None:
    house.requests.pop(event.request, None)
