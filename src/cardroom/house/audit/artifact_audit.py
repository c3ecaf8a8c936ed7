"""What is kept beside the records, held against what they say: documents, archives, signed heads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from cardroom.documents import Hash, hash_of
from cardroom.errors import CardroomError
from cardroom.house.audit.signed_heads import Head, SignedHead
from cardroom.house.storage.archive_files import damage_of, load_manifest
from cardroom.house.storage.database_reader import Reader

Found = tuple[str, str]  # where, what


def document_findings(reader: Reader, missing: Mapping[Hash, str]) -> Iterator[Found]:
    """Those that records name and nobody has kept, and those that are not what their names say."""
    for name, what in missing.items():
        yield f"document {name[:12]}…", what
    for name, body in reader.documents():
        if hash_of(body) != name:
            yield f"document {name[:12]}…", "has been changed: its hash does not fit"


def file_findings(reader: Reader, manifests: Mapping[int, Hash]) -> Iterator[Found]:
    """The lists of files as the log names them, every file to the byte, and what the database says of them."""
    kept = {segment.file: segment for segment in reader.segments()}
    listed = dict(kept)
    for last, digest in manifests.items():
        try:
            listed |= {segment.file: segment for segment in load_manifest(reader.archive, last, digest).segments}
        except CardroomError as error:
            yield f"archive manifest-{last}.json", error.message
    for file, segment in listed.items():
        if kept.get(file) != segment:
            yield f"archive {file}", "does not stand in the database as in its manifest"
        elif what := damage_of(reader.archive / file, segment.hash):
            yield f"archive {file}", what


def lost_files(reader: Reader) -> Iterator[Found]:
    """Files of archived days that are not there at all."""
    for segment in reader.segments():
        if not (reader.archive / segment.file).exists():
            yield f"archive {segment.file}", f"is not in {reader.archive}"


def readable_heads(reader: Reader, after: int) -> tuple[dict[int, Head], list[Found]]:
    """The signed heads by the records that they sign, as far as these are to be read; and what is no signed head."""
    heads: dict[int, Head] = {}
    false: list[Found] = []
    for day, statement in reader.heads().items():
        try:
            signed = msgspec.json.decode(statement, type=SignedHead)
        except msgspec.MsgspecError as error:
            false.append((f"signed head of {day}", f"cannot be read: {error}"))
            continue
        if not signed.is_genuine or signed.head.day != day:
            false.append((f"signed head of {day}", "has been changed: the signature does not fit"))
        elif signed.head.position > after:
            heads[signed.head.position] = signed.head
    return heads, false
