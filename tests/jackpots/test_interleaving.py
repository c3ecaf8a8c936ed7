"""Tables play at the same time. Whatever the interleaving of their presses, the outcome is that of some serial order.

The acts of a table are: its game starts, an award is approved (from the first button to the meter change), its game
ends or is void; and levels may be adjusted by hand in between. Presses of several tables are mixed at random; the same
acts are then done one after another, each without interruption, in the order in which they were recorded. Books and
wins must be the same, to the micro-dollar.
"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.jackpots import Chance, Console, LevelConfig, Link, LinkTable, Source, link_config, next_press
from cardroom.jackpots.commands import Adjust, CoinIn, PressJackpot, Qualify, Reason, StartGame, SwipeCard, VoidGame
from cardroom.jackpots.events import Adjusted, AwardRecorded, GameEnded, GameStarted, GameVoided, HandQualified
from cardroom.money import DOLLAR

NOW = datetime(2026, 1, 1, tzinfo=UTC)
WHO = {"at": NOW, "by": "dan"}
STUD = ("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind")
HANDS = {"stud": (*STUD[:2], "flush"), "edge": ("7-card straight", "6-card straight"), "river": STUD[:4]}


def config(family: str, consoles):
    if family == "river":
        return three_levels()
    game, paytable = {"stud": ("mississippi-stud", "MS Stud-01"), "edge": ("straight-edge-1", "Two Way Bad Beat 1")}[
        family
    ]
    tables = [LinkTable(id=f"t{n}", game=game, console=console) for n, console in enumerate(consoles)]
    level = LevelConfig(name="Progressive", seed=30 * DOLLAR, contribution=1_357, reserve=113)
    pays = Source.METER if family == "edge" else Source.TRAY
    return link_config("link", paytable, levels=[level], tables=tables, fixed_pays=pays)


def three_levels():
    chances = {hand: Chance(1, 1_000) for hand in STUD}
    games = ("mississippi-stud", "mississippi-stud", "caribbean-stud")
    return link_config(
        "link",
        "ML03",
        levels=[
            LevelConfig(name="Mega", seed=100 * DOLLAR, contribution=1_234, reserve=201),
            LevelConfig(name="Major", seed=10 * DOLLAR, contribution=657, reserve=53, maximum=12 * DOLLAR),
            LevelConfig(name="Minor", seed=0, contribution=439),
        ],
        tables=[LinkTable(id=f"t{n}", game=game, chances=chances) for n, game in enumerate(games)],
    )


def start(link: Link, table: str, round_id: str, seats) -> None:
    keypad = link.state.config.table(table).console is Console.KEYPAD
    wagers = dict.fromkeys(seats, DOLLAR)
    link.do((CoinIn if keypad else StartGame)(**WHO, table=table, round_id=round_id, wagers=wagers))


def qualify(link: Link, table: str, seat: int, line: str) -> None:
    round_id, paytable = link.state.tables[table].round_id, link.state.config.paytable.id
    link.do(Qualify(**WHO, table=table, round_id=round_id, seat=seat, paytable=paytable, line=line))


class Program:
    """One table's games, step by step: start, qualify each hit, press what is next until the game is over or void."""

    def __init__(self, link: Link, table: str, games) -> None:
        self.link, self.table, self.games = link, table, list(games)
        self.hits: list[tuple[int, str]] = []
        self.number = 0
        self.until_void = 0  # steps of this game before it is declared void; 0: it is not

    def step(self) -> bool:
        """Do one thing; False when all is done or another table's key is waited for."""
        table = self.link.state.tables[self.table]
        if table.round_id:
            if self.until_void == 1 and not table.console.locked:
                self.hits = []
                self.link.do(VoidGame(**WHO, table=self.table, round_id=table.round_id, reason="misdeal"))
                return True
            self.until_void -= self.until_void > 1
            if self.hits:
                qualify(self.link, self.table, *self.hits.pop(0))
                return True
            press = next_press(self.link.state, self.table, **WHO)
            try:
                self.link.do(press)
            except CardroomError as error:
                refusal = error.code
            else:
                return True
            assert refusal == "award-locked"
            return False
        if not self.games:
            return False
        seats, hits, self.until_void = self.games.pop(0)
        self.number += 1
        start(self.link, self.table, f"r{self.number}", seats)
        self.hits = sorted(((seat, line) for seat, line in hits.items() if seat in seats), reverse=True)
        return True

    @property
    def is_done(self) -> bool:
        return not self.games and not self.link.state.tables[self.table].round_id


def serially(link: Link, events) -> Link:
    """The recorded acts one after another, each from its first press to its last."""
    again = Link.open(link.state.config, at=NOW, by="ann")
    for event in events:
        match event:
            case GameStarted():
                start(again, event.table, event.round_id, event.seats)
            case HandQualified():
                qualify(again, event.table, event.seat, event.line)
            case AwardRecorded() if event.source is not Source.TRAY:
                recorded = len(again.state.wins)
                while len(again.state.wins) == recorded or again.state.tables[event.table].console.locked:
                    again.do(next_press(again.state, event.table, **WHO))
            case GameEnded():
                again.do(next_press(again.state, event.table, **WHO))
            case GameVoided():
                again.do(VoidGame(**WHO, table=event.table, round_id=event.round_id, reason=event.reason))
            case Adjusted():
                again.do(adjustment(event.level, event.change))
            case _:
                pass
    return again


def adjustment(level: str, change: int) -> Adjust:
    return Adjust(**WHO, approved_by="eve", why="test", level=level, change=change, reason=Reason.MALFUNCTION)


@st.composite
def floors(draw):
    """No voids off a dry meter: whether a wager had gone to it or to an advance hangs on when the key was turned."""
    family = draw(st.sampled_from([*HANDS]))
    consoles = draw(st.lists(st.sampled_from(Console), min_size=3, max_size=3))
    game = st.tuples(
        st.sets(st.integers(1, 6), min_size=1),
        st.dictionaries(st.integers(1, 6), st.sampled_from(HANDS[family]), max_size=2),
        st.sampled_from([0] if family == "edge" else [0, 0, 0, 2, 4, 6]),  # steps until it is void
    )
    programs = draw(st.lists(st.lists(game, min_size=1, max_size=2), min_size=3, max_size=3))
    return config(family, consoles), programs, draw(st.randoms(use_true_random=False))


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(floors())
def test_any_interleaving_equals_a_serial_order(floor):
    link_configuration, games, chance = floor
    link = Link.open(link_configuration, at=NOW, by="ann")
    programs = [Program(link, table.id, its) for table, its in zip(link_configuration.tables, games, strict=True)]
    while not all(program.is_done for program in programs):
        order = chance.sample(programs, len(programs))
        assert any(program.step() for program in order), "some table can always go on"
        by_hand = adjustment(chance.choice(link_configuration.levels).name, chance.choice((-77, 5 * DOLLAR)))
        if chance.random() < 0.1 and link.can(by_hand):
            link.do(by_hand)
    serial = serially(link, link.events)
    assert serial.state.books == link.state.books
    assert [(win.table, win.seat, win.amount) for win in serial.state.wins.values()] == [
        (win.table, win.seat, win.amount) for win in link.state.wins.values()
    ]


def test_three_tables_hit_at_once_and_every_outcome_is_that_of_one_order():
    """All orders of three full awards, worked by hand: whoever is first gets the meter, the others the reseeds."""
    outcomes = set()
    for order in permutations(range(3)):
        link = Link.open(config("stud", [Console.KEYPAD, Console.TOUCH, Console.KEYPAD]), at=NOW, by="ann")
        for table in range(3):
            start(link, f"t{table}", "r1", [1])
            qualify(link, f"t{table}", 1, "royal flush")
        for table in order:
            while not link.state.tables[f"t{table}"].wins or link.state.tables[f"t{table}"].console.locked:
                link.do(next_press(link.state, f"t{table}", **WHO))
        outcomes.add(tuple(link.state.books.balance(f"player:t{table}:1") for table in range(3)))
    # $30 + 3 x 13.57 cents, cut to 30.40; then $30, 0.71 cents left and 3 x 1.13 cents of reserve: 30.04; then 30.00.
    cents = [30_40, 30_04, 30_00]
    assert outcomes == {tuple((pay - 100) * 10_000 for pay in order) for order in permutations(cents)}


@settings(max_examples=60, deadline=None)
@given(st.permutations([(table, game) for table in range(3) for game in range(3)]))
def test_wagers_alone_commute(order):
    """Without awards the order of the tables does not matter at all."""
    link = Link.open(config("stud", [Console.TOUCH] * 3), at=NOW, by="ann")
    for number, (table, game) in enumerate(order):
        start(link, f"t{table}", f"r{number}", range(1, game + 3))
        link.do(next_press(link.state, f"t{table}", **WHO))
    wagers = 3 * (2 + 3 + 4)
    assert link.state.funds("Progressive").meter == 30 * DOLLAR + wagers * 135_700
    assert link.state.funds("Progressive").reserve == wagers * 11_300


def test_presses_that_record_are_the_only_ones_that_wait_for_another_table():
    link = Link.open(config("stud", [Console.KEYPAD, Console.TOUCH]), at=NOW, by="ann")
    for table in ("t0", "t1"):
        start(link, table, "r1", [1])
        qualify(link, table, 1, "royal flush")
    while not link.state.tables["t0"].console.locked:
        link.do(next_press(link.state, "t0", **WHO))
    while link.can(press := next_press(link.state, "t1", **WHO)):
        link.do(press)
    assert type(press).__name__ == "Confirm"
    assert not isinstance(press, PressJackpot | SwipeCard)
