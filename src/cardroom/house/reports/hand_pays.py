"""What the cage owes to winners: each award on a hand-pay slip of its own, paid once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel.gaming_days import day_of
from cardroom.house.reports.win_pages import Particular, Signature, jackpot_of, person_named
from cardroom.jackpots import LinkConfig, Win
from cardroom.jackpots.commands import Till
from cardroom.jackpots.engine.adjustments import find_win
from cardroom.money import Money, show_money, spell_money
from cardroom.table.commands import Seat
from cardroom.typesetting import as_pdf


class HandPay(msgspec.Struct, frozen=True, kw_only=True):
    """An award on a slip. It is owed until the cage has paid it, or the win is backed out."""

    slip: int
    link: str
    win: str
    jackpot: str
    hand: str
    table: str
    table_name: str
    seat: Seat
    round_id: str
    amount: Money
    approved_by: str
    written_by: str
    written_at: datetime
    paid_by: str  # "": not yet
    paid_at: datetime | None
    is_backed_out: bool

    @property
    def is_due(self) -> bool:
        return self.paid_at is None and not self.is_backed_out


class HandPays(msgspec.Struct, frozen=True):
    owed: tuple[HandPay, ...]  # the oldest slip first
    owed_in_all: Money
    done: tuple[HandPay, ...]  # paid or void on this gaming day, the last one first
    paid_in_all: Money


class HandPaySlip(msgspec.Struct, frozen=True, kw_only=True):
    """The paper of one, for the winner and for the cage."""

    house: str
    title: str
    notices: tuple[str, ...]
    figures: str
    words: str
    particulars: tuple[Particular, ...]
    signatures: tuple[Signature, ...]
    printed: str
    piles: tuple[()] = ()
    prints: int = 1  # the log knows whether it is paid: a second print pays nobody


def hand_pays(house: House) -> HandPays:
    found = sorted(_all(house), key=lambda pay: pay.slip)
    owed = tuple(pay for pay in found if pay.is_due)
    done = tuple(pay for pay in reversed(found) if not pay.is_due and _is_of_today(house, pay))
    paid = sum(pay.amount for pay in done if pay.paid_at is not None)
    return HandPays(owed, sum(pay.amount for pay in owed), done, paid)


def hand_pay_slip(house: House, link: str, win: str, at: datetime) -> HandPaySlip:
    state = house.link(link).state
    found = find_win(state, win)
    pay = _of(house, link, found)
    if pay is None:
        raise CardroomError("no-hand-pay", f"The cage owes nothing of win {win}: it has no hand-pay slip.")
    zone = ZoneInfo(house.floor.hours.zone)
    if pay.is_backed_out:
        notices: tuple[str, ...] = ("BACKED OUT: not to be paid",) if pay.paid_at is None else ("BACKED OUT",)
    else:
        notices = () if pay.paid_at is None else (f"PAID {pay.paid_at.astimezone(zone):%Y-%m-%d %H:%M}",)
    told = (
        ("Win", pay.win),
        ("Jackpot", pay.jackpot),
        ("Hand", pay.hand),
        ("Table", f"{pay.table_name}, seat {pay.seat}"),
        ("Round", pay.round_id),
        ("Player", person_named(house, found.player)),
        ("Approved by", pay.approved_by),
        ("Written by", f"{pay.written_by}, {pay.written_at.astimezone(zone):%Y-%m-%d %H:%M}"),
        ("Paid by", pay.paid_by),
    )
    return HandPaySlip(
        house=house.floor.name,
        title=f"Hand-pay slip {pay.slip}",
        notices=notices,
        figures=show_money(pay.amount),
        words=spell_money(pay.amount),
        particulars=tuple(Particular(what, text) for what, text in told if text),
        signatures=(Signature("Winner", person_named(house, found.player)), Signature("Cage", pay.paid_by)),
        printed=f"Printed {at.astimezone(zone):%Y-%m-%d %H:%M}",
    )


def hand_pay_slip_as_pdf(slip: HandPaySlip) -> bytes:
    return as_pdf("slip", slip)


def _all(house: House) -> Iterator[HandPay]:
    for name, link in house.links.items():
        for win in link.state.wins.values():
            if pay := _of(house, name, win):
                yield pay


def _of(house: House, link: str, win: Win) -> HandPay | None:
    handed = win.handed_over
    if handed is None or handed.till is not Till.CAGE:
        return None
    config = house.documents.get(win.config, LinkConfig)
    table = house.tables.get(win.table)
    return HandPay(
        slip=handed.slip,
        link=link,
        win=win.id,
        jackpot=jackpot_of(config, win),
        hand=config.line(win.line).text,
        table=win.table,
        table_name=win.table if table is None else table_title(table.plan),
        seat=win.seat,
        round_id=win.round_id,
        amount=win.amount,
        approved_by=person_named(house, win.approved_by),
        written_by=person_named(house, handed.by),
        written_at=handed.at,
        paid_by=person_named(house, handed.paid_by),
        paid_at=handed.paid_at,
        is_backed_out=win.is_backed_out,
    )


def _is_of_today(house: House, pay: HandPay) -> bool:
    return day_of(pay.paid_at or pay.written_at, house.floor.hours) == house.day
