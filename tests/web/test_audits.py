"""Audit and conformity over HTTP: searched, answered and taken along by those who read, and by nobody else."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.house.engine.house import Done
from cardroom.house.evidence.pack_reader import verified_pack
from cardroom.house.kernel.people import Role
from cardroom.house.log import events as e
from cardroom.house.log.records import LinkPart
from cardroom.house.runtime.house_clock import now
from cardroom.jackpots import Source
from cardroom.jackpots.events import AwardPaid
from cardroom.money import DOLLAR
from cardroom.web.gateway.rate_limits import UNLIMITED

from ..patience import patiently
from .running import Player, Running, eventually, play_a_round, running, staff

pytestmark = pytest.mark.anyio


async def answered(player: Player, path: str) -> dict[str, Any]:
    """What a page shows once nothing runs any more."""
    async with patiently():
        while (found := (await player.http.get(path)).json())["examining"]["running"]:  # noqa: ASYNC110
            await asyncio.sleep(0.2)
    assert found["examining"]["problem"] == ""
    return dict(found)


async def test_a_regulator_takes_evidence_along_that_verifies_elsewhere(database: str, tmp_path: Path) -> None:
    async with running(database, limits=UNLIMITED) as server:
        async with await Player.arrive(server) as ann:
            await play_a_round(ann, "edge-1")
        async with await staff(server, "rosa", Role.REGULATOR) as rosa:
            day = (await rosa.http.get("/api/audit")).json()["days"][0]
            assert (await rosa.http.post("/api/audit/packs", json={"first": day, "last": day})).status_code == 202
            again = await rosa.http.post("/api/audit/packs", json={"first": day, "last": day})
            assert again.json()["code"] == "examining"
            pack = (await answered(rosa, "/api/audit"))["pack"]
            taken = await rosa.http.get(f"/api/audit/packs/{pack['name']}")
            assert (taken.status_code, len(taken.content)) == (200, pack["size"])
            assert (await rosa.http.get("/api/audit/packs/evidence-1-2.tar")).status_code == 404
            visits = [event for event in _in_log(server) if isinstance(event, e.Visited)]
            assert [(one.visit, one.first, one.last) for one in visits] == [("sign-in", "", ""), ("evidence", day, day)]
    out = tmp_path / "taken.tar"
    out.write_bytes(taken.content)
    found = verified_pack(out)
    assert (found.findings, found.records, found.rounds) == ((), pack["records"], 1)


async def test_every_requirement_is_answered_in_a_process_of_its_own(tmp_path: Path) -> None:
    async with running(tmp_path, limits=UNLIMITED) as server, await staff(server, "ada", Role.ACCOUNTING) as ada:
        assert (await ada.http.get("/api/conformity")).json()["statement"] is None
        assert (await ada.http.get("/api/conformity/statement.pdf")).json()["code"] == "no-statement"
        assert (await ada.http.post("/api/conformity")).status_code == 202
        statement = (await answered(ada, "/api/conformity"))["statement"]
        answers = {one["requirement"]: one["answer"] for one in statement["answers"]}
        assert answers["win-on-display"] == answers["software-identified"] == "needs-a-person"
        assert answers["every-change-explained"] == "holds"
        assert (await ada.http.get("/api/conformity/statement.pdf")).content[:4] == b"%PDF"
        for path in ("/api/audit", "/api/audit/software", "/api/audit/search?person=x", "/api/audit/people/ada"):
            assert (await ada.http.get(path)).status_code == 403, path


async def test_the_slowest_display_of_an_award_is_measured_where_a_sign_is_watched(tmp_path: Path) -> None:
    async with running(tmp_path, limits=UNLIMITED) as server:
        hub = server.desk.hub
        assert hub.slowest_display is None
        await _award(server)
        assert hub.slowest_display is None  # nobody watches
        async with await Player.arrive(server) as sign:
            await sign.send(type="WatchJackpots")
            await sign.hear("Jackpots")
            await _award(server)
            await sign.hear("Jackpots")
            await eventually(lambda: hub.slowest_display is not None)
            assert hub.slowest_display > 0


async def _award(server: Running) -> None:
    """As far as the hub hears of it."""
    with server.service.store.reading() as reader:
        record = next(record for record, _ in reader.records())
    paid = AwardPaid(
        rule="", win="x", table="delta-1", seat=1, source=Source.METER, level="Progressive", amount=DOLLAR, at=now()
    )
    part = LinkPart(link="delta", number=1, events=(paid,))
    made = msgspec.structs.replace(record, parts=(part,), at=now() - timedelta(milliseconds=1))
    server.desk.hub._on_commit([Done(record=made)])
    await eventually(lambda: server.desk.hub._award_at is None)


async def test_rounds_are_found_by_person_table_round_and_amount(database: str) -> None:
    async with running(database, limits=UNLIMITED) as server, await staff(server, "iris", Role.AUDITOR) as iris:
        async with await Player.arrive(server) as ann:
            await play_a_round(ann, "edge-1")
            await play_a_round(ann, "straight-1")
            me = (await ann.http.get("/api/me")).json()["person"]["id"]

        async def found(**asked: object) -> list[str]:
            answer = await iris.http.get("/api/audit/search", params=asked)
            assert answer.status_code == 200, answer.text
            return [one["table"] for one in answer.json()["rounds"]]

        assert await found(person=me) == ["straight-1", "edge-1"]
        assert await found(person=me, table="edge-1") == ["edge-1"]
        assert set(await found(table="straight-1")) == {"straight-1"}
        assert await found(person=me, amount=1_000_000 * DOLLAR) == []
        assert set(await found(person=me, amount=1)) == {"straight-1", "edge-1"}
        assert await found(round_id="edge-1-1") == ["edge-1"]
        assert await found(person="nobody") == []
        assert (await iris.http.get("/api/audit/search")).json()["code"] == "no-question"
        story = (await iris.http.get(f"/api/audit/people/{me}")).json()
        assert (story["rounds"], story["staked"] > 0, story["state"]) == (2, True, "active")
        assert (await iris.http.get("/api/audit/people/nobody")).json()["code"] == "unknown-person"
        assert (await iris.http.get("/api/audit/archives")).json() == {"files": [], "manifests": 0, "findings": []}
        changes = (await iris.http.get("/api/audit/changes")).json()["changes"]
        assert any("iris" in one["what"] for one in changes)
        floor = (await iris.http.get("/api/audit/floor.json")).json()
        assert "edge-1" in [table["id"] for table in floor["tables"]]
        told = (await iris.http.get("/api/audit/software")).json()
        assert (told["is_compared"], len(told["identity"]), told["files"] > 100) == (False, 64, True)


def _in_log(server: Running) -> list[object]:
    with server.service.store.reading() as reader:
        return [event for record, _ in reader.records() for part in record.parts for event in part.events]
