"""HTTP for rounds that are looked up while others are played: found by table, seat and time, and explained."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from cardroom.house.reports.dispute_pages import ExplainedRound, explained_round
from cardroom.house.reports.round_search import FoundRound, find_rounds
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.table.commands import Seat
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn, require_staff

Moment = Annotated[datetime | None, QueryParameter(description="A time: rounds around it")]
Before = Annotated[int | None, QueryParameter(ge=1, le=2**53, description="A position: rounds that began before it")]


@get("/api/rounds", summary="Rounds of a table, by seat and time, the last one first")
async def rounds(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    table: Annotated[str, QueryParameter(min_length=1, max_length=80)],
    seat: Annotated[int | None, QueryParameter(ge=1, le=12)] = None,
    around: Moment = None,
    before: Before = None,
) -> list[FoundRound]:
    """For the staff. Twenty at a time; the position of the last one asks for those before it."""
    require_staff(signed_in)
    await desk.gate.spend(caller, Effort.READ)
    desk.service.house.table(table)
    await desk.service.flush()
    moment = around.replace(tzinfo=UTC) if around is not None and around.tzinfo is None else around
    return await in_thread(READING, _find, desk, table, seat, moment, before)


def _find(desk: Desk, table: str, seat: Seat | None, around: datetime | None, before: int | None) -> list[FoundRound]:
    with desk.service.store.reading() as reader:
        return find_rounds(reader, desk.service.house, table, seat, around, before)


@get("/api/rounds/{round_id:str}/explained", summary="A round card by card, with its rules, its money and corrections")
async def explained(desk: TheDesk, caller: Calling, signed_in: SignedIn, round_id: FromPath[str]) -> ExplainedRound:
    """For the staff. Of a round in progress it tells what a spectator sees."""
    require_staff(signed_in)
    await desk.gate.spend(caller, Effort.READ)
    await desk.service.flush()
    return await in_thread(READING, _explain, desk, round_id)


def _explain(desk: Desk, round_id: str) -> ExplainedRound:
    with desk.service.store.reading() as reader:
        return explained_round(reader, desk.service.house, round_id)
