"""`cardroom audit`: the log verified, exported and explained from the command line."""

from __future__ import annotations

import csv
import io
import json
import sqlite3

import msgspec
import pytest

from cardroom.house.log import commands as c
from cardroom.house.log.records import decode_record

from ..floors import floor_text
from ..house.conftest import Room
from ..house.logs import stored


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
def database(room, tmp_path, monkeypatch) -> str:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = stored(room, tmp_path / "house.sqlite")
    store.engine.dispose()
    return str(store.engine.url)


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
    assert {f"records done again {len(room.log)}", "rounds dealt again 2", "links 2"} <= counted
    assert "Everything is as it must be." in told.out
    assert room.house.head in told.out


def test_the_second_time_begins_where_the_first_has_proven_it(ok, room, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    other = Room(floor_text(("delta-1",)))
    other.guest("ann", "delta-1", 1)
    other.play("delta-1", "ann")
    other.do("house", c.TakeCheckpoint())
    at = len(other.log) - 1
    other.play("delta-1", "ann")
    database = str(stored(other, tmp_path / "other.sqlite").engine.url)
    first = ok("audit", "verify", "--database", database, "--json").json
    assert (first["began_after"], first["proven"]["position"]) == (0, at)
    told = {" ".join(line.split()) for line in ok("audit", "verify", "--database", database).lines}
    assert {
        f"records done again {len(other.log) - at}",
        f"not looked at, as proven before: up to record {at}",
    } <= told
    again = ok("audit", "verify", "--all", "--database", database, "--json").json
    assert (again["records"], again["began_after"]) == (len(other.log), 0)


def test_the_database_of_the_environment_is_the_default(ok, database, monkeypatch):
    monkeypatch.setenv("CARDROOM_DATABASE", database)
    assert ok("audit", "verify").out == ok("audit", "verify", "--database", database).out


def test_a_broken_link_is_named_first_and_the_others_follow(run, database):
    tamper(database, "UPDATE records SET hash = 'x' || hash WHERE position = 12")
    tamper(database, "DELETE FROM records WHERE position = 20")
    ran = run("audit", "verify", "--database", database)
    assert ran.code == 1
    assert "The first broken link: record 12 (table:delta-1 3): has been changed: its hash does not fit." in ran.out
    assert "  then record 21: follows record 19: records are missing or out of order." in ran.out
    assert "after missing ones, not done again" in ran.out
    assert "Everything is as it must be" not in ran.out
    document = run("audit", "verify", "--database", database, "--json").json
    assert document["findings"][0] == {
        "where": "record 12 (table:delta-1 3)",
        "what": "has been changed: its hash does not fit",
        "validator": "commands",
    }
    found = {name: count for name, count in document["validators"].items() if count}
    assert set(found) == {finding["validator"] for finding in document["findings"]}
    assert sum(found.values()) == len(document["findings"])
    assert all(name in ran.out for name in document["validators"])


def test_a_noted_hash_proves_that_nothing_was_cut_off(ok, run, database, room):
    ok("audit", "verify", "--database", database, "--contains", room.log[-1].hash)
    ran = run("audit", "verify", "--database", database, "--contains", "0" * 64)
    assert ran.code == 1
    assert "log: holds no record of the hash 0000000000000000…: it has been cut short or replaced." in ran.out


@pytest.mark.parametrize("command", [("audit", "verify"), ("audit", "export"), ("audit", "round", "edge-1-1")])
@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.sqlite", "nonsense", "mysql://x/y"])
def test_a_database_that_cannot_be_opened_is_one_line(refused, command, url):
    assert refused(*command, "--database", url)


def test_another_file_is_no_database_of_ours(refused, tmp_path):
    (tmp_path / "notes.txt").write_text("notes, and nothing but notes\n" * 200)
    assert refused("audit", "verify", "--database", f"sqlite:///{tmp_path / 'notes.txt'}")
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE songs (title)").connection.close()
    assert "This database is another program's" in refused(
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
    events = sum(len(part.events) for part in room.parts())
    entries = sum(len(posting.entries) for part in room.parts() for posting in part.postings)
    kinds = [row["kind"] for row in rows]
    assert (kinds.count("event"), kinds.count("posting")) == (events, entries)
    cents = [round(float(row["dollars"]) * 1_000_000) for row in rows if row["kind"] == "posting"]
    assert sum(cents) == 0


def test_no_export_tells_a_secret(ok, database, room):
    held = hidden_cards(room)
    for style in ("csv", "jsonl"):
        told = ok("audit", "export", "--database", database, "--format", style).out
        open_round = [line for line in told.splitlines() if "table:edge-1" in line or '"edge-1"' in line]
        open_round = [line for line in open_round if "PacketDealt" in line]
        assert open_round
        assert not any(f'"{card}"' in line.replace('""', '"') for line in open_round for card in held)
        assert room.seeds["edge-1-1"].hex() not in told
        assert room.seeds["delta-1-1"].hex() in told  # that round is over


def test_json_lines_of_finished_rounds_are_as_they_were_written(ok, database, room):
    lines = ok("audit", "export", "--database", database, "--format", "jsonl").out
    exported = [json.loads(line) for line in lines.splitlines()]
    assert [line["hash"] for line in exported] == [written.hash for written in room.log]
    assert [line["is_complete"] for line in exported].count(False) == 1  # the cards of the round in progress
    shown = 0
    for line, written in zip(exported, room.log, strict=True):
        packets = [event for part in line["record"]["parts"] for event in part["events"] if "places" in event]
        for packet in packets:
            assert (packet["cards"] is not None) == line["is_complete"]
            shown += line["is_complete"]
            packet["cards"] = None
        assert line["record"] == json.loads(written.body)
    assert shown


def test_of_one_stream_go_out_its_own_parts(ok, database, room):
    lines = ok("audit", "export", "--database", database, "--format", "jsonl", "--stream", "table:delta-1").out
    parts = [part for line in lines.splitlines() for part in json.loads(line)["record"]["parts"]]
    assert {(part["type"], part["table"]) for part in parts} == {("table", "delta-1")}
    assert [part["number"] for part in parts] == list(range(1, room.house.numbers["table:delta-1"] + 1))


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
    assert room.seeds["delta-1-1"].hex() in told
    assert told.count("✓") == 4
    document = ok("audit", "round", "delta-1-1", "--database", database, "--json").json
    assert [check["holds"] for check in document["checks"]] == [True] * 4


def test_a_round_in_progress_is_shown_as_a_spectator_sees_it(ok, database, room):
    for more in ((), ("--json",)):
        told = ok("audit", "round", "edge-1-1", "--database", database, *more).out
        assert room.seeds["edge-1-1"].hex() not in told
        dealt = " ".join(told.split())
        assert not any(f" {card} " in dealt or f'"{card}"' in dealt for card in hidden_cards(room))


def test_a_round_that_was_changed_is_told_so(run, database, room):
    first = next(written.position for written in room.log if b"RoundClosed" in written.body)
    tamper(database, f"UPDATE records SET body = replace(body, '\"day\":', '\"day\": ') WHERE position = {first}")
    ran = run("audit", "round", "delta-1-1", "--database", database)
    assert ran.code == 1
    assert "✗ NOT SO: every record of the round is there and as it was written" in ran.out


def test_a_pay_out_that_was_changed_does_not_come_out_again(run, database, room):
    """With a hash that fits, and the money booked as the event says."""
    written = next(written for written in room.log if b"RoundClosed" in written.body)
    record = decode_record(written.body)
    body = msgspec.json.decode(written.body)
    settled = next(event for event in body["parts"][0]["events"] if event["type"] == "WagerSettled")
    settled["back"] += 1_000_000
    changed = msgspec.json.encode(body).decode().replace("'", "''")
    tamper(database, f"UPDATE records SET body = '{changed}' WHERE position = {record.position}")
    ran = run("audit", "round", "delta-1-1", "--database", database)
    assert ran.code == 1
    assert "✗ NOT SO: played again from this seed, every card and every pay-out comes out the same" in ran.out


@pytest.mark.parametrize("name", ["delta-1-99", "nowhere-1", "delta-1", "x"])
def test_a_round_that_never_was(refused, database, name):
    assert f"There is no round “{name}”" in refused("audit", "round", name, "--database", database)
