"""The best play of a game as a short list in words, and what the list costs: all that pages and sheets say of it."""

from __future__ import annotations

from collections.abc import Iterator

from cardroom.games.model import Decide
from cardroom.lab.figure_cache import cached_result
from cardroom.lab.results import Struct
from cardroom.lab.strategy.option_words import decision_words, option_words
from cardroom.lab.strategy.strategy_cost import Assessment
from cardroom.number_format import percent
from cardroom.table import TableSettings


class Line(Struct, frozen=True, kw_only=True):
    """One rule: what to do at a decision, and with which hands."""

    decision: str
    option: str
    hands: str  # "anything else" where it always fits


class Playbook(Struct, frozen=True, kw_only=True):
    game: str
    lines: tuple[Line, ...]
    ways_of_speaking: tuple[str, ...]
    assessment: Assessment

    def at(self, decision: Decide) -> list[Line]:
        return [line for line in self.lines if line.decision == decision.id]


def playbook(settings: TableSettings, *, use_cache: bool = True) -> Playbook:
    return cached_result(settings, Playbook, lambda: _find(settings), use_cache=use_cache)


def _find(settings: TableSettings) -> Playbook:
    from cardroom.lab.solvers import solve
    from cardroom.lab.strategy.rule_list import compile_strategy, derive_strategy, rule_words
    from cardroom.lab.strategy.strategy_cost import assess

    solved = solve(settings)
    derived = derive_strategy(solved)
    return Playbook(
        game=solved.game.id,
        lines=tuple(
            Line(decision=rule.decision, option=rule.option, hands=rule_words(rule, solved)) for rule in derived.rules
        ),
        ways_of_speaking=tuple(solved.condition_terms),
        assessment=assess(solved, compile_strategy(derived, solved)),
    )


def strategy_text(settings: TableSettings, *, use_cache: bool = True) -> str:
    """The list and its cost, as plain lines of text."""
    return "\n".join(_text(settings, playbook(settings, use_cache=use_cache)))


def _text(settings: TableSettings, book: Playbook) -> Iterator[str]:
    game, assessment = settings.rules, book.assessment
    perfect, list_edge = -float(assessment.perfect), -float(assessment.expectation)
    if not game.decisions:
        yield f"Players decide nothing: house edge {percent(perfect, 4)}."
        return
    yield "The first rule that fits decides."
    yield from book.ways_of_speaking
    for decision in game.decisions:
        yield ""
        yield decision_words(game, decision)
        for number, line in enumerate(book.at(decision), 1):
            yield f"{number:3}. {option_words(game, decision, line.option)}: {line.hands}"
    yield ""
    yield f"House edge {percent(list_edge, 4)} by this list, {percent(perfect, 4)} by perfect play;"
    yield f"something else would be better in {percent(assessment.differs, 3)} of hands."
