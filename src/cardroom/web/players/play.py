"""HTTP for play: commands, tables, and one's own past rounds."""

from __future__ import annotations

import io
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, HeaderParameter, JSONBody

from cardroom.house.engine.house import House
from cardroom.house.kernel.people import PLAYERS
from cardroom.house.reports.formula_safe_csv import Rows
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.storage.store import Store
from cardroom.house.views.players import past_rounds as past
from cardroom.house.views.players.felt import Layout, layout, rules_with_jackpots
from cardroom.house.views.players.past_rounds import PlayedRound, ShownRound, WholeRound
from cardroom.house.views.running_promotions import promotions_at
from cardroom.house.views.table_frames import TableView
from cardroom.money import plain_dollars
from cardroom.table.text.rulebook import RulesDocument
from cardroom.web.desk import TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.messages import Accepted, Key, Submit
from cardroom.web.sign_in import Calling, SignedIn, Visitor

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
    return await desk.hub.view(desk.service.house.table_for(visitor, table).id, visitor)


@get("/api/tables/{table:str}/rules", summary="The rules and pay tables in force at a table")
async def table_rules(desk: TheDesk, visitor: Visitor, table: FromPath[str]) -> RulesDocument:
    found = desk.service.house.table_for(visitor, table)
    return rules_with_jackpots(found.plan, promotions_at(desk.service.house, found))


@get("/api/tables/{table:str}/layout", summary="A table's felt and the wagers it takes")
async def table_layout(desk: TheDesk, visitor: Visitor, table: FromPath[str]) -> Layout:
    house = desk.service.house
    plan = house.table_for(visitor, table).plan
    return layout(plan, house.floor.chips_of(plan))


@get("/api/history.csv", summary="My last 1,000 finished rounds as a table", media_type="text/csv")
async def history_as_csv(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> Response[str]:
    """For a spreadsheet: money is in dollars. Of rounds whose rules are gone, game and cards are left out."""
    await desk.gate.spend(caller, Effort.LONG_READ)
    service, text = desk.service, io.StringIO()
    rows = Rows(text)
    rows.write(*HISTORY_COLUMNS)
    rows.write_all(await in_thread(READING, _history_rows, service.store, service.house, signed_in.id))
    disposition = {"content-disposition": 'attachment; filename="cardroom-history.csv"'}
    return Response(text.getvalue(), media_type="text/csv", headers=disposition)


HISTORY_COLUMNS = (
    "round", "table", "title", "game", "time (UTC)", "seat", "your cards", "cards of the table",
    "staked (USD)", "net (USD)", "corrected (USD)", "jackpots (USD)", "void",
)  # fmt: skip


def _history_rows(store: Store, house: House, person: str) -> list[tuple[str, ...]]:
    rounds = past.rounds_of(store, house, person, None, IN_A_TABLE)
    told = past.whole_rounds(store, house, (played.round_id for played in rounds))
    return [_history_row(played, told.get(played.round_id), house) for played in rounds]


def _history_row(played: PlayedRound, told: WholeRound | None, house: House) -> tuple[str, ...]:
    game = past.settings_of(told, house.documents)[1].game if told else ""
    seen = past.cards_seen(told, played.seat) if told else past.CardsSeen((), {})
    money = map(plain_dollars, (played.staked, played.net, played.corrected, played.jackpots))
    return (
        played.round_id, played.table, played.title, game, f"{played.at:%Y-%m-%d %H:%M:%S}", str(played.seat),
        " ".join(seen.own), "; ".join(f"{holder}: {' '.join(cards)}" for holder, cards in seen.of_the_table.items()),
        *money, "yes" if played.is_void else "no",
    )  # fmt: skip


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
