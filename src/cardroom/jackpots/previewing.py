"""What a change by two people would do, in figures before and after: what whoever approves it looks at."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from cardroom.errors import CardroomError
from cardroom.jackpots import adjusting
from cardroom.jackpots.accounts import funds_of
from cardroom.jackpots.commands import Adjust, BackOut, ByTwoPeople, ChangeRates, Fund, Who
from cardroom.jackpots.config import show_rate
from cardroom.jackpots.state import LinkState
from cardroom.ledger import Posting
from cardroom.money import show_money

_SOMEBODY = Who(datetime.min.replace(tzinfo=UTC), "one", approved_by="another")


class FigureChange(msgspec.Struct, frozen=True):
    """One figure that a request would change."""

    what: str
    before: str
    after: str


def preview(state: LinkState, change: ByTwoPeople) -> tuple[FigureChange, ...]:
    """The figures that differ; none where the change cannot be made any more."""
    try:
        return tuple(row for row in _rows(state, change) if row.before != row.after)
    except CardroomError:
        return ()


def _rows(state: LinkState, change: ByTwoPeople) -> Iterator[FigureChange]:
    match change:
        case Adjust():
            yield from _funds(state, change.level, adjusting.adjust(state, change, _SOMEBODY).postings)
        case BackOut():
            win = adjusting.find_win(state, change.win)
            yield FigureChange(f"Win {win.id}", show_money(win.amount), "backed out")
            yield from _funds(state, win.level, adjusting.back_out(state, change, _SOMEBODY).postings)
        case ChangeRates():
            level = state.config.level(change.level)
            for what, before, after in (
                ("contribution", level.contribution, change.contribution),
                ("reserve rate", level.reserve, change.reserve),
            ):
                yield FigureChange(f"{level.name}, {what}", show_rate(before), show_rate(after))


def _funds(state: LinkState, level: str, postings: tuple[Posting, ...]) -> Iterator[FigureChange]:
    if not level:
        return
    books = dict(state.books)
    for posting in postings:
        for entry in posting.entries:
            books[entry.account] = books.get(entry.account, 0) + entry.amount
    before, after = state.funds(level), funds_of(books, level)
    for fund in Fund:
        yield FigureChange(f"{level}, {fund}", show_money(getattr(before, fund)), show_money(getattr(after, fund)))
