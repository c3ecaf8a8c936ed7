"""The audit: a truthful log passes, and every kind of tampering is found and named where it is."""

from __future__ import annotations

import random
import re
import sqlite3

import msgspec
import pytest

from cardroom.house.core import commands as c
from cardroom.house.core.house import Done
from cardroom.house.core.records import record_hash
from cardroom.house.office import audit as audit_room
from cardroom.house.office.audit import Audit
from cardroom.house.storage.store import Store
from cardroom.ledger import Entry, Posting

COLUMNS = ("stream", "number", "at", "by", "key", "events", "postings", "previous", "hash")


class Books:
    """A stored log to tamper with."""

    def __init__(self, path, room) -> None:
        self.path = path
        store = Store(f"sqlite:///{path}")
        store.migrate()
        store.write([Done(records=tuple(room.records), secrets=room.secrets)])
        store.engine.dispose()
        self.records = room.records

    def tamper(self, statement: str, *values: object) -> None:
        with sqlite3.connect(self.path) as connection:
            connection.execute("PRAGMA foreign_keys=OFF")
            assert connection.execute(statement, values).rowcount > 0
        connection.close()

    def row(self, place: int) -> dict[str, object]:
        connection = sqlite3.connect(self.path)
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute("SELECT * FROM records WHERE id = ?", (place,)).fetchone())
        connection.close()
        return row

    def findings(self) -> list[str]:
        store = Store(f"sqlite:///{self.path}")
        found = Audit(store.seeds())
        for record in store.read(broken=found.unreadable):
            found.check(record)
        found.finish(missing=store.missing())
        store.engine.dispose()
        return [str(finding) for finding in found.findings]

    def is_named(self, stream: object, number: object) -> bool:
        """Whether the first finding is of this record, or of the one after it in its stream."""
        first = self.findings()[0]
        assert isinstance(number, int)
        return any(first.startswith(f"{stream}, record {n}:") for n in (number, number + 1))


@pytest.fixture
def story(make, floor):
    """Rounds, a void, a mispay, a fill, an adjustment, and a round in progress."""
    room = make(floor(("edge-1", "delta-1")))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
        room.do(person, c.SitDown("edge-1", seat, 200_000_000))
    for _ in range(3):
        room.play("delta-1", "ann", "bob", progressive=1)
        room.play("edge-1", "ann", two_way_bad_beat=1)
    room.do("supervisor", c.Fill("edge-1", 1_000_000))
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.deal("delta-1")
    room.do("supervisor", c.DeclareMisdeal("delta-1", "exposed card"))
    room.begin("edge-1")
    room.bet("ann", "edge-1", two_way_bad_beat=1)
    room.deal("edge-1")
    return room


@pytest.fixture
def books(tmp_path, story) -> Books:
    return Books(tmp_path / "house.sqlite", story)


def test_a_truthful_log_passes_and_so_does_a_round_in_progress(books, story):
    assert books.findings() == []
    found = story.audit()
    assert (found.findings, found.rounds) == ([], 7)
    assert story.house.tables["edge-1"].is_playing


def test_a_log_that_ends_after_any_command_passes(story):
    """A crash loses what was not on disk, never half of a command."""
    ends = [place for place in range(1, len(story.records)) if is_first_of_command(story.records, place)]
    for end in ends[::7]:
        found = Audit(
            {round_id: seed for round_id, seed in story.secrets.items() if began(story.records[:end], round_id)}
        )
        found.run(story.records[:end])
        assert found.findings == [], end


def is_first_of_command(records, place) -> bool:
    """Records of one command carry the same moment."""
    return records[place].at != records[place - 1].at


def began(records, round_id: str) -> bool:
    return any(f'"RoundBegan","round_id":"{round_id}"'.encode() in bytes(record.events) for record in records)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_byte_in_any_column_is_found_and_named(books, column):
    dice = random.Random(column)
    places = dice.sample(range(1, len(books.records) + 1), 6)
    for place in places:
        row = books.row(place)
        text = str(row[column])
        if not text:  # an empty key: something is written where nothing was
            changed = "x"
        else:
            at = dice.randrange(len(text))
            changed = text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
        if column == "number":
            changed = int(text) + 1_000_000
        books.tamper(f"UPDATE records SET {column} = ? WHERE id = ?", changed, place)
        found = books.findings()
        assert found, (column, place, text, changed)
        if column not in ("stream", "number"):
            assert books.is_named(row["stream"], row["number"]), found[:3]
        books.tamper(f"UPDATE records SET {column} = ? WHERE id = ?", row[column], place)
    assert books.findings() == []


@pytest.mark.parametrize("junk", [b"\xff\xfe", "", "[", 7, None])
@pytest.mark.parametrize("column", ["events", "postings", "at", "by", "hash"])
def test_junk_in_a_column_is_named_and_the_audit_goes_on(books, column, junk):
    row = books.row(9)
    value = None if junk is None else junk
    if value is None:
        value = row[column].encode() if isinstance(row[column], str) else b""  # the same, but as bytes
    books.tamper(f"UPDATE records SET {column} = ? WHERE id = 9", value)
    assert books.is_named(row["stream"], row["number"])


def test_bytes_that_are_no_letters_are_named(books):
    row = books.row(9)
    books.tamper("UPDATE records SET events = CAST(x'5bff5d' AS TEXT) WHERE id = 9")
    assert books.is_named(row["stream"], row["number"])


def test_a_change_that_only_looks_the_same_is_named(books):
    """Another spelling of the same moment, or blanks between the same entries."""
    row = books.row(9)
    for column, other in (("at", str(row["at"]).replace("T", " ")), ("postings", f" {row['postings']}")):
        books.tamper(f"UPDATE records SET {column} = ? WHERE id = 9", other)
        assert books.is_named(row["stream"], row["number"]), column
        books.tamper(f"UPDATE records SET {column} = ? WHERE id = 9", row[column])


def test_a_deleted_record_is_named(books):
    for place in (3, 10, len(books.records) // 2, len(books.records) - 1):
        row = books.row(place)
        books.tamper("DELETE FROM records WHERE id = ?", place)
        found = books.findings()
        assert found
        follows = [
            f for f in found if f.startswith(f"{row['stream']}, record {int(row['number']) + 1}: follows record")
        ]
        is_last = not any(r.stream == row["stream"] and r.number > row["number"] for r in books.records)
        assert follows or is_last
        columns = ", ".join(row)
        books.tamper(f"INSERT INTO records ({columns}) VALUES ({', '.join('?' * len(row))})", *row.values())
    assert books.findings() == []


def test_two_swapped_records_are_named(books):
    numbers = [(r.stream, r.number) for r in books.records]
    first = numbers.index(("table:delta-1", 4)) + 1
    second = numbers.index(("table:delta-1", 5)) + 1
    books.tamper("UPDATE records SET id = 0 WHERE id = ?", first)
    books.tamper("UPDATE records SET id = ? WHERE id = ?", first, second)
    books.tamper("UPDATE records SET id = ? WHERE id = 0", second)
    assert books.findings()[0].startswith("table:delta-1, record 5: follows record 3")


@pytest.mark.parametrize("stream", ["table:delta-1", "table:edge-1", "link:delta", "link:bad-beat", "house"])
def test_a_stream_cut_short_is_found(books, stream):
    last = max(r.number for r in books.records if r.stream == stream)
    books.tamper("DELETE FROM records WHERE stream = ? AND number > ?", stream, last - 2)
    # Somebody clever also closes the gaps in the order of the house.
    assert books.findings()
    with sqlite3.connect(books.path) as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM records ORDER BY id")]
        for new, old in enumerate(ids, 1):
            connection.execute("UPDATE records SET id = ? WHERE id = ?", (new, old))
    connection.close()
    if stream != "house":  # a house stream cut after its last anchor shows only in the gaps
        assert books.findings()


def test_a_posting_changed_and_hashed_again_is_found_twice(books):
    """The record now fits its own hash, but neither its events nor the record after it."""
    place = next(i for i, r in enumerate(books.records, 1) if r.stream == "table:delta-1" and r.postings and i > 30)
    record = books.records[place - 1]
    forged = tuple(
        Posting(tuple(Entry(e.account, e.amount * 2) for e in posting.entries), posting.reason)
        for posting in record.postings
    )
    digest = record_hash(
        record.stream, record.number, record.at, record.by, record.key, bytes(record.events), forged, record.previous
    )
    books.tamper(
        "UPDATE records SET postings = ?, hash = ? WHERE id = ?", msgspec.json.encode(forged).decode(), digest, place
    )
    found = books.findings()
    assert found[0] == f"table:delta-1, record {record.number}: moves other money than its events call for"
    assert f"table:delta-1, record {record.number + 1}: is not chained to the record before it" in found


def forge(records, stream: str, change) -> list:
    """Change the first record of a stream that a forger cares for, and hash the rest of the stream anew."""
    forged, previous = [], ""
    for record in records:
        if record.stream != stream:
            forged.append(record)
            continue
        changed = None if previous else change(bytes(record.events), record.postings)
        if changed is None and not previous:
            forged.append(record)
            continue
        events, postings = changed or (bytes(record.events), record.postings)
        chained = previous or record.previous
        previous = record_hash(
            record.stream, record.number, record.at, record.by, record.key, events, postings, chained
        )
        forged.append(
            msgspec.structs.replace(
                record, events=msgspec.Raw(events), postings=postings, previous=chained, hash=previous
            )
        )
    assert previous
    return forged


def test_a_pay_out_changed_in_events_postings_and_all_hashes_is_found_by_playing_the_round_again(story):
    def pay_more(events, postings):
        if b'"WagerSettled"' not in events:
            return None
        decoded = msgspec.json.decode(events)
        settled = next(e["event"] for e in decoded if e.get("event", {}).get("type") == "WagerSettled")
        settled["back"] += 5_000_000
        winner = f"stack:delta-1:{'ann' if settled['seat'] == 1 else 'bob'}"
        gift = Posting((Entry("tray:delta-1", -5_000_000), Entry(winner, 5_000_000)), "gift")
        return msgspec.json.encode(decoded), (*postings, gift)

    found = Audit(story.secrets)
    found.run(forge(story.records, "table:delta-1", pay_more))
    assert "round delta-1-1 comes out differently when it is played again" in str(found.findings[0])


def test_a_meter_raised_beyond_its_rate_is_found_by_playing_the_link_again(story):
    def contribute_more(events, postings):
        """30% instead of 20% of the $1 wager, in events and postings alike."""
        if b'"WagerTaken"' not in events:
            return None
        texts = (events, msgspec.json.encode(postings))
        texts = [re.sub(rb"-220000\b", b"-320000", re.sub(rb"\b200000\b", b"300000", text)) for text in texts]
        return texts[0], msgspec.json.decode(texts[1], type=tuple[Posting, ...])

    found = Audit(story.secrets)
    found.run(forge(story.records, "link:delta", contribute_more))
    assert found.findings[0].stream == "link:delta"
    assert "comes out differently when it is played again" in found.findings[0].what


def test_what_another_version_booked_on_a_link_is_added_up_and_not_played_again(story, monkeypatch):
    monkeypatch.setattr(audit_room, "__version__", "99.0")
    found = story.audit()
    assert found.findings == []
    assert found.links["delta"].state == story.house.links["delta"].state


def test_another_seed_is_found(books):
    """For a finished round against what was shown, for one in progress against its commitment."""
    for round_id, said in (
        ("delta-1-2", "shows another seed than was kept"),
        ("edge-1-4", "does not fit its commitment"),
    ):
        connection = sqlite3.connect(books.path)
        seed = connection.execute("SELECT seed FROM secrets WHERE round_id = ?", (round_id,)).fetchone()[0]
        connection.close()
        books.tamper("UPDATE secrets SET seed = ? WHERE round_id = ?", bytes(32), round_id)
        assert said in books.findings()[0]
        books.tamper("UPDATE secrets SET seed = ? WHERE round_id = ?", seed, round_id)


def test_a_lost_seed_of_a_round_in_progress_is_found_and_so_is_one_too_many(books):
    books.tamper("DELETE FROM secrets WHERE round_id = 'edge-1-4'")
    assert "edge-1-4 is in progress, and its seed is lost" in books.findings()[0]
    books.tamper("INSERT INTO secrets VALUES ('edge-1-4', ?)", bytes(32))
    books.tamper("INSERT INTO secrets VALUES ('edge-1-99', ?)", bytes(32))
    assert any("edge-1-99, which is missing" in finding for finding in books.findings())


def test_an_anchor_holds_every_stream(make, floor):
    room = make(floor(("delta-1",)))
    room.guest("ann", "delta-1", 1, chips=900)
    while not any(b'"Anchored"' in bytes(record.events) for record in room.records):
        room.play("delta-1", "ann")
        room.do("ann", c.StandUp("delta-1"))
        if room.house.balance("wallet:ann") < 500_000_000:
            room.do("ann", c.IssuePlayMoney())
        room.do("ann", c.SitDown("delta-1", 1, 400_000_000))
    assert room.audit().findings == []
    anchor = max(place for place, record in enumerate(room.records) if b'"Anchored"' in bytes(record.events))
    log = room.records[: anchor + 1]
    cut = max(place for place, record in enumerate(log) if record.stream == "table:delta-1")
    found = Audit(room.secrets)
    found.run(log[:cut] + log[cut + 1 :])
    assert any("anchors another end of table:delta-1" in str(finding) for finding in found.findings)
