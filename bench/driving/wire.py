"""One end of a socket, as cheap as it goes: it shares the machine with the server that is measured."""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import time
import zlib
from typing import cast

HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n{more}\r\n"
)
DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"  # as every browser asks for
NO_MASK = bytes(4)  # XOR with nothing: a legal mask that costs nothing
PING, PONG, TEXT = 9, 10, 1
LAST = 0x80
KEYS = itertools.count()


class Wire(asyncio.Protocol):
    """Sends prepared bytes, and looks only at the first letters of what comes back."""

    def __init__(self, cookie: str, host: str, *, deflate: bool) -> None:
        self.hello = HANDSHAKE.format(
            host=host,
            key=base64.b64encode(os.urandom(16)).decode(),
            cookie=cookie,
            more=DEFLATE if deflate else "",
        ).encode()
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.answer: asyncio.Future[tuple[float, bytes]] | None = None
        self.inflater: zlib._Decompress | None = None
        self.buffer = b""
        self.messages = self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is of no such class
        transport.write(self.hello)

    def connection_lost(self, _: Exception | None) -> None:
        for waiting in (self.is_open, self.answer):
            if waiting is not None and not waiting.done():
                waiting.set_exception(ConnectionError("the server has closed a socket"))

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data if self.buffer else data
        if not self.is_open.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = buffer
                return
            head, buffer = buffer[:end], buffer[end + 4 :]
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.is_open.set_exception(ConnectionError(head.decode()))
                return
            if b"permessage-deflate" in head.lower():
                self.inflater = zlib.decompressobj(-15)
            self.is_open.set_result(None)
        self.buffer = self._take_frames(buffer)

    def _take_frames(self, buffer: bytes) -> bytes:
        start = 0
        while len(buffer) - start >= 2:
            first, length, body = buffer[start], buffer[start + 1], start + 2
            if length == 126:
                length, body = int.from_bytes(buffer[body : body + 2], "big"), body + 2
            elif length == 127:
                length, body = int.from_bytes(buffer[body : body + 8], "big"), body + 8
            if len(buffer) < body + length:
                break
            self._take(first, buffer[body : body + length])
            start = body + length
        return buffer[start:]

    def _take(self, first: int, payload: bytes) -> None:
        if first & 0x0F == PING:
            self._send(PONG, payload)
            return
        self.messages += 1
        self.bytes += len(payload)
        if first & 0x40 and self.inflater is not None:
            payload = self.inflater.decompress(payload + b"\x00\x00\xff\xff")
        waiting = self.answer
        if waiting is not None and payload[9:11] in (b"Ac", b"Re") and not waiting.done():  # {"type":"Accepted" …
            waiting.set_result((time.perf_counter(), payload))

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([LAST | size]) if size < 126 else bytes([LAST | 126]) + size.to_bytes(2, "big")
        self.transport.write(bytes([LAST | kind]) + length + NO_MASK + payload)

    def say(self, message: bytes) -> None:
        self._send(TEXT, message)

    async def ask(self, command: bytes) -> tuple[float, bytes]:
        """Submit a command; when it was answered, and how. One at a time."""
        self.answer = asyncio.get_running_loop().create_future()
        key = f"{int(1000 * time.time())}-{next(KEYS)}".encode()
        self._send(TEXT, b'{"type":"Submit","key":"' + key + b'","command":' + command + b"}")
        return await self.answer


async def dial(address: str, cookie: str, *, deflate: bool) -> Wire:
    host, port = address.rsplit(":", 1)
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(cookie, address, deflate=deflate), host, int(port))
    await wire.is_open
    return wire
