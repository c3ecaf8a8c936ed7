"""An hour of play, in virtual time: what a server holds does not grow with it."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pytest

from cardroom.errors import CardroomError
from cardroom.games.round_facts import Hand
from cardroom.hands import RunRanking
from cardroom.house.kernel.people import SERVICE, Person
from cardroom.house.log import commands as c
from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.lab import lab_service
from cardroom.house.runtime.service import Service
from cardroom.money import DOLLAR
from cardroom.table import commands as t
from cardroom.table import table_settings
from cardroom.web.desk import open_desk
from cardroom.web.sockets.connection import Connection

from ..floors import floor_text
from ..virtual_time import run
from .running import service_on

TABLE, GAME, SEATS = "edge-1", "straight-edge-1", (1, 2, 3)
MINUTE = 60.0
GROWN = 1.03  # at most, of what was held before: no two moments are quite alike
TIMERS = {"bets": 5, "decision": 10, "pause": 2}


async def play(service: Service, player: Person, seat: int) -> None:
    """Sit, bet, and stay in whenever possible. Whoever has lost most of his chips begins again."""

    async def do(command: c.AnyCommand) -> None:
        with suppress(CardroomError):
            await service.submit(player, command, new_key(now(), f"{asyncio.get_running_loop().time()}"))

    while True:
        await asyncio.sleep(0.5)
        table = service.house.tables[TABLE]
        if seat not in table.seats:
            await do(c.IssuePlayMoney())
            await do(c.SitDown(TABLE, seat, 500 * DOLLAR))
        elif table.round is None or not table.is_playing:
            if service.house.balance(f"stack:{TABLE}:{player.id}") < 100 * DOLLAR:
                await do(c.StandUp(TABLE, seat))
        elif seat not in table.round.state.seats:
            await do(c.AtTable(TABLE, t.Bet(seat, {"ante": 5 * DOLLAR})))
        elif seat in table.round.awaited_seats():
            await do(c.AtTable(TABLE, t.Choose(seat, table.round.options(seat)[-1].name)))


def held() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.fixture
def few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept up to a number, hands that were read and answers of the lab, is full soon."""
    monkeypatch.setattr(lab_service, "MOST_EXPOSURES", 10)
    for hand in table_settings(GAME).rules.hands.values():
        if isinstance(hand, Hand) and isinstance(hand.ranking, RunRanking):
            kept = lru_cache(100)(hand.ranking._read)
            monkeypatch.setitem(vars(hand.ranking), "_known_reading", kept)


@pytest.mark.soak
@pytest.mark.usefixtures("few_are_kept")
def test_an_hour_of_play_leaves_no_more_in_memory_than_half_an_hour(tmp_path: Path) -> None:
    """Keys of commands are remembered for some minutes, and a table's last records: both are full before."""

    async def story() -> tuple[int, int, int]:
        service, floor = service_on(tmp_path, floor_text((TABLE,), links=(), timers=TIMERS))
        async with open_desk(service, floor) as desk:
            for seat in SEATS:
                await service.submit(SERVICE, c.Enrol(f"ann-{seat}", "Ann", "guest"))
            people = [service.house.people[f"ann-{seat}"] for seat in SEATS]
            playing = [asyncio.create_task(play(service, one, seat)) for one, seat in zip(people, SEATS, strict=True)]
            for one in people:
                connection = Connection(one, write=lambda _: True)
                desk.hub.connections.add(connection)
                await desk.hub.subscribe(connection, TABLE, None)
                await desk.hub.watch_lobby(connection)
            await asyncio.sleep(30 * MINUTE)
            half = held()
            await asyncio.sleep(30 * MINUTE)
            whole, rounds = held(), service.house.tables[TABLE].rounds
            for task in playing:
                task.cancel()
            return half, whole, rounds

    tracemalloc.start()
    try:
        half, whole, rounds = run(story())
    finally:
        tracemalloc.stop()
    assert rounds > 100
    assert whole < half * GROWN
