"""Every bench still runs: as little of each as shows it, and the table that is made of their figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .browser.chromium import find_chromium

BENCH = Path(__file__).parents[1] / "bench"
BENCHES = sorted(path.stem for path in BENCH.glob("*.py") if path.stem != "all")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("bench", BENCHES)
def test_a_bench_runs_to_its_end_and_finds_figures(bench, tmp_path):
    if bench == "seat" and find_chromium() is None and not os.environ.get("CI"):
        pytest.skip("there is no Chromium")
    file = tmp_path / "figures.json"
    done = run(str(BENCH / f"{bench}.py"), "--tiny", "--figures", str(file))
    assert done.returncode == 0, done.stderr
    figures = json.loads(file.read_text())
    assert figures
    assert all(one["what"] and one["found"] for one in figures)


def test_all_of_them_make_one_table_with_the_commit(tmp_path):
    out = tmp_path / "speed.md"
    done = run(str(BENCH / "all.py"), "--tiny", "--out", str(out), "holdem")
    assert done.returncode == 0, done.stderr
    text = out.read_text()
    assert "Commit `" in text
    assert "| seven-card hands/s |" in text


def test_a_bench_that_fails_is_named(tmp_path):
    (tmp_path / "bench").mkdir()
    for name in ("all.py", "holdem.py"):
        (tmp_path / "bench" / name).write_text((BENCH / name).read_text())
    (tmp_path / "docs").mkdir()
    done = run(str(tmp_path / "bench" / "all.py"), "--tiny", "holdem")  # what it drives with is not there
    assert done.returncode == 1
    assert "Failed: holdem." in done.stderr
