"""What a server does beside the commands of people. Every task has a name, and none ends unseen."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from cardroom.errors import CardroomError
from cardroom.house.storage.database_errors import AwayError, EndedError

log = logging.getLogger("cardroom")

SOONEST, LATEST = 1.0, 60.0  # seconds until a task that has failed begins anew
LOOP = "the event loop"  # what fails outside of every task
STILL_TOLD = 300.0  # seconds that a failure is told for, once nothing has failed again

BackgroundWork = Coroutine[Any, Any, None]


@dataclass
class Background:
    failures: Counter[str] = field(default_factory=Counter)  # by task, ever
    told: set[Callable[[], None]] = field(default_factory=set)  # called when something has failed
    _failed: dict[str, tuple[float, str]] = field(default_factory=dict)  # when each failed last, and how
    _tasks: dict[asyncio.Task[None], str] = field(default_factory=dict)

    @property
    def running(self) -> list[str]:
        return sorted(self._tasks.values())

    @property
    def troubles(self) -> Mapping[str, str]:
        """What has failed of late, each with the kind of its error."""
        since = monotonic() - STILL_TOLD
        self._failed = {name: failed for name, failed in self._failed.items() if failed[0] > since}
        return {name: error for name, (_, error) in sorted(self._failed.items())}

    def keep(self, name: str, work: Callable[[], BackgroundWork]) -> asyncio.Task[None]:
        """Until it is done, or cancelled: where it fails it begins anew."""
        return self._start(name, self._again_and_again(name, work))

    def once(self, name: str, work: BackgroundWork) -> asyncio.Task[None]:
        return self._start(name, self._once(name, work))

    def failed(self, name: str, error: BaseException) -> None:
        """Something has failed that goes on by itself."""
        log.error("%s has failed", name, exc_info=error)
        self._note(name, error)

    def stop(self, spare: Collection[asyncio.Task[None]] = ()) -> None:
        asyncio.get_running_loop().set_exception_handler(None)
        for task in self._tasks.keys() - set(spare):
            task.cancel()

    def watch_the_loop(self) -> None:
        """What nobody waits for is told, too: a callback, or a task that was started elsewhere."""
        asyncio.get_running_loop().set_exception_handler(self._on_the_loop)

    def _on_the_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        loop.default_exception_handler(context)
        if isinstance(error := context.get("exception"), Exception):
            self._note(LOOP, error)

    def _start(self, name: str, work: BackgroundWork) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks[task] = name
        task.add_done_callback(self._tasks.pop)
        return task

    async def _again_and_again(self, name: str, work: Callable[[], BackgroundWork]) -> None:
        loop, pause = asyncio.get_running_loop(), SOONEST
        while True:
            began = loop.time()
            if await self._guarded(name, work()):
                return
            pause = SOONEST if loop.time() - began > LATEST else pause
            await asyncio.sleep(pause)
            pause = min(pause * 2, LATEST)

    async def _once(self, name: str, work: BackgroundWork) -> None:
        await self._guarded(name, work)

    async def _guarded(self, name: str, work: BackgroundWork) -> bool:
        """Whether it went well."""
        try:
            await work
        except (AwayError, EndedError):
            return False  # told by whoever writes the log
        except CardroomError as error:
            log.warning("%s: %s", name, error.message)
            self._note(name, error)
            return False
        except Exception as error:  # noqa: BLE001 - told, whatever it is
            self.failed(name, error)
            return False
        return True

    def _note(self, name: str, error: BaseException) -> None:
        self.failures[name] += 1
        kind = error.code if isinstance(error, CardroomError) else type(error).__name__
        self._failed[name] = monotonic(), kind
        for tell in list(self.told):
            tell()
