"""Jackpots in the house: wagers to the link, awards approved by whoever may, refunds of voids, corrections of mispays.

Mississippi Stud, MS Stud-01: a royal flush takes 100% of the meter and a straight flush 10% of it.
"""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.house.engine.next_step import next_step
from cardroom.house.log import commands as c
from cardroom.house.views.table_frames import standing_of
from cardroom.jackpots.commands import (
    Confirm,
    EndGame,
    KeySwitch,
    PressJackpot,
    PressSeat,
    Reconcile,
    StaffCard,
    SwipeCard,
    TurnKey,
)
from cardroom.ledger import PostingCode
from cardroom.money import DOLLAR
from cardroom.table.commands import CloseBets, CorrectMispay, DeclareMisdeal, FoulHand, RefuseLateBet
from cardroom.table.events import HandKept

ROYAL = ("10s Js Qs", "As Ks", "2c 7d")  # seat 1 hits, seat 2 has nothing
STRAIGHT_FLUSH = ("10s Js Qs", "9s 8s", "2c 7d")
SUPERVISORS_CARD = c.AtConsole("delta", SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR))
EXECUTIVES_CARD = c.AtConsole("delta", SwipeCard(table="delta-1", card=StaffCard.EXECUTIVE))


def meter(room):
    return room.dollars("link:delta:meter:Progressive")


@pytest.fixture
def two(make, floor):
    """Ann and Bob at the Mississippi Stud table, both with the jackpot wager; the house approves up to so much."""

    def seated(cards, service="$100,000", seed="$5,000"):
        room = make(floor(("delta-1", "edge-1"), service=service, seed=seed))
        room.guest("ann", "delta-1", 1)
        room.guest("bob", "delta-1", 2)
        room.stack(*cards)
        room.begin("delta-1")
        for person in ("ann", "bob"):
            room.bet(person, "delta-1", 5, progressive=1)
        return room

    return seated


def play_out(room):
    room.deal("delta-1")
    room.finish("delta-1", lambda names: names[1])


def test_a_jackpot_wager_goes_to_its_link_and_raises_the_meter(two):
    room = two(("2c 7d 9h", "4s 10h", "4c 10d"))
    assert room.dollars("layout:delta-1:ann") == 6
    room.deal("delta-1")
    assert room.dollars("layout:delta-1:ann") == 5
    assert meter(room) == 5_000.40
    assert room.dollars("link:delta:reserve:Progressive") == 0.04
    assert room.dollars("link:delta:wagers:delta-1") == 2 - 0.44


def test_small_awards_are_approved_by_the_house_itself(two):
    room = two(STRAIGHT_FLUSH)
    play_out(room)
    # 20 staked at 100 to 1 comes as 2,000, and a tenth of 5,000.40 from the meter.
    assert room.money("ann") == 1_000 - 1 + 2_000 + 500.04
    assert meter(room) == pytest.approx(5_000.40 - 500.04, abs=1e-9)
    assert not room.is_jackpot_open("delta-1")
    room.prove()


def test_above_its_limit_the_award_waits_for_a_supervisor_and_everything_else_goes_on(two):
    room = two(STRAIGHT_FLUSH, service="$500")
    play_out(room)
    assert room.money("ann") == 1_000 - 1 + 2_000
    assert room.is_jackpot_open("delta-1")
    assert room.house.links["delta"].state.is_pending("Progressive")
    assert room.refused("ann", c.StandUp("delta-1")).code == "award-pending"
    room.guest("cid", "edge-1", 1)
    room.play("edge-1", "cid")  # another table plays on
    again = room.replayed()
    assert again.state() == room.state()
    for_seat = SUPERVISORS_CARD
    assert room.refused("supervisor", for_seat).code == "not-confirmed"
    room.do("supervisor", c.AtConsole("delta", Confirm(table="delta-1")))
    room.do("supervisor", for_seat)
    assert room.money("ann") == 1_000 - 1 + 2_000 + 500.04
    assert not room.is_jackpot_open("delta-1")
    win = room.house.links["delta"].state.wins["delta-1"]
    assert (win.approved_by, win.is_paid) == ("supervisor", True)
    room.prove()


def test_everyone_is_told_what_a_round_has_brought_beside_its_wagers_while_people_look_at_it(two):
    """What waits for approval is told as waiting, and what is paid is told still when the next round is bet on."""
    room = two(STRAIGHT_FLUSH, service="$500")
    play_out(room)
    table, win, envy = room.house.tables["delta-1"], 500_040_000, 300 * DOLLAR

    def told():
        return {(one.round_id, one.seat): (one.jackpots, one.waits) for one in standing_of(room.house, table).extras}

    assert told() == {("delta-1-1", 1): (0, win)}
    room.begin("delta-1")
    assert told() == {("delta-1-1", 1): (0, win)}
    room.do("supervisor", c.AtConsole("delta", Confirm(table="delta-1")))
    room.do("supervisor", SUPERVISORS_CARD)
    assert told() == {("delta-1-1", 1): (win, 0), ("delta-1-1", 2): (envy, 0)}
    for person in ("ann", "bob"):
        room.bet(person, "delta-1", 5)
    play_out(room)
    room.begin("delta-1")
    assert told() == {("delta-1-1", 1): (win, 0), ("delta-1-1", 2): (envy, 0)}
    room.prove()


def test_from_the_executives_threshold_a_supervisors_card_is_not_enough(two):
    room = two(ROYAL, service="$500", seed="$12,000")
    play_out(room)
    room.do("supervisor", c.AtConsole("delta", Confirm(table="delta-1")))
    assert room.refused("executive", EXECUTIVES_CARD).code == "not-signed"
    room.do("supervisor", SUPERVISORS_CARD)
    assert room.refused("supervisor", SUPERVISORS_CARD).code == "wrong-card"
    assert room.turned_away("supervisor", EXECUTIVES_CARD).command == "SwipeCard"
    room.do("executive", EXECUTIVES_CARD)
    assert room.money("ann") == 1_000 - 1 + 20 * 500 + 12_000.40
    assert meter(room) == 12_000.04  # the seed and the reserve
    room.prove()


def test_envy_comes_out_of_the_tray_and_the_tray_is_never_short(make, floor):
    room = make(floor(("delta-1",), more='inventory = "$1,050"'))
    room.guest("ann", "delta-1", 1)
    room.guest("bob", "delta-1", 2)
    room.stack(*STRAIGHT_FLUSH)
    room.begin("delta-1")
    for person in ("ann", "bob"):
        room.bet(person, "delta-1", 5, progressive=1)
    play_out(room)
    envy = room.house.links["delta"].state.config.line("straight_flush").envy
    assert room.money("bob") == 1_000 - 21 + (0 if envy is None else envy.amount / DOLLAR)
    assert room.dollars("tray:delta-1") >= 0
    room.prove()


def test_a_dealer_presses_the_buttons_where_a_person_deals(make, floor):
    room = make(floor(("delta-1",), more='dealer = "human"'))
    room.guest("ann", "delta-1", 1)
    room.do("dealer", c.BeginRound("delta-1"))
    room.bet("ann", "delta-1", 5, progressive=1)
    table = room.house.tables["delta-1"]
    assert room.refused("dealer", c.AtConsole("delta", EndGame(table="delta-1"))).code == "no-game"
    while table.is_playing:
        step = next_step(room.house, table)
        if step.command is not None:
            room.do("dealer", step.command)
        else:
            room.choose("ann", "delta-1", "1x")
    assert room.refused("dealer", c.BeginRound("delta-1")).code == "game-on"
    assert room.refused("dealer", c.AtConsole("delta", PressSeat(table="delta-1", seat=7)))
    assert room.refused("dealer", c.AtConsole("nowhere", EndGame(table="delta-1"))).code == "unknown-link"
    room.do("dealer", c.AtConsole("delta", EndGame(table="delta-1")))
    room.do("dealer", c.BeginRound("delta-1"))
    assert room.refused("dealer", c.AtTable("delta-1", CloseBets())).code == "players-first"
    room.prove()


def test_a_game_does_not_end_on_the_console_before_the_round_is_settled(make, floor):
    room = make(floor(("delta-1",), more='dealer = "human"'))
    room.guest("ann", "delta-1", 1)
    room.stack(*STRAIGHT_FLUSH)
    room.do("dealer", c.BeginRound("delta-1"))
    room.bet("ann", "delta-1", 5, progressive=1)
    table, end = room.house.tables["delta-1"], c.AtConsole("delta", EndGame(table="delta-1"))
    room.do("dealer", c.AtTable("delta-1", CloseBets()))
    refusal = room.refused("dealer", c.AtTable("delta-1", table.round.next_act()))
    assert refusal.code == "not-counted"
    assert "START GAME" in refusal.message
    assert room.refused("dealer", end).code == "no-game"
    room.do("dealer", c.CountSensors("delta", "delta-1"))
    while table.is_playing:
        assert room.refused("dealer", end).code == "round-in-play"
        step = next_step(room.house, table)
        if step.command is not None:
            room.do("dealer", step.command)
        else:
            room.choose("ann", "delta-1", "1x")
    assert room.refused("dealer", end).code == "award-waiting"
    room.prove()


def test_clockwise_the_award_of_seat_1_comes_first_though_seat_2_is_settled_before_it(make, floor):
    room = make(floor(("delta-1",), order="clockwise"))
    room.guest("ann", "delta-1", 1)
    room.guest("bob", "delta-1", 2)
    room.stack("10s Js Qs", "As Ks", "9s 8s")
    room.play("delta-1", "ann", "bob", progressive=1)
    wins = room.house.links["delta"].state.wins.values()
    assert [(win.seat, win.amount / DOLLAR) for win in wins] == [(1, 5_000.40), (2, 500.00)]
    room.prove()


@pytest.mark.parametrize("envy", ["true", "false"])
def test_a_hand_stays_up_for_envy_only_where_its_link_pays_it(make, floor, envy):
    room = make(floor(("delta-1",)).replace("envy = true", f"envy = {envy}"))
    room.guest("ann", "delta-1", 1)
    room.stack(*STRAIGHT_FLUSH)
    room.play("delta-1", "ann", progressive=1)
    kept = [event.holder for event in room.round("delta-1").events if isinstance(event, HandKept)]
    assert kept == ([1] if envy == "true" else [])
    room.prove()


def test_a_keypad_is_worked_with_a_key(make, floor):
    """Two Way Bad Beat: a straight of seven loses to one of eight. The house turns the key back itself."""
    room = make(floor(("edge-1",), service="$0"))
    room.guest("ann", "edge-1", 1, chips=1_000)
    room.stack("3s 4s 5s 6s 7s 8s 9s", "3h 4h 5h 6h 7h 8h 9h 10h")
    room.play("edge-1", "ann", two_way_bad_beat=1)
    assert room.is_jackpot_open("edge-1")
    assert (
        room.refused("supervisor", c.AtConsole("bad-beat", PressJackpot(table="edge-1", seat=1))).code == "key-at-run"
    )
    room.do("supervisor", c.AtConsole("bad-beat", TurnKey(table="edge-1", to=KeySwitch.JPH)))
    room.do("supervisor", c.AtConsole("bad-beat", PressJackpot(table="edge-1", seat=1)))
    (win,) = room.house.links["bad-beat"].state.wins.values()
    assert (win.is_paid, win.approved_by) == (True, "supervisor")
    assert not room.is_jackpot_open("edge-1")
    room.prove()


# --- irregularities ---------------------------------------------------------------------------------------------------


def test_a_misdeal_gives_every_stake_back_and_takes_the_contributions_off_the_meter(two):
    room = two(("2c 7d 9h", "4s 10h", "4c 10d"))
    room.deal("delta-1")
    room.choose("ann", "delta-1", "3x")
    room.do("supervisor", c.AtTable("delta-1", DeclareMisdeal("a card was exposed")))
    assert (room.money("ann"), room.money("bob")) == (1_000, 1_000)
    assert (meter(room), room.dollars("link:delta:reserve:Progressive")) == (5_000, 0)
    assert room.dollars("link:delta:wagers:delta-1") == 0
    assert room.dollars("layout:delta-1:ann") == room.dollars("layout:delta-1:bob") == 0
    table = room.house.tables["delta-1"]
    assert table.seed == room.seeds["delta-1-1"].hex()  # the seed is shown
    assert room.refused("supervisor", c.AtTable("delta-1", DeclareMisdeal("again"))).code == "no-round"
    room.prove()
    room.play("delta-1", "ann", "bob")


def test_a_misdeal_while_bets_are_open_gives_jackpot_stakes_back_from_the_layout(two):
    room = two(("2c 7d 9h", "4s 10h", "4c 10d"))
    room.do("supervisor", c.AtTable("delta-1", DeclareMisdeal("a boxed card")))
    assert (room.money("ann"), room.dollars("layout:delta-1:ann"), meter(room)) == (1_000, 0, 5_000)
    room.prove()


def test_a_fouled_hand_is_out_of_the_round_and_of_the_jackpot(two):
    room = two(("2c 7d 9h", "4s 10h", "4c 10d"))
    room.deal("delta-1")
    assert room.refused("supervisor", c.AtTable("delta-1", FoulHand(3, "dropped"))).code == "no-hand"
    room.do("supervisor", c.AtTable("delta-1", FoulHand(1, "dropped on the floor")))
    assert (room.money("ann"), room.dollars("layout:delta-1:ann")) == (1_000, 0)
    assert meter(room) == 5_000.20
    room.finish("delta-1", lambda names: names[0])
    assert room.money("ann") == 1_000
    assert room.money("bob") == 1_000 - 6
    room.prove()


def test_a_misdeal_after_a_fouled_hand_gives_nothing_back_twice(two):
    room = two(("2c 7d 9h", "4s 10h", "4c 10d"))
    room.deal("delta-1")
    room.do("supervisor", c.AtTable("delta-1", FoulHand(1, "dropped on the floor")))
    room.do("supervisor", c.AtTable("delta-1", DeclareMisdeal("and another one")))
    assert (room.money("ann"), room.money("bob"), meter(room)) == (1_000, 1_000, 5_000)
    assert room.dollars("layout:delta-1:ann") == room.dollars("layout:delta-1:bob") == 0
    room.prove()


def test_a_misdeal_in_the_middle_of_paying_undoes_what_was_settled(make, floor):
    room = make(floor(("edge-1",), more='dealer = "human"'))
    for seat, person in enumerate(("ann", "bob"), 1):
        room.guest(person, "edge-1", seat)
    room.do("dealer", c.BeginRound("edge-1"))
    for person in ("ann", "bob"):
        room.bet(person, "edge-1", 10, bonus=1)
    table = room.house.tables["edge-1"]
    while not any(seat.paid_back for seat in room.round("edge-1").state.seats.values()):
        act = table.round.next_act()
        if act is not None:
            room.do("dealer", c.AtTable("edge-1", act))
        else:
            seat = table.round.awaited_seats()[0]
            room.choose(table.people()[seat], "edge-1", "1x")
    assert table.is_playing
    room.do("supervisor", c.AtTable("edge-1", DeclareMisdeal("a card too many")))
    assert (room.money("ann"), room.money("bob")) == (1_000, 1_000)
    assert room.dollars("tray:edge-1") == 20_000 - 1_000
    room.prove()


def test_a_mispay_is_a_posting_and_its_correction_another(two):
    room = two(("Jc 3d 9h", "Js 2c", "4c 10d"))
    play_out(room)
    money, tray = room.money("ann"), room.dollars("tray:delta-1")
    assert (
        room.refused("supervisor", c.AtTable("delta-1", CorrectMispay(1, "ante", 10 * DOLLAR, "as due"))).code
        == "no-mispay"
    )
    assert room.refused("supervisor", c.AtTable("delta-1", CorrectMispay(3, "ante", 0, "nobody"))).code == "not-settled"
    room.do("supervisor", c.AtTable("delta-1", CorrectMispay(1, "ante", 15 * DOLLAR, "dealer paid 2 to 1")))
    assert (room.money("ann"), room.dollars("tray:delta-1")) == (money, tray)
    over, back = room.parts()[-1].postings
    assert {entry.account: entry.amount // DOLLAR for entry in over.entries} == {
        "tray:delta-1": -5,
        "stack:delta-1:ann": 5,
    }
    assert {entry.account: entry.amount // DOLLAR for entry in back.entries} == {
        "tray:delta-1": 5,
        "stack:delta-1:ann": -5,
    }
    assert [over.code, back.code] == [PostingCode.MISPAY, PostingCode.MADE_GOOD]
    room.prove()


def test_a_late_bet_is_pushed_back_for_the_record(two):
    room = two(("2c 7d 9h", "4s 10h", "4c 10d"))
    assert room.refused("dealer", c.AtTable("delta-1", RefuseLateBet(1, "ante", 5 * DOLLAR))).code == "bets-open"
    room.deal("delta-1")
    had = room.money("ann")
    room.do("dealer", c.AtTable("delta-1", RefuseLateBet(1, "ante", 5 * DOLLAR)))
    assert room.money("ann") == had
    room.finish("delta-1")
    room.prove()


def test_a_shortfall_at_the_bank_closes_the_jackpot_until_it_is_restored(room):
    room.guest("ann", "delta-1", 1)
    room.do("accounting", c.OnBank("delta", Reconcile(balance=4_999 * DOLLAR)))
    room.begin("delta-1")
    assert room.refused("ann", room.bets("ann", "delta-1", progressive=1)).code == "link-closed"
    room.bet("ann", "delta-1")
    room.deal("delta-1")
    room.finish("delta-1")
    room.do("accounting", c.OnBank("delta", Reconcile(balance=5_000 * DOLLAR)))
    room.play("delta-1", "ann", progressive=1)
    assert meter(room) == 5_000.20
    room.prove()


def test_a_link_that_closes_while_bets_lie_there_does_not_hold_up_the_round(room):
    """The chips of the jackpot wager go back to their owner, and the rest is played."""
    room.guest("ann", "delta-1", 1)
    room.begin("delta-1")
    room.bet("ann", "delta-1", 5, progressive=1)
    room.do("accounting", c.OnBank("delta", Reconcile(balance=4_999 * DOLLAR)))
    assert room.dollars("layout:delta-1:ann") == 5
    room.deal("delta-1")
    room.finish("delta-1")
    assert meter(room) == 5_000
    room.prove()


# --- another floor file -----------------------------------------------------------------------------------------------


SECOND = """
[[table]]
id = "delta-2"
game = "mississippi-stud"
minimum = "$5"
jackpots = ["delta"]
"""


def restarted(room, text):
    """The same log under another floor file."""
    again = room.replayed()
    again.open(text)
    return again


def test_a_table_may_join_a_link_when_the_house_starts_again(make, floor):
    text = floor(("delta-1",))
    room = make(text)
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    again = restarted(room, text + SECOND)
    again.do("ann", c.SitDown("delta-2", 1, 100 * DOLLAR))
    again.play("delta-2", "ann", progressive=1)
    assert meter(again) == 5_000.40
    again.prove()


def test_a_house_does_not_start_with_another_pay_table_on_a_running_link(make, floor):
    text = floor(("delta-1",))
    room = make(text)
    other = text.replace("MS Stud-01", "MS Stud Quick Hit 01")
    with pytest.raises(CardroomError, match="Quick Hit"):
        restarted(room, other)
