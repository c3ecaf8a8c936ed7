"""Rounds looked up, explained, put right and printed over HTTP: by whom, and what is kept from everyone."""

from __future__ import annotations

import re

import msgspec
import pytest

from cardroom.money import DOLLAR

from ..floors import floor_text
from .pit import STAFF, Pit, opened

TABLE = "edge-2"
FLOOR = floor_text(
    {TABLE: 'dealer = "human"\ninventory = "$20,000"'}, links=(), timers={"bets": 3000, "decision": 3000}
)
A_CARD = re.compile(r"\b(?:10|[2-9JQKA])[cdhs]\b")


@pytest.fixture(scope="module")
def pit(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("disputes"), FLOOR) as pit:
        yield pit


def deal(pit: Pit, guest: str) -> None:
    pit.do("dora", "BeginRound", table=TABLE)
    stakes = {"ante": 5 * DOLLAR, "blind": 5 * DOLLAR}
    pit.do(guest, "AtTable", table=TABLE, command={"type": "Bet", "seat": 1, "stakes": stakes})
    go_on(pit)


def go_on(pit: Pit) -> None:
    table = pit.server.service.house.tables[TABLE]
    while table.is_playing and not table.round.awaited_seats():
        pit.do("dora", "AtTable", table=TABLE, command=msgspec.to_builtins(table.round.next_act()))


@pytest.fixture(scope="module")
def ann(pit) -> str:
    """A player whose first round is settled and whose second waits for a decision."""
    guest = pit.guest()
    pit.do(guest, "SitDown", table=TABLE, seat=1, buy_in=300 * DOLLAR)
    deal(pit, guest)
    pit.do(guest, "AtTable", table=TABLE, command={"type": "Choose", "seat": 1, "option": "2x"})
    go_on(pit)
    deal(pit, guest)
    return guest


PATHS = (f"/api/rounds?table={TABLE}", f"/api/rounds/{TABLE}-1/explained")


@pytest.mark.parametrize("path", PATHS)
def test_all_of_the_staff_look_rounds_up_and_nobody_else(pit, ann, path):
    assert {pit.sessions[person].get(path).status_code for person in STAFF} == {200}
    assert pit.sessions[ann].get(path).json()["code"] == "not-allowed"


def test_of_the_round_in_progress_nothing_is_told_that_a_spectator_does_not_see(pit, ann):
    seed = pit.server.service.house.seed_of(pit.server.service.house.tables[TABLE]).hex()
    for person in STAFF:
        for path in (f"/api/rounds/{TABLE}-2/explained", f"/api/rounds?table={TABLE}&seat=1"):
            told = pit.sessions[person].get(path).text
            assert not A_CARD.search(told)
            assert seed not in told
    misdeal = {"type": "AtTable", "table": TABLE, "command": {"type": "DeclareMisdeal", "why": "dropped"}}
    foul = {"type": "AtTable", "table": TABLE, "command": {"type": "FoulHand", "holder": 1, "why": "dropped"}}
    for command in (misdeal, foul):
        told = pit.sessions["dora"].post("/api/preview", json={"command": command})
        assert told.status_code == 200
        assert told.json()["money"]
        assert not A_CARD.search(told.text)
        assert seed not in told.text
    assert pit.sessions[ann].post("/api/preview", json={"command": misdeal}).json()["code"] == "not-allowed"
    shown = {"type": "AtTable", "table": TABLE, "command": {"type": "RevealHand"}}
    assert pit.sessions["dora"].post("/api/preview", json={"command": shown}).json()["code"] == "not-foretold"
    for name in (f"{TABLE}-99", "nonsense", "%00-1", "edge-2-²", f"{TABLE}-{'9' * 90}"):
        missing = pit.sessions["sue"].get(f"/api/rounds/{name}/explained")
        assert missing.status_code in (400, 404), name


def test_it_takes_two_people_and_what_the_server_looks_up_nobody_else_says(pit, ann):
    correction = {"table": TABLE, "round_id": f"{TABLE}-1", "seat": 1, "wager": "ante", "why": "misread"}
    booked = pit.ask("sue", f"/api/rounds/{TABLE}-1/explained")["booked"]["1 ante"]
    due = booked + 40 * DOLLAR
    told = pit.sessions["dora"].post(
        "/api/preview", json={"command": {"type": "CorrectRound", **correction, "due": due}, "with_card": True}
    )
    assert [one["amount"] for one in told.json()["money"]] == [-40 * DOLLAR, 40 * DOLLAR]
    chips = pit.ask(ann, f"/api/tables/{TABLE}")["standing"]["seats"][0]["chips"]
    assert pit.refused("sue", "CorrectRound", **correction, due=due)[0] == "two-people"
    assert pit.refused("sue", "CorrectRound", "sue", **correction, due=due)[0] == "two-people"
    assert pit.refused("dora", "CorrectRound", **correction, due=due)[0] == "not-allowed"
    assert pit.refused("ada", "CorrectRound", "ada", **correction, due=due)[0] == "not-allowed"
    assert pit.refused(ann, "CorrectRound", **correction, due=due)[0] == "not-allowed"
    false = {"person": ann, "booked": 0, "is_over": True, "later": 0, "as_of": 10**9}
    pit.do("dora", "CorrectRound", "sue", **correction, due=due, found=false)
    seats = pit.ask(ann, f"/api/tables/{TABLE}")["standing"]["seats"]
    assert seats[0]["chips"] == chips + 40 * DOLLAR
    (one,) = pit.ask("sue", f"/api/rounds/{TABLE}-1/explained")["corrections"]
    assert (one["booked"], one["due"], one["entered_by"], one["approved_by"]) == (booked, due, "Dora", "Sue")
    (listed,) = pit.ask(ann, "/api/history")
    assert listed["corrected"] == 40 * DOLLAR
    assert pit.ask(ann, f"/api/rounds/{TABLE}-1")["corrections"] == [
        f"Round {TABLE}-1, seat 1: Ante is put right, ${due // DOLLAR} instead of ${booked // DOLLAR}."
    ]
    mispay = {"type": "CorrectMispay", "seat": 1, "wager": "ante", "paid": 0, "why": "old ways"}
    assert pit.refused("sue", "AtTable", table=TABLE, command=mispay)[0] == "by-two-people"


def test_prints_are_counted(pit, ann):
    for times in (1, 2):
        pit.do("ada", "PrintRound", table=TABLE, round_id=f"{TABLE}-1")
        page = pit.ask("sue", f"/api/rounds/{TABLE}-1/explained")
        assert page["prints"] == times
        assert ("REPRINT: print 2, by Ada" in page["notices"]) == (times == 2)
    assert pit.refused("dora", "PrintRound", table=TABLE, round_id=f"{TABLE}-1")[0] == "not-allowed"
    assert pit.refused("sue", "PrintRound", table=TABLE, round_id=f"{TABLE}-77")[0] == "unknown-round"
