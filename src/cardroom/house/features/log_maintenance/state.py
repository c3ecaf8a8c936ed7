"""The last verification of the log."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.documents import Hash


class Verified(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last time that the whole log, or all that is new in it, was verified."""

    at: datetime
    day: str
    last: int  # the record up to which
    head: Hash
    findings: int = 0
