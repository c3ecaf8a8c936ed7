"""Who deals at a table, and its call for a supervisor."""

from __future__ import annotations

from datetime import datetime

import msgspec


class Dealing(msgspec.Struct, frozen=True):
    """Who deals at a table, and since when."""

    person: str
    since: datetime


class Call(msgspec.Struct, frozen=True):
    """A supervisor is wanted at a table."""

    by: str
    since: datetime
    why: str
