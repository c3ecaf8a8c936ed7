"""HTTP for readers of the lab: sheets, strategies, hands, pay tables as they are edited, and the audit."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.house.running.reading_room import ReadingRoom
from cardroom.house.telling.questions import question
from cardroom.house.telling.views import seat_in_round
from cardroom.lab.answers import (
    Audit,
    EditableGame,
    HandAnswer,
    HandQuestion,
    Overview,
    PriceAnswer,
    PriceQuestion,
    StrategyAnswer,
)
from cardroom.lab.par_sheet.content import ParSheet
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.people import AnyRequest, SignedIn
from cardroom.web.security import address_of


def _reading_room(request: AnyRequest, desk: Desk) -> ReadingRoom:
    desk.gate.require(desk.gate.lab_by_address, address_of(request))
    return desk.reading_room


@get("/api/lab", summary="What every game costs, in a few figures")
async def overview(request: AnyRequest, desk: TheDesk) -> Overview:
    return await _reading_room(request, desk).overview()


@get("/api/lab/audit", summary="Figures printed in the rule sheets beside the exact ones")
async def audit(request: AnyRequest, desk: TheDesk) -> Audit:
    return await _reading_room(request, desk).audit()


@get("/api/lab/{game:str}", summary="A game's PAR sheet, block by block")
async def sheet(request: AnyRequest, desk: TheDesk, game: FromPath[str]) -> ParSheet:
    return await _reading_room(request, desk).sheet(game)


@get("/api/lab/{game:str}/sheet.pdf", summary="A game's PAR sheet for printing", media_type="application/pdf")
async def sheet_as_pdf(request: AnyRequest, desk: TheDesk, game: FromPath[str]) -> Response[bytes]:
    pages = await _reading_room(request, desk).sheet_as_pdf(game)
    disposition = {"content-disposition": f'attachment; filename="{find_game(game).id}-par-sheet.pdf"'}
    return Response(pages, media_type="application/pdf", headers=disposition)


@get("/api/lab/{game:str}/strategy", summary="The best play of a game as a short list, and what the list costs")
async def strategy(request: AnyRequest, desk: TheDesk, game: FromPath[str]) -> StrategyAnswer:
    return await _reading_room(request, desk).strategy(game)


@get("/api/lab/{game:str}/wagers", summary="Wagers with pay tables, to be edited and priced")
async def editable(request: AnyRequest, desk: TheDesk, game: FromPath[str]) -> EditableGame:
    return await _reading_room(request, desk).editable(game)


@post("/api/lab/advice", summary="What each option is worth with a hand, exactly", status_code=200)
async def weigh(request: AnyRequest, desk: TheDesk, data: JSONBody[HandQuestion]) -> HandAnswer:
    return await _reading_room(request, desk).weigh(data)


@post("/api/lab/price", summary="What an edited pay table costs beside the printed one, exactly", status_code=200)
async def price(request: AnyRequest, desk: TheDesk, data: JSONBody[PriceQuestion]) -> PriceAnswer:
    """A table that cannot be read is answered too: with a complaint that names the line."""
    return await _reading_room(request, desk).price(data)


@get("/api/tables/{table:str}/advice", summary="What each of my options is worth at my open decision")
async def table_advice(request: AnyRequest, desk: TheDesk, signed_in: SignedIn, table: FromPath[str]) -> HandAnswer:
    """From what my seat sees and nothing else."""
    live = desk.service.house.table(table)
    seat = seat_in_round(live, signed_in.id)
    if seat is None or live.round is None or not live.round.options(seat):
        raise CardroomError("no-decision", "There is nothing for you to decide at this table now.")
    seen = question(live, seat)
    await desk.service.flush()
    return await _reading_room(request, desk).weigh_seen(seen)
