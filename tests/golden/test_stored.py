"""What is stored under a hash stays as it is when a field is added: a checkpoint, a document, a row of the index."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec

from cardroom.house.engine.day_figures import DayFigures
from cardroom.house.engine.house import House
from cardroom.house.engine.house_state import HouseState, decode, encode
from cardroom.house.engine.index_rows import ROWS
from cardroom.house.floor import Floor
from cardroom.house.floor.plan import TablePlan
from cardroom.house.kernel.document_store import Documents
from cardroom.jackpots import LinkConfig
from cardroom.table import TableSettings

ROOTS = (HouseState, Floor, TablePlan, TableSettings, LinkConfig, DayFigures, *ROWS)


def stored() -> set[Any]:
    """Every structure that is in one of these."""
    found: set[Any] = set()
    left: list[Any] = list(ROOTS)
    while left:
        kind = left.pop()
        if get_args(kind):
            left += get_args(kind)
        elif kind not in found and (dataclasses.is_dataclass(kind) or hasattr(kind, "__struct_fields__")):
            found.add(kind)
            hints = get_type_hints(kind)
            left += [hints[one.name] for one in fields(kind)]
    return found


def fields(kind: Any) -> tuple[Any, ...]:
    return dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else msgspec.structs.fields(kind)


def with_defaults() -> Iterator[Any]:
    for kind in stored():
        if hasattr(kind, "__struct_fields__"):
            for one in msgspec.structs.fields(kind):
                if one.default is not msgspec.NODEFAULT or one.default_factory is not msgspec.NODEFAULT:
                    yield kind
                    break


def test_a_field_that_is_as_by_default_is_not_stored():
    """Or the next field would change the hash of every checkpoint, settings or day there ever was."""
    assert len(stored()) > 100
    assert [kind.__name__ for kind in with_defaults() if not kind.__struct_config__.omit_defaults] == []


def test_a_state_that_has_just_begun_is_stored_as_nothing_and_comes_back_whole():
    house = House(Documents(lambda _: None), None)
    assert encode(house) == b'{"tables":{}}'
    again = decode(encode(house), house.documents)
    assert vars(again) == {one.name: getattr(house, one.name) for one in dataclasses.fields(HouseState)}
