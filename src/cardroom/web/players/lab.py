"""HTTP for readers of the lab: sheets, strategies, hands, pay tables as they are edited, and the audit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.house.runtime.lab.lab_service import LabService
from cardroom.house.views.table_frames import seat_in_round
from cardroom.lab.par_sheet.content import ParSheet
from cardroom.lab.queries.messages import (
    Audit,
    EditableGame,
    HandAnswer,
    HandQuestion,
    Overview,
    PriceAnswer,
    PriceQuestion,
    StrategyAnswer,
)
from cardroom.table.information_set import sight_of
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.callers import Caller
from cardroom.web.gateway.rate_limits import too_fast
from cardroom.web.sign_in import Calling, SignedIn


@contextmanager
def lab_question(desk: Desk, caller: Caller) -> Iterator[LabService]:
    """With a question in hand: so many at a time, so that nobody fills the room."""
    gate = desk.gate
    gate.require(gate.lab, caller.key)
    if not gate.questions.enter(caller):
        raise too_fast()
    try:
        yield desk.reading_room
    finally:
        gate.questions.leave(caller)


@get("/api/lab", summary="What every game costs, in a few figures")
async def overview(desk: TheDesk, caller: Calling) -> Overview:
    with lab_question(desk, caller) as room:
        return await room.overview()


@get("/api/lab/audit", summary="Figures printed in the rule sheets beside the exact ones")
async def audit(desk: TheDesk, caller: Calling) -> Audit:
    with lab_question(desk, caller) as room:
        return await room.audit()


@get("/api/lab/{game:str}", summary="A game's PAR sheet, block by block")
async def sheet(desk: TheDesk, caller: Calling, game: FromPath[str]) -> ParSheet:
    with lab_question(desk, caller) as room:
        return await room.sheet(game)


@get("/api/lab/{game:str}/sheet.pdf", summary="A game's PAR sheet for printing", media_type="application/pdf")
async def sheet_as_pdf(desk: TheDesk, caller: Calling, game: FromPath[str]) -> Response[bytes]:
    with lab_question(desk, caller) as room:
        pages = await room.sheet_as_pdf(game)
    disposition = {"content-disposition": f'attachment; filename="{find_game(game).id}-par-sheet.pdf"'}
    return Response(pages, media_type="application/pdf", headers=disposition)


@get("/api/lab/{game:str}/strategy", summary="The best play of a game as a short list, and what the list costs")
async def strategy(desk: TheDesk, caller: Calling, game: FromPath[str]) -> StrategyAnswer:
    with lab_question(desk, caller) as room:
        return await room.strategy(game)


@get("/api/lab/{game:str}/wagers", summary="Wagers with pay tables, to be edited and priced")
async def editable(desk: TheDesk, caller: Calling, game: FromPath[str]) -> EditableGame:
    with lab_question(desk, caller) as room:
        return await room.editable(game)


@post("/api/lab/advice", summary="What each option is worth with a hand, exactly", status_code=200)
async def weigh(desk: TheDesk, caller: Calling, data: JSONBody[HandQuestion]) -> HandAnswer:
    with lab_question(desk, caller) as room:
        return await room.weigh(data)


@post("/api/lab/price", summary="What an edited pay table costs beside the printed one, exactly", status_code=200)
async def price(desk: TheDesk, caller: Calling, data: JSONBody[PriceQuestion]) -> PriceAnswer:
    """A table that cannot be read is answered too: with a complaint that names the line."""
    with lab_question(desk, caller) as room:
        return await room.price(data)


@get("/api/tables/{table:str}/advice", summary="What each of my options is worth at my open decision")
async def table_advice(desk: TheDesk, caller: Calling, signed_in: SignedIn, table: FromPath[str]) -> HandAnswer:
    """From what my seat sees and nothing else."""
    live = desk.service.house.table_for(signed_in, table)
    seat = seat_in_round(live, signed_in.id)
    seen = None if seat is None or live.round is None else sight_of(live.round, seat)
    if seen is None:
        raise CardroomError("no-decision", "There is nothing for you to decide at this table now.")
    await desk.service.flush()
    with lab_question(desk, caller) as room:
        return await room.weigh_seen(seen)
