"""A pit to run links in: one line an act, with a clock that ticks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from cardroom.jackpots import AwardOrder, Chance, Console, LevelConfig, Link, LinkTable, link_config, next_press
from cardroom.jackpots.commands import (
    Adjust,
    BackOut,
    ChangeLink,
    CoinIn,
    EndGame,
    FinishSettling,
    GameOver,
    Qualify,
    StartGame,
    VoidGame,
)
from cardroom.jackpots.events import AnyEvent
from cardroom.money import CENT, DOLLAR

# Five-card poker, counted elsewhere a hundred times: ways of 2,598,960.
FIVE_CARD_WAYS = {
    "royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3_744,
    "flush": 5_108, "straight": 10_200, "three of a kind": 54_912,
}  # fmt: skip
FIVE_CARD_CHANCES = {hand: Chance(ways, 2_598_960) for hand, ways in FIVE_CARD_WAYS.items()}


class Pit:
    """Drives a link. Amounts in dollars and cents come out as cents, so that oracles are plain integers."""

    def __init__(self, config) -> None:
        self.now = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
        self.link = Link.open(config, at=self.now, by="ann")
        self.rounds = 0

    @property
    def config(self):
        return self.link.state.config

    @property
    def state(self):
        return self.link.state

    def who(self, by: str = "dan") -> dict:
        self.now += timedelta(seconds=1)
        return {"at": self.now, "by": by}

    def is_keypad(self, table: str) -> bool:
        return self.config.table(table).console is Console.KEYPAD

    def start(self, table: str, seats, amount: int | None = None):
        self.rounds += 1
        command = CoinIn if self.is_keypad(table) else StartGame
        wagers = dict.fromkeys(seats, self.config.wager if amount is None else amount)
        return self.link.do(command(**self.who(), table=table, round_id=f"r{self.rounds}", wagers=wagers))

    def qualify(self, table: str, seat: int, line: str):
        round_id = self.state.tables[table].round_id
        paytable = self.config.paytable.id
        return self.link.do(
            Qualify(**self.who(), table=table, round_id=round_id, seat=seat, paytable=paytable, line=line)
        )

    def finish_settling(self, table: str):
        round_id = self.state.tables[table].round_id
        return self.link.do(FinishSettling(**self.who(), table=table, round_id=round_id))

    def lock(self, table: str) -> None:
        """Press on at a keypad until J-POT has locked an amount."""
        while not self.state.tables[table].console.locked:
            self.link.do(next_press(self.state, table, **self.who("sue")))

    def press(self, kind, table: str, by: str = "dan", **fields):
        return self.link.do(kind(**self.who(by), table=table, **fields))

    def approve(self, table: str):
        """Record every award that waits at a table, press by press; what was recorded, in order."""
        events = []
        while self.state.tables[table].waiting or self.state.tables[table].console.locked:
            events += self.link.do(next_press(self.state, table, **self.who("sue")))
        return [event for event in events if type(event).__name__ == "AwardRecorded"]

    def end(self, table: str):
        command = GameOver if self.is_keypad(table) else EndGame
        return self.link.do(command(**self.who(), table=table))

    def void(self, table: str, reason: str = "misdeal"):
        round_id = self.state.tables[table].round_id
        return self.link.do(VoidGame(**self.who("sue"), table=table, round_id=round_id, reason=reason))

    def game(self, table: str, seats, **hits):
        """A whole game; hits as seat_5="royal flush". Returns the recorded awards."""
        self.start(table, seats)
        for name, line in hits.items():
            self.qualify(table, int(name.removeprefix("seat_")), line)
        if self.config.award_order is AwardOrder.CLOCKWISE:
            self.finish_settling(table)
        recorded = self.approve(table)
        self.end(table)
        return recorded

    def adjust(self, level: str, change: int, reason, **fields):
        fields = {"why": "for the test", "approved_by": "eve"} | fields
        return self.link.do(Adjust(**self.who("sue"), level=level, change=change, reason=reason, **fields))

    def back_out(self, win: str):
        return self.link.do(BackOut(**self.who("sue"), approved_by="eve", why="wrong hand", win=win))

    def change(self, **fields):
        config = msgspec.structs.replace(self.config, **fields)
        return self.link.do(ChangeLink(**self.who("sue"), approved_by="eve", why="new rates", config=config))

    def cents(self, level: str | None = None) -> int:
        """What a level displays, in cents."""
        amount = self.state.displayed(level or self.config.levels[0].name)
        assert amount % CENT == 0
        return amount // CENT

    def balance(self, account: str) -> int:
        return self.state.books.balance(account)

    def paid_to(self, table: str, seat: int) -> int:
        """What a seat has received less its wagers, in cents."""
        return self.balance(f"player:{table}:{seat}") // CENT

    def replayed(self) -> Link:
        """The same link after a crash: from its events, through JSON."""
        text = msgspec.json.encode(self.link.events)
        return Link(msgspec.json.decode(text, type=list[AnyEvent]))


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


@pytest.fixture
def make() -> Makers:
    return Makers()


@pytest.fixture
def pit():
    return Pit
