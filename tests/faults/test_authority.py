"""Every command as every role, and messages of every shape: a clear refusal, no change, no 500."""

from __future__ import annotations

import asyncio
import collections
import json
import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from cardroom.house.engine.house import Done, House
from cardroom.house.engine.permissions import MATRIX, may, sent_as
from cardroom.house.features.rounds import handlers as rounds
from cardroom.house.features.seats import handlers as seats
from cardroom.house.features.tables import bank
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.people import PLAYERS, SERVICE, SUPERVISING, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.idempotency import Receipt, new_key
from cardroom.house.log.records import Record
from cardroom.house.runtime.house_clock import now
from cardroom.house.storage.seed_key_ring import HouseSeals, make_key
from cardroom.house.storage.store import Store
from cardroom.jackpots import commands as j
from cardroom.money import DOLLAR
from cardroom.table.commands import Act, Bet, Choose, CloseBets
from cardroom.web.gateway.rate_limits import UNLIMITED, Rate

from ..accounts import until_of
from ..floors import read_floor
from ..patience import PATIENCE
from ..stores import open_house_from, write
from .hostile import CARRIED, KINDS, SENT, any_command, any_key, any_message, as_command, broken
from .in_process import running
from .players import Person as Client
from .servers import floor_text, require_in_order

PATIENT = msgspec.structs.replace(UNLIMITED, bad_messages=Rate(1e9, 1e9))
SLOW_CLOCKS = floor_text(bets=3000, decision=3000, pause=3000, human=True)


class Room:
    """A house in memory with a person of every role and rounds in progress."""

    def __init__(self, folder: Path) -> None:
        floor, mistakes = read_floor(SLOW_CLOCKS, "floor.toml", lambda *_: {})
        assert floor is not None, mistakes
        self.database = f"sqlite:///{folder / 'room.db'}"
        self.now = datetime(2026, 3, 2, 12, tzinfo=UTC)
        self.ring = make_key(Path(f"{folder / 'room.db'}.seal"), "")
        self.house = House(Documents(), HouseSeals(self.ring))
        self.done: list[Done] = []
        assert self.do(SERVICE, c.OpenHouse(self.house.documents.add(floor))).error is None
        for role in set(Role) - {Role.SERVICE}:
            self.enrol(role.value, role)
        for person in ("ann", "bob"):
            self.enrol(person, Role.GUEST)
            self.do(self.house.people[person], c.IssuePlayMoney())

    def enrol(self, person: str, role: Role) -> None:
        assert self.do(SERVICE, c.Enrol(person, person.title(), role, until_of(role, self.now))).error is None

    def do(self, person: Person, command: c.AnyCommand, key: str = "") -> Done:
        self.now += timedelta(seconds=1)
        done = self.house.do(person, c.without_lookups(command), key, self.now)  # nobody says what the log has
        if done.record is not None:
            self.done.append(done)
        return done

    def person(self, role: Role) -> Person:
        return SERVICE if role is Role.SERVICE else self.house.people[role.value]

    def play_a_little(self) -> None:
        """One round decided upon, one open for bets."""
        for table in ("delta-1", "human-1", "edge-1"):
            for seat, person in enumerate((Role.GUEST.value, Role.PLAYER.value, "ann"), 1):
                self.do(self.house.people[person], c.IssuePlayMoney())
                self.do(self.house.people[person], c.SitDown(table, seat, 100 * DOLLAR))
            self.do(SERVICE, c.BeginRound(table))
            self.do(self.house.people["ann"], c.AtTable(table, Bet(3, {"ante": 5 * DOLLAR})))
        self.do(SERVICE, c.AtTable("delta-1", CloseBets()))

    def state(self) -> dict[str, Any]:
        """Everything that a refusal leaves as it was, but for what it says of itself on the house's own stream."""
        state = msgspec.json.decode(self.house.checkpoint(), type=dict[str, msgspec.Raw])
        for name in ("position", "head", "swept", "receipts"):  # old receipts are forgotten in time
            state.pop(name, None)
        numbers = msgspec.json.decode(state.pop("numbers"))
        del numbers["house"]
        return {**state, "numbers": numbers}

    def require_same_from_the_log(self) -> None:
        """A house made anew from the records is the same to the byte."""
        again = House(self.house.documents, HouseSeals(self.ring))
        for done in self.done:
            assert done.record is not None
            assert done.written is not None
            again.apply(done.record, done.written.hash)
        assert again.checkpoint() == self.house.checkpoint()

    def require_in_order(self) -> None:
        """The same from the log in memory and on disk, and the audit finds nothing."""
        self.require_same_from_the_log()
        store = Store(self.database)
        store.migrate()
        write(store, self.done)
        assert open_house_from(store).checkpoint() == self.house.checkpoint()
        store.engine.dispose()
        require_in_order(self.database)


def _may(role: Role, command: c.AnyCommand) -> bool:
    """As the matrix says; an executive's card takes an executive besides, and the key to JPH a supervisor."""
    if isinstance(command, c.AtConsole) and isinstance(command.press, j.SwipeCard):
        return role in (MATRIX[j.SwipeCard] if command.press.card == "supervisor" else {Role.EXECUTIVE})
    if isinstance(command, c.AtConsole) and isinstance(command.press, j.TurnKey) and command.press.to == "JPH":
        return role in SUPERVISING
    return may(role, command.permission)


def test_every_command_is_named_in_the_one_row_that_it_goes_by() -> None:
    """So that a page finds the row of whatever it sends, and needs no list of its own."""
    names = [name for row in MATRIX for name in sent_as(row)]
    assert len(names) == len(set(names))
    chance = random.Random(3)
    for row in MATRIX:
        for command in _some(row.__name__, chance, 20):
            done = msgspec.to_builtins(command)
            name = done[CARRIED[done["type"]]]["type"] if done["type"] in CARRIED else done["type"]
            assert command.permission is row
            assert name in sent_as(row)


COMMANDS = 2  # of every kind, for every role


@pytest.mark.slow
def test_every_command_of_every_role_is_allowed_or_refused_as_the_matrix_says(tmp_path: Path) -> None:
    room, chance = Room(tmp_path), random.Random(2)
    room.play_a_little()
    kinds = {row.__name__ for row in MATRIX}
    assert set(KINDS) == kinds
    asked, standing = 0, room.state()  # which stands until somebody does what they may
    for name in sorted(kinds):
        for role in Role:
            for command in _some(name, chance, COMMANDS):
                asked += 1
                if isinstance(command, c.OpenHouse):  # which the house itself gives, with a floor that it has
                    command = c.OpenHouse(room.house.documents.add(room.house.floor))  # noqa: PLW2901
                position, receipts = room.house.position, set(room.house.receipts)
                done = room.do(room.person(role), command, new_key(room.now, f"{asked}"))
                if _may(role, command):
                    assert done.error is None or done.error.code != "not-allowed"
                    if done.record is not None:
                        standing = room.state()
                    continue
                assert done.error is not None
                assert done.error.code == "not-allowed"
                assert done.error.message
                assert done.receipt is None
                assert room.state() == standing
                assert set(room.house.receipts) <= receipts
                if role in PLAYERS:  # strangers are counted at the door, not each written down
                    assert done.record is None
                    assert room.house.position == position
                else:
                    assert done.record is not None
                    (part,) = done.record.parts
                    (refused,) = part.events
                    assert isinstance(refused, e.CommandRefused)
                    assert (refused.person, refused.command) == (room.person(role).id, name)
                    assert not part.postings
                    assert not done.record.key
    assert asked == COMMANDS * len(kinds) * len(Role)
    room.require_in_order()


def _some(name: str, chance: random.Random, count: int) -> list[Any]:
    found: list[Any] = []
    while len(found) < count:
        if (command := as_command(any_command(chance, name))) is not None:
            found.append(command)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_thousands_of_absurd_commands_are_done_whole_or_refused_whole(seed: int, tmp_path: Path) -> None:
    room, chance = Room(tmp_path), random.Random(seed)
    names = list(room.house.people)
    refused = done = 0
    for number in range(4_500):
        if number % 500 == 0:
            room.play_a_little()
            room.require_same_from_the_log()
        command = as_command(any_command(chance))
        if command is None:
            continue
        if isinstance(command, c.AtTable) and isinstance(command.command, Act) and chance.random() < 0.8:
            round_ = room.house.tables[command.table].round if command.table in room.house.tables else None
            command = c.AtTable(command.table, (round_.next_act() if round_ else None) or command.command)
        elif isinstance(command, c.ApproveChange | c.DeclineChange) and room.house.requests:
            command = type(command)(chance.choice(sorted(room.house.requests)))
        people = [room.house.people[name] for name in names]  # as they are called now
        allowed = [person for person in people if _may(person.role, command)]
        person = chance.choice(allowed if allowed and chance.random() < 0.95 else people)
        minute = room.now.replace(second=0)
        key = new_key(minute, str(chance.randrange(3))) if chance.random() < 0.3 else ""
        before = room.house.checkpoint() if chance.random() < 0.15 else None
        outcome = room.do(person, command, key)
        if outcome.error is None:
            done += 1
            continue
        refused += 1
        assert outcome.error.code
        assert outcome.error.message
        if before is not None and outcome.record is None:
            assert room.house.checkpoint() == before, (person, command, outcome.error)
        assert outcome.record is None or outcome.error.code == "not-allowed"
    assert done > 300
    assert refused > 1_000
    room.require_in_order()


@pytest.mark.parametrize(
    ("module", "place"),
    [(bank, "keep_tray_filled"), (rounds, "keep_tray_filled"), (rounds, "feed_links"), (seats, "_buy_chips")],
)
def test_a_fault_in_the_middle_of_a_command_leaves_nothing_behind(
    module: ModuleType, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path)
    room.play_a_little()
    failed = 0

    def fail(*_: object, **__: object) -> None:
        raise KeyError("a fault of the house's own")

    monkeypatch.setattr(module, place, fail)
    for person, command in (
        ("bob", c.SitDown("delta-2", 1, 50 * DOLLAR)),
        ("ann", c.AtTable("delta-1", Choose(3, "1x"))),
        ("ann", c.AtTable("edge-1", Bet(3, {"ante": 10 * DOLLAR}))),
    ):
        before = room.house.checkpoint()
        try:
            room.do(room.house.people[person], command)
        except KeyError:
            failed += 1
            assert room.house.checkpoint() == before
    monkeypatch.undo()
    assert failed
    room.require_in_order()


# --- over the wire ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "roles",
    [
        pytest.param([Role.GUEST, Role.DEALER], id="counted and written down"),
        pytest.param(set(Role) - {Role.SERVICE}, id="all", marks=pytest.mark.soak),
    ],
)
def test_every_command_of_every_role_over_the_wire(
    roles: Iterable[Role], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How refusals are kept account of; who is allowed what over the wire is in tests/golden."""
    own: collections.Counter[str] = collections.Counter()
    apply = House.apply

    def noted(house: House, record: Record, head: str) -> Receipt:
        """What the house does by itself meanwhile, such as counting refusals every minute, is nobody's doing."""
        own.update(part.stream for part in record.parts if record.by == SERVICE.id)
        return apply(house, record, head)

    monkeypatch.setattr(House, "apply", noted)
    asyncio.run(_every_command_over_the_wire(roles, tmp_path, own))
    require_in_order(f"sqlite:///{tmp_path / 'house.db'}")


async def _every_command_over_the_wire(roles: Iterable[Role], folder: Path, own: collections.Counter[str]) -> None:
    chance = random.Random(7)

    def numbers_of_others(house: House) -> dict[str, int]:
        return {stream: number - own[stream] for stream, number in house.numbers.items()}

    async with running(folder, floor=SLOW_CLOCKS) as server:
        house = server.service.house
        nobody = Client("nobody")
        await nobody.arrive(server.address, guest=False)
        for role in roles:
            client = Client(f"as-{role}")
            login = None if role is Role.GUEST else await server.enrol(f"a-{role}", role)
            await client.arrive(server.address, login)
            for name in sorted(SENT):
                (command,) = _some(name, chance, 1)
                fields = msgspec.to_builtins(command)
                rest = {field: value for field, value in fields.items() if field != "type"}
                books, numbers = dict(house.books), numbers_of_others(house)
                assert (await nobody.ask(fields["type"], **rest))["code"] == "not-signed-in"
                answer = await nobody.request("POST", "/api/commands", json={"command": fields})
                assert answer.status_code == 401
                assert (house.books, numbers_of_others(house)) == (books, numbers)
                refusals = server.service.refusals[name]
                over_socket = await client.ask(fields["type"], **rest)
                over_http = await client.request("POST", "/api/commands", json={"command": fields})
                if _may(role, command):
                    assert over_socket.get("code") not in ("not-allowed", "internal")
                    assert over_http.status_code not in (403, 500) or over_http.json()["code"] != "not-allowed"
                elif name == "SwipeCard":  # who holds a card has to show it
                    assert over_socket["code"] in ("not-allowed", "no-card")
                else:
                    assert over_socket["code"] == "not-allowed"
                    assert (over_http.status_code, over_http.json()["code"]) == (403, "not-allowed")
                    assert house.books == books
                    if role in PLAYERS:  # who is counted, and not written down
                        assert numbers_of_others(house) == numbers
                        assert server.service.refusals[name] == refusals + 2
                    else:
                        assert numbers_of_others(house) == numbers | {"house": numbers["house"] + 2}
            await client.leave()
        await nobody.leave()


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
        for number in range(500):
            data = broken(any_message(chance), chance)
            numbers, books = dict(house.numbers), dict(house.books)
            text = data.decode("utf-8", "ignore") if chance.random() < 0.5 else data
            await client.socket.send(text)
            await client.send(type="Unsubscribe", table=f"marker {number}")
            heard = []
            while (message := await asyncio.wait_for(client.receive(), PATIENCE)).get("table") != f"marker {number}":
                heard.append(message)
                assert message.get("code") != "internal", (data, message)
            answers = [m for m in heard if m["type"] in ("Refused", "Accepted")]
            if answers and answers[0]["type"] == "Refused":
                refused += 1
                assert answers[0]["message"]
                assert house.books == books
                assert house.numbers == numbers, (data, answers)
        assert refused > 200
        await client.leave()
        await client.arrive(server.address)
        for _ in range(300):
            document = {"command": any_command(chance), "key": any_key(chance)}
            data = broken(document, chance)
            numbers, books = dict(house.numbers), dict(house.books)
            kind = chance.choice(("application/json", "application/json", "text/plain", "application/x-msgpack", ""))
            headers = {"Content-Type": kind} if kind else {}
            if chance.random() < 0.2:
                headers["Idempotency-Key"] = chance.choice(("x" * 100, "a", "%00"))
            answer = await client.request("POST", "/api/commands", content=data, headers=headers)
            assert answer.status_code < 500, (data, answer.text)
            if answer.status_code != 200:
                assert set(answer.json()) == {"code", "message"}
                assert house.books == books
                assert house.numbers == numbers
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
            position = server.service.house.position
            await client.send(type="Submit", key=text, command={"type": "IssuePlayMoney"})
            assert (await client.receive())["code"] == "bad-message"
            posted = {"key": text, "command": {"type": "IssuePlayMoney"}}
            assert (await client.request("POST", "/api/commands", json=posted)).status_code == 400
            login = {"person": text, "password": "a long enough sentence"}
            assert (await client.request("POST", "/api/login", json=login)).status_code == 400
            assert server.service.house.position == position
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
        messages = [
            {"type": "Submit", "key": new_key(now(), f"s{n}"), "command": command} for n, command in enumerate(script)
        ]
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
