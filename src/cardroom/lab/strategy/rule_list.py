"""A strategy: rules in order, the first that fits decides; a hand that none fits takes the first option, mostly a fold.

It can be derived from a solved game, written to a file and read back, and turned into the arrays that solver and
simulator play by. What a rule may ask is a small vocabulary that comes with the way of counting.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import Decide, Game, MakeBet
from cardroom.lab.solvers import count
from cardroom.lab.solvers.protocol import Integers, Policy, Solved


class Rule(msgspec.Struct, frozen=True):
    """What to do at a decision when all its conditions hold."""

    decision: str  # its id: the wager that is decided on, or the decision's own name
    option: str
    when: dict[str, Any]  # empty: always


class Strategy(msgspec.Struct, frozen=True):
    game: str
    rules: tuple[Rule, ...]

    def at(self, decision: Decide) -> list[Rule]:
        return [rule for rule in self.rules if rule.decision == decision.id]


def derive_strategy(solved: Solved) -> Strategy:
    """The short list that comes closest to the best play of this game under these pay tables."""
    rules = []
    for decision, found in zip(solved.game.decisions, solved.derive_rules(), strict=True):
        rules += [Rule(decision.id, decision.options[option].name, dict(when)) for when, option in found]
    return Strategy(solved.game.id, tuple(rules))


def rule_words(rule: Rule, solved: Solved) -> str:
    """A rule's conditions in a sentence's half."""
    if not rule.when:
        return "anything else"
    return solved.conditions(_number(solved.game, rule.decision)).words(rule.when)


def _number(game: Game, decision: str) -> int:
    return [known.id for known in game.decisions].index(decision)


# --- playing it -------------------------------------------------------------------------------------------------------


def compile_strategy(strategy: Strategy, solved: Solved, name: str = "strategy") -> Policy:
    """The strategy as arrays; a complaint names the rule it is about, counted over the whole list."""
    choices = []
    for number, decision in enumerate(solved.game.decisions):
        choices.append(solved.choices(number, _first_that_fits(strategy, solved, number, decision, name)))
    return Policy(name, tuple(choices))


def _first_that_fits(strategy: Strategy, solved: Solved, number: int, decision: Decide, name: str) -> Integers:
    """The number of the option in every position that rules can tell apart."""
    conditions = solved.conditions(number)
    names = [option.name for option in decision.options]
    chosen = np.zeros(conditions.shape, dtype=np.int8)
    numbered = [item for item in enumerate(strategy.rules, 1) if item[1].decision == decision.id]
    for place, rule in reversed(numbered):
        try:
            chosen[conditions.fits(rule.when)] = names.index(rule.option)
        except CardroomError as error:
            raise CardroomError(error.code, f"{name}, rule {place}: {error.message}") from None
    return chosen


# --- files ------------------------------------------------------------------------------------------------------------


def load_strategy(path: Path, solved: Solved) -> Policy:
    """A strategy file, TOML or JSON, ready to be played."""
    strategy = read_strategy_file(path)
    if strategy.game != solved.game.id:
        raise CardroomError("other-game", f"{path}: this strategy is for {strategy.game}, not for {solved.game.id}.")
    return compile_strategy(strategy, solved, str(path))


def read_strategy_file(path: Path) -> Strategy:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CardroomError("no-file", f"{path}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise CardroomError("bad-strategy", f"{path}: not a text file.") from None
    try:
        document = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise CardroomError("bad-strategy", f"{path}: neither TOML nor JSON: {error}") from None
    return read_strategy(document, str(path))


def read_strategy(document: Mapping[str, Any], name: str) -> Strategy:
    """A strategy from a parsed document; `name` stands before every complaint. Figures beside the rules are ignored."""
    items = document.get("rules")
    if not isinstance(items, list) or not items or not all(isinstance(item, dict) for item in items):
        raise CardroomError("bad-strategy", f"{name}: a strategy needs at least one [[rules]].")
    try:
        game = find_game(str(document.get("game", "")))
    except CardroomError as error:
        raise CardroomError("bad-strategy", f"{name}: {error.message}") from None
    return Strategy(game.id, tuple(_read_rule(item, game, f"{name}, rule {n}") for n, item in enumerate(items, 1)))


def _read_rule(item: Mapping[str, Any], game: Game, name: str) -> Rule:
    for key in item:
        if key not in {"decision", "bet", "when", "words"}:
            raise CardroomError("bad-strategy", f"{name}: “{key}” is not known; a rule has decision, bet and when.")
    decisions = {decision.id: decision for decision in game.decisions}
    known = item.get("decision", next(iter(decisions)) if len(decisions) == 1 else None)
    if known not in decisions:
        raise CardroomError("bad-strategy", f"{name}: “decision” must be one of {', '.join(decisions)}, not {known!r}.")
    option = _read_option(item.get("bet"), decisions[known], name)
    when = item.get("when", {})
    if not isinstance(when, dict):
        raise CardroomError("bad-strategy", f"{name}: “when” must be a table of conditions.")
    vocabulary = count(game).vocabulary
    for key in when:
        if key not in vocabulary:
            conditions = ", ".join(vocabulary)
            raise CardroomError("bad-strategy", f"{name}: “{key}” is not known; conditions are: {conditions}.")
    return Rule(known, option, dict(when))


def _read_option(value: Any, decision: Decide, name: str) -> str:
    """An option by its name; a number is a bet of so many times the base wager."""
    for option in decision.options:
        is_bet = isinstance(option, MakeBet) and not isinstance(value, bool) and option.multiple == value
        if option.name == value or is_bet:
            return option.name
    names = ", ".join(f'"{option.name}"' for option in decision.options)
    raise CardroomError("bad-strategy", f"{name}: “bet” must be one of {names}, not {value!r}.")


def to_document(strategy: Strategy) -> dict[str, Any]:
    rules = [{"decision": r.decision, "bet": r.option, "when": r.when} for r in strategy.rules]
    return {"game": strategy.game, "rules": rules}


def to_toml(strategy: Strategy, solved: Solved) -> str:
    """A file that `load_strategy` reads, with each rule's words above it."""
    lines = [f"game = {_toml(strategy.game)}"]
    for rule in strategy.rules:
        lines += ["", f"# {rule_words(rule, solved)}", "[[rules]]", f"decision = {_toml(rule.decision)}"]
        lines += [f"bet = {_toml(rule.option)}", f"when = {_toml(rule.when)}"]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {_listed(f'{key} = {_toml(inner)}' for key, inner in value.items())} }}" if value else "{}"
    return json.dumps(value, ensure_ascii=False)


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)
