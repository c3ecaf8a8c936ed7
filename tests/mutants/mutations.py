"""Small faults in a source file, one at a time: what a slip of the hand would make of a comparison, a sum, a guard.

A mutant is a change to the syntax tree and nothing else, named by its place, so that a list of them is the same
wherever it is made.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ADDED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.FloorDiv: ast.Mult, ast.Mult: ast.FloorDiv,
}  # fmt: skip
LEAVES = (ast.Raise, ast.Return, ast.Continue, ast.Break)

Change = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    module: str  # as it is imported
    line: int
    column: int
    what: str
    nth: int  # of the changes in walking order
    source: str  # a hash of the file

    @property
    def path(self) -> Path:
        return path_of(self.module)

    @property
    def id(self) -> str:
        return f"{self.module}:{self.line}:{self.column} {self.what}"

    @property
    def told(self) -> str:
        """Without its line, which other changes move."""
        return f"{self.module}: {self.planted_in}"

    @property
    def planted_in(self) -> str:
        """Without its module, which may be renamed."""
        text = self.path.read_text(encoding="utf-8").splitlines()[self.line - 1].strip()
        return f"{self.what}: {text}"

    def planted(self) -> ast.Module:
        """The file's tree with the fault in it."""
        tree = parsed(self.module)
        for nth, (_, _, change, node) in enumerate(_changes(tree)):
            if nth == self.nth:
                change(node)
                return ast.fix_missing_locations(tree)
        raise LookupError(self.id)


def path_of(module: str) -> Path:
    return SOURCE / (module.replace(".", "/") + ".py")


def parsed(module: str) -> ast.Module:
    return ast.parse(path_of(module).read_text(encoding="utf-8"))


def mutants_of(module: str) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    digest = hashlib.sha256(path_of(module).read_bytes()).hexdigest()[:12]
    return [
        Mutant(module, node.lineno, node.col_offset, what, nth, digest)
        for nth, (what, node, _, _) in enumerate(_changes(parsed(module)))
    ]


def _changes(tree: ast.Module) -> Iterator[tuple[str, ast.expr | ast.stmt, Change, ast.AST]]:
    """What may be changed, where it stands, how, and in which node."""
    for node in _code(tree):
        match node:
            case ast.Compare(ops=[op]) if type(op) in COMPARED:
                yield f"{_name(op)} → {_name(COMPARED[type(op)]())}", node, _compare, node
            case ast.BinOp(op=op) if type(op) in ADDED and not _is_text(node):
                yield f"{_name(op)} → {_name(ADDED[type(op)]())}", node, _reckon, node
            case ast.AugAssign(op=ast.Add() | ast.Sub() as op):
                yield f"{_name(op)}= → {_name(ADDED[type(op)]())}=", node, _reckon, node
            case ast.BoolOp(op=op):
                other = ast.Or if isinstance(op, ast.And) else ast.And
                yield f"{_name(op)} → {other.__name__}", node, _join, node
            case ast.UnaryOp(op=ast.Not()):
                yield "not left out", node, _agree, node
            case ast.Constant(value=bool() as value):
                yield f"{value} → {not value}", node, _contradict, node
            case ast.Constant(value=int() as value):
                yield f"{value} → {value + 1}", node, _count_on, node
            case ast.If(body=[*_, last], orelse=[]) if isinstance(last, LEAVES):
                yield "guard removed", node, _let_through, node
        for name in ("body", "orelse", "finalbody"):
            for number, statement in enumerate(getattr(node, name, None) or () if not _is_expression(node) else ()):
                if _can_be_left_out(statement):
                    yield f"left out: {_short(statement)}", statement, _leaving_out(name, number), node


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Everything but annotations, assertions, what a class is made with, and text."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_comment"}:
            continue
        if isinstance(node, ast.ClassDef) and name in {"keywords", "bases"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.Assert | ast.JoinedStr | ast.Import):
                yield from _code(child)


def _is_expression(node: ast.AST) -> bool:
    return isinstance(node, ast.expr)


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr) or _is_string(part) for part in (node.left, node.right))


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _can_be_left_out(statement: ast.AST) -> bool:
    match statement:
        case ast.Expr(value=ast.Call() | ast.Await() | ast.YieldFrom()):
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return isinstance(statement, ast.AugAssign | ast.Delete)


def _short(statement: ast.AST) -> str:
    text = ast.unparse(statement).replace("\n", " ")
    return text if len(text) <= 60 else text[:59] + "…"


def _name(op: ast.AST) -> str:
    return type(op).__name__


def _compare(node: ast.AST) -> None:
    assert isinstance(node, ast.Compare)
    node.ops = [COMPARED[type(node.ops[0])]()]


def _reckon(node: ast.AST) -> None:
    assert isinstance(node, ast.BinOp | ast.AugAssign)
    node.op = ADDED[type(node.op)]()


def _join(node: ast.AST) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _agree(node: ast.AST) -> None:
    """`not x` becomes `not not x`, which is `bool(x)`."""
    assert isinstance(node, ast.UnaryOp)
    node.operand = ast.UnaryOp(ast.Not(), copy.copy(node.operand))


def _contradict(node: ast.AST) -> None:
    assert isinstance(node, ast.Constant)
    node.value = not node.value


def _count_on(node: ast.AST) -> None:
    assert isinstance(node, ast.Constant)
    node.value += 1


def _let_through(node: ast.AST) -> None:
    assert isinstance(node, ast.If)
    node.test = ast.BoolOp(ast.And(), [node.test, ast.Constant(value=False)])


def _leaving_out(name: str, number: int) -> Change:
    def leave_out(node: ast.AST) -> None:
        getattr(node, name)[number] = ast.Pass()

    return leave_out
