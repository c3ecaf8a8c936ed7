"""Whoever has the database and not the key knows of a round in progress what a spectator knows.

A round of every game is played on a real file, and after every command each byte of the database, its write-ahead log,
its checkpoints and its archives is searched for cards that lie face down and for the seed.
"""

from __future__ import annotations

import base64
import gzip
import itertools
import json
import os
import re
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.fairness.seed_derivation import key_name
from cardroom.house.audit.archive_preparation import prepare
from cardroom.house.engine import house_state
from cardroom.house.engine.house import Done
from cardroom.house.features.rounds import handlers as rounds
from cardroom.house.history.round_histories import find_round
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log import records
from cardroom.house.log.events import Flagged
from cardroom.house.reports.log_exports import exported_records
from cardroom.house.runtime.startup import stopped_house_from, take_over_log
from cardroom.house.storage import database_copy
from cardroom.house.storage.private_files import write_private
from cardroom.house.storage.seed_key_ring import VARIABLE
from cardroom.house.storage.store import Store
from cardroom.house.views.players.past_rounds import past_round
from cardroom.table.event_visibility import view
from cardroom.table.events import PacketDealt, ShufflerCleared

from ..floors import SHORT, TABLES, floor_text
from ..stores import (
    audit_store,
    open_house_from,
    own,
)
from .conftest import KEY, Room

OTHER_KEY = bytes(range(1, 33))
WAGERS = {"delta-1": {"progressive": 1}, "edge-1": {"two_way_bad_beat": 1}, "straight-1": {"jackpot_1": 1}}
CARD = r"(?:10|[2-9JQKA])[cdhs]"
QUOTED = re.compile(rf'"({CARD})"'.encode())
IN_TEXT = re.compile(rf"(?<![\w-])({CARD})(?![\w-])")


class RoomOnDisk(Room):
    """Every command is on disk before the next one. Nonces are counted, so that a run is like every other."""

    def __init__(self, folder: Path, table: str) -> None:
        self.table = table
        self.store = Store(f"sqlite:///{folder / 'house.sqlite'}")
        own(self.store)
        if not self.store.seal_file.exists():
            write_private(self.store.seal_file, KEY.hex().encode())
        super().__init__(floor_text((table,), links=("delta", "bad-beat", "house-flush")))

    def open(self, floor: str) -> Done:
        self.house = open_house_from(self.store)
        return super().open(floor)

    def take(self, done: Done) -> Done:
        self.store.write([done])
        return super().take(done)

    def sit(self) -> None:
        for seat, person in enumerate(("ann", "bob", "cat"), 1):
            self.guest(person, self.table, seat)

    def put_down(self) -> None:
        self.begin(self.table)
        for person in ("ann", "bob", "cat"):
            self.bet(person, self.table, **WAGERS.get(self.table, {}))

    def deal_cards(self) -> None:
        self.put_down()
        self.deal(self.table)

    def decide(self) -> bool:
        """One more decision: one folds, one stays in for the least, one for the most; whether the round is not over."""
        round_ = self.round(self.table)
        seat = round_.awaited_seats()[0]
        names = [option.name for option in round_.options(seat)]
        option = (names[0], names[-1], names[min(1, len(names) - 1)])[seat % 3]
        self.choose(self.house.tables[self.table].people()[seat], self.table, option)
        return self.house.tables[self.table].is_playing


@pytest.fixture(autouse=True)
def _counted_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = itertools.count(1)
    token = "cardroom.house.storage.seed_key_ring.secrets.token_hex"
    monkeypatch.setattr(token, lambda length: f"{next(counted):0{2 * length}x}")
    monkeypatch.delenv(VARIABLE, raising=False)


# --- what is in the files ---------------------------------------------------------------------------------------------


def files(store: Store) -> Iterator[tuple[str, bytes]]:
    """Every byte, and again what is packed."""
    assert store.file is not None
    assert Path(f"{store.file}-wal").stat().st_size, "what was written last is in the log of SQLite"
    for path in sorted(store.file.parent.glob(f"{store.file.name}*")):
        if path.is_file() and path != store.seal_file:
            yield path.name, path.read_bytes()
    for path in store.archive.glob("*"):
        body = path.read_bytes()
        yield path.name, gzip.decompress(body) if path.suffix == ".gz" else body


def cells(store: Store) -> Iterator[tuple[str, str]]:
    """Every value of every table, as text."""
    connection = sqlite3.connect(store.file)
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for row in connection.execute(f"SELECT * FROM {table}"):
            for value in row:
                yield table, unpacked(value) if isinstance(value, bytes) else str(value)
    connection.close()


def unpacked(value: bytes) -> str:
    try:
        return zlib.decompress(value).decode()
    except zlib.error:
        return value.decode("latin-1")


def texts_in(text: str) -> Iterator[str]:
    """Every word of JSON by itself; and what is no JSON as it is."""
    try:
        waiting = [json.loads(text)]
    except ValueError:
        yield text
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str):
            yield value


def leaks(room: RoomOnDisk) -> set[str]:
    """Cards that no spectator has seen, and seeds, wherever they are to be found."""
    table = room.house.tables[room.table]
    seen = {str(card) for event in room.round(room.table).events for card in cards_of(view(event, "spectator"))}
    hidden = {str(card) for card in DECK} - seen
    seed = room.house.seed_of(table)
    found = set()
    for name, body in files(room.store):
        found |= {f"{card.decode()} in {name}" for card in QUOTED.findall(body) if card.decode() in hidden}
        ways = (seed, seed.hex().encode(), seed.hex().upper().encode(), base64.b64encode(seed)[:43])
        found |= {f"seed in {name}" for way in (*ways, base64.urlsafe_b64encode(seed)[:43]) if way in body}
    for name, text in cells(room.store):
        cards = {card for word in texts_in(text) for card in IN_TEXT.findall(word)}
        found |= {f"{card} in table {name}" for card in cards & hidden}
        found |= {f"seed in table {name}" for way in (seed.hex(), base64.b64encode(seed).decode()[:43]) if way in text}
    return found


def cards_of(event: object) -> list[object]:
    shown = [getattr(event, name, None) or () for name in ("cards", "up")]
    return [card for cards in shown for card in cards] + [card for card in (getattr(event, "card", None),) if card]


# --- during a round ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_no_byte_of_the_files_tells_a_hidden_card_or_the_seed_before_its_time(tmp_path, table):
    for attempt in itertools.count():  # until there is a round in which somebody decides, if there is in this game
        folder = tmp_path / str(attempt)
        folder.mkdir()
        room = RoomOnDisk(folder, table)
        room.sit()
        assert not any(body for _, body in files(room.store) if QUOTED.search(body)), "no card before the first round"
        room.put_down()
        assert leaks(room) == set()
        room.deal(table)
        if room.house.tables[table].is_playing or not room.round(table).state.settings.rules.decisions:
            break
    if room.house.tables[table].is_playing:
        assert leaks(room) == set()
        room.do("house", c.TakeCheckpoint())
        archive_the_day(room)
        assert leaks(room) == set()
        while room.decide():
            room.do("house", c.TakeCheckpoint())
            assert leaks(room) == set()
    round_id = room.house.tables[table].round_id
    is_told_when_it_is_over(room, round_id)


def archive_the_day(room: RoomOnDisk) -> None:
    """In the middle of the round."""
    day = room.house.day
    room.now = room.now.replace(day=4)
    room.do("accounting", c.CloseDay(day))
    with room.store.reading() as reader:
        archive = prepare(reader, room.house, "2026-03-03")
    room.do("house", archive)
    assert list(room.store.archive.glob("*.gz"))


def is_told_when_it_is_over(room: RoomOnDisk, round_id: str) -> None:
    """The story, a player's own history and the export have every card."""
    dealt = [event for event in room.round(room.table).events if isinstance(event, PacketDealt)]
    with room.store.reading() as reader:
        story = find_round(reader, round_id)
        lines = [line.record for line in exported_records(reader)]
    assert story.holds
    assert [told.event for told in story.told if isinstance(told.event, PacketDealt)] == dealt
    out = [event for record in lines for part in record.parts for event in part.events]
    assert [event for event in out if isinstance(event, PacketDealt)] == dealt
    own = past_round(room.store, room.house, round_id, "bob", is_staff=False)
    assert [event.cards for event in own.events if isinstance(event, PacketDealt) and event.to == 2] == [
        event.cards for event in dealt if event.to == 2
    ]
    assert audit_store(room.store).findings == []


def unsealed_records(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(records, "sealed", lambda event: event)


def unsealed_checkpoints(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(house_state, "sealed", lambda event: event)


def talkative_events(patch: pytest.MonkeyPatch) -> None:
    """A card in an event that is no card's."""
    patch.setattr(
        rounds, "feed_links", lambda work, table, events, **_: work.in_house(
            Flagged(kind="cash", person="ann", amount=0, table=f"has {table.round.state.seats[1].cards[0]}!")
        ) if any(isinstance(event, PacketDealt | ShufflerCleared) for event in events) else None
    )  # fmt: skip


@pytest.mark.parametrize(
    ("leak", "where"),
    [
        (unsealed_records, "table records"),
        (unsealed_checkpoints, "table checkpoints"),
        (talkative_events, "table records"),
    ],
)
def test_the_search_finds_what_leaks(tmp_path, monkeypatch, leak, where):
    room = RoomOnDisk(tmp_path, "edge-1")
    room.sit()
    leak(monkeypatch)
    room.deal_cards()
    room.do("house", c.TakeCheckpoint())
    assert any(where in found for found in leaks(room))


@pytest.mark.parametrize("way", [bytes, bytes.hex, lambda seed: base64.b64encode(seed).decode()])
def test_the_search_finds_a_seed(tmp_path, way):
    room = RoomOnDisk(tmp_path, "edge-1")
    room.sit()
    room.deal_cards()
    assert leaks(room) == set()
    with room.store.engine.begin() as connection:
        seed = room.house.seed_of(room.house.tables["edge-1"])
        connection.exec_driver_sql("INSERT INTO heads VALUES ('2026-03-02', ?)", (way(seed),))
    assert any(found.startswith("seed in house.sqlite") for found in leaks(room))


# --- the key ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def room(tmp_path) -> RoomOnDisk:
    """With a round in progress."""
    room = RoomOnDisk(tmp_path, "edge-1")
    room.sit()
    room.deal_cards()
    return room


def goes_on(room: RoomOnDisk) -> None:
    """The round in progress ends with the cards that it began with, and all of it holds."""
    before = room.round("edge-1").state
    room.house = open_house_from(room.store)
    assert room.round("edge-1").state == before
    while room.decide():
        pass
    assert audit_store(room.store).findings == []


def rewrite_keys(room: RoomOnDisk, text: str) -> None:
    room.store.seal_file.unlink(missing_ok=True)
    write_private(room.store.seal_file, text.encode())


def test_a_first_start_makes_a_key_that_only_its_owner_reads(tmp_path, monkeypatch):
    monkeypatch.undo()
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite'}")
    store.migrate()
    open_house_from(store)
    assert store.seal_file.stat().st_mode & 0o777 == 0o600
    first = store.seal_file.read_text()
    assert re.fullmatch(rf"# house {store.house}\n[0-9a-f]{{64}}\n", first)
    open_house_from(store)
    assert store.seal_file.read_text() == first


def test_a_round_in_progress_goes_on_after_a_start(room):
    goes_on(room)


@pytest.mark.parametrize("is_from_checkpoint", [False, True])
def test_the_last_round_of_a_table_is_shown_with_its_cards_after_a_start(room, is_from_checkpoint):
    while room.decide():
        pass
    before = room.round("edge-1")
    if is_from_checkpoint:
        room.do("house", c.TakeCheckpoint())
    again = open_house_from(room.store).tables["edge-1"].round
    assert (again.events, again.state) == (before.events, before.state)


def test_without_its_key_a_house_with_a_round_in_progress_is_refused_and_nothing_changed(room):
    room.store.seal_file.unlink()
    with pytest.raises(CardroomError) as refusal:
        open_house_from(room.store)
    assert refusal.value.code == "key-missing"
    assert refusal.value.message == (
        f"Round edge-1-1 is in progress and needs the key 9438e25f, which is not in {room.store.seal_file}."
        " Put back the file that was there, or set the key in CARDROOM_KEY; nothing has been changed. If it is lost for"
        " good, two people give back the bets with `cardroom rounds void --without-key`."
    )
    assert not room.store.seal_file.exists()


def test_so_is_it_with_another_key(room):
    rewrite_keys(room, OTHER_KEY.hex())
    with pytest.raises(CardroomError, match="which is not in"):
        open_house_from(room.store)


def test_without_a_round_in_progress_a_house_opens_with_another_key(room):
    while room.decide():
        pass
    rewrite_keys(room, OTHER_KEY.hex())
    room.house = open_house_from(room.store)
    room.deal_cards()
    goes_on(room)


def test_what_deals_no_cards_needs_no_key(room):
    room.store.seal_file.unlink()
    assert stopped_house_from(room.store).checkpoint() == room.house.checkpoint()
    assert not room.store.seal_file.exists()


def test_a_new_key_on_top_seals_new_rounds_and_the_old_one_those_in_progress(room):
    rewrite_keys(room, f"{OTHER_KEY.hex()}\n{KEY.hex()}\n")
    old = room.house.tables["edge-1"].began.key
    goes_on(room)
    room.deal_cards()
    assert room.house.tables["edge-1"].began.key != old
    rewrite_keys(room, OTHER_KEY.hex())  # the old one is not needed any more
    goes_on(room)


@pytest.mark.parametrize(
    "text",
    [
        KEY.hex(),
        KEY.hex().upper(),
        base64.b64encode(KEY).decode(),
        base64.urlsafe_b64encode(KEY).decode().rstrip("="),
        f"{OTHER_KEY.hex()}, {KEY.hex()}",
    ],
)
def test_a_key_comes_from_the_environment_before_it_comes_from_a_file(room, monkeypatch, text):
    room.store.seal_file.unlink()
    monkeypatch.setenv(VARIABLE, text)
    goes_on(room)
    assert not room.store.seal_file.exists()


@pytest.mark.parametrize(("text", "told"), [
    ("abcd", "at least 32 bytes, not 2"), ("a-key!", "hexadecimal digits or base64"), (" ", "there is no key in it"),
    (f"{KEY.hex()} 00", "at least 32 bytes, not 1"),
])  # fmt: skip
def test_what_is_no_key_is_refused_in_a_sentence_that_does_not_show_it(room, text, told):
    rewrite_keys(room, text)
    with pytest.raises(CardroomError, match=told) as refusal:
        open_house_from(room.store)
    assert KEY.hex() not in refusal.value.message
    assert str(room.store.seal_file) in refusal.value.message


def test_a_key_that_others_can_read_is_refused(room):
    room.store.seal_file.chmod(0o640)
    with pytest.raises(CardroomError, match="Others can read"):
        open_house_from(room.store)


# --- a key that is lost -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_dealt", [False, True], ids=["bets", "cards"])
@pytest.mark.parametrize("table", SHORT)
def test_a_round_whose_key_is_lost_is_given_up_by_two_and_leaves_everyone_what_he_had(tmp_path, table, is_dealt):
    room = RoomOnDisk(tmp_path, table)
    room.sit()
    before = standing(room)
    if is_dealt:
        room.deal_cards()
    else:
        room.begin(table)
        room.bet("ann", table, **WAGERS.get(table, {}))
    assert standing(room) != before
    round_id = room.house.tables[table].round_id
    room.store.seal_file.unlink()
    room.house = stopped_house_from(room.store)
    with pytest.raises(CardroomError) as refusal:  # which is on record
        room.do("dealer", void(room, "supervisor"))
    assert refusal.value.code == "not-allowed"
    refused = {other: room.refused("supervisor", void(room, other)).code for other in ("supervisor", "ann", "nobody")}
    assert refused == {"supervisor": "two-people", "ann": "unknown-person", "nobody": "unknown-person"}
    for other in ("house", "auditor"):
        assert room.refused("supervisor", void(room, other)).code == "not-of-two"
    assert room.refused("supervisor", c.VoidWithoutKey(table, "another", "dealer")).code == "no-round"
    done = room.do("supervisor", void(room, "dealer"))
    assert standing(room) == before
    assert not room.house.tables[table].is_playing
    assert lost_in(done) == [e.SeedLost(round_id=round_id, seal_key=key_name(KEY), entered_by="dealer")]
    has_been_given_up(room, round_id)
    rewrite_keys(room, OTHER_KEY.hex())
    room.house = open_house_from(room.store)
    room.deal_cards()
    while room.decide():
        pass
    found = audit_store(room.store)
    assert (found.findings, found.sealed_rounds, found.rounds_without_key) == ([], [], 1)
    rewrite_keys(room, f"{OTHER_KEY.hex()}\n{KEY.hex()}")  # it turns up again
    assert audit_store(room.store).findings == []


def void(room: RoomOnDisk, other: str) -> c.VoidWithoutKey:
    return c.VoidWithoutKey(room.table, room.house.tables[room.table].round_id, other)


def standing(room: RoomOnDisk) -> tuple[object, ...]:
    """What everyone has, at the table too, and what every jackpot shows."""
    people = {person: room.house.money_of(person) for person in ("ann", "bob", "cat")}
    chips = {name: amount for name, amount in room.house.books.items() if name.startswith(("stack:", "layout:"))}
    links = {
        name: [state.displayed(level.name) for level in state.config.levels]
        for name, state in room.house.running_links().items()
    }
    return people, chips, links


def lost_in(done: Done) -> list[e.SeedLost]:
    assert done.record is not None
    return [event for part in done.record.parts for event in part.events if isinstance(event, e.SeedLost)]


def has_been_given_up(room: RoomOnDisk, round_id: str) -> None:
    """Whoever asks for the round is told so, and nobody is shown a card that it did not have."""
    with room.store.reading() as reader:
        story, lines = find_round(reader, round_id), [line.record for line in exported_records(reader)]
    assert story.holds
    assert (story.is_over, story.seed, story.lost_key) == (True, "", key_name(KEY))
    dealt = [event for record in lines for part in record.parts for event in part.events]
    assert all(event.cards is None or event.up for event in dealt if isinstance(event, PacketDealt))
    with pytest.raises(CardroomError, match="the key that its cards were sealed with is lost"):
        past_round(room.store, room.house, round_id, "ann", is_staff=True)


def test_a_house_that_has_sealed_cards_makes_a_new_key_only_when_told(room, caplog):
    while room.decide():
        pass
    room.store.seal_file.unlink()
    with pytest.raises(CardroomError, match="cardroom serve --new-key"):
        open_house_from(room.store)
    assert not room.store.seal_file.exists()
    take_over_log(stopped_house_from(room.store), room.store, new_key=True)
    assert f"A key to seal cards with has been made: {room.store.seal_file}" in caplog.text
    assert [record.levelname for record in caplog.records if "has been made" in record.message] == ["WARNING"]


# --- an auditor's copy ------------------------------------------------------------------------------------------------


def test_an_auditor_without_the_key_is_told_what_cannot_be_checked_and_finds_no_fault(room):
    room.do("house", c.TakeCheckpoint())
    room.store.seal_file.unlink()
    found = audit_store(room.store)
    assert (found.findings, found.sealed_rounds, found.proven) == ([], ["edge-1-1"], None)
    assert found.house.checkpoint() == room.house.checkpoint()


def test_once_the_round_is_over_it_is_checked_without_the_key(room):
    room.do("house", c.TakeCheckpoint())
    while room.decide():
        pass
    room.do("house", c.TakeCheckpoint())
    room.store.seal_file.unlink()
    found = audit_store(room.store)
    assert (found.findings, found.sealed_rounds, found.rounds) == ([], [], 1)
    assert found.proven is not None
    assert found.house.checkpoint() == room.house.checkpoint()


# --- files ------------------------------------------------------------------------------------------------------------


def modes(folder: Path) -> set[str]:
    return {f"{path.stat().st_mode & 0o777:o}" for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_umask")
def test_every_file_of_a_house_is_its_owners_only(tmp_path):
    room = RoomOnDisk(tmp_path, "edge-1")
    room.sit()
    room.deal_cards()
    archive_the_day(room)
    database_copy.copy_database(room.store, Store(f"sqlite:///{tmp_path / 'copy.sqlite'}"))
    names = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert {"house.sqlite", "house.sqlite-wal", "house.sqlite-shm", "house.sqlite.seal", "copy.sqlite"} <= names
    assert modes(tmp_path) == {"600"}


def test_files_that_others_could_read_are_narrowed_at_a_start_and_it_is_said(room, tmp_path, caplog):
    archive_the_day(room)
    for path in (room.store.file, Path(f"{room.store.file}-wal"), *room.store.archive.iterdir()):
        path.chmod(0o644)
    Store(f"sqlite:///{room.store.file}").migrate()
    assert modes(tmp_path) == {"600"}
    assert caplog.text.count("could be read by others (mode 644)") == 4


def test_another_programs_files_stay_as_they_are(tmp_path):
    path = tmp_path / "songs.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    path.chmod(0o644)
    with pytest.raises(CardroomError, match="another program"):
        Store(f"sqlite:///{path}").migrate()
    assert modes(tmp_path) == {"644"}
