"""Started as a service is: by a user who may write the database's folder and nothing else, with the code another's."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardroom
from cardroom.house.storage.store import Store

from ..floors import floor_text
from ..patience import PATIENCE
from ..stores import audit_store

pytestmark = pytest.mark.slow

DROP, LAST_CAPABILITY = 24, 63  # of prctl


def without_privileges() -> None:
    """Even the superuser may write only what the file's own mode lets him."""
    for capability in range(LAST_CAPABILITY + 1):
        ctypes.CDLL(None).prctl(DROP, capability, 0, 0, 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The code in a folder that cannot be written, nor can the home in it."""
    base = tmp_path_factory.mktemp("service")
    code = base / "code"
    shutil.copytree(Path(cardroom.__file__).parent, code / "cardroom", ignore=shutil.ignore_patterns("__pycache__"))
    (base / "data").mkdir()
    (base / "temporary").mkdir()
    folders = [path for path in (code, *code.rglob("*")) if path.is_dir()]
    for path in folders:
        path.chmod(0o555)
    yield base
    for path in folders:
        path.chmod(0o755)


def begun(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NUMBA_", "PYTHON"))}
    places = {"HOME": str(folder / "code" / "home"), "TMPDIR": str(folder / "temporary")}
    return subprocess.Popen(
        [sys.executable, "-c", "from cardroom.cli import main; main()", *arguments],
        env=kept | places | {"PYTHONPATH": str(folder / "code"), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=folder / "code", text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=without_privileges,  # noqa: PLW1509
    )  # fmt: skip


def leaves_nothing(folder: Path) -> None:
    assert not list((folder / "temporary").iterdir()), "what was compiled for a process goes with it"
    assert not (folder / "code" / "home").exists()


def test_a_game_is_counted(folder: Path) -> None:
    said, wrong = begun(folder, "simulate", "straight-edge-1", "--rounds", "100").communicate(timeout=PATIENCE)
    assert "100 rounds" in said, wrong
    assert not wrong
    leaves_nothing(folder)


def test_a_house_is_run_with_computer_players_and_verified(folder: Path) -> None:
    floor, database = folder / "floor.toml", f"sqlite:///{folder / 'data' / 'house.sqlite'}"
    floor.write_text(floor_text(("edge-1",), timers={"bets": 0.5, "decision": 20, "pause": 0.2}))
    options = ("--config", str(floor), "--database", database, "--bots", "1", "--port", "0")
    server = begun(folder, "serve", *options)
    try:
        assert server.stdout is not None
        assert " is open at " in server.stdout.readline()
        end = time.monotonic() + PATIENCE
        while not rounds_of(database):
            assert time.monotonic() < end, "no round is played to its end"
            assert server.poll() is None
            time.sleep(0.2)
        server.send_signal(signal.SIGTERM)
        _, wrong = server.communicate(timeout=PATIENCE)
        assert server.returncode == 0, wrong
        assert "Traceback" not in wrong
    finally:
        server.kill()
        server.wait()
    said, wrong = begun(folder, "audit", "verify", "--database", database).communicate(timeout=PATIENCE)
    assert "Everything is as it must be." in said, wrong
    leaves_nothing(folder)


def rounds_of(database: str) -> int:
    store = Store(database)
    try:
        return audit_store(store).rounds
    finally:
        store.close()
