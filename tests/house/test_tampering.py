"""Whoever changes one thing behind the back of the house is found, at one place, in words.

One small log in which everything has happened (see `logs`), and one change to it at a time: in the database, in the
files, or by an insider who hashes the whole chain anew.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from cardroom.documents import hash_of
from cardroom.house.audit import declared_changes
from cardroom.house.audit.declared_changes import Differs
from cardroom.house.audit.log_audit import Audit
from cardroom.house.audit.signed_heads import SignedHead
from cardroom.house.engine.house import Done, House
from cardroom.house.engine.index_rows import rows_of
from cardroom.house.kernel.document_store import Documents
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import Record, decode_record, sealed_for_log
from cardroom.house.storage.store import Store
from cardroom.money import DOLLAR

from ..stores import write
from .conftest import KEYS
from .logs import Copy, SeededRoom, eventful


class Original(NamedTuple):
    room: SeededRoom
    store: Store


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Original:
    return Original(*eventful(tmp_path_factory.mktemp("original")))


@pytest.fixture
def copy(original, tmp_path) -> Copy:
    return Copy(original.store, tmp_path)


def test_nothing_is_wrong_with_the_original(original, copy):
    found = copy.audit()
    assert found.findings == []
    assert (found.records, found.rounds, found.not_done_again) == (len(original.room.log), 8, 0)
    assert not found.other_versions
    copied = {path.name for path in copy.archive.iterdir()}
    assert copied == {"2026-03-02.jsonl.gz", "manifest-53.json"}
    assert original.room.house.tables["edge-1"].is_playing


# --- one record -------------------------------------------------------------------------------------------------------


def rewrite(position: int, old: str, new: str) -> Callable[[Copy], None]:
    """A text in the body of a record, and nothing else."""

    def change(copy: Copy) -> None:
        body = body_of(copy, position)
        assert old in body, body
        copy.sql("UPDATE records SET body = ? WHERE position = ?", body.replace(old, new, 1), position)

    return change


def rewrite_and_hash(position: int, old: str, new: str) -> Callable[[Copy], None]:
    """The same, with the hash of the record."""

    def change(copy: Copy) -> None:
        rewrite(position, old, new)(copy)
        written = sealed_for_log(decode_record(body_of(copy, position).encode()))
        copy.sql(
            "UPDATE records SET body = ?, hash = ? WHERE position = ?", written.body.decode(), written.hash, position
        )

    return change


def body_of(copy: Copy, position: int) -> str:
    ((body,),) = copy.ask("SELECT body FROM records WHERE position = ?", position)
    return body


def sql(*statements: str) -> Callable[[Copy], None]:
    def change(copy: Copy) -> None:
        for statement in statements:
            copy.sql(statement)

    return change


def swap(first: int, second: int) -> Callable[[Copy], None]:
    return sql(
        f"UPDATE records SET position = 0 WHERE position = {first}",
        f"UPDATE records SET position = {first} WHERE position = {second}",
        f"UPDATE records SET position = {second} WHERE position = 0",
    )


CHANGED = "has been changed: its hash does not fit"
ONE_MORE = (  # a millionth of a dollar
    '-1000000],["stack:delta-1:ann",1000000',
    '-1000001],["stack:delta-1:ann",1000001',
)
ANOTHER_CARD = ('"places":[3,4]', '"places":[4,30]')  # face down, in the deck
BET, DROP = "record 58 (table:delta-1 16)", "record 63 (table:delta-1 21)"
DEALT = "record 60 (table:delta-1 18, link:delta 7)"  # ann and bob, each with the progressive

OF_RECORDS: dict[str, tuple[Callable[[Copy], None], str]] = {
    "an amount in an event": (rewrite(60, '"stake":1000000', '"stake":2000000'), f"{DEALT}: {CHANGED} (comes out"),
    "an amount in a posting": (rewrite(60, *ONE_MORE), f"{DEALT}: {CHANGED} (moves other"),
    "an account": (rewrite(60, "stack:delta-1:ann", "stack:delta-1:bob"), f"{DEALT}: {CHANGED} (moves other money"),
    "a card": (rewrite(60, *ANOTHER_CARD), f"{DEALT}: {CHANGED} (comes out differently"),
    "a contribution": (rewrite(60, '"meter":200000', '"meter":300000'), f"{DEALT}: {CHANGED} (comes out differently"),
    "a person": (rewrite(58, '"by":"ann"', '"by":"bob"'), f"{BET}: {CHANGED} (would be refused"),
    "a person who never was": (rewrite(58, '"by":"ann"', '"by":"eve"'), f"{BET}: {CHANGED} (is by eve"),
    "a role": (rewrite(58, '"role":"guest"', '"role":"player"'), f"{BET}: {CHANGED} (says that"),
    "a time": (rewrite(59, "12:00:06Z", "12:00:05Z"), f"record 59 (table:delta-1 17): {CHANGED}"),
    "a key": (rewrite(65, "1772539200000-a1", "1772539200000-a2"), f"record 65 (table:delta-1 22): {CHANGED}"),
    "a command": (rewrite(63, '"CollectDrop"', '"BeginRound"'), f"{DROP}: {CHANGED} (comes out differently"),
    "what is asked for": (rewrite(63, '"table":"delta-1"', '"table":"edge-1"'), f"{DROP}: {CHANGED} (comes out"),
    "the version": (rewrite(63, '"version":"', '"version":"9.'), f"{DROP}: {CHANGED}"),
    "the day in a record": (rewrite(63, '"day":"2026-03-03"', '"day":"2026-03-04"'), f"{DROP}: {CHANGED}"),
    "the day beside a record": (sql("UPDATE records SET day = '2026-03-04' WHERE position = 63"), "record 63: stands "),
    "a number": (rewrite(63, '"number":21', '"number":22'), "record 63 (table:delta-1 22): "),
    "what it is chained to": (rewrite(63, '"previous":"', '"previous":"0'), f"{DROP}: {CHANGED}"),
    "blanks that mean nothing": (rewrite(63, '"day":', '"day": '), f"{DROP}: {CHANGED}"),
    "half of it": (sql("UPDATE records SET body = substr(body, 1, 200) WHERE position = 63"), "record 63: "),
    "nothing left of it": (sql("UPDATE records SET body = '' WHERE position = 63"), "record 63: cannot be read"),
    "no letters": (sql("UPDATE records SET body = CAST(x'5bff5d' AS TEXT) WHERE position = 63"), "record 63: "),
    "its hash": (sql("UPDATE records SET hash = 'x' || hash WHERE position = 63"),
                 f"{DROP}: {CHANGED}"),
    "the last hash": (sql("UPDATE records SET hash = 'x' || hash WHERE position = 77"), "record 77 (table:edge-1 "),
    "an amount and its hash": (rewrite_and_hash(60, *ONE_MORE), f"{DEALT}: moves other money"),
    "a card and its hash": (rewrite_and_hash(60, *ANOTHER_CARD), f"{DEALT}: comes out differently"),
    "a key and its hash": (rewrite_and_hash(65, "00-a1", "00-a2"), "record 66: is not chained to the record before it"),
    "deleted": (sql("DELETE FROM records WHERE position = 61"), "record 62: follows record 60: records are missing"),
    "the first after the archive deleted": (sql("DELETE FROM records WHERE position = 54"), "record 55: follows"),
    "two swapped": (swap(60, 61), "record 60: follows record 59: records are missing or out of order"),
    "another one twice": (sql("UPDATE records SET (body, hash) = (SELECT body, hash FROM records WHERE position = 62)"
                              " WHERE position = 63"), "record 63: follows record 62: records are missing"),
    "the last ones cut off": (sql("DELETE FROM records WHERE position > 74"), "log: ends with record 74, and there"),
}  # fmt: skip


@pytest.mark.parametrize("case", OF_RECORDS)
def test_a_record_that_was_changed_is_named(copy, case):
    change, told = OF_RECORDS[case]
    change(copy)
    (finding,) = copy.findings()
    assert finding.startswith(told)


# --- the index --------------------------------------------------------------------------------------------------------

NOT_MADE = "has been changed: it is not what the records make"
OF_INDEX: dict[str, tuple[Callable[[Copy], None], str]] = {
    "a part": (sql("UPDATE parts SET position = 3 WHERE stream = 'table:delta-1' AND number = 5"),
               f"index parts (table:delta-1, 5): {NOT_MADE}"),
    "a part less": (sql("DELETE FROM parts WHERE stream = 'link:delta' AND number = 2"),
                    "index parts (link:delta, 2): is missing"),
    "a part more": (sql("INSERT INTO parts VALUES ('link:nowhere', 1, 9)"), "index parts: has 1 row that no record"),
    "a day": (sql("UPDATE days SET ends = begins WHERE day = '2026-03-03'"), f"index days (2026-03-03): {NOT_MADE}"),
    "a day less": (sql("DELETE FROM days WHERE day = '2026-03-03'"), "index days (2026-03-03): is missing"),
    "a day more": (sql("INSERT INTO days VALUES ('2026-04-01', 9, '', '')"), "index days: has 1 row that no record"),
    "a balance": (sql("UPDATE balances SET amount = amount + 1 WHERE account = 'wallet:ann'"),
                  "balances: the row of wallet:ann is not what the records make of it"),
    "a balance less": (sql("DELETE FROM balances WHERE account = 'cage'"), "balances: the row of cage is not what"),
    "a balance more": (sql("INSERT INTO balances VALUES ('wallet:eve', 5)"), "balances: the row of wallet:eve is not"),
    "an empty balance more": (sql("INSERT INTO balances VALUES ('wallet:eve', 0)"), "index balances: has 1 row"),
    "an empty balance less": (sql("DELETE FROM balances WHERE amount = 0 AND account LIKE 'layout:delta-1:ann'"),
                              "index balances: lacks 1 row that records make"),
    "a round": (sql("UPDATE rounds SET last = last + 1 WHERE round_id = 'delta-1-1'"),
                f"index rounds (delta-1-1): {NOT_MADE}"),
    "the seed of a finished round": (sql("UPDATE rounds SET seed = replace(seed, '5e', '5f') || '' WHERE"
                                         " round_id = 'delta-1-1'"), f"index rounds (delta-1-1): {NOT_MADE}"),
    "a seed that is none": (sql("UPDATE rounds SET seed = 'zz' WHERE round_id = 'delta-1-1'"),
                            f"index rounds (delta-1-1): {NOT_MADE}"),
    "a round less": (sql("DELETE FROM rounds WHERE round_id = 'delta-1-2'"), "index rounds (delta-1-2): is missing"),
    "a round more": (sql("INSERT INTO rounds VALUES ('delta-1-9', 'delta-1', '2026-03-03', 60, 62, '')"),
                     "index rounds: has 1 row that no record makes"),
    "what was played": (sql("UPDATE played SET net = net + 1 WHERE person = 'bob' AND round_id = 'delta-1-1'"),
                        f"index played (bob, delta-1-1): {NOT_MADE}"),
    "what was played less": (sql("DELETE FROM played WHERE person = 'bob' AND round_id = 'delta-1-1'"),
                             "index played (bob, delta-1-1): is missing"),
    "what was played more": (sql("INSERT INTO played SELECT 'eve', round_id, position, table_id, at, seat, staked, net,"
                                 " jackpots, is_void, is_over FROM played WHERE person = 'bob' LIMIT 1"),
                             "index played: has 1 row that no record makes"),
    "a figure": (sql("UPDATE figures SET figures = replace(figures, '\"drop\":40', '\"drop\":90')"
                     " WHERE day = '2026-03-03' AND stream = 'table:delta-1'"),
                 f"index figures (2026-03-03, table:delta-1): {NOT_MADE}"),
    "a figure less": (sql("DELETE FROM figures WHERE day = '2026-03-02' AND stream = 'link:delta'"),
                      "index figures (2026-03-02, link:delta): is missing"),
    "a figure more": (sql("INSERT INTO figures VALUES ('2026-03-01', 'table:delta-1', '{}')"),
                      "index figures: has 1 row that no record makes"),
    "an event": (sql("UPDATE events SET event = 5 WHERE position = 63"), f"index events (63, 0): {NOT_MADE}"),
    "who did it": (sql("UPDATE events SET by = 'eve' WHERE position = 63"), f"index events (63, 0): {NOT_MADE}"),
    "an event less": (sql("DELETE FROM events WHERE position = 63"), "index events (63, 0): is missing"),
    "an event more": (sql("INSERT INTO events SELECT 63, 9, day, at, by, stream, number, event, kind FROM events"
                          " WHERE position = 63"), "index events: has 1 row that no record makes"),
    "a win": (sql("UPDATE wins SET body = replace(body, '\"seat\":1', '\"seat\":2') WHERE win = 'delta-1'"),
              f"index wins (delta, delta-1): {NOT_MADE}"),
    "a win less": (sql("DELETE FROM wins WHERE win = 'delta-2'"), "index wins (delta, delta-2): is missing"),
    "a win more": (sql("INSERT INTO wins VALUES ('delta', 'delta-9', '', 1, 1, '{}')"), "index wins: has 1 row"),
}  # fmt: skip


@pytest.mark.parametrize("case", OF_INDEX)
def test_a_row_of_the_index_that_was_changed_is_named(copy, case):
    change, told = OF_INDEX[case]
    change(copy)
    (finding,) = copy.findings()
    assert finding.startswith(told)


# --- what is kept beside the records ----------------------------------------------------------------------------------


def document(change: str, kind: str) -> Callable[[Copy], None]:
    """A change to the document that the log calls so."""
    field = {
        "floor": '%"play_money_grant"%',
        "link": '%"award_order"%',
        "settings": '{"game"%',
        "figures": '{"tables":{"%',
    }

    def tamper(copy: Copy) -> None:
        found = copy.ask("SELECT hash FROM documents WHERE body LIKE ? ORDER BY length(body) DESC", field[kind])
        copy.sql(change, found[0][0])

    return tamper


ANOTHER = "UPDATE documents SET body = body || ' ' WHERE hash = ?"
NONE = "DELETE FROM documents WHERE hash = ?"


def in_file(name: str, change: Callable[[bytes], bytes | None]) -> Callable[[Copy], None]:
    def tamper(copy: Copy) -> None:
        path = copy.archive / name
        after = change(path.read_bytes())
        path.unlink()
        if after is not None:
            path.write_bytes(after)

    return tamper


def flip(place: int) -> Callable[[bytes], bytes]:
    return lambda body: body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]


def packed_again(body: bytes) -> bytes:
    """A changed amount in a file that can be read."""
    return gzip.compress(gzip.decompress(body).replace(b'"stake":5000000', b'"stake":6000000', 1))


DAY = "2026-03-02.jsonl.gz"
BESIDE: dict[str, tuple[Callable[[Copy], None], str]] = {
    "the floor": (document(ANOTHER, "floor"), "document "),
    "the floor is gone": (document(NONE, "floor"), "document "),
    "a link's configuration": (document(ANOTHER, "link"), "document "),
    "a table's settings": (document(ANOTHER, "settings"), "document "),
    "the figures of a closed day": (document(ANOTHER, "figures"), "document "),
    "the figures of a closed day are gone": (document(NONE, "figures"), "document "),
    "a checkpoint": (sql("UPDATE checkpoints SET body = x'00' WHERE position = 74"), "checkpoint 74: has been changed"),
    "an old checkpoint": (sql("UPDATE checkpoints SET body = x'00' WHERE position = 49"), "checkpoint 49: "),
    "the hash of a checkpoint": (sql("UPDATE checkpoints SET hash = 'x' WHERE position = 74"), "checkpoint 74: "),
    "a checkpoint that nobody took": (sql("UPDATE checkpoints SET position = 70 WHERE position = 74"),
                                      "checkpoint 70: is named by no record"),
    "the first byte of an archive": (in_file(DAY, flip(0)), f"archive {DAY}: has been changed"),
    "a byte that means nothing": (in_file(DAY, flip(4)), f"archive {DAY}: has been changed"),
    "an archive cut short": (in_file(DAY, lambda body: body[:-600]), f"archive {DAY}: has been changed"),
    "an empty archive": (in_file(DAY, lambda body: b""), f"archive {DAY}: has been changed"),
    "no archive": (in_file(DAY, lambda body: None), f"archive {DAY}: cannot be read: No such file"),
    "a manifest": (in_file("manifest-53.json", flip(40)), "archive manifest-53.json: "),
    "no manifest": (in_file("manifest-53.json", lambda body: None), "archive manifest-53.json: The manifest"),
    "the list of archives": (sql("UPDATE archives SET last = 52"), f"archive {DAY}: does not stand in the database"),
    "the hash of an archive": (sql("UPDATE archives SET hash = 'x'"), f"archive {DAY}: does not stand in the database"),
    "a signed head": (sql("UPDATE heads SET statement = replace(statement, '\"house\":\"Test', '\"house\":\"Rest')"
                          " WHERE day = '2026-03-02'"), "signed head of 2026-03-02: has been changed: the signature"),
    "a signature": (sql("UPDATE heads SET statement = replace(statement, '\"signature\":\"', '\"signature\":\"00')"
                        " WHERE day = '2026-03-03'"), "signed head of 2026-03-03: has been changed: the signature"),
    "junk for a head": (sql("UPDATE heads SET statement = 'x' WHERE day = '2026-03-03'"), "signed head of 2026-03-03:"),
    "a head of another day": (sql("UPDATE heads SET day = '2026-03-09' WHERE day = '2026-03-03'"), "signed head of 20"),
}  # fmt: skip


@pytest.mark.parametrize("case", BESIDE)
def test_what_is_kept_beside_the_records_is_named_where_it_was_changed(copy, case):
    change, told = BESIDE[case]
    change(copy)
    findings = copy.findings()
    assert findings[0].startswith(told)
    assert len(findings) == 1


@pytest.mark.parametrize("place", [20, 500, 1_500, -3])
def test_a_byte_of_an_archive_names_the_file_and_what_can_still_be_read_of_it(copy, place):
    in_file(DAY, flip(place))(copy)
    *records, file = copy.findings()
    assert all(finding.startswith(("record ", "document ")) for finding in records), records  # or the name of one
    assert file == f"archive {DAY}: {CHANGED}"


def test_two_records_that_were_swapped_are_both_named_if_they_stand_apart(copy):
    swap(60, 68)(copy)
    told = "follows record {}: records are missing or out of order"
    assert copy.findings() == [f"record 60: {told.format(59)}", f"record 68: {told.format(67)}"]


def test_an_archive_packed_again_with_another_amount_is_named_with_its_record(copy):
    in_file(DAY, packed_again)(copy)
    record, file = copy.findings()
    assert record.startswith("record ")
    assert CHANGED in record
    assert file == f"archive {DAY}: has been changed: its hash does not fit"


def test_records_after_a_lost_archive_are_held_to_the_chain_and_done_again_from_the_next_checkpoint(copy):
    in_file(DAY, lambda body: None)(copy)
    rewrite(76, '"by":"ann"', '"by":"bob"')(copy)
    found = copy.audit()
    assert found.not_done_again == 53 + 21  # the archive, and what follows until there is a checkpoint
    assert [finding.where for finding in found.findings] == ["record 76 (table:edge-1 8)", f"archive {DAY}"]


def test_any_changed_byte_of_a_record_is_named(copy):
    """A sample of places in a record; each is found at this record, or at the next one that is chained to it."""
    body = body_of(copy, 60)
    for place in range(7, len(body), len(body) // 6):
        changed = body[:place] + chr(ord(body[place]) ^ 1) + body[place + 1 :]
        copy.sql("UPDATE records SET body = ? WHERE position = 60", changed)
        (finding,) = copy.findings()
        assert finding.startswith(("record 60", "record 61")), (place, finding)


# --- insiders ---------------------------------------------------------------------------------------------------------

Forged = Callable[[Record], Record]


def forgery(original: Original, directory: Path, change: Forged) -> Copy:
    """The whole log written anew with some records changed: chain, index, checkpoints and balances all agree."""
    store = Store(f"sqlite:///{directory / 'forged.sqlite'}")
    store.migrate()
    documents = dict(original.room.documents)
    house = House(Documents(documents.get), original.room)
    before_archiving = takewhile(lambda done: not isinstance(done.record.command, c.Archive), original.room.dones)
    write(store, [forged(house, done, change) for done in before_archiving])
    store.engine.dispose()
    return Copy(store, directory)


def forged(house: House, done: Done, change: Forged) -> Done:
    assert done.record is not None
    record = msgspec.structs.replace(change(done.record), previous=house.head)
    checkpoint = house.checkpoint() if done.checkpoint is not None else None
    if checkpoint is not None:
        (part,) = record.parts
        named = (e.Checkpointed(state=hash_of(checkpoint)),)
        record = msgspec.structs.replace(record, parts=(msgspec.structs.replace(part, events=named),))
    if isinstance(record.command, c.CloseDay):
        (part,) = record.parts
        figures = house.documents.keep(house.figures[record.command.day])
        closed = (e.DayClosed(day=record.command.day, figures=figures),)
        record = msgspec.structs.replace(record, parts=(msgspec.structs.replace(part, events=closed),))
    written = sealed_for_log(record)
    house.apply(record, written.hash)
    return Done(
        record=record,
        written=written,
        documents=done.documents | house.documents.take_new(),
        rows=tuple(rows_of(house, record)),
        checkpoint=checkpoint,
    )


def at(position: int, *texts: tuple[str, str]) -> Forged:
    """Other texts in one record, each wherever it stands."""

    def change(record: Record) -> Record:
        if record.position != position:
            return record
        body = msgspec.json.encode(record).decode()
        for old, new in texts:
            assert old in body, (old, body)
            body = body.replace(old, new)
        return decode_record(body.encode())

    return change


def pay_more(record: Record) -> Record:
    """The last round of the first day pays ann a dollar more, in the event and in its posting."""
    if record.position != 48:
        return record
    body = msgspec.json.decode(msgspec.json.encode(record))
    events, postings = body["parts"][0]["events"], body["parts"][0]["postings"]
    settled = next(event for event in events if event["type"] == "WagerSettled" and event["seat"] == 1)
    settled["back"] += DOLLAR
    entries = next(p["entries"] for p in postings if any(x[0] == "stack:delta-1:ann" for x in p["entries"]))
    for entry in entries:
        entry[1] += {"tray:delta-1": -DOLLAR, "stack:delta-1:ann": DOLLAR}.get(entry[0], 0)
    return msgspec.convert(body, Record, str_keys=True)


INSIDERS: dict[str, tuple[Forged, str]] = {
    "a pay-out of one dollar more": (pay_more, "record 48 (table:delta-1 13, link:delta 3): comes out differently"),
    "another card": (at(60, ANOTHER_CARD), f"{DEALT}: comes out differently when it is done again: table:delta-1,"),
    "another contribution": (at(17, ("150000", "250000")), "record 17 (table:edge-1 "),
    "another's money": (at(63, ("cage", "wallet:ann")), "record 63 (table:delta-1 21): moves other money on table"),
    "another decision": (at(43, ('"option":"3x"', '"option":"1x"')), "record 43 (table:delta-1 "),
    "another reason": (at(62, ("a boxed card", "a joker")), ""),
}  # fmt: skip


@pytest.mark.parametrize("case", [case for case in INSIDERS if INSIDERS[case][1]])
def test_a_forgery_that_is_consistent_in_itself_is_found_by_doing_the_command_again(original, tmp_path, case):
    change, told = INSIDERS[case]
    (finding,) = forgery(original, tmp_path, change).findings()
    assert finding.startswith(told)


def test_a_forged_history_that_could_have_been_shows_only_against_what_was_signed(original, tmp_path):
    """The reason of a void is another, in the command and in all that follows from it: nothing in the log says so."""
    copy = forgery(original, tmp_path, INSIDERS["another reason"][0])
    assert copy.findings() == []
    with original.store.reading() as reader:
        signed = msgspec.json.decode(reader.heads()["2026-03-03"], type=SignedHead)
    assert signed.head.position > 62
    store = Store(copy.url)
    with store.reading() as reader:
        found = Audit(reader, keys=KEYS)
        found.run()
        found.require_head(signed.head.position, signed.head.hash)
    (finding,) = found.findings
    assert str(finding).startswith(f"record {signed.head.position}: is missing: the log has been cut short")


def test_a_log_cut_short_with_everything_that_follows_shows_only_against_what_was_signed(original, tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'short.sqlite'}")
    store.migrate()
    write(store, original.room.dones[:60])
    with original.store.reading() as reader:
        heads = [msgspec.json.decode(text, type=SignedHead).head for text in reader.heads().values()]
    with store.reading() as reader:
        found = Audit(reader, keys=KEYS)
        found.run()
        assert found.findings == []
        for head in heads:
            found.require_head(head.position, head.hash)
        found.require_hash(original.room.log[70].hash)
    told = [str(finding) for finding in found.findings]
    assert told[0].startswith(f"record {heads[1].position}: is missing: the log has been cut short; its hash was")
    assert told[1].startswith("log: holds no record of the hash")
    assert len(told) == 2


@pytest.mark.parametrize(
    ("since", "differs", "is_declared"),
    [
        ("0.1.0", Differs.EVENTS, True),
        ("0.1.0", Differs.MONEY, False),
        ("0.0.9", Differs.EVENTS, False),
        ("", Differs.EVENTS, False),
    ],
)
def test_another_version_may_differ_in_what_is_declared_and_in_nothing_else(
    original, tmp_path, monkeypatch, since, differs, is_declared
):
    changed = set()

    def of_old(record: Record) -> Record:
        paid = pay_more(record)
        if paid != record:
            changed.add(str(record.command.act.__struct_config__.tag))
        return msgspec.structs.replace(paid, version="0.0.9")

    forged = forgery(original, tmp_path, of_old)
    change = declared_changes.Change(since=since, commands=frozenset(changed), differs=frozenset({differs}))
    monkeypatch.setattr(declared_changes, "CHANGES", (change,) if since else ())
    found = forged.audit()
    assert len(found.findings) == (0 if is_declared else 1)
    assert found.other_versions == ({"0.0.9": 1} if is_declared else {})
