"""Live tables over the socket."""

import asyncio
import json
import secrets
from datetime import timedelta
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.money import DOLLAR
from cardroom.web.gateway.rate_limits import Limits, Rate
from cardroom.web.sockets import seat_absence

from ..floors import floor_text
from .running import TABLES, TIMERS, Player, Running, eventually, floor_of, play_a_round, running

pytestmark = pytest.mark.anyio


async def test_a_guest_sits_bets_decides_and_is_settled_in_every_game(database: str) -> None:
    async with running(database) as server:
        for table in TABLES:
            await _play_and_look_back(server, table)
        assert sum(server.service.house.books.values()) == 0


async def _play_and_look_back(server: Running, table: str) -> None:
    async with await Player.arrive(server) as player:
        closed = await play_a_round(player, table)
        assert "1" in closed["results"]
        history = (await player.http.get("/api/history")).json()
        assert [(played["table"], played["seat"]) for played in history] == [(table, 1)]
        assert history[0]["net"] == closed["results"]["1"]
        story = (await player.http.get(f"/api/rounds/{history[0]['round_id']}")).json()
        assert story["commitment"]
        assert story["seed"]
        assert all(line["cite"] for line in story["lines"])


async def test_two_people_at_one_table_see_their_own_cards_only(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await Player.arrive(server) as first,
        await Player.arrive(server) as second,
        await Player.arrive(server, guest=False) as watcher,
    ):
        for person in (first, second, watcher):
            await person.follow("edge-1")
        await first.sit("edge-1", 1)
        await second.sit("edge-1", 4)
        for person, seat in ((first, 1), (second, 4)):
            await person.wait_for("edge-1", "bets")
            await person.bet("edge-1", {"ante": 5 * DOLLAR}, seat)
        seen = {}
        for name, person in (("first", first), ("second", second), ("watcher", watcher)):
            await person.wait_for("edge-1", "decisions")
            packets = [event for event in person.told() if event["type"] == "PacketDealt"]
            seen[name] = {packet["to"]: packet["cards"] for packet in packets}
        assert seen["first"][1]
        assert seen["first"][4] is None
        assert seen["second"][4]
        assert seen["second"][1] is None
        assert set(seen["watcher"].values()) == {None}
        ids = [person.id for person in server.service.house.people.values() if person.id.startswith("guest-")]
        assert not any(one in text for one in ids for text in watcher.raw)


async def test_a_frame_is_the_same_for_all_up_to_what_is_one_person_s_own(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await Player.arrive(server) as player,
        await Player.arrive(server, guest=False) as watcher,
    ):
        for person in (player, watcher):
            await person.follow("edge-1")
        await player.sit("edge-1")
        await player.wait_for("edge-1", "bets")
        await player.bet("edge-1", {"ante": 5 * DOLLAR})
        for person in (player, watcher):
            await person.wait_for("edge-1", "decisions")
        frames = [
            {
                (one["after"], one["number"]): text
                for one, text in zip(person.heard, person.raw, strict=True)
                if "after" in one
            }
            for person in (player, watcher)
        ]
        assert frames[0].keys() == frames[1].keys()
        for key, of_watcher in frames[1].items():
            for_all, _, own = of_watcher.partition('"yours":')
            assert own == 'null,"seen":[]}'
            assert frames[0][key].partition('"yours":')[0] == for_all
        last = json.loads(frames[0][max(frames[0])])
        (seen,) = last["seen"]
        assert last["yours"]["your_seat"] == 1
        assert seen["event"]["cards"] == last["yours"]["your_cards"]


async def test_reconnecting_in_the_middle_of_a_hand_goes_on_from_the_last_number(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        await player.follow("edge-1")
        await player.sit("edge-1")
        await player.wait_for("edge-1", "bets")
        number = player.heard[-1]["number"]
        await player.bet("edge-1", {"ante": 5 * DOLLAR})
        await player.wait_for("edge-1", "decisions")
        told_before = player.told()
        assert player.socket
        await player.socket.close()
        player.heard.clear()
        await player.connect()
        frame = await player.follow("edge-1", after=number)
        assert frame["type"] == "Frame"
        assert frame["after"] == number
        assert [r["number"] for r in frame["records"]] == list(range(number + 1, frame["number"] + 1))
        assert player.told() == told_before[-len(player.told()) :]
        assert frame["yours"]["your_cards"]
        assert [option["name"] for option in frame["yours"]["options"]] == ["fold", "1x"]
        answer = await player.choose("edge-1", "fold")
        assert answer["type"] == "Accepted"


async def test_after_a_restart_the_hand_goes_on_from_a_snapshot(database: str) -> None:
    async with running(database) as server, await Player.arrive(server) as player:
        await player.follow("edge-1")
        await player.sit("edge-1")
        await player.wait_for("edge-1", "bets")
        await player.bet("edge-1", {"ante": 5 * DOLLAR})
        standing = await player.wait_for("edge-1", "decisions")
        number, cookies = player.heard[-1]["number"], player.http.cookies
    async with running(database) as server:
        player = await Player.arrive(server, guest=False)
        player.http.cookies = cookies
        async with player:
            found = await player.follow("edge-1", after=number)
            assert found["type"] == "Snapshot"
            assert found["view"]["yours"]["your_cards"] == standing["your_cards"]
            assert (await player.choose("edge-1", "1x"))["type"] == "Accepted"


async def test_a_command_sent_again_with_its_key_is_carried_out_once(database: str) -> None:
    async with running(database) as server, await Player.arrive(server) as player:
        sit = {"table": "edge-1", "seat": 1, "buy_in": 100 * DOLLAR}
        key = new_key(now(), "once")
        first = await player.submit("SitDown", key=key, **sit)
        again = await player.submit("SitDown", key=key, **sit)
        assert not first["is_repeat"]
        assert again == first | {"is_repeat": True}
        by_http = await player.http.post(
            "/api/commands", json={"command": {"type": "SitDown", **sit}}, headers={"Idempotency-Key": key}
        )
        assert by_http.json()["is_repeat"]
        assert (await player.submit("IssuePlayMoney", key=key))["code"] == "key-reused"
        assert (await player.http.get("/api/me")).json()["wallet"] == 900 * DOLLAR


async def test_a_key_carries_its_time(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        position = server.service.house.position
        moments = {"old-key": now() - timedelta(minutes=11), "early-key": now() + timedelta(minutes=2)}
        for code, moment in moments.items():
            assert (await player.submit("IssuePlayMoney", key=new_key(moment, "x")))["code"] == code
        assert (await player.submit("IssuePlayMoney", key="once"))["code"] == "bad-key"
        assert server.service.house.position == position


NO_MESSAGES = (
    "",
    "{",
    "[]",
    "null",
    '"Ping"',
    '{"type": "Nothing"}',
    '{"type": "Subscribe"}',
    '{"type": "Subscribe", "table": 5}',
    '{"type": "Subscribe", "table": "edge-1", "after": -1}',
    '{"type": "Submit", "key": "a", "command": {"type": "AtTable", "table": "edge-1", "command": 5}}',
    '{"type": "Submit", "key": "a", "command": {"type": "SitDown", "table": "edge-1", "seat": 99, "buy_in": 1}}',
    '{"type": "Submit", "key": "a", "command": {"type": "IssuePlayMoney", "amount": 5}}',
    '{"type": "Ping"} {"type": "Ping"}',
    "[" * 5000,
    '{"type": "Ping", "x": "' + "y" * 20_000 + '"}',
)


async def test_what_is_no_message_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        player = await Player.arrive(server)
        position = server.service.house.position
        for text in NO_MESSAGES:
            async with player:  # on a socket of its own: many of them would end it
                assert player.socket
                await player.socket.send(text)
                assert (await player.hear("Refused"))["code"] in ("bad-message", "too-large"), text[:100]
                await player.socket.send(text.encode())
                assert (await player.hear("Refused"))["message"], text[:100]
                await player.send(type="Ping")
                await player.hear("Pong")
                assert server.service.house.position == position, text[:100]


async def test_a_flood_of_nonsense_ends_the_connection(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        assert player.socket
        for _ in range(30):
            await player.socket.send("nonsense")
        with pytest.raises(ConnectionClosed) as closed:
            await player.hear("nothing")
        assert len(player.heard) <= 25
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429


async def test_commands_come_at_a_bounded_rate(tmp_path: Path) -> None:
    limits = Limits(commands=Rate(5, 0.01))
    async with running(tmp_path, limits=limits) as server, await Player.arrive(server) as player:
        answers = [await player.submit("IssuePlayMoney") for _ in range(7)]
        assert [answer["code"] for answer in answers] == ["enough-money"] * 5 + ["too-fast"] * 2


async def test_a_connection_that_does_not_listen_is_dropped(tmp_path: Path) -> None:
    limits = Limits(queued_bytes=200_000)
    async with running(tmp_path, limits=limits) as server, await Player.arrive(server) as player:
        assert player.socket
        player.socket.transport.pause_reading()
        (connection,) = server.desk.hub.connections
        filler = json.dumps({"filler": secrets.token_hex(40_000)}).encode()  # which no compression makes small
        for _ in range(2000):
            connection.send(filler)
            await asyncio.sleep(0)
            if connection.closing:
                break
        assert connection.closing == 4008
        assert not connection.queue
        await eventually(lambda: not server.desk.hub.connections)
        assert server.desk.hub.dropped == 1
        player.socket.transport.abort()


async def test_only_signed_in_people_command_and_roles_bind(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await Player.arrive(server, guest=False) as nobody,
        await Player.arrive(server) as guest,
    ):
        assert (await nobody.submit("IssuePlayMoney"))["code"] == "not-signed-in"
        for kind, fields in (
            ("BeginRound", {"table": "edge-1"}),
            ("ApproveSlip", {"slip": 5}),
            ("AskAccess", {"change": {"type": "ChangeRole", "person": "x", "role": "executive"}}),
            ("AtTable", {"table": "edge-1", "command": {"type": "DeclareMisdeal", "why": "because"}}),
        ):
            assert (await guest.submit(kind, **fields))["code"] == "not-allowed"
        tried = {"BeginRound": 1, "ApproveSlip": 1, "ChangeRole": 1, "DeclareMisdeal": 1}
        assert server.service.refusals == tried  # strangers are counted, and leave no record each
        await guest.send(type="Submit", command={"type": "IssuePlayMoney"})
        assert (await guest.hear("Refused"))["code"] == "no-key"


async def test_several_tables_the_lobby_and_the_signs_on_one_socket(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        assert (await player.follow("edge-1"))["table"] == "edge-1"
        assert (await player.follow("edge-2"))["table"] == "edge-2"
        await player.send(type="WatchLobby")
        begun = (await player.hear("Lobby"))["news"]
        assert (begun["after"], begun["tables"], begun["gone"]) == (begun["number"], [], [])
        lobby = (await player.http.get("/api/lobby")).json()
        assert lobby["number"] >= begun["number"]
        tables = {table["table"]: table for table in lobby["tables"]}
        assert len(tables) == len(TABLES) + 1
        assert tables["edge-1"]["game_name"] == "Straight Edge Poker, version 1"
        assert tables["edge-1"]["summary"].startswith("Your longest straight")
        await player.send(type="WatchJackpots")
        assert [sign["link"] for sign in (await player.hear("Jackpots"))["signs"]] == ["delta"]
        await player.sit("edge-2", 3)
        assert (await player.hear("Frame"))["table"] == "edge-2"
        news = (await player.hear("Lobby"))["news"]
        assert news["after"] <= lobby["number"] < news["number"]
        (changed,) = news["tables"]
        assert (changed["table"], changed["taken"]) == ("edge-2", [3])
        await player.send(type="Unsubscribe", table="edge-2")
        await player.hear("Unsubscribed")
        await player.send(type="Subscribe", table="nowhere")
        assert (await player.hear("Refused"))["code"] == "unknown-table"


async def test_a_jackpot_is_told_at_its_table_at_once_and_at_the_others_a_little_later(tmp_path: Path) -> None:
    text = floor_text(("delta-1", "delta-2"), links=("delta",), reserve="0%", timers=TIMERS)
    async with (
        running(tmp_path, text=text) as server,
        await Player.arrive(server) as player,
        await Player.arrive(server, guest=False) as watcher,
    ):
        await player.follow("delta-1")
        before = (await watcher.follow("delta-2"))["view"]
        await player.sit("delta-1")
        await player.wait_for("delta-1", "bets")
        stake = server.service.house.tables["delta-1"].plan.settings.jackpot_wagers
        await player.bet("delta-1", {"ante": 5 * DOLLAR, **stake})
        await player.wait_for("delta-1", "decisions")
        own = next(frame for frame in reversed(player.heard) if frame["type"] == "Frame" and frame["jackpots"])
        assert next(event["type"] for record in own["records"] for event in record["events"]) == "BetsClosed"
        assert own["jackpots"][0]["levels"] != before["jackpots"][0]["levels"]
        while (told := await watcher.hear("Frame"))["jackpots"][0]["levels"] != own["jackpots"][0]["levels"]:
            pass
        assert (told["table"], told["after"], told["number"]) == ("delta-2", before["number"], before["number"])
        assert told["records"] == []


async def test_leaving_the_house_ends_the_socket(database: str) -> None:
    async with running(database) as server, await Player.arrive(server) as player:
        await player.http.post("/api/logout")
        with pytest.raises(ConnectionClosed) as closed:
            await player.hear("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


async def test_a_seat_whose_holder_has_gone_is_cleared_and_the_chips_are_kept(tmp_path: Path) -> None:
    floor = floor_of(idle=0.4)
    async with running(tmp_path, text=floor) as server, await Player.arrive(server) as gone:
        before = (await gone.http.get("/api/me")).json()
        await gone.sit("edge-1")
        table = server.service.house.tables["edge-1"]
        await eventually(lambda: not table.seats)
        after = (await gone.http.get("/api/me")).json()
        assert (after["wallet"], after["seats"]) == (before["wallet"], {})


async def test_a_seat_whose_socket_is_gone_sits_out_and_is_back_with_one_command(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(seat_absence, "GONE", 0.1)
    monkeypatch.setattr(seat_absence, "GONE_AFTER_START", 0.1)
    async with running(tmp_path) as server, await Player.arrive(server) as watcher:
        table = server.service.house.tables["edge-1"]
        await watcher.follow("edge-1")
        async with await Player.arrive(server) as player, await Player.arrive(server) as other:
            await player.follow("edge-1")
            await player.sit("edge-1", 1)
            await other.sit("edge-1", 2)
            await player.send(type="Unsubscribe", table="edge-1")
            await eventually(lambda: table.here == {2})  # who plays without following has not gone
            told = {}
            while told != {1: True, 2: False}:
                frame = await watcher.hear("Frame")
                told = {seat["seat"]: seat["is_away"] for seat in frame["standing"]["seats"]}
            assert (await player.submit("ComeBack", table="edge-1"))["type"] == "Accepted"
            assert table.here == {1, 2}
    async with running(tmp_path) as server:
        table = server.service.house.tables["edge-1"]
        await eventually(lambda: table.seats and not table.here)  # nobody has come back after the restart
