"""Changes by hand: the closed list, two people, the win, and what a back-out undoes."""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.jackpots import Console, LevelConfig, Source
from cardroom.jackpots.commands import Adjust, BackOut, Fund, KeySwitch, PressHand, PressJackpot, Reason, TurnKey
from cardroom.jackpots.engine.adjustments import ALLOWED
from cardroom.jackpots.reports.regulator_figures import proof
from cardroom.jackpots.text.transcript import explained_movement
from cardroom.ledger import PostingCode
from cardroom.money import CENT, DOLLAR


@pytest.fixture
def floor(make, pit):
    """A meter of 5,001.40 with a reserve of 14 cents, and one recorded win from the tray."""
    floor = pit(make.stud())
    floor.game("ms-1", range(1, 8), seat_1="flush")
    return floor


def test_the_list_of_reasons_is_closed_and_only_the_regulations_reasons_lower_a_meter():
    down = {reason.told for reason, allowed in ALLOWED.items() if allowed.down}
    assert down == {
        "amount won",
        "correction of a malfunction",
        "display above its limit",
        "undisplayed funds booked as receipts",
        "recovery of the seed",
    }
    assert set(ALLOWED) == set(Reason)


def test_a_malfunction_is_corrected_both_ways(floor):
    (event,) = floor.adjust("Progressive", -40 * CENT, Reason.MALFUNCTION, win="stud-1")
    assert floor.cents() == 5_001_00
    assert (event.by, event.approved_by, event.why, event.win) == ("sue", "eve", "for the test", "stud-1")
    floor.adjust("Progressive", 2 * DOLLAR, Reason.MALFUNCTION)
    assert floor.cents() == 5_003_00
    assert floor.balance("adjustments") == -160 * CENT


def test_recovery_of_the_seed_goes_back_to_the_seed_fund(floor):
    floor.adjust("Progressive", -1_000 * DOLLAR, Reason.SEED_RECOVERY)
    assert floor.balance("seed_fund:Progressive") == -4_000 * DOLLAR
    with pytest.raises(CardroomError, match=r"covers \$4,000 here; \$4,000.01 was asked for"):
        floor.adjust("Progressive", -4_000_01 * CENT, Reason.SEED_RECOVERY)


def test_each_level_gives_back_its_own_seed(make, pit):
    floor = pit(make.mega_link())
    floor.adjust("Minor", 50 * DOLLAR, Reason.MOVED_IN)
    with pytest.raises(CardroomError, match=r"covers \$250 here; \$300 was asked for"):
        floor.adjust("Minor", -300 * DOLLAR, Reason.SEED_RECOVERY)


def test_undisplayed_funds_become_receipts(floor):
    floor.adjust("Progressive", -14 * CENT, Reason.UNDISPLAYED_FUNDS, fund=Fund.RESERVE)
    assert (floor.balance("reserve:Progressive"), floor.balance("house")) == (0, 14 * CENT)
    with pytest.raises(CardroomError, match="does not change the meter; only: reserve, overflow"):
        floor.adjust("Progressive", -CENT, Reason.UNDISPLAYED_FUNDS)


def test_a_display_above_its_limit_is_cut_to_it(make, pit):
    floor = pit(make.stud(levels=make.one_level(100, 2_000, 0, maximum=101 * DOLLAR)))
    with pytest.raises(CardroomError, match=r"covers \$0 here"):
        floor.adjust("Progressive", -CENT, Reason.ABOVE_LIMIT)
    floor.adjust("Progressive", 3 * DOLLAR, Reason.MALFUNCTION)  # someone set the meter too high
    floor.adjust("Progressive", -2 * DOLLAR, Reason.ABOVE_LIMIT)
    assert (floor.cents(), floor.balance("overflow:Progressive")) == (101_00, 2 * DOLLAR)


def test_an_amount_won_names_the_win(floor):
    with pytest.raises(CardroomError, match="must name the recorded win"):
        floor.adjust("Progressive", -DOLLAR, Reason.AMOUNT_WON)
    with pytest.raises(CardroomError, match="has no recorded win “stud-9”"):
        floor.adjust("Progressive", -DOLLAR, Reason.AMOUNT_WON, win="stud-9")
    with pytest.raises(CardroomError, match=r"covers \$0 here; \$40 was asked for"):  # the tray paid it
        floor.adjust("Progressive", -40 * DOLLAR, Reason.AMOUNT_WON, win="stud-1")


def test_an_amount_won_comes_off_its_own_level_and_no_more_than_once_in_all(make, pit):
    """A win that was backed out and turned out to be good after all: $1,000.06 of Major."""
    floor = pit(make.mega_link())
    floor.game("ms-1", [1], seat_1="straight_flush")
    floor.back_out("river-1")
    with pytest.raises(CardroomError, match=r"covers \$0 here; \$1,000.06 was asked for"):
        floor.adjust("Mega", -1_000_06 * CENT, Reason.AMOUNT_WON, win="river-1")
    floor.adjust("Major", -900 * DOLLAR, Reason.AMOUNT_WON, win="river-1")
    with pytest.raises(CardroomError, match=r"covers \$100.06 here; \$100.07 was asked for"):
        floor.adjust("Major", -100_07 * CENT, Reason.AMOUNT_WON, win="river-1")
    floor.adjust("Major", -100_06 * CENT, Reason.AMOUNT_WON, win="river-1")
    assert floor.cents("Major") == 0
    assert floor.replayed() == floor.state


def test_money_of_another_jackpot_moves_in(floor):
    floor.adjust("Progressive", 100 * DOLLAR, Reason.MOVED_IN)
    floor.adjust("Progressive", 10 * DOLLAR, Reason.ADDED_BY_HOUSE, fund=Fund.RESERVE)
    assert (floor.cents(), floor.balance("moved"), floor.balance("house")) == (5_101_40, -100 * DOLLAR, -10 * DOLLAR)
    assert proof(floor.state).holds


@pytest.mark.parametrize("reason", [Reason.MOVED_IN, Reason.ADDED_BY_HOUSE])
def test_nobody_adds_to_a_meter_beyond_its_posted_maximum(make, pit, reason):
    floor = pit(make.stud(levels=make.one_level(100, 2_000, 0, maximum=101 * DOLLAR)))
    with pytest.raises(CardroomError, match=r"covers \$1 here; \$1.01 was asked for"):
        floor.adjust("Progressive", 101 * CENT, reason)
    floor.adjust("Progressive", 101 * CENT, reason, fund=Fund.RESERVE)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"change": 0}, "is a reason for an increase and a decrease, not for"),
        ({"change": -1, "reason": Reason.MOVED_IN}, "“moved in from a removed jackpot” is a reason for an increase"),
        ({"change": 1, "reason": Reason.SEED_RECOVERY}, "is a reason for a decrease, not for"),
        ({"change": -6_000 * DOLLAR}, r"The meter of Progressive holds \$5,001.40; \$6,000 was asked for"),
        ({"level": "Mega"}, "has no level “Mega”; it has: Progressive"),
        ({"by": "eve"}, "Two different people"),
        ({"approved_by": " SUE"}, "Two different people"),
        ({"why": "  "}, "Say why"),
        ({"change": DOLLAR, "reason": Reason.OVERFLOW_RETURNED}, r"covers \$0 here"),
    ],
)
def test_bad_adjustments_are_refused_and_change_nothing(floor, fields, words):
    books = dict(floor.state.books)
    good = {"by": "sue", "approved_by": "eve", "why": "x", "level": "Progressive", "change": -CENT}
    asked = good | {"reason": Reason.MALFUNCTION} | fields
    by, approved_by = asked.pop("by"), asked.pop("approved_by")
    with pytest.raises(CardroomError, match=words):
        floor.do(Adjust(**asked), by, approved_by)
    assert floor.state.books == books


class TestBackOut:
    def test_a_full_award(self, floor):
        """The meter is back, the reserve is back, the seed is back; the winner's money stands in the adjustments."""
        names = ("meter:Progressive", "reserve:Progressive", "seed_fund:Progressive")
        before = [floor.balance(name) for name in names]
        floor.start("ms-1", [1])
        floor.qualify("ms-1", 1, "royal_flush")
        (win,) = floor.approve("ms-1")
        floor.back_out(win.win)
        after = [floor.balance(name) for name in names]
        assert after == [before[0] + 20 * CENT, before[1] + 2 * CENT, before[2]]
        assert floor.balance("adjustments") == -win.amount
        with pytest.raises(CardroomError, match="is backed out already"):
            floor.back_out(win.win)

    def test_what_a_new_start_put_above_the_maximum_comes_back_from_the_overflow(self, make, pit):
        """Seed $5, reserve 77 cents, maximum $5.50: 27 cents of the new start are over."""
        level = LevelConfig(name="Progressive", seed=5 * DOLLAR, contribution=1_000, reserve=1_100, maximum=550 * CENT)
        floor = pit(make.stud(levels=[level]))
        floor.start("ms-1", range(1, 8))
        floor.qualify("ms-1", 1, "royal_flush")
        before = floor.state.funds("Progressive")
        floor.approve("ms-1")
        assert (floor.cents(), floor.balance("overflow:Progressive")) == (5_50, (20 + 27) * CENT)
        floor.back_out("stud-1")
        assert floor.state.funds("Progressive") == before

    def test_the_seed_leaves_the_meter_for_a_listed_reason(self, floor):
        floor.game("ms-1", [1], seat_1="royal_flush")
        (event,) = floor.back_out("stud-2")
        back, seed = event.postings
        assert [(posting.code, posting.reference) for posting in (back, seed)] == [
            (PostingCode.BACKED_OUT, "stud-2"),
            (PostingCode.SEED_RECOVERY, "stud-2"),
        ]
        assert explained_movement(event, back) == "win stud-2 backed out: wrong hand; asked by sue, approved by eve"
        assert explained_movement(event, seed) == "recovery of the seed: wrong hand; asked by sue, approved by eve"

    def test_no_envy_for_a_win_that_was_backed_out(self, floor):
        floor.start("ms-1", [1, 2])
        floor.qualify("ms-1", 1, "royal_flush")
        (win,) = floor.approve("ms-1")
        floor.back_out(win.win)
        assert [type(event).__name__ for event in floor.end("ms-1")] == ["GameEnded"]

    def test_pays_of_the_tray_and_of_the_house(self, floor, make, pit):
        floor.back_out("stud-1")
        assert floor.balance("tray:ms-1") == 0
        house = pit(make.house_jackpot())
        house.game("kis-1", [1], seat_1="7-card_straight_flush")
        house.back_out("straight-1")
        assert (house.balance("house"), house.balance("adjustments")) == (0, -2_500 * DOLLAR)

    def test_an_advance_is_taken_back_first(self, make, pit):
        levels = [LevelConfig(name="Progressive", seed=100 * DOLLAR, contribution=7_000)]
        floor = pit(make.bad_beat(fixed_pays=Source.METER, levels=levels))
        floor.game("se-1", [1], seat_1="6-card_straight")
        floor.back_out("edge-1")
        assert (floor.cents(), floor.balance("advance:Progressive")) == (100_70, 0)

    def test_when_the_seed_is_gone_single_adjustments_are_needed(self, make, pit):
        floor = pit(make.stud(levels=[LevelConfig(name="Progressive", seed=5 * DOLLAR, contribution=100)]))
        floor.game("ms-1", [1], seat_1="royal_flush")
        floor.adjust("Progressive", -5 * DOLLAR, Reason.SEED_RECOVERY)
        floor.back_out("stud-1")  # 5.01 back on a meter of 0, less the seed of 5.00
        assert floor.cents() == 1
        floor.game("ms-1", [1], seat_1="royal_flush")  # wins two cents
        floor.adjust("Progressive", -5 * DOLLAR, Reason.SEED_RECOVERY)
        with pytest.raises(CardroomError, match="are no longer on the meter, which holds"):
            floor.back_out("stud-2")

    def test_unknown_and_unfinished_wins(self, make, pit):
        floor = pit(make.stud(tables=make.mississippi("ms-1", console=Console.KEYPAD)))
        with pytest.raises(CardroomError, match="has no recorded win"):
            floor.back_out("stud-1")
        floor.start("ms-1", [1])
        floor.qualify("ms-1", 1, "royal_flush")
        floor.press(PressHand, "ms-1", line="royal_flush")
        floor.press(TurnKey, "ms-1", to=KeySwitch.JPH)
        floor.press(PressJackpot, "ms-1", seat=1)
        with pytest.raises(CardroomError, match="is not completed; turn the key back to RUN"):
            floor.back_out("stud-1")
        with pytest.raises(CardroomError, match="is locked at table ms-1; its key goes back to RUN first"):
            floor.adjust("Progressive", -CENT, Reason.MALFUNCTION)
        with pytest.raises(CardroomError, match="Two different people"):
            floor.do(BackOut(why="x", win="stud-1"), "eve", "eve")


def test_a_house_jackpot_has_no_meter_to_adjust(make, pit):
    floor = pit(make.house_jackpot())
    with pytest.raises(CardroomError, match="has no meter to adjust; post another prize"):
        floor.adjust("House", DOLLAR, Reason.ADDED_BY_HOUSE)
