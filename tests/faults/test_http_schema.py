"""Requests made from the published schema, and JSON of any shape: no answer is a server error."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, product
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from websockets.sync.client import connect

from cardroom.house.kernel.people import Role

from ..patience import PATIENCE
from .in_process import PASSWORD, Running, running
from .servers import require_in_order
from .test_authority import PATIENT, SLOW_CLOCKS

QUICK = {
    "database": None,
    "phases": (Phase.explicit, Phase.generate),
    "suppress_health_check": list(HealthCheck),
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@contextmanager
def served(folder: Path) -> Iterator[Running]:
    """A server in a thread, for clients that wait."""
    ready, over = threading.Event(), threading.Event()
    found: list[Running] = []

    async def serve() -> None:
        async with running(folder, floor=SLOW_CLOCKS, limits=PATIENT) as server:
            await server.enrol("erin", Role.EXECUTIVE)
            found.append(server)
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield found[0]
    finally:
        over.set()
        thread.join(PATIENCE)
    require_in_order(found[0].database)


ASKED = tuple(product((None, "guest", "erin"), (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)))


@pytest.mark.slow
@pytest.mark.parametrize("examples", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_no_request_made_from_the_schema_is_answered_with_a_server_error(tmp_path: Path, examples: int) -> None:
    """Every operation is asked for rightly by one, and rightly or wrongly by others in turn; in the soak by all."""
    with served(tmp_path) as server:
        schema = schemathesis.openapi.from_url(f"http://{server.address}/schema/openapi.json", timeout=PATIENCE)
        operations = [result.ok() for result in schema.get_all_operations()]
        assert len(operations) >= 15
        others = cycle(ASKED)
        for operation in operations:
            for login, mode in ASKED if examples > 1 else (("erin", GenerationMode.POSITIVE), next(others)):
                _try_operation(operation, mode, _come_in(server, login), examples)  # one of them ends the session
        answer = httpx.get(f"http://{server.address}/health", timeout=PATIENCE)
        assert answer.json()["status"] == "ready"


def _come_in(server: Running, login: str | None) -> dict[str, str]:
    with httpx.Client(base_url=f"http://{server.address}", verify=False, timeout=PATIENCE) as client:
        if login == "guest":
            client.post("/api/guest")
        elif login:
            client.post("/api/login", json={"person": login, "password": PASSWORD})
        return dict(client.cookies)


def _try_operation(operation: object, mode: GenerationMode, cookies: dict[str, str], examples: int) -> None:
    statuses: list[int] = []

    @seed(5)
    @settings(max_examples=examples, **QUICK)
    @given(case=operation.as_strategy(generation_mode=mode))  # type: ignore[attr-defined]
    def ask(case: schemathesis.Case) -> None:
        answer = case.call(cookies=cookies, timeout=PATIENCE)
        statuses.append(answer.status_code)
        assert answer.status_code < 500, (case, answer.text)
        if answer.status_code >= 400 and answer.content:
            assert set(answer.json()) == {"code", "message"}, answer.text

    with contextlib.suppress(Unsatisfiable):  # what has no parameters cannot be asked wrongly
        ask()
    assert statuses or mode is GenerationMode.NEGATIVE


@pytest.mark.slow
def test_json_of_any_shape_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with (
        served(tmp_path) as server,
        httpx.Client(base_url=f"http://{server.address}", verify=False, timeout=PATIENCE) as client,
    ):
        client.post("/api/guest")
        cookie = f"cardroom_session={client.cookies['cardroom_session']}"
        position = server.service.house.position
        with connect(f"ws://{server.address}/ws", additional_headers={"Cookie": cookie}) as socket:
            socket.recv()

            @seed(6)
            @settings(max_examples=40, **QUICK)
            @given(json_values | st.binary(max_size=200) | st.text(max_size=200))
            def send(value: object) -> None:
                data = value if isinstance(value, bytes | str) else json.dumps(value)
                socket.send(data)
                answer = json.loads(socket.recv(PATIENCE))
                assert (answer["type"], answer["code"]) == ("Refused", "bad-message")
                for path in ("/api/commands", "/api/login", "/api/password", "/api/redeem"):
                    body = data if isinstance(data, bytes) else data.encode("utf-8", "replace")
                    posted = client.post(path, content=body, headers={"Content-Type": "application/json"})
                    assert 400 <= posted.status_code < 500, (path, data, posted.text)
                    assert posted.json()["message"]

            send()
        assert server.service.house.position == position
