"""A day as CSV: one row for every figure of a table, a jackpot or a bank account."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from cardroom.house.reports.formula_safe_csv import Rows
from cardroom.money import plain_dollars

if TYPE_CHECKING:
    from cardroom.house.reports.day_report import BankReport, JackpotReport, TableReport
    from cardroom.house.reports.significant_events import ListedEvent

COLUMNS = ("date", "part", "name", "figure", "value", "unit")
DOLLARS = "USD"
Figure = tuple[str, str, str]  # what it is of, its value, and its unit


def print_day(
    date: str,
    tables: Iterable[TableReport],
    jackpots: Iterable[JackpotReport],
    banks: Iterable[BankReport],
    events: Iterable[ListedEvent],
) -> None:
    """Print to standard output. Figures are named as in the JSON document, with dots between the parts."""
    rows = Rows(sys.stdout)
    rows.write(*COLUMNS)
    for part, reports in (("table", tables), ("jackpot", jackpots), ("bank", banks)):
        for report in reports:
            name, *figures = _figures("", report)
            rows.write_all((date, part, name[1], *figure) for figure in figures)
    rows.write_all((date, "event", event.at, event.kind, event.what, "") for event in events)


def _figures(name: str, value: Any, *, is_money: bool = False) -> Iterator[Figure]:
    """All figures in a value; none for None."""
    match value:
        case None:
            return
        case msgspec.Struct():
            for field, kind in _fields(value).items():
                yield from _figures(_joined(name, field), getattr(value, field), is_money="Money" in kind)
        case Mapping():
            for key, item in value.items():
                yield from _figures(_joined(name, str(key)), item, is_money=is_money)
        case list() | tuple():
            for place, item in enumerate(value, 1):
                yield from _figures(_joined(name, str(place)), item, is_money=is_money)
        case bool():
            yield name, "yes" if value else "no", ""
        case int() if is_money:
            yield name, plain_dollars(value), DOLLARS
        case datetime():
            yield name, value.isoformat(), ""
        case _:
            yield name, str(value), ""


def _fields(value: msgspec.Struct) -> dict[str, str]:
    """The fields of a report with their annotated types: an amount of money is a Money."""
    written = {
        name: str(kind)
        for part in reversed(type(value).__mro__)
        for name, kind in vars(part).get("__annotations__", {}).items()
    }
    return {name: written.get(name, "") for name in value.__struct_fields__}


def _joined(name: str, more: str) -> str:
    return f"{name}.{more}" if name else more
