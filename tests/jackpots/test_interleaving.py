"""Tables play at the same time. Whatever the interleaving of their presses, the outcome is that of some serial order.

The acts of a table are: its game starts, an award is approved (from the first button to the meter change), a hand is
fouled, its game ends or is void; and staff adjust levels, back wins out and see to the bank in between. Presses of
several tables are mixed at random. The same acts are then done one after another, each without interruption, in the
order in which they were recorded: on a keypad the award is paid at J-POT, and what came in until RUN comes after it.
The whole state must be the same, to the micro-dollar.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.games.paytable import Line, PayTable
from cardroom.jackpots import (
    AwardOrder,
    Chance,
    Console,
    LevelConfig,
    LinkState,
    LinkTable,
    Source,
    link_config,
    next_press,
)
from cardroom.jackpots.commands import (
    Adjust,
    BackOut,
    Confirm,
    EnvyFate,
    Fund,
    PressHand,
    PressJackpot,
    PressSeat,
    Reason,
    Reconcile,
    RecordDeposit,
    SwipeCard,
    TurnKey,
)
from cardroom.money import CENT, DOLLAR, parse_pay

STUD = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
BEATS = ("7-card_straight", "6-card_straight", "5-card_straight")
OWN_PAYS = {"royal_flush": "100% Mega", "straight_flush": "10% Mega", "four_of_a_kind": "100% Minor"}
OWN = PayTable(id="Own", is_printed=False, lines=tuple(Line(hand, (parse_pay(pay),)) for hand, pay in OWN_PAYS.items()))
# Game, pay table, levels, where fixed pays come from, and the hands that hit.
FAMILIES = {
    "stud": ("mississippi-stud", "MS Stud-01", ("Progressive",), Source.TRAY, (*STUD[:2], "flush")),
    "edge": ("straight-edge-1", "Two Way Bad Beat 1", ("Progressive",), Source.METER, BEATS),
    "own": ("mississippi-stud", OWN, ("Mega", "Minor"), Source.TRAY, STUD[:3]),
    "river": ("mississippi-stud", "ML03", ("Mega", "Major", "Minor"), Source.TRAY, STUD[:4]),
}
BUTTONS = (PressSeat, PressHand, Confirm, TurnKey)


def config(consoles, family: str = "stud", levels=None, order: AwardOrder = AwardOrder.SETTLING):
    game, paytable, names, pays, _ = FAMILIES[family]
    levels = levels or [LevelConfig(name=name, seed=30 * DOLLAR, contribution=1_357, reserve=113) for name in names]
    tables = [LinkTable(id=f"t{n}", game=game, console=console) for n, console in enumerate(consoles)]
    if family == "river":  # a link of several games
        chances = {hand: Chance(1, 1_000) for hand in STUD}
        games = ("mississippi-stud", "mississippi-stud", "caribbean-stud")
        tables = [LinkTable(id=f"t{n}", game=game, chances=chances) for n, game in enumerate(games)]
    return link_config("link", paytable, levels=levels, tables=tables, fixed_pays=pays, award_order=order)


class Floor:
    """A pit in use, where all that is refused is what another table's locked award, or a closed link, is in the way of.

    Its clock goes on by some hours with everything that is tried.
    """

    def __init__(self, pit, link_configuration, chance) -> None:
        self.pit = pit(link_configuration)
        self.pit.tick = timedelta(hours=5)
        self.chance = chance

    def attempt(self, method: str, *given, approved_by: str = "") -> bool:
        if self.pit.attempt(method, *given, approved_by=approved_by) is not None:
            return True
        assert self.pit.refusal.code in ("award-locked", "link-closed")
        return False

    def by_hand(self) -> None:
        """What staff may do at any time, if it is allowed now."""
        state = self.pit.state
        level = self.chance.choice(state.config.levels).name
        change = self.chance.choice((-77, -DOLLAR, 5 * DOLLAR))
        fund, win = self.chance.choice(tuple(Fund)), self.chance.choice(("", *state.wins))
        command = self.chance.choice((
            Adjust(why="test", level=level, change=change, reason=Reason.MALFUNCTION, fund=fund),
            Adjust(why="test", level=level, change=5 * CENT, reason=Reason.OVERFLOW_RETURNED),
            Adjust(why="test", level=level, change=-DOLLAR, reason=Reason.SEED_RECOVERY),
            BackOut(why="test", win=win, envy_fate=EnvyFate.LEFT),
            RecordDeposit(amount=self.chance.choice((CENT, 100 * DOLLAR))),
            Reconcile(balance=self.chance.choice((None, 0))),
        ))  # fmt: skip
        self.pit.attempt("do", command, approved_by="eve")


class Program:
    """One table's games, step by step: start, qualify hits, press what is next until the game is over or void."""

    def __init__(self, floor: Floor, table: str, games) -> None:
        self.floor, self.table, self.games = floor, table, list(games)
        self.hits: list[tuple[int, str]] = []
        self.until_void = self.until_foul = 0  # steps of this game before that happens; 0: it does not

    @property
    def state(self):
        return self.floor.pit.state.tables[self.table]

    def step(self) -> bool:
        """Do one thing; False when all is done or another table's key is waited for."""
        if not self.state.round_id:
            return bool(self.games) and self.begin()
        where = self.table, self.state.round_id
        if self.until_void == 1 and not self.state.console.locked:
            return self.floor.attempt("void", *where, "misdeal")
        if self.until_foul == 1 and not self.state.console.locked and self.state.wagers:
            self.until_foul = 0
            seat = max(self.state.seats)
            self.hits = [hit for hit in self.hits if hit[0] != seat]
            return self.floor.attempt("refund", *where, seat, "fouled")
        self.until_void -= self.until_void > 1
        self.until_foul -= self.until_foul > 1
        if self.hits and (not self.state.waiting or self.floor.chance.random() < 0.5):
            return self.qualify()
        press = next_press(self.floor.pit.state, self.table)
        if press is not None:
            return self.floor.attempt("do", press)
        if self.hits:
            return self.qualify()
        return self.floor.attempt("finish_settling", *where)

    def qualify(self) -> bool:
        return self.floor.attempt("qualify", *self.floor.pit.qualifying(self.table, *self.hits.pop(0)))

    def begin(self) -> bool:
        seats, hits, self.until_void, self.until_foul = self.games[0]
        if not self.floor.attempt("do", self.floor.pit.starting(self.table, seats)):
            return self.floor.attempt("do", Reconcile(balance=1_000_000 * DOLLAR))
        self.games.pop(0)
        self.hits = sorted(((seat, line) for seat, line in hits.items() if seat in seats), reverse=True)
        return True

    @property
    def is_done(self) -> bool:
        return not self.games and not self.state.round_id


def serially(pit, floor) -> LinkState:
    """The same acts one after another, each from its first press to its last, in the order they were recorded."""
    link = pit(floor.config).link
    for method, given_, who in floor.acts:
        command = given_[0] if method == "do" else None
        if isinstance(command, PressJackpot | SwipeCard):
            recorded = link.state.wins_recorded
            while link.state.wins_recorded == recorded or link.state.tables[command.table].console.locked:
                link.do(next_press(link.state, command.table), who)
        elif not isinstance(command, BUTTONS):
            getattr(link, method)(*given_, who)
    return link.state


def but_for_the_time_of_run(state: LinkState) -> LinkState:
    """When the key went back, and what the display said at that moment, is all that an interleaving may change."""
    alike = state.copy()
    alike.wins = {name: msgspec.structs.replace(win, paid_at=win.at, meter_after=0) for name, win in state.wins.items()}
    return alike


levels_of = st.fixed_dictionaries({
    "seed": st.sampled_from([0, 10, 30, 1_000]).map(lambda dollars: dollars * DOLLAR),
    "contribution": st.sampled_from([0, 439, 1_357, 3_001]),
    "reserve": st.sampled_from([0, 113, 300]),
    "room": st.sampled_from([None, 0, 23, 150]),  # cents from the seed to the posted maximum
})  # fmt: skip


def level(name: str, room: int | None, seed: int, **rates) -> LevelConfig:
    maximum = None if room is None or not seed + room else seed + room * CENT
    return LevelConfig(name=name, seed=seed, maximum=maximum, **rates)


@st.composite
def floors(draw):
    family = draw(st.sampled_from([*FAMILIES]))
    _, _, names, _, hands = FAMILIES[family]
    consoles = draw(st.lists(st.sampled_from([Console.KEYPAD, Console.KEYPAD, Console.TOUCH]), min_size=3, max_size=3))
    levels = [level(name, **draw(levels_of)) for name in names]
    steps = st.sampled_from([0, 0, 0, 2, 4, 6, 9])
    game = st.tuples(
        st.sets(st.integers(1, 6), min_size=1),
        st.dictionaries(st.integers(1, 6), st.sampled_from(hands), max_size=3),
        steps,  # until it is void
        steps,  # until a hand is fouled
    )
    programs = draw(st.lists(st.lists(game, min_size=1, max_size=3), min_size=3, max_size=3))
    order = draw(st.sampled_from(AwardOrder))
    return config(consoles, family, levels, order), programs, draw(st.randoms(use_true_random=True))


@pytest.mark.slow
@settings(max_examples=300)
@given(case=floors())
def test_any_interleaving_equals_a_serial_order(pit, case):
    link_configuration, games, chance = case
    floor = Floor(pit, link_configuration, chance)
    programs = [Program(floor, table.id, its) for table, its in zip(link_configuration.tables, games, strict=True)]
    while not all(program.is_done for program in programs):
        order = chance.sample(programs, len(programs))
        if chance.random() < 0.9:  # the supervisor takes his time between J-POT and RUN
            order.sort(key=lambda program: bool(program.state.console.locked))
        assert any(program.step() for program in order), "some table can always go on"
        if chance.random() < 0.15:
            floor.by_hand()
    again = serially(pit, floor.pit)
    assert but_for_the_time_of_run(again) == but_for_the_time_of_run(floor.pit.state)


def test_three_tables_hit_at_once_and_every_outcome_is_that_of_one_order(pit):
    """All orders of three full awards, worked by hand: whoever is first gets the meter, the others the reseeds."""
    outcomes = set()
    for order in permutations(range(3)):
        floor = pit(config([Console.KEYPAD, Console.TOUCH, Console.KEYPAD]))
        for table in range(3):
            floor.start(f"t{table}", [1])
            floor.qualify(f"t{table}", 1, "royal_flush")
        for table in order:
            floor.approve(f"t{table}")
        outcomes.add(tuple(floor.balance(f"player:t{table}:1") for table in range(3)))
    # $30 + 3 x 13.57 cents, cut to 30.40; then $30, 0.71 cents left and 3 x 1.13 cents of reserve: 30.04; then 30.00.
    cents = [30_40, 30_04, 30_00]
    assert outcomes == {tuple((pay - 100) * 10_000 for pay in order) for order in permutations(cents)}


@settings(max_examples=60)
@given(order=st.permutations([(table, game) for table in range(3) for game in range(3)]))
def test_wagers_alone_commute(pit, order):
    """Without awards the order of the tables does not matter at all."""
    floor = pit(config([Console.TOUCH] * 3))
    for table, game in order:
        floor.start(f"t{table}", range(1, game + 3))
        floor.press_next(f"t{table}")
    wagers = 3 * (2 + 3 + 4)
    assert floor.state.funds("Progressive").meter == 30 * DOLLAR + wagers * 135_700
    assert floor.state.funds("Progressive").reserve == wagers * 11_300


def test_presses_that_record_are_the_only_ones_that_wait_for_another_table(pit):
    floor = pit(config([Console.KEYPAD, Console.TOUCH]))
    for table in ("t0", "t1"):
        floor.start(table, [1])
        floor.qualify(table, 1, "royal_flush")
    floor.lock("t0")
    while floor.attempt("do", press := next_press(floor.state, "t1")):
        pass
    assert type(press).__name__ == "Confirm"
    assert floor.refusal.code == "award-locked"
