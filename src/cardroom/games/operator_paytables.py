"""Pay tables of the operator's own, from TOML files or a program, with errors and warnings that name file and line.

id = "House Bonus"
game = "straight-edge-1"
wager = "bonus"

[[line]]
hand = "7-card straight"
pays = "60 to 1"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.catalogue import find_game
from cardroom.games.hand_classes import HandClasses
from cardroom.games.model import Game, Kind, Wager
from cardroom.games.paytable import Line, PayTable, parse_envy
from cardroom.games.paytable_faults import gaps, out_of_order, same_ids, unpayable_reason
from cardroom.money import Money, parse_money, parse_pay


class OwnPayTable(msgspec.Struct, frozen=True):
    """A pay table of the operator's own, where it belongs, and what is doubtful about it."""

    game: Game
    wager: Wager
    table: PayTable
    warnings: tuple[str, ...]


def load_paytable(path: Path) -> OwnPayTable:
    """Read and check one file."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CardroomError("no-file", f"{path}: cannot be read ({error.strerror}).") from None
    except ValueError as error:
        raise CardroomError("bad-paytable", f"{path}: not a TOML file: {error}") from None
    try:
        return read_paytable(document, str(path))
    except CardroomError as error:
        message = error.message if error.message.startswith(str(path)) else f"{path}: {error.message}"
        raise CardroomError("bad-paytable", message) from None


def read_paytable(document: Mapping[str, Any], name: str) -> OwnPayTable:
    """A pay table from a parsed document; `name` stands before every complaint."""
    _require_keys(document, {"id", "game", "wager", "line"}, {"columns", "seed"}, name)
    game = find_game(_text(document, "game", name))
    wager = game.wager(_text(document, "wager", name))
    if wager.hand_classes is None:
        raise CardroomError("bad-paytable", f"{name}: {wager.name} of {game.name} is not paid by a pay table.")
    columns = _columns(document, wager, name)
    items = document["line"]
    if not isinstance(items, list) or not items or not all(isinstance(item, dict) for item in items):
        raise CardroomError("bad-paytable", f"{name}: a pay table needs at least one [[line]].")
    lines = tuple(_line(item, wager.hand_classes, f"{name}, line {place}") for place, item in enumerate(items, 1))
    table = PayTable(id=_text(document, "id", name), lines=lines, columns=columns, is_printed=False)
    seed = parse_money(str(document["seed"])) if "seed" in document else None
    return _checked(game, wager, table, seed, name)


def own_paytable(game: Game, wager: Wager, table: PayTable) -> OwnPayTable:
    """A pay table made by a program, held to what a file is held to; whatever it says of itself, it is not printed."""
    name = f"pay table “{table.id}”"
    columns = _columns({"columns": list(table.columns)}, wager, name)
    if wager.hand_classes is None:
        raise CardroomError("bad-paytable", f"{name}: {wager.name} of {game.name} is not paid by a pay table.")
    if not table.id.strip() or not table.lines:
        raise CardroomError("bad-paytable", f"{name}: a pay table needs an id and at least one line.")
    classes, numbered = wager.hand_classes, enumerate(table.lines, 1)
    lines = tuple(
        msgspec.structs.replace(line, hand=_hand(line.hand, classes, f"{name}, line {place}"))
        for place, line in numbered
    )
    return _checked(game, wager, PayTable(id=table.id, lines=lines, columns=columns, is_printed=False), None, name)


def _checked(game: Game, wager: Wager, table: PayTable, seed: Money | None, name: str) -> OwnPayTable:
    """With its warnings, if it can be played at all."""
    if any(printed.is_called(table.id) for printed in wager.paytables):
        raise CardroomError("bad-paytable", f"{name}: “{table.id}” is a printed pay table; give yours another id.")
    for place, line in enumerate(table.lines, 1):
        _validate_line(line, wager, len(table.columns) or 1, f"{name}, line {place}")
    assert wager.hand_classes is not None
    warnings = tuple(f"{name}: {text}" for text in complaints(table, wager.hand_classes, seed, name))
    return OwnPayTable(game, wager, table, warnings)


def complaints(table: PayTable, classes: HandClasses, seed: Money | None, name: str) -> list[str]:
    """Warnings about gaps. Lines out of order, of one id, or that pay a better hand less than a worse one, are errors."""
    for number, fault in (*out_of_order(table, classes, seed), *same_ids(table)):
        raise CardroomError("bad-paytable", f"{name}, line {number}: {fault}")
    return [f"line {number}: {fault}" for number, fault in gaps(table, classes)]


def _line(item: Mapping[str, Any], classes: HandClasses, name: str) -> Line:
    _require_keys(item, {"hand", "pays"}, {"envy", "label"}, name)
    hand = _hand(_text(item, "hand", name), classes, name)
    try:
        texts = item["pays"] if isinstance(item["pays"], list) else [item["pays"]]
        pays = tuple(None if str(text).strip() == "-" else parse_pay(str(text)) for text in texts)
        envy = parse_envy(str(item.get("envy", "-")))
    except CardroomError as error:
        raise CardroomError("bad-paytable", f"{name}: {error.message}") from None
    return Line(hand, pays, envy, str(item.get("label", "")))


def _hand(written: str, classes: HandClasses, name: str) -> str:
    try:
        return classes.classes[classes.place(written)].name
    except CardroomError as error:
        raise CardroomError("bad-paytable", f"{name}: {error.message}") from None


def _validate_line(line: Line, wager: Wager, columns: int, name: str) -> None:
    if len(line.pays) != columns:
        raise CardroomError("bad-paytable", f"{name}: {line.hand} needs {columns} pays, not {len(line.pays)}.")
    for pay in line.pays:
        if fault := unpayable_reason(pay, wager):
            raise CardroomError("bad-paytable", f"{name}: {fault}")
    if line.envy is not None and wager.kind is not Kind.JACKPOT:
        raise CardroomError("bad-paytable", f"{name}: only a jackpot wager has envy.")


def _columns(document: Mapping[str, Any], wager: Wager, name: str) -> tuple[int, ...]:
    printed = wager.paytables[0].columns if wager.paytables else ()
    given = document.get("columns", [])
    whole = isinstance(given, list) and all(isinstance(number, int) for number in given)
    if not whole or sorted(given) != sorted(printed):
        wanted = f"columns = {list(printed)}" if printed else "no columns"
        raise CardroomError("bad-paytable", f"{name}: a pay table of {wager.name} has {wanted}.")
    return tuple(given)


def _require_keys(item: Mapping[str, Any], needed: set[str], allowed: set[str], name: str) -> None:
    for key in sorted(needed - item.keys()):
        raise CardroomError("bad-paytable", f"{name}: “{key}” is missing.")
    for key in sorted(item.keys() - needed - allowed):
        raise CardroomError("bad-paytable", f"{name}: “{key}” is not known here.")


def _text(item: Mapping[str, Any], key: str, name: str) -> str:
    value = item[key]
    if not isinstance(value, str) or not value.strip():
        raise CardroomError("bad-paytable", f"{name}: “{key}” must be a text.")
    return " ".join(value.split())
