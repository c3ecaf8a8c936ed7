"""Staff cards as they stand, and the cards that were refused."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.house.features.staff_cards.messages import CardRefusal


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
