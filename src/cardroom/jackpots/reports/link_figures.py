"""What one link did over some time, added up event by event: a day's figures are kept, not read out of its events."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.jackpots.commands import Reason
from cardroom.jackpots.engine import accounts
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.events import (
    Adjusted,
    AnyEvent,
    AwardPaid,
    EnvyPaid,
    LinkChanged,
    LinkOpened,
    WagerRefunded,
    WagerTaken,
    WinBackedOut,
)
from cardroom.jackpots.setup.config import LinkConfig, Source
from cardroom.money import Money
from cardroom.table.commands import Seat


class Activity(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Coin in and win of one table. Refunded wagers and wins backed out count when that is done."""

    wagers: int = 0
    coin_in: Money = 0
    accrued: Money = 0  # to meters, reserves and overflow, repaid advances included
    won_from_meter: Money = 0  # amounts that were taken off it by hand, as won, among them
    won_from_house: Money = 0
    won_from_tray: Money = 0
    envy: Money = 0
    wins: int = 0
    backed_out_to_meter: Money = 0  # wins undone, whenever they were paid
    backed_out_to_house: Money = 0
    backed_out_to_tray: Money = 0

    @property
    def backed_out(self) -> Money:
        return self.backed_out_to_meter + self.backed_out_to_house + self.backed_out_to_tray

    @property
    def won(self) -> Money:
        """Less what was backed out."""
        return self.won_from_meter + self.won_from_house + self.won_from_tray + self.envy - self.backed_out

    def pay(self, source: Source, amount: Money) -> None:
        match source:
            case Source.METER:
                self.won_from_meter += amount
            case Source.HOUSE:
                self.won_from_house += amount
            case Source.TRAY:
                self.won_from_tray += amount

    def back_out(self, source: Source, amount: Money) -> None:
        match source:
            case Source.METER:
                self.backed_out_to_meter += amount
            case Source.HOUSE:
                self.backed_out_to_house += amount
            case Source.TRAY:
                self.backed_out_to_tray += amount


class LevelFigures(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A meter from its beginning amount to its ending one (WAC 230-15-685)."""

    beginning: Money = 0
    changes: int = 0
    up: Money = 0
    down: Money = 0
    ending: Money = 0

    def followed_by(self, later: LevelFigures) -> LevelFigures:
        return LevelFigures(
            beginning=self.beginning, changes=self.changes + later.changes, up=self.up + later.up,
            down=self.down + later.down, ending=later.ending,
        )  # fmt: skip

    def change(self, amount: Money) -> None:
        self.changes += 1
        self.up += max(0, amount)
        self.down += max(0, -amount)
        self.ending += amount


class EnvyLine(msgspec.Struct, frozen=True, kw_only=True):
    """Who got envy for whose hand. What is due before a game ends is told by `play.envy_due`."""

    at: datetime
    table: str
    round_id: str
    hitter: Seat
    line: str
    seat: Seat
    amount: Money


class ReseedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A level that started again after a 100% award, or, below zero, whose new start was taken back with the win."""

    at: datetime
    win: str
    level: str
    seed: Money  # by the house
    reserve: Money  # of the level


class LinkFigures(msgspec.Struct, omit_defaults=True):
    """Tables and levels of one link over a time that began with some state."""

    tables: dict[str, Activity] = {}
    levels: dict[str, LevelFigures] = {}  # a House jackpot has no meter
    envy: list[EnvyLine] = []
    reseeds: list[ReseedLine] = []

    @classmethod
    def beginning_with(cls, state: LinkState) -> LinkFigures:
        meters = {} if state.config.is_house else {name: state.funds(name).meter for name in state.config.level_names}
        return cls(
            {table.id: Activity() for table in state.config.tables},
            {name: LevelFigures(beginning=meter, ending=meter) for name, meter in meters.items()},
        )

    def followed_by(self, later: LinkFigures) -> LinkFigures:
        """Both as one time, the later one after this."""
        tables = {
            name: Activity(**{field: getattr(self.tables.get(name, Activity()), field) + getattr(more, field)
                              for field in Activity.__struct_fields__})
            for name, more in later.tables.items()
        }  # fmt: skip
        levels = {name: self.levels[name].followed_by(more) if name in self.levels else more
                  for name, more in later.levels.items()}  # fmt: skip
        return LinkFigures(
            self.tables | tables, self.levels | levels, [*self.envy, *later.envy], [*self.reseeds, *later.reseeds]
        )

    def count(self, event: AnyEvent, state: LinkState) -> None:
        """Add one event, after which the link stands at `state`."""
        self._count_meters(event)
        match event:
            case LinkChanged():
                for table in state.config.tables:
                    self._at(table.id)
            case WagerTaken() | WagerRefunded():
                activity, count = self._at(event.table), 1 if isinstance(event, WagerTaken) else -1
                activity.wagers += count
                activity.coin_in += count * event.amount
                activity.accrued += accounts.posted_to(accounts.prize_accounts(state.config), event.postings)
            case AwardPaid():
                self._at(event.table).wins += 1
                self._at(event.table).pay(event.source, event.amount)
                if event.seed or event.reserve:
                    self._reseed(event, event.seed, event.reserve)
            case EnvyPaid():
                self._at(event.table).envy += event.amount
                self.envy.append(envy_line(event))
            case WinBackedOut():
                self._at(event.table).back_out(event.source, event.amount)
                seed, reserve = (
                    accounts.posted_to(frozenset({account(event.level)}), event.postings)
                    for account in (accounts.seed_fund, accounts.reserve)
                )
                if seed or reserve:
                    self._reseed(event, -seed, -reserve)
            case Adjusted(reason=Reason.AMOUNT_WON):
                self._at(event.table).pay(Source.METER, -event.change)
            case _:
                pass  # no figure of it is kept but what it does to a meter

    def in_order(self, config: LinkConfig) -> list[tuple[str, Activity]]:
        """The tables as the link has them, then those that have left it."""
        names = [table.id for table in config.tables if table.id in self.tables]
        names += sorted(self.tables.keys() - set(names))
        return [(name, self.tables[name]) for name in names]

    def _reseed(self, event: AwardPaid | WinBackedOut, seed: Money, reserve: Money) -> None:
        line = ReseedLine(at=event.at, win=event.win, level=event.level, seed=seed, reserve=reserve)
        self.reseeds.append(line)

    def _at(self, table: str) -> Activity:
        return self.tables.setdefault(table, Activity())

    def _count_meters(self, event: AnyEvent) -> None:
        for name, level in self.levels.items():
            meter = frozenset({accounts.meter(name)})
            for amount in (accounts.posted_to(meter, [posting]) for posting in event.postings):
                if isinstance(event, LinkOpened):
                    level.beginning += amount
                    level.ending += amount
                elif amount:
                    level.change(amount)


def envy_line(event: EnvyPaid) -> EnvyLine:
    return EnvyLine(
        at=event.at,
        table=event.table,
        round_id=event.round_id,
        hitter=event.hitter,
        line=event.line,
        seat=event.seat,
        amount=event.amount,
    )
