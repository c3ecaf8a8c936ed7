"""One question for every figure: what makes it. A year opens its days, a day its tables, a table its records.

Whatever is answered sums to the figure, and says whether it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from cardroom.errors import CardroomError
from cardroom.house.engine.day_figures import IN_WIN
from cardroom.house.engine.house import House
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.log.records import LinkPart, link_stream
from cardroom.house.reports.meter_periods import NAMES, activity_by_day, activity_of, read_links
from cardroom.house.reports.movements import (
    METER,
    OF_JACKPOTS,
    OF_TABLES,
    Movement,
    ReadDay,
    TableDay,
    link_movements,
)
from cardroom.house.reports.papers import behind
from cardroom.house.reports.table_periods import JACKPOTS_IN_WIN, GroupedBy, PeriodLine, is_day, read_lines, total_line
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import events as j
from cardroom.jackpots.text.names import jackpot_name
from cardroom.ledger import PostingCode
from cardroom.money import show_money
from cardroom.table import TableSettings

AT_ONCE = 500  # records of one answer
# Figures that are made of others, with the sign of each.
MADE_OF: Mapping[str, Mapping[str, int]] = {
    "win": IN_WIN,
    "win_with_jackpots": {"win": 1, **JACKPOTS_IN_WIN},
    "adjustment": {"won_from_meter": 1, "backed_out_to_meter": -1, "accrued": -1},  # of the games report
}
COUNTS = frozenset({"rounds", "voids", "wagers", "wins"})  # all others are money
TOLD = {
    "closing": "closing", "opening": "opening", "jackpot_chips": "chips of jackpots in the tray",
    "over_short": "over or short", "coin_in": "jackpot wagers", "won_from_house": "prizes of the house",
    "backed_out_to_house": "prizes of the house backed out", "won_from_meter": "paid from prizes",
    "backed_out_to_meter": "prizes backed out", "won_from_tray": "paid by the tray",
    "backed_out_to_tray": "pays of the tray backed out", "adjustment": "adjustment of the games report",
    "win_with_jackpots": "win with jackpots",
}  # fmt: skip


class BehindPart(msgspec.Struct, frozen=True, kw_only=True):
    """Another figure that is in this one."""

    name: str
    text: str
    amount: int  # as it counts here: what is taken away is below zero
    opens: str


class BehindLine(msgspec.Struct, frozen=True, kw_only=True):
    """A record, with what it adds."""

    position: int  # 0: it was there when the day began
    at: datetime
    by: str
    what: str
    round_id: str
    text: str
    amount: int


class FigureBehind(msgspec.Struct, frozen=True, kw_only=True):
    """What makes a figure: other figures, or records."""

    title: str
    text: str
    amount: int  # as the report has it
    sum: int  # of all parts and records
    is_equal: bool
    parts: tuple[BehindPart, ...]
    lines: tuple[BehindLine, ...]
    count: int  # records in all
    next: int | None  # where the following ones begin


class FigureQuestion(msgspec.Struct, frozen=True, kw_only=True):
    figure: str
    period: str
    place: str = ""
    link: str = ""
    code: str = ""

    def opens(self, **other: str) -> str:
        asked = msgspec.structs.asdict(replace(self, **other))
        return behind(asked.pop("figure"), **asked)


def what_makes(reader: Reader, house: House, asked: FigureQuestion, offset: int = 0) -> FigureBehind:
    if asked.figure.startswith(METER):
        return _of_meter(reader, asked, offset)
    if asked.figure == "deposits":
        return _of_deposits(reader, house, asked, offset)
    if asked.figure not in (*OF_TABLES, *OF_JACKPOTS, *MADE_OF):
        raise CardroomError("unknown-figure", f"No report has a figure “{asked.figure}”.")
    if not is_day(asked.period):
        return _by_days(reader, house, asked)
    lines = read_lines(reader, house, asked.period, GroupedBy.TABLE)
    of_tables = {line.key: line for line in lines}
    if not asked.place:
        names = [name for name, line in of_tables.items() if _amount(reader, line, asked)]
        parts = [_part(asked, of_tables[name].name, _amount(reader, of_tables[name], asked), place=name)
                 for name in names]  # fmt: skip
        return _of_parts(asked, _all(reader, lines, asked), parts)
    line = of_tables.get(asked.place)
    if line is None:
        raise CardroomError("unknown-table", f"{asked.place} has no figures on {asked.period}.")
    if asked.figure in MADE_OF:
        amounts = {name: sign * _amount(reader, line, replace(asked, figure=name))
                   for name, sign in MADE_OF[asked.figure].items()}  # fmt: skip
        parts = [
            _part(asked, ("" if MADE_OF[asked.figure][name] > 0 else "less ") + _named(name), amount, figure=name)
            for name, amount in amounts.items()
            if amount
        ]
        return _of_parts(asked, _amount(reader, line, asked), parts)
    return _of_records(asked, _amount(reader, line, asked), _records(reader, house, asked), offset)


def _records(reader: Reader, house: House, asked: FigureQuestion) -> list[Movement]:
    """Of one table on one day."""
    if asked.figure in OF_TABLES:
        settings = lambda name: house.documents.get(name, TableSettings)  # noqa: E731
        found = TableDay(reader, asked.place, ReadDay(reader, asked.period), (asked.figure,), settings)
        return [moved for moved in found.movements if moved.figure == asked.figure]
    links = [asked.link] if asked.link else [link.link for link in read_links(reader, asked.period)]
    return [
        moved
        for link in links
        for moved in link_movements(reader, link, asked.period)
        if moved.figure == asked.figure and moved.table == asked.place
    ]


def _amount(reader: Reader, line: PeriodLine, asked: FigureQuestion) -> int:
    """As a report has it."""
    if asked.figure == "win":
        return line.win
    if asked.figure in MADE_OF:
        made_of = MADE_OF[asked.figure].items()
        return sum(sign * _amount(reader, line, replace(asked, figure=name)) for name, sign in made_of)
    if asked.figure in OF_TABLES:
        return line.amounts.get(asked.figure, 0)
    if not asked.link:
        return line.jackpots.get(asked.figure, 0)
    return int(getattr(activity_of(read_links(reader, asked.period, asked.link), line.key), asked.figure))


def _all(reader: Reader, lines: Sequence[PeriodLine], asked: FigureQuestion) -> int:
    return _amount(reader, total_line(lines), asked)


def _by_days(reader: Reader, house: House, asked: FigureQuestion) -> FigureBehind:
    """A year opens its months, and a month its days."""
    if asked.figure in ("opening", "closing"):
        raise CardroomError("of-a-day", "What a tray held is known of a day: open one.")
    by_day = read_days(reader, house, asked)
    length = len("2026-11") if len(asked.period) < len("2026-11") else len("2026-11-15")
    sums: dict[str, int] = {}
    for day, amount in by_day.items():
        sums[day[:length]] = sums.get(day[:length], 0) + amount
    parts = [_part(asked, name, amount, period=name) for name, amount in sums.items() if amount]
    lines = read_lines(reader, house, asked.period, GroupedBy.TABLE)
    chosen = [line for line in lines if asked.place in ("", line.key)]
    return _of_parts(asked, _all(reader, chosen, asked) if not asked.link else sum(by_day.values()), parts)


def read_days(reader: Reader, house: House, asked: FigureQuestion) -> dict[str, int]:
    """The figure on each day of a period, of one table or of all."""
    if asked.figure in MADE_OF and asked.figure != "win":
        sums: dict[str, int] = {}
        for name, sign in MADE_OF[asked.figure].items():
            for day, amount in read_days(reader, house, replace(asked, figure=name)).items():
                sums[day] = sums.get(day, 0) + sign * amount
        return sums
    if asked.figure in OF_JACKPOTS:
        return activity_by_day(reader, asked.period, asked.figure, asked.place, asked.link)
    lines = read_lines(reader, house, asked.period, GroupedBy.DAY, asked.place)
    return {line.key: _amount(reader, line, asked) for line in lines}


# --- meters -----------------------------------------------------------------------------------------------------------


def _of_meter(reader: Reader, asked: FigureQuestion, offset: int) -> FigureBehind:
    level = asked.figure.removeprefix(METER)
    links = read_links(reader, asked.period, asked.link)
    days = [day for link in links for day in link.levels if day.level == level]
    if not days:
        raise CardroomError("unknown-level", f"{asked.link} has no level {level} then.")
    codes = [PostingCode(asked.code)] if asked.code in set(PostingCode) else []

    def amount(of_days: Iterable[object]) -> int:
        return sum(
            sum(day.by_code.get(code, 0) for code in codes) if codes else day.ending - day.beginning
            for day in days
            if day in of_days
        )

    if is_day(asked.period):
        moved = [
            one
            for one in link_movements(reader, asked.link, asked.period)
            if one.figure == asked.figure and (not codes or one.code in codes)
        ]
        return _of_records(asked, amount(days), moved, offset)
    parts = [_part(asked, day.day, amount([day]), period=day.day) for day in days if amount([day])]
    return _of_parts(asked, amount(days), parts)


# --- the bank ---------------------------------------------------------------------------------------------------------


def deposits_of(reader: Reader, link: str, first: int = 0) -> list[Movement]:
    """Everything that was recorded as brought to the bank."""
    rows = reader.events_of([EventKind.JACKPOT], first, None, link_stream(link))
    positions = sorted({row.position for row in rows})
    return [
        Movement(figure="deposits", position=record.position, at=event.at, by=event.by, amount=event.amount,
                 what="deposit")
        for record in reader.holding(positions, [b'"type":"Deposited"'])
        for part in record.parts
        if isinstance(part, LinkPart) and part.link == link
        for event in part.events
        if isinstance(event, j.Deposited)
    ]  # fmt: skip


def _of_deposits(reader: Reader, house: House, asked: FigureQuestion, offset: int) -> FigureBehind:
    deposited = house.link(asked.link).state.deposited
    return _of_records(asked, deposited, deposits_of(reader, asked.link), offset)


# --- answers ----------------------------------------------------------------------------------------------------------


def _part(asked: FigureQuestion, name: str, amount: int, **other: str) -> BehindPart:
    return BehindPart(name=name, text=_shown(asked.figure, amount), amount=amount, opens=asked.opens(**other))


def _of_parts(asked: FigureQuestion, amount: int, parts: Sequence[BehindPart]) -> FigureBehind:
    summed = sum(part.amount for part in parts)
    return FigureBehind(
        title=_title(asked), text=_shown(asked.figure, amount), amount=amount, sum=summed, is_equal=summed == amount,
        parts=tuple(parts), lines=(), count=0, next=None,
    )  # fmt: skip


def _of_records(asked: FigureQuestion, amount: int, moved: Sequence[Movement], offset: int) -> FigureBehind:
    summed = sum(one.amount for one in moved)
    end = offset + AT_ONCE
    lines = tuple(
        BehindLine(position=one.position, at=one.at, by=one.by, what=one.what, round_id=one.round_id,
                   text=_shown(asked.figure, one.amount), amount=one.amount)
        for one in moved[offset:end]
    )  # fmt: skip
    return FigureBehind(
        title=_title(asked), text=_shown(asked.figure, amount), amount=amount, sum=summed, is_equal=summed == amount,
        parts=(), lines=lines, count=len(moved), next=end if end < len(moved) else None,
    )  # fmt: skip


def _shown(figure: str, amount: int) -> str:
    return f"{amount:,}" if figure in COUNTS else show_money(amount)


def _named(figure: str) -> str:
    return TOLD.get(figure, figure.replace("_", " "))


def _title(asked: FigureQuestion) -> str:
    if asked.figure.startswith(METER):
        code = asked.code and f", {NAMES.get(PostingCode(asked.code), asked.code)}"
        return f"{jackpot_name(asked.link)}, {asked.figure.removeprefix(METER)}{code}, {asked.period or 'all days'}"
    where = [asked.place, jackpot_name(asked.link) if asked.link else "", asked.period]
    return ", ".join([_named(asked.figure).capitalize(), *(part for part in where if part)])
