"""The log on disk: what is written comes back, tables are brought up to date, copies are whole."""

from __future__ import annotations

import sqlite3

import pytest
import sqlalchemy as sa

from cardroom.errors import CardroomError
from cardroom.house.core.house import Done, House
from cardroom.house.office.audit import Audit
from cardroom.house.storage.lock import held
from cardroom.house.storage.store import Store, metadata


@pytest.fixture
def store(tmp_path) -> Store:
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    store.migrate()
    return store


@pytest.fixture
def played(room):
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
    for _ in range(3):
        room.play("delta-1", "ann", "bob", progressive=1)
    return room


def everything(room) -> Done:
    return Done(records=tuple(room.records), secrets=room.secrets)


def test_what_is_written_comes_back_to_the_letter(store, played):
    store.write([everything(played)])
    assert list(store.read()) == played.records
    assert store.seeds() == played.secrets
    assert store.count() == len(played.records)
    assert store.streams() == sorted({record.stream for record in played.records})
    assert store.missing() == 0


def test_one_stream_from_a_number_on(store, played):
    store.write([everything(played)])
    table = [record for record in played.records if record.stream == "table:delta-1"]
    assert list(store.read("table:delta-1")) == table
    assert list(store.read("table:delta-1", after=5)) == table[5:]
    assert list(store.read("table:delta-1", after=5, up_to=8)) == table[5:8]


def test_a_house_goes_on_from_what_is_stored(store, played):
    store.write([everything(played)])
    again = House(played.floor, played.draw_seed)
    again.replay(store.read(), store.seeds())
    assert again.books == {**dict.fromkeys(again.books, 0), **{k: v for k, v in played.house.books.items() if v}}
    assert again.heads == played.house.heads


def test_a_batch_is_written_whole_or_not_at_all(store, played):
    store.write([everything(played)])
    with pytest.raises(sa.exc.IntegrityError):
        store.write([Done(records=(), secrets={"new-1": b"s"}), Done(records=(played.records[0],))])
    assert "new-1" not in store.seeds()


def test_migration_makes_the_tables_that_the_store_expects_and_may_run_again(store):
    store.migrate()
    inspector = sa.inspect(store.engine)
    for name, table in metadata.tables.items():
        found = {column["name"]: column["nullable"] for column in inspector.get_columns(name)}
        assert found == {column.name: column.nullable for column in table.columns}


def test_sqlite_syncs_fully_before_anything_is_acknowledged(store):
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_copy_of_a_running_house_is_whole(store, played, tmp_path):
    half = next(i for i, r in enumerate(played.records) if b'"delta-1-2"' in bytes(r.events))
    store.write([Done(records=tuple(played.records[:half]), secrets=played.secrets)])
    store.backup(tmp_path / "copy.sqlite")
    store.write([Done(records=tuple(played.records[half:]))])
    copy = Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    assert list(copy.read()) == played.records[:half]
    found = Audit({"delta-1-1": played.secrets["delta-1-1"]})
    found.run(copy.read())
    assert found.findings == []


def test_only_one_house_at_a_time_holds_a_database(store):
    with held(store), pytest.raises(CardroomError, match="Another Cardroom runs"), held(store):
        pass


@pytest.mark.parametrize("url", ["nonsense", "mysql:///x", "sqlite://///"])
def test_what_is_no_database_is_refused_in_a_sentence(url):
    with pytest.raises(CardroomError):
        Store(url).migrate()


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("these are notes, not a database, and long enough to look at" * 40)
    with pytest.raises((CardroomError, sqlite3.DatabaseError)):
        Store(f"sqlite:///{tmp_path / 'notes.txt'}").migrate()
