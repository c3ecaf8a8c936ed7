"""The administrator's page over HTTP: who is signed in where, servers, backups made and verified, keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from cardroom.cli.house.database_options import open_store
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.secret_hashes import token_hash
from cardroom.house.storage.backups import note_backup
from cardroom.web.gateway.rate_limits import UNLIMITED
from cardroom.web.gateway.security import COOKIE

from ..floors import floor_text
from .running import Player, Running, eventually, running

pytestmark = pytest.mark.anyio

FLOOR = floor_text(("edge-1",))
PAGE = "/api/administration"
OLGA, OTTO = Person("olga", "Olga Nowak", Role.ADMINISTRATOR), Person("otto", "Otto Berg", Role.TECHNICIAN)
SUE, EVE = Person("sue", "Sue Park", Role.SUPERVISOR), Person("eve", "Eve Moran", Role.EXECUTIVE)
READERS = {Role.ADMINISTRATOR, Role.TECHNICIAN, Role.EXECUTIVE, Role.AUDITOR}


async def come_in(server: Running, person: Person, terminal: str = "") -> httpx.AsyncClient:
    if person.id not in server.service.house.people:
        await server.service.submit(SERVICE, c.Enrol(person.id, person.name, person.role))
    token = await server.desk.entrance.open_session(person, terminal=terminal)
    return httpx.AsyncClient(base_url=server.url, cookies={COOKIE: token}, headers={"origin": server.url}, timeout=60)


async def page(http: httpx.AsyncClient) -> dict[str, Any]:
    answer = await http.get(PAGE)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


# --- sessions ---------------------------------------------------------------------------------------------------------


async def test_sessions_of_the_staff_are_listed_with_their_terminal_and_no_player_is(tmp_path: Path) -> None:
    async with running(tmp_path, text=FLOOR, limits=UNLIMITED) as server:
        await server.service.submit(SERVICE, c.BreakGlass(c.AddTerminal("pit-2")))
        async with (
            await Player.arrive(server),
            await come_in(server, OLGA) as olga,
            await come_in(server, SUE, "pit-2"),
        ):
            found = (await page(olga))["sessions"]
        assert [(one["person"]["id"], one["terminal"], one["is_this"], one["may_end"]) for one in found] == [
            ("olga", "", True, True), ("sue", "pit-2", False, True),
        ]  # fmt: skip
        assert all(one["since"] for one in found)


async def test_an_administrator_ends_one_session_and_the_other_goes_on(tmp_path: Path) -> None:
    async with (
        running(tmp_path, text=FLOOR, limits=UNLIMITED) as server,
        await come_in(server, OLGA) as olga,
        await come_in(server, SUE) as first,
        await come_in(server, SUE) as second,
    ):
        name = token_hash(first.cookies[COOKIE])[:16]
        assert (await first.get("/api/me")).status_code == 200
        assert (await olga.post(f"/api/sessions/{name}/end", json={})).status_code == 204
        assert (await first.get("/api/me")).status_code == 401
        assert (await second.get("/api/me")).status_code == 200
        again = await olga.post(f"/api/sessions/{name}/end", json={})
        assert again.json()["code"] == "unknown-session"


async def test_the_staff_ends_own_sessions_and_those_of_nobody_else(tmp_path: Path) -> None:
    async with (
        running(tmp_path, text=FLOOR, limits=UNLIMITED) as server,
        await come_in(server, OTTO) as otto,
        await come_in(server, SUE) as sue,
        await come_in(server, SUE) as left_open,
        await Player.arrive(server) as guest,
    ):
        own = (await sue.get("/api/sessions")).json()
        assert [one["person"]["id"] for one in own] == ["sue", "sue"]
        assert (await guest.http.get("/api/sessions")).status_code == 403
        name = token_hash(left_open.cookies[COOKIE])[:16]
        assert (await otto.post(f"/api/sessions/{name}/end", json={})).json()["code"] == "not-your-session"
        assert (await left_open.get("/api/me")).status_code == 200
        assert (await sue.post(f"/api/sessions/{name}/end", json={})).status_code == 204
        assert (await left_open.get("/api/me")).status_code == 401


async def test_the_socket_of_a_session_that_is_ended_is_closed(tmp_path: Path) -> None:
    async with (
        running(tmp_path, text=FLOOR, limits=UNLIMITED) as server,
        await come_in(server, OLGA) as olga,
        await come_in(server, SUE) as sue,
        Player(server, sue),
    ):
        assert server.desk.hub.connections
        name = token_hash(sue.cookies[COOKIE])[:16]
        assert (await olga.post(f"/api/sessions/{name}/end", json={})).status_code == 204
        await eventually(lambda: not server.desk.hub.connections)


async def test_the_page_is_for_four_roles(tmp_path: Path) -> None:
    async with running(tmp_path, text=FLOOR, limits=UNLIMITED) as server:
        for role in set(Role) - {Role.SERVICE, Role.REGULATOR}:
            async with await come_in(server, Person(f"a-{role}", role.title(), role)) as http:
                assert ((await http.get(PAGE)).status_code == 200) == (role in READERS), role


# --- servers and keys -------------------------------------------------------------------------------------------------


async def test_servers_and_keys_are_told_and_no_key_is(tmp_path: Path) -> None:
    async with running(tmp_path, text=FLOOR, limits=UNLIMITED) as server, await come_in(server, OTTO) as otto:
        store = server.service.store
        found = await page(otto)
        assert [one["is_owner"] for one in found["servers"]] == [True]
        (seal,) = (key for key in found["keys"] if key["seals"])
        assert (seal["is_used"], seal["copies"], seal["source"]) == (True, "", str(store.seal_file))
        note = {"type": "NoteKeyCopies", "key": seal["name"], "where": "safe 2", "seen": server.service.house.day}
        answer = await otto.post("/api/commands", json={"type": "Submit", "command": note})
        assert answer.status_code == 200, answer.text
        found = await page(otto)
        (seal,) = (key for key in found["keys"] if key["seals"])
        assert (seal["copies"], seal["noted_by"], seal["seen"]) == ("safe 2", "otto", server.service.house.day)
        secret = store.seal_file.read_text().splitlines()[-1]
        assert secret not in json.dumps(found)


# --- backups ----------------------------------------------------------------------------------------------------------


async def test_a_backup_is_made_and_verified_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    async with running(tmp_path / "house", text=FLOOR, limits=UNLIMITED) as server, await come_in(server, OTTO) as otto:
        maker = server.desk.backups
        assert (await otto.post("/api/backups", json={})).json()["code"] == "no-folder"
        maker.folder = tmp_path / "copies"
        async with await come_in(server, EVE) as eve:
            assert (await eve.post("/api/backups", json={})).status_code == 403
        assert (await otto.post("/api/backups", json={})).status_code == 202
        assert (await otto.post("/api/backups", json={})).json()["code"] == "backup-running"
        await eventually(lambda: maker.running is None)
        (made,) = (await page(otto))["backups"]
        file = tmp_path / "copies" / made["name"]
        assert (made["size"], made["verified"], made["is_at_hand"]) == (file.stat().st_size, None, True)
        copy = open_store(f"sqlite:///{file}", anew=True)
        with copy.reading() as reader:
            assert reader.last() >= 2
        copy.close()
        unknown = await otto.post("/api/backups/..%2Fhouse.db/verification", json={})
        assert unknown.status_code in (400, 404)
        assert (await otto.post(f"/api/backups/{made['name']}/verification", json={})).status_code == 202
        await eventually(lambda: maker.running is None)
        assert maker.problem == ""
        (made,) = (await page(otto))["backups"]
        assert made["verified"]
        assert made["findings"] == 0


async def test_a_backup_of_the_command_line_is_listed_and_one_that_fails_says_why(tmp_path: Path) -> None:
    async with running(tmp_path, text=FLOOR, limits=UNLIMITED) as server, await come_in(server, OTTO) as otto:
        note_backup(server.service.store, now(), "by-hand.sqlite", 7)
        (told,) = (await page(otto))["backups"]
        assert (told["name"], told["size"], told["is_at_hand"]) == ("by-hand.sqlite", 7, False)
        (tmp_path / "file").write_text("no folder")
        server.desk.backups.folder = tmp_path / "file"
        assert (await otto.post("/api/backups", json={})).status_code == 202
        await eventually(lambda: server.desk.backups.running is None)
        assert "file" in (await page(otto))["backup_problem"]
