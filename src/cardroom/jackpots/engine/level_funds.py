"""The money rules of one level, as plain functions from what it holds to what it holds next.

Nothing here knows of tables, consoles or books: the link makes postings out of the differences, and a plan or a
simulation of a meter may call the same functions.

>>> from cardroom.money import DOLLAR, parse_pay, show_money
>>> level = LevelConfig(name="Progressive", seed=1_000 * DOLLAR, contribution=2_000, reserve=200)
>>> funds = after_reseed(Funds(), level)
>>> for _ in range(500):
...     funds = after_contribution(funds, level, DOLLAR)
>>> show_money(funds.displayed), show_money(funds.reserve)
('$1,100', '$10')
>>> tenth = price(parse_pay("10%"), DOLLAR, funds.displayed)
>>> funds = after_payment(funds, tenth)
>>> full = price(parse_pay("100%"), DOLLAR, funds.displayed)
>>> show_money(tenth), show_money(full), show_money(after_reseed(after_payment(funds, full), level).displayed)
('$110', '$990', '$1,010')
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from cardroom.jackpots.setup.config import WHOLE, BasisPoints, LevelConfig
from cardroom.money import DOLLAR, Money, Odds, Pay, Prize, Share, whole_cents


class Funds(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a level holds. Also used for what one wager put into it."""

    meter: Money = 0
    reserve: Money = 0
    overflow: Money = 0
    advance: Money = 0  # zero, or negative by what the house has advanced and not got back yet

    @property
    def displayed(self) -> Money:
        """What everyone sees: whole cents of the meter."""
        return whole_cents(self.meter)

    @property
    def held(self) -> Money:
        """All that is kept for the players: prize, reserve and overflow."""
        return self.meter + self.reserve + self.overflow

    def __add__(self, other: Funds) -> Funds:
        return Funds(
            self.meter + other.meter,
            self.reserve + other.reserve,
            self.overflow + other.overflow,
            self.advance + other.advance,
        )

    def __neg__(self) -> Funds:
        return Funds(-self.meter, -self.reserve, -self.overflow, -self.advance)

    def __sub__(self, other: Funds) -> Funds:
        return self + -other


def price(pay: Pay, wager: Money, displayed: Money) -> Money:
    """What an award is worth: shares of what is displayed, fixed pays for the wager; always whole cents.

    Pay tables are printed for $1; fixed pays scale with the wager and percentages never do.
    """
    match pay:
        case Share():
            return whole_cents(Fraction(displayed * pay.basis_points, WHOLE))
        case Odds():
            return pay.winnings(wager)
        case Prize():
            return scaled(pay, wager)


def scaled(prize: Prize, wager: Money) -> Money:
    """A printed amount for the wager in force."""
    return whole_cents(Fraction(prize.amount * wager, DOLLAR))


def is_full_award(pay: Pay) -> bool:
    """Whether an award takes the whole level, so that it starts again."""
    return isinstance(pay, Share) and pay.basis_points == WHOLE


def rate_of(rate: BasisPoints, wager: Money) -> Money:
    amount, rest = divmod(wager * rate, WHOLE)
    assert rest == 0, "a rate in basis points of a whole-cent wager is exact"
    return amount


def after_contribution(funds: Funds, level: LevelConfig, wager: Money) -> Funds:
    """After one wager. What the house has advanced comes back to it first; above the maximum lies the overflow."""
    share = rate_of(level.contribution, wager)
    recovered = min(share, -funds.advance)
    return _raised(
        msgspec.structs.replace(
            funds, advance=funds.advance + recovered, reserve=funds.reserve + rate_of(level.reserve, wager)
        ),
        level,
        share - recovered,
    )


def after_reversal(funds: Funds, given: Funds) -> Funds:
    """After what one wager gave has been reversed.

    Reserve or overflow may have gone to the meter since, and the meter to a winner: then the meter gives it, and the
    house advances what even the meter lacks.
    """
    from_reserve = min(funds.reserve, given.reserve)
    from_overflow = min(funds.overflow, given.overflow)
    wanted = given.meter + (given.reserve - from_reserve) + (given.overflow - from_overflow)
    lowered = msgspec.structs.replace(
        funds,
        reserve=funds.reserve - from_reserve,
        overflow=funds.overflow - from_overflow,
        advance=funds.advance - given.advance,
    )
    return after_payment(lowered, wanted)


def after_payment(funds: Funds, amount: Money) -> Funds:
    """After an award: off the meter as far as it goes, the rest advanced by the house."""
    from_meter = min(funds.meter, amount)
    return msgspec.structs.replace(funds, meter=funds.meter - from_meter, advance=funds.advance - (amount - from_meter))


def after_reseed(funds: Funds, level: LevelConfig) -> Funds:
    """After a 100% award: the seed and all of the reserve, on top of what is left."""
    return _raised(msgspec.structs.replace(funds, reserve=0), level, level.seed + funds.reserve)


def after_award(funds: Funds, level: LevelConfig, pay: Pay, amount: Money) -> Funds:
    """After an award; one of 100% starts the level again."""
    after = after_payment(funds, amount)
    return after_reseed(after, level) if is_full_award(pay) else after


def _raised(funds: Funds, level: LevelConfig, amount: Money) -> Funds:
    room = amount if level.maximum is None else max(0, level.maximum - funds.meter)
    to_meter = min(amount, room)
    return msgspec.structs.replace(funds, meter=funds.meter + to_meter, overflow=funds.overflow + amount - to_meter)
