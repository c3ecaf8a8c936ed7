"""Who is on duty: staff cards, who deals where, which table calls for a supervisor, which card was refused."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.money import Money
from cardroom.table.commands import Seat


class IssuedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A staff card, valid or not any more. What is printed on it besides its number is not known here."""

    person: str
    at: datetime
    by: str
    revoked_at: datetime | None = None
    revoked_by: str = ""
    why: str = ""

    @property
    def is_valid(self) -> bool:
        return self.revoked_at is None


class Dealing(msgspec.Struct, frozen=True):
    """Who deals at a table, and since when."""

    person: str
    since: datetime


class Call(msgspec.Struct, frozen=True):
    """A supervisor is wanted at a table."""

    by: str
    since: datetime
    why: str


class Held(msgspec.Struct, frozen=True):
    """Everything at a table stands still: who has stopped it, since when and why."""

    by: str
    since: datetime
    why: str


class Mispaid(msgspec.Struct, frozen=True):
    """A dealer's figure for a seat that was not what is due; the table waits for a supervisor's correction."""

    round_id: str
    seat: Seat
    entered: Money
    due: Money
    dealer: str
    at: datetime


class AtShuffler(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a dealer has last pressed at a table's shuffler."""

    mode: str = ""
    first: str = ""  # the round whose first packet the green button gave out
    counted: str = ""  # the round whose hands it has counted


MOST_REFUSED = 100  # places whose refused cards are remembered; the oldest is forgotten first


class RefusedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last card that was refused at a place."""

    at: datetime
    number: str  # "" where nobody knows which card it is
    person: str  # its holder; "" likewise
    entered_by: str  # who is signed in there; "" for nobody
    what: str
    reason: str
    times: int = 1  # that cards were refused there since somebody has looked into it
