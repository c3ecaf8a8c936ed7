"""Which software this is: the hash of every file of the installed package, and what differs from a list of them.

A list comes with a release, or was made of an installation that somebody has examined. It lies beside the database, or
is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

import cardroom
from cardroom import __version__
from cardroom.documents import Hash, encode_document, hash_of
from cardroom.errors import CardroomError
from cardroom.house.storage.store import Store

MADE_BY_RUNNING = ("__pycache__",)  # folders of files that the installation makes for itself
COMPILED = (".pyc", ".pyo", ".nbi", ".nbc")
LARGEST = 16 * 1024 * 1024  # bytes of a list


class InstalledFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    path: str  # from the folder of the package, with slashes
    hash: Hash


class SoftwareManifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All files of one installation, by path."""

    version: str
    files: tuple[InstalledFile, ...]

    @property
    def identity(self) -> Hash:
        """One hash for all of it: to be noted, and compared by eye."""
        return hash_of(encode_document(self))


def installed(folder: Path | None = None) -> SoftwareManifest:
    """The files that run here. What Python and the compiler have made of them is left out."""
    root = folder or Path(cardroom.__file__).parent
    found = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file() and _is_ours(path))
    return SoftwareManifest(
        version=__version__,
        files=tuple(InstalledFile(path=name, hash=hash_of((root / name).read_bytes())) for name in found),
    )


def _is_ours(path: Path) -> bool:
    return path.suffix not in COMPILED and not any(part in MADE_BY_RUNNING for part in path.parts)


def differences(expected: SoftwareManifest, found: SoftwareManifest) -> Iterator[tuple[str, str]]:
    """Where, and what is not as the list says."""
    if expected.version != found.version:
        yield "version", f"is {found.version}, and the list is of {expected.version}"
    wanted, here = ({one.path: one.hash for one in manifest.files} for manifest in (expected, found))
    for path in sorted(wanted.keys() | here.keys()):
        if path not in here:
            yield path, "is missing"
        elif path not in wanted:
            yield path, "is not on the list"
        elif wanted[path] != here[path]:
            yield path, "has been changed"


def read_software(path: Path) -> SoftwareManifest:
    """A list from a file."""
    try:
        if path.stat().st_size > LARGEST:
            raise CardroomError("no-manifest", f"{path}: too large for a list of files.")
        return msgspec.json.decode(path.read_bytes(), type=SoftwareManifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise CardroomError("no-manifest", f"{path}: not a list of the software's files: {error}.") from None


def lodged_software(store: Store) -> SoftwareManifest | None:
    """The list that lies beside the database; None where there is none."""
    return read_software(store.software_file) if store.software_file.exists() else None
