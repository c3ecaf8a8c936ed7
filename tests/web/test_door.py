"""The door, by raw bytes: addresses that are none, other hosts, and connections that are slow, large or many."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from cardroom.web.gateway import connection_limits
from cardroom.web.gateway.rate_limits import Limits, Rate
from cardroom.web.gateway.request_checks import host_name

from ..patience import patiently
from .running import Player, Running, eventually, running

pytestmark = pytest.mark.anyio

ROUTES = (
    "/static/", "/", "/tables/", "/lab/", "/api/tables/", "/api/rules/", "/api/lab/", "/api/rounds/", "/api/terminals/",
    "/api/history/", "/nowhere/", "/ws/",
)  # fmt: skip
BAD = ("%00", "a%00b", "%0a", "a%0d%0aX:y", "%7f", "%5c", "..%5c", "..%2f", "..%2f..%2fetc%2fpasswd", "%2e%2e/",
       "../x", "./", "%2e", "%ff", "%c0%ae", "%ed%a0%80", "x%80", "a" * 5_000)  # fmt: skip


async def ask(server: Running, path: str, *, host: str | None = None, method: str = "GET", more: str = "") -> bytes:
    """The whole answer to one request."""
    named = f"Host: {server.address if host is None else host}\r\n" if host != "" else ""
    return await say(server, f"{method} {path} HTTP/1.1\r\n{named}{more}Connection: close\r\n\r\n".encode())


async def say(server: Running, data: bytes) -> bytes:
    name, port = server.address.split(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    try:
        writer.write(data)
        async with patiently():
            return await reader.read()
    finally:
        writer.close()


def status_of(answer: bytes) -> int:
    return int(answer.split(maxsplit=2)[1])


def problem_of(answer: bytes) -> dict[str, str]:
    found: dict[str, str] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return found


async def test_addresses_that_cannot_be_read_are_refused_in_a_sentence_everywhere(tmp_path: Path) -> None:
    limits = Limits(of_strangers=Rate(1e6, 1e6), new_wires=Rate(1e6, 1e6))
    async with running(tmp_path, limits=limits) as server:
        for route in ROUTES:
            for bad in BAD:
                answer = await ask(server, route + bad)
                problem = problem_of(answer)
                assert (status_of(answer), problem["code"]) in ((400, "bad-path"), (414, "long-path")), (route, bad)
                assert problem["message"].endswith(".")
        assert server.desk.is_ready


async def test_odd_addresses_that_can_be_read_are_no_server_error(tmp_path: Path) -> None:
    limits = Limits(of_strangers=Rate(1e6, 1e6), new_wires=Rate(1e6, 1e6))
    odd = (
        "%E2%80%AE",
        "%F0%9F%92%A5",
        "a%2fb",
        "%25",
        "%",
        "%zz",
        "a;b",
        "...",
        "~",
        "'%20OR%201=1",
        "?x=%ff",
        "?%00=%00",
    )
    async with running(tmp_path, limits=limits) as server:
        for route in ROUTES:
            for text in odd:
                assert status_of(await ask(server, route + text)) < 500, (route, text)
        for target in ("*", "http://evil.example/", "//evil.example/", "evil"):
            assert status_of(await ask(server, target)) < 500, target
        raw = await say(server, b"GET /\xff\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert status_of(raw) == 400


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("127.0.0.1:8000", "127.0.0.1"),
        ("[::1]:8000", "::1"),
        ("Cards.Example.:80", "cards.example"),
        ("", None),
        ("a@b", None),
        ("a/b", None),
        ("a:b", None),
        ("a, b", "a, b"),
        ("[::1", None),
    ],
)
def test_the_name_in_a_host_header(host: str, name: str | None) -> None:
    assert host_name(host) == name


async def test_the_house_answers_to_its_own_names_only(tmp_path: Path) -> None:
    async with running(
        tmp_path, hosts=frozenset({"Cards.Example"}), origins=frozenset({"https://other.example"})
    ) as server:
        port = server.address.split(":")[1]
        own = (server.address, "127.0.0.1", f"localhost:{port}", "LOCALHOST", "a.localhost", "[::1]:80")
        for host in (*own, "cards.example", "cards.example:443", "CARDS.example.", "other.example"):
            assert status_of(await ask(server, "/api/matrix", host=host)) == 200, host
        for host in ("evil.example", f"evil.example:{port}", "192.168.7.7", "localhost.evil.example", "xlocalhost"):
            answer = await ask(server, "/api/matrix", host=host)
            assert (status_of(answer), problem_of(answer)["code"]) == (421, "wrong-host"), host
            assert "--host-name" in problem_of(answer)["message"]
            assert status_of(await ask(server, "/health", host=host)) == 200
            assert status_of(await ask(server, "/api/guest", host=host, method="POST")) == 421
        for host in ("", "a@localhost", "localhost/x", "localhost:x"):
            assert status_of(await ask(server, "/api/matrix", host=host)) == 400, host
        twice = await ask(server, "/api/matrix", host="localhost\r\nHost: evil.example")
        assert status_of(twice) in (400, 421)


def handshake(host: str, more: str = "") -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
    return f"GET /ws HTTP/1.1\r\nHost: {host}\r\n{upgrade}{more}\r\n".encode()


async def test_a_socket_is_opened_under_the_houses_own_name_only(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        foreign = await say(server, handshake("evil.example"))
        assert (status_of(foreign), problem_of(foreign)["code"]) == (421, "wrong-host")
        framed = await say(server, handshake("localhost", "Origin: http://evil.example\r\n"))
        assert (status_of(framed), problem_of(framed)["code"]) == (403, "foreign-origin")


async def test_a_request_that_does_not_arrive_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_SECONDS", 1.0)
    host = b"Host: localhost\r\n"
    async with running(tmp_path) as server:
        assert await say(server, b"") == b""
        assert await say(server, b"GET / HTTP/1.1\r\nHost: loc") == b""
        body = b"POST /api/login HTTP/1.1\r\n" + host + b"Content-Length: 100\r\n\r\n{"
        assert await say(server, body) == b""
        second = b"GET /health HTTP/1.1\r\n" + host + b"\r\nGET /health HT"
        assert (await say(server, second)).count(b"HTTP/1.1 200") == 1
        assert server.wires.total == 0


async def test_a_socket_outlives_the_time_for_a_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_SECONDS", 1.0)
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        await asyncio.sleep(1.5)
        await player.send(type="Ping")
        await player.hear("Pong")


async def test_headers_have_an_end(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        answer = await say(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: " + b"y" * 100_000)
        assert status_of(answer) in (400, 431)


async def test_an_answer_that_is_not_taken_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "STALL_SECONDS", 0.2)
    async with running(tmp_path) as server:
        name, port = server.address.split(":")
        _, writer = await asyncio.open_connection(name, int(port), limit=1)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        request = b"GET /schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in range(400):
            writer.write(request)
        await eventually(lambda: server.wires.total == 0)
        writer.transport.abort()


async def test_one_address_holds_so_many_connections(tmp_path: Path) -> None:
    async with running(tmp_path, limits=Limits(wires_of_an_address=3)) as server:
        name, port = server.address.split(":")
        held = [await asyncio.open_connection(name, int(port)) for _ in range(3)]
        await eventually(lambda: server.wires.total == 3)
        with pytest.raises(ConnectionError):
            await _require_open(server)
        for _, writer in held:
            writer.close()
        await eventually(lambda: server.wires.total == 0)
        sockets = [await connect(f"ws://{server.address}/ws") for _ in range(5)]  # those are counted by the gate
        await _require_open(server)
        for socket in sockets:
            await socket.close()
        await eventually(lambda: server.wires.total == 0)


async def _require_open(server: Running) -> None:
    if not await ask(server, "/health"):
        raise ConnectionResetError


@pytest.mark.parametrize("opcode", [0x9, 0xA, 0x0])
async def test_a_flood_of_frames_that_are_no_message_ends_the_connection(tmp_path: Path, opcode: int) -> None:
    start = bytes([0x01, 0x80, 0, 0, 0, 0]) if opcode == 0 else b""  # a message without its end
    tiny = bytes([opcode | (0x80 if opcode else 0), 0x80, 0, 0, 0, 0])
    async with running(tmp_path) as server:
        name, port = server.address.split(":")
        reader, writer = await asyncio.open_connection(name, int(port))
        writer.write(handshake("localhost"))
        await reader.readuntil(b"Hello")
        writer.write(start + tiny * 5_000)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(10**6)
        await eventually(lambda: not server.desk.hub.connections)
        writer.close()


async def test_messages_in_one_burst_are_answered_one_by_one(tmp_path: Path) -> None:
    async with running(tmp_path) as server, await Player.arrive(server) as player:
        assert player.socket
        for number in range(300):
            await player.send(type="Unsubscribe", table=f"table-{number}")
        heard = [(await player.hear("Unsubscribed"))["table"] for _ in range(300)]
        assert heard == [f"table-{number}" for number in range(300)]


async def test_a_client_that_goes_in_the_middle_of_a_body_is_nothing_to_note(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server:
        name, port = server.address.split(":")
        _, writer = await asyncio.open_connection(name, int(port))
        writer.write(b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        await eventually(lambda: server.wires.total == 1)
        await asyncio.sleep(0.05)
        writer.transport.abort()
        await eventually(lambda: server.wires.total == 0)
    assert [record for record in caplog.records if "A key" not in record.message] == []
