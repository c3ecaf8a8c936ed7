"""What the staff is told of itself: cards, who deals where, who calls, which card was refused."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import msgspec

from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.duty.state import Call
from cardroom.house.features.staff_cards.state import RefusedCard
from cardroom.house.features.staff_cards.text import card_refused_in_words
from cardroom.house.features.table_suspension.state import Suspension
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel.people import Person


class CardView(msgspec.Struct, frozen=True, kw_only=True):
    """A staff card, valid or revoked."""

    number: str
    person: Person
    issued_at: datetime
    issued_by: str
    has_pin: bool
    is_valid: bool
    revoked_at: datetime | None
    revoked_by: str
    why: str  # it was revoked


class DealerView(msgspec.Struct, frozen=True):
    person: str
    name: str
    since: datetime


class TableOnDuty(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    is_open: bool
    dealer: DealerView | None
    call: Call | None  # for a supervisor
    suspended: Suspension | None  # everything stands still


class RefusedAt(msgspec.Struct, frozen=True):
    """The last card that was refused at a place, until another one is taken there or it has been looked into."""

    place: str  # a table; where there is none, who is signed in, or the terminal
    card: RefusedCard
    says: str


def refused_at(house: House) -> tuple[RefusedAt, ...]:
    return tuple(
        RefusedAt(place, card, card_refused_in_words(card.refusal, card.number))
        for place, card in house.refused_cards.items()
    )


class OnDuty(msgspec.Struct, frozen=True, kw_only=True):
    """Who deals where, who calls, and what has to be looked into."""

    tables: tuple[TableOnDuty, ...]
    refused: tuple[RefusedAt, ...]


def on_duty(house: House) -> OnDuty:
    return OnDuty(
        tables=tuple(
            TableOnDuty(
                table=table.id,
                name=table_title(table.plan),
                is_open=table.is_open,
                dealer=dealer_view(house, table),
                call=table.call,
                suspended=table.suspended,
            )
            for table in house.tables.values()
        ),
        refused=refused_at(house),
    )


def dealer_view(house: House, table: LiveTable) -> DealerView | None:
    there = table.dealing
    return None if there is None else DealerView(there.person, house.people[there.person].name, there.since)


def card_views(house: House, with_pin: Collection[str]) -> list[CardView]:
    """Every card, the last one issued first."""
    return [
        CardView(
            number=number,
            person=house.people[card.person],
            issued_at=card.at,
            issued_by=card.by,
            has_pin=number in with_pin,
            is_valid=card.is_valid,
            revoked_at=card.revoked_at,
            revoked_by=card.revoked_by,
            why=card.why,
        )
        for number, card in reversed(house.cards.items())
    ]
