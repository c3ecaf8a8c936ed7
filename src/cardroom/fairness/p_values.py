"""Chances of a statistic: the chi-square and the normal distribution, from first principles."""

from __future__ import annotations

import math

_ENOUGH_TERMS = 100_000
_CLOSE = 1e-15


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance of a chi-square statistic at least this large.

    >>> round(chi_square_tail(3.841459, 1), 6), round(chi_square_tail(18.307038, 10), 6)
    (0.05, 0.05)
    """
    return gamma_tail(freedom / 2, statistic / 2)


def normal_two_sided(z: float) -> float:
    """The chance that a standard normal variable is at least this far from zero.

    >>> round(normal_two_sided(1.959964), 6)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2))


def gamma_tail(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): a series below the peak, a continued fraction above."""
    if x <= 0:
        return 1.0
    weight = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - weight * _lower_series(a, x) if x < a + 1 else weight * _upper_fraction(a, x)


def _lower_series(a: float, x: float) -> float:
    """The sum over n of x^n / (a (a+1) … (a+n))."""
    term = total = 1 / a
    for n in range(1, _ENOUGH_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _upper_fraction(a: float, x: float) -> float:
    """1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- …))), evaluated forwards by the method of Lentz."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for n in range(1, _ENOUGH_TERMS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return value
