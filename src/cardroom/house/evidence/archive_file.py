"""One file that holds others, in the plain format of tar, of which every byte is accounted for.

All headers are made in one way, so that a header which somebody has changed is not what its name and size make.
"""

from __future__ import annotations

import io
import shutil
import tarfile
from pathlib import Path
from typing import IO

from cardroom.errors import CardroomError

BLOCK = 512
END = bytes(2 * BLOCK)
MOST_FILES = 1_000_000


def _header(name: str, size: int) -> bytes:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o644
    return entry.tobuf(tarfile.USTAR_FORMAT)


def _padding(size: int) -> int:
    return -size % BLOCK


class ArchiveWriter:
    """Files one after another."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out

    def add(self, name: str, content: IO[bytes], size: int) -> None:
        self._out.write(_header(name, size))
        shutil.copyfileobj(content, self._out)
        self._out.write(bytes(_padding(size)))

    def add_bytes(self, name: str, body: bytes) -> None:
        self.add(name, io.BytesIO(body), len(body))

    def end(self) -> None:
        self._out.write(END)


class _Within(io.RawIOBase):
    """A part of a file, as a file of its own."""

    def __init__(self, path: Path, start: int, size: int) -> None:
        self._file = path.open("rb")
        self._file.seek(start)
        self._left = size

    def readable(self) -> bool:
        return True

    def readinto(self, into: object) -> int:
        view = memoryview(into).cast("B")  # type: ignore[arg-type]
        count = self._file.readinto(view[: min(len(view), self._left)])
        self._left -= count
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


class ArchiveReader:
    """The files in an archive, by name. What is not as a writer makes it is refused."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._places: dict[str, tuple[int, int]] = {}
        try:
            with path.open("rb") as file:
                self._read(file, path.stat().st_size)
        except OSError as error:
            raise CardroomError("no-pack", f"{path}: cannot be read: {error.strerror}.") from None

    def _read(self, file: IO[bytes], whole: int) -> None:
        at = 0
        while (header := file.read(BLOCK)) != END[:BLOCK]:
            name, size = self._entry(header, at)
            padding = _padding(size)
            if at + BLOCK + size + padding > whole or name in self._places or len(self._places) >= MOST_FILES:
                raise self._broken(at)
            self._places[name] = (at + BLOCK, size)
            file.seek(size, io.SEEK_CUR)
            if file.read(padding).strip(b"\0"):
                raise self._broken(at + BLOCK + size)
            at += BLOCK + size + padding
        if file.read() != END[BLOCK:]:
            raise self._broken(at)

    def _entry(self, header: bytes, at: int) -> tuple[str, int]:
        try:
            name = header[:100].rstrip(b"\0").decode("ascii")
            size = int(header[124:135], 8)
            if len(header) == BLOCK and name and size >= 0 and _header(name, size) == header:
                return name, size
        except ValueError:
            pass
        raise self._broken(at)

    def _broken(self, at: int) -> CardroomError:
        return CardroomError(
            "broken-pack", f"{self.path}: is no whole evidence pack: from byte {at:,} on it is not as one is made."
        )

    def names(self) -> list[str]:
        return list(self._places)

    def size(self, name: str) -> int:
        return self._places[name][1]

    def open(self, name: str) -> io.BufferedReader:
        return io.BufferedReader(_Within(self.path, *self._places[name]))

    def read(self, name: str) -> bytes:
        with self.open(name) as file:
            return file.read()
