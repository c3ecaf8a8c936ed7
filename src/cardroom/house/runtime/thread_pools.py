"""Threads for what people ask of the database. Whatever they ask, the thread that writes the log is none of these."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

Answer = TypeVar("Answer")
Things = TypeVarTuple("Things")

DOOR = ThreadPoolExecutor(6, "door")  # sessions and passwords
READING = ThreadPoolExecutor(2, "reading")  # past rounds, which may take longer


async def in_thread(pool: ThreadPoolExecutor, function: Callable[[*Things], Answer], *things: *Things) -> Answer:
    return await asyncio.get_running_loop().run_in_executor(pool, function, *things)
