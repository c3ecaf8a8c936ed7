"""`cardroom audit`: the log verified, exported and explained from the command line."""

from __future__ import annotations

import csv
import io
import json
import sqlite3

import msgspec
import pytest

from cardroom.house.core import commands as c
from cardroom.house.core.house import Done
from cardroom.house.storage.store import Store

from ..house.conftest import Room, floor_text  # noqa: TID252 - what tests share


@pytest.fixture(scope="module")
def room() -> Room:
    """Finished rounds, a jackpot hit, and a round whose cards lie face down."""
    room = Room(floor_text(("delta-1", "edge-1")))
    room.guest("ann", "delta-1", 1)
    room.do("ann", c.SitDown("edge-1", 1, 200_000_000))
    for _ in range(2):
        room.play("delta-1", "ann", progressive=1)
    room.begin("edge-1")
    room.bet("ann", "edge-1", two_way_bad_beat=1)
    room.deal("edge-1")
    return room


@pytest.fixture
def database(room, tmp_path) -> str:
    url = f"sqlite:///{tmp_path / 'house.sqlite'}"
    store = Store(url)
    store.migrate()
    store.write([Done(records=tuple(room.records), secrets=room.secrets)])
    store.engine.dispose()
    return url


def tamper(database: str, statement: str) -> None:
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        connection.execute(statement)
    connection.close()


def hidden_cards(room) -> set[str]:
    """Every card that lies face down in the round in progress."""
    state = room.house.tables["edge-1"].round.state
    return {str(card) for card in (*state.seats[1].cards, *state.dealer)}


# --- verify -----------------------------------------------------------------------------------------------------------


def test_a_sound_log_is_verified(ok, database, room):
    told = ok("audit", "verify", "--database", database)
    counted = {" ".join(line.split()) for line in told.lines}
    assert {f"records {len(room.records)}", "rounds played again 2", "links played again 2"} <= counted
    assert "Everything is as it must be." in told.out
    assert room.house.heads["house"][1] in told.out


def test_the_database_of_the_environment_is_the_default(ok, database, monkeypatch):
    monkeypatch.setenv("CARDROOM_DATABASE", database)
    assert ok("audit", "verify").out == ok("audit", "verify", "--database", database).out


def test_a_broken_link_is_named_first_and_the_others_follow(run, database):
    tamper(database, "UPDATE records SET by = 'nobody' WHERE stream = 'table:delta-1' AND number = 3")
    tamper(database, "DELETE FROM records WHERE stream = 'link:delta' AND number = 2")
    ran = run("audit", "verify", "--database", database)
    assert ran.code == 1
    assert "The first broken link: table:delta-1, record 3: has been changed" in ran.out
    assert "then link:delta, record 3: follows record 1" in ran.out
    document = run("audit", "verify", "--database", database, "--json").json
    assert document["findings"][0] == {
        "stream": "table:delta-1",
        "record": 3,
        "what": "has been changed: its hash does not fit",
    }


def test_a_noted_hash_proves_that_nothing_was_cut_off(ok, run, refused, database, room):
    noted = room.house.heads["table:edge-1"][1]
    ok("audit", "verify", "--database", database, "--contains", noted)
    said = refused("audit", "verify", "--database", database, "--contains", "0" * 64)
    assert "has been cut short or replaced" in said


@pytest.mark.parametrize("command", [("audit", "verify"), ("audit", "export"), ("audit", "round", "edge-1-1")])
@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.sqlite", "nonsense", "mysql://x/y"])
def test_a_database_that_cannot_be_opened_is_one_line(refused, command, url):
    assert refused(*command, "--database", url)


def test_another_file_is_no_database_of_ours(refused, tmp_path):
    (tmp_path / "notes.txt").write_text("notes, and nothing but notes\n" * 200)
    assert refused("audit", "verify", "--database", f"sqlite:///{tmp_path / 'notes.txt'}")
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE songs (title)").connection.close()
    assert "is no database of a Cardroom" in refused(
        "audit", "verify", "--database", f"sqlite:///{tmp_path / 'other.sqlite'}"
    )


def test_a_changed_byte_anywhere_in_the_file_of_the_log_is_no_traceback(run, database, tmp_path):
    """Pages of the database itself: the audit says so in words, whatever SQLite makes of them."""
    path = tmp_path / "house.sqlite"
    whole = path.read_bytes()
    for place in range(4096 * 2, len(whole), len(whole) // 9):
        changed = bytearray(whole)
        changed[place : place + 16] = b"\xff" * 16
        path.write_bytes(bytes(changed))
        ran = run("audit", "verify", "--database", database)
        assert ran.code in (0, 1, 2)
        assert "Traceback" not in ran.err


# --- export -----------------------------------------------------------------------------------------------------------


def test_csv_has_every_event_and_entry_and_the_entries_sum_to_zero(ok, database, room):
    rows = list(csv.DictReader(io.StringIO(ok("audit", "export", "--database", database).out)))
    events = sum(len(msgspec.json.decode(record.events)) for record in room.records)
    entries = sum(len(posting.entries) for record in room.records for posting in record.postings)
    kinds = [row["kind"] for row in rows]
    assert (kinds.count("event"), kinds.count("posting")) == (events, entries)
    cents = [round(float(row["dollars"]) * 1_000_000) for row in rows if row["kind"] == "posting"]
    assert sum(cents) == 0


def test_no_export_tells_a_secret(ok, database, room):
    held = hidden_cards(room)
    for style in ("csv", "jsonl"):
        told = ok("audit", "export", "--database", database, "--format", style).out
        open_round = [line for line in told.splitlines() if "edge-1-1" in line and "PacketDealt" in line]
        assert open_round
        assert not any(f'"{card}"' in line.replace('""', '"') for line in open_round for card in held)
        assert room.secrets["edge-1-1"].hex() not in told
        assert room.secrets["delta-1-1"].hex() in told  # that round is over


def test_json_lines_of_finished_rounds_are_as_they_were_written(ok, database, room):
    lines = ok("audit", "export", "--database", database, "--format", "jsonl", "--stream", "table:delta-1").out
    written = [record for record in room.records if record.stream == "table:delta-1"]
    exported = [json.loads(line) for line in lines.splitlines()]
    assert [line["hash"] for line in exported] == [record.hash for record in written]
    assert [line["events"] for line in exported] == [msgspec.json.decode(record.events) for record in written]
    assert all(line["is_complete"] for line in exported)


def test_days_and_streams_are_chosen(ok, refused, database, tmp_path):
    out = tmp_path / "log.csv"
    told = ok(
        "audit", "export", "--database", database, "--from", "2026-03-02", "--to", "2026-03-02", "--out", str(out)
    )
    assert "records written to" in told.out
    assert len(out.read_text().splitlines()) > 50
    ok("audit", "export", "--database", database, "--from", "2026-03-04", "--out", str(out))
    assert len(out.read_text().splitlines()) == 1
    assert "like 2026-11-15" in refused("audit", "export", "--database", database, "--from", "monday")
    assert "There is no stream “table:x”" in refused("audit", "export", "--database", database, "--stream", "table:x")


# --- round ------------------------------------------------------------------------------------------------------------


def test_a_round_is_explained_and_verified(ok, database, room):
    told = ok("audit", "round", "delta-1-1", "--database", database).out
    assert "seat 1: ann" in told
    assert "No more bets." in told
    assert "stack:delta-1:ann" in told
    assert "delta: Table delta-1 starts round delta-1-1" in told
    assert room.secrets["delta-1-1"].hex() in told
    assert told.count("✓") == 4
    document = ok("audit", "round", "delta-1-1", "--database", database, "--json").json
    assert [check["holds"] for check in document["checks"]] == [True] * 4


def test_a_round_in_progress_is_shown_as_a_spectator_sees_it(ok, database, room):
    for more in ((), ("--json",)):
        told = ok("audit", "round", "edge-1-1", "--database", database, *more).out
        assert room.secrets["edge-1-1"].hex() not in told
        dealt = " ".join(told.split())
        assert not any(f" {card} " in dealt or f'"{card}"' in dealt for card in hidden_cards(room))


def test_a_round_that_was_changed_is_told_so(run, database):
    tamper(
        database,
        """UPDATE records SET events = replace(events, '"RoundClosed"', '"RoundClosed" ')
        WHERE stream = 'table:delta-1' AND events LIKE '%RoundClosed%'""",
    )
    ran = run("audit", "round", "delta-1-1", "--database", database)
    assert ran.code == 1
    assert "NOT SO" in ran.out


@pytest.mark.parametrize("name", ["delta-1-99", "nowhere-1", "delta-1", "x"])
def test_a_round_that_never_was(refused, database, name):
    assert f"There is no round “{name}”" in refused("audit", "round", name, "--database", database)
