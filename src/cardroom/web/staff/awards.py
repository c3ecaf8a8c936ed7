"""HTTP for awards: what waits for somebody, requests for a second person, and the pages of wins."""

from __future__ import annotations

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from cardroom.house.engine.permissions import require_reader
from cardroom.house.log import commands as c
from cardroom.house.reports.pending_awards import PendingAward, pending_awards
from cardroom.house.reports.pending_requests import PendingRequest, pending_requests, with_times
from cardroom.house.reports.win_pages import ListedWin, Particular, WinPage, win_page, win_page_as_pdf, wins_of_day
from cardroom.house.reports.winning_cards import cards_in_log
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.jackpots import commands as j
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn
from cardroom.web.staff.pdf_responses import OfDay, printed
from cardroom.web.staff.winner_data import printed_winner_fields


@get("/api/awards", summary="Awards that wait for approval, for the key, or to be handed over")
async def awards(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[PendingAward]:
    """For the staff. No card is in it that has not been shown, before its round is over."""
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, j.PressHand, j.Adjust)
    found = pending_awards(desk.service.house)
    await desk.service.flush()
    return await in_thread(READING, _with_cards, desk, found)


def _with_cards(desk: Desk, found: list[PendingAward]) -> list[PendingAward]:
    """Of a round that its table has left behind the cards are in the log."""
    service = desk.service
    with service.store.reading() as reader:
        return [
            award
            if award.cards or award.seat is None
            else msgspec.structs.replace(
                award,
                cards=cards_in_log(reader, service.house.documents, award.round_id, award.seat, award.wager),
            )
            for award in found
        ]


@get("/api/requests", summary="Changes that wait for a second person, with figures before and after")
async def requests(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[PendingRequest]:
    """For everyone who may ask for one or answer it."""
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, c.ApproveChange, *j.ByTwoPeople.__args__)
    found = pending_requests(desk.service.house, signed_in, now())
    await desk.service.flush()
    return await in_thread(READING, _with_times, desk, found)


def _with_times(desk: Desk, found: list[PendingRequest]) -> list[PendingRequest]:
    with desk.service.store.reading() as reader:
        return with_times(reader, found)


@get("/api/wins", summary="Awards of a gaming day, with the pages of their wins")
async def wins(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    day: OfDay = None,
) -> list[ListedWin]:
    """What trays paid is not in it."""
    await desk.gate.spend(caller, Effort.LONG_READ)
    require_reader(signed_in, c.PrintWin)
    await desk.service.flush()
    return await in_thread(READING, _of_day, desk, day or desk.service.house.day)


def _of_day(desk: Desk, day: str) -> list[ListedWin]:
    with desk.service.store.reading() as reader:
        return wins_of_day(reader, desk.service.house, day)


@get("/api/wins/{link:str}/{win:str}", summary="The page of a win")
async def win(desk: TheDesk, caller: Calling, signed_in: SignedIn, link: FromPath[str], win: FromPath[str]) -> WinPage:
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, c.PrintWin)
    await desk.service.flush()
    return await in_thread(READING, _page, desk, link, win)


@get("/api/wins/{link:str}/{win:str}/page.pdf", summary="The last print of a win", media_type="application/pdf")
async def win_as_pdf(
    desk: TheDesk, caller: Calling, signed_in: SignedIn, link: FromPath[str], win: FromPath[str]
) -> Response[bytes]:
    """Prints are counted: the command PrintWin comes before each of them, and all but the first say REPRINT."""
    await desk.gate.spend(caller, Effort.LONG_READ)
    require_reader(signed_in, c.PrintWin)
    await desk.service.flush()
    page = await in_thread(READING, _page, desk, link, win)
    told = await in_thread(READING, printed_winner_fields, desk, signed_in, link, page.win)
    whose = tuple(Particular(what, text) for what, text in told if text)
    page = msgspec.structs.replace(page, particulars=(*page.particulars, *whose))
    return printed(await in_thread(READING, win_page_as_pdf, page), page.win)


def _page(desk: Desk, link: str, win: str) -> WinPage:
    service = desk.service
    with service.store.reading() as reader:
        return win_page(reader, service.house, link, win)
