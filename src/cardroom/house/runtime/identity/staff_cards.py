"""Staff cards: a number that everyone may know, a printed code, and a PIN for where the code cannot be read.

Which cards there are and whether they count is in the log; the database has the hashes of their secrets.
"""

from __future__ import annotations

import base64
import io
import re
import secrets
from collections.abc import Collection
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.bounds import Name
from cardroom.errors import CardroomError
from cardroom.house.features.staff_cards.messages import CardRefusal
from cardroom.house.features.staff_cards.text import card_refused_in_words
from cardroom.house.kernel.dual_control import AccountState, state_of
from cardroom.house.kernel.people import Person
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.secret_hashes import Hashing, token_hash
from cardroom.house.runtime.service import Service
from cardroom.house.runtime.thread_pools import DOOR, in_thread
from cardroom.house.storage.store import KeptCard, Store

Pin = Annotated[str, Meta(pattern="^[0-9]{4,8}$")]

PREFIX = "CR"
_CODE = re.compile(f"{PREFIX}([A-Z2-7]{{26}})")


class Scanned(msgspec.Struct, frozen=True, tag="Scanned", forbid_unknown_fields=True):
    """A staff card by its printed code, as a scanner types it or a camera reads it."""

    code: Name


class Keyed(msgspec.Struct, frozen=True, tag="Keyed", forbid_unknown_fields=True):
    """A staff card by its number and PIN."""

    number: c.CardNumber
    pin: Pin


Swipe = Scanned | Keyed


class NewCard(msgspec.Struct, frozen=True, kw_only=True):
    """A staff card as it is printed. Its code is shown once and cannot be looked up."""

    number: str
    person: str
    code: str
    svg: str  # the code as a QR code


class CardRefusedError(CardroomError):
    """A card that does not count, with its number where that is known."""

    def __init__(self, refusal: CardRefusal, number: str = "") -> None:
        super().__init__(refusal, card_refused_in_words(refusal, number))
        self.refusal, self.number = refusal, number


class StaffCards:
    """The staff cards of a running house."""

    def __init__(self, service: Service, hashing: Hashing) -> None:
        self._service = service
        self._hashing = hashing

    async def issue(
        self,
        by: Person,
        person: str,
        *,
        pin: str | None = None,
        hashed: str | None = None,
        why: str = "",
        number: str = "",
    ) -> NewCard:
        """A card of the demonstration, with a PIN or one that is hashed already; the one before counts no more, and
        `why` says for what reason."""
        card = new_card(person, self._service.house.cards, number)
        await self._service.submit(by, c.IssueCard(person, card.number, why))
        await self._keep(card, hashed if pin is None else await self.hashed(pin))
        return card

    async def keep(self, card: NewCard, pin: str | None) -> None:
        """The hashes of a card's secrets. It counts as soon as the log says so, too."""
        await self._keep(card, None if pin is None else await self.hashed(pin))

    async def hashed(self, pin: str) -> str:
        return await self._hashing.hash(pin)

    async def _keep(self, card: NewCard, hashed: str | None) -> None:
        await in_thread(DOOR, lambda: save_card_hashes(self._service.store, card, hashed))

    async def bearer(self, swipe: Swipe) -> Person:
        """Whose card this is, if it counts."""
        kept = await (self._scanned(swipe) if isinstance(swipe, Scanned) else self._keyed(swipe))
        card = self._service.house.cards.get(kept.number)
        if card is None:
            raise CardRefusedError(CardRefusal.UNKNOWN)
        if not card.is_valid:
            raise CardRefusedError(CardRefusal.REVOKED, kept.number)
        bearer = self._service.house.people[card.person]
        if state_of(self._service.house, bearer.id, now()) is not AccountState.ACTIVE:
            raise CardRefusedError(CardRefusal.NOT_ACTIVE, kept.number)
        return bearer

    async def set_pin(self, bearer: Person, pin: str) -> None:
        """Of the card that somebody has."""
        number, hashed = self._service.house.card_of(bearer.id), await self._hashing.hash(pin)
        if number is not None:
            await in_thread(DOOR, self._service.store.set_pin, number, hashed)

    async def with_pin(self) -> set[str]:
        """The numbers of cards that have one."""
        return {kept.number for kept in await in_thread(DOOR, self._service.store.cards) if kept.pin is not None}

    async def _scanned(self, swipe: Scanned) -> KeptCard:
        code = read_code(swipe.code)
        kept = await in_thread(DOOR, self._service.store.card_with, token_hash(code)) if code else None
        if kept is None:
            raise CardRefusedError(CardRefusal.UNKNOWN)
        return kept

    async def _keyed(self, swipe: Keyed) -> KeptCard:
        """A number that nobody has takes as long as a wrong PIN."""
        kept = await in_thread(DOOR, self._service.store.card, swipe.number)
        is_right = await self._hashing.is_right(kept.pin if kept else None, swipe.pin)
        if kept is None or not is_right:
            raise CardRefusedError(CardRefusal.WRONG_PIN, kept.number if kept else "")
        return kept


def read_code(typed: str) -> str:
    """What a scanner types, in one form; "" for what is no code. A keyboard may make something else of the dash.

    >>> read_code(" cr-aaaaaaaa-bbbbbbbb-cccccccc-77 ")
    'CRAAAAAAAABBBBBBBBCCCCCCCC77'
    >>> read_code("4711")
    ''
    """
    plain = re.sub("[^A-Za-z0-9]", "", typed).upper()
    return plain if _CODE.fullmatch(plain) else ""


def new_number(taken: Collection[str]) -> str:
    """That no other card has."""
    while (number := str(secrets.randbelow(900_000) + 100_000)) in taken:
        pass
    return number


def new_card(person: str, taken: Collection[str], number: str = "") -> NewCard:
    """A card with a number that no other has, and a code of 128 bits."""
    if not number or number in taken:
        number = new_number(taken)
    code = f"{PREFIX}-{base64.b32encode(secrets.token_bytes(16)).decode().rstrip('=')}"
    return NewCard(number=number, person=person, code=code, svg=qr_code_svg(code))


def qr_code_svg(code: str) -> str:
    """A QR code as a drawing."""
    import segno  # only issuing a card needs it

    drawing = io.BytesIO()
    segno.make(code, error="m", micro=False).save(drawing, kind="svg", xmldecl=False, omitsize=True, light="#fff")
    return drawing.getvalue().decode().strip()


def save_card_hashes(store: Store, card: NewCard, pin: str | None) -> None:
    """The hashes of a card's secrets."""
    store.add_card(card.number, card.person, token_hash(read_code(card.code)), pin)
