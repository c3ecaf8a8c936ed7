"""Where connections come in: what is refused costs nothing that others would wait for."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.web.gateway import listener as listeners
from cardroom.web.gateway.connection_limits import Wires
from cardroom.web.gateway.listener import Listener
from cardroom.web.gateway.rate_limits import Limits, Rate
from cardroom.web.openapi import openapi_document

from ..listening import listening
from .running import client_of, running

pytestmark = pytest.mark.anyio
MANY = 40


def dialled(address: tuple[str, int]) -> list[socket.socket]:
    """Connections that all wait to be accepted."""
    return [socket.create_connection(address) for _ in range(MANY)]


async def turns_and_protocols(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int, Wires]:
    """How often the loop had to come by for all of them, and how many protocols were made."""
    made: list[asyncio.Protocol] = []
    turns = 0
    accept = Listener._accept

    def counted(self: Listener) -> None:
        nonlocal turns
        turns += 1
        accept(self)

    def protocol() -> asyncio.Protocol:
        made.append(asyncio.Protocol())
        return made[-1]

    monkeypatch.setattr(Listener, "_accept", counted)
    waiting = listening()
    sockets = dialled(waiting.getsockname())
    wires = Wires(limits, counts_addresses=True)
    listener = Listener(waiting, wires, protocol)
    with_end = iter(range(10_000))
    while turns < MANY // listeners.REFUSED_AT_ONCE or len(made) < wires.total:
        next(with_end)
        await asyncio.sleep(0.001)
    found = turns, len(made), wires
    listener.close()
    await listener.wait_closed()
    for one in sockets:
        one.close()
    return found


async def test_of_those_who_come_in_one_is_let_in_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, made, wires = await turns_and_protocols(Limits(new_wires=Rate(1_000, 1)), monkeypatch)
    assert made <= turns
    assert wires.total == made


async def test_nothing_is_made_for_those_who_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    _, made, wires = await turns_and_protocols(Limits(new_wires=Rate(3, 0.0001)), monkeypatch)
    assert made == wires.total == 3


async def test_the_openapi_document_is_made_once_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    ask = LabProcess.ask

    async def noted(worker: LabProcess, function: Callable[..., object], *things: object) -> object:
        made.append(function)
        return await ask(worker, function, *things)

    monkeypatch.setattr(LabProcess, "ask", noted)
    async with running(tmp_path) as server, client_of(server) as http:
        first = await http.get("/schema/openapi.json")
        assert first.headers["content-encoding"] == "gzip"
        again = await http.get("/schema/", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in again.headers
        assert first.json() == again.json()
        assert first.headers["content-type"].startswith("application/vnd.oai.openapi+json")
    assert made == [openapi_document]
