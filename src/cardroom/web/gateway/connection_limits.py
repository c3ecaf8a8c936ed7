"""Connections before they are requests: how many, how slow and how large they may be, and every setting of uvicorn.

uvicorn waits without end for a request to arrive and for an answer to be taken, and reads a whole buffer of tiny frames
in one go. Here a connection that does nothing has an end, and none holds up the others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cardroom.errors import CardroomError
from cardroom.web.gateway.callers import network_of
from cardroom.web.gateway.rate_limits import Buckets, Limits, Rate
from cardroom.web.sockets.wire_writer import WireProtocol

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]

REQUEST_SECONDS = 20.0  # for a request to arrive
STALL_SECONDS = 30.0  # for something of an answer to be taken
HEADER_BYTES = 16 * 1024
PIECE = 256  # bytes that are read before others have their turn
FEW_FRAMES = Rate(20, 1)  # pings and the like, which no browser sends
FOR_EVER = 1e9
KEPT_FILES = 200  # for the database and everything else that is no connection


class Wires:
    """Connections that carry no socket, by address: sockets are counted by the gate."""

    def __init__(self, limits: Limits, *, counts_addresses: bool) -> None:
        self._limits = limits
        self._counts_addresses = counts_addresses
        self._most = min(limits.wires, _files() - KEPT_FILES)
        self._open: Counter[str] = Counter()
        self._new = Buckets(limits.new_wires)
        self._turns = Buckets(limits.turns_of_wires)
        self.total = 0  # with those that became sockets

    def come(self, address: str) -> bool:
        self.total += 1
        self._open[address] += 1
        if self.total > self._most:
            return False
        if not self._counts_addresses:
            return True
        return self._open[address] <= self._limits.wires_of_an_address and self._new.take(address)

    def turn(self, address: str) -> float:
        """Seconds until the next request of an address is read, so that many at once hold nobody up."""
        return self._turns.wait(address, patience=FOR_EVER) or 0.0 if self._counts_addresses else 0.0

    def become_a_socket(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    def go(self, address: str, *, is_socket: bool) -> None:
        self.total -= 1
        if not is_socket:
            self.become_a_socket(address)


class Config(uvicorn.Config):
    """uvicorn as a house runs it."""

    def __init__(self, app: Any, limits: Limits, proxy: str | None = None) -> None:
        super().__init__(
            app,
            http=Http,
            ws=Socket,
            ws_per_message_deflate=False,  # each frame would be compressed once more for every socket that gets it
            ws_max_size=16 * limits.message_bytes,
            h11_max_incomplete_event_size=HEADER_BYTES,
            log_config=None,
            log_level="error",  # a warning for every bad request would fill the disk
            access_log=False,
            server_header=False,
            proxy_headers=proxy is not None,
            forwarded_allow_ips=proxy,
            timeout_graceful_shutdown=5,
        )
        # All that comes through a proxy has its address here.
        self.wires = Wires(limits, counts_addresses=proxy is None)


class Http(H11Protocol):
    config: Config
    _arriving: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _address = ""
    _is_socket = False
    _unread = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = network_of(self.client[0]) if self.client else "local"  # which the listener has counted
        self._expect_a_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self.resume_writing()
        self.config.wires.go(self._address, is_socket=False)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        wait = 0.0 if self._unread else self.config.wires.turn(self._address)
        if not wait and not self._unread:
            self._read(data)
            return
        if not self._unread:
            self.loop.call_later(wait, self._read_on)
        self._unread += data
        if len(self._unread) > HEADER_BYTES:
            self.flow.pause_reading()

    def _read_on(self) -> None:
        data, self._unread = self._unread, b""
        self.flow.resume_reading()
        if not self.transport.is_closing():
            self._read(data)

    def _read(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self._is_socket:
            self._expect_a_request()
        else:
            self._expect_nothing()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_socket = True
        self.config.wires.become_a_socket(self._address)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self._stalled or self.loop.call_later(STALL_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(STALL_SECONDS, self.transport.abort)  # closing waits until all is taken

    def _expect_a_request(self) -> None:
        self._arriving = self._arriving or self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None


class Socket(WireProtocol):
    config: Config

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._unread = bytearray()
        self._few = Buckets(FEW_FRAMES)

    def connection_lost(self, exc: Exception | None) -> None:
        address = network_of(self.client[0]) if self.client else "local"
        self.config.wires.go(address, is_socket=True)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Piece by piece, as long as no message waits for the application."""
        while self._unread and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)

    async def receive(self) -> Any:
        message = await super().receive()
        self._read_on()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close" and self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        elif message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # uvicorn would complain that it is not

    # What the application never sees is counted here.

    def handle_ping(self) -> None:
        if self._is_bearable():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._is_bearable():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        if self._is_bearable():
            super().handle_cont(event)

    def _is_bearable(self) -> bool:
        is_bearable = self._few.take("")
        if not is_bearable:
            self.transport.abort()
        return is_bearable


def open_more_files() -> None:
    """As many as the system allows: every connection is one."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def require_files(sockets: int) -> None:
    """Refuse more sockets than the system has files for."""
    open_more_files()
    if (room := _files() - KEPT_FILES) < sockets:
        raise CardroomError(
            "few-files",
            f"The system lets this process hold {room:,} connections, and {sockets:,} sockets are asked for:"
            " raise its limit of open files (`ulimit -n`, LimitNOFILE), or ask for fewer.",
        )


def _files() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource is not None else 2**31
