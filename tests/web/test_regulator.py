"""A regulator at the door: reads for a set time, sees no winner's data, and is out at once when the time is over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from cardroom.cards import Card
from cardroom.house.kernel.dual_control import AccountState, state_of
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.runtime import house_clock
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.housekeeping import end_visits
from cardroom.money import DOLLAR
from cardroom.table.event_visibility import view
from cardroom.table.events import PacketDealt
from cardroom.web.gateway.rate_limits import UNLIMITED

from ..accounts import VISIT
from .running import PASSWORD, Player, Running, running, staff
from .test_access import is_out

pytestmark = pytest.mark.anyio

Kind = TypeVar("Kind")


@pytest.fixture
def ahead() -> Iterator[list[timedelta]]:
    """How far the house's clock is put forward."""
    by, real = [timedelta()], house_clock.clock.get()

    def moved() -> datetime:
        return real() + by[0]

    token = house_clock.clock.set(moved)
    yield by
    house_clock.clock.reset(token)


async def test_a_regulator_is_out_at_once_when_the_time_is_over(database: str, ahead: list[timedelta]) -> None:
    async with (
        running(database) as server,
        await staff(server, "rosa", Role.REGULATOR) as rosa,
    ):
        house = server.service.house
        assert [(one.person, one.visit) for one in _happened(server, e.Visited)] == [("rosa", c.VisitKind.SIGN_IN)]
        await rosa.follow("edge-1")
        ahead[0] = VISIT
        assert (await rosa.http.get("/api/me")).status_code == 401  # whatever is recorded
        answer = await rosa.http.post("/api/login", json={"person": "rosa", "password": PASSWORD})
        assert answer.json()["code"] == "not-active"
        await rosa.send(type="Submit", key="x", command={"type": "CloseTable", "table": "edge-1"})
        await is_out(rosa)
        await end_visits(server.service)
        assert state_of(house, "rosa") is AccountState.ENDED
        assert [event.person for event in _happened(server, e.AccountEnded)] == ["rosa"]


async def test_a_socket_that_says_nothing_is_closed_when_the_time_is_over(tmp_path: Path) -> None:
    """By the house's clock: it is not asked again every so often."""
    async with running(tmp_path) as server:
        person = Person("rosa", "Rosa", Role.REGULATOR)
        until = now() + timedelta(seconds=1)
        await server.service.submit(SERVICE, c.Enrol(person.id, person.name, person.role, until))
        await server.desk.entrance.set_password(person.id, PASSWORD)
        rosa = await Player.arrive(server, guest=False)
        assert (await rosa.http.post("/api/login", json={"person": "rosa", "password": PASSWORD})).status_code == 200
        async with rosa:
            await is_out(rosa)
            assert now() >= until


async def test_a_regulator_reads_and_is_told_nothing_of_a_winner(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "rosa", Role.REGULATOR) as rosa:
        for path in ("/api/access", "/api/staff/cards", "/api/conditions", "/api/wins", "/api/pit", "/api/requests"):
            assert (await rosa.http.get(path)).status_code == 200, path
        assert (await rosa.http.get("/api/wins/delta/nothing/winner")).json()["code"] == "not-allowed"
        assert (await rosa.http.get("/api/me")).json()["may"] == []
        wrong = await rosa.http.post("/api/login", json={"person": "rosa", "password": "another sentence"})
        assert wrong.status_code == 401
        for path in ("/api/audit/people/house", "/api/audit/people/rosa", "/api/audit/changes", "/api/access"):
            told = await rosa.http.get(path)
            assert (told.status_code, "127.0.0.1" in told.text) == (200, False), path


def _happened(server: Running, kind: type[Kind]) -> list[Kind]:
    with server.service.store.reading() as reader:
        return [
            event
            for record, _ in reader.records()
            for part in record.parts
            for event in part.events
            if isinstance(event, kind)
        ]


async def test_a_regulator_sees_no_card_that_lies_face_down(tmp_path: Path) -> None:
    async with (
        running(tmp_path, limits=UNLIMITED) as server,
        await Player.arrive(server) as ann,
        await staff(server, "rosa", Role.REGULATOR) as rosa,
    ):
        await rosa.follow("edge-1")
        await rosa.send(type="WatchTerminal", table="edge-1")
        await rosa.send(type="WatchPit")
        await ann.follow("edge-1")
        await ann.sit("edge-1")
        await ann.wait_for("edge-1", "bets")
        await ann.bet("edge-1", {"ante": 5 * DOLLAR})
        await ann.wait_for("edge-1", "decisions")
        table = server.service.house.tables["edge-1"]
        assert table.round is not None
        hidden = {
            card
            for event in table.round.events
            if isinstance(event, PacketDealt) and event.cards
            for card in set(event.cards) - set(_seen_by_anyone(event))
        }
        assert hidden
        told = [
            (await rosa.http.get(path)).text
            for path in (
                "/api/tables/edge-1",
                "/api/tables/edge-1/terminal",
                f"/api/rounds/{table.round_id}",
                f"/api/rounds/{table.round_id}/explained",
                "/api/rounds?table=edge-1",
                "/api/audit/search?table=edge-1",
                "/api/pit",
            )
        ]
        told += [json.dumps(message) for message in rosa.heard]
        assert not [card for card in hidden for text in told if f'"{card}"' in text]


def _seen_by_anyone(event: PacketDealt) -> tuple[Card, ...]:
    seen = view(event, "spectator")
    assert isinstance(seen, PacketDealt)
    return (*(seen.cards or ()), *seen.up)
