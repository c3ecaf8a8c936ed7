"""A server of this or an older revision in a process of its own, and how much of the processor it has used."""

from __future__ import annotations

import http.client
import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLED = Path(__file__).parent / "sampled.py"
DEALER, PASSWORD = "dealer", "a sentence is best"
METRICS = "the-token-of-the-metrics"
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(process: int) -> float:
    """Used so far by a process and all its threads, in user and kernel mode."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@dataclass
class Server:
    name: str
    address: str
    process: subprocess.Popen[str]

    def processor_seconds(self) -> float:
        return processor_seconds(self.process.pid)

    def megabytes(self) -> float:
        """Held at most."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmHWM"))

    def metric(self, name: str) -> float:
        connection = http.client.HTTPConnection(self.address)
        connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {METRICS}"})
        lines = connection.getresponse().read().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))

    # --- people -------------------------------------------------------------------------------------------------------

    def guests(self, count: int) -> list[str]:
        """Cookies of so many new guests."""
        with ThreadPoolExecutor(8) as pool:
            return list(pool.map(lambda _: self._come_in("/api/guest", {}), range(count)))

    def dealer(self) -> str:
        return self._come_in("/api/login", {"person": DEALER, "password": PASSWORD})

    def _come_in(self, path: str, body: dict[str, str]) -> str:
        connection = http.client.HTTPConnection(self.address)
        connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        answer = connection.getresponse()
        told = answer.read()
        cookie = answer.headers["set-cookie"]
        assert cookie, told
        connection.close()
        return str(cookie).split(";")[0]


@contextmanager
def serving(
    name: str, tree: Path, folder: Path, floor: str, database: str = "", profile: Path | None = None
) -> Iterator[Server]:
    """The server of a tree on an empty database, with someone who deals."""
    folder.mkdir()
    (folder / "floor.toml").write_text(floor, encoding="utf-8")
    url = database or f"sqlite:///{folder / 'house.db'}"
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONUNBUFFERED": "1"}
    environment["CARDROOM_METRICS_TOKEN"] = METRICS
    program = [sys.executable, "-c", "from cardroom.cli import main; main()"]
    added = subprocess.run(
        [*program, "staff", "add", DEALER, "--role", "dealer", "--database", url],
        env=environment, text=True, check=True, capture_output=True,
    )  # fmt: skip
    code = added.stdout.splitlines()[-1]
    subprocess.run(
        [*program, "staff", "redeem", DEALER, "--database", url],
        env=environment, input=f"{code}\n{PASSWORD}\n", text=True, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    if profile is not None:
        program = [sys.executable, str(SAMPLED), str(profile)]
    options = ["--port", "0", "--no-rate-limits", "--config", str(folder / "floor.toml"), "--database", url]
    with subprocess.Popen([*program, "serve", *options], env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            ready, _, _ = select.select([process.stdout], [], [], 120)
            line = process.stdout.readline() if ready else ""
            assert " is open at http://" in line, f"{name} does not start: {line!r}"
            yield Server(name, line.rsplit("http://", 1)[1].strip(), process)
        finally:
            process.terminate()
            process.wait(30)


@contextmanager
def trees(against: str) -> Iterator[dict[str, Path]]:
    """This tree, and that of an older revision, by name."""
    with ExitStack() as stack:
        found = {"now": ROOT}
        if against:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "older"
            git = ["git", "-C", str(ROOT), "worktree"]
            subprocess.run([*git, "add", "--quiet", "--detach", str(folder), against], check=True)
            stack.callback(subprocess.run, [*git, "remove", "--force", str(folder)], check=True)
            (folder / "src/cardroom/web/static").mkdir(exist_ok=True)  # pages that nobody asks for here
            found[against] = folder
        yield found
