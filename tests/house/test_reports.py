"""Reports: win and hold as a card room counts them, jackpots, bank, significant events.

A report is read off figures that were counted as things happened; the same figures are added up here out of the log.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import msgspec
import pytest

from cardroom.cli.output import with_default_fields
from cardroom.errors import CardroomError
from cardroom.house.features.rounds.rows import PlayedRow
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import LinkPart, Record, TablePart, decode_record
from cardroom.house.reports.day_report import Day, activity_by_shift, bank_events, events_of_link, readings, total
from cardroom.house.storage.store import Store
from cardroom.jackpots import commands as j
from cardroom.jackpots import events as on_link
from cardroom.jackpots.reports.meter_reports import Period
from cardroom.jackpots.setup.config import Source
from cardroom.money import CENT, DOLLAR
from cardroom.table.commands import CorrectMispay, DeclareMisdeal, FoulHand
from cardroom.table.engine.stake_totals import Staked
from cardroom.table.events import RoundClosed, RoundVoided

from ..floors import TABLES
from .chaos import STANDING, Chaos, floor_with
from .conftest import Room
from .day_books import DayBooks, require_figures
from .logs import SeededRoom, eventful, stored

IN_A_LINE = ("opening", "closing", "fills", "credits", "drop", "rounds", "voids", "handle", "over_short")
TODAY, TOMORROW = "2026-03-02", "2026-03-03"


class ListedDay(Day):
    """A day whose report has been read while the database was open."""

    listed: tuple[Any, ...]
    happened: dict[str, Any]
    configs: dict[str, Any]


@pytest.fixture
def report(tmp_path):
    """The report of a room's day, out of a database."""
    numbers = count()

    def read_off(room: Room, day: str = TODAY) -> ListedDay:
        store = stored(room, tmp_path / f"{next(numbers)}.sqlite")
        with store.reading() as reader:
            found = ListedDay(reader, day)
            found.listed = found.tables(), found.jackpots(), found.banks(room.now), found.events()
            found.happened = {link: events_of_link(reader, link, day) for link in found.links}
            found.configs = {link: found.config(of_link) for link, of_link in found.links.items()}
        return found

    return read_off


def of_table(day: ListedDay, table: str):
    (found,) = (line for line in day.listed[0] if line.table == table)
    return found


def of_link(day: ListedDay, link: str):
    (found,) = (line for line in day.listed[1] if line.link == link)
    return found


def at_bank(day: ListedDay, link: str):
    (found,) = (line for line in day.listed[2] if line.link == link)
    return found


def amounts(line, *names):
    return tuple(getattr(line, name) / DOLLAR for name in names)


def losing_round(room, ante=10, **more):
    room.stack("2c 7d 9h", "4s 10h")
    room.begin("delta-1")
    room.bet("ann", "delta-1", ante, **more)
    room.deal("delta-1")
    room.finish("delta-1", lambda multiples: multiples[1])


# --- tables -----------------------------------------------------------------------------------------------------------


def test_win_is_closing_less_opening_plus_drop_and_credits_less_fills(room, report):
    room.guest("ann", "delta-1", 1, chips=300)
    losing_round(room)  # the house wins 40
    room.slip("fill", "delta-1", 500)
    room.slip("credit", "delta-1", 200)
    room.do("ann", c.TopUp("delta-1", 100 * DOLLAR))
    room.stack("Jc 3d 9h", "Js 2c")
    room.play("delta-1", "ann", ante=10)  # Ann wins 100
    room.do("ann", c.StandUp("delta-1"))
    room.do("supervisor", c.CloseTable("delta-1"))
    day = report(room)
    found = of_table(day, "delta-1")
    assert amounts(found, "opening", "fills", "credits", "drop") == (20_000, 500, 200, 400)
    # 20,000 − 300 + 40 + 500 − 200 − 100 − 100
    assert amounts(found, "closing") == (19_840,)
    assert amounts(found, "win", "handle") == (-60, 140)
    assert found.hold == -60 / 400
    assert (found.rounds, found.voids) == (2, 0)
    assert day.boxes() == {"delta-1": 400 * DOLLAR}


def test_a_day_opens_with_what_the_last_one_closed_with(room, report):
    room.guest("ann", "delta-1", 1, chips=300)
    losing_round(room)
    room.now += timedelta(days=1)
    losing_round(room, ante=20)
    first, second = of_table(report(room), "delta-1"), of_table(report(room, TOMORROW), "delta-1")
    assert amounts(first, "opening", "closing", "drop", "win") == (20_000, 19_740, 300, 40)
    assert amounts(second, "opening", "closing", "drop", "win") == (19_740, 19_820, 0, 80)
    assert second.hold is None
    assert amounts(of_table(report(room, TOMORROW), "edge-1"), "opening", "closing", "win") == (20_000, 20_000, 0)


def test_a_day_ends_when_the_floor_says_and_not_at_midnight(make, floor, report):
    """Until six in the morning in Seattle it is still the day before; a round belongs to the day it ends on."""
    hours = 'play_money = true\nday_ends = "06:00"\ntime_zone = "America/Los_Angeles"'
    room = make(floor(("delta-1",), house=hours))
    room.guest("ann", "delta-1", 1, chips=300)
    room.now = datetime(2026, 3, 3, 13, 59, tzinfo=UTC)
    losing_round(room)
    room.now = datetime(2026, 3, 3, 14, 1, tzinfo=UTC)
    losing_round(room, ante=20)
    assert of_table(report(room), "delta-1").rounds == 1
    assert of_table(report(room, TOMORROW), "delta-1").rounds == 1


def test_a_table_that_is_opened_twice_has_a_line_for_each_opening(room, report):
    room.guest("ann", "delta-1", 1)
    losing_round(room, ante=20)
    assert of_table(report(room), "delta-1").openings == ()
    room.do("supervisor", c.CloseTable("delta-1"))
    room.do("supervisor", c.OpenTable("delta-1", 5_000 * DOLLAR))
    room.do("ann", c.SitDown("delta-1", 1, 100 * DOLLAR))
    losing_round(room, ante=10)
    losing_round(room, ante=10)
    found = of_table(report(room), "delta-1")
    names = ("opening", "closing", "drop", "win", "handle")
    first, second = found.openings
    lost, less = first.win / DOLLAR, second.win / DOLLAR
    assert (lost, less) == (80, 80), "each round loses four times its ante"
    assert amounts(first, *names) == (20_000, 20_000 - first.drop / DOLLAR + lost, first.drop / DOLLAR, lost, lost)
    assert amounts(second, *names) == (5_000, 5_000 - 100 + less, 100, less, less)
    assert (first.rounds, second.rounds) == (1, 2)
    assert amounts(found, "win") == (lost + less,)
    assert (first.hold, second.hold) == (first.win / first.drop, second.win / second.drop)


def test_voids_and_fouled_hands_are_no_handle(room, report):
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
    for fouled in (True, False):
        room.begin("delta-1")
        for person in ("ann", "bob"):
            room.bet(person, "delta-1", 10)
        room.deal("delta-1")
        if not fouled:
            room.do("supervisor", c.AtTable("delta-1", DeclareMisdeal("exposed")))
            continue
        room.do("supervisor", c.AtTable("delta-1", FoulHand(1, "dropped")))
        room.finish("delta-1", lambda multiples: multiples[0])
    found = of_table(report(room), "delta-1")
    assert (found.rounds, found.voids, found.handle) == (1, 1, 10 * DOLLAR)
    void = [(row.staked, row.net, row.jackpots) for row in room.index(PlayedRow) if row.is_void]
    assert void == [(0, 0, 0)] * 2, "nor of anyone's history"


def test_jackpot_wagers_stand_beside_the_win(room, report):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    found = of_table(report(room), "delta-1")
    assert amounts(found, "win", "handle", "jackpot_wagers", "accrued") == (40, 40, 1, 0.22)
    assert amounts(found, "win_with_jackpots") == (40.78,)


def test_all_tables_together_are_what_the_house_has_won(room, report):
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat, chips=600)
        room.do(person, c.SitDown("edge-1", seat, 400 * DOLLAR))
    for _ in range(5):
        room.play("delta-1", "ann", "bob", progressive=1)
        room.play("edge-1", "ann", "bob")
    everything = total(report(room).listed[0])
    players = sum(room.house.money_of(person) for person in ("ann", "bob")) - 2_000 * DOLLAR
    prizes = sum(
        amount for name, amount in room.house.books.items() if name.startswith("link:") and ":wagers:" not in name
    )
    assert everything.win_with_jackpots == -players - prizes


def test_a_posted_prize_that_is_backed_out_is_the_houses_again_on_that_day(make, floor, report):
    room = make(floor(("straight-1",), links=("house-flush",)))
    room.guest("ann", "straight-1", 1)
    room.stack("2c 3c 4c 5c 6c 7c 8c", "As Qd 10h 8s 6d 4h 2h")
    room.play("straight-1", "ann", jackpot_1=1)
    before = of_table(report(room), "straight-1")
    assert amounts(before, "jackpot_wagers", "awards_by_house", "awards_backed_out") == (1, 5_000, 0)
    assert before.win_with_jackpots == before.win + DOLLAR - 5_000 * DOLLAR
    room.now += timedelta(days=1)
    room.do("supervisor", c.AskChange("house-flush", j.BackOut(win="house-flush-1", why="the deck was short")))
    (request,) = room.house.requests
    room.do("executive", c.ApproveChange(request))
    assert of_table(report(room), "straight-1") == before
    after = of_table(report(room, TOMORROW), "straight-1")
    assert amounts(after, "awards_by_house", "awards_backed_out", "win_with_jackpots") == (0, 5_000, 5_000)


# --- jackpots and the bank --------------------------------------------------------------------------------------------


def test_the_meter_is_read_with_its_beginning_and_every_change(room, report):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    room.stack("10s Js Qs", "9s 8s")  # a straight flush takes a tenth
    room.play("delta-1", "ann", progressive=1)
    day = report(room)
    delta = of_link(day, "delta")
    meter = delta.meters["Progressive"]
    assert (meter.beginning, meter.changes, meter.up, meter.down) == (5_000 * DOLLAR, 3, 40 * CENT, 50_004 * CENT)
    assert meter.ending == room.house.balance("link:delta:meter:Progressive")
    (reading,) = readings(day.happened["delta"], delta.meters)
    assert reading.beginning == meter.beginning
    assert [change.amount for change in reading.changes] == [20 * CENT, 20 * CENT, -50_004 * CENT]
    assert reading.ending == meter.ending
    assert all(change.why and change.cite and change.by for change in reading.changes)
    activity = delta.activity["delta-1"]
    assert (activity.wagers, activity.coin_in, activity.won_from_meter) == (2, 2 * DOLLAR, 50_004 * CENT)
    assert [win.line for win in delta.hits] == ["straight_flush"]
    (line,) = delta.games_report
    assert line.adjustment == 50_004 * CENT - 44 * CENT
    assert delta.proof.holds
    assert of_link(day, "bad-beat").hits == ()


def test_the_next_day_begins_with_what_the_meter_showed(room, report):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    room.now += timedelta(days=2)
    losing_round(room, progressive=1)
    quiet = of_link(report(room, TOMORROW), "delta").meters["Progressive"]
    assert (quiet.beginning, quiet.changes, quiet.ending) == (5_000_20 * CENT, 0, 5_000_20 * CENT)
    day = report(room, "2026-03-04")
    meters = of_link(day, "delta").meters
    assert (meters["Progressive"].beginning, meters["Progressive"].ending) == (5_000_20 * CENT, 5_000_40 * CENT)
    (reading,) = readings(day.happened["delta"], meters)
    assert [(change.amount, change.balance) for change in reading.changes] == [(20 * CENT, 5_000_40 * CENT)]
    assert (reading.beginning, reading.ending) == (5_000_20 * CENT, 5_000_40 * CENT)


def test_shifts_share_a_day(room, report):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    room.now += timedelta(hours=6)
    losing_round(room, progressive=1)
    losing_round(room, progressive=1)
    begins, noon, ends = (datetime(2026, 3, day, hour, tzinfo=UTC) for day, hour in ((2, 0), (2, 15), (3, 0)))
    shifts = [Period("early", begins, noon), Period("late", noon, ends)]
    day = report(room)
    lines = activity_by_shift(day.happened["delta"], shifts, day.configs["delta"])
    assert [(line.shift, line.wagers) for line in lines] == [("early", 1), ("late", 2)]


def test_the_bank_must_hold_what_is_the_players(room, report):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    found = at_bank(report(room), "delta")
    assert (found.known_since, found.found.held, found.found.undeposited) == (None, 5_000_220_000, 220_000)
    assert (found.found.required, found.found.booked, found.found.balance) == (5_000 * DOLLAR, 5_000 * DOLLAR, None)
    room.do("accounting", c.OnBank("delta", j.Reconcile(balance=5_000 * DOLLAR)))
    room.do("accounting", c.OnBank("delta", j.RecordDeposit(amount=22 * CENT)))
    day = report(room)
    found = at_bank(day, "delta")
    assert (found.found.balance, found.found.shortfall) == (5_000 * DOLLAR + 22 * CENT, 0)
    assert (found.found.deposited, found.found.difference) == (22 * CENT, 0)
    booked = bank_events(day.happened["delta"])
    assert [event.amount for event in booked if isinstance(event, on_link.Deposited)] == [22 * CENT]


def test_the_last_statement_is_carried_on_with_what_is_booked_since(room, report):
    """$10 are missing from the bank's statement, and stay missing after a tenth of the meter was paid out of it."""
    room.guest("ann", "delta-1", 1)
    room.do("accounting", c.OnBank("delta", j.Reconcile(balance=5_000 * DOLLAR)))
    room.stack("10s Js Qs", "9s 8s")
    room.play("delta-1", "ann", progressive=1)  # 500.02, of which 22 cents had not been deposited
    room.do("accounting", c.OnBank("delta", j.Reconcile(balance=4_490_20 * CENT)))
    room.play("delta-1", "ann")
    found = at_bank(report(room), "delta").found
    assert (found.booked, found.balance) == (4_500_20 * CENT, 4_490_20 * CENT)
    assert (found.difference, found.shortfall) == (-10 * DOLLAR, 10 * DOLLAR)


def test_a_deposit_that_is_a_week_late_is_overdue(room, report):
    room.guest("ann", "delta-1", 1)
    losing_round(room, progressive=1)
    room.now += timedelta(days=9)
    found = at_bank(report(room, "2026-03-10"), "delta").found
    assert found.is_overdue
    assert found.required == 5_000_220_000


# --- significant events -----------------------------------------------------------------------------------------------


def told(day: ListedDay, kind: str) -> list[str]:
    return [line.what for line in day.listed[3] if line.kind == kind]


def test_significant_events_name_who_did_what(room, report):
    room.guest("ann", "delta-1", 1)
    room.turned_away("technician", c.ApproveSlip(1))
    room.slip("fill", "delta-1", 100)
    losing_round(room)
    room.do("supervisor", c.AtTable("delta-1", CorrectMispay(1, "ante", 5 * DOLLAR, "paid a loser")))
    room.begin("delta-1")
    room.do("supervisor", c.AtTable("delta-1", DeclareMisdeal("a boxed card")))
    adjust = j.Adjust(level="Progressive", change=CENT, reason=j.Reason.MALFUNCTION, why="a lost cent")
    room.do("accounting", c.AskChange("delta", adjust))
    (request,) = room.house.requests
    room.do("executive", c.ApproveChange(request))
    room.do("house", c.CountRefusals({"ApproveSlip": 3, "ApproveChange": 1}))
    day = report(room)
    assert len(told(day, "opening")) == 1 + len(room.house.tables)
    assert told(day, "refusal")[0].startswith("technician tried ApproveSlip: ")
    assert told(day, "refusal")[1] == "Strangers were refused: ApproveChange 1, ApproveSlip 3."
    assert told(day, "bank") == ["Table delta-1 gets a fill of $100."]
    assert told(day, "slip") == [
        "dealer asks for fill 1: $100 for table delta-1.",
        "supervisor approves slip 1.",
        "cage sends the chips of slip 1.",
        "dealer receives the chips of slip 1.",
    ]
    assert told(day, "void") == ["Round delta-1-2 is void: a boxed card."]
    assert told(day, "correction") == ["Round delta-1-1, seat 1, ante: $5 instead of $0, paid a loser."]
    asked, approved = told(day, "request")
    assert "accounting asks for an adjustment of delta" in asked
    assert approved == f"executive approves {request} of accounting."
    assert any("by accounting and executive" in what for what in told(day, "jackpot"))
    assert told(report(room, TOMORROW), "void") == []


def test_a_changed_floor_file_is_told(room, floor, report):
    room.open(floor(("delta-1",)))
    said = told(report(room), "opening")
    assert any("the floor has changed" in what for what in said)
    assert "Table edge-1 is taken off the floor." in said


# --- the same, added up out of the log --------------------------------------------------------------------------------


def records_of(room: Room, day: str) -> Iterator[Record]:
    return (record for record in (decode_record(written.body) for written in room.log) if record.day == day)


def balances_after(room: Room, day: str) -> Counter[str]:
    """Every account at the end of a day, by adding up all postings until then."""
    found: Counter[str] = Counter()
    for record in (decode_record(written.body) for written in room.log):
        for part in record.parts if record.day <= day else ():
            for posting in part.postings:
                for entry in posting.entries:
                    found[entry.account] += entry.amount
    return found


def require_lines(line, at_table) -> None:
    """As many as there were openings after a closing, and one; what they add up to is the day's."""
    closed, lines = False, 1
    for event in at_table:
        lines += isinstance(event, e.TableOpened) and closed
        closed = isinstance(event, e.TableClosed) or (closed and not isinstance(event, e.TableOpened))
    assert len(line.openings) == (lines if lines > 1 else 0)
    for name in ("opening", "closing", "fills", "credits", "drop", "rounds", "voids", "handle", "win", "over_short"):
        assert not line.openings or sum(getattr(one, name) for one in line.openings) == getattr(line, name)


def require_amounts(line, books: DayBooks, day: str) -> None:
    """The columns of one table that are not read off its events."""
    counted = books.tables.get((day, line.table))
    amounts = counted.whole() if counted else Counter()
    assert (line.handle, line.over_short) == (amounts["handle"], amounts["over_short"])
    gained = line.closing - line.opening + line.drop + line.credits - line.fills
    assert line.win == gained - amounts["jackpot_chips"] - amounts["corrections"]
    assert line.hold == (line.win / line.drop if line.drop else None)
    of_links = [of.tables[line.table] for (of_day, _), of in books.links.items() if of_day == day]
    assert line.accrued == sum(one["accrued"] for one in of_links)
    assert line.awards_backed_out == sum(one["backed_out_to_house"] for one in of_links)
    jackpots = line.jackpot_wagers - line.accrued - line.awards_by_house + line.awards_backed_out
    assert line.win_with_jackpots == line.win + jackpots
    openings = [*counted.earlier, counted.since_the_last_opening()] if counted and counted.earlier else []
    for one, found in zip(line.openings, openings, strict=True):
        assert [getattr(one, name) for name in IN_A_LINE] == [found[name] for name in IN_A_LINE]


def require_same(room: Room, report: ListedDay, day: str) -> None:
    """Every figure of the day's report, from the postings and events of the log alone."""
    tables, links, _, events = report.listed
    after, of_day, books = balances_after(room, day), list(records_of(room, day)), require_figures(room)
    before = balances_after(room, (datetime.fromisoformat(day) - timedelta(days=1)).date().isoformat())
    for line in tables:
        at_table = [
            event for r in of_day for p in r.parts if isinstance(p, TablePart) and p.table == line.table
            for event in p.events
        ]  # fmt: skip
        opened = sum(event.inventory for event in at_table if isinstance(event, e.TableOpened))
        closed = sum(event.inventory for event in at_table if isinstance(event, e.TableClosed))
        tray = f"tray:{line.table}"
        assert line.opening == before[tray] + opened, (day, line.table)
        assert line.closing == after[tray] + closed, (day, line.table)
        assert line.fills == sum(event.amount for event in at_table if isinstance(event, e.Filled))
        assert line.credits == sum(event.amount for event in at_table if isinstance(event, e.Credited))
        bought = sum(event.chips for event in at_table if isinstance(event, e.SatDown | e.ToppedUp))
        is_real = STANDING.get(line.table) == 'cards = "real"'
        counted = sum(event.amount for event in at_table if isinstance(event, e.DropCollected)) if is_real else 0
        assert line.drop == bought + counted
        voids = [isinstance(event, RoundVoided) or event.is_void for event in at_table
                 if isinstance(event, RoundVoided | e.RealRoundEnded)]  # fmt: skip
        assert line.rounds == sum(isinstance(event, RoundClosed) for event in at_table) + voids.count(False)
        assert line.voids == voids.count(True)
        require_lines(line, at_table)
        of_links = [
            event for r in of_day for p in r.parts if isinstance(p, LinkPart)
            for event in p.events if getattr(event, "table", "") == line.table
        ]  # fmt: skip
        taken = sum(event.amount for event in of_links if isinstance(event, on_link.WagerTaken))
        refunded = sum(event.amount for event in of_links if isinstance(event, on_link.WagerRefunded))
        assert line.jackpot_wagers == taken - refunded
        assert line.awards_by_house == sum(
            event.amount for event in of_links if isinstance(event, on_link.AwardPaid) and event.source is Source.HOUSE
        )
        require_amounts(line, books, day)
    for line in links:
        if of_link := books.links.get((day, line.link)):
            told = {"tables": line.activity, "levels": line.meters, "envy": line.envy, "reseeds": line.reseeds}
            told = json.loads(msgspec.json.encode(with_default_fields(told)))
            assert told == of_link.like(told)
        for level, meter in line.meters.items():
            assert meter.ending == after[f"link:{line.link}:meter:{level}"], (day, line.link)
            assert meter.ending == meter.beginning + meter.up - meter.down
            if before[f"link:{line.link}:meter:{level}"]:
                assert meter.beginning == before[f"link:{line.link}:meter:{level}"]
        assert line.proof.holds
    assert {line.position for line in events} <= {record.position for record in of_day}
    drops = {name.removeprefix("drop:"): amount for name, amount in after.items() if name.startswith("drop:")}
    assert report.boxes() == {name: amount for name, amount in sorted(drops.items()) if amount}


def test_every_figure_of_the_eventful_log_is_what_its_postings_add_up_to(tmp_path):
    room, store = eventful(tmp_path)
    require_all_the_same(room, store)


def require_all_the_same(room: Room, store: Store) -> None:
    with store.reading() as reader:
        for row in reader.days():
            found = ListedDay(reader, row.day)
            found.listed = found.tables(), found.jackpots(), found.banks(room.now), found.events()
            require_same(room, found, row.day)


@pytest.mark.parametrize("table", TABLES)
def test_whatever_people_do_every_figure_is_what_the_postings_add_up_to(make, floor, tmp_path, table):
    room = make(floor(floor_with(table), links=("delta", "bad-beat", "house-flush")))
    chaos = Chaos(room, 1, on_trial=table)
    while len(room.log) < 200:
        person, command = chaos.next()
        with suppress(CardroomError):
            room.do(person, command)
    room.now += timedelta(days=1)
    room.do("house", c.TakeCheckpoint())
    require_all_the_same(room, stored(room, tmp_path / "house.sqlite"))


def test_a_report_of_a_day_without_records_is_of_what_stood_there(tmp_path):
    room = SeededRoom()
    room.guest("ann", "delta-1", 1)
    store = stored(room, tmp_path / "house.sqlite")
    with store.reading() as reader:
        before, later = Day(reader, "2026-01-01"), Day(reader, "2027-01-01")
        assert (before.tables(), before.jackpots(), before.events()) == ([], [], [])
        (delta,) = (line for line in later.tables() if line.table == "delta-1")
        assert (delta.opening, delta.drop, delta.win) == (19_500 * DOLLAR, 0, 0)


def test_the_day_knows_what_was_staked_on_each_wager_and_where_its_win_must_lie(make, floor, report, tmp_path):
    """Added up again out of the events: stakes as they lay at the end, hands that were fouled left out."""
    room = make(floor(("delta-1",)))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
    room.play("delta-1", "ann", "bob", three_card_bonus=2)
    room.play("delta-1", "ann", ante=25, progressive=1)
    room.begin("delta-1")
    for person in ("ann", "bob"):
        room.bet(person, "delta-1", ante=10)
    room.deal("delta-1")
    room.do("supervisor", c.AtTable("delta-1", FoulHand(1, "dropped")))
    room.finish("delta-1")
    figures = room.house.figures[TODAY].tables["delta-1"]
    ((settings, staked),) = figures.staked.items()
    assert settings == room.house.tables["delta-1"].settings
    assert staked["ante"] == Staked(
        hands=4, rounds=3, total=45 * DOLLAR, squares=2 * 500**2 + 2500**2 + 1000**2,
        round_squares=2 * 1000**2 + 2500**2, sizes={1024: 2, 2560: 1},
    )  # fmt: skip
    assert (staked["three_card_bonus"].total, staked["three_card_bonus"].hands) == (4 * DOLLAR, 2)
    assert sum(of_wager.total for of_wager in staked.values()) == figures.handle
    assert "progressive" not in staked
    with stored(room, tmp_path / "banded.sqlite").reading() as reader:
        (told,) = Day(reader, TODAY).tables(with_bands=True)
    assert told.band is not None
    assert (told.band.handle, told.band.is_estimate) == (figures.handle, False)
    assert told.is_inside is (told.band.low <= told.win <= told.band.high)


def test_at_real_cards_the_band_is_an_estimate_from_the_average_bet(make, floor, tmp_path):
    room = make(floor({"delta-1": 'cards = "real"\naverage_bet = "$15"'}))
    for seats in ((1, 3, 5), (1,)):
        room.do("dealer", c.CountSensors("delta", "delta-1", seats))
        room.do("dealer", c.AtConsole("delta", j.EndGame(table="delta-1")))
    ((_, guessed),) = room.house.figures[TODAY].tables["delta-1"].estimated.items()
    assert (guessed.hands, guessed.rounds, guessed.total) == (4, 2, 60 * DOLLAR)
    with stored(room, tmp_path / "real.sqlite").reading() as reader:
        (told,) = Day(reader, TODAY).tables(with_bands=True)
    assert told.band is not None
    assert (told.band.is_estimate, told.band.handle) == (True, 60 * DOLLAR)
    assert "an average bet for every lit seat" in told.band.words
    assert told.is_inside is None, "what is in the tray is known when it has been counted"
