"""The demonstration: whoever started it comes in as any of the staff; no other house has such doors."""

from __future__ import annotations

import asyncio
import re
from itertools import product
from pathlib import Path

import pytest

from cardroom.cli.house.server_lifecycle import Plan
from cardroom.errors import CardroomError
from cardroom.house.floor.floor_check import DEMONSTRATION
from cardroom.house.kernel.people import SERVICE, STAFF, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.computer_players import Bots
from cardroom.house.runtime.demonstration_staff import PIN, require_own_database
from cardroom.house.runtime.lab.lab_process import LabProcess

from ..floors import floor_text
from .running import DOOR, FLOOR, Player, Running, eventually, running, service_on, staff

pytestmark = pytest.mark.anyio

ROLES = sorted(STAFF)


async def at_door(server: Running) -> Player:
    """Whoever started it, with the address that was printed."""
    player = await Player.arrive(server, guest=False)
    answer = await player.http.get(f"/demonstration/{DOOR}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    return player


async def test_whoever_started_it_comes_in_as_every_role(tmp_path: Path) -> None:
    async with running(tmp_path, is_demonstration=True) as server, await at_door(server) as anyone:
        assert anyone.heard[0]["has_doors"]
        known = (await anyone.http.get("/api/demonstration")).json()
        assert sorted(one["person"]["role"] for one in known) == ROLES
        for role in ROLES:
            me = (await anyone.http.post(f"/api/demonstration/{role}")).json()
            assert me["person"]["role"] == role
            assert (await anyone.http.get("/api/me")).json()["person"]["role"] == role
        nobody = await anyone.http.post("/api/demonstration/player")
        assert (nobody.status_code, nobody.json()["code"]) == (404, "unknown-role")


async def test_the_cards_that_are_shown_count_until_they_are_revoked(tmp_path: Path) -> None:
    async with running(tmp_path, is_demonstration=True) as server, await at_door(server) as dealer:
        await dealer.http.post("/api/demonstration/dealer")
        await dealer.connect()
        known = {one["person"]["role"]: one for one in (await dealer.http.get("/api/demonstration")).json()}
        card = {"type": "Keyed", "number": known["supervisor"]["number"], "pin": PIN}
        answer = await dealer.submit("CloseTable", table="edge-1", card=card)
        assert answer["type"] == "Accepted", answer
        await server.service.submit(SERVICE, c.RevokeCard(card["number"], "lost"))
        assert (await dealer.submit("OpenTable", table="edge-1", inventory=1, card=card))["code"] == "revoked-card"
        known = {one["person"]["role"]: one for one in (await dealer.http.get("/api/demonstration")).json()}
        assert [role for role in ROLES if not known[role]["number"]] == ["supervisor"]


FORWARDED: tuple[dict[str, str], ...] = (
    {},
    {"X-Forwarded-For": "127.0.0.1"},
    {"Forwarded": "for=127.0.0.1"},
    {"X-Real-IP": "127.0.0.1"},
)


@pytest.mark.parametrize("proxy", [None, "127.0.0.1"])
async def test_everyone_else_stays_outside_whatever_a_proxy_forwards(tmp_path: Path, proxy: str | None) -> None:
    """A proxy on the same machine that forwards no headers looks like the machine itself."""
    async with (
        running(tmp_path, is_demonstration=True, proxy=proxy) as server,
        await Player.arrive(server, guest=False) as far,
    ):
        assert not far.heard[0]["has_doors"]
        cookies: tuple[dict[str, str], ...] = (
            {}, {"cookie": "cardroom_demonstration=guess"}, {"cookie": "cardroom_demonstration="},
        )  # fmt: skip
        for headers, cookie in product(FORWARDED, cookies):
            for answer in (
                await far.http.get("/api/demonstration", headers=headers | cookie),
                await far.http.post("/api/demonstration/executive", headers=headers | cookie),
            ):
                assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed"), (headers, cookie)
        for headers, guess in product(FORWARDED, ("guess", f"{DOOR}x", "ü")):
            answer = await far.http.get(f"/demonstration/{guess}", headers=headers)
            assert (answer.status_code, "set-cookie" in answer.headers) == (404, False), (headers, guess)
        assert (await far.http.get("/api/me")).status_code == 401


async def test_another_house_has_no_such_address_and_no_such_people(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server, guest=False) as anyone:
        assert not anyone.heard[0]["is_demonstration"]
        assert (await anyone.http.get(f"/demonstration/{DOOR}")).status_code == 404
        assert (await anyone.http.get("/api/demonstration")).status_code == 404
        assert (await anyone.http.post("/api/demonstration/executive")).status_code == 404
        assert not server.service.house.cards
        assert not [one for one in server.service.house.people.values() if one.role in STAFF]


async def test_neither_real_money_nor_a_house_with_staff_of_its_own_is_a_demonstration(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        await (await staff(server, "sue", Role.SUPERVISOR)).http.aclose()
    real_money = re.sub(
        "service_supervisor_up_to = .*", "", FLOOR.replace("play_money = true", "play_money = false", 1)
    )
    assert real_money != FLOOR
    for place, text in ((tmp_path, FLOOR), (tmp_path / "other", real_money)):
        place.mkdir(exist_ok=True)
        async with running(place, text=text, is_demonstration=True) as server:
            player = await Player.arrive(server, guest=False)
            answer = await player.http.post("/api/demonstration/executive")
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
            assert not any(one.id.startswith("demonstration") for one in server.service.house.people.values())
            await player.http.aclose()


async def test_its_database_opens_for_nothing_else(tmp_path: Path) -> None:
    async with running(tmp_path, is_demonstration=True) as server:
        with pytest.raises(CardroomError, match="name another one with --database"):
            require_own_database(server.service.house)
    (tmp_path / "own").mkdir()
    async with running(tmp_path / "own") as server:
        require_own_database(server.service.house)


@pytest.mark.parametrize(
    ("wishes", "is_open"),
    [
        ({}, True),
        ({"host": "::1"}, True),
        ({"host": "localhost"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"host": "cards.example"}, False),
        ({"proxy": "127.0.0.1"}, False),
        ({"host_names": frozenset({"cards.example"})}, False),
        ({"origins": frozenset({"https://cards.example"})}, False),
        ({"is_demonstration": False}, False),
    ],
)
def test_only_on_this_machine(wishes: dict[str, object], is_open: bool) -> None:
    usual = {"host": "127.0.0.1", "port": 0, "database": "", "floor": DEMONSTRATION, "is_demonstration": True}
    assert Plan(**usual | wishes).has_doors is is_open  # type: ignore[arg-type]


async def test_computer_players_leave_real_tables_alone_and_wait_where_nobody_deals(tmp_path: Path) -> None:
    real = {"delta-1": 'cards = "real"', "delta-2": 'dealer = "human"'}
    service, floor = service_on(tmp_path, floor_text(real, links=("delta",)))
    await service.start(floor)
    bots = Bots(service, LabProcess(), 2, hurry=True)
    playing = asyncio.create_task(bots.play())
    try:
        house = service.house
        await eventually(lambda: len(house.tables["delta-2"].seats) == 2)
        position = house.position
        await asyncio.sleep(0.2)
        assert house.position == position  # they sit still
        assert not house.tables["delta-1"].seats
    finally:
        playing.cancel()
        await service.stop()
        service.store.engine.dispose()
