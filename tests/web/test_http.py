"""HTTP: who may come in, what is told, and what keeps others out."""

import csv
import hashlib
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import cardroom
from cardroom.house.engine.permissions import MATRIX, sent_as
from cardroom.house.kernel.people import Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.jackpots import commands as j
from cardroom.money import DOLLAR
from cardroom.table import commands as t
from cardroom.web.messages import FromClient, FromServer, message_schema
from cardroom.web.response_types import ANSWERS
from cardroom.web.typescript import typescript_of

from ..accounts import enrol
from ..frames import standing_in
from .running import BEARER, PASSWORD, Player, client_of, play_a_round, running, staff, whole_log

pytestmark = pytest.mark.anyio


async def test_health_tells_the_version(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client_of(server) as http:
        answer = (await http.get("/health")).json()
        ready = {"status": "ready", "version": cardroom.__version__, "house": "Test Room"}
        assert answer == ready | {"troubles": [], "stopped": []}


PUBLIC = (
    "/api/lobby",
    "/api/jackpots",
    "/api/rules/caribbean-stud",
    "/api/matrix",
    "/api/tables/edge-1",
    "/api/tables/edge-1/rules",
    "/api/tables/delta-1/layout",
    "/api/schema/messages.json",
    "/schema/openapi.json",
)


async def test_anyone_may_read_what_is_public(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client_of(server) as http:
        for path in PUBLIC:
            answer = await http.get(path)
            assert answer.status_code == 200, path
            assert answer.json(), path


async def test_every_room_of_the_browser_application_has_an_address(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client_of(server) as http:
        application = await http.get("/")
        for path in ("/tables/edge-1", "/signs", "/signs/delta", "/lab", "/lab/caribbean-stud", "/history"):
            answer = await http.get(path)
            assert (answer.status_code, answer.text) == (application.status_code, application.text)


async def test_every_answer_carries_the_headers_that_keep_a_page_safe(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client_of(server) as http:
        for path in ("/", "/health", "/api/me", "/nowhere", "/static/icon.svg"):
            headers = (await http.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
        page = (await http.get("/")).text
        assert "<script>" not in page
        assert "style=" not in page


async def test_the_session_is_in_a_cookie_that_scripts_and_other_sites_never_see(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client_of(server) as http:
        answer = await http.post("/api/guest")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Secure" not in cookie
        token = http.cookies["cardroom_session"]
        assert len(token) >= 43
        assert token not in answer.text
        stored = server.service.store.session_person(hashlib.sha256(token.encode()).hexdigest(), now())
        assert stored == answer.json()["person"]["id"]
        assert server.service.store.session_person(token, now()) is None
        assert (await http.post("/api/logout")).status_code == 200
        http.cookies.set("cardroom_session", token)
        assert (await http.get("/api/me")).status_code == 401


async def test_pages_of_other_sites_are_kept_out(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client_of(server) as http:
        for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            answer = await http.post("/api/guest", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")
        assert (await http.post("/api/guest", headers={"Origin": server.url})).status_code == 200
        with pytest.raises(InvalidStatus):
            await connect(f"ws://{server.address}/ws", origin="https://evil.example")  # type: ignore[arg-type]
        async with connect(f"ws://{server.address}/ws", origin=server.url) as socket:  # type: ignore[arg-type]
            assert b"Hello" in (await socket.recv(decode=False))


async def test_a_guest_enrolled_by_one_click_has_play_money(database: str) -> None:
    async with running(database) as server, await Player.arrive(server) as player:
        me = (await player.http.get("/api/me")).json()
        assert me["person"]["role"] == "guest"
        assert me["wallet"] == 1000 * DOLLAR
        assert set(me["may"]) == {name for row, roles in MATRIX.items() if Role.GUEST in roles for name in sent_as(row)}


async def test_a_dealer_sees_the_next_act_and_no_hidden_card(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await Player.arrive(server) as player,
        await staff(server, "dora", Role.DEALER) as dealer,
    ):
        await player.follow("human-1")
        await player.sit("human-1")
        assert (await dealer.follow("human-1"))["view"]["yours"]["next_act"] is None
        assert (await dealer.submit("BeginRound", table="human-1"))["type"] == "Accepted"
        await player.wait_for("human-1", "bets")
        await player.bet("human-1", {"ante": 5 * DOLLAR})
        while True:
            frame = await dealer.hear("Frame")
            if frame["standing"]["waits_for"] == "decisions":
                break
            if act := standing_in(frame)["next_act"]:
                assert (await player.at_table("human-1", **_named(act)))["code"] == "not-allowed"
                assert (await dealer.at_table("human-1", **_named(act)))["type"] == "Accepted"
        packets = [event for event in dealer.told() if event["type"] == "PacketDealt"]
        assert len(packets) == 2
        assert all(packet["cards"] is None for packet in packets)
        view = (await player.http.get("/api/tables/human-1")).json()
        assert view["yours"]["next_act"] is None
        told = [(await dealer.http.get(path)).text for path in STAFFS_ROUTES]
        assert '"next"' in told[0]
        for card in view["yours"]["your_cards"]:
            assert not any(f'"{card}"' in text for text in (*dealer.raw, *told))


# What the staff's pages read of a table where a round is in play.
STAFFS_ROUTES = ("/api/tables/human-1/terminal", "/api/awards", "/api/staff/duty", "/api/tables/human-1", "/api/lobby")


def _named(act: dict[str, Any]) -> dict[str, Any]:
    return {"kind" if name == "type" else name: value for name, value in act.items()}


async def test_a_supervisors_card_counts_at_the_dealers_console(database: str) -> None:
    async with running(database) as server:
        sam = Person("sam", "Sam", Role.SUPERVISOR)
        card = await enrol(server.desk.entrance, sam, PASSWORD)
        press = {"type": "SwipeCard", "table": "delta-1", "card": "supervisor"}
        swipe = {"kind": "AtConsole", "link": "delta", "press": press}
        async with await staff(server, "dora", Role.DEALER) as dealer:
            assert (await dealer.submit(**swipe))["code"] == "not-allowed"
            nonsense = {"type": "Scanned", "code": "nonsense"}
            assert (await dealer.submit(**swipe, card=nonsense))["code"] == "unknown-card"
            assert card is not None
            scanned = {"type": "Scanned", "code": card.code}
            assert (await dealer.submit(**swipe, card=scanned))["code"] == "no-game"  # let through as Sam's
        assert card.code.encode() not in whole_log(server)


async def test_a_round_in_progress_and_rounds_of_others_stay_closed(database: str) -> None:
    async with (
        running(database) as server,
        await Player.arrive(server) as player,
        await Player.arrive(server) as other,
        await staff(server, "otto", Role.AUDITOR) as auditor,
    ):
        await play_a_round(player, "edge-1")
        await player.wait_for("edge-1", "bets")
        assert (await other.http.get("/api/rounds/edge-1-1")).json()["code"] == "not-your-round"
        assert (await auditor.http.get("/api/rounds/edge-1-1")).status_code == 200
        assert (await auditor.http.get("/api/rounds/edge-1-2")).json()["code"] == "round-in-play"
        for nonsense in ("edge-1-99", "nowhere-1", "edge-1-x", "x", "edge-1-٣"):
            assert (await auditor.http.get(f"/api/rounds/{nonsense}")).status_code == 404
        answer = await player.http.get("/api/history.csv")
        assert answer.headers["content-type"].startswith("text/csv")
        (row,) = csv.DictReader(answer.text.splitlines())
        (played,) = (await player.http.get("/api/history")).json()
        assert (row["round"], row["table"], row["game"], row["seat"]) == ("edge-1-1", "edge-1", "straight-edge-1", "1")
        for name in ("staked", "net", "jackpots", "corrected"):
            assert Decimal(row[f"{name} (USD)"]) * 1_000_000 == played[name]
        assert Decimal(row["staked (USD)"]) >= 5
        assert len(row["your cards"].split()) == 7
        assert row["cards of the table"] == "" or row["cards of the table"].startswith("dealer: ")
        assert row["void"] == "no"


async def test_bad_requests_get_a_code_and_a_sentence(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        http = player.http
        cases = [
            (await http.post("/api/commands", json={"command": {"type": "Nothing"}}), 400),
            (await http.post("/api/commands", content=b"{"), 400),
            (await http.post("/api/commands", content=b"\xff\xfe"), 400),
            (await http.post("/api/commands", content=b"[" * 50_000), 400),
            (await http.post("/api/commands", json={}), 400),
            (await http.post("/api/commands", content=b"x" * 100_000), 413),
            (await http.post("/api/login", json={"person": "", "password": ""}), 400),
            (await http.post("/api/commands", json={}, headers={"Idempotency-Key": "x" * 81}), 400),
            (await http.get("/api/rules/whist"), 404),
            (await http.get("/api/nothing"), 404),
            (await http.put("/api/guest"), 405),
        ]
        for answer, status in cases:
            assert answer.status_code == status, answer.text
            assert set(answer.json()) == {"code", "message"}


async def test_figures_for_prometheus(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        await player.sit("edge-1")
        await player.follow("edge-1")
        await player.submit("BeginRound", table="edge-1")
        await player.submit("StandUp", table="edge-1")
        for given in (b"", b"Bearer", b"Bearer guess", "Bearer ü".encode()):
            answer = await player.http.get("/metrics", headers={"Authorization": given})
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
        text = (await player.http.get("/metrics", headers=BEARER)).text
        assert 'cardroom_rounds_total{game="straight-edge-1",table="edge-1"}' in text
        assert "cardroom_sockets_open 1.0" in text
        assert 'cardroom_commands_answered_total{answer="not-allowed",command="BeginRound"} 1.0' in text
        assert "cardroom_commits_total" in text
        assert "guest-" not in text


async def test_a_house_without_a_token_tells_its_figures_to_nobody(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "eve", Role.EXECUTIVE) as executive:
        server.desk.metrics_token = ""
        for headers in ({}, {"Authorization": "Bearer"}, {"Authorization": ""}, BEARER):
            assert (await executive.http.get("/metrics", headers=headers)).status_code == 403


async def test_an_error_nobody_thought_of_is_a_clear_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:

        def fail(*_: object) -> None:
            raise RuntimeError("secret detail")

        monkeypatch.setattr(server.service, "submit", fail)
        answer = await player.http.post("/api/commands", json={"command": {"type": "IssuePlayMoney"}})
        assert answer.status_code == 500
        assert answer.json()["code"] == "internal"
        assert "secret detail" not in answer.text
        assert (await player.submit("IssuePlayMoney"))["code"] == "internal"


def test_the_schema_names_every_message_and_command() -> None:
    names = set(message_schema()["$defs"])  # type: ignore[call-overload]
    for union in (FromClient, FromServer, c.Sent, t.AnyCommand, j.StaffPress, j.ByTwoPeople, j.OnBank):
        assert {cls.__name__ for cls in union.__args__} <= names
    assert msgspec.json.encode(message_schema()) == msgspec.json.encode(message_schema())


def test_typescript_is_the_same_every_time_and_balanced() -> None:
    text = typescript_of(message_schema())
    assert text == typescript_of(message_schema())
    assert text.count("{") == text.count("}")
    assert "export type FromServer = " in text
    assert 'export interface Submit {\n  type: "Submit";' in text
    assert "  key?: string;" in text  # what a browser may leave out
    assert "  is_repeat: boolean;" in text  # what the server always says
    assert "unknown" not in text.replace("unknown-", "")


def test_the_types_of_the_browser_application_are_in_step() -> None:
    """If this fails: cardroom schema --typescript ui/src/lib/messages.ts"""
    written = Path(__file__).parents[2] / "ui" / "src" / "lib" / "messages.ts"
    assert written.read_text(encoding="utf-8") == typescript_of(message_schema(ANSWERS))
