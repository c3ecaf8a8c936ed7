"""A strategy: rules in order, the first that fits decides; a hand that none fits is folded.

It can be derived from a solved game, written to a file and read back, and turned into the arrays that solver and
simulator play by. What a rule may ask is a small vocabulary for each kind of game (`cardroom.lab.conditions`).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.model import Decide, Game
from cardroom.lab import poker_counts
from cardroom.lab.advice import possible_stakes
from cardroom.lab.assessing import assess
from cardroom.lab.conditions import card_up, runs, streets
from cardroom.lab.deriving import derive_rules
from cardroom.lab.policy import Policy
from cardroom.lab.solving import RunSolution, Solved, StreetSolution, UpCardSolution, solve
from cardroom.lab.words import bet_words
from cardroom.table import TableSettings

Integers = npt.NDArray[Any]


class Rule(msgspec.Struct, frozen=True):
    """What to do at a decision when all its conditions hold."""

    decision: str  # the wager that is decided on
    bet: int  # multiple of the Ante; 0: fold
    when: dict[str, Any]  # empty: always


class Strategy(msgspec.Struct, frozen=True):
    game: str
    rules: tuple[Rule, ...]

    def at(self, decision: Decide) -> list[Rule]:
        return [rule for rule in self.rules if rule.decision == decision.wager]


def derive_strategy(solved: Solved) -> Strategy:
    """The short list that comes closest to the best play of this game under these pay tables."""
    rules = []
    for decision, found in zip(solved.game.decisions, derive_rules(solved), strict=True):
        options = (0, *decision.multiples)
        rules += [Rule(decision.wager, options[option], dict(when)) for when, option in found]
    return Strategy(solved.game.id, tuple(rules))


def rule_words(rule: Rule, solved: Solved) -> str:
    """A rule's conditions in a sentence's half."""
    if not rule.when:
        return "anything else"
    match solved:
        case RunSolution():
            return runs.words(rule.when, solved.ranking)
        case UpCardSolution():
            return card_up.words(rule.when, solved.ranking)
        case StreetSolution():
            place = [decision.wager for decision in solved.game.decisions].index(rule.decision)
            return streets.words(rule.when, place + 2)
    raise AssertionError(f"{solved} is no solution")


def ways_of_speaking(solved: Solved) -> list[str]:
    """Words of the rules that a reader may not know."""
    return streets.rank_words(solved) if isinstance(solved, StreetSolution) else []


def strategy_text(settings: TableSettings) -> str:
    """The list and its cost, as plain lines of text."""
    solved = solve(settings)
    strategy = derive_strategy(solved)
    assessment = assess(solved, compile_strategy(strategy, solved))
    lines = ["The first rule that fits decides.", *ways_of_speaking(solved)]
    for decision in solved.game.decisions:
        lines += ["", solved.game.wager(decision.wager).name]
        for number, rule in enumerate(strategy.at(decision), 1):
            bet = bet_words(solved.game, rule.decision, rule.bet)
            lines.append(f"{number:3}. {bet}: {rule_words(rule, solved)}")
    perfect, list_edge = -float(assessment.perfect), -float(assessment.expectation)
    lines += ["", f"House edge {list_edge:.4%} by this list, {perfect:.4%} by perfect play;"]
    lines += [f"something else would be better in {float(assessment.differs):.3%} of hands."]
    return "\n".join(lines)


def vocabulary(game: Game) -> Mapping[str, str]:
    """The conditions that rules of a game may have, and what each means."""
    if not game.has_dealer_hand:
        return streets.KNOWN
    return runs.KNOWN if hasattr(game.ranking, "chains") else card_up.KNOWN


# --- playing it -------------------------------------------------------------------------------------------------------


def compile_strategy(strategy: Strategy, solved: Solved, name: str = "strategy") -> Policy:
    """The strategy as arrays; a complaint names the rule it is about, counted over the whole list."""
    match solved:
        case RunSolution():
            hands = runs.RunHands.of(solved)
            option = _first_that_fits(strategy, solved.game.decisions[0], name, np.zeros(len(hands.value)), hands.fits)
            needs = solved.game.decisions[0].needs
            if needs is not None:
                option[hands.value < needs] = 0
            return Policy(name, (option,))
        case UpCardSolution():
            positions = card_up.Positions.of(solved)
            decision = solved.game.decisions[0]
            table = _first_that_fits(strategy, decision, name, np.zeros(len(positions.value)), positions.fits)
            by_value = table.reshape(-1, 13)[solved.deals.values]
            return Policy(name, (by_value[:, np.arange(52) % 13],))
        case StreetSolution():
            return Policy(name, tuple(_street_bets(strategy, solved, street, name) for street in range(3)))
    raise AssertionError(f"{solved} is no solution")


def _street_bets(strategy: Strategy, solved: StreetSolution, street: int, name: str) -> Integers:
    decision = solved.game.decisions[street]
    cards = streets.Cards.of(solved, poker_counts.known_cards(street + 2))
    stakes = np.arange(solved.deals.largest_stake + 1)
    nothing = np.zeros((len(cards.features), len(stakes)))
    option = _first_that_fits(strategy, decision, name, nothing, lambda when: cards.fits(when, stakes))
    bets = np.array((0, *decision.multiples), dtype=np.int8)[option]
    bets[:, ~np.isin(stakes, possible_stakes(solved.game, decision))] = 0
    return bets


def _first_that_fits(strategy: Strategy, decision: Decide, name: str, like: Integers, fits: Any) -> Integers:
    """The number of the option in every position."""
    options = (0, *decision.multiples)
    chosen = np.zeros(like.shape, dtype=np.int8)
    numbered = [item for item in enumerate(strategy.rules, 1) if item[1].decision == decision.wager]
    for number, rule in reversed(numbered):
        try:
            chosen[fits(rule.when)] = options.index(rule.bet)
        except CardroomError as error:
            raise CardroomError(error.code, f"{name}, rule {number}: {error.message}") from None
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
    decisions = {decision.wager: decision for decision in game.decisions}
    wager = item.get("decision", next(iter(decisions)) if len(decisions) == 1 else None)
    if wager not in decisions:
        raise CardroomError("bad-strategy", f"{name}: “decision” must be one of {', '.join(decisions)}, not {wager!r}.")
    bet = 0 if item.get("bet") == "fold" else item.get("bet")
    bets = (0, *decisions[wager].multiples)
    if isinstance(bet, bool) or bet not in bets:
        known = ", ".join(map(str, bets[1:]))
        raise CardroomError("bad-strategy", f'{name}: “bet” must be "fold" or one of {known}, not {bet!r}.')
    when = item.get("when", {})
    if not isinstance(when, dict):
        raise CardroomError("bad-strategy", f"{name}: “when” must be a table of conditions.")
    for key in when:
        if key not in vocabulary(game):
            known = ", ".join(vocabulary(game))
            raise CardroomError("bad-strategy", f"{name}: “{key}” is not known; conditions are: {known}.")
    return Rule(wager, int(bet), dict(when))


def to_document(strategy: Strategy) -> dict[str, Any]:
    rules = [{"decision": r.decision, "bet": r.bet or "fold", "when": r.when} for r in strategy.rules]
    return {"game": strategy.game, "rules": rules}


def to_toml(strategy: Strategy, solved: Solved) -> str:
    """A file that `load_strategy` reads, with each rule's words above it."""
    lines = [f"game = {_toml(strategy.game)}"]
    for rule in strategy.rules:
        lines += ["", f"# {rule_words(rule, solved)}", "[[rules]]", f"decision = {_toml(rule.decision)}"]
        lines += [f"bet = {_toml(rule.bet or 'fold')}", f"when = {_toml(rule.when)}"]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {_listed(f'{key} = {_toml(inner)}' for key, inner in value.items())} }}" if value else "{}"
    return json.dumps(value, ensure_ascii=False)


def _listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)
