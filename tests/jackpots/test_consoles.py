"""Both console generations: every press out of order is refused with a sentence, and nothing changes."""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.jackpots import AwardOrder, Console, card_needed, display, next_press
from cardroom.jackpots.commands import (
    CoinIn,
    Confirm,
    EndGame,
    GameOver,
    KeySwitch,
    PressHand,
    PressJackpot,
    PressSeat,
    StaffCard,
    StartGame,
    SwipeCard,
    TurnKey,
)
from cardroom.jackpots.engine.consoles import needs_executive
from cardroom.jackpots.text.citations import cite
from cardroom.jackpots.text.transcript import event_in_words
from cardroom.money import CENT, DOLLAR

JPH, RUN = (TurnKey, {"to": KeySwitch.JPH}), (TurnKey, {"to": KeySwitch.RUN})
ROYAL, FLUSH = (PressHand, {"line": "royal_flush"}), (PressHand, {"line": "straight_flush"})
JPOT = (PressJackpot, {"seat": 1})
SEAT, CONFIRM = (PressSeat, {"seat": 1}), (Confirm, {})
SUPERVISOR, EXECUTIVE = (SwipeCard, {"card": StaffCard.SUPERVISOR}), (SwipeCard, {"card": StaffCard.EXECUTIVE})

KEYPAD = [
    ([(GameOver, {})], "COIN IN comes first", False),
    ([ROYAL], "COIN IN comes first", False),
    ([JPH], "Press the button of the winning hand", True),
    ([RUN], "The key is at RUN already", True),
    ([ROYAL, JPOT], "must be at JPH before J-POT", True),
    ([ROYAL, FLUSH], "royal flush is lit; press it again", True),
    ([(PressHand, {"line": "flush"})], "A flush is paid from the tray", True),
    ([(PressHand, {"line": "two_pair"})], "has no line “two_pair”", True),
    ([ROYAL, JPH, ROYAL], "turn it back to RUN before changing the hand", True),
    ([ROYAL, JPH, (GameOver, {})], "The key is at JPH", True),
    ([FLUSH, JPH, JPOT], "Seat 1 has not qualified with a straight flush; waiting for an award: seat 1", True),
    ([ROYAL, JPH, (PressJackpot, {"seat": 2})], "Seat 2 has not qualified", True),
    ([ROYAL, JPH, JPOT, JPOT], "Complete the recorded win first", True),
    ([ROYAL, JPH, JPOT, ROYAL], "Complete the recorded win first", True),
    ([ROYAL, JPH, JPOT, (GameOver, {})], "The key is at JPH", True),
    (
        [ROYAL, JPH, JPOT, RUN, ROYAL, JPH, JPOT],
        "waiting for an award: nobody",
        True,
    ),
    ([(GameOver, {})], "the royal flush of seat 1 is not recorded", True),
    ([(StartGame, {"round_id": "x", "wagers": {}})], "has a keypad console, which has no START GAME", True),
    ([SEAT], "which has no seat button", True),
    ([CONFIRM], "which has no CONFIRM", True),
    ([SUPERVISOR], "which has no card reader", True),
    ([(EndGame, {})], "which has no END GAME", True),
]
TOUCH = [
    ([(EndGame, {})], "START GAME comes first", False),
    ([SEAT], "START GAME comes first", False),
    ([ROYAL], "Choose the winner's seat first", True),
    ([(PressSeat, {"seat": 3})], "Seat 3 has no jackpot wager", True),
    ([CONFIRM], "Choose the winner's seat and hand before CONFIRM", True),
    ([SEAT, CONFIRM], "Choose the winner's seat and hand", True),
    ([SEAT, ROYAL, (PressSeat, {"seat": 2})], "royal flush is lit for seat 1", True),
    ([SEAT, ROYAL, EXECUTIVE], "Seat, hand and CONFIRM come before the card", True),
    ([SEAT, FLUSH, CONFIRM], "Seat 1 has not qualified with a straight flush", True),
    ([(PressSeat, {"seat": 2}), ROYAL, CONFIRM], "Seat 2 has not qualified", True),
    ([SEAT, ROYAL, CONFIRM, CONFIRM], "is confirmed; swipe the card", True),
    ([SEAT, ROYAL, CONFIRM, ROYAL, EXECUTIVE], "come before the card", True),
    ([SEAT, ROYAL, CONFIRM, EXECUTIVE], "the supervisor's comes first, then the executive's", True),
    (
        [SEAT, ROYAL, CONFIRM, SUPERVISOR, SUPERVISOR],
        r"An award of \$5,000.40 needs the executive's card \(from \$5,000\)",
        True,
    ),
    ([SEAT, ROYAL, CONFIRM, SUPERVISOR, EXECUTIVE, EXECUTIVE], "come before the card", True),
    ([(EndGame, {})], "the royal flush of seat 1 is not recorded", True),
    ([(CoinIn, {"round_id": "x", "wagers": {}})], "has a touch console, which has no COIN IN", True),
    ([JPH], "which has no key", True),
    ([JPOT], "which has no J-POT", True),
]
CASES = [pytest.param(Console.KEYPAD, *case, id=f"keypad {n}") for n, case in enumerate(KEYPAD)]
CASES += [pytest.param(Console.TOUCH, *case, id=f"touch {n}") for n, case in enumerate(TOUCH)]


@pytest.mark.parametrize(("console", "presses", "words", "in_game"), CASES)
def test_out_of_order_presses_are_refused_and_change_nothing(make, pit, console, presses, words, in_game):
    floor = pit(make.stud(tables=make.mississippi("ms-1", console=console), executive_from=5_000 * DOLLAR))
    if in_game:
        floor.start("ms-1", [1, 2])
        floor.qualify("ms-1", 1, "royal_flush")
    *before, (last, fields) = presses
    for kind, its_fields in before:
        floor.press(kind, "ms-1", **its_fields)
    command = last(table="ms-1", **fields)
    assert not floor.link.can(command, floor.who())
    with pytest.raises(CardroomError, match=words):
        floor.link.validate(command, floor.who())
    assert floor.attempt("do", command) is None
    assert floor.replayed() == floor.state


def test_an_executive_may_approve_what_a_supervisor_may(make, pit):
    floor = pit(make.stud())
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "straight_flush")
    assert card_needed(floor.state, "ms-1", "straight_flush") is StaffCard.SUPERVISOR
    for kind, fields in (SEAT, FLUSH, CONFIRM, EXECUTIVE):
        floor.press(kind, "ms-1", **fields)
    assert floor.state.wins["stud-1"].card is StaffCard.EXECUTIVE


def test_the_executive_is_needed_from_the_exact_amount(make, pit):
    for threshold, needed in ((5_000_20 * CENT, True), (5_000_21 * CENT, False)):
        floor = pit(make.stud(executive_from=threshold))
        floor.start("ms-1", [1])
        assert needs_executive(floor.state, "ms-1", "royal_flush") is needed


def test_a_keypad_knows_the_key_only_unless_the_house_wants_the_executive(make, pit):
    for is_on in (False, True):
        keypad = make.mississippi("ms-1", console=Console.KEYPAD)
        floor = pit(make.stud(tables=keypad, executive_from=0, executive_at_keypads=is_on))
        floor.start("ms-1", [1])
        assert needs_executive(floor.state, "ms-1", "royal_flush") is is_on


def test_the_card_at_jph_is_the_key_until_run(make, pit):
    floor = pit(make.stud(tables=make.mississippi("ms-1", console=Console.KEYPAD)))
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    floor.press(PressHand, "ms-1", by="dan", line="royal_flush")
    floor.press(TurnKey, "ms-1", by="sue", to=KeySwitch.JPH)
    floor.press(PressJackpot, "ms-1", by="dan", seat=1)
    floor.press(TurnKey, "ms-1", by="dan", to=KeySwitch.RUN)
    win = floor.state.wins["stud-1"]
    assert (win.entered_by, win.verified_by, win.confirmed_by, win.approved_by) == ("dan", "sue", "sue", "sue")
    assert floor.state.tables["ms-1"].console.signed_by == ""


def test_a_hitter_whose_wager_went_back_gives_no_envy(make, pit):
    floor = pit(make.stud())
    floor.start("ms-1", [1, 2])
    floor.qualify("ms-1", 1, "royal_flush")
    floor.approve("ms-1")
    floor.refund("ms-1", 1, "fouled")
    assert [type(event).__name__ for event in floor.end("ms-1")] == ["GameEnded"]
    assert floor.state.wins["stud-1"].is_paid  # the win stands until it is backed out


def test_keypad_one_win_through_run_before_the_same_hand_again(make, pit):
    floor = pit(make.stud(tables=make.mississippi("ms-1", console=Console.KEYPAD)))
    floor.start("ms-1", [1, 2])
    for seat in (2, 1):
        floor.qualify("ms-1", seat, "royal_flush")
    names = []
    while (press := next_press(floor.state, "ms-1")) is not None:
        names.append(type(press).__name__)
        floor.do(press)
    assert names == ["PressHand", "TurnKey", "PressJackpot", "TurnKey"] * 2 + ["GameOver"]
    assert [win.seat for win in floor.state.wins.values()] == [2, 1]


def test_touch_presses_in_order(make, pit):
    floor = pit(make.mega_link())
    floor.start("cs-1", [1, 2])
    floor.qualify("cs-1", 2, "royal_flush")
    names = []
    while (press := next_press(floor.state, "cs-1")) is not None:
        names.append(type(press).__name__)
        floor.do(press)
    assert names == ["PressSeat", "PressHand", "Confirm", "SwipeCard", "SwipeCard", "EndGame"]
    assert floor.state.wins["river-1"].card is StaffCard.EXECUTIVE  # $10,000.24


def test_next_press_turns_a_wrong_button_off(make, pit):
    floor = pit(make.stud())
    floor.start("ms-1", [1, 2])
    floor.press(PressSeat, "ms-1", seat=2)
    floor.press(PressHand, "ms-1", line="royal_flush")
    floor.qualify("ms-1", 1, "straight_flush")
    assert next_press(floor.state, "ms-1").line == "royal_flush"
    assert [win.seat for win in floor.approve("ms-1")] == [1]


def test_the_key_may_go_back_without_a_win(make, pit):
    floor = pit(make.stud(tables=make.mississippi("ms-1", console=Console.KEYPAD)))
    floor.start("ms-1", [1])
    for kind, fields in (ROYAL, JPH, RUN, ROYAL):
        floor.press(kind, "ms-1", **fields)
    floor.end("ms-1")
    assert floor.state.wins == {}


def test_order_as_the_supervisor_records(make, pit):
    floor = pit(make.stud(award_order=AwardOrder.AS_RECORDED))
    floor.start("ms-1", [1, 2])
    for seat in (2, 1):
        floor.qualify("ms-1", seat, "royal_flush")
    for kind, fields in (SEAT, ROYAL, CONFIRM, EXECUTIVE):
        floor.press(kind, "ms-1", **fields)
    assert floor.state.wins["stud-1"].seat == 1


def test_clockwise_awards_wait_until_every_seat_is_settled(make, pit):
    """The table settles from seat 7 down, so seat 7 is known first and paid last."""
    floor = pit(make.stud(award_order=AwardOrder.CLOCKWISE, tables=make.mississippi("ms-1", console=Console.KEYPAD)))
    floor.start("ms-1", [1, 7])
    floor.qualify("ms-1", 7, "royal_flush")
    assert next_press(floor.state, "ms-1") is None
    for kind, fields in (ROYAL, JPH):
        floor.press(kind, "ms-1", **fields)
    with pytest.raises(CardroomError, match="paid clockwise: wait until every seat of the round is settled"):
        floor.press(PressJackpot, "ms-1", seat=7)
    floor.qualify("ms-1", 1, "straight_flush")
    (settled,) = floor.finish_settling("ms-1")
    assert cite(settled, floor.config) == "Mississippi Stud progressive, keypad console, rule 9c"
    assert event_in_words(settled) == "Table ms-1: every seat of round r1 is settled."
    assert [win.seat for win in floor.approve("ms-1")] == [1, 7]
    with pytest.raises(CardroomError, match="Every seat of round r1 is settled already"):
        floor.finish_settling("ms-1")
    with pytest.raises(CardroomError, match="Every seat of round r1 is settled already"):
        floor.qualify("ms-1", 1, "flush")
    assert floor.replayed() == floor.state
    floor.end("ms-1")
    assert not floor.state.tables["ms-1"].is_settled


@pytest.mark.parametrize("left", ["", "straight_flush"])
def test_the_next_press_takes_the_key_back_where_its_hand_was_fouled(make, pit, left):
    floor = pit(make.stud(tables=make.mississippi("ms-1", console=Console.KEYPAD)))
    floor.start("ms-1", [1, 2])
    floor.qualify("ms-1", 2, "royal_flush")
    for kind, fields in (ROYAL, JPH):
        floor.press(kind, "ms-1", **fields)
    if left:
        floor.qualify("ms-1", 1, left)
    floor.refund("ms-1", 2, "fouled")
    while press := next_press(floor.state, "ms-1"):
        floor.do(press)
    assert [win.line for win in floor.state.wins.values()] == [left] * bool(left)


def test_while_an_award_waits_other_tables_play_on_and_see_pending(make, pit):
    floor = pit(make.mega_link())
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "straight_flush")

    def statuses(table):
        return [level.status for level in display(floor.state, table).levels]

    assert statuses("cs-1") == ["", "PENDING", ""]
    floor.game("cs-1", [1, 2, 3])
    assert floor.cents("Major") == 1_000_24
    (win,) = floor.approve("ms-1")
    assert statuses("cs-1") == ["", "", ""]
    shown = display(floor.state, "ms-1")
    assert [won.amount for won in shown.won] == [win.amount]


def test_pending_until_run_on_the_keypad(make, pit):
    floor = pit(make.stud(tables=make.mississippi("ms-1", "ms-2", console=Console.KEYPAD)))
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    for kind, fields in (ROYAL, JPH, JPOT):
        floor.press(kind, "ms-1", **fields)
    assert display(floor.state, "ms-2").levels[0].status == "PENDING"
    floor.press(TurnKey, "ms-1", to=KeySwitch.RUN)
    assert display(floor.state, "ms-2").levels[0].status == ""


def test_a_fouled_hand_gets_its_wager_back_and_waits_no_more(make, pit):
    floor = pit(make.stud())
    books = dict(floor.state.books)
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    floor.press(PressSeat, "ms-1", seat=1)
    floor.refund("ms-1", 1, "two cards too many")
    assert floor.state.books == books
    floor.end("ms-1")


def test_a_hand_that_was_fouled_under_the_key_is_not_recorded(make, pit):
    floor = pit(make.stud(tables=make.mississippi("ms-1", console=Console.KEYPAD)))
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    for kind, fields in (ROYAL, JPH):
        floor.press(kind, "ms-1", **fields)
    floor.refund("ms-1", 1, "fouled")
    with pytest.raises(CardroomError, match="No hand is lit; turn the key back to RUN"):
        floor.press(PressJackpot, "ms-1", seat=1)
    floor.press(TurnKey, "ms-1", to=KeySwitch.RUN)
    floor.end("ms-1")


def test_a_void_waits_for_the_key(make, pit):
    floor = pit(make.stud(tables=make.mississippi("ms-1", console=Console.KEYPAD)))
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    for kind, fields in (ROYAL, JPH, JPOT):
        floor.press(kind, "ms-1", **fields)
    with pytest.raises(CardroomError, match=r"award of \$5,000.20 to seat 1 is recorded; turn the key back to RUN"):
        floor.void("ms-1")
    with pytest.raises(CardroomError, match="Say why"):
        floor.void("ms-1", " ")
