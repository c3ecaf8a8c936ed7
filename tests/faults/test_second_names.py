"""One SQLite file under several names, as hard links and containers make them: it has one owner, and loses nothing."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cardroom.errors import CardroomError
from cardroom.house.storage import sqlite_file_lock
from cardroom.house.storage.store import Store

from .programs import command
from .servers import OPEN, Server, read_log, require_in_order, serving, wait_until

pytestmark = pytest.mark.slow

BESIDE = ("-wal", "-shm", "-open")


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path / "house")


@pytest.fixture(params=["beside", "elsewhere"])
def second_name(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Path:
    """Of the file, once it is there: in its directory, or in another one as where a container mounts a single file."""
    folder = server.folder if request.param == "beside" else tmp_path / "elsewhere"
    folder.mkdir(exist_ok=True)
    return folder / "second.db"


def file_of(server: Server) -> Path:
    return Path(server.database.removeprefix("sqlite:///"))


def records(server: Server) -> int:
    return len(read_log(server.database).records)


def under(name: Path, server: Server) -> Server:
    return Server(server.folder.parent / "second", database=f"sqlite:///{name}", lease=server.lease)


def refuses_everyone(name: Path, server: Server) -> None:
    """Whoever serves it, reads it or changes it."""
    second = under(name, server)
    second.begin()
    assert second.wait() == 2
    assert OPEN not in second.said
    assert "under another name" in second.errors
    assert "Traceback" not in second.errors
    for arguments in (("servers",), ("audit", "verify"), ("day", "close"), ("servers", "hand-over")):
        ran = command(*arguments, "--database", f"sqlite:///{name}")
        assert (ran.returncode, ran.stdout) == (2, ""), ran
        assert "is open, or was left without being closed, under another name" in ran.stderr
    assert not Path(f"{name}-wal").exists()


def test_a_file_that_is_open_is_nobody_elses_under_a_second_name(server: Server, second_name: Path) -> None:
    with serving(server):
        second_name.hardlink_to(file_of(server))
        refuses_everyone(second_name, server)
        before = records(server)
        wait_until(lambda: records(server) > before + 20)
        assert server.stop() == 0, server.errors
    require_in_order(server.database)


def test_a_file_whose_owner_sleeps_is_nobody_elses_under_a_second_name(server: Server, second_name: Path) -> None:
    """However long it is silent."""
    server.lease = 0.5
    with serving(server):
        second_name.hardlink_to(file_of(server))
        server.send(signal.SIGSTOP)
        refuses_everyone(second_name, server)
        server.send(signal.SIGCONT)
        assert server.stop() == 0, server.errors
    require_in_order(server.database)


def test_a_file_that_was_not_closed_opens_under_its_last_name_only(server: Server, second_name: Path) -> None:
    with serving(server):
        wait_until(lambda: records(server) > 50)
    second_name.hardlink_to(file_of(server))
    refuses_everyone(second_name, server)
    before = records(server)
    server.start()
    assert server.stop() == 0, server.errors
    assert records(server) > before
    require_in_order(server.database)


def test_a_clean_stop_leaves_one_file_that_opens_under_any_name(server: Server, second_name: Path) -> None:
    with serving(server):
        wait_until(lambda: records(server) > 50)
        assert server.stop() == 0, server.errors
    assert not [ending for ending in BESIDE if Path(f"{file_of(server)}{ending}").exists()]
    log = read_log(server.database)
    shutil.copy(file_of(server), second_name)
    shutil.copy(f"{file_of(server)}.seal", f"{second_name}.seal")
    assert read_log(f"sqlite:///{second_name}").hashes == log.hashes
    with serving(under(second_name, server)) as second:
        assert second.stop() == 0, second.errors
    assert read_log(second.database).hashes[: len(log.hashes)] == log.hashes
    require_in_order(second.database)


def test_of_two_that_open_it_at_once_under_two_names_one_has_it(server: Server, second_name: Path) -> None:
    with serving(server):
        assert server.stop() == 0
    second_name.hardlink_to(file_of(server))
    shutil.copy(f"{file_of(server)}.seal", f"{second_name}.seal")
    both = [server, under(second_name, server)]
    try:
        for one in both:
            one.begin()
        wait_until(lambda: any(OPEN in one.said for one in both) and not all(one.is_alive for one in both))
        (first,) = [one for one in both if one.is_alive]
        (other,) = [one for one in both if not one.is_alive]
        assert other.wait() == 2
        assert "under another name" in other.errors
        assert first.stop() == 0, first.errors
    finally:
        for one in both:
            one.kill()
    require_in_order(server.database)


def test_what_a_lost_name_leaves_behind_can_be_restored(server: Server, second_name: Path, tmp_path: Path) -> None:
    """A container is gone with its write-ahead log: what is in the file itself is there, and no less is said."""
    with serving(server):
        assert server.stop() == 0, server.errors
    kept = records(server)
    with serving(server):
        pass
    second_name.hardlink_to(file_of(server))
    for ending in ("", *BESIDE):
        Path(f"{file_of(server)}{ending}").unlink(missing_ok=True)
    refuses_everyone(second_name, server)
    new = tmp_path / "new.db"
    ran = command("restore", str(second_name), "--database", f"sqlite:///{new}")
    assert ran.returncode == 0, ran.stderr
    assert Store(f"sqlite:///{new}").tail()[0] >= kept


# --- in one process ---------------------------------------------------------------------------------------------------


def made(file: Path) -> Store:
    store = Store(f"sqlite:///{file}")
    store.migrate()
    return store


def test_a_process_has_a_file_under_one_name(tmp_path: Path) -> None:
    store = made(tmp_path / "house.db")
    tail = store.tail()
    (tmp_path / "second.db").hardlink_to(tmp_path / "house.db")
    with pytest.raises(CardroomError) as refused:
        Store(f"sqlite:///{tmp_path / 'second.db'}").tail()
    assert refused.value.code == "other-name"
    assert str(tmp_path / "house.db") in refused.value.message
    store.close()
    assert Store(f"sqlite:///{tmp_path / 'second.db'}").tail() == tail


def test_another_name_of_its_directory_is_no_other_name(tmp_path: Path) -> None:
    store = made(tmp_path / "house" / "house.db")
    (tmp_path / "link").symlink_to(tmp_path / "house")
    (tmp_path / "link.db").symlink_to(tmp_path / "house" / "house.db")
    for name in ("link/house.db", "link.db", "house/../house/house.db"):
        assert Store(f"sqlite:///{tmp_path / name}").tail() == store.tail()


def test_locks_outlast_others_who_close_the_same_file(tmp_path: Path) -> None:
    """Closing a descriptor of a file would drop what SQLite has locked of it in the same process."""
    store = made(tmp_path / "house.db")
    with store.beginning():
        Store(f"sqlite:///{tmp_path / 'house.db'}").tail()
        look = f"import sqlite3; sqlite3.connect({str(tmp_path / 'house.db')!r}, timeout=0).execute('BEGIN IMMEDIATE')"
        ran = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=False)
        assert "database is locked" in ran.stderr


def test_a_write_ahead_log_from_before_is_set_aside(tmp_path: Path) -> None:
    """Of the first name, where the file has gone on under a second one meanwhile."""
    file, second = tmp_path / "house.db", tmp_path / "second.db"
    store = made(file)
    with store.beginning() as connection:
        connection.exec_driver_sql("CREATE TABLE old (text)")
    shutil.copy(f"{file}-wal", tmp_path / "kept")
    store.close()
    second.hardlink_to(file)
    other = Store(f"sqlite:///{second}")
    with other.beginning() as connection:
        connection.exec_driver_sql("CREATE TABLE new (text)")
    other.close()
    (tmp_path / "kept").rename(f"{file}-wal")
    with Store(f"sqlite:///{file}").connecting() as connection:
        connection.exec_driver_sql("SELECT * FROM new")
    assert Path(f"{file}-wal.set-aside").exists()


def test_the_file_of_another_program_stays_as_it_was(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE things (name)")
        other.execute("PRAGMA user_version = 7")
    before = (tmp_path / "other.db").read_bytes()
    with pytest.raises(CardroomError) as refused:
        made(tmp_path / "other.db")
    assert refused.value.code == "foreign-database"
    assert (tmp_path / "other.db").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["other.db"]


def test_a_file_that_is_exchanged_is_not_opened_again(tmp_path: Path) -> None:
    store = made(tmp_path / "house.db")
    store.engine.dispose()
    (tmp_path / "house.db").rename(tmp_path / "away.db")
    with pytest.raises(CardroomError) as refused:
        store.tail()
    assert refused.value.code == "database-replaced"
    assert not (tmp_path / "house.db").exists()


def test_nobody_waits_for_ever_for_one_who_is_opening_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file_lock, "OTHERS_TAKE", 0.05)
    (tmp_path / "house.db").touch()
    hold = (
        "import fcntl, sys, time; file = open(sys.argv[1]); fcntl.flock(file, fcntl.LOCK_EX); print(flush=True);"
        " sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(tmp_path / "house.db")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(CardroomError) as refused:
            Store(f"sqlite:///{tmp_path / 'house.db'}").migrate()
        other.communicate(b"")
    assert refused.value.code == "no-database"
    assert "just opening or closing it" in refused.value.message
