"""The least of a message that is well-formed: for tests that need one of every kind."""

from __future__ import annotations

from typing import Any

from msgspec import inspect

from cardroom.house.kernel.people import Role

UNKNOWN = "nothing"  # there is no such table, link, person or round
PATTERNS = {"^[0-9]{6}$": "999999", "^[0-9]{4,8}$": "0000", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "2020-01-01"}
MEANT = {"role": Role.DEALER.value}


def sample(kind: inspect.Type) -> Any:
    """The least that is well-formed."""
    match kind:
        case inspect.UnionType():
            return None if any(isinstance(one, inspect.NoneType) for one in kind.types) else sample(kind.types[0])
        case inspect.StructType():
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            needed = {one.encode_name: sample(one.type) for one in kind.fields if one.required}
            return tag | needed | {name: value for name, value in MEANT.items() if name in needed}
        case inspect.DictType():
            return {}
        case inspect.VarTupleType() | inspect.ListType():
            return [sample(kind.item_type)] * (kind.min_length or 0)
        case inspect.TupleType():
            return [sample(one) for one in kind.item_types]
        case inspect.IntType():
            return max(kind.ge or 0, 1)
        case inspect.StrType():
            return PATTERNS.get(kind.pattern or "", UNKNOWN).ljust(kind.min_length or 0, "g")
        case inspect.EnumType():
            return next(iter(kind.cls)).value
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.BoolType():
            return False
        case inspect.DateTimeType():
            return "2020-01-01T00:00:00Z"
        case inspect.DateType():
            return "2020-01-01"
        case inspect.AnyType():
            return UNKNOWN
        case inspect.NoneType():
            return None
        case _:
            raise AssertionError(kind)
