"""The log on disk: what is written comes back, tables are brought up to date, copies are whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done, House
from cardroom.house.engine.index_rows import ROWS
from cardroom.house.kernel.document_store import Documents
from cardroom.house.log import commands as c
from cardroom.house.log.records import as_recorded_parts, decode_record
from cardroom.house.storage import database_copy, log_ownership, schema
from cardroom.house.storage.log_ownership import Server, owning_log, take_lease
from cardroom.house.storage.play_history import rounds_played
from cardroom.house.storage.store import (
    CHECKPOINT_DAYS_KEPT,
    CHECKPOINTS_KEPT,
    CHECKPOINTS_SPREAD,
    Store,
    _checkpoints_to_keep,
)

from ..stores import write


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Store(database)
    store.migrate()
    yield store
    store.engine.dispose()


@pytest.fixture
def played(room):
    """Three rounds, and a fourth that is being bet on."""
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
    for _ in range(3):
        room.play("delta-1", "ann", "bob", progressive=1)
    room.begin("delta-1")
    return room


def restarted(store: Store, room) -> House:
    """A house from what is stored alone."""
    house = House(Documents(store.document), room)
    with store.reading() as reader:
        for record, head in reader.records():
            house.apply(record, head)
        house.resume()
    return house


def test_what_is_written_comes_back_to_the_letter(store, played):
    write(store, played.dones)
    with store.reading() as reader:
        assert list(reader.written()) == played.log
        sealed = [replace(done.record, parts=as_recorded_parts(done.record.parts)) for done in played.dones]
        assert [record for record, _ in reader.records()] == sealed
        assert (reader.count(), reader.last()) == (len(played.log), len(played.log))
        assert reader.streams() == sorted({part.stream for part in played.parts()})
        assert dict(reader.documents()) == played.documents
        assert reader.hash_at(3) == played.log[2].hash


def test_a_seed_is_stored_when_its_round_has_shown_it(store, played):
    write(store, played.dones)
    with store.reading() as reader:
        assert reader.shown_seed("delta-1-1") == played.seeds["delta-1-1"]
        assert reader.shown_seed("delta-1-4") is None  # in progress
        assert reader.shown_seed("delta-1-9") is None


def test_records_between_two_positions_and_of_one_stream(store, played):
    write(store, played.dones)
    with store.reading() as reader:
        assert list(reader.written(5, 8)) == played.log[5:8]
        records = [decode_record(written.body) for written in played.log]
        table = [r for r in records if any(part.stream == "table:delta-1" for part in r.parts)]
        assert list(reader.of_stream("table:delta-1", 0)) == table
        after = table[3].position
        assert list(reader.of_stream("table:delta-1", after, table[6].position)) == table[4:7]


def test_the_index_holds_the_last_row_under_every_key(store, played):
    for done in played.dones[:30]:
        write(store, [done])  # one by one, and the rest in one batch
    write(store, played.dones[30:])
    with store.reading() as reader:
        for kind in ROWS:
            stored = {tuple(getattr(row, name) for name in kind.KEY): row for row in reader.all_rows(kind)}
            assert stored == played.rows.get(kind, {}), kind
        assert reader.balances() == played.house.books
        assert [row.round_id for row in rounds_played(reader, "ann", 2)] == ["delta-1-3", "delta-1-2"]


def test_a_house_goes_on_from_what_is_stored(store, played):
    write(store, played.dones)
    again = restarted(store, played)
    assert again.checkpoint() == played.house.checkpoint()
    assert again.seed_of(again.tables["delta-1"]) == played.seeds["delta-1-4"]


def test_a_house_goes_on_from_a_checkpoint_and_the_records_after_it(store, played):
    played.do("house", c.TakeCheckpoint())
    played.bet("ann", "delta-1")
    write(store, played.dones)
    house = House(Documents(store.document), played)
    with store.reading() as reader:
        ((position, _),) = reader.checkpoints()
        body = reader.checkpoint(position)
        assert body is not None
        house.go_on_from(body)
        assert house.position == position
        for record, head in reader.records(position):
            house.apply(record, head)
    assert house.checkpoint() == played.house.checkpoint()


def test_old_checkpoints_of_a_day_go_but_for_its_first(store, played):
    for _ in range(CHECKPOINTS_KEPT + 4):
        played.do("house", c.TakeCheckpoint())
    write(store, played.dones)
    taken = [done.record.position - 1 for done in played.dones if done.checkpoint is not None]
    with store.reading() as reader:
        kept = [position for position, _ in reader.checkpoints()]
    assert kept == [*reversed(taken[-CHECKPOINTS_KEPT:]), taken[0]]


def test_some_checkpoints_are_kept_all_over_a_long_log():
    known = []
    for at in range(5_000, 1_000_000, 5_000):
        known.append((at, f"{at // 5_000:04}"))  # one a day
        kept = _checkpoints_to_keep(known)
        known = [one for one in known if one[0] in kept]
    assert len(known) < CHECKPOINTS_KEPT + CHECKPOINT_DAYS_KEPT + 2 * CHECKPOINTS_SPREAD
    old = [0, *(at for at, _ in known)]
    assert max(later - at for at, later in pairwise(old)) < 1_000_000 / CHECKPOINTS_SPREAD


def test_a_checkpoint_that_was_changed_is_not_used(store, played):
    played.do("house", c.TakeCheckpoint())
    write(store, played.dones)
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.checkpoints).values(body=b"another"))
    with store.reading() as reader:
        ((position, _),) = reader.checkpoints()
        assert reader.checkpoint(position) is None


def test_a_record_that_was_changed_is_not_read(store, played):
    write(store, played.dones)
    with store.engine.begin() as connection:
        body = played.log[6].body.decode().replace("2026", "2025", 1)
        connection.execute(sa.update(schema.records).where(schema.records.c.position == 7).values(body=body))
    with store.reading() as reader, pytest.raises(CardroomError, match="record 7: has been changed"):
        list(reader.records())


def test_a_batch_is_written_whole_or_not_at_all(store, played):
    """A position is taken once: two houses cannot both write the next record."""
    *before, last = played.dones
    write(store, before)
    with pytest.raises(sa.exc.IntegrityError):
        write(store, [last, before[0]])
    with store.reading() as reader:
        assert reader.last() == len(before)
        assert reader.balances() == {k: v for k, v in played.house.books.items() if v}


def test_a_command_that_wrote_no_record_leaves_nothing(store):
    write(store, [Done(error=CardroomError("no", "No.")), Done(is_repeat=True)])
    with store.reading() as reader:
        assert (reader.count(), reader.last()) == (0, 0)


def test_migration_makes_the_tables_that_the_store_expects_and_may_run_again(store):
    store.migrate()
    inspector = sa.inspect(store.engine)
    for name, table in schema.metadata.tables.items():
        found = {column["name"]: column["nullable"] for column in inspector.get_columns(name)}
        assert found == {column.name: column.nullable for column in table.columns}


def test_a_database_of_the_first_edition_is_left_as_it_is(store):
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(CardroomError, match="before its log was released"):
        store.migrate()


def test_sqlite_syncs_fully_before_anything_is_acknowledged(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_copy_of_a_running_house_is_whole(store, played, tmp_path):
    half = len(played.dones) // 2
    write(store, played.dones[:half])
    database_copy.copy_database(store, Store(f"sqlite:///{tmp_path / 'copy.sqlite'}"))
    write(store, played.dones[half:])
    copy = Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    with copy.reading() as reader:
        assert list(reader.written()) == played.log[:half]
        assert reader.balances() == restarted(copy, played).books


def test_only_one_house_at_a_time_holds_a_database(store):
    with owning_log(store), pytest.raises(CardroomError, match="A house runs on this database"), owning_log(store):
        pass


@pytest.mark.parametrize("url", ["nonsense", "mysql:///x", "sqlite://///"])
def test_what_is_no_database_is_refused_in_a_sentence(url):
    with pytest.raises(CardroomError):
        Store(url).migrate()


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("these are notes, not a database, and long enough to look at" * 40)
    with pytest.raises((CardroomError, sqlite3.DatabaseError)):
        Store(f"sqlite:///{tmp_path / 'notes.txt'}").migrate()


def test_a_file_known_by_two_names_has_one_archive_and_one_key(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.db").symlink_to(tmp_path / "house.db")
    house, link = (Store(f"sqlite:///{tmp_path / name}") for name in ("house.db", "elsewhere/link.db"))
    assert (link.archive, link.key_file) == (house.archive, house.key_file)


def test_who_sleeps_within_a_transaction_does_not_keep_the_log(postgresql, monkeypatch):
    monkeypatch.setattr(log_ownership, "LEASE", 0.2)
    sleeper = Store(postgresql.new_database())
    sleeper.migrate()
    assert take_lease(sleeper, Server("sleeper", "elsewhere")) is not None
    other = Store(sleeper.engine.url.render_as_string(hide_password=False))
    with pytest.raises((CardroomError, sa.exc.DBAPIError)), sleeper.writing() as connection:  # noqa: PT012
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")  # as in the midst of sending
        time.sleep(0.4)
        assert take_lease(other, Server("other", "elsewhere")) is not None
        connection.exec_driver_sql("SELECT 1")
    assert log_ownership.current_lease(other).server == "other"
    with pytest.raises(CardroomError, match="gone over to another server"), sleeper.writing():
        pass
    for store in (sleeper, other):
        store.engine.dispose()


def test_folders_of_a_new_house_are_made(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'not' / 'there' / 'yet' / 'house.sqlite'}")
    store.migrate()
    assert store.file is not None
    assert store.file.exists()


def test_a_process_that_has_ended_is_known_to_be_gone_and_no_other():
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    named = log_ownership._process(other.pid)
    assert not log_ownership._is_gone(named)
    other.communicate(b"\n")
    assert log_ownership._is_gone(named)
    assert not log_ownership._is_gone(log_ownership._process(os.getpid()))
    boot, _, rest = named.partition(" ")
    assert not log_ownership._is_gone(f"{boot[::-1]} {rest}"), "of another machine, or before its last start"
    assert not log_ownership._is_gone("")


def test_a_file_that_was_put_in_the_place_of_another_ends_the_house(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    store.migrate()
    with pytest.raises(CardroomError, match="deleted or replaced under the running house"), owning_log(store):  # noqa: PT012
        Path(shutil.copy(store.file, tmp_path / "copy.sqlite")).replace(store.file)
        with pytest.raises(CardroomError, match="deleted or replaced under the running house"), store.writing():
            pass
