"""Whatever people do, sensible or not: no money is made or lost, refusals change nothing, the log tells it all."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.jackpots.commands import Key, Reason
from cardroom.money import CENT, DOLLAR
from cardroom.table.commands import CloseBets
from cardroom.table.state import Phase

TABLES = ("edge-1", "delta-1", "caribbean-1")
PLAYERS = ("ann", "bob", "cid")


class Chaos:
    """Draws the next command: mostly one that could be meant, now and then any nonsense."""

    def __init__(self, room, seed: int) -> None:
        self.room, self.random = room, random.Random(seed)
        for person in PLAYERS:
            room.enrol(person, "guest")

    def next(self) -> tuple[str, c.AnyCommand]:
        table = self.random.choice(TABLES)
        return self.random.choice((self.player, self.player, self.player, self.dealer, self.staff))(table)

    def seat(self) -> int:
        return self.random.randint(1, 7)

    def player(self, table: str) -> tuple[str, c.AnyCommand]:
        person, live = self.random.choice(PLAYERS), self.room.house.tables[table]
        seat = next((number for number, sitter in live.seats.items() if sitter.person == person), None)
        if seat is None:
            money = self.random.choice([c.IssuePlayMoney(), c.SitDown(table, self.seat(), 200 * DOLLAR)])
            return person, money
        settings = live.plan.settings
        wagers = [name for name in settings.offered if self.random.random() < 0.5]
        stakes = {"ante": 5 * DOLLAR} | {name: settings.jackpot_wagers.get(name, DOLLAR) for name in wagers}
        options = live.round.options(seat) if live.is_playing else ()
        if options:
            return person, c.Decide(table, self.random.choice(options).multiple)
        return person, self.random.choice([
            c.PlaceBets(table, stakes), c.PlaceBets(table, stakes), c.PlaceBets(table, {}),
            c.PlaceBets(table, {"ante": 7 * DOLLAR, "nonsense": 1}), c.Decide(table, 2), c.StandUp(table),
            c.TopUp(table, 10 * DOLLAR), c.SetOwnLimits(loss=400 * DOLLAR, minutes=self.random.choice([None, 100])),
        ])  # fmt: skip

    def dealer(self, table: str) -> tuple[str, c.AnyCommand]:
        live = self.room.house.tables[table]
        act = live.round.next_act() if live.is_playing else None
        if act is not None or (live.is_playing and live.round.state.phase is Phase.BETTING):
            return "dealer", c.Perform(table, act or CloseBets())
        return "house", c.BeginRound(table)

    def staff(self, table: str) -> tuple[str, c.AnyCommand]:
        link = self.random.choice(("delta", "bad-beat", "nowhere"))
        request = next(iter(self.room.house.requests), "request-1")
        why = self.random.choice(("dropped", " "))
        return self.random.choice([
            ("supervisor", c.DeclareMisdeal(table, why)),
            ("supervisor", c.FoulHand(table, self.random.choice((1, 2, 3, "dealer", "community")), why)),
            ("supervisor", c.CorrectMispay(table, self.seat(), "ante", 3 * DOLLAR, why)),
            ("supervisor", c.Fill(table, 100 * DOLLAR)),
            ("supervisor", c.Credit(table, 100 * DOLLAR)),
            ("supervisor", c.StandUp(table, self.seat())),
            ("supervisor", c.CloseTable(table)),
            ("supervisor", c.OpenTable(table, 1_000 * DOLLAR)),
            ("supervisor", c.Press(table, link, c.Button.CONFIRM)),
            ("supervisor", c.SwipeSupervisorCard(table, link)),
            ("supervisor", c.TurnKey(table, link, Key.JPH)),
            ("supervisor", c.PressJackpot(table, link, self.seat())),
            ("dealer", c.RefuseLateBet(table, self.seat(), "ante", DOLLAR)),
            ("accounting", c.CollectDrop(table)),
            ("accounting", c.ReconcileBank(link, self.random.choice((0, 10_000 * DOLLAR)))),
            ("accounting", c.RecordDeposit(link, 5 * CENT)),
            ("accounting", c.AskAdjustment(link, "Progressive", -CENT, Reason.MALFUNCTION, "test")),
            ("technician", c.AskRates(link, "Bad Beat", 1_000, 100, "test")),
            ("executive", c.Approve(request)),
            ("executive", c.Decline(request)),
        ])  # fmt: skip


def check(room) -> None:
    house = room.house
    assert sum(house.books.values()) == 0
    for account, amount in house.books.items():
        kind, _, rest = account.partition(":")
        assert amount >= 0 or kind not in ("wallet", "stack", "layout", "tray", "drop"), account
        if kind == "layout":
            table = house.tables[rest.split(":")[0]]
            assert amount == 0 or table.is_playing, account
    for name, link in house.links.items():
        for level in link.state.config.levels:
            assert link.state.funds(level.name).meter == house.balance(f"link:{name}:meter:{level.name}")


def go_wild(make, floor, seed: int, steps: int) -> None:
    room = make(floor(TABLES, service="$0" if seed % 2 else "$100,000", more='inventory = "$900"'))
    chaos = Chaos(room, seed)
    for step in range(steps):
        person, command = chaos.next()
        before = room.state() if step % 10 == 0 else None
        try:
            room.do(person, command)
        except CardroomError:
            assert before is None or room.state() == before, command
        check(room)
    assert room.replayed().state() == room.state()
    found = room.audit()
    assert found.findings == []
    assert {k: v for k, v in found.books.items() if v} == {k: v for k, v in room.house.books.items() if v}


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None)
@given(seed=st.integers(0, 10**9))
def test_random_play(make, floor, seed):
    go_wild(make, floor, seed, 150)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None)
@given(seed=st.integers(0, 10**9))
def test_random_play_for_long(make, floor, seed):
    go_wild(make, floor, seed, 600)
