"""Changes that wait for a second person, with what they would change and whether the reader may answer."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.engine.permissions import require
from cardroom.house.features.jackpot_changes.handlers import foreseen_change
from cardroom.house.features.jackpot_changes.state import Request
from cardroom.house.kernel.dual_control import require_two
from cardroom.house.kernel.people import Person
from cardroom.house.log import commands as c
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots.commands import ByTwoPeople
from cardroom.jackpots.reports.change_previews import FigureChange
from cardroom.jackpots.text.names import jackpot_name


class PendingRequest(msgspec.Struct, frozen=True, kw_only=True):
    request: str
    link: str
    jackpot: str  # by its name
    change: ByTwoPeople
    asked_by: str
    asked_by_name: str
    asked_at: datetime | None
    why: str
    figures: tuple[FigureChange, ...]  # those that it would change
    may_answer: bool
    why_not: str  # as a sentence
    obstacle: str  # why it could not be carried out now, whoever approves; "" where it could


def pending_requests(house: House, reader: Person, now: datetime) -> list[PendingRequest]:
    """In the order they were asked."""
    return [_told(house, name, request, reader, now) for name, request in house.requests.items()]


def _told(house: House, name: str, request: Request, reader: Person, now: datetime) -> PendingRequest:
    asker = house.people.get(request.asked_by)
    told = foreseen_change(house, request, request.asked_by, now)
    why_not = _why_not(house, name, request, reader)
    return PendingRequest(
        request=name,
        link=request.link,
        jackpot=jackpot_name(request.link),
        change=request.change,
        asked_by=request.asked_by,
        asked_by_name=request.asked_by if asker is None else asker.name,
        asked_at=None,
        why=request.change.why,
        figures=told.figures,
        may_answer=not why_not,
        why_not=why_not,
        obstacle=told.obstacle,
    )


def _why_not(house: House, name: str, request: Request, reader: Person) -> str:
    try:
        if request.asked_by != reader.id:
            require(reader, c.ApproveChange(name))
        require_two(house, request.asked_by, reader)
    except CardroomError as error:
        return error.message
    return ""


def with_times(reader: Reader, requests: list[PendingRequest]) -> list[PendingRequest]:
    """A request is named by its record, which says when it was asked."""
    places = {int(told.request.rpartition("-")[2]): told for told in requests}
    times = {record.position: record.at for record in reader.at(sorted(places))}
    return [msgspec.structs.replace(told, asked_at=times.get(place)) for place, told in places.items()]
