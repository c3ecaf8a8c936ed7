"""Where a sentence would get into the log: literals with blanks given to what is recorded, found without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

import cardroom
from cardroom.house.kernel.rows import Row
from cardroom.house.log.records import Record
from cardroom.ledger import Posting

from .tags import UNIONS

SOURCE = Path(cardroom.__file__).parent
RECORDING = (
    "cardroom.house",
    "cardroom.jackpots",
    "cardroom.table",
    "cardroom.ledger",
)


def recorded() -> frozenset[str]:
    """The names of all that is chained, stored or compared: commands, events, postings, rows, and what is in them."""
    found: set[type] = set()
    for union in UNIONS.values():
        for kind in get_args(union):
            _add(kind, found)
    for kind in (Posting, Record, *get_args(Row)):
        _add(kind, found)
    return frozenset(kind.__name__ for kind in found)


def _add(kind: Any, found: set[type]) -> None:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind in found or not kind.__module__.startswith(RECORDING):
            return
        found.add(kind)
        for field in msgspec.structs.fields(kind):
            _add(field.type, found)
    for inner in get_args(kind):
        _add(inner, found)


def sentences() -> Iterator[str]:
    """Every place, as “file:line Name: what”."""
    names = recorded()
    for path in sorted(SOURCE.rglob("*.py")):
        if path.is_relative_to(SOURCE / "web"):  # whose messages have names of their own
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
                yield from _in(scope, names, path.relative_to(SOURCE))


def _in(scope: ast.AST, names: frozenset[str], path: Path) -> Iterator[str]:
    """Calls of a function's own, with the literals that its variables were given."""
    own = list(_own(scope))
    known: dict[str, list[ast.expr]] = {}
    for node in own:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    known.setdefault(target.id, []).append(node.value)
    for node in own:
        if isinstance(node, ast.Call) and _name(node.func) in names:
            for value in (*node.args, *(keyword.value for keyword in node.keywords)):
                for given in known.get(value.id, []) if isinstance(value, ast.Name) else [value]:
                    if _has_blank(given):
                        yield f"{path}:{node.lineno} {_name(node.func)}: {ast.unparse(given)}"


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
            yield from _own(node)


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _has_blank(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=str(text)):
            return " " in text.strip()
        case ast.JoinedStr():
            return any(" " in str(part.value) for part in value.values if isinstance(part, ast.Constant))
        case ast.IfExp():
            return _has_blank(value.body) or _has_blank(value.orelse)
        case ast.BoolOp() | ast.BinOp():
            parts = value.values if isinstance(value, ast.BoolOp) else [value.left, value.right]
            return any(_has_blank(part) for part in parts)
        case _:
            return False
