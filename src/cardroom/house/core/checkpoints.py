"""A checkpoint: all state of a house, to the byte. The state of a round is folded from its events again.

The cards that lie face down are sealed in it as in the records.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from cardroom.documents import Hash
from cardroom.house.core.alerts import Alert, Verified
from cardroom.house.core.approvals import AccountState
from cardroom.house.core.counts import Closer, PendingCount
from cardroom.house.core.documents import Documents
from cardroom.house.core.duty import AtShuffler, Call, Dealing, Held, IssuedCard, Mispaid, RefusedCard
from cardroom.house.core.figures import DayFigures
from cardroom.house.core.indexing import PlayedRow
from cardroom.house.core.keys import Receipts
from cardroom.house.core.own_limits import OwnLimits
from cardroom.house.core.people import Person
from cardroom.house.core.slip_book import SlipBook
from cardroom.house.core.tables import LiveTable
from cardroom.house.core.waiting import Opened
from cardroom.house.floor import Floor
from cardroom.jackpots import LinkState
from cardroom.jackpots.commands import ByTwoPeople
from cardroom.ledger import Account
from cardroom.money import Money
from cardroom.table import Round, TableSettings
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import RoundOpened
from cardroom.table.view import sealed


class Request(msgspec.Struct, frozen=True):
    """A change that waits for a second person."""

    asked_by: str
    link: str
    change: ByTwoPeople


class Checkpoint(msgspec.Struct, kw_only=True, omit_defaults=True):
    """All state of a house. What came to be known later is left out where there is nothing of it to be said."""

    position: int
    head: Hash
    numbers: dict[str, int]
    floor: Floor
    tables: dict[str, LiveTable]
    rounds_of_removed: dict[str, int]
    links: dict[str, LinkState]
    people: dict[str, Person]
    guests: dict[str, datetime]
    account_states: dict[str, AccountState] = {}
    books: dict[Account, Money]
    requests: dict[str, Request]
    own_limits: dict[str, OwnLimits]
    bought: dict[str, Money]
    receipts: Receipts
    swept: datetime | None
    day: str
    first_of_day: int
    figures: dict[str, DayFigures]
    closed: str
    archived: int
    opened: dict[str, Opened] = {}
    unsettled: dict[str, dict[Seat, PlayedRow]] = {}
    closing: tuple[str, ...] = ()
    cards: dict[str, IssuedCard] = {}
    dealing: dict[str, Dealing] = {}
    calls: dict[str, Call] = {}
    refused_cards: dict[str, RefusedCard] = {}
    slips: int = 0
    last_private: str = ""
    alerts: dict[str, Alert] = {}
    alerts_raised: int = 0
    verified: Verified | None = None
    held: dict[str, Held] = {}
    corrected: dict[str, int] = {}
    chip_slips: SlipBook = {}
    last_slip: int = 0
    counts: dict[str, PendingCount] = {}
    closers: dict[str, Closer] = {}
    mispaid: dict[str, Mispaid] = {}
    shufflers: dict[str, AtShuffler] = {}


KEPT = tuple(name for name in Checkpoint.__struct_fields__ if name != "links")  # fields of the house itself


class KeptRound(msgspec.Struct, frozen=True):
    settings: Hash
    events: tuple[RoundEvent, ...]


def encode(checkpoint: Checkpoint) -> bytes:
    return msgspec.json.encode(checkpoint, enc_hook=_encode_round)


def _encode_round(round_: Any) -> Any:
    assert isinstance(round_, Round)
    opened = round_.events[0]
    assert isinstance(opened, RoundOpened)
    return KeptRound(opened.settings, tuple(sealed(event) for event in round_.events))


def decode(body: bytes, documents: Documents) -> Checkpoint:
    def decode_round(kind: type, data: Any) -> Any:
        assert kind is Round
        kept = msgspec.convert(data, KeptRound, str_keys=True)
        return Round(kept.events, documents.get(kept.settings, TableSettings))

    return msgspec.json.decode(body, type=Checkpoint, dec_hook=decode_round)
