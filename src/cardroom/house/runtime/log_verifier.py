"""The log verified while the house runs, in a process of its own."""

from __future__ import annotations

import asyncio
import logging

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.runtime.log_process import Count, LogProcess, Progress
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.store import Store
from cardroom.house.storage.verification_marks import Mark, take_mark

log = logging.getLogger("cardroom")


class Verifier:
    """One at a time."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self._process = LogProcess(service)
        self._task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def start(self, asked_by: str) -> None:
        if self.is_running:
            raise CardroomError("verifying", "The log is being verified already; wait for the end of it.")
        self._process.require_log()
        self.service.watcher.known.verifying, self.service.watcher.known.problem = (0, 0), ""
        self._task = asyncio.create_task(self._run(asked_by))

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._process.close()

    async def _run(self, asked_by: str) -> None:
        known = self.service.watcher.known
        try:
            mark = await self._process.run(self._tell, _verified)
            await self.service.submit(SERVICE, c.NoteVerification(mark.last, mark.hash, mark.findings, asked_by))
            await in_thread(READING, take_mark, self.service.store, mark)
        except CardroomError as error:
            known.problem = error.message
        except Exception:
            log.exception("verifying the log")
            known.problem = "The log could not be verified; the server's own log says why."
        finally:
            known.verifying = None

    def _tell(self, progress: Progress) -> None:
        self.service.watcher.known.verifying = progress


def _verified(store: Store, count: Count) -> Mark:
    from cardroom.house.audit.log_verification import verify_log

    found = verify_log(store, everything=False, told=count.told, advance=count.advance)
    return Mark(found.house.position, found.house.head, len(found.findings))
