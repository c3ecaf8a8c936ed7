"""Every byte sent to anybody over hundreds of rounds, held against what that person could know at the time.

The log on disk says when each card, seed and deck came into the open; these tests read it as plain JSON and use nothing
of the house's own views.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from cardroom.house.kernel.people import SERVICE, Role
from cardroom.house.log.commands import BeginRound
from cardroom.house.runtime.identity.staff_cards import NewCard
from cardroom.money import DOLLAR

from ..frames import standing_in
from ..patience import PATIENCE
from .in_process import Running, running
from .players import Heard, Person, Regular
from .servers import TABLES, Log, floor_text, read_log, require_in_order

ROUNDS, ROUNDS_EACH = 120, 2  # in all, and at every table
STAFF = ("sam-the-supervisor", "dora-the-dealer", "dan-the-dealer")
CARD = re.compile(r"(?:10|[2-9JQKA])[cdhs]")
CARD_IN_TEXT = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9JQKA])(?:[cdhs](?![A-Za-z0-9])|[♣♦♥♠])")
LONG_HEX = re.compile(rb"[0-9a-fA-F]{64}")
LONG_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{43}")
PERSON_ID = re.compile(rb"guest-[0-9a-f]{12}|bot-[a-z0-9-]+")

# Where cards may stand in a message; what stands there is then held against the log.
MAY_SHOW = ("cards", "makers", "up", "card", "your_cards")
SHOWING = ("PacketDealt", "CardExposed", "DealerRevealed", "HandShown")


# --- the evening ------------------------------------------------------------------------------------------------------


@dataclass
class Watcher(Person):
    """Somebody who looks at everything over and over, without a seat."""

    chance: random.Random = field(default_factory=random.Random)
    has_looked: bool = False

    async def watch(self, tables: list[str]) -> None:
        for table in tables:
            await self.follow(table)
        await self.send(type="WatchLobby")
        await self.send(type="WatchJackpots")
        while True:
            await self.receive()
            if not self.has_looked or self.chance.random() < 0.05:
                await self.look_around(self.chance.choice(tables))

    async def look_around(self, table: str) -> None:
        """Ask for everything there is, the forbidden too."""
        round_id = self.standing[table]["round_id"]
        for path in (f"/api/tables/{table}", f"/api/rounds/{round_id}", "/api/me", "/api/history"):
            await self.request("GET", path)
        for path in (f"/api/tables/{table}/terminal", "/api/awards", "/api/staff/duty"):
            await self.request("GET", path)
        rare = ("/api/lobby", "/api/jackpots", "/metrics", "/api/history.csv", f"/api/tables/{table}/layout")
        for path in [self.chance.choice(rare)] if self.has_looked else rare:  # all of them the first time
            await self.request("GET", path)
        self.has_looked = True
        if self.cookies:
            for seat in (1, 2):  # which are others'
                await self.act(table, "Choose", seat=seat, option="1x")


@dataclass
class TableDealer(Watcher):
    """Deals by hand: whatever act is next."""

    async def deal(self, table: str) -> None:
        await self.follow(table)
        while True:
            standing, answer, number = self.standing[table], {}, self.numbers[table]
            if standing["waits_for"] == "the dealer" and not standing["next_act"]:
                answer = await self.ask("BeginRound", table=table)
            elif standing["next_act"]:
                if self.chance.random() < 0.05:
                    await self.look_around(table)
                    await self.act(table, "RevealHand")
                answer = await self.ask("AtTable", table=table, command=standing["next_act"])
            while answer.get("type") == "Accepted" and self.numbers[table] == number:
                await self.receive()
            if answer.get("type") != "Accepted":
                await self.receive()


@dataclass
class Evening:
    people: list[Person]
    tokens: dict[str, str]  # person by session token
    staff_cards: dict[str, NewCard]
    log: Log
    ahead_of_disk: list[str]


async def _evening(folder: Path) -> Evening:
    floor = floor_text(bets=0.06, decision=1.0, pause=0.02, human=True)
    chance = random.Random(3)
    human = ["human-1", "human-2"]
    players = [
        Regular(f"{table}-{seat}", table=table, seat=seat, busy=0.1, chance=random.Random(chance.random()))
        for table in (*TABLES, *human)
        for seat in (2, 4)
    ]
    stranger, guest, supervisor = (Watcher(name) for name in ("stranger", "guest", "supervisor"))
    dealers = [TableDealer(f"dealer-{table}") for table in human]
    people: list[Person] = [*players, stranger, guest, supervisor, *dealers]
    ahead: list[str] = []
    async with running(folder, bots=1, slowest=0.03, floor=floor) as server:
        for person in people:
            person.keeps_bytes = True
            person.on_message = lambda message: _must_be_on_disk(server, message, ahead)
        await asyncio.gather(*(person.arrive(server.address) for person in (*players, guest)))
        await stranger.arrive(server.address, guest=False)
        await supervisor.arrive(server.address, await server.enrol(STAFF[0], Role.SUPERVISOR))
        for name, dealer in zip(STAFF[1:], dealers, strict=True):
            await dealer.arrive(server.address, await server.enrol(name, Role.DEALER))
        await asyncio.gather(*(player.follow(player.table) for player in players))
        tasks = [asyncio.create_task(player.play()) for player in players]
        tasks += [asyncio.create_task(one.watch([*TABLES, *human])) for one in (stranger, guest, supervisor)]
        tasks += [asyncio.create_task(one.deal(table)) for one, table in zip(dealers, human, strict=True)]
        enough = asyncio.create_task(_enough(server, (stranger, guest, supervisor)))
        done, _ = await asyncio.wait([enough, *tasks], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for task in (enough, *tasks):
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()
        assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes), outcomes
        tokens = {person.cookies["cardroom_session"]: person.person for person in people if person.cookies}
        await asyncio.gather(*(person.leave() for person in people))
    return Evening(people, tokens, server.cards, read_log(server.database), ahead)


async def _enough(server: Running, watchers: Iterable[Watcher]) -> None:
    """Enough rounds, and everyone who watches has asked for everything once; on a busy machine that may come last."""
    tables = server.service.house.tables.values()

    def is_enough() -> bool:
        rounds = [table.rounds for table in tables]
        return sum(rounds) >= ROUNDS and min(rounds) >= ROUNDS_EACH and all(one.has_looked for one in watchers)

    while not is_enough():  # noqa: ASYNC110
        await asyncio.sleep(0.1)


def _must_be_on_disk(server: Running, message: dict[str, Any], ahead: list[str]) -> None:
    match message["type"]:
        case "Frame":
            stream, number = f"table:{message['table']}", message["number"]
        case "Snapshot":
            stream, number = f"table:{message['table']}", message["view"]["number"]
        case "Accepted":
            stream, number = "log", message["position"]
        case _:
            return
    if server.store.written.get(stream, 0) < number:
        ahead.append(f"{message['type']} {stream} {number}")


# --- what the log says ------------------------------------------------------------------------------------------------


@dataclass
class RoundOnLog:
    table: str
    holders: dict[int, str]
    events: list[tuple[int, float, dict[str, Any]]]  # record number, moment, event
    dealt: int = 0  # cards, those burned among them
    seed_number: int = 0
    seed_at: float = float("inf")


def _rounds(log: Log) -> dict[str, RoundOnLog]:
    rounds: dict[str, RoundOnLog] = {}
    seated: dict[tuple[str, int], str] = {}
    current: dict[str, RoundOnLog] = {}
    for said in log.said:
        kind, _, table = said.stream.partition(":")
        if kind != "table":
            continue
        for event in said.events:
            if event["type"] == "SatDown":
                seated[table, event["seat"]] = event["person"]
            elif event["type"] == "RoundBegan":
                rounds[event["round_id"]] = current[table] = RoundOnLog(table, {}, [])
            if "round_id" not in event and "rule" not in event:
                continue
            found = current[table]
            found.events.append((said.number, said.at.timestamp(), event))
            if event["type"] == "SeedRevealed":
                found.seed_number, found.seed_at = said.number, said.at.timestamp()
            elif event["type"] == "BetsClosed":
                found.holders = {seat: seated[table, seat] for seat in event["seats"]}
            elif event["type"] == "PacketDealt":
                found.dealt = event["places"][-1] + 1
    return rounds


def _as_it_may_be_seen(event: dict[str, Any], own_seat: int | None) -> dict[str, Any]:
    """An event of a round for whoever held this seat in it."""
    if event["type"] != "PacketDealt" or len(event.get("up", [])) == event["count"]:
        return event
    if event["to"] == own_seat and not event.get("to_empty_seat"):
        return event
    return event | {"cards": None}


def _walk(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _walk(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner, path)
    else:
        yield path, value


@dataclass
class Checker:
    """Goes through all that one person heard."""

    evening: Evening
    person: Person
    rounds: dict[str, RoundOnLog]
    checked: int = 0

    def __post_init__(self) -> None:
        self.round_at = {
            (f"table:{found.table}", number): round_id
            for round_id, found in self.rounds.items()
            for number, _, _ in found.events
        }

    def own_seat(self, round_id: str) -> int | None:
        holders = self.rounds[round_id].holders if round_id in self.rounds else {}
        return next((seat for seat, holder in holders.items() if holder == self.person.person), None)

    def check(self, heard: Heard) -> None:
        self.checked += 1
        if heard.way == "socket":
            self._message(json.loads(heard.data), heard)
        else:
            self._answer(heard)

    def _message(self, message: dict[str, Any], heard: Heard) -> None:
        self._only_in_their_places(message)
        match message["type"]:
            case "Frame":
                for record in message["records"]:
                    seen = [one for one in message["seen"] if one["number"] == record["number"]]
                    self._record(message["table"], record, seen, heard.at)
                self._standing(message["number"], message)
            case "Snapshot":
                self._view(message["view"])
            case _:
                assert not _cards_in(message), message

    def _answer(self, heard: Heard) -> None:
        head, _, body = heard.data.partition(b"\n{") if b"\n{" in heard.data else heard.data.partition(b"\n[")
        assert not CARD_IN_TEXT.search(head.decode()), head
        path = heard.way.split()[1]
        if re.fullmatch(r"GET /api/tables/[a-z0-9-]+", heard.way):
            view = json.loads(b"{" + body)
            self._only_in_their_places(view)
            self._view(view)
        elif path.startswith("/api/rounds/") and b'"commitment"' in body:
            self._past_round(json.loads(b"{" + body), heard)
        elif path.endswith("/terminal"):
            self._terminal(json.loads(b"{" + body))
        elif "history" not in path:
            assert not CARD_IN_TEXT.search(heard.data.decode()), heard.data

    def _terminal(self, view: dict[str, Any]) -> None:
        """Whoever deals sees what lies open, and the hand that the next act turns; see `test_dealing_by_hand`."""
        if view.get("dealing") is not None:
            round_id, dealing = view["round_id"], view["dealing"]
            happened = [event for _, _, event in self.rounds[round_id].events] if round_id in self.rounds else []
            shown = {"PacketDealt": "up", "CardExposed": "card", "DealerRevealed": "cards", "HandShown": "cards"}
            public = {card for event in happened for card in _cards_in(event.get(shown.get(event["type"], ""), []))}
            assert {card for turned in dealing["turned"] for card in turned["cards"]} <= public
            dealing["turned"] = dealing["story"] = []
            if dealing["settlement"] is not None:
                assert view["next"]["label"].startswith("SETTLE SEAT") or dealing["differs"] is not None
                due = dealing["settlement"]
                assert set(due["makers"]) <= set(due["cards"])
                due["cards"] = due["makers"] = []
        assert not CARD_IN_TEXT.search(json.dumps(view)), view

    def _only_in_their_places(self, message: dict[str, Any]) -> None:
        for path, value in _walk(message):
            if isinstance(value, str) and CARD.fullmatch(value):
                assert path[-1] in MAY_SHOW, (path, value)
            elif isinstance(value, str) and path[-1] != "text":  # those are held against their events
                assert not CARD_IN_TEXT.search(value), (path, value)

    def _words(self, told: dict[str, Any]) -> None:
        """A sentence names no card that its event does not show to this person."""
        for event, line in zip(told["events"], told["lines"], strict=True):
            shown = set(_cards_in(event))
            assert {card.group() for card in CARD_IN_TEXT.finditer(line["text"])} <= shown, (event, line)

    def _record(self, table: str, record: dict[str, Any], seen: list[dict[str, Any]], at: float) -> None:
        """For all, and apart from that only what this person alone may see."""
        on_disk = self.evening.log.by_place[f"table:{table}", record["number"]]
        assert on_disk.at.timestamp() <= at
        stored = on_disk.events
        assert len(stored) == len(record["events"])
        self._words(record)
        own_seat = self.own_seat(self.round_at.get((on_disk.stream, on_disk.number), ""))
        own = {}
        for place, (told, event) in enumerate(zip(record["events"], stored, strict=True)):
            if event["type"] == "SatDown":
                assert told == event | {"person": ""}
            else:
                assert told == _as_it_may_be_seen(event, None)
            if _cards_in(told):
                assert told["type"] in SHOWING
            if (mine := _as_it_may_be_seen(event, own_seat)) != _as_it_may_be_seen(event, None):
                own[place] = mine
        assert {one["place"]: one["event"] for one in seen} == own
        self._words({"events": [one["event"] for one in seen], "lines": [one["line"] for one in seen]})

    def _standing(self, number: int, told: dict[str, Any]) -> None:
        standing = standing_in(told)
        round_id = standing["round_id"]
        seat = self.own_seat(round_id)
        stored = [event for at, _, event in (self.rounds[round_id].events if round_id else ()) if at <= number]
        lie_open = {card for event in stored for card in _cards_in(_as_it_may_be_seen(event, None))}
        assert set(_cards_in(told["standing"])) <= lie_open
        assert set(_cards_in(standing["hand"] or {})) <= lie_open | set(standing["your_cards"])
        dealt = [
            event["cards"]
            for at_number, _, event in (self.rounds[round_id].events if round_id else ())
            if at_number <= number
            and (event["type"], event.get("to")) == ("PacketDealt", seat)
            and not event.get("to_empty_seat")
        ]
        assert standing["your_cards"] == ([card for packet in dealt for card in packet] if seat is not None else [])
        if standing["options"]:
            assert seat is not None
        if standing["next_act"] is not None:
            assert self.person.person in STAFF
            assert not _cards_in(standing["next_act"])
        for place in standing["seats"]:
            assert set(place) == {"seat", "name", "chips", "is_away", "is_computer"}

    def _view(self, view: dict[str, Any]) -> None:
        """A whole table: the events of its round up to the number of the view, and not one more."""
        self._standing(view["number"], view)
        round_id = view["standing"]["round_id"]
        stored = [
            _as_it_may_be_seen(event, self.own_seat(round_id))
            for number, _, event in (self.rounds[round_id].events if round_id else ())
            if number <= view["number"] and "rule" in event
        ]
        assert view["events"] == stored
        self._words(view)

    def _past_round(self, story: dict[str, Any], heard: Heard) -> None:
        found = self.rounds[story["round_id"]]
        assert found.seed_at <= heard.at, "a round is told only when it is over"
        is_staff = self.person.person in STAFF
        if is_staff:
            return
        seat = self.own_seat(story["round_id"])
        assert seat is not None, "somebody else's round"
        assert story["events"] == [_as_it_may_be_seen(event, seat) for _, _, event in found.events]
        open_cards = {card for event in story["events"] for card in _cards_in(event)}
        for line in story["lines"]:
            assert set(CARD_IN_TEXT.findall(line["text"])) <= open_cards


def _cards_in(value: Any) -> list[str]:
    return [found for _, found in _walk(value) if isinstance(found, str) and CARD.fullmatch(found)]


# --- what must hold ---------------------------------------------------------------------------------------------------


def _the_evening_was_long_and_varied_enough_to_mean_something(evening: Evening) -> None:
    rounds = _rounds(evening.log)
    assert len([found for found in rounds.values() if found.seed_number]) >= 100
    assert {found.table for found in rounds.values() if found.seed_number} == {*TABLES, "human-1", "human-2"}
    for person in evening.people:
        assert len(person.heard) > 10, person.name
    ways = {heard.way.split("/")[2] for person in evening.people for heard in person.heard if "/api/" in heard.way}
    assert {"rounds", "tables", "history", "me", "lobby", "commands"} <= {way.split("?")[0] for way in ways}


def _nothing_is_told_before_it_is_on_disk(evening: Evening) -> None:
    assert not evening.ahead_of_disk


def _every_message_shows_exactly_the_cards_that_its_reader_may_see(evening: Evening) -> None:
    rounds = _rounds(evening.log)
    for person in evening.people:
        checker = Checker(evening, person, rounds)
        for heard in person.heard:
            checker.check(heard)
        assert checker.checked == len(person.heard)


def _no_seed_is_in_any_byte_before_its_round_is_over(evening: Evening) -> None:
    shown_at = {found_id: found.seed_at for found_id, found in _rounds(evening.log).items()}
    secrets: dict[bytes, str] = {}
    for round_id, seed in evening.log.seeds.items():
        secrets[seed.hex().encode()] = round_id
        secrets[base64.b64encode(seed)[:43]] = secrets[base64.urlsafe_b64encode(seed)[:43]] = round_id
    seen = 0
    for person in evening.people:
        for heard in person.heard:
            for text in (*LONG_HEX.findall(heard.data), *LONG_BASE64.findall(heard.data)):
                round_id = secrets.get(text.lower() if len(text) == 64 else text)
                if round_id is not None:
                    seen += 1
                    assert shown_at[round_id] <= heard.at, (person.name, heard.way, round_id)
    assert seen > 100, "seeds are shown once a round is over"


def _no_undealt_part_of_a_deck_is_ever_told(evening: Evening) -> None:
    """Eight cards of it in a row would be no accident."""
    rounds, windows = _rounds(evening.log), {}
    for round_id in evening.log.seeds:
        rest = [str(card) for card in evening.log.deck(round_id)][rounds[round_id].dealt :]
        windows |= {tuple(rest[place : place + 8]): round_id for place in range(len(rest) - 7)}
    for person in evening.people:
        for heard in person.heard:
            cards = [found.group() for found in re.finditer(r"(?:10|[2-9JQKA])[cdhs](?=\")", heard.data.decode())]
            for place in range(len(cards) - 7):
                assert tuple(cards[place : place + 8]) not in windows, (person.name, heard.way)


def _nobody_is_told_who_others_are_or_what_they_own(evening: Evening) -> None:
    hashes = {hashlib.sha256(token.encode()).hexdigest() for token in evening.tokens}
    private = [
        text.encode() for text in (*evening.tokens, *hashes, *(card.code for card in evening.staff_cards.values()))
    ]
    staff = [name.encode() for name in STAFF]
    for person in evening.people:
        everything = b"\n".join(heard.data for heard in person.heard)
        ids = set(PERSON_ID.findall(everything)) - {person.person.encode()}
        assert not ids, (person.name, ids)
        assert not any(text in everything for text in private), person.name
        assert not any(one in everything for one in staff if one != person.person.encode()), person.name
        for heard in person.heard:
            if b'"wallet"' in heard.data:
                assert heard.way in ("GET /api/me", "POST /api/guest", "POST /api/login")
                assert f'"id":"{person.person}"'.encode() in heard.data
            assert b"argon2" not in heard.data


def _own_money_is_what_the_books_say(evening: Evening) -> None:
    """And so nobody is shown another's wallet for his own."""
    log = evening.log
    for person in evening.people:
        balances = {0}
        total = 0
        for _, amount in log.entries.get(f"wallet:{person.person}", ()):
            total += amount
            balances.add(total)
        shown = [json.loads(h.data[h.data.index(b"\n{") :]) for h in person.heard if h.way == "GET /api/me"]
        for me in shown:
            if "wallet" in me:
                assert me["wallet"] in balances


@pytest.mark.slow
def test_over_many_rounds_nobody_is_told_anything_before_its_time(tmp_path: Path) -> None:
    evening = asyncio.run(_evening(tmp_path))
    _the_evening_was_long_and_varied_enough_to_mean_something(evening)
    _nothing_is_told_before_it_is_on_disk(evening)
    _every_message_shows_exactly_the_cards_that_its_reader_may_see(evening)
    _no_seed_is_in_any_byte_before_its_round_is_over(evening)
    _no_undealt_part_of_a_deck_is_ever_told(evening)
    _nobody_is_told_who_others_are_or_what_they_own(evening)
    _own_money_is_what_the_books_say(evening)
    require_in_order(f"sqlite:///{tmp_path / 'house.db'}")


def test_after_a_restart_the_hand_of_someone_who_left_is_shown_to_nobody_else(tmp_path: Path) -> None:
    asyncio.run(_left_before_a_restart(tmp_path))


async def _left_before_a_restart(folder: Path) -> None:
    player, other = Person("player"), Person("other")
    watchers = [Person(f"watcher-{number}") for number in range(5)]
    async with running(folder, floor=floor_text(bets=0.05, decision=60, pause=60)) as server:
        for person in (player, other):
            await person.arrive(server.address)
        await player.follow("edge-1")
        await player.ask("SitDown", table="edge-1", seat=1, buy_in=100 * DOLLAR)
        await server.service.submit(SERVICE, BeginRound("edge-1"))
        await player.act("edge-1", "Bet", seat=1, stakes={"ante": 5 * DOLLAR})
        while not player.standing["edge-1"]["options"]:
            await player.receive()
        hand = player.standing["edge-1"]["your_cards"]
        await player.act("edge-1", "Choose", seat=1, option="fold")
        assert (await player.ask("StandUp", table="edge-1"))["type"] == "Accepted"
        await asyncio.gather(player.leave(), other.leave())
    async with running(folder, floor=floor_text(bets=0.05, decision=60, pause=60)) as server:
        again = [Person(f"again-{number}", cookies=player.cookies) for number in range(12)]
        for person in (player, *again, other, *watchers):  # the more of them, the likelier one is told first
            await person.arrive(server.address)
            person.numbers["edge-1"] = 0
            await person.follow("edge-1")  # from a number that is forgotten: a snapshot, and then a frame
            while (await person.receive())["type"] != "Frame":
                pass
            is_player = person is player or person in again
            assert person.standing["edge-1"]["your_cards"] == (hand if is_player else []), person.name
        await asyncio.gather(*(person.leave() for person in (player, other, *watchers, *again)))
