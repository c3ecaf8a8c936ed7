"""Money is an integer of micro-dollars; floats never touch it. Pay-offs as printed on pay tables.

>>> show_money(parse_money("$1,234.50"))
'$1,234.50'
>>> str(parse_pay("3 to 2")), str(parse_pay("9 for 1")), str(parse_pay("100% Mega")), str(parse_pay("$40"))
('3 to 2', '9 for 1', '100% Mega', '$40')
>>> show_money(parse_pay("3 to 2").winnings(parse_money("$5")))
'$7.50'
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

import msgspec

from cardroom.errors import CardroomError

# A micro-dollar is 1/10,000 of a cent, so that a rate in basis points of a whole-cent wager is exact.
Money = int
DOLLAR: Money = 1_000_000
CENT: Money = 10_000
MINUS = "−"  # as it is printed; what programs read has numbers

# Below a trillion: an amount of money then fits in 64 bits.
_WHOLE = r"\d{1,3}(?:,\d{3}){1,3}|\d{1,12}"
_AMOUNT = re.compile(rf"\$?\s*({_WHOLE})(?:\.(\d{{1,2}}))?", re.ASCII)


def parse_money(text: str) -> Money:
    """Read dollars and cents: "$5", "2.50", "$10,000"."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise CardroomError("bad-amount", f"“{text}” is not an amount: write dollars and cents like $5 or 2.50.")
    dollars, cents = match.groups(default="")
    return int(dollars.replace(",", "")) * DOLLAR + int(cents.ljust(2, "0")) * CENT


def show_money(amount: Money) -> str:
    """Dollars, and cents where there are any; parts of a cent are cut off, as on a display.

    >>> show_money(-2_500_000)
    '−$2.50'
    """
    sign = MINUS if amount < 0 else ""
    dollars, rest = divmod(abs(amount), DOLLAR)
    return f"{sign}${dollars:,}" + (f".{rest // CENT:02d}" if rest >= CENT else "")


def plain_dollars(amount: Money, places: int = 2) -> str:
    """Exact dollars for another program, with so many places at least.

    >>> plain_dollars(-2_500_000), plain_dollars(120_000), plain_dollars(1), plain_dollars(7_500_000, 0)
    ('-2.50', '0.12', '0.000001', '7.5')
    """
    dollars, rest = divmod(abs(amount), DOLLAR)
    digits = f"{rest:06d}"
    cents = digits[:places] + digits[places:].rstrip("0")
    return f"{'-' if amount < 0 else ''}{dollars}{'.' if cents else ''}{cents}"


def show_gain(amount: Money) -> str:
    """The same of what is won or lost.

    >>> [show_gain(amount) for amount in (DOLLAR, 0, -DOLLAR)]
    ['+$1', '$0', '−$1']
    """
    return f"+{show_money(amount)}" if amount > 0 else show_money(amount)


_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1_000, "thousand"), (100, "hundred"))


def spell_money(amount: Money) -> str:
    """An amount in words, as on a cheque; cents in figures.

    >>> spell_money(parse_money("$12,342.05"))
    'twelve thousand three hundred forty-two dollars and 05 cents'
    >>> spell_money(DOLLAR)
    'one dollar and 00 cents'
    """
    dollars, rest = divmod(amount, DOLLAR)
    return f"{_spell(dollars)} dollar{'' if dollars == 1 else 's'} and {rest // CENT:02d} cents"


def _spell(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    size, name = next(scale for scale in _SCALES if number >= scale[0])
    whole, rest = divmod(number, size)
    return f"{_spell(whole)} {name}" + (f" {_spell(rest)}" if rest else "")


def whole_cents(amount: Fraction | int) -> Money:
    """What a person receives: rounded down to the cent."""
    return int(amount // CENT) * CENT


class OddsKind(StrEnum):
    """Whether a stake comes back with the winnings ("to") or is gone whatever happens ("for")."""

    TO = "to"
    FOR = "for"


class Odds(msgspec.Struct, frozen=True, tag="odds", omit_defaults=True):
    """A pay-off as a multiple of the stake: 3 to 2, 9 for 1."""

    pays: int
    per: int = 1
    kind: OddsKind = OddsKind.TO

    def __str__(self) -> str:
        return f"{self.pays:,} {self.kind} {self.per}" if self.pays else "push"

    @property
    def net(self) -> Fraction:
        """What the player gains for each unit staked, the stake itself counted."""
        return Fraction(self.pays, self.per) - (self.kind is OddsKind.FOR)

    def winnings(self, stake: Money) -> Money:
        """What is paid out beside any returned stake, to the whole cent."""
        return whole_cents(Fraction(stake * self.pays, self.per))


class Share(msgspec.Struct, frozen=True, tag="share", omit_defaults=True):
    """A percentage of a jackpot level: 100%, 10%, 100% Mega."""

    basis_points: int
    level: str = ""

    def __str__(self) -> str:
        percent = f"{Decimal(self.basis_points) / 100}%"
        return f"{percent} {self.level}" if self.level else percent


class Prize(msgspec.Struct, frozen=True, tag="prize"):
    """A fixed amount for the wager the pay table is printed for ($1); the stake is gone."""

    amount: Money

    def __str__(self) -> str:
        return show_money(self.amount)


Pay = Odds | Share | Prize

EVEN_MONEY = Odds(1)
PUSH = Odds(0)  # the stake comes back and nothing with it

_ODDS = re.compile(rf"({_WHOLE})\s*(to|for)\s*(\d{{1,12}})", re.ASCII | re.IGNORECASE)
_SHARE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)\s*%\s*(\w*)")


def parse_pay(text: str) -> Pay:
    """Read one pay-off: "3 to 2", "9 for 1", "push", "10%", "100% Mega", "$40"."""
    word = text.strip()
    if word.lower() == "push":
        return PUSH
    if match := _ODDS.fullmatch(word):
        pays, kind, per = int(match[1].replace(",", "")), OddsKind(match[2].lower()), int(match[3])
        if pays < 1 or per < 1:
            raise CardroomError("bad-pay", f"“{text}”: both sides of the odds must be at least 1.")
        return Odds(pays, per, kind)
    if match := _SHARE.fullmatch(word):
        basis_points = int(Fraction(match[1]) * 100)
        if not 0 < basis_points <= 10_000:
            raise CardroomError("bad-pay", f"“{text}”: a share of a jackpot is above 0% and at most 100%.")
        return Share(basis_points, match[2])
    if word.startswith("$") and (amount := parse_money(word)) > 0:
        return Prize(amount)
    raise CardroomError(
        "bad-pay", f"“{text}” is not a pay-off: write odds (3 to 2, 9 for 1), a share (10%) or dollars ($40)."
    )
