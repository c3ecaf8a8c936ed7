"""Whatever waited for long is told at the end of a run, whichever worker it waited in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

STORY = """
import asyncio, time
from tests.patience import patiently, waiting

def test_waits():
    with waiting():
        time.sleep(0.3)

def test_waits_in_a_loop():
    async def story():
        async with patiently():
            await asyncio.sleep(0.3)
    asyncio.run(story())

def test_does_not_wait():
    with waiting():
        pass
"""


def test_long_waits_are_told_with_their_line_and_short_ones_are_not(tmp_path: Path) -> None:
    file = tmp_path / "test_story.py"
    file.write_text(STORY, encoding="utf-8")
    plugins = ["-p", "tests.workers", "--workers", "2", "-p", "tests.patience"]
    command = [sys.executable, "-m", "pytest", *plugins, str(file), "--rootdir", str(tmp_path)]
    root = Path(__file__).parents[1]
    environment = os.environ | {"PATIENCE": "2", "PYTHONPATH": str(root), "PYTEST_ADDOPTS": ""}
    ran = subprocess.run(
        [*command, "-c", os.devnull], capture_output=True, text=True, env=environment, cwd=root, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    said = ran.stdout.partition("waited for more than 0.2 seconds")[2]
    assert "test_story.py::test_waits\n" in said
    assert "test_story.py::test_waits_in_a_loop\n" in said
    assert "test_does_not_wait" not in said
