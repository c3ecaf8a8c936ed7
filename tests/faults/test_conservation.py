"""After an evening of play, corrections and attacks every chip is where the log says, however it is added up."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.engine.permissions import may
from cardroom.house.kernel.people import Role
from cardroom.house.log.commands import StandUp, without_lookups
from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.house.storage.store import Store

from ..stores import open_house_from
from .hostile import any_command, as_command
from .in_process import running
from .players import Regular
from .servers import TABLES, Log, floor_text, read_log, require_in_order

STAFF = (Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING, Role.TECHNICIAN, Role.DEALER)
MEDDLING = 300  # commands of staff that have their hands everywhere; more, until one has voided a round
NOT_NOW = ("SuspendAccount", "EndAccount", "ChangeRates", "CloseTable")  # would end the play


@pytest.mark.slow
def test_every_chip_is_accounted_for_however_it_is_added_up(tmp_path: Path) -> None:
    house = asyncio.run(_meddled_evening(tmp_path))
    store = Store(f"sqlite:///{tmp_path / 'house.db'}")
    require_in_order(str(store.engine.url))
    live = house.books
    assert open_house_from(store).books == live
    with store.reading() as reader:
        assert reader.balances() == live
    store.engine.dispose()
    assert _from_the_raw_rows(tmp_path / "house.db") == live
    assert sum(live.values()) == 0
    _what_people_have_follows_from_their_results(read_log(f"sqlite:///{tmp_path / 'house.db'}"), house)


async def _meddled_evening(folder: Path) -> House:
    chance = random.Random(17)
    floor = floor_text(bets=0.05, decision=0.5, pause=0.02)
    async with running(folder, bots=2, floor=floor) as server:
        house = server.service.house
        players = [
            Regular(table, table=table, seat=3, busy=0.2, chance=random.Random(chance.random())) for table in TABLES
        ]
        for player in players:
            await player.arrive(server.address)
            await player.follow(player.table)
        tasks = [asyncio.create_task(player.play()) for player in players]
        for role in STAFF:
            await server.enrol(f"a-{role}", role)
        outcomes: Counter[str] = Counter()
        while (tried := sum(outcomes.values())) < MEDDLING or (not outcomes["DeclareMisdeal"] and tried < 3_000):
            command = as_command(any_command(chance))
            if command is None or command.permission.__name__ in NOT_NOW:
                continue
            allowed = [role for role in STAFF if may(role, command.permission)] or [Role.DEALER]
            person = house.people[f"a-{chance.choice(allowed)}"]
            command = without_lookups(command)  # what the log says of a round the server looks up itself
            try:
                await server.service.submit(person, command, new_key(now(), f"meddling-{tried}"))
                outcomes[command.permission.__name__] += 1
            except CardroomError as error:
                outcomes[error.code] += 1
        assert outcomes["DeclareMisdeal"], outcomes
        while any(table.rounds < 3 for table in house.tables.values()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        assert not [task for task in tasks if task.done()], [task.exception() for task in tasks if task.done()]
        for player, task in zip(players, tasks, strict=True):
            task.cancel()
            with contextlib.suppress(CardroomError):  # whoever has no hand in play gets up
                await server.service.submit(house.people[player.person], StandUp(player.table))
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(player.leave() for player in players))
    return house


def _from_the_raw_rows(path: Path) -> dict[str, int]:
    """Added up from the file with nothing of the house's own code; each posting of it balances."""
    books: Counter[str] = Counter()
    with sqlite3.connect(path) as connection:
        for (text,) in connection.execute("SELECT body FROM records"):
            for posting in (one for part in json.loads(text)["parts"] for one in part.get("postings", ())):
                assert sum(entry[1] for entry in posting["entries"]) == 0
                for entry in posting["entries"]:
                    books[entry[0]] += entry[1]
    connection.close()
    return {account: amount for account, amount in books.items() if amount}


def _what_people_have_follows_from_their_results(log: Log, house: House) -> None:
    """Money issued, results of rounds, and awards: nothing else makes anyone richer or poorer."""
    has: Counter[str] = Counter()
    seated: dict[tuple[str, int], str] = {}
    for said in log.said:
        kind, _, name = said.stream.partition(":")
        for event in said.events:
            match event["type"]:
                case "MoneyIssued":
                    has[event["person"]] += event["amount"]
                case "SatDown":
                    seated[name, event["seat"]] = event["person"]
                case "RoundClosed":
                    for seat, net in event["results"].items():
                        has[seated[name, int(seat)]] += net
                case "AwardPaid" | "EnvyPaid" if kind == "link":
                    has[seated[event["table"], event["seat"]]] += event["amount"]
    in_play = {person for table in house.tables.values() if table.is_playing for person in table.people().values()}
    assert len(has.keys() - in_play) >= 3
    for person, amount in has.items():
        assert house.money_of(person) >= 0
        if person not in in_play:
            assert house.money_of(person) == amount
