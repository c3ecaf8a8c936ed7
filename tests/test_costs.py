"""What each test costs is told at the end of a run, whoever has spent it: itself, what it started, or a server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from . import forks

BURN = "import time\nwhile time.process_time() < 0.5: pass"
STORY = f"""
import subprocess, sys, time

def test_waits():
    time.sleep(0.1)

def test_works():
    while time.process_time() < 1.5: pass

def test_has_others_work():
    subprocess.run([sys.executable, "-c", {BURN!r}])
"""


def test_the_dearest_tests_and_folders_are_told_with_what_their_programs_have_spent(tmp_path: Path) -> None:
    (tmp_path / "test_story.py").write_text(STORY, encoding="utf-8")
    (tmp_path / "conftest.py").write_text(
        "from tests.costs import Costs\ndef pytest_configure(config): config.pluginmanager.register(Costs())\n",
        encoding="utf-8",
    )
    root = Path(__file__).parents[1]
    command = [sys.executable, "-m", "pytest", "-p", "tests.workers", "--workers", "1", "--rootdir", str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(root), "PYTEST_ADDOPTS": "", "COSTS": str(tmp_path / "costs")}
    ran = subprocess.run(
        [*command, "-c", os.devnull, str(tmp_path)],
        capture_output=True, text=True, env=environment, cwd=root, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = [line.split()[::2] for line in ran.stdout.partition("processor time")[2].splitlines()[1:] if " s  " in line]
    costs = {test.partition("::")[2]: float(seconds) for seconds, test in told}
    assert costs["test_has_others_work"] >= 0.5
    assert costs["test_waits"] < costs["test_has_others_work"]
    assert costs[""] >= costs["test_works"], "the sum of its folder"
    assert len((tmp_path / "costs").read_text(encoding="utf-8").splitlines()) == 3


def test_what_a_program_has_spent_is_known_when_it_has_ended(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(BURN, encoding="utf-8")
    before = forks.spent()
    streams = {"out": tmp_path / "said", "err": tmp_path / "errors", "environment": os.environ}
    forks.start([str(program)], **streams).join()
    assert forks.spent() >= before + 0.4  # the rest has gone before the program
