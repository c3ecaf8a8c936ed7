"""An eventful log is opened, replayed, verified and gone on with."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from datetime import timedelta

import pytest

from cardroom.documents import hash_of
from cardroom.house.audit.log_audit import Audit
from cardroom.house.engine.house import House
from cardroom.house.features.rounds.rows import RoundRow
from cardroom.house.history.round_histories import find_round
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.reports.day_report import Day
from cardroom.house.storage.seed_key_ring import load_keys
from cardroom.house.storage.store import MIGRATIONS, Store
from cardroom.money import DOLLAR
from cardroom.table import commands as t

from ..stores import audit_store, open_house_from, own, write
from .logs import eventful


@pytest.fixture
def store(tmp_path) -> Store:
    return eventful(tmp_path)[1]


def test_it_opens_from_its_checkpoint_as_from_its_first_record(store):
    whole = House(Documents(store.document), None)
    with store.reading() as reader:
        for record, digest in reader.records():
            whole.apply(record, digest)
        assert reader.checkpoints()
    assert open_house_from(store).checkpoint() == whole.checkpoint()


def test_it_is_verified(store):
    audit = audit_store(store)
    assert audit.findings == []
    assert audit.records == audit.house.position > 70
    assert audit.rounds > 0
    assert audit.rounds_under_other_rules == 0, "and all of them were played again"


def test_each_checkpoint_is_a_beginning(store):
    with store.reading() as reader:
        audit = Audit(reader, keys=load_keys(store.seal_file))
        audit.run()
        later = Audit(reader, audit.proven, load_keys(store.seal_file))
        later.run()
    assert later.findings == []
    assert later.house.checkpoint() == audit.house.checkpoint()


def test_its_rounds_and_days_are_told(store):
    with store.reading() as reader:
        rounds = [row.round_id for row in reader.all_rows(RoundRow) if row.last]
        assert all(find_round(reader, round_id).holds for round_id in rounds)
        days = {row.day: Day(reader, row.day) for row in reader.days()}
        assert len(days) == 3
        assert sum(table.rounds for table in days["2026-03-02"].tables()) == 6
        assert {report.link for report in days["2026-03-02"].jackpots()} == {"bad-beat", "delta", "house-flush"}
        assert all(report.proof.holds for day in days.values() for report in day.jackpots())


def test_the_house_goes_on_with_it(store):
    """The round in progress is finished, the next one played, and all of it holds."""
    house = open_house_from(store)
    table, at = house.tables["edge-1"], house.tables["edge-1"].began.at + timedelta(hours=1)
    assert table.is_playing
    dones = []

    def do(person, command):
        done = house.do(house.people[person], command, "", at)
        assert done.error is None, done.error
        dones.append(done)

    do("ann", c.AtTable("edge-1", t.Choose(1, "1x")))
    assert not table.is_playing
    do(SERVICE.id, c.BeginRound("edge-1"))
    do("ann", c.AtTable("edge-1", t.Bet(1, {"ante": 5 * DOLLAR})))
    do(SERVICE.id, c.AtTable("edge-1", t.CloseBets()))
    do(SERVICE.id, c.TakeCheckpoint())
    write(store, dones)
    assert audit_store(store).findings == []
    assert open_house_from(own(store)).checkpoint() == house.checkpoint()


def test_its_documents_have_the_names_they_had(store):
    with store.reading() as reader:
        assert all(hash_of(body) == name for name, body in reader.documents())


# --- the migrations of versions to come -------------------------------------------------------------------------------

NEXT = """
import os
import signal

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = {head!r}
branch_labels = None
depends_on = None


def upgrade():
    op.add_column("records", sa.Column("format", sa.BigInteger, nullable=False, server_default="1"))
    op.create_table("more", sa.Column("name", sa.Text, primary_key=True))
    op.execute("UPDATE balances SET amount = amount + 0")
    if os.environ.get("KILLED"):
        os.kill(os.getpid(), signal.SIGKILL)
    op.create_index("by_format", "records", ["format"])
"""
MIGRATE = """
import sys
from pathlib import Path
from cardroom.house.storage import store

store.MIGRATIONS = Path(sys.argv[1])
store.Store(sys.argv[2]).migrate()
"""


def contents(store: Store) -> list[str]:
    connection = sqlite3.connect(store.engine.url.database)
    lines = list(connection.iterdump())
    connection.close()
    return lines


def test_a_migration_killed_in_the_middle_leaves_the_log_as_it_was(store, tmp_path):
    scripts = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, scripts)
    with store.engine.connect() as connection:
        head = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    store.engine.dispose()
    (scripts / "versions" / "9999_next.py").write_text(NEXT.format(head=head))
    command = [sys.executable, "-c", MIGRATE, str(scripts), f"sqlite:///{store.engine.url.database}"]
    before = contents(store)
    killed = subprocess.run(command, env=os.environ | {"KILLED": "1"}, check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert contents(store) == before
    assert audit_store(store).findings == []
    store.engine.dispose()
    subprocess.run(command, check=True)
    assert any("by_format" in line for line in contents(store))
    assert audit_store(store).findings == []
