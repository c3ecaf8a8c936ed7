"""Records in files: a segment for every gaming day, and a manifest whose hash the log carries."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from cardroom.documents import Hash, encode_document, hash_of
from cardroom.errors import CardroomError
from cardroom.house.log.records import Written
from cardroom.house.storage.private_files import create_private_file, sync_directory


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """One file."""

    file: str
    day: str
    first: int
    last: int
    hash: Hash  # of the file, to the byte


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The files of one archiving, and between which records of the log they belong."""

    first: int
    last: int
    head: Hash  # of the last record
    segments: tuple[Segment, ...]


def write_segment(directory: Path, day: str, records: Iterable[Written]) -> Segment:
    """A day's records, a line each: hash and body. The file is whole or not there."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = directory / f"{day}.jsonl.gz"
    unfinished = target.with_name(f"{target.name}.unfinished")
    first = last = 0
    with create_private_file(unfinished) as raw:
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=6, mtime=0) as packed:
            for record in records:
                first, last = first or record.position, record.position
                packed.write(record.hash.encode() + b" " + record.body + b"\n")
        raw.flush()
        os.fsync(raw.fileno())
    unfinished.replace(target)
    sync_directory(directory)
    return Segment(file=target.name, day=day, first=first, last=last, hash=hash_of(target.read_bytes()))


def write_manifest(directory: Path, manifest: Manifest) -> Hash:
    body = encode_document(manifest)
    target = directory / f"manifest-{manifest.last}.json"
    unfinished = target.with_name(f"{target.name}.unfinished")
    with create_private_file(unfinished) as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(target)
    sync_directory(directory)
    return hash_of(body)


def load_manifest(directory: Path, last: int, digest: Hash) -> Manifest:
    """The manifest that the log names, as it was written."""
    try:
        body = (directory / f"manifest-{last}.json").read_bytes()
    except OSError as error:
        raise CardroomError(
            "missing-archive", f"The manifest of records up to {last:,} cannot be read: {error}."
        ) from None
    if hash_of(body) != digest:
        raise CardroomError("broken-archive", f"manifest-{last}.json has been changed: its hash does not fit.")
    return msgspec.json.decode(body, type=Manifest)


def day_of_file(name: str) -> str:
    """
    >>> day_of_file("2026-11-15.jsonl.gz")
    '2026-11-15'
    """
    return name.partition(".")[0]


def read_segment(path: Path, first: int, last: int) -> Iterator[Written]:
    position = first - 1
    try:
        with gzip.open(path, "rb") as packed:
            for position, line in enumerate(packed, first):
                digest, _, body = line.rstrip(b"\n").partition(b" ")
                yield Written(position, day_of_file(path.name), body, digest.decode("ascii", "replace"))
    except FileNotFoundError:
        where = f"records {first:,} to {last:,} are in {path.name}"
        raise CardroomError("missing-archive", f"{where}, which is not in {path.parent}") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise CardroomError("broken-archive", f"{path.name} cannot be read: {error}") from None
    if position != last:
        raise CardroomError("broken-archive", f"{path.name} ends with record {position:,} instead of {last:,}")


def damage_of(path: Path, digest: Hash) -> str:
    """What is wrong with the file itself; "" where that is nothing."""
    try:
        return "" if hash_of(path.read_bytes()) == digest else "has been changed: its hash does not fit"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
