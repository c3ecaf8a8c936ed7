"""HTTP for whoever deals and supervises at a table: its terminal, and what cards pay."""

from __future__ import annotations

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from cardroom.house.log.commands import Cards
from cardroom.house.views.staff.payout_calculator import WagerPays, what_pays
from cardroom.house.views.staff.terminal import TerminalView
from cardroom.web.desk import TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn, require_staff


class LaidDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards by whose they are: “seat”, “dealer”, “community”."""

    cards: dict[str, Cards]


@get("/api/tables/{table:str}/terminal", summary="The consoles of a table and what comes next, for its staff")
async def terminal(desk: TheDesk, caller: Calling, signed_in: SignedIn, table: FromPath[str]) -> TerminalView:
    require_staff(signed_in)
    await desk.gate.spend(caller, Effort.LOOK)
    view = desk.hub.terminal(desk.service.house.table(table).id)
    await desk.service.flush()
    return view


@post("/api/tables/{table:str}/pays", summary="What these cards pay on every wager of a table", status_code=200)
async def pays(
    desk: TheDesk, caller: Calling, signed_in: SignedIn, table: FromPath[str], data: JSONBody[LaidDown]
) -> list[WagerPays]:
    """Nothing is done or recorded. Wagers that ask for other cards say which."""
    require_staff(signed_in)
    await desk.gate.spend(caller, Effort.LOOK)
    return what_pays(desk.service.house.table(table).plan.settings, data.cards)
