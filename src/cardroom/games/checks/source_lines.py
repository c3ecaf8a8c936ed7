"""Where in a game file something stands: the line of the call, the keyword or the text that says it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cardroom.games.model import Stage, Wager
from cardroom.games.options import GameOption
from cardroom.games.paytable import Line, PayTable

_PAY_TABLES = ("pay_tables", "pay_table_by_hands", "PayTable")


class Source:
    """The text of a file, looked through from one game's function first and then from all of it."""

    def __init__(self, text: str, function: str) -> None:
        tree = ast.parse(text)
        made_by = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function]
        self._function = made_by[0] if made_by else tree
        self._nodes = [*_in_order(self._function), *_in_order(tree)]
        self._keys = {id(key) for node in self._nodes if isinstance(node, ast.Dict) for key in node.keys}
        self.line = made_by[0].lineno if made_by else 1

    # --- the game's own fields ----------------------------------------------------------------------------------------

    def field(self, name: str) -> int:
        """A field of the game."""
        found = self._field(name)
        return found.lineno if found is not None else self._game_line()

    def _field(self, name: str) -> ast.expr | None:
        game = self._game()
        return _keyword(game, name) if game is not None else None

    def _game(self) -> ast.Call | None:
        return next(self._calls("Game"), None)

    def _game_line(self) -> int:
        game = self._game()
        return game.lineno if game is not None else self.line

    def key(self, field: str, name: str) -> int:
        """An entry of a field that is a mapping, like a fact by its name."""
        within = self._field(field)
        nodes = [*(_in_order(within) if within is not None else ()), *self._nodes]
        for node in nodes:
            if isinstance(node, ast.Dict):
                for key in node.keys:
                    if isinstance(key, ast.Constant) and key.value == name:
                        return key.lineno
        return self.field(field)

    def parameter(self, name: str) -> int:
        arguments = self._function.args.args if isinstance(self._function, ast.FunctionDef) else []
        return next((argument.lineno for argument in arguments if argument.arg == name), self.line)

    # --- wagers, stages and options -----------------------------------------------------------------------------------

    def wager(self, wager: Wager, field: str = "") -> int:
        """Where a wager is made, or one of its fields, also where a function of the file makes several alike."""
        call = next((call for call in self._calls() if _names_wager(call, wager.id)), None)
        if call is None:
            return self.field("wagers")
        if field and (found := self._part(call, field)) is not None:
            return found.lineno
        return call.lineno

    def _part(self, call: ast.Call, field: str) -> ast.expr | None:
        if (found := _keyword(call, field)) is not None:
            return found
        helper = self._helper(_name(call.func))
        inner = [node for node in _in_order(helper) if isinstance(node, ast.Call)] if helper is not None else []
        return next((found for made in inner if (found := _keyword(made, field)) is not None), None)

    def _helper(self, name: str) -> ast.FunctionDef | None:
        return next((node for node in self._nodes if isinstance(node, ast.FunctionDef) and node.name == name), None)

    def stage(self, stages: tuple[Stage, ...], index: int) -> int:
        call = self._stage(stages, index)
        return call.lineno if call is not None else self.field("stages")

    def _stage(self, stages: tuple[Stage, ...], index: int) -> ast.Call | None:
        """Among stages of a kind the one with these words; if there are several, the one at this place among them."""
        stage = stages[index]
        kind, rule = type(stage).__name__, getattr(stage, "rule", "")
        alike = [place for place, other in enumerate(stages) if type(other) is type(stage) and _rule(other) == rule]
        field = self._field("stages")
        calls = [node for node in _in_order(field) if _is_call(node, kind)] if field is not None else []
        if rule:
            calls = [call for call in calls if rule in _texts(call)]
        place = alike.index(index)
        return calls[place] if place < len(calls) else calls[0] if calls else None  # type: ignore[return-value]

    def option(self, stages: tuple[Stage, ...], index: int, option: GameOption) -> int:
        stage = self._stage(stages, index)
        if stage is None:
            return self.field("stages")
        wanted = {text for text in (getattr(option, "wager", ""), option.rule) if text}
        for node in _in_order(stage):
            if (_is_call(node, type(option).__name__) or _is_call(node, "bets")) and wanted <= _texts(node):
                return node.lineno  # type: ignore[attr-defined,no-any-return]
        return stage.lineno

    # --- pay tables, texts and names ----------------------------------------------------------------------------------

    def paytable(self, table: PayTable, line: Line | None = None) -> int:
        """Where a pay table is written, or a line of it."""
        for call in self._calls(*_PAY_TABLES):
            if table.id not in _texts(call):
                continue
            for node in _in_order(call):
                if line is not None and isinstance(node, ast.Tuple | ast.Call) and _first_text(node) == line.hand:
                    return node.lineno
            return call.lineno
        return self.text(line.hand) if line is not None else self.field("wagers")

    def text(self, text: str) -> int:
        """The first place where a text stands, other than as the name of an entry."""
        for node in self._nodes:
            if isinstance(node, ast.Constant) and node.value == text and id(node) not in self._keys:
                return node.lineno
        return self._game_line()

    def text_in(self, field: str, text: str) -> int:
        """The last place in a field of the game where a text stands."""
        within = self._field(field)
        nodes = _in_order(within) if within is not None else iter(())
        lines = [node.lineno for node in nodes if isinstance(node, ast.Constant) and node.value == text]
        return lines[-1] if lines else self.field(field)

    def asked(self, name: str) -> int:
        """Where a fact is asked for."""
        for node in self._nodes:
            if isinstance(node, ast.Attribute) and node.attr == name:
                return node.lineno
        return self._game_line()

    def _calls(self, *names: str) -> Iterator[ast.Call]:
        for node in self._nodes:
            if isinstance(node, ast.Call) and (not names or _name(node.func) in names):
                yield node


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, as they stand in the text."""
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) == name


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _names_wager(call: ast.Call, name: str) -> bool:
    """Whether a call makes the wager of this id: by its keyword, or as the first thing given to a function."""
    given = _keyword(call, "id")
    if given is None:
        made_by_function = call.args and _name(call.func) not in (
            "Made",
            "Return",
            "TakeBack",
            "MakeBet",
            "bets",
            "SettleTableWide",
        )
        given = call.args[0] if made_by_function else None
    return isinstance(given, ast.Constant) and given.value == name


def _texts(node: ast.AST) -> set[str]:
    return {part.value for part in _in_order(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def _first_text(node: ast.Tuple | ast.Call) -> str:
    """The hand that a row begins with; what follows “=” is how it is printed."""
    parts = node.elts if isinstance(node, ast.Tuple) else node.args
    first = parts[0].value if parts and isinstance(parts[0], ast.Constant) else ""
    return first.partition("=")[0].strip() if isinstance(first, str) else ""


def _rule(stage: Stage) -> str:
    return getattr(stage, "rule", "")
