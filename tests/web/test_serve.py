"""The server as a process of its own."""

import asyncio
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from cardroom.cli import main
from cardroom.house.floor.floor_check import DEMONSTRATION
from cardroom.house.runtime.computer_players import Bots
from cardroom.house.runtime.lab.lab_process import LabProcess

from ..patience import PATIENCE
from .running import BEARER, FLOOR, METRICS, eventually, service_on

CARDROOM = [sys.executable, "-c", "from cardroom.cli import main; main()"]


@dataclass
class Answer:
    returncode: object
    stdout: str
    stderr: str


def cardroom(*arguments: str, text: str = "") -> Answer:
    """A command that ends by itself, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.StringIO(text))
        with pytest.raises(SystemExit) as end:
            main(list(arguments))
    return Answer(end.value.code, out.getvalue(), err.getvalue())


@contextmanager
def serving(path: Path, *arguments: str, text: str = FLOOR) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    floor = path / "floor.toml"
    floor.write_text(text)
    command = [
        *CARDROOM,
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{path / 'house.db'}",
        "--config",
        str(floor),
    ]
    own = os.environ | {"CARDROOM_METRICS_TOKEN": METRICS}
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=own
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


def only_the_key_is_told(errors: str) -> bool:
    """By a house that starts for the first time."""
    (line,) = errors.splitlines()
    return "WARNING cardroom: A key to seal cards with has been made: " in line


@pytest.mark.slow
def test_it_starts_says_where_and_stops_when_told(tmp_path: Path) -> None:
    with serving(tmp_path) as (url, process):
        assert httpx.get(f"{url}/health", timeout=PATIENCE).json()["status"] == "ready"
        port = url.rsplit(":", 1)[1]
        taken = cardroom("serve", "--port", port, "--database", f"sqlite:///{tmp_path / 'other.db'}")
        assert (taken.returncode, taken.stderr) == (
            2,
            f"cardroom: Port {port} is in use; choose another one with --port.\n",
        )
        database = f"sqlite:///{tmp_path / 'house.db'}"
        adding = cardroom("staff", "add", "sam", "--role", "supervisor", "--database", database, text="long password\n")
        assert adding.returncode == 2
        assert "A house runs on this database" in adding.stderr
        guest = httpx.post(f"{url}/api/guest", timeout=PATIENCE)
        assert guest.status_code == 200
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out) == (0, "")
        assert only_the_key_is_told(err)
    with serving(tmp_path) as (url, process):
        me = httpx.get(f"{url}/api/me", cookies=dict(guest.cookies), timeout=PATIENCE).json()
        assert me["person"] == guest.json()["person"]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


@pytest.mark.slow
def test_a_log_that_cannot_be_written_stops_the_house_before_it_answers(tmp_path: Path) -> None:
    with serving(tmp_path) as (url, process):
        with sqlite3.connect(tmp_path / "house.db") as database:
            database.execute("CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        database.close()
        with suppress(httpx.TransportError):
            answer = httpx.post(f"{url}/api/guest", timeout=PATIENCE)
            assert answer.status_code == 503, answer.text
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 2
        assert "Nothing can be written any more." in err
        assert any(line.startswith("cardroom: The house cannot go on: ") for line in err.splitlines())
        assert "Enrolled" not in err  # what was to be written is nobody's business


@pytest.mark.slow
def test_staff_added_on_the_stopped_database_sign_in(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    arguments = ("staff", "add", "sam", "--role", "supervisor", "--name", "Sam S.", "--database", database)
    added = cardroom(*arguments)
    assert added.returncode == 0, added.stderr
    code = added.stdout.splitlines()[-1]
    assert cardroom(*arguments).returncode == 2
    with serving(tmp_path) as (url, _):
        own = {"person": "sam", "password": "a long password"}
        assert httpx.post(f"{url}/api/login", json=own, timeout=PATIENCE).status_code == 401
        redeemed = httpx.post(f"{url}/api/redeem", json=own | {"code": code}, timeout=PATIENCE)
        assert redeemed.json()["card"]["number"]
        signed_in = httpx.post(f"{url}/api/login", json=own, timeout=PATIENCE)
        assert signed_in.json()["person"] == {"id": "sam", "name": "Sam S.", "role": "supervisor"}


@pytest.mark.slow
def test_computer_players_keep_every_table_going(tmp_path: Path) -> None:
    with serving(tmp_path, "--bots", "2") as (url, process):
        deadline, waiting = time.monotonic() + PATIENCE, {""}
        while waiting:
            assert time.monotonic() < deadline, waiting
            time.sleep(0.3)
            text = httpx.get(f"{url}/metrics", timeout=PATIENCE, headers=BEARER).text
            rounds = {m[1]: float(m[2]) for m in re.finditer(r'rounds_total{.*table="(\S+)"} (\S+)', text)}
            waiting = {name for name, count in rounds.items() if not count and not name.startswith("human")}
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert only_the_key_is_told(err)


@pytest.mark.slow
def test_computer_players_ask_the_lab_what_their_seat_sees_and_follow_it(tmp_path: Path) -> None:
    asked = []

    class Told(LabProcess):
        async def warm_up(self, game: str) -> None:
            pass

        async def best(self, seen) -> str:
            asked.append(seen)
            return "1x"

    async def story() -> None:
        service, floor = service_on(tmp_path)
        await service.start(floor)
        bots = asyncio.create_task(Bots(service, Told(), 2, hurry=True).play())
        table = service.house.tables["delta-1"]
        await eventually(lambda: table.rounds >= 3)
        bots.cancel()
        await service.stop()
        streets = {
            (len(one.cards["seat"]), len(one.cards.get("community", ())), sum(one.staked.values()))
            for one in asked
            if one.settings.game == "mississippi-stud"
        }
        assert streets == {(2, 0, 1), (2, 1, 2), (2, 2, 3)}
        assert {len(one.cards["dealer"]) for one in asked if one.settings.game == "caribbean-stud"} == {1}
        assert sum(service.house.books.values()) == 0
        service.store.engine.dispose()
        again, floor = service_on(tmp_path)
        await again.start(floor)
        await Bots(again, Told(), 0).play()  # nobody is wanted any more
        left = [s for t in again.house.tables.values() if not t.is_playing for s in t.seats]
        assert left == []
        await again.stop()

    asyncio.run(story())


def test_check_config_explains_every_mistake_with_its_line(tmp_path: Path) -> None:
    assert cardroom("check-config", str(DEMONSTRATION), "--no-risks").returncode == 0
    file = tmp_path / "floor.toml"
    file.write_text('[house]\nname = "x"\nnmae = "y"\n[[table]]\nid = "a"\ngame = "whist"\n')
    found = cardroom("check-config", str(file))
    assert found.returncode == 2
    assert [line.split(": ")[0] for line in found.stderr.splitlines()] == [f"{file}:3", f"{file}:6"]
    assert cardroom("check-config", str(tmp_path / "nothing")).returncode == 2
    file.write_text("[house\n")
    assert f"{file}:1:" in cardroom("check-config", str(file)).stderr


def test_the_schema_as_a_command(tmp_path: Path) -> None:
    file = tmp_path / "messages.d.ts"
    assert cardroom("schema", "--typescript", str(file)).returncode == 0
    assert "export interface TableView" in file.read_text()
    assert "FromServer" in json.loads(cardroom("schema", "--json").stdout)["$defs"]
    assert cardroom("schema", "--typescript", str(tmp_path / "no" / "where.d.ts")).returncode == 2


def test_limits_that_cannot_hold_together_are_one_line(tmp_path: Path) -> None:
    answer = cardroom("serve", "--port", "0", "--sockets", "50", "--strangers", "49")
    assert answer.returncode == 2
    assert answer.stderr.startswith("cardroom: Strangers cannot hold 49 of 50 sockets")


def test_an_address_that_is_none_is_one_line(tmp_path: Path) -> None:
    answer = cardroom("serve", "--host", "not.an.address.invalid", "--database", f"sqlite:///{tmp_path / 'x.db'}")
    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
