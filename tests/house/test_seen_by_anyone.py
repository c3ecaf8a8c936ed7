"""What the house and its staff do at a table, as anyone hears of it: which fields of each event say anything."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from cardroom.house.core import events as e
from cardroom.house.telling.views import as_seat
from cardroom.table.events import Event as OfRound

# By event; whoever adds one decides here what of it anyone may hear.
SHOWN = {
    "Admitted": "",
    "CallAnswered": "",
    "CameBack": "seat",
    "CardsShown": "round_id holder seat cards",
    "Counted": "",
    "Credited": "amount",
    "DealerTappedIn": "name",
    "DealerTappedOut": "name",
    "DropCollected": "",
    "DropCounted": "",
    "Filled": "amount",
    "HostNamed": "name",
    "InvitationVoided": "",
    "JackpotChips": "round_id amount",
    "KickedOut": "seat",
    "PaceWished": "seat pace",
    "PayoutCapped": "round_id seat won cap",
    "PayoutChecked": "round_id seat paid",
    "PayoutCorrected": "round_id seat due handed_over",
    "PayoutDiffered": "round_id seat",
    "RealRoundBegan": "round_id",
    "RealRoundEnded": "round_id is_void",
    "RoundBegan": "round_id commitment nonce key",
    "RoundCorrected": "round_id seat wager booked paid due kept",
    "RoundPrinted": "round_id number",
    "SatDown": "seat name chips",
    "SatOut": "seat why",
    "SeatRenamed": "seat name",
    "SeedLost": "round_id key",
    "SeedRevealed": "round_id seed",
    "SensorsCounted": "round_id link seats amount",
    "ShufflerPressed": "what round_id mode cite",
    "StoodUp": "seat chips",
    "SupervisorCalled": "",
    "TableChanged": "plan",
    "TableChanging": "plan",
    "TableClosed": "",
    "TableClosing": "",
    "TableHeld": "",
    "TableKeptOpen": "",
    "TableOpened": "",
    "TablePlaced": "plan",
    "TableReleased": "",
    "TableRemoved": "",
    "TableStopped": "fault round_id",
    "ToppedUp": "seat chips",
    "TrayChecked": "purpose",
    "TrayCounted": "purpose",
}
OF_THE_HOUSE = [kind for kind in get_args(e.TableEvent) if not issubclass(kind, OfRound)]  # a round's own: `table/view`


def some(kind: Any) -> Any:
    """A value of a type that is not what a field without a value has."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return some(inner[0])
    if origin in (Union, UnionType):
        return some(next(one for one in inner if one is not type(None)))
    if origin is Literal:
        return inner[-1]
    if origin is dict:
        return {some(inner[0]): some(inner[1])}
    if origin is tuple:
        return (some(inner[0]),)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)[-1]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return made(kind)
    values = {str: "secret", int: 7, bool: True, datetime: datetime(2026, 3, 2, tzinfo=UTC)}
    return values[kind]


def made(kind: type[msgspec.Struct]) -> Any:
    hints = get_type_hints(kind, include_extras=True)
    return kind(**{name: some(hints[name]) for name in kind.__struct_fields__})


@pytest.mark.parametrize("kind", OF_THE_HOUSE, ids=lambda kind: kind.__name__)
def test_anyone_hears_of_an_event_at_a_table_what_is_listed_and_nothing_else(kind):
    (seen,) = as_seat(None, [made(kind)])
    assert [name for name in kind.__struct_fields__ if getattr(seen, name)] == SHOWN[kind.__name__].split()


def test_of_a_fault_its_kind_is_told_and_no_error():
    (seen,) = as_seat(None, [made(e.TableStopped)])
    assert not seen.fault.error
