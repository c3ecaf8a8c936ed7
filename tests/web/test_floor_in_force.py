"""A floor file uploaded on the administrator's page: checked, asked for by one person, approved by another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from cardroom.house.log import commands as c
from cardroom.house.runtime.startup import chosen_floor
from cardroom.web.gateway.rate_limits import UNLIMITED

from ..house.conftest import Room
from ..house.logs import stored
from ..patience import PATIENCE
from .running import running
from .test_administration import EVE, OLGA, OTTO, come_in
from .test_serve import serving

pytestmark = pytest.mark.anyio

GAMES = {"edge": "straight-edge-1", "straight": "keep-it-straight"}
EDGE, STRAIGHT = (f'[[table]]\nid = "{name}-1"\ngame = "{game}"\n' for name, game in GAMES.items())
OLD = f'[house]\nname = "Riverside"\n{EDGE}'
NEW = OLD + STRAIGHT


async def checked(http: httpx.AsyncClient, text: str) -> dict[str, Any]:
    answer = await http.post("/api/floor/check", json={"text": text})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def answered(http: httpx.AsyncClient, kind: str, request: str) -> httpx.Response:
    return await http.post("/api/commands", json={"type": "Submit", "command": {"type": kind, "request": request}})


async def test_another_floor_is_checked_asked_for_and_approved_and_the_next_start_opens_on_it(tmp_path: Path) -> None:
    async with (
        running(tmp_path, text=OLD, limits=UNLIMITED) as server,
        await come_in(server, OTTO) as otto,
        await come_in(server, OLGA) as olga,
        await come_in(server, EVE) as eve,
    ):
        found = await checked(otto, NEW)
        assert (found["mistakes"], found["may_ask"]) == ([], True)
        assert [(one["change"], one["of"], one["id"]) for one in found["changes"]] == [("added", "table", "straight-1")]
        asking = {"text": NEW, "source": "new.toml", "why": "a second table"}
        view = (await otto.post("/api/floor/requests", json=asking)).json()
        request = view["request"]["request"]
        assert view["request"]["why_not"] == "It takes two people: whoever asked cannot approve."
        assert (await answered(olga, "ApproveFloor", request)).json()["code"] == "same-line"
        assert (await eve.get("/api/floor")).json()["request"]["may_answer"]
        assert (await answered(eve, "ApproveFloor", request)).status_code == 200
        view = (await eve.get("/api/floor")).json()
        assert (view["approved"]["waits"], len(view["tables"])) == (True, 1)
        house = server.service.house
        assert [plan.id for plan in chosen_floor(house, house.floor).floor.tables] == ["edge-1", "straight-1"]


async def test_mistakes_are_told_line_by_line_and_nothing_of_them_is_asked_for(tmp_path: Path) -> None:
    async with running(tmp_path, text=OLD, limits=UNLIMITED) as server, await come_in(server, OTTO) as otto:
        wrong = OLD.replace('game = "straight-edge-1"', 'game = "straight-edge-9"')
        (mistake,) = (await checked(otto, wrong))["mistakes"]
        assert mistake.startswith("floor.toml:")
        assert "straight-edge-9" in mistake
        answer = await otto.post("/api/floor/requests", json={"text": wrong, "source": "new.toml", "why": "to try"})
        assert answer.json()["code"] == "bad-floor"
        assert (await checked(otto, "no TOML"))["mistakes"][0].startswith("floor.toml:1: not a TOML file")
        assert server.service.house.floor_request is None


@pytest.mark.parametrize("line", ['games = ["../outside.py"]', 'games = ["/etc/passwd"]'])
async def test_an_uploaded_floor_names_no_file_of_the_server(tmp_path: Path, line: str) -> None:
    (tmp_path / "outside.py").write_text("raise SystemExit('it was run')")
    async with running(tmp_path, text=OLD, limits=UNLIMITED) as server, await come_in(server, OTTO) as otto:
        (mistake,) = (await checked(otto, f"{line}\n{OLD}"))["mistakes"]
        assert "An uploaded floor names no file" in mistake


async def test_the_same_floor_changes_nothing_and_a_long_file_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path, text=OLD, limits=UNLIMITED) as server, await come_in(server, OTTO) as otto:
        found = await checked(otto, OLD)
        assert (found["changes"], found["may_ask"]) == ([], False)
        answer = await otto.post("/api/floor/requests", json={"text": OLD, "source": "same.toml", "why": "to try"})
        assert answer.json()["code"] == "no-change"
        assert (await otto.post("/api/floor/check", json={"text": "x" * 50_001})).status_code == 400
        assert server.service.house.floor_request is None


@pytest.mark.slow
def test_a_server_opens_on_the_approved_floor_and_says_so_unless_its_file_is_to_win(tmp_path: Path) -> None:
    room = Room(OLD)
    room.do("technician", c.AskFloor(room.house.documents.add(room.read(NEW)), "new.toml", "a second table"))
    assert room.house.floor_request is not None
    room.do("executive", c.ApproveFloor(room.house.floor_request.request))
    stored(room, tmp_path / "house.db").engine.dispose()
    for arguments, tables, says in (((), 2, True), (("--floor-from-file",), 1, False)):
        with serving(tmp_path, *arguments, text=OLD) as (url, process):
            lobby = httpx.get(f"{url}/api/lobby", timeout=PATIENCE).json()
            assert len(lobby["tables"]) == tables
            process.terminate()
            _, errors = process.communicate(timeout=PATIENCE)
        assert ("that technician and executive approved on 2026-03-02; its file is older." in errors) == says
