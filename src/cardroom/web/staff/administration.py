"""HTTP for the administrator: sessions of the staff, servers, backups and keys."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.house.engine.permissions import require, require_reader
from cardroom.house.log import commands as c
from cardroom.house.runtime.backup_maker import BackupProgress
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.backups import backups
from cardroom.house.views.staff.administration import (
    BackupView,
    KeyView,
    ServerView,
    StaffSession,
    backup_views,
    keys,
    servers,
    staff_sessions,
)
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn, require_staff

BACKUPS_LISTED = 20


class AdministrationView(msgspec.Struct, frozen=True, kw_only=True):
    version: str  # of the software that answers
    sessions: tuple[StaffSession, ...]
    servers: tuple[ServerView, ...]
    backups: tuple[BackupView, ...]
    may_back_up: bool  # a folder for them was named
    backup: BackupProgress | None  # that is under way
    backup_problem: str  # of the last one
    keys: tuple[KeyView, ...]


@get("/api/administration", summary="Who is signed in where, servers, backups, and keys by their fingerprints")
async def administration(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> AdministrationView:
    """No key and no token is in it."""
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, c.ApproveFloor)
    await desk.service.flush()
    house, store, maker = desk.service.house, desk.service.store, desk.backups
    found = await desk.entrance.staff_sessions()
    return AdministrationView(
        version=__version__,
        sessions=staff_sessions(house, signed_in, caller.session, found),
        servers=await in_thread(READING, servers, store),
        backups=backup_views(await in_thread(READING, backups, store), maker.at_hand(), BACKUPS_LISTED),
        may_back_up=maker.folder is not None,
        backup=maker.running,
        backup_problem=maker.problem,
        keys=await in_thread(READING, keys, house, store),
    )


@get("/api/sessions", summary="Where I am signed in, for the staff")
async def own_sessions(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> tuple[StaffSession, ...]:
    require_staff(signed_in)
    await desk.gate.spend(caller, Effort.READ)
    found = [(person, kept) for person, kept in await desk.entrance.staff_sessions() if person.id == signed_in.id]
    return staff_sessions(desk.service.house, signed_in, caller.session, found)


@post("/api/sessions/{session:str}/end", summary="End a session of mine; an administrator ends any", status_code=204)
async def end_session(desk: TheDesk, signed_in: SignedIn, session: FromPath[str]) -> None:
    """Its browser is signed out at once, its live tables too, and the log says who has done it."""
    require_staff(signed_in)
    desk.gate.require(desk.gate.commands, signed_in.id)
    found = {kept.name: person for person, kept in await desk.entrance.staff_sessions()}
    if session not in found:
        raise CardroomError("unknown-session", "There is no such session: it may have ended already.")
    await desk.service.submit(signed_in, c.CloseSession(found[session].id, session))


@post("/api/backups", summary="Make a backup into the folder for them", status_code=202)
async def back_up(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> BackupProgress:
    """In a process of its own; how far it is, the administrator's page tells."""
    await _require_maker(desk, caller, signed_in)
    desk.backups.make(signed_in)
    return _running(desk)


@post("/api/backups/{name:str}/verification", summary="Verify a backup", status_code=202)
async def verify_backup(desk: TheDesk, caller: Calling, signed_in: SignedIn, name: FromPath[str]) -> BackupProgress:
    """Every command of its log is executed again, in a process of its own."""
    await _require_maker(desk, caller, signed_in)
    desk.backups.verify(signed_in, name)
    return _running(desk)


async def _require_maker(desk: Desk, caller: Calling, signed_in: SignedIn) -> None:
    require(signed_in, c.NoteBackup("backup", 0))
    desk.gate.require(desk.gate.commands, signed_in.id)
    await desk.gate.spend(caller, Effort.LONG_READ)


def _running(desk: Desk) -> BackupProgress:
    assert desk.backups.running is not None, "it was begun just now"
    return desk.backups.running
