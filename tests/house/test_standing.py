"""Where a table stands, as anyone is told, and what only one person is told of it besides: field by field."""

from __future__ import annotations

import pytest

from cardroom.house.engine.table_wait import Wait
from cardroom.house.log import commands as c
from cardroom.house.views.table_frames import standing_of, yours_of
from cardroom.jackpots.commands import Confirm, StaffCard, SwipeCard
from cardroom.money import CENT, DOLLAR

STRAIGHT_FLUSH = ("10s Js Qs", "9s 8s", "2c 7d")  # a tenth of the meter to seat 1, envy to seat 2
NOTHING = ("2c 7d 9h", "4s 10h", "4c 10d")


class Watched:
    """A table with Ann and Bob at it."""

    def __init__(self, room, table: str = "delta-1") -> None:
        self.room, self.id = room, table
        self.table = room.house.tables[table]
        for seat, person in enumerate(("ann", "bob"), 1):
            room.guest(person, table, seat)

    @property
    def standing(self):
        return standing_of(self.room.house, self.table)

    def yours(self, person: str, *, dealing: bool = False):
        return yours_of(self.table, person, dealing=dealing)

    def begin(self, *packets: str, **more: int) -> None:
        self.room.stack(*packets)
        self.room.begin(self.id)
        for person in ("ann", "bob"):
            self.room.bet(person, self.id, **more)
        self.room.deal(self.id)


@pytest.fixture
def watched(make, floor):
    return Watched(make(floor(("delta-1",), service="$0")))


@pytest.fixture
def by_hand(make, floor):
    return Watched(make(floor({"delta-1": 'dealer = "human"'})))


def test_a_table_says_who_deals_and_whether_it_calls(by_hand):
    room, told = by_hand.room, by_hand.standing
    assert (told.dealer, told.is_dealt_by_hand, told.is_calling) == ("", True, False)
    room.do("dealer", c.TapIn("delta-1"))
    room.do("dealer", c.CallSupervisor("delta-1", "a dispute"))
    told = by_hand.standing
    assert (told.dealer, told.is_calling) == ("Dealer", True)
    room.do("supervisor", c.AnswerCall("delta-1"))
    assert not by_hand.standing.is_calling


def test_a_table_says_that_it_closes_and_what_it_waits_for(watched):
    told = watched.standing
    assert (told.is_closing, told.waits_for, told.is_dealt_by_hand) == (False, Wait.ROUND, False)
    watched.begin(*NOTHING)
    watched.room.do("supervisor", c.CloseTable("delta-1"))
    told = watched.standing
    assert (told.is_closing, told.waits_for, told.round_id) == (True, Wait.DECISIONS, "delta-1-1")


def test_each_seat_is_told_with_its_chips_and_whether_somebody_is_there(watched):
    watched.room.do("house", c.SitOut("delta-1", 2, c.Absence.GONE))
    assert [(one.seat, one.name, one.chips, one.is_away) for one in watched.standing.seats] == [
        (1, "Ann", 500 * DOLLAR, False),
        (2, "Bob", 500 * DOLLAR, True),
    ]


def test_what_a_jackpot_brings_waits_is_paid_and_is_remembered_for_the_next_rounds(watched):
    room = watched.room
    watched.begin(*STRAIGHT_FLUSH, progressive=1)
    assert watched.standing.extras == ()
    room.finish("delta-1", lambda names: names[1])

    def extras():
        return [(one.round_id, one.seat, one.jackpots, one.waits, one.kept) for one in watched.standing.extras]

    award, envy = 500_04 * CENT, 300 * DOLLAR
    assert extras() == [("delta-1-1", 1, 0, award, 0)], "envy follows a win that is recorded"
    room.do("supervisor", c.AtConsole("delta", Confirm(table="delta-1")))
    room.do("supervisor", c.AtConsole("delta", SwipeCard(table="delta-1", card=StaffCard.SUPERVISOR)))
    paid = [("delta-1-1", 1, award, 0, 0), ("delta-1-1", 2, envy, 0, 0)]
    assert extras() == paid
    watched.begin(*NOTHING)
    assert extras() == paid, "a page may still show it"


def test_a_player_is_told_his_own_cards_and_what_he_may_do_and_no_one_else_is(watched):
    watched.begin(*NOTHING)
    ann, bob = watched.yours("ann"), watched.yours("bob")
    assert (ann.your_seat, bob.your_seat) == (1, 2)
    assert ["".join(str(card) for card in one.your_cards) for one in (ann, bob)] == ["4s10h", "4c10d"]
    assert [option.name for option in ann.options][:2] == ["fold", "1x"]
    assert ann.hand.words
    assert ann.next_act is None
    assert watched.yours("supervisor") is None
    watcher = watched.yours("supervisor", dealing=True)
    assert (watcher.your_seat, watcher.your_cards, watcher.options, watcher.hand) == (None, (), (), None)


def test_who_deals_is_told_what_comes_next(by_hand):
    by_hand.room.do("dealer", c.TapIn("delta-1"))
    assert by_hand.yours("dealer", dealing=True).next_act is None, "no round is on"
    by_hand.room.begin("delta-1")
    by_hand.room.bet("ann", "delta-1")
    assert by_hand.yours("dealer", dealing=True).next_act is not None
    assert by_hand.yours("ann").next_act is None


def test_a_held_table_asks_nobody(watched):
    watched.begin(*NOTHING)
    watched.room.do("supervisor", c.SuspendTable("delta-1", "a dispute"))
    ann = watched.yours("ann")
    assert (ann.options, ann.too_low) == ((), "")
    assert ann.your_cards, "they still lie there"


def test_who_is_not_in_the_round_has_a_seat_and_no_hand(watched):
    watched.begin(*NOTHING)
    watched.room.guest("cid", "delta-1", 3)
    cid = watched.yours("cid")
    assert (cid.your_seat, cid.your_cards, cid.options, cid.hand) == (3, (), (), None)
