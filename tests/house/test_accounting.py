"""Accounting: reports over days, months and shifts; the records behind each figure; notes, statements and the close."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cardroom.house.features.accounting.messages import NoteAbout, StatementLine
from cardroom.house.log import commands as c
from cardroom.house.reports.figure_records import FigureQuestion, what_makes
from cardroom.house.reports.meter_periods import read_links
from cardroom.house.reports.movements import METER, OF_JACKPOTS, OF_TABLES, TableDay
from cardroom.house.reports.table_periods import GroupedBy, read_lines, read_lines_of_day
from cardroom.money import CENT, DOLLAR
from cardroom.table import TableSettings

from .logs import eventful_room, stored


@pytest.fixture(scope="module")
def closed_days(tmp_path_factory):
    room = eventful_room()
    return room, stored(room, tmp_path_factory.mktemp("accounting") / "house.sqlite")


def test_every_figure_of_a_table_is_the_sum_of_its_records(closed_days):
    room, store = closed_days
    tried = 0
    with store.reading() as reader:
        for day in [row.day for row in reader.days()]:
            for line in read_lines(reader, room.house, day, GroupedBy.TABLE):
                for figure in (*OF_TABLES, *OF_JACKPOTS, "win"):
                    found = what_makes(reader, room.house, FigureQuestion(figure=figure, period=day, place=line.key))
                    assert found.is_equal, (day, line.key, figure, found)
                    tried += bool(found.amount)
    assert tried > 20
