"""What versions have changed in what a command leads to, declared so that an audit across them proves something.

A release that changes what a command does to the log declares it here. Records of earlier versions may differ in that
when they are done again, and in nothing else.
"""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from cardroom.house.log.records import Record


class Differs(StrEnum):
    """In what a record comes out otherwise when its command is done again."""

    REFUSED = "refused"  # it would be
    DAY = "day"
    STREAMS = "streams"  # it touches others, or with other numbers
    EVENTS = "events"
    MONEY = "money"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Since a version, these commands lead to something else in these respects."""

    since: str
    commands: frozenset[str]  # by their tags
    differs: frozenset[Differs]


CHANGES: tuple[Change, ...] = ()


def is_declared(record: Record, differs: Differs) -> bool:
    """Whether a record may come out otherwise in this, having been written before a change that is declared.

    >>> _number("0.3.0") < _number("0.10.0")
    True
    """
    tag = str(record.command.act.__struct_config__.tag)
    return any(
        _number(record.version) < _number(change.since) and tag in change.commands and differs in change.differs
        for change in CHANGES
    )


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
