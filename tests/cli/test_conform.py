"""`cardroom conform`: the statement on the terminal, as data and on paper."""

from __future__ import annotations

import pytest

from ..house.logs import eventful_room, stored

ASKED = ("holds", "does-not-hold", "needs-a-person")


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> str:
    store = stored(eventful_room(), tmp_path_factory.mktemp("house") / "house.sqlite")
    store.engine.dispose()
    return str(store.engine.url)


def test_every_requirement_is_answered_with_its_source_and_what_does_not_hold_with_its_place(run, database, tmp_path):
    paper = tmp_path / "statement.pdf"
    told = run("conform", "--database", database, "--pdf", str(paper))
    assert told.code == 1  # nobody has verified this log
    assert "log-verified: log: has never been verified" in told.out
    assert paper.read_bytes().startswith(b"%PDF")
    document = run("conform", "--database", database, "--json").json
    assert {one["answer"] for one in document["answers"]} == set(ASKED)
    assert all(one["says"] and one["source"] and one["evidence"] for one in document["answers"])
    failing = run("conform", "--database", database, "--failing").out
    assert "log-verified" in failing
    assert "meter-at-every-table" not in failing


def test_a_file_that_cannot_be_written_is_a_sentence(refused, database, tmp_path):
    assert "cannot be written" in refused("conform", "--database", database, "--pdf", str(tmp_path / "none" / "x.pdf"))
