"""Access over HTTP and socket: codes in two halves, sessions that end at once, secrets that nobody else learns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardroom.house.kernel.people import SERVICE, Role
from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.web.gateway.rate_limits import UNLIMITED

from ..patience import patiently
from .running import PASSWORD, Player, client_of, running, staff, whole_log
from .test_cards import holder, scanned

pytestmark = pytest.mark.anyio

ANN = {"type": "EnrolStaff", "person": "ann", "name": "Ann", "role": "accounting", "gets_card": True}
OWN = "a sentence of my own"


async def agree(asks: Player, approves: Player, change: dict[str, Any]) -> None:
    asked = await asks.submit("AskAccess", change=change)
    assert asked["type"] == "Accepted", asked
    answer = await approves.submit("ApproveAccess", request=f"request-{asked['position']}")
    assert answer["type"] == "Accepted", answer


async def half(player: Player, person: str = "ann") -> str:
    answer = await player.http.post(f"/api/access/codes/{person}")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["half"])


async def is_out(player: Player) -> None:
    """Every socket is closed at once, and the cookie opens nothing."""
    assert player.socket
    async with patiently():
        await player.socket.wait_closed()
    assert player.socket.close_code == 4401
    assert (await player.http.get("/api/me")).status_code == 401
    command = {"command": {"type": "TapIn", "table": "human-1"}, "key": new_key(now(), "x")}
    assert (await player.http.post("/api/commands", json=command)).status_code == 401


async def test_the_holder_of_a_new_account_sets_the_secrets_and_nobody_else_learns_them(database: str) -> None:
    async with (
        running(database, limits=UNLIMITED) as server,
        await staff(server, "tom", Role.TECHNICIAN) as technician,
        await staff(server, "eve", Role.EXECUTIVE) as executive,
        await staff(server, "sam", Role.SUPERVISOR) as supervisor,
        client_of(server) as ann,
    ):
        await agree(technician, executive, ANN)
        login = {"person": "ann", "password": OWN}
        assert (await ann.post("/api/login", json=login)).status_code == 401
        first, second = await half(technician), await half(executive)
        refused = await supervisor.http.post("/api/access/codes/ann")
        assert (refused.status_code, refused.json()["code"]) == (403, "not-your-code")
        wanted = {"person": "ann", "password": OWN, "pin": "47114711"}
        for wrong in (first, second, f"{second}-{first}", f"{first}-{first}", ""):
            answer = await ann.post("/api/redeem", json=wanted | {"code": wrong})
            assert (answer.status_code, answer.json()["code"]) == (401, "wrong-code")
        answer = await ann.post("/api/redeem", json={"person": "ann", "code": f"{first}-{second}"})
        assert answer.json()["code"] == "no-password"
        answer = await ann.post("/api/redeem", json=wanted | {"code": f"{first} {second}".lower()})
        assert answer.status_code == 200, answer.text
        card = answer.json()["card"]
        assert card["svg"].startswith("<svg")
        again = await ann.post("/api/redeem", json=wanted | {"code": f"{first}-{second}"})
        assert again.json()["code"] == "wrong-code"
        assert (await ann.post("/api/login", json=login)).status_code == 200
        listed = (await supervisor.http.get("/api/access")).json()
        (row,) = [one for one in listed["staff"] if one["person"]["id"] == "ann"]
        assert (row["state"], row["card"], row["has_pin"], row["code"]) == ("active", card["number"], True, None)
        log = whole_log(server)
        for secret in (first, second, first.replace("-", ""), OWN, card["code"], "47114711"):
            assert secret.encode() not in log


async def test_neither_of_the_two_can_be_the_new_person(tmp_path: Path) -> None:
    """The attack of one: whoever asked, or whoever approved, redeems the code before its holder does."""
    async with (
        running(tmp_path, limits=UNLIMITED) as server,
        await staff(server, "tom", Role.TECHNICIAN) as technician,
        await staff(server, "eve", Role.EXECUTIVE) as executive,
    ):
        await agree(technician, executive, ANN)
        for dishonest in (technician, executive):
            mine, another = await half(dishonest), await half(dishonest)
            for code in (mine, another, f"{mine}-{another}", f"{another}-{mine}", f"{another}-{another}"):
                wanted = {"person": "ann", "password": OWN, "code": code}
                assert (await dishonest.http.post("/api/redeem", json=wanted)).json()["code"] == "wrong-code"
        assert "ann" in server.service.house.invitations


async def test_a_card_swiped_to_approve_gives_the_asker_no_second_half(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "tom", Role.TECHNICIAN) as technician:
        eve = await holder(server, "eve", Role.EXECUTIVE)
        asked = await technician.submit("AskAccess", change=ANN)
        request = f"request-{asked['position']}"
        assert (await technician.submit("ApproveAccess", request=request))["code"] == "two-people"
        lent = await technician.submit("ApproveAccess", request=request, card=scanned(eve))
        assert lent["type"] == "Accepted"
        answer = await technician.http.post("/api/access/codes/ann")
        assert answer.json()["is_first"] is True


CLOSINGS: dict[str, dict[str, Any]] = {
    "suspended": {"kind": "SuspendAccount", "person": "dora", "why": "x"},
    "ended": {"kind": "EndAccount", "person": "dora", "why": "left the house"},
}


@pytest.mark.parametrize("how", CLOSINGS)
async def test_what_was_ended_is_refused_everywhere_at_once(database: str, how: str) -> None:
    """The attack: a supervisor is dismissed, and the password still signs in and declares a misdeal."""
    async with (
        running(database) as server,
        await staff(server, "eve", Role.EXECUTIVE) as executive,
        await staff(server, "dora", Role.SUPERVISOR) as dora,
        await Player.arrive(server, guest=False) as again,
    ):
        card = await server.desk.entrance.cards.issue(SERVICE, "dora", why="x", pin="4711")
        assert (await again.http.post("/api/login", json={"person": "dora", "password": PASSWORD})).status_code == 200
        await again.connect()
        await dora.follow("human-1")
        assert (await executive.submit(**CLOSINGS[how]))["type"] == "Accepted"
        await is_out(dora)
        await is_out(again)
        async with client_of(server) as late:
            answer = await late.post("/api/login", json={"person": "dora", "password": PASSWORD})
            assert answer.status_code in (401, 403)
        misdeal = {"table": "human-1", "command": {"type": "DeclareMisdeal", "why": "x"}}
        swiped = await executive.submit("AtTable", **misdeal, card=scanned(card))
        assert swiped["code"] in ("not-active", "revoked-card")


async def test_a_role_change_and_a_reset_end_all_sessions_by_password_and_by_card(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await staff(server, "tom", Role.TECHNICIAN) as technician,
        await staff(server, "eve", Role.EXECUTIVE) as executive,
    ):
        for change in ({"type": "ChangeRole", "role": "cage"}, {"type": "ResetAccount"}):
            name = f"dora-{change['type']}"
            async with (
                await staff(server, name, Role.SUPERVISOR) as dora,
                await Player.arrive(server, guest=False) as by_card,
            ):
                person = server.service.house.people[name]
                token = await server.desk.entrance.open_session(person, by_card=True)
                by_card.http.cookies.set("cardroom_session", token)
                await by_card.connect()
                assert (await by_card.http.get("/api/me")).status_code == 200
                await agree(technician, executive, change | {"person": name})
                await is_out(dora)
                await is_out(by_card)
        async with client_of(server) as late:
            answer = await late.post("/api/login", json={"person": "dora-ResetAccount", "password": PASSWORD})
            assert answer.status_code == 401
            answer = await late.post("/api/login", json={"person": "dora-ChangeRole", "password": PASSWORD})
            assert answer.json()["person"]["role"] == "cage"


async def test_a_changed_password_ends_all_other_sessions(database: str) -> None:
    async with (
        running(database) as server,
        await staff(server, "dora", Role.DEALER) as dora,
        await Player.arrive(server, guest=False) as other,
    ):
        await other.http.post("/api/login", json={"person": "dora", "password": PASSWORD})
        await other.connect()
        assert (await dora.http.post("/api/password", json={"old": "x", "new": OWN})).status_code == 401
        answer = await dora.http.post("/api/password", json={"old": PASSWORD, "new": OWN})
        assert answer.status_code == 200
        await is_out(other)
        assert (await dora.http.get("/api/me")).status_code == 200, "whoever changed it stays, by a new session"


async def test_what_was_ended_stays_so_when_another_server_takes_over(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await staff(server, "eve", Role.EXECUTIVE) as executive,
        await staff(server, "dora", Role.SUPERVISOR) as dora,
    ):
        cookies = dict(dora.http.cookies)
        await executive.submit(**CLOSINGS["ended"])
    async with running(tmp_path) as server, client_of(server, cookies=cookies) as again:
        assert (await again.get("/api/me")).status_code == 401


async def test_a_browser_becomes_a_terminal_that_two_people_have_agreed_on(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await staff(server, "tom", Role.TECHNICIAN) as technician,
        await staff(server, "eve", Role.EXECUTIVE) as executive,
    ):
        wanted = {"name": "Pit 1"}
        assert (await technician.http.post("/api/terminals", json=wanted)).json()["code"] == "unknown-terminal"
        await agree(technician, executive, {"type": "AddTerminal", "name": "Pit 1"})
        assert (await technician.http.post("/api/terminals", json=wanted)).status_code == 201
        assert (await executive.http.post("/api/terminals", json=wanted)).json()["code"] == "known-terminal"
        assert (await executive.http.get("/api/access")).json()["terminals"] == [{"name": "Pit 1", "is_placed": True}]
        await executive.submit("RemoveTerminal", name="Pit 1")
        card = {"type": "Scanned", "code": "x"}
        answer = await technician.http.post("/api/login/card", json={"card": card})
        assert answer.json()["code"] == "no-terminal"


async def test_nothing_of_it_is_told_to_others(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "dora", Role.DEALER) as dealer:
        assert (await dealer.http.get("/api/access")).status_code == 403
        assert (await client_of(server).get("/api/access")).status_code == 401
