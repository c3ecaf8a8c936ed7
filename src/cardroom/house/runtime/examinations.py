"""The statement of conformity and evidence packs of a running house, one at a time in a process of its own."""

from __future__ import annotations

import asyncio
import logging
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.audit.software_identity import SoftwareManifest, lodged_software
from cardroom.house.conformity.statement import Statement
from cardroom.house.evidence.contents import PackManifest
from cardroom.house.evidence.pack_writer import WantedPack
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.log_process import Count, LogProcess, Progress
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom")


class Examination(StrEnum):
    CONFORMITY = "conformity"
    PACK = "pack"


class Examining(msgspec.Struct, frozen=True, kw_only=True):
    """What runs now and how far it is, or why the last one came to nothing."""

    running: Examination | None
    done: int  # records
    of: int
    problem: str


class ReadyPack(msgspec.Struct, frozen=True, kw_only=True):
    """An evidence pack that waits to be taken."""

    name: str
    size: int
    made: datetime
    asked_by: str
    first_day: str
    last_day: str
    records: int
    manifest: str  # the hash of its list


class Examiner:
    """Keeps the last statement and the last pack until the server stops."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.statement: Statement | None = None
        self.pack: ReadyPack | None = None
        self._process = LogProcess(service)
        self._running: Examination | None = None
        self._progress: Progress = (0, 0)
        self._problem = ""
        self._task: asyncio.Task[None] | None = None
        self._folder: Path | None = None  # of packs

    @property
    def standing(self) -> Examining:
        done, of = self._progress
        return Examining(running=self._running, done=done, of=of, problem=self._problem)

    def pack_file(self, name: str) -> Path:
        if self._folder is None or self.pack is None or self.pack.name != name:
            raise CardroomError("unknown-pack", f"There is no evidence pack “{name}” here: have it made again.")
        return self._folder / name

    def examine(self, slowest_display: float | None) -> None:
        """Answer every requirement anew."""

        async def work() -> None:
            release = await self._release()
            self.statement = await self._process.run(self._tell, _stated, now(), slowest_display, release)

        self._start(Examination.CONFORMITY, work)

    def make_pack(self, asked_by: str, first_day: str, last_day: str, slowest_display: float | None) -> None:
        """Of these days; the one before it is thrown away."""
        if first_day > last_day:
            raise CardroomError("bad-days", "The first day comes after the last one.")

        async def work() -> None:
            wanted = WantedPack(
                first_day=first_day,
                last_day=last_day,
                at=now(),
                slowest_display=slowest_display,
                release=await self._release(),
            )
            self._throw_away()
            self._folder = Path(await in_thread(READING, tempfile.mkdtemp, None, "cardroom-evidence-"))
            name = f"evidence-{first_day}-{last_day}.tar"
            made, size, digest = await self._process.run(self._tell, _packed, str(self._folder / name), wanted)
            self.pack = ReadyPack(
                name=name,
                size=size,
                made=made.made,
                asked_by=asked_by,
                first_day=made.first_day,
                last_day=made.last_day,
                records=made.last - made.after,
                manifest=digest,
            )

        self._start(Examination.PACK, work)

    async def _release(self) -> SoftwareManifest | None:
        return await in_thread(READING, lodged_software, self.service.store)

    def _start(self, what: Examination, work: Callable[[], Awaitable[None]]) -> None:
        if self._running is not None:
            raise CardroomError("examining", "The log is being read for somebody already; wait for the end of it.")
        self._process.require_log()
        self._running, self._progress, self._problem = what, (0, 0), ""
        self._task = asyncio.create_task(self._run(work))

    async def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except CardroomError as error:
            self._problem = error.message
        except Exception:
            log.exception("examining the log")
            self._problem = "It could not be done; the server's own log says why."
        finally:
            self._running = None

    def _tell(self, progress: Progress) -> None:
        self._progress = progress

    def _throw_away(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = self.pack = None

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._process.close()
        self._throw_away()


# --- in the worker ----------------------------------------------------------------------------------------------------


def _stated(
    store: Store, count: Count, at: datetime, slowest_display: float | None, release: SoftwareManifest | None
) -> Statement:
    from cardroom.house.conformity.requirement import Standing
    from cardroom.house.conformity.statement import conformity_of
    from cardroom.house.runtime.startup import stopped_house_from

    house = stopped_house_from(store)
    count.told(house.position)
    with store.reading() as reader:
        records = (record for record, _ in reader.records(up_to=house.position))
        standing = Standing(house, reader, at, slowest_display, release)
        return conformity_of(standing, records, advance=count.advance)


def _packed(store: Store, count: Count, out: str, wanted: WantedPack) -> tuple[PackManifest, int, str]:
    """The manifest, and size and hash of what is to be compared by whoever takes it."""
    from cardroom.documents import encode_document, hash_of
    from cardroom.house.evidence.pack_writer import write_pack
    from cardroom.house.runtime.startup import stopped_house_from

    house = stopped_house_from(store)
    made = write_pack(Path(out), store, house, wanted, told=count.told, advance=count.advance)
    return msgspec.structs.replace(made, files=()), Path(out).stat().st_size, hash_of(encode_document(made))
