"""Which change of a single pay-table line brings an edge to a target that the operator names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from cardroom.games.model import Wager
from cardroom.lab.counting import solve
from cardroom.lab.counting.payoffs import own_wagers
from cardroom.money import Odds
from cardroom.table import TableSettings

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
    tables = {settings.paytables[w.id].id: w for w in own_wagers(settings.rules) if w.id in settings.paytables}
    for wager in tables.values():
        table = settings.paytables[wager.id]
        for place, line in enumerate(table.lines):
            pay = line.pays[0]
            if not isinstance(pay, Odds):
                continue
            progress(f"{table.id}, line {place + 1} of {len(table.lines)}: {line.text}")

            def edge(pays: int, place: int = place, wager: Wager = wager) -> Fraction:
                return -solve(with_pay(settings, wager, place, Odds(pays))).expectation()

            best, reached = _most_generous(edge, target, pay.pays // pay.per)
            should_pay = None if best is None else str(Odds(best))
            suggestions.append(Suggestion(table.title, line.text, str(pay), should_pay, reached))
    return suggestions


def with_pay(settings: TableSettings, wager: Wager, place: int, pay: Odds) -> TableSettings:
    """The settings with one line paying something else, on every wager of the game that uses the table."""
    table = settings.paytables[wager.id]
    line = msgspec.structs.replace(table.lines[place], pays=(pay,))
    changed = msgspec.structs.replace(table, lines=(*table.lines[:place], line, *table.lines[place + 1 :]))
    used_by = [w.id for w in own_wagers(settings.rules) if settings.paytables.get(w.id) == table]
    return msgspec.structs.replace(settings, paytables=settings.paytables | dict.fromkeys(used_by, changed))


def _most_generous(edge: Callable[[int], Fraction], target: Fraction, now: int) -> tuple[int | None, Fraction]:
    """The largest whole pay that leaves the house the target; edges fall as pays rise."""
    known: dict[int, Fraction] = {}

    def at(pays: int) -> Fraction:
        if pays not in known:
            known[pays] = edge(pays)
        return known[pays]

    if at(0) < target:
        return None, at(0)
    low, high = 0, max(now, 1)
    while at(high) >= target and high < MOST:
        low, high = high, min(2 * high, MOST)
    if at(high) >= target:
        return high, at(high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if at(middle) >= target else (low, middle)
    return low, at(low)
