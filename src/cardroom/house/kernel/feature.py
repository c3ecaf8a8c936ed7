"""The table of a feature: who carries out each command and who may send it; what each event does, and what is said.

A feature is a folder: `messages` (commands and events), `state` (what is known, and the reducers that follow events),
`handlers` (commands to events), `text` (sentences), and `feature`, its table. Whatever goes by commands and events
(dispatch, permissions, redaction, transcripts, the index of significant events) reads these tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardroom.house.kernel.messages import Command, Event, EventAtTable, Permission
from cardroom.house.kernel.people import Role

if TYPE_CHECKING:
    from cardroom.house.engine.work import Work

C = TypeVar("C", bound=Command)
T = TypeVar("T", bound=EventAtTable)
E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class CommandRow(Generic[C]):
    kind: type[C]
    handler: Callable[[Work, C], None]
    roles: frozenset[Role] | None  # None: what it carries decides


def command(kind: type[C], handler: Callable[[Work, C], None], roles: frozenset[Role] | None = None) -> CommandRow[C]:
    return CommandRow(kind, handler, roles)


@dataclass(frozen=True)
class Feature:
    commands: tuple[CommandRow[Any], ...] = ()
    carried: Mapping[Permission, frozenset[Role]] = field(default_factory=dict)  # commands of others that its own carry
