"""The daily reports, as data: read off the figures that were counted as things happened.

A day's figures are rows of the index, so a report takes as long in the tenth year as on the first day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import msgspec

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.engine.day_figures import LinkDay, OpeningFigures, TableFigures
from cardroom.house.features.days.rows import DayRow
from cardroom.house.features.slips.state import SLIPS_STREAM
from cardroom.house.kernel.rows import FigureRow
from cardroom.house.log.records import LinkPart, link_stream, table_stream
from cardroom.house.reports.significant_events import ListedEvent, list_events
from cardroom.house.reports.table_exposure import band_of_day, is_inside
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import JackpotKind, LinkConfig, LinkState, Win
from cardroom.jackpots.engine.bank_account import BankReconciliation, bank_position
from cardroom.jackpots.events import AnyEvent, BankReconciled, Deposited
from cardroom.jackpots.reports.link_figures import Activity, EnvyLine, LevelFigures, LinkFigures, ReseedLine
from cardroom.jackpots.reports.meter_reports import LevelMeters, MeterReading, Period, meter_reading
from cardroom.jackpots.reports.play_reports import TableActivity, coin_in_and_win
from cardroom.jackpots.reports.regulator_figures import FigureProof, GamesReportLine, games_report
from cardroom.lab.exposure.hold_bands import HoldBand
from cardroom.money import Money
from cardroom.table import TableSettings

Kind = TypeVar("Kind")


class OpeningReport(msgspec.Struct, frozen=True, kw_only=True):
    """One opening of a table that was opened more than once in a day."""

    opening: Money
    closing: Money
    fills: Money
    credits: Money
    drop: Money
    rounds: int
    voids: int
    handle: Money
    win: Money
    hold: float | None
    over_short: Money


class TableReport(msgspec.Struct, frozen=True, kw_only=True):
    """One table over a day."""

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
    band: HoldBand | None = None  # that the win lies in on 95 of 100 days; None: it was not asked for, or is not known
    is_inside: bool | None = None  # what a posted cap has kept back left out
    over_short: Money = 0  # found by counts of the tray; below zero: it was missing
    openings: tuple[OpeningReport, ...] = ()  # each of them, where there were several: the amounts above are their sums


class DealerReport(msgspec.Struct, frozen=True, kw_only=True):
    """One dealer at one table over a day, where payouts are checked."""

    dealer: str
    table: str
    paid: int  # seats
    differed: int  # of them, how many were not what was due


class JackpotReport(msgspec.Struct, frozen=True, kw_only=True):
    """One link over a day; its last hits reach back further."""

    link: str
    kind: JackpotKind
    paytable: str
    meters: dict[str, LevelFigures]  # from the beginning amount to the ending one
    levels: list[LevelMeters]
    activity: dict[str, Activity]  # coin in and win by table
    hits: tuple[Win, ...]
    envy: list[EnvyLine]
    reseeds: list[ReseedLine]
    games_report: list[GamesReportLine]
    proof: FigureProof


class BankReport(msgspec.Struct, frozen=True, kw_only=True):
    """What must be at the bank for one link, and what was said to be there."""

    link: str
    found: BankReconciliation  # against the last statement and what has been booked since
    known_since: datetime | None  # when that statement was; None: never


class Day:
    """One day's figures, each row read once."""

    def __init__(self, reader: Reader, day: str) -> None:
        self.day = day
        self.days = reader.days()
        self._reader = reader
        self._rows = {row.stream: row for row in reader.figures_until(day)}
        self.links: dict[str, LinkDay] = {}
        self._tables: dict[str, FigureRow] = {}
        self.slips_row: FigureRow | None = None  # the last one up to this day
        for stream, row in self._rows.items():
            if stream.startswith(link_stream("")):
                self.links[stream.removeprefix(link_stream(""))] = msgspec.json.decode(row.figures, type=LinkDay)
            elif stream == SLIPS_STREAM:
                self.slips_row = row
            else:
                self._tables[stream.removeprefix(table_stream(""))] = row

    def tables(self, *, with_bands: bool = False) -> list[TableReport]:
        """Every table that has ever been open. For bands games are counted, which may take long."""
        return [self._table(name, row, with_band=with_bands) for name, row in sorted(self._tables.items())]

    def _table(self, name: str, row: FigureRow, *, with_band: bool) -> TableReport:
        kept = msgspec.json.decode(row.figures, type=TableFigures)
        figures = kept if row.day == self.day else TableFigures(opening=kept.tray, tray=kept.tray, box=kept.box)
        band = band_of_day(figures, self._settings) if with_band else None
        win = figures.win
        jackpots = [
            of_link.figures.tables[name]
            for link, of_link in self.links.items()
            if self._rows[link_stream(link)].day == self.day and name in of_link.figures.tables
        ]
        wagers, accrued = sum(a.coin_in for a in jackpots), sum(a.accrued for a in jackpots)
        by_house, back = sum(a.won_from_house for a in jackpots), sum(a.backed_out_to_house for a in jackpots)
        return TableReport(
            table=name,
            opening=figures.opening,
            closing=figures.tray + figures.closed_with,
            fills=figures.fills,
            credits=figures.credits,
            drop=figures.drop,
            rounds=figures.rounds,
            voids=figures.voids,
            handle=figures.handle,
            jackpot_wagers=wagers,
            accrued=accrued,
            awards_by_house=by_house,
            awards_backed_out=back,
            win=win,
            win_with_jackpots=win + wagers - accrued - by_house + back,
            hold=_hold(win, figures.drop),
            band=band,
            is_inside=is_inside(figures, band),
            over_short=figures.over_short,
            openings=tuple(map(_opening, figures.by_opening)) if figures.earlier else (),
        )

    def dealers(self) -> list[DealerReport]:
        """Everyone who has counted out a seat, by name and table."""
        found = [
            DealerReport(dealer=dealer, table=name, paid=counted.paid, differed=counted.differed)
            for name, row in self._tables.items()
            if row.day == self.day
            for dealer, counted in msgspec.json.decode(row.figures, type=TableFigures).dealers.items()
        ]
        return sorted(found, key=lambda report: (report.dealer, report.table))

    def _settings(self, name: Hash) -> TableSettings:
        return self._document(name, TableSettings)

    def boxes(self) -> dict[str, Money]:
        """What lies in each drop box and has not been collected yet."""
        boxes = {name: msgspec.json.decode(row.figures, type=TableFigures).box for name, row in self._tables.items()}
        return {name: amount for name, amount in sorted(boxes.items()) if amount}

    @property
    def ends(self) -> datetime:
        """When the day is over; of a day without records, when the next one with any begins."""
        later = [row.begins for row in self.days if row.day > self.day]
        own = [row.ends for row in self.days if row.day == self.day]
        times = own or later
        return datetime.fromisoformat(times[0]) if times else datetime.max.replace(tzinfo=UTC)

    def jackpots(self) -> list[JackpotReport]:
        return [self._jackpot(link, of_link) for link, of_link in sorted(self.links.items())]

    def _jackpot(self, link: str, of_link: LinkDay) -> JackpotReport:
        config = self.config(of_link)
        figures = of_link.figures if self._rows[link_stream(link)].day == self.day else _idle(of_link, config)
        hits = self._reader.hits(link, self.ends.isoformat())
        return JackpotReport(
            link=link,
            kind=config.kind,
            paytable=config.paytable.title,
            meters=figures.levels,
            levels=of_link.levels,
            activity=dict(figures.in_order(config)),
            hits=tuple(msgspec.json.decode(row.body, type=Win) for row in hits),
            envy=figures.envy,
            reseeds=figures.reseeds,
            games_report=games_report(figures, config),
            proof=of_link.proof,
        )

    def banks(self, now: datetime) -> list[BankReport]:
        """For every progressive, as of the end of the day, or now if that is sooner."""
        at = min(self.ends, now)
        return [
            BankReport(
                link=link,
                found=bank_position(of_link.bank, at),
                known_since=None if of_link.bank.statement is None else of_link.bank.statement.at,
            )
            for link, of_link in sorted(self.links.items())
            if not self.config(of_link).is_house
        ]

    def events(self) -> list[ListedEvent]:
        """Of its records, whatever day they say themselves: a day may have been corrected."""
        return list_events(self._reader, self._reader.events(*span_of(self.days, self.day)))

    def config(self, of_link: LinkDay) -> LinkConfig:
        return self._document(of_link.config, LinkConfig)

    def _document(self, name: Hash, kind: type[Kind]) -> Kind:
        body = self._reader.document(name)
        if body is None:
            raise CardroomError("broken-log", f"the document {name[:12]}… ({kind.__name__}) is missing")
        return msgspec.json.decode(body, type=kind)


def _idle(of_link: LinkDay, config: LinkConfig) -> LinkFigures:
    """A day on which nothing happened begins and ends as the last one ended."""
    levels = {
        name: LevelFigures(beginning=level.ending, ending=level.ending)
        for name, level in of_link.figures.levels.items()
    }
    return LinkFigures({table.id: Activity() for table in config.tables}, levels)


def _hold(win: Money, drop: Money) -> float | None:
    return win / drop if drop else None


def _opening(figures: OpeningFigures) -> OpeningReport:
    return OpeningReport(
        opening=figures.opening,
        closing=figures.closing,
        fills=figures.fills,
        credits=figures.credits,
        drop=figures.drop,
        rounds=figures.rounds,
        voids=figures.voids,
        handle=figures.handle,
        win=figures.win,
        hold=_hold(figures.win, figures.drop),
        over_short=figures.over_short,
    )


OF_ONE = ("table", "hold", "band", "is_inside", "openings")  # what is not added up over tables


def total(reports: Iterable[TableReport]) -> TableReport:
    """All tables as one."""
    listed = list(reports)
    names = [name for name in TableReport.__struct_fields__ if name not in OF_ONE]
    sums = {name: sum(getattr(report, name) for report in listed) for name in names}
    return TableReport(table="all tables", hold=_hold(sums["win"], sums["drop"]), **sums)


# --- what is read out of the log itself -------------------------------------------------------------------------------


def events_of_link(reader: Reader, link: str, day: str) -> list[AnyEvent]:
    """What happened on a link on one day; as long as that day was."""
    first, last = span_of(reader.days(), day)
    return [
        event
        for record in reader.of_stream(link_stream(link), first - 1, last)
        for part in record.parts
        if isinstance(part, LinkPart) and part.link == link
        for event in part.events
    ]


def span_of(days: Sequence[DayRow], day: str) -> tuple[int, int | None]:
    """The first and the last record of a day; None: it may go on."""
    firsts = {row.day: row.first for row in days}
    later = [row.first for row in days if row.day > day]
    first = firsts.get(day, min(later, default=2**62))
    return first, (min(later) - 1 if later else None)


def readings(
    events: Sequence[AnyEvent], meters: dict[str, LevelFigures], config: LinkConfig | None = None
) -> Iterator[MeterReading]:
    """Every change of a day with its explanation, from what the meter showed in the morning."""
    for level, figures in meters.items():
        reading = meter_reading(events, level, config=config)
        shift = figures.beginning - reading.beginning
        changes = tuple(msgspec.structs.replace(c, balance=c.balance + shift) for c in reading.changes)
        yield msgspec.structs.replace(
            reading, beginning=figures.beginning, changes=changes, ending=reading.ending + shift
        )


def bank_events(events: Iterable[AnyEvent]) -> list[Deposited | BankReconciled]:
    return [event for event in events if isinstance(event, Deposited | BankReconciled)]


def activity_by_shift(events: Sequence[AnyEvent], shifts: Sequence[Period], config: LinkConfig) -> list[TableActivity]:
    """Coin in and win by table and shift, out of the events of a day."""
    return coin_in_and_win(events, shifts, LinkState(config))
