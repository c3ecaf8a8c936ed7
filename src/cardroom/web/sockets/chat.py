"""What is said at tables among friends: outside the log, kept for a day or as long as the table stands."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.players.name_rules import require_unlike_others
from cardroom.house.kernel.people import Person
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.thread_pools import DOOR, in_thread
from cardroom.house.storage.chat_log import MOST_LINES, TALK_IS_KEPT, chat_at_table, keep_line, keep_muted
from cardroom.house.storage.store import Store
from cardroom.table.commands import Seat
from cardroom.web.messages import ChatLine, Heard, Mute, React, Say, Watcher

QUIET = "The host has asked you to be quiet at this table."


class Said(ChatLine, frozen=True, kw_only=True):
    """A line as it is kept: nobody is told who a person is."""

    person: str = ""


@dataclass
class Room:
    """What was said at one table, as it stands in the database: nothing is told before it is there."""

    lines: deque[Said] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    muted: set[str] = field(default_factory=set)  # people
    last: int = 0  # number of the last line
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # one line after the other


@dataclass
class Chat:
    house: House
    store: Store
    _rooms: dict[str, Room] = field(default_factory=dict)

    async def say(self, person: Person, message: Say | React) -> None:
        table = self._private(message.table, person)
        room = await self._room(table.id)
        if person.id in room.muted:
            raise CardroomError("muted", QUIET)
        text = " ".join(message.text.split()) if isinstance(message, Say) else ""
        if isinstance(message, Say) and not text:
            raise CardroomError("nothing-said", "Write something first.")
        reaction = message.reaction if isinstance(message, React) else None
        name = self.house.people[person.id].name
        require_unlike_others(self.house, table, person.id, name)
        async with room.turn:
            line = Said(
                number=room.last + 1,
                at=now(),
                name=name,
                seat=_seat(table, person.id),
                text=text,
                reaction=reaction,
                person=person.id,
            )
            body = msgspec.json.encode(line).decode()
            await in_thread(DOOR, keep_line, self.store, table.id, line.number, line.at, body)
            room.last = line.number
            room.lines.append(line)

    async def mute(self, person: Person, message: Mute) -> None:
        table = self._private(message.table, person)
        if table.host != person.id:
            raise CardroomError("not-host", "Only the host of a table among friends does this.")
        room = await self._room(table.id)
        quiet = _meant(table, room, message)
        await in_thread(DOOR, lambda: keep_muted(self.store, table.id, quiet, muted=message.muted))
        (room.muted.add if message.muted else room.muted.discard)(quiet)

    async def heard_by(self, name: str, person: Person | None) -> Heard:
        self._private(name, person)
        heard = await self.heard(name)
        return as_read_only(heard) if self.is_quiet(name, person) else heard

    def is_quiet(self, name: str, person: Person | None) -> bool:
        """Whether somebody may say nothing at a table that has been heard."""
        return person is not None and person.id in self._rooms[name].muted

    async def heard(self, name: str) -> Heard:
        room = await self._room(name)
        table = self.house.table(name)  # it may have ended meanwhile
        while room.lines and room.lines[0].at < now() - TALK_IS_KEPT:
            room.lines.popleft()
        muted = tuple(seat for seat, sitter in sorted(table.seats.items()) if sitter.person in room.muted)
        return Heard(
            table=name,
            host=_seat(table, table.host or ""),
            muted=muted,
            watchers=self._watchers(table, room),
            lines=tuple(map(_told, room.lines)),
        )

    def _watchers(self, table: LiveTable, room: Room) -> tuple[Watcher, ...]:
        """Those without a seat who have said something, but for whoever was asked to leave and is quiet anyway."""
        here = {sitter.person for sitter in table.seats.values()} | {table.host or "", "", *(table.kicked or ())}
        last = {line.person: line for line in room.lines if line.person not in here}
        return tuple(
            Watcher(line=line.number, name=line.name, is_muted=person in room.muted) for person, line in last.items()
        )

    def forget(self, name: str) -> None:
        """The table has ended; what is left in the database goes with the next housekeeping."""
        self._rooms.pop(name, None)

    async def _room(self, name: str) -> Room:
        """Another server, or this one before it was started again, may have heard something there."""
        if name not in self._rooms:
            kept = await in_thread(DOOR, chat_at_table, self.store, name)
            lines = (
                msgspec.structs.replace(msgspec.json.decode(body, type=Said), number=number)
                for number, body in zip(kept.numbers, kept.bodies, strict=True)
            )
            found = Room(deque(lines, MOST_LINES), set(kept.muted), kept.numbers[-1] if kept.numbers else 0)
            self._rooms.setdefault(name, found)
        return self._rooms[name]

    def _private(self, name: str, person: Person | None) -> LiveTable:
        table = self.house.table_for(person, name)
        if not table.plan.is_private:
            raise CardroomError("not-private", "People talk at tables among friends only.")
        return table


def _meant(table: LiveTable, room: Room, message: Mute) -> str:
    """Whom a host wants to be quiet, or to talk again."""
    if message.seat is not None:
        if message.seat not in table.seats:
            raise CardroomError("empty-seat", f"Nobody sits at seat {message.seat}.")
        return table.seats[message.seat].person
    found = next((line.person for line in room.lines if line.number == message.line and line.person), "")
    if not found:
        raise CardroomError("nobody-said-it", "Nobody here has said that; choose somebody else.")
    return found


def as_read_only(heard: Heard) -> Heard:
    """For whoever may say nothing there."""
    return msgspec.structs.replace(heard, quiet=QUIET)


def _told(said: Said) -> ChatLine:
    return ChatLine(**{name: getattr(said, name) for name in ChatLine.__struct_fields__})


def _seat(table: LiveTable, person: str) -> Seat | None:
    return next((seat for seat, sitter in table.seats.items() if sitter.person == person), None)
