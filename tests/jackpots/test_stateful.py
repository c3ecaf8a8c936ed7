"""Random play on links: money is conserved, meters fall for listed reasons only, replay equals live.

The model below keeps its own sums in plain integers of a micro-dollar and knows nothing of the room's functions.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from cardroom.errors import CardroomError
from cardroom.jackpots import (
    AwardOrder,
    Chance,
    Console,
    LevelConfig,
    Link,
    LinkTable,
    Source,
    display,
    link_config,
    next_press,
)
from cardroom.jackpots.accounting import proof
from cardroom.jackpots.commands import (
    Adjust,
    AnyCommand,
    BackOut,
    ChangeLink,
    CoinIn,
    Confirm,
    EndGame,
    FinishSettling,
    Fund,
    GameOver,
    Key,
    PressHand,
    PressJackpot,
    PressSeat,
    Qualify,
    Reason,
    Reconcile,
    RecordDeposit,
    RefundWager,
    StaffCard,
    StartGame,
    SwipeCard,
    TurnKey,
    VoidGame,
)
from cardroom.jackpots.events import (
    Adjusted,
    AnyEvent,
    AwardPaid,
    AwardRecorded,
    EnvyPaid,
    WagerRefunded,
    WagerTaken,
    WinBackedOut,
)
from cardroom.money import CENT, DOLLAR

STUD = ("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind")
BEATS = ("7-card straight", "6-card straight", "5-card straight", "4-card straight")
CHANCES = {hand: Chance(1, 1_000) for hand in STUD}
LISTED = (
    "amount won",
    "correction of a malfunction",
    "display above its limit",
    "undisplayed funds booked as receipts",
    "recovery of the seed",
)


def three_levels():
    return link_config(
        "river",
        "ML03",
        wager=5 * DOLLAR,
        levels=[
            LevelConfig(name="Mega", seed=100 * DOLLAR, contribution=1_234, reserve=201),
            LevelConfig(name="Major", seed=10 * DOLLAR, contribution=657, reserve=53, maximum=12 * DOLLAR),
            LevelConfig(name="Minor", seed=0, contribution=439),
        ],
        tables=[
            LinkTable(id="ms-1", game="mississippi-stud", chances=CHANCES),
            LinkTable(id="ms-2", game="mississippi-stud", chances=CHANCES),
            LinkTable(id="cs-1", game="caribbean-stud", chances=CHANCES),
        ],
        executive_from=50 * DOLLAR,
    )


def both_consoles():
    tables = [
        LinkTable(id=name, game="mississippi-stud", console=console)
        for name, console in (("ms-1", Console.KEYPAD), ("ms-2", Console.KEYPAD), ("ms-3", Console.TOUCH))
    ]
    level = LevelConfig(
        name="Progressive", seed=20 * DOLLAR, contribution=1_999, reserve=101, maximum=20 * DOLLAR + 31 * CENT
    )
    return link_config("stud", "MS Stud-01", levels=[level], tables=tables)


def all_off_the_meter():
    tables = [
        LinkTable(id=name, game="straight-edge-2", console=console)
        for name, console in (("se-1", Console.KEYPAD), ("se-2", Console.KEYPAD), ("se-3", Console.TOUCH))
    ]
    level = LevelConfig(name="Progressive", seed=50 * DOLLAR, contribution=7_001, reserve=99)
    return link_config(
        "edge",
        "Two Way Bad Beat 1",
        levels=[level],
        tables=tables,
        fixed_pays=Source.METER,
        award_order=AwardOrder.CLOCKWISE,
    )


class Play(RuleBasedStateMachine):
    config = staticmethod(three_levels)
    hands = STUD

    def __init__(self) -> None:
        super().__init__()
        config = self.config()
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.link = Link.open(config, at=self.now, by="ann")
        self.tables = [table.id for table in config.tables]
        self.levels = [level.name for level in config.levels]
        self.rounds = 0
        # The model's sums.
        self.seeds = sum(level.seed for level in config.levels)
        self.contributions = self.awards = self.adjustments = 0
        self.tray = self.coin_in = 0
        self.rates = self.rate_sum(config)

    @staticmethod
    def rate_sum(config) -> int:
        """What one wager gives to all levels, by its rates."""
        points = sum(level.contribution + level.reserve for level in config.levels)
        return config.wager * points // 10_000

    # --- doing --------------------------------------------------------------------------------------------------------

    def who(self, by: str = "dan") -> dict:
        self.now += timedelta(seconds=7)
        return {"at": self.now, "by": by}

    def attempt(self, command) -> list[AnyEvent]:
        assert msgspec.json.decode(msgspec.json.encode(command), type=AnyCommand) == command
        before, books = len(self.link.events), self.link.state.books
        try:
            events = self.link.do(command)
        except CardroomError as error:
            refusal = error.message
        else:
            for event in events:
                self.count(event)
            self.check_falls(events)
            return events
        assert refusal.endswith(".")
        assert len(self.link.events) == before
        assert self.link.state.books is books
        return []

    def count(self, event: AnyEvent) -> None:
        match event:
            case WagerTaken():
                self.contributions += self.rates
                self.coin_in += event.amount
            case WagerRefunded():
                self.contributions -= self.rates
                self.coin_in -= event.amount
            case AwardPaid():
                win = next(e for e in self.link.events if isinstance(e, AwardRecorded) and e.win == event.win)
                assert event.amount == win.amount
                assert event.amount % CENT == 0
                if event.source is Source.METER:
                    self.awards += event.amount
                    self.seeds += event.seed
                else:
                    self.tray += event.amount
            case EnvyPaid():
                self.tray += event.amount
            case Adjusted() if event.reason not in (Reason.ABOVE_LIMIT, Reason.OVERFLOW_RETURNED):
                self.adjustments += event.change
            case WinBackedOut():
                win = self.link.state.wins[event.win]
                if win.source is Source.METER:
                    self.adjustments += win.amount - win.seed
                else:
                    self.tray -= win.amount
            case _:
                pass

    def check_falls(self, events: list[AnyEvent]) -> None:
        """No meter falls without a listed reason, which its posting begins with."""
        for posting in (posting for event in events for posting in event.postings):
            if any(entry.account.startswith("meter:") and entry.amount < 0 for entry in posting.entries):
                assert posting.reason.split(":")[0] in LISTED

    # --- rules --------------------------------------------------------------------------------------------------------

    def table_state(self, table: str):
        return self.link.state.tables[table]

    @rule(data=st.data(), hits=st.integers(0, 3))
    def start(self, data, hits) -> None:
        """A game starts, and some of its hands will have qualified by the time anyone presses a button."""
        table = data.draw(st.sampled_from(self.tables))
        seats = data.draw(st.sets(st.integers(1, 6), min_size=1))
        self.rounds += 1
        keypad = self.link.state.config.table(table).console is Console.KEYPAD
        kind = CoinIn if keypad else StartGame
        wagers = dict.fromkeys(seats, self.link.state.config.wager)
        if self.attempt(kind(**self.who(), table=table, round_id=f"r{self.rounds}", wagers=wagers)):
            for seat in sorted(seats, reverse=True)[:hits]:
                self.qualify_seat(table, seat, data.draw(st.sampled_from(self.hands)))

    def qualify_seat(self, table: str, seat: int, line: str) -> None:
        where = {"table": table, "round_id": self.table_state(table).round_id}
        paytable = self.link.state.config.paytable.id
        self.attempt(Qualify(**self.who(), **where, seat=seat, paytable=paytable, line=line))

    @precondition(lambda self: self.link.state.in_progress)
    @rule(data=st.data(), seat=st.integers(1, 6))
    def qualify(self, data, seat) -> None:
        table = data.draw(st.sampled_from(self.link.state.in_progress))
        self.qualify_seat(table, seat, data.draw(st.sampled_from(self.hands)))

    @precondition(lambda self: self.link.state.in_progress)
    @rule(data=st.data(), presses=st.integers(1, 12))
    def press_next(self, data, presses) -> None:
        table = data.draw(st.sampled_from(self.link.state.in_progress))
        for _ in range(presses):
            press = next_press(self.link.state, table, **self.who("sue"))
            if press is None or not self.attempt(press):
                break

    @precondition(lambda self: self.link.state.in_progress)
    @rule(data=st.data())
    def finish_settling(self, data) -> None:
        table = data.draw(st.sampled_from(self.link.state.in_progress))
        self.attempt(FinishSettling(**self.who(), table=table, round_id=self.table_state(table).round_id))

    @rule(data=st.data())
    def press_anything(self, data) -> None:
        table = data.draw(st.sampled_from(self.tables))
        seat, hand = data.draw(st.integers(1, 7)), data.draw(st.sampled_from(self.hands))
        who = self.who()
        press = data.draw(
            st.sampled_from([
                PressSeat(**who, table=table, seat=seat),
                PressHand(**who, table=table, hand=hand),
                TurnKey(**who, table=table, to=Key.JPH),
                TurnKey(**who, table=table, to=Key.RUN),
                PressJackpot(**who, table=table, seat=seat),
                Confirm(**who, table=table),
                SwipeCard(**who, table=table, card=StaffCard.SUPERVISOR),
                SwipeCard(**who, table=table, card=StaffCard.EXECUTIVE),
                GameOver(**who, table=table),
                EndGame(**who, table=table),
            ])
        )  # fmt: skip
        self.attempt(press)

    @precondition(lambda self: self.link.state.in_progress)
    @rule(data=st.data())
    def void_or_refund(self, data) -> None:
        table = data.draw(st.sampled_from(self.link.state.in_progress))
        where = {"table": table, "round_id": self.table_state(table).round_id, "reason": "misdeal"}
        if data.draw(st.booleans()):
            self.attempt(VoidGame(**self.who("sue"), **where))
        else:
            self.attempt(RefundWager(**self.who("sue"), **where, seat=data.draw(st.integers(1, 6))))

    @rule(data=st.data(), reason=st.sampled_from(Reason), fund=st.sampled_from(Fund), cents=st.integers(-3_000, 3_000))
    def adjust(self, data, reason, fund, cents) -> None:
        fields = {
            "level": data.draw(st.sampled_from(self.levels)),
            "change": cents * CENT + data.draw(st.sampled_from([0, 1])),
            "win": data.draw(st.sampled_from(["", *self.link.state.wins])),
        }
        self.attempt(Adjust(**self.who("sue"), approved_by="eve", why="test", fund=fund, reason=reason, **fields))

    @precondition(lambda self: self.link.state.wins)
    @rule(data=st.data())
    def back_out(self, data) -> None:
        win = data.draw(st.sampled_from([*self.link.state.wins]))
        self.attempt(BackOut(**self.who("sue"), approved_by="eve", why="test", win=win))

    @precondition(lambda self: not self.link.state.in_progress)
    @rule(data=st.data())
    def change_configuration(self, data) -> None:
        config = self.link.state.config
        levels = tuple(
            msgspec.structs.replace(
                level,
                seed=data.draw(st.integers(0, 100)) * DOLLAR,
                contribution=data.draw(st.integers(0, 3_000)),
                reserve=data.draw(st.integers(0, 300)),
                maximum=data.draw(st.none() | st.integers(1, 300).map(lambda dollars: dollars * DOLLAR)),
            )
            for level in config.levels
        )
        changed = msgspec.structs.replace(config, levels=levels, executive_from=data.draw(st.integers(0, 99)) * DOLLAR)
        if self.attempt(ChangeLink(**self.who("sue"), approved_by="eve", why="test", config=changed)):
            self.rates = self.rate_sum(changed)

    @rule(amount=st.integers(0, 100), balance=st.integers(0, 3_000), hours=st.integers(0, 100))
    def bank(self, amount, balance, hours) -> None:
        self.now += timedelta(hours=hours)
        self.attempt(RecordDeposit(**self.who("acc"), amount=amount * DOLLAR))
        self.attempt(Reconcile(**self.who("acc"), balance=balance * DOLLAR))
        self.attempt(Reconcile(**self.who("acc")))
        self.attempt(Reconcile(**self.who("acc"), balance=10_000 * DOLLAR))

    @rule()
    def crash(self) -> None:
        """Go on from the events alone, after a trip through JSON."""
        text = msgspec.json.encode(self.link.events)
        again = Link(msgspec.json.decode(text, type=list[AnyEvent]))
        assert again.state == self.link.state
        assert again.events == self.link.events
        self.link = again

    # --- invariants ---------------------------------------------------------------------------------------------------

    @invariant()
    def accounts_sum_to_zero(self) -> None:
        assert sum(self.link.state.books.balances.values()) == 0

    @invariant()
    def prize_money_is_conserved(self) -> None:
        funds = [self.link.state.funds(level) for level in self.levels]
        held = sum(f.meter + f.reserve + f.overflow for f in funds)
        advanced = -sum(f.advance for f in funds)
        assert self.awards + held == self.seeds + self.contributions + self.adjustments + advanced

    @invariant()
    def no_fund_is_overdrawn(self) -> None:
        for level in self.levels:
            funds = self.link.state.funds(level)
            assert min(funds.meter, funds.reserve, funds.overflow) >= 0
            assert funds.advance <= 0

    @invariant()
    def the_tray_paid_what_it_paid(self) -> None:
        trays = sum(self.link.state.books.balance(f"tray:{table}") for table in self.tables)
        assert trays == -self.tray

    @invariant()
    def displays_are_whole_cents_of_the_account(self) -> None:
        for level in display(self.link.state, self.tables[0]).levels:
            meter = self.link.state.books.balance(f"meter:{level.name}")
            assert 0 <= meter - level.amount < CENT
            assert level.amount % CENT == 0

    def teardown(self) -> None:
        assert Link(self.link.events).state == self.link.state
        found = proof(self.link.events)
        assert found.holds
        assert (found.awards, found.contributions) == (self.awards, self.contributions)


class BothConsoles(Play):
    config = staticmethod(both_consoles)


class AllOffTheMeter(Play):
    config = staticmethod(all_off_the_meter)
    hands = BEATS


MACHINES = [Play, BothConsoles, AllOffTheMeter]
QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@pytest.mark.parametrize("machine", MACHINES)
def test_random_play(machine):
    run_state_machine_as_test(machine, settings=settings(max_examples=10, stateful_step_count=40, **QUIET))


@pytest.mark.slow
@pytest.mark.parametrize("machine", MACHINES)
def test_long_random_play(machine):
    run_state_machine_as_test(machine, settings=settings(max_examples=60, stateful_step_count=60, **QUIET))
