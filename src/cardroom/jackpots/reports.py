"""Reports on play, as data: coin in and win, hits, envy and win pages, read off the link's events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from cardroom.errors import CardroomError
from cardroom.jackpots import accounts
from cardroom.jackpots.commands import Reason, StaffCard
from cardroom.jackpots.config import Source
from cardroom.jackpots.events import (
    Adjusted,
    AnyEvent,
    AwardPaid,
    AwardRecorded,
    EnvyPaid,
    LinkChanged,
    LinkOpened,
    WagerRefunded,
    WagerTaken,
    WinBackedOut,
)
from cardroom.jackpots.readings import Period
from cardroom.jackpots.state import LinkState, Win, replay
from cardroom.money import DOLLAR, Money
from cardroom.table.commands import Seat

# Written for player-supported jackpots (WAC 230-15-405), and good practice for any large award.
LARGE_AWARD_FROM = 500 * DOLLAR
LARGE_AWARD_PROCEDURE = (
    "Show every card of the winning hand, rank and suit, to the camera.",
    "Count the rest of the deck in order of suits to show that it is complete.",
    "Seal the hand with a copy of this page and keep hand and deck for seven days.",
)


class TableActivity(msgspec.Struct, frozen=True, kw_only=True):
    """Coin in and win of one table in one shift."""

    table: str
    shift: str
    wagers: int
    coin_in: Money
    accrued: Money  # to meters, reserves and overflow
    won_from_meter: Money  # amounts that were taken off it by hand, as won, among them
    won_from_house: Money
    won_from_tray: Money
    envy: Money
    wins: int
    backed_out_to_meter: Money  # wins undone in this shift, whenever they were paid
    backed_out_to_house: Money
    backed_out_to_tray: Money

    @property
    def backed_out(self) -> Money:
        return self.backed_out_to_meter + self.backed_out_to_house + self.backed_out_to_tray

    @property
    def won(self) -> Money:
        """Less what was backed out."""
        return self.won_from_meter + self.won_from_house + self.won_from_tray + self.envy - self.backed_out


def coin_in_and_win(events: Sequence[AnyEvent], shifts: Iterable[Period]) -> list[TableActivity]:
    """By table and shift. Refunded wagers and wins backed out count against the shift in which that was done."""
    config = next(event.config for event in reversed(events) if isinstance(event, LinkOpened | LinkChanged))
    tables = [table.id for table in config.tables]
    tables += sorted({event.table for event in events if isinstance(event, WagerTaken)} - set(tables))
    wins = {event.win: event for event in events if isinstance(event, AwardRecorded)}
    return [
        _activity(table, shift, [event for event in events if shift.holds(event)], wins)
        for shift in shifts
        for table in tables
    ]


def _activity(
    table: str, shift: Period, events: Sequence[AnyEvent], wins: Mapping[str, AwardRecorded]
) -> TableActivity:
    taken = [event for event in events if isinstance(event, WagerTaken) and event.table == table]
    refunded = [event for event in events if isinstance(event, WagerRefunded) and event.table == table]
    paid = [event for event in events if isinstance(event, AwardPaid) and event.table == table]
    envy = [event for event in events if isinstance(event, EnvyPaid) and event.table == table]
    undone = [win for event in events if isinstance(event, WinBackedOut) and (win := wins[event.win]).table == table]
    won, back = (
        {source: sum(event.amount for event in listed if event.source is source) for source in Source}
        for listed in (paid, undone)
    )
    by_hand = [
        event.change
        for event in events
        if isinstance(event, Adjusted) and event.reason is Reason.AMOUNT_WON and wins[event.win].table == table
    ]
    return TableActivity(
        table=table,
        shift=shift.name,
        wagers=len(taken) - len(refunded),
        coin_in=sum(event.amount for event in taken) - sum(event.amount for event in refunded),
        accrued=sum(map(_to_prizes, taken)) + sum(map(_to_prizes, refunded)),
        won_from_meter=won[Source.METER] - sum(by_hand),
        won_from_house=won[Source.HOUSE],
        won_from_tray=won[Source.TRAY],
        envy=sum(event.amount for event in envy),
        wins=len(paid),
        backed_out_to_meter=back[Source.METER],
        backed_out_to_house=back[Source.HOUSE],
        backed_out_to_tray=back[Source.TRAY],
    )


def _to_prizes(event: AnyEvent) -> Money:
    """What an event put into meters, reserves and overflow, repaid advances included."""
    return sum(
        entry.amount
        for posting in event.postings
        for entry in posting.entries
        if accounts.kind_of(entry.account) in accounts.PRIZE_MONEY
    )


def last_hits(state: LinkState, count: int = 25) -> list[Win]:
    """The latest jackpot wins, newest first; what the tray pays is not one."""
    hits = [win for win in state.wins.values() if win.source is not Source.TRAY]
    return hits[: -count - 1 : -1]


class EnvyLine(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime
    table: str
    round_id: str
    hitter: Seat
    line: str
    seat: Seat
    amount: Money


def envy_list(events: Iterable[AnyEvent], table: str | None = None, round_id: str | None = None) -> list[EnvyLine]:
    """Who got envy for whose hand. What is due before a game ends is told by `play.envy_due`."""
    return [
        EnvyLine(
            at=event.at,
            table=event.table,
            round_id=event.round_id,
            hitter=event.hitter,
            line=event.line,
            seat=event.seat,
            amount=event.amount,
        )
        for event in events
        if isinstance(event, EnvyPaid) and table in (None, event.table) and round_id in (None, event.round_id)
    ]


class WinPage(msgspec.Struct, frozen=True, kw_only=True):
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


def win_page(events: Sequence[AnyEvent], win_id: str) -> WinPage:
    place = next(
        (at for at, event in enumerate(events) if isinstance(event, AwardRecorded) and event.win == win_id), None
    )
    if place is None:
        raise CardroomError("unknown-win", f"There is no recorded win “{win_id}”.")
    recorded = events[place]
    assert isinstance(recorded, AwardRecorded)
    payment = next(
        (at for at, event in enumerate(events) if isinstance(event, AwardPaid) and event.win == win_id), None
    )
    then = replay(events[: (place if payment is None else payment) + 1])
    paid = None if payment is None else events[payment]
    assert paid is None or isinstance(paid, AwardPaid)
    config = then.config
    return WinPage(
        win=win_id,
        link=config.id,
        paytable=config.paytable.title,
        table=recorded.table,
        game=config.table(recorded.table).game,
        round_id=recorded.round_id,
        seat=recorded.seat,
        hand=recorded.line,
        pays=str(recorded.pays),
        paid_from=recorded.source,
        level=recorded.level,
        displayed=recorded.displayed,
        amount=recorded.amount,
        recorded_at=recorded.at,
        approved_by=recorded.by,
        card=recorded.card,
        paid_at=None if paid is None else paid.at,
        advanced=0 if paid is None else paid.advanced,
        meter_after=then.displayed(recorded.level) if recorded.level else 0,
        envy=tuple(
            line for line in envy_list(events, recorded.table, recorded.round_id) if line.hitter == recorded.seat
        ),
        is_backed_out=replay(events).wins[win_id].is_backed_out,
        procedure=LARGE_AWARD_PROCEDURE if recorded.amount >= LARGE_AWARD_FROM else (),
    )
