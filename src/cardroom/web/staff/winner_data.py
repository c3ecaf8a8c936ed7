"""HTTP for winners' own data: entered and read on the page of a win, and erased by two people.

What is written here goes encrypted into a table of its own, and nowhere else.
"""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from cardroom.errors import CardroomError
from cardroom.house.engine.permissions import require_reader
from cardroom.house.features.awards.rows import WinRow
from cardroom.house.features.winner_data.messages import WinnerField
from cardroom.house.features.winner_data.state import TAX_DATA, Winner
from cardroom.house.floor.plan import TaxThreshold
from cardroom.house.kernel.people import Person, Role
from cardroom.house.log import commands as c
from cardroom.house.runtime.house_clock import now
from cardroom.house.runtime.identity.staff_cards import Swipe
from cardroom.house.runtime.thread_pools import DOOR, READING, in_thread
from cardroom.house.storage import winner_data
from cardroom.house.storage.backups import Backup, backups
from cardroom.jackpots import Source, Win
from cardroom.web.desk import Attempt, Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn

PERSONAL = frozenset({Role.AUDITOR})  # who reads it besides; a regulator does not


class WinnerView(msgspec.Struct, frozen=True, kw_only=True):
    asks: tuple[WinnerField, ...]  # what is to be written down of this winner
    tax: TaxThreshold | None  # by which tax data is among it
    winner: Winner | None  # None: nobody has told, or it is erased
    is_erased: bool
    keep_until: date | None  # None: the floor file does not say
    may_erase: bool  # its time is over


class ToErase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The card of the second person."""

    card: Swipe


class Erased(msgspec.Struct, frozen=True, kw_only=True):
    """The key is destroyed. Here the data may still be read."""

    backups: tuple[Backup, ...]  # that the house knows of; a copy of one is another
    prints: int  # of the page of this win, on paper


@get("/api/wins/{link:str}/{win:str}/winner", summary="Who won, for those who pay and account for it")
async def winner(
    desk: TheDesk, caller: Calling, signed_in: SignedIn, link: FromPath[str], win: FromPath[str]
) -> Response[WinnerView]:
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, c.NoteWinner, besides=PERSONAL)
    await desk.service.flush()
    found = await in_thread(READING, _win, desk, link, win)
    told = await in_thread(READING, winner_data.find_winner, desk.service.store, link, win)
    was_told = told is None and await in_thread(READING, winner_data.has_winner_record, desk.service.store, link, win)
    view = _view(desk, found, told, is_erased=was_told)
    return Response(view, headers={"Cache-Control": "no-store"})


@post("/api/wins/{link:str}/{win:str}/winner", summary="Write down who won", status_code=204)
async def tell_winner(
    desk: TheDesk, signed_in: SignedIn, link: FromPath[str], win: FromPath[str], data: JSONBody[Winner]
) -> None:
    """In the place of what was told before. The log says who has entered which fields, and not what they say."""
    desk.gate.require(desk.gate.commands, signed_in.id)
    require_reader(signed_in, c.NoteWinner, besides=PERSONAL)
    await desk.service.flush()
    found = await in_thread(READING, _win, desk, link, win)
    note = c.NoteWinner(link, found.id, data.fields, found.source, found.amount, _day(found))
    await desk.service.submit(signed_in, note)
    await in_thread(DOOR, winner_data.keep_winner, desk.service.store, link, found.id, data)


@post("/api/wins/{link:str}/{win:str}/winner/erasure", summary="Erase who won, by two people", status_code=200)
async def erase_winner(
    desk: TheDesk,
    caller: Calling,
    signed_in: SignedIn,
    link: FromPath[str],
    win: FromPath[str],
    data: JSONBody[ToErase],
) -> Erased:
    """After the house's time: the key is destroyed, and the answer names what may still hold the data."""
    desk.gate.require(desk.gate.commands, signed_in.id)
    require_reader(signed_in, c.EraseWinner, besides=PERSONAL)
    second = await desk.bearer(caller, data.card, Attempt(signed_in.id, "EraseWinner", signed_in.id))
    await desk.service.flush()
    found = await in_thread(READING, _win, desk, link, win)
    await desk.service.submit(second, c.EraseWinner(link, found.id, signed_in.id, _day(found)))
    return await in_thread(DOOR, _erase, desk, link, found)


def _day(found: Win) -> str:
    return found.at.date().isoformat()


def _erase(desk: Desk, link: str, found: Win) -> Erased:
    store = desk.service.store
    winner_data.erase_winner(store, link, found.id)
    since = tuple(one for one in backups(store) if one.at >= found.at)
    return Erased(backups=since, prints=0 if found.printed is None else found.printed.number)


def _win(desk: Desk, link: str, name: str) -> Win:
    with desk.service.store.reading() as reader:
        row = reader.row(WinRow, link=link, win=name) if link.isprintable() and name.isprintable() else None
    if row is None:
        raise CardroomError("unknown-win", f"There is no recorded win “{name}” of a link “{link}”.")
    return msgspec.json.decode(row.body, type=Win)


def _view(desk: Desk, found: Win, told: Winner | None, *, is_erased: bool) -> WinnerView:
    kept = desk.service.house.floor.winners
    tax = kept.tax_threshold(found.at.date())
    is_taxed = tax is not None and found.amount >= tax.amount
    asked = tuple(field for field in WinnerField if is_taxed or field not in TAX_DATA)
    until = None if kept.keep_days is None else found.at.date() + timedelta(days=kept.keep_days)
    return WinnerView(
        asks=() if found.source is Source.TRAY else asked,
        tax=tax if is_taxed else None,
        winner=told,
        is_erased=is_erased,
        keep_until=until,
        may_erase=until is not None and now().date() >= until and told is not None,
    )


def printed_winner_fields(desk: Desk, person: Person, link: str, win: str) -> tuple[tuple[str, str], ...]:
    """What a print of the page has of the winner, for whoever may read it: no tax data. A regulator's has none."""
    if person.role is Role.REGULATOR:
        return ()
    require_reader(person, c.NoteWinner, besides=PERSONAL)
    told = winner_data.find_winner(desk.service.store, link, win)
    return () if told is None else (("Winner", told.name), ("Identification seen", told.identification))
