"""HTTP for whoever shows a round of his to others: a link, those that are out, and taking one back."""

from __future__ import annotations

from datetime import datetime

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath

from cardroom.errors import CardroomError
from cardroom.house.floor.display_names import round_title
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.thread_pools import DOOR, READING, in_thread
from cardroom.house.storage import share_links
from cardroom.house.storage.seed_key_ring import HouseSeals
from cardroom.house.views.players import past_rounds as past
from cardroom.house.views.players.past_rounds import PastRound, ShownRound
from cardroom.house.views.players.past_table_names import titles_of
from cardroom.table.commands import Seat
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.messages import ReplayLink
from cardroom.web.players.own_history import round_of_mine
from cardroom.web.sign_in import Calling, SignedIn

MOST = 100  # links in the list
# A link may be passed on, and whoever has it may look; search engines may not.
NOT_LISTED = {"x-robots-tag": "noindex, nofollow", "referrer-policy": "no-referrer", "cache-control": "private"}


class OwnLink(msgspec.Struct, frozen=True, kw_only=True):
    """A round that a player shows to whoever has this link."""

    round_id: str
    title: str
    path: str
    at: datetime


@post(
    "/api/rounds/{round_id:str}/link", summary="A link that shows a finished round of mine to anyone", status_code=200
)
async def share(desk: TheDesk, caller: Calling, signed_in: SignedIn, round_id: FromPath[str]) -> ReplayLink:
    """Vouched for by the house's key: it holds as long as that does, or until it is taken back."""
    seat = _seat(await round_of_mine(desk, caller, signed_in, round_id))
    edition = await in_thread(DOOR, share_links.show_round, desk.service.store, round_id, seat, signed_in.id, now())
    return ReplayLink(_path(desk, round_id, seat, edition))


@get("/api/links", summary="The links to rounds of mine that hold, the last one first")
async def links(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> list[OwnLink]:
    await desk.gate.spend(caller, Effort.READ)
    store, house = desk.service.store, desk.service.house

    def read() -> list[OwnLink]:
        found = share_links.shown_by(store, signed_in.id, MOST)
        tables = {one.round_id: one.round_id.rpartition("-")[0] for one in found}
        with store.reading() as reader:
            titles = titles_of(reader, house, tables.values())
        return [
            OwnLink(
                round_id=one.round_id,
                title=round_title(titles[tables[one.round_id]], tables[one.round_id], one.round_id),
                path=_path(desk, one.round_id, one.seat, one.edition),
                at=one.at,
            )
            for one in found
        ]

    return await in_thread(READING, read)


@delete("/api/rounds/{round_id:str}/link", summary="Take back every link to a round of mine", status_code=204)
async def take_back(desk: TheDesk, caller: Calling, signed_in: SignedIn, round_id: FromPath[str]) -> None:
    """A link made afterwards is another one."""
    seat = _seat(await round_of_mine(desk, caller, signed_in, round_id))
    await in_thread(DOOR, share_links.take_back, desk.service.store, round_id, seat, signed_in.id, now())


@get("/api/replay/{link:str}", summary="A round that someone shows, as he saw it; whoever has the link may look")
async def shared(desk: TheDesk, caller: Calling, link: FromPath[str]) -> Response[ShownRound]:
    await desk.gate.spend(caller, Effort.READ)
    named, _, voucher = link.rpartition(".")
    round_id, _, place = named.rpartition(".")
    seat, _, edition = place.partition("-")
    is_vouched_for = _seals(desk).ring.stands_for(named, voucher)
    if not is_vouched_for or not (_is_number(seat) and _is_number(edition or "0")):
        raise CardroomError("unknown-round", "This link shows no round. Ask whoever gave it to you for a new one.")
    store, house = desk.service.store, desk.service.house

    def read() -> ShownRound:
        if not share_links.is_link_valid(store, round_id, int(seat), int(edition or 0)):
            raise CardroomError("unknown-link", "Whoever showed you this round has taken the link back.")
        return past.shown(house, past.shared_round(store, house, round_id, int(seat)))

    found = await in_thread(READING, read)
    # what was put right later is between the player and the house
    return Response(msgspec.structs.replace(found, corrections=()), headers=NOT_LISTED)


def _seat(found: PastRound) -> Seat:
    if found.your_seat is None:
        raise CardroomError("not-your-round", f"You had no hand in round {found.round_id}.")
    return found.your_seat


def _path(desk: Desk, round_id: str, seat: Seat, edition: int) -> str:
    """The first edition is named as links were when there was no other."""
    named = f"{round_id}.{seat}-{edition}" if edition else f"{round_id}.{seat}"
    return f"/replay/{named}.{_seals(desk).ring.vouch(named)}"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _seals(desk: Desk) -> HouseSeals:
    seals = desk.service.house.seals
    assert isinstance(seals, HouseSeals)
    return seals
