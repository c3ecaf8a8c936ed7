"""HTTP for staff cards, for signing in with one, and for who is on duty where."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from cardroom.errors import CardroomError
from cardroom.house.engine.permissions import require_reader
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log import commands as c
from cardroom.house.views.staff.duty import CardView, OnDuty, card_views, on_duty
from cardroom.web.desk import Attempt, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.messages import CardLogin, Me, NewPin
from cardroom.web.sign_in import AnyRequest, Calling, SignedIn, require_staff, start_session


@post("/api/login/card", summary="Sign in with a staff card, at a terminal of the house", status_code=200)
async def card_login(request: AnyRequest, desk: TheDesk, caller: Calling, data: JSONBody[CardLogin]) -> Response[Me]:
    """The session ends with a shift, or when the card is revoked."""
    if not caller.terminal:
        raise CardroomError("no-terminal", "Cards sign in at terminals of the house only; use your password here.")
    desk.gate.require(desk.gate.logins, caller.source)
    person = await desk.bearer(caller, data.card, Attempt(caller.terminal, "Login", ""))
    if caller.terminal in desk.service.house.refused_cards:
        await desk.service.submit(SERVICE, c.AcknowledgeRefusal(caller.terminal))
    return await start_session(request, desk, person, by_card=True)


@get("/api/staff/cards", summary="All staff cards, the last one issued first")
async def cards(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[CardView]:
    """For those who may revoke them, and auditors."""
    require_reader(signed_in, c.RevokeCard)
    await desk.gate.spend(caller, Effort.READ)
    with_pin = await desk.entrance.cards.with_pin()
    found = card_views(desk.service.house, with_pin)
    await desk.service.flush()
    return found


@post("/api/staff/pin", summary="Set the PIN of a staff card that one has in hand", status_code=204)
async def set_pin(desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[NewPin]) -> None:
    """By its code, or by its number and the PIN until now."""
    require_staff(signed_in)
    desk.gate.require(desk.gate.commands, signed_in.id)
    only = "" if caller.terminal else signed_in.id
    bearer = await desk.bearer(caller, data.card, Attempt(signed_in.id, "PIN", signed_in.id), only)
    await desk.entrance.cards.set_pin(bearer, data.pin)


@get("/api/staff/duty", summary="Who deals where, which table calls, which card was refused")
async def duty(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> OnDuty:
    """For those who deal, those who supervise, and auditors."""
    require_reader(signed_in, c.TapIn)
    await desk.gate.spend(caller, Effort.LOOK)
    found = on_duty(desk.service.house)
    await desk.service.flush()
    return found
