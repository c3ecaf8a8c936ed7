"""HTTP for auditors and regulators: how the log and the software stand, evidence to take along, and searches."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import File

from cardroom.documents import Hash
from cardroom.house.audit.signed_heads import SignedHead
from cardroom.house.audit.software_identity import differences, installed, lodged_software
from cardroom.house.engine.permissions import require_reader
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.reports.audit_search import (
    ArchivesView,
    AuditFound,
    AuditQuestion,
    ChangesView,
    PersonStory,
    archives_view,
    changes_view,
    person_story,
    search,
)
from cardroom.house.runtime.examinations import Examining, ReadyPack
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.views.staff.pit import Verification
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn


class Difference(msgspec.Struct, frozen=True):
    where: str
    what: str


class SoftwareView(msgspec.Struct, frozen=True, kw_only=True):
    version: str
    identity: Hash
    files: int
    is_compared: bool  # a list of its files lies beside the database
    differences: tuple[Difference, ...]


class AuditView(msgspec.Struct, frozen=True, kw_only=True):
    days: tuple[str, ...]  # in the log, the last one first
    position: int
    head: Hash
    verification: Verification
    examining: Examining
    pack: ReadyPack | None
    public_key: str  # that signs the ends of days; "" as long as none has been signed


class WantedDays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: c.Day
    last: c.Day


Named = Annotated[str, QueryParameter(max_length=120)]
Amount = Annotated[int, QueryParameter(ge=0, le=2**53, description="In millionths of a dollar")]
Moment = Annotated[datetime | None, QueryParameter(description="A time: what is around it, or before")]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="A record: what comes before it")]


@get("/api/audit", summary="How log, software, verification and evidence stand")
async def audit(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> AuditView:
    """For auditors and regulators."""
    require_reader(signed_in)
    await desk.gate.spend(caller, Effort.READ)
    await desk.service.flush()
    return await in_thread(READING, _view, desk)


def _view(desk: Desk) -> AuditView:
    service = desk.service
    with service.store.reading() as reader:
        days, heads = reader.days(), reader.heads()
    last = msgspec.json.decode(max(heads.items())[1], type=SignedHead) if heads else None
    return AuditView(
        days=tuple(row.day for row in reversed(days)),
        position=service.house.position,
        head=service.house.head,
        verification=desk.pit.board.verification(),
        examining=desk.examiner.standing,
        pack=desk.examiner.pack,
        public_key=last.public_key if last is not None else "",
    )


@get("/api/audit/software", summary="The software by the hashes of its files, and what differs from the list of them")
async def software(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> SoftwareView:
    """The list lies beside the database, as NAME.software.json."""
    require_reader(signed_in)
    await desk.gate.spend(caller, Effort.LONG_READ)
    return await in_thread(READING, _software, desk)


def _software(desk: Desk) -> SoftwareView:
    here, release = installed(), lodged_software(desk.service.store)
    found = () if release is None else tuple(Difference(*one) for one in differences(release, here))
    return SoftwareView(
        version=here.version,
        identity=here.identity,
        files=len(here.files),
        is_compared=release is not None,
        differences=found,
    )


@get("/api/audit/archives", summary="Files of archived days, held against their manifests")
async def audit_archives(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> ArchivesView:
    """Every file is read."""
    require_reader(signed_in)
    await desk.gate.spend(caller, Effort.LONG_READ)
    return await in_thread(READING, _archives, desk)


def _archives(desk: Desk) -> ArchivesView:
    with desk.service.store.reading() as reader:
        return archives_view(reader)


@get("/api/audit/search", summary="Rounds and wins by person, table, round, amount, hand and time")
async def audit_search(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    person: Named = "",
    table: Named = "",
    round_id: Named = "",
    amount: Amount = 0,
    hand: Named = "",
    around: Moment = None,
    before: Before = None,
) -> AuditFound:
    require_reader(signed_in)
    await desk.gate.spend(caller, Effort.LONG_READ)
    await desk.service.flush()
    moment = around.replace(tzinfo=UTC) if around is not None and around.tzinfo is None else around
    asked = AuditQuestion(
        person=person, table=table, round_id=round_id, amount=amount, hand=hand, around=moment, before=before
    )
    return await in_thread(READING, _search, desk, asked)


def _search(desk: Desk, asked: AuditQuestion) -> AuditFound:
    with desk.service.store.reading() as reader:
        return search(reader, desk.service.house, asked)


@get("/api/audit/people/{person:str}", summary="What one person has played and done, from first to last")
async def audit_person(
    desk: TheDesk, caller: Calling, signed_in: SignedIn, person: FromPath[str], before: Before = None
) -> PersonStory:
    require_reader(signed_in)
    await desk.gate.spend(caller, Effort.LONG_READ)
    await desk.service.flush()
    return await in_thread(READING, _person, desk, person, before)


def _person(desk: Desk, person: str, before: int | None) -> PersonStory:
    with desk.service.store.reading() as reader:
        return person_story(reader, desk.service.house, person, now(), before)


@get("/api/audit/changes", summary="Changes of floor, jackpots, people, cards, terminals and conditions")
async def audit_changes(desk: TheDesk, caller: Calling, signed_in: SignedIn, before: Before = None) -> ChangesView:
    """The last one first, forty at a time."""
    require_reader(signed_in)
    await desk.gate.spend(caller, Effort.LONG_READ)
    await desk.service.flush()
    return await in_thread(READING, _changes, desk, before)


def _changes(desk: Desk, before: int | None) -> ChangesView:
    with desk.service.store.reading() as reader:
        return changes_view(reader, before)


@get("/api/audit/floor.json", summary="The floor in force, as the log has it", media_type="application/json")
async def audit_floor(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> Response[bytes]:
    """Tables, settings, jackpots, limits, approvals: the document that the last opening names."""
    require_reader(signed_in)
    await desk.gate.spend(caller, Effort.READ)
    await desk.service.flush()
    body = msgspec.json.format(msgspec.json.encode(desk.service.house.floor), indent=1)
    return Response(body, media_type="application/json")


@post("/api/audit/packs", summary="Make an evidence pack of some days", status_code=202)
async def make_pack(desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[WantedDays]) -> Examining:
    """In a process of its own; the one before it is thrown away."""
    require_reader(signed_in)
    desk.gate.require(desk.gate.commands, signed_in.id)
    await desk.gate.spend(caller, Effort.LONG_READ)
    desk.examiner.make_pack(signed_in.id, data.first, data.last, desk.hub.slowest_display)
    return desk.examiner.standing


@get("/api/audit/packs/{name:str}", summary="Take an evidence pack along", media_type="application/x-tar")
async def take_pack(desk: TheDesk, caller: Calling, signed_in: SignedIn, name: FromPath[str]) -> File:
    """Who has taken which is in the log."""
    require_reader(signed_in)
    desk.gate.require(desk.gate.commands, signed_in.id)
    await desk.gate.spend(caller, Effort.LONG_READ)
    path, pack = desk.examiner.pack_file(name), desk.examiner.pack
    assert pack is not None, "it is there, as its file is"
    note = c.NoteVisit(signed_in.id, c.VisitKind.EVIDENCE, pack.first_day, pack.last_day)
    await desk.service.submit(SERVICE, note)
    return File(path, filename=name, media_type="application/x-tar")
