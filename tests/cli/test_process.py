"""The installed command as a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..patience import PATIENCE

CARDROOM = Path(sys.executable).with_name("cardroom")


def start(*arguments, **environment):
    return subprocess.run(
        [CARDROOM, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **environment},
    )


def test_a_round_is_dealt():
    ran = start("deal", "caribbean-stud", "--seed", "3", COLUMNS="80")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Seat 1: Ante" in ran.stdout


def test_json_is_not_broken_by_a_narrow_terminal():
    ran = start("deal", "caribbean-stud", "--json", COLUMNS="20")
    assert json.loads(ran.stdout)["game"] == "caribbean-stud"


@pytest.mark.parametrize("columns", ["20", "80"])
def test_a_refusal_is_one_line_and_exit_code_2(columns):
    ran = start("deal", "caribbean-stud", "--bets", "ante=1000000", COLUMNS=columns)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "cardroom: Ante: $1,000,000 is above this table's maximum of $200.\n"


def test_a_reader_that_stops_early_is_no_error():
    writer = subprocess.Popen([CARDROOM, "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    writer.stdout.readline()
    writer.stdout.close()
    complaint = writer.stderr.read()
    writer.wait(timeout=PATIENCE)
    writer.stderr.close()
    assert complaint == ""


def test_a_terminal_without_typographic_marks_is_no_error():
    page = start("rules", "keep-it-straight", PYTHONIOENCODING="ascii")
    assert (page.returncode, page.stderr) == (0, "")
    document = start("rules", "keep-it-straight", "--json", PYTHONIOENCODING="ascii").stdout
    assert "“6-card (king high)”" in json.loads(document)["rulings"][1]["text"]


def test_a_narrow_terminal_cuts_nothing_off():
    assert "…" not in start("deal", "caribbean-stud", COLUMNS="40").stdout
