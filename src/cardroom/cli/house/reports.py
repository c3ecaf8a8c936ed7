"""`cardroom report day`, `table`, `jackpots`, `bank`, `slips`, `dealers` and `events`: a day of the house."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from cardroom.cli.house.database_options import Database, open_store, parse_day
from cardroom.cli.house.slips import print_slips
from cardroom.cli.options import AsJson
from cardroom.cli.output import (
    console,
    number,
    print_json,
    print_table,
    progress_bar,
    unbroken_column,
    with_default_fields,
)
from cardroom.errors import CardroomError
from cardroom.games.paytable import line_name
from cardroom.ledger import PostingCode
from cardroom.money import Money, show_money
from cardroom.number_format import percent

if TYPE_CHECKING:
    from cardroom.house.reports.day_report import BankReport, JackpotReport, OpeningReport, TableReport
    from cardroom.house.reports.day_report import Day as GamingDay
    from cardroom.house.reports.significant_events import ListedEvent
    from cardroom.house.storage.database_reader import Reader
    from cardroom.jackpots import Win
    from cardroom.jackpots.reports.meter_reports import MeterReading, Period
    from cardroom.lab.exposure.hold_bands import HoldBand

Day = Annotated[
    str | None,
    typer.Option("--date", metavar="DATE", help="The gaming day, like 2026-11-15.", show_default="the current one"),
]
Shifts = Annotated[
    list[str] | None,
    typer.Option("--shift", metavar="HH:MM", help="When a shift begins; may be repeated.", show_default="one a day"),
]

Bands = Annotated[
    bool, typer.Option("--bands", help="Also show where each win lies on 95 of 100 days; this solves the games.")
]


def register(app: typer.Typer) -> None:
    group = typer.Typer(rich_markup_mode=None, no_args_is_help=True)
    for name, command in (
        ("day", day),
        ("table", table),
        ("jackpots", jackpots),
        ("bank", bank),
        ("slips", slips),
        ("dealers", dealers),
        ("events", events),
    ):
        group.command(name)(command)
    group.callback()(_report)
    app.add_typer(group, name="report")


def _report() -> None:
    """Report on a day of the house."""


def day(
    date: Day = None,
    database: Database = None,
    bands: Bands = False,
    as_json: AsJson = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print CSV for a spreadsheet: one row per figure, money in dollars.")
    ] = False,
) -> None:
    """All of a day: tables, meters, bank and significant events."""
    if as_json and as_csv:
        raise CardroomError("one-format", "A report is printed with --json or with --csv, not with both.")
    with open_store(database).reading() as reader:
        of_day = _day(reader, date)
        tables, links, listed = _tables(of_day, bands=bands), of_day.jackpots(), of_day.events()
        banks = of_day.banks(datetime.now(UTC))
    if as_json:
        print_json(
            with_default_fields(
                {"date": of_day.day, "tables": tables, "jackpots": links, "bank": banks, "events": listed}
            )
        )
        return
    if as_csv:
        from cardroom.cli.house.day_csv import print_day

        print_day(of_day.day, tables, links, banks, listed)
        return
    console.rule(f"{of_day.day}")
    _print_tables(tables)
    _print_meters(links)
    _print_banks(banks)
    _print_events(listed)


def table(date: Day = None, database: Database = None, bands: Bands = False, as_json: AsJson = False) -> None:
    """Inventories, fills, credits, drop, win and hold percentage of every table."""
    with open_store(database).reading() as reader:
        of_day = _day(reader, date)
        tables, boxes = _tables(of_day, bands=bands), of_day.boxes()
    if as_json:
        print_json(with_default_fields({"date": of_day.day, "tables": tables, "not_collected": boxes}))
        return
    _print_tables(tables)
    for name, amount in boxes.items():
        console.print(f"In the drop box of {name}, not collected yet: {show_money(amount)}.")


def jackpots(
    date: Day = None,
    shift: Shifts = None,
    every: Annotated[bool, typer.Option("--every", help="List every single contribution.")] = False,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Meters with every change explained, coin in and win, hits, envy, and the daily games report's adjustment."""
    from cardroom.house.reports.day_report import activity_by_shift, events_of_link, readings

    with open_store(database).reading() as reader:
        of_day = _day(reader, date)
        found = []
        for report in of_day.jackpots():
            happened = events_of_link(reader, report.link, of_day.day)
            shifts = _shifts(of_day, shift or [])
            config = of_day.config(of_day.links[report.link])
            by_shift = activity_by_shift(happened, shifts, config) if shifts else []
            found.append(LinkDetails(report, list(readings(happened, report.meters, config)), by_shift))
    if as_json:
        listed = [{**msgspec.structs.asdict(d.report), "readings": d.readings, "shifts": d.shifts} for d in found]
        print_json(with_default_fields({"date": of_day.day, "jackpots": listed}))
        return
    _print_meters([details.report for details in found])
    for details in found:
        _print_jackpot(details, every=every)


def bank(date: Day = None, database: Database = None, as_json: AsJson = False) -> None:
    """What must be at the bank for every jackpot, and what is there."""
    from cardroom.house.reports.day_report import bank_events, events_of_link

    with open_store(database).reading() as reader:
        of_day = _day(reader, date)
        found = of_day.banks(datetime.now(UTC))
        booked = {report.link: bank_events(events_of_link(reader, report.link, of_day.day)) for report in found}
    if as_json:
        listed = [{**msgspec.structs.asdict(report), "events": booked[report.link]} for report in found]
        print_json(with_default_fields({"date": of_day.day, "bank": listed}))
    else:
        _print_banks(found)


def slips(date: Day = None, database: Database = None, as_json: AsJson = False) -> None:
    """Fills and credits of a day: who did what, which are open or void, and missing numbers."""
    from cardroom.house.reports.slips import slip_report

    with open_store(database).reading() as reader:
        found = slip_report(reader, _day(reader, date).day)
    if as_json:
        print_json(with_default_fields(found))
    else:
        print_slips(found)


def dealers(date: Day = None, database: Database = None, as_json: AsJson = False) -> None:
    """Pay-outs by dealer where they are checked: seats paid, and how many differed from the amount due."""
    with open_store(database).reading() as reader:
        of_day = _day(reader, date)
        found = of_day.dealers()
    if as_json:
        print_json(with_default_fields({"date": of_day.day, "dealers": found}))
        return
    rows = [
        (one.dealer, one.table, str(one.paid), str(one.differed), percent(one.differed / one.paid, 1)) for one in found
    ]
    print_table(["Dealer", "Table", number("Seats paid"), number("Differed"), number("Share")], rows)


def events(date: Day = None, database: Database = None, as_json: AsJson = False) -> None:
    """Openings, changes, refusals, flags, voids, corrections and adjustments, with who and when."""
    with open_store(database).reading() as reader:
        of_day = _day(reader, date)
        found = of_day.events()
    if as_json:
        print_json(with_default_fields({"date": of_day.day, "events": found}))
    else:
        _print_events(found)


class LinkDetails(msgspec.Struct, frozen=True):
    """A link's report with details from its events."""

    report: Any
    readings: list[Any]
    shifts: list[Any]


def _day(reader: Reader, text: str | None) -> GamingDay:
    """The requested day, or the current gaming day."""
    from cardroom.house.reports.day_report import Day as Found

    if text is not None:
        return Found(reader, parse_day(text).isoformat())
    now = datetime.now(UTC)
    on = [row.day for row in reader.days() if datetime.fromisoformat(row.ends) > now]
    return Found(reader, on[0] if on else now.astimezone().date().isoformat())


def _shifts(of_day: GamingDay, beginnings: list[str]) -> list[Period]:
    """Shifts of a day by their start times; the last one runs on until the first."""
    from cardroom.jackpots.reports.meter_reports import Period as Shift

    clocks = [_time(text) for text in beginnings]
    row = next((row for row in of_day.days if row.day == of_day.day), None)
    if not clocks or row is None:
        return []
    begins, ends = (datetime.fromisoformat(moment).astimezone() for moment in (row.begins, row.ends))
    starts = [datetime.combine(begins.date(), of_clock).astimezone() for of_clock in clocks]
    starts = [start if start >= begins else start + timedelta(days=1) for start in starts]
    edges = sorted({begins, *(start for start in starts if start < ends), ends})
    return [Shift(f"{a.astimezone():%H:%M}–{b.astimezone():%H:%M}", a, b) for a, b in pairwise(edges)]


def _time(text: str) -> time:
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise CardroomError("bad-time", f"“{text}” is not a time: write it like 08:00.") from None


def _tables(of_day: GamingDay, *, bands: bool) -> list[TableReport]:
    if not bands:
        return of_day.tables()
    with progress_bar() as progress:
        progress("counting what was staked")
        return of_day.tables(with_bands=True)


# --- the terminal -----------------------------------------------------------------------------------------------------


def _money(amount: Money) -> str:
    return show_money(amount) if amount else "–"


def _print_tables(tables: list[TableReport]) -> None:
    from cardroom.house.reports.day_report import total

    listed = [*tables, total(tables)] if len(tables) > 1 else tables
    names = ("opening", "closing", "fills", "credits", "drop", "win")
    lines = [line for report in listed for line in _by_opening(report)]
    bank = [(name, *map(_money, (r.opening, r.closing, r.fills, r.credits, r.drop, r.win))) for name, r in lines]
    print_table((unbroken_column("table bank"), *map(number, names)), bank)
    counted = [line for report in tables for line in _by_opening(report)]
    over_short = [(name, show_money(r.over_short)) for name, r in counted if r.over_short]
    if over_short:
        print_table((unbroken_column("differences found by counts"), number("over or short")), over_short)
    play = [(name, f"{r.rounds:,}", f"{r.voids:,}", _money(r.handle), _percent(r.hold)) for name, r in lines]
    print_table((unbroken_column("play"), *map(number, ("rounds", "void", "handle", "win / drop"))), play)
    bands = [(r.table, show_money(r.win), *_band(r.band), _inside(r)) for r in listed if r.band is not None]
    if bands:
        of_handle = (number("expected"), number("95 of 100 days"), number("of the handle"))
        print_table((unbroken_column("by the stakes"), number("win"), *of_handle, unbroken_column("")), bands)
    with_jackpots = [
        (
            r.table,
            *map(_money, (r.jackpot_wagers, r.accrued, r.awards_by_house, r.awards_backed_out, r.win_with_jackpots)),
        )
        for r in listed
        if r.jackpot_wagers or r.awards_backed_out
    ]
    columns = ("wagers", "accrued", "prizes of the house", "backed out", "win with them")
    if with_jackpots:
        print_table((unbroken_column("jackpot wagers"), *map(number, columns)), with_jackpots)


def _by_opening(report: TableReport) -> list[tuple[str, TableReport | OpeningReport]]:
    """A table that was opened more than once has a line for each opening."""
    if not report.openings:
        return [(report.table, report)]
    return [(f"{report.table}, opening {number}", one) for number, one in enumerate(report.openings, 1)]


def _band(band: HoldBand) -> tuple[str, str, str]:
    days = f"{show_money(band.low)} to {show_money(band.high)}"
    return show_money(band.expected), days, f"{percent(band.low_hold or 0, 0)} to {percent(band.high_hold or 0, 0)}"


def _inside(report: TableReport) -> str:
    assert report.band is not None
    return ("inside" if report.is_inside else "OUTSIDE") + (", estimated" if report.band.is_estimate else "")


def _percent(hold: float | None) -> str:
    return "–" if hold is None else percent(hold)


def _print_meters(reports: list[JackpotReport]) -> None:
    rows = [
        (
            report.link,
            level,
            show_money(meter.beginning),
            f"{meter.changes:,}",
            show_money(meter.up),
            show_money(-meter.down),
            show_money(meter.ending),
        )
        for report in reports
        for level, meter in report.meters.items()
    ]
    headers = (
        unbroken_column("jackpot"),
        unbroken_column("level"),
        *map(number, ("beginning", "changes", "up", "down", "ending")),
    )
    if rows:
        print_table(headers, rows)
    reseeds = [
        (report.link, line.level, f"after {line.win}, {_clock(line.at)}", _money(line.seed), _money(line.reserve))
        for report in reports
        for line in report.reseeds
    ]
    if reseeds:
        of_new_start = (number("seed of the house"), number("reserve"))
        print_table((unbroken_column("started again"), unbroken_column("level"), "when", *of_new_start), reseeds)


def _print_jackpot(details: LinkDetails, *, every: bool) -> None:
    report = details.report
    console.rule(f"{report.link}: {report.paytable}, {report.kind}")
    for reading in details.readings:
        if reading.changes:
            columns = (unbroken_column("at"), "by", f"{reading.level}: what changed it", number("amount"))
            print_table(columns, _changes(reading, every=every))
    listed = [(a.table, a.shift, a) for a in details.shifts] or [(t, "day", a) for t, a in report.activity.items()]
    activity = [
        (table, shift, f"{a.wagers:,}", *map(_money, (a.coin_in, a.accrued, a.won, a.envy, a.backed_out)))
        for table, shift, a in listed
    ]
    names = ("wagers", "coin in", "accrued", "won", "of it envy", "less backed out")
    print_table((unbroken_column("table"), unbroken_column("shift"), *map(number, names)), activity)
    if report.hits:
        hits = [(win.id, f"{_date(win.at)} {_clock(win.at)}", _hit(win), show_money(win.amount)) for win in report.hits]
        print_table((unbroken_column("last hits"), unbroken_column("at"), "what", number("amount")), hits)
    if report.envy:
        envy = [
            (
                line.round_id,
                f"seat {line.seat}",
                f"{line_name(line.line)} of seat {line.hitter}",
                show_money(line.amount),
            )
            for line in report.envy
        ]
        print_table((unbroken_column("envy in round"), unbroken_column("to"), "for the", number("amount")), envy)
    if report.games_report:
        adjusted = [
            (line.table, *map(_money, (line.accrued, line.paid_from_prizes, line.backed_out, line.adjustment)))
            for line in report.games_report
        ]
        headers = ("accrued", "paid from prizes", "backed out", "adjustment")
        print_table((unbroken_column("games report of"), *map(number, headers)), adjusted)
    console.print(f"The proof of the books {'holds' if report.proof.holds else 'DOES NOT HOLD'}.\n")


def _changes(reading: MeterReading, *, every: bool) -> list[tuple[str, str, str, str]]:
    """Each change; consecutive contributions as one line, unless `every` is set."""
    rows = []
    for is_contribution, group in groupby(reading.changes, lambda c: not every and c.code is PostingCode.CONTRIBUTION):
        changes = list(group)
        if is_contribution and len(changes) > 1:
            amount = show_money(sum(change.amount for change in changes))
            what = f"{len(changes):,} contributions until {_clock(changes[-1].at)} ({changes[0].cite})"
            rows.append((_clock(changes[0].at), changes[0].by, what, amount))
        else:
            rows += [(_clock(c.at), c.by, f"{c.why} ({c.cite})", show_money(c.amount)) for c in changes]
    return rows


def _hit(win: Win) -> str:
    backed_out = ", backed out" if win.is_backed_out else ""
    return f"{line_name(win.line)}, {win.table} seat {win.seat}, approved by {win.approved_by}{backed_out}"


def _print_banks(reports: list[BankReport]) -> None:
    rows = [
        (
            report.link,
            *map(_money, (report.found.held, report.found.undeposited, report.found.required, report.found.booked)),
            "unknown" if report.found.balance is None else show_money(report.found.balance),
            _money(report.found.shortfall),
        )
        for report in reports
    ]
    names = ("held", "not deposited", "required", "by the books", "at the bank", "short by")
    if rows:
        print_table((unbroken_column("bank"), *map(number, names)), rows)
    for report in reports:
        if report.found.is_overdue:
            console.print(f"{report.link}: the deposit of what accrued is OVERDUE.", style="bold")
        elif report.found.deposit_due is not None:
            console.print(f"{report.link}: the next deposit is due by {_date(report.found.deposit_due)}.")
        if report.found.difference:
            difference = show_money(report.found.difference)
            console.print(f"{report.link}: the bank's statement and the books differ by {difference}.", style="bold")
    if reports:
        console.print()


def _clock(moment: datetime) -> str:
    return f"{moment.astimezone():%H:%M:%S}"


def _date(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d}"


def _print_events(listed: list[ListedEvent]) -> None:
    if not listed:
        console.print("No significant events.")
        return
    rows = [(_clock(datetime.fromisoformat(line.at)), line.by, line.kind, line.what) for line in listed]
    print_table((unbroken_column("at"), "by", unbroken_column("kind"), "what"), rows)
