"""What reads the whole log and takes long, in a process of its own that gives way to the tables."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.sharedctypes import Synchronized
from typing import Any, Concatenate, ParamSpec, TypeVar

from cardroom.errors import CardroomError
from cardroom.house.runtime.lab.lab_process import exit_with_parent
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.store import Store

LOOK_EVERY = 0.5  # seconds

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Progress = tuple[int, int]  # records done, of how many


class Count:
    """How far it is, as the process that works tells the house."""

    def __init__(self, done: Synchronized[int], of: Synchronized[int]) -> None:
        self._done, self._of = done, of

    def told(self, records: int) -> None:
        self._of.value = records

    def advance(self, records: int = 1) -> None:
        self._done.value += records


class LogProcess:
    """One task at a time, each with a process that ends with it."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._pool: ProcessPoolExecutor | None = None

    def require_log(self) -> None:
        if self.service.store.is_sqlite and self.service.store.file is None:
            raise CardroomError("no-file", "This house is kept in memory only: there is no log to be read.")

    async def run(
        self,
        tell: Callable[[Progress], object],
        task: Callable[Concatenate[Store, Count, Given], Answer],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Answer:
        """The answer of a task to the log as it is now; the task is a function that its process can import."""
        await self.service.flush()
        context = multiprocessing.get_context("spawn")
        done, of = context.Value("q", 0), context.Value("q", 0)
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(done, of))
        try:
            address = self.service.store.engine.url.render_as_string(hide_password=False)
            submitted = await in_thread(READING, lambda pool: pool.submit(_do, task, address, given, named), self._pool)
            asked = asyncio.wrap_future(submitted)
            while not asked.done():
                await asyncio.wait((asked,), timeout=LOOK_EVERY)
                tell((done.value, of.value))
            return await asked
        finally:
            self.close()

    def close(self) -> None:
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


def _do(task: Callable[..., Answer], address: str, given: tuple[Any, ...], named: dict[str, Any]) -> Answer:
    return task(Store(address), Count(*_progress), *given, **named)
