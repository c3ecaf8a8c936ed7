"""An evidence pack read in the place of a database, and verified: bytes, chain, signatures, commands."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from cardroom.documents import Hash, hash_of
from cardroom.errors import CardroomError
from cardroom.house.audit.artifact_audit import readable_heads
from cardroom.house.audit.log_audit import Audit, Finding, Proven
from cardroom.house.audit.signed_heads import is_signed
from cardroom.house.evidence import contents
from cardroom.house.evidence.archive_file import ArchiveReader
from cardroom.house.evidence.contents import Begins, PackManifest, PackSeal
from cardroom.house.log import events as e
from cardroom.house.log.records import Written, decode_record
from cardroom.house.storage.archive_files import Segment
from cardroom.house.storage.database_reader import Reader

LONGEST_LINE = 64 * 1024 * 1024  # bytes of a record
LARGEST_STATE = 2 * 1024 * 1024 * 1024

Told = Callable[[int], object]
Advance = Callable[[int], object]


class PackReader(Reader):
    """What an audit asks of a log, from a pack."""

    def __init__(self, archive: ArchiveReader, manifest: PackManifest) -> None:
        self._archive, self._manifest = archive, manifest
        self._names = {one.name for one in manifest.files}
        self._of_rounds: dict[str, str] | None = None  # seeds that the records show

    def house(self) -> str:
        return ""

    def last(self) -> int:
        return self._manifest.last

    def last_indexed(self) -> int:
        return self._manifest.last

    def written(self, after: int = 0, up_to: int | None = None) -> Iterator[Written]:
        position = self._manifest.after
        for line in self._lines():
            position += 1
            if up_to is not None and position > up_to:
                return
            if position > after:
                digest, _, body = line.partition(b" ")
                yield Written(position, _day_of(body), body, digest.decode("ascii", "replace"))

    def _lines(self) -> Iterator[bytes]:
        try:
            with self._archive.open(contents.RECORDS) as packed, gzip.GzipFile(fileobj=packed) as file:
                while line := file.readline(LONGEST_LINE):
                    yield line.removesuffix(b"\n")
        except (OSError, EOFError, zlib.error) as error:
            raise CardroomError("broken-log", f"{contents.RECORDS} cannot be read: {error}") from None

    def hash_at(self, position: int) -> Hash | None:
        return next((written.hash for written in self.written(position - 1, position)), None)

    def document(self, name: Hash) -> bytes | None:
        file = f"{contents.DOCUMENTS}{name}.json"
        return self._archive.read(file) if file in self._names else None

    def documents(self) -> Iterator[tuple[Hash, bytes]]:
        for name in sorted(self._names):
            if name.startswith(contents.DOCUMENTS):
                yield name.removeprefix(contents.DOCUMENTS).removesuffix(".json"), self._archive.read(name)

    def checkpoints(self) -> list[tuple[int, Hash]]:
        return [(self._manifest.after, self._manifest.state)] if self._manifest.state else []

    def checkpoint(self, position: int) -> bytes | None:
        if position != self._manifest.after or contents.CHECKPOINT not in self._names:
            return None
        try:
            with self._archive.open(contents.CHECKPOINT) as packed, gzip.GzipFile(fileobj=packed) as file:
                body = file.read(LARGEST_STATE)
        except (OSError, EOFError, zlib.error):
            return None
        return body if hash_of(body) == self._manifest.state else None

    def shown_seed(self, round_id: str) -> bytes | None:
        """Of a round that has ended within the pack."""
        if self._of_rounds is None:
            self._of_rounds = dict(self._seeds_shown())
        try:
            return bytes.fromhex(self._of_rounds.get(round_id, "")) or None
        except ValueError:
            return None

    def _seeds_shown(self) -> Iterator[tuple[str, str]]:
        for written in self.written():
            if b"SeedRevealed" not in written.body:
                continue
            try:
                record = decode_record(written.body)
            except CardroomError:
                continue  # the audit tells
            for part in record.parts:
                for event in part.events:
                    if isinstance(event, e.SeedRevealed):
                        yield event.round_id, event.seed

    def segments(self) -> list[Segment]:
        return []

    def heads(self) -> dict[str, str]:
        names = sorted(name for name in self._names if name.startswith(contents.HEADS))
        return {
            name.removeprefix(contents.HEADS).removesuffix(".json"): self._archive.read(name).decode(errors="replace")
            for name in names
        }


def _day_of(body: bytes) -> str:
    """As the record itself has it: a pack has no other place for it."""
    try:
        return decode_record(body).day
    except CardroomError:
        return ""


class VerifiedPack(msgspec.Struct, frozen=True, kw_only=True):
    """What has been looked at in a pack, and what was found."""

    manifest: PackManifest
    public_key: str  # "" where it is not signed
    findings: tuple[Finding, ...]
    files: int
    records: int
    done_again: int
    heads: int
    rounds: int
    rounds_of_other_rules: int  # or of games that are not at hand: not dealt again
    sealed_rounds: tuple[str, ...]  # in progress at the end, whose cards nobody can know yet
    other_versions: dict[str, int]


def verified_pack(
    path: Path, *, key: str = "", told: Told = lambda _: None, advance: Advance = lambda _: None
) -> VerifiedPack:
    """Everything that can be said of a pack without the house. `key` is the public one that was noted there."""
    archive = ArchiveReader(path)
    manifest, seal, findings = _opened(archive)
    findings += _key_findings(seal, key)
    findings += _file_findings(archive, manifest)
    reader = PackReader(archive, manifest)
    heads = len(reader.heads())
    told(manifest.last - manifest.after)
    if any(finding.validator == "files" for finding in findings) and not _can_be_read(archive):
        return _result(manifest, seal, findings, heads)
    if manifest.begins is Begins.BEFORE:
        records, found = _chained(reader, manifest, advance)
        return _result(manifest, seal, findings + found, heads, records=records)
    begins = Proven(manifest.after, manifest.state) if manifest.begins is Begins.CHECKPOINT else None
    try:
        audit = Audit(reader, begins, has_index=False)
        audit.run(lambda: advance(1))
    except CardroomError as error:
        findings.append(Finding("records", error.message, "commands"))
        return _result(manifest, seal, findings, heads)
    findings += audit.findings
    if (audit.house.position, audit.house.head) != (manifest.last, manifest.head):
        told_ = f"end with record {audit.house.position:,}, and not as the list says with {manifest.last:,}"
        findings.append(Finding("records", told_, "chain"))
    return VerifiedPack(
        manifest=manifest,
        public_key=seal.public_key,
        findings=tuple(findings),
        files=len(manifest.files),
        records=audit.records,
        done_again=audit.records - audit.not_done_again,
        heads=heads,
        rounds=audit.rounds,
        rounds_of_other_rules=audit.rounds_under_other_rules + audit.rounds_of_missing_games,
        sealed_rounds=tuple(audit.sealed_rounds),
        other_versions=dict(audit.other_versions),
    )


def _result(
    manifest: PackManifest, seal: PackSeal, findings: list[Finding], heads: int, *, records: int = 0
) -> VerifiedPack:
    """Of a pack whose commands are not done again."""
    return VerifiedPack(
        manifest=manifest,
        public_key=seal.public_key,
        findings=tuple(findings),
        files=len(manifest.files),
        records=records,
        done_again=0,
        heads=heads,
        rounds=0,
        rounds_of_other_rules=0,
        sealed_rounds=(),
        other_versions={},
    )


# --- bytes and signatures ---------------------------------------------------------------------------------------------


def _opened(archive: ArchiveReader) -> tuple[PackManifest, PackSeal, list[Finding]]:
    for name in (contents.MANIFEST, contents.SEAL):
        if name not in archive.names():
            raise CardroomError("broken-pack", f"{archive.path}: is no evidence pack: it has no {name}.")
    body, sealed = archive.read(contents.MANIFEST), archive.read(contents.SEAL)
    try:
        manifest = msgspec.json.decode(body, type=PackManifest)
        seal = msgspec.json.decode(sealed, type=PackSeal)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise CardroomError("broken-pack", f"{archive.path}: its list of files cannot be read: {error}.") from None
    if manifest.format != contents.FORMAT:
        raise CardroomError("other-format", f"{archive.path}: is of format {manifest.format}, which is not known here.")
    findings = []
    if hash_of(body) != seal.manifest or msgspec.json.encode(seal) != sealed:
        findings.append(Finding(contents.MANIFEST, "has been changed: it is not what was sealed", "seal"))
    if (seal.public_key or seal.signature) and not is_signed(body, seal.public_key, seal.signature):
        findings.append(Finding(contents.SEAL, "the signature does not fit", "seal"))
    return manifest, seal, findings


def _key_findings(seal: PackSeal, key: str) -> list[Finding]:
    if not key or seal.public_key == key.strip().lower():
        return []
    what = "is signed with another key than the one that was noted" if seal.public_key else "is not signed"
    return [Finding("pack", what, "seal")]


def _file_findings(archive: ArchiveReader, manifest: PackManifest) -> list[Finding]:
    findings: list[Finding] = []
    listed = Counter(one.name for one in manifest.files)
    there = set(archive.names()) - {contents.MANIFEST, contents.SEAL}
    findings += [Finding(name, "is not on the list", "files") for name in sorted(there - listed.keys())]
    for one in manifest.files:
        if one.name not in there:
            findings.append(Finding(one.name, "is missing", "files"))
            continue
        with archive.open(one.name) as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if (archive.size(one.name), digest) != (one.size, one.hash):
            findings.append(Finding(one.name, "has been changed: its hash does not fit", "files"))
    return findings


def _can_be_read(archive: ArchiveReader) -> bool:
    return contents.RECORDS in archive.names()


def _chained(reader: PackReader, manifest: PackManifest, advance: Advance) -> tuple[int, list[Finding]]:
    """Records that follow others: each is what its hash says, and chained to the one before it."""
    findings, previous, records = [], manifest.previous, 0
    heads, false = readable_heads(reader, manifest.after)
    findings += [Finding(where, what, "signed heads") for where, what in false]
    try:
        for written in reader.written():
            records += 1
            where, is_changed = f"record {written.position:,}", hash_of(written.body) != written.hash
            if is_changed:
                findings.append(Finding(where, "has been changed: its hash does not fit", "chain"))
            elif decode_record(written.body).previous != previous:
                findings.append(Finding(where, "is not chained to the record before it", "chain"))
            signed = heads.pop(written.position, None)
            if signed is not None and signed.hash != written.hash:
                findings.append(Finding(where, f"is not the one that was signed as the end of {signed.day}", "heads"))
            previous = written.hash
            advance(1)
    except CardroomError as error:
        findings.append(Finding("records", error.message, "chain"))
    if (manifest.after + records, previous) != (manifest.last, manifest.head):
        findings.append(Finding("records", "do not end with the record that the list names", "chain"))
    return records, findings
