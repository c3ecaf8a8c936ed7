"""The audit: a truthful log passes wherever it ends, and the next audit begins where the last one has proven it.

What becomes of a log that somebody has tampered with is in `test_tampering`.
"""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from cardroom.errors import CardroomError
from cardroom.house.audit import log_audit as audit_room
from cardroom.house.audit import proven_checkpoints
from cardroom.house.audit.log_audit import Audit, Finding, lines
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.log import commands as c
from cardroom.house.storage.store import Store
from cardroom.table import commands as t

from ..floors import TABLES, floor_text
from ..stores import write
from .chaos import Chaos, floor_with
from .conftest import KEYS, Room
from .logs import Copy, SeededRoom, audited, eventful, stored


@pytest.fixture(scope="module")
def story() -> Room:
    """Rounds, a void, a slip, a checkpoint, and a round in progress."""
    room = Room(floor_text(("edge-1", "delta-1")))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
        room.do(person, c.SitDown("edge-1", seat, 200_000_000))
    for _ in range(2):
        room.play("delta-1", "ann", "bob", progressive=1)
        room.play("edge-1", "ann", two_way_bad_beat=1)
    room.do("supervisor", c.AskSlip("edge-1", SlipKind.FILL, {1_000_000: 1}))
    room.do("house", c.TakeCheckpoint())
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.deal("delta-1")
    room.do("supervisor", c.AtTable("delta-1", t.DeclareMisdeal("exposed card")))
    room.begin("edge-1")
    room.bet("ann", "edge-1", two_way_bad_beat=1)
    room.deal("edge-1")
    return room


def test_a_truthful_log_passes_and_so_does_a_round_in_progress(story, tmp_path):
    found = audited(str(stored(story, tmp_path / "house.sqlite").engine.url))
    assert (found.findings, found.records, found.rounds) == ([], len(story.log), 5)
    assert found.house.checkpoint() == story.house.checkpoint()
    assert story.house.tables["edge-1"].is_playing


def test_a_log_that_ends_after_any_command_passes(story, tmp_path):
    """A crash loses what was not on disk, never half of a command."""
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    store.migrate()
    for begins in range(0, len(story.dones), 14):
        write(store, story.dones[begins : begins + 14])
        with store.reading() as reader:
            found = Audit(reader, keys=KEYS)
            found.run()
        assert found.findings == [], begins


@pytest.mark.parametrize("table", TABLES)
def test_whatever_people_do_passes(tmp_path, make, floor, table):
    room = make(floor(floor_with(table), links=("delta", "bad-beat", "house-flush")))
    chaos = Chaos(room, 1, on_trial=table)
    while len(room.log) < 100:
        person, command = chaos.next()
        if isinstance(command.act, c.CorrectRound | c.PrintRound):
            continue  # the log is asked before them, and chaos makes it up
        with suppress(CardroomError):
            room.do(person, command)
    assert audited(str(stored(room, tmp_path / "house.sqlite").engine.url)).findings == []


def test_an_empty_database_passes(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    store.migrate()
    found = audited(str(store.engine.url))
    assert (found.findings, found.records, found.proven) == ([], 0, None)


def test_findings_are_told_one_after_the_other():
    found = [Finding("record 7", "has been changed", "commands"), Finding("balances", "are off", "balances")]
    assert list(lines(found)) == ["The first broken link: record 7: has been changed.", "  then balances: are off."]


# --- junk -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", ["body", "hash", "day"])
@pytest.mark.parametrize("junk", [b"\xff\xfe", "", "[", 7, "null", '"\ud800"'.encode("utf-8", "surrogatepass")])
def test_junk_in_a_column_is_named_and_the_audit_goes_on(story, tmp_path, column, junk):
    copy = Copy(stored(story, tmp_path / "house.sqlite"), tmp_path)
    copy.sql(f"UPDATE records SET {column} = ? WHERE position = 9", junk)
    found = copy.audit()
    assert found.records == len(story.log)
    assert found.findings[0].where.startswith("record 9")
    assert len(found.findings) == 1


def test_two_faults_are_two_findings(story, tmp_path):
    copy = Copy(stored(story, tmp_path / "house.sqlite"), tmp_path)
    dice = random.Random(5)
    for position in sorted(dice.sample(range(2, len(story.log)), 2)):
        copy.sql("UPDATE records SET hash = 'x' || hash WHERE position = ?", position)
    assert len(copy.findings()) == 2


# --- other rules ------------------------------------------------------------------------------------------------------


def test_rounds_of_other_rules_are_added_up_and_not_dealt_again(story, tmp_path, monkeypatch):
    monkeypatch.setattr(audit_room, "rules_hash", lambda rules, tables: "another")
    found = audited(str(stored(story, tmp_path / "house.sqlite").engine.url))
    assert (found.findings, found.rounds_under_other_rules) == ([], 6)
    assert found.house.books == story.house.books


# --- what is new since the last time ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> tuple[SeededRoom, Store]:
    return eventful(tmp_path_factory.mktemp("original"))


@pytest.fixture
def books(original, tmp_path, monkeypatch) -> tuple[SeededRoom, Store]:
    """The eventful log, and a state directory of its own for what has been proven."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    room, store = original
    return room, Store(Copy(store, tmp_path).url)


def audit_what_is_new(store: Store) -> Audit:
    """As `cardroom audit verify` does."""
    with store.reading() as reader:
        found = Audit(reader, proven_checkpoints.last_proven(store.address, reader), KEYS)
        found.run()
    if not found.findings and found.proven is not None:
        proven_checkpoints.remember(store.address, found.proven)
    return found


def tamper(store: Store, statement: str) -> None:
    with store.engine.begin() as connection:
        assert connection.exec_driver_sql(statement).rowcount > 0


LAST = 74  # the checkpoint of the eventful log that is proven


def test_after_a_run_without_findings_the_next_begins_at_the_proven_checkpoint(books):
    room, store = books
    first = audit_what_is_new(store)
    assert (first.records, first.is_complete, first.proven.position) == (len(room.log), True, LAST)
    second = audit_what_is_new(store)
    assert (second.records, second.is_complete, second.findings) == (len(room.log) - LAST, False, [])
    assert second.house.checkpoint() == first.house.checkpoint()


def test_it_goes_on_as_the_house_does(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    room, store = eventful(tmp_path)
    audit_what_is_new(store)
    known = len(room.dones)
    room.finish("edge-1")
    room.do("house", c.TakeCheckpoint())
    room.play("delta-1", "bob")
    write(store, room.dones[known:])
    found = audit_what_is_new(store)
    assert (found.records, found.findings) == (len(room.log) - LAST, [])
    assert audit_what_is_new(store).begins.position > LAST


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ('UPDATE records SET body = replace(body, \'"by":"ann"\', \'"by":"bob"\') WHERE position = 76', "record 76"),
        ("DELETE FROM records WHERE position = 76", "record 77"),
        ("UPDATE balances SET amount = amount + 1 WHERE account = 'wallet:ann'", "balances"),
        ("UPDATE parts SET position = 3 WHERE position = 77", "index parts"),
        ("UPDATE documents SET body = body || ' '", "document"),
    ],
)
def test_a_fault_after_it_is_found(books, statement, told):
    _, store = books
    audit_what_is_new(store)
    tamper(store, statement)
    found = audit_what_is_new(store)
    assert not found.is_complete
    assert found.findings[0].where.startswith(told)


@pytest.mark.parametrize(
    "statement",
    [
        'UPDATE records SET body = replace(body, \'"by":"ann"\', \'"by":"bob"\') WHERE position = 58',
        "DELETE FROM records WHERE position = 58",
        "UPDATE events SET kind = 'cap' WHERE position = 63",
    ],
)
def test_a_fault_before_it_is_found_only_by_an_audit_of_everything(books, statement):
    _, store = books
    audit_what_is_new(store)
    tamper(store, statement)
    assert audit_what_is_new(store).findings == []
    assert len(audited(str(store.engine.url)).findings) == 1


@pytest.mark.parametrize(
    "statement",
    [
        f"DELETE FROM checkpoints WHERE position = {LAST}",
        f"UPDATE checkpoints SET body = x'00' WHERE position = {LAST}",
        f"UPDATE checkpoints SET hash = 'x' WHERE position = {LAST}",
    ],
)
def test_where_the_checkpoint_is_not_what_was_proven_it_begins_at_the_start(books, statement):
    room, store = books
    audit_what_is_new(store)
    tamper(store, statement)
    found = audit_what_is_new(store)
    assert (found.is_complete, found.records) == (True, len(room.log))
    assert [finding.where for finding in found.findings] == [f"checkpoint {LAST}"] * ("DELETE" not in statement)


def test_with_a_finding_nothing_is_proven(books):
    room, store = books
    tamper(store, "UPDATE records SET hash = 'x' || hash WHERE position = 58")
    assert audit_what_is_new(store).proven.position < 58
    assert audit_what_is_new(store).records == len(room.log)


def test_another_database_has_proven_nothing(books, tmp_path):
    _, store = books
    audit_what_is_new(store)
    other = SeededRoom()
    assert audit_what_is_new(stored(other, tmp_path / "other.sqlite")).is_complete


def test_a_damaged_note_of_what_was_proven_is_as_good_as_none(books, tmp_path):
    _, store = books
    audit_what_is_new(store)
    (note,) = (tmp_path / "state" / "cardroom" / "proven").iterdir()
    note.write_text("{")
    assert audit_what_is_new(store).is_complete


def test_a_checkpoint_that_is_gone_is_refused_in_a_sentence(books):
    _, store = books
    with store.reading() as reader, pytest.raises(CardroomError, match="is not there any more"):
        Audit(reader, audit_room.Proven(3, "0" * 64))
