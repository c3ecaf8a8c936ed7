"""HTTP for people: coming in, going out, and who one is."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from cardroom.errors import CardroomError
from cardroom.house.engine.permissions import MATRIX, may, sent_as
from cardroom.house.features.players.state import OwnLimits
from cardroom.house.kernel import accounts
from cardroom.house.kernel.people import SERVICE, STAFF, Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.callers import Caller, caller_of
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.gateway.security import COOKIE, ended_cookie, session_cookie
from cardroom.web.messages import Goodbye, Login, Me, NewPassword, OwnLimitsView, Redeemed, Redeeming

AnyRequest = Request[Any, Any, Any]
Calling = NamedDependency[Caller]
SignedIn = NamedDependency[Person]
Visitor = NamedDependency[Person | None]


async def provide_caller(request: AnyRequest) -> Caller:
    return caller_of(request)


async def provide_visitor(request: AnyRequest) -> Person | None:
    """Whoever holds the session of the request's cookie."""
    return caller_of(request).person


async def provide_person(request: AnyRequest) -> Person:
    person = caller_of(request).person
    if person is None:
        raise CardroomError("not-signed-in", "Come in as a guest or sign in first.")
    return person


def require_staff(person: Person | None) -> None:
    if person is None or person.role not in STAFF:
        raise CardroomError("not-allowed", "This is for the staff of the house.")


def describe(desk: Desk, person: Person) -> Me:
    house = desk.service.house
    limits = house.own_limits.get(person.id, OwnLimits()).at(now())
    seats = {
        table.id: seat
        for table in house.tables.values()
        for seat, sitter in table.seats.items()
        if sitter.person == person.id
    }
    return Me(
        person=person,
        wallet=house.balance(accounts.wallet(person.id)),
        in_all=house.money_of(person.id),
        seats=seats,
        limits=OwnLimitsView(limits.loss, limits.until, limits.later.since if limits.later else None),
        may=tuple(name for row in MATRIX if may(person.role, row) for name in sent_as(row)),
    )


@get("/api/me", summary="Who I am, what I have, my limits")
async def me(desk: TheDesk, signed_in: SignedIn) -> Me:
    described = describe(desk, signed_in)
    await desk.service.flush()
    return described


async def start_session(request: AnyRequest, desk: Desk, person: Person, *, by_card: bool = False) -> Response[Me]:
    """A new session; one that the browser held before ends."""
    await _end_session(request, desk)
    if person.role is Role.REGULATOR:
        await desk.service.submit(SERVICE, c.NoteVisit(person.id, c.VisitKind.SIGN_IN))
    token = await desk.entrance.open_session(person, by_card=by_card, terminal=caller_of(request).terminal)
    cookie = session_cookie(request, token, desk.entrance.session_length(person))
    described = describe(desk, person)
    await desk.service.flush()
    return Response(described, cookies=[cookie], status_code=200)


async def _end_session(request: AnyRequest, desk: Desk) -> None:
    """If there is one: nothing is written for a cookie that nobody knows."""
    if session := caller_of(request).session:
        await desk.entrance.close_session(request.cookies[COOKIE])
        desk.hub.close_session(session)


@post("/api/guest", summary="Come in as a guest, with play money", status_code=200)
async def guest(request: AnyRequest, desk: TheDesk, caller: Calling) -> Response[Me]:
    desk.gate.require(desk.gate.guests, caller.source)
    await desk.gate.spend(caller, Effort.GUEST)
    return await start_session(request, desk, await desk.entrance.welcome_guest())


@post("/api/login", summary="Sign in with a password", status_code=200)
async def login(request: AnyRequest, desk: TheDesk, caller: Calling, data: JSONBody[Login]) -> Response[Me]:
    person = await _check_password(desk, caller, data.person, data.password)
    return await start_session(request, desk, person)


async def _check_password(desk: Desk, caller: Caller, account: str, password: str) -> Person:
    """A place that the account is known from has a limit of its own, whatever others try from the same address."""
    is_home = desk.guesses.is_home(account, caller)
    desk.gate.require(desk.gate.logins, f"{account}@{caller.source}" if is_home else caller.source)
    desk.guesses.begin(account, caller)
    person = await desk.entrance.check_password(account, password, caller.source, is_stranger=not is_home)
    desk.guesses.was_right(account, caller)
    return person


@post("/api/logout", summary="End the session", status_code=200)
async def logout(request: AnyRequest, desk: TheDesk) -> Response[Goodbye]:
    await _end_session(request, desk)
    return Response(Goodbye("See you."), cookies=[ended_cookie(request)], status_code=200)


@post("/api/password", summary="Change my password; all other sessions end", status_code=200)
async def change_password(
    request: AnyRequest, desk: TheDesk, caller: Calling, signed_in: SignedIn, data: JSONBody[NewPassword]
) -> Response[Me]:
    """A new session takes the place of this one."""
    await _check_password(desk, caller, signed_in.id, data.old)
    await desk.entrance.change_password(signed_in, data.new)
    return await start_session(request, desk, signed_in)


@post("/api/redeem", summary="Redeem a one-time code: set password and PIN, and get the staff card", status_code=200)
async def redeem(desk: TheDesk, caller: Calling, data: JSONBody[Redeeming]) -> Redeemed:
    """For whoever was given the two halves of a code. The code of a card is shown in this answer and never again."""
    desk.gate.require(desk.gate.logins, caller.source)
    account = f"code:{data.person}"
    desk.guesses.begin(account, caller)
    card = await desk.entrance.redeem(data.person, data.code, data.password, data.pin, caller.source)
    desk.guesses.was_right(account, caller)
    return Redeemed(card)
