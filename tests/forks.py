"""Programs in processes of their own that need not import Cardroom first: most of what starting a server takes.

They are forked from a process that does nothing else, and are as alone in their memory and as mortal as any.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

FORKED = "forked"  # this file's name in a new process, which finds no package of tests to import it from

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["cardroom.cli.server", "alembic.command", "sqlalchemy.dialects.sqlite", "uvicorn"])


def start(command: Sequence[str], *, out: Path, err: Path, environment: Mapping[str, str]) -> ForkServerProcess:
    """Run a Python program with its arguments, saying into files."""
    life = {"command": list(command), "out": str(out), "err": str(err), "environment": dict(environment)}
    process = _forks.Process(target=runpy.run_path, args=(__file__, {"life": life}, FORKED))
    process.start()
    return process


def become(command: list[str], out: str, err: str, environment: dict[str, str]) -> None:
    for stream, path in ((sys.stdout, out), (sys.stderr, err)):
        with Path(path).open("ab") as file:
            os.dup2(file.fileno(), stream.fileno())
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = command
    runpy.run_path(command[0], run_name="__main__")


if __name__ == FORKED:
    become(**globals()["life"])
