"""Checks a game file in its own process, with a time limit and without the caller's environment.

Checking a game file runs it. The process has another environment, another folder and no terminal. Its report comes over
a pipe, authenticated by a random word, so a file that ends the process, never ends or prints that all is well is
refused. This guards against accidents and simple tricks. It is not a sandbox: the process has the caller's rights.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

import cardroom
from cardroom.cli.games.game_check import Checked, check_file
from cardroom.cli.output import escaped
from cardroom.errors import CardroomError
from cardroom.games.external_games import VARIABLE

LONGEST = 600.0  # seconds
MOST_BYTES = 1 << 20  # of a report
_ROOT = str(Path(cardroom.__file__).parents[1])
_PROGRAM = f"import sys; sys.path.insert(0, {_ROOT!r}); from cardroom.cli.games.check_subprocess import main; main()"


class Task(msgspec.Struct, frozen=True):
    file: str
    rounds: int
    seed: int
    pipe: int  # where the report goes
    word: str  # that it begins with


class Report(msgspec.Struct, frozen=True):
    word: str
    found: Checked | None = None
    refusal: tuple[str, str] | None = None  # code and sentence


def check_in_subprocess(file: Path, rounds: int, seed: int, seconds: float = LONGEST) -> Checked:
    """The result of checking a file, within a time limit."""
    outcome, word = b"", secrets.token_hex(16)
    with tempfile.TemporaryDirectory(prefix="cardroom-check-") as folder:
        theirs, ours = os.pipe()
        process = subprocess.Popen(  # noqa: S603 - this interpreter
            [sys.executable, "-I", "-c", _PROGRAM],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd=folder, env=_environment(folder), pass_fds=(ours,), start_new_session=True,
        )  # fmt: skip
        os.close(ours)
        try:
            assert process.stdin is not None
            with process.stdin as stdin:
                stdin.write(msgspec.json.encode(Task(str(file.resolve()), rounds, seed, ours, word)))
            outcome = _read(theirs, process, time.monotonic() + seconds)
        finally:
            os.close(theirs)
            _end(process)
    try:
        report = msgspec.json.decode(outcome, type=Report)
    except msgspec.MsgspecError:
        report = None
    if report is None or not secrets.compare_digest(report.word.encode(), word.encode()):
        raise CardroomError("no-report", f"{file}: the file has ended its own check before a result; it is refused.")
    if report.refusal is not None:
        raise CardroomError(report.refusal[0], escaped(report.refusal[1].replace(str(file.resolve()), str(file))))
    assert report.found is not None
    return msgspec.structs.replace(_escaped(report.found), file=str(file))


def _environment(folder: str) -> dict[str, str]:
    """A minimal environment, with the game files that are already named."""
    known = {VARIABLE: os.environ[VARIABLE]} if os.environ.get(VARIABLE) else {}
    return {"PATH": os.defpath, "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8"} | known


def _read(pipe: int, process: subprocess.Popen[bytes], until: float) -> bytes:
    """Read the pipe until it is closed or its writer has ended."""
    found = b""
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while len(found) <= MOST_BYTES:
            if time.monotonic() > until:
                raise CardroomError(
                    "check-takes-long",
                    "The check has taken too long and was stopped; the file is refused (see --time-limit).",
                )
            if selector.select(0.1):
                if not (more := os.read(pipe, 1 << 16)):
                    return found
                found += more
            elif process.poll() is not None:
                return found  # whatever it has left running holds the pipe
    return b""


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and everything still in its process group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _escaped(found: Checked) -> Checked:
    """The report with control characters escaped."""

    def clean(what: object) -> object:
        match what:
            case str():
                return escaped(what)
            case list():
                return [clean(one) for one in what]
            case dict():
                return {clean(name): clean(one) for name, one in what.items()}
            case _:
                return what

    return msgspec.convert(clean(msgspec.to_builtins(found)), Checked)


def main() -> None:
    """Run the check in the child process."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    os.set_inheritable(task.pipe, False)
    try:
        report = Report(task.word, check_file(Path(task.file), task.rounds, task.seed))
    except CardroomError as error:
        report = Report(task.word, refusal=(error.code, error.message))
    with os.fdopen(task.pipe, "wb") as pipe:
        pipe.write(msgspec.json.encode(report))
    os._exit(0)  # whatever the file has put up for the end
