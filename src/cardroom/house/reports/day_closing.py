"""The gaming day as one guided act: what is to be done before its figures are final, what is missing, and the close."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from cardroom.documents import Hash
from cardroom.errors import CardroomError
from cardroom.house.engine.day_figures import TableFigures
from cardroom.house.engine.house import House
from cardroom.house.features.accounting.messages import NoteAbout
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.features.days.rows import DayRow
from cardroom.house.floor import Rack
from cardroom.house.floor.display_names import is_private_id, table_title, title_of_id
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.log import events as e
from cardroom.house.log.records import TablePart, table_stream
from cardroom.house.reports.cage_papers import cage_counts
from cardroom.house.reports.notes import notes_since
from cardroom.house.reports.papers import Paper, PaperSection, made_at, row, words
from cardroom.house.reports.slips import slip_report
from cardroom.house.reports.table_periods import SIGNATURES, days_after
from cardroom.house.storage.database_reader import Reader
from cardroom.money import Money, show_money


class ClosingItem(msgspec.Struct, frozen=True, kw_only=True):
    """One table, slip or count in a step."""

    what: str
    says: str
    is_done: bool
    href: str = ""  # where it is done
    note: str = ""  # what accounting has written
    place: str = ""  # by which a note is written; "": none is asked for


class ClosingStep(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    is_done: bool
    says: str
    items: tuple[ClosingItem, ...] = ()


class DayClosing(msgspec.Struct, frozen=True, kw_only=True):
    """A day on its way to being final."""

    house: str
    day: str
    begins: datetime
    ends: datetime
    is_closed: bool
    is_next: bool  # it is the first that is open, so that it can be closed when it is over
    closes_by_hand: bool
    steps: tuple[ClosingStep, ...]
    missing: int  # steps that are not done, the close itself left out


class ListedDay(msgspec.Struct, frozen=True, kw_only=True):
    day: str
    is_closed: bool
    is_on: bool


class CountByTwo(msgspec.Struct, frozen=True, kw_only=True):
    """A count that two people have made, of a tray or of a box."""

    table: str
    purpose: Purpose
    rack: Rack
    amount: Money
    difference: Money
    by: str
    checked_by: str
    why: str
    at: datetime
    position: int


def list_days(reader: Reader, house: House) -> list[ListedDay]:
    """The last one first."""
    days = [
        ListedDay(day=one.day, is_closed=one.day <= house.closed, is_on=one.day == house.day) for one in reader.days()
    ]
    return days[::-1]


def day_closing(reader: Reader, house: House, day: str, at: datetime) -> DayClosing:
    days = reader.days()
    found = next((one for one in days if one.day == day), None)
    if found is None:
        raise CardroomError("unknown-day", f"There was no gaming day {day}.")
    ends = datetime.fromisoformat(found.ends).astimezone(ZoneInfo(house.floor.hours.zone))
    is_closed = day <= house.closed
    open_days = sorted(house.figures)
    figures = {
        kept.stream.removeprefix(table_stream("")): msgspec.json.decode(kept.figures, type=TableFigures)
        for kept in reader.figures_between(day, day)
        if kept.stream.startswith(table_stream("")) and not is_private_id(kept.stream.removeprefix(table_stream("")))
    }
    counts = list(_counts(reader, found, days))
    notes = {
        note.place: note.text for note in notes_since(reader, found.first, NoteAbout.DIFFERENCE) if note.day == day
    }
    steps = (
        ClosingStep(
            id="over", title="The day is over", is_done=at >= ends, says=f"It ends at {ends:%Y-%m-%d %H:%M %Z}."
        ),
        _drop(house, figures, counts, is_closed=is_closed),
        _openers(house, figures, counts),
        _differences(house, counts, notes),
        _slips(reader, day),
        *_cage(reader, house, day),
        _heads(reader, house, day, is_closed=is_closed),
    )
    return DayClosing(
        house=house.floor.name, day=day, begins=datetime.fromisoformat(found.begins), ends=ends, is_closed=is_closed,
        is_next=bool(open_days) and open_days[0] == day, closes_by_hand=not house.floor.closes_days, steps=steps,
        missing=sum(not step.is_done for step in steps if step.id != "closed"),
    )  # fmt: skip


def _counts(reader: Reader, of: DayRow, days: Sequence[DayRow]) -> Iterator[CountByTwo]:
    """Counts by two people on this day."""
    rows = reader.events_of([EventKind.BANK], of.first, days_after(days, of.day))
    marks = [b'"type":"TrayChecked"', b'"type":"DropCollected"']
    for record in reader.holding(sorted({one.position for one in rows}), marks):
        for part in record.parts:
            for event in part.events if isinstance(part, TablePart) else ():
                assert isinstance(part, TablePart)
                match event:
                    case e.TrayChecked() | e.DropCollected():
                        yield CountByTwo(
                            table=part.table, rack=event.rack, amount=event.amount, difference=event.difference,
                            purpose=event.purpose if isinstance(event, e.TrayChecked) else Purpose.DROP,
                            by=event.counted_by, checked_by=event.checked_by, why=event.why, at=record.at,
                            position=record.position,
                        )  # fmt: skip
                    case _:
                        pass


def denominations(rack: Rack) -> str:
    """What was counted of each value, the largest first.

    >>> denominations({100_000_000: 2, 5_000_000: 1})
    '2 × $100, 1 × $5'
    """
    return ", ".join(f"{count:,} × {show_money(value)}" for value, count in sorted(rack.items(), reverse=True))


def _drop(
    house: House, figures: dict[str, TableFigures], counts: Sequence[CountByTwo], *, is_closed: bool
) -> ClosingStep:
    """Every box with something in it is counted; what lies in a box of real cash nobody knows before."""
    items = []
    for table, of_table in sorted(figures.items()):
        done = [one for one in counts if one.table == table and one.purpose is Purpose.DROP]
        for one in done:
            by = f" by {one.by}, checked by {one.checked_by}" if one.by else " by the books"
            of = denominations(one.rack)
            says = f"{show_money(one.amount)} counted{by}{f': {of}' if of else ''}"
            items.append(ClosingItem(what=_title(house, table), says=says, is_done=True))
        live = house.tables.get(table)
        is_unknown = live is not None and live.plan.is_real and bool(of_table.rounds) and not done
        if not is_closed and (of_table.box or is_unknown):
            says = "the box has not been counted" if is_unknown else f"{show_money(of_table.box)} in the box"
            items.append(ClosingItem(what=_title(house, table), says=says, is_done=False, href=f"/staff/pit/{table}"))
    missing = sum(not item.is_done for item in items)
    says = "Every box has been counted." if not missing else f"{missing} of the boxes not counted yet."
    return ClosingStep(id="drop", title="Drop, by denomination", is_done=not missing, says=says, items=tuple(items))


def _openers(house: House, figures: dict[str, TableFigures], counts: Sequence[CountByTwo]) -> ClosingStep:
    """An opener must be the closer before; each is shown with what it differed by."""
    items = []
    for one in counts:
        if one.purpose is Purpose.DROP:
            continue
        word = "opener" if one.purpose is Purpose.OPENING else "closer"
        against = "the last closer" if one.purpose is Purpose.OPENING else "the books"
        differs = f"{show_money(one.difference)} from {against}" if one.difference else f"as {against}"
        says = f"{word} {show_money(one.amount)}, {differs}: {denominations(one.rack)}"
        items.append(ClosingItem(what=_title(house, one.table), says=says, is_done=True))
    waiting = [
        name for name in figures
        if (live := house.tables.get(name)) is not None and (live.tray_count or live.drop_count)
    ]  # fmt: skip
    items += [
        ClosingItem(what=_title(house, name), says="one count waits for a second person", is_done=False,
                 href=f"/staff/pit/{name}")
        for name in waiting
    ]  # fmt: skip
    says = "No count waits for a second person." if not waiting else f"{len(waiting)} wait for a second person."
    return ClosingStep(id="openers", title="Openers from closers", is_done=not waiting, says=says, items=tuple(items))


def _differences(house: House, counts: Sequence[CountByTwo], notes: dict[str, str]) -> ClosingStep:
    """What a count differed by was explained by those who counted, or is signed off here."""
    items = []
    for one in (one for one in counts if one.difference):
        place = f"{one.table}/{one.position}"
        note = notes.get(place, "")
        over = "over" if one.difference > 0 else "short"
        says = f"{show_money(abs(one.difference))} {over} at the {one.purpose}{f': {one.why}' if one.why else ''}"
        items.append(
            ClosingItem(what=_title(house, one.table), says=says, is_done=bool(one.why or note), note=note, place=place)
        )
    missing = sum(not item.is_done for item in items)
    says = "All differences are explained." if not missing else f"{missing} without an explanation."
    return ClosingStep(id="differences", title="Differences", is_done=not missing, says=says, items=tuple(items))


def _slips(reader: Reader, day: str) -> ClosingStep:
    found = slip_report(reader, day)
    items = [
        *(ClosingItem(what=f"Slip {number}", says="not done with", is_done=False, href=f"/staff/cage/{number}")
          for number in found.open),
        *(ClosingItem(what=f"Slip {number}", says="no day knows this number", is_done=False)
          for number in found.missing),
    ]  # fmt: skip
    says = f"Fills {show_money(found.fills)}, credits {show_money(found.credits)}."
    return ClosingStep(id="slips", title="Fills and credits", is_done=not items, says=says, items=tuple(items))


def _heads(reader: Reader, house: House, day: str, *, is_closed: bool) -> ClosingStep:
    """The close itself: figures frozen, and the record that says so signed."""
    if not is_closed:
        by = "the house itself" if house.floor.closes_days else "accounting"
        return ClosingStep(
            id="closed", title="Closed and signed", is_done=False, says=f"Its figures are open; {by} closes it."
        )
    position = reader.closings().get(day, 0)
    figures: Hash = next(
        (event.figures for record in reader.at([position] if position else []) for part in record.parts
         for event in part.events if isinstance(event, e.DayClosed) and event.day == day),
        "",
    )  # fmt: skip
    is_signed = day in reader.heads()
    signed = "its end is signed" if is_signed else "its end is not signed yet"
    says = f"Record {position:,} froze its figures, {figures[:16]}…; {signed}."
    return ClosingStep(id="closed", title="Closed and signed", is_done=is_signed, says=says)


def _cage(reader: Reader, house: House, day: str) -> Iterator[ClosingStep]:
    """Where the cage is counted at all: its counts of the day, the last of which ends the day's last shift."""
    counts = cage_counts(reader, house, day)
    if house.cage.count is None and not counts:
        return
    items = [
        ClosingItem(
            what=f"Count {one.number}", is_done=True, href=f"/staff/cage/counts/{one.position}",
            says=f"{show_money(one.cash)} in cash and {show_money(one.chips)} in chips, by {one.counted_by} and"
                 f" {one.checked_by}{f', {one.difference}' if one.difference else ''}",
        )
        for one in reversed(counts)
    ]  # fmt: skip
    says = "The cage was counted by two people." if counts else "The cage has not been counted on this day."
    yield ClosingStep(id="cage", title="The cage counted", is_done=bool(counts), says=says, items=tuple(items))


def _title(house: House, table: str) -> str:
    live = house.tables.get(table)
    return title_of_id(table) if live is None else table_title(live.plan)


# --- on paper ---------------------------------------------------------------------------------------------------------


def day_paper(closing: DayClosing, at: datetime) -> Paper:
    """To be signed when the day is closed."""
    rows = [
        row(
            [words(step.title), words("done" if step.is_done else "MISSING", is_bad=not step.is_done), words(step.says)]
        )
        for step in closing.steps
    ]
    sections = [PaperSection(title="What was done", columns=("step", "", ""), rows=tuple(rows))]
    for step in closing.steps:
        items = [
            row([words(item.what), words(item.says), words(item.note or ("" if item.is_done else "missing"))])
            for item in step.items
        ]
        if items:
            sections.append(PaperSection(title=step.title, columns=("", "", ""), rows=tuple(items)))
    return Paper(
        house=closing.house, title="Close of the gaming day", period=closing.day,
        notices=() if closing.is_closed else ("NOT CLOSED: the figures of this day are not final",),
        sections=tuple(sections), signatures=SIGNATURES, made=made_at(at),
    )  # fmt: skip
