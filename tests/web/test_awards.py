"""Awards, requests and the pages of wins over HTTP: the staff reads them, and nobody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from cardroom.house.kernel.people import Role
from cardroom.house.log import commands as c
from cardroom.jackpots.commands import Adjust, Reason, StaffCard, SwipeCard
from cardroom.money import CENT
from cardroom.web.gateway.rate_limits import UNLIMITED
from cardroom.web.gateway.security import COOKIE

from ..floors import floor_text
from ..house.logs import STRAIGHT_FLUSH, SeededRoom, stored
from .running import Player, running, staff

pytestmark = pytest.mark.anyio

FLOOR = floor_text(("delta-1",), service="$0", timers={"bets": 3000, "decision": 3000, "pause": 3000})
READERS = {
    "/api/awards": {"dealer", "supervisor", "executive", "technician", "accounting", "auditor"},
    "/api/requests": {"supervisor", "executive", "technician", "accounting", "auditor"},
    "/api/wins?day=2026-03-02": {"supervisor", "executive", "accounting", "auditor"},
    "/api/wins/delta/delta-1": {"supervisor", "executive", "accounting", "auditor"},
    "/api/wins/delta/delta-1/page.pdf": {"supervisor", "executive", "accounting", "auditor"},
    "/api/slips": {"dealer", "supervisor", "executive", "accounting", "cage", "auditor"},
    "/api/slips/report": {"supervisor", "executive", "accounting", "cage", "auditor"},
    "/api/tables/delta-1/bank": {"dealer", "supervisor", "executive", "accounting", "cage", "auditor"},
}
CONFIRM = {"type": "Confirm", "table": "delta-1"}
SWIPE = c.AtConsole("delta", SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR))


@pytest.fixture
def house(tmp_path: Path) -> str:
    """A database in which a straight flush waits for approval, and an adjustment for a second person."""
    room = SeededRoom(FLOOR)
    room.enrol("cage", "cage")
    room.enrol("administrator", "administrator")
    room.guest("ann", "delta-1", 1)
    room.next_seed = STRAIGHT_FLUSH
    room.play("delta-1", "ann", progressive=1)
    change = Adjust(level="Progressive", change=CENT, reason=Reason.MALFUNCTION, why="a lost cent")
    room.do("accounting", c.AskChange("delta", change))
    stored(room, tmp_path / "house.sqlite").engine.dispose()
    return f"sqlite:///{tmp_path / 'house.sqlite'}"


async def read(player: Player, path: str) -> Any:
    answer = await player.http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_from_hit_to_the_printed_page_and_the_days_list(house: str) -> None:
    async with running(house, text=FLOOR) as server, await staff(server, "sue", Role.SUPERVISOR) as sue:
        (award,) = await read(sue, "/api/awards")
        assert (award["seat"], award["hand"], award["amount"]) == (1, "straight flush", 500_020_000)
        assert award["why"] == "An award of $500.02 needs a supervisor's card (below $10,000)."
        assert sorted(card for held in award["cards"] for card in held["cards"]) == ["2d", "3d", "4d", "5d", "6d"]
        assert award["next"]["command"] == {"type": "AtConsole", "link": "delta", "press": CONFIRM}
        assert (await sue.submit("AtConsole", link="delta", press=CONFIRM))["type"] == "Accepted"
        await server.service.submit(server.service.house.people["supervisor"], SWIPE)  # card and all
        assert await read(sue, "/api/awards") == []
        page = await read(sue, "/api/wins/delta/delta-1")
        assert (page["figures"], page["printed"], page["hand"]) == ("$500.02", None, "straight flush")
        too_soon = await sue.http.get("/api/wins/delta/delta-1/page.pdf")
        assert (too_soon.status_code, too_soon.json()["code"]) == (409, "not-printed")
        for number in (1, 2):
            assert (await sue.submit("PrintWin", link="delta", win="delta-1"))["type"] == "Accepted"
            pdf = await sue.http.get("/api/wins/delta/delta-1/page.pdf")
            assert (pdf.headers["content-type"], pdf.content[:4]) == ("application/pdf", b"%PDF")
            page = await read(sue, "/api/wins/delta/delta-1")
            assert page["printed"]["number"] == number
            assert page["notices"] == ([f"REPRINT: print {number}, by Sue (sue)"] if number > 1 else [])
        (win,) = await read(sue, f"/api/wins?day={server.service.house.day}")
        assert (win["win"], win["prints"], win["approved_by"], win["page"]) == (
            "delta-1", 2, "supervisor", "/api/wins/delta/delta-1"
        )  # fmt: skip
        assert await read(sue, win["page"]) == page


async def test_requests_are_read_by_those_who_ask_and_those_who_answer(house: str) -> None:
    async with running(house, text=FLOOR) as server, await staff(server, "erin", Role.EXECUTIVE) as executive:
        (request,) = await read(executive, "/api/requests")
        assert (request["asked_by"], request["why"], request["may_answer"]) == ("accounting", "a lost cent", True)
        assert request["figures"] == [{"what": "Progressive, meter", "before": "$5,000.20", "after": "$5,000.21"}]
        assert request["asked_at"].startswith("2026-03-02T12:")
        assert request["change"]["type"] == "Adjust"
        approved = await executive.submit("ApproveChange", request=request["request"])
        assert approved["type"] == "Accepted"
        assert await read(executive, "/api/requests") == []


async def test_every_role_reads_what_it_may_and_players_nothing(house: str) -> None:
    async with running(house, text=FLOOR, limits=UNLIMITED) as server:
        async with await Player.arrive(server) as guest, await Player.arrive(server, guest=False) as stranger:
            for path in READERS:
                answer = await guest.http.get(path)
                assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
                assert answer.json()["message"].startswith("A guest may not read this; it is for: ")
                assert (await stranger.http.get(path)).status_code == 401
        for role in set(Role) - {Role.SERVICE, Role.GUEST, Role.PLAYER, Role.REGULATOR}:
            token = await server.desk.entrance.open_session(server.service.house.people[role.value])
            async with httpx.AsyncClient(base_url=server.url, cookies={COOKIE: token}) as http:
                for path, readers in READERS.items():
                    answer = await http.get(path)
                    assert (answer.status_code != 403) is (role in readers), (role, path, answer.text)


async def test_nonsense_is_answered_in_a_sentence(house: str) -> None:
    async with running(house, text=FLOOR) as server, await staff(server, "ada", Role.ACCOUNTING) as ada:
        for path in (
            "/api/wins/delta/delta-1",
            "/api/wins/nowhere/x",
            "/api/wins/delta/%00",
            "/api/wins/delta/delta-x/page.pdf",
        ):
            answer = await ada.http.get(path)
            assert answer.status_code in (400, 404), (path, answer.text)
            assert answer.json()["message"]
        for day in ("?day=", "?day=yesterday", "?day=2026-3-2"):
            assert (await ada.http.get(f"/api/wins{day}")).status_code == 400


ASK: dict[str, Any] = {
    "type": "AskChange",
    "link": "delta",
    "change": {"type": "ChangeSeed", "level": "Progressive", "seed": 6_000 * 1_000_000, "why": "a larger one"},
}


async def test_a_change_is_looked_at_before_it_is_asked_for(house: str) -> None:
    async with running(house, text=FLOOR) as server, await staff(server, "tess", Role.TECHNICIAN) as tess:
        position = server.service.house.position
        answer = await tess.http.post("/api/preview", json={"command": ASK})
        change = answer.json()["change"]
        assert change["figures"] == [{"what": "Progressive, seed", "before": "$5,000", "after": "$6,000"}]
        assert change["obstacle"]
        assert server.service.house.position == position
        assert len(await read(tess, "/api/requests")) == 1


@pytest.mark.parametrize("role", [Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.AUDITOR])
async def test_a_change_is_shown_to_those_who_may_ask_for_it(house: str, role: Role) -> None:
    async with running(house, text=FLOOR) as server, await staff(server, "pat", role) as pat:
        answer = await pat.http.post("/api/preview", json={"command": ASK})
        assert (answer.json()["needs_card"], answer.json()["change"]) == (True, None)


async def test_the_wins_of_the_day_that_is_on(house: str) -> None:
    async with running(house, text=FLOOR) as server, await staff(server, "sue", Role.SUPERVISOR) as sue:
        assert await read(sue, "/api/wins") == await read(sue, f"/api/wins?day={server.service.house.day}")
