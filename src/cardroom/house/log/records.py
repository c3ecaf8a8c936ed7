"""The log: a record a command, with what it did to each stream, chained by hashes so that nothing changes unseen."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec.structs import force_setattr, replace

from cardroom.documents import Hash, hash_of
from cardroom.errors import CardroomError
from cardroom.house.kernel.people import Role
from cardroom.house.log.commands import AnyCommand
from cardroom.house.log.events import HouseEvent, TableEvent
from cardroom.house.log.record_formats import is_of_this_format, upcast
from cardroom.jackpots.events import OF_RECORD
from cardroom.jackpots.events import AnyEvent as LinkEvent
from cardroom.ledger import Posting
from cardroom.table.event_visibility import sealed
from cardroom.table.events import PacketDealt

START: Hash = "0" * 64  # what the first record is chained to


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a command did to one stream, and the money that moved; each stream is numbered from 1."""

    number: int
    postings: tuple[Posting, ...] = ()


class TablePart(Part, frozen=True, kw_only=True, tag="table", omit_defaults=True):
    table: str
    events: tuple[TableEvent, ...]

    @property
    def stream(self) -> str:
        return table_stream(self.table)


class LinkPart(Part, frozen=True, kw_only=True, tag="link", omit_defaults=True):
    link: str
    events: tuple[LinkEvent, ...]

    @property
    def tables(self) -> list[str]:
        """Those that its events speak of."""
        return self._named("table")

    @property
    def wins(self) -> list[str]:
        return self._named("win")

    def _named(self, field: str) -> list[str]:
        return list(dict.fromkeys(name for event in self.events if (name := getattr(event, field, ""))))

    @property
    def stream(self) -> str:
        return link_stream(self.link)


class HousePart(Part, frozen=True, kw_only=True, tag="house", omit_defaults=True):
    events: tuple[HouseEvent, ...]

    @property
    def stream(self) -> str:
        return HOUSE_STREAM


AnyPart = TablePart | LinkPart | HousePart
HOUSE_STREAM = "house"


def table_stream(table: str) -> str:
    return f"table:{table}"


def link_stream(link: str) -> str:
    return f"link:{link}"


class Record(msgspec.Struct, frozen=True, kw_only=True):
    format: int
    version: str  # of the software that wrote it
    position: int  # in the whole log, without a gap
    at: datetime
    day: str  # the gaming day that it counts for
    by: str
    role: Role
    key: str  # the caller's own key for the command; "" where there is none
    command: AnyCommand
    parts: tuple[AnyPart, ...]
    previous: Hash  # of the record before


class Written(msgspec.Struct, frozen=True):
    """A record to the byte, as it is stored and hashed."""

    position: int
    day: str
    body: bytes
    hash: Hash


_RECORD = msgspec.json.Decoder(Record)


def as_recorded(event: TableEvent) -> TableEvent:
    """An event of a table as a record has it: what lies face down is sealed."""
    return sealed(event) if isinstance(event, PacketDealt) else event


def as_recorded_parts(parts: tuple[AnyPart, ...]) -> tuple[AnyPart, ...]:
    return tuple(_part_as_recorded(part) for part in parts) if _deal_cards(parts) else parts


def _part_as_recorded(part: AnyPart) -> AnyPart:
    if not isinstance(part, TablePart):
        return part
    return replace(part, events=tuple(as_recorded(event) for event in part.events))


def _deal_cards(parts: tuple[AnyPart, ...]) -> bool:
    for part in parts:
        for event in part.events:
            if isinstance(event, PacketDealt):
                return True
    return False


def sealed_for_log(record: Record) -> Written:
    """What lies face down is sealed, and who and when are said once."""
    parts = without_repeated_stamps(as_recorded_parts(record.parts), record.at, record.by)
    kept = record if parts is record.parts else replace(record, parts=parts)
    body = msgspec.json.encode(kept)
    return Written(record.position, record.day, body, hash_of(body))


def without_repeated_stamps(parts: tuple[AnyPart, ...], at: datetime, by: str) -> tuple[AnyPart, ...]:
    """Events on links without what the record says already."""
    if not any(isinstance(part, LinkPart) for part in parts):
        return parts
    return tuple(
        replace(part, events=tuple(
            replace(event, at=OF_RECORD if event.at == at else event.at, by="" if event.by == by else event.by)
            for event in part.events
        ))
        if isinstance(part, LinkPart) else part
        for part in parts
    )  # fmt: skip


def _in_full(record: Record) -> Record:
    """Events on links with when and who, as everybody but the log has them. Nobody else has seen them yet."""
    for part in record.parts:
        if isinstance(part, LinkPart):
            for event in part.events:
                if event.at is OF_RECORD:
                    force_setattr(event, "at", record.at)
                if not event.by:
                    force_setattr(event, "by", record.by)
    return record


def decode_record(body: bytes) -> Record:
    """The one decoder of the log."""
    try:
        is_plain = is_of_this_format(body)
        return _in_full(_RECORD.decode(body) if is_plain else msgspec.convert(upcast(body), Record, str_keys=True))
    except (msgspec.MsgspecError, CardroomError, UnicodeError) as error:
        raise CardroomError("broken-log", f"cannot be read: {error}") from None
