"""Which line of its scale a side bet reaches, as arrays for the simulator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from cardroom.games.model import COMMUNITY, Best, Game, Hand, Verdict, Wager
from cardroom.lab.counting.payoffs import all_answers, is_apart, outcome_in
from cardroom.lab.counting.protocol import ANY, Answers, Integers
from cardroom.money import EVEN_MONEY, PUSH, Pay
from cardroom.table import TableSettings


def is_shared(game: Game, wager: Wager) -> bool:
    """Read once a round, for all seats alike."""
    reading = game.hands.get(wager.reads or "")
    return isinstance(reading, Best) or (isinstance(reading, Hand) and reading.of == (COMMUNITY,))


def read_at_seats(game: Game) -> list[Wager]:
    """Wagers that are priced apart, each seat's by itself."""
    return [wager for wager in game.wagers if is_apart(game, wager) and not is_shared(game, wager)]


def line_names(game: Game, wager: Wager) -> list[str]:
    """The steps of its scale; without one, what its rule gives."""
    if wager.scale is not None:
        return [step.name for step in wager.scale.steps]
    return ["push" if pay == PUSH else f"win at {pay}" for pay in gives(game, wager)]


def gives(game: Game, wager: Wager) -> list[Pay]:
    """What the rule of a wager without a pay table gives where it does not lose."""
    outcomes = [outcome_in(game, wager, None, answers, None) for answers in all_answers(game)]
    return list(dict.fromkeys(o.pays or PUSH for o in outcomes if o.verdict is not Verdict.LOSE))


def line_reached(game: Game, wager: Wager, facts: Answers, step: int | None) -> int:
    """The line that a live wager stands on; one beyond the last where it is lost whatever its pay table."""
    if wager.scale is None:
        outcome = outcome_in(game, wager, None, facts, None)
        given = gives(game, wager)
        return len(given) if outcome.verdict is Verdict.LOSE else given.index(outcome.pays or PUSH)
    lost = len(wager.scale.steps)
    # Asked with a pay in hand, the game's own settlement says whether such a hand wins at all.
    return lost if step is None or _loses(game, wager, facts) else step


def _loses(game: Game, wager: Wager, facts: Answers) -> bool:
    outcome = outcome_in(game, wager, None, facts, None, pay=EVEN_MONEY)
    return outcome.verdict is Verdict.LOSE


def lost_line(game: Game, wager: Wager) -> int:
    return len(line_names(game, wager))


def lines_by_value(game: Game, settings: TableSettings, wager: Wager, values: Iterable[int]) -> Integers:
    """[folded, value] for a wager that asks for no fact."""
    known = list(values)
    live = [line_reached(game, wager, ANY, wager.step(value)) for value in known]
    folded = live if settings.is_live_after_fold(wager) else [lost_line(game, wager)] * len(known)
    return np.array([live, folded], dtype=np.int16)


def most_lines(game: Game) -> int:
    return max((lost_line(game, wager) + 1 for wager in read_at_seats(game)), default=1)


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
