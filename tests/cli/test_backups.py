"""`cardroom backup` and `cardroom restore`."""

from __future__ import annotations

import sqlite3

import pytest

from cardroom.errors import CardroomError
from cardroom.house.storage.log_ownership import owning_log
from cardroom.house.storage.private_files import write_private
from cardroom.house.storage.store import Store

from ..floors import floor_text
from ..house.conftest import KEY, Room
from ..house.logs import stored
from ..stores import open_house_from, write


@pytest.fixture
def room() -> Room:
    room = Room(floor_text(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    return room


@pytest.fixture
def store(room, tmp_path, monkeypatch) -> Store:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return stored(room, tmp_path / "house.sqlite")


def log_of(url: str) -> list:
    with Store(url).reading() as reader:
        return list(reader.written())


def url(tmp_path, name: str) -> str:
    return f"sqlite:///{tmp_path / name}"


def test_a_copy_is_made_while_the_house_runs_and_restored_elsewhere(ok, store, room, tmp_path):
    copy = str(tmp_path / "copy.sqlite")
    with owning_log(store):
        told = ok("backup", copy, "--database", str(store.engine.url))
    assert "Copied to" in told.out
    told = ok("restore", copy, "--database", url(tmp_path, "new.sqlite"))
    assert f"{len(room.log)} records checked and restored" in told.out
    assert log_of(url(tmp_path, "new.sqlite")) == room.log
    ok("audit", "verify", "--database", url(tmp_path, "new.sqlite"))


def test_a_copy_is_for_its_owner_only(ok, store, tmp_path):
    ok("backup", str(tmp_path / "copy.sqlite"), "--database", str(store.engine.url))
    assert (tmp_path / "copy.sqlite").stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.sqlite"]


def test_nothing_is_written_over_unless_told_so(ok, refused, store, room, tmp_path):
    copy = str(tmp_path / "copy.sqlite")
    ok("backup", copy, "--database", str(store.engine.url))
    assert "is there already" in refused("backup", copy, "--database", str(store.engine.url))
    assert "say --force" in refused("restore", copy, "--database", str(store.engine.url))
    store.close()
    ok("restore", copy, "--database", str(store.engine.url), "--force")
    assert log_of(str(store.engine.url)) == room.log
    assert log_of(url(tmp_path, "house.sqlite.replaced")) == room.log


def test_nothing_is_restored_under_a_running_house(ok, refused, store, tmp_path):
    copy = str(tmp_path / "copy.sqlite")
    ok("backup", copy, "--database", str(store.engine.url))
    with owning_log(store):
        assert "stop it first" in refused("restore", copy, "--database", str(store.engine.url), "--force")


def test_a_copy_that_is_not_sound_is_not_restored(ok, refused, store, tmp_path):
    copy = tmp_path / "copy.sqlite"
    ok("backup", str(copy), "--database", str(store.engine.url))
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE records SET hash = 'x' || hash WHERE position = 5")
    connection.close()
    said = refused("restore", str(copy), "--database", url(tmp_path, "new.sqlite"))
    assert "is not sound" in said
    assert "Nothing has been restored" in said
    assert not (tmp_path / "new.sqlite").exists()


@pytest.mark.parametrize("arguments", [("backup", "x.sqlite"), ("restore", "/nowhere/copy.sqlite")])
def test_what_is_not_there_is_refused(refused, tmp_path, arguments):
    assert "There is no database" in refused(*arguments, "--database", url(tmp_path, "none.sqlite"))


def test_nothing_that_was_kept_is_lost_by_restoring_again(ok, store, tmp_path):
    house = url(tmp_path, "house.sqlite")
    ok("backup", str(tmp_path / "copy.sqlite"), "--database", house)
    store.close()
    for _ in range(3):
        ok("restore", str(tmp_path / "copy.sqlite"), "--database", house, "--force")
    kept = {path.name for path in tmp_path.iterdir()}
    assert {"house.sqlite.replaced", "house.sqlite.replaced-2", "house.sqlite.replaced-3"} <= kept


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


@pytest.fixture
def of_each_kind(database, room, tmp_path, monkeypatch) -> str:
    """The same house in a database of each kind."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    store = Store(database)
    store.migrate()
    write(store, room.dones)
    store.close()
    return database


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_house_goes_from_either_kind_of_database_to_either(
    ok, of_each_kind, room, tmp_path, target, request, monkeypatch
):
    copy = str(tmp_path / "copy.sqlite")
    with owning_log(Store(of_each_kind)):
        ok("backup", copy, "--database", of_each_kind)
    new = url(tmp_path, "new.sqlite")
    if target == "postgresql":
        new = request.getfixturevalue("postgresql").new_database()
    told = ok("restore", copy, "--database", new)
    assert f"{len(room.log)} records checked and restored" in told.out
    assert log_of(new) == room.log
    ok("audit", "verify", "--all", "--database", new)
    with pytest.raises(CardroomError, match="The key with which this house seals its cards is not in"):
        open_house_from(Store(new))
    write_private(Store(new).seal_file, KEY.hex().encode())  # which goes another way
    with owning_log(Store(new)):  # nobody has it yet, whoever ran the house when it was copied
        assert open_house_from(Store(new)).checkpoint() == room.house.checkpoint()


def test_nothing_is_restored_into_a_postgresql_database_that_is_not_empty(ok, refused, store, postgresql, tmp_path):
    copy, target = str(tmp_path / "copy.sqlite"), postgresql.new_database()
    ok("backup", copy, "--database", str(store.engine.url))
    ok("restore", copy, "--database", target)
    for more in ((), ("--force",)):
        assert "That database is not empty" in refused("restore", copy, "--database", target, *more)
