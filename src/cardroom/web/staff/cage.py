"""HTTP for the cage's drawers: the shift, count sheets, and the journal of a day."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from litestar import Response, get
from litestar.params import FromPath

from cardroom.house.engine.permissions import require_reader
from cardroom.house.kernel.people import Person
from cardroom.house.log import commands as c
from cardroom.house.reports.cage_papers import ListedCageCount, cage_counts, cage_journal, count_sheet
from cardroom.house.reports.papers import Paper, as_csv, paper_as_pdf
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.database_reader import Reader
from cardroom.house.views.staff.cage import CageView, cage_view
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.callers import Caller
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn
from cardroom.web.staff.pdf_responses import OfDay, printed

Answer = TypeVar("Answer")


async def _may_read(desk: Desk, caller: Caller, person: Person, effort: float = Effort.LONG_READ) -> None:
    require_reader(person, c.SellChips, c.CheckCageCount)
    await desk.gate.spend(caller, effort)
    await desk.service.flush()


async def _read(desk: Desk, question: Callable[[Reader], Answer]) -> Answer:
    def ask() -> Answer:
        with desk.service.store.reading() as reader:
            return question(reader)

    return await in_thread(READING, ask)


@get("/api/cage", summary="The cage in this shift: what was moved, and the count that waits for a check")
async def cage(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> CageView:
    await _may_read(desk, caller, signed_in, Effort.LOOK)
    return cage_view(desk.service.house)


@get("/api/cage/counts", summary="Counts of the cage by two people, of a gaming day")
async def counts(desk: TheDesk, caller: Calling, signed_in: SignedIn, day: OfDay = None) -> list[ListedCageCount]:
    """The last one first."""
    await _may_read(desk, caller, signed_in)
    return await _read(desk, lambda reader: cage_counts(reader, desk.service.house, day or desk.service.house.day))


@get("/api/cage/counts/{position:int}", summary="The sheet of a count, by its place in the log")
async def sheet(desk: TheDesk, caller: Calling, signed_in: SignedIn, position: FromPath[int]) -> Paper:
    await _may_read(desk, caller, signed_in, Effort.READ)
    return await _read(desk, lambda reader: count_sheet(reader, desk.service.house, position, now()))


@get("/api/cage/counts/{position:int}/page.pdf", summary="The same on paper", media_type="application/pdf")
async def sheet_pdf(desk: TheDesk, caller: Calling, signed_in: SignedIn, position: FromPath[int]) -> Response[bytes]:
    await _may_read(desk, caller, signed_in)
    paper = await _read(desk, lambda reader: count_sheet(reader, desk.service.house, position, now()))
    return printed(await in_thread(READING, paper_as_pdf, paper), f"cage-count-{position}")


@get("/api/cage/journal", summary="Everything that moved cash and chips of the cage on a gaming day")
async def journal(desk: TheDesk, caller: Calling, signed_in: SignedIn, day: OfDay = None) -> Paper:
    await _may_read(desk, caller, signed_in)
    return await _journal(desk, day)


@get("/api/cage/journal/page.csv", summary="The same for a spreadsheet", media_type="text/csv; charset=utf-8")
async def journal_csv(desk: TheDesk, caller: Calling, signed_in: SignedIn, day: OfDay = None) -> Response[str]:
    await _may_read(desk, caller, signed_in)
    paper = await _journal(desk, day)
    disposition = {"content-disposition": f'attachment; filename="cage-{paper.period}.csv"'}
    return Response(as_csv(paper), media_type="text/csv; charset=utf-8", headers=disposition)


@get("/api/cage/journal/page.pdf", summary="The same on paper", media_type="application/pdf")
async def journal_pdf(desk: TheDesk, caller: Calling, signed_in: SignedIn, day: OfDay = None) -> Response[bytes]:
    await _may_read(desk, caller, signed_in)
    paper = await _journal(desk, day)
    return printed(await in_thread(READING, paper_as_pdf, paper), f"cage-{paper.period}")


async def _journal(desk: Desk, day: str | None) -> Paper:
    house = desk.service.house
    return await _read(desk, lambda reader: cage_journal(reader, house, day or house.day, now()))
