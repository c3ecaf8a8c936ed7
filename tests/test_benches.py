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
    assert all(one["what"] and isinstance(one["value"], int | float) for one in figures)


def test_they_make_one_table_and_those_that_are_not_run_again_stay_in_it(tmp_path):
    out = tmp_path / "benchmarks.md"
    kept = "| seat | usable the first time | s |  |  | 0.440 | – |"
    out.write_text(f"| seat | What a seat feels like. | `abc1234`, 2026-11-18, 2 cores |\n\n{kept}\n")
    done = run(str(BENCH / "all.py"), "--tiny", "--out", str(out), "holdem")
    assert done.returncode == 0, done.stderr
    lines = out.read_text().splitlines()
    assert lines[-1].startswith("| seat | usable the first time | s |  |  | 0.440 | ")
    assert [line.split(" | ")[1] for line in lines if line.startswith("| holdem |")][1] == "seven-card hands a second"
    assert any(line.startswith("| seat | ") and line.endswith(" | `abc1234`, 2026-11-18, 2 cores |") for line in lines)
    assert sum(line.startswith("| bench | figure |") for line in lines) == 1


def test_a_bench_that_fails_is_named(tmp_path):
    (tmp_path / "bench" / "driving").mkdir(parents=True)
    for name in ("all.py", "driving/figures.py"):
        (tmp_path / "bench" / name).write_text((BENCH / name).read_text())
    (tmp_path / "bench" / "holdem.py").write_text('"""It fails."""\nraise SystemExit(1)\n')
    (tmp_path / "docs").mkdir()
    done = run(str(tmp_path / "bench" / "all.py"), "--tiny", "holdem")
    assert done.returncode == 1
    assert "Failed: holdem." in done.stderr
