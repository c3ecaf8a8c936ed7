"""Cases worked by hand, in cents, before any property."""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.jackpots import AwardOrder, Console, LevelConfig, Source
from cardroom.jackpots.commands import (
    Confirm,
    KeySwitch,
    PressHand,
    PressJackpot,
    PressSeat,
    Reason,
    StaffCard,
    SwipeCard,
    TurnKey,
)
from cardroom.jackpots.reports.meter_reports import advances
from cardroom.jackpots.reports.regulator_figures import proof
from cardroom.ledger import PostingCode
from cardroom.money import CENT, DOLLAR, show_money


def test_a_tenth_of_the_meter_from_the_start_of_the_game_to_the_card(make, pit):
    floor = pit(make.stud())
    config = floor.config
    assert (config.paytable.id, config.kind.value, show_money(config.wager), config.envy) == (
        "MS Stud-01", "progressive", "$1", True,
    )  # fmt: skip
    floor.start("ms-1", [2, 5])
    assert floor.cents() == 5_000_40
    floor.qualify("ms-1", 5, "straight_flush")
    floor.press(PressSeat, "ms-1", seat=5)
    floor.press(PressHand, "ms-1", line="straight_flush")
    floor.press(Confirm, "ms-1")
    recorded, _ = floor.press(SwipeCard, "ms-1", "sue", card=StaffCard.SUPERVISOR)
    assert (recorded.amount, floor.cents()) == (500_04 * CENT, 4_500_36)


def test_two_full_awards_in_one_round_the_second_gets_the_reseeded_meter(make, pit):
    # $5,000 seed; 7 wagers of $1 at 20% and 2%: meter 5,001.40, reserve 0.14.
    floor = pit(make.stud())
    first, second = floor.game("ms-1", range(1, 8), seat_2="royal_flush", seat_6="royal_flush")
    assert (first.seat, first.amount) == (6, 5_001_40 * CENT)  # counter-clockwise from the dealer's right
    assert (second.seat, second.amount) == (2, 5_000_14 * CENT)  # seed and reserve
    assert floor.cents() == 5_000_00


def test_a_tenth_and_a_full_award_in_one_round(make, pit):
    # Seat 7 is settled first: a tenth of 5,000.60; what is left goes to seat 1.
    floor = pit(make.stud())
    tenth, full = floor.game("ms-1", [1, 4, 7], seat_1="royal_flush", seat_7="straight_flush")
    assert (tenth.seat, tenth.amount) == (7, 500_06 * CENT)
    assert (full.seat, full.amount) == (1, 4_500_54 * CENT)
    assert floor.cents() == 5_000_06


def test_a_full_award_and_then_a_tenth_of_the_reseeded_meter(make, pit):
    floor = pit(make.stud())
    full, tenth = floor.game("ms-1", [1, 4, 7], seat_1="straight_flush", seat_7="royal_flush")
    assert (full.amount, tenth.amount) == (5_000_60 * CENT, 500_00 * CENT)  # a tenth of 5,000.06 is 500.006


def test_the_operators_internal_controls_may_set_another_order(make, pit):
    floor = pit(make.stud(award_order=AwardOrder.CLOCKWISE))
    full, tenth = floor.game("ms-1", [1, 4, 7], seat_1="royal_flush", seat_7="straight_flush")
    assert (full.seat, tenth.seat) == (1, 7)
    assert full.amount == 5_000_60 * CENT


def test_house_jackpot_each_of_two_winners_gets_the_posted_prize(make, pit):
    floor = pit(make.house_jackpot(2_500))
    wins = floor.game("kis-1", [1, 3, 5], seat_3="7-card_straight_flush", seat_5="6-card_straight_flush")
    assert [win.amount for win in wins] == [2_500_00 * CENT] * 2
    assert floor.balance("house") == -2 * 2_500 * DOLLAR
    assert floor.cents() == 2_500_00  # no increment, no reseed
    # Two qualifying hands: the winners envy each other, seat 1 envies both. $200 each.
    assert floor.paid_to("kis-1", 1) == 2 * 200_00 - 1_00
    assert floor.paid_to("kis-1", 3) == 2_500_00 + 200_00 - 1_00
    assert floor.balance("tray:kis-1") == -4 * 200 * DOLLAR


def test_envy_with_seven_seats_and_two_qualifying_hands(make, pit):
    floor = pit(make.stud())
    floor.start("ms-1", range(1, 8))
    floor.qualify("ms-1", 5, "royal_flush")  # envy $1,000
    floor.qualify("ms-1", 2, "straight_flush")  # envy $300
    floor.approve("ms-1")
    assert floor.balance("tray:ms-1") == 0  # only at the end of the round
    floor.end("ms-1")
    for seat in (1, 3, 4, 6, 7):
        assert floor.paid_to("ms-1", seat) == 1_300_00 - 1_00
    # A tenth of 5,000.00: the royal had been paid and the meter started again with its reserve of 14 cents.
    assert floor.paid_to("ms-1", 2) == 500_01 + 1_000_00 - 1_00
    assert floor.paid_to("ms-1", 5) == 5_001_40 + 300_00 - 1_00
    assert floor.balance("tray:ms-1") == -(5 * 1_300 + 1_000 + 300) * DOLLAR


def test_a_five_dollar_wager_scales_fixed_pays_and_envy_and_never_percentages(make, pit):
    floor = pit(make.stud(wager=5 * DOLLAR))
    floor.game("ms-1", [1, 2, 3], seat_1="straight_flush", seat_3="full_house")
    assert floor.paid_to("ms-1", 3) == 5 * 50_00 + 5 * 300_00 - 5_00  # 50 for 1, and envy for seat 1
    assert floor.paid_to("ms-1", 2) == 5 * 300_00 - 5_00
    assert floor.paid_to("ms-1", 1) == 500_30 - 5_00  # a tenth of 5,003.00


def test_a_fixed_pay_larger_than_the_meter_is_advanced_and_recovered(make, pit):
    """Two Way Bad Beat with all pays off the meter: 250 for 1 against a meter of $100.70."""
    levels = [LevelConfig(name="Progressive", seed=100 * DOLLAR, contribution=7_000)]
    floor = pit(make.bad_beat(fixed_pays=Source.METER, levels=levels))
    (win,) = floor.game("se-1", [4], seat_4="6-card_straight")
    assert win.amount == 250_00 * CENT  # in full
    assert floor.paid_to("se-1", 4) == 249_00
    assert floor.cents() == 0  # no reseed: it was not a 100% award
    assert floor.balance("advance:Progressive") == -149_30 * CENT
    assert [(item.win, item.amount) for item in advances(floor.events)] == [("edge-1", 149_30 * CENT)]
    for _ in range(35):
        floor.game("se-1", range(1, 7))  # 35 x 6 x 70 cents = 147.00
    assert (floor.cents(), floor.balance("advance:Progressive")) == (0, -2_30 * CENT)
    floor.game("se-1", range(1, 7))  # 4.20 more: the advance is recovered first
    assert (floor.cents(), floor.balance("advance:Progressive")) == (1_90, 0)
    assert proof(floor.state).holds


def test_a_full_award_on_a_dry_meter_pays_what_is_displayed_and_reseeds(make, pit):
    levels = [LevelConfig(name="Progressive", seed=100 * DOLLAR, contribution=7_000)]
    floor = pit(make.bad_beat(fixed_pays=Source.METER, levels=levels))
    floor.game("se-1", [4], seat_4="6-card_straight")
    (win,) = floor.game("se-1", [1], seat_1="7-card_straight")
    assert win.amount == 0
    assert floor.cents() == 100_00
    assert floor.balance("advance:Progressive") == -148_60 * CENT  # still recovered from contributions


def test_fixed_pays_from_the_tray_never_touch_the_meter(make, pit):
    floor = pit(make.bad_beat())
    floor.game("se-1", [4], seat_4="6-card_straight")
    assert floor.cents() == 1_000_20
    assert floor.balance("tray:se-1") == -250 * DOLLAR


def test_levels_of_a_link_are_won_one_by_one(make, pit):
    floor = pit(make.mega_link())
    floor.start("ms-1", [1, 2])
    floor.start("cs-1", [1, 2, 3])
    # Five wagers: Mega 12%, Major 6%, Minor 4% of $1 each.
    assert [floor.cents(name) for name in ("Mega", "Major", "Minor")] == [10_000_60, 1_000_30, 250_20]
    floor.qualify("cs-1", 3, "straight_flush")
    (win,) = floor.approve("cs-1")
    assert (win.level, win.amount) == ("Major", 1_000_30 * CENT)
    # The reserve of 0.5% a wager, 2.5 cents, starts with the seed; the display cuts the half.
    assert [floor.cents(name) for name in ("Mega", "Major", "Minor")] == [10_000_60, 1_000_02, 250_20]
    assert floor.balance("meter:Major") == 1_000_02 * CENT + CENT // 2


def test_parts_of_a_cent_stay_in_the_level(make, pit):
    levels = [LevelConfig(name="Progressive", seed=DOLLAR, contribution=1_234)]
    floor = pit(make.stud(levels=levels))
    floor.start("ms-1", [1])
    assert floor.cents() == 1_12
    floor.qualify("ms-1", 1, "royal_flush")
    (win,) = floor.approve("ms-1")
    assert win.amount == 1_12 * CENT
    assert floor.balance("meter:Progressive") == DOLLAR + 34 * CENT // 100


def test_above_the_posted_maximum_lies_the_overflow(make, pit):
    floor = pit(make.stud(levels=make.one_level(5_000, 2_000, 200, maximum=5_001 * DOLLAR)))
    floor.game("ms-1", range(1, 8))  # 1.40: a dollar to the meter, 40 cents over
    assert (floor.cents(), floor.balance("overflow:Progressive")) == (5_001_00, 40 * CENT)
    (win,) = floor.game("ms-1", [1], seat_1="royal_flush")
    assert win.amount == 5_001 * DOLLAR
    assert floor.cents() == 5_000_16  # seed and reserve; the overflow waits
    assert floor.balance("overflow:Progressive") == 60 * CENT
    floor.adjust("Progressive", 60 * CENT, Reason.OVERFLOW_RETURNED)
    assert (floor.cents(), floor.balance("overflow:Progressive")) == (5_000_76, 0)


def test_a_void_gives_wager_contribution_and_reserve_back(make, pit):
    floor = pit(make.stud())
    before = dict(floor.state.books)
    floor.start("ms-1", [1, 2, 3])
    floor.void("ms-1")
    assert floor.state.books == before
    codes = [posting.code for event in floor.events for posting in event.postings]
    assert codes.count(PostingCode.MALFUNCTION) == 3


def test_recorded_wins_of_a_voided_round_stand_until_backed_out(make, pit):
    floor = pit(make.stud())
    floor.start("ms-1", [1, 2])
    floor.qualify("ms-1", 2, "royal_flush")
    floor.approve("ms-1")
    floor.void("ms-1")
    assert floor.paid_to("ms-1", 2) == 5_000_40
    # Both contributions had gone to the winner, and the meter had started with their reserve of 4 cents on top:
    # 5,000.04 less 40 cents of contribution and 4 of reserve.
    assert floor.cents() == 4_999_60
    assert floor.balance("reserve:Progressive") == 0
    floor.back_out("stud-1")
    assert floor.cents() == 5_000_00 - 4
    assert floor.balance("reserve:Progressive") == 4 * CENT
    assert floor.balance("tray:ms-1") == 0  # no envy in a void round
    assert proof(floor.state).holds


def test_a_void_after_the_meter_was_emptied_is_advanced_by_the_house(make, pit):
    levels = [LevelConfig(name="Progressive", seed=0, contribution=2_000)]
    floor = pit(make.stud(levels=levels, tables=make.mississippi("ms-1", "ms-2")))
    floor.start("ms-1", [1])
    floor.start("ms-2", [1])
    floor.qualify("ms-2", 1, "royal_flush")
    (win,) = floor.approve("ms-2")
    assert win.amount == 40 * CENT
    floor.void("ms-1")
    assert (floor.cents(), floor.balance("advance:Progressive")) == (0, -20 * CENT)
    floor.end("ms-2")
    floor.game("ms-2", [1, 2])
    assert (floor.cents(), floor.balance("advance:Progressive")) == (20, 0)


def test_keypad_amount_and_meter_change_at_two_moments(make, pit):
    tables = make.mississippi("ms-1", "ms-2", console=Console.KEYPAD)
    floor = pit(make.stud(tables=tables))
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    floor.press(PressHand, "ms-1", line="royal_flush")
    floor.press(TurnKey, "ms-1", by="sue", to=KeySwitch.JPH)
    (recorded,) = floor.press(PressJackpot, "ms-1", by="sue", seat=1)
    assert recorded.amount == 5_000_20 * CENT
    floor.start("ms-2", [1])  # the other table plays on, and the meter still stands
    assert floor.cents() == 5_000_40
    floor.press(TurnKey, "ms-1", by="sue", to=KeySwitch.RUN)
    assert floor.cents() == 5_000_22  # 5,000.40 - 5,000.20 + seed + the 2 cents of reserve that were there at J-POT
    assert floor.balance("reserve:Progressive") == 2 * CENT
    assert floor.paid_to("ms-1", 1) == 5_000_20 - 1_00


@pytest.mark.parametrize("run_first", [True, False])
def test_at_the_maximum_what_comes_in_between_jpot_and_run_is_the_new_meters(make, pit, run_first):
    levels = make.one_level(5_000, 2_000, 200, maximum=5_001 * DOLLAR)
    floor = pit(make.stud(levels=levels, tables=make.mississippi("ms-1", "ms-2", console=Console.KEYPAD)))
    floor.start("ms-1", range(1, 8))  # 1.40: a dollar to the meter, 40 cents over, 14 cents of reserve
    floor.qualify("ms-1", 1, "royal_flush")
    floor.lock("ms-1")
    if run_first:
        floor.approve("ms-1")
    floor.start("ms-2", [1])
    if not run_first:
        assert (floor.cents(), floor.balance("overflow:Progressive")) == (5_001_00, 60 * CENT)  # nothing above it
        floor.approve("ms-1")
    # Seed, 14 cents of reserve, and the 20 cents of ms-2; its reserve is the next one's.
    assert (floor.cents(), floor.balance("overflow:Progressive")) == (5_000_34, 40 * CENT)
    assert floor.balance("reserve:Progressive") == 2 * CENT
    floor.void("ms-2")
    assert (floor.cents(), floor.balance("overflow:Progressive")) == (5_000_14, 40 * CENT)
    assert floor.balance("reserve:Progressive") == 0
    assert proof(floor.state).holds


@pytest.mark.parametrize("run_first", [True, False])
def test_a_tenth_at_the_maximum_makes_room_from_jpot_on(make, pit, run_first):
    levels = make.one_level(5_000, 2_000, 0, maximum=5_000 * DOLLAR)
    floor = pit(make.stud(levels=levels, tables=make.mississippi("ms-1", "ms-2", console=Console.KEYPAD)))
    floor.start("ms-1", [1])  # 20 cents over
    floor.qualify("ms-1", 1, "straight_flush")
    floor.lock("ms-1")
    if run_first:
        floor.approve("ms-1")
    floor.start("ms-2", [1])
    floor.approve("ms-1")
    assert (floor.cents(), floor.balance("overflow:Progressive")) == (4_500_20, 20 * CENT)


@pytest.mark.parametrize("run_first", [True, False])
def test_a_wager_between_jpot_and_run_repays_the_advance_of_that_award(make, pit, run_first):
    """So that voiding it later brings the advance back, though the meter has started again meanwhile."""
    levels = [LevelConfig(name="Progressive", seed=100 * DOLLAR, contribution=7_000)]
    config = make.bad_beat(Console.KEYPAD, fixed_pays=Source.METER, levels=levels, ids=("se-1", "se-2"))
    floor = pit(config)
    floor.start("se-1", [1, 2])
    floor.qualify("se-1", 2, "6-card_straight")
    floor.lock("se-1")  # 250.00 of 101.40: 148.60 is advanced
    if run_first:
        floor.press(TurnKey, "se-1", by="sue", to=KeySwitch.RUN)
    floor.start("se-2", [1])
    if not run_first:
        assert floor.cents() == 102_10
        floor.press(TurnKey, "se-1", by="sue", to=KeySwitch.RUN)
    assert (floor.cents(), floor.balance("advance:Progressive")) == (0, -147_90 * CENT)
    assert [item.amount for item in advances(floor.events)] == [148_60 * CENT]
    floor.qualify("se-1", 1, "7-card_straight")
    floor.approve("se-1")  # all of nothing, and a new start
    floor.void("se-2")
    assert (floor.cents(), floor.balance("advance:Progressive")) == (100_00, -148_60 * CENT)
    assert proof(floor.state).holds


@pytest.mark.parametrize("void_first", [True, False])
def test_a_void_at_another_table_between_jpot_and_run_is_as_one_after_run(make, pit, void_first):
    floor = pit(make.stud(tables=make.mississippi("ms-1", "ms-2", console=Console.KEYPAD)))
    floor.start("ms-1", [1])
    floor.start("ms-2", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    floor.lock("ms-1")
    if void_first:
        floor.void("ms-2")
    floor.press(TurnKey, "ms-1", by="sue", to=KeySwitch.RUN)
    if not void_first:
        floor.void("ms-2")
    # The 22 cents that go back to ms-2 are with the winner and on the new meter of 5,000.04, which gives them.
    assert floor.paid_to("ms-1", 1) == 5_000_40 - 1_00
    assert (floor.cents(), floor.balance("reserve:Progressive")) == (4_999_82, 0)
    assert floor.balance("advance:Progressive") == 0
    assert proof(floor.state).holds


def test_two_tables_hit_the_same_level_in_recorded_order(make, pit):
    floor = pit(make.stud(tables=make.mississippi("ms-1", "ms-2", console=Console.KEYPAD)))
    for table in ("ms-1", "ms-2"):
        floor.start(table, [1])
        floor.qualify(table, 1, "royal_flush")
        floor.press(PressHand, table, line="royal_flush")
        floor.press(TurnKey, table, by="sue", to=KeySwitch.JPH)
    floor.press(PressJackpot, "ms-1", by="sue", seat=1)
    with pytest.raises(CardroomError, match=r"Table ms-1 has locked \$5,000.40 of Progressive; its key goes back"):
        floor.press(PressJackpot, "ms-2", by="sue", seat=1)
    floor.press(TurnKey, "ms-1", by="sue", to=KeySwitch.RUN)
    (second,) = floor.press(PressJackpot, "ms-2", by="sue", seat=1)
    assert second.amount == 5_000_04 * CENT
