"""What a link of jackpots is set up with: levels, tables, pay table and the operator's choices.

A `LinkConfig` is made by `link_config`, which checks it; the events of a link name it by its hash.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.games.catalogue import is_known
from cardroom.games.jackpot_pages import Console, JackpotPage
from cardroom.games.model import Game, Kind, Wager
from cardroom.games.paytable import Line, PayTable
from cardroom.money import Money, Pay, Share

BasisPoints = int  # of the wager: 2,000 is 20%
WHOLE: BasisPoints = 10_000


class JackpotKind(StrEnum):
    PROGRESSIVE = "progressive"  # the players' money: the meter rises with every wager
    HOUSE = "house"  # a posted prize, paid by the house to each winner


class Source(StrEnum):
    """Where an award is paid from."""

    TRAY = "tray"
    METER = "meter"
    HOUSE = "house"


class AwardOrder(StrEnum):
    """Who is paid first when several awards of one round come off the meter."""

    SETTLING = "counter-clockwise"
    CLOCKWISE = "clockwise"
    AS_RECORDED = "as-recorded"

    @property
    def told(self) -> str:
        return {
            AwardOrder.SETTLING: "counter-clockwise from the dealer's right",
            AwardOrder.CLOCKWISE: "clockwise from the dealer's left",
            AwardOrder.AS_RECORDED: "as the supervisor records them",
        }[self]


class Chance(msgspec.Struct, frozen=True):
    """An exact probability, brought in from outside: so many ways of so many."""

    ways: int
    of: int

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.ways, self.of)

    def __str__(self) -> str:
        return f"{self.ways:,} in {self.of:,}"


class LevelConfig(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One meter. On a House jackpot the seed is the posted prize and nothing else is set."""

    name: str
    seed: Money
    contribution: BasisPoints = 0
    reserve: BasisPoints = 0
    maximum: Money | None = None  # posted; what would go above it goes to the overflow
    preset_seed: Money | None = None  # as delivered with the system, where the operator has recorded it
    preset_contribution: BasisPoints | None = None


class LinkTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table on the link, and the sensor on its layout that takes the wager."""

    id: str
    game: str
    console: Console = Console.TOUCH
    sensor: int = 1
    folded_hands_qualify: bool = True  # where the sheet leaves it to the operator
    set_up_as: JackpotKind | None = None  # what the table's own display is set to; None: as the link
    chances: dict[str, Chance] = {}  # of each line of the pay table; needed on links across games

    @property
    def rules(self) -> Game:
        return find_game(self.game)

    @property
    def sheet(self) -> str:
        """The title of the game's sheet; its id, where the rules are not to be had."""
        return self.rules.sheet.title if is_known(self.game) else self.game

    @property
    def wager(self) -> Wager:
        """The jackpot wager on this table's sensor."""
        return jackpot_wagers(self.rules)[self.sensor - 1]

    @property
    def folded_hands_win(self) -> bool:
        """The sheet's word where it gives one, otherwise the operator's."""
        fixed = self.wager.live_after_fold
        return self.folded_hands_qualify if fixed is None else fixed


def jackpot_wagers(game: Game) -> list[Wager]:
    """One a sensor, in their order on the layout."""
    return [wager for wager in game.wagers if wager.kind is Kind.JACKPOT]


class LinkConfig(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Made by `link_config`, which checks it."""

    id: str
    kind: JackpotKind
    paytable: PayTable
    wager: Money
    levels: tuple[LevelConfig, ...]
    tables: tuple[LinkTable, ...]
    envy: bool
    fixed_pays: Source  # the tray, or the meter
    award_order: AwardOrder
    executive_from: Money  # awards from here up need the executive's card
    executive_at_keypads: bool = False  # also there, where the sheet knows the supervisor's key only
    notice_days: int  # before a jackpot is taken away; set by the operator from the rules that bind him
    transfer_days: int  # to move the money of a removed jackpot on; likewise

    @property
    def is_house(self) -> bool:
        return self.kind is JackpotKind.HOUSE

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(table.game for table in self.tables))

    @property
    def level_names(self) -> tuple[str, ...]:
        return tuple(level.name for level in self.levels)

    def level(self, name: str) -> LevelConfig:
        for level in self.levels:
            if level.name == name:
                return level
        known = ", ".join(self.level_names)
        raise CardroomError("unknown-level", f"Link {self.id} has no level “{name}”; it has: {known}.")

    def table(self, table_id: str) -> LinkTable:
        for table in self.tables:
            if table.id == table_id:
                return table
        known = ", ".join(table.id for table in self.tables)
        raise CardroomError("unknown-table", f"Table “{table_id}” is not on link {self.id}; its tables are: {known}.")

    def needs_executive(self, table_id: str, amount: Money) -> bool:
        """Whether an award of this amount takes the executive's card at this table."""
        is_asked = self.executive_at_keypads or self.table(table_id).console is Console.TOUCH
        return is_asked and amount >= self.executive_from

    def page_of(self, table: LinkTable) -> JackpotPage | None:
        """The page of the table's sheet that the jackpot is run by there, where it prints one and is at hand."""
        return table.wager.page_for(self.paytable) if is_known(table.game) else None

    def line(self, line_id: str) -> Line:
        """A line of the pay table, if it pays anything."""
        for line in self.paytable.lines:
            if line.id == line_id and line.pays[0] is not None:
                return line
        known = ", ".join(line.id for line in self.paytable.lines if line.pays[0] is not None)
        raise CardroomError("unknown-hand", f"{self.paytable.title} has no line “{line_id}”; it pays: {known}.")

    def pay(self, line_id: str) -> Pay:
        pay = self.line(line_id).pays[0]
        assert pay is not None
        return pay

    def source(self, pay: Pay) -> Source:
        if isinstance(pay, Share):
            return Source.HOUSE if self.is_house else Source.METER
        return self.fixed_pays

    def level_of(self, pay: Pay) -> LevelConfig | None:
        """The level that a pay comes off; None for what the tray pays. A share without a name is of the only level."""
        if self.source(pay) is Source.TRAY:
            return None
        return self.level(pay.level) if isinstance(pay, Share) and pay.level else self.levels[0]


def parse_rate(text: str) -> BasisPoints:
    """Read a rate of the wager in percent, to the hundredth.

    >>> parse_rate("12%"), parse_rate("0.25 %")
    (1200, 25)
    """
    number = text.strip().removesuffix("%").strip()
    whole, _, hundredths = number.partition(".")
    if not (text.strip().endswith("%") and whole.isascii() and whole.isdigit() and len(hundredths) <= 2) or (
        hundredths and not (hundredths.isascii() and hundredths.isdigit())
    ):
        raise CardroomError("bad-rate", f"“{text}” is not a rate: write a percentage of the wager like 12% or 0.25%.")
    rate = int(whole) * 100 + int(hundredths.ljust(2, "0"))
    if rate > WHOLE:
        raise CardroomError("bad-rate", f"“{text}”: a rate is at most 100% of the wager.")
    return rate


def show_rate(rate: BasisPoints) -> str:
    """
    >>> show_rate(1200), show_rate(25), show_rate(-150)
    ('12%', '0.25%', '-1.5%')
    """
    whole, rest = divmod(abs(rate), 100)
    return f"{'-' if rate < 0 else ''}{whole}" + (f".{rest:02d}".rstrip("0") if rest else "") + "%"
