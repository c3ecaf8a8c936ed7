"""What can be wrong with a pay table, whoever has written it: its order, its gaps, what it pays."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from cardroom.games.hand_classes import HandClasses
from cardroom.games.model import Kind, Wager
from cardroom.games.paytable import PayTable
from cardroom.money import DOLLAR, Money, Odds, OddsKind, Pay, Prize, Share

Fault = tuple[int, str]  # the line of the table, from 1, and what is wrong with it


def out_of_order(table: PayTable, classes: HandClasses, seed: Money | None = None) -> Iterator[Fault]:
    """Lines that stand below a worse hand, or pay a better hand less than a worse one."""
    places = [classes.place(line.hand) for line in table.lines]
    for (above, better), (below, worse) in combinations(enumerate(table.lines, 1), 2):
        if places[below - 1] <= places[above - 1]:
            yield below, f"{worse.hand} stands below {better.hand}; list the best hand first."
        else:
            for high, low in zip(better.pays, worse.pays, strict=False):
                if _pays_less(high, low, seed):
                    yield below, f"{worse.hand} pays {low}, more than the {high or '-'} of {better.hand}."


def same_ids(table: PayTable) -> Iterator[Fault]:
    """Lines that a record could not tell apart: their names differ in punctuation only."""
    for (_, above), (below, line) in combinations(enumerate(table.lines, 1), 2):
        if above.id == line.id:
            yield below, f"“{line.hand}” and “{above.hand}” have the same id, {line.id}; use other words for one."


def gaps(table: PayTable, classes: HandClasses) -> Iterator[Fault]:
    """Hands without a line of their own, which are paid as the next one."""
    above = -1
    for number, line in enumerate(table.lines, 1):
        place = classes.place(line.hand)
        skipped = [step.name for step in classes.classes[above + 1 : place] if not step.is_finer]
        if skipped and not line.label:
            yield number, f"no line for {' and '.join(skipped)}, which will be paid as {line.hand}."
        above = place


def unpayable_reason(pay: Pay | None, wager: Wager) -> str:
    """Why a wager cannot be paid so: at the table a stake comes back with the winnings; a jackpot's stake is gone."""
    if pay is None:
        return ""
    paid_with_stake = isinstance(pay, Odds) and pay.kind is OddsKind.TO
    if wager.kind is Kind.JACKPOT and paid_with_stake:
        return f"{wager.name} pays “for 1”, dollars or a percentage, not {pay}."
    if wager.kind is not Kind.JACKPOT and not paid_with_stake:
        return f"{wager.name} pays odds “to 1”, not {pay}."
    return ""


def _pays_less(better: Pay | None, worse: Pay | None, seed: Money | None) -> bool:
    """Whether a better hand is certain to be paid less; shares are compared at the seed, where it is known."""
    if worse is None:
        return False
    if better is None:
        return True
    if isinstance(better, Share) and isinstance(worse, Share):
        return better.level == worse.level and better.basis_points < worse.basis_points
    amounts = [_worth(pay, seed) for pay in (better, worse)]
    return None not in amounts and amounts[0] < amounts[1]  # type: ignore[operator]


def _worth(pay: Pay, seed: Money | None) -> Fraction | None:
    """What a pay leaves the player with for a $1 wager."""
    match pay:
        case Odds():
            return pay.net
        case Prize():
            return Fraction(pay.amount, DOLLAR) - 1
        case Share():
            return None if seed is None else Fraction(seed * pay.basis_points, 10_000 * DOLLAR) - 1
