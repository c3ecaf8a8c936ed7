"""The bank account of a jackpot against its statement: each deposit with the line that shows it, and what is left over.

A deposit belongs to the first line of the same amount that is not dated before it. A line that no deposit explains is
explained by a note; otherwise the account is red.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.engine.house import House
from cardroom.house.features.accounting.messages import MOST_LINES, NoteAbout, StatementLine
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.log.records import LinkPart, link_stream
from cardroom.house.reports.figure_records import deposits_of
from cardroom.house.reports.movements import Movement
from cardroom.house.reports.notes import notes_since, statements_of
from cardroom.house.reports.papers import Paper, PaperSection, dollars, made_at, row, words
from cardroom.house.reports.table_periods import SIGNATURES
from cardroom.house.storage.database_reader import Reader
from cardroom.jackpots import events as j
from cardroom.jackpots.engine import accounts as of_links
from cardroom.jackpots.engine.bank_account import BankReconciliation, bank_position
from cardroom.jackpots.text.names import jackpot_name
from cardroom.money import CENT, DOLLAR, Money, show_money

DAYS = ("%Y-%m-%d", "%m/%d/%Y", "%m/%d/%y", "%d.%m.%Y")


class MatchedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a statement, with the deposit that it shows."""

    place: str  # by which a note names it
    statement: str
    dated: date
    amount: Money
    text: str
    deposit: int | None  # the record; None: no deposit of this amount
    note: str


class BookedDeposit(msgspec.Struct, frozen=True, kw_only=True):
    position: int
    at: datetime
    by: str
    amount: Money
    line: str  # that shows it; "": none yet


class AccountView(msgspec.Struct, frozen=True, kw_only=True):
    """One bank account: green or red, and why."""

    link: str
    name: str
    is_green: bool
    why: tuple[str, ...]  # it is red
    found: BankReconciliation
    known_since: datetime | None
    lines: tuple[MatchedLine, ...]
    deposits: tuple[BookedDeposit, ...]
    statements: tuple[str, ...]


class FundView(msgspec.Struct, frozen=True, kw_only=True):
    """What a removed jackpot has left to the fund for problem gambling."""

    link: str
    name: str
    amount: Money
    since: datetime | None
    move_by: date | None
    position: int
    note: str


class BankAccounts(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    day: str  # that is on
    accounts: tuple[AccountView, ...]
    funds: tuple[FundView, ...]


def bank_accounts(reader: Reader, house: House, at: datetime) -> tuple[AccountView, ...]:
    """Of every progressive; all that was ever deposited, since a statement may come late."""
    notes = {note.place: note.text for note in notes_since(reader, 0, NoteAbout.BANK_LINE)}
    return tuple(
        _account(reader, house, link, notes, at)
        for link, running in sorted(house.links.items())
        if not running.state.config.is_house and not running.state.is_removed
    )


def _account(reader: Reader, house: House, link: str, notes: dict[str, str], at: datetime) -> AccountView:
    state = house.link(link).state
    statements = statements_of(reader, link)
    deposits = deposits_of(reader, link)
    zone = ZoneInfo(house.floor.hours.zone)
    lines = [
        (f"{link}/{one.event.name}/{place}", one.event.name, line)
        for one in statements
        for place, line in enumerate(one.event.lines, 1)
    ]
    matched = match([line for _, _, line in lines], deposits, zone)
    shown = {deposit: lines[place][0] for place, deposit in enumerate(matched) if deposit is not None}
    views = tuple(
        MatchedLine(place=place, statement=name, dated=line.dated, amount=line.amount, text=line.text,
                    deposit=matched[number], note=notes.get(place, ""))
        for number, (place, name, line) in enumerate(lines)
    )  # fmt: skip
    found = bank_position(state, at)
    why = tuple(_why_red(found, views, is_known=state.statement is not None))
    return AccountView(
        link=link, name=jackpot_name(link), is_green=not why, why=why, found=found,
        known_since=None if state.statement is None else state.statement.at, lines=views,
        deposits=tuple(
            BookedDeposit(position=one.position, at=one.at, by=one.by, amount=one.amount,
                          line=shown.get(one.position, ""))
            for one in deposits
        ),
        statements=tuple(one.event.name for one in statements),
    )  # fmt: skip


def match(lines: Sequence[StatementLine], deposits: Sequence[Movement], zone: ZoneInfo) -> list[int | None]:
    """For every line the record of its deposit; each deposit stands on one line."""
    left = list(deposits)
    found: list[int | None] = [None] * len(lines)
    for place in sorted(range(len(lines)), key=lambda place: lines[place].dated):
        line = lines[place]
        own = next(
            (one for one in left if one.amount == line.amount and one.at.astimezone(zone).date() <= line.dated), None
        )
        if own is not None:
            left.remove(own)
            found[place] = own.position
    return found


def _why_red(found: BankReconciliation, lines: Sequence[MatchedLine], *, is_known: bool) -> list[str]:
    why = []
    if not is_known:
        why.append("No statement has been entered yet.")
    if found.difference:
        more = "more" if found.difference > 0 else "less"
        why.append(f"The bank has {show_money(abs(found.difference))} {more} than the books.")
    if found.shortfall:
        why.append(f"{show_money(found.shortfall)} are missing of what must be at the bank.")
    if found.is_overdue:
        why.append("The deposit of what accrued is overdue.")
    strange = [line for line in lines if line.deposit is None and not line.note]
    if strange:
        why.append(f"{len(strange)} line{'s'[: len(strange) != 1]} of statements with no deposit and no note.")
    return why


# --- the fund for problem gambling ------------------------------------------------------------------------------------


def funds(reader: Reader, house: House) -> tuple[FundView, ...]:
    """What is owed to it, as the books have it."""
    notes = {note.place: note.text for note in notes_since(reader, 0, NoteAbout.FUND)}
    ending = f":{of_links.PROBLEM_GAMBLING}"
    owed = {name: amount for name, amount in house.books.items() if name.endswith(ending)}
    return tuple(_fund(reader, name.split(":")[1], amount, notes) for name, amount in sorted(owed.items()))


def _fund(reader: Reader, link: str, amount: Money, notes: dict[str, str]) -> FundView:
    rows = reader.events_of([EventKind.JACKPOT], 0, None, link_stream(link))
    removed = [
        (record.position, event)
        for record in reader.holding(sorted({one.position for one in rows}), [b'"type":"JackpotRemoved"'])
        for part in record.parts
        if isinstance(part, LinkPart) and part.link == link
        for event in part.events
        if isinstance(event, j.JackpotRemoved)
    ]
    position, event = removed[-1] if removed else (0, None)
    return FundView(
        link=link, name=jackpot_name(link), amount=amount, since=None if event is None else event.at,
        move_by=None if event is None else event.move_by, position=position, note=notes.get(link, ""),
    )  # fmt: skip


# --- lines from a file ------------------------------------------------------------------------------------------------


class CsvColumns(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which column of a bank's file is what; deposits and withdrawals may have one each."""

    dated: str
    amount: str
    text: str = ""
    out: str = ""  # withdrawals, where they have a column of their own


def lines_of_csv(content: str, columns: CsvColumns) -> tuple[StatementLine, ...]:
    """Rows without an amount are skipped. What cannot be read is refused by its row."""
    rows = csv.DictReader(io.StringIO(content.lstrip("\ufeff")))
    names = [name for name in (columns.dated, columns.amount, columns.text, columns.out) if name]
    missing = [name for name in names if name not in (rows.fieldnames or ())]
    if missing:
        known = ", ".join(rows.fieldnames or ()) or "none"
        raise CardroomError("unknown-column", f"The file has no column “{missing[0]}”; it has: {known}.")
    lines = []
    for number, found in enumerate(rows, 2):
        amount = _amount(found.get(columns.amount) or "", number)
        out = _amount(found.get(columns.out) or "", number) if columns.out else 0
        if not amount and not out:
            continue
        text = (found.get(columns.text) or "").strip()[:400] if columns.text else ""
        dated = _date(found.get(columns.dated) or "", number)
        lines.append(StatementLine(dated=dated, amount=amount - abs(out), text=text))
    if len(lines) > MOST_LINES:
        raise CardroomError("too-long", f"A statement has {MOST_LINES} lines at most: this one has {len(lines)}.")
    return tuple(lines)


def _amount(text: str, row_: int) -> Money:
    """
    >>> [_amount(text, 2) / CENT for text in ("1,234.50", "($5.00)", "-0.01", "")]
    [123450.0, -500.0, -1.0, 0.0]
    """
    cleaned = text.strip().replace("$", "").replace(",", "").replace("−", "-")
    if cleaned.startswith("(") and cleaned.endswith(")"):
        cleaned = f"-{cleaned[1:-1]}"
    if not cleaned:
        return 0
    found = re.fullmatch(r"([+-]?)(\d{1,9})(?:\.(\d{1,2}))?", cleaned)
    if found is None:
        raise CardroomError("bad-amount", f"Row {row_}: “{text}” is no amount of dollars and cents.")
    sign, whole, cents = found.groups(default="")
    amount = int(whole) * DOLLAR + int((cents or "0").ljust(2, "0")) * CENT
    return -amount if sign == "-" else amount


def _date(text: str, row_: int) -> date:
    for form in DAYS:
        try:
            return datetime.strptime(text.strip(), form).date()  # noqa: DTZ007 - a bank's day has no time
        except ValueError:
            continue
    raise CardroomError("bad-date", f"Row {row_}: “{text}” is no date like 2026-11-15 or 11/15/2026.")


# --- on paper ---------------------------------------------------------------------------------------------------------


def bank_paper(house: House, accounts: Sequence[AccountView], owed: Sequence[FundView], at: datetime) -> Paper:
    rows = [
        row([
            words(one.name), dollars(one.found.held), dollars(one.found.undeposited),
            words("–" if one.found.deposit_due is None else f"{one.found.deposit_due:%Y-%m-%d}"),
            dollars(one.found.required), dollars(one.found.booked),
            words("unknown") if one.found.balance is None else dollars(one.found.balance),
            dollars(one.found.difference or 0), words(" ".join(one.why) or "agrees", is_bad=not one.is_green),
        ])
        for one in accounts
    ]  # fmt: skip
    sections = [
        PaperSection(
            title="Bank accounts", rows=tuple(rows),
            columns=("jackpot", "held", "not deposited", "due", "required", "by the books", "at the bank",
                     "difference", ""),
        ),
        *(_deposits(one) for one in accounts if one.deposits or one.lines),
    ]  # fmt: skip
    if owed:
        of_fund = [
            row([words(one.name), dollars(one.amount), words(str(one.move_by or "")), words(one.note)]) for one in owed
        ]
        sections.append(
            PaperSection(title="Owed to the fund for problem gambling", columns=("from", "amount", "by", "moved"),
                    rows=tuple(of_fund))
        )  # fmt: skip
    return Paper(
        house=house.floor.name, title="Bank reconciliation", period=house.day, notices=(), sections=tuple(sections),
        signatures=SIGNATURES, made=made_at(at),
    )  # fmt: skip


def _deposits(account: AccountView) -> PaperSection:
    rows = [
        row([words(f"record {one.position:,}"), words(f"{one.at:%Y-%m-%d}"), words(one.by), dollars(one.amount),
             words(one.line or "not on a statement yet")])
        for one in account.deposits
    ]  # fmt: skip
    rows += [
        row([words(line.place), words(str(line.dated)), words(line.text), dollars(line.amount),
             words(line.note or "no deposit", is_bad=not line.note)])
        for line in account.lines if line.deposit is None
    ]  # fmt: skip
    title = f"{account.name}: deposits, and lines without one"
    return PaperSection(title=title, columns=("", "on", "by", "amount", "statement"), rows=tuple(rows))
