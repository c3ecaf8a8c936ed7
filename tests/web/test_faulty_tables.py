"""A table whose game, view or text fails: it is closed with a sentence, the staff is told, and all others play on."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cardroom.games.catalogue import forget_file
from cardroom.house.engine import house as of_house
from cardroom.house.features.alerts.causes import AlertKind
from cardroom.house.features.tables.messages import FaultyPart
from cardroom.house.kernel.people import Role
from cardroom.house.log import events as e
from cardroom.house.log.records import TablePart
from cardroom.house.runtime import alert_watcher, background_tasks
from cardroom.house.storage.store import Store
from cardroom.money import DOLLAR
from cardroom.table.events import RoundClosed, RoundVoided
from cardroom.web.sockets import hub

from ..floors import floor_text
from ..stores import audit_store
from .running import BEARER, TIMERS, Player, Running, eventually, play_a_round, running, staff

pytestmark = pytest.mark.anyio

REEF = Path(__file__).parents[1] / "outside" / "reef.py"
BAD, GOOD = "reef-1", "solitaire-1"
LINK = 'paytable = "Coral"\nwager = "$1"\n[[link.level]]\nname = "Coral"\nseed = "$500"\ncontribution = "20%"\n'
WAGERS = {"ante": 5 * DOLLAR, "coral": DOLLAR}


@pytest.fixture
def reef(tmp_path: Path) -> Iterator[Path]:
    """The file of the game."""
    file = tmp_path / "reef.py"
    shutil.copy(REEF, file)
    yield file
    forget_file(file)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alert_watcher, "SOONEST", 0.05)
    monkeypatch.setattr(background_tasks, "SOONEST", 0.01)
    monkeypatch.setattr(background_tasks, "LATEST", 0.05)


def floor(reef: Path, more: str = "") -> str:
    tables = {BAD: f'game = "reef"\njackpots = ["coral"]\n{more}', GOOD: ""}
    text = floor_text(tables, links=(), own_links={"coral": LINK}, timers=TIMERS | {"decision": 300})
    return f'games = ["{reef}"]\n{text}'


def fail(reef: Path, where: str) -> None:
    reef.with_suffix(".fails").write_text(where, encoding="utf-8")


def mend(reef: Path) -> None:
    reef.with_suffix(".fails").unlink()


@dataclass
class Evening:
    """Ann at the bad table, Bob at a good one, Sue in the pit."""

    server: Running
    ann: Player
    bob: Player
    sue: Player

    @property
    def house(self) -> Any:
        return self.server.service.house

    async def money(self, player: Player) -> int:
        return int((await player.http.get("/api/me")).json()["in_all"])

    async def deal(self) -> None:
        """Up to Ann's decision."""
        await self.ann.follow(BAD)
        await self.ann.sit(BAD)
        await self.ann.wait_for(BAD, "bets")
        await self.ann.bet(BAD, WAGERS)
        await self.ann.wait_for(BAD, "decisions")

    async def closed(self, player: Player) -> dict[str, Any]:
        return await player.wait_for(BAD, "closed")

    def stopped(self) -> TablePart:
        """What the log says of it: once, and with what."""
        with self.server.service.store.reading() as reader:
            parts = [part for record, _ in reader.records() for part in record.parts if isinstance(part, TablePart)]
        (found,) = [part for part in parts if any(isinstance(event, e.TableStopped) for event in part.events)]
        return found

    async def the_others_play_on(self) -> None:
        closed = await asyncio.wait_for(play_a_round(self.bob, GOOD), None)
        assert "1" in closed["results"]
        assert [table["table"] for table in (await self.bob.http.get("/api/lobby")).json()["tables"]] == [BAD, GOOD]

    async def is_told_to_the_staff(self) -> None:
        alerts = self.house.alerts
        await eventually(lambda: any((one.kind, one.place) == (AlertKind.FAULT, BAD) for one in alerts.values()))
        pit = (await self.sue.http.get("/api/pit")).json()
        assert {tile["table"] for tile in pit["tables"]} == {BAD, GOOD}
        (told,) = [alert for alert in pit["alerts"] if alert["kind"] == "out-of-order"]
        assert "has failed (ZeroDivisionError)" in told["says"]
        health = (await self.sue.http.get("/health")).json()
        assert (health["status"], health["stopped"], health["troubles"]) == ("ready", [BAD], [])
        assert "cardroom_tables_stopped 1.0" in (await self.sue.http.get("/metrics", headers=BEARER)).text


@asynccontextmanager
async def evening(place: Path | str, text: str) -> AsyncIterator[Evening]:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(place, text=text))
        people = [await Player.arrive(server), await Player.arrive(server), await staff(server, "sue", Role.SUPERVISOR)]
        yield Evening(server, *[await stack.enter_async_context(person) for person in people])


@pytest.mark.parametrize("where", ["settlement", "condition"])
async def test_a_round_that_cannot_go_on_is_void_and_everything_staked_goes_back(database, reef, where, caplog):
    async with evening(database, floor(reef)) as at:
        before = await at.money(at.ann)
        meter = at.house.links["coral"].state.displayed("Coral")
        await at.deal()
        assert at.house.links["coral"].state.displayed("Coral") > meter
        fail(reef, where)
        answer = await at.ann.choose(BAD, "1x")
        assert (answer["type"], answer["code"]) == ("Refused", "table-stopped")
        standing = await at.closed(at.ann)
        assert standing["waits_in_words"] == answer["message"]
        assert "its game could not go on" in answer["message"]
        assert "stopped: its game has failed" in caplog.text
        assert any(record.exc_info for record in caplog.records if record.levelno == logging.ERROR)
        assert await at.money(at.ann) == before
        assert at.house.links["coral"].state.displayed("Coral") == meter, "the jackpot wager is refunded"
        assert not at.house.tables[BAD].is_open
        stopped = at.stopped()
        assert [type(event) for event in stopped.events[:2]] == [e.TableStopped, RoundVoided]
        await at.the_others_play_on()
        await at.is_told_to_the_staff()
        await _stays_closed_until_it_is_opened(at, answer["message"])
    await _starts_again(database, reef, answer["message"])


@pytest.mark.parametrize("where", ["view", "text"])
async def test_what_cannot_be_shown_moves_no_money_and_what_is_committed_stands(database, reef, where, caplog):
    async with evening(database, floor(reef)) as at:
        before = await at.money(at.ann)
        await at.deal()
        fail(reef, where)
        answer = await at.ann.choose(BAD, "1x")
        assert answer["type"] == "Accepted"
        standing = await at.closed(at.ann)
        assert "it cannot be shown" in standing["waits_in_words"]
        assert "stopped: its view has failed" in caplog.text
        stopped = at.stopped()
        assert not stopped.postings
        (event,) = stopped.events
        assert event == e.TableStopped(part=FaultyPart.VIEW, error=at.house.tables[BAD].fault.error, round_id="")
        closed = [event for event in at.house.tables[BAD].round.events if isinstance(event, RoundClosed)]
        assert await at.money(at.ann) == before + closed[0].results[1], "the round is settled, and its money stands"
        refused = await at.bob.submit("SitDown", table=BAD, seat=2, buy_in=100 * DOLLAR)
        assert refused["code"] == "table-stopped"
        await at.the_others_play_on()
        await at.is_told_to_the_staff()
        assert (await at.sue.submit("CloseTable", table=BAD))["type"] == "Accepted"
        assert await at.money(at.ann) == before + closed[0].results[1]
        await _stays_closed_until_it_is_opened(at, standing["waits_in_words"])
    await _starts_again(database, reef, standing["waits_in_words"])


async def test_a_view_that_fails_in_the_middle_of_a_round_leaves_every_stake_where_it_lies(tmp_path, reef):
    async with evening(tmp_path, floor(reef)) as at:
        before = await at.money(at.ann)
        await at.deal()
        books = dict(at.house.books)
        fail(reef, "view")
        await at.ann.send(type="Subscribe", table=BAD)  # her own hand is called by its name
        refused = await at.ann.hear("Refused")
        assert refused["code"] == "table-stopped"
        await at.closed(at.ann)
        assert at.house.books == books
        assert at.house.tables[BAD].is_playing
        refused = await at.ann.choose(BAD, "1x")
        assert refused["code"] == "table-stopped", "nothing is played that nobody can see"
        assert (await at.bob.follow(BAD))["view"]["standing"]["waits_for"] == "closed"
        assert (await at.sue.submit("CloseTable", table=BAD))["type"] == "Accepted"
        assert await at.money(at.ann) == before, "what a supervisor closes is void"
        await at.the_others_play_on()
    mend(reef)
    _audited(tmp_path)


async def test_where_a_person_deals_the_round_is_void_and_the_tray_is_counted_before_the_table_closes(tmp_path, reef):
    async with evening(tmp_path, floor(reef, 'dealer = "human"')) as at:
        before = await at.money(at.ann)
        await at.ann.follow(BAD)
        await at.ann.sit(BAD)
        assert (await at.sue.submit("BeginRound", table=BAD))["type"] == "Accepted"
        await at.ann.bet(BAD, WAGERS)
        for _ in range(4):  # the sensors, and a packet for the seat and for the dealer
            step = (await at.sue.http.get(f"/api/tables/{BAD}/terminal")).json()["next"]
            if step["command"] is not None:
                command = dict(step["command"])
                assert (await at.sue.submit(command.pop("type"), **command))["type"] == "Accepted"
        await at.ann.choose(BAD, "1x")
        fail(reef, "settlement")
        while True:
            step = (await at.sue.http.get(f"/api/tables/{BAD}/terminal")).json()["next"]
            if step["command"] is None:
                break
            command = dict(step["command"])
            await at.sue.submit(command.pop("type"), **command)
        assert "its game could not go on" in step["says"]
        assert await at.money(at.ann) == before
        assert at.house.tables[BAD].is_open, "its tray is to be counted"
        await at.the_others_play_on()
        mend(reef)
        assert (await at.sue.submit("CloseTable", table=BAD))["type"] == "Accepted"


async def test_no_task_of_the_server_dies_unseen(tmp_path, monkeypatch, caplog):
    """Each is made to fail where it begins: it is logged, told, counted, and begins anew."""
    broken = {"is_so": False}

    def breaking(owner: type, name: str) -> None:
        original = getattr(owner, name)

        def fails(self: Any, *things: Any) -> Any:
            if broken["is_so"]:
                raise ZeroDivisionError(name)
            return original(self, *things)

        monkeypatch.setattr(owner, name, fails)

    breaking(hub.Hub, "_tell_lobby")
    text = floor_text((GOOD,), links=(), timers=TIMERS)
    async with running(tmp_path, text=text) as server, await Player.arrive(server) as player:
        sue = await staff(server, "sue", Role.SUPERVISOR)
        running_now = set(server.service.background.running)
        assert {"telling-tables", "telling-signs", "telling-the-pit", "watching-tables"} <= running_now
        await player.send(type="WatchLobby")
        await player.hear("Lobby")
        broken["is_so"] = True
        await play_a_round(player, GOOD)
        await eventually(lambda: server.service.background.failures["telling-signs"] > 1)
        broken["is_so"] = False
        assert "telling-signs has failed" in caplog.text
        health = (await player.http.get("/health")).json()
        assert health["troubles"] == ["telling-signs"]
        metrics = (await player.http.get("/metrics", headers=BEARER)).text
        assert 'cardroom_background_failures_total{task="telling-signs"}' in metrics
        assert 'cardroom_background_tasks{task="telling-signs"} 1.0' in metrics
        await eventually(lambda: any(one.kind is AlertKind.FAULT for one in server.service.house.alerts.values()))
        (alert,) = (await sue.http.get("/api/pit")).json()["alerts"]
        assert "telling signs (ZeroDivisionError)" in alert["says"]
        seen = len([one for one in player.heard if one["type"] == "Lobby"])
        await player.submit("SetPace", table=GOOD, pace="calm")
        while len([one for one in player.heard if one["type"] == "Lobby"]) == seen:
            await player.hear("Lobby")


async def test_a_listener_that_fails_keeps_nobody_from_hearing_and_the_house_goes_on(tmp_path, caplog):
    text = floor_text((GOOD,), links=(), timers=TIMERS)

    def fails(_: object) -> None:
        raise ZeroDivisionError

    async with running(tmp_path, text=text) as server, await Player.arrive(server) as player:
        server.service.listeners.add(fails)
        await play_a_round(player, GOOD)
        assert server.service.committer.is_running
        assert any(name.startswith("telling:") for name in server.service.background.troubles)
        assert "has failed" in caplog.text


async def test_a_fold_that_fails_ends_the_house_before_anything_is_acknowledged(tmp_path, monkeypatch):
    """What is in memory would no longer be what the log says: the next start goes on from the log."""
    text = floor_text((GOOD,), links=(), timers=TIMERS)

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    async with running(tmp_path, text=text) as server, await Player.arrive(server) as player:
        position = server.service.committer.head[0]
        with monkeypatch.context() as patch:
            patch.setattr(of_house, "apply", fails)
            refused = await player.submit("SitDown", table=GOOD, seat=1, buy_in=100 * DOLLAR)
        assert (refused["type"], refused["code"]) == ("Refused", "broken")
        assert server.service.committer.ended.is_set()
        assert (await player.http.get("/health")).status_code == 503
    async with running(tmp_path, text=text) as server:
        assert server.service.house.tables[GOOD].seats == {}
        assert server.service.house.position > position
    _audited(tmp_path)


async def _stays_closed_until_it_is_opened(at: Evening, says: str) -> None:
    (line, _) = (await at.bob.http.get("/api/lobby")).json()["tables"]
    assert (line["waits_for"], line["summary"]) == ("closed", says)
    assert sum(at.house.books.values()) == 0


async def _starts_again(place: Path | str, reef: Path, says: str) -> None:
    """With a file that is mended: then the table is opened, and played at."""
    mend(reef)
    async with running(place, text=floor(reef)) as server, await Player.arrive(server) as player:
        (line, _) = (await player.http.get("/api/lobby")).json()["tables"]
        assert (line["waits_for"], line["summary"]) == ("closed", says)
        snapshot = await player.follow(BAD)
        assert snapshot["view"]["standing"]["waits_in_words"] == says
        async with await staff(server, "sam", Role.SUPERVISOR) as sam:
            opened = await sam.submit("OpenTable", table=BAD, inventory=10_000 * DOLLAR)
            assert opened["type"] == "Accepted", opened
        closed = await play_a_round(player, BAD)
        assert "1" in closed["results"]
        assert (await player.http.get("/health")).json()["stopped"] == []
    _audited(place)


def _audited(place: Path | str) -> None:
    store = Store(place if isinstance(place, str) else f"sqlite:///{place / 'house.db'}")
    assert [str(finding) for finding in audit_store(store).findings] == []
    store.engine.dispose()
