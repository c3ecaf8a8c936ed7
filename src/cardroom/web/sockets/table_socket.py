"""The socket: messages in, answers and frames out. A bad message is refused; only abuse ends the connection."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketException

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.house.kernel.people import Person, Role
from cardroom.house.runtime.house_clock import now
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.callers import Caller, caller_of
from cardroom.web.gateway.rate_limits import Buckets, Effort
from cardroom.web.gateway.security import COOKIE
from cardroom.web.messages import (
    Hello,
    Mute,
    Outage,
    Ping,
    Pong,
    React,
    Refused,
    Say,
    Submit,
    Subscribe,
    Unsubscribe,
    Unsubscribed,
    WatchJackpots,
    WatchLobby,
    WatchPit,
    WatchTerminal,
    to_server,
)
from cardroom.web.sign_in import require_staff
from cardroom.web.sockets.connection import OVERFLOW, Connection
from cardroom.web.sockets.hub import SESSION_OVER
from cardroom.web.sockets.wire_writer import writer_of

log = logging.getLogger("cardroom.web")

ABUSE, CROWDED = 4429, 4503  # codes of closing
SEND_SECONDS = 30.0  # to take one message
LOOK_SECONDS = 30.0  # between two looks at a connection

LOBBY, JACKPOTS, PIT, TERMINAL = "/lobby", "/jackpots", "/pit", "/terminal/"  # followed like tables

_DECODER = to_server()


@dataclass
class Visit:
    """One socket, who is on the other end, and what of it counts towards a limit."""

    desk: Desk
    connection: Connection
    caller: Caller
    token: str
    follows: set[str] = field(default_factory=set)

    async def look_at(self, what: str) -> None:
        """Something is shown, and followed from now on."""
        gate = self.desk.gate
        await gate.spend(self.caller, Effort.LOOK)
        if what not in self.follows:
            if not gate.follows.enter(self.caller):
                raise CardroomError("too-many", "You follow too many tables at once; leave one first.")
            self.follows.add(what)

    def look_away(self, what: str) -> None:
        if what in self.follows:
            self.follows.discard(what)
            self.desk.gate.follows.leave(self.caller)


@websocket("/ws")
async def table_socket(socket: WebSocket[Any, Any, Any], desk: TheDesk) -> None:
    """Live tables: see /api/schema/messages.json for every message."""
    caller = caller_of(socket)
    if not desk.gate.let_in(caller):
        await socket.close(code=CROWDED, reason="Too many connections.")
        return
    try:
        await _serve(socket, desk, caller)
    finally:
        desk.gate.let_out(caller)


async def _serve(socket: WebSocket[Any, Any, Any], desk: Desk, caller: Caller) -> None:
    limits, token = desk.gate.limits, socket.cookies.get(COOKIE, "")
    most_bytes = limits.queued_bytes_of_strangers if caller.is_stranger else limits.queued_bytes
    await socket.accept()
    connection = Connection(
        caller.person,
        caller.session,
        writer_of(socket),
        most_bytes=most_bytes,
        terminal=caller.terminal,
        card=caller.card,
    )
    visit = Visit(desk, connection, caller, token)
    floor = desk.service.house.floor
    play_money = floor.play_money_grant if floor.play_money else 0
    connection.send(
        Hello(
            version=__version__,
            house=floor.name,
            play_money=play_money,
            now=now(),
            you=caller.person,
            is_demonstration=bool(desk.demonstration),
            has_doors=desk.has_doors_for(socket),
        )
    )
    if outage := desk.service.committer.outage:
        connection.send(Outage(message=outage.message))
    desk.hub.connections.add(connection)
    reader = asyncio.create_task(_read(socket, visit))
    writer = asyncio.create_task(_write(socket, connection))
    tasks = (reader, writer, asyncio.create_task(_look_after(visit)))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if connection.closing is not None:
            await asyncio.wait((writer,), timeout=1)  # say why first
    finally:
        desk.hub.forget(connection)
        if connection.closing == OVERFLOW:
            desk.hub.dropped += 1
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, (CardroomError, OSError, WebSocketException)):
                desk.service.background.failed("socket", ended)
        desk.gate.follows.leave(caller, len(visit.follows))
        with contextlib.suppress(Exception):  # it may be gone already, or take nothing any more
            await asyncio.wait_for(socket.close(code=connection.closing or 1000), 1)


async def _write(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    loop = asyncio.get_running_loop()
    while connection.closing is None or connection.queue:
        while connection.queue:
            data = connection.queue.popleft()
            connection.queued_bytes -= len(data)
            connection.sending_since = loop.time()
            await socket.send({"type": "websocket.send", "bytes": None, "text": data.decode()})
            connection.sending_since = None
        if connection.closing is None:
            connection.wake.clear()
            await connection.wake.wait()


async def _look_after(visit: Visit) -> None:
    """Until the connection ends, by itself, with its session, or because it takes no message."""
    connection = visit.connection
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_until_next_look(visit)):  # wait_for may lose a cancellation, up to Python 3.11
                await connection.ended.wait()
        since = connection.sending_since
        if connection.ended.is_set() or (since and asyncio.get_running_loop().time() - since > SEND_SECONDS):
            return
        await _still(visit)


def _until_next_look(visit: Visit) -> float:
    """No later than an account for a set time ends: what it follows is told no more from then on."""
    person, house = visit.connection.person, visit.desk.service.house
    until = house.account_ends.get(person.id) if person is not None else None
    return LOOK_SECONDS if until is None else min(LOOK_SECONDS, max(0.0, (until - now()).total_seconds()))


async def _still(visit: Visit) -> Person | None:
    """Who is on the other end, if the session has not ended meanwhile."""
    if visit.connection.person is None:
        return None
    person = await visit.desk.entrance.person_of(visit.token)
    if person is None:
        visit.connection.close(SESSION_OVER)
        raise CardroomError("session-over", "Your session has ended; sign in again.")
    return person


async def _read(socket: WebSocket[Any, Any, Any], visit: Visit) -> None:
    desk, connection = visit.desk, visit.connection
    bad = Buckets(desk.gate.limits.bad_messages)
    while connection.closing is None:
        try:
            received = await socket.receive()
        except WebSocketException:
            return
        if received["type"] != "websocket.receive":
            return
        data = received.get("text") or received.get("bytes") or b""
        key = ""
        try:
            await _check_size_and_rate(data, visit)
            message = _DECODER.decode(data)
            key = message.key if isinstance(message, Submit) else ""
            await _answer(visit, message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            _refuse(desk, connection, bad, CardroomError("bad-message", f"This is not a message: {error}."), key)
        except CardroomError as error:
            if error.code in ("too-large", "too-fast") and not key:
                _refuse(desk, connection, bad, error, key)
            else:
                connection.send(Refused(key=key, code=error.code, message=error.message))
        except Exception:
            log.exception("a socket message failed")
            connection.send(Refused(key=key, code="internal", message="Something went wrong here; it is noted."))


async def _check_size_and_rate(data: str | bytes, visit: Visit) -> None:
    await visit.desk.gate.spend(visit.caller, Effort.MESSAGE)
    most = visit.desk.gate.limits.message_bytes
    if len(data) > most:
        raise CardroomError("too-large", f"A message has at most {most:,} bytes.")


def _refuse(desk: Desk, connection: Connection, bad: Buckets, error: CardroomError, key: str) -> None:
    """Refuse a message that does no one any good; too many of them end the connection."""
    desk.metrics.message_refused(error.code)
    connection.send(Refused(key=key, code=error.code, message=error.message[:400]))
    if not bad.take(""):
        connection.close(ABUSE)


async def _answer(visit: Visit, message: object) -> None:
    desk, connection = visit.desk, visit.connection
    match message:
        case Subscribe():
            table = desk.service.house.table_for(connection.person, message.table).id
            await visit.look_at(table)
            await desk.hub.subscribe(connection, table, message.after)
        case Unsubscribe():
            if message.table in connection.tables:
                desk.hub.unsubscribe(connection, message.table)
                visit.look_away(message.table)
            connection.send(Unsubscribed(table=message.table))
        case WatchLobby():
            await visit.look_at(LOBBY)
            await desk.hub.watch_lobby(connection)
        case WatchJackpots():
            await visit.look_at(JACKPOTS)
            connection.watches_jackpots = True
            await desk.hub.tell_jackpots(connection)
        case WatchTerminal():
            person = await _still(visit)
            require_staff(person)
            table = desk.service.house.table(message.table).id
            await visit.look_at(f"{TERMINAL}{table}")
            await desk.hub.watch_terminal(connection, table)
        case Say() | React() | Mute():
            person = await _still(visit)
            if person is None:
                raise CardroomError("not-signed-in", "Come in as a guest or sign in first.")
            if person.role is Role.REGULATOR:
                raise CardroomError("not-allowed", "A regulator only reads.")
            desk.gate.require(desk.gate.commands, person.id)
            if isinstance(message, Mute):
                await desk.hub.chat.mute(person, message)
            else:
                await desk.hub.chat.say(person, message)
            await desk.hub.tell_chat(message.table)
        case WatchPit():
            person = await _still(visit)
            require_staff(person)
            await visit.look_at(PIT)
            await desk.pit.watch(connection)
        case Ping():
            connection.send(Pong(now=now()))
        case Submit():
            person = await _still(visit)
            if person is None:
                raise CardroomError("not-signed-in", "Come in as a guest or sign in first.")
            if not message.key:
                raise CardroomError("no-key", "A command over the socket needs a key of its own.")
            connection.send(await desk.carry_out(visit.caller, person, message))
