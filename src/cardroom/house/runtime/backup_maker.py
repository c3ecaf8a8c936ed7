"""Backups made and verified while the house runs, into one folder, each in a process that gives way to the tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from datetime import datetime
from pathlib import Path

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.kernel.people import Person
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.log_process import Count, LogProcess, Progress
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.backups import Backup, note_verified
from cardroom.house.storage.store import Store

log = logging.getLogger("cardroom")

ENDING = ".sqlite"


class BackupProgress(msgspec.Struct, frozen=True, kw_only=True):
    """What is being made or verified, and how far it is."""

    name: str
    is_verified: bool  # or made
    done: int = 0
    of: int = 0  # rows or records; 0: not known yet


class BackupMaker:
    """One at a time."""

    def __init__(self, service: Service, folder: Path | None) -> None:
        self.service, self.folder = service, folder
        self.running: BackupProgress | None = None
        self.problem = ""  # of the last one
        self._process = LogProcess(service)
        self._task: asyncio.Task[None] | None = None

    def make(self, by: Person) -> None:
        folder = self._require_folder()
        self._process.require_log()
        name = f"{now():%Y-%m-%d-%H%M%S}{ENDING}"
        if (folder / name).exists():
            raise CardroomError("file-exists", f"{name} is there already; try again in a second.")
        self._start(BackupProgress(name=name, is_verified=False), self._make(by, folder / name))

    def verify(self, by: Person, name: str) -> None:
        folder = self._require_folder()
        if name not in self.at_hand():
            raise CardroomError("unknown-backup", f"There is no backup “{name}” in the folder for backups.")
        self._start(BackupProgress(name=name, is_verified=True), self._verify(by, folder / name))

    def at_hand(self) -> frozenset[str]:
        """The names of the files in the folder."""
        if self.folder is None or not self.folder.is_dir():
            return frozenset()
        return frozenset(path.name for path in self.folder.glob(f"*{ENDING}"))

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._process.close()

    def _require_folder(self) -> Path:
        if self.folder is None:
            raise CardroomError(
                "no-folder", "Nobody has said where backups go: start the server with --backups and a folder."
            )
        if self.running is not None:
            raise CardroomError("backup-running", f"{self.running.name} is being worked on; wait for the end of it.")
        return self.folder

    def _start(self, progress: BackupProgress, work: Coroutine[None, None, None]) -> None:
        self.running, self.problem = progress, ""
        self._task = asyncio.create_task(self._run(work))

    async def _run(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except CardroomError as error:
            self.problem = error.message
        except Exception:
            log.exception("a backup")
            self.problem = "The backup failed; the server's own log says why."
        finally:
            self.running = None

    def _tell(self, progress: Progress) -> None:
        if self.running is not None:
            done, of = progress
            self.running = msgspec.structs.replace(self.running, done=done, of=of)

    async def _make(self, by: Person, file: Path) -> None:
        made = await self._process.run(self._tell, _made, str(file), now())
        await self.service.submit(by, c.NoteBackup(made.name, made.size))

    async def _verify(self, by: Person, file: Path) -> None:
        findings = await self._process.run(self._tell, _verified, f"sqlite:///{file}")
        await in_thread(READING, note_verified, self.service.store, file.name, now(), findings)
        await self.service.submit(by, c.NoteVerifiedBackup(file.name, findings))


# --- in the worker ----------------------------------------------------------------------------------------------------


def _made(store: Store, count: Count, file: str, at: datetime) -> Backup:
    from cardroom.house.storage.backups import make_backup
    from cardroom.house.storage.database_copy import rows_to_copy

    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CardroomError("no-file", f"{path.parent}: cannot be made: {error.strerror}.") from None
    count.told(rows_to_copy(store))
    return make_backup(store, path, at, count.advance)


def _verified(_: Store, count: Count, address: str) -> int:
    """From its first record on: nobody has proven anything of a copy before."""
    from cardroom.house.audit.log_verification import verify_log

    copy = Store(address, anew=True)
    return len(verify_log(copy, everything=True, told=count.told, advance=count.advance).findings)
