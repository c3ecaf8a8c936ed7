"""Run the command inside the test, as a shell would: arguments in; exit code and both streams out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from cardroom.cli import main
from cardroom.cli.output import console


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.out.splitlines()]

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("deal", "solitaire-stud", width=120)`; 80 columns unless told."""

    def run_command(*arguments: str, width: int = 80) -> Ran:
        monkeypatch.setattr(console, "width", width)
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([*arguments])
        streams = capsys.readouterr()
        return Ran(left.value.code, streams.out, streams.err)

    return run_command


@pytest.fixture
def ok(run: Run) -> Run:
    """Run a command that must succeed and say nothing on standard error."""

    def run_well(*arguments: str, width: int = 80) -> Ran:
        ran = run(*arguments, width=width)
        assert (ran.code, ran.err) == (0, "")
        return ran

    return run_well


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command that must be refused: one line on standard error, nothing on standard output, exit code 2."""

    def run_badly(*arguments: str) -> str:
        ran = run(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("cardroom: ")
        assert ran.err.endswith("\n")
        assert ran.err.count("\n") == 1
        assert "Traceback" not in ran.err
        return ran.err.removeprefix("cardroom: ").rstrip()

    return run_badly
