"""Documents that stay the same as long as a server runs: made and compressed once, beside the loop."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from typing import Any

from litestar import Request, Response

COMPRESSED_ALREADY = "is_compressed_already"  # the option of a route that the framework does not compress
LEVEL = 9

Bodies = tuple[bytes, bytes]  # plain and compressed


class FixedDocument:
    def __init__(self, media_type: str, make: Callable[[], Coroutine[Any, Any, bytes]]) -> None:
        self._media_type = media_type
        self._make = make
        self._making: asyncio.Task[Bodies] | None = None

    async def answer(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """Whoever asks first waits until it is made; the tables do not wait for it."""
        task = self._making
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._making = asyncio.create_task(self._bodies())
        plain, compressed = await asyncio.shield(task)
        headers = {"vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(plain, media_type=self._media_type, headers=headers)
        return Response(compressed, media_type=self._media_type, headers=headers | {"content-encoding": "gzip"})

    async def _bodies(self) -> Bodies:
        plain = await self._make()
        return plain, await asyncio.to_thread(gzip.compress, plain, LEVEL, mtime=0)
