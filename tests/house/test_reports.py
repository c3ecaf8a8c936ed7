"""Reports out of the log: win and hold as a card room counts them, jackpots, bank, significant events."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.office.jackpot_reports import bank_reports, jackpot_reports
from cardroom.house.office.reports import drop_boxes, table_reports, total
from cardroom.house.office.significant import significant_events
from cardroom.jackpots.commands import Reason
from cardroom.jackpots.readings import Period
from cardroom.money import CENT, DOLLAR

DAY = Period("2026-03-02", datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 3, 3, tzinfo=UTC))
NEXT = Period("2026-03-03", DAY.ends, DAY.ends + timedelta(days=1))


def of_table(room, table, day=DAY):
    (found,) = (report for report in table_reports(room.records, day.begins, day.ends) if report.table == table)
    return found


def amounts(report, *names):
    return tuple(getattr(report, name) / DOLLAR for name in names)


def losing_round(room, ante=10, **more):
    room.stack("2c 7d 9h", "4s 10h")
    room.begin("delta-1")
    room.bet("ann", "delta-1", ante, **more)
    room.deal("delta-1")
    room.finish("delta-1", lambda multiples: multiples[1])


def test_win_is_closing_less_opening_plus_drop_and_credits_less_fills(room):
    room.guest("ann", "delta-1", 1, chips=300)
    losing_round(room)  # the house wins 40
    room.do("supervisor", c.Fill("delta-1", 500 * DOLLAR))
    room.do("supervisor", c.Credit("delta-1", 200 * DOLLAR))
    room.do("ann", c.TopUp("delta-1", 100 * DOLLAR))
    room.stack("Jc 3d 9h", "Js 2c")
    room.play("delta-1", "ann", ante=10)  # Ann wins 100
    room.do("ann", c.StandUp("delta-1"))
    room.do("supervisor", c.CloseTable("delta-1"))
    found = of_table(room, "delta-1")
    assert amounts(found, "opening", "fills", "credits", "drop") == (20_000, 500, 200, 400)
    # 20,000 − 300 + 40 + 500 − 200 − 100 − 100
    assert amounts(found, "closing") == (19_840,)
    assert amounts(found, "win", "handle") == (-60, 140)
    assert found.hold == -60 / 400
    assert (found.rounds, found.voids) == (2, 0)
    assert drop_boxes(room.records, DAY.ends) == {"delta-1": 400 * DOLLAR}


def test_a_day_opens_with_what_the_last_one_closed_with(room):
    room.guest("ann", "delta-1", 1, chips=300)
    losing_round(room)
    room.now += timedelta(days=1)
    losing_round(room, ante=20)
    first, second = of_table(room, "delta-1"), of_table(room, "delta-1", NEXT)
    assert amounts(first, "opening", "closing", "drop", "win") == (20_000, 19_740, 300, 40)
    assert amounts(second, "opening", "closing", "drop", "win") == (19_740, 19_820, 0, 80)
    assert second.hold is None
    assert amounts(of_table(room, "edge-1", NEXT), "opening", "closing", "win") == (20_000, 20_000, 0)


def test_a_table_that_is_opened_twice_counts_both_openings(room):
    room.do("supervisor", c.CloseTable("delta-1"))
    room.do("supervisor", c.OpenTable("delta-1", 5_000 * DOLLAR))
    assert amounts(of_table(room, "delta-1"), "opening", "closing", "win") == (25_000, 25_000, 0)


def test_voids_and_fouled_hands_are_no_handle(room):
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
    for fouled in (True, False):
        room.begin("delta-1")
        for person in ("ann", "bob"):
            room.bet(person, "delta-1", 10)
        room.deal("delta-1")
        if not fouled:
            room.do("supervisor", c.DeclareMisdeal("delta-1", "exposed"))
            continue
        room.do("supervisor", c.FoulHand("delta-1", 1, "dropped"))
        room.finish("delta-1", lambda multiples: multiples[0])
    found = of_table(room, "delta-1")
    assert (found.rounds, found.voids, found.handle) == (1, 1, 10 * DOLLAR)


def test_jackpot_wagers_stand_beside_the_win(room):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    found = of_table(room, "delta-1")
    assert amounts(found, "win", "handle", "jackpot_wagers", "accrued") == (40, 40, 1, 0.22)
    assert amounts(found, "win_with_jackpots") == (40.78,)


def test_all_tables_together_are_what_the_house_has_won(room):
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat, chips=600)
        room.do(person, c.SitDown("edge-1", seat, 400 * DOLLAR))
    for _ in range(5):
        room.play("delta-1", "ann", "bob", progressive=1)
        room.play("edge-1", "ann", "bob")
    everything = total(table_reports(room.records, DAY.begins, DAY.ends))
    players = sum(room.house.money_of(person) for person in ("ann", "bob")) - 2_000 * DOLLAR
    prizes = sum(
        amount for name, amount in room.house.books.items() if name.startswith("link:") and ":wagers:" not in name
    )
    assert everything.win_with_jackpots == -players - prizes


HOUSE_JACKPOT = """
[[link]]
id = "flush"
kind = "house"
paytable = "PT-BJS-HCF-SF-01"
[[link.level]]
name = "House"
seed = "$2,500"
"""


def test_a_posted_prize_that_is_backed_out_is_the_houses_again_on_that_day(make, floor):
    room = make(floor(("straight-1",), more='jackpots = ["flush"]') + HOUSE_JACKPOT)
    room.guest("ann", "straight-1", 1)
    room.stack("2c 3c 4c 5c 6c 7c 8c", "As Qd 10h 8s 6d 4h 2h")
    room.play("straight-1", "ann", jackpot_1=1)
    before = of_table(room, "straight-1")
    assert amounts(before, "jackpot_wagers", "awards_by_house", "awards_backed_out") == (1, 2_500, 0)
    assert before.win_with_jackpots == before.win + DOLLAR - 2_500 * DOLLAR
    room.now += timedelta(days=1)
    room.do("supervisor", c.AskBackOut("flush", "flush-1", "the deck was short"))
    (request,) = room.house.requests
    room.do("executive", c.Approve(request))
    assert of_table(room, "straight-1") == before
    after = of_table(room, "straight-1", NEXT)
    assert amounts(after, "awards_by_house", "awards_backed_out", "win_with_jackpots") == (0, 2_500, 2_500)


# --- jackpots and the bank --------------------------------------------------------------------------------------------


def test_the_meter_is_read_with_its_beginning_and_every_change(room):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    room.stack("10s Js Qs", "9s 8s")  # a straight flush takes a tenth
    room.play("delta-1", "ann", progressive=1)
    delta, bad_beat = sorted(jackpot_reports(room.records, DAY), key=lambda report: report.link, reverse=True)
    (reading,) = delta.readings
    assert reading.beginning == 5_000 * DOLLAR
    assert [change.amount for change in reading.changes] == [20 * CENT, 20 * CENT, -50_004 * CENT]
    assert reading.ending == room.house.balance("link:delta:meter:Progressive")
    assert all(change.why and change.cite and change.by for change in reading.changes)
    (activity,) = delta.activity
    assert (activity.wagers, activity.coin_in, activity.won_from_meter) == (2, 2 * DOLLAR, 50_004 * CENT)
    assert [win.line for win in delta.hits] == ["straight flush"]
    (line,) = delta.games_report
    assert line.adjustment == 50_004 * CENT - 44 * CENT
    assert delta.proof.holds
    assert bad_beat.hits == ()


def test_shifts_share_a_day(room):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    room.now += timedelta(hours=6)
    losing_round(room, progressive=1)
    losing_round(room, progressive=1)
    noon = datetime(2026, 3, 2, 15, tzinfo=UTC)
    shifts = [Period("early", DAY.begins, noon), Period("late", noon, DAY.ends)]
    (delta,) = (report for report in jackpot_reports(room.records, DAY, shifts) if report.link == "delta")
    assert [(line.shift, line.wagers) for line in delta.activity] == [("early", 1), ("late", 2)]


def test_the_bank_must_hold_what_is_the_players(room):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    (found,) = (report for report in bank_reports(room.records, DAY, room.now) if report.link == "delta")
    assert (found.known_since, found.found.held, found.found.undeposited) == (None, 5_000_220_000, 220_000)
    assert (found.found.required, found.found.booked, found.found.balance) == (5_000 * DOLLAR, 5_000 * DOLLAR, None)
    room.do("accounting", c.ReconcileBank("delta", 5_000 * DOLLAR))
    room.do("accounting", c.RecordDeposit("delta", 22 * CENT))
    (found,) = (report for report in bank_reports(room.records, DAY, room.now) if report.link == "delta")
    assert (found.found.balance, found.found.shortfall) == (5_000 * DOLLAR + 22 * CENT, 0)
    assert (found.found.deposited, found.found.difference) == (22 * CENT, 0)
    assert [event.amount for event in found.deposits] == [22 * CENT]


def test_the_last_statement_is_carried_on_with_what_is_booked_since(room):
    """$10 are missing from the bank's statement, and stay missing after a tenth of the meter was paid out of it."""
    room.guest("ann", "delta-1", 1)
    room.do("accounting", c.ReconcileBank("delta", 5_000 * DOLLAR))
    room.stack("10s Js Qs", "9s 8s")
    room.play("delta-1", "ann", progressive=1)  # 500.02, of which 22 cents had not been deposited
    room.do("accounting", c.ReconcileBank("delta", 4_490_20 * CENT))
    room.play("delta-1", "ann")
    (found,) = (report for report in bank_reports(room.records, DAY, room.now) if report.link == "delta")
    assert (found.found.booked, found.found.balance) == (4_500_20 * CENT, 4_490_20 * CENT)
    assert (found.found.difference, found.found.shortfall) == (-10 * DOLLAR, 10 * DOLLAR)


def test_a_deposit_that_is_a_week_late_is_overdue(room):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    later = Period("later", DAY.begins + timedelta(days=8), DAY.ends + timedelta(days=8))
    (found,) = (report for report in bank_reports(room.records, later, later.ends) if report.link == "delta")
    assert found.found.is_overdue
    assert found.found.required == 5_000_220_000


# --- significant events -----------------------------------------------------------------------------------------------


def told(room, kind, day=DAY):
    return [line.what for line in significant_events(room.records, day.begins, day.ends) if line.kind == kind]


def test_significant_events_name_who_did_what(room):
    room.guest("ann", "delta-1", 1)
    with pytest.raises(CardroomError):
        room.do("ann", c.Fill("delta-1", DOLLAR))
    room.do("supervisor", c.Fill("delta-1", 100 * DOLLAR))
    losing_round(room)
    room.do("supervisor", c.CorrectMispay("delta-1", 1, "ante", 5 * DOLLAR, "paid a loser"))
    room.begin("delta-1")
    room.do("supervisor", c.DeclareMisdeal("delta-1", "a boxed card"))
    room.do("accounting", c.AskAdjustment("delta", "Progressive", CENT, Reason.MALFUNCTION, "a lost cent"))
    (request,) = room.house.requests
    room.do("executive", c.Approve(request))
    assert len(told(room, "opening")) == 1 + len(room.house.tables)
    assert told(room, "refusal")[0].startswith("ann (guest) tried Fill: ")
    assert told(room, "bank") == ["Table delta-1 gets a fill of $100."]
    assert told(room, "void") == ["Round delta-1-2 is void: a boxed card."]
    assert told(room, "correction") == ["Round delta-1-1, seat 1, ante: $5 instead of $0, paid a loser."]
    asked, approved = told(room, "request")
    assert "accounting asks for an adjustment of delta" in asked
    assert approved == f"executive approves {request} of accounting."
    assert any("by accounting and executive" in what for what in told(room, "jackpot"))
    assert told(room, "void", NEXT) == []


def test_a_changed_floor_file_is_told(room):
    room.take(room.house.open("another floor", room.now))
    assert "the floor file has changed" in told(room, "opening")[-1]
