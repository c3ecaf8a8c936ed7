"""The page of a win: what was won on which cards, by whom it was approved, where it was paid from, and who signs.

One description for the screen, the printer and programs: renderers lay it out and add nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.catalogue import is_known
from cardroom.house.engine.house import House
from cardroom.house.features.awards.rows import WinRow
from cardroom.house.kernel.people import SERVICE
from cardroom.house.log.records import link_stream
from cardroom.house.reports.winning_cards import CardsOf, cards_in_log, cards_of, proof_cards
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import LinkConfig, Source, Win
from cardroom.jackpots import commands as j
from cardroom.jackpots.engine.wins import HandedOver, Printed
from cardroom.jackpots.text.names import jackpot_name, level_title
from cardroom.jackpots.text.transcript import from_till
from cardroom.money import Money, show_money, spell_money
from cardroom.table.commands import Seat
from cardroom.typesetting import as_pdf


class Particular(msgspec.Struct, frozen=True):
    what: str
    text: str


class Signature(msgspec.Struct, frozen=True):
    """A line to be signed on."""

    whose: str
    name: str  # where it is known


class WinPage(msgspec.Struct, frozen=True, kw_only=True):
    house: str
    link: str
    win: str
    jackpot: str
    amount: Money
    figures: str
    words: str
    hand: str
    cards: tuple[CardsOf, ...]
    table: str
    seat: Seat
    round_id: str
    at: datetime
    particulars: tuple[Particular, ...]
    keep_until: date
    signatures: tuple[Signature, ...]
    notices: tuple[str, ...]  # what must catch the eye: a reprint, a win that was backed out or is not paid
    is_paid: bool
    is_backed_out: bool
    envy: dict[Seat, Money]  # paid because of it
    owed_back: dict[Seat, Money]  # what players still have of a win that is backed out, and are asked for
    printed: Printed | None  # the last print


class ListedWin(msgspec.Struct, frozen=True, kw_only=True):
    """A win in the list of a day, and where its page is."""

    link: str
    jackpot: str  # by its name, and its level's where it has several
    win: str
    at: datetime
    table: str
    seat: Seat
    round_id: str
    hand: str
    source: Source
    level: str
    amount: Money
    approved_by: str
    is_paid: bool
    is_backed_out: bool
    handed_over: HandedOver | None
    prints: int
    page: str


def wins_of_day(reader: Reader, house: House, day: str) -> list[ListedWin]:
    """Awards off a meter or by the house, by link. A day is from its first record to the next day's."""
    days = {row.day: row.first for row in reader.days()}
    if day not in days:
        return []
    following = min((first for first in days.values() if first > days[day]), default=None)
    edges = [record.at.isoformat() for record in reader.at([days[day], *([following] if following else [])])]
    since, until = edges[0], edges[1] if following else "9999"
    links = [name.removeprefix(link_stream("")) for name in reader.streams() if name.startswith(link_stream(""))]
    rows = [row for link in links for row in reader.hits_between(link, since, until)]
    return listed_wins(house, rows)


def listed_wins(house: House, rows: Iterable[WinRow]) -> list[ListedWin]:
    return [_listed(house, row, msgspec.json.decode(row.body, type=Win)) for row in rows]


def jackpot_of(config: LinkConfig, win: Win) -> str:
    return level_title(config, win.level) if win.level else jackpot_name(config.id)


def _listed(house: House, row: WinRow, win: Win) -> ListedWin:
    config = house.documents.get(win.config, LinkConfig)
    return ListedWin(
        link=row.link,
        jackpot=jackpot_of(config, win),
        win=win.id,
        at=win.at,
        table=win.table,
        seat=win.seat,
        round_id=win.round_id,
        hand=config.line(win.line).text,
        source=win.source,
        level=win.level,
        amount=win.amount,
        approved_by=win.approved_by,
        is_paid=win.is_paid,
        is_backed_out=win.is_backed_out,
        handed_over=win.handed_over,
        prints=0 if win.printed is None else win.printed.number,
        page=f"/api/wins/{row.link}/{win.id}",
    )


def win_page(reader: Reader, house: House, link: str, name: str) -> WinPage:
    """Of any win there ever was, as it stands on disk."""
    row = reader.row(WinRow, link=link, win=name) if link.isprintable() and name.isprintable() else None
    if row is None:
        raise CardroomError("unknown-win", f"There is no recorded win “{name}” of a link “{link}”.")
    win = msgspec.json.decode(row.body, type=Win)
    config = house.documents.get(win.config, LinkConfig)
    zone = ZoneInfo(house.floor.hours.zone)
    at = win.at.astimezone(zone)
    return WinPage(
        house=house.floor.name,
        link=link,
        win=win.id,
        jackpot=jackpot_of(config, win),
        amount=win.amount,
        figures=show_money(win.amount),
        words=spell_money(win.amount),
        hand=config.line(win.line).text,
        cards=_cards(reader, house, win, config),
        table=win.table,
        seat=win.seat,
        round_id=win.round_id,
        at=at,
        particulars=tuple(particular for particular in _particulars(house, win, config, at) if particular.text),
        keep_until=at.date() + house.floor.approvals.cards_kept,
        signatures=tuple(_signatures(house, win, config)),
        notices=tuple(_notices(house, win)),
        is_paid=win.is_paid,
        is_backed_out=win.is_backed_out,
        envy=win.envy,
        owed_back=win.owed_back(),
        printed=win.printed,
    )


def _cards(reader: Reader, house: House, win: Win, config: LinkConfig) -> tuple[CardsOf, ...]:
    if win.proof:
        return proof_cards(win.proof)
    table = config.table(win.table)
    if not is_known(table.game):
        return ()
    wager = table.wager.id
    in_log = cards_in_log(reader, house.documents, win.round_id, win.seat, wager)
    return in_log or cards_of(house, win.table, win.round_id, win.seat, wager)


def _particulars(house: House, win: Win, config: LinkConfig, at: datetime) -> Iterator[Particular]:
    table = house.tables.get(win.table)
    name = "" if table is None or table.plan.name == win.table else f" ({table.plan.name})"
    yield Particular("Won", f"{at:%Y-%m-%d %H:%M:%S} {house.floor.hours.zone}")
    yield Particular("Table", f"{win.table}{name}, seat {win.seat}")
    yield Particular("Round", win.round_id)
    yield Particular("Pay table", config.paytable.title)
    yield Particular("Pays", f"{win.pays}")
    yield Particular("Paid from", _paid_from(house, win))
    if win.source is Source.METER:
        yield Particular("Meter before", show_money(win.displayed))
        yield Particular("Meter after", show_money(win.meter_after) if win.is_paid else "")
        yield Particular("Advanced by the house", show_money(win.advanced) if win.advanced else "")
    if win.source is Source.HOUSE:
        yield Particular("Posted prize", show_money(win.displayed))
    yield Particular("Player", person_named(house, win.player))
    yield Particular("Dealer", person_named(house, _dealer(win)))
    yield Particular("Entered by", person_named(house, win.entered_by))
    yield Particular("Verified by", person_named(house, win.verified_by))
    yield Particular("Confirmed by", person_named(house, win.confirmed_by))
    card = "" if win.card is None else f", {win.card}'s card"
    yield Particular("Approved by", f"{person_named(house, win.approved_by)}{card}")
    if win.handed_over is not None:
        yield Particular("Handed over by", person_named(house, win.handed_over.by))
        yield Particular("Paid by", person_named(house, win.handed_over.paid_by))
    yield Particular("Envy paid", _by_seat(win.envy))
    yield Particular("Given back", _by_seat(win.returned))


def _dealer(win: Win) -> str:
    return win.dealt_by or SERVICE.id


def _by_seat(amounts: Mapping[Seat, Money]) -> str:
    return ", ".join(f"seat {seat} {show_money(amount)}" for seat, amount in sorted(amounts.items()))


def _paid_from(house: House, win: Win) -> str:
    source = {
        Source.TRAY: "the tray of the table",
        Source.METER: f"the meter of {win.level}",
        Source.HOUSE: "the house, a posted prize",
    }[win.source]
    if win.source is Source.TRAY:
        return source
    if win.handed_over is not None:
        return f"{source}; handed over {from_till(win.handed_over.till, win.handed_over.slip)}"
    return f"{source}; to be handed over" if _is_real(house, win) else f"{source}, in chips to the player's stack"


def _is_real(house: House, win: Win) -> bool:
    table = house.tables.get(win.table)
    return win.handed_over is not None or (table is not None and table.plan.is_real)


def person_named(house: House, person: str) -> str:
    known = house.people.get(person)
    if known is None or known.name == person:
        return person
    return known.name if known == SERVICE else f"{known.name} ({person})"


def _signatures(house: House, win: Win, config: LinkConfig) -> Iterator[Signature]:
    needs_executive = win.card is j.StaffCard.EXECUTIVE or config.needs_executive(win.table, win.amount)
    by_executive = win.card is j.StaffCard.EXECUTIVE
    yield Signature("Player", person_named(house, win.player))
    yield Signature("Dealer", person_named(house, _dealer(win)))
    yield Signature("Supervisor", person_named(house, win.confirmed_by if by_executive else win.approved_by))
    if needs_executive:
        yield Signature("Executive", person_named(house, win.approved_by) if by_executive else "")
    is_from_tray = win.handed_over is not None and win.handed_over.till is j.Till.TRAY
    if win.source is not Source.TRAY and _is_real(house, win) and not is_from_tray:
        yield Signature("Cage", "")


def _notices(house: House, win: Win) -> Iterator[str]:
    if win.printed is not None and win.printed.number > 1:
        yield f"REPRINT: print {win.printed.number}, by {person_named(house, win.printed.by)}"
    if win.is_backed_out:
        told = win.backed_out
        people = "" if told is None else f" by {told.by} and {told.approved_by}: {told.why}"
        yield f"BACKED OUT{people}"
        if win.envy_fate is not None:
            yield f"The envy of it is {win.envy_fate.told}"
        if owed := win.owed_back():
            yield f"To be given back: {_by_seat(owed)}"
    if win.is_hand_pay_due:
        yield "OWED: the cage has not paid the hand-pay slip yet"
    if not win.is_paid:
        yield "NOT PAID YET: the key is not back at RUN"


def win_page_as_pdf(page: WinPage) -> bytes:
    """As it was last printed."""
    if page.printed is None:
        raise CardroomError("not-printed", f"The page of win {page.win} has not been printed: PrintWin comes first.")
    return as_pdf("win_page", page)
