"""HTTP for accounting: reports as page, CSV and PDF, the records behind every figure, days, bank and worklists."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from cardroom.errors import CardroomError
from cardroom.house.engine.permissions import require_reader
from cardroom.house.features.accounting.messages import StatementLine
from cardroom.house.kernel.people import Person
from cardroom.house.log import commands as c
from cardroom.house.reports.bank_statements import (
    BankAccounts,
    CsvColumns,
    bank_accounts,
    bank_paper,
    funds,
    lines_of_csv,
)
from cardroom.house.reports.day_closing import DayClosing, ListedDay, day_closing, day_paper, list_days
from cardroom.house.reports.figure_records import FigureBehind, FigureQuestion, what_makes
from cardroom.house.reports.meter_periods import games_paper, meters_paper, read_links
from cardroom.house.reports.papers import Paper, as_csv, paper_as_pdf
from cardroom.house.reports.table_periods import (
    GroupedBy,
    PeriodLine,
    add_notes,
    band_question,
    is_day,
    read_lines,
    read_lines_of_day,
    tables_paper,
    with_band,
)
from cardroom.house.reports.worklists import DueReport, due_reports, worklist_paper
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.database_reader import Reader
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.callers import Caller
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn
from cardroom.web.staff.pdf_responses import printed

Answer = TypeVar("Answer")


class ReportKind(StrEnum):
    TABLES = "tables"
    GAMES = "games"
    METERS = "meters"
    BANK = "bank"
    DUE = "due"
    DAY = "day"


OfPeriod = Annotated[
    str | None,
    QueryParameter(pattern="^([0-9]{4}(-[0-9]{2}){0,2})?$", description="A day, a month, a year, or nothing for all."),
]
OfShifts = Annotated[
    list[str] | None, QueryParameter(name="shift", description="When a shift begins, like 08:00; may be repeated.")
]
OnlyShift = Annotated[str, QueryParameter(max_length=20, description="One shift, by its name, like 08:00–16:00.")]
GroupBy = Annotated[GroupedBy, QueryParameter(description="What each row is.")]
Banded = Annotated[bool, QueryParameter(description="With the band of each win; the lab is asked.")]
Named = Annotated[str, QueryParameter(max_length=120)]


class WantedReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report as it was asked for."""

    report: ReportKind
    period: str
    by: GroupedBy = GroupedBy.TABLE
    shifts: tuple[str, ...] = ()
    only: str = ""
    has_bands: bool = False


class StatementFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bank's file, and which of its columns is what."""

    content: Annotated[str, msgspec.Meta(max_length=60_000)]
    columns: CsvColumns


async def _may_read(desk: Desk, caller: Caller, person: Person, effort: float = Effort.LONG_READ) -> None:
    await desk.gate.spend(caller, effort)
    require_reader(person, c.WriteNote)
    await desk.service.flush()


async def _read(desk: Desk, question: Callable[[Reader], Answer]) -> Answer:
    def ask() -> Answer:
        with desk.service.store.reading() as reader:
            return question(reader)

    return await in_thread(READING, ask)


@get("/api/accounting/days", summary="All gaming days, the last one first")
async def accounting_days(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[ListedDay]:
    await _may_read(desk, caller, signed_in, Effort.READ)
    return await _read(desk, lambda reader: list_days(reader, desk.service.house))


@get("/api/accounting/days/{day:str}", summary="What is done and missing before a gaming day is closed")
async def accounting_day(desk: TheDesk, caller: Calling, signed_in: SignedIn, day: FromPath[str]) -> DayClosing:
    await _may_read(desk, caller, signed_in)
    return await _read(desk, lambda reader: day_closing(reader, desk.service.house, day, _now(desk)))


@get("/api/accounting/reports/{report:str}", summary="A report over a day, a month, a year or a shift")
async def accounting_report(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    report: FromPath[str],
    period: OfPeriod = None,
    by: GroupBy = GroupedBy.TABLE,
    shifts: OfShifts = None,
    only: OnlyShift = "",
    bands: Banded = False,
) -> Paper:
    await _may_read(desk, caller, signed_in)
    return await _paper(desk, _wanted(desk, report, period, by, shifts, only, has_bands=bands))


@get(
    "/api/accounting/reports/{report:str}/page.csv",
    summary="The same for a spreadsheet",
    media_type="text/csv; charset=utf-8",
)
async def accounting_csv(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    report: FromPath[str],
    period: OfPeriod = None,
    by: GroupBy = GroupedBy.TABLE,
    shifts: OfShifts = None,
    only: OnlyShift = "",
) -> Response[str]:
    await _may_read(desk, caller, signed_in)
    paper = await _paper(desk, _wanted(desk, report, period, by, shifts, only, has_bands=True))
    disposition = {"content-disposition": f'attachment; filename="{report}-{period or desk.service.house.day}.csv"'}
    return Response(as_csv(paper), media_type="text/csv; charset=utf-8", headers=disposition)


@get("/api/accounting/reports/{report:str}/page.pdf", summary="The same on paper", media_type="application/pdf")
async def accounting_pdf(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    report: FromPath[str],
    period: OfPeriod = None,
    by: GroupBy = GroupedBy.TABLE,
    shifts: OfShifts = None,
    only: OnlyShift = "",
) -> Response[bytes]:
    await _may_read(desk, caller, signed_in)
    paper = await _paper(desk, _wanted(desk, report, period, by, shifts, only, has_bands=True))
    return printed(await in_thread(READING, paper_as_pdf, paper), f"{report}-{period or desk.service.house.day}")


@get("/api/accounting/figure", summary="What makes a figure: other figures, or records")
async def accounting_figure(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    figure: Named,
    period: OfPeriod = None,
    place: Named = "",
    link: Named = "",
    code: Named = "",
    offset: Annotated[int, QueryParameter(ge=0)] = 0,
) -> FigureBehind:
    """They sum to it. A year opens its months, a month its days, a day its tables, and a table its records."""
    await _may_read(desk, caller, signed_in)
    asked = FigureQuestion(figure=figure, period=period or "", place=place, link=link, code=code)
    return await _read(desk, lambda reader: what_makes(reader, desk.service.house, asked, offset))


@get("/api/accounting/bank", summary="Bank accounts against their statements, and what is owed to the fund")
async def accounting_bank(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> BankAccounts:
    await _may_read(desk, caller, signed_in)
    return await _read(desk, lambda reader: _bank(reader, desk, _now(desk)))


@post("/api/accounting/statement-lines", summary="The lines of a bank's CSV file", status_code=200)
async def statement_lines(
    desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[StatementFile]
) -> list[StatementLine]:
    """Nothing is entered by it: they are to be looked at first."""
    await _may_read(desk, caller, signed_in, Effort.READ)
    return list(lines_of_csv(data.content, data.columns))


@get("/api/accounting/due", summary="Tax and cash reports that are due, or were filed")
async def accounting_due(
    desk: TheDesk, caller: Calling, signed_in: SignedIn, period: OfPeriod = None
) -> list[DueReport]:
    await _may_read(desk, caller, signed_in)
    wanted = period or desk.service.house.day
    return await _read(desk, lambda reader: due_reports(reader, desk.service.house, wanted))


def _now(desk: Desk) -> datetime:
    """By the clock on the house's wall."""
    return now().astimezone(ZoneInfo(desk.service.house.floor.hours.zone))


def _bank(reader: Reader, desk: Desk, at: datetime) -> BankAccounts:
    house = desk.service.house
    return BankAccounts(day=house.day, accounts=bank_accounts(reader, house, at), funds=funds(reader, house))


# --- reports ----------------------------------------------------------------------------------------------------------


def _wanted(
    desk: Desk,
    named: str,
    period: str | None,
    by: GroupedBy,
    shifts: list[str] | None,
    only: str,
    *,
    has_bands: bool,
) -> WantedReport:
    if named not in set(ReportKind):
        raise CardroomError("unknown-report", f"There is no report “{named}”; there are: {', '.join(ReportKind)}.")
    report, day = ReportKind(named), desk.service.house.day
    chosen = day if period is None else period
    if report in (ReportKind.TABLES, ReportKind.DUE) and not chosen:
        raise CardroomError("bad-period", "Choose a day, a month or a year.")
    if by in (GroupedBy.DEALER, GroupedBy.SHIFT) and not is_day(chosen):
        raise CardroomError("of-a-day", "Who dealt, and what fell into which shift, is told of one day at a time.")
    return WantedReport(report=report, period=chosen, by=by, shifts=tuple(shifts or ()), only=only, has_bands=has_bands)


async def _paper(desk: Desk, wanted: WantedReport) -> Paper:
    if wanted.report is not ReportKind.TABLES:
        return await _read(desk, lambda reader: _other_paper(reader, desk, wanted))
    house, at = desk.service.house, _now(desk)
    lines = await _read(desk, lambda reader: _lines(reader, desk, wanted, at))
    if wanted.has_bands:
        for line in lines:
            question = band_question(line, house)
            if question is not None:
                with_band(line, (await desk.reading_room.exposure(question)).band)
    return tables_paper(house, lines, wanted.period, wanted.by, shift=wanted.only, at=at)


def _lines(reader: Reader, desk: Desk, wanted: WantedReport, at: datetime) -> list[PeriodLine]:
    house = desk.service.house
    if wanted.by in (GroupedBy.DEALER, GroupedBy.SHIFT):
        return read_lines_of_day(reader, house, wanted.period, wanted.by, wanted.shifts, wanted.only, at)
    lines = read_lines(reader, house, wanted.period, wanted.by, at=at)
    add_notes(reader, lines, wanted.period, wanted.by)
    return lines


def _other_paper(reader: Reader, desk: Desk, wanted: WantedReport) -> Paper:
    house, at, period = desk.service.house, _now(desk), wanted.period
    match wanted.report:
        case ReportKind.GAMES:
            return games_paper(house, read_links(reader, period), period, at)
        case ReportKind.METERS:
            return meters_paper(house, read_links(reader, period), period, at)
        case ReportKind.BANK:
            found = _bank(reader, desk, at)
            return bank_paper(house, found.accounts, found.funds, at)
        case ReportKind.DUE:
            return worklist_paper(house, due_reports(reader, house, period), period, at)
        case _:
            return day_paper(day_closing(reader, house, period, at), at)
