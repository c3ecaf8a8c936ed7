"""`cardroom report`: a day of the house on the terminal and as data."""

from __future__ import annotations

import csv
from decimal import Decimal

import pytest

from cardroom.house.engine.next_step import next_step
from cardroom.house.log import commands as c
from cardroom.house.reports.day_report import TableReport
from cardroom.money import DOLLAR

from ..floors import floor_text
from ..house.conftest import Room
from ..house.logs import stored

DAY = ("--date", "2026-03-02")


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> str:
    """Ann buys in for $500 and plays three rounds of Mississippi Stud."""
    room = Room(floor_text(("delta-1", "edge-1")))
    room.guest("ann", "delta-1", 1)
    for _ in range(3):
        room.play("delta-1", "ann", progressive=1)
    room.slip("fill", "delta-1", 100)
    store = stored(room, tmp_path_factory.mktemp("house") / "house.sqlite")
    store.engine.dispose()
    return str(store.engine.url)


def test_tables(ok, database):
    told = ok("report", "table", *DAY, "--database", database).out
    assert any(line.split()[:2] == ["delta-1", "$20,000"] for line in told.splitlines())
    assert "In the drop box of delta-1, not collected yet: $500." in told
    document = ok("report", "table", *DAY, "--database", database, "--json").json
    delta = next(table for table in document["tables"] if table["table"] == "delta-1")
    assert (delta["drop"], delta["fills"], delta["rounds"]) == (500 * DOLLAR, 100 * DOLLAR, 3)
    assert delta["win"] == delta["closing"] - delta["opening"] + delta["drop"] + delta["credits"] - delta["fills"]


def test_a_day_for_a_spreadsheet_has_every_figure_of_the_document_with_its_unit(ok, refused, database):
    day = ("report", "day", *DAY, "--database", database)
    rows = list(csv.DictReader(ok(*day, "--csv").lines))
    document = ok(*day, "--json").json
    assert {row["date"] for row in rows} == {"2026-03-02"}
    found = {(row["part"], row["name"], row["figure"]): (row["value"], row["unit"]) for row in rows}
    for table in document["tables"]:
        for figure, value in table.items():
            if isinstance(value, int):
                told, unit = found["table", table["table"], figure]
                is_count = TableReport.__annotations__[figure] == "int"
                assert (Decimal(told) * (1 if is_count else DOLLAR), unit) == (value, "" if is_count else "USD")
    assert found["table", "delta-1", "drop"] == ("500.00", "USD")
    for jackpot in document["jackpots"]:
        for level, figures in jackpot["meters"].items():
            ending, unit = found["jackpot", jackpot["link"], f"meters.{level}.ending"]
            assert (Decimal(ending) * DOLLAR, unit) == (figures["ending"], "USD")
            assert found["jackpot", jackpot["link"], f"meters.{level}.changes"] == (str(figures["changes"]), "")
    events = [row for row in rows if row["part"] == "event"]
    assert [(row["name"], row["value"]) for row in events] == [(one["at"], one["what"]) for one in document["events"]]
    assert "not with both" in refused(*day, "--csv", "--json")


def test_jackpots_with_shifts(ok, database):
    told = ok("report", "jackpots", *DAY, "--database", database).out
    assert "3 contributions until" in told
    assert "The proof of the books holds." in told
    every = ok("report", "jackpots", *DAY, "--every", "--database", database).out
    assert every.count("contribution of seat 1, table delta-1") == 3
    shifts = ok("report", "jackpots", *DAY, "--shift", "08:00", "--shift", "16:00", "--database", database).out
    assert "08:00–16:00" in shifts


def test_bank(ok, database):
    told = ok("report", "bank", *DAY, "--database", database).out
    assert "unknown" in told
    assert "the next deposit is due by 2026-03-09" in told


def test_events(ok, database):
    told = ok("report", "events", *DAY, "--database", database).out
    assert "Table delta-1 gets a fill of $100." in told
    assert ok("report", "events", "--date", "2026-03-03", "--database", database).out == "No significant events.\n"


def test_a_meter_is_told_with_its_changes_up_and_down(ok, database):
    told = ok("report", "day", *DAY, "--database", database, width=120).lines
    (line,) = (line.split() for line in told if line.split()[:2] == ["delta", "Progressive"])
    assert line[2:] == ["$5,000", "3", "$0.60", "$0", "$5,000.60"]


def test_a_whole_day(ok, database):
    told = ok("report", "day", *DAY, "--database", database).out
    assert all(word in told for word in ("table bank", "jackpot", "bank", "opening"))
    assert set(ok("report", "day", *DAY, "--database", database, "--json").json) == {
        "date", "tables", "jackpots", "bank", "events",
    }  # fmt: skip


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(ok, database, width):
    told = ok("report", "day", *DAY, "--database", database, width=width)
    assert max(map(len, told.lines)) <= width


def test_nonsense_is_refused(refused, database):
    assert "like 2026-11-15" in refused("report", "day", "--date", "yesterday", "--database", database)
    assert "like 08:00" in refused("report", "jackpots", "--shift", "noon", "--database", database)


def test_dealers_and_what_they_counted_out_wrong(ok, tmp_path):
    room = Room(floor_text({"by-hand": 'game = "straight-edge-2"\ndealer = "human"\npays = "checked"'}, links=()))
    room.guest("ann", "by-hand", 1)
    room.begin("by-hand")
    room.bet("ann", "by-hand")
    while not (step := next_step(room.house, room.house.tables["by-hand"])).asks_figure:
        if step.command is not None:
            room.do("dealer", step.command)
        else:
            room.choose("ann", "by-hand", "2x")
    room.do("dealer", c.PaySeat("by-hand", 1, 4_321 * DOLLAR))
    store = stored(room, tmp_path / "house.sqlite")
    store.engine.dispose()
    told = ok("report", "dealers", *DAY, "--database", str(store.engine.url)).out
    assert told.splitlines()[-1 if told.splitlines()[-1] else -2].split() == ["dealer", "by-hand", "1", "1", "100.0%"]
    document = ok("report", "dealers", *DAY, "--database", str(store.engine.url), "--json").json
    assert document["dealers"] == [{"dealer": "dealer", "table": "by-hand", "paid": 1, "differed": 1}]
