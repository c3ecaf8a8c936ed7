"""HTTP for learners: every game, and a first hand of each, without an account, money or a log."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter

from cardroom.games import games
from cardroom.house.views.players.tutorials import Lesson, lesson, worked_hand
from cardroom.money import Money
from cardroom.table import limits_for
from cardroom.table.settings import largest_base_wager
from cardroom.web.desk import TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling

LONGEST = 12  # choices; no hand has as many decisions


class KnownGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that the house knows, with or without a table of it on the floor."""

    game: str
    name: str
    summary: str  # in one line
    most: Money  # that its base wager may be at a table of one's own


@get("/api/learn", summary="Every game that the house knows")
async def known_games(desk: TheDesk) -> list[KnownGame]:
    limits = limits_for(desk.service.house.floor.jurisdiction)
    return [
        KnownGame(game=game.id, name=game.name, summary=game.summary, most=largest_base_wager(game, limits))
        for game in games().values()
    ]


@get("/api/learn/{game:str}", summary="A first hand of a game, after these choices")
async def learn(
    desk: TheDesk,
    caller: Calling,
    game: FromPath[str],
    choice: Annotated[
        list[str] | None,
        QueryParameter(max_items=LONGEST, description="The options taken so far, one after the other."),
    ] = None,
) -> Lesson:
    await desk.gate.spend(caller, Effort.LOOK)
    return await asyncio.to_thread(lesson, game, choice or [])


@get("/api/learn/{game:str}/worked", summary="The first hand of a game played to its end")
async def worked(desk: TheDesk, caller: Calling, game: FromPath[str]) -> Lesson:
    await desk.gate.spend(caller, Effort.LOOK)
    return await asyncio.to_thread(worked_hand, game)
