"""Who has won: written down by staff, encrypted beside the log, read by few, and erased by two people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from cardroom.house.kernel.people import SERVICE, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.storage import schema
from cardroom.house.storage.backups import note_backup
from cardroom.jackpots.commands import Confirm, StaffCard, SwipeCard
from cardroom.web.gateway.rate_limits import UNLIMITED
from cardroom.web.gateway.security import COOKIE
from cardroom.web.staff.winner_data import printed_winner_fields

from ..floors import floor_text
from ..house.logs import STRAIGHT_FLUSH, SeededRoom, stored
from .running import Player, running, staff

pytestmark = pytest.mark.anyio

PLAIN = floor_text(("delta-1",), service="$0", timers={"bets": 3000, "decision": 3000, "pause": 3000})
TAXED = (
    '[winners]\nkeep_days = {days}\n[[winners.tax_data]]\nsince = 2026-01-01\namount = "{amount}"\ncites = "rule 9"\n'
)
WINNER = "/api/wins/delta/delta-1/winner"
NAME, SECRET = "Wilhelmina Quist", "passport 99-Z-4711"
READERS = {Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING, Role.CAGE, Role.AUDITOR}


def floor(*, days: int = 30, amount: str = "$500") -> str:
    return PLAIN + TAXED.format(days=days, amount=amount)


@pytest.fixture
def house(tmp_path: Path) -> str:
    """A database in which a straight flush was won in March, and its page printed once."""
    room = SeededRoom(PLAIN)
    room.enrol("cage", "cage")
    room.guest("ann", "delta-1", 1)
    room.next_seed = STRAIGHT_FLUSH
    room.play("delta-1", "ann", progressive=1)
    room.do("dealer", c.AtConsole("delta", Confirm(table="delta-1")))
    room.do("supervisor", c.AtConsole("delta", SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR)))
    room.do("supervisor", c.PrintWin("delta", "delta-1"))
    stored(room, tmp_path / "house.sqlite").engine.dispose()
    return f"sqlite:///{tmp_path / 'house.sqlite'}"


async def door(server: Any, role: Role) -> httpx.AsyncClient:
    token = await server.desk.entrance.open_session(server.service.house.people[role.value])
    return httpx.AsyncClient(base_url=server.url, cookies={COOKIE: token}, headers={"origin": server.url})


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


async def told_by(http: httpx.AsyncClient, **fields: str) -> httpx.Response:
    return await http.post(WINNER, json=fields)


async def test_what_is_told_of_a_winner_is_read_by_few_and_stands_in_no_record(house: str, tmp_path: Path) -> None:
    async with running(house, text=floor(), limits=UNLIMITED) as server:
        async with await door(server, Role.SUPERVISOR) as sue:
            answer = await told_by(sue, name=NAME, identification=SECRET, tax_number="000-12-3456")
            assert answer.status_code == 204, answer.text
        for role in set(Role) - {Role.SERVICE, Role.GUEST, Role.PLAYER, Role.ADMINISTRATOR, Role.REGULATOR}:
            async with await door(server, role) as http:
                answer = await http.get(WINNER)
                assert (answer.status_code, NAME in answer.text) == ((200, True) if role in READERS else (403, False))
                if role is Role.AUDITOR:
                    assert (await told_by(http, name="other")).status_code == 403
                page = await http.get("/api/wins/delta/delta-1")
                assert NAME not in page.text
                if role in READERS - {Role.CAGE}:
                    events = await http.get("/api/wins/delta/delta-1/page.pdf")
                    assert events.content[:4] == b"%PDF"
        async with await staff(server, "rosa", Role.REGULATOR) as rosa:
            assert (await rosa.http.get(WINNER)).status_code == 403
            assert NAME not in (await rosa.http.get("/api/wins/delta/delta-1")).text
            assert (await rosa.http.get("/api/wins/delta/delta-1/page.pdf")).content[:4] == b"%PDF"
            assert printed_winner_fields(server.desk, server.service.house.people["rosa"], "delta", "delta-1") == ()
        async with await Player.arrive(server) as guest:
            assert (await guest.http.get(WINNER)).status_code == 403
            assert (await guest.http.post(WINNER, json={"name": "me"})).status_code == 403
        await server.service.flush()
    files = on_disk(tmp_path)
    assert b"WinnerNoted" in files
    assert b'"fields":["name","identification","tax_number"]' in files
    for secret in (NAME, SECRET, "000-12-3456"):
        assert secret.encode() not in files


async def test_tax_data_is_kept_only_where_a_dated_threshold_asks_for_it(house: str) -> None:
    above = running(house, text=floor(amount="$501"), limits=UNLIMITED)
    async with above as server, await door(server, Role.CAGE) as cage:
        view = (await cage.get(WINNER)).json()
        assert (view["asks"], view["tax"]) == (["name", "identification"], None)
        refused = await told_by(cage, name=NAME, tax_number="000-12-3456")
        assert (refused.status_code, refused.json()["code"]) == (409, "not-asked")
        assert (await cage.get(WINNER)).json()["winner"] is None
    async with running(house, text=floor(), limits=UNLIMITED) as server, await door(server, Role.CAGE) as cage:
        view = (await cage.get(WINNER)).json()
        assert view["asks"] == ["name", "identification", "address", "tax_number"]
        assert view["tax"] == {"since": "2026-01-01", "amount": 500_000_000, "cites": "rule 9"}


async def test_erasing_takes_two_people_and_the_houses_time_and_destroys_the_key(house: str) -> None:
    for text, code in ((floor(days=3650), "kept"), (PLAIN, "no-retention"), (floor(), "")):
        async with running(house, text=text, limits=UNLIMITED) as server:
            cards = {}
            for role in (Role.SUPERVISOR, Role.EXECUTIVE):
                if server.service.house.card_of(role.value) is None:
                    card = await server.desk.entrance.cards.issue(SERVICE, role.value)
                else:
                    card = await server.desk.entrance.cards.issue(SERVICE, role.value, why="worn")
                cards[role] = {"card": {"type": "Scanned", "code": card.code}}
            async with await door(server, Role.SUPERVISOR) as sue:
                assert (await told_by(sue, name=NAME)).status_code == 204
                alone = await sue.post(f"{WINNER}/erasure", json=cards[Role.SUPERVISOR])
                assert alone.json()["code"] == "two-people"
                note_backup(server.service.store, now(), "night.sqlite")
                answer = await sue.post(f"{WINNER}/erasure", json=cards[Role.EXECUTIVE])
                view = (await sue.get(WINNER)).json()
                if code:
                    assert (answer.status_code, answer.json()["code"]) == (409, code)
                    assert view["winner"]["name"] == NAME
                    continue
                assert answer.status_code == 200, answer.text
                assert {one["name"] for one in answer.json()["backups"]} == {"night.sqlite"}
                assert answer.json()["prints"] == 1
                assert (view["winner"], view["is_erased"], view["may_erase"]) == (None, True, False)
            with server.service.store.connecting() as connection:
                assert connection.execute(sa.select(schema.winner_keys)).all() == []


async def test_signs_show_seat_and_amount_and_never_a_name(house: str) -> None:
    async with running(house, text=floor(), limits=UNLIMITED) as server:
        async with await door(server, Role.EXECUTIVE) as eve:
            assert (await told_by(eve, name=NAME)).status_code == 204
        async with await Player.arrive(server) as guest:
            for path in ("/api/tables/delta-1", "/api/jackpots", "/api/lobby"):
                assert NAME not in (await guest.http.get(path)).text
