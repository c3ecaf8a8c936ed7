"""Tables among friends over HTTP and the socket: invitations, talk, and who hears what."""

import asyncio
import io
import re
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from PIL import Image

from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime import housekeeping
from cardroom.house.runtime.computer_players import Bots
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.money import DOLLAR
from cardroom.web.gateway.rate_limits import Effort, Limits, Rate
from cardroom.web.sockets.chat import Chat

from .running import BEARER, Player, eventually, play_a_round, running, whole_log

pytestmark = pytest.mark.anyio

NEW = {"game": "solitaire-stud", "minimum": 5 * DOLLAR, "maximum": 50 * DOLLAR, "name": "Friday <night>"}


async def host(player: Player, *friends: Player) -> str:
    """A table, and those whom its host has invited."""
    made = await hosted(player)
    for friend in friends:
        assert (await accept(friend, made["invitation"])).json() == {"table": made["table"]}
    return made["table"]


async def hosted(player: Player) -> dict[str, str]:
    answer = await player.http.post("/api/friends", json=NEW)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def accept(player: Player, invitation: str):
    return await player.http.post("/api/invitations", json={"invitation": invitation})


async def test_only_those_who_are_invited_know_of_it_and_the_link_shows_what_it_is(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann, await Player.arrive(server) as bob:
        table, invitation = (await hosted(ann)).values()
        assert [one["table"] for one in (await ann.http.get("/api/friends")).json()] == [table]
        assert (await bob.http.get("/api/friends")).json() == []
        assert table not in (await bob.http.get("/api/lobby")).text
        page = (await bob.http.get(f"/invitations/{invitation}")).text
        assert "Friday &lt;night&gt;" in page
        assert 'content="noindex"' in page
        told = {name: unescape(value) for name, value in re.findall(r'property="og:(.*?)" content="(.*?)"', page)}
        picture = await bob.http.get(told["image"])
        assert picture.headers["content-type"] == "image/png"
        drawn = Image.open(io.BytesIO(picture.content)).convert("RGB")
        assert drawn.size == (int(told["image:width"]), int(told["image:height"])) == (1200, 630)
        assert len(drawn.getcolors(2**20)) > 100, "something is drawn"
        assert told["url"].endswith(f"/invitations/{invitation}")
        for address in (f"/tables/{table}", "/tables/edge-1", "/invitations/nothing"):
            assert "og:title" not in (await bob.http.get(address)).text
        assert (await bob.http.get("/api/invitations/nothing/picture.png")).json()["code"] == "unknown-invitation"
        assert (await accept(bob, invitation)).json() == {"table": table}
        await bob.follow(table)
        await bob.sit(table, 2)
        assert [one["table"] for one in (await bob.http.get("/api/friends")).json()] == [table]


async def test_a_table_s_id_opens_nothing_to_who_was_not_invited(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await Player.arrive(server) as ann,
        await Player.arrive(server) as bob,
        await Player.arrive(server, guest=False) as nobody,
    ):
        table = await host(ann)
        for player in (bob, nobody):
            for part in ("", "/rules", "/layout"):
                answer = await player.http.get(f"/api/tables/{table}{part}")
                assert answer.json()["code"] == "unknown-table", part
                assert answer.text == (await player.http.get(f"/api/tables/nothing{part}")).text.replace(
                    "nothing", table
                ), "no other answer than for a table that there is not"
            await player.send(type="Subscribe", table=table)
            assert (await player.hear("Refused"))["code"] == "unknown-table"
        assert (await bob.http.get(f"/api/tables/{table}/advice")).json()["code"] == "unknown-table"
        assert (await bob.http.post(f"/api/friends/{table}/invitation")).json()["code"] == "unknown-table"
        for message in ({"type": "Say", "text": "hello"}, {"type": "Mute", "seat": 1}):
            await bob.send(table=table, **message)
            assert (await bob.hear("Refused"))["code"] == "unknown-table"
        assert (await bob.submit("SitDown", table=table, seat=2, buy_in=50 * DOLLAR))["code"] == "unknown-table"
        await bob.send(type="Submit", key="x", command={"type": "Admit", "table": table, "person": "x"})
        assert (await bob.hear("Refused"))["code"] == "bad-message"


async def test_a_kicked_guest_s_invitation_is_void_also_under_another_name(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        await Player.arrive(server) as ann,
        await Player.arrive(server) as bob,
        await Player.arrive(server) as bob_again,
    ):
        table, invitation = (await hosted(ann)).values()
        await accept(bob, invitation)
        await bob.sit(table, 2)
        await ann.submit("KickOut", table=table, seat=2)
        for player in (bob, bob_again):
            assert (await accept(player, invitation)).json()["code"] == "unknown-invitation"
        other = (await ann.http.post(f"/api/friends/{table}/invitation")).json()["invitation"]
        assert (await accept(bob, other)).json()["code"] == "kicked-out"
        assert (await accept(bob_again, other)).status_code == 200
        newest = (await ann.http.post(f"/api/friends/{table}/invitation")).json()["invitation"]
        assert (await accept(bob_again, other)).json()["code"] == "unknown-invitation"
        assert (await bob_again.http.get(f"/api/tables/{table}")).status_code == 200, "who has come stays"
        assert newest not in (invitation, other)


async def test_an_invitation_stands_nowhere_but_in_the_link(tmp_path: Path, caplog) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann:
        made = (await ann.http.post("/api/friends", json=NEW | {"game": "straight-edge-1"})).json()
        table, invitation = made["table"], made["invitation"]
        await play_a_round(ann, table)
        (played, *_) = (await ann.http.get("/api/history")).json()
        kept = [f"/api/rounds/{played['round_id']}", f"/api/rounds/{played['round_id']}/export.json",
                f"/api/tables/{table}", "/api/history.csv", "/api/session/export.json"]  # fmt: skip
        for address in kept:
            assert invitation not in (await ann.http.get(address)).text
        figures = (await ann.http.get("/metrics", headers=BEARER)).text
        assert "cardroom_private_tables 1.0" in figures
        assert table not in figures
        assert invitation.encode() not in whole_log(server)
        assert invitation not in caplog.text
    assert all(invitation.encode() not in body for body in _files(tmp_path))


async def test_the_picture_of_an_invitation_costs_what_it_is_charged(tmp_path: Path, monkeypatch) -> None:
    drawings: list[object] = []
    monkeypatch.setattr("cardroom.web.players.private_tables.picture", lambda shown: drawings.append(shown) or b"png")
    monkeypatch.setattr("cardroom.web.players.private_tables._DRAWN", {})
    limits = Limits(of_strangers=Rate(Effort.PICTURE + 20, 0.001))
    async with (
        running(tmp_path, limits=limits) as server,
        await Player.arrive(server) as ann,
        await Player.arrive(server, guest=False) as nobody,
    ):
        address = f"/api/invitations/{(await hosted(ann))['invitation']}/picture.png"
        for _ in range(2):
            assert (await nobody.http.get(address)).status_code == 200
        assert len(drawings) == 1, "drawn once"
        await ann.submit("SetName", name="Zoe")
        assert (await nobody.http.get(address)).status_code == 429, "another drawing is too dear"
        assert len(drawings) == 1


def _files(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.rglob("*") if file.is_file()]


async def test_computer_players_do_not_sit_down_at_a_private_table_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann:
        table = await host(ann)
    async with running(tmp_path) as server:
        tasks = asyncio.create_task(Bots(server.service, LabProcess(), 2, hurry=True).play())
        await eventually(lambda: server.service.house.tables["edge-1"].seats)
        assert server.service.house.tables[table].seats == {}
        assert not any(table in task for task in server.service.background.running)
        tasks.cancel()


async def test_a_round_is_shown_though_its_table_has_ended(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann:
        table = (await ann.http.post("/api/friends", json=NEW | {"game": "straight-edge-1"})).json()["table"]
        await play_a_round(ann, table)
        felt = (await ann.http.get(f"/api/tables/{table}/layout")).json()
        (played, *_) = (await ann.http.get("/api/history")).json()
        await ann.submit("EndTable", table=table)
        await eventually(lambda: table not in server.service.house.tables)
        for query in ("game=straight-edge-1", f"game=straight-edge-1&table={table}"):
            found = (await ann.http.get(f"/api/history?{query}")).json()
            assert played["round_id"] in [one["round_id"] for one in found], query
        assert (await ann.http.get("/api/history?game=solitaire-stud")).json() == []
        assert {played["table_title"], found[0]["table_title"]} == {"Friday <night>, Straight Edge Poker, version 1"}
        shown = (await ann.http.get(f"/api/rounds/{played['round_id']}")).json()
        assert (played["title"], shown["title"]) == (
            "Friday <night>, Straight Edge Poker, version 1, 1",
            "Friday <night>, 1",
        )
        assert [shown["layout"][name] for name in ("game", "spots", "hands")] == [
            felt[n] for n in ("game", "spots", "hands")
        ]
        link = (await ann.http.post(f"/api/rounds/{played['round_id']}/link")).json()["path"]
        assert (await ann.http.get(f"/api{link}")).json()["rules"] == shown["rules"]


async def test_the_most_that_a_game_can_have_is_told_before_and_is_what_the_table_has(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann:
        most = {one["game"]: one["most"] for one in (await ann.http.get("/api/learn")).json()}["mississippi-stud"]
        asked = NEW | {"game": "mississippi-stud", "maximum": most}
        table = (await ann.http.post("/api/friends", json=asked)).json()["table"]
        settings = server.service.house.tables[table].plan.settings
        assert settings.maximum == most < settings.limits.single_wager


async def test_friends_talk_the_host_mutes_and_the_end_is_told(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann, await Player.arrive(server) as bob:
        table = await host(ann, bob)
        for seat, player in enumerate((ann, bob), 1):
            await player.follow(table)
            await player.sit(table, seat)
        await bob.send(type="Say", table=table, text="  hello   there ")
        while not (heard := await ann.hear("Heard"))["lines"]:
            pass
        assert [(line["seat"], line["text"]) for line in heard["lines"]] == [(2, "hello there")]
        assert heard["host"] == 1
        await ann.send(type="Mute", table=table, seat=2)
        muted = await ann.hear("Heard")
        assert (muted["muted"], muted["quiet"]) == ([2], "")
        while not (heard := await bob.hear("Heard"))["quiet"]:
            pass
        assert heard["quiet"] == "The host has asked you to be quiet at this table."
        await bob.send(type="React", table=table, reaction="🎉")
        assert (await bob.hear("Refused"))["code"] == "muted"
        await bob.send(type="Say", table="edge-1", text="hello")
        assert (await bob.hear("Refused"))["code"] == "not-private"
        assert b"hello there" not in b"".join(written.body for written in _written(server)), "talk is in no log"
        await ann.submit("KickOut", table=table, seat=2)
        while not ((frame := await bob.hear("Frame"))["yours"] or {}).get("is_sent_away"):
            pass
        assert frame["yours"]["your_seat"] is None
        assert "The host has asked you to leave." in [record["clears"] for record in frame["records"]]
        assert (await bob.http.get(f"/api/tables/{table}")).json()["code"] == "kicked-out"
        heard = len(bob.heard)
        await ann.send(type="Say", table=table, text="between us")
        while (await ann.hear("Heard"))["lines"][-1]["text"] != "between us":
            pass
        await ann.send(type="Submit", key=new_key(now(), "end"), command={"type": "EndTable", "table": table})
        assert (await ann.hear("Unsubscribed"))["table"] == table
        await bob.send(type="Ping")
        await bob.hear("Pong")
        assert "between us" not in str(bob.heard[heard:]), "who is asked to leave hears no more of it"


async def test_everyone_is_told_who_hosts_though_nobody_says_anything(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann, await Player.arrive(server) as bob:
        table = await host(ann, bob)
        for seat, player in enumerate((ann, bob), 1):
            await player.follow(table)
            await player.sit(table, seat)
        while (await bob.hear("Heard"))["host"] != 1:
            pass
        await ann.submit("HandHostOver", table=table, seat=2)
        while (await ann.hear("Heard"))["host"] != 2:
            pass
        await bob.submit("StandUp", table=table)
        while (await bob.hear("Heard"))["host"] != 1:
            pass


async def test_who_only_watches_is_muted_too_and_stays_so_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann, await Player.arrive(server) as bob:
        table = await host(ann, bob)
        for player in (ann, bob):
            await player.follow(table)
        await ann.sit(table, 1)
        await bob.send(type="Say", table=table, text="look at that")
        while not (heard := await ann.hear("Heard"))["lines"]:
            pass
        (watcher,) = heard["watchers"]
        assert (watcher["line"], watcher["is_muted"]) == (heard["lines"][0]["number"], False)
        me = (await bob.http.get("/api/me")).json()["person"]["id"]
        assert me not in str(heard), "nobody is told who somebody is"
        await bob.send(type="Mute", table=table, line=watcher["line"])
        assert (await bob.hear("Refused"))["code"] == "not-host"
        for nobody in ({"line": 99}, {}):
            await ann.send(type="Mute", table=table, **nobody)
            assert (await ann.hear("Refused"))["code"] == "nobody-said-it"
        await ann.send(type="Mute", table=table, line=watcher["line"])
        assert (await ann.hear("Heard"))["watchers"][0]["is_muted"]
        await bob.send(type="React", table=table, reaction="🎉")
        assert (await bob.hear("Refused"))["code"] == "muted"
    async with running(tmp_path) as server:
        said = await Chat(server.service.house, server.service.store).heard(table)
        assert [(one.name, one.is_muted) for one in said.watchers] == [(watcher["name"], True)]
        assert [line.number for line in said.lines] == [watcher["line"]]


async def test_talk_and_who_is_muted_outlive_the_server_for_a_day(tmp_path: Path, monkeypatch) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann, await Player.arrive(server) as bob:
        table = await host(ann, bob)
        for seat, player in enumerate((ann, bob), 1):
            await player.follow(table)
            await player.sit(table, seat)
        await bob.send(type="Say", table=table, text="good evening")
        await bob.send(type="React", table=table, reaction="🎉")
        while len((await ann.hear("Heard"))["lines"]) < 2:
            pass
        await ann.send(type="Mute", table=table, seat=2)
        while not (await ann.hear("Heard"))["muted"]:
            pass
    async with running(tmp_path) as server:
        chat = Chat(server.service.house, server.service.store)
        heard = await chat.heard(table)
        assert [(line.seat, line.text, line.reaction) for line in heard.lines] == [
            (2, "good evening", None), (2, "", "🎉")
        ]  # fmt: skip
        assert heard.muted == (2,)
        monkeypatch.setattr(housekeeping, "TALK_IS_KEPT", timedelta(0))
        await housekeeping.expire_chat(server.service)
        heard = await Chat(server.service.house, server.service.store).heard(table)
        assert (heard.lines, heard.muted) == ((), (2,))


def _written(server):
    with server.service.store.reading() as reader:
        return list(reader.written())


async def test_a_table_that_nobody_sits_at_ends_by_itself(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(housekeeping, "EMPTY_TABLE", 0.2)
    async with running(tmp_path) as server, await Player.arrive(server) as ann:
        table = await host(ann)
        await eventually(lambda: table not in server.service.house.tables)
