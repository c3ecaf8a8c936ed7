"""Who follows what: after every commit each connection gets at most one frame of each table it follows.

Two things keep what is sent behind what is on disk. Events come from committed records only. What is read from memory
(where a table stands, the jackpots) is taken first, then everything in memory is brought to disk, and only then sent.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from dataclasses import dataclass, field

import msgspec

from cardroom.house.core import events as e
from cardroom.house.core.house import Done
from cardroom.house.core.people import DEALING, Person
from cardroom.house.core.records import LinkPart, TablePart
from cardroom.house.running.service import Service
from cardroom.house.telling.views import TableView, displays, lobby, table_view, tell_seat, timed
from cardroom.jackpots import Display
from cardroom.table.commands import Seat
from cardroom.web.messages import Frame, FromServer, Jackpots, Lobby, Outage, Snapshot, Standing

REMEMBERED = 300  # records of a table that can be told again to someone who lost the connection
SIGNS_EVERY = 0.5  # seconds between two pictures of the lobby or the jackpots
OVERFLOW, GOING_AWAY, SESSION_OVER = 4008, 1001, 4401  # codes of closing


class Recent(msgspec.Struct, frozen=True):
    """What a committed record says of a table, and who held its seats."""

    number: int
    events: tuple[e.TableEvent, ...]
    holders: dict[Seat, str]


@dataclass(eq=False)
class Connection:
    """One socket: what it follows, and what waits to be sent."""

    person: Person | None
    session: str = ""
    queued_bytes: int = 0
    most_bytes: int = 2 * 1024 * 1024
    tables: dict[str, int] = field(default_factory=dict)  # followed, with the last number told
    forced: set[str] = field(default_factory=set)  # to be told where things stand even if nothing happened
    watches_lobby: bool = False
    watches_jackpots: bool = False
    queue: deque[bytes] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    closing: int | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, message: FromServer | bytes) -> None:
        """Put a message in line; a connection that does not take its messages is closed, and may come back."""
        if self.closing is not None:
            return
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self.queued_bytes += len(data)
        if self.queued_bytes > self.most_bytes:
            self.close(OVERFLOW)
            return
        self.queue.append(data)
        self.wake.set()

    def close(self, code: int) -> None:
        self.closing = self.closing or code
        if code == OVERFLOW:
            self.queue.clear()
        self.wake.set()
        self.ended.set()


Viewer = tuple[str, str, bool]  # table, person ("" for everyone without a seat), whether a dealer


@dataclass
class Turn:
    """One round of telling. Frames are made once for all who see the same."""

    new_signs: set[str]
    insiders: dict[str, set[str]]
    followers: list[tuple[str, Connection]] = field(default_factory=list)
    views: dict[Viewer, TableView] = field(default_factory=dict)
    frames: dict[tuple[Viewer, int, bool], bytes | None] = field(default_factory=dict)

    def viewer(self, name: str, person: Person | None) -> Viewer:
        is_insider = person is not None and person.id in self.insiders[name]
        return name, person.id if person is not None and is_insider else "", _deals(person)


class Hub:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.connections: set[Connection] = set()
        self.dropped = 0
        self._recent: defaultdict[str, deque[Recent]] = defaultdict(lambda: deque(maxlen=REMEMBERED))  # by table
        self._dirty: set[str] = set()  # tables with something to tell
        self._new_signs: set[str] = set()  # tables whose jackpots have changed
        self._wake = asyncio.Event()
        self._signs_dirty = True
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.service.listeners.add(self._on_commit)
        self.service.on_outage.add(self._on_outage)
        self.service.clocks.moved.add(self._on_clocks_moved)
        self._tasks = [asyncio.create_task(self._tell_tables()), asyncio.create_task(self._tell_signs())]

    async def stop(self) -> None:
        self.service.listeners.discard(self._on_commit)
        self.service.on_outage.discard(self._on_outage)
        self.service.clocks.moved.discard(self._on_clocks_moved)
        for task in self._tasks:
            task.cancel()
        for connection in list(self.connections):
            connection.close(GOING_AWAY)

    def close_session(self, session: str) -> None:
        for connection in self.connections:
            if connection.session == session:
                connection.close(SESSION_OVER)

    def _on_outage(self, why: str, _: float) -> None:
        message = msgspec.json.encode(Outage(message=why))
        for connection in self.connections:
            connection.send(message)

    def _on_commit(self, written: list[Done]) -> None:
        for done in written:
            assert done.record is not None
            for part in done.record.parts:
                match part:
                    case TablePart() if part.table in done.holders:
                        recent = Recent(part.number, part.events, done.holders[part.table])
                        self._recent[part.table].append(recent)
                        self._dirty.add(part.table)
                    case LinkPart():
                        config, tables = self.service.house.links[part.link].state.config, self.service.house.tables
                        linked = {table.id for table in config.tables} & tables.keys()
                        self._dirty |= linked
                        self._new_signs |= linked
                    case _:
                        pass
        self._signs_dirty = True
        self._wake.set()

    def _on_clocks_moved(self) -> None:
        for connection in self.connections:
            connection.forced |= connection.tables.keys()
            self._dirty |= connection.tables.keys()
        self._wake.set()

    # --- tables -------------------------------------------------------------------------------------------------------

    async def view(self, name: str, person: Person | None) -> TableView:
        """A table as this person may see it, once all of it is on disk."""
        found = self._view(name, person)
        await self.service.flush()
        return self._timed(name, found)

    def _view(self, name: str, person: Person | None) -> TableView:
        service = self.service
        table = service.house.tables[name]
        person_id = person.id if person else ""
        return table_view(service.house, table, person_id, dealing=_deals(person))

    def _timed(self, name: str, view: TableView) -> TableView:
        return timed(view, self.service.clocks.times(name))

    async def subscribe(self, connection: Connection, name: str, after: int | None) -> None:
        """A snapshot, or what was missed since `after` if that is remembered."""
        recent = self._recent[name]
        number = recent[-1].number if recent else -1
        if after is not None and recent and recent[0].number - 1 <= after <= number:
            connection.tables[name] = after
        else:
            view = await self.view(name, person=connection.person)
            connection.send(Snapshot(table=name, view=view))
            connection.tables[name] = view.number
        if after is not None:
            connection.forced.add(name)
        self._again(name)

    async def _tell_tables(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            turn = self._take_turn()
            if turn.followers:
                await self.service.flush()
                turn.views = {viewer: self._timed(viewer[0], view) for viewer, view in turn.views.items()}
                for name, connection in turn.followers:
                    if name in connection.tables:
                        self._tell(name, connection, turn)

    def _take_turn(self) -> Turn:
        """Who is to be told of what, with where things stand in memory now."""
        dirty, signs, self._dirty, self._new_signs = self._dirty, self._new_signs, set(), set()
        turn = Turn(new_signs=signs, insiders={name: self._insiders(name) for name in dirty})
        for connection in self.connections:
            for name in connection.tables.keys() & dirty:
                turn.followers.append((name, connection))
                viewer = turn.viewer(name, connection.person)
                if viewer not in turn.views:
                    turn.views[viewer] = self._view(name, connection.person)
        return turn

    def _insiders(self, name: str) -> set[str]:
        """People who sit at a table or held a hand there lately; all others see the same."""
        table = self.service.house.tables[name]
        here = {sitter.person for sitter in table.seats.values()} | set(table.round_people.values())
        return here.union(*(recent.holders.values() for recent in self._recent[name]))

    def _tell(self, name: str, connection: Connection, turn: Turn) -> None:
        viewer, after = turn.viewer(name, connection.person), connection.tables[name]
        view = turn.views.get(viewer)
        if view is None or view.number < after:
            self._again(name)  # it came to the table meanwhile
            return
        is_forced = name in connection.forced
        with_signs = is_forced or name in turn.new_signs
        if view.number == after and not with_signs:
            return
        made = (viewer, after, with_signs)
        if made not in turn.frames:
            turn.frames[made] = self._frame(name, connection.person, after, view, with_signs=with_signs)
        connection.send(turn.frames[made] or Snapshot(table=name, view=view))
        connection.tables[name] = view.number
        connection.forced.discard(name)
        if self._recent[name] and self._recent[name][-1].number > view.number:
            self._again(name)

    def _again(self, name: str) -> None:
        self._dirty.add(name)
        self._wake.set()

    def _frame(
        self, name: str, person: Person | None, after: int, view: TableView, *, with_signs: bool
    ) -> bytes | None:
        """What happened after a number and up to a view, as a person may know it; None if it is forgotten."""
        missed = [recent for recent in self._recent[name] if after < recent.number <= view.number]
        if len(missed) < view.number - after:
            return None
        person_id = person.id if person else ""
        game = self.service.house.tables[name].plan.settings.rules
        told = tuple(tell_seat(game, _seat(recent, person_id), recent.number, recent.events) for recent in missed)
        frame = Frame(
            table=name,
            after=after,
            number=view.number,
            records=told,
            standing=_standing(view),
            jackpots=view.jackpots if with_signs else None,
        )
        return msgspec.json.encode(frame)

    # --- the lobby and the signs --------------------------------------------------------------------------------------

    def all_signs(self) -> tuple[Display, ...]:
        house = self.service.house
        return tuple(sign for table in house.tables.values() for sign in displays(house, table))

    async def tell_lobby(self, *connections: Connection) -> None:
        message = msgspec.json.encode(Lobby(tables=tuple(lobby(self.service.house))))
        await self.service.flush()
        for connection in connections:
            connection.send(message)

    async def tell_jackpots(self, *connections: Connection) -> None:
        message = msgspec.json.encode(Jackpots(signs=self.all_signs()))
        await self.service.flush()
        for connection in connections:
            connection.send(message)

    async def _tell_signs(self) -> None:
        while True:
            await asyncio.sleep(SIGNS_EVERY)
            if not self._signs_dirty:
                continue
            self._signs_dirty = False
            if watchers := [c for c in self.connections if c.watches_lobby]:
                await self.tell_lobby(*watchers)
            if watchers := [c for c in self.connections if c.watches_jackpots]:
                await self.tell_jackpots(*watchers)


def _deals(person: Person | None) -> bool:
    return person is not None and person.role in DEALING


def _seat(recent: Recent, person: str) -> Seat | None:
    return next((seat for seat, holder in recent.holders.items() if holder == person), None)


def _standing(view: TableView) -> Standing:
    return Standing(**{name: getattr(view, name) for name in Standing.__struct_fields__})
