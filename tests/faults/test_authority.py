"""Every command as every role, and messages of every shape: a clear refusal, no change, no 500."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.house.core import actions
from cardroom.house.core import commands as c
from cardroom.house.core.house import SERVICE, Done, House
from cardroom.house.core.people import MATRIX, Person, Role, may
from cardroom.house.core.records import Record
from cardroom.house.floor.file import read_floor
from cardroom.house.office.audit import Audit
from cardroom.jackpots import Link
from cardroom.money import DOLLAR
from cardroom.table.commands import CloseBets
from cardroom.web.limits import UNLIMITED, Rate

from .hostile import KINDS, any_command, any_message, as_command, broken
from .in_process import running
from .players import Person as Client
from .servers import HUMAN, floor_text, require_in_order

PATIENT = msgspec.structs.replace(UNLIMITED, bad_messages_by_connection=Rate(1e9, 1e9))
SLOW_CLOCKS = floor_text(bets=3000, decision=3000, pause=3000) + HUMAN


class Room:
    """A house in memory with a person of every role and rounds in progress."""

    def __init__(self) -> None:
        floor, mistakes = read_floor(SLOW_CLOCKS, "floor.toml", lambda *_: {})
        assert floor is not None, mistakes
        self.floor = floor
        self.now = datetime(2026, 3, 2, 12, tzinfo=UTC)
        self.seeds = 0
        self.house = House(floor, self.draw)
        self.records: list[Record] = []
        self.secrets: dict[str, bytes] = {}
        self.take(self.house.open("floor", self.now))
        for role in set(Role) - {Role.SERVICE}:
            self.enrol(role.value, role)
        for person in ("ann", "bob"):
            self.enrol(person, Role.GUEST)
            self.do(self.house.people[person], c.IssuePlayMoney())

    def draw(self) -> bytes:
        self.seeds += 1
        return hashlib.sha256(f"seed {self.seeds}".encode()).digest()

    def take(self, done: Done) -> Done:
        self.records += done.records
        self.secrets |= done.secrets
        return done

    def enrol(self, person: str, role: Role) -> None:
        assert self.do(SERVICE, c.Enrol(person, person.title(), role)).error is None

    def do(self, person: Person, command: c.AnyCommand, key: str = "") -> Done:
        self.now += timedelta(seconds=1)
        return self.take(self.house.do(person, command, key, self.now))

    def person(self, role: Role) -> Person:
        return SERVICE if role is Role.SERVICE else self.house.people[role.value]

    def play_a_little(self) -> None:
        """One round decided upon, one open for bets."""
        for table in ("delta-1", "human-1", "edge-1"):
            for seat, person in enumerate((Role.GUEST.value, Role.PLAYER.value, "ann"), 1):
                self.do(self.house.people[person], c.IssuePlayMoney())
                self.do(self.house.people[person], c.SitDown(table, seat, 100 * DOLLAR))
            self.do(SERVICE, c.BeginRound(table))
            self.do(self.house.people["ann"], c.PlaceBets(table, {"ante": 5 * DOLLAR}))
        self.do(SERVICE, c.Perform("delta-1", CloseBets()))

    def state(self) -> tuple[Any, ...]:
        """Everything that a refusal leaves as it was, but for the house's own stream."""
        house = self.house
        tables = {
            name: (
                copy.deepcopy(table.seats), table.is_open, table.rounds, table.round_id, dict(table.round_people),
                None if table.round is None else (list(table.round.events), copy.deepcopy(table.round.state)),
            )
            for name, table in house.tables.items()
        }  # fmt: skip
        links = {name: list(link.events) for name, link in house.links.items()}
        books = {account: amount for account, amount in house.books.items() if amount}
        heads = {stream: head for stream, head in house.heads.items() if stream != "house"}
        rest = (house.receipts, house.requests, house.people, house.own_limits, house.bought_today)
        return (tables, links, books, heads, *(dict(part) for part in rest))

    def require_in_order(self) -> None:
        """The audit, and a house made anew from the log."""
        audit = Audit(dict(self.secrets))
        audit.run(self.records)
        assert not audit.findings, [str(finding) for finding in audit.findings]
        again = House(self.floor, self.draw)
        again.replay(self.records, self.secrets)
        assert {a: n for a, n in again.books.items() if n} == {a: n for a, n in self.house.books.items() if n}
        assert (again.heads, again.receipts, again.people) == (self.house.heads, self.house.receipts, self.house.people)
        assert (again.requests, again.bought_today) == (self.house.requests, self.house.bought_today)
        assert {n: x.events for n, x in again.links.items()} == {n: x.events for n, x in self.house.links.items()}
        for name, table in self.house.tables.items():
            assert (again.tables[name].seats, again.tables[name].round_id) == (table.seats, table.round_id)
            if table.round is not None:
                assert again.tables[name].round.events == table.round.events  # type: ignore[union-attr]


@pytest.mark.slow
def test_every_command_of_every_role_is_allowed_or_refused_as_the_matrix_says() -> None:
    room, chance = Room(), random.Random(2)
    room.play_a_little()
    assert set(KINDS) == {command.__name__ for command in MATRIX}
    asked = 0
    for name in sorted(KINDS):
        for role in Role:
            for command in _some(name, chance, 4):
                asked += 1
                before, written = room.state(), len(room.records)
                done = room.do(room.person(role), command, f"key-{asked}")
                new = room.records[written:]
                if may(role, type(command)):
                    assert done.error is None or done.error.code != "not-allowed"
                    continue
                assert done.error is not None
                assert done.error.code == "not-allowed"
                assert done.error.message
                assert done.receipt is None
                assert room.state() == before
                refused = [e for r in new for e in msgspec.json.decode(bytes(r.events)) if e["type"] == "Refused"]
                assert [(e["role"], e["command"]) for e in refused] == [(role, name)]
                assert {r.stream for r in new} == {"house"}
                assert not any(r.postings for r in new)
    assert asked == 4 * len(KINDS) * len(Role)
    room.require_in_order()


def _some(name: str, chance: random.Random, count: int) -> list[Any]:
    found: list[Any] = []
    while len(found) < count:
        if (command := as_command(any_command(chance, name))) is not None:
            found.append(command)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_thousands_of_absurd_commands_are_done_whole_or_refused_whole(seed: int) -> None:
    room, chance = Room(), random.Random(seed)
    people = [*room.house.people.values()]
    refused = done = 0
    for number in range(4_000):
        if number % 500 == 0:
            room.play_a_little()
        command = as_command(any_command(chance))
        if command is None:
            continue
        if isinstance(command, c.Perform) and chance.random() < 0.8:
            round_ = room.house.tables[command.table].round if command.table in room.house.tables else None
            command = c.Perform(command.table, (round_.next_act() if round_ else None) or command.act)
        elif isinstance(command, c.Approve | c.Decline) and room.house.requests:
            command = type(command)(chance.choice(sorted(room.house.requests)))
        allowed = [person for person in people if may(person.role, type(command))]
        person = chance.choice(allowed if chance.random() < 0.95 else people)
        key = f"key-{chance.randrange(2_000)}" if chance.random() < 0.3 else ""
        looks = chance.random() < 0.15
        before = (room.state(), dict(room.house.heads)) if looks else None
        outcome = room.do(person, command, key)
        if outcome.error is None:
            done += 1
            continue
        refused += 1
        assert outcome.error.code
        assert outcome.error.message
        if looks and outcome.error.code != "not-allowed":
            assert (room.state(), room.house.heads) == before, (person, command, outcome.error)
            assert not outcome.records
        assert all(Link(link.events).state == link.state for link in room.house.links.values() if looks)
    assert done > 400
    assert refused > 1_000
    room.require_in_order()


@pytest.mark.parametrize("place", ["keep_tray_filled", "feed_links", "_pay_for_chips"])
def test_a_fault_in_the_middle_of_a_command_leaves_nothing_behind(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    room.play_a_little()

    def fail(*_: object) -> None:
        raise KeyError("a fault of the house's own")

    monkeypatch.setattr(actions, place, fail)
    for person, command in (
        ("bob", c.SitDown("delta-2", 1, 50 * DOLLAR)),
        ("ann", c.Decide("delta-1", 1)),
        ("ann", c.PlaceBets("edge-1", {"ante": 10 * DOLLAR})),
    ):
        before, heads = room.state(), dict(room.house.heads)
        try:
            room.do(room.house.people[person], command)
        except KeyError:
            assert (room.state(), room.house.heads) == (before, heads)
    monkeypatch.undo()
    room.require_in_order()


# --- over the wire ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_command_of_every_role_over_the_wire(tmp_path: Path) -> None:
    asyncio.run(_every_command_over_the_wire(tmp_path))
    require_in_order(f"sqlite:///{tmp_path / 'house.db'}")


async def _every_command_over_the_wire(folder: Path) -> None:
    chance = random.Random(7)
    async with running(folder, floor=SLOW_CLOCKS) as server:
        house = server.service.house
        nobody = Client("nobody")
        await nobody.arrive(server.address, guest=False)
        for role in set(Role) - {Role.SERVICE}:
            client = Client(f"as-{role}")
            login = None if role is Role.GUEST else await server.enrol(f"a-{role}", role)
            await client.arrive(server.address, login)
            for name in sorted(KINDS):
                (command,) = _some(name, chance, 1)
                fields = msgspec.to_builtins(command)
                books, heads = dict(house.books), dict(house.heads)
                assert (await nobody.ask(**_kind(fields)))["code"] == "not-signed-in"
                answer = await nobody.request("POST", "/api/commands", json={"command": fields})
                assert answer.status_code == 401
                assert (house.books, house.heads) == (books, heads)
                over_socket = await client.ask(**_kind(fields))
                over_http = await client.request("POST", "/api/commands", json={"command": fields})
                if may(role, type(command)):
                    assert over_socket.get("code") not in ("not-allowed", "internal")
                    assert over_http.status_code not in (403, 500) or over_http.json()["code"] != "not-allowed"
                elif "Swipe" in name:  # a card that is not enrolled counts for nobody
                    assert over_socket["code"] in ("not-allowed", "unknown-card", "no-card")
                else:
                    assert over_socket["code"] == "not-allowed"
                    assert (over_http.status_code, over_http.json()["code"]) == (403, "not-allowed")
                    assert house.books == books
                    streams = {stream for stream, head in house.heads.items() if heads.get(stream) != head}
                    assert streams == {"house"}
                    assert house.heads["house"][0] >= heads["house"][0] + 2
            await client.leave()
        await nobody.leave()


def _kind(fields: dict[str, Any]) -> dict[str, Any]:
    return {"kind": fields["type"]} | {name: value for name, value in fields.items() if name != "type"}


@pytest.mark.slow
def test_messages_broken_in_every_way_change_nothing_and_the_house_stays_well(tmp_path: Path) -> None:
    asyncio.run(_broken_messages(tmp_path))
    require_in_order(f"sqlite:///{tmp_path / 'house.db'}")


async def _broken_messages(folder: Path) -> None:
    chance = random.Random(11)
    async with running(folder, floor=SLOW_CLOCKS, limits=PATIENT) as server:
        house = server.service.house
        client = Client("guest")
        await client.arrive(server.address)
        assert client.socket
        refused = 0
        for number in range(1_500):
            data = broken(any_message(chance), chance)
            heads, books = dict(house.heads), dict(house.books)
            text = data.decode("utf-8", "ignore") if chance.random() < 0.5 else data
            await client.socket.send(text)
            await client.send(type="Unsubscribe", table=f"marker {number}")
            heard = []
            while (message := await asyncio.wait_for(client.receive(), 5)).get("table") != f"marker {number}":
                heard.append(message)
                assert message.get("code") != "internal", (data, message)
            answers = [m for m in heard if m["type"] in ("Refused", "Accepted")]
            if answers and answers[0]["type"] == "Refused":
                refused += 1
                assert answers[0]["message"]
                assert house.books == books
                changed = {stream for stream in house.heads if house.heads[stream] != heads.get(stream)}
                assert changed <= ({"house"} if answers[0]["code"] == "not-allowed" else set()), (data, answers)
        assert refused > 600
        await client.leave()
        await client.arrive(server.address)
        for _ in range(800):
            document = {"command": any_command(chance), "key": f"h{chance.randrange(10**9)}"}
            data = broken(document, chance)
            heads, books = dict(house.heads), dict(house.books)
            kind = chance.choice(("application/json", "application/json", "text/plain", "application/x-msgpack", ""))
            headers = {"Content-Type": kind} if kind else {}
            if chance.random() < 0.2:
                headers["Idempotency-Key"] = chance.choice(("x" * 100, "a", "%00"))
            answer = await client.request("POST", "/api/commands", content=data, headers=headers)
            assert answer.status_code < 500, (data, answer.text)
            if answer.status_code != 200:
                assert set(answer.json()) == {"code", "message"}
                assert house.books == books
                changed = {stream for stream in house.heads if house.heads[stream] != heads.get(stream)}
                assert changed <= ({"house"} if answer.status_code == 403 else set())
        assert (await client.request("GET", "/health")).status_code == 200
        await client.leave()


def test_no_control_character_gets_into_a_column_of_its_own(tmp_path: Path) -> None:
    """PostgreSQL takes no NUL in a text: a guest's key could have stopped the house."""
    asyncio.run(_control_characters(tmp_path))


async def _control_characters(folder: Path) -> None:
    async with running(folder, floor=SLOW_CLOCKS, limits=PATIENT) as server:
        client = Client("guest")
        await client.arrive(server.address)
        for text in ("\x00", "a\x00b", "a\nb", "\x7f"):
            heads = dict(server.service.house.heads)
            await client.send(type="Submit", key=text, command={"type": "IssuePlayMoney"})
            assert (await client.receive())["code"] == "bad-message"
            posted = {"key": text, "command": {"type": "IssuePlayMoney"}}
            assert (await client.request("POST", "/api/commands", json=posted)).status_code == 400
            login = {"person": text, "password": "a long enough sentence"}
            assert (await client.request("POST", "/api/login", json=login)).status_code == 400
            assert server.service.house.heads == heads
        await client.leave()


@pytest.mark.slow
def test_messages_replayed_reordered_and_doubled_are_carried_out_once(tmp_path: Path) -> None:
    asyncio.run(_replayed_messages(tmp_path))
    require_in_order(f"sqlite:///{tmp_path / 'house.db'}")


async def _replayed_messages(folder: Path) -> None:
    chance = random.Random(13)
    async with running(folder, floor=SLOW_CLOCKS, limits=PATIENT) as server:
        first, second = Client("first"), Client("second")
        await first.arrive(server.address)
        second.cookies, second.person = first.cookies, first.person
        await second.arrive(server.address)
        script = [
            {"type": "SitDown", "table": "edge-1", "seat": 2, "buy_in": 100 * DOLLAR},
            *({"type": "TopUp", "table": "edge-1", "amount": DOLLAR} for _ in range(30)),
        ]
        messages = [{"type": "Submit", "key": f"s{n}", "command": command} for n, command in enumerate(script)]
        for message in messages:
            await first.send(**message)
        everything = [json.dumps(message) for message in messages * 4]
        chance.shuffle(everything)
        await asyncio.gather(*(_send_all(client, everything) for client in (first, second)))
        other = Client("other")  # somebody else's keys are somebody else's
        await other.arrive(server.address)
        for message in messages:
            answer = await other.request("POST", "/api/commands", json={k: message[k] for k in ("key", "command")})
            assert answer.status_code in (200, 409)
            assert not answer.json().get("is_repeat")
        me = (await first.request("GET", "/api/me")).json()
        assert me["in_all"] == 1000 * DOLLAR
        assert me["wallet"] == (1000 - 100 - 30) * DOLLAR
        for client in (first, second, other):
            await client.leave()


async def _send_all(client: Client, texts: list[str]) -> None:
    assert client.socket
    for text in texts:
        await client.socket.send(text)
    await client.send(type="Ping")
    while (message := await client.receive())["type"] != "Pong":
        assert message["type"] in ("Accepted", "Refused"), message
        assert message.get("code", "seat-taken") in ("seat-taken", "seated-already", "not-seated"), message
