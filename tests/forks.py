"""Programs in processes of their own that need not import Cardroom first: most of what starting a server takes.

They are forked from a process that does nothing else, and are as alone in their memory and as mortal as any.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import ForkServerProcess
from pathlib import Path

SPENT, STARTED = slice(11, 15), 19  # the places of these among the fields of /proc/PROCESS/stat after its name
FORKED = "forked"  # this file's name in a new process, which finds no package of tests to import it from
LOADED = (
    "__main__",  # of whoever starts them, which each would look at
    *(
        f"cardroom.cli.house.{name}"
        for name in ("server_lifecycle", "serve", "audit", "backups", "days", "lost_seal_keys", "servers")
    ),
    *(
        f"cardroom.house.{name}"
        for name in ("audit.log_audit", "reports.day_report", "storage.database_copy", "runtime.default_database")
    ),
    *("alembic.command", "alembic.config", "sqlalchemy.dialects.sqlite", "sqlalchemy.dialects.postgresql.psycopg"),
    *("uvicorn", "anyio._backends._asyncio", "litestar._kwargs.kwargs_model", "litestar.plugins.pydantic"),
    "segno",
)  # and a module that is not there is passed over

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(list(LOADED))
_costs: dict[Path, tuple[int, int, float]] = {}  # by the file that a program leaves them in: process, its start, cost


def begin() -> None:
    """Before workers are forked that are to have one such process together."""
    forkserver.ensure_running()


def share() -> None:
    """In a worker: it lives as long as the last of them, and is nobody's to look after."""
    forkserver._forkserver.ensure_running = resource_tracker.ensure_running  # type: ignore[attr-defined]


def start(
    command: Sequence[str], *, out: Path, err: Path, environment: Mapping[str, str], given: Path = Path(os.devnull)
) -> ForkServerProcess:
    """Run a Python program with its arguments, reading what is given and saying into files."""
    cost = out.with_name(f"{out.name}.{len(_costs)}.cost").absolute()
    streams = {"given": str(given), "out": str(out), "err": str(err), "cost": str(cost)}
    life = {"command": list(command), "environment": dict(environment), "folder": str(Path.cwd()), **streams}
    process = _forks.Process(target=runpy.run_path, args=(__file__, {"life": life}, FORKED))
    process.start()
    _costs[cost] = process.pid or 0, _stat(process.pid or 0)[STARTED], 0.0
    return process


def spent() -> float:
    """Seconds of processor of all programs until now. One that is killed says nothing: ask before."""
    for cost, (process, since, seen) in _costs.items():
        if process and cost.exists():
            _costs[cost] = 0, since, float(cost.read_text() or seen)
        elif process and _stat(process)[STARTED] == since:  # else it was killed, and another has its number
            _costs[cost] = process, since, max(seen, spent_by(process))
    return sum(seen for *_, seen in _costs.values())


def spent_by(process: int) -> float:
    """And by all that it has waited for; nothing if it has ended."""
    return sum(_stat(process)[SPENT]) / os.sysconf("SC_CLK_TCK")


def _stat(process: int) -> list[int]:
    """What the system counts of a process, in its ticks; zeros if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return [0] * (STARTED + 1)
    return [0, *map(int, fields[1 : STARTED + 1])]


def become(
    command: list[str], environment: dict[str, str], folder: str, given: str, out: str, err: str, cost: str
) -> None:
    with Path(given).open("rb") as file:
        os.dup2(file.fileno(), 0)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as it lives
    for stream, path in ((sys.stdout, out), (sys.stderr, err)):
        with Path(path).open("ab") as file:
            os.dup2(file.fileno(), stream.fileno())
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for name in [name for name in sys.modules if name.startswith("cardroom.cli")]:
        del sys.modules[name]  # which looks at its terminal and environment when it is loaded
    sys.argv = command
    try:
        runpy.run_path(command[0], run_name="__main__")
    finally:
        atexit._run_exitfuncs()  # a process that was forked has none of its own
        Path(cost).write_text(str(sum(os.times()[:4])))


if __name__ == FORKED:
    become(**globals()["life"])
