"""A requirement: what must hold, where that is asked for, and the check that answers it.

A check looks at the house as it stands, or follows its log from the first record on. What no check can answer is left
to a person, with what there is to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from cardroom.documents import Hash
from cardroom.house.audit.software_identity import SoftwareManifest
from cardroom.house.engine.house import House
from cardroom.house.features.access.messages import (
    AccountEnded,
    AccountInvited,
    AccountReinstated,
    AccountSuspended,
    Enrolled,
    RoleChanged,
)
from cardroom.house.kernel.people import Role
from cardroom.house.log.records import HousePart, LinkPart, Record
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import LinkConfig
from cardroom.jackpots.events import GameEnded, GameStarted, GameVoided, LinkChanged, LinkOpened

Found = tuple[str, str]  # where, and what is not as it must be


class Answer(StrEnum):
    HOLDS = "holds"
    FAILS = "does-not-hold"
    PERSON = "needs-a-person"


class Area(StrEnum):
    JACKPOTS = "jackpots"
    MONEY = "money"
    TABLES = "tables"
    PEOPLE = "people"
    SOFTWARE = "software"


@dataclass(frozen=True)
class Standing:
    """The house as it stands, and what is known besides."""

    house: House
    reader: Reader
    at: datetime
    slowest_display: float | None = None  # seconds from an award to the signs; None: no server has measured one
    release: SoftwareManifest | None = None  # the software's files as somebody knows them; None: nobody has told


@dataclass
class LogSoFar:
    """What the records before one have established: it is there for every check."""

    document: Callable[[Hash], LinkConfig]
    configs: dict[str, LinkConfig] = field(default_factory=dict)  # in force, by link
    games: dict[tuple[str, str], GameStarted] = field(default_factory=dict)  # that are on, by link and table
    roles: dict[str, Role] = field(default_factory=dict)
    barred: dict[str, str] = field(default_factory=dict)  # people whose account is suspended or ended, and which

    def take_in(self, record: Record) -> None:
        for part in record.parts:
            if isinstance(part, LinkPart):
                self._of_link(part)
            elif isinstance(part, HousePart):
                self._of_house(part)

    def _of_link(self, part: LinkPart) -> None:
        for event in part.events:
            match event:
                case LinkOpened() | LinkChanged():
                    self.configs[part.link] = self.document(event.config)
                case GameStarted():
                    self.games[part.link, event.table] = event
                case GameEnded() | GameVoided():
                    self.games.pop((part.link, event.table), None)
                case _:
                    pass

    def _of_house(self, part: HousePart) -> None:
        for event in part.events:
            match event:
                case Enrolled() | RoleChanged():
                    self.roles[event.person] = Role(event.role)
                case AccountSuspended():
                    self.barred[event.person] = "suspended"
                case AccountEnded():
                    self.barred[event.person] = "ended"
                case AccountReinstated() | AccountInvited():
                    self.barred.pop(event.person, None)
                case _:
                    pass


class LogCheck:
    """Follows a log, record by record. What it looks for must be able to be wrong: a test plants each fault."""

    looked_at: ClassVar[str]  # what it counts

    def __init__(self) -> None:
        self.count = 0

    def of_record(self, record: Record, before: LogSoFar) -> Iterator[Found]:
        """What is wrong with a record, by what the records before it have established."""
        raise NotImplementedError

    def at_end(self, standing: Standing) -> Iterator[Found]:
        """What shows only when all records have been seen."""
        yield from ()


StandingCheck = Callable[[Standing], Iterator[Found]]


@dataclass(frozen=True)
class Requirement:
    id: str
    area: Area
    says: str  # what must hold
    source: str  # where it is asked for
    by_log: type[LogCheck] | None = None
    by_house: StandingCheck | None = None
    looks: str = ""  # what a person looks at, or what the check of the house looks at
    unless: Callable[[Standing], bool] | None = None  # where this cannot be said, a person has to
