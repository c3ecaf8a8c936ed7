"""The tables of the database: made by migrations as the code has them, whole or not at all."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from cardroom.cli import main
from cardroom.errors import CardroomError
from cardroom.house.storage import schema
from cardroom.house.storage.store import MIGRATIONS, Store, newest_schema_version

from ..patience import PATIENCE
from .conftest import Room
from .logs import audited, stored

SOURCE = str(Path(__file__).parents[2] / "src")


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "house.sqlite"


def store_at(path: Path) -> Store:
    return Store(f"sqlite:///{path}")


def tables_in(path: Path) -> dict[str, str]:
    """Every table and index with the statement that made it."""
    connection = sqlite3.connect(path)
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall())
    connection.close()
    return found


# --- new databases ----------------------------------------------------------------------------------------------------


def test_migrations_make_the_tables_that_the_code_has(path):
    store = store_at(path)
    store.migrate()
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []


def test_they_have_the_keys_and_nothings_that_the_code_has(path):
    """What a comparison of the metadata does not look at."""
    store = store_at(path)
    store.migrate()
    found = sa.inspect(store.engine)
    for name, table in schema.metadata.tables.items():
        assert found.get_pk_constraint(name)["constrained_columns"] == [column.name for column in table.primary_key]
        nullable = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        assert nullable == {column.name: bool(column.nullable) for column in table.columns}, name
        indexes = {index["name"]: index["column_names"] for index in found.get_indexes(name)}
        assert indexes == {index.name: [column.name for column in index.columns] for index in table.indexes}, name


def test_migrating_again_changes_nothing(path, tmp_path):
    room = Room()
    store = stored(room, path)
    before = tables_in(path)
    store.migrate()
    assert tables_in(path) == before
    assert audited(str(store.engine.url)).findings == []


def test_the_newest_edition_is_the_last_migration():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert newest_schema_version() == ScriptDirectory.from_config(config).get_current_head()


def test_tables_that_are_up_to_date_are_left_without_asking_alembic(path, monkeypatch):
    store_at(path).migrate()
    monkeypatch.setattr(Store, "_upgrade", None)
    store_at(path).migrate()


# --- old databases ----------------------------------------------------------------------------------------------------


@pytest.fixture(params=["0001", "1008"])
def unreleased(path, request) -> bytes:
    """As a version left it whose log was never released."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (request.param,))
        connection.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, stream TEXT, events TEXT, hash TEXT)")
        connection.execute("INSERT INTO records VALUES (1, 'house', '[]', 'abc')")
    connection.close()
    return path.read_bytes()


def test_a_database_from_before_the_first_format_is_refused_in_a_sentence_and_left_to_the_byte(path, unreleased):
    store = store_at(path)
    with pytest.raises(CardroomError) as refusal:
        store.migrate()
    assert refusal.value.code == "old-log"
    assert refusal.value.message == (
        "This database was written by a Cardroom before its log was released, and cannot be read any more."
        " It has been left as it is; choose another one with --database."
    )
    store.engine.dispose()
    assert path.read_bytes() == unreleased


@pytest.mark.parametrize("command", [("audit", "verify"), ("day", "list"), ("report", "day"), ("day", "close")])
def test_so_is_it_by_every_command_that_reads(path, unreleased, command, capsys):
    with pytest.raises(SystemExit) as left:
        main([*command, "--database", f"sqlite:///{path}"])
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert told.err.startswith("cardroom: This database was written by a Cardroom before its log was released")
    assert told.err.count("\n") == 1
    assert path.read_bytes() == unreleased


def test_a_database_of_a_version_to_come_is_refused_in_a_sentence(path):
    store_at(path).migrate()
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9009'")
    connection.close()
    with pytest.raises(CardroomError, match="written by a newer Cardroom"):
        store_at(path).migrate()


# --- the power goes ---------------------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
import sqlalchemy as sa
from cardroom.house.storage.store import Store
store = Store("sqlite:///" + sys.argv[1])
left = int(sys.argv[2])
@sa.event.listens_for(store.engine, "after_cursor_execute")
def count(connection, cursor, statement, parameters, context, many):
    global left
    left -= statement.lstrip().upper().startswith(("CREATE", "INSERT", "UPDATE"))
    if left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
store.migrate()
"""


@pytest.mark.slow
@pytest.mark.parametrize("statements", [4, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 20))])
def test_a_migration_that_is_killed_leaves_nothing_and_the_next_start_succeeds(path, statements):
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), str(statements)],
        env=os.environ | {"PYTHONPATH": SOURCE}, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL
    assert tables_in(path) == {}
    store = store_at(path)
    store.migrate()
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_another_programs_database_is_not_written_into(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    before = tables_in(path)
    with pytest.raises(CardroomError, match="another program"):
        store_at(path).migrate()
    assert tables_in(path) == before
