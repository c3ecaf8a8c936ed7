"""Slips of a day, for cage and accounting: what is open, void or printed twice, and whether a number is missing.

Read from the index, so that it can be held against the house and against paper.
"""

from __future__ import annotations

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.features.slips.slip_views import ChipPile, SlipView, slip_view
from cardroom.house.features.slips.state import SLIPS_STREAM, DaySlips, Slip, SlipStage
from cardroom.house.reports.win_pages import Particular, Signature
from cardroom.house.storage.database_reader import Reader
from cardroom.money import Money, show_money, spell_money
from cardroom.typesetting import as_pdf


class SlipReport(msgspec.Struct, frozen=True, kw_only=True):
    """The slips of a gaming day, and what has to be explained about them."""

    day: str
    slips: tuple[Slip, ...]  # on which something was done, or that were not finished
    fills: Money  # received
    credits: Money
    open: tuple[int, ...]  # asked for, approved or on the way when the day was last looked at
    void: tuple[int, ...]
    reprinted: tuple[int, ...]
    missing: tuple[int, ...]  # numbers up to the last one that no day knows


class SlipPage(msgspec.Struct, frozen=True, kw_only=True):
    """A slip as it is printed."""

    house: str
    title: str
    number: int
    figures: str
    words: str
    piles: tuple[ChipPile, ...]
    particulars: tuple[Particular, ...]
    signatures: tuple[Signature, ...]
    notices: tuple[str, ...]
    prints: int
    printed: str  # when, and by whom; "" where it was not printed
    slip: SlipView


def slip_report(reader: Reader, day: str) -> SlipReport:
    days = _days(reader, day)
    last = days[-1] if days else None
    if last is None or last[0] != day:  # nothing was done on the day; what was open still is
        left = tuple(slip for slip in last[1].slips if slip.is_on) if last is not None else ()
    else:
        left = last[1].slips
    known = {slip.number for _, of_day in days for slip in of_day.slips}
    highest = last[1].last if last is not None else 0

    def received(kind: SlipKind) -> Money:
        done = (slip for slip in left if slip.kind is kind and slip.stage is SlipStage.RECEIVED and slip.changed == day)
        return sum(slip.amount for slip in done)

    return SlipReport(
        day=day,
        slips=left,
        fills=received(SlipKind.FILL),
        credits=received(SlipKind.CREDIT),
        open=tuple(slip.number for slip in left if slip.is_on),
        void=tuple(slip.number for slip in left if slip.stage is SlipStage.VOID),
        reprinted=tuple(slip.number for slip in left if slip.prints > 1),
        missing=tuple(number for number in range(1, highest + 1) if number not in known),
    )


def find_slip(reader: Reader, house: House, number: int) -> Slip:
    """As the house has it; as its last day left it, where that is closed."""
    if number in house.chip_slips:
        return house.chip_slips[number]
    for _, of_day in reversed(_days(reader, "9999")):
        for slip in of_day.slips:
            if slip.number == number:
                return slip
    raise CardroomError("unknown-slip", f"There is no slip {number}.")


def _days(reader: Reader, until: str) -> list[tuple[str, DaySlips]]:
    rows = reader.figures_of(SLIPS_STREAM, until)
    return [(row.day, msgspec.json.decode(row.figures, type=DaySlips)) for row in rows]


def slip_page(house: House, slip: Slip) -> SlipPage:
    view = slip_view(house, slip)
    signed = {one.what: one for one in view.signed}
    particulars = [
        Particular("Table", f"{view.table_name} ({slip.table})"),
        Particular("Stands", view.says),
        *(
            Particular(one.what.capitalize(), f"{one.name or one.by} ({one.by}), {one.at:%Y-%m-%d %H:%M:%S} UTC")
            for one in view.signed
            if one.what != "printed"
        ),
    ]
    whose = {
        SlipKind.FILL: ("Cage, who sends", "Runner", "Dealer, who receives", "Supervisor"),
        SlipKind.CREDIT: ("Dealer, who sends", "Runner", "Cage, who receives", "Supervisor"),
    }[slip.kind]
    notices = ["REPRINT"] if slip.prints > 1 else []
    if slip.stage is SlipStage.VOID:
        notices.append(f"VOID: {slip.cause.told(slip.why)}")
    printed = signed.get("printed")
    return SlipPage(
        house=house.floor.name,
        title=f"{slip.kind.capitalize()} slip {slip.number:06d}",
        number=slip.number,
        figures=show_money(slip.amount),
        words=spell_money(slip.amount),
        piles=view.piles,
        particulars=tuple(particulars),
        signatures=tuple(Signature(name, "") for name in whose),
        notices=tuple(notices),
        prints=slip.prints,
        printed=f"Print {slip.prints}, {printed.at:%Y-%m-%d %H:%M:%S} UTC, by {printed.by}" if printed else "",
        slip=view,
    )


def slip_as_pdf(page: SlipPage) -> bytes:
    """As it was last printed."""
    if not page.prints:
        raise CardroomError("not-printed", f"Slip {page.number} has not been printed: PrintSlip comes first.")
    return as_pdf("slip", page)
