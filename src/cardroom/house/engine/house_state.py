"""The state of a house: what the records come to, and to the byte what a checkpoint keeps.

Decks, and the cards that lie face down, are never in it; nor is what is derived from it. They lie beside it in
`House`. The state of a round is folded from its events again, in which hidden cards are sealed as in the records.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from typing import Any

import msgspec

from cardroom.documents import Hash
from cardroom.house.engine.day_figures import DayFigures
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.access.state import AccessRequest, BrokenGlass, Invitation, KnownTerminal
from cardroom.house.features.alerts.state import Alert
from cardroom.house.features.approval_conditions.state import FiledCondition
from cardroom.house.features.backups.state import KeyCopies
from cardroom.house.features.cage.state import NOT_COUNTED, CageBook
from cardroom.house.features.floor_changes.state import ApprovedFloor, FloorRequest
from cardroom.house.features.jackpot_changes.state import Request
from cardroom.house.features.log_upkeep.state import Verified
from cardroom.house.features.players.state import OwnLimits
from cardroom.house.features.promotions.state import NO_PROMOTIONS, PromotionBook
from cardroom.house.features.rounds.rows import PlayedRow
from cardroom.house.features.slips.state import SlipBook
from cardroom.house.features.staff_cards.state import IssuedCard, RefusedCard
from cardroom.house.floor import Floor
from cardroom.house.kernel.document_store import Documents
from cardroom.house.kernel.dual_control import AccountState
from cardroom.house.kernel.people import SERVICE, Person
from cardroom.house.log.idempotency import Receipts
from cardroom.house.log.records import START
from cardroom.jackpots import Link
from cardroom.ledger import Account
from cardroom.money import Money
from cardroom.table import Round, TableSettings
from cardroom.table.commands import Seat
from cardroom.table.event_visibility import sealed
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import RoundOpened

NO_FLOOR = Floor(name="", tables=())


@dataclass(kw_only=True)
class HouseState:
    position: int = 0
    head: Hash = START
    numbers: dict[str, int] = field(default_factory=dict)  # of the last part of each stream
    floor: Floor = NO_FLOOR
    floor_request: FloorRequest | None = None  # another one that waits for a second person
    approved_floor: ApprovedFloor | None = None  # that the house opens on
    tables: dict[str, LiveTable] = field(default_factory=dict)
    rounds_of_removed: dict[str, int] = field(default_factory=dict)  # a table that comes back counts on
    links: dict[str, Link] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=lambda: {SERVICE.id: SERVICE})
    account_states: dict[str, AccountState] = field(default_factory=dict)  # of the staff; who is not in it is active
    account_ends: dict[str, datetime] = field(default_factory=dict)  # of those for a set time, by person
    invitations: dict[str, Invitation] = field(default_factory=dict)  # one-time codes to be redeemed, by person
    access_requests: dict[str, AccessRequest] = field(default_factory=dict)
    terminals: dict[str, KnownTerminal] = field(default_factory=dict)  # of the house, by name
    broken_glass: dict[str, BrokenGlass] = field(default_factory=dict)  # until acknowledged, by record
    has_mustered: bool = False  # two people who may open doors have been there
    guests: dict[str, datetime] = field(default_factory=dict)  # people without a password, and since when
    books: dict[Account, Money] = field(default_factory=dict)  # balances that are not nothing
    requests: dict[str, Request] = field(default_factory=dict)
    own_limits: dict[str, OwnLimits] = field(default_factory=dict)
    bought: dict[str, Money] = field(default_factory=dict)  # chips by person, today
    receipts: Receipts = field(default_factory=dict)
    swept: datetime | None = None  # when old receipts were last forgotten
    day: str = ""  # of the last record
    first_of_day: int = 0  # the record that it began with
    figures: dict[str, DayFigures] = field(default_factory=dict)  # of every day that is not closed
    closed: str = ""  # the last day that is
    archived: int = 0  # records up to here are in files
    unsettled: dict[str, dict[Seat, PlayedRow]] = field(default_factory=dict)  # rounds over but for a jackpot's game
    cards: dict[str, IssuedCard] = field(default_factory=dict)  # of the staff, by number
    refused_cards: dict[str, RefusedCard] = field(default_factory=dict)  # the last one of each table or terminal
    conditions: dict[str, FiledCondition] = field(default_factory=dict)  # of approvals that are on file
    key_copies: dict[str, KeyCopies] = field(default_factory=dict)  # where they lie, by the key's fingerprint
    slips: int = 0  # hand-pay slips that the cage has written, ever
    private_tables: int = 0  # tables among friends that there have been, ever
    alerts: dict[str, Alert] = field(default_factory=dict)  # that stand, by name
    alerts_raised: int = 0  # ever
    verified: Verified | None = None  # when the log was last verified
    chip_slips: SlipBook = field(default_factory=dict)  # fills and credits, by number
    last_slip: int = 0  # of these
    promotions: PromotionBook = NO_PROMOTIONS  # asked for, and running
    cage: CageBook = NOT_COUNTED  # since its last count


class KeptRound(msgspec.Struct, frozen=True):
    settings: Hash
    events: tuple[RoundEvent, ...]


Defaults = tuple[tuple[str, object], ...]  # by field


def _defaults(kind: Any) -> Defaults:
    return tuple(
        (one.name, one.default if one.default_factory is MISSING else one.default_factory()) for one in fields(kind)
    )


OF_HOUSE, OF_TABLE = _defaults(HouseState), _defaults(LiveTable)


def encode(state: HouseState) -> bytes:
    """Whoever applies the same records gets the same bytes, also where fields are known that came later."""
    tables = {name: _without(OF_TABLE, table) for name, table in state.tables.items()}
    return msgspec.json.encode(_without(OF_HOUSE, state) | {"tables": tables}, enc_hook=_encode_round)


def _without(defaults: Defaults, part: object) -> dict[str, object]:
    """As the structs in it are written: what is as it was in the beginning is left out."""
    values = vars(part)
    return {name: values[name] for name, default in defaults if values[name] != default}


def _encode_round(round_: Any) -> Any:
    assert isinstance(round_, Round)
    opened = round_.events[0]
    assert isinstance(opened, RoundOpened)
    return KeptRound(opened.settings, tuple(sealed(event) for event in round_.events))


def decode(body: bytes, documents: Documents) -> HouseState:
    def decode_round(kind: type, data: Any) -> Any:
        assert kind is Round
        kept = msgspec.convert(data, KeptRound, str_keys=True)
        return Round(kept.events, documents.get(kept.settings, TableSettings))

    state = msgspec.json.decode(body, type=HouseState, dec_hook=decode_round)
    _complete(OF_HOUSE, state)
    for table in state.tables.values():
        _complete(OF_TABLE, table)
    return state


def _complete(defaults: Defaults, part: object) -> None:
    """What was left out: msgspec leaves it to the class, where `vars` does not find it."""
    for name, default in defaults:
        vars(part).setdefault(name, default)
