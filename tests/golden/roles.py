"""Who may do what, tried and written down: `python -m tests.golden.roles` writes `roles.txt` beside this file.

Every command is sent as every role over HTTP and over the socket, every route and every message is asked for as every
role, and so is what belongs to somebody else. What comes back is one file that people can read. A new command or route,
and anybody who may do more or less than before, makes another file, which somebody has to look at.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from litestar import Litestar
from msgspec import inspect
from websockets.asyncio.client import ClientConnection, connect

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import SERVICE, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.money import DOLLAR
from cardroom.web.gateway.rate_limits import UNLIMITED, Rate
from cardroom.web.messages import to_server

from ..accounts import until_of
from ..patience import PATIENCE
from ..web.running import Player, Running, client_of, play_a_round, running
from .samples import UNKNOWN, sample

FILE = Path(__file__).with_name("roles.txt")
NOBODY = "nobody"
ROLES = (NOBODY, *(role.value for role in Role if role is not Role.SERVICE))
CARRIED = {"AtTable": "command", "AtConsole": "press", "OnBank": "command", "AskChange": "change"}
QUERIES = {"/api/rounds": "?table=nothing", "/api/accounting/figure": "?figure=drop"}
LAST = ("/api/guest", "/api/logout")  # end the session that is asked with
HEAD = f"""\
Who may do what. Written by `python -m tests.golden.roles`, and held against the house by tests/golden/test_roles.py.

Commands, over HTTP and the socket alike:
  yes  the role gives it; whether it can be done just then is another question
  no   refused: not-allowed           401  refused: nobody is signed in
  -    cannot be sent: only the house itself does it
Routes and objects have the status of the answer (200 to 204: given; 401: nobody is signed in; 403: refused; 404: there
is no such thing, or not for this person; 409: refused for another reason) and then the codes of the refusals.
Names that are asked for do not exist (“{UNKNOWN}”), so that a 404 or 409 there is an answer to somebody who may ask.
Nobody here has come by the demonstration's door.
"""


class AskedError(CardroomError):
    """In the place of an answer that takes long to count: it may be asked for."""

    def __init__(self) -> None:
        super().__init__("asked", "It may be asked for.")


class QuickRoom:
    """The lab's reading room, without the reading."""

    def __getattr__(self, name: str) -> Any:
        async def answer(*_: object) -> None:
            raise AskedError

        return answer if name != "close" else lambda: None


@dataclass
class Caller:
    """Somebody of a role, at both doors."""

    role: str
    http: httpx.AsyncClient
    socket: ClientConnection
    headers: dict[str, str]
    sent: int = 0

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of an answer. Cookies of answers are not kept."""
        more = {"json": body} if body is not None else {}
        answer = await self.http.request(method, path, headers=self.headers, **more)
        self.http.cookies.clear()
        is_json = answer.status_code >= 400 and "json" in answer.headers.get("content-type", "")
        return answer.status_code, answer.json()["code"] if is_json else ""

    async def say(self, message: dict[str, Any]) -> str:
        """The code by which a message of the socket is refused; "" where it is not."""
        await self.socket.send(json.dumps(message))
        await self.socket.send('{"type":"Ping"}')
        code = ""
        async with asyncio.timeout(PATIENCE):
            while (heard := json.loads(await self.socket.recv()))["type"] != "Pong":
                code = heard["code"] if heard["type"] == "Refused" else code
        return code

    async def command(self, command: dict[str, Any]) -> tuple[str, str]:
        """The codes of both doors."""
        status, code = await self.ask("POST", "/api/commands", {"command": command})
        self.sent += 1
        key = new_key(now(), f"{self.role}{self.sent}")
        return "bad-message" if status == 400 else code, await self.say(
            {"type": "Submit", "key": key, "command": command}
        )


@dataclass
class Table:
    """Lines of equal columns."""

    title: str
    rows: list[tuple[str, list[str], str]] = field(default_factory=list)

    def __str__(self) -> str:
        wide = max(len(self.title), *(len(name) for name, _, _ in self.rows)) + 2
        widths = [max(len(role), 4) + 1 for role in ROLES]
        heads = "".join(role.ljust(width) for role, width in zip(ROLES, widths, strict=True))
        lines = [f"{self.title.ljust(wide)}{heads}".rstrip()]
        for name, cells, more in self.rows:
            told = "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
            lines.append(f"{name.ljust(wide)}{told}{more}".rstrip())
        return "\n".join(lines)


# --- what is sent -----------------------------------------------------------------------------------------------------


def structs(kind: inspect.Type) -> list[inspect.StructType]:
    found = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return [one for one in found if isinstance(one, inspect.StructType)]


def commands() -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that can be done, each as it is sent; what is carried to a table, a console or a link one by one."""
    for kind in structs(inspect.type_info(c.AnyCommand)):
        name = kind.cls.__name__
        if name not in CARRIED:
            yield name, sample(kind)
            continue
        carried = next(one for one in kind.fields if one.name == CARRIED[name])
        for inner in structs(carried.type):
            yield f"{name} {inner.cls.__name__}", sample(kind) | {CARRIED[name]: sample(inner)}


def routes(app: Litestar) -> Iterator[tuple[str, str, Any]]:
    """Every method of every address, with a body where one is needed."""
    for route in sorted(app.routes, key=lambda one: one.path):
        for handler in getattr(route, "route_handlers", ()):
            data = handler.parsed_fn_signature.parameters.get("data")
            body = None if data is None else sample(inspect.type_info(data.annotation))
            for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                yield method, route.path, body


# --- who asks ---------------------------------------------------------------------------------------------------------


async def callers(server: Running) -> dict[str, Caller]:
    found = {}
    for role in ROLES:
        token = "" if role == NOBODY else await server.desk.entrance.open_session(await _person(server, role))
        headers = {"cookie": f"cardroom_session={token}"} if token else {}
        socket = await connect(f"ws://{server.address}/ws", additional_headers=headers, open_timeout=PATIENCE)
        found[role] = Caller(role, client_of(server), socket, headers)
    return found


async def _person(server: Running, role: str) -> Person:
    if role == Role.GUEST:
        guest: Person = await server.desk.entrance.welcome_guest()
        return guest
    enrolled = c.Enrol(f"golden-{role}", f"Golden {role}", Role(role), until_of(role, now()))
    await server.service.submit(SERVICE, enrolled)
    return server.service.house.people[f"golden-{role}"]


def _cell(code: str) -> str:
    return {"not-allowed": "no", "not-signed-in": "401", "bad-message": "-"}.get(code, "yes")


async def of_commands(people: dict[str, Caller]) -> Table:
    table = Table("COMMAND")
    for name, command in commands():
        cells = []
        answers = await asyncio.gather(*(caller.command(command) for caller in people.values()))
        for caller, (over_http, over_socket) in zip(people.values(), answers, strict=True):
            if caller.role == NOBODY and over_http == "not-signed-in" and over_socket == "bad-message":
                cells.append("-")  # HTTP asks who it is before it reads
                continue
            assert _cell(over_http) == _cell(over_socket), f"{name} as {caller.role}: {over_http}, {over_socket}"
            cells.append(_cell(over_socket))
        table.rows.append((name, cells, ""))
    return table


async def of_messages(people: dict[str, Caller]) -> Table:
    table = Table("MESSAGE OF THE SOCKET")
    for kind in structs(inspect.type_info(to_server().type)):
        if kind.cls.__name__ in ("Submit", "Ping"):
            continue
        codes = [await caller.say(sample(kind)) for caller in people.values()]
        told = ", ".join(dict.fromkeys(filter(None, codes)))
        table.rows.append((kind.cls.__name__, [_cell(code) for code in codes], told))
    return table


async def of_requests(people: dict[str, Caller], title: str, asked: list[tuple[str, str, str, Any]]) -> Table:
    table = Table(title)
    for name, method, path, body in asked:
        answers = [await caller.ask(method, path, body) for caller in people.values()]
        cells = ["200" if code == "asked" else str(status) for status, code in answers]
        told = ", ".join(dict.fromkeys(code for _, code in answers if code and code != "asked"))
        assert "bad-request" not in told, f"{name}: {body} is not read, so nothing is known of who may ask"
        table.rows.append((name, cells, told))
    return table


async def of_routes(server: Running, people: dict[str, Caller]) -> Table:
    found = list(routes(server.app))
    asked = [
        (f"{method} {_plain(path)}", method, re.sub(r"{\w+:int}", "999", re.sub(r"{\w+:(str|path)}", UNKNOWN, path))
         + QUERIES.get(path, ""), body)
        for method, path, body in sorted(found, key=lambda one: one[1] in LAST)  # each group in order
    ]  # fmt: skip
    return await of_requests(people, "ROUTE", asked)


def _plain(path: str) -> str:
    return re.sub(r"{(\w+):\w+}", r"{\1}", path)


async def of_others(server: Running, people: dict[str, Caller], ann: Player) -> Table:
    """What belongs to a guest: her seat, her round, her table among friends."""
    await play_a_round(ann, "edge-1")
    round_id = (await ann.http.get("/api/history")).json()[0]["round_id"]
    hosted = {"game": "solitaire-stud", "minimum": 5 * DOLLAR, "maximum": 50 * DOLLAR, "name": "Ann's"}
    private = (await ann.http.post("/api/friends", json=hosted)).json()["table"]
    await ann.sit(private)
    of_round, of_private = f"/api/rounds/{round_id}", f"/api/tables/{private}"
    asked: list[tuple[str, str, str, Any]] = [
        ("her round", "GET", of_round, None),
        ("her round as JSON", "GET", f"{of_round}/export.json", None),
        ("her round as PHH", "GET", f"{of_round}/export.phh", None),
        ("her round, explained", "GET", f"{of_round}/explained", None),
        ("a link to her round", "POST", f"{of_round}/link", None),
        ("her links taken back", "DELETE", f"{of_round}/link", None),
        ("her private table", "GET", of_private, None),
        ("its rules", "GET", f"{of_private}/rules", None),
        ("its layout", "GET", f"{of_private}/layout", None),
        ("advice at it", "GET", f"{of_private}/advice", None),
        ("its invitation", "POST", f"/api/friends/{private}/invitation", None),
    ]
    sent: list[tuple[str, dict[str, Any]]] = [
        ("a seat at her private table", {"type": "SitDown", "table": private, "seat": 2, "buy_in": 50 * DOLLAR}),
        ("somebody kicked out of it", {"type": "KickOut", "table": private, "seat": 1}),
        ("it is handed over", {"type": "HandHostOver", "table": private, "seat": 1}),
        ("its invitation is void", {"type": "VoidInvitation", "table": private}),
        ("it ends", {"type": "EndTable", "table": private}),
        ("her chips", {"type": "TopUp", "table": "edge-1", "amount": DOLLAR}),
        ("her seat is away", {"type": "SitOut", "table": "edge-1", "seat": 1}),
        ("her bet", {"type": "AtTable", "table": "edge-1", "command": {"type": "Bet", "seat": 1, "stakes": {}}}),
        ("her decision", {"type": "AtTable", "table": "edge-1",
                          "command": {"type": "Choose", "seat": 1, "option": "fold"}}),
    ]  # fmt: skip
    asked += [(f"{name} ({command['type']})", "POST", "/api/commands", {"command": command}) for name, command in sent]
    return await of_requests(people, "WHAT IS ANOTHER'S", asked)


async def written() -> str:
    """The whole file."""
    limits = msgspec.structs.replace(UNLIMITED, bad_messages=Rate(1e9, 1e9))
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder), limits=limits, is_demonstration=True) as server:
            server.desk.reading_room.close()  # its worker would be left
            server.desk.reading_room = QuickRoom()
            server.desk.pit.verifier.start = lambda *_: None
            server.desk.examiner.examine = server.desk.examiner.make_pack = lambda *_: None
            people = await callers(server)
            async with await Player.arrive(server) as ann:
                tables = [
                    await of_others(server, people, ann),
                    await of_commands(people),
                    await of_messages(people),
                    await of_routes(server, people),
                ]
            for caller in people.values():
                await caller.socket.close()
                await caller.http.aclose()
    others, *rest = tables
    return "\n".join([HEAD, *(f"{table}\n" for table in (*rest, others))])


if __name__ == "__main__":
    FILE.write_text(asyncio.run(written()), encoding="utf-8")
