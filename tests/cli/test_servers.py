"""`cardroom servers` and `cardroom servers hand-over`."""

from __future__ import annotations

import threading
import time

import pytest

from cardroom.house.storage import log_ownership
from cardroom.house.storage.log_ownership import Server, owning_log, stand_by, take_lease
from cardroom.house.storage.store import Store

OTHER = Server("elsewhere:7", "another process", "http://127.0.0.2:8000")


@pytest.fixture
def store(database: str) -> Store:
    store = Store(database)
    store.migrate()
    return store


def test_a_database_on_which_nothing_ever_ran(ok, store, database):
    assert ok("servers", "--database", database).out == "No server has ever run on this database.\n"


def test_who_runs_the_house_and_who_stands_by(ok, store, database):
    with owning_log(store):
        stand_by(store, OTHER, 1_234)
        told = ok("servers", "--database", database, width=120)
        found = ok("servers", "--database", database, "--json").json
    assert "runs the house" in told.lines[2]
    assert "http://127.0.0.2:8000" in told.lines[3]
    assert "stands by, at record 1,234" in told.lines[3]
    assert not found["owner"]["is_free"]
    assert [other["server"] for other in found["standbys"]] == [OTHER.name]
    assert "has stopped" in ok("servers", "--database", database, width=120).out


def test_nothing_is_handed_over_where_nobody_runs(refused, store, database):
    said = refused("servers", "hand-over", "--database", database)
    assert said == "No server runs this house; there is nothing to hand over."
    stand_by(store, OTHER, 0)
    assert "nothing to hand over" in refused("servers", "hand-over", "--database", database)


def test_nothing_is_handed_over_where_nobody_stands_by(refused, store, database):
    with owning_log(store):
        assert "No server stands by" in refused("servers", "hand-over", "--database", database)
        assert not log_ownership.current_lease(store).is_asked


def test_an_owner_that_does_not_answer_is_named(refused, store, database):
    with owning_log(store):
        stand_by(store, OTHER, 0)
        said = refused("servers", "hand-over", "--database", database, "--seconds", "1")
    assert "has not handed over within 1 seconds" in said


def test_who_is_asked_hands_over(ok, store, database):
    assert take_lease(store, log_ownership.this_server()) is not None
    stand_by(store, OTHER, 0)

    def hand_over() -> None:
        while not log_ownership.renew_lease(store).is_asked:
            time.sleep(0.05)
        log_ownership.release_lease(store)
        assert take_lease(store, OTHER) is not None

    owner = threading.Thread(target=hand_over)
    owner.start()
    told = ok("servers", "hand-over", "--database", database)
    owner.join()
    assert told.out == "elsewhere:7 runs the house now, at http://127.0.0.2:8000.\n"
    assert log_ownership.waiting_servers(store) == []
