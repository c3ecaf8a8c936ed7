"""HTTP for anyone: the lobby, rules, jackpots, who may do what, schemas, health and figures."""

from __future__ import annotations

import asyncio
from functools import cache
from hmac import compare_digest
from typing import Any, cast

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from cardroom import __version__
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.house.engine.permissions import MATRIX, permission_name, sent_as
from cardroom.house.kernel.people import ONLY_SERVICE, Role
from cardroom.house.views.lobby import LobbyView
from cardroom.jackpots import Display
from cardroom.table.text.rulebook import RulesDocument, rules_document
from cardroom.web.desk import TheDesk
from cardroom.web.fixed_documents import COMPRESSED_ALREADY, FixedDocument
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.messages import Health, MatrixRow, message_schema
from cardroom.web.metrics import CONTENT_TYPE
from cardroom.web.sign_in import AnyRequest, Calling


@get("/health", summary="Whether the house is open")
async def health(desk: TheDesk) -> Health:
    if not desk.is_ready:
        raise CardroomError("starting", "The house is not open yet.")
    desk.service.committer.require()
    house = desk.service.house
    stopped = tuple(table.id for table in house.tables.values() if table.fault and not table.plan.is_private)
    return Health("ready", __version__, house.floor.name, tuple(desk.service.background.troubles), stopped)


@get("/metrics", summary="Figures for Prometheus, for whoever has the token", media_type="text/plain")
async def metrics(request: AnyRequest, desk: TheDesk) -> Response[bytes]:
    """With the header `Authorization: Bearer TOKEN`. Without a token of its own the house tells them to nobody."""
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not desk.metrics_token or not compare_digest(given.encode(), desk.metrics_token.encode()):
        raise CardroomError("not-allowed", "These figures are for whoever has the token that is set for them.")
    return Response(desk.metrics.text(), media_type=CONTENT_TYPE)


@get("/api/lobby", summary="Every table of the house")
async def show_lobby(desk: TheDesk, caller: Calling) -> LobbyView:
    await desk.gate.spend(caller, Effort.LOOK)
    view = desk.hub.board.view()
    await desk.service.flush()
    return view


@get("/api/jackpots", summary="Every jackpot sign of the house")
async def jackpots(desk: TheDesk, caller: Calling) -> list[Display]:
    await desk.gate.spend(caller, Effort.LOOK)
    signs = desk.hub.board.all_signs()
    await desk.service.flush()
    return signs


@get("/api/rules/{game:str}", summary="A game's rules, wagers and pay tables")
async def rules(game: FromPath[str]) -> RulesDocument:
    return _printed(find_game(game).id)


@cache
def _printed(game: str) -> RulesDocument:
    return rules_document(find_game(game), {})


@get("/api/matrix", summary="Which roles may do what")
async def matrix() -> list[MatrixRow]:
    """By what is done: a command, or what it carries to a table, a console or a link."""
    return [
        MatrixRow(
            permission_name(row),
            " ".join((row.__doc__ or "").split()),
            tuple(role for role in Role if role in roles),
            sent_as(row),
        )
        for row, roles in MATRIX.items()
        if roles != ONLY_SERVICE
    ]


async def _schema() -> bytes:
    return await asyncio.to_thread(lambda: msgspec.json.encode(message_schema()))


_MESSAGES = FixedDocument("application/json", _schema)


@get("/api/schema/messages.json", summary="The JSON Schema of the socket's messages", opt={COMPRESSED_ALREADY: True})
async def messages_schema(request: AnyRequest) -> Response[dict[str, Any]]:
    return cast("Response[dict[str, Any]]", await _MESSAGES.answer(request))
