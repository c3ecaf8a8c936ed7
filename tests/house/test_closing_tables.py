"""A supervisor can always close a table, and everyone gets what is theirs."""

from __future__ import annotations

import pytest

from cardroom.house.history.round_histories import find_round
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.views.transcript import in_words
from cardroom.money import DOLLAR
from cardroom.table.commands import CloseBets, DeclareMisdeal, VoidCause
from cardroom.table.events import RoundVoided
from cardroom.table.round_state import Phase

from ..by_table import by_table
from ..stores import audit_store
from .logs import stored

CLOSE = c.CloseTable("edge-1")


@pytest.fixture
def seated(room):
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "edge-1", seat, chips=100)
    return room


def test_while_bets_are_made_they_go_back(seated, tmp_path):
    seated.begin("edge-1")
    seated.bet("ann", "edge-1", 20, bonus=5)
    seated.do("supervisor", CLOSE)
    assert [seated.dollars(f"wallet:{person}") for person in ("ann", "bob")] == [1_000, 1_000]
    assert seated.events(RoundVoided)[-1].cause is VoidCause.TABLE_CLOSED
    table = seated.house.tables["edge-1"]
    assert (table.is_open, table.seats, table.is_playing) == (False, {}, False)
    assert table.seed
    seated.prove()
    store = stored(seated, tmp_path / "house.db")
    assert audit_store(store).findings == []
    with store.reading() as reader:
        assert find_round(reader, "edge-1-1").holds


def test_a_table_that_was_to_close_after_its_round_is_kept_open(seated):
    seated.begin("edge-1")
    seated.bet("ann", "edge-1")
    seated.deal("edge-1")
    seated.do("supervisor", CLOSE)
    seated.do("supervisor", c.KeepOpen("edge-1"))
    seated.choose("ann", "edge-1", "1x")
    seated.begin("edge-1")
    assert seated.house.tables["edge-1"].is_open
    seated.prove()


def test_a_round_in_play_is_played_out_first(seated, tmp_path):
    seated.begin("edge-1")
    seated.bet("ann", "edge-1")
    seated.bet("bob", "edge-1")
    seated.deal("edge-1")
    seated.do("supervisor", CLOSE)
    table = seated.house.tables["edge-1"]
    assert table.is_open
    assert in_words(seated.events(e.TableClosing)[0], table.plan.settings.rules) == (
        "The table is closing: no new round begins."
    ), "which is so with a round in play, and without one where a tray is counted first"
    assert seated.refused("supervisor", CLOSE).code == "table-closing"
    seated.enrol("cid", "guest")
    seated.do("cid", c.IssuePlayMoney())
    assert seated.refused("cid", c.SitDown("edge-1", 3, 50 * DOLLAR)).code == "table-closing"
    seated.choose("ann", "edge-1", "1x")
    again = seated.replayed()
    again.house.go_on_from(again.house.checkpoint())
    again.house.resume()
    again.choose("bob", "edge-1", "fold")
    seated.choose("bob", "edge-1", "fold")
    for room in (seated, again):
        assert not room.house.tables["edge-1"].is_open
        assert not room.house.tables["edge-1"].seats
        assert not by_table(room.house, "is_closing")
        assert room.house.tables["edge-1"].round.state.phase is Phase.CLOSED
        room.prove()
    assert seated.money("ann") == seated.dollars("wallet:ann")
    store = stored(seated, tmp_path / "house.db")
    assert audit_store(store).findings == []
    with store.reading() as reader:
        assert find_round(reader, "edge-1-1").holds
    seated.do("supervisor", c.OpenTable("edge-1", 1_000 * DOLLAR))
    seated.do("ann", c.SitDown("edge-1", 1, 50 * DOLLAR))
    seated.play("edge-1", "ann")
    assert seated.house.tables["edge-1"].is_open


def test_a_misdeal_ends_it_too(seated):
    seated.begin("edge-1")
    seated.bet("ann", "edge-1")
    seated.deal("edge-1")
    seated.do("supervisor", CLOSE)
    seated.do("supervisor", c.AtTable("edge-1", DeclareMisdeal("a card face up")))
    assert not seated.house.tables["edge-1"].is_open
    seated.prove()


def test_a_wager_on_a_jackpot_that_ends_at_midnight_goes_back_when_the_bets_close(make, floor):
    """The bets would otherwise be refused to close, for ever."""
    room = make(floor(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    link, today = room.house.links["delta"], room.now.date()
    link.state.last_day = today
    room.begin("delta-1")
    room.bet("ann", "delta-1", progressive=1)
    room.now = room.now.replace(day=today.day + 1)
    room.do("house", c.AtTable("delta-1", CloseBets()))
    state = room.round("delta-1").state
    assert state.seats[1].stakes == {"ante": 5 * DOLLAR}
    assert state.phase is Phase.PLAYING
