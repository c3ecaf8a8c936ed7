"""A pit to run links in: one line an act, with a clock that ticks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.jackpots import (
    AwardOrder,
    Chance,
    Console,
    LevelConfig,
    Link,
    LinkConfig,
    LinkTable,
    Who,
    link_config,
    next_press,
)
from cardroom.jackpots.commands import (
    Adjust,
    BackOut,
    ChangeLink,
    ChangeRates,
    CoinIn,
    EndGame,
    EnvyFate,
    GameOver,
    StartGame,
)
from cardroom.jackpots.engine.link_state import LinkState, replay
from cardroom.jackpots.events import AnyEvent
from cardroom.jackpots.reports.play_reports import envy_list, win_page
from cardroom.money import CENT, DOLLAR

# Five-card poker, counted elsewhere a hundred times: ways of 2,598,960.
FIVE_CARD_WAYS = {
    "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3_744,
    "flush": 5_108, "straight": 10_200, "three_of_a_kind": 54_912,
}  # fmt: skip
FIVE_CARD_CHANCES = {hand: Chance(ways, 2_598_960) for hand, ways in FIVE_CARD_WAYS.items()}


class Pit:
    """Drives a link and keeps what it answers, as a house does: its events and the configurations that they name.

    Amounts in dollars and cents come out as cents, so that oracles are plain integers.
    """

    tick = timedelta(seconds=1)

    def __init__(self, config) -> None:
        self.now = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
        self.link, self.events = Link.open(config, Who(self.now, "ann"))
        self.configs = dict(self.link.configs)
        self.acts: list = []  # all that was done: the link's method, what it was given, and who did it
        self.refusal: CardroomError | None = None
        self.rounds = 0

    @property
    def config(self):
        return self.state.config

    @property
    def state(self):
        return self.link.state

    def who(self, by: str = "dan", approved_by: str = "") -> Who:
        self.now += self.tick
        return Who(self.now, by, approved_by)

    # --- doing --------------------------------------------------------------------------------------------------------

    def act(self, method: str, *given, by: str = "dan", approved_by: str = ""):
        """Everything that is done to the link is done here."""
        who = self.who(by, approved_by)
        events = getattr(self.link, method)(*given, who)
        self.acts.append((method, given, who))
        self.events += events
        self.configs |= self.link.configs
        return events

    def attempt(self, method: str, *given, by: str = "dan", approved_by: str = ""):
        """What happened; or None, where it was refused with a sentence and nothing has changed."""
        before = self.state.copy()
        try:
            return self.act(method, *given, by=by, approved_by=approved_by)
        except CardroomError as error:
            self.refusal = error
        assert self.refusal.message.endswith(".")
        assert self.state == before
        return None

    def do(self, command, by: str = "dan", approved_by: str = ""):
        return self.act("do", command, by=by, approved_by=approved_by)

    def press(self, kind, table: str, by: str = "dan", **fields):
        return self.do(kind(table=table, **fields), by)

    def press_next(self, table: str, by: str = "sue"):
        """The press that comes next, or None where nobody has to press anything."""
        press = next_press(self.state, table)
        return None if press is None else self.do(press, by)

    def is_keypad(self, table: str) -> bool:
        return self.config.table(table).console is Console.KEYPAD

    def starting(self, table: str, seats, amount: int | None = None):
        self.rounds += 1
        command = CoinIn if self.is_keypad(table) else StartGame
        wagers = dict.fromkeys(seats, self.config.wager if amount is None else amount)
        return command(table=table, round_id=f"r{self.rounds}", wagers=wagers)

    def start(self, table: str, seats, amount: int | None = None):
        return self.do(self.starting(table, seats, amount))

    def qualifying(self, table: str, seat: int, line: str):
        return table, self.state.tables[table].round_id, seat, self.config.paytable.id, line

    def qualify(self, table: str, seat: int, line: str):
        return self.act("qualify", *self.qualifying(table, seat, line))

    def finish_settling(self, table: str):
        return self.act("finish_settling", table, self.state.tables[table].round_id)

    def refund(self, table: str, seat: int, reason: str = "fouled"):
        return self.act("refund", table, self.state.tables[table].round_id, seat, reason)

    def void(self, table: str, reason: str = "misdeal"):
        return self.act("void", table, self.state.tables[table].round_id, reason, by="sue")

    def lock(self, table: str) -> None:
        """Press on at a keypad until J-POT has locked an amount."""
        while not self.state.tables[table].console.locked:
            self.press_next(table)

    def approve(self, table: str):
        """Record every award that waits at a table, press by press; what was recorded, in order."""
        events = []
        while self.state.tables[table].waiting or self.state.tables[table].console.locked:
            events += self.press_next(table)
        return [event for event in events if type(event).__name__ == "AwardRecorded"]

    def end(self, table: str):
        return self.press(GameOver if self.is_keypad(table) else EndGame, table)

    def game(self, table: str, seats, **hits):
        """A whole game; hits as seat_5="royal_flush". Returns the recorded awards."""
        self.start(table, seats)
        for name, line in hits.items():
            self.qualify(table, int(name.removeprefix("seat_")), line)
        if self.config.award_order is AwardOrder.CLOCKWISE:
            self.finish_settling(table)
        recorded = self.approve(table)
        self.end(table)
        return recorded

    def adjust(self, level: str, change: int, reason, **fields):
        return self.do(Adjust(level=level, change=change, reason=reason, why="for the test", **fields), "sue", "eve")

    def back_out(self, win: str):
        return self.do(BackOut(why="wrong hand", win=win, envy_fate=EnvyFate.LEFT), "sue", "eve")

    def change(self, **fields):
        config = msgspec.structs.replace(self.config, **fields)
        return self.do(ChangeLink(why="new rates", config=config), "sue", "eve")

    def change_rates(self, level: str, contribution: int, reserve: int, why: str = "new rates", approved_by="eve"):
        command = ChangeRates(level=level, contribution=contribution, reserve=reserve, why=why)
        return self.do(command, "sue", approved_by)

    # --- reading ------------------------------------------------------------------------------------------------------

    def cents(self, level: str | None = None) -> int:
        """What a level displays, in cents."""
        amount = self.state.displayed(level or self.config.levels[0].name)
        assert amount % CENT == 0
        return amount // CENT

    def balance(self, account: str) -> int:
        return self.state.balance(account)

    def paid_to(self, table: str, seat: int) -> int:
        """What a seat has received less its wagers, in cents."""
        return self.balance(f"player:{table}:{seat}") // CENT

    def win_page(self, win: str):
        found = self.state.wins[win]
        return win_page(found, self.configs[found.config], envy_list(self.events))

    def replayed(self) -> LinkState:
        """The same link after a crash: from its events and documents, through JSON."""
        events = msgspec.json.decode(msgspec.json.encode(self.events), type=list[AnyEvent])
        configs = msgspec.json.decode(msgspec.json.encode(self.configs), type=dict[str, LinkConfig])
        return replay(events, configs)


def one_level(seed: int = 5_000, contribution: int = 2_000, reserve: int = 200, **fields) -> list[LevelConfig]:
    return [LevelConfig(name="Progressive", seed=seed * DOLLAR, contribution=contribution, reserve=reserve, **fields)]


def mississippi(*ids: str, console: Console = Console.TOUCH, **fields) -> list[LinkTable]:
    return [LinkTable(id=name, game="mississippi-stud", console=console, **fields) for name in ids or ("ms-1",)]


def mega_link(**fields):
    """Three tables of two games with Mega, Major and Minor."""
    levels = [
        LevelConfig(name="Mega", seed=10_000 * DOLLAR, contribution=1_200, reserve=200),
        LevelConfig(name="Major", seed=1_000 * DOLLAR, contribution=600, reserve=50),
        LevelConfig(name="Minor", seed=250 * DOLLAR, contribution=400),
    ]
    tables = [
        LinkTable(id="ms-1", game="mississippi-stud", chances=FIVE_CARD_CHANCES),
        LinkTable(id="ms-2", game="mississippi-stud", chances=FIVE_CARD_CHANCES),
        LinkTable(id="cs-1", game="caribbean-stud", chances=FIVE_CARD_CHANCES),
    ]
    return link_config("river", "ML03", **({"levels": levels, "tables": tables} | fields))


def bad_beat(
    console: Console = Console.TOUCH, paytable: str = "Two Way Bad Beat 1", ids: tuple[str, ...] = ("se-1",), **fields
):
    levels = fields.pop("levels", None) or one_level(1_000, 2_000, 200)
    tables = [LinkTable(id=name, game="straight-edge-1", console=console) for name in ids]
    return link_config("edge", paytable, levels=levels, tables=tables, **fields)


def house_jackpot(prize: int = 2_500, paytable: str = "PT-BJS-HCF-SF-E01", **fields):
    from cardroom.jackpots import JackpotKind

    return link_config(
        "straight",
        paytable,
        kind=JackpotKind.HOUSE,
        levels=[LevelConfig(name="House", seed=prize * DOLLAR)],
        tables=[LinkTable(id="kis-1", game="keep-it-straight")],
        **fields,
    )


class Makers:
    """What tests build links from; modules of tests cannot import one another."""

    one_level = staticmethod(one_level)
    mississippi = staticmethod(mississippi)
    mega_link = staticmethod(mega_link)
    bad_beat = staticmethod(bad_beat)
    house_jackpot = staticmethod(house_jackpot)
    five_card_chances = FIVE_CARD_CHANCES

    @staticmethod
    def stud(paytable: str = "MS Stud-01", **fields):
        defaults = {"levels": one_level(), "tables": mississippi()}
        return link_config("stud", paytable, **(defaults | fields))


@pytest.fixture(scope="session")
def make() -> Makers:
    return Makers()


@pytest.fixture(scope="session")
def pit():
    return Pit
