"""Sessions of many rounds against plain convolution in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from cardroom.lab.analysis.session_distribution import session_figures, session_totals
from cardroom.lab.results import Base

from .small_analysis import LOSING


def plainly_convolved(base: Base, rounds: int) -> dict[Fraction, Fraction]:
    total = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for (sum_, share), amount in product(total.items(), base.amounts):
            place = sum_ + amount.net
            after[place] = after.get(place, Fraction(0)) + share * amount.probability
        total = after
    return total


@pytest.mark.parametrize("rounds", [1, 7, 30])
def test_sessions_agree_with_plain_convolution(rounds):
    found = session_figures(LOSING, rounds)
    plain = plainly_convolved(LOSING, rounds)
    assert found.is_convolved
    assert found.ahead == pytest.approx(float(sum(share for net, share in plain.items() if net > 0)), abs=1e-9)
    assert found.even == pytest.approx(float(plain.get(Fraction(0), 0)), abs=1e-9)
    assert found.mean == sum(net * share for net, share in plain.items())
    assert sum(share for net, share in plain.items() if net < found.low) < 0.025
    assert sum(share for net, share in plain.items() if net > found.high) < 0.025 + 1e-9
    evening = session_totals(LOSING, rounds)
    for share in (0.05, 0.25, 0.75, 0.95):
        end = evening.end(share)
        assert sum(chance for net, chance in plain.items() if net < end) < share
        assert sum(chance for net, chance in plain.items() if net <= end) > share - 1e-9
    for total in (Fraction(-3), Fraction(-1, 4), Fraction(0), Fraction(3, 2), Fraction(200)):
        above = sum(chance for net, chance in plain.items() if net > total)
        assert evening.above(total) == pytest.approx(float(above), abs=1e-9)
        assert evening.at(total) == pytest.approx(float(plain.get(total, 0)), abs=1e-9)
