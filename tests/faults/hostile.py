"""Commands and messages of every shape: plausible, absurd, and broken on the way. All from a seed."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import msgspec
from msgspec import inspect

from cardroom.house.log.commands import AnyCommand, Sent
from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.table.commands import Act

NAMES = [
    "edge-1", "delta-1", "delta-2", "straight-1", "caribbean-1", "human-1", "human-2", "nowhere", "delta", "bad-beat",
    "house-flush", "Progressive", "Bad Beat", "Posted prize", "ante", "play", "bonus", "progressive", "request-1",
    "delta-1-1", "ann", "bob", "dealer", "house", "executive", "guest", "service", "new-person", "a:b", "x" * 80,
    "\x00", "\u202e", "💥", "' OR 1=1 --", "../../etc/passwd", "Royal flush", "Straight flush",
]  # fmt: skip
NUMBERS = [
    0,
    1,
    -1,
    2,
    3,
    4,
    5,
    7,
    10,
    12,
    13,
    10**6,
    5 * 10**6,
    10**7,
    10**8,
    999_999,
    10**15,
    10**15 + 1,
    2**53,
    2**63,
]

# What a field of this name would hold if it were meant.
MEANT: dict[str, list[Any]] = {
    "table": ["edge-1", "delta-1", "delta-2", "human-1"],
    "link": ["delta", "bad-beat", "house-flush"],
    "level": ["Progressive", "Bad Beat", "Posted prize"],
    "wager": ["ante", "play", "progressive"],
    "seat": [1, 2, 3, 4, 5],
    "option": ["fold", "1x", "1x", "1x", "3x"],
    "day": ["2026-03-01", "2026-03-02", "2026-02-31"],
    "last": [10**15],
    "buy_in": [50_000_000, 100_000_000],
    "amount": [1_000_000, 25_000_000],
    "stakes": [{"ante": 5_000_000}, {"ante": 10_000_000}, {}],
    "person": [f"person-{number}" for number in range(40)],
    "role": ["player", "dealer"],
    "change": [10_000_000, -10_000_000],
    "number": ["100001", "100002", "100003"],
    "place": ["edge-1", "delta-1"],
}

ALWAYS = ("last", "person", "role")  # nobody ends the account of whoever is tried next


def any_value(kind: inspect.Type, chance: random.Random) -> Any:
    """A value that fits a type, plausible more often than not."""
    match kind:
        case inspect.UnionType():
            return any_value(chance.choice(kind.types), chance)
        case inspect.StructType():
            fields = {
                field.encode_name: _field(field.name, field.type, chance)
                for field in kind.fields
                if field.required or chance.random() < 0.7
            }
            return ({kind.tag_field: kind.tag} if kind.tag_field else {}) | fields
        case inspect.DictType():
            size = chance.choice((0, 1, 1, 2, 4))
            return {any_value(kind.key_type, chance): any_value(kind.value_type, chance) for _ in range(size)}
        case inspect.VarTupleType():
            return [any_value(kind.item_type, chance) for _ in range(chance.choice((0, 1, 3)))]
        case inspect.IntType():
            low = -(10**16) if kind.ge is None else kind.ge
            high = 10**16 if kind.le is None else kind.le
            return chance.choice([number for number in NUMBERS if low <= number <= high])
        case inspect.StrType():
            longest = 80 if kind.max_length is None else kind.max_length
            return chance.choice([name for name in NAMES if len(name) <= longest])
        case inspect.EnumType():
            return chance.choice([member.value for member in kind.cls])
        case inspect.LiteralType():
            return chance.choice(kind.values)
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.DateTimeType():
            return chance.choice(("2026-03-20T12:00:00Z", "1999-12-31T23:59:59Z"))
        case inspect.DateType():
            return chance.choice(("2026-03-20", "1999-12-31", "9999-12-31"))
        case inspect.NoneType():
            return None
        case _:
            raise AssertionError(kind)


def _field(name: str, kind: inspect.Type, chance: random.Random) -> Any:
    if name == "request":
        return f"request-{chance.randrange(1, 400)}"
    is_meant = name in MEANT and not isinstance(kind, inspect.DateType) and (name in ALWAYS or chance.random() < 0.8)
    return chance.choice(MEANT[name]) if is_meant else any_value(kind, chance)


# What is carried to a table, a console or a link stands in this field.
CARRIED = {
    "AtTable": "command",
    "AtConsole": "press",
    "OnBank": "command",
    "AskChange": "change",
    "AskAccess": "change",
}


def _structs(kind: inspect.Type) -> list[inspect.StructType]:
    found = list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]
    return [struct for struct in found if isinstance(struct, inspect.StructType)]


def _by_row(union: Any) -> dict[str, list[tuple[inspect.StructType, inspect.StructType | None]]]:
    """Commands by their row of the matrix: each with what it carries, if anything."""
    rows: dict[str, list[tuple[inspect.StructType, inspect.StructType | None]]] = {}
    for kind in _structs(inspect.type_info(union)):
        name = kind.cls.__name__
        if name == "Lent":  # around any of the others
            continue
        if name not in CARRIED:
            rows[name] = [(kind, None)]
            continue
        (carried,) = (field.type for field in kind.fields if field.name == CARRIED[name])
        for inner in _structs(carried):
            row = "Act" if issubclass(inner.cls, Act) else inner.cls.__name__
            rows.setdefault(row, []).append((kind, inner))
    return rows


KINDS, SENT = _by_row(AnyCommand), _by_row(Sent)


def any_command(chance: random.Random, row: str | None = None) -> dict[str, Any]:
    """Of this row of the matrix; of any that people may send where none is named."""
    kind, inner = chance.choice(KINDS[row or chance.choice(sorted(SENT))])
    document = any_value(kind, chance)
    if inner is not None:
        document[CARRIED[kind.cls.__name__]] = any_value(inner, chance)
    return document


def any_key(chance: random.Random) -> str:
    return new_key(now(), f"k{chance.randrange(10**9)}")


def as_command(document: dict[str, Any]) -> Any:
    """The command, or None where the wire would not let it through."""
    try:
        return msgspec.convert(document, AnyCommand)
    except msgspec.ValidationError:
        return None


def any_message(chance: random.Random) -> dict[str, Any]:
    """A valid message to the socket."""
    match chance.randrange(6):
        case 0:
            return {"type": "Subscribe", "table": chance.choice(NAMES), "after": chance.choice((None, 0, 3, 10**9))}
        case 1:
            return {"type": chance.choice(("Ping", "WatchLobby", "WatchJackpots"))}
        case 2:
            return {"type": "Unsubscribe", "table": chance.choice(NAMES)}
        case _:
            return {"type": "Submit", "key": any_key(chance), "command": any_command(chance)}


ODD = [None, True, -1, 2**64, 10**400, 1e308, "", [], {}, [[]], "NaN", {"type": "Ping"}, "\x00", "ſ", "\U0010ffff"]
RAW = [b"NaN", b"Infinity", b"-0", b"1e999", b"9" * 400, b'"\\ud800"', b'"\\u0000"', b"\xff\xfe", b"\x00", b"[" * 3000,
       b'{"a":' * 3000, b'"' + b"y" * 20_000 + b'"', b"{}{}", b"null", b"/**/", b"\xef\xbb\xbf"]  # fmt: skip


def broken(message: dict[str, Any], chance: random.Random) -> bytes:
    """A message with something wrong about it, most of the time."""
    document = json.loads(json.dumps(message))
    for _ in range(chance.choice((0, 1, 1, 2))):
        _change_somewhere(document, chance)
    data = json.dumps(document, ensure_ascii=chance.random() < 0.5).encode("utf-8", "replace")
    match chance.randrange(7):
        case 0:
            return data[: chance.randrange(len(data) + 1)]
        case 1:
            place = chance.randrange(len(data))
            return data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]
        case 2:
            return data.replace(chance.choice((b'"key"', b'"type"', b'"table"', b": ")), chance.choice(RAW), 1)
        case 3:
            place = chance.randrange(len(data))
            return data[:place] + chance.choice(RAW) + data[place:]
        case 4:
            return data + data
        case _:
            return data


def _change_somewhere(document: Any, chance: random.Random) -> None:
    here = document
    while isinstance(here, dict) and here and chance.random() < 0.6:
        inner = here[chance.choice(sorted(here))]
        if not isinstance(inner, dict):
            break
        here = inner
    match chance.randrange(4):
        case 0:
            here[chance.choice(("extra", "type", "table", "seat", "__class__", "key"))] = copy.deepcopy(
                chance.choice(ODD)
            )
        case 1 if here:
            del here[chance.choice(sorted(here))]
        case _ if here:
            here[chance.choice(sorted(here))] = copy.deepcopy(chance.choice(ODD))
        case _:
            here["extra"] = None
