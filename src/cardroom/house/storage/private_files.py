"""Files that only their owner may read, from the moment they are made."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from cardroom.errors import CardroomError

log = logging.getLogger("cardroom")

_OF = "# house "  # how the first line of a secret's file begins
OF_OTHERS = 0o077
IS_POSIX = os.name == "posix"  # elsewhere a file has no mode to look at


def create_private_file(path: Path) -> IO[bytes]:
    """A new file, empty, in the place of one that is there."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def write_private(path: Path, body: bytes) -> None:
    """Whole or not there, and never in the place of another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    with create_private_file(unfinished) as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(unfinished, path)
    finally:
        unfinished.unlink()
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """A new name is on disk when its directory is."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def require_private(path: Path) -> None:
    """Refuse a secret that others can read: it is none any more."""
    if IS_POSIX and stat.S_IMODE(path.stat().st_mode) & OF_OTHERS:
        raise CardroomError(
            "open-key-file",
            f"Others can read {path}. Make a new key if they may have; `chmod 600` keeps it to its owner.",
        )


def write_secret(path: Path, house: str, secret: str) -> None:
    """A secret of this house: the file says whose it is, and is for no other."""
    write_private(path, f"{_OF}{house}\n{secret}\n".encode())


def read_secret(path: Path, house: str) -> str:
    """What stands in the file of a secret, without remarks. One of another house is refused; "" asks for nobody's."""
    require_private(path)
    lines = [line.strip() for line in path.read_text(encoding="ascii").splitlines()]
    of = next((line.removeprefix(_OF) for line in lines if line.startswith(_OF)), "")
    if house and of and of != house:
        raise CardroomError(
            "other-house",
            f"{path} is of another house ({of}). If this one is new, name another folder for its keys with --keys; if"
            " it is not, its database is not the one that belongs here: `cardroom restore` puts a backup in its place.",
        )
    return "\n".join(line for line in lines if not line.startswith("#"))


def narrow_permissions(paths: Iterable[Path]) -> None:
    """Files of a house that others can read are the owner's only from now on."""
    for path in (path for path in paths if IS_POSIX and path.exists()):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OF_OTHERS:
            try:
                path.chmod(mode & ~OF_OTHERS)
            except OSError as error:
                log.warning("%s can be read by others (mode %03o), and stays so: %s.", path, mode, error.strerror)
            else:
                log.warning("%s could be read by others (mode %03o); now it is its owner's only.", path, mode)
