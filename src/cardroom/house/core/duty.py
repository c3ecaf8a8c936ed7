"""Who is on duty: staff cards, who deals where, which table calls for a supervisor, which card was refused."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from cardroom.money import Money
from cardroom.table.commands import Seat


class Whose(StrEnum):
    """Who has to do something."""

    PLAYERS = "players"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"


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


class CardRefusal(StrEnum):
    """Why a staff card was not taken; the values are the codes of refusals, too."""

    UNKNOWN = "unknown-card"
    WRONG_PIN = "wrong-pin"
    REVOKED = "revoked-card"
    NOT_ACTIVE = "not-active"
    NOT_YOURS = "not-your-card"
    WRONG_CARD = "wrong-card"  # another one is asked for
    NOT_ALLOWED = "not-allowed"  # the role of its holder does not give what was asked for


def card_refused_in_words(refusal: CardRefusal, number: str) -> str:
    """To whoever swiped it, and to whoever looks into it.

    >>> card_refused_in_words(CardRefusal.REVOKED, "100001")
    'Card 100001 is revoked.'
    """
    match refusal:
        case CardRefusal.UNKNOWN:
            return "This card is not enrolled here."
        case CardRefusal.WRONG_PIN:
            return "That number and PIN do not belong together."
        case CardRefusal.REVOKED:
            return f"Card {number} is revoked."
        case CardRefusal.NOT_ACTIVE:
            return f"The account of the holder of card {number} is not active."
        case CardRefusal.NOT_YOURS:
            return "This is not your card, or not its PIN. Sign in as the holder, or go to a terminal of the house."
        case CardRefusal.WRONG_CARD:
            return "Another card is asked for here."
        case CardRefusal.NOT_ALLOWED:
            return "The holder of this card may not do this."


MOST_REFUSED = 100  # places whose refused cards are remembered; the oldest is forgotten first


class RefusedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last card that was refused at a place."""

    at: datetime
    number: str  # "" where nobody knows which card it is
    person: str  # its holder; "" likewise
    entered_by: str  # who is signed in there; "" for nobody
    what: str
    refusal: CardRefusal
    times: int = 1  # that cards were refused there since somebody has looked into it
