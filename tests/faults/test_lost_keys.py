"""The key that seals cards is lost, or not where a server looks for it: nobody deals on with another one by mistake."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from cardroom.house.kernel.people import Person, Role
from cardroom.house.log import events as e
from cardroom.house.runtime.startup import stopped_house_from
from cardroom.house.storage.log_ownership import waiting_servers
from cardroom.house.storage.store import KEYS, Store

from ..accounts import enrol_while_stopped
from ..floors import FROM_OUTSIDE
from ..stores import audit_store
from .programs import command
from .servers import OPEN, STANDS_BY, Server, require_in_order, serving, wait_until

pytestmark = pytest.mark.slow

PASSWORD = "a long enough sentence"


@pytest.fixture
def server(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "140")
    return Server(tmp_path / "house", database=database)


def store_of(server: Server) -> Store:
    return Store(server.database)


def killed_in_play(server: Server) -> None:
    """With rounds in progress, and people who can say that a key is lost."""
    store = store_of(server)
    store.migrate()
    for person, role in (("sue", Role.SUPERVISOR), ("dan", Role.DEALER)):
        enrol_while_stopped(store, Person(person, person.title(), role), PASSWORD)
    store.close()
    with serving(server):
        wait_until(lambda: len(in_progress(server)) > 1)


def in_progress(server: Server) -> dict[str, str]:
    """Rounds, by table, whatever else has happened."""
    house = stopped_house_from(store_of(server))
    return {table.id: table.round_id for table in house.tables.values() if table.is_playing}


def void(server: Server, by: str = "sue", second: str = "dan", entered: str = f"{PASSWORD}\n{PASSWORD}\n") -> str:
    """What is said, on either stream."""
    people = ("--by", by, "--second", second)
    ran = command("rounds", "void", "--without-key", *people, "--database", server.database, entered=entered)
    assert ran.returncode == (2 if ran.stderr else 0)
    assert "Traceback" not in ran.stderr
    return ran.stdout + ran.stderr


def test_two_people_give_up_what_cannot_go_on_without_its_key(server: Server) -> None:
    killed_in_play(server)
    store_of(server).seal_file.unlink()
    rounds = in_progress(server)
    server.begin()
    assert server.wait() == 2
    assert "is in progress and needs the key" in server.errors
    assert "cardroom rounds void --without-key" in server.errors
    assert "It takes two people" in void(server, second="sue")
    assert "is not house's" in void(server, second="house")
    assert "is not dan's" in void(server, entered=f"{PASSWORD}\nanother sentence\n")
    assert "is not nobody's" in void(server, by="nobody")
    assert "may not" in void(server, by="dan", second="sue")
    assert in_progress(server) == rounds, "nothing has been changed"
    said = void(server)
    for round_id in rounds.values():
        assert f"Round {round_id} is void: its bets are given back." in said
    assert in_progress(server) == {}
    assert "No round in progress lacks its key" in void(server)
    given_back(server, rounds)
    server.begin()
    assert server.wait() == 2, "a key is made when somebody says so"
    assert "`cardroom serve --new-key` makes another one" in server.errors
    server.options = ("--new-key",)
    with serving(server):
        assert "A key to seal cards with has been made" in server.errors
        wait_until(lambda: any(round_id != rounds.get(table) for table, round_id in in_progress(server).items()))
        assert server.stop() == 0, server.errors
    found = audit_store(store_of(server))
    assert (found.findings, found.rounds_without_key) == ([], len(rounds))


def given_back(server: Server, rounds: dict[str, str]) -> None:
    """Nothing lies on the layout of a table, no jackpot's game is on, and all of it is on record with two names."""
    store = store_of(server)
    house = stopped_house_from(store)
    for table in rounds:
        assert not {account: amount for account, amount in house.books.items() if account.startswith(f"layout:{table}")}
        assert not house.games_on(table)
    with store.reading() as reader:
        found = [(record, event) for record, _ in reader.records() for part in record.parts for event in part.events]
        files = [word for file in FROM_OUTSIDE.values() for word in ("--game-file", str(file))]
        shown = command("audit", "round", next(iter(rounds.values())), "--database", server.database, *files)
        assert "of its cards is lost: the round is void" in shown.stdout, shown
    lost = {event.round_id: (record.by, event.entered_by) for record, event in found if isinstance(event, e.SeedLost)}
    assert lost == dict.fromkeys(rounds.values(), ("sue", "dan"))


def test_a_key_that_is_found_again_opens_the_house_as_if_nothing_had_been(server: Server) -> None:
    killed_in_play(server)
    seal = store_of(server).seal_file
    aside = seal.rename(seal.with_name("aside"))
    server.begin()
    assert server.wait() == 2
    aside.rename(seal)
    assert "No round in progress lacks its key" in void(server)
    with serving(server):
        assert server.stop() == 0, server.errors
    require_in_order(server.database)


def test_who_stands_by_without_the_key_says_so_and_does_not_take_over(server: Server, tmp_path: Path) -> None:
    other = Server(tmp_path / "second", database=server.database, variables={KEYS: str(tmp_path / "other keys")})
    try:
        server.start()
        wait_until(lambda: in_progress(server))
        other.start(STANDS_BY)
        wait_until(lambda: all(one.lacks_key for one in waiting_servers(store_of(server))))
        (seen,) = waiting_servers(store_of(server))
        assert not seen.is_ready
        told = command("servers", "--database", server.database).stdout
        assert f"is not ready: it lacks the key {seen.lacks_key}" in told
        shown = json.loads(command("servers", "--database", server.database, "--json").stdout)
        assert [one["lacks_key"] for one in shown["standbys"]] == [seen.lacks_key]
        health = httpx.get(f"{other.url}/health")
        assert (health.status_code, health.json()["code"]) == (503, "key-missing")
        assert f"not ready to take over: it lacks the key {seen.lacks_key}" in health.json()["message"]
        assert f"This server is not ready to take over: it lacks the key {seen.lacks_key}" in other.errors
        refused = command("servers", "hand-over", "--database", server.database)
        assert "No server that stands by is ready" in refused.stderr
        server.kill()
        followed = waiting_servers(store_of(server))
        wait_until(lambda: waiting_servers(store_of(server)) != followed)
        assert OPEN not in other.said
        assert not list(tmp_path.glob("other keys/*")), "it has made no key of its own"
        has_the_key_now(server, other)
        other.wait_to_say(OPEN)
        assert other.stop() == 0, other.errors
    finally:
        server.kill()
        other.kill()
    require_in_order(server.database)


def has_the_key_now(server: Server, other: Server) -> None:
    folder, seal = Path(other.variables[KEYS]), store_of(server).seal_file
    folder.mkdir()
    (folder / seal.name).touch(mode=0o600)
    (folder / seal.name).write_bytes(seal.read_bytes())


def test_keys_lie_where_an_option_says(server: Server, tmp_path: Path) -> None:
    server.options = ("--keys", str(tmp_path / "keys"))
    with serving(server):
        wait_until(lambda: in_progress(server))
        assert server.stop() == 0, server.errors
    store = store_of(server)
    assert not store.seal_file.exists()
    assert (tmp_path / "keys" / store.seal_file.name).exists()
    assert f"has been made: {tmp_path / 'keys' / store.seal_file.name}" in server.errors


def test_two_houses_of_one_name_never_share_a_key(tmp_path: Path) -> None:
    """Nor does one that has come to stand in the place of another."""
    first, second = (Server(tmp_path / name, options=("--keys", str(tmp_path / "keys"))) for name in ("a", "b"))
    with serving(first):
        assert first.stop() == 0, first.errors
    second.begin()
    assert second.wait() == 2
    assert f"house.db.seal is of another house ({house_of(first)})" in second.errors
    assert "--keys" in second.errors


def house_of(server: Server) -> str:
    with store_of(server).reading() as reader:
        return reader.house()
