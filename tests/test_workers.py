"""Tests run in several processes: each once, those of a module together, and none is lost with its worker."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .workers import Shares

STORIES = {
    "test_long.py": """
import os, pytest

@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("of-module")
    yield made
    (made.parent / "torn-down").touch()

@pytest.mark.parametrize("number", range(20))
def test_each(number, folder):
    print("said by", number)
    with open(os.environ["SEEN"], "a") as seen:
        print(number, os.getpid(), folder, file=seen)
    assert number != 7
""",
    "test_leaving.py": """
import os, signal
from multiprocessing import get_context

def test_leaving():
    left = get_context("fork").Process(target=signal.pause)
    left.start()
    with open(os.environ["SEEN"], "a") as seen:
        print(left.pid, file=seen)
    assert not left.pid
""",
    "test_fatal.py": """
import os

def test_before():
    pass

def test_fatal():
    os._exit(3)
""",
}


def taken_by(shares: Shares, workers: list[int]) -> list[int | None]:
    return [shares.take(worker) for worker in workers]


def test_a_module_is_one_workers_until_another_has_nothing_to_do() -> None:
    shares = Shares([8, 1], 2)
    assert taken_by(shares, [0, 1]) == [0, 8]
    assert taken_by(shares, [0, 1, 1]) == [1, 5, 6]  # the second half of six
    assert taken_by(shares, [1, 1, 0, 0, 1, 0]) == [7, 3, 2, 4, None, None]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_test_is_taken_once(workers: int) -> None:
    shares, taken, turn = Shares([3, 11, 1, 6], workers), [], 0
    while (number := shares.take(turn % workers)) is not None:
        taken.append(number)
        turn += 1 + len(taken) % 3
    assert sorted(taken) == list(range(21))


def run(folder: Path, *options: str, file: str = "") -> tuple[str, list[list[str]]]:
    for name, story in STORIES.items():
        (folder / name).write_text(story, encoding="utf-8")
    root, seen = Path(__file__).parents[1], folder / "seen.txt"
    command = [sys.executable, "-m", "pytest", "-p", "tests.workers", "-c", os.devnull, "--rootdir", str(folder)]
    environment = os.environ | {"PYTHONPATH": str(root), "PYTEST_ADDOPTS": "", "SEEN": str(seen)}
    ran = subprocess.run(
        [*command, *options, str(folder / file)], capture_output=True, text=True, env=environment, cwd=root, check=False
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    lines = seen.read_text(encoding="utf-8").splitlines() if seen.exists() else []
    return ran.stdout, [line.split() for line in lines]


def test_each_worker_sets_up_what_it_needs_and_reports_what_failed(tmp_path: Path) -> None:
    said, seen = run(tmp_path, "--workers", "2", file="test_long.py")
    assert sorted(int(number) for number, *_ in seen) == list(range(20))
    assert len({worker for _, worker, _ in seen}) == len({folder for *_, folder in seen}) == 2
    assert all(Path(folder).parent.joinpath("torn-down").exists() for *_, folder in seen)
    assert "1 failed, 19 passed" in said
    assert "said by 7\n" in said
    assert "said by 8" not in said


def test_no_test_is_lost_with_its_worker(tmp_path: Path) -> None:
    said, seen = run(tmp_path, "--workers", "1")
    assert not seen
    assert "22 failed, 1 passed" in said
    assert "The worker that took this test has not reported it. Workers ended with 3." in said


def test_the_first_failure_can_be_the_last(tmp_path: Path) -> None:
    said, seen = run(tmp_path, "--workers", "1", "-x", file="test_long.py")
    assert len(seen) == 8
    assert "1 failed, 7 passed" in said
    assert all(Path(folder).parent.joinpath("torn-down").exists() for *_, folder in seen)


def test_a_process_that_a_test_has_left_does_not_keep_its_worker(tmp_path: Path) -> None:
    said, seen = run(tmp_path, "--workers", "1", file="test_leaving.py")
    assert len(seen) == 1
    assert "1 failed" in said
