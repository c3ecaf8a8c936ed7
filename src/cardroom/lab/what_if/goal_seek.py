"""Which single change brings the house's edge to a target: the value of a rule, or what a line of a pay table pays."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.model import Wager
from cardroom.games.paytable import PayTable
from cardroom.games.paytable_faults import out_of_order
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.what_if.comparison import Choice, Progress, edge_of, ignore_progress, possible_changes, with_changes
from cardroom.lab.what_if.paytable_goal_seek import MOST, first_pay, with_pay
from cardroom.money import Odds
from cardroom.table import TableSettings
from cardroom.table.settings_changes import wagers_sharing_paytables

HALVES = 20  # pays are tried in halves up to 10 to 1, and in whole odds above


class Reached(msgspec.Struct, frozen=True):
    """One thing changed and everything else left as it is."""

    what: str  # the rule, or the line of a pay table
    now: str
    value: str | None  # the first, from where it stands, that reaches the target; None: none does
    edge: Fraction  # with that, or the nearest to the target that can be had
    note: str = ""  # why such a pay table would be refused


class Target(msgspec.Struct, frozen=True):
    """An edge to be reached from where it stands: upwards at least, downwards at most."""

    edge: Fraction
    now: Fraction

    @property
    def is_upwards(self) -> bool:
        return self.now < self.edge

    def is_reached(self, edge: Fraction) -> bool:
        return edge >= self.edge if self.is_upwards else edge <= self.edge

    def nearest(self, edges: list[Fraction]) -> Fraction:
        return max(edges) if self.is_upwards else min(edges)


def seek_goal(
    settings: TableSettings, edge: Fraction, wager: str = "", progress: Progress = ignore_progress
) -> tuple[Target, list[Reached]]:
    """For each rule that may be set and each line of the pay tables, alone, what first reaches an edge.

    The edge is the game's, or that of a wager beside it, whose own pay table is then the one that is changed.
    """
    target = Target(edge, edge_of(settings, wager))
    if target.now == edge:
        raise CardroomError("already-there", "The house edge is exactly that already.")
    found = [_by_rule(settings, target, choice, wager, progress) for choice in rules_for(settings, wager)]
    return target, [*found, *_by_lines(settings, target, wager, progress)]


def rules_for(settings: TableSettings, wager: str = "") -> list[Choice]:
    """Rules, and the pay tables that decide the edge in question."""
    return [choice for choice in possible_changes(settings) if choice.wager in {"", wager}]


def _by_rule(settings: TableSettings, target: Target, choice: Choice, wager: str, progress: Progress) -> Reached:
    edges = [target.now]
    for value in _outward(choice):
        progress(f"{choice.name}={value}")
        edges.append(edge_of(with_changes(settings, {choice.name: value}).settings, wager))
        if target.is_reached(edges[-1]):
            return Reached(choice.name, choice.now, value, edges[-1])
    return Reached(choice.name, choice.now, None, target.nearest(edges))


def _outward(choice: Choice) -> list[str]:
    """The other values, those next to the one in force first.

    >>> _outward(Choice("qualify", ("none", "J", "Q", "K", "A"), "Q"))
    ['J', 'K', 'none', 'A']
    """
    now = choice.values.index(choice.now) if choice.now in choice.values else 0
    places = sorted(range(len(choice.values)), key=lambda place: (abs(place - now), place))
    return [choice.values[place] for place in places if choice.values[place] != choice.now]


# --- lines of pay tables ----------------------------------------------------------------------------------------------


def tables_for(settings: TableSettings, wager: str = "") -> Iterator[tuple[Wager, PayTable]]:
    """The pay tables whose lines decide an edge: each once, with the first wager that is paid by it."""
    game = settings.rules
    for known in game.wagers:
        is_wanted = known.id == wager if wager else not is_priced_apart(game, known)
        if is_wanted and known.id in settings.paytables and wagers_sharing_paytables(game, known)[0] == known.id:
            yield known, settings.paytables[known.id]


def _by_lines(settings: TableSettings, target: Target, wager: str, progress: Progress) -> Iterator[Reached]:
    for known, table in tables_for(settings, wager):
        for place, line in enumerate(table.lines):
            pay = line.pays[0]
            if isinstance(pay, Odds):
                progress(f"{table.id}, {line.text}")
                yield _by_line(settings, target, wager, known, place)


def _by_line(settings: TableSettings, target: Target, about: str, wager: Wager, place: int) -> Reached:
    table = settings.paytables[wager.id]
    line = table.lines[place]
    pay = line.pays[0]
    assert isinstance(pay, Odds)

    @cache
    def edge(pays: int) -> Fraction:
        return edge_of(with_pay(settings, wager, place, tried_odds(pays)), about)

    what = f"{table.title}: {line.text}"
    near, far = _way(pay, target)
    pays = first_pay(edge, target.edge, near, far)
    if pays is None:
        return Reached(what, str(pay), None, edge(far))
    assert wager.hand_classes is not None
    paid = with_pay(settings, wager, place, tried_odds(pays)).paytables[wager.id]
    note = next((fault for _, fault in out_of_order(paid, wager.hand_classes)), "")
    return Reached(what, str(pay), str(tried_odds(pays)), edge(pays), note)


def tried_odds(place: int) -> Odds:
    """The pays that are tried, in order.

    >>> [str(tried_odds(place)) for place in (0, 3, 8, 20, 21)]
    ['push', '3 to 2', '4 to 1', '10 to 1', '11 to 1']
    """
    if place > HALVES:
        return Odds(place - HALVES // 2)
    return Odds(place // 2) if place % 2 == 0 else Odds(place, 2)


def _way(pay: Odds, target: Target) -> tuple[int, int]:
    """From a pay, or the next one that is tried, as far as pays go."""
    low = int(2 * pay.net) if pay.net <= HALVES // 2 else int(pay.net) + HALVES // 2
    if target.is_upwards:
        return low + (tried_odds(low).net < pay.net), 0
    return low, MOST + HALVES // 2
