"""What people are told of the clocks: never a decision without its time, whatever the disk does."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import msgspec
import pytest

from cardroom.house.log import commands as c
from cardroom.table.commands import CloseBets
from cardroom.web.sockets.connection import Connection
from cardroom.web.sockets.hub import Hub

from ..floors import floor_text
from ..house.timed import Timed, timed
from ..virtual_time import run

FLOOR = floor_text(("delta-1",), timers={"bets": 12, "decision": 20, "pause": 4})


def standings(connection: Connection) -> list[dict]:
    """All that was sent so far."""
    messages = [msgspec.json.decode(data) for data in connection.queue]
    return [message.get("view") or message["standing"] for message in messages]


async def follow(found: Timed, hub: Hub, name: str) -> Connection:
    connection = Connection(found.person(name))
    hub.connections.add(connection)
    await hub.subscribe(connection, "delta-1", None)
    return connection


async def two_deciding(found: Timed, hub: Hub) -> tuple[Connection, Connection]:
    for seat, person in enumerate(("ann", "bob"), 1):
        await found.seat(person, "delta-1", seat)
    ann, watcher = await follow(found, hub, "ann"), await follow(found, hub, "someone")
    await found.betting("delta-1")
    for person in ("ann", "bob"):
        await found.bet(person, "delta-1")
    return ann, watcher


@pytest.mark.parametrize("seconds", [0, 0.3, 3])
def test_a_decision_is_told_with_everyone_s_time(tmp_path, seconds):
    slow = [0.0]

    async def story():
        async with timed(tmp_path, FLOOR) as found:
            hub = Hub(found.service)
            hub.start()
            ann, watcher = await two_deciding(found, hub)
            slow[0] = seconds
            # Others keep the table being written about, so that memory is ahead of the disk.
            chatter = [asyncio.create_task(found.do("ann", c.TopUp("delta-1", 5_000_000)))]
            await asyncio.sleep(min(seconds / 2, 0.5))
            closing = asyncio.create_task(found.do("house", c.AtTable("delta-1", CloseBets())))
            await asyncio.gather(closing, *chatter)
            await asyncio.sleep(2 * seconds + 1)
            mine, others = standings(ann)[-1], standings(watcher)[-1]
            assert mine["waits_for"] == others["waits_for"] == "decisions"
            assert mine["deadlines"] == others["deadlines"]
            assert mine["deadlines"].keys() == {"1", "2"}
            assert mine["deadline"] is others["deadline"] is None, "neither bets nor a pause"
            await hub.stop()

    run(story(), delay=lambda: slow[0])


def test_when_all_clocks_have_been_moved_everyone_is_told(tmp_path):
    async def story():
        async with timed(tmp_path, FLOOR) as found:
            hub = Hub(found.service)
            hub.start()
            ann, watcher = await two_deciding(found, hub)
            await found.deciding("delta-1")
            await asyncio.sleep(1)
            before = found.deadlines("delta-1")
            found.service.clocks.pause()
            found.service.clocks.credit(timedelta(seconds=30))
            await asyncio.sleep(1)
            assert found.deadlines("delta-1") == {seat: round(moment + 30, 3) for seat, moment in before.items()}
            for connection in (ann, watcher):
                *_, earlier, now = standings(connection)
                assert now["deadlines"].keys() == {"1", "2"}
                assert now["deadlines"]["1"] > earlier["deadlines"]["1"]
            await hub.stop()

    run(story())
