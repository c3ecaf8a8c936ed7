"""The table of a feature: who carries out each command and who may send it; what each event does, and what is said.

A feature is a folder: `messages` (commands and events), `state` (what is known, and the reducers that follow events),
`handlers` (commands to events), `text` (sentences), `rows` (of the index), and `feature`, its table. Whatever goes by
commands and events (dispatch, permissions, redaction, transcripts, the index) reads these tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from cardroom.games.model import Game
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.messages import Command, Event, Permission
from cardroom.house.kernel.people import Role
from cardroom.house.kernel.rows import Row

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork
    from cardroom.house.log.records import HousePart, LinkPart, Record, TablePart
    from cardroom.jackpots import LinkState

C = TypeVar("C", bound=Command)
T = TypeVar("T", bound=msgspec.Struct)  # an event at a table, of the house or of a round; or on a link
H = TypeVar("H", bound=Event)


@dataclass(frozen=True)
class CommandRow(Generic[C]):
    kind: type[C]
    handler: Callable[[UnitOfWork, C], None]
    roles: frozenset[Role] | None  # None: what it carries decides


def command(
    kind: type[C], handler: Callable[[UnitOfWork, C], None], roles: frozenset[Role] | None = None
) -> CommandRow[C]:
    return CommandRow(kind, handler, roles)


@dataclass(frozen=True)
class TableEventRow(Generic[T]):
    """An event on the stream of a table. `on_table` changes the table alone, also while a command is planned.

    `rows` make the rows of the index that it changes: each once a part, when all of the record is applied.
    """

    kind: type[T]
    significance: EventKind | None
    on_table: Callable[[LiveTable, T, Documents], None] | None
    applied: Callable[[House, LiveTable, T, Record], None] | None
    rows: tuple[Callable[[House, TablePart, Record], Iterable[Row]], ...]


def at_table(
    kind: type[T],
    significance: EventKind | None = None,
    *,
    on_table: Callable[[LiveTable, T, Documents], None] | None = None,
    applied: Callable[[House, LiveTable, T, Record], None] | None = None,
    rows: tuple[Callable[[House, TablePart, Record], Iterable[Row]], ...] = (),
) -> TableEventRow[T]:
    return TableEventRow(kind, significance, on_table, applied, rows)


@dataclass(frozen=True)
class LinkEventRow(Generic[T]):
    """An event on the stream of a link, which is at this state after all of the record."""

    kind: type[T]
    applied: Callable[[House, LinkState, T, Record], None] | None
    rows: tuple[Callable[[House, LinkPart, Record], Iterable[Row]], ...]


def on_link(
    kind: type[T],
    *,
    applied: Callable[[House, LinkState, T, Record], None] | None = None,
    rows: tuple[Callable[[House, LinkPart, Record], Iterable[Row]], ...] = (),
) -> LinkEventRow[T]:
    return LinkEventRow(kind, applied, rows)


@dataclass(frozen=True)
class HouseEventRow(Generic[H]):
    """An event on the house's own stream. `beforehand` changes the house before the day of the record begins."""

    kind: type[H]
    significance: EventKind | None
    beforehand: Callable[[House, H, Record], None] | None
    applied: Callable[[House, H, Record], None] | None
    rows: tuple[Callable[[House, HousePart, Record], Iterable[Row]], ...]


def in_house(
    kind: type[H],
    significance: EventKind | None = None,
    *,
    beforehand: Callable[[House, H, Record], None] | None = None,
    applied: Callable[[House, H, Record], None] | None = None,
    rows: tuple[Callable[[House, HousePart, Record], Iterable[Row]], ...] = (),
) -> HouseEventRow[H]:
    return HouseEventRow(kind, significance, beforehand, applied, rows)


EventRow = TableEventRow[Any] | HouseEventRow[Any]


@dataclass(frozen=True)
class Noted:
    """Where an event stands in the log, for its sentence."""

    by: str
    role: Role
    version: str  # of the software
    table: str  # "" on the house's own stream


@dataclass(frozen=True)
class Feature:
    commands: tuple[CommandRow[Any], ...] = ()
    carried: Mapping[Permission, frozenset[Role]] = field(default_factory=dict)  # commands of others that its own carry
    events: tuple[EventRow, ...] = ()
    follows: tuple[EventRow | LinkEventRow[Any], ...] = ()  # events of others
    rows: tuple[type[Row], ...] = ()  # its own of the index
    figures: Mapping[str, Callable[[House, str], msgspec.Struct]] = field(default_factory=dict)  # of a day, by stream
    told: Callable[[Any, Game | None], str] | None = None  # an event in words, to those at the table
    significant: Callable[[Any, Noted], str] | None = None  # and to the staff
