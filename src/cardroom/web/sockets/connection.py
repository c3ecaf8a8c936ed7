"""One socket: what it follows, and what waits to be sent."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

import msgspec

from cardroom.house.kernel.people import Person
from cardroom.web.messages import FromServer
from cardroom.web.sockets.wire_writer import Write

OVERFLOW = 4008  # a code of closing


@dataclass(eq=False)
class Connection:
    person: Person | None
    session: str = ""
    write: Write | None = None  # straight to the wire, where that is possible
    queued_bytes: int = 0
    most_bytes: int = 2 * 1024 * 1024
    tables: dict[str, int] = field(default_factory=dict)  # followed, with the last number told
    forced: set[str] = field(default_factory=set)  # to be told where things stand even if nothing happened
    watches_lobby: bool = False
    watches_jackpots: bool = False
    watches_pit: bool = False  # by staff
    terminal: str = ""  # the name of an enrolled one
    card: str = ""  # the number of the one that the session was opened with
    terminals: set[str] = field(default_factory=set)  # of tables, followed by staff
    queue: deque[bytes] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    sending_since: float | None = None  # by the loop's clock, a message that is not taken yet
    closing: int | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, message: FromServer | bytes) -> None:
        """Send a message, or put it in line. A connection that takes nothing is closed, and may come back."""
        if self.closing is not None:
            return
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        is_waiting = bool(self.queue) or self.sending_since is not None
        if self.write is not None and not is_waiting and self.write(data):
            return
        self.queued_bytes += len(data)
        if self.queued_bytes > self.most_bytes:
            self.close(OVERFLOW)
            return
        self.queue.append(data)
        self.wake.set()

    def close(self, code: int) -> None:
        self.closing = self.closing or code
        if code == OVERFLOW:
            self.queue.clear()
        self.wake.set()
        self.ended.set()
