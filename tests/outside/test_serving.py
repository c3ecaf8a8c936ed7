"""A house with a game from outside: served, played by computer players, and started again without its file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ..patience import PATIENCE
from ..web.running import BEARER, METRICS
from .conftest import TEXT

CARDROOM = [sys.executable, "-c", "from cardroom.cli import main; main()"]
FLOOR = """
games = ["lights.py"]

[house]
name = "Observatory"

[timers]
bets = 0.5
pause = 0.2

[[table]]
id = "lights-1"
game = "northern-lights"
"""


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = [*CARDROOM, "serve", "--port", "0", "--config", str(folder / "floor.toml")]
    command += ["--database", f"sqlite:///{folder / 'house.db'}", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, env=os.environ | {"CARDROOM_METRICS_TOKEN": METRICS}
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address, (line, process.stderr.read() if process.stderr else "")
        try:
            yield address[0], process
        finally:
            if process.poll() is None:
                process.kill()


def stopped(process: subprocess.Popen[str]) -> str:
    """What it has said on standard error."""
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    return err


def rounds_played(url: str) -> float:
    text = httpx.get(f"{url}/metrics", timeout=PATIENCE, headers=BEARER).text
    return sum(float(found[1]) for found in re.finditer(r'rounds_total{.*table="lights-1"} (\S+)', text))


@pytest.mark.soak
@pytest.mark.slow
def test_computer_players_play_it_by_advice_and_a_start_without_the_file_closes_its_table(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "lights.py").write_text(TEXT, encoding="utf-8")
    (tmp_path / "floor.toml").write_text(FLOOR, encoding="utf-8")
    with serving(tmp_path, "--bots", "2") as (url, process):
        assert httpx.get(f"{url}/api/rules/northern-lights", timeout=PATIENCE).json()["name"] == "Northern Lights"
        assert httpx.get(f"{url}/api/tables/lights-1/layout", timeout=PATIENCE).json()["colour"] == "#3a4f8f"
        deadline = time.monotonic() + PATIENCE
        while rounds_played(url) < 3:
            assert time.monotonic() < deadline
            time.sleep(0.3)
        overview = httpx.get(f"{url}/api/lab", timeout=PATIENCE).json()
        assert overview["counting"] == ["Northern Lights"]  # nobody has asked before; the other games came counted
        assert overview["games"]
        assert "Northern Lights" not in {game["name"] for game in overview["games"]}
        while (overview := httpx.get(f"{url}/api/lab", timeout=PATIENCE).json())["counting"]:
            assert time.monotonic() < deadline + PATIENCE
            time.sleep(0.3)
        assert "Northern Lights" in {game["name"] for game in overview["games"]}
        assert len(re.findall("WARNING", stopped(process))) == 1  # of the key that has been made
    (tmp_path / "lights.py").unlink()
    with serving(tmp_path) as (url, process):
        (table,) = httpx.get(f"{url}/api/lobby", timeout=PATIENCE).json()["tables"]
        assert (table["waits_for"], table["game_name"]) == ("closed", "northern-lights")
        err = stopped(process)
        assert f"{tmp_path / 'floor.toml'}:2: {tmp_path / 'lights.py'}: cannot be read" in err
        assert "Table lights-1 is closed. The rules of “northern-lights” are not to be had." in err
    (tmp_path / "lights.py").write_text(TEXT, encoding="utf-8")
    audited = subprocess.run(
        [*CARDROOM, "audit", "verify", "--database", f"sqlite:///{tmp_path / 'house.db'}", "--all"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert audited.returncode == 0, audited.stdout
    assert "rounds of games whose rules are not at hand" in audited.stdout
    with_file = subprocess.run(
        [*CARDROOM, "audit", "verify", "--database", f"sqlite:///{tmp_path / 'house.db'}", "--all",
         "--game-file", str(tmp_path / "lights.py")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert with_file.returncode == 0, with_file.stdout
    assert "not at hand" not in with_file.stdout
