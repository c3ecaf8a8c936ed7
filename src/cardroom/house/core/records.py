"""The log: what happened on one stream by one command, chained by hashes so that nothing can be changed unseen."""

from __future__ import annotations

import hashlib
from datetime import datetime

import msgspec

from cardroom.ledger import Posting

START = "0" * 64  # what the first record of a stream is chained to


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Streams are "house", "table:ID" and "link:ID"; each is numbered from 1."""

    stream: str
    number: int
    at: datetime
    by: str
    key: str  # the caller's own key for the command; "" where there is none
    events: msgspec.Raw  # a JSON array
    postings: tuple[Posting, ...]
    previous: str
    hash: str


def chain(
    stream: str,
    number: int,
    at: datetime,
    by: str,
    key: str,
    events: bytes,
    postings: tuple[Posting, ...],
    previous: str,
) -> Record:
    """The next record of a stream."""
    digest = record_hash(stream, number, at, by, key, events, postings, previous)
    return Record(
        stream=stream, number=number, at=at, by=by, key=key, events=msgspec.Raw(events), postings=postings,
        previous=previous, hash=digest,
    )  # fmt: skip


def record_hash(
    stream: str,
    number: int,
    at: datetime,
    by: str,
    key: str,
    events: bytes,
    postings: tuple[Posting, ...],
    previous: str,
) -> str:
    """Over everything the record says and the hash before it; parts are told apart by their lengths."""
    digest = hashlib.sha256()
    for part in (stream, str(number), at.isoformat(), by, key, events, msgspec.json.encode(postings), previous):
        data = part if isinstance(part, bytes) else part.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def is_intact(record: Record) -> bool:
    return record.hash == record_hash(
        record.stream, record.number, record.at, record.by, record.key, bytes(record.events), record.postings,
        record.previous,
    )  # fmt: skip
