"""An evidence pack verifies without its house, and whoever changes a byte of it is found out."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from cardroom.documents import hash_of
from cardroom.errors import CardroomError
from cardroom.house.evidence import contents, pack_writer
from cardroom.house.evidence.archive_file import BLOCK, ArchiveReader, ArchiveWriter
from cardroom.house.evidence.contents import Begins, PackManifest
from cardroom.house.evidence.pack_reader import VerifiedPack, verified_pack
from cardroom.house.evidence.pack_writer import WantedPack, write_pack
from cardroom.house.runtime.startup import stopped_house_from
from cardroom.house.storage.store import Store

from .logs import eventful

AT = datetime(2026, 3, 5, 12, tzinfo=UTC)
FIRST, SECOND, THIRD = "2026-03-02", "2026-03-03", "2026-03-04"


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Store:
    _, found = eventful(tmp_path_factory.mktemp("evidence"))
    return found


def pack(store: Store, folder: Path, first: str, last: str) -> Path:
    out = folder / "evidence.tar"
    write_pack(out, store, stopped_house_from(store), WantedPack(first_day=first, last_day=last, at=AT))
    return out


@pytest.fixture(scope="module")
def whole(store, tmp_path_factory) -> Path:
    return pack(store, tmp_path_factory.mktemp("whole"), FIRST, THIRD)


def told(found: VerifiedPack) -> list[str]:
    return [str(finding) for finding in found.findings]


def test_a_pack_of_all_days_is_done_again_from_the_first_record(whole: Path, store: Store):
    found = verified_pack(whole)
    assert told(found) == []
    with store.reading() as reader:
        assert found.done_again == found.records == reader.last() == found.manifest.last
        assert found.manifest.head == reader.hash_at(reader.last())
        assert ArchiveReader(whole).names()[:2] == [contents.MANIFEST, contents.SEAL]
        kept = {day: statement.encode() for day, statement in reader.heads().items()}
    archive = ArchiveReader(whole)
    assert kept == {day: archive.read(f"{contents.HEADS}{day}.json") for day in kept}
    assert {name.split("/")[2] for name in archive.names() if name.startswith(f"{contents.REPORTS}{FIRST}/")} == {
        *(f"{name}.{kind}" for name in ("tables", "games", "meters", "close", "wins") for kind in ("csv", "json")),
        "day.json",
        "events.csv",
    }
    assert found.manifest.begins is Begins.FIRST
    assert (found.heads, found.rounds > 5, len(found.sealed_rounds)) == (2, True, 1)
    assert found.public_key


def test_a_pack_of_some_days_is_done_again_from_a_checkpoint(store: Store, tmp_path: Path):
    found = verified_pack(pack(store, tmp_path, THIRD, THIRD))
    assert told(found) == []
    assert found.manifest.begins is Begins.CHECKPOINT
    assert 0 < found.manifest.after < found.manifest.first
    assert found.done_again == found.records == found.manifest.last - found.manifest.after


def test_records_far_from_any_checkpoint_are_held_to_their_chain(store: Store, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(pack_writer, "MOST_LEADING", 0)
    path = pack(store, tmp_path, SECOND, THIRD)
    found = verified_pack(path)
    assert found.manifest.begins is Begins.BEFORE
    assert (told(found), found.done_again, found.heads) == ([], 0, 2)
    assert found.records == found.manifest.last - found.manifest.first + 1


def test_it_needs_no_database_and_makes_none(whole: Path, tmp_path: Path, monkeypatch):
    alone = tmp_path / "elsewhere" / "evidence.tar"
    alone.parent.mkdir()
    alone.write_bytes(whole.read_bytes())
    monkeypatch.setattr(Store, "__init__", lambda *_: pytest.fail("a database is opened"))
    assert told(verified_pack(alone)) == []
    assert [path.name for path in alone.parent.iterdir()] == ["evidence.tar"]


def test_days_that_are_not_in_the_log_make_no_pack(store: Store, tmp_path: Path):
    with pytest.raises(CardroomError, match="has no day"):
        pack(store, tmp_path, "2025-01-01", "2025-01-02")
    assert list(tmp_path.iterdir()) == []


def test_no_card_that_lies_face_down_is_in_it(whole: Path):
    """A round is in progress: its seed is nowhere, and its cards are places in a deck."""
    (in_progress,) = verified_pack(whole).sealed_rounds
    assert verified_pack(whole).rounds_of_other_rules == 0
    assert in_progress.startswith("edge-1")


# --- changed ----------------------------------------------------------------------------------------------------------


def changed(path: Path, folder: Path, at: int) -> Path:
    body = bytearray(path.read_bytes())
    body[at] ^= 1
    out = folder / "changed.tar"
    out.write_bytes(body)
    return out


def is_told(path: Path) -> bool:
    try:
        return bool(verified_pack(path).findings)
    except CardroomError as error:
        return error.code in ("broken-pack", "other-format")


def test_a_changed_byte_is_told_wherever_it_is(whole: Path, tmp_path: Path, monkeypatch):
    """In files, headers and what fills up. The pack is looked at byte by byte, without its commands."""
    monkeypatch.setattr("cardroom.house.evidence.pack_reader._can_be_read", lambda _: False)
    chance, archive, size = random.Random(1), ArchiveReader(whole), whole.stat().st_size
    places = [start - BLOCK + chance.randrange(BLOCK) for start, _ in archive._places.values()]
    places += [start + chance.randrange(length) for start, length in archive._places.values() if length]
    places += [start + length for start, length in archive._places.values() if length % BLOCK]
    places += [size - 1, size - BLOCK - 1]
    assert len(places) > 50
    for at in chance.sample(places, 50) + places[:12]:
        assert is_told(changed(whole, tmp_path, at)), at


@pytest.mark.parametrize("more", [b"x", bytes(BLOCK)], ids=["a byte", "a block"])
def test_what_is_added_or_cut_off_is_told(whole: Path, tmp_path: Path, more: bytes):
    (tmp_path / "more.tar").write_bytes(whole.read_bytes() + more)
    (tmp_path / "less.tar").write_bytes(whole.read_bytes()[:-BLOCK])
    assert is_told(tmp_path / "more.tar")
    assert is_told(tmp_path / "less.tar")


Forge = Callable[[dict[str, bytes]], None]


def forged(path: Path, folder: Path, forge: Forge, *, is_sealed: bool = False) -> Path:
    """With other files, and a list that says they are right; unsigned, since nobody else has the key."""
    archive = ArchiveReader(path)
    files = {name: archive.read(name) for name in archive.names()}
    manifest = msgspec.json.decode(files.pop(contents.MANIFEST), type=PackManifest)
    seal = files.pop(contents.SEAL)
    forge(files)
    listed = tuple(
        contents.PackedFile(name=name, size=len(body), hash=hash_of(body)) for name, body in sorted(files.items())
    )
    body = msgspec.json.encode(msgspec.structs.replace(manifest, files=listed))
    unsigned = msgspec.json.encode(contents.PackSeal(manifest=hash_of(body), public_key="", signature=""))
    out = folder / "forged.tar"
    with out.open("wb") as file:
        writer = ArchiveWriter(file)
        writer.add_bytes(contents.MANIFEST, body)
        writer.add_bytes(contents.SEAL, seal if is_sealed else unsigned)
        for name, content in sorted(files.items()):
            writer.add_bytes(name, content)
        writer.end()
    return out


def test_another_list_is_not_what_was_sealed(whole: Path, tmp_path: Path):
    found = verified_pack(forged(whole, tmp_path, lambda files: files.pop(contents.SOFTWARE), is_sealed=True))
    assert {finding.validator for finding in found.findings} == {"seal"}


def test_a_pack_that_another_has_put_together_is_not_signed_with_the_key_that_was_noted(whole: Path, tmp_path: Path):
    key = verified_pack(whole).public_key
    assert told(verified_pack(whole, key=key)) == []
    path = forged(whole, tmp_path, lambda _: None)
    assert told(verified_pack(path)) == []
    assert told(verified_pack(path, key=key)) == ["pack: is not signed"]
    assert told(verified_pack(whole, key="0" * 64))[0].startswith("pack: is signed with another key")


def records_with(change: Callable[[list[bytes]], None]) -> Forge:
    def forge(files: dict[str, bytes]) -> None:
        lines = gzip.decompress(files[contents.RECORDS]).splitlines()
        change(lines)
        files[contents.RECORDS] = gzip.compress(b"\n".join(lines) + b"\n", mtime=0)

    return forge


def rewritten(lines: list[bytes]) -> None:
    """Money is moved in one record, and the chain is made anew behind it."""
    at = next(i for i, line in enumerate(lines) if b'"amount":' in line and b'"type":"Bet"' not in line and i > 20)
    previous = lines[at - 1].split(b" ")[0]
    body = lines[at].partition(b" ")[2]
    where = body.index(b'"amount":') + len(b'"amount":')
    body = body[:where] + b"1" + body[where:]
    for place in range(at, len(lines)):
        body = body if place == at else lines[place].partition(b" ")[2]
        start = body.rindex(b'"previous":"') + len(b'"previous":"')
        body = body[:start] + previous + body[start + 64 :]
        previous = hash_of(body).encode()
        lines[place] = previous + b" " + body


def a_time_is_other(lines: list[bytes]) -> None:
    lines[40] = lines[40].replace(b"2026", b"2027")


def a_document_is_gone(files: dict[str, bytes]) -> None:
    del files[next(name for name in files if name.startswith(contents.DOCUMENTS))]


def a_head_is_of_another_day(files: dict[str, bytes]) -> None:
    name = next(name for name in files if name.startswith(contents.HEADS))
    files[name] = files[name].replace(b'"day":"2026', b'"day":"2025')


FORGERIES: dict[str, tuple[Forge, str]] = {
    "a record is changed": (records_with(a_time_is_other), "commands"),
    "a record is taken out": (records_with(lambda lines: lines.__delitem__(40)), "chain"),
    "the log is written anew": (records_with(rewritten), "signed heads"),
    "a document is gone": (a_document_is_gone, "documents"),
    "a signed head is of another day": (a_head_is_of_another_day, "signed heads"),
}


@pytest.mark.parametrize("how", FORGERIES)
def test_what_is_forged_with_a_fitting_list_is_told_by_the_log_itself(whole: Path, tmp_path: Path, how: str):
    forge, validator = FORGERIES[how]
    found = verified_pack(forged(whole, tmp_path, forge))
    assert validator in {finding.validator for finding in found.findings}


def test_a_state_that_the_records_do_not_name_is_told(store: Store, tmp_path: Path):
    path = pack(store, tmp_path, THIRD, THIRD)

    def forge(files: dict[str, bytes]) -> None:
        files[contents.CHECKPOINT] = files[contents.RECORDS]

    assert "checkpoint that was proven" in told(verified_pack(forged(path, tmp_path, forge)))[0]
