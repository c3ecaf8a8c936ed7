"""The floor that was approved, and the one that waits for a second person."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from cardroom.documents import Hash
from cardroom.house.features.floor_changes.messages import FloorAnswered, FloorAsked
from cardroom.house.features.house_opening.messages import HouseOpened

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


class FloorRequest(msgspec.Struct, frozen=True):
    """A floor that somebody has asked for."""

    request: str
    floor: Hash
    source: str
    why: str
    asked_by: str
    at: datetime


class ApprovedFloor(msgspec.Struct, frozen=True):
    """The house opens on it, whatever the floor file says that it was started with."""

    floor: Hash
    instead_of: Hash  # the last floor that came from a file
    source: str
    asked_by: str
    approved_by: str
    at: datetime


# --- reducers ---------------------------------------------------------------------------------------------------------


def asked(house: House, event: FloorAsked, record: Record) -> None:
    house.floor_request = FloorRequest(
        event.request, event.floor, event.source, event.why, record.by, record.at
    )  # fmt: skip


def answered(house: House, event: FloorAnswered, record: Record) -> None:
    request, before = house.floor_request, house.approved_floor
    assert request is not None, "what is answered was asked for"
    house.floor_request = None
    if event.approved:
        of_file = house.documents.add(house.floor) if before is None else before.instead_of
        house.approved_floor = ApprovedFloor(
            event.floor, of_file, request.source, event.asked_by, record.by, record.at
        )  # fmt: skip


def house_opened(house: House, event: HouseOpened, record: Record) -> None:
    """Opened on a third floor, the house follows its file again."""
    approved = house.approved_floor
    if approved is not None and event.is_changed and event.floor != approved.floor:
        house.approved_floor = None
