"""`cardroom day` and `cardroom archive`: days come to their end and into files, whenever the power goes."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cardroom.house.audit import archive_preparation
from cardroom.house.log import commands as c
from cardroom.house.runtime import day_signatures
from cardroom.house.runtime.identity.secret_hashes import new_hasher
from cardroom.house.storage.log_ownership import owning_log
from cardroom.house.storage.store import Store

from ..floors import floor_text
from ..house.logs import SeededRoom, audited, stored
from ..patience import PATIENCE
from ..stores import write
from .conftest import Ran

PASSWORD = "a sentence is best"
SOURCE = str(Path(__file__).parents[2] / "src")


@pytest.fixture
def room() -> SeededRoom:
    """Three days of March and one that is today, none of them closed."""
    room = SeededRoom(floor_text(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    for _ in range(3):
        room.play("delta-1", "ann", progressive=1)
        room.next_day()
    room.now = datetime.now(UTC).replace(microsecond=0)
    room.do("house", c.TakeCheckpoint())
    room.begin("delta-1")
    return room


@pytest.fixture
def store(room, tmp_path, monkeypatch) -> Store:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = stored(room, tmp_path / "house.sqlite")
    monkeypatch.setenv("CARDROOM_DATABASE", str(store.engine.url))
    return store


def log_of(store: Store) -> list[str]:
    with store.reading() as reader:
        return [written.hash for written in reader.written()]


def require_sound(store: Store, room: SeededRoom) -> None:
    """Nothing that was acknowledged is lost, and an audit of everything finds nothing."""
    assert log_of(store)[: len(room.log)] == [written.hash for written in room.log]
    assert audited(str(store.engine.url)).findings == []


# --- days -------------------------------------------------------------------------------------------------------------


def test_days_are_listed_with_what_they_came_to(ok, store):
    days = ok("day", "list", "--json").json["days"]
    assert [day["day"] for day in days][:3] == ["2026-03-02", "2026-03-03", "2026-03-04"]
    assert [(day["rounds"], day["drop"]) for day in days] == [(1, 500_000_000), (1, 0), (1, 0), (0, 0)]
    assert not any(day["is_closed"] for day in days)
    ok("day", "close", "--date", "2026-03-02")
    told = [line.split() for line in ok("day", "list").lines]
    assert [line[-1] for line in told if line and line[0].startswith("2026")] == ["closed", "open", "open", "open"]


def test_every_day_that_is_over_is_closed_and_signed(ok, store, room):
    told = ok("day", "close").lines
    assert told == [f"2026-03-0{day} is closed and signed." for day in (2, 3, 4)]
    assert ok("day", "close").out == "Every day that is over is already closed.\n"
    require_sound(store, room)


def test_days_are_closed_in_order_and_not_before_they_are_over(refused, store, room):
    assert "2026-03-02 comes first" in refused("day", "close", "--date", "2026-03-03")
    assert "2026-03-01 is no day to be closed; there are: 2026-03-02" in refused("day", "close", "--date", "2026-03-01")
    assert "like 2026-11-15" in refused("day", "close", "--date", "yesterday")
    assert log_of(store) == [written.hash for written in room.log]


def test_a_day_that_is_not_over_is_not_closed(ok, refused, store):
    ok("day", "close")
    today = ok("day", "list", "--json").json["days"][-1]["day"]
    assert f"{today} is not over: it ends at" in refused("day", "close", "--date", today)


def test_the_signed_end_of_a_day_holds_the_log_to_it(ok, run, refused, store, tmp_path):
    assert "2026-03-02 is not closed" in refused("day", "head", "2026-03-02")
    ok("day", "close")
    head = tmp_path / "head.json"
    assert "Written to" in ok("day", "head", "2026-03-03", "--out", str(head)).out
    assert json.loads(head.read_text()) == json.loads(ok("day", "head", "2026-03-03").out)
    ok("audit", "verify", "--all", "--head", str(head))
    head.write_text(head.read_text().replace('"day":"2026-03-03"', '"day":"2026-03-04"'))
    assert "somebody has changed this statement" in refused("audit", "verify", "--head", str(head))
    head.write_text("{}")
    assert "not a signed head" in refused("audit", "verify", "--head", str(head))


def test_a_log_that_was_cut_short_does_not_hold_what_was_signed(ok, run, store, room, tmp_path):
    ok("day", "close")
    head = tmp_path / "head.json"
    ok("day", "head", "2026-03-04", "--out", str(head))
    older = str(stored(room, tmp_path / "older.sqlite").engine.url)
    ran = run("audit", "verify", "--database", older, "--head", str(head))
    assert ran.code == 1
    assert "is missing: the log has been cut short; its hash was" in ran.out


@pytest.mark.parametrize("command", [("day", "close"), ("archive", "--before", "2026-03-03")])
def test_nothing_is_closed_or_archived_under_a_running_house(refused, store, room, command):
    with owning_log(store):
        assert "A house runs on" in refused(*command)
    assert log_of(store) == [written.hash for written in room.log]


# --- archives ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def archived(ok, store) -> Store:
    ok("day", "close")
    told = ok("archive", "--before", "2026-03-04")
    assert "Records up to " in told.out
    return store


def test_closed_days_go_into_files_and_out_of_the_database(archived, room):
    names = sorted(path.name for path in archived.archive.iterdir())
    assert names[:2] == ["2026-03-02.jsonl.gz", "2026-03-03.jsonl.gz"]
    assert len(names) == 3
    assert all(path.stat().st_mode & 0o077 == 0 for path in archived.archive.glob("*.gz"))
    with archived.reading() as reader:
        assert reader.count() < len(room.log) < reader.last()
    require_sound(archived, room)


def test_only_closed_days_are_archived(ok, refused, store):
    assert "There is no closed day before 2026-03-04" in refused("archive", "--before", "2026-03-04")
    ok("day", "close")
    ok("archive", "--before", "2026-03-03")
    assert "There is no closed day before 2026-03-03" in refused("archive", "--before", "2026-03-03")
    ok("archive", "--before", "2999-01-01")
    assert audited(str(store.engine.url)).findings == []


def test_everything_reads_on_after_archiving(ok, archived, room, tmp_path):
    ok("audit", "verify", "--all")
    assert "seat 1: ann" in ok("audit", "round", "delta-1-1").out
    assert ok("report", "day", "--date", "2026-03-02", "--json").json["tables"][0]["rounds"] == 1
    assert "contribution of seat 1" in ok("report", "jackpots", "--date", "2026-03-02").out
    exported = ok("audit", "export", "--format", "jsonl").out.splitlines()
    assert [json.loads(line)["hash"] for line in exported][: len(room.log)] == [written.hash for written in room.log]
    one_day = ok("audit", "export", "--format", "jsonl", "--from", "2026-03-02", "--to", "2026-03-02").out.splitlines()
    assert {json.loads(line)["record"]["day"] for line in one_day} == {"2026-03-02"}


def test_archives_and_the_key_are_in_a_backup_and_come_back(ok, archived, room, tmp_path):
    copy, new = tmp_path / "copy.sqlite", tmp_path / "new" / "house.sqlite"
    new.parent.mkdir()
    ok("backup", str(copy))
    ok("audit", "verify", "--all", "--database", f"sqlite:///{copy}")
    ok("restore", str(copy), "--database", f"sqlite:///{new}")
    restored = Store(f"sqlite:///{new}")
    require_sound(restored, room)
    assert restored.key_file.read_text() == archived.key_file.read_text()
    assert restored.key_file.stat().st_mode & 0o077 == 0
    ok("restore", str(copy), "--database", f"sqlite:///{new}", "--force")
    assert audited(f"sqlite:///{new}.replaced").findings == []


def test_a_missing_archive_is_named_in_a_sentence(run, refused, archived):
    (archived.archive / "2026-03-02.jsonl.gz").unlink()
    ran = run("audit", "verify", "--all")
    assert ran.code == 1
    assert "The first broken link: archive 2026-03-02.jsonl.gz: cannot be read: No such file or directory." in ran.out
    for command in (
        ("audit", "round", "delta-1-1"),
        ("audit", "export"),
        ("report", "jackpots", "--date", "2026-03-02"),
    ):
        ran = run(*command)
        assert ran.code == 2
        assert "are in 2026-03-02.jsonl.gz, which is not in" in ran.err


def test_a_house_opens_without_its_archive(archived, ok):
    """The last checkpoint is enough; what is old can be looked for later."""
    for path in archived.archive.iterdir():
        path.unlink()
    assert ok("day", "close").out == "Every day that is over is already closed.\n"


# --- the power goes ---------------------------------------------------------------------------------------------------


class Power(Exception):  # noqa: N818
    """It went."""


def fail_at(monkeypatch, owner: object, name: str, *, after: bool, times: int = 1) -> None:
    """The power goes before, or after, this is done for the so-many-th time."""
    done = getattr(owner, name)
    left = [times]

    def until_it_goes(*arguments, **named):
        left[0] -= 1
        if left[0] == 0 and not after:
            raise Power
        result = done(*arguments, **named)
        if left[0] == 0:
            raise Power
        return result

    monkeypatch.setattr(owner, name, until_it_goes)


MOMENTS: dict[str, tuple[tuple[str, ...], Callable[[pytest.MonkeyPatch], None]]] = {
    "after the first file": (
        ("archive", "--before", "2026-03-04"),
        lambda patch: fail_at(patch, archive_preparation, "write_segment", after=True),
    ),
    "after the second file": (
        ("archive", "--before", "2026-03-04"),
        lambda patch: fail_at(patch, archive_preparation, "write_segment", after=True, times=2),
    ),
    "before the manifest": (
        ("archive", "--before", "2026-03-04"),
        lambda patch: fail_at(patch, archive_preparation, "write_manifest", after=False),
    ),
    "after the manifest": (
        ("archive", "--before", "2026-03-04"),
        lambda patch: fail_at(patch, archive_preparation, "write_manifest", after=True),
    ),
    "before the records leave": (
        ("archive", "--before", "2026-03-04"),
        lambda patch: fail_at(patch, Store, "_drop_archived", after=False),
    ),
    "before the commit of the archive": (
        ("archive", "--before", "2026-03-04"),
        lambda patch: fail_at(patch, Store, "_drop_archived", after=True),
    ),
    "after the commit of the archive": (
        ("archive", "--before", "2026-03-04"),
        lambda patch: fail_at(patch, Store, "write", after=True),
    ),
    "before a day's record": (("day", "close"), lambda patch: fail_at(patch, Store, "write", after=False)),
    "after a day's record": (("day", "close"), lambda patch: fail_at(patch, Store, "write", after=True)),
    "between two days": (("day", "close"), lambda patch: fail_at(patch, Store, "keep_head", after=True)),
    "before the signature is kept": (("day", "close"), lambda patch: fail_at(patch, Store, "keep_head", after=False)),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_whenever_the_power_goes_it_is_done_again_and_nothing_is_lost(ok, run, store, room, moment):
    command, go = MOMENTS[moment]
    if command[0] == "archive":
        ok("day", "close")
    with pytest.MonkeyPatch.context() as patch:
        go(patch)
        with pytest.raises(Power):
            run(*command)
    assert log_of(store)[: len(room.log)] == [written.hash for written in room.log]
    ran = run(*command)
    assert ran.code == (2 if moment == "after the commit of the archive" else 0), ran.err
    require_sound(store, room)
    with store.reading() as reader:
        assert list(reader.heads()) == ["2026-03-02", "2026-03-03", "2026-03-04"]
        assert bool(reader.segments()) == (command[0] == "archive")


def test_when_a_checkpoint_is_not_written_the_house_goes_on_without_it(store, room, monkeypatch):
    known = len(room.dones)
    room.do("house", c.TakeCheckpoint())
    with pytest.MonkeyPatch.context() as patch:
        fail_at(patch, Store, "_keep_checkpoint", after=True)
        with pytest.raises(Power):
            write(store, room.dones[known:])
    assert len(log_of(store)) == known
    assert audited(str(store.engine.url)).findings == []
    write(store, room.dones[known:])
    require_sound(store, room)


def test_a_closed_day_that_was_not_signed_is_signed_at_the_next_start(store, room):
    known = len(room.dones)
    room.do("accounting", c.CloseDay("2026-03-02"))
    write(store, room.dones[known:])
    with owning_log(store):
        day_signatures.sign_unsigned_days(store, room.floor.name)
    with store.reading() as reader:
        (statement,) = reader.heads().values()
    with owning_log(store):
        day_signatures.sign_unsigned_days(store, room.floor.name)
    with store.reading() as reader:
        assert list(reader.heads().values()) == [statement]  # once is enough


@pytest.mark.slow
def test_a_running_house_closes_days_and_signs_them_and_what_was_left_unsigned(store, room, tmp_path):
    known = len(room.dones)
    room.do("accounting", c.CloseDay("2026-03-02"))
    write(store, room.dones[known:])
    floor = tmp_path / "floor.toml"
    floor.write_text(floor_text(("delta-1",)))
    command = [sys.executable, "-c", "from cardroom.cli import main; main()", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--config", str(floor)], env=os.environ | {"PYTHONPATH": SOURCE}, stdout=subprocess.PIPE, text=True
    ) as house:
        assert house.stdout is not None
        assert "Test Room is open at" in house.stdout.readline()
        house.send_signal(signal.SIGTERM)
        assert house.wait(timeout=PATIENCE) == 0
    with store.reading() as reader:
        assert list(reader.heads()) == ["2026-03-02", "2026-03-03", "2026-03-04"]
    require_sound(store, room)


KILLED = """
import os, signal, sys
from cardroom.house.audit import archive_preparation
from cardroom.house.storage.store import Store
owner, name = {"file": (archive_preparation, "write_segment"), "commit": (Store, "_drop_archived")}[sys.argv[1]]
done = getattr(owner, name)
def and_die(*arguments, **named):
    result = done(*arguments, **named)
    os.kill(os.getpid(), signal.SIGKILL)
    return result
setattr(owner, name, and_die)
from cardroom.cli import main
main(["archive", "--before", "2026-03-04"])
"""


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["commit", pytest.param("file", marks=pytest.mark.soak)])
def test_a_process_killed_while_archiving_loses_nothing(ok, store, room, moment):
    ok("day", "close")
    environment = os.environ | {"PYTHONPATH": SOURCE}
    killed = subprocess.run([sys.executable, "-c", KILLED, moment], env=environment, check=False, timeout=PATIENCE)
    assert killed.returncode == -signal.SIGKILL
    require_sound(store, room)
    ok("archive", "--before", "2026-03-04")
    require_sound(store, room)


def test_a_database_of_somebody_else_is_refused(refused, tmp_path):
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE songs (title)").connection.close()
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    for command in (("day", "list"), ("day", "close"), ("archive", "--before", "2026-03-04")):
        assert "This database is another program's" in refused(*command, "--database", other)


def test_a_day_that_began_by_a_wrong_clock_is_put_right_by_two_people(tmp_path, monkeypatch, run):
    room = SeededRoom(floor_text(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann")
    room.now += timedelta(days=40)
    room.play("delta-1", "ann")
    room.now -= timedelta(days=40)
    first, store = room.house.first_of_day, stored(room, tmp_path / "house.sqlite")
    with owning_log(store):
        for person in ("executive", "accounting"):
            store.set_password(person, new_hasher().hash(PASSWORD))
    store.close()
    monkeypatch.setenv("CARDROOM_DATABASE", str(store.engine.url))
    words = ("day", "correct", "2026-03-02", "--from", str(first), "--why", "a wrong clock", "--by", "executive")

    def say(second: str, password: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{password}\n" * 2))
        return run(*words, "--second", second, width=140)

    assert "That password is not executive's" in say("accounting", "nobody's").err
    assert "It takes two people" in say("executive", PASSWORD).err
    done = say("accounting", PASSWORD)
    assert done.lines == [f"From record {first} on, records of 2026-04-11 count for 2026-03-02."]
    assert [day["day"] for day in run("day", "list", "--json").json["days"]] == ["2026-03-02"]
    assert audited(str(store.engine.url)).findings == []
