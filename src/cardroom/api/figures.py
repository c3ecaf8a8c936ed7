"""What a game costs and how to play it, as answers with exact figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardroom.api.notebook_html import page
from cardroom.errors import CardroomError
from cardroom.number_format import percent
from cardroom.table.settings import TableSettings

if TYPE_CHECKING:
    from cardroom.lab import results, simulation
    from cardroom.lab.solvers.protocol import Policy, Solved
    from cardroom.lab.strategy import advice, rule_list
    from cardroom.lab.strategy.strategy_cost import Assessment


@dataclass(frozen=True)
class SideBet:
    """A wager beside the game under one pay table; figures are for a unit staked on it."""

    wager: str
    name: str
    paytable: str
    edge: Fraction
    hit_frequency: Fraction
    standard_deviation: float
    lines: tuple[tuple[str, str, Fraction], ...]  # hand, pay, chance
    hands: int | None  # hands dealt, where the pays depend on it
    is_exact: bool
    is_approved: bool

    def _repr_html_(self) -> str:
        rows = [(hand, pays, percent(chance, 6)) for hand, pays, chance in self.lines]
        return page(
            f"{self.name}: {self.paytable}", (f"house edge {percent(self.edge, 4)}",), ("hand", "pays", ""), rows
        )


@dataclass(frozen=True, repr=False)
class Analysis:
    """What every wager costs; the game itself under the best play, per unit of the base wager."""

    settings: TableSettings
    found: results.Analysis

    @property
    def edge(self) -> Fraction:
        """The house's, of the base wager; below nothing the player has it."""
        return self.found.base.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """The house's edge of all that is staked."""
        return self.found.base.element_of_risk

    @property
    def average_wager(self) -> Fraction:
        return self.found.base.average_wager

    @property
    def fold_rate(self) -> Fraction:
        return self.found.base.fold_rate

    @property
    def standard_deviation(self) -> float:
        return self.found.base.standard_deviation

    @property
    def by_wager(self) -> dict[str, Fraction]:
        """How much each wager of the game adds to the expectation."""
        return {share.wager: share.ev for share in self.found.base.by_wager}

    @property
    def side_bets(self) -> dict[str, SideBet]:
        """Each under its pay table in force; where pays depend on the hands dealt, for the fewest."""
        return {wager: self.side_bet(wager) for wager in dict.fromkeys(bet.wager for bet in self.found.side_bets)}

    def side_bet(self, wager: str, paytable: str = "", hands: int | None = None) -> SideBet:
        """One under a certain pay table and number of hands dealt."""
        self.settings.rules.wager(wager)
        table = self.settings.paytables.get(wager)
        wanted = paytable or (table.title if table else "")
        for bet in self.found.side_bets:
            is_wanted = not wanted or bet.paytable.lower() == wanted.lower()
            if bet.wager == wager and is_wanted and hands in {None, bet.hands}:
                return _side_bet(bet)
        counted = [bet for bet in self.found.side_bets if bet.wager == wager]
        known = "; ".join(bet.paytable + (f", {bet.hands} hands" if bet.hands else "") for bet in counted)
        raise CardroomError("not-counted", f"{wager} is counted for: {known or 'nothing'}.")

    @property
    def findings(self) -> tuple[str, ...]:
        """What an operator should know."""
        return self.found.findings

    def document(self) -> dict[str, Any]:
        """All of it as `cardroom analyze --json` prints it."""
        from cardroom.lab.json_documents import document

        return document(self.found)

    def _rows(self) -> Iterator[tuple[str, str]]:
        yield "house edge", f"{percent(self.edge, 4)} of the {self.settings.rules.base_wager.name}"
        yield "element of risk", percent(self.element_of_risk, 4)
        yield "average wager", f"{float(self.average_wager):.4f}"
        yield "standard deviation", f"{self.standard_deviation:.4f}"
        yield "folded", percent(self.fold_rate, 4)
        for bet in self.side_bets.values():
            yield f"{bet.name} ({bet.paytable})", percent(bet.edge, 4)

    def __repr__(self) -> str:
        (first, edge), (second, risk) = list(self._rows())[:2]
        return f"<{self.settings.rules.name}: {first} {edge}, {second} {risk}>"

    def _repr_html_(self) -> str:
        return page(self.settings.rules.name, self.findings, ("", ""), list(self._rows()))


def _side_bet(bet: results.SideBet) -> SideBet:
    return SideBet(
        wager=bet.wager,
        name=bet.name,
        paytable=bet.paytable,
        edge=bet.house_edge,
        hit_frequency=bet.hit_frequency,
        standard_deviation=float(bet.variance) ** 0.5,
        lines=tuple((line.hand, line.pays, line.probability) for line in bet.lines),
        hands=bet.hands,
        is_exact=bet.exact,
        is_approved=bet.approved,
    )


# --- how to play ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Strategy:
    """Rules in order: the first that fits decides."""

    settings: TableSettings

    @cached_property
    def _solved(self) -> Solved:
        from cardroom.lab.solvers import solve

        return solve(self.settings)

    @cached_property
    def found(self) -> rule_list.Strategy:
        from cardroom.lab.strategy.rule_list import derive_strategy

        return derive_strategy(self._solved)

    @cached_property
    def _assessment(self) -> Assessment:
        from cardroom.lab.strategy.strategy_cost import assess

        return assess(self._solved, self.policy_for(self.settings))

    def policy_for(self, settings: TableSettings) -> Policy:
        """Ready to be played at a table of the same game."""
        from cardroom.lab.solvers import solve
        from cardroom.lab.strategy.rule_list import compile_strategy

        if settings.game != self.settings.game:
            raise CardroomError("other-game", f"This strategy is for {self.settings.game}, not for {settings.game}.")
        return compile_strategy(self.found, solve(settings))

    @property
    def rules(self) -> tuple[tuple[str, str, str], ...]:
        """The decision, what to do, and with what."""
        from cardroom.lab.strategy.option_words import decision_words
        from cardroom.lab.strategy.rule_list import rule_words

        game = self.settings.rules
        return tuple(
            (decision_words(game, game.decision(rule.decision)), rule.option, rule_words(rule, self._solved))
            for rule in self.found.rules
        )

    @property
    def edge(self) -> Fraction:
        """The house's against this list."""
        return -self._assessment.expectation

    @property
    def cost(self) -> Fraction:
        """What the list gives away against perfect play, per unit of the base wager."""
        return self._assessment.cost

    @property
    def differs(self) -> Fraction:
        """The share of hands in which something else would be better."""
        return self._assessment.differs

    def toml(self) -> str:
        """As a file that `cardroom simulate --strategy` reads."""
        from cardroom.lab.strategy.rule_list import to_toml

        return to_toml(self.found, self._solved)

    def __str__(self) -> str:
        return "\n".join(f"{decision}: {option} with {words}" for decision, option, words in self.rules)

    def __repr__(self) -> str:
        return f"<a strategy for {self.settings.rules.name} in {len(self.found.rules)} rules>"

    def _repr_html_(self) -> str:
        lines = (f"house edge {percent(self.edge, 4)}, of which {percent(self.cost, 4)} by not playing perfectly",)
        return page(self.settings.rules.name, lines, ("decision", "do", "with"), self.rules)


@dataclass(frozen=True, repr=False)
class Advice:
    """What each option is worth for the whole hand, in units of the base wager."""

    found: advice.Advice

    @property
    def best(self) -> str:
        """Where options are worth the same, the last one."""
        return self.found.best.name

    @property
    def worth(self) -> dict[str, Fraction]:
        return {option.name: option.expectation for option in self.found.options}

    @property
    def words(self) -> str:
        """What the cards show now."""
        return self.found.words

    def __repr__(self) -> str:
        worth = ", ".join(f"{name} {float(value):+.5f}" for name, value in self.worth.items())
        return f"<{self.words}: {self.best} ({worth})>"

    def _repr_html_(self) -> str:
        rows = [(name, f"{float(value):+.6f}", str(value)) for name, value in self.worth.items()]
        return page(f"{self.words}: {self.best}", (), ("option", "worth", "exactly"), rows)


# --- the second way ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Simulation:
    """Figures of simulated rounds, each with its standard error."""

    found: simulation.SimulationResult

    @property
    def edge(self) -> float:
        return -self.found.base.ev.value

    @property
    def standard_error(self) -> float:
        """Of the edge."""
        return self.found.base.ev.standard_error

    def agrees_with(self, edge: Fraction | float, errors: float = 4) -> bool:
        """Whether an edge is within so many standard errors."""
        return self.found.base.ev.agrees_with(-float(edge), errors)

    def __repr__(self) -> str:
        return f"<{self.found.rounds:,} rounds: house edge {percent(self.edge, 4)} ± {percent(self.standard_error, 4)}>"
