"""HTTP for the floor in force: another one is checked, asked for, and answered by a second person."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta

from cardroom.bounds import Name, Text
from cardroom.documents import document_hash
from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.engine.permissions import require, require_reader
from cardroom.house.features.approval_conditions.text import approval_warnings
from cardroom.house.floor import Floor
from cardroom.house.floor.floor_changes import Changed, FloorChange, floor_changes
from cardroom.house.kernel.dual_control import require_two
from cardroom.house.kernel.people import ADMINISTRATION, Person
from cardroom.house.log import commands as c
from cardroom.house.runtime.floor_checker import UploadedFloor
from cardroom.house.runtime.house_clock import now
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.callers import Caller
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn

LARGEST_FILE = 50_000  # characters


class FloorUpload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=LARGEST_FILE)]  # TOML


class FloorAsking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=LARGEST_FILE)]
    source: Name  # the name of the file
    why: Text


class FloorCheck(msgspec.Struct, frozen=True, kw_only=True):
    """What `cardroom check-config` says of a file, and what it would change here."""

    mistakes: tuple[str, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    changes: tuple[FloorChange, ...]  # from the floor in force; one that is refused is a mistake, too
    may_ask: bool


class PendingFloor(msgspec.Struct, frozen=True, kw_only=True):
    """A floor that waits for a person of another line."""

    request: str
    source: str
    why: str
    asked_by: str
    asked_by_name: str
    at: datetime
    changes: tuple[FloorChange, ...]
    may_answer: bool
    is_yours: bool
    why_not: str


class FloorTable(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    game: str
    jackpots: tuple[str, ...]


class ApprovedFloorView(msgspec.Struct, frozen=True, kw_only=True):
    source: str
    asked_by: str
    approved_by: str
    at: datetime
    waits: bool  # for the next start of the house
    changes: tuple[FloorChange, ...]  # that come with it


class FloorView(msgspec.Struct, frozen=True, kw_only=True):
    """The floor in force."""

    name: str
    hash: str  # of its document in the log
    tables: tuple[FloorTable, ...]
    links: tuple[str, ...]
    approved: ApprovedFloorView | None  # None: it came from the file that the house was started with
    request: PendingFloor | None


@get("/api/floor", summary="The floor in force, and one that waits for a second person or for the next start")
async def floor(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> FloorView:
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, c.ApproveFloor)
    await desk.service.flush()
    return _view(desk.service.house, signed_in)


def _view(house: House, reader: Person) -> FloorView:
    floor = house.floor
    return FloorView(
        name=floor.name,
        hash=document_hash(floor),
        tables=tuple(
            FloorTable(id=plan.id, name=plan.name, game=plan.settings.game, jackpots=plan.links)
            for plan in floor.tables
        ),
        links=tuple(link.id for link in floor.links),
        approved=_approved(house),
        request=_pending(house, reader),
    )


@post("/api/floor/check", summary="Check a floor file, and list what it would change", status_code=200)
async def check_floor(desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[FloorUpload]) -> FloorCheck:
    """Nothing is asked for yet. Games are counted for the risks, which may take a while the first time."""
    found = await _checked(desk, caller, signed_in, data.text, risks=True)
    house, mistakes, warnings = desk.service.house, found.mistakes, found.warnings
    changes: tuple[FloorChange, ...] = ()
    if found.floor is not None:
        changes = _changes(house, found.floor)
        mistakes += _obstacles(house, signed_in, found.floor, changes)
        warnings += tuple(approval_warnings(found.floor, house.conditions))
    return FloorCheck(
        mistakes=mistakes,
        warnings=warnings,
        notes=found.notes,
        changes=changes,
        may_ask=not mistakes and bool(changes),
    )


@post("/api/floor/requests", summary="Ask for another floor, from the next start of the house on", status_code=201)
async def ask_floor(desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[FloorAsking]) -> FloorView:
    """A person of another line approves it, with `ApproveFloor`."""
    found = await _checked(desk, caller, signed_in, data.text, risks=False)
    if found.floor is None:
        raise CardroomError("bad-floor", "\n".join(found.mistakes))
    documents = desk.service.house.documents
    known = documents.mark()
    asked = c.AskFloor(documents.add(found.floor), data.source, data.why)
    try:
        await desk.service.submit(signed_in, asked)
    except CardroomError:
        documents.go_back_to(known)
        raise
    return _view(desk.service.house, signed_in)


async def _checked(desk: Desk, caller: Caller, signed_in: Person, text: str, *, risks: bool) -> UploadedFloor:
    require(signed_in, c.AskFloor("", "floor.toml", "to check"))
    desk.gate.require(desk.gate.commands, signed_in.id)
    await desk.gate.spend(caller, Effort.LONG_READ)
    return await desk.floor_checker.check(text, risks=risks)


def _changes(house: House, wanted: Floor) -> tuple[FloorChange, ...]:
    return tuple(floor_changes(house.floor, wanted, house.running_links()))


def _obstacles(house: House, reader: Person, wanted: Floor, changes: tuple[FloorChange, ...]) -> tuple[str, ...]:
    """Why nobody could ask for it now."""
    found = tuple(one.says for one in changes if one.change is Changed.REFUSED)
    if found or not changes or house.floor_request is not None:
        return found
    known = house.documents.mark()
    tried = house.rehearse(reader, c.AskFloor(house.documents.add(wanted), "floor.toml", "to check"), now())
    house.documents.go_back_to(known)
    return (tried.message,) if isinstance(tried, CardroomError) else ()


def _approved(house: House) -> ApprovedFloorView | None:
    approved = house.approved_floor
    if approved is None:
        return None
    waits = approved.floor != document_hash(house.floor)
    return ApprovedFloorView(
        source=approved.source,
        asked_by=approved.asked_by,
        approved_by=approved.approved_by,
        at=approved.at,
        waits=waits,
        changes=_changes(house, house.documents.get(approved.floor, Floor)) if waits else (),
    )


def _pending(house: House, reader: Person) -> PendingFloor | None:
    request = house.floor_request
    if request is None:
        return None
    why_not = _why_not(house, request.asked_by, reader)
    asker = house.people.get(request.asked_by)
    return PendingFloor(
        request=request.request,
        source=request.source,
        why=request.why,
        asked_by=request.asked_by,
        asked_by_name=asker.name if asker else request.asked_by,
        at=request.at,
        changes=_changes(house, house.documents.get(request.floor, Floor)),
        may_answer=not why_not,
        is_yours=request.asked_by == reader.id,
        why_not=why_not,
    )


def _why_not(house: House, asker: str, reader: Person) -> str:
    try:
        require(reader, c.ApproveFloor("request"))
        require_two(house, asker, reader, of_two_lines=True, among=ADMINISTRATION)
    except CardroomError as error:
        return error.message
    return ""
