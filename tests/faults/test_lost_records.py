"""A database that has lost what people were told is done: the next start says what is missing, and owns nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from cardroom.house.log import events as e
from cardroom.house.reports.significant_events import list_events
from cardroom.house.storage import schema
from cardroom.house.storage.head_file import RecordedHead, read_head_file
from cardroom.house.storage.store import Store

from ..postgresql import Cluster
from .programs import command
from .servers import OPEN, Server, read_log, require_in_order, serving, wait_until

pytestmark = pytest.mark.slow


def file_of(server: Server) -> Path:
    return Path(server.database.removeprefix("sqlite:///"))


def head_of(server: Server) -> RecordedHead | None:
    return read_head_file(Store(server.database))


def head_file(server: Server) -> Path:
    return Store(server.database).head_file


def last(server: Server) -> int:
    return Store(server.database).tail()[0]


def played(server: Server, records: int = 80) -> RecordedHead:
    """Until so many records are lodged; then it is killed."""
    with serving(server):
        wait_until(lambda: (head := head_of(server)) is not None and head.position >= records)
    head = head_of(server)
    assert head is not None
    return head


def is_refused(server: Server, *told: str) -> None:
    """Also for those who would change it while it is closed."""
    server.begin()
    assert server.wait() == 2
    assert OPEN not in server.said
    said = server.errors.splitlines()[-1]
    for words in (*told, "cardroom restore", "Nothing has been changed"):
        assert words in said, said
    assert "Traceback" not in server.errors
    ran = command("staff", "add", "ann", "--role", "dealer", "--database", server.database, entered="a long sentence\n")
    assert ran.returncode == 2
    assert "cardroom restore" in ran.stderr


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if request.param == "sqlite":
        return Server(tmp_path / "house")
    cluster: Cluster = request.getfixturevalue("postgresql")
    return Server(tmp_path / "house", database=cluster.new_database())


def cut_short(server: Server, records: int) -> None:
    """As by a replica that lagged, or a copy of last week."""
    with Store(server.database).engine.begin() as connection:
        gone = schema.records.c.position > last(server) - records
        connection.execute(sa.delete(schema.records).where(gone))


# --- the write-ahead log ----------------------------------------------------------------------------------------------


def written(server: Server, copy: Path) -> int:
    """How many records are on disk: some are since the head was lodged, many where the machine is busy."""
    for ending in ("", "-wal"):
        shutil.copy(f"{file_of(server)}{ending}", f"{copy}{ending}")
    with closing(sqlite3.connect(copy)) as connection:
        return int(connection.execute("SELECT max(position) FROM records").fetchone()[0])


@pytest.mark.parametrize("damage", ["cut", "flipped", "deleted"])
def test_a_damaged_write_ahead_log_is_told_at_the_next_start(tmp_path: Path, damage: str) -> None:
    server = Server(tmp_path / "house")
    head = played(server)
    wal = Path(f"{file_of(server)}-wal")
    body = bytearray(wal.read_bytes())
    assert len(body) > 100_000
    place = len(body) * 4 // 5 * head.position // written(server, tmp_path / "copy.sqlite")
    if damage == "cut":
        os.truncate(wal, place)
    elif damage == "flipped":
        body[place] ^= 0xFF
        wal.write_bytes(body)
    else:
        wal.unlink()
    if damage == "deleted":  # and all was in it
        is_refused(server, "has no records", f"{head_file(server)} knows {head.position:,}")
        return
    is_refused(server, f"{head_file(server)} knows record {head.position:,}")
    left = last(server)
    assert left < head.position
    assert f"ends with record {left:,}" in server.errors


def test_a_write_ahead_log_that_is_whole_is_taken_up_after_a_kill(tmp_path: Path) -> None:
    server = Server(tmp_path / "house")
    head = played(server)
    assert head.position <= last(server), "nothing is lodged that is not on disk"
    with serving(server):
        assert server.stop() == 0, server.errors
    after = head_of(server)
    assert after is not None
    assert head.position < after.position == last(server), "a clean stop lodges the very end"
    require_in_order(server.database)


# --- empty, or shorter ------------------------------------------------------------------------------------------------


def test_an_empty_database_is_no_new_house(server: Server, request: pytest.FixtureRequest) -> None:
    head = played(server, 10)
    if server.database.startswith("sqlite"):
        for ending in ("", "-wal", "-shm", "-open"):
            Path(f"{file_of(server)}{ending}").unlink(missing_ok=True)
    else:
        name = sa.make_url(server.database).database
        request.getfixturevalue("postgresql").execute(f"DROP DATABASE {name} WITH (FORCE)")
        request.getfixturevalue("postgresql").execute(f"CREATE DATABASE {name}")
    is_refused(server, "has no records", f"knows {head.position:,}")
    if server.database.startswith("sqlite"):
        assert not file_of(server).exists()


def test_a_shorter_database_is_refused_with_what_is_missing(server: Server) -> None:
    with serving(server):
        wait_until(lambda: last(server) > 30)
        assert server.stop() == 0, server.errors
    before = last(server)
    cut_short(server, 7)
    is_refused(server, f"ends with record {before - 7}", f"knows record {before}", "7 records are missing")


def test_a_log_that_went_another_way_is_refused(server: Server) -> None:
    with serving(server):
        assert server.stop() == 0, server.errors
    store = Store(server.database)
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.records).values(hash="0" * 64))
    is_refused(server, f"record {last(server)} is another one")


def test_the_head_of_another_house_is_told(server: Server) -> None:
    with serving(server):
        assert server.stop() == 0, server.errors
    head = head_of(server)
    assert head is not None
    other = msgspec.structs.replace(head, house="0123456789abcdef")
    Store(server.database).head_file.write_bytes(msgspec.json.encode(other))
    is_refused(server, "of another house (0123456789abcdef)")


def test_an_archive_knows_what_is_missing_too(server: Server) -> None:
    store = Store(server.database)
    store.archive.mkdir(parents=True)
    (store.archive / "manifest-400.json").write_text("{}")
    is_refused(server, "has no records", "has records up to 400")


def test_a_signed_day_knows_what_is_missing_too(server: Server) -> None:
    with serving(server):
        assert server.stop() == 0, server.errors
    store = Store(server.database)
    store.head_file.unlink()
    statement = {"head": {"house": "", "day": "2026-03-02", "position": 400, "hash": "0" * 64, "figures": ""}}
    with store.engine.begin() as connection:
        row = {"day": "2026-03-02", "statement": msgspec.json.encode(statement).decode()}
        connection.execute(schema.heads.insert().values(row))
    is_refused(server, "the signed end of 2026-03-02 knows record 400")


# --- the one way round ------------------------------------------------------------------------------------------------


def test_a_restore_tells_what_is_lost_records_it_and_sets_the_head_aside(
    server: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    copy = tmp_path / "copy.sqlite"
    with serving(server):
        wait_until(lambda: last(server) > 30)
        assert command("backup", str(copy), "--database", server.database).returncode == 0
        kept = last(Server(tmp_path / "copied", database=f"sqlite:///{copy}"))
        wait_until(lambda: last(server) > kept + 30)
        assert server.stop() == 0, server.errors
    head = head_of(server)
    assert head is not None
    if not server.database.startswith("sqlite"):
        name = sa.make_url(server.database).database
        request.getfixturevalue("postgresql").execute(f"DROP DATABASE {name} WITH (FORCE)")
        request.getfixturevalue("postgresql").execute(f"CREATE DATABASE {name}")
    ran = command("restore", str(copy), "--database", server.database, "--force")
    assert ran.returncode == 0, ran.stderr
    assert f"Records {kept + 1} to {head.position} are lost, and whatever came after them" in ran.stdout
    with Store(server.database).reading() as reader:
        (record,) = [record for record, _ in reader.records(kept)]
        told = [one.what for one in list_events(reader, reader.events(record.position, None))]
    lost = e.RecordsLost(first=kept + 1, last=head.position, head=head.hash)
    assert [event for part in record.parts for event in part.events] == [lost]
    assert f"Records {kept + 1} to {head.position} of an earlier log are lost: a copy was restored." in told
    store = Store(server.database)
    aside = Path(f"{store.beside}.replaced.head")
    assert msgspec.json.decode(aside.read_bytes(), type=RecordedHead) == head
    with serving(server):
        assert server.stop() == 0, server.errors
    require_in_order(server.database)
    assert len(read_log(server.database).records) > kept + 1


def test_a_restore_that_loses_nothing_says_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path / "house")
    with serving(server):
        assert server.stop() == 0, server.errors
    copy = tmp_path / "copy.sqlite"
    assert command("backup", str(copy), "--database", server.database).returncode == 0
    before = last(server)
    ran = command("restore", str(copy), "--database", server.database, "--force")
    assert ran.returncode == 0, ran.stderr
    assert "lost" not in ran.stdout
    assert last(server) == before


def test_what_is_left_of_a_damaged_file_can_be_restored(tmp_path: Path) -> None:
    """Copied to another place first, as the file itself is not taken as it is."""
    server = Server(tmp_path / "house")
    head = played(server)
    os.truncate(f"{file_of(server)}-wal", Path(f"{file_of(server)}-wal").stat().st_size // 2)
    left, copy = last(server), tmp_path / "left.sqlite"
    assert command("backup", str(copy), "--database", server.database).returncode == 0
    ran = command("restore", str(copy), "--database", server.database, "--force")
    assert f"Records {left + 1} to {head.position} are lost" in ran.stdout, ran.stderr
    with serving(server):
        assert server.stop() == 0, server.errors
    require_in_order(server.database)


def test_a_copy_of_the_one_file_is_the_whole_house(tmp_path: Path) -> None:
    server = Server(tmp_path / "house")
    with serving(server):
        wait_until(lambda: last(server) > 30)
        shutil.copy(file_of(server), tmp_path / "early.db")
        assert server.stop() == 0, server.errors
    shutil.copy(file_of(server), tmp_path / "copy.db")
    copied = read_only_count(tmp_path / "copy.db")
    assert copied == last(server)
    early = Server(tmp_path / "other", database=f"sqlite:///{tmp_path / 'early.db'}")
    early.begin()
    assert early.wait() == 2, "a copy of a file in use, without its write-ahead log, is no house"
    assert "under another name" in early.errors


def read_only_count(file: Path) -> int:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return int(connection.execute("SELECT max(position) FROM records").fetchone()[0])
