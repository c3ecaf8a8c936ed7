"""HTTP for what a command would do, before it is done."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.params import JSONBody

from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.views.staff.command_previews import Preview, preview
from cardroom.web.desk import TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn, require_staff


class ToPreview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command that somebody is about to give, and whether another's card is to be swiped for it."""

    command: c.Sent
    with_card: bool = False


@post("/api/preview", summary="The money that a command would move, and what else it would do", status_code=200)
async def preview_command(desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[ToPreview]) -> Preview:
    """For the staff. Nothing changes and nothing is written down; what only cards decide has no preview."""
    require_staff(signed_in)
    await desk.gate.spend(caller, Effort.COMMAND)
    command = await desk.prepared(data.command)
    found = preview(desk.service.house, signed_in, command, now(), with_card=data.with_card)
    await desk.service.flush()
    return found
