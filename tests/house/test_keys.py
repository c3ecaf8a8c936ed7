"""The same key from the same person is carried out once, however late and however often it comes again."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.house.log import commands as c
from cardroom.house.log.idempotency import AHEAD, WINDOW, new_key
from cardroom.money import DOLLAR

from .conftest import Room

SECOND = timedelta(seconds=1)
SIT = c.SitDown("edge-1", 1, 100 * DOLLAR)


@pytest.fixture
def rich(room):
    room.enrol("ann", "guest")
    room.do("ann", c.IssuePlayMoney())
    return room


def test_the_same_key_from_the_same_person_is_carried_out_once(rich):
    key = new_key(rich.now, "k")
    sat = rich.do("ann", SIT, key)
    written, state = len(rich.log), rich.state()
    again = rich.do("ann", SIT, key)
    assert (again.is_repeat, again.receipt) == (True, sat.receipt)
    assert (len(rich.log), rich.state()) == (written, state)
    assert sat.receipt.position == written


def test_a_key_is_its_persons_own(rich):
    key = new_key(rich.now, "k")
    rich.do("ann", SIT, key)
    rich.enrol("bob", "guest")
    assert not rich.do("bob", c.IssuePlayMoney(), key).is_repeat


def test_a_key_for_another_command_is_refused(rich):
    key = new_key(rich.now, "k")
    rich.do("ann", SIT, key)
    refusal = rich.refused("ann", c.TopUp("edge-1", 5 * DOLLAR), key)
    assert (refusal.code, refusal.message) == (
        "key-reused",
        "This key was used for another command; every command has its own.",
    )


def test_a_refused_command_may_be_tried_again_with_its_key(room):
    room.enrol("ann", "guest")
    key = new_key(room.now, "k")
    assert room.refused("ann", SIT, key).message.startswith("You have $0")
    room.do("ann", c.IssuePlayMoney())
    assert not room.do("ann", SIT, key).is_repeat


def test_a_key_may_be_ten_minutes_old_and_no_more(rich):
    old = new_key(rich.now, "k")
    rich.now += WINDOW - SECOND
    assert not rich.do("ann", SIT, old).is_repeat
    refusal = rich.refused("ann", c.StandUp("edge-1"), new_key(rich.now - WINDOW, "j"))
    assert refusal.code == "old-key"
    assert "older than ten minutes" in refusal.message
    assert f"{rich.now:%H:%M:%S} UTC" in refusal.message


def test_a_key_may_be_a_minute_early_and_no_more(rich):
    assert rich.refused("ann", SIT, new_key(rich.now + AHEAD + 2 * SECOND, "k")).code == "early-key"
    assert not rich.do("ann", SIT, new_key(rich.now + AHEAD, "k")).is_repeat


@pytest.mark.parametrize("key", ["k1", "12-a", "1772323200000", "1772323200000-", "١٧٧٢٣٢٣٢٠٠٠٠٠-b7", "-" * 40])
def test_a_key_without_its_time_is_refused(rich, key):
    assert rich.refused("ann", SIT, key).code == "bad-key"


def test_keys_are_remembered_across_a_restart_and_a_checkpoint(rich):
    key = new_key(rich.now, "k")
    sat = rich.do("ann", SIT, key)
    again = rich.replayed()
    assert again.do("ann", SIT, key).receipt == sat.receipt
    again.house.go_on_from(again.house.checkpoint())
    assert again.do("ann", SIT, key).receipt == sat.receipt


def test_a_repeat_is_known_as_long_as_its_key_could_be_taken_for_a_new_one(rich):
    """The hardest case: a key of a clock that is a minute early."""
    key = new_key(rich.now + AHEAD, "k")
    sat = rich.do("ann", SIT, key)
    until = rich.now + WINDOW + AHEAD
    while rich.now < until - 2 * SECOND:
        rich.do("house", c.CountRefusals({"ApproveSlip": 1}))  # when old ones are forgotten
        rich.now += 15 * SECOND
    rich.now = until - 2 * SECOND
    assert rich.do("ann", SIT, key).receipt == sat.receipt
    rich.now += timedelta(minutes=2)
    rich.do("house", c.CountRefusals({"ApproveSlip": 1}))
    assert rich.refused("ann", SIT, key).code == "old-key"


@pytest.mark.parametrize("minutes", [-90, -12, -2, 2, 12, 90, 60 * 24])
def test_a_clock_that_is_wrong_for_a_while_makes_nobody_forget(rich, minutes):
    """It is set, or a server takes over whose clock differs; and then it is right again."""
    key = new_key(rich.now, "k")
    sat = rich.do("ann", SIT, key)
    for wrong in (timedelta(minutes=minutes), -timedelta(minutes=minutes)):
        rich.now += wrong
        for _ in range(30):
            rich.now += 4 * SECOND
            rich.do("house", c.CountRefusals({"ApproveSlip": 1}))
    again = rich.do("ann", SIT, key)
    assert (again.is_repeat, again.receipt.position) == (True, sat.receipt.position)
    assert rich.replayed().house.receipts == rich.house.receipts


def test_old_keys_are_forgotten_and_the_state_does_not_grow(rich):
    sizes = []
    for step in range(400):
        rich.now += timedelta(seconds=4)
        rich.do("house", c.CountRefusals({"ApproveSlip": 1}), new_key(rich.now, str(step)))
        sizes.append(len(rich.house.receipts))
    swept = timedelta(minutes=1, seconds=10)  # they are looked through once a minute
    assert max(sizes) <= (WINDOW + AHEAD + swept) / timedelta(seconds=5)
    assert rich.replayed().house.receipts == rich.house.receipts


@pytest.fixture(scope="module")
def small_house():
    """A house that begins anew from a checkpoint: that takes no time."""
    room = Room('[house]\nname = "Test Room"\n[[table]]\nid = "edge-1"\ngame = "straight-edge-1"\n')
    room.enrol("ann", "guest")
    start, now = room.house.checkpoint(), room.now

    def anew() -> Room:
        room.house.go_on_from(start)
        room.now = now
        return room

    return anew


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 400), st.integers(-20, 20), st.integers(0, 1)), max_size=40))
def test_no_key_is_ever_carried_out_twice(small_house, steps):
    """Whatever the clocks say: a key is carried out once, and afterwards answered or refused."""
    room, carried = small_house(), set()
    for wait, minute, name in steps:
        room.now += timedelta(seconds=wait)
        key = new_key(datetime(2026, 3, 2, 12, tzinfo=UTC) + timedelta(minutes=minute), str(name))
        with contextlib.suppress(CardroomError):
            done = room.do("ann", c.SetOwnLimits(), key)
            assert done.is_repeat == (key in carried)
            carried.add(key)
