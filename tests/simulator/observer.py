"""Someone who sees everything: every commit at once, and every byte that leaves a server, held against the log."""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from cardroom.documents import hash_of
from cardroom.fairness.seed_derivation import derived_seed
from cardroom.fairness.shuffler import shuffle
from cardroom.games import find_game
from cardroom.house.engine.house import House
from cardroom.house.kernel.document_store import Documents
from cardroom.house.log.records import START, decode_record
from cardroom.house.storage.seed_key_ring import HouseSeals, KeyRing

from ..floors import game_of
from ..frames import records_in, standing_in
from ..house.two_people import TwoPeople
from ..virtual_time import BEGINS
from .database import SimulatedStore

HEX = re.compile(rb"[0-9a-f]{64}")
CARDS_IN = ("cards", "makers", "up", "card", "your_cards")  # the only fields in which a card may stand
CARD = re.compile(r"(?:10|[2-9JQKA])[cdhs]")
# What may be answered to a key that has been acknowledged, besides the same again.
NO_ANSWER = frozenset({
    "old-key", "early-key", "database-away", "not-owner", "log-moved", "broken", "not-signed-in", "session-over",
})  # fmt: skip


DAY = BEGINS.date().isoformat()  # no story lasts longer than this one


class ViolationError(AssertionError):
    """Something that must hold does not."""


def require(holds: object, what: str) -> None:
    if not holds:
        raise ViolationError(what)


@dataclass
class RoundSeen:
    """A round by the log."""

    events: list[tuple[int, dict[str, Any]]] = field(default_factory=list)  # with the record's number
    holders: dict[int, str] = field(default_factory=dict)
    seed: bytes = b""  # made from its nonce and the key
    game: str = ""

    @cached_property
    def deck(self) -> list[str]:
        return [str(card) for card in shuffle(self.seed, find_game(self.game).deck.cards)[0]]

    def cards(self, event: dict[str, Any]) -> list[str]:
        """Of a packet that lies face down."""
        return [self.deck[place] for place in event["places"]]

    def seat_of(self, person: str) -> int | None:
        return next((seat for seat, holder in self.holders.items() if holder == person), None)


@dataclass
class Observer:
    file: Path
    key: bytes  # that cards are sealed with
    log: list[dict[str, Any]] = field(default_factory=list)
    head: str = START
    by_key: dict[tuple[str, str], int] = field(default_factory=dict)  # positions
    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)
    books: Counter[str] = field(default_factory=Counter)
    parts: dict[tuple[str, int], tuple[dict[str, Any], str]] = field(default_factory=dict)  # with their round
    numbers: dict[str, int] = field(default_factory=dict)
    rounds: dict[str, RoundSeen] = field(default_factory=dict)
    current: dict[str, str] = field(default_factory=dict)  # the round of each table
    finished: Counter[str] = field(default_factory=Counter)  # rounds by table
    seated: dict[tuple[str, int], str] = field(default_factory=dict)
    secret: set[bytes] = field(default_factory=set)  # the key, and seeds that were not shown, in hexadecimal
    shown: set[bytes] = field(default_factory=set)
    writers: dict[int, str] = field(default_factory=dict)  # by epoch
    told: int = 0  # messages
    fault: ViolationError | None = None  # the first one: whoever runs into it may swallow it

    two_people: TwoPeople = field(default_factory=TwoPeople)

    def __post_init__(self) -> None:
        self._disk = sqlite3.connect(self.file)
        self.secret.add(self.key.hex().encode())
        self.reference = House(Documents(self._document), HouseSeals(KeyRing([], "nowhere")))

    def close(self) -> None:
        self._disk.close()

    def _document(self, name: str) -> bytes | None:
        row = self._disk.execute("SELECT body FROM documents WHERE hash = ?", (name,)).fetchone()
        return row[0].encode() if row else None

    def seed_of(self, round_id: str, nonce: bytes) -> bytes:
        """Which nobody may be told from now on, and the database neither, until it is shown."""
        seed = derived_seed(self.key, round_id, nonce)
        self.secret |= {seed.hex().encode()} - self.shown
        return seed

    # --- the log ------------------------------------------------------------------------------------------------------

    def on_commit(self, store: SimulatedStore) -> None:
        try:
            self._look(store)
        except ViolationError as error:
            self.fault = self.fault or error
            raise

    def _look(self, store: SimulatedStore) -> None:
        query = "SELECT position, body, hash FROM records WHERE position > ? ORDER BY position"
        new = self._disk.execute(query, (len(self.log),)).fetchall()
        if store.is_writing or new:
            epoch, server = self._disk.execute("SELECT epoch, server FROM owner").fetchone()
            # What was on its way when a server let the log go may arrive until another has it.
            require(
                server == store.name and store.epoch in (epoch, None),
                f"{store.name} of epoch {store.epoch} writes in epoch {epoch} of {server}",
            )
            writer = self.writers.setdefault(epoch, store.name)
            require(writer == store.name, f"{writer} and {store.name} both write in epoch {epoch}")
        for position, body, digest in new:
            self._take(position, body.encode(), digest)

    def _take(self, position: int, body: bytes, digest: str) -> None:
        record = msgspec.json.decode(body)
        require(position == record["position"] == len(self.log) + 1, f"record {position} leaves a gap")
        require(record["previous"] == self.head and hash_of(body) == digest, f"record {position} breaks the chain")
        before = (
            self.log[-1]["day"] if self.log else ""
        )  # the house opens on its first day, and people are known before
        require(before <= record["day"] <= DAY, f"record {position} counts for {record['day']}: a clock began a day")
        self.log.append(record)
        self.head = digest
        if record["key"]:
            name = record["by"], record["key"]
            require(name not in self.by_key, f"{name} is carried out at {self.by_key.get(name)} and at {position}")
            self.by_key[name] = position
        for part in record["parts"]:
            self._part(part)
        require(not self.secret & set(HEX.findall(body)), f"record {position} has the seed of a round in play")
        require(sum(self.books.values()) == 0, f"the accounts do not sum to zero after record {position}")
        record = decode_record(body)
        try:
            self.two_people.see(record)
        except AssertionError as error:
            raise ViolationError(f"record {position}: {error}") from error
        self.reference.apply(record, digest)

    def _part(self, part: dict[str, Any]) -> None:
        for posting in part.get("postings", ()):
            for account, amount in posting["entries"]:
                self.books[account] += amount
        if part["type"] != "table":
            return
        table, number = part["table"], part["number"]
        require(number == self.numbers.get(table, 0) + 1, f"{table} has no part {number - 1}")
        self.numbers[table] = number
        for event in part["events"]:
            self._event(table, number, event)
        self.parts[table, number] = part, self.current.get(table, "")

    def _event(self, table: str, number: int, event: dict[str, Any]) -> None:
        match event["type"]:
            case "SatDown":
                self.seated[table, event["seat"]] = event["person"]
            case "RoundBegan":
                self.current[table] = event["round_id"]
                require(event["round_id"] not in self.rounds, f"{event['round_id']} begins twice")
                seed = self.seed_of(event["round_id"], bytes.fromhex(event["nonce"]))
                self.rounds[event["round_id"]] = RoundSeen(seed=seed, game=game_of(table))
            case "SeedRevealed":
                self.finished[table] += 1
                seed = self.rounds[event["round_id"]].seed
                require(event["seed"] == seed.hex(), f"{event['round_id']} shows a seed that is not its own")
                self.shown.add(event["seed"].encode())
                self.secret -= self.shown
            case "PacketDealt":
                told = event.get("up", []) if _lies_open(event) else None
                require(event["cards"] == told, f"{table} {number}: a card that lies face down is in the log")
            case "BetsClosed":
                holders = {seat: self.seated[table, seat] for seat in event["seats"]}
                self.rounds[self.current[table]].holders = holders
        if "rule" in event and table in self.current:  # elsewhere the cards are real
            self.rounds[self.current[table]].events.append((number, event))

    def owner(self) -> str:
        return str(self._disk.execute("SELECT server FROM owner").fetchone()[0])

    def is_free(self) -> bool:
        return bool(self._disk.execute("SELECT is_free FROM owner").fetchone()[0])

    # --- what is told -------------------------------------------------------------------------------------------------

    def hear(self, data: str, person: str, *, by_owner: bool) -> None:
        """A message on its way out of a server."""
        self.told += 1
        try:
            self._hear(data.encode(), person, by_owner=by_owner)
        except ViolationError as error:
            self.fault = self.fault or error
            raise

    def _hear(self, data: bytes, person: str, *, by_owner: bool) -> None:
        require(not self.secret & set(HEX.findall(data)), f"{person or 'someone'} is told the seed of a round in play")
        message = msgspec.json.decode(data)
        match message["type"]:
            case "Accepted":
                self._accepted(person, message["key"], message["position"])
            case "Refused" if by_owner and (person, message["key"]) in self.acknowledged:
                require(
                    message["code"] in NO_ANSWER,
                    f"{person}'s {message['key']} was acknowledged and is refused: {message['code']}",
                )
            case "Frame":
                self._frame(message, person)
            case "Snapshot":
                self._snapshot(message["view"], person)
            case _:
                require(not _cards(message), f"a card in {message['type']}")

    def _accepted(self, person: str, key: str, position: int) -> None:
        require(
            self.by_key.get((person, key)) == position,
            f"{person}'s {key} is acknowledged at {position}, and the log has it at {self.by_key.get((person, key))}",
        )
        self.acknowledged[person, key] = position

    def _frame(self, frame: dict[str, Any], person: str) -> None:
        table, number = frame["table"], frame["number"]
        self._must_be_written(table, number)
        records = records_in(frame)
        told = [record["number"] for record in records]
        require(told == list(range(frame["after"] + 1, number + 1)), f"{table}: {told} is not what came after")
        for record, for_all in zip(records, frame["records"], strict=True):
            part, round_id = self.parts[table, record["number"]]
            anyone = [self._as_seen(event, round_id, "") for event in part["events"]]
            require(for_all["events"] == anyone, f"all are told something else of {table} {record['number']}")
            expected = [self._as_seen(event, round_id, person) for event in part["events"]]
            require(record["events"] == expected, f"{person} is told something else of {table} {record['number']}")
        self._standing(table, number, standing_in(frame), person)

    def _snapshot(self, view: dict[str, Any], person: str) -> None:
        table, number = view["table"], view["number"]
        self._must_be_written(table, number)
        round_id = view["standing"]["round_id"]
        expected = [self._as_seen(event, round_id, person) for event in self._until(round_id, number)]
        require(view["events"] == expected, f"{person} is shown something else of {table} {number}")
        self._standing(table, number, standing_in(view), person)

    def _must_be_written(self, table: str, number: int) -> None:
        known = self.numbers.get(table, 0)
        require(number <= known, f"{table} {number} is told, and only {known} is in the log")

    def _until(self, round_id: str, number: int) -> list[dict[str, Any]]:
        seen = self.rounds.get(round_id, RoundSeen())
        return [event for at, event in seen.events if at <= number]

    def _as_seen(self, event: dict[str, Any], round_id: str, person: str) -> dict[str, Any]:
        if event["type"] == "SatDown":
            return event | {"person": ""}
        if event["type"] != "PacketDealt":
            return event
        seen = self.rounds[round_id]
        seat = seen.seat_of(person)
        is_own = seat is not None and event["to"] == seat and not event.get("to_empty_seat")
        return event | {"cards": seen.cards(event) if is_own else event.get("up", []) if _lies_open(event) else None}

    def _standing(self, table: str, number: int, standing: dict[str, Any], person: str) -> None:
        round_id = standing["round_id"]
        seen = self.rounds.get(round_id, RoundSeen())
        seat = seen.seat_of(person)
        dealt = [
            seen.cards(event)
            for event in self._until(round_id, number)
            if event["type"] == "PacketDealt" and event["to"] == seat and not event.get("to_empty_seat")
        ]
        require(
            standing["your_cards"] == ([card for packet in dealt for card in packet] if seat is not None else []),
            f"{person} is shown {standing['your_cards']} at {table} {number}",
        )
        lie_open = {
            card for event in self._until(round_id, number) for card in _cards(self._as_seen(event, round_id, ""))
        }
        require(
            set(_cards(standing["hands"])) <= lie_open, f"a hand is called that does not lie open at {table} {number}"
        )
        own = {card for packet in dealt for card in packet} if seat is not None else set()
        require(set(_cards(standing["hand"] or {})) <= lie_open | own, f"{person} is told of others' cards")
        require(standing["next_act"] is None, "a player is told the dealer's next act")

    # --- now and then, and in the end ---------------------------------------------------------------------------------

    def same_as_reference(self, house: House, whose: str) -> None:
        """A house that has come as far as the log is the fold of the log, to the byte."""
        if house.position == len(self.log):
            require(
                house.checkpoint() == self.reference.checkpoint(),
                f"the house of {whose} is not the fold of the log at record {len(self.log)}",
            )

    def final(self) -> None:
        """The log on disk is what was seen being written, and holds what was acknowledged."""
        rows = self._disk.execute("SELECT body FROM records ORDER BY position").fetchall()
        bodies = [msgspec.json.decode(row[0]) for row in rows]
        require(bodies == self.log, "the log has changed behind the back of all")
        for (person, key), position in self.acknowledged.items():
            record = self.log[position - 1]
            require((record["by"], record["key"]) == (person, key), f"{person}'s {key} is lost")
        balances = dict(self._disk.execute("SELECT account, amount FROM balances WHERE amount <> 0").fetchall())
        require(balances == {name: amount for name, amount in self.books.items() if amount}, "the balances differ")
        data = self._all_that_is_kept()
        for secret in self.secret:
            is_kept = secret in data or bytes.fromhex(secret.decode()) in data
            require(not is_kept, "the database has the key, or the seed of a round in play")

    def _all_that_is_kept(self) -> bytes:
        """Every byte of the database, also of what is packed."""
        files = [file for file in (self.file, Path(f"{self.file}-wal")) if file.exists()]
        packed = [row[0] for row in self._disk.execute("SELECT body FROM checkpoints")]
        return b"".join([*(file.read_bytes() for file in files), *map(zlib.decompress, packed)])


def _lies_open(packet: dict[str, Any]) -> bool:
    return len(packet.get("up", [])) == packet["count"]


def _cards(value: object, name: str = "") -> list[str]:
    match value:
        case dict():
            return [card for key, inner in value.items() for card in _cards(inner, key)]
        case list():
            return [card for inner in value for card in _cards(inner, name)]
        case str() if name in CARDS_IN and CARD.fullmatch(value):
            return [value]
    return []
