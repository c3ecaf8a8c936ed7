"""The cage's papers: the sheet of a count, and the journal of a gaming day. Read from the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.features.cage.messages import CageCountChecked, CageMove, CageMoved
from cardroom.house.features.cage.text import NAMES, difference_in_words, movement_in_words
from cardroom.house.floor import Rack, worth
from cardroom.house.floor.chips import COINS
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.log.records import Record
from cardroom.house.reports.papers import Paper, PaperRow, PaperSection, dollars, figure, made_at, row, words
from cardroom.house.reports.table_periods import days_after
from cardroom.house.reports.win_pages import Signature, person_named
from cardroom.house.storage.database_reader import Reader
from cardroom.money import CENT, Money, show_money


class ListedCageCount(msgspec.Struct, frozen=True, kw_only=True):
    """A count of the cage by two people, under its place in the log."""

    position: int
    number: int
    at: datetime
    cash: Money
    chips: Money
    difference: str  # in words; "": none
    counted_by: str
    checked_by: str


def cage_counts(reader: Reader, house: House, day: str) -> list[ListedCageCount]:
    """Of a gaming day, the last one first."""
    found = []
    for record, event in _events_of_day(reader, day):
        if isinstance(event, CageCountChecked):
            found.append(
                ListedCageCount(
                    position=record.position, number=event.number, at=record.at, cash=worth(event.cash),
                    chips=worth(event.chips), difference=_differs(event),
                    counted_by=person_named(house, event.counted_by), checked_by=person_named(house, event.checked_by),
                )
            )  # fmt: skip
    return found[::-1]


def count_sheet(reader: Reader, house: House, position: int, at: datetime) -> Paper:
    """What was in the cage by note and chip, and what the books have expected."""
    for record in reader.at([position]):
        for part in record.parts:
            for event in part.events:
                if isinstance(event, CageCountChecked):
                    return _sheet(house, record, event, at)
    raise CardroomError("unknown-count", f"Record {position} is no count of the cage.")


def _sheet(house: House, record: Record, event: CageCountChecked, at: datetime) -> Paper:
    notices = [f"DIFFERENCE: {_differs(event)}{f': {event.why}' if event.why else ''}"] if _differs(event) else []
    return Paper(
        house=house.floor.name,
        title=f"Count {event.number} of the cage",
        period=record.day,
        notices=tuple(notices),
        sections=(
            _counted("Cash", "note", event.cash),
            _counted("Chips", "chip", event.chips),
            PaperSection(title="By the books", columns=("", "cash", "chips"), rows=tuple(_by_the_books(event)),
                         says=_told_when(house, record)),
        ),
        signatures=(
            Signature("Counted by", person_named(house, event.counted_by)),
            Signature("Checked by", person_named(house, event.checked_by)),
            Signature("Accounting", ""),
        ),
        made=made_at(at),
    )  # fmt: skip


def _told_when(house: House, record: Record) -> str:
    local = record.at.astimezone(ZoneInfo(house.floor.hours.zone))
    return f"Checked {local:%Y-%m-%d %H:%M:%S %Z}, record {record.position:,}."


def _counted(title: str, what: str, rack: Rack) -> PaperSection:
    rows = [
        row([words(COINS if value == CENT else show_money(value)), figure(f"{count:,}", count), dollars(value * count)])
        for value, count in sorted(rack.items(), reverse=True)
    ]
    total = row([words("In all"), words(""), dollars(worth(rack))], is_total=True)
    return PaperSection(title=title, columns=(what, "how many", "amount"), rows=(*rows, total))


def _by_the_books(event: CageCountChecked) -> Iterator[PaperRow]:
    if event.number == 1:
        yield _line("The first count: the books begin with it", worth(event.cash), worth(event.chips), is_total=True)
        return
    yield _line(f"Count {event.number - 1}", event.began_cash, event.began_chips)
    for one in event.moved:
        yield _line(NAMES[one.kind].capitalize(), one.cash, one.chips)
    counted = worth(event.cash), worth(event.chips)
    yield _line("Expected", counted[0] - event.cash_difference, counted[1] - event.chips_difference, is_total=True)
    yield _line("Counted", *counted, is_total=True)
    yield _line("Difference", event.cash_difference, event.chips_difference, is_total=True, is_bad=True)


def _line(what: str, cash: Money, chips: Money, *, is_total: bool = False, is_bad: bool = False) -> PaperRow:
    cells = (dollars(amount, is_bad=is_bad and amount != 0) for amount in (cash, chips))
    return row([words(what), *cells], is_total=is_total)


def _differs(event: CageCountChecked) -> str:
    amounts = (("cash", event.cash_difference), ("chips", event.chips_difference))
    return ", ".join(f"{difference_in_words(amount)} in {what}" for what, amount in amounts if amount)


# --- the journal ------------------------------------------------------------------------------------------------------


def cage_journal(reader: Reader, house: House, day: str, at: datetime) -> Paper:
    """Everything that moved the drawers on a gaming day, the cash of each person, and the counts."""
    found = list(_events_of_day(reader, day))
    moved = [(record, event) for record, event in found if isinstance(event, CageMoved)]
    columns = ("number", "at", "what", "cash", "chips", "by")
    total = row(
        [words("In all"), words(""), words(""), dollars(sum(event.cash for _, event in moved)),
         dollars(sum(event.chips for _, event in moved)), words("")],
        is_total=True,
    )  # fmt: skip
    lines = tuple(_journal_line(house, record, event) for record, event in moved)
    counts = tuple(
        row([words(f"{event.number}"), words(_clock(house, record)), dollars(worth(event.cash)),
             dollars(worth(event.chips)), words(_differs(event) or "none", is_bad=bool(_differs(event))),
             words(person_named(house, event.counted_by)), words(person_named(house, event.checked_by))])
        for record, event in found if isinstance(event, CageCountChecked)
    )  # fmt: skip
    return Paper(
        house=house.floor.name,
        title="Journal of the cage",
        period=day,
        notices=(),
        sections=(
            PaperSection(title="Movements", columns=columns, rows=(*lines, total) if lines else ()),
            PaperSection(title="Cash of people", columns=("person", "paid in", "paid out"),
                         rows=tuple(_cash_of_people(house, (event for _, event in moved)))),
            PaperSection(title="Counts", rows=counts,
                         columns=("count", "at", "cash", "chips", "difference", "counted by", "checked by")),
        ),
        signatures=(Signature("Cage", ""), Signature("Accounting", "")),
        made=made_at(at),
    )  # fmt: skip


def _journal_line(house: House, record: Record, event: CageMoved) -> PaperRow:
    return row(
        [words(str(event.number)), words(_clock(house, record)), words(movement_in_words(event)), dollars(event.cash),
         dollars(event.chips), words(person_named(house, record.by))]
    )  # fmt: skip


def _cash_of_people(house: House, moved: Iterable[CageMoved]) -> Iterator[PaperRow]:
    """What is undone takes its cash back out of the sums."""
    paid: dict[str, list[Money]] = {}
    for event in moved:
        if event.kind in (CageMove.SOLD, CageMove.REDEEMED):
            sums = paid.setdefault(event.person, [0, 0])
            sums[0 if event.kind is CageMove.SOLD else 1] += abs(event.cash) * (-1 if event.undoes else 1)
    for person, (taken, given) in sorted(paid.items()):
        yield row([words(person_named(house, person) or "patrons whom nobody knows"), dollars(taken), dollars(given)])


def _clock(house: House, record: Record) -> str:
    return f"{record.at.astimezone(ZoneInfo(house.floor.hours.zone)):%H:%M:%S}"


def _events_of_day(reader: Reader, day: str) -> Iterator[tuple[Record, object]]:
    """All events of the records that the cage was moved or counted in."""
    days = reader.days()
    found = next((one for one in days if one.day == day), None)
    if found is None:
        return
    rows = reader.events_of([EventKind.CAGE], found.first, days_after(days, day))
    for record in reader.at(sorted({one.position for one in rows})):
        for part in record.parts:
            for event in part.events:
                yield record, event
