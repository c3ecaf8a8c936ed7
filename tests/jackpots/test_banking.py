"""The bank account, and the end of a jackpot."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cardroom.errors import CardroomError
from cardroom.jackpots import Console, LevelConfig, Source, display
from cardroom.jackpots.commands import GiveNotice, Reason, Reconcile, RecordDeposit, RemoveJackpot
from cardroom.jackpots.engine.bank_account import bank_reconciliation
from cardroom.jackpots.reports.regulator_figures import proof
from cardroom.jackpots.text.transcript import event_in_words
from cardroom.money import CENT, DOLLAR


@pytest.fixture
def floor(make, pit):
    """$5,000 of seed at the bank, and 7 x 22 cents accrued since noon."""
    floor = pit(make.stud())
    floor.game("ms-1", range(1, 8))
    return floor


def reconcile(floor, cents: int):
    return floor.do(Reconcile(balance=cents * CENT), "acc")


def test_accruals_have_a_week_to_reach_the_bank(floor):
    found = bank_reconciliation(floor.state, 5_000 * DOLLAR, floor.now)
    assert (found.held, found.undeposited, found.required) == (5_001_54 * CENT, 154 * CENT, 5_000 * DOLLAR)
    assert (found.shortfall, found.is_overdue) == (0, False)
    assert found.deposit_due - floor.now < timedelta(days=7)


def test_after_a_week_the_deposit_is_overdue_and_the_link_closes(floor):
    floor.now += timedelta(days=7, minutes=1)
    reconciled, closed = reconcile(floor, 5_000_00)
    assert (reconciled.required, reconciled.shortfall) == (5_001_54 * CENT, 154 * CENT)
    assert closed.shortfall == 154 * CENT
    with pytest.raises(CardroomError, match=r"Link stud is closed: its bank account is short by \$1.54"):
        floor.start("ms-1", [1])
    assert not display(floor.state, "ms-1").is_open
    floor.do(RecordDeposit(amount=154 * CENT), "acc")
    events = reconcile(floor, 5_001_54)
    assert [type(event).__name__ for event in events] == ["BankReconciled", "LinkReopened"]
    floor.start("ms-1", [1])


def test_a_game_in_progress_is_finished_on_a_closed_link(floor):
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    reconcile(floor, 4_000_00)
    assert floor.state.shortfall == 1_000 * DOLLAR
    floor.approve("ms-1")
    floor.end("ms-1")
    with pytest.raises(CardroomError, match="is closed"):
        floor.start("ms-1", [1])


def test_winners_are_paid_from_what_is_not_at_the_bank_yet(floor):
    floor.game("ms-1", [1], seat_1="straight_flush")  # 500.16 of 5,001.60
    found = bank_reconciliation(floor.state, 0, floor.now)
    assert found.undeposited == 0
    assert found.required == found.held - found.held % CENT


def test_recorded_deposits_are_held_against_what_is_required(floor):
    floor.do(RecordDeposit(amount=DOLLAR), "acc")
    floor.do(RecordDeposit(amount=14 * CENT), "acc")
    found = bank_reconciliation(floor.state, None, floor.now)
    assert (found.deposited, found.undeposited) == (114 * CENT, 40 * CENT)
    assert (found.booked, found.required) == (5_001_14 * CENT, 5_001_14 * CENT)  # the seed and both deposits
    assert (found.balance, found.difference, found.shortfall) == (None, None, 0)
    late = bank_reconciliation(floor.state, None, floor.now + timedelta(days=8))
    assert (late.required, late.booked, late.shortfall) == (5_001_54 * CENT, 5_001_14 * CENT, 40 * CENT)


def test_a_statement_of_the_bank_is_held_against_the_books(floor):
    floor.do(RecordDeposit(amount=154 * CENT), "acc")
    for cents, difference, shortfall in ((5_001_54, 0, 0), (5_002_00, 46, 0), (4_900_00, -101_54, 101_54)):
        found = bank_reconciliation(floor.state, cents * CENT, floor.now)
        assert (found.balance, found.difference) == (cents * CENT, difference * CENT)
        assert (found.required, found.shortfall) == (5_001_54 * CENT, shortfall * CENT)


def test_the_books_say_what_winners_and_staff_have_left_at_the_bank(floor):
    """5,000 of seed and 1.54 not deposited; a tenth of 5,001.60 is 500.16, of which 1.76 has not been deposited."""
    floor.game("ms-1", [1], seat_1="straight_flush")
    found = bank_reconciliation(floor.state, None, floor.now)
    assert (found.undeposited, found.booked) == (0, (5_000_00 - 500_16 + 176) * CENT)
    floor.adjust("Progressive", -DOLLAR, Reason.SEED_RECOVERY)
    assert bank_reconciliation(floor.state, None, floor.now).booked == found.booked - DOLLAR


def test_what_is_deposited_ahead_is_there_for_later_accruals(floor):
    floor.do(RecordDeposit(amount=200 * CENT), "acc")
    found = bank_reconciliation(floor.state, None, floor.now)
    assert (found.undeposited, found.booked, found.required) == (-46 * CENT, 5_002_00 * CENT, 5_001_54 * CENT)
    floor.game("ms-1", [1, 2])
    assert bank_reconciliation(floor.state, None, floor.now).deposit_due is None
    floor.game("ms-1", [1])
    found = bank_reconciliation(floor.state, None, floor.now)
    assert (found.undeposited, found.booked) == (20 * CENT, 5_002_00 * CENT)
    assert found.deposit_due == floor.state.undeposited_since + timedelta(days=7)


def test_nothing_is_required_of_what_an_adjustment_took(floor):
    floor.adjust("Progressive", -5_001_40 * CENT, Reason.MALFUNCTION)
    found = bank_reconciliation(floor.state, None, floor.now)
    assert (found.held, found.undeposited, found.required, found.booked) == (14 * CENT, 14 * CENT, 0, 0)


def test_a_locked_amount_is_the_winners_already(make, pit):
    """Between J-POT and RUN the bank must hold what it must hold afterwards."""
    floor = pit(make.stud(tables=make.mississippi("ms-1", console=Console.KEYPAD)))
    floor.start("ms-1", [1])
    floor.qualify("ms-1", 1, "royal_flush")
    floor.lock("ms-1")
    before = bank_reconciliation(floor.state, None, floor.now)
    floor.approve("ms-1")
    assert before == bank_reconciliation(floor.state, None, before.at)
    assert before.held == 5_000_02 * CENT


def test_reconciled_by_the_books_alone(floor):
    (reconciled,) = floor.do(Reconcile(), "acc")
    assert event_in_words(reconciled) == "The bank account holds $5,000 of $5,000 required, by the books."
    floor.now += timedelta(days=8)
    reconciled, closed = floor.do(Reconcile(), "acc")
    assert event_in_words(reconciled) == "The bank account holds $5,000 of $5,001.54 required, by the books."
    assert closed.shortfall == 154 * CENT
    assert floor.replayed() == floor.state


def test_a_part_deposit_does_not_move_the_day(floor):
    due = bank_reconciliation(floor.state, 0, floor.now).deposit_due
    floor.do(RecordDeposit(amount=DOLLAR), "acc")
    floor.now += timedelta(days=2)
    floor.game("ms-1", [1])
    assert bank_reconciliation(floor.state, 0, floor.now).deposit_due == due
    floor.do(RecordDeposit(amount=76 * CENT), "acc")
    assert bank_reconciliation(floor.state, 0, floor.now).deposit_due is None


def test_refunded_wagers_accrue_nothing(floor):
    floor.do(RecordDeposit(amount=154 * CENT), "acc")
    floor.start("ms-1", [1, 2])
    floor.void("ms-1")
    assert bank_reconciliation(floor.state, 0, floor.now).deposit_due is None


def test_bad_bank_figures(floor, make, pit):
    for amount in (0, -CENT, CENT // 2):
        with pytest.raises(CardroomError, match="whole cents above"):
            floor.do(RecordDeposit(amount=amount))
    with pytest.raises(CardroomError, match=r"\$0 or more"):
        reconcile(floor, -1)
    assert reconcile(floor, 0)[0].shortfall == 5_000 * DOLLAR, "an account may be empty"
    with pytest.raises(CardroomError, match="holds no players' money"):
        reconcile(pit(make.house_jackpot()), 0)


class TestRemoval:
    def notice(self, floor, days: int):
        last_day = floor.now.date() + timedelta(days=days)
        return floor.do(GiveNotice(last_day=last_day, why="a new game"), "sue", "eve")

    def remove(self, floor, **fields):
        fields = {"why": "a new game", "destination": "link river, Mega"} | fields
        return floor.do(RemoveJackpot(**fields), "sue", "eve")

    def test_notice_then_the_money_moves_on(self, floor):
        with pytest.raises(CardroomError, match="Give notice first"):
            self.remove(floor)
        with pytest.raises(CardroomError, match="With 10 days of notice the last day is 2026-03-12 at the earliest"):
            self.notice(floor, 9)
        self.notice(floor, 10)
        assert display(floor.state, "ms-1").notices == ("This jackpot will be removed after 2026-03-12.",)
        with pytest.raises(CardroomError, match="announced to run until 2026-03-12"):
            self.remove(floor)
        floor.game("ms-1", [1])  # played until then
        floor.now += timedelta(days=11)
        with pytest.raises(CardroomError, match="was announced to end on 2026-03-12"):
            floor.start("ms-1", [1])
        with pytest.raises(CardroomError, match=r"Say where \$5,001.76 goes"):
            self.remove(floor, destination="")
        (event,) = self.remove(floor)
        assert event.move_by == date(2026, 3, 13) + timedelta(days=60)
        assert floor.balance("moved") == 5_001_76 * CENT
        assert floor.state.held == 0
        assert proof(floor.state).holds
        with pytest.raises(CardroomError, match="has been removed"):
            floor.start("ms-1", [1])
        with pytest.raises(CardroomError, match="has been removed already"):
            self.remove(floor)
        with pytest.raises(CardroomError, match="has been removed"):
            floor.change(wager=2 * DOLLAR)
        assert not display(floor.state, "ms-1").is_open

    def test_not_in_the_middle_of_a_game(self, floor):
        self.notice(floor, 10)
        floor.start("ms-1", [1])
        floor.now += timedelta(days=12)
        with pytest.raises(CardroomError, match="Table ms-1 is in a game"):
            self.remove(floor)

    def test_what_the_house_has_advanced_is_its_loss(self, make, pit):
        levels = [LevelConfig(name="Progressive", seed=100 * DOLLAR, contribution=7_000)]
        floor = pit(make.bad_beat(fixed_pays=Source.METER, levels=levels))
        floor.game("se-1", [1], seat_1="6-card_straight")
        self.notice(floor, 10)
        floor.now += timedelta(days=12)
        self.remove(floor, destination="")
        assert floor.balance("house") == -149_30 * CENT
        assert floor.balance("advance:Progressive") == 0
        assert proof(floor.state).holds

    def test_a_house_jackpot_may_be_withdrawn_at_any_time(self, make, pit):
        floor = pit(make.house_jackpot())
        self.remove(floor, destination="")
        assert floor.state.is_removed

    def test_notice_needs_a_reason_and_two_people(self, floor):
        with pytest.raises(CardroomError, match="Say why"):
            floor.do(GiveNotice(last_day=date(2030, 1, 1), why=" "), "sue", "eve")
        with pytest.raises(CardroomError, match="Two different people"):
            floor.do(GiveNotice(last_day=date(2030, 1, 1), why="a new game"), "sue", "Sue")
