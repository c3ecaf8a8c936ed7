"""What an analysis finds, as exact fractions until something is printed."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any, TypeVar

import msgspec

TAIL = 0.025  # on each side of a range that is shown: 95 of 100 lie within


class Struct(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all results."""


Result = TypeVar("Result", bound=Struct)


class AllReach(Struct, frozen=True, kw_only=True):
    """In how many deals of no hand, one, two, … all of them reach a step."""

    deals: tuple[int, ...]


class Happening(Struct, frozen=True, kw_only=True):
    """One way a round can end, and how often it does."""

    name: str
    probability: Fraction


class Amount(Struct, frozen=True, kw_only=True):
    """What a round brings the player, in units of the base wager, and how often."""

    net: Fraction
    probability: Fraction


class WagerShare(Struct, frozen=True, kw_only=True):
    """How much of the expectation a wager carries, and what is staked on it on average."""

    wager: str
    ev: Fraction
    average_stake: Fraction


class Base(Struct, frozen=True, kw_only=True):
    """The game itself under the best play, per unit of the base wager."""

    unit: str  # the base wager
    ev: Fraction
    average_wager: Fraction
    variance: Fraction
    fold_rate: Fraction
    outcomes: tuple[Happening, ...]
    amounts: tuple[Amount, ...]
    by_wager: tuple[WagerShare, ...]
    deals: int

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        return -self.ev / self.average_wager

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


class PayLine(Struct, frozen=True, kw_only=True):
    """One line of a wager's pay table, or what happens off it."""

    hand: str
    combinations: int
    of: int
    pays: str
    net: Fraction

    @property
    def probability(self) -> Fraction:
        return Fraction(self.combinations, self.of)

    @property
    def contribution(self) -> Fraction:
        """This line's part of the expectation per unit staked."""
        return self.probability * self.net


class SideBet(Struct, frozen=True, kw_only=True):
    wager: str
    name: str
    paytable: str
    hands: int | None  # hands dealt, where the pays depend on it
    exact: bool
    lines: tuple[PayLine, ...]
    standard_error: float = 0.0  # of the expectation, where rounds were simulated
    approved: bool = True
    own: bool = False  # a pay table of the operator's

    @property
    def ev(self) -> Fraction:
        return sum((line.contribution for line in self.lines), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def hit_frequency(self) -> Fraction:
        return sum((line.probability for line in self.lines if line.net > 0), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum((line.probability * line.net**2 for line in self.lines), Fraction(0)) - self.ev**2


class AwardFigures(Struct, frozen=True, kw_only=True):
    hand: str
    probability: Fraction
    pays: str
    fixed: Fraction  # dollars for a $1 wager; 0 where a share of the meter is paid
    share: Fraction  # of its level; 0 where the pay is fixed
    level: str
    envy: Fraction  # dollars to every other player with the wager


class Level(Struct, frozen=True, kw_only=True):
    """What a level of a jackpot is worth to a player, for each $1 wagered."""

    name: str
    return_per_1000: Fraction
    break_even_meter: Fraction | None  # dollars on this level alone, the others at zero


class Jackpot(Struct, frozen=True, kw_only=True):
    wager: str
    name: str
    paytable: str
    awards: tuple[AwardFigures, ...]
    fixed_return: Fraction
    levels: tuple[Level, ...]
    envy_value_per_player: Fraction
    approved: bool = True
    own: bool = False  # a pay table of the operator's


class Published(Struct, frozen=True, kw_only=True):
    """A figure printed in a sheet beside the one computed here."""

    figure: str
    printed: str
    computed: str
    agrees: bool
    note: str = ""


class Analysis(Struct, frozen=True, kw_only=True):
    game: str
    version: str
    rules_hash: str
    base: Base
    side_bets: tuple[SideBet, ...]
    jackpots: tuple[Jackpot, ...]
    published: tuple[Published, ...]
    findings: tuple[str, ...]


def _encode(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise TypeError(f"{type(value)} has no place in a result")


def _decode(kind: type, value: Any) -> Any:
    return Fraction(value) if kind is Fraction else value


def to_bytes(result: Struct) -> bytes:
    return msgspec.json.encode(result, enc_hook=_encode)


def from_bytes(data: bytes, kind: type[Result]) -> Result:
    return msgspec.json.decode(data, type=kind, dec_hook=_decode)
