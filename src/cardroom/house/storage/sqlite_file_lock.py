"""The name that an SQLite file is open under. Its write-ahead log goes by that name, so there must be one at a time.

Whoever opens the file holds a shared lock (`flock`) on the file itself, whatever its name, until the process has closed
it. While it is open the file carries a number in its own header (`user_version`), and a file beside it, by its name and
“-open”, the same number: who finds the one and not the other has it by another name, without the write-ahead log, and
is refused. Whoever closes it last brings everything into the one file and takes the number away.

A process has one descriptor of a file for this, kept until SQLite has closed all of its own: closing any descriptor of
a file drops the locks that SQLite has on it.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import sqlite3
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.storage.database_errors import replaced
from cardroom.house.storage.private_files import create_private_file, sync_directory

try:
    import fcntl
except ImportError:  # not on every system; a file has only one name there
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("cardroom")

APPLICATION = 0x43415244  # in the header of every house's file: “CARD”
# Editions of the tables whose log was never released.
UNRELEASED = {"0001", *(str(number) for number in range(1001, 1009))}
MARKS = 60  # where the header has our number; the application is 8 bytes further on
OTHERS_TAKE = 10.0  # seconds at most to open or close it

Inode = tuple[int, int]


class Opening(msgspec.Struct, frozen=True):
    """What the file beside says."""

    number: int
    file: str  # and for people: by which name
    server: str  # and who opened it first


class Place:
    """A file that this process has open, by its name."""

    def __init__(self, file: Path, handle: int) -> None:
        self.file = file
        self.handle = handle
        self.users = 0
        self.process = os.getpid()

    @property
    def inode(self) -> Inode:
        found = os.fstat(self.handle)
        return found.st_dev, found.st_ino

    @property
    def number(self) -> int:
        """That the file carries; none where it was closed cleanly, or is no house's."""
        return int.from_bytes(os.pread(self.handle, 4, MARKS), "big") if self.is_ours else 0

    @property
    def is_ours(self) -> bool:
        """Whether it was ever a house's."""
        return int.from_bytes(os.pread(self.handle, 4, MARKS + 8), "big") == APPLICATION

    # --- taking it ----------------------------------------------------------------------------------------------------

    def take(self, *, anew: bool) -> None:
        """Hold the file under this name, alone or with others who have it under the same."""
        end = time.monotonic() + OTHERS_TAKE
        while True:
            if self._lock(fcntl.LOCK_EX):
                self._settle(anew=anew)
            if self._lock(fcntl.LOCK_SH) and (number := self.number):  # it may have been closed in between
                self.require(self.file, number)
                return
            if time.monotonic() > end:
                raise sqlite3.OperationalError("another process is just opening or closing it")
            time.sleep(0.01)

    def _lock(self, kind: int) -> bool:
        try:
            fcntl.flock(self.handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _settle(self, *, anew: bool) -> None:
        """Nobody has it: under this name from now on."""
        if (number := self.number) and not anew:
            self.require(self.file, number)
            return
        if self.is_ours and not number:
            _set_aside(_beside(self.file, "-wal"))
        opening = Opening(secrets.randbelow(2**31 - 1) + 1, str(self.file), f"{socket.gethostname()}:{os.getpid()}")
        with closing(_connected(self.file)) as connection:
            if not self.is_ours:
                _require_no_others(connection)
            with create_private_file(_beside(self.file, "-open")) as file:
                file.write(msgspec.json.encode(opening))
                file.flush()
                os.fsync(file.fileno())
            sync_directory(self.file.parent)
            for setting in ("journal_mode=WAL", f"application_id={APPLICATION}", f"user_version={opening.number}"):
                connection.execute(f"PRAGMA {setting}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def require(self, file: Path, number: int) -> None:
        """Refuse a name beside which the file is not open, or was not closed."""
        found = _opening(_beside(file, "-open"))
        if found is None or found.number != number:
            raise _other_name(file, number)

    # --- letting it go ------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Whoever has it last leaves everything in the one file."""
        try:
            if self._lock(fcntl.LOCK_EX) and _inode(self.file) == self.inode:
                self._close_cleanly()
        except (sqlite3.Error, OSError) as error:
            log.warning("%s is not closed cleanly: %s. It opens under this name only.", self.file, error)
        finally:
            os.close(self.handle)

    def _close_cleanly(self) -> None:
        with closing(_connected(self.file)) as connection:
            for setting in ("wal_checkpoint(TRUNCATE)", "user_version=0", "wal_checkpoint(TRUNCATE)"):
                busy = connection.execute(f"PRAGMA {setting}").fetchone()
                if busy is not None and busy[0]:
                    return  # somebody reads it who is no Cardroom
        _beside(self.file, "-open").unlink(missing_ok=True)


_places: dict[Inode, Place] = {}  # of this process
_lock = threading.RLock()


def acquire_file(file: Path, *, anew: bool = False) -> Place | None:
    """Open a file under this name; “anew” also where it was left open under another by somebody who is gone."""
    if fcntl is None:
        return None
    with _lock:
        place = _places.get(_inode(file))
        if place is None or place.process != os.getpid():
            return _entered(file, anew=anew)
        place.users += 1
        try:
            if place.file != file:
                place.require(file, place.number)
        except BaseException:
            release_file(place)
            raise
        return place


def _entered(file: Path, *, anew: bool) -> Place:
    """The first one of this process."""
    try:
        place = Place(file, os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise sqlite3.OperationalError(f"unable to open database file: {error.strerror}") from None
    try:
        place.take(anew=anew)
    except BaseException:
        os.close(place.handle)
        raise
    place.users = 1
    _places[place.inode] = place
    return place


def release_file(place: Place) -> None:
    """One user less. A process that was forked has nothing to leave."""
    with _lock:
        place.users -= 1
        if place.users == 0 and place.process == os.getpid():
            del _places[place.inode]
            place.leave()


def require_same(place: Place, file: Path) -> None:
    """Refuse another file that has come to stand under this name."""
    if _inode(file) != place.inode:
        raise replaced(file)


def open_file_name(file: Path, number: int) -> str:
    """Where a file of this number is open, as far as can be seen from here."""
    for other in sorted(file.parent.glob("*-open")):
        found = _opening(other)
        if found is not None and found.number == number:
            return str(other).removesuffix("-open")
    return ""


def _other_name(file: Path, number: int) -> CardroomError:
    name = open_file_name(file, number)
    return CardroomError(
        "other-name",
        f"{file} is open, or was left without being closed, under another name: {name or 'one that is not here'}."
        f" Open it by that name, where its -wal and -open lie beside it; if they are lost, `cardroom restore {file}`"
        " makes a database of what is in this file.",
    )


def _inode(file: Path) -> Inode:
    try:
        found = file.stat()
    except OSError:
        return (0, 0)
    return found.st_dev, found.st_ino


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(f"{file.name}{ending}")


def _opening(path: Path) -> Opening | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Opening)
    except (OSError, msgspec.MsgspecError):
        return None


def _connected(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, isolation_level=None)


def _require_no_others(connection: sqlite3.Connection) -> None:
    """The header of another program's file is not touched."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    version = "SELECT version_num FROM alembic_version"
    found = connection.execute(version).fetchone() if "alembic_version" in tables else None
    require_house(tables, None if found is None else found[0])


def require_house(tables: set[str], edition: str | None) -> None:
    """Refuse a database that is another program's, or holds the log of a version that was never released."""
    if tables and not {"alembic_version", "records"} <= tables:
        raise CardroomError("foreign-database", "This database is another program's; choose another one.")
    if edition in UNRELEASED:
        raise CardroomError(
            "old-log",
            "This database was written by a Cardroom before its log was released, and cannot be read any more."
            " It has been left as it is; choose another one with --database.",
        )


def _set_aside(wal: Path) -> None:
    """Of a file that was closed cleanly none is wanted: it is from before, and would bring back what was then."""
    with suppress(FileNotFoundError):
        if wal.stat().st_size:
            kept = wal.with_name(f"{wal.name}.set-aside")
            log.warning("%s is older than the file that it lies beside; it is set aside as %s.", wal, kept)
            wal.replace(kept)
