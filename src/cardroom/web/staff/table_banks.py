"""HTTP for the cage and for the bank of a table: what is counted, slips, their pages and their report."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from cardroom.house.engine.permissions import require_reader
from cardroom.house.features.slips.slip_views import SlipView, slip_view
from cardroom.house.log import commands as c
from cardroom.house.reports.hand_pays import HandPays, hand_pay_slip, hand_pay_slip_as_pdf, hand_pays
from cardroom.house.reports.slips import SlipPage, SlipReport, find_slip, slip_as_pdf, slip_page, slip_report
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.views.staff.table_bank import BankView, bank_view
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn
from cardroom.web.staff.pdf_responses import OfDay, printed

READERS = (c.AskSlip, c.SendFill, c.PrintSlip)


@get("/api/tables/{table:str}/bank", summary="Tray, count, slips, seats and limits of a table, for its staff")
async def bank(desk: TheDesk, caller: Calling, signed_in: SignedIn, table: FromPath[str]) -> BankView:
    require_reader(signed_in, *READERS)
    await desk.gate.spend(caller, Effort.LOOK)
    house = desk.service.house
    view = bank_view(house, house.table(table))
    await desk.service.flush()
    return view


@get("/api/slips", summary="Fills and credits that are not done with, or were on a day that is not closed")
async def slips(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[SlipView]:
    """The last one first."""
    require_reader(signed_in, *READERS)
    await desk.gate.spend(caller, Effort.LOOK)
    house = desk.service.house
    found = [slip_view(house, slip) for slip in reversed(house.chip_slips.values())]
    await desk.service.flush()
    return found


@get("/api/slips/report", summary="The slips of a gaming day: open, void, printed twice, and numbers that are missing")
async def slips_of_day(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    day: OfDay = None,
) -> SlipReport:
    require_reader(signed_in, c.PrintSlip)
    await desk.gate.spend(caller, Effort.LONG_READ)
    await desk.service.flush()
    return await in_thread(READING, _report, desk, day or desk.service.house.day)


def _report(desk: Desk, day: str) -> SlipReport:
    with desk.service.store.reading() as reader:
        return slip_report(reader, day)


@get("/api/slips/{number:int}", summary="A fill or a credit as it is printed")
async def slip(desk: TheDesk, caller: Calling, signed_in: SignedIn, number: FromPath[int]) -> SlipPage:
    require_reader(signed_in, *READERS)
    await desk.gate.spend(caller, Effort.READ)
    await desk.service.flush()
    return await in_thread(READING, _page, desk, number)


@get("/api/slips/{number:int}/page.pdf", summary="The last print of a slip", media_type="application/pdf")
async def slip_pdf(desk: TheDesk, caller: Calling, signed_in: SignedIn, number: FromPath[int]) -> Response[bytes]:
    """Prints are counted: the command PrintSlip comes before each of them, and all but the first say REPRINT."""
    require_reader(signed_in, c.PrintSlip)
    await desk.gate.spend(caller, Effort.LONG_READ)
    await desk.service.flush()
    page = await in_thread(READING, _page, desk, number)
    return printed(await in_thread(READING, slip_as_pdf, page), f"slip-{number}")


@get("/api/hand-pays", summary="Awards on hand-pay slips: what the cage owes, and what it has paid on this gaming day")
async def owed(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> HandPays:
    require_reader(signed_in, c.PayHandPay, c.PrintWin)
    await desk.gate.spend(caller, Effort.READ)
    found = hand_pays(desk.service.house)
    await desk.service.flush()
    return found


@get(
    "/api/hand-pays/{link:str}/{win:str}/page.pdf",
    summary="A hand-pay slip, for the winner and for the cage",
    media_type="application/pdf",
)
async def hand_pay_pdf(
    desk: TheDesk, caller: Calling, signed_in: SignedIn, link: FromPath[str], win: FromPath[str]
) -> Response[bytes]:
    """It says whether it is paid. However often it is printed, the log lets the cage pay it once."""
    require_reader(signed_in, c.PayHandPay, c.PrintWin)
    await desk.gate.spend(caller, Effort.LONG_READ)
    slip = hand_pay_slip(desk.service.house, link, win, now())
    await desk.service.flush()
    return printed(await in_thread(READING, hand_pay_slip_as_pdf, slip), f"hand-pay-{win}")


def _page(desk: Desk, number: int) -> SlipPage:
    service = desk.service
    with service.store.reading() as reader:
        return slip_page(service.house, find_slip(reader, service.house, number))
