"""HTTP for tables among friends: hosting one, finding one's own, and the picture that an invitation shows."""

from __future__ import annotations

import secrets
from functools import lru_cache

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from cardroom.bounds import Amount, Name
from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.house.core import commands as c
from cardroom.house.core.tables import LiveTable
from cardroom.house.running.now import now
from cardroom.house.running.threads import READING, in_thread
from cardroom.house.telling.lobby import LobbyTable
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.entrance.limits import Effort
from cardroom.web.messages import Submit
from cardroom.web.people import Calling, SignedIn
from cardroom.web.players.invitations import Invitation, picture


class NewPrivateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table among friends, for play money."""

    game: Name
    minimum: Amount
    maximum: Amount
    name: c.Title


class PrivateTable(msgspec.Struct, frozen=True):
    """Whoever knows this name may come: it is the invitation."""

    table: str


@post("/api/friends", summary="Host a table among friends", status_code=200)
async def host(desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[NewPrivateTable]) -> PrivateTable:
    moment = now()
    name = f"friends-{int(moment.timestamp() * 1000):012x}-{secrets.token_hex(10)}"
    command = c.HostTable(name, data.game, data.minimum, data.maximum, data.name)
    await desk.carry_out(caller, signed_in, Submit(command=command))
    return PrivateTable(name)


@get("/api/friends", summary="The tables among friends that I host or sit at")
async def tables(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[LobbyTable]:
    await desk.gate.spend(caller, Effort.LOOK)
    found = desk.hub.board.private(signed_in.id)
    await desk.service.flush()
    return found


@get("/api/friends/{table:str}/picture.png", summary="What an invitation shows", media_type="image/png")
async def invitation_picture(desk: TheDesk, caller: Calling, table: FromPath[str]) -> Response[bytes]:
    await desk.gate.spend(caller, Effort.READ)
    live = desk.service.house.table(table)
    if not live.plan.is_private:
        raise CardroomError("not-private", "Only tables among friends have invitations.")
    drawn = await in_thread(READING, _drawn, invitation(desk, live))
    return Response(drawn, media_type="image/png", headers={"cache-control": "public, max-age=300"})


def invitation(desk: Desk, table: LiveTable) -> Invitation:
    settings = table.plan.settings
    host = desk.service.house.people.get(table.host or "")
    return Invitation(
        table=table.plan.name,
        game=settings.rules.name if is_known(settings.game) else settings.game,
        colour=settings.rules.felt.colour if is_known(settings.game) else "",
        host=host.name if host else "",
        house=desk.service.house.floor.name,
        minimum=settings.minimum,
        maximum=settings.maximum,
    )


_drawn = lru_cache(maxsize=64)(picture)
