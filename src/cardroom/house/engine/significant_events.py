"""Significant events: what someone who answers for the house must be able to look up, with who and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cardroom.house.engine.feature_order import FEATURES
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.people import SERVICE, Role
from cardroom.house.log import events as e
from cardroom.house.log.records import AnyPart, LinkPart, Record
from cardroom.jackpots import events as j
from cardroom.jackpots.setup.config import Source
from cardroom.table import events as t

# Of the house and its tables, as their features have it; what is not here is everyday business.
KINDS: dict[type[msgspec.Struct], EventKind] = {
    row.kind: row.significance for feature in FEATURES for row in feature.events if row.significance is not None
} | {
    t.RoundVoided: EventKind.VOID,
    t.HandFouled: EventKind.VOID,
    t.MispayCorrected: EventKind.CORRECTION,
    t.LateBetRefused: EventKind.CORRECTION,
}

# Everyday business of a jackpot: wagers in, buttons, envy. What is left is significant.
_EVERYDAY = (j.GameStarted, j.WagerTaken, j.GameEnded, j.SeatPressed, j.HandPressed, j.KeyTurned, j.WinConfirmed,
             j.EnvyPaid, j.HandQualified, j.SeatsSettled, j.SeatsReopened, j.AwardRecorded)  # fmt: skip


class Significant(msgspec.Struct, frozen=True):
    """An event that must be looked up easily, and where it stands in its record."""

    kind: EventKind
    by: str  # whose doing it is: not always the person whose command brought it about
    stream: str
    number: int
    event: int  # which one of its part, from 0 on


def significant_in(record: Record) -> Iterator[Significant]:
    """What of a record must be looked up easily, in its order."""
    for part in record.parts:
        for place, event in enumerate(part.events):
            if (kind := kind_of(part, event)) is not None:
                yield Significant(kind, _by(event, record), part.stream, part.number, place)


def kind_of(part: AnyPart, event: Any) -> EventKind | None:
    """None: it is everyday business."""
    if isinstance(part, LinkPart):
        is_everyday = isinstance(event, _EVERYDAY) or getattr(event, "source", None) is Source.TRAY
        return None if is_everyday else EventKind.JACKPOT
    if isinstance(event, e.Enrolled) and event.role in (Role.GUEST, Role.PLAYER):
        return None
    return KINDS.get(type(event))


def _by(event: Any, record: Record) -> str:
    """A jackpot's event knows who pressed; what is flagged for a report is flagged by the house."""
    return SERVICE.id if isinstance(event, e.Flagged) else getattr(event, "by", record.by)
