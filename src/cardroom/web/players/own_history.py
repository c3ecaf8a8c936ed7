"""HTTP for whoever looks back at his own play: the session, mistakes, rounds to take along and to show to others."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from cardroom.house.kernel.people import PLAYERS, Person
from cardroom.house.runtime.thread_pools import READING, in_thread
from cardroom.house.views.players import past_rounds as past
from cardroom.house.views.players.past_rounds import PastRound, PlayedRound, Sieve
from cardroom.house.views.players.play_sessions import CostlyMistake, PlayReview, PlaySession, decided_in, session_of
from cardroom.house.views.players.round_exports import ExportedRound, as_phh, as_phhs, exported
from cardroom.lab.queries.messages import Reviewed
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.callers import Caller
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.players.lab import lab_question
from cardroom.web.sign_in import Calling, SignedIn

COSTLIEST = 3
LOOKED_THROUGH = 5  # pages, for rounds with mistakes


# --- what was played --------------------------------------------------------------------------------------------------


@get("/api/history", summary="My finished rounds, a page of a hundred, the last one first")
async def history(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    before: Annotated[
        int | None, QueryParameter(ge=0, le=2**53, description="Only rounds before this position.")
    ] = None,
    game: Annotated[str | None, QueryParameter(max_length=80, description="Only at tables of this game.")] = None,
    table: Annotated[str | None, QueryParameter(max_length=80, description="Only at this table.")] = None,
    result: Annotated[
        Literal["won", "lost", "even"] | None, QueryParameter(description="Only those that ended so, with jackpots.")
    ] = None,
    jackpots: Annotated[bool, QueryParameter(description="Only those with a jackpot award.")] = False,
    mistakes: Annotated[bool, QueryParameter(description="Only those with a decision that was not the best.")] = False,
) -> list[PlayedRound]:
    await desk.gate.spend(caller, Effort.LONG_READ if mistakes or game is not None else Effort.READ)
    tables: tuple[str, ...] | None = None if table is None else (table,)
    if game is not None:
        service = desk.service
        at_game = await in_thread(READING, past.tables_of_game, service.store, service.house, signed_in.id, game)
        tables = at_game if tables is None else tuple(name for name in tables if name in at_game)
    sieve = Sieve(tables=tables, result=result, with_jackpots=jackpots)
    if not mistakes:
        return await _page(desk, signed_in, before, sieve)
    return await _with_mistakes(desk, caller, signed_in, before, sieve)


async def _page(desk: Desk, person: Person, before: int | None, sieve: Sieve) -> list[PlayedRound]:
    store, house = desk.service.store, desk.service.house
    return await in_thread(READING, past.rounds_of, store, house, person.id, before, past.PAGE, sieve)


async def _with_mistakes(
    desk: Desk, caller: Caller, person: Person, before: int | None, sieve: Sieve
) -> list[PlayedRound]:
    """Page after page, until there is something to show."""
    for _ in range(LOOKED_THROUGH):
        page = await _page(desk, person, before, sieve)
        reviews = await _reviewed(desk, caller, tuple(page))
        found = [played for played in page if any(not one.is_best for one in reviews.get(played.round_id) or ())]
        if found or not page:
            return found
        before = page[-1].position
    return []


@get("/api/session", summary="My rounds since my last long break, and what they brought")
async def session(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> PlaySession:
    await desk.gate.spend(caller, Effort.READ)
    return await in_thread(READING, session_of, desk.service.store, desk.service.house, signed_in.id)


@get("/api/session/review", summary="My decisions in this session beside the best ones, exactly")
async def session_review(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> PlayReview:
    """Only of rounds that are over."""
    await desk.gate.spend(caller, Effort.LONG_READ)
    found = await in_thread(READING, session_of, desk.service.store, desk.service.house, signed_in.id)
    reviews = await _reviewed(desk, caller, found.rounds)
    titles = {played.round_id: played.title for played in found.rounds}
    all_ = [(round_id, one) for round_id, reviewed in reviews.items() for one in reviewed or ()]
    wrong = sorted((pair for pair in all_ if not pair[1].is_best), key=lambda pair: -pair[1].cost)
    return PlayReview(
        decisions=len(all_),
        best=len(all_) - len(wrong),
        accuracy=f"{100 * (len(all_) - len(wrong)) // len(all_)}%" if all_ else "–",
        cost=sum(one.cost for _, one in wrong),
        costliest=tuple(_costly(round_id, titles[round_id], one) for round_id, one in wrong[:COSTLIEST]),
        with_mistakes=tuple(dict.fromkeys(round_id for round_id, _ in wrong)),
        not_counted=sum(reviewed is None for reviewed in reviews.values()),
    )


def _costly(round_id: str, title: str, one: Reviewed) -> CostlyMistake:
    return CostlyMistake(
        round_id=round_id, title=title, hand=one.hand, words=one.words, chose=one.chose, best=one.best, cost=one.cost
    )


async def _reviewed(
    desk: Desk, caller: Caller, rounds: tuple[PlayedRound, ...]
) -> dict[str, tuple[Reviewed, ...] | None]:
    service = desk.service
    decided = await in_thread(READING, decided_in, service.store, service.house, rounds)
    with lab_question(desk, caller) as room:
        return {
            played.round_id: await room.review(played.round_id, played.seat, decided[played.round_id])
            for played in rounds
            if played.round_id in decided
        }


# --- to take along ----------------------------------------------------------------------------------------------------


@get("/api/rounds/{round_id:str}/export.json", summary="A finished round of mine with the proof of its shuffle")
async def round_as_json(
    desk: TheDesk, caller: Calling, signed_in: SignedIn, round_id: FromPath[str]
) -> Response[ExportedRound]:
    found = exported(await round_of_mine(desk, caller, signed_in, round_id))
    return Response(found, headers=_attached(f"{round_id}.json"))


@get("/api/rounds/{round_id:str}/export.phh", summary="The same in the style of PHH", media_type="text/plain")
async def round_as_phh(desk: TheDesk, caller: Calling, signed_in: SignedIn, round_id: FromPath[str]) -> Response[str]:
    text = as_phh(await round_of_mine(desk, caller, signed_in, round_id), desk.service.house.floor.name)
    return Response(text, media_type="text/plain; charset=utf-8", headers=_attached(f"{round_id}.phh"))


@get("/api/session/export.json", summary="The rounds of my session with the proofs of their shuffles")
async def session_as_json(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> Response[list[ExportedRound]]:
    rounds = [exported(found) for found in await _of_session(desk, caller, signed_in)]
    return Response(rounds, headers=_attached("cardroom-session.json"))


@get("/api/session/export.phhs", summary="The same in the style of PHH", media_type="text/plain")
async def session_as_phhs(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> Response[str]:
    text = as_phhs(await _of_session(desk, caller, signed_in), desk.service.house.floor.name)
    return Response(text, media_type="text/plain; charset=utf-8", headers=_attached("cardroom-session.phhs"))


def _attached(name: str) -> dict[str, str]:
    safe = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    return {"content-disposition": f'attachment; filename="{safe}"'}


async def round_of_mine(desk: Desk, caller: Caller, person: Person, round_id: str) -> PastRound:
    await desk.gate.spend(caller, Effort.READ)
    service, is_staff = desk.service, person.role not in PLAYERS
    return await in_thread(
        READING, lambda: past.past_round(service.store, service.house, round_id, person.id, is_staff=is_staff)
    )


async def _of_session(desk: Desk, caller: Caller, person: Person) -> list[PastRound]:
    """Those whose rules are at hand."""
    await desk.gate.spend(caller, Effort.LONG_READ)
    service = desk.service

    def read() -> list[PastRound]:
        house = service.house
        rounds = session_of(service.store, house, person.id).rounds
        seats = {played.round_id: played.seat for played in rounds}
        told = past.whole_rounds(service.store, house, seats)
        return [past.from_seat(whole, house, seats[round_id]) for round_id, whole in told.items()]

    return await in_thread(READING, read)
