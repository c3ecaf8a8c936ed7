"""The daily reports of the tables, as data: derived from the log alone, so that anyone can make them again.

A table's win is what its tray gained, counted as a card room counts it: closing − opening inventory, plus the drop and
the credits, less the fills. Jackpot wagers go to their link and are added beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from cardroom.house.core import accounts
from cardroom.house.core import events as e
from cardroom.house.core.records import Record
from cardroom.jackpots import events as j
from cardroom.jackpots.config import Source
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    BetsClosed,
    HandFouled,
    JackpotBetTaken,
    Raised,
    RoundClosed,
    RoundVoided,
)

_TABLE_EVENTS = msgspec.json.Decoder(list[e.TableEvent])
_LINK_EVENTS = msgspec.json.Decoder(list[j.AnyEvent])

# What a jackpot wager puts aside for the players.
PRIZE_ACCOUNTS = ("meter", "reserve", "overflow", "advance")


class TableReport(msgspec.Struct, frozen=True, kw_only=True):
    """One table over some time."""

    table: str
    opening: Money
    closing: Money
    fills: Money
    credits: Money
    drop: Money  # cash for chips, into the box under the table
    rounds: int
    voids: int
    handle: Money  # all stakes but jackpot wagers
    jackpot_wagers: Money
    accrued: Money  # of these, for the players
    awards_by_house: Money  # posted prizes, paid by the house beside the tray
    awards_backed_out: Money  # of these, undone within this time, whenever they were paid
    win: Money
    win_with_jackpots: Money
    hold: float | None  # win for each dollar of the drop; None: there was no drop


@dataclass
class _Table:
    """What is being added up for a table."""

    balance: Money = 0
    opening: Money = 0
    closed_with: Money = 0
    fills: Money = 0
    credits: Money = 0
    drop: Money = 0
    rounds: int = 0
    voids: int = 0
    handle: Money = 0
    jackpot_wagers: Money = 0
    accrued: Money = 0
    awards_by_house: Money = 0
    awards_backed_out: Money = 0
    stakes: dict[Seat, dict[str, Money]] = field(default_factory=dict)


def table_reports(records: Iterable[Record], begins: datetime, ends: datetime) -> list[TableReport]:
    """Every table that has ever been open, from the beginning of a time up to, not including, its end."""
    tables: dict[str, _Table] = {}
    prizes: dict[str, j.AwardPaid] = {}  # of the house, by their wins
    for record in records:
        if record.at >= ends:
            continue
        is_within = record.at >= begins
        kind, _, name = record.stream.partition(":")
        if kind == "table":
            table = tables.setdefault(name, _Table())
            for at_table in _TABLE_EVENTS.decode(record.events):
                _count(table, at_table, is_within=is_within)
        elif kind == "link":
            for on_link in _LINK_EVENTS.decode(record.events):
                if isinstance(on_link, j.AwardPaid) and on_link.source is Source.HOUSE:
                    prizes[on_link.win] = on_link
                if is_within:
                    _count_jackpot(tables, on_link, prizes)
        for posting in record.postings:
            for entry in posting.entries:
                if entry.account.startswith("tray:"):
                    table = tables.setdefault(entry.account.removeprefix("tray:"), _Table())
                    table.balance += entry.amount
                    if not is_within:
                        table.opening += entry.amount
                elif is_within and entry.amount > 0 and entry.account.startswith("drop:"):
                    tables[entry.account.removeprefix("drop:")].drop += entry.amount
    return [_report(name, table) for name, table in sorted(tables.items())]


def _count(table: _Table, event: e.TableEvent, *, is_within: bool) -> None:
    match event:
        case e.TableOpened() if is_within:
            table.opening += event.inventory
        case e.TableClosed() if is_within:
            table.closed_with += event.inventory
        case e.Filled() if is_within:
            table.fills += event.amount
        case e.Credited() if is_within:
            table.credits += event.amount
        case e.RoundBegan():
            table.stakes = {}
        case e.Played():
            _follow(table, event.event, is_within=is_within)
        case _:
            pass


def _follow(table: _Table, event: AnyEvent, *, is_within: bool) -> None:
    """Keep the stakes of the round in progress; they count when it is closed."""
    match event:
        case BetPlaced():
            table.stakes[event.seat] = dict(event.stakes)
        case JackpotBetTaken():
            table.stakes[event.seat].pop(event.wager)
        case Raised():
            table.stakes[event.seat][event.wager] = event.stake
        case HandFouled():
            table.stakes.pop(event.seat)
        case RoundClosed() if is_within:
            table.rounds += 1
            table.handle += sum(sum(stakes.values()) for stakes in table.stakes.values())
        case RoundVoided() if is_within:
            table.voids += 1
        case BetsClosed():
            table.stakes = {seat: table.stakes[seat] for seat in event.seats}
        case _:
            pass


def _count_jackpot(tables: dict[str, _Table], event: j.AnyEvent, prizes: Mapping[str, j.AwardPaid]) -> None:
    match event:
        case j.WagerTaken() | j.WagerRefunded():
            table = tables.setdefault(event.table, _Table())
            table.jackpot_wagers += event.amount if isinstance(event, j.WagerTaken) else -event.amount
            table.accrued += sum(
                entry.amount
                for posting in event.postings
                for entry in posting.entries
                if entry.account.split(":")[0] in PRIZE_ACCOUNTS
            )
        case j.AwardPaid(source=Source.HOUSE):
            tables.setdefault(event.table, _Table()).awards_by_house += event.amount
        case j.WinBackedOut() if prize := prizes.get(event.win):
            tables.setdefault(prize.table, _Table()).awards_backed_out += prize.amount
        case _:
            pass


def _report(name: str, table: _Table) -> TableReport:
    closing = table.balance + table.closed_with
    win = closing - table.opening + table.drop + table.credits - table.fills
    return TableReport(
        table=name,
        opening=table.opening,
        closing=closing,
        fills=table.fills,
        credits=table.credits,
        drop=table.drop,
        rounds=table.rounds,
        voids=table.voids,
        handle=table.handle,
        jackpot_wagers=table.jackpot_wagers,
        accrued=table.accrued,
        awards_by_house=table.awards_by_house,
        awards_backed_out=table.awards_backed_out,
        win=win,
        win_with_jackpots=(
            win + table.jackpot_wagers - table.accrued - table.awards_by_house + table.awards_backed_out
        ),
        hold=win / table.drop if table.drop else None,
    )


def total(reports: Iterable[TableReport]) -> TableReport:
    """All tables as one."""
    listed = list(reports)
    names = [name for name in TableReport.__struct_fields__ if name not in ("table", "hold")]
    sums = {name: sum(getattr(report, name) for report in listed) for name in names}
    hold = sums["win"] / sums["drop"] if sums["drop"] else None
    return TableReport(table="all tables", hold=hold, **sums)


def drop_boxes(records: Iterable[Record], ends: datetime) -> dict[str, Money]:
    """What lies in each box and has not been collected yet."""
    boxes: dict[str, Money] = {}
    for record in records:
        for entry in (entry for posting in record.postings for entry in posting.entries):
            if record.at < ends and entry.account.startswith("drop:"):
                boxes[entry.account] = boxes.get(entry.account, 0) + entry.amount
    return {account.removeprefix(accounts.drop("")): amount for account, amount in boxes.items() if amount}
