"""HTTP for play: commands, tables, and one's own past rounds."""

from __future__ import annotations

import csv
import io
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody

from cardroom.house.core.people import PLAYERS
from cardroom.house.office.exporting import harmless
from cardroom.house.running.threads import READING, in_thread
from cardroom.house.telling import history as past
from cardroom.house.telling.history import PlayedRound, ShownRound
from cardroom.house.telling.layouts import Layout, layout, rules_with_jackpots
from cardroom.house.telling.views import TableView
from cardroom.table.rulebook import RulesDocument
from cardroom.web.desk import TheDesk
from cardroom.web.entrance.limits import Effort
from cardroom.web.messages import Accepted, Key, Submit
from cardroom.web.people import Calling, SignedIn, Visitor

IN_A_TABLE = 1_000  # rounds


@post("/api/commands", summary="Carry out a command", status_code=200)
async def command(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    data: JSONBody[Submit],
    header_key: Annotated[Key, HeaderParameter(name="Idempotency-Key", required=False)] = "",
) -> Accepted:
    """Answered when it is on disk. The key may stand in the body or in the header `Idempotency-Key`."""
    return await desk.carry_out(caller, signed_in, msgspec.structs.replace(data, key=data.key or header_key))


@get("/api/tables/{table:str}", summary="A table as I may see it")
async def table(desk: TheDesk, caller: Calling, visitor: Visitor, table: FromPath[str]) -> TableView:
    await desk.gate.spend(caller, Effort.LOOK)
    return await desk.hub.view(desk.service.house.table(table).id, visitor)


@get("/api/tables/{table:str}/rules", summary="The rules and pay tables in force at a table")
async def table_rules(desk: TheDesk, table: FromPath[str]) -> RulesDocument:
    return rules_with_jackpots(desk.service.house.table(table).plan)


@get("/api/tables/{table:str}/layout", summary="A table's felt and the wagers it takes")
async def table_layout(desk: TheDesk, table: FromPath[str]) -> Layout:
    house = desk.service.house
    plan = house.table(table).plan
    return layout(plan, house.floor.chips_of(plan))


@get("/api/history.csv", summary="My last 1,000 finished rounds as a table", media_type="text/csv")
async def history_as_csv(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> Response[str]:
    """Money is in micro-dollars, as everywhere."""
    await desk.gate.spend(caller, Effort.LONG_READ)
    text = io.StringIO()
    names = [name for name in PlayedRound.__struct_fields__ if name not in ("is_over", "position", "table_title")]
    writer = csv.writer(text)
    writer.writerow(names)
    store, house = desk.service.store, desk.service.house
    for played in await in_thread(READING, past.rounds_of, store, house, signed_in.id, None, IN_A_TABLE):
        writer.writerow([harmless(str(getattr(played, name))) for name in names])
    disposition = {"content-disposition": 'attachment; filename="cardroom-history.csv"'}
    return Response(text.getvalue(), media_type="text/csv", headers=disposition)


@get("/api/rounds/{round_id:str}", summary="A finished round of mine, event by event, with its seed")
async def past_round(desk: TheDesk, caller: Calling, signed_in: SignedIn, round_id: FromPath[str]) -> ShownRound:
    """Staff may read every finished round, hands that were never shown included."""
    await desk.gate.spend(caller, Effort.READ)
    service, is_staff = desk.service, signed_in.role not in PLAYERS
    house = service.house

    def read() -> ShownRound:
        found = past.past_round(service.store, house, round_id, signed_in.id, is_staff=is_staff)
        return past.shown(house, found)

    return await in_thread(READING, read)
