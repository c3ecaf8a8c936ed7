"""The last step to the wire. What is sent to a socket in one turn of the loop goes out at its end, in one piece.

Nearly all that a server sends is frames to many sockets, so this is where its time goes: each write is a call of the
system. What the other end does not take at once waits in the connection's own queue, and goes the long way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "cardroom.write"
WHOLE_TEXT = 0x81  # the first byte of a message in one piece

Write = Callable[[bytes], bool]  # whether it was taken


class WireProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, which offers the application to write whole messages itself."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._out: list[bytes] = []

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"write": self.write_text}

    def write_text(self, data: bytes) -> bool:
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        size = len(data)
        if size < 126:
            head = bytes((WHOLE_TEXT, size))
        elif size < 65_536:
            head = bytes((WHOLE_TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((WHOLE_TEXT, 127)) + size.to_bytes(8, "big")
        if not self._out:
            self.loop.call_soon(self._write_out)
        self._out += (head, data)
        return True

    def _write_out(self) -> None:
        out, self._out = self._out, []
        if out and not self.close_sent and not self.transport.is_closing():
            self.transport.writelines(out)

    async def send(self, message: Any) -> None:
        self._write_out()  # what goes the long way comes after it
        await super().send(message)


def writer_of(socket: WebSocket[Any, Any, Any]) -> Write | None:
    """How to write to a socket directly, where the server offers it."""
    offered: dict[str, Any] = socket.scope["extensions"] or {}
    write: Write | None = offered.get(EXTENSION, {}).get("write")
    return write
