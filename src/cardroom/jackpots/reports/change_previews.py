"""What a change by two people would do, in figures before and after: what whoever approves it looks at.

Nothing is refused here, and nothing changes: whether a change is allowed is known when it is done.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardroom.errors import CardroomError
from cardroom.jackpots.commands import Adjust, BackOut, ByTwoPeople, Fund, GiveNotice, RemoveJackpot
from cardroom.jackpots.engine import adjustments
from cardroom.jackpots.engine.accounts import funds_of
from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.reconfiguration import configuration_after
from cardroom.jackpots.setup.config import LevelConfig, LinkConfig, show_rate
from cardroom.money import Money, show_money

NONE = "none"


class FigureChange(msgspec.Struct, frozen=True):
    """One figure that a request would change."""

    what: str
    before: str
    after: str


def preview(state: LinkState, change: ByTwoPeople, to: LinkState | None = None) -> tuple[FigureChange, ...]:
    """The figures that differ. `to` is the jackpot that a removed one's money would go to, where there is one."""
    try:
        return tuple(row for row in _rows(state, change, to) if row.before != row.after)
    except CardroomError:
        return ()  # a level or a win that is not there any more: there is nothing to be changed


def _rows(state: LinkState, change: ByTwoPeople, to: LinkState | None) -> Iterator[FigureChange]:
    match change:
        case Adjust():
            before = state.funds(change.level)
            yield from _funds(change.level, before, before + _fund(change.fund, change.change))
        case BackOut():
            yield from _back_out(state, change)
        case GiveNotice():
            yield FigureChange(
                "Last day", NONE if state.last_day is None else str(state.last_day), str(change.last_day)
            )
        case RemoveJackpot():
            yield from _removal(state, change, to)
        case _:
            yield from changed_figures(state.config, configuration_after(state.config, change))


def changed_figures(before: LinkConfig, after: LinkConfig) -> Iterator[FigureChange]:
    """Every figure of a configuration, as two of them have it."""
    yield FigureChange("Wager", show_money(before.wager), show_money(after.wager))
    for level in before.levels:
        yield from _level(level, after.level(level.name), is_house=before.is_house)


def _level(before: LevelConfig, after: LevelConfig, *, is_house: bool) -> Iterator[FigureChange]:
    name = before.name
    yield FigureChange(f"{name}, {'prize' if is_house else 'seed'}", show_money(before.seed), show_money(after.seed))
    yield FigureChange(f"{name}, contribution", show_rate(before.contribution), show_rate(after.contribution))
    yield FigureChange(f"{name}, reserve rate", show_rate(before.reserve), show_rate(after.reserve))
    yield FigureChange(f"{name}, maximum", _maximum(before), _maximum(after))


def _maximum(level: LevelConfig) -> str:
    return NONE if level.maximum is None else show_money(level.maximum)


def _funds(level: str, before: Funds, after: Funds) -> Iterator[FigureChange]:
    for fund in Fund:
        yield FigureChange(f"{level}, {fund}", show_money(getattr(before, fund)), show_money(getattr(after, fund)))
    yield FigureChange(f"{level}, advanced by the house", show_money(-before.advance), show_money(-after.advance))


def _fund(fund: Fund, amount: Money) -> Funds:
    return Funds(**{fund.value: amount})


def _back_out(state: LinkState, change: BackOut) -> Iterator[FigureChange]:
    win = adjustments.find_win(state, change.win)
    yield FigureChange(f"Win {win.id}", show_money(win.amount), "backed out")
    try:
        postings = adjustments.reversal_postings(state, win)
    except CardroomError:
        return  # not now: its level is locked, or has moved on
    books = dict(state.books)
    for posting in postings:
        for entry in posting.entries:
            books[entry.account] = books.get(entry.account, 0) + entry.amount
    if win.level:
        yield from _funds(win.level, state.funds(win.level), funds_of(books, win.level))


def _removal(state: LinkState, change: RemoveJackpot, to: LinkState | None) -> Iterator[FigureChange]:
    yield FigureChange("Jackpot", "in play", "removed")
    for name in state.config.level_names:
        if state.config.is_house:
            yield FigureChange(f"{name}, prize", show_money(state.displayed(name)), NONE)
        else:
            yield from _funds(name, state.funds(name), Funds())
    if to is not None:
        level = change.level or to.config.level_names[0]
        before = to.funds(level)
        after = before + Funds(meter=state.held)
        yield FigureChange(f"{to.config.id}, {level}, meter", show_money(before.meter), show_money(after.meter))
