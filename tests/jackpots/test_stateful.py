"""Random play on links: money is conserved, meters fall for listed reasons only, replay equals live.

The model below keeps its own sums in plain integers of a micro-dollar and knows nothing of the room's functions.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from cardroom.jackpots import (
    AwardOrder,
    Chance,
    Console,
    LevelConfig,
    Link,
    LinkFigures,
    LinkState,
    LinkTable,
    Source,
    display,
    link_config,
    next_press,
)
from cardroom.jackpots.commands import (
    Adjust,
    AnyCommand,
    BackOut,
    ChangeLink,
    ChangeRates,
    Confirm,
    EndGame,
    EnvyFate,
    Fund,
    GameOver,
    KeySwitch,
    PressHand,
    PressJackpot,
    PressSeat,
    Reason,
    Reconcile,
    RecordDeposit,
    StaffCard,
    SwipeCard,
    TurnKey,
)
from cardroom.jackpots.engine import wins
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
from cardroom.jackpots.reports.meter_reports import meter_reading
from cardroom.jackpots.reports.regulator_figures import proof
from cardroom.ledger import PostingCode
from cardroom.money import CENT, DOLLAR

STUD = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
BEATS = ("7-card_straight", "6-card_straight", "5-card_straight", "4-card_straight")
CHANCES = {hand: Chance(1, 1_000) for hand in STUD}
LISTED = (
    PostingCode.AMOUNT_WON,
    PostingCode.MALFUNCTION,
    PostingCode.ABOVE_LIMIT,
    PostingCode.UNDISPLAYED_FUNDS,
    PostingCode.SEED_RECOVERY,
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


def through_a_checkpoint(state: LinkState) -> LinkState:
    return msgspec.json.decode(msgspec.json.encode(state), type=LinkState)


class Play(RuleBasedStateMachine):
    config = staticmethod(three_levels)
    hands = STUD

    def __init__(self, pit) -> None:
        super().__init__()
        config = self.config()
        self.pit = pit(config)
        self.tables = [table.id for table in config.tables]
        self.levels = [level.name for level in config.levels]
        self.figures = LinkFigures.beginning_with(self.state)
        # The model's sums.
        self.seeds = sum(level.seed for level in config.levels)
        self.contributions = self.awards = self.adjustments = 0
        self.tray = self.coin_in = 0
        self.rates = self.rate_sum(config)

    @property
    def state(self) -> LinkState:
        return self.pit.state

    @staticmethod
    def rate_sum(config) -> int:
        """What one wager gives to all levels, by its rates."""
        points = sum(level.contribution + level.reserve for level in config.levels)
        return config.wager * points // 10_000

    # --- doing --------------------------------------------------------------------------------------------------------

    def attempt(self, method: str, *given, by: str = "dan", approved_by: str = "") -> list[AnyEvent]:
        """A link that goes on from a checkpoint does the same, to the order of the entries."""
        twin = Link(through_a_checkpoint(self.state))
        events = self.pit.attempt(method, *given, by=by, approved_by=approved_by)
        if events is None:
            return []
        assert getattr(twin, method)(*given, self.pit.acts[-1][-1]) == events
        assert twin.state == self.state
        for event in events:
            self.count(event)
            self.figures.count(event, self.state)
        self.check_falls(events)
        return events

    def do(self, command, by: str = "dan", approved_by: str = "") -> list[AnyEvent]:
        assert msgspec.json.decode(msgspec.json.encode(command), type=AnyCommand) == command
        return self.attempt("do", command, by=by, approved_by=approved_by)

    def count(self, event: AnyEvent) -> None:
        match event:
            case WagerTaken():
                self.contributions += self.rates
                self.coin_in += event.amount
            case WagerRefunded():
                self.contributions -= self.rates
                self.coin_in -= event.amount
            case AwardPaid():
                win = next(e for e in self.pit.events if isinstance(e, AwardRecorded) and e.win == event.win)
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
                undone = self.state.wins[event.win]
                assert (event.table, event.source, event.amount) == (undone.table, undone.source, undone.amount)
                if undone.source is Source.METER:
                    self.adjustments += undone.amount - undone.seed
                else:
                    self.tray -= undone.amount
            case _:
                pass

    def check_falls(self, events: list[AnyEvent]) -> None:
        """No meter falls without a listed reason."""
        for posting in (posting for event in events for posting in event.postings):
            if any(entry.account.startswith("meter:") and entry.amount < 0 for entry in posting.entries):
                assert posting.code in LISTED

    # --- rules --------------------------------------------------------------------------------------------------------

    @rule(data=st.data(), hits=st.integers(0, 3))
    def start(self, data, hits) -> None:
        """A game starts, and some of its hands will have qualified by the time anyone presses a button."""
        table = data.draw(st.sampled_from(self.tables))
        seats = data.draw(st.sets(st.integers(1, 6), min_size=1))
        if self.do(self.pit.starting(table, seats)):
            for seat in sorted(seats, reverse=True)[:hits]:
                self.qualify_seat(table, seat, data.draw(st.sampled_from(self.hands)))

    def qualify_seat(self, table: str, seat: int, line: str) -> None:
        self.attempt("qualify", *self.pit.qualifying(table, seat, line))

    @precondition(lambda self: self.state.in_progress)
    @rule(data=st.data(), seat=st.integers(1, 6))
    def qualify(self, data, seat) -> None:
        table = data.draw(st.sampled_from(self.state.in_progress))
        self.qualify_seat(table, seat, data.draw(st.sampled_from(self.hands)))

    @precondition(lambda self: self.state.in_progress)
    @rule(data=st.data(), presses=st.integers(1, 12))
    def press_next(self, data, presses) -> None:
        table = data.draw(st.sampled_from(self.state.in_progress))
        for _ in range(presses):
            press = next_press(self.state, table)
            if press is None or not self.do(press, "sue"):
                break

    @precondition(lambda self: self.state.in_progress)
    @rule(data=st.data())
    def finish_settling(self, data) -> None:
        table = data.draw(st.sampled_from(self.state.in_progress))
        self.attempt("finish_settling", table, self.state.tables[table].round_id)

    @rule(data=st.data())
    def press_anything(self, data) -> None:
        table = data.draw(st.sampled_from(self.tables))
        seat, hand = data.draw(st.integers(1, 7)), data.draw(st.sampled_from(self.hands))
        press = data.draw(
            st.sampled_from([
                PressSeat(table=table, seat=seat),
                PressHand(table=table, line=hand),
                TurnKey(table=table, to=KeySwitch.JPH),
                TurnKey(table=table, to=KeySwitch.RUN),
                PressJackpot(table=table, seat=seat),
                Confirm(table=table),
                SwipeCard(table=table, card=StaffCard.SUPERVISOR),
                SwipeCard(table=table, card=StaffCard.EXECUTIVE),
                GameOver(table=table),
                EndGame(table=table),
            ])
        )  # fmt: skip
        self.do(press)

    @precondition(lambda self: self.state.in_progress)
    @rule(data=st.data())
    def void_or_refund(self, data) -> None:
        table = data.draw(st.sampled_from(self.state.in_progress))
        round_id = self.state.tables[table].round_id
        if data.draw(st.booleans()):
            self.attempt("void", table, round_id, "misdeal", by="sue")
        else:
            self.attempt("refund", table, round_id, data.draw(st.integers(1, 6)), "fouled", by="sue")

    @rule(data=st.data(), reason=st.sampled_from(Reason), fund=st.sampled_from(Fund), cents=st.integers(-3_000, 3_000))
    def adjust(self, data, reason, fund, cents) -> None:
        fields = {
            "level": data.draw(st.sampled_from(self.levels)),
            "change": cents * CENT + data.draw(st.sampled_from([0, 1])),
            "win": data.draw(st.sampled_from(["", *self.known_wins])),
        }
        self.do(Adjust(why="test", fund=fund, reason=reason, **fields), "sue", "eve")

    @property
    def known_wins(self) -> list[str]:
        """All there ever were: the link may have forgotten the first of them."""
        return [wins.win_id(self.state.config.id, number + 1) for number in range(self.state.wins_recorded)]

    @precondition(lambda self: self.state.wins)
    @rule(data=st.data())
    def back_out(self, data) -> None:
        self.do(
            BackOut(why="test", win=data.draw(st.sampled_from(self.known_wins)), envy_fate=EnvyFate.LEFT), "sue", "eve"
        )

    @precondition(lambda self: not self.state.in_progress)
    @rule(data=st.data())
    def change_configuration(self, data) -> None:
        config = self.state.config
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
        self.do(ChangeLink(why="test", config=changed), "sue", "eve")
        self.rates = self.rate_sum(self.state.config)

    @rule(data=st.data(), contribution=st.integers(0, 3_000), reserve=st.integers(0, 300))
    def change_rates(self, data, contribution, reserve) -> None:
        level = data.draw(st.sampled_from(self.levels))
        self.do(ChangeRates(level=level, contribution=contribution, reserve=reserve, why="test"), "sue", "eve")
        self.rates = self.rate_sum(self.state.config)

    @rule(amount=st.integers(1, 100), balance=st.integers(0, 3_000), hours=st.integers(0, 100))
    def bank(self, amount, balance, hours) -> None:
        self.pit.now += timedelta(hours=hours)
        self.do(RecordDeposit(amount=amount * DOLLAR), "acc")
        self.do(Reconcile(balance=balance * DOLLAR), "acc")
        self.do(Reconcile(), "acc")
        self.do(Reconcile(balance=10_000 * DOLLAR), "acc")

    @rule()
    def crash(self) -> None:
        """Go on from the events and documents alone, after a trip through JSON."""
        again = self.pit.replayed()
        assert again == self.state
        self.pit.link = Link(again)

    @rule()
    def restart(self) -> None:
        """Go on from a checkpoint."""
        self.pit.link = Link(through_a_checkpoint(self.state))

    # --- invariants ---------------------------------------------------------------------------------------------------

    @invariant()
    def a_checkpoint_is_the_state(self) -> None:
        assert through_a_checkpoint(self.state) == self.state

    @invariant()
    def accounts_sum_to_zero(self) -> None:
        assert sum(self.state.books.values()) == 0
        assert all(self.state.books.values())

    @invariant()
    def prize_money_is_conserved(self) -> None:
        funds = [self.state.funds(level) for level in self.levels]
        held = sum(f.meter + f.reserve + f.overflow for f in funds)
        advanced = -sum(f.advance for f in funds)
        assert self.awards + held == self.seeds + self.contributions + self.adjustments + advanced

    @invariant()
    def the_books_are_proved(self) -> None:
        found = proof(self.state)
        assert found.holds
        assert (found.awards, found.seeds) == (self.awards, self.seeds)
        assert (found.contributions, found.adjustments) == (self.contributions, self.adjustments)

    @invariant()
    def no_fund_is_overdrawn(self) -> None:
        for level in self.levels:
            funds = self.state.funds(level)
            assert min(funds.meter, funds.reserve, funds.overflow) >= 0
            assert funds.advance <= 0

    @invariant()
    def the_tray_paid_what_it_paid(self) -> None:
        trays = sum(self.state.balance(f"tray:{table}") for table in self.tables)
        assert trays == -self.tray

    @invariant()
    def displays_are_whole_cents_of_the_account(self) -> None:
        for level in display(self.state, self.tables[0]).levels:
            meter = self.state.balance(f"meter:{level.name}")
            assert 0 <= meter - level.amount < CENT
            assert level.amount % CENT == 0

    @invariant()
    def figures_are_those_of_the_model(self) -> None:
        tables = self.figures.tables.values()
        assert sum(table.coin_in for table in tables) == self.coin_in
        assert sum(table.accrued for table in tables) == self.contributions
        assert sum(table.won_from_tray + table.envy - table.backed_out_to_tray for table in tables) == self.tray
        for name, level in self.figures.levels.items():
            assert level.beginning + level.up - level.down == level.ending == self.state.funds(name).meter

    @invariant()
    def no_win_of_a_game_in_progress_is_forgotten(self) -> None:
        assert all(win in self.state.wins for table in self.state.tables.values() for win in table.wins)

    def teardown(self) -> None:
        assert self.pit.replayed() == self.state
        for name, level in self.figures.levels.items():
            reading = meter_reading(self.pit.events, name)
            assert (level.beginning, level.changes, level.ending) == (
                reading.beginning,
                len(reading.changes),
                reading.ending,
            )


class BothConsoles(Play):
    config = staticmethod(both_consoles)


class AllOffTheMeter(Play):
    config = staticmethod(all_off_the_meter)
    hands = BEATS


MACHINES = [Play, BothConsoles, AllOffTheMeter]
QUIET = {"suppress_health_check": list(HealthCheck)}


@pytest.mark.parametrize("machine", MACHINES)
def test_random_play_on_a_link_with_a_short_memory(pit, monkeypatch, machine):
    monkeypatch.setattr(wins, "WINS_REMEMBERED", 2)
    factory = partial(machine, pit)
    run_state_machine_as_test(factory, settings=settings(max_examples=10, stateful_step_count=40, **QUIET))


@pytest.mark.soak
@pytest.mark.parametrize("machine", MACHINES)
def test_long_random_play(pit, machine):
    factory = partial(machine, pit)
    run_state_machine_as_test(factory, settings=settings(max_examples=60, stateful_step_count=60, **QUIET))
