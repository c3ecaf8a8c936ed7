"""Which change of a single pay-table line brings an edge to a target that the operator names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import msgspec

from cardroom.games.model import Wager
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.payoffs import base_game_wagers
from cardroom.money import Odds
from cardroom.table import TableSettings
from cardroom.table.settings_changes import wagers_sharing_paytables

MOST = 10_000  # to 1; no line is asked to pay more


class Suggestion(msgspec.Struct, frozen=True):
    """One line changed and everything else left as it is."""

    paytable: str
    hand: str
    pays: str
    should_pay: str | None  # whole odds to 1, the most generous ones that keep the target; None: no odds do
    edge: Fraction  # with that, or with a push where nothing is enough


def suggest(
    settings: TableSettings, target: Fraction, progress: Callable[[str], None] = lambda _: None
) -> list[Suggestion]:
    """For each line that pays of the game's own pay tables; the best play is found anew for every pay tried."""
    suggestions = []
    tables = {settings.paytables[w.id].id: w for w in base_game_wagers(settings.rules) if w.id in settings.paytables}
    for wager in tables.values():
        table = settings.paytables[wager.id]
        for place, line in enumerate(table.lines):
            pay = line.pays[0]
            if not isinstance(pay, Odds):
                continue
            progress(f"{table.id}, line {place + 1} of {len(table.lines)}: {line.text}")

            def edge(pays: int, place: int = place, wager: Wager = wager) -> Fraction:
                return -solve(with_pay(settings, wager, place, Odds(pays))).expectation()

            best, reached = _most_generous(cache(edge), target)
            should_pay = None if best is None else str(Odds(best))
            suggestions.append(Suggestion(table.title, line.text, str(pay), should_pay, reached))
    return suggestions


def with_pay(settings: TableSettings, wager: Wager, place: int, pay: Odds) -> TableSettings:
    """The settings with one line paying something else, on every wager of the game that uses the table."""
    table = settings.paytables[wager.id]
    line = msgspec.structs.replace(table.lines[place], pays=(pay,) * len(table.lines[place].pays))
    changed = msgspec.structs.replace(table, lines=(*table.lines[:place], line, *table.lines[place + 1 :]))
    used_by = [
        name for name in wagers_sharing_paytables(settings.rules, wager) if settings.paytables.get(name) == table
    ]
    return msgspec.structs.replace(settings, paytables=settings.paytables | dict.fromkeys(used_by, changed))


def _most_generous(edge: Callable[[int], Fraction], target: Fraction) -> tuple[int | None, Fraction]:
    """The largest whole pay that leaves the house the target."""
    if (at_most := edge(MOST)) >= target:
        return MOST, at_most
    found = first_pay(edge, target, MOST, 0)
    return found, edge(found or 0)


def first_pay(edge: Callable[[int], Fraction], target: Fraction, near: int, far: int) -> int | None:
    """The pay nearest to one that does not reach an edge, on the way to another; None if that does not either.

    Edges fall as pays rise: towards lower pays the edge is to be at least the target, towards higher ones at most. It
    is sought where a straight line between the two would reach it, and by halving where that is slow.
    """

    def is_reached(found: Fraction) -> bool:
        return found >= target if far < near else found <= target

    at_near, at_far, is_line = edge(near), edge(far), True
    if near == far or not is_reached(at_far):
        return None
    while abs(far - near) > 1:
        middle = (near + far) // 2
        if is_line and at_near != at_far:
            place = round(near + (far - near) * (target - at_near) / (at_far - at_near))
            middle = min(max(place, min(near, far) + 1), max(near, far) - 1)
        found = edge(middle)
        if is_reached(found):
            far, at_far = middle, found
        else:
            near, at_near = middle, found
        is_line = not is_line
    return far
