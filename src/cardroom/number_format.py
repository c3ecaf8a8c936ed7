"""Figures as text, each kind in one way: halves rounded up, thousands parted, a true minus sign.

Exact fractions keep the plain hyphen, so that they can be copied into any program.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

LONG = 10**20  # from here on a number is too long for a column
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_WIDE = Context(prec=60, rounding=ROUND_HALF_UP)  # quantities of any size keep all the places that are asked for


def number(value: Fraction | float, places: int = 0) -> str:
    """A rounded number.

    >>> number(Fraction(-12345, 2), 1), number(Fraction(-1, 1000), 2)
    ('−6,172.5', '0.00')
    """
    exact = Fraction(value)
    quotient = _WIDE.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    rounded = quotient.quantize(Decimal(1).scaleb(-places), context=_WIDE)
    if rounded.is_zero():
        rounded = abs(rounded)  # no minus sign before nothing
    return f"{rounded:,f}".replace("-", "−")


def count(ways: int, of: int) -> str:
    """Ways among so many: whole, or where those are more than a column holds, in powers of ten.

    >>> count(624, 2598960), count(2598960**3, 10**30)
    ('624', '1.7555×10¹⁹')
    """
    if of < LONG or not ways:
        return number(ways)
    power = len(str(ways)) - 1
    return f"{number(Fraction(ways, 10**power), 4)}×10{str(power).translate(_RAISED)}"


def percent(value: Fraction | float, places: int = 2) -> str:
    """A share in percent.

    >>> percent(Fraction(-1, 8))
    '−12.50%'
    """
    return f"{number(Fraction(value) * 100, places)}%"


def chance(probability: Fraction | float) -> str:
    """A probability in percent, with more places the rarer it is.

    >>> chance(Fraction(1, 3)), chance(Fraction(1, 649740)), chance(Fraction(0))
    ('33.33%', '0.000154%', '0%')
    >>> chance(0.99999), chance(1e-20)
    ('over 99.99%', 'below 0.0000000001%')
    """
    exact = Fraction(probability)
    if exact in {0, 1}:
        return f"{exact * 100}%"
    if exact < Fraction(1, 10**12):
        return "below 0.0000000001%"
    if exact > Fraction(9999, 10_000):
        return "over 99.99%"  # rounded, it would look certain
    places = 2
    while exact * 100 * 10**places < 100:
        places += 1
    return percent(exact, places)


def one_in(probability: Fraction) -> str:
    """How rare something is.

    >>> one_in(Fraction(1, 649740)), one_in(Fraction(2, 5)), one_in(Fraction(0))
    ('1 in 649,740', '1 in 2.50', 'never')
    """
    if not probability:
        return "never"
    rarity = 1 / probability
    return f"1 in {number(rarity, 0 if rarity >= 1000 else 1 if rarity >= 100 else 2)}"


def exact(value: Fraction) -> str:
    """A fraction in lowest terms, to the last digit."""
    return str(value)


def units(value: Fraction | float, places: int = 4) -> str:
    """An amount in units of the base wager."""
    return number(value, places)


def signed(value: Fraction) -> str:
    """A gain or loss in units, without needless places.

    >>> signed(Fraction(5)), signed(Fraction(-3, 2)), signed(Fraction(0))
    ('+5', '−1.5', '0')
    """
    places = next((places for places in range(4) if (value * 10**places).denominator == 1), 4)
    return ("+" if value > 0 else "") + number(value, places)


def dollars(value: Fraction | float, places: int = 2) -> str:
    """An amount of money that need not be whole cents.

    >>> dollars(Fraction(351808), 0), dollars(Fraction(-1, 2))
    ('$351,808', '−$0.50')
    """
    text = number(value, places)
    return f"−${text[1:]}" if text.startswith("−") else f"${text}"
