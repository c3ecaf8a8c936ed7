"""Reports that are due to the authorities: cash bought in on a day, and winnings; each with what was filed for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from cardroom.house.engine.house import House
from cardroom.house.features.accounting.messages import NoteAbout
from cardroom.house.features.reportable_events.messages import Flagged, FlagKind
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.reports.notes import notes_since
from cardroom.house.reports.papers import Paper, PaperSection, dollars, made_at, row, words
from cardroom.house.reports.table_periods import SIGNATURES, days_after, days_of
from cardroom.house.reports.win_pages import person_named
from cardroom.house.storage.database_reader import Reader
from cardroom.money import Money

NAMES = {FlagKind.CASH: "Cash", FlagKind.CASH_OUT: "Cash paid out", FlagKind.WINNINGS: "Winnings"}


class DueReport(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a report is due for."""

    place: str  # by which a note names it: its record and place in it
    kind: FlagKind
    name: str  # of the kind
    day: str
    at: datetime
    person: str
    amount: Money
    table: str
    round_id: str
    win: str
    position: int
    filed: str  # what the note says; "": it is still due
    filed_by: str


def due_reports(reader: Reader, house: House, period: str) -> list[DueReport]:
    """Of a day, a month or a year, filed or not."""
    days = days_of(reader.days(), period)
    if not days:
        return []
    last = days_after(reader.days(), days[-1].day)
    filed = {note.place: note for note in notes_since(reader, days[0].first, NoteAbout.REPORT_FILED)}
    rows = reader.events_of([EventKind.FLAG], days[0].first, last)
    records = {record.position: record for record in reader.at(sorted({one.position for one in rows}))}
    found = []
    for one in rows:
        part = next((part for part in records[one.position].parts if part.stream == one.stream), None)
        event = None if part is None else part.events[one.event]
        if isinstance(event, Flagged):
            place = f"{one.position}/{one.place}"
            note = filed.get(place)
            found.append(
                DueReport(
                    place=place, kind=event.kind, name=NAMES[event.kind], day=one.day,
                    at=records[one.position].at, person=person_named(house, event.person) or "a patron",
                    amount=event.amount, table=event.table, round_id=event.round_id, win=event.win,
                    position=one.position, filed="" if note is None else note.text,
                    filed_by="" if note is None else note.by,
                )
            )  # fmt: skip
    return found


def worklist_paper(house: House, due: Sequence[DueReport], period: str, at: datetime) -> Paper:
    sections = []
    for kind in FlagKind:
        rows = [
            row([words(one.day), words(one.person), dollars(one.amount), words(_where(one)), words(one.place),
                 words(one.filed or "still due", is_bad=not one.filed), words(one.filed_by)])
            for one in due if one.kind is kind
        ]  # fmt: skip
        columns = ("day", "who", "amount", "where", "record", "filed", "by")
        sections.append(PaperSection(title=f"{NAMES[kind]} reports", columns=columns, rows=tuple(rows)))
    return Paper(
        house=house.floor.name, title="Tax and cash reports", period=period, notices=(), sections=tuple(sections),
        signatures=SIGNATURES, made=made_at(at),
    )  # fmt: skip


def _where(one: DueReport) -> str:
    return one.win or one.round_id or one.table or "the cage"
