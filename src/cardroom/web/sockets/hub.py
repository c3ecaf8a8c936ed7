"""Who follows what: after every commit each connection gets at most one frame of each table it follows.

Two things keep what is sent behind what is on disk. Events come from committed records only. What is read from memory
(where a table stands, the jackpots) is taken first, then everything in memory is brought to disk, and only then sent.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.games.model import Game
from cardroom.house.engine.house import Done, RoundSoFar
from cardroom.house.features.tables.messages import FaultyPart
from cardroom.house.floor.display_names import game_at
from cardroom.house.kernel.people import DEALING, Person, Role
from cardroom.house.log import events as e
from cardroom.house.log.records import HousePart, LinkPart, TablePart, table_stream
from cardroom.house.runtime.auth import ENDS_SESSIONS
from cardroom.house.runtime.service import Service
from cardroom.house.views.lobby import LobbyBoard
from cardroom.house.views.table_frames import (
    RoundNames,
    Seen,
    Standing,
    TableView,
    Yours,
    standing_of,
    table_view,
    tell,
    tell_more,
    timed,
    yours_of,
)
from cardroom.house.views.terminal import TerminalView, terminal_view, with_times
from cardroom.jackpots import Display
from cardroom.table.commands import Seat
from cardroom.web.messages import Frame, Jackpots, Lobby, Outage, Snapshot, Terminal, Unsubscribed, for_one
from cardroom.web.sockets.absence import Absences
from cardroom.web.sockets.chat import Chat, quietly
from cardroom.web.sockets.connection import Connection

REMEMBERED = 300  # records of a table that can be told again to someone who lost the connection
SIGNS_EVERY = 0.5  # seconds between two pictures of the lobby or the jackpots
REGROUPING = (e.SatDown, e.StoodUp, e.SeatRenamed, e.HostNamed, e.KickedOut)
GOING_AWAY, SESSION_OVER = 1001, 4401  # codes of closing

Made = TypeVar("Made")


class Recent(msgspec.Struct, frozen=True):
    """What a committed record says of a table, by whom it came about, and who held its seats."""

    number: int
    by: Role
    events: tuple[e.TableEvent, ...]
    holders: dict[Seat, str]
    so_far: RoundSoFar | None  # its round


@dataclass
class Turn:
    """A table as it stands in memory, to be told once all of it is on disk."""

    table: str
    number: int
    standing: Standing
    signs: tuple[Display, ...] | None  # None: as before
    yours: dict[str, Yours | None]  # by person; "" for whoever has not signed in
    frames: dict[int, bytes | None] = field(default_factory=dict)  # for anyone, by the number that they go on from


class Hub:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.board = LobbyBoard(service.house, self.view_failed)
        self.connections: set[Connection] = set()
        self.dropped = 0
        self._followers: defaultdict[str, set[Connection]] = defaultdict(set)  # by table
        self._names: defaultdict[str, RoundNames] = defaultdict(RoundNames)  # by table
        self._recent: defaultdict[str, deque[Recent]] = defaultdict(lambda: deque(maxlen=REMEMBERED))  # by table
        self._dirty: dict[str, None] = {}  # tables with something to tell, in order
        self._new_signs: set[str] = set()  # tables whose jackpots have changed
        self._other_signs: set[str] = set()  # tables whose jackpots have changed by what happened at others
        self._regrouped: dict[str, None] = {}  # tables among friends where people have come, gone or become the host
        self._wake = asyncio.Event()
        self._signs_dirty = True
        self.absences = Absences(service, self.is_followed_by)
        self.chat = Chat(service.house, service.store)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.service.listeners.add(self._on_commit)
        self.service.on_outage.add(self._on_outage)
        self.service.clocks.moved.add(self._on_clocks_moved)
        keep = self.service.background.keep
        self._tasks = [keep("telling-tables", self._tell_tables), keep("telling-signs", self._tell_signs)]
        self.absences.start()

    async def stop(self) -> None:
        self.service.listeners.discard(self._on_commit)
        self.service.on_outage.discard(self._on_outage)
        self.service.clocks.moved.discard(self._on_clocks_moved)
        self.absences.stop()
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
                        if any(isinstance(event, e.TableStopped) for event in part.events):
                            self._recent[part.table].clear()  # what could not be told is told no more
                        recent = Recent(
                            part.number,
                            done.record.role,
                            part.events,
                            done.holders[part.table],
                            done.rounds.get(part.table),
                        )
                        self._recent[part.table].append(recent)
                        self._dirty[part.table] = None
                        if any(isinstance(event, REGROUPING) for event in part.events):
                            self._regrouped[part.table] = None
                    case TablePart() if part.table not in self.service.house.tables:
                        self._let_go(part.table)
                    case LinkPart():
                        self._on_link(part)
                    case HousePart():
                        self._on_house(part)
        self._signs_dirty = True
        self._wake.set()

    def _let_go(self, name: str) -> None:
        """A table is gone, and with it whatever there was to be told of it."""
        for connection in list(self._followers.pop(name, ())):
            connection.tables.pop(name, None)
            connection.send(Unsubscribed(table=name))
        for kept in (self._recent, self._dirty, self._names):
            kept.pop(name, None)
        self._new_signs.discard(name)
        self._other_signs.discard(name)
        self.chat.forget(name)

    def _on_clocks_moved(self) -> None:
        for connection in self.connections:
            connection.forced |= connection.tables.keys()
            self._dirty |= dict.fromkeys(connection.tables)
        self._wake.set()

    def _on_link(self, part: LinkPart) -> None:
        """Tables that a link's events name are told at once, its other tables a little later."""
        config, tables = self.service.house.links[part.link].state.config, self.service.house.tables
        named = {table for table in part.tables if table in tables}
        self._dirty |= dict.fromkeys(sorted(named))
        self._new_signs |= named
        self._other_signs |= {table.id for table in config.tables} & tables.keys() - named

    def _on_house(self, part: HousePart) -> None:
        """A card that was refused is told where it was. Whose sessions have ended is gone at once."""
        for event in part.events:
            if isinstance(event, ENDS_SESSIONS):
                self._close_sockets_of(event)
        told = (event for event in part.events if isinstance(event, e.CardRefused | e.RefusalCleared))
        self._dirty |= dict.fromkeys(event.place for event in told if event.place in self.service.house.tables)

    def _close_sockets_of(self, event: e.HouseEvent) -> None:
        """A browser that was a terminal comes back as none."""
        for connection in list(self.connections):
            match event:
                case e.TerminalRemoved():
                    is_over = connection.terminal == event.name
                case e.CardRevoked():
                    is_over = connection.card == event.number
                case e.AccountInvited(sets_password=False):
                    is_over = False
                case _:
                    is_over = connection.person is not None and connection.person.id == getattr(event, "person", None)
            if is_over:
                connection.close(GOING_AWAY if isinstance(event, e.TerminalRemoved) else SESSION_OVER)

    # --- who follows what ---------------------------------------------------------------------------------------------

    async def view(self, name: str, person: Person | None) -> TableView:
        """A table as this person may see it, once all of it is on disk."""
        service = self.service
        table, person_id = service.house.tables[name], person.id if person else ""
        try:
            found = table_view(service.house, table, person_id, dealing=_deals(person))
        except Exception as error:
            raise self.view_failed(name, error) from error
        await service.flush()
        return msgspec.structs.replace(found, standing=timed(found.standing, service.clocks.times(name)))

    def view_failed(self, name: str, error: BaseException) -> CardroomError:
        """What is shown of a table cannot be made: the table is stopped. What whoever asked is told."""
        return self.service.table_failed(name, FaultyPart.VIEW, error)

    def _guarded(self, name: str, make: Callable[[], Made]) -> Made | None:
        """What one table fails at keeps nobody from hearing of the others."""
        try:
            return make()
        except Exception as error:  # noqa: BLE001 - a game file may raise anything
            self.view_failed(name, error)
            return None

    async def subscribe(self, connection: Connection, name: str, after: int | None) -> None:
        """A snapshot, or what was missed since `after` if that is remembered."""
        recent = self._recent[name]
        number = recent[-1].number if recent else -1
        if after is not None and recent and recent[0].number - 1 <= after <= number:
            connection.tables[name] = after
        else:
            await self._send_snapshot(connection, name)
        if after is not None:
            connection.forced.add(name)
        self._followers[name].add(connection)
        self._again(name)
        if self.service.house.tables[name].plan.is_private:
            self._regrouped[name] = None  # whoever was asked to leave meanwhile is let go of
            connection.send(await self.chat.heard_by(name, connection.person))

    async def _send_snapshot(self, connection: Connection, name: str) -> None:
        view = await self.view(name, connection.person)
        connection.send(Snapshot(table=name, view=view))
        connection.tables[name] = view.number

    def _let_go_of_kicked(self, name: str) -> None:
        """Whoever has been told to leave a table among friends hears of it no more."""
        table = self.service.house.tables.get(name)
        for connection in list(self._followers.get(name, ())):
            if table is not None and not table.is_open_to(connection.person):
                connection.tables.pop(name, None)
                self._followers[name].discard(connection)

    async def _tell_who_is_here(self, name: str) -> None:
        """Who hosts, and who is muted, goes by seats."""
        table = self.service.house.tables.get(name)
        if table is not None and table.plan.is_private and self._followers.get(name):
            with contextlib.suppress(CardroomError):  # it may end meanwhile
                await self.tell_chat(name)

    async def tell_chat(self, name: str) -> None:
        """What was said at a table among friends, to all who follow it."""
        heard = await self.chat.heard(name)
        for_most, for_the_quiet = msgspec.json.encode(heard), msgspec.json.encode(quietly(heard))
        for connection in self._followers.get(name, ()):
            connection.send(for_the_quiet if self.chat.is_quiet(name, connection.person) else for_most)

    def unsubscribe(self, connection: Connection, name: str) -> None:
        connection.tables.pop(name, None)
        if name in self._followers:
            self._followers[name].discard(connection)
        if connection.person is not None:
            self.absences.look_for(connection.person.id, name)

    def is_followed_by(self, person: str, name: str) -> bool:
        return any(connection.person and connection.person.id == person for connection in self._followers.get(name, ()))

    def forget(self, connection: Connection) -> None:
        """A connection has gone."""
        self.connections.discard(connection)
        for name in list(connection.tables):
            self.unsubscribe(connection, name)

    # --- tables -------------------------------------------------------------------------------------------------------

    async def _tell_tables(self) -> None:
        """In turns. Between two tables others may do something: a command is acknowledged before it is told."""
        for name in list(self._followers):
            self._again(name)  # whatever was not told when this failed
        while True:
            await self._wake.wait()
            self._wake.clear()
            dirty, self._dirty = self._dirty, {}
            regrouped, self._regrouped = self._regrouped, {}
            turns = []
            for name in dirty:
                if self._followers.get(name) and name in self.service.house.tables:
                    if (turn := self._guarded(name, partial(self._take_turn, name))) is not None:
                        turns.append(turn)
                    await asyncio.sleep(0)
            watched = {name for connection in self.connections for name in connection.terminals & dirty.keys()}
            made = {name: self._guarded(name, partial(self._terminal, name)) for name in watched}
            views = {name: view for name, view in made.items() if view is not None}
            if turns or views:
                await self.service.flush()
            terminals = {name: self._timed_terminal(view) for name, view in views.items()}
            for connection in self.connections if terminals else ():
                for name in connection.terminals & terminals.keys():
                    connection.send(terminals[name])
            for turn in turns:
                for connection in self._guarded(turn.table, partial(self._tell, turn)) or ():
                    with contextlib.suppress(CardroomError):  # it may have gone, or been stopped
                        await self._send_snapshot(connection, turn.table)
                await asyncio.sleep(0)
            for name in regrouped:
                self._let_go_of_kicked(name)
                await self._tell_who_is_here(name)

    def _terminal(self, name: str) -> TerminalView:
        house = self.service.house
        return terminal_view(house, house.tables[name])

    def terminal(self, name: str) -> TerminalView:
        try:
            return self._terminal(name)
        except CardroomError:
            raise
        except Exception as error:
            raise self.view_failed(name, error) from error

    def _timed_terminal(self, view: TerminalView) -> bytes:
        """With its clocks, which start only when what it says is on disk."""
        return msgspec.json.encode(Terminal(view=with_times(view, self.service.clocks.times(view.table))))

    async def watch_terminal(self, connection: Connection, name: str) -> None:
        connection.terminals.add(name)
        view = self.terminal(name)
        await self.service.flush()
        connection.send(self._timed_terminal(view))

    def _take_turn(self, name: str) -> Turn:
        """Where a table stands in memory now, for everyone who follows it."""
        house, table = self.service.house, self.service.house.tables[name]
        followers = self._followers[name]
        people = {connection.person.id: connection.person for connection in followers if connection.person}
        wants_signs = name in self._new_signs or any(name in connection.forced for connection in followers)
        self._new_signs.discard(name)
        yours: dict[str, Yours | None] = {"": None}
        for one, person in people.items():
            yours[one] = yours_of(table, one, dealing=_deals(person))
        return Turn(
            table=name,
            number=house.numbers.get(table_stream(name), 0),
            standing=standing_of(house, table),
            signs=self.board.signs(table) if wants_signs else None,
            yours=yours,
        )

    def _tell(self, turn: Turn) -> list[Connection]:
        """Send everyone who follows a table a frame; those who have missed more than is remembered are returned."""
        name, behind = turn.table, []
        for connection in list(self._followers[name]):
            after, person = connection.tables[name], connection.person.id if connection.person else ""
            is_forced = name in connection.forced
            if person not in turn.yours or turn.number < after or (is_forced and turn.signs is None):
                self._again(name)  # it came to the table meanwhile
            elif turn.number > after or turn.signs is not None:
                if after not in turn.frames:
                    turn.frames[after] = self._frame(turn, after)
                if (frame := turn.frames[after]) is None:
                    behind.append(connection)
                else:
                    seen = self._seen(turn, after, person)
                    yours = turn.yours[person]
                    connection.send(frame if yours is None and not seen else for_one(frame, yours, seen))
                    connection.tables[name] = turn.number
                connection.forced.discard(name)
        if self._recent[name] and self._recent[name][-1].number > turn.number:
            self._again(name)
        return behind

    def _again(self, name: str) -> None:
        self._dirty[name] = None
        self._wake.set()

    def _frame(self, turn: Turn, after: int) -> bytes | None:
        """What happened after a number and up to a turn, as anyone may know it; None if it is forgotten."""
        missed = self._missed(turn, after)
        if len(missed) < turn.number - after:
            return None
        game = self._game(turn.table)
        names = self._names[turn.table]
        told = [(recent, names.of(recent.events, recent.so_far if game is not None else None)) for recent in missed]
        frame = Frame(
            table=turn.table,
            after=after,
            number=turn.number,
            records=tuple(tell(game, recent.number, recent.events, recent.by, called) for recent, called in told),
            standing=timed(turn.standing, self.service.clocks.times(turn.table)),
            jackpots=turn.signs,
        )
        return msgspec.json.encode(frame)

    def _seen(self, turn: Turn, after: int, person: str) -> tuple[Seen, ...]:
        """What of it one person may know besides."""
        game = self._game(turn.table)
        return tuple(
            more
            for recent in self._missed(turn, after)
            if (seat := _seat(recent, person)) is not None
            for more in tell_more(game, seat, recent.number, recent.events)
        )

    def _missed(self, turn: Turn, after: int) -> list[Recent]:
        """The records after a number and up to a turn; the last ones are many times the first."""
        missed = []
        for recent in reversed(self._recent[turn.table]):
            if recent.number <= after:
                break
            if recent.number <= turn.number:
                missed.append(recent)
        return missed[::-1]

    def _game(self, name: str) -> Game | None:
        table = self.service.house.tables[name]
        plan = table.plan
        return game_at(plan, plan.settings) if is_known(plan.settings.game) and not table.fault else None

    # --- the lobby and the signs --------------------------------------------------------------------------------------

    async def tell_lobby(self, *connections: Connection) -> None:
        message = msgspec.json.encode(Lobby(tables=tuple(self.board.tables())))
        await self.service.flush()
        for connection in connections:
            connection.send(message)

    async def tell_jackpots(self, *connections: Connection) -> None:
        message = msgspec.json.encode(Jackpots(signs=tuple(self.board.all_signs())))
        await self.service.flush()
        for connection in connections:
            connection.send(message)

    async def _tell_signs(self) -> None:
        self._signs_dirty = True  # whatever was not told when this failed
        while True:
            await asyncio.sleep(SIGNS_EVERY)
            if not self._signs_dirty:
                continue
            self._signs_dirty = False
            others, self._other_signs = self._other_signs, set()
            self._new_signs |= others
            for name in sorted(others):
                self._again(name)
            if watchers := [c for c in self.connections if c.watches_lobby]:
                await self.tell_lobby(*watchers)
            if watchers := [c for c in self.connections if c.watches_jackpots]:
                await self.tell_jackpots(*watchers)


def _deals(person: Person | None) -> bool:
    return person is not None and person.role in DEALING


def _seat(recent: Recent, person: str) -> Seat | None:
    return next((seat for seat, holder in recent.holders.items() if holder == person), None)
