"""What is in an evidence pack, and the names of its files."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from cardroom.documents import Hash

FORMAT = 1
README, MANIFEST, SEAL = "README.txt", "manifest.json", "seal.json"
RECORDS, CHECKPOINT = "records.jsonl.gz", "checkpoint.json.gz"
DOCUMENTS, HEADS, REPORTS = "documents/", "heads/", "reports/"
CONDITIONS, CONFORMITY, SOFTWARE = "conditions.json", "conformity.json", "software.json"


class Begins(StrEnum):
    """What the first record of a pack follows."""

    FIRST = "first-record"  # nothing: it is the first one of the house
    CHECKPOINT = "checkpoint"  # the state that is in the pack
    BEFORE = "earlier-records"  # records that are not in the pack: its commands cannot be done again


class PackedFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str
    size: int
    hash: Hash  # SHA-256, to the byte


class PackManifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything in a pack but this list and its seal."""

    format: int
    house: str
    version: str  # of the software that made it
    made: datetime
    first_day: str
    last_day: str
    first: int  # record of the days asked for
    last: int
    begins: Begins
    after: int  # the record before the first one in the pack, which may begin earlier than the days asked for
    previous: Hash  # of that record
    head: Hash  # of the last record
    state: Hash  # of the checkpoint; "" for none
    files: tuple[PackedFile, ...]


class PackSeal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The manifest's own hash, signed with the key that signs the ends of days, where it is at hand."""

    manifest: Hash
    public_key: str  # Ed25519, in hexadecimal digits; "" where it is not signed
    signature: str  # of the manifest to the byte
