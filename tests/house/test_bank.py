"""Trays counted by two people, chips on numbered slips, other limits: every cent is somebody's at every stage."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cardroom.house.engine.day_figures import TableFigures
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.features.slips.slip_views import slip_view
from cardroom.house.features.slips.state import SlipStage
from cardroom.house.floor import Dealer
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.reports.day_report import Day
from cardroom.house.reports.slips import find_slip, slip_page, slip_report
from cardroom.house.views.staff.table_bank import bank_view
from cardroom.house.views.table_frames import as_seat
from cardroom.money import CENT, DOLLAR
from cardroom.table import commands as t

from ..by_table import by_table
from .logs import audited, stored

TABLES = {"edge-1": 'dealer = "human"', "edge-2": "", "delta-1": 'cards = "real"'}
RACK = {100 * DOLLAR: 150, 25 * DOLLAR: 160, 5 * DOLLAR: 200}  # 20,000


@pytest.fixture
def room(make, floor):
    room = make(floor(TABLES))
    room.enrol("cage", "cage")
    room.enrol("sam", "supervisor")
    return room


def count(room, purpose: str, rack, by: str = "dealer", table: str = "edge-1") -> None:
    room.do(by, c.CountTray(table, Purpose(purpose), rack))


def closed(room, rack=RACK, table: str = "edge-1") -> None:
    room.do("supervisor", c.CloseTable(table))
    count(room, "closing", rack, table=table)
    room.do("supervisor", c.CheckCount(table, rack))


# --- counts -----------------------------------------------------------------------------------------------------------


def test_a_table_closes_when_two_people_agree_and_opens_tomorrow_with_what_it_closed_with(room):
    assert room.refused("dealer", c.CountTray("edge-1", Purpose.CLOSING, RACK)).code == "not-closing"
    cage = room.dollars("cage")
    closed(room)
    assert (room.dollars("tray:edge-1"), room.dollars("cage")) == (0, cage + 20_000)
    assert not room.house.tables["edge-1"].is_open
    room.now += timedelta(days=1)
    view = bank_view(room.house, room.house.tables["edge-1"])
    assert {pile.value: pile.count for pile in view.chips if pile.count} == RACK
    assert view.proposed == "As it was closed with $20,000 on 2026-03-02."
    assert room.refused("supervisor", c.OpenTable("edge-1", 20_000 * DOLLAR)).code == "not-counted"
    count(room, "opening", RACK)
    room.do("supervisor", c.CheckCount("edge-1", RACK))
    assert (room.dollars("tray:edge-1"), room.dollars("cage")) == (20_000, cage)
    assert room.dollars("differences:edge-1") == 0
    assert not by_table(room.house, "closer")
    room.prove()


def test_a_closing_is_taken_back_until_the_tray_is_counted(room):
    keep = c.KeepOpen("edge-1")
    room.guest("ann", "edge-1", 1, chips=100)
    assert room.refused("supervisor", keep).code == "not-closing"
    room.do("supervisor", c.CloseTable("edge-1"))
    room.turned_away("dealer", keep)
    room.do("supervisor", keep)
    assert room.refused("dealer", c.CountTray("edge-1", Purpose.CLOSING, RACK)).code == "not-closing"
    room.do("dealer", c.BeginRound("edge-1"))
    room.do("supervisor", c.CloseTable("edge-1"))
    count(room, "closing", {100 * DOLLAR: 199})
    refusal = room.refused("supervisor", keep)
    assert (refusal.code, "close the table, and open it again" in refusal.message) == ("tray-counted", True)
    room.do("supervisor", c.CheckCount("edge-1", {100 * DOLLAR: 199}))
    assert not room.house.tables["edge-1"].is_open
    assert not by_table(room.house, "is_closing")
    room.prove()


def test_nobody_checks_a_count_of_his_own_not_even_with_a_card(room):
    room.do("supervisor", c.CloseTable("edge-1"))
    assert room.refused("sam", c.CheckCount("edge-1", RACK)).code == "not-counted"
    count(room, "closing", RACK, by="supervisor")
    assert room.refused("supervisor", c.CheckCount("edge-1", RACK)).code == "two-people"
    assert room.refused("supervisor", c.Lent("dealer", c.CheckCount("edge-1", RACK))).code == "two-people"
    room.turned_away("dealer", c.CheckCount("edge-1", RACK))
    other = RACK | {5 * DOLLAR: 199}
    assert room.refused("sam", c.CheckCount("edge-1", other)).code == "counts-differ"
    room.do("sam", c.Lent("dealer", c.CheckCount("edge-1", RACK)))
    (checked,) = room.events(e.TrayChecked)
    assert (checked.counted_by, checked.checked_by) == ("supervisor", "sam")
    room.prove()


@pytest.mark.parametrize(("rack", "code"), [({3 * DOLLAR: 1}, "unknown-chip"), ({}, "no-chips")])
def test_a_rack_has_the_chips_of_its_table(room, rack, code):
    closed(room)
    assert room.refused("dealer", c.CountTray("edge-1", Purpose.OPENING, rack)).code == code


def test_a_tray_is_closed_as_empty_only_where_all_of_it_has_gone_back(room):
    room.do("supervisor", c.CloseTable("edge-1"))
    refusal = room.refused("dealer", c.CountTray("edge-1", Purpose.CLOSING, {}))
    assert refusal.message == ("The tray should hold $20,000, and nothing is counted: count the chips that are in it.")
    assert room.refused("dealer", c.CountTray("edge-1", Purpose.CLOSING, {5 * DOLLAR: 0})).code == "no-chips"
    room.do("supervisor", c.KeepOpen("edge-1"))
    room.slip("credit", "edge-1", 20_000)
    closed(room, {})
    assert not room.house.tables["edge-1"].is_open
    room.prove()


def test_a_difference_is_posted_told_and_reported_at_the_closing_and_at_the_opening(room, tmp_path):
    short = RACK | {5 * DOLLAR: 199}
    room.do("supervisor", c.CloseTable("edge-1"))
    count(room, "closing", short)
    view = bank_view(room.house, room.house.tables["edge-1"])
    assert view.count.says == "That is $5 less than the $20,000 expected."
    assert view.tray is None, "the count is made blind"
    room.do("supervisor", c.CheckCount("edge-1", short))
    assert room.dollars("differences:edge-1") == 5
    over = RACK | {CENT: 150}
    count(room, "opening", over)  # 19,995 were locked up
    room.do("supervisor", c.CheckCount("edge-1", over))
    assert room.dollars("differences:edge-1") == 5 - 6.5
    assert room.dollars("tray:edge-1") == 20_001.5
    assert room.dollars("cage") == -60_000
    figures: TableFigures = room.house.figures[room.house.day].tables["edge-1"]
    assert (figures.win, figures.over_short) == (-5 * DOLLAR, 1_500_000)
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        day = Day(reader, "2026-03-02")
        (line,) = [one for one in day.tables() if one.table == "edge-1"]
        told = [row.what for row in day.events() if row.kind == "bank"]
    assert line.over_short == 1_500_000
    short_by = "The closing count of table edge-1 is $19,995, $5 short, counted by dealer, checked by supervisor."
    assert short_by in told
    assert audited(str(store.engine.url)).findings == []
    room.prove()


def test_a_large_difference_is_booked_with_a_written_reason_only(room):
    short = RACK | {5 * DOLLAR: 195}
    room.do("supervisor", c.CloseTable("edge-1"))
    count(room, "closing", short)
    view = bank_view(room.house, room.house.tables["edge-1"])
    assert view.count.needs_reason
    for nothing in ("", "  "):
        refusal = room.refused("supervisor", c.CheckCount("edge-1", short, nothing))
        assert (refusal.code, refusal.message) == (
            "difference-unexplained",
            "$25 short is more than the $20 that pass without a word: count again, or write down the reason.",
        )
    assert room.house.tables["edge-1"].is_open
    assert room.dollars("differences:edge-1") == 0
    room.do("supervisor", c.CheckCount("edge-1", short, "five red chips are missing from the rack"))
    (checked,) = room.events(e.TrayChecked)[-1:]
    assert (checked.difference, checked.why) == (-25 * DOLLAR, "five red chips are missing from the rack")
    room.prove()


# --- the drop ---------------------------------------------------------------------------------------------------------


def test_the_drop_is_counted_by_note_and_checked_by_another_person(room, tmp_path):
    room.guest("ann", "edge-1", 1, chips=500)
    table, rack = room.house.tables["edge-1"], {100 * DOLLAR: 4, 20 * DOLLAR: 5}
    assert room.refused("accounting", c.CollectDrop("edge-1")).code == "not-counted"
    assert room.refused("executive", c.CheckDrop("edge-1", rack)).code == "not-counted"
    assert room.refused("accounting", c.CountDrop("edge-1", {25 * DOLLAR: 20})).code == "unknown-note"
    room.turned_away("dealer", c.CountDrop("edge-1", rack))
    room.do("accounting", c.CountDrop("edge-1", rack))
    room.do("ann", c.TopUp("edge-1", 60 * DOLLAR))  # into the next box
    view = bank_view(room.house, table).drop_count
    assert (view.amount, view.difference, view.needs_reason) == (500 * DOLLAR, 0, False)
    assert room.refused("accounting", c.CheckDrop("edge-1", rack)).code == "two-people"
    assert room.refused("executive", c.CheckDrop("edge-1", {100 * DOLLAR: 5})).code == "counts-differ"
    assert room.dollars("drop:edge-1") == 560, "nothing has moved"
    room.do("executive", c.CheckDrop("edge-1", rack))
    assert room.dollars("drop:edge-1") == 60
    (collected,) = room.events(e.DropCollected)
    assert (collected.rack, collected.counted_by, collected.checked_by) == (rack, "accounting", "executive")
    assert room.refused("executive", c.CheckDrop("edge-1", rack)).code == "not-counted"
    room.do("executive", c.CountDrop("edge-1", {20 * DOLLAR: 1}))
    assert room.refused("accounting", c.CheckDrop("edge-1", {20 * DOLLAR: 1})).code == "difference-unexplained"
    room.do("accounting", c.CheckDrop("edge-1", {20 * DOLLAR: 1}, "two notes are missing"))
    assert (room.dollars("drop:edge-1"), room.dollars("differences:edge-1")) == (0, 40)
    figures: TableFigures = room.house.figures[room.house.day].tables["edge-1"]
    assert (figures.drop, figures.over_short, figures.win) == (560 * DOLLAR, -40 * DOLLAR, 0)
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        told = [row.what for row in Day(reader, "2026-03-02").events() if row.kind == "bank"]
    counted = "counted by executive, checked by accounting"
    assert f"The drop of table edge-1 is collected: $20, $40 short (two notes are missing), {counted}." in told
    assert audited(str(store.engine.url)).findings == []
    room.prove()


def test_nobody_at_a_table_hears_what_was_in_its_box_or_who_counted_it(room):
    room.guest("ann", "edge-1", 1, chips=500)
    room.count_drop("edge-1", 500)
    events = room.events(e.DropCounted) + room.events(e.DropCollected)
    for seen in as_seat(None, events) + as_seat(1, events):
        assert not any(getattr(seen, name, 0) for name in ("rack", "amount", "expected", "counted_by", "checked_by"))


def test_what_moves_after_the_count_makes_another_one_necessary(room):
    room.guest("ann", "edge-1", 1, chips=100)
    room.do("supervisor", c.CloseTable("edge-1"))
    assert room.refused("dealer", c.BeginRound("edge-1")).code == "table-closing"
    rack = {100 * DOLLAR: 199}
    count(room, "closing", rack)
    room.do("ann", c.TopUp("edge-1", 50 * DOLLAR))
    assert room.refused("supervisor", c.CheckCount("edge-1", rack)).code == "tray-changed"
    rack = {50 * DOLLAR // 2: 794}
    count(room, "closing", rack)
    room.do("supervisor", c.CheckCount("edge-1", rack))
    assert room.dollars("wallet:ann") == 1_000
    room.prove()


def test_new_tables_wait_for_a_count_where_the_floor_says_so(make, floor):
    room = make(floor(TABLES, house='open_tables = "by count"'))
    assert [table.is_open for table in room.house.tables.values()] == [False, True, False]
    for table in ("edge-1", "delta-1"):
        room.count("opening", table, 500)
        assert room.dollars(f"tray:{table}") == 500
    room.prove()


# --- slips ------------------------------------------------------------------------------------------------------------


def held(room) -> tuple[float, float, float]:
    return tuple(room.dollars(account) for account in ("cage", "carried:edge-1", "tray:edge-1"))


def test_the_chips_of_a_slip_are_always_somewhere(room):
    cage, _, tray = held(room)
    fill = room.ask_slip("fill", "edge-1", {100: 5, 25: 4})
    assert room.refused("cage", c.SendFill(fill)).code == "slip-stage"
    room.turned_away("dealer", c.ApproveSlip(fill))
    room.do("supervisor", c.ApproveSlip(fill))
    room.turned_away("supervisor", c.SendFill(fill))
    assert held(room) == (cage, 0, tray)
    room.do("cage", c.SendFill(fill))
    assert held(room) == (cage - 600, 600, tray)
    assert room.refused("supervisor", c.CloseTable("edge-1")).code == "slip-on-the-way"
    refusal = room.refused("supervisor", c.VoidSlip(fill, "too much"))
    assert (refusal.code, " for Edge 1 is on the way: receive it" in refusal.message) == ("slip-stage", True)
    room.turned_away("cage", c.ReceiveFill(fill))
    room.do("dealer", c.ReceiveFill(fill))
    assert held(room) == (cage - 600, 0, tray + 600)
    assert room.refused("dealer", c.ReceiveFill(fill)).code == "slip-stage"
    credit = room.ask_slip("credit", "edge-1", {25: 4})
    assert room.refused("cage", c.ReceiveCredit(fill)).code == "other-kind"
    room.do("supervisor", c.ApproveSlip(credit))
    room.do("dealer", c.SendCredit(credit))
    assert held(room) == (cage - 600, 100, tray + 500)
    room.do("cage", c.ReceiveCredit(credit))
    assert held(room) == (cage - 500, 0, tray + 500)
    figures = room.house.figures[room.house.day].tables["edge-1"]
    assert (figures.fills, figures.credits, figures.win) == (600 * DOLLAR, 100 * DOLLAR, 0)
    room.prove()


def test_a_slip_at_a_table_that_closes_offers_nothing_that_would_be_refused(room):
    room.do("dealer", c.AskSlip("edge-1", SlipKind.FILL, {100 * DOLLAR: 10}))
    slip = room.house.chip_slips[1]
    assert slip_view(room.house, slip).next == "ApproveSlip"
    room.do("supervisor", c.CloseTable("edge-1"))
    view = slip_view(room.house, slip)
    assert (view.next, view.can_be_void, view.says.startswith("The table closes")) == ("", True, True)
    assert room.refused("supervisor", c.ApproveSlip(1)).code == "table-closing"
    room.do("supervisor", c.KeepOpen("edge-1"))
    assert slip_view(room.house, slip).next == "ApproveSlip"


def test_a_slip_is_approved_by_another_person_than_asked_for_it(room):
    ask = c.AskSlip("edge-1", SlipKind.FILL, {25 * DOLLAR: 4})
    room.do("supervisor", ask)
    assert room.refused("supervisor", c.ApproveSlip(1)).code == "two-people"
    assert room.refused("supervisor", c.Lent("dealer", c.ApproveSlip(1))).code == "two-people"
    room.do("sam", c.ApproveSlip(1))
    assert room.house.chip_slips[1].approved.by == "sam"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.AskSlip("edge-1", SlipKind.FILL, {}), "no-chips"),
        (c.AskSlip("edge-1", SlipKind.FILL, {7 * DOLLAR: 1}), "unknown-chip"),
        (c.AskSlip("edge-1", SlipKind.CREDIT, {500 * DOLLAR: 41}), "short-tray"),
        (c.AskSlip("edge-9", SlipKind.FILL, {DOLLAR: 1}), "unknown-table"),
        (c.ReceiveFill(9), "unknown-slip"),
    ],
)
def test_a_slip_that_cannot_be_is_refused(room, command, code):
    assert room.refused("dealer", command).code == code


def test_numbers_go_on_without_a_gap_and_the_report_tells_what_is_open_void_and_printed_twice(room, tmp_path):
    first, second, third = (room.ask_slip("fill", "edge-1", {25: 4}) for _ in range(3))
    for blank in ("", "  "):
        assert room.refused("supervisor", c.VoidSlip(first, blank)).message.startswith("Say why: a void slip")
    room.do("supervisor", c.VoidSlip(first, "asked for twice"))
    for _ in range(2):
        room.do("cage", c.PrintSlip(second))
    assert slip_page(room.house, room.house.chip_slips[second]).notices == ("REPRINT",)
    room.do("supervisor", c.ApproveSlip(second))
    room.do("cage", c.SendFill(second))
    room.do("dealer", c.ReceiveFill(second))
    room.now += timedelta(days=1)
    room.do("accounting", c.CloseDay("2026-03-02"))
    assert list(room.house.chip_slips) == [third], "what is done with is in the index"
    assert room.refused("cage", c.PrintSlip(second)).code == "old-slip"
    assert room.refused("cage", c.PrintSlip(third + 1)).code == "unknown-slip"
    room.do("supervisor", c.CloseTable("edge-1"))
    rack = {100 * DOLLAR: 201}
    count(room, "closing", rack)
    room.do("supervisor", c.CheckCount("edge-1", rack))
    assert room.house.chip_slips[third].stage is SlipStage.VOID
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        today, tomorrow = slip_report(reader, "2026-03-02"), slip_report(reader, "2026-03-03")
        assert find_slip(reader, room.house, second).prints == 2
    assert (today.open, today.void, today.reprinted, today.missing) == ((third,), (first,), (second,), ())
    assert (today.fills, today.credits) == (100 * DOLLAR, 0)
    assert (tomorrow.open, tomorrow.void, tomorrow.fills) == ((), (third,), 0)
    assert audited(str(store.engine.url)).findings == []
    room.prove()


def test_chips_on_the_way_to_a_table_that_is_gone_are_the_cages(room, floor):
    number = room.ask_slip("fill", "edge-1", {100: 5})
    room.do("supervisor", c.ApproveSlip(number))
    room.do("cage", c.SendFill(number))
    room.open(floor({name: lines for name, lines in TABLES.items() if name != "edge-1"}))
    assert room.dollars("carried:edge-1") == 0
    assert room.house.chip_slips[number].stage is SlipStage.VOID
    assert room.dollars("cage") == -40_000
    room.prove()


# --- another plan -----------------------------------------------------------------------------------------------------


def test_limits_change_from_the_next_round_on_and_hold_until_the_floor_file_says_something_new(room, floor):
    room.guest("ann", "edge-2", 1)
    room.begin("edge-2")
    change = c.ChangeTable("edge-2", minimum=10 * DOLLAR, maximum=50 * DOLLAR, side_bets=())
    room.turned_away("dealer", change)
    room.do("supervisor", change)
    assert room.refused("supervisor", change).code == "no-change"
    table = room.house.tables["edge-2"]
    assert table.plan.settings.minimum == 5 * DOLLAR
    room.bet("ann", "edge-2", 5)
    room.deal("edge-2")
    room.finish("edge-2")
    room.begin("edge-2")
    assert (table.plan.settings.minimum, table.plan.settings.maximum) == (10 * DOLLAR, 50 * DOLLAR)
    assert room.refused("ann", room.bets("ann", "edge-2", 5))
    room.do("supervisor", c.AtTable("edge-2", t.DeclareMisdeal("a test")))
    room.open(floor(TABLES))  # a restart on the same floor
    assert room.house.tables["edge-2"].plan.settings.minimum == 10 * DOLLAR
    room.open(floor(TABLES | {"edge-2": 'payout_cap = "$900"'}))
    assert room.house.tables["edge-2"].plan.settings.minimum == 5 * DOLLAR
    room.prove()


def test_who_deals_is_changed_between_rounds_and_what_no_table_may_have_is_refused(room):
    room.do("supervisor", c.ChangeTable("edge-2", dealer=Dealer.HUMAN))
    assert room.house.tables["edge-2"].plan.dealer is Dealer.HUMAN
    for command in (
        c.ChangeTable("edge-2", maximum=5_000 * DOLLAR),
        c.ChangeTable("edge-2", side_bets=("nonsense",)),
        c.ChangeTable("delta-1", dealer=Dealer.AUTOMATIC),
        c.ChangeTable("delta-1", side_bets=("progressive",)),
        c.ChangeTable("edge-2"),
    ):
        assert room.refused("supervisor", command).message.endswith(".")
    room.prove()
