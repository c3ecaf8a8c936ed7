"""What the house and its staff do at a table, as anyone hears of it: which fields of each event say anything."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from cardroom.house.log import events as e
from cardroom.house.views.table_frames import as_seat
from cardroom.table.events import EventOfRound

OF_THE_HOUSE = [
    kind for kind in get_args(e.TableEvent) if not issubclass(kind, EventOfRound)
]  # a round's own: `table/event_visibility`


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
def test_anyone_hears_of_an_event_at_a_table_what_it_names_as_public_and_nothing_else(kind):
    """The list that people have read is `tests/golden/tags.txt`."""
    (seen,) = as_seat(None, [made(kind)])
    assert {name for name in kind.__struct_fields__ if getattr(seen, name)} == set(kind.public)
