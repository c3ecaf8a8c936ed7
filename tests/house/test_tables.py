"""Sitting, betting, deciding and settling at live tables; the table bank; what happens when something is refused."""

from __future__ import annotations

import pytest

from cardroom.house.features.slips.messages import SlipKind
from cardroom.house.log import commands as c
from cardroom.house.log import events as e
from cardroom.house.log.records import TablePart
from cardroom.house.views.table_frames import seen_events, standing_of, table_view, yours_of
from cardroom.money import DOLLAR
from cardroom.table.commands import Bet, Choose, CloseBets

TABLES = ("edge-1", "edge-2", "solitaire-1", "straight-1", "delta-1", "caribbean-1")


def test_a_buy_in_drops_cash_into_the_box_and_takes_chips_out_of_the_tray(room):
    room.guest("ann", "edge-1", 3, chips=200)
    assert (room.dollars("wallet:ann"), room.dollars("stack:edge-1:ann")) == (800, 200)
    assert (room.dollars("drop:edge-1"), room.dollars("tray:edge-1")) == (200, 20_000 - 200)
    room.do("ann", c.TopUp("edge-1", 50 * DOLLAR))
    assert (room.dollars("wallet:ann"), room.dollars("stack:edge-1:ann")) == (750, 250)
    assert (room.dollars("drop:edge-1"), room.dollars("tray:edge-1")) == (250, 20_000 - 250)
    room.do("ann", c.StandUp("edge-1"))
    assert (room.dollars("wallet:ann"), room.dollars("stack:edge-1:ann")) == (1_000, 0)
    assert not room.house.tables["edge-1"].seats


@pytest.mark.parametrize("table", TABLES)
def test_a_round_of_every_game_moves_exactly_what_its_results_say(room, table):
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, table, seat)
    for _ in range(4):
        tray, had = room.dollars(f"tray:{table}"), {person: room.money(person) for person in ("ann", "bob")}
        room.play(table, "ann", "bob")
        results = {seat: sum(of.values()) / DOLLAR for seat, of in room.round(table).state.results.items()}
        assert {person: room.money(person) - had[person] for person in had} == {"ann": results[1], "bob": results[2]}
        assert room.dollars(f"tray:{table}") - tray == -sum(results.values())
        assert room.dollars(f"layout:{table}:ann") == room.dollars(f"layout:{table}:bob") == 0
    assert sum(room.house.books.values()) == 0
    room.prove()


def test_a_known_deck_pays_what_the_sheet_says(room):
    """Mississippi Stud: a pair of jacks pays even money on the Ante and all three streets."""
    room.guest("ann", "delta-1", 1)
    room.stack("Jc 3d 9h", "Js 2c")
    room.play("delta-1", "ann", ante=10)
    # Ante 10 and three streets of 3x: 10 + 30 + 30 + 30 staked, paid 1 to 1.
    assert room.money("ann") == 1_100
    assert room.dollars("tray:delta-1") == 20_000 - 500 - 100


def test_bets_are_put_down_changed_and_taken_back(room):
    room.guest("ann", "edge-1", 1, chips=100)
    room.begin("edge-1")
    room.bet("ann", "edge-1", 20, bonus=5)
    assert (room.dollars("stack:edge-1:ann"), room.dollars("layout:edge-1:ann")) == (75, 25)
    room.bet("ann", "edge-1", 10)
    assert (room.dollars("stack:edge-1:ann"), room.dollars("layout:edge-1:ann")) == (90, 10)
    room.do("ann", c.AtTable("edge-1", Bet(1, {})))
    assert (room.dollars("stack:edge-1:ann"), room.dollars("layout:edge-1:ann")) == (100, 0)


def test_a_bet_that_is_taken_back_in_the_round_is_the_players_again(make, floor):
    room = make(floor(("let-it-ride-1",)))
    room.guest("ann", "let-it-ride-1", 1, chips=100)
    room.begin("let-it-ride-1")
    room.bet("ann", "let-it-ride-1", 10)
    room.deal("let-it-ride-1")
    accounts = ("stack:let-it-ride-1:ann", "layout:let-it-ride-1:ann", "tray:let-it-ride-1")
    assert [room.dollars(account) for account in accounts] == [70, 30, 19_900]
    room.choose("ann", "let-it-ride-1", room.round("let-it-ride-1").options(1)[-1].name)
    assert [room.dollars(account) for account in accounts] == [80, 20, 19_900]


def test_who_leaves_while_the_bets_are_open_gets_them_back(room):
    room.guest("ann", "edge-1", 1, chips=100)
    room.begin("edge-1")
    room.bet("ann", "edge-1", 20)
    room.do("ann", c.StandUp("edge-1"))
    assert room.dollars("wallet:ann") == 1_000
    assert not room.round("edge-1").state.seats


def test_a_hand_in_play_keeps_its_player(room):
    room.guest("ann", "edge-1", 1)
    room.begin("edge-1")
    room.bet("ann", "edge-1")
    room.deal("edge-1")
    assert room.refused("ann", c.StandUp("edge-1")).code == "hand-in-play"
    assert "Your hand" in room.refused("ann", c.StandUp("edge-1")).message
    refused = room.refused("supervisor", c.StandUp("edge-1", 1))
    assert (refused.code, refused.message[:13]) == ("hand-in-play", "The hand of s"), "it is not the supervisor's own"


@pytest.mark.parametrize(
    ("person", "command", "told"),
    [
        ("supervisor", c.StandUp("edge-1", 4), "A supervisor has cleared your seat."),
        ("house", c.StandUp("edge-1", 4), "The house has cleared your seat."),
        ("supervisor", c.CloseTable("edge-1"), "The table is closed."),
        ("ann", c.StandUp("edge-1"), ""),
    ],
)
def test_who_loses_a_seat_is_told_by_whom_and_no_name(room, person, command, told):
    room.guest("ann", "edge-1", 4)
    done = room.do(person, command)
    events = tuple(event for part in done.record.parts if isinstance(part, TablePart) for event in part.events)
    assert seen_events(None, 1, events, done.record.role).clears == told


def test_a_supervisor_clears_a_seat(room):
    room.guest("ann", "edge-1", 4, chips=60)
    assert room.refused("supervisor", c.StandUp("edge-1")).code == "no-seat"
    room.do("supervisor", c.StandUp("edge-1", 4))
    assert room.dollars("wallet:ann") == 1_000


def test_a_bet_beyond_the_chips_is_refused_and_so_is_a_raise(room):
    room.guest("ann", "delta-1", 1, chips=20)
    room.begin("delta-1")
    assert room.refused("ann", room.bets("ann", "delta-1", 21)).code == "short-of-chips"
    room.bet("ann", "delta-1", 10)
    room.deal("delta-1")
    assert room.refused("ann", c.AtTable("delta-1", Choose(1, "3x"))).code == "short-of-chips"
    room.choose("ann", "delta-1", "1x")
    assert room.dollars("stack:delta-1:ann") == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.SitDown("edge-9", 1, 50 * DOLLAR), "unknown-table"),
        (c.SitDown("edge-1", 12, 50 * DOLLAR), "unknown-seat"),
        (c.SitDown("edge-1", 1, 50 * DOLLAR), "seat-taken"),
        (c.SitDown("edge-1", 2, 5_000 * DOLLAR), "short-of-money"),
        (c.SitDown("edge-1", 2, 4 * DOLLAR), "small-buy-in"),
        (c.SitDown("edge-1", 2, 50 * DOLLAR + 1), "odd-chips"),
        (c.TopUp("edge-1", 5 * DOLLAR), "not-seated"),
        (c.StandUp("edge-1"), "not-seated"),
        (c.AtTable("edge-1", Bet(1, {"ante": 5 * DOLLAR})), "not-seated"),
        (c.AtTable("edge-1", Choose(1, "1x")), "not-seated"),
    ],
)
def test_what_a_newcomer_cannot_do_changes_nothing(room, command, code):
    room.guest("ann", "edge-1", 1)
    room.enrol("bob", "guest")
    room.do("bob", c.IssuePlayMoney())
    assert room.refused("bob", command).code == code


def test_nobody_plays_for_another_seat(room):
    room.guest("ann", "edge-1", 1)
    room.guest("bob", "edge-1", 2)
    room.begin("edge-1")
    assert room.refused("bob", c.AtTable("edge-1", Bet(1, {"ante": 5 * DOLLAR}))).code == "not-your-seat"
    room.bet("ann", "edge-1")
    room.bet("bob", "edge-1")
    room.deal("edge-1")
    refusal = room.refused("bob", c.AtTable("edge-1", Choose(1, "fold")))
    assert refusal.message == "Seat 1 is not yours; you sit at 2."


def test_one_seat_a_person_at_a_table_but_two_tables_are_fine(room):
    room.guest("ann", "edge-1", 1, chips=100)
    assert room.refused("ann", c.SitDown("edge-1", 2, 50 * DOLLAR)).code == "seated-already"
    room.do("ann", c.SitDown("edge-2", 2, 50 * DOLLAR))
    assert room.money("ann") == 1_000
    told = room.refused("ann", c.TopUp("edge-2", 900 * DOLLAR)).message
    assert told == "You have $850 in your wallet, not $900. Your $100 is at Edge 1: stand up there first."


def test_a_decision_out_of_turn_and_a_round_without_players_are_refused(room):
    assert room.refused("house", c.BeginRound("edge-1")).code == "no-players"
    room.guest("ann", "edge-1", 1)
    assert room.refused("ann", room.bets("ann", "edge-1")).code == "no-round"
    room.begin("edge-1")
    assert room.refused("house", c.BeginRound("edge-1")).code == "round-open"
    assert room.refused("ann", c.AtTable("edge-1", Choose(1, "1x"))).code == "no-decision"
    assert room.refused("house", c.AtTable("edge-1", CloseBets())).code == "players-first"


def test_a_seat_of_someone_who_has_left_in_the_middle_of_nothing_can_be_taken(room):
    room.guest("ann", "edge-1", 1)
    room.play("edge-1", "ann")
    room.do("ann", c.StandUp("edge-1"))
    room.guest("bob", "edge-1", 1)
    had = room.money("ann")
    room.play("edge-1", "bob")
    assert room.money("ann") == had
    room.prove()


# --- the table bank ---------------------------------------------------------------------------------------------------


def test_fills_credits_drop_and_closing(room):
    room.slip("fill", "edge-1", 3_000)
    room.slip("credit", "edge-1", 500)
    assert room.dollars("tray:edge-1") == 22_500
    ask_fill, too_much = (c.AskSlip("edge-1", kind, {DOLLAR: 22_501}) for kind in SlipKind)
    assert room.refused("supervisor", too_much).code == "short-tray"
    room.guest("ann", "edge-1", 1, chips=300)
    room.do("accounting", c.CollectDrop("edge-1"))
    assert room.dollars("drop:edge-1") == 0
    assert room.refused("accounting", c.CollectDrop("edge-1")).code == "empty-drop"
    room.do("supervisor", c.CloseTable("edge-1"))
    assert (room.dollars("tray:edge-1"), room.dollars("wallet:ann")) == (0, 1_000)
    assert not room.house.tables["edge-1"].seats
    for command in (c.CloseTable("edge-1"), ask_fill, too_much):
        assert room.refused("supervisor", command).code == "table-closed"
    assert room.refused("ann", c.SitDown("edge-1", 1, 50 * DOLLAR)).code == "table-closed"
    room.do("supervisor", c.OpenTable("edge-1", 10_000 * DOLLAR))
    assert room.refused("supervisor", c.OpenTable("edge-1", DOLLAR)).code == "table-open"
    room.prove()


def test_a_table_closed_by_hand_stays_closed_when_the_house_starts_again(room):
    room.do("supervisor", c.CloseTable("edge-1"))
    again = room.replayed()
    again.open(again.floor)
    assert not again.house.tables["edge-1"].is_open
    assert again.house.tables["edge-2"].is_open


def test_a_tray_that_runs_short_is_filled_by_the_cage(make, floor):
    room = make(floor(("delta-1",), more='inventory = "$600"'))
    room.guest("ann", "delta-1", 1, chips=500)
    room.stack("Jc Jd 9h", "Js 2c")  # three jacks pay 3 to 1 on all four wagers: 10 + 90
    room.play("delta-1", "ann", ante=10)
    assert room.money("ann") == 1_300
    # 600 − 500 sold + 0 staked − 300 paid is short by 200: filled up to the opening inventory.
    assert room.dollars("tray:delta-1") == 600
    assert [fill.amount // DOLLAR for fill in room.events(e.Filled)] == [800]
    room.prove()


def test_the_payout_cap_cuts_what_a_seat_wins_in_a_round(make, floor):
    room = make(floor(("delta-1",), more='payout_cap = "$250"'))
    room.guest("ann", "delta-1", 1)
    room.stack("Jc Jd 9h", "Js 2c")
    room.play("delta-1", "ann", ante=10)
    assert room.money("ann") == 1_000 + 250
    capped = [(cap.seat, cap.won // DOLLAR, cap.cap // DOLLAR) for cap in room.events(e.PayoutCapped)]
    assert capped == [(1, 300, 250)]
    room.prove()


def test_a_player_who_takes_another_seat_still_sees_the_last_hand(room):
    room.guest("ann", "edge-1", 1, chips=300)
    room.play("edge-1", "ann")
    table = room.house.tables["edge-1"]
    before = table_view(room.house, table, "ann")
    room.do("ann", c.StandUp("edge-1"))
    room.do("ann", c.SitDown("edge-1", 5, 50 * DOLLAR))
    after = table_view(room.house, table, "ann")
    assert before.yours.your_cards
    assert (after.yours.your_seat, after.yours.your_cards) == (5, before.yours.your_cards)
    assert after.events == before.events


def test_how_many_hands_are_dealt_is_told_when_all_of_them_are_out(make, floor):
    """Pay tables that have a column for each number are read in that one."""
    room = make(floor(("caribbean-1",), links=()))
    table = room.house.tables["caribbean-1"]
    told = [standing_of(room.house, table).hands_dealt]
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, table.id, seat)
    room.begin(table.id)
    for person in ("ann", "bob"):
        room.bet(person, table.id)
    room.do("house", c.AtTable(table.id, CloseBets()))
    while not table.round.awaited_seats():
        told.append(standing_of(room.house, table).hands_dealt)
        room.do("house", c.AtTable(table.id, table.round.next_act()))
    assert set(told) == {0}
    assert standing_of(room.house, table).hands_dealt == 3


def test_a_pace_is_told_to_whoever_has_wished_for_it(room):
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "delta-1", seat)
    room.do("ann", c.SetPace("delta-1", "quick"))
    assert [yours_of(room.house.tables["delta-1"], person).pace for person in ("ann", "bob")] == [
        "quick",
        "normal",
    ]
