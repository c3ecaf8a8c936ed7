"""Reports on play, as data: coin in and win, hits, envy and win pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from cardroom.jackpots.commands import StaffCard
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.wins import Win
from cardroom.jackpots.events import AnyEvent, EnvyPaid
from cardroom.jackpots.reports.link_figures import Activity, EnvyLine, LinkFigures, envy_line
from cardroom.jackpots.reports.meter_reports import Period
from cardroom.jackpots.setup.config import LinkConfig, Source
from cardroom.money import DOLLAR, Money
from cardroom.table.commands import Seat

# Written for player-supported jackpots (WAC 230-15-405), and good practice for any large award.
LARGE_AWARD_FROM = 500 * DOLLAR
LARGE_AWARD_PROCEDURE = (
    "Show every card of the winning hand, rank and suit, to the camera.",
    "Count the rest of the deck in order of suits to show that it is complete.",
    "Seal the hand with a copy of this page and keep hand and deck for seven days.",
)


class TableActivity(Activity, kw_only=True):
    """Coin in and win of one table in one shift."""

    table: str
    shift: str


def coin_in_and_win(events: Sequence[AnyEvent], shifts: Iterable[Period], state: LinkState) -> list[TableActivity]:
    """By shift and table, of these events of a link that stands at `state` after them."""
    lines = []
    for shift in shifts:
        figures = LinkFigures.beginning_with(state)
        for event in filter(shift.holds, events):
            figures.count(event, state)
        lines += [
            TableActivity(table=table, shift=shift.name, **msgspec.structs.asdict(activity))
            for table, activity in figures.in_order(state.config)
        ]
    return lines


def last_hits(wins: Iterable[Win], count: int = 25) -> list[Win]:
    """The latest jackpot wins, newest first; what the tray pays is not one."""
    hits = [win for win in wins if win.source is not Source.TRAY]
    return sorted(hits, key=lambda win: -win.number)[:count]


def envy_list(events: Iterable[AnyEvent], table: str | None = None, round_id: str | None = None) -> list[EnvyLine]:
    """Who got envy for whose hand."""
    return [
        envy_line(event)
        for event in events
        if isinstance(event, EnvyPaid) and table in (None, event.table) and round_id in (None, event.round_id)
    ]


class WinReport(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed for the pay-out: the record of one win."""

    win: str
    link: str
    paytable: str
    table: str
    game: str
    round_id: str
    seat: Seat
    hand: str
    pays: str
    paid_from: str
    level: str
    displayed: Money
    amount: Money
    recorded_at: datetime
    approved_by: str
    card: StaffCard | None
    paid_at: datetime | None  # None: the key is not back at RUN yet
    advanced: Money
    meter_after: Money
    envy: tuple[EnvyLine, ...]
    is_backed_out: bool
    procedure: tuple[str, ...]  # for large awards


def win_page(win: Win, config: LinkConfig, envy: Iterable[EnvyLine]) -> WinReport:
    """Under the configuration that it was won under; `envy` may hold that of other hands too."""
    return WinReport(
        win=win.id,
        link=config.id,
        paytable=config.paytable.title,
        table=win.table,
        game=config.table(win.table).game,
        round_id=win.round_id,
        seat=win.seat,
        hand=config.line(win.line).text,
        pays=str(win.pays),
        paid_from=win.source,
        level=win.level,
        displayed=win.displayed,
        amount=win.amount,
        recorded_at=win.at,
        approved_by=win.approved_by,
        card=win.card,
        paid_at=win.paid_at,
        advanced=win.advanced if win.is_paid else 0,
        meter_after=win.meter_after,
        envy=tuple(
            line for line in envy if (line.table, line.round_id, line.hitter) == (win.table, win.round_id, win.seat)
        ),
        is_backed_out=win.is_backed_out,
        procedure=LARGE_AWARD_PROCEDURE if win.amount >= LARGE_AWARD_FROM else (),
    )
