"""Staff cards: issued, revoked, refused where they are swiped."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Name, Text
from cardroom.house.kernel.messages import Command, Event, Remark


class CardRefusal(StrEnum):
    """Why a staff card was not taken; the values are the codes of refusals, too."""

    UNKNOWN = "unknown-card"
    WRONG_PIN = "wrong-pin"
    REVOKED = "revoked-card"
    NOT_ACTIVE = "not-active"
    NOT_YOURS = "not-your-card"
    WRONG_CARD = "wrong-card"  # another one is asked for
    NOT_ALLOWED = "not-allowed"  # the role of its holder does not give what was asked for


CardNumber = Annotated[str, Meta(pattern="^[0-9]{6}$")]  # of a staff card, printed on it; no secret


class IssueCard(Command, frozen=True, tag="IssueCard"):
    """A staff card of the demonstration; one that the person had before is revoked, for this reason."""

    person: Name
    number: CardNumber
    why: Remark = ""


class RevokeCard(Command, frozen=True, tag="RevokeCard"):
    """A staff card counts for nothing from now on."""

    number: CardNumber
    why: Text


class NoteRefusedCard(Command, frozen=True, tag="NoteRefusedCard"):
    """A staff card was not taken: it is unknown or revoked, its PIN was wrong, or it is not enough."""

    place: Name  # the table; where there is none, who is signed in, or the terminal
    number: str  # "" where nobody knows which card it is
    entered_by: str  # who is signed in there; "" for nobody
    command: str
    refusal: CardRefusal


class AcknowledgeRefusal(Command, frozen=True, tag="AcknowledgeRefusal"):
    """A card that was refused has been looked into."""

    place: Name  # as `NoteRefusedCard` has it


class CardIssued(Event, frozen=True, kw_only=True, tag="CardIssued"):
    number: str
    person: str


class CardRevoked(Event, frozen=True, kw_only=True, tag="CardRevoked"):
    number: str
    person: str
    why: str


class CardRefused(Event, frozen=True, kw_only=True, tag="CardRefused"):
    """A staff card was swiped and not taken; a supervisor sees it until another one is, or until he has seen it."""

    place: str  # a table; where there is none, who is signed in, or the terminal
    number: str  # "" where nobody knows which card it is
    person: str  # its holder; "" likewise
    entered_by: str  # who is signed in there; "" for nobody
    command: str
    refusal: CardRefusal


class RefusalCleared(Event, frozen=True, kw_only=True, tag="RefusalCleared"):
    """Nothing about a refused card is left to be looked into at this place."""

    place: str


StaffCardCommand = RevokeCard | AcknowledgeRefusal
StaffCardByHouse = IssueCard | NoteRefusedCard
StaffCardInHouse = CardIssued | CardRevoked | CardRefused | RefusalCleared
