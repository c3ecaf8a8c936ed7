"""Every report of a room held against a recount of its exported log."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from cardroom.house.reports.bank_statements import bank_accounts
from cardroom.house.reports.day_report import Day, JackpotReport, OpeningReport, TableReport, total
from cardroom.house.reports.log_exports import exported_records, write_lines
from cardroom.house.reports.meter_periods import activity_of, read_links
from cardroom.house.reports.movements import OF_JACKPOTS
from cardroom.house.reports.slips import slip_report
from cardroom.house.reports.table_periods import (
    GroupedBy,
    PeriodLine,
    read_lines,
    read_lines_of_day,
    shifts_of,
    win_with_jackpots,
)
from cardroom.house.reports.worklists import due_reports
from cardroom.house.storage.store import Store
from cardroom.jackpots.engine.bank_account import BankReconciliation
from cardroom.ledger import PostingCode

from .conftest import Room
from .recount import Recount, win_of

OF_A_TABLE = ("fills", "credits", "drop", "rounds", "voids", "over_short", "corrections", "handle")
OF_AN_OPENING = ("opening", "closing", "fills", "credits", "drop", "rounds", "voids", "handle", "over_short")
OF_A_BANK = ("held", "undeposited", "deposited", "required", "booked", "balance", "difference", "shortfall",
             "is_overdue")  # fmt: skip
MOST_HITS = 25  # of a report, the latest
SHIFTS = ["14:00", "20:00"]


def exported(store: Store) -> list[str]:
    with store.reading() as reader:
        out = io.StringIO()
        write_lines(exported_records(reader), out)
    return out.getvalue().splitlines()


def lines_by(store: Store, room: Room, period: str, by: GroupedBy = GroupedBy.TABLE) -> dict[str, PeriodLine]:
    with store.reading() as reader:
        return {line.key: line for line in read_lines(reader, room.house, period, by, at=room.now)}


def require_recounted(room: Room, store: Store, lines: list[str] | None = None) -> Recount:
    """All of them, for every day, their months and the year."""
    counted = Recount(exported(store) if lines is None else lines)
    for period in sorted({*counted.days, *(day[:7] for day in counted.days), counted.days[0][:4]}):
        require_tables(room, store, counted, period)
        require_links(store, counted, period)
    for day in counted.days:
        require_day(room, store, counted, day)
        require_dealers_and_shifts(room, store, counted, day)
        require_slips(store, counted, day)
    require_banks(room, store, counted)
    require_due(room, store, counted)
    return counted


# --- days, months and the year ----------------------------------------------------------------------------------------


def require_tables(room: Room, store: Store, counted: Recount, period: str) -> None:
    """By table, by game, which is as many tables, and by day."""
    lines = lines_by(store, room, period)
    for name, line in lines.items():
        require_line(line, counted, period, name)
    for day, line in lines_by(store, room, period, GroupedBy.DAY).items():
        require_line(line, counted, day, "")
    by_game = lines_by(store, room, period, GroupedBy.GAME).values()
    for figure in OF_A_TABLE:
        assert sum(line.amounts[figure] for line in by_game) == counted.total(figure, "", period), (period, figure)
    assert sum(line.win for line in by_game) == counted.win("", period)


def require_line(line: PeriodLine, counted: Recount, period: str, table: str) -> None:
    assert line.win == counted.win(table, period), (period, table)
    for figure in OF_A_TABLE:
        assert line.amounts[figure] == counted.total(figure, table, period), (period, table, figure)
    jackpots = {figure: counted.jackpots(figure, "", table, period) for figure in OF_JACKPOTS}
    assert {figure: line.jackpots.get(figure, 0) for figure in OF_JACKPOTS} == jackpots, (period, table)
    kept = jackpots["coin_in"] - jackpots["accrued"] - jackpots["won_from_house"] + jackpots["backed_out_to_house"]
    assert win_with_jackpots(line) == counted.win(table, period) + kept, (period, table)


def require_links(store: Store, counted: Recount, period: str) -> None:
    with store.reading() as reader:
        links = read_links(reader, period)
    for link in links:
        for table in (*link.figures.tables, ""):
            found = activity_of([link], table)
            for figure in OF_JACKPOTS:
                assert getattr(found, figure) == counted.jackpots(figure, link.link, table, period), figure
        for level in {day.level for day in link.levels}:
            days = [day for day in link.levels if day.level == level]
            codes = counted.meter(link.link, level, period)
            found_codes = {code: sum(day.by_code.get(PostingCode(code), 0) for day in days) for code in codes}
            assert found_codes == codes, (period, link.link, level)
            assert days[-1].ending - days[0].beginning == sum(codes.values())
            assert days[-1].ending == counted.meter_at(days[-1].day, link.link, level)


# --- one day ----------------------------------------------------------------------------------------------------------


def require_day(room: Room, store: Store, counted: Recount, day: str) -> None:
    """The report of the day: tables and their openings, jackpots, banks, boxes, dealers."""
    with store.reading() as reader:
        report = Day(reader, day)
        tables, jackpots, dealers = report.tables(), report.jackpots(), report.dealers()
        boxes, banks = report.boxes(), report.banks(room.now)
    for table in tables:
        require_table_of_day(table, counted, day)
    assert total(tables).win == counted.win("", day)
    assert boxes == counted.boxes[day]
    paid = {(one.dealer, one.table): {"paid": one.paid, "differed": one.differed} for one in dealers}
    assert paid == {key[1:]: dict(of) for key, of in counted.paid.items() if key[0] == day}
    for jackpot in jackpots:
        require_jackpot(jackpot, counted, day)
    for bank in banks:
        require_bank(bank.found, counted, bank.link, day)


def require_table_of_day(table: TableReport, counted: Recount, day: str) -> None:
    openings: Sequence[TableReport | OpeningReport] = table.openings or (table,)
    of_day = counted.tables.get((day, table.table))
    if of_day is None:
        assert not any((table.opening, table.closing, table.win, table.handle, table.drop)), (day, table.table)
        return
    assert len(openings) == len(of_day), (day, table.table)
    for found, own in zip(openings, of_day, strict=True):
        amounts = {figure: getattr(found, figure) for figure in OF_AN_OPENING}
        assert amounts == {figure: own[figure] for figure in OF_AN_OPENING}, (day, table.table)
        assert found.win == win_of(own), (day, table.table)


def require_jackpot(jackpot: JackpotReport, counted: Recount, day: str) -> None:
    key = (day, jackpot.link)
    for level, figures in jackpot.meters.items():
        changes = counted.changes[(*key, level)]
        assert figures.ending == counted.meter_at(day, jackpot.link, level), key
        assert figures.beginning == figures.ending - changes["up"] + changes["down"]
        assert {name: getattr(figures, name) for name in ("changes", "up", "down")} == {
            name: changes[name] for name in ("changes", "up", "down")
        }
    for table, activity in jackpot.activity.items():
        found = {figure: getattr(activity, figure) for figure in OF_JACKPOTS}
        assert found == {figure: counted.jackpots(figure, jackpot.link, table, day) for figure in OF_JACKPOTS}
    envy = [msgspec.to_builtins(line) for line in jackpot.envy]
    assert [{name: of[name] for name in of if name != "at"} for of in envy] == counted.envy[key]
    reseeds = [msgspec.to_builtins(line) for line in jackpot.reseeds]
    assert [{name: of[name] for name in of if name != "at"} for of in reseeds] == counted.reseeds[key]
    for line in jackpot.games_report:
        of = counted.activity[(*key, line.table)]
        adjustment = of["won_from_meter"] - of["backed_out_to_meter"] - of["accrued"]
        assert line.adjustment == adjustment, (key, line.table)
    wins = [win for win in counted.wins[jackpot.link] if win["day"] <= day and win["source"] != "tray"]
    hits = {win.id: win.amount for win in jackpot.hits}
    assert hits == {win["win"]: win["amount"] for win in wins[-MOST_HITS:]}, key
    assert jackpot.proof.holds


def require_dealers_and_shifts(room: Room, store: Store, counted: Recount, day: str) -> None:
    """By dealer, all day and shift by shift; and the shifts."""
    with store.reading() as reader:
        of_day = next(row for row in reader.days() if row.day == day)
        shifts = shifts_of(of_day, SHIFTS, room.floor.hours.zone)
        by_shift = read_lines_of_day(reader, room.house, day, GroupedBy.SHIFT, SHIFTS, "", room.now)
        by_dealer = read_lines_of_day(reader, room.house, day, GroupedBy.DEALER, SHIFTS, "", room.now)
        late = read_lines_of_day(reader, room.house, day, GroupedBy.DEALER, SHIFTS, shifts[-1].name, room.now)
    ever = (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
    require_people(by_dealer, counted, day, *ever)
    require_people(late, counted, day, shifts[-1].begins, shifts[-1].ends)
    lines = {line.key: line for line in by_shift}
    for shift in shifts:
        own = counted.by_dealer(day, shift.begins, shift.ends)
        for figure in OF_A_TABLE:
            expected = sum(of[figure] for of in own.values())
            assert lines[shift.name].amounts.get(figure, 0) == expected, (day, shift.name, figure)
        assert lines[shift.name].win == sum(map(win_of, own.values())), (day, shift.name)


def require_people(lines: list[PeriodLine], counted: Recount, day: str, begins: datetime, ends: datetime) -> None:
    found = {line.key: line for line in lines}
    own = counted.by_dealer(day, begins, ends)
    for dealer in found.keys() | own.keys():
        line = found.get(dealer, PeriodLine(key=dealer, name=dealer))
        for figure in OF_A_TABLE:
            assert line.amounts.get(figure, 0) == own[dealer][figure], (day, dealer, figure)
        assert line.win == win_of(own[dealer]), (day, dealer)


def require_slips(store: Store, counted: Recount, day: str) -> None:
    with store.reading() as reader:
        report = slip_report(reader, day)
    own = counted.slips_at[day]
    found = {slip.number: (slip.kind, slip.table, slip.amount, slip.stage, slip.prints) for slip in report.slips}
    assert found == {
        number: (slip["kind"], slip["table"], slip["amount"], slip["stage"], slip["prints"])
        for number, slip in own.items()
    }
    assert report.missing == ()
    for kind, amount in ("fill", report.fills), ("credit", report.credits):
        done = [slip for slip in own.values() if (slip["kind"], slip["stage"]) == (kind, "received")]
        assert amount == sum(slip["amount"] for slip in done if slip["changed"] == day), (day, kind)


# --- banks and worklists ----------------------------------------------------------------------------------------------


def require_bank(found: BankReconciliation, counted: Recount, link: str, day: str = "") -> None:
    """As of a moment, with what was known at the end of a day."""
    bank = counted.banks[link].position(found.at) if not day else counted.banks_at.get((day, link))
    if bank is None:
        return
    now = {name: getattr(found, name) for name in OF_A_BANK}
    if day:  # what is overdue by the end of a day may not have been at its last record
        bank, now = ({name: of[name] for name in ("held", "undeposited", "deposited", "booked")} for of in (bank, now))
    assert now == bank, (day, link)


def require_banks(room: Room, store: Store, counted: Recount) -> None:
    """Now, and in eight days."""
    for at in (room.now, room.now + timedelta(days=8)):
        with store.reading() as reader:
            accounts = bank_accounts(reader, room.house, at)
        for account in accounts:
            require_bank(account.found, counted, account.link)
            assert [(one.position, one.amount) for one in account.deposits] == counted.deposits[account.link]
            lines = [line for key, of in counted.statements.items() if key[0] == account.link for line in of["lines"]]
            assert [(str(line.dated), line.amount) for line in account.lines] == [
                (line["dated"], line["amount"]) for line in lines
            ]


def require_due(room: Room, store: Store, counted: Recount) -> None:
    with store.reading() as reader:
        due = due_reports(reader, room.house, counted.days[0][:4])
    found = [(one.day, one.kind, one.amount, one.table, one.position) for one in due]
    flags = [(one["day"], one["kind"], one["amount"], one["table"], one["position"]) for one in counted.flags]
    assert sorted(found) == sorted(flag for flag in flags if flag[0].startswith(counted.days[0][:4]))
    filed = {note["place"]: note["text"] for note in counted.notes if note["about"] == "report-filed"}
    assert {one.place: one.filed for one in due if one.filed} == filed
