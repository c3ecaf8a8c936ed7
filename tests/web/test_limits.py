"""One bad guest hurts nobody: what is refused to whom, and what is not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import Person, Role
from cardroom.house.log.commands import SignInRefusal
from cardroom.web.gateway import connection_limits
from cardroom.web.gateway.callers import Caller, network_of
from cardroom.web.gateway.connection_limits import require_files
from cardroom.web.gateway.rate_limits import Buckets, Gate, Limits, Rate, chosen
from cardroom.web.gateway.sign_in_throttle import Guesses

from ..accounts import add_terminal, enrol
from ..patience import PATIENCE
from .running import PASSWORD, Player, Running, client_of, eventually, running, staff, whole_log

pytestmark = pytest.mark.anyio

PROXY = "127.0.0.1"  # tests are the proxy, and say where a request comes from
NEVER = 0.0001  # a second


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def stranger(address: str = "10.0.0.1") -> Caller:
    return Caller(address=address)


def guest(number: int = 1, address: str = "10.0.0.1", terminal: str = "") -> Caller:
    person = Person(f"guest-{number}", "Calm Wren", Role.GUEST)
    return Caller(address=address, session=f"s{number}", person=person, terminal=terminal)


def dealer(address: str = "10.0.0.1") -> Caller:
    return Caller(address=address, session="d", person=Person("dora", "Dora", Role.DEALER))


# --- what an operator chooses -----------------------------------------------------------------------------------------


def test_an_operator_chooses_how_many_sockets_and_guests_there_may_be():
    assert chosen() == Limits()
    limits = chosen(sockets=20_000, strangers=1_000, guest_sockets=900, guests=100)
    assert (limits.connections, limits.strangers, limits.sockets[2]) == (20_000, 1_000, 900)
    assert limits.wires > limits.connections
    assert limits.guests == Rate(100, 1)
    few = Gate(chosen(sockets=20, strangers=5))
    assert [few.let_in(stranger(f"10.0.{n}.1")) for n in range(6)] == [True] * 5 + [False]
    assert [few.let_in(guest(n, f"10.1.{n}.1")) for n in range(14)] == [True] * 13 + [False]  # two are reserved
    assert few.let_in(dealer())


@pytest.mark.parametrize(("sockets", "strangers"), [(100, 91), (10, 10), (None, 10_000)])
def test_more_strangers_than_there_is_room_for_are_refused_with_what_to_do(sockets, strangers):
    with pytest.raises(CardroomError, match="or raise the number of sockets"):
        chosen(sockets=sockets, strangers=strangers)


def test_more_sockets_than_the_system_has_files_for_are_refused(monkeypatch):
    monkeypatch.setattr(connection_limits, "_files", lambda: 1_024)
    require_files(800)
    with pytest.raises(CardroomError, match="raise its limit of open files"):
        require_files(900)


# --- who has which allowance ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_of_ipv6_counts_by_its_network(host: str, network: str) -> None:
    assert network_of(host) == network


def test_a_bucket_fills_up_with_time_and_lends_to_those_who_wait() -> None:
    clock = Clock()
    buckets = Buckets(Rate(2, 0.5), clock)
    assert [buckets.wait("a", patience=3) for _ in range(4)] == [0, 0, 2, None]
    clock.now += 6
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")


def test_strangers_of_an_address_use_up_nothing_of_those_who_have_a_session() -> None:
    gate = Gate(Limits(of_one=Rate(2, NEVER), of_strangers=Rate(3, NEVER), of_guests=Rate(5, NEVER)))
    assert [gate.work.wait(stranger(), 1) is None for _ in range(4)] == [False] * 3 + [True]
    assert gate.work.wait(stranger("10.0.0.2"), 1) == 0
    for known in (dealer(), guest(), Caller(address="10.0.0.1", terminal="Pit 1")):
        assert [gate.work.wait(known, 1) is None for _ in range(3)] == [False, False, True]


def test_guests_of_one_address_have_a_limit_together_and_accounts_and_terminals_none() -> None:
    gate = Gate(Limits(of_one=Rate(2, NEVER), of_guests=Rate(5, NEVER)))
    refused = [gate.work.wait(guest(number), 1) is None for number in range(10) for _ in range(2)]
    assert refused.count(False) == 5
    assert gate.work.wait(dealer(), 1) == 0
    assert gate.work.wait(guest(99, terminal="Pit 1"), 1) == 0
    assert gate.work.wait(guest(98, address="10.0.0.2"), 1) == 0


def test_sockets_are_counted_by_who_opens_them_and_the_last_are_kept_for_those_who_are_known() -> None:
    gate = Gate(Limits(sockets=(2, 3, 4), connections=10, strangers=5, reserved=2))
    assert [gate.let_in(stranger()) for _ in range(4)] == [True] * 3 + [False]
    assert [gate.let_in(stranger("10.0.0.2")) for _ in range(3)] == [True, True, False]  # five strangers are enough
    assert [gate.let_in(guest(1)) for _ in range(3)] == [True, True, False]  # of one session
    assert gate.let_in(guest(2))
    assert not gate.let_in(guest(3, address="10.0.0.3"))  # eight of ten: the rest is reserved
    assert [gate.let_in(dealer()) for _ in range(3)] == [True, True, False]
    for caller in (*[stranger()] * 3, *[stranger("10.0.0.2")] * 2, guest(1), guest(1), guest(2), dealer(), dealer()):
        gate.let_out(caller)
    assert gate.sockets.taken == 0
    assert [gate.let_in(guest(number)) for number in range(1, 6)] == [True] * 4 + [False]  # together


# --- wrong passwords --------------------------------------------------------------------------------------------------


def may_try(guesses: Guesses, account: str, caller: Caller) -> bool:
    try:
        guesses.begin(account, caller)
    except CardroomError:
        return False
    return True


def test_each_wrong_password_doubles_the_wait_of_the_guesser_and_of_nobody_else() -> None:
    clock = Clock()
    guesses = Guesses(Limits(free_guesses=3, logins_from_anywhere=Rate(100, 1)), clock)
    assert [may_try(guesses, "sam", stranger()) for _ in range(5)] == [True] * 3 + [False] * 2
    for wait in (1, 2, 4, 8):
        clock.now += wait - 0.1
        assert not may_try(guesses, "sam", stranger())
        clock.now += 0.2
        assert may_try(guesses, "sam", stranger())
    assert may_try(guesses, "sam", stranger("10.0.0.2"))
    assert may_try(guesses, "sam", Caller(address="10.0.0.1", terminal="Pit 1"))
    assert may_try(guesses, "dora", stranger())
    clock.now += 3601
    assert [may_try(guesses, "sam", stranger()) for _ in range(4)] == [True] * 3 + [False]


def test_the_longest_wait_is_a_quarter_of_an_hour() -> None:
    clock = Clock()
    guesses = Guesses(Limits(free_guesses=1, logins_from_anywhere=Rate(1e9, 1)), clock)
    for _ in range(40):
        assert may_try(guesses, "sam", stranger())
        clock.now += 900


def test_guesses_from_everywhere_slow_only_places_that_the_account_is_not_known_from() -> None:
    guesses = Guesses(Limits(logins_from_anywhere=Rate(10, NEVER)), Clock())
    home, terminal = stranger("10.9.9.9"), Caller(address="10.0.0.1", terminal="Pit 1")
    assert may_try(guesses, "sam", home)
    guesses.was_right("sam", home)
    tried = [may_try(guesses, "sam", stranger(f"10.0.1.{number}")) for number in range(20)]
    assert tried.count(True) == 9
    assert not may_try(guesses, "sam", stranger("10.8.8.8"))
    assert may_try(guesses, "sam", home)
    assert may_try(guesses, "sam", terminal)
    assert not may_try(guesses, "sam", stranger("10.0.1.200"))
    assert may_try(guesses, "dora", stranger("10.0.1.200"))


# --- over the wire ----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def from_address(server: Running, address: str, **cookies: str) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"X-Forwarded-For": address}
    async with client_of(server, headers=headers, cookies=cookies) as http:
        yield http


async def socket_from(server: Running, address: str, http: httpx.AsyncClient | None = None) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items()) if http else ""
    headers = {"X-Forwarded-For": address} | ({"Cookie": cookies} if cookies else {})
    socket = await connect(f"ws://{server.address}/ws", additional_headers=headers, open_timeout=PATIENCE)
    assert json.loads(await socket.recv())["type"] == "Hello"
    return socket


async def guess(http: httpx.AsyncClient, person: str, password: str = "wrong wrong wrong") -> int:
    return (await http.post("/api/login", json={"person": person, "password": password})).status_code


async def test_a_flood_of_strangers_leaves_those_with_a_session_and_other_addresses_alone(tmp_path: Path) -> None:
    limits = Limits(of_strangers=Rate(8, NEVER), penalty=0.0)
    async with (
        running(tmp_path, limits=limits, proxy=PROXY) as server,
        from_address(server, "10.0.0.1") as bad,
        from_address(server, "10.0.0.1") as neighbour,
        from_address(server, "10.0.0.2") as other,
    ):
        assert (await neighbour.post("/api/guest")).status_code == 200
        statuses = [(await bad.get("/nowhere")).status_code for _ in range(10)]  # it takes five to make a guest
        assert statuses == [404] * 3 + [429] * 7
        refused = await bad.get("/api/matrix")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")
        assert "default-src 'none'" in refused.headers["content-security-policy"]
        with pytest.raises(InvalidStatus):
            await socket_from(server, "10.0.0.1")
        assert [(await neighbour.get("/api/me")).status_code for _ in range(10)] == [200] * 10
        await (await socket_from(server, "10.0.0.1", neighbour)).close()
        assert (await other.get("/api/matrix")).status_code == 200


async def test_a_request_waits_a_moment_before_it_is_refused(tmp_path: Path) -> None:
    limits = Limits(of_strangers=Rate(1, 20), patience=1.0, penalty=0.0)
    async with (
        running(tmp_path, limits=limits) as server,
        client_of(server) as http,
    ):
        assert [(await http.get("/api/matrix")).status_code for _ in range(8)] == [200] * 8


async def test_sessions_are_not_to_be_had_without_end(tmp_path: Path) -> None:
    limits = Limits(guests=Rate(3, NEVER))
    async with (
        running(tmp_path, limits=limits, proxy=PROXY) as server,
        from_address(server, "10.0.0.1") as bad,
        from_address(server, "10.0.0.2") as other,
    ):
        codes = [(await bad.post("/api/guest")).status_code for _ in range(5)]
        assert codes == [200] * 3 + [429] * 2
        assert (await other.post("/api/guest")).status_code == 200


async def test_cookies_that_nobody_knows_are_looked_up_at_a_bounded_rate(tmp_path: Path) -> None:
    limits = Limits(unknown_sessions=Rate(3, NEVER), penalty=0.0)
    async with (
        running(tmp_path, limits=limits, proxy=PROXY) as server,
        from_address(server, "10.0.0.1") as known,
    ):
        assert (await known.post("/api/guest")).status_code == 200
        assert (await known.get("/api/me")).status_code == 200
        found = []
        for number in range(5):
            async with from_address(server, "10.0.0.1", cardroom_session=f"nonsense-{number}") as bad:
                found.append((await bad.get("/api/me")).status_code)
        assert found == [401] * 3 + [429] * 2
        assert (await known.get("/api/me")).status_code == 200


async def test_sockets_of_one_session_and_of_strangers_are_few(tmp_path: Path) -> None:
    limits = Limits(sockets=(1, 2, 2))
    async with (
        running(tmp_path, limits=limits, proxy=PROXY) as server,
        from_address(server, "10.0.0.1") as guest,
    ):
        await guest.post("/api/guest")
        strangers = [await socket_from(server, "10.0.0.1") for _ in range(2)]
        with pytest.raises(InvalidStatus):
            await socket_from(server, "10.0.0.1")
        own = await socket_from(server, "10.0.0.1", guest)
        with pytest.raises(InvalidStatus):
            await socket_from(server, "10.0.0.1", guest)
        for socket in (*strangers, own):
            await socket.close()
        await eventually(lambda: server.desk.gate.sockets.taken == 0)
        await (await socket_from(server, "10.0.0.1")).close()


async def test_opening_sockets_that_are_refused_uses_up_the_allowance(tmp_path: Path) -> None:
    limits = Limits(sockets=(1, 0, 1), of_strangers=Rate(5, NEVER), penalty=0.0)
    async with running(tmp_path, limits=limits) as server:
        statuses = []
        for _ in range(4):
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://{server.address}/ws")
            statuses.append(refused.value.response.status_code)
        assert statuses == [403, 403, 429, 429]


async def test_so_many_tables_may_be_followed_over_all_sockets(tmp_path: Path) -> None:
    limits = Limits(follows=(2, 2, 9))
    async with running(tmp_path, limits=limits) as server:
        async with (
            await Player.arrive(server, guest=False) as first,
            await Player.arrive(server, guest=False) as second,
        ):
            await first.follow("edge-1")
            await first.follow("edge-1")  # again is not more
            await second.send(type="WatchLobby")
            await second.hear("Lobby")
            await second.send(type="Subscribe", table="edge-2")
            assert (await second.hear("Refused"))["code"] == "too-many"
            await second.send(type="Unsubscribe", table="/lobby")
            await second.hear("Unsubscribed")
            await second.send(type="Subscribe", table="edge-2")
            assert (await second.hear("Refused"))["code"] == "too-many"
            await first.send(type="Unsubscribe", table="edge-1")
            await first.hear("Unsubscribed")
            await second.follow("edge-2")
        await eventually(lambda: server.desk.gate.follows.taken == 0)


async def test_a_flood_of_subscriptions_is_refused_and_ends_the_connection(tmp_path: Path) -> None:
    limits = Limits(of_strangers=Rate(10, NEVER))
    async with running(tmp_path, limits=limits) as server, await Player.arrive(server, guest=False) as bad:
        for _ in range(60):
            await bad.send(type="Subscribe", table="edge-1")
        assert (await bad.hear("Refused"))["code"] == "too-fast"
        await eventually(lambda: not server.desk.hub.connections)


async def test_what_reads_much_costs_more(tmp_path: Path) -> None:
    limits = Limits(of_one=Rate(44, NEVER), penalty=0.0)  # a socket, two tables of twenty, and nothing more
    async with running(tmp_path, limits=limits) as server, await Player.arrive(server) as player:
        paths = ["/api/history.csv"] * 3
        assert [(await player.http.get(path)).status_code for path in paths] == [200, 200, 429]


async def test_nobody_fills_the_lab(tmp_path: Path) -> None:
    limits = Limits(questions=(1, 2, 2))
    async with (
        running(tmp_path, limits=limits, proxy=PROXY) as server,
        from_address(server, "10.0.0.1") as bad,
        from_address(server, "10.0.0.2") as other,
    ):
        release = asyncio.Event()

        async def wait(*_: Any) -> None:
            await release.wait()
            raise CardroomError("unknown-game", "There is no such game.")

        server.desk.reading_room.sheet = wait
        held = [asyncio.create_task(bad.get("/api/lab/x")) for _ in range(2)]
        await eventually(lambda: server.desk.gate.questions.taken == 2)
        assert (await bad.get("/api/lab/x")).status_code == 429
        waiting = asyncio.create_task(other.get("/api/lab/x"))
        await eventually(lambda: server.desk.gate.questions.taken == 3)
        release.set()
        assert {answer.status_code for answer in await asyncio.gather(*held, waiting)} == {404}
        assert server.desk.gate.questions.taken == 0


async def test_guessing_under_a_colleagues_name_does_not_lock_the_colleague_out(tmp_path: Path) -> None:
    limits = Limits(free_guesses=2, logins=Rate(6, NEVER), logins_from_anywhere=Rate(8, NEVER))
    async with (
        running(tmp_path, limits=limits, proxy=PROXY) as server,
        from_address(server, "10.9.9.9") as home,
        from_address(server, "10.0.0.1") as bad,
    ):
        server.desk.guesses._clock = lambda: 1.0  # however slow the machine is
        await enrol(server.desk.entrance, Person("sam", "Sam", Role.SUPERVISOR), PASSWORD)
        assert await guess(home, "sam", PASSWORD) == 200
        assert [await guess(bad, "sam") for _ in range(4)] == [401, 401, 429, 429]
        assert [await guess(bad, f"someone-{number}") for number in range(4)] == [401, 401, 429, 429]
        for number in range(12):
            async with from_address(server, f"10.0.1.{number}") as another:
                last = await guess(another, "sam")
        assert last == 429
        assert await guess(home, "sam", PASSWORD) == 200


async def test_an_enrolled_terminal_is_not_slowed_by_others_at_its_address(tmp_path: Path) -> None:
    limits = Limits(
        free_guesses=2,
        of_strangers=Rate(30, NEVER),
        guests=Rate(1, NEVER),
        logins_from_anywhere=Rate(9, NEVER),
        penalty=0.0,
    )
    async with (
        running(tmp_path, limits=limits, proxy=PROXY) as server,
        from_address(server, "10.0.0.1") as terminal,
        from_address(server, "10.0.0.1") as bad,
    ):
        for person, role in (("tess", Role.TECHNICIAN), ("dora", Role.DEALER)):
            await enrol(server.desk.entrance, Person(person, person, role), PASSWORD)
        assert await guess(terminal, "tess", PASSWORD) == 200
        await add_terminal(server.desk.entrance, "Pit 1")
        made = await terminal.post("/api/terminals", json={"name": "Pit 1"})
        assert made.status_code == 201
        assert "HttpOnly" in made.headers["set-cookie"]
        assert (await terminal.post("/api/terminals", json={"name": "Pit 1"})).json()["code"] == "known-terminal"
        await terminal.post("/api/logout")
        while (await bad.get("/api/matrix")).status_code == 200:
            await guess(bad, "dora")
        assert (await terminal.get("/")).status_code in (200, 500)  # pages may not be built
        assert await guess(terminal, "dora", PASSWORD) == 200
        removal = {"command": {"type": "RemoveTerminal", "name": "Pit 1"}}
        assert (await terminal.post("/api/commands", json=removal)).status_code == 403
        assert await guess(terminal, "tess", PASSWORD) == 200
        assert (await terminal.post("/api/commands", json=removal)).status_code == 200
        await terminal.post("/api/logout")
        assert (await terminal.get("/api/matrix")).status_code == 429


async def test_a_terminals_cookie_is_nobodys_session(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await staff(server, "erin", Role.EXECUTIVE) as erin:
        await add_terminal(server.desk.entrance, "Pit 1")
        await erin.http.post("/api/terminals", json={"name": "Pit 1"})
        stolen, own = erin.http.cookies["cardroom_terminal"], erin.http.cookies["cardroom_session"]
        async with httpx.AsyncClient(
            base_url=server.url, timeout=PATIENCE, cookies={"cardroom_session": stolen}
        ) as http:
            assert (await http.get("/api/me")).status_code == 401
        async with client_of(server, cookies={"cardroom_terminal": own}) as http:
            assert (await http.get("/api/me")).status_code == 401


async def test_many_wrong_passwords_of_one_source_are_one_record_a_minute(tmp_path: Path) -> None:
    limits = Limits(free_guesses=100, logins=Rate(100, 1))
    async with (
        running(tmp_path, limits=limits) as server,
        client_of(server) as http,
    ):
        entrance = server.desk.entrance
        for person in ("dora", "sam"):
            await enrol(entrance, Person(person, person, Role.DEALER), PASSWORD)
        for person in ("dora", "dora", "nobody", "dora", "sam"):
            assert await guess(http, person) == 401
        assert whole_log(server).count(b'"SignInRefused"') == 1
        assert server.service.refusals == {"Login": 1}  # nobody is counted with all other strangers
        await entrance._count_wrong(("127.0.0.1", SignInRefusal.WRONG_PASSWORD))  # as after a minute
        log = whole_log(server)
        assert b'"source":"127.0.0.1","more":{"dora":2,"sam":1}' in log
        assert log.count(b'"SignInRefused"') == 2
        assert b"wrong wrong" not in log


async def test_wrong_passwords_are_written_down_when_the_house_closes(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client_of(server) as http:
        await enrol(server.desk.entrance, Person("dora", "Dora", Role.DEALER), PASSWORD)
        assert [await guess(http, "dora") for _ in range(2)] == [401, 401]
    assert b'"more":{"dora":1}' in whole_log(server)


async def test_strangers_passwords_wait_in_a_line_of_their_own(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        entrance = server.desk.entrance
        await enrol(entrance, Person("dora", "Dora", Role.DEALER), PASSWORD)
        async with entrance._hashing._hashing_for_strangers:
            many = [
                asyncio.create_task(entrance.check_password("dora", "wrong", "there", is_stranger=True))
                for _ in range(25)
            ]
            await eventually(lambda: sum(task.done() for task in many) == 5)
            assert {task.exception().code for task in many if task.done()} == {"too-fast"}  # type: ignore[union-attr]
            assert (await entrance.check_password("dora", PASSWORD)).id == "dora"
            for task in many:
                task.cancel()
        await asyncio.gather(*many, return_exceptions=True)


async def test_guesses_at_other_accounts_from_a_shared_address_leave_a_known_one_its_own(tmp_path: Path) -> None:
    limits = Limits(logins=Rate(3, NEVER))
    async with running(tmp_path, limits=limits, proxy=PROXY) as server, from_address(server, "10.0.0.1") as http:
        await enrol(server.desk.entrance, Person("sam", "Sam", Role.SUPERVISOR), PASSWORD)
        assert await guess(http, "sam", PASSWORD) == 200
        await http.post("/api/logout")
        assert [await guess(http, f"someone-{number}") for number in range(4)] == [401, 401, 429, 429]
        assert await guess(http, "sam", PASSWORD) == 200


async def test_nothing_is_written_for_a_cookie_that_nobody_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        ended = []
        monkeypatch.setattr(server.service.store, "end_session", ended.append)
        async with httpx.AsyncClient(
            base_url=server.url, timeout=PATIENCE, cookies={"cardroom_session": "nonsense"}
        ) as http:
            assert (await http.post("/api/logout")).status_code == 200
        assert ended == []
        assert (await player.http.post("/api/logout")).status_code == 200
        assert len(ended) == 1
