"""Where connections come in: one in a turn of the loop, and who has too many is turned away before anything is made.

asyncio and uvloop accept all that wait in one go and make a transport and a protocol for each, also for those that are
refused at once. Somebody who opens thousands a second would hold up everyone else's commands by that alone.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from cardroom.web.gateway.callers import network_of
from cardroom.web.gateway.connection_limits import Config, Wires

log = logging.getLogger("cardroom.web")

REFUSED_AT_ONCE = 4  # in one turn of the loop; of those that come in, one
NO_MORE_FILES = 1.0  # seconds until the next try where the system has no file left for a connection


class WebServer(uvicorn.Server):
    """uvicorn's, behind listeners of our own."""

    config: Config

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        self.servers = [Listener(one, self.config.wires, self._protocol) for one in sockets or []]  # type: ignore[misc]

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


class Listener:
    """In the place of an asyncio.Server."""

    def __init__(self, listening: socket.socket, wires: Wires, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._listening = listening
        self._wires = wires
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[None]] = set()
        self._is_open = True
        listening.setblocking(False)
        self._listen()

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._loop.remove_reader(self._listening)
            self._listening.close()

    async def wait_closed(self) -> None:
        await asyncio.gather(*self._coming, return_exceptions=True)

    def _listen(self) -> None:
        if self._is_open:
            self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(REFUSED_AT_ONCE):
            try:
                connection, (host, *_) = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                log.warning("No connection can be accepted: %s", error.strerror)
                self._loop.remove_reader(self._listening)
                self._loop.call_later(NO_MORE_FILES, self._listen)
                return
            address = network_of(host)
            if self._wires.come(address):
                task = self._loop.create_task(self._let_in(connection, address))
                self._coming.add(task)
                task.add_done_callback(self._coming.discard)
                return
            self._wires.go(address, is_socket=False)
            connection.close()

    async def _let_in(self, connection: socket.socket, address: str) -> None:
        try:
            await self._loop.connect_accepted_socket(self._protocol, connection)
        except OSError:  # it has gone meanwhile
            self._wires.go(address, is_socket=False)
            with suppress(OSError):
                connection.close()
