"""What wagers gain, taken from the games' own `settle` functions: as fractions, and in whole numbers for kernels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from cardroom.errors import CardroomError
from cardroom.games.hand_classes import HandClasses
from cardroom.games.model import Facts, Fold, Game, Kind, MakeBet, Outcome, Surrender, TakeBack, Verdict, Wager
from cardroom.games.options import GameOption
from cardroom.games.paytable import PayTable
from cardroom.lab.solvers.protocol import Answers, Integers, not_counted
from cardroom.money import Odds, Pay
from cardroom.table import TableSettings

# Chosen by no one: an option that is not open. Small enough that sums over all hands stay within 64 bits.
NOT_OPEN = -(1 << 30)
LARGEST = 1 << 62  # sums of gains stay below it


# --- the wagers of the game itself ------------------------------------------------------------------------------------


def base_game_wagers(game: Game) -> list[Wager]:
    """The base wager and all that hangs on it; where several open a hand, the first is the base."""
    return [wager for wager in game.wagers if not is_priced_apart(game, wager)]


def is_priced_apart(game: Game, wager: Wager) -> bool:
    """Whether a wager is priced apart from the game: side bets, jackpots, and other wagers that open a hand."""
    return wager.is_side_bet or (wager.kind is Kind.BASE and wager.id != game.base_wager.id)


def opening_stakes(game: Game) -> dict[str, int]:
    """Units staked before the first decision."""
    return {wager.id: 1 for wager in base_game_wagers(game) if wager.kind in (Kind.BASE, Kind.EQUAL)}


def stakes_after(stakes: Mapping[str, int], option: GameOption | None) -> dict[str, int]:
    """Units staked once an option is taken."""
    match option:
        case MakeBet(wager, multiple):
            return {**stakes, wager: multiple}
        case TakeBack(wager):
            return {name: units for name, units in stakes.items() if name != wager}
    return dict(stakes)


def is_given_up(option: GameOption | None) -> bool:
    return isinstance(option, Fold | Surrender)


# --- cells ------------------------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """All that settlements see: answers of facts, and for wagers paid by a table the step of its classes."""

    facts: Answers
    steps: tuple[tuple[str, int | None], ...]


def outcome_in(
    game: Game,
    wager: Wager,
    table: PayTable | None,
    facts: Answers,
    step: int | None,
    hands: int = 0,
    pay: Pay | None = None,
) -> Outcome:
    """What becomes of a wager, from what its settlement sees; with a pay in hand where there is no table."""
    if table is not None and wager.hand_classes is not None:
        pay = table.pay(wager.hand_classes, step, hands)
    known = dict(facts)

    def ask(name: str) -> Any:
        if name not in known:
            raise not_counted(f"{wager.name} of {game.name} asks for “{name}”, which is not counted for it.")
        return known[name]

    return wager.settle(Facts(ask), pay)


def net_of(outcome: Outcome, *, is_staked: bool = True) -> Fraction:
    """What a unit staked gains; where nothing is staked, nothing is lost."""
    match outcome.verdict:
        case Verdict.LOSE:
            return Fraction(-1 if is_staked else 0)
        case Verdict.PUSH:
            return Fraction(0)
        case Verdict.WIN:
            if not isinstance(outcome.pays, Odds):
                raise not_counted(f"A wager of the game itself pays odds, not {outcome.pays}.")
            return outcome.pays.net


def nets_in(game: Game, settings: TableSettings, cell: Cell) -> dict[str, Fraction]:
    """What a unit on each wager of the game gains in a cell."""
    steps = dict(cell.steps)
    nets = {}
    for wager in base_game_wagers(game):
        table = settings.paytables.get(wager.id)
        nets[wager.id] = net_of(
            outcome_in(game, wager, table, cell.facts, steps.get(wager.id)), is_staked=wager.is_staked
        )
    return nets


class Result(NamedTuple):
    """What lies on each wager of the game at the end, a rider having what it stands on; and what a unit gains."""

    stakes: dict[str, int]
    nets: dict[str, Fraction]

    @property
    def net(self) -> Fraction:
        return sum((units * self.nets[wager] for wager, units in self.stakes.items()), Fraction(0))


def hand_result(
    game: Game, stakes: Mapping[str, int], option: GameOption | None, nets: Mapping[str, Fraction]
) -> Result:
    """How a hand ends when an option is the last one taken, if any, with so much staked and such nets."""
    final = stakes_after(stakes, option)
    riders = {w.id: final[w.on] for w in base_game_wagers(game) if w.kind is Kind.RIDER and w.on in final}
    if not is_given_up(option):
        final |= riders
        return Result(final, {wager: nets[wager] for wager in final})
    lost = {wager: Fraction(-1) for wager in final}
    if isinstance(option, Surrender):
        lost[game.base_wager.id] = -Fraction(*option.loses)
    live = {wager: nets[wager] for wager in {**final, **riders} if game.wager(wager).live_after_fold}
    return Result({**final, **{w: units for w, units in riders.items() if w in live}}, lost | live)


# --- whole numbers ----------------------------------------------------------------------------------------------------


def common_denominator(fractions: Iterable[Fraction]) -> int:
    """The smallest factor that makes all of them whole."""
    return lcm(*{fraction.denominator for fraction in fractions})


def scaled_to_integers(matrix: Sequence[Any], parts: int, ways: int) -> Integers:
    """Fractions as whole numbers of such parts; `ways` of them at most are added up."""
    flat = np.array(matrix, dtype=object)
    numbers = [int(fraction * parts) for fraction in flat.ravel()]
    if max(map(abs, numbers), default=0) * ways > LARGEST:
        raise CardroomError("odd-pays", "Pays so high in odds so fine cannot be added up; take simpler odds.")
    return np.array(numbers, dtype=np.int64).reshape(flat.shape)


def hand_classes_by_value(classes: HandClasses, values: int) -> Integers:
    """The place of the step that each value is on, lowest value first; -1 where it is on none."""
    value, places = np.arange(values), np.full(values, -1, dtype=np.int64)
    for place, step in reversed(list(enumerate(classes.classes))):
        most = values if step.at_most is None else step.at_most
        places[(value >= step.at_least) & (value <= most)] = place
    return places


def product_of(left: Integers, right: Integers) -> Integers:
    """A product of matrices of whole numbers that have few columns to add up; faster than numpy's own."""
    found = np.zeros((left.shape[0], right.shape[1]), dtype=np.int64)
    for column in range(left.shape[1]):
        found += left[:, column, None] * right[column]
    return found
