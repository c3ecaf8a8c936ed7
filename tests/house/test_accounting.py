"""Accounting: reports over days, months and shifts; the records behind each figure; notes, statements and the close."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from cardroom.errors import CardroomError
from cardroom.house.engine.next_step import next_step
from cardroom.house.features.accounting.messages import NoteAbout, StatementLine
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.log import commands as c
from cardroom.house.reports.bank_statements import CsvColumns, bank_accounts, funds, lines_of_csv, match
from cardroom.house.reports.day_closing import day_closing
from cardroom.house.reports.figure_records import MADE_OF, FigureBehind, FigureQuestion, what_makes
from cardroom.house.reports.meter_periods import games_paper, meters_paper, read_links
from cardroom.house.reports.movements import METER, OF_JACKPOTS, OF_TABLES, Movement
from cardroom.house.reports.papers import as_csv, paper_as_pdf
from cardroom.house.reports.table_periods import (
    GroupedBy,
    add_notes,
    band_question,
    read_lines,
    read_lines_of_day,
    shifts_of,
    tables_paper,
    with_band,
)
from cardroom.house.reports.worklists import due_reports, worklist_paper
from cardroom.house.storage.store import Store
from cardroom.jackpots import commands as j
from cardroom.lab.exposure.exposure_queries import answer_question
from cardroom.money import CENT, DOLLAR

from ..floors import TABLES, as_rack
from ..stores import write
from .chaos import Chaos, floor_with
from .conftest import Room
from .logs import eventful, eventful_room, stored
from .recounted import lines_by, require_recounted

FIGURES = (*OF_TABLES, *OF_JACKPOTS, *MADE_OF)
FIRST = "2026-03-02"


def ask(store: Store, room: Room, figure: str, period: str, place: str = "", **more: str) -> FigureBehind:
    with store.reading() as reader:
        return what_makes(reader, room.house, FigureQuestion(figure=figure, period=period, place=place, **more))


@pytest.fixture(scope="module")
def evening(tmp_path_factory) -> Iterator[tuple[Room, Store]]:
    room = eventful_room()
    store = stored(room, tmp_path_factory.mktemp("accounting") / "house.sqlite")
    yield room, store
    store.close()


# --- against a recount of the exported log ----------------------------------------------------------------------------


def test_every_report_is_what_the_exported_log_adds_up_to(database):
    """On both databases."""
    room, store = eventful_room(), Store(database)
    store.migrate()
    write(store, room.dones)
    require_recounted(room, store)
    assert ask(store, room, "drop", "2026").is_equal
    store.close()


@pytest.mark.parametrize("table", [TABLES[0], *(pytest.param(one, marks=pytest.mark.soak) for one in TABLES[1:])])
def test_whatever_people_do_reports_are_what_the_log_adds_up_to_and_figures_the_sum_of_their_records(
    make, floor, tmp_path, table
):
    room = make(floor(floor_with(table), links=("delta", "bad-beat", "house-flush")))
    chaos = Chaos(room, 4, on_trial=table)
    while len(room.log) < 260:
        person, command = chaos.next()
        with suppress(CardroomError):
            room.do(person, command)
    store = stored(room, tmp_path / "house.sqlite")
    require_recounted(room, store)
    require_sums(room, store)


# --- the records behind a figure --------------------------------------------------------------------------------------


def require_sums(room: Room, store: Store) -> int:
    """Every figure of every table and meter on every day; how many are not nothing."""
    tried = 0
    with store.reading() as reader:
        for day in [row.day for row in reader.days()]:
            for line in read_lines(reader, room.house, day, GroupedBy.TABLE):
                for figure in FIGURES:
                    found = what_makes(reader, room.house, FigureQuestion(figure=figure, period=day, place=line.key))
                    assert found.is_equal, (day, line.key, figure, found.amount, found.sum)
                    tried += bool(found.amount)
            for link in read_links(reader, day):
                for level in link.levels:
                    for code in ("", *level.by_code):
                        asked = FigureQuestion(figure=f"{METER}{level.level}", period=day, link=link.link, code=code)
                        found = what_makes(reader, room.house, asked)
                        assert found.is_equal, asked
                        tried += bool(found.amount)
    return tried


def test_every_figure_is_the_sum_of_the_records_behind_it(evening):
    room, store = evening
    assert require_sums(room, store) > 60


def test_days_in_files_open_their_records_as_well(tmp_path):
    room, store = eventful(tmp_path)
    with store.reading() as reader:
        (segment,) = reader.segments()
    found = ask(store, room, "closing", FIRST, "delta-1")
    assert found.is_equal
    assert all(0 < line.position <= segment.last for line in found.lines)
    with store.reading() as reader:
        closing = day_closing(reader, room.house, FIRST, room.now)
    assert next(step for step in closing.steps if step.id == "closed").is_done  # closed, and signed
    store.close()


def test_a_year_opens_its_months_a_month_its_days_a_day_its_tables_and_a_table_its_records(evening):
    room, store = evening
    year = ask(store, room, "drop", "2026")
    assert [part.name for part in year.parts] == ["2026-03"]
    month = ask(store, room, "drop", "2026-03")
    assert [part.name for part in month.parts] == [FIRST, "2026-03-03"]
    day = ask(store, room, "drop", FIRST)
    assert sum(part.amount for part in day.parts) == day.amount == month.parts[0].amount
    table = ask(store, room, "drop", FIRST, "delta-1")
    assert [(line.by, line.amount, line.what) for line in table.lines] == [
        ("ann", 300 * DOLLAR, "Ann buys in at seat 1"),
        ("bob", 300 * DOLLAR, "Bob buys in at seat 2"),
    ]
    assert all(line.position for line in table.lines)
    win = ask(store, room, "win", FIRST, "delta-1")
    assert {part.name for part in win.parts} >= {"closing", "less opening", "drop"}
    for found in (year, month, day, table, win):
        assert found.is_equal
    for figure in ("win", "win_with_jackpots", "adjustment", "accrued"):
        for period in ("2026", "2026-03", FIRST):
            found = ask(store, room, figure, period)
            assert found.is_equal, (figure, period)
            assert found.parts


def test_a_figure_that_was_tampered_with_does_not_add_up(evening, tmp_path):
    """What opens a figure reads the records: a row that says something else is found out."""
    room, _ = evening
    store = stored(room, tmp_path / "house.sqlite")
    with store.engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE figures SET figures = replace(figures, '\"drop\":600000000', '\"drop\":500000000')"
            " WHERE stream = 'table:delta-1'"
        )
    assert not ask(store, room, "drop", FIRST, "delta-1").is_equal
    store.close()


def test_what_no_report_has_is_refused(evening):
    room, store = evening
    for figure, period, code in (
        ("salaries", FIRST, "unknown-figure"), ("closing", "2026-03", "of-a-day"), ("drop", "2026-3", "bad-period"),
    ):  # fmt: skip
        with pytest.raises(CardroomError) as refusal:
            ask(store, room, figure, period)
        assert refusal.value.code == code


# --- by game, shift and dealer ----------------------------------------------------------------------------------------


def test_games_are_their_tables_together(evening):
    room, store = evening
    tables, games = lines_by(store, room, "2026-03"), lines_by(store, room, "2026-03", GroupedBy.GAME)
    assert {line.name for line in games.values()} >= {"Mississippi Stud", "Solitaire Stud"}
    for figure in ("drop", "rounds", "handle", "fills"):
        assert sum(line.amounts[figure] for line in games.values()) == sum(
            line.amounts[figure] for line in tables.values()
        )
    assert sum(line.win for line in games.values()) == sum(line.win for line in tables.values())


def test_rounds_an_hour_are_counted_while_the_table_is_open(room, tmp_path):
    room.guest("ann", "edge-1", 1)
    room.play("edge-1", "ann")
    room.do("ann", c.StandUp("edge-1"))
    room.now = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
    room.do("supervisor", c.CloseTable("edge-1"))
    room.now += timedelta(hours=3)
    line = lines_by(stored(room, tmp_path / "house.sqlite"), room, FIRST)["edge-1"]
    assert 3.9 < line.hours < 4.1
    assert line.rounds_an_hour == line.amounts["rounds"] / line.hours


def play_by_hand(room: Room, table: str, player: str, dealer: str) -> None:
    """The second option is taken at every decision."""
    room.do(dealer, c.BeginRound(table))
    room.bet(player, table)
    while room.house.tables[table].is_playing:
        step = next_step(room.house, room.house.tables[table])
        if step is not None and step.command is not None:
            room.do(dealer, step.command)
        else:
            (seat,) = room.round(table).awaited_seats()
            room.choose(player, table, room.round(table).options(seat)[1].name)


def test_dealers_and_shifts_share_a_day_to_the_cent(make, floor, tmp_path):
    room = make(floor({"human-1": 'game = "straight-edge-1"\ndealer = "human"'}))
    room.enrol("dora", "dealer")
    room.guest("ann", "human-1", 1, chips=300)
    for dealer, hour in (("dealer", 13), ("dora", 17), ("dealer", 18)):
        room.now = datetime(2026, 3, 2, hour, 0, tzinfo=UTC)
        room.do(dealer, c.TapIn("human-1"))
        play_by_hand(room, "human-1", "ann", dealer)
        room.do("ann", c.TopUp("human-1", 10 * DOLLAR))
        room.do(dealer, c.TapOut("human-1"))
    store = stored(room, tmp_path / "house.sqlite")
    whole = lines_by(store, room, FIRST)["human-1"]
    with store.reading() as reader:
        dealers = read_lines_of_day(reader, room.house, FIRST, GroupedBy.DEALER, (), "", room.now)
        shifts = read_lines_of_day(reader, room.house, FIRST, GroupedBy.SHIFT, ["16:00"], "", room.now)
        late = read_lines_of_day(reader, room.house, FIRST, GroupedBy.DEALER, ["16:00"], "16:00–06:00", room.now)
    rounds = {line.key: line.amounts.get("rounds", 0) for line in dealers}
    assert rounds == {"": 0, "dealer": 2, "dora": 1}
    assert [line.amounts.get("rounds", 0) for line in shifts] == [1, 2]
    assert {line.key: line.amounts["drop"] for line in late} == {"dealer": 10 * DOLLAR, "dora": 10 * DOLLAR}
    for lines in (dealers, shifts):
        assert sum(line.win for line in lines) == whole.win
        for figure in ("drop", "rounds", "handle"):
            assert sum(line.amounts.get(figure, 0) for line in lines) == whole.amounts[figure]
    (dora,) = (line for line in dealers if line.key == "dora")
    assert sum(one.total for by in dora.staked.values() for one in by.values()) == dora.amounts["handle"]


def test_who_has_come_from_another_table_deals_there_on_the_next_day_too(make, floor, tmp_path):
    own = 'game = "straight-edge-1"\ndealer = "human"'
    room = make(floor({"human-1": own, "human-2": own}))
    room.guest("ann", "human-2", 1, chips=300)
    for table in ("human-1", "human-2"):
        room.do("dealer", c.TapIn(table))
    room.now += timedelta(days=1)
    play_by_hand(room, "human-2", "ann", "dealer")
    with stored(room, tmp_path / "house.sqlite").reading() as reader:
        lines = read_lines_of_day(reader, room.house, "2026-03-03", GroupedBy.DEALER, (), "", room.now)
    assert {line.key: line.amounts.get("rounds", 0) for line in lines}["dealer"] == 1


def test_shifts_begin_when_they_are_said_to_also_after_midnight(room, tmp_path):
    with stored(room, tmp_path / "house.sqlite").reading() as reader:
        (day,) = reader.days()
    assert [one.name for one in shifts_of(day, ["08:00", "16:00"], "UTC")] == [
        "06:00–08:00", "08:00–16:00", "16:00–06:00",
    ]  # fmt: skip
    for starts, code in (["noon"], "bad-time"), (["08:00"] * 9, "too-many-shifts"):
        with pytest.raises(CardroomError) as refusal:
            shifts_of(day, starts, "UTC")
        assert refusal.value.code == code


# --- bands and notes --------------------------------------------------------------------------------------------------


def test_a_win_stands_beside_its_band_and_a_note_explains_it(room, tmp_path):
    room.guest("ann", "edge-1", 1)
    room.play("edge-1", "ann")
    room.do("accounting", c.WriteNote(NoteAbout.WIN, FIRST, "edge-1", "one long straight in a short day"))
    store = stored(room, tmp_path / "house.sqlite")
    (line,) = (line for line in lines_by(store, room, FIRST).values() if line.key == "edge-1")
    question = band_question(line, room.house)
    assert question is not None
    with_band(line, answer_question(question).band)
    assert line.band is not None
    assert line.is_inside == (line.band.low <= line.win <= line.band.high)
    line.is_inside = False
    silent = as_csv(tables_paper(room.house, [line], FIRST, GroupedBy.TABLE, at=room.now))
    assert "without a note: Edge 1" in silent
    with store.reading() as reader:
        add_notes(reader, [line], FIRST, GroupedBy.TABLE)
    told = as_csv(tables_paper(room.house, [line], FIRST, GroupedBy.TABLE, at=room.now))
    assert "OUTSIDE: one long straight in a short day" in told
    assert "without a note" not in told


def test_only_those_who_count_write_notes_and_of_no_day_to_come(room):
    note = c.WriteNote(NoteAbout.WIN, FIRST, "edge-1", "a note")
    room.turned_away("supervisor", note)
    room.turned_away("auditor", note)
    assert room.refused("accounting", c.WriteNote(NoteAbout.WIN, "2026-03-03", "edge-1", "a note")).code == "later-date"
    assert room.refused("accounting", c.WriteNote(NoteAbout.WIN, FIRST, "edge-1", "  ")).code == "no-reason"
    room.do("accounting", note)
    assert room.told("accounting")[-1] == "accounting notes of the win of edge-1 on 2026-03-02: a note"


# --- papers -----------------------------------------------------------------------------------------------------------


def test_every_report_is_a_page_a_spreadsheet_and_a_paper_of_the_same_rows(evening):
    room, store = evening
    with store.reading() as reader:
        links = read_links(reader, "2026-03")
        papers = [
            tables_paper(room.house, read_lines(reader, room.house, "2026-03", by), "2026-03", by, at=room.now)
            for by in (GroupedBy.TABLE, GroupedBy.GAME, GroupedBy.DAY)
        ]
        papers += [games_paper(room.house, links, "2026-03", room.now), meters_paper(room.house, links, "", room.now)]
        papers.append(worklist_paper(room.house, due_reports(reader, room.house, "2026"), "2026", room.now))
    for paper in papers:
        assert all(len(one.cells) == len(section.columns) for section in paper.sections for one in section.rows)
        text = as_csv(paper)
        for section in paper.sections:
            assert section.title in text
        assert [one.whose for one in paper.signatures] == ["Accounting", "Executive"]
    assert paper_as_pdf(papers[0]).startswith(b"%PDF")


def test_a_meter_is_explained_from_its_beginning_to_its_end(evening):
    room, store = evening
    with store.reading() as reader:
        paper = meters_paper(room.house, read_links(reader, ""), "", room.now)
    (section,) = (one for one in paper.sections if one.title.endswith("Progressive"))
    told = {row.cells[0].text: row.cells[1].text for row in section.rows}
    assert told["Beginning"] == "$5,000"
    assert told["Malfunctions, with wagers given back"] == "−$0.39"  # a lost cent, and two wagers of 20 cents each
    assert {"Accrued", "Won", "Wins backed out"} <= told.keys()
    assert "The proof of the books holds." in section.says


# --- the gaming day ---------------------------------------------------------------------------------------------------


def steps_of(store: Store, room: Room, day: str = FIRST):
    with store.reading() as reader:
        closing = day_closing(reader, room.house, day, room.now)
    return closing, {step.id: step for step in closing.steps}


def test_a_day_is_led_to_its_close(make, floor, tmp_path):
    """The drop counted, a difference signed off, the day closed: nothing is missing."""
    room = make(floor({"human-1": 'game = "straight-edge-1"\ndealer = "human"'}))
    room.enrol("zoe", "cage")
    chips = room.house.floor.chips_of(room.house.tables["human-1"].plan)
    room.do("dealer", c.TapIn("human-1"))
    room.guest("ann", "human-1", 1, chips=100)
    closing, steps = steps_of(stored(room, tmp_path / "1.sqlite"), room)
    assert not steps["over"].is_done
    assert [(item.says, item.is_done) for item in steps["drop"].items] == [("$100 in the box", False)]
    room.do("ann", c.StandUp("human-1"))
    room.do("supervisor", c.CloseTable("human-1"))
    rack = as_rack(room.house.balance("tray:human-1") - 5 * DOLLAR, chips)
    room.do("dealer", c.CountTray("human-1", Purpose.CLOSING, rack))
    room.do("supervisor", c.CheckCount("human-1", rack))
    room.do("accounting", c.CountDrop("human-1", {100 * DOLLAR: 1}))
    assert room.refused("accounting", c.CheckDrop("human-1", {100 * DOLLAR: 1})).code == "two-people"
    room.do("zoe", c.CheckDrop("human-1", {100 * DOLLAR: 1}))
    room.now += timedelta(days=1)
    _, steps = steps_of(stored(room, tmp_path / "2.sqlite"), room)
    assert (steps["over"].is_done, steps["drop"].is_done) == (True, True)
    assert steps["drop"].items[0].says == "$100 counted by accounting, checked by zoe: 1 × $100"
    (difference,) = steps["differences"].items
    assert difference.says == "$5 short at the closing"
    assert not steps["differences"].is_done
    room.do("accounting", c.WriteNote(NoteAbout.DIFFERENCE, FIRST, difference.place, "a chip under the tray"))
    room.do("accounting", c.CloseDay(FIRST))
    closing, steps = steps_of(stored(room, tmp_path / "3.sqlite"), room)
    assert steps["differences"].is_done
    assert closing.is_closed
    assert closing.missing == 0
    assert "froze its figures" in steps["closed"].says


# --- the bank ---------------------------------------------------------------------------------------------------------


def deposit(amount: int, position: int, day: int) -> Movement:
    at = datetime(2026, 3, day, 12, tzinfo=UTC)
    return Movement(figure="deposits", position=position, at=at, by="acc", amount=amount, what="deposit")


def line(amount: int, day: int) -> StatementLine:
    return StatementLine(dated=date(2026, 3, day), amount=amount)


def test_a_deposit_stands_on_the_first_line_of_its_amount_that_is_not_before_it():
    found = match(
        [line(500, 5), line(500, 3), line(700, 3), line(500, 9), line(-500, 9)],
        [deposit(500, 11, 2), deposit(500, 12, 4), deposit(700, 13, 4)],
        ZoneInfo("UTC"),
    )
    assert found == [12, 11, None, None, None]


def test_an_account_is_red_until_its_statement_agrees_and_every_line_is_explained(room, tmp_path):
    numbers = iter(range(9))

    def account():
        store = stored(room, tmp_path / f"{next(numbers)}.sqlite")
        with store.reading() as reader:
            (found,) = (one for one in bank_accounts(reader, room.house, room.now) if one.link == "delta")
        store.close()
        return found

    assert account().why == ("No statement has been entered yet.",)
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    (accrued,) = {room.house.link("delta").state.undeposited}
    cents = accrued // CENT * CENT
    room.do("accounting", c.OnBank("delta", j.RecordDeposit(amount=cents)))
    balance = room.house.link("delta").state.held // CENT * CENT
    lines = (line(cents, 2), line(-3 * DOLLAR, 2))
    room.do("accounting", c.EnterStatement("delta", "March", balance - 3 * DOLLAR, lines))
    red = account()
    assert red.why[0] == "The bank has $3 less than the books."
    assert [(one.deposit is not None, one.amount) for one in red.lines] == [(True, cents), (False, -3 * DOLLAR)]
    assert red.deposits[0].line == "delta/March/1"
    assert room.house.link("delta").state.shortfall  # the link is closed by the same record
    room.do("accounting", c.WriteNote(NoteAbout.BANK_LINE, FIRST, "delta/March/2", "a fee, which the bank gave back"))
    room.do("accounting", c.EnterStatement("delta", "March", balance, lines))
    green = account()
    assert (green.is_green, green.why) == (True, ())
    assert not room.house.link("delta").state.shortfall
    found = ask(stored(room, tmp_path / "deposits.sqlite"), room, "deposits", "", link="delta")
    assert (found.amount, found.is_equal, len(found.lines)) == (cents, True, 1)


def test_a_statement_is_refused_whole(make, floor):
    room = make(floor(("delta-1", "straight-1"), links=("delta", "house-flush")))
    assert room.refused("accounting", c.EnterStatement("delta", "March", 1)).code == "bad-amount"
    assert room.refused("accounting", c.EnterStatement("nowhere", "March", CENT)).code == "unknown-link"
    assert room.refused("accounting", c.EnterStatement("house-flush", "March", CENT)).code == "no-meter"
    room.turned_away("supervisor", c.EnterStatement("delta", "March", CENT))


def test_the_columns_of_a_banks_file_are_named_when_it_is_read():
    content = (
        'Posted,Memo,Deposits,Withdrawals\n03/05/2026,"by courier, two bags","1,234.50",\n'
        "2026-03-06,fee,,($3.00)\n,,,\n"
    )
    columns = CsvColumns(dated="Posted", amount="Deposits", out="Withdrawals", text="Memo")
    assert lines_of_csv(content, columns) == (
        StatementLine(dated=date(2026, 3, 5), amount=123_450 * CENT, text="by courier, two bags"),
        StatementLine(dated=date(2026, 3, 6), amount=-3 * DOLLAR, text="fee"),
    )
    for text, code in (
        ("Day,Deposits\n", "unknown-column"), ("Posted,Deposits\n2026-03-05,ten\n", "bad-amount"),
        ("Posted,Deposits\nsoon,10\n", "bad-date"), ("Posted,Deposits\n" + "2026-03-05,1\n" * 401, "too-long"),
    ):  # fmt: skip
        with pytest.raises(CardroomError) as refusal:
            lines_of_csv(text, CsvColumns(dated="Posted", amount="Deposits"))
        assert refusal.value.code == code


def test_what_a_removed_jackpot_leaves_is_owed_to_the_fund(make, floor, tmp_path):
    room = make(floor(("delta-1",), links=("delta",)))
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    last = (room.now + timedelta(days=room.house.link("delta").state.config.notice_days + 1)).date()
    for change in (
        j.GiveNotice(last_day=last, why="the end"),
        j.RemoveJackpot(destination=j.PROBLEM_GAMBLING, why="it"),
    ):
        room.do("accounting", c.AskChange("delta", change))
        room.do("executive", c.ApproveChange(next(reversed(room.house.requests))))
        room.now = datetime(last.year, last.month, last.day, 12, tzinfo=UTC) + timedelta(days=1)
        if isinstance(change, j.GiveNotice):
            room.do("house", c.TakeCheckpoint())
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        (found,) = funds(reader, room.house)
        records = list(reader.at([found.position]))
    assert found.amount == room.house.balance("link:delta:problem_gambling_fund") > 5_000 * DOLLAR
    assert found.move_by is not None
    assert len(records) == 1


# --- worklists --------------------------------------------------------------------------------------------------------


def test_a_cash_report_is_due_until_it_is_filed(make, floor, tmp_path):
    room = make(floor(("edge-1",), house='play_money_grant = "$20,000"\nplay_money = true'))
    room.guest("ann", "edge-1", 1, chips=12_000)
    store = stored(room, tmp_path / "1.sqlite")
    with store.reading() as reader:
        (due,) = due_reports(reader, room.house, FIRST)
    assert (due.kind, due.amount, due.filed) == ("cash", 12_000 * DOLLAR, "")
    room.do("accounting", c.WriteNote(NoteAbout.REPORT_FILED, FIRST, due.place, "CTR 17, binder 4"))
    with stored(room, tmp_path / "2.sqlite").reading() as reader:
        (filed,) = due_reports(reader, room.house, "2026-03")
    assert (filed.filed, filed.filed_by) == ("CTR 17, binder 4", "accounting")
