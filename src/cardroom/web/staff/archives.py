"""HTTP for the office: old days into files while the house runs."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import post
from litestar.params import JSONBody

from cardroom.documents import Hash
from cardroom.house.audit.archive_preparation import prepare
from cardroom.house.engine.permissions import require
from cardroom.house.log import commands as c
from cardroom.web.desk import TheDesk
from cardroom.web.sign_in import SignedIn


class ArchiveDays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Closed days before this one go into files."""

    before: c.Day


class ArchivedDays(msgspec.Struct, frozen=True):
    """Records up to this one are in files now, which the manifest of this hash lists."""

    last: int
    manifest: Hash


@post("/api/archive", summary="Move the records of old, closed days to files", status_code=200)
async def archive(desk: TheDesk, signed_in: SignedIn, data: JSONBody[ArchiveDays]) -> ArchivedDays:
    """For accounting, executives and technicians. Nothing is lost, whenever it is interrupted."""
    desk.gate.require(desk.gate.commands, signed_in.id)
    service = desk.service
    require(signed_in, c.Archive(last=0, manifest=""))
    await service.flush()
    command = await asyncio.to_thread(_prepare, desk, data.before)
    await service.submit(signed_in, command)
    return ArchivedDays(command.last, command.manifest)


def _prepare(desk: TheDesk, before: str) -> c.Archive:
    with desk.service.store.reading() as reader:
        return prepare(reader, desk.service.house, before)
