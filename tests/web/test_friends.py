"""Tables among friends over HTTP and the socket: invitations, talk, and who hears what."""

import io
import re
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from PIL import Image

from cardroom.house.running import housekeeping
from cardroom.money import DOLLAR
from cardroom.web.sockets.chat import Chat

from .running import Player, eventually, play_a_round, running

pytestmark = pytest.mark.anyio

NEW = {"game": "solitaire-stud", "minimum": 5 * DOLLAR, "maximum": 50 * DOLLAR, "name": "Friday <night>"}


async def host(player: Player) -> str:
    answer = await player.http.post("/api/friends", json=NEW)
    assert answer.status_code == 200, answer.text
    return answer.json()["table"]


async def test_only_those_who_are_told_know_of_it_and_the_link_shows_what_it_is(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann, await Player.arrive(server) as bob:
        table = await host(ann)
        assert [one["table"] for one in (await ann.http.get("/api/friends")).json()] == [table]
        assert (await bob.http.get("/api/friends")).json() == []
        assert table not in (await bob.http.get("/api/lobby")).text
        page = (await bob.http.get(f"/tables/{table}")).text
        assert "Friday &lt;night&gt;" in page
        assert 'content="noindex"' in page
        told = {name: unescape(value) for name, value in re.findall(r'property="og:(.*?)" content="(.*?)"', page)}
        picture = await bob.http.get(told["image"])
        assert picture.headers["content-type"] == "image/png"
        drawn = Image.open(io.BytesIO(picture.content)).convert("RGB")
        assert drawn.size == (int(told["image:width"]), int(told["image:height"])) == (1200, 630)
        assert len(drawn.getcolors(2**20)) > 100, "something is drawn"
        assert told["url"].endswith(f"/tables/{table}")
        assert "og:title" not in (await bob.http.get("/tables/edge-1")).text
        assert (await bob.http.get("/api/friends/edge-1/picture.png")).json()["code"] == "not-private"
        await bob.follow(table)
        await bob.sit(table, 2)
        assert [one["table"] for one in (await bob.http.get("/api/friends")).json()] == [table]


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
        table = await host(ann)
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
        view = (await bob.http.get(f"/api/tables/{table}")).json()
        assert view["yours"]["is_sent_away"], "also when the page is opened again"
        await ann.submit("EndTable", table=table)
        assert (await bob.hear("Unsubscribed"))["table"] == table


async def test_everyone_is_told_who_hosts_though_nobody_says_anything(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann, await Player.arrive(server) as bob:
        table = await host(ann)
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
        table = await host(ann)
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
        heard = await Chat(server.service.house, server.service.store).heard(table)
        assert [(one.name, one.is_muted) for one in heard.watchers] == [(watcher["name"], True)]
        assert [line.number for line in heard.lines] == [watcher["line"]]


async def test_talk_and_who_is_muted_outlive_the_server_for_a_day(tmp_path: Path, monkeypatch) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as ann, await Player.arrive(server) as bob:
        table = await host(ann)
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
        await housekeeping.forget_what_was_said(server.service)
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
