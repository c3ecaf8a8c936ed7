"""Who follows what: after every commit each connection gets at most one frame of each table it follows.

Two things keep what is sent behind what is on disk. Events come from committed records only. What is read from memory
(where a table stands, the jackpots) is taken first, then everything in memory is brought to disk, and only then sent.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import Done
from cardroom.house.features.tables.messages import FaultyPart
from cardroom.house.kernel.people import DEALING, Person
from cardroom.house.log import events as e
from cardroom.house.log.records import HousePart, LinkPart, TablePart
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.auth import ENDS_SESSIONS
from cardroom.house.runtime.service import Service
from cardroom.house.views.lobby import LobbyBoard
from cardroom.house.views.staff.terminal import TerminalView, terminal_view, with_times
from cardroom.house.views.table_frames import TableView, table_view, timed
from cardroom.jackpots import Source
from cardroom.jackpots.events import AwardPaid
from cardroom.web.messages import Jackpots, Lobby, Outage, Snapshot, Terminal, Unsubscribed
from cardroom.web.sockets.chat import Chat, as_read_only
from cardroom.web.sockets.connection import Connection
from cardroom.web.sockets.seat_absence import Absences
from cardroom.web.sockets.table_feed import Recent, TableFeed, Turn

SIGNS_EVERY = 0.5  # seconds between two pictures of the lobby or the jackpots
REGROUPING = (e.SatDown, e.StoodUp, e.SeatRenamed, e.HostNamed, e.KickedOut)
AT_ONCE = 30  # tables that are told without a pause
GOING_AWAY, SESSION_OVER = 1001, 4401  # codes of closing

Made = TypeVar("Made")


class Told(NamedTuple):
    """A table of which there is something to tell, as it stood when that was written."""

    table: str
    turn: Turn | None  # None: nobody follows it
    terminal: TerminalView | None  # likewise


class Hub:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.board = LobbyBoard(service.house, self.view_failed)
        self.connections: set[Connection] = set()
        self.dropped = 0
        self._feeds: dict[str, TableFeed] = {}  # by table
        self._dirty: dict[str, None] = {}  # tables with something to tell, in order
        self._closing: list[Told] = []  # made of what is on its way to the disk
        self._turns: list[Told] = []  # and of what is on it
        self._other_signs: set[str] = set()  # tables whose jackpots have changed by what happened at others
        self._regrouped: dict[str, None] = {}  # tables among friends where people have come, gone or become the host
        self._wake = asyncio.Event()
        self._signs_dirty = True
        self.slowest_display: float | None = None  # seconds from an award to the signs that were watched
        self._award_at: datetime | None = None  # the first one that no sign has shown yet
        self.absences = Absences(service, self.is_followed_by)
        self.chat = Chat(service.house, service.store)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.service.closing.add(self._on_closing)
        self.service.listeners.add(self._on_commit)
        self.service.on_outage.add(self._on_outage)
        self.service.clocks.moved.add(self._on_clocks_moved)
        keep = self.service.background.keep
        self._tasks = [keep("telling-tables", self._tell_tables), keep("telling-signs", self._tell_signs)]
        self.absences.start()

    async def stop(self) -> None:
        self.service.closing.discard(self._on_closing)
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

    def _feed(self, name: str) -> TableFeed:
        if name not in self._feeds:
            self._feeds[name] = TableFeed(name)
        return self._feeds[name]

    def _on_closing(self, written: list[Done]) -> None:
        """All that is in memory goes to disk with these: how tables stand is what may be told once they are there."""
        for done in written:
            assert done.record is not None
            for part in done.record.parts:
                match part:
                    case TablePart():
                        self._dirty[part.table] = None
                    case LinkPart():
                        self._on_link(part)
                    case HousePart():
                        self._on_refused_cards(part)
        last = written[-1].record
        if last is not None and last.position == self.service.house.position:  # and not only some of it
            self._closing += self._take_turns()

    def _on_commit(self, written: list[Done]) -> None:
        for done in written:
            assert done.record is not None
            for part in done.record.parts:
                match part:
                    case TablePart() if part.table in done.holders:
                        self._remember(part, done)
                    case TablePart() if part.table not in self.service.house.tables:
                        self._let_go(part.table)
                    case LinkPart() if self._award_at is None and any(map(_is_shown, part.events)):
                        self._award_at = done.record.at
                    case HousePart():
                        for event in part.events:
                            if isinstance(event, ENDS_SESSIONS):
                                self._close_sockets_of(event)
                    case _:
                        pass
        self._turns += self._closing
        self._closing = []
        self._signs_dirty = True
        self._wake.set()

    def _remember(self, part: TablePart, done: Done) -> None:
        assert done.record is not None
        feed, name = self._feed(part.table), part.table
        if any(isinstance(event, e.TableStopped) for event in part.events):
            feed.recent.clear()  # what could not be told is told no more
        role, holders, so_far = done.record.role, done.holders[name], done.rounds.get(name)
        feed.recent.append(Recent(part.number, role, part.events, holders, so_far))
        if any(isinstance(event, REGROUPING) for event in part.events):
            self._regrouped[name] = None

    def _let_go(self, name: str) -> None:
        """A table is gone, and with it whatever there was to be told of it."""
        if (feed := self._feeds.pop(name, None)) is not None:
            for connection in feed.followers:
                connection.tables.pop(name, None)
                connection.send(Unsubscribed(table=name))
        self._dirty.pop(name, None)
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
        for name in sorted(named):
            self._dirty[name] = None
            self._feed(name).has_new_signs = True
        self._other_signs |= {table.id for table in config.tables} & tables.keys() - named

    def _on_refused_cards(self, part: HousePart) -> None:
        """A card that was refused is told where it was."""
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
                case e.SessionClosed():
                    is_over = bool(connection.session) and connection.session.startswith(event.session)
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
        return msgspec.structs.replace(found, standing=timed(found.standing, service.house.deadlines[name]))

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
        if after is not None and self._feed(name).remembers(after):
            connection.tables[name] = after
        else:
            await self._send_snapshot(connection, name)
        if after is not None:
            connection.forced.add(name)
        self._feed(name).followers[connection] = None
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
        for connection in self._followers(name):
            if table is not None and not table.is_open_to(connection.person):
                connection.tables.pop(name, None)
                del self._feeds[name].followers[connection]

    async def _tell_who_is_here(self, name: str) -> None:
        """Who hosts, and who is muted, goes by seats."""
        table = self.service.house.tables.get(name)
        if table is not None and table.plan.is_private and self._followers(name):
            with contextlib.suppress(CardroomError):  # it may end meanwhile
                await self.tell_chat(name)

    async def tell_chat(self, name: str) -> None:
        """What was said at a table among friends, to all who follow it."""
        heard = await self.chat.heard(name)
        for_most, for_the_quiet = msgspec.json.encode(heard), msgspec.json.encode(as_read_only(heard))
        for connection in self._followers(name):
            connection.send(for_the_quiet if self.chat.is_quiet(name, connection.person) else for_most)

    def unsubscribe(self, connection: Connection, name: str) -> None:
        connection.tables.pop(name, None)
        if name in self._feeds:
            self._feeds[name].followers.pop(connection, None)
        if connection.person is not None:
            self.absences.look_for(connection.person.id, name)

    def is_followed_by(self, person: str, name: str) -> bool:
        return any(connection.person and connection.person.id == person for connection in self._followers(name))

    def _followers(self, name: str) -> list[Connection]:
        return list(self._feeds[name].followers) if name in self._feeds else []

    def forget(self, connection: Connection) -> None:
        """A connection has gone."""
        self.connections.discard(connection)
        for name in list(connection.tables):
            self.unsubscribe(connection, name)
        for name in connection.terminals & self._feeds.keys():
            self._feeds[name].terminals.pop(connection, None)

    # --- tables -------------------------------------------------------------------------------------------------------

    async def _tell_tables(self) -> None:
        """After every commit. Its commands are acknowledged before, and the answers go out with the frames."""
        for name in self._feeds:
            self._again(name)  # whatever was not told when this failed
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._dirty and not self.service.is_on_disk:
                await self.service.flush()  # on the way there turns are taken
            if self._dirty and self.service.is_on_disk:
                self._turns += self._take_turns()
            turns, self._turns = self._turns, []
            for number, told in enumerate(turns, 1):
                await self._tell(told)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)  # others may do something
            regrouped, self._regrouped = self._regrouped, {}
            for name in regrouped:
                self._let_go_of_kicked(name)
                await self._tell_who_is_here(name)

    def _take_turns(self) -> list[Told]:
        """Where the tables stand in memory of which there is something to tell."""
        dirty, self._dirty = self._dirty, {}
        tables = self.service.house.tables
        taken = []
        for name in dirty:
            if name in tables and (feed := self._feeds.get(name)):
                turn = self._guarded(name, partial(self._turn, name)) if feed.followers else None
                view = self._guarded(name, partial(self._terminal, name)) if feed.terminals else None
                taken.append(Told(name, turn, view))
        return taken

    def _turn(self, name: str) -> Turn:
        feed, house = self._feeds[name], self.service.house
        wants_signs = feed.has_new_signs or any(name in connection.forced for connection in feed.followers)
        feed.has_new_signs = False
        return feed.turn(house, self.board.signs(house.tables[name]) if wants_signs else None)

    async def _tell(self, told: Told) -> None:
        """To everyone who follows a table, or its terminal."""
        if told.terminal is not None:
            message = self._timed_terminal(told.terminal)
            for connection in self._feeds[told.table].terminals if told.table in self._feeds else ():
                connection.send(message)
        if told.turn is not None:
            for connection in self._guarded(told.table, partial(self._tell_followers, told.table, told.turn)) or ():
                with contextlib.suppress(CardroomError):  # it may have gone, or been stopped
                    await self._send_snapshot(connection, told.table)

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
        return msgspec.json.encode(Terminal(view=with_times(view, self.service.house.deadlines[view.table])))

    async def watch_terminal(self, connection: Connection, name: str) -> None:
        connection.terminals.add(name)
        self._feed(name).terminals[connection] = None
        view = self.terminal(name)
        await self.service.flush()
        connection.send(self._timed_terminal(view))

    def _tell_followers(self, name: str, turn: Turn) -> list[Connection]:
        """A frame to each; those who have missed more than is remembered are returned."""
        table, feed, behind = self.service.house.tables.get(name), self._feeds.get(name), []
        if table is None or feed is None:
            return []
        due = self.service.house.deadlines[name]
        for connection in list(feed.followers):
            after, person = connection.tables[name], connection.person.id if connection.person else ""
            is_forced = name in connection.forced
            if person not in turn.yours or turn.number < after or (is_forced and turn.signs is None):
                self._again(name)  # it came to the table meanwhile
            elif turn.number > after or turn.signs is not None:
                if (message := feed.message(turn, after, person, table, due)) is None:
                    behind.append(connection)
                else:
                    connection.send(message)
                    connection.tables[name] = turn.number
                connection.forced.discard(name)
        return behind

    def _again(self, name: str) -> None:
        self._dirty[name] = None
        self._wake.set()

    # --- the lobby and the signs --------------------------------------------------------------------------------------

    async def watch_lobby(self, connection: Connection) -> None:
        """From where the news stand now. While nobody follows the lobby, none are made."""
        if not any(one.watches_lobby for one in self.connections):
            self.board.news()
        connection.watches_lobby = True
        message = msgspec.json.encode(Lobby(news=self.board.no_news()))
        await self.service.flush()
        connection.send(message)

    async def _tell_lobby(self) -> None:
        if (news := self.board.news()) is None:
            return
        message = msgspec.json.encode(Lobby(news=news))
        await self.service.flush()
        for connection in self.connections:
            if connection.watches_lobby:
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
            for name in sorted(others & self._feeds.keys()):
                self._feeds[name].has_new_signs = True
                self._again(name)
            if any(connection.watches_lobby for connection in self.connections):
                await self._tell_lobby()
            award_at = self._award_at
            if watchers := [c for c in self.connections if c.watches_jackpots]:
                await self.tell_jackpots(*watchers)
                if award_at is not None:
                    self.slowest_display = max(self.slowest_display or 0.0, (now() - award_at).total_seconds())
            self._award_at = None if self._award_at == award_at else self._award_at


def _is_shown(event: object) -> bool:
    """An award that changes what signs show."""
    return isinstance(event, AwardPaid) and event.source is not Source.TRAY


def _deals(person: Person | None) -> bool:
    return person is not None and person.role in DEALING
