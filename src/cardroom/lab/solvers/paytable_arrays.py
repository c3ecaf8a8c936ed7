"""Where a wager can stand whatever its pay table, and which line its hands reach, as arrays for the simulator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cardroom.games.model import COMMUNITY, Best, Facts, Game, Hand, Outcome, Verdict, Wager
from cardroom.games.paytable import Line, PayTable
from cardroom.games.round_facts import branches
from cardroom.lab.solvers.payoffs import is_priced_apart, outcome_in
from cardroom.lab.solvers.protocol import ANY, Answers, Integers
from cardroom.money import PUSH, Odds, Pay
from cardroom.table import TableSettings

ASKED = Odds(1, 1 << 50)  # a pay that no table has: where it comes out, the pay table is asked


def is_shared(game: Game, wager: Wager) -> bool:
    """Read once a round, for all seats alike."""
    reading = game.hands.get(wager.reads or "")
    return isinstance(reading, Best) or (isinstance(reading, Hand) and reading.of == (COMMUNITY,))


def read_at_seats(game: Game) -> list[Wager]:
    """Wagers that are priced apart, each seat's by itself."""
    return [wager for wager in game.wagers if is_priced_apart(game, wager) and not is_shared(game, wager)]


class Standing(NamedTuple):
    """What a live wager comes to under any pay table: by a step of its classes, or the same whatever the table says."""

    step: int | None
    paid: Pay | None  # where the table pays the step; None: it is lost
    unpaid: Pay | None  # where it does not, or is not asked


LOST = Standing(None, None, None)


@dataclass(frozen=True, eq=False)
class Lines:
    """All standings of a wager, in order: its hand classes, then what its rule gives by itself; last, it is lost."""

    game: Game
    wager: Wager

    @cached_property
    def standings(self) -> list[Standing]:
        """All but the lost one."""

        def both(facts: Facts) -> tuple[Outcome, Outcome]:
            return self.wager.settle(facts, ASKED), self.wager.settle(facts, None)

        classes = self.wager.hand_classes
        steps = [*range(len(classes.classes)), None] if classes is not None else [None]
        found = dict.fromkeys(
            _standing(step, *outcomes) for step in steps for _, outcomes in branches(both, self.game.domains)
        )
        found.pop(LOST, None)
        return sorted(found, key=lambda standing: standing.step is None)

    @property
    def lost(self) -> int:
        return len(self.standings)

    @property
    def names(self) -> list[str]:
        return [self._name(standing) for standing in self.standings]

    def reached(self, facts: Answers, step: int | None) -> int:
        """The line that a live wager stands on."""
        paid, unpaid = (outcome_in(self.game, self.wager, None, facts, None, pay=pay) for pay in (ASKED, None))
        standing = _standing(step, paid, unpaid)
        return self.lost if standing == LOST else self.standings.index(standing)

    def pays(self, table: PayTable | None, hands: int = 0) -> list[Pay | None]:
        """What each line gives under a pay table; None: it loses."""
        return [self._pay(standing, table, hands) for standing in self.standings]

    def printed(self, place: int, table: PayTable | None, hands: int = 0) -> Line | None:
        """The line of a pay table that pays here; None where the rule gives something by itself."""
        standing, classes = self.standings[place], self.wager.hand_classes
        if table is None or classes is None or standing.paid != ASKED or self._printed(standing, table, hands) is None:
            return None
        return table.line(classes, standing.step)

    def _pay(self, standing: Standing, table: PayTable | None, hands: int) -> Pay | None:
        printed = self._printed(standing, table, hands)
        if printed is None:
            return standing.unpaid
        return printed if standing.paid == ASKED else standing.paid

    def _printed(self, standing: Standing, table: PayTable | None, hands: int) -> Pay | None:
        classes = self.wager.hand_classes
        return None if table is None or classes is None else table.pay(classes, standing.step, hands)

    def _name(self, standing: Standing) -> str:
        given = "" if standing.unpaid is None else tableless_pay_words(standing.unpaid)
        if standing.step is None or self.wager.hand_classes is None:
            return given
        name = self.wager.hand_classes.classes[standing.step].name
        is_only = [other.step for other in self.standings].count(standing.step) == 1
        return name if is_only else f"{name}, else {given or 'lost'}"


def _standing(step: int | None, paid: Outcome, unpaid: Outcome) -> Standing:
    with_pay, without = _given(paid), _given(unpaid)
    return Standing(None, None, without) if step is None or with_pay == without else Standing(step, with_pay, without)


def _given(outcome: Outcome) -> Pay | None:
    return None if outcome.verdict is Verdict.LOSE else outcome.pays or PUSH


def tableless_pay_words(pay: Pay) -> str:
    """What a rule gives without a pay table."""
    return "push" if pay == PUSH else f"win at {pay}"


def lines_by_value(game: Game, settings: TableSettings, wager: Wager, values: Iterable[int]) -> Integers:
    """[folded, value] for a wager that asks for no fact."""
    lines = Lines(game, wager)
    steps = [wager.class_of(value) for value in values]
    reached = {step: lines.reached(ANY, step) for step in set(steps)}
    live = [reached[step] for step in steps]
    folded = live if settings.is_live_after_fold(wager) else [lines.lost] * len(live)
    return np.array([live, folded], dtype=np.int16)


def most_lines(game: Game) -> int:
    return max((Lines(game, wager).lost + 1 for wager in read_at_seats(game)), default=1)


class Kinds:
    """Wagers that always reach the same line as another are counted with it."""

    def __init__(self) -> None:
        self.arrays: list[Integers] = []
        self.kind_of: dict[str, int] = {}

    def add(self, wager: Wager, lines: Integers) -> None:
        for kind, known in enumerate(self.arrays):
            if np.array_equal(known, lines):
                self.kind_of[wager.id] = kind
                return
        self.kind_of[wager.id] = len(self.arrays)
        self.arrays.append(lines)

    def stacked(self, shape: Sequence[int]) -> Integers:
        return np.stack(self.arrays) if self.arrays else np.zeros((0, *shape), dtype=np.int16)
