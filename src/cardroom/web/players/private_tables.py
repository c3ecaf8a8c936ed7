"""HTTP for tables among friends: hosting one, finding one's own, and invitations with their picture."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from cardroom.bounds import Amount, Name
from cardroom.games.catalogue import is_known
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.log import commands as c
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.views.lobby import LobbyTable
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.messages import Submit
from cardroom.web.players.invitation_previews import Invitation, picture
from cardroom.web.sign_in import Calling, SignedIn

MOST_DRAWN = 64  # pictures kept; drawing one is dear
_DRAWN: dict[Invitation, bytes] = {}


class NewPrivateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table among friends, for play money."""

    game: Name
    minimum: Amount
    maximum: Amount
    name: c.Title


class PrivateTable(msgspec.Struct, frozen=True):
    """A table of one's own. The invitation is shown here and never again: the house keeps only its hash."""

    table: str
    invitation: str


class GivenInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the link has that somebody was given."""

    invitation: Name


class InvitedTo(msgspec.Struct, frozen=True):
    table: str


@post("/api/friends", summary="Host a table among friends", status_code=200)
async def host(desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[NewPrivateTable]) -> PrivateTable:
    command = c.HostTable(data.game, data.minimum, data.maximum, data.name)
    await desk.carry_out(caller, signed_in, Submit(command=command))
    own = next((table.id for table in desk.service.house.tables.values() if table.host == signed_in.id), "")
    return PrivateTable(own, await desk.invitations.renew(signed_in, own))


@get("/api/friends", summary="The tables among friends that I host or sit at")
async def tables(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[LobbyTable]:
    await desk.gate.spend(caller, Effort.LOOK)
    found = desk.hub.board.private(signed_in.id)
    await desk.service.flush()
    return found


@post("/api/friends/{table:str}/invitation", summary="Another invitation to a table that I host", status_code=200)
async def invite(desk: TheDesk, caller: Calling, signed_in: SignedIn, table: FromPath[str]) -> PrivateTable:
    """The one before counts no more; whoever has come by it stays."""
    desk.gate.require(desk.gate.commands, signed_in.id)
    await desk.gate.spend(caller, Effort.COMMAND)
    return PrivateTable(table, await desk.invitations.renew(signed_in, table))


@post("/api/invitations", summary="Come to a table among friends by its invitation", status_code=200)
async def accept(desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[GivenInvitation]) -> InvitedTo:
    desk.gate.require(desk.gate.commands, signed_in.id)
    await desk.gate.spend(caller, Effort.COMMAND)
    table = await desk.invitations.accept(signed_in, data.invitation)
    return InvitedTo(table.id)


@get("/api/invitations/{invitation:str}/picture.png", summary="What an invitation shows", media_type="image/png")
async def invitation_picture(desk: TheDesk, caller: Calling, invitation: FromPath[str]) -> Response[bytes]:
    await desk.gate.spend(caller, Effort.READ)
    shown = described(desk, await desk.invitations.table_of(invitation))
    if (drawn := _DRAWN.get(shown)) is None:
        await desk.gate.spend(caller, Effort.PICTURE)
        drawn = _DRAWN[shown] = await in_thread(READING, picture, shown)
        while len(_DRAWN) > MOST_DRAWN:
            del _DRAWN[next(iter(_DRAWN))]
    return Response(drawn, media_type="image/png")


def described(desk: Desk, table: LiveTable) -> Invitation:
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
