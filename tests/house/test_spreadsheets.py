"""What a spreadsheet opens: cells that it would run are words, numbers stay numbers; no address shows a password."""

from __future__ import annotations

import csv
import io

import pytest

from cardroom.cli import main
from cardroom.errors import CardroomError
from cardroom.house.reports.formula_safe_csv import Rows
from cardroom.house.storage.store import Store

RUN = ["=1+1", "+1", "-1+cmd|' /C calc'!A0", "-cmd", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-", "＝1", "-1-1", "-2e5"]
NUMBERS = ["-2.50", "0.12", "-1,000", "15", "-3.2%", "-0.000001"]
SECRET = "open-sesame"


def written(*cells: str) -> list[str]:
    out = io.StringIO(newline="")
    Rows(out).write(*cells)
    return next(csv.reader(io.StringIO(out.getvalue(), newline="")))


@pytest.mark.parametrize("cell", RUN)
def test_a_cell_that_would_be_run_is_marked_as_words(cell):
    assert written("x", cell) == ["x", f"'{cell}".replace("\r", "\n")]


def test_no_cell_begins_another_row():
    assert written("a\r=1", "b\r\n=1", "c\n=1") == ["a\n=1", "b\n=1", "c\n=1"]


@pytest.mark.parametrize("cell", [*NUMBERS, "Zoë", "a=b", "", "2026-03-20", '{"type":"x"}'])
def test_numbers_and_other_words_stay_as_they_are(cell):
    assert written("x", cell) == ["x", cell]


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+psycopg://ann:{SECRET}@127.0.0.1:1/house",
        f"postgresql+nothing://ann:{SECRET}@db/house",
        f"nothing://ann:{SECRET}@db/house",
        f"postgresql+psycopg://ann:{SECRET}@db:port/house",
        f"postgresql+psycopg://ann:{SECRET}/x@db/house",
        f"postgresql+psycopg://ann:x@{SECRET}@db/house",
        f"postgresql+psycopg://ann@127.0.0.1:1/house?password={SECRET}",
        f"mysql://ann:{SECRET}@db/house",
    ],
)
@pytest.mark.parametrize("command", [["report", "day"], ["audit", "verify"], ["staff", "card", "list"], ["serve"]])
def test_a_wrong_database_prints_no_password(capfd, monkeypatch, url, command):
    if command == ["serve"]:
        with pytest.raises(CardroomError) as error:
            Store(url).migrate()
        told = f"{error.value.message}{error.value.__cause__ or ''}"
    else:
        with pytest.raises(SystemExit):
            main([*command, "--database", url])
        told = "".join(capfd.readouterr())
    assert told
    assert SECRET not in told
