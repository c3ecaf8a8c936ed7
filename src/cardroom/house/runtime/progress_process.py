"""Long work beside the tables: in a process of its own that gives way to them, and tells how far it is."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.sharedctypes import Synchronized
from typing import Any, TypeVar

from cardroom.house.runtime.lab.lab_process import exit_with_parent
from cardroom.house.runtime.thread_pools import READING, in_thread

LOOK_EVERY = 0.5  # seconds

Found = TypeVar("Found")
Told = Callable[[int, int], None]  # how much is done, of how much


class ProgressProcess:
    """One piece of work at a time; what does it is a function of a module, and so are its arguments plain values."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, told: Told, work: Callable[..., Found], *arguments: object) -> Found:
        context = multiprocessing.get_context("spawn")
        done, of = context.Value("q", 0), context.Value("q", 0)
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(done, of))
        try:
            asked = asyncio.wrap_future(await in_thread(READING, self._pool.submit, work, *arguments))
            while not asked.done():
                await asyncio.wait((asked,), timeout=LOOK_EVERY)
                told(done.value, of.value)
            return await asked
        finally:
            self.end()

    def end(self) -> None:
        if self._pool is not None:
            workers = list((self._pool._processes or {}).values())  # noqa: SLF001 - no other way before 3.14
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            for worker in workers:
                worker.kill()


# --- in the worker ----------------------------------------------------------------------------------------------------

_progress: list[Synchronized[int]] = []


def _begin(*progress: Any) -> None:
    exit_with_parent()
    _progress.extend(progress)


def expect(total: int) -> None:
    """So much there is to do."""
    _progress[1].value = total


def advance(more: int) -> None:
    _progress[0].value += more
