"""The money rules of a level against oracles in cents and fractions."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from cardroom.jackpots import Funds, LevelConfig
from cardroom.jackpots.engine.level_funds import (
    after_contribution,
    after_payment,
    after_reseed,
    after_reversal,
    is_full_award,
    price,
)
from cardroom.money import CENT, DOLLAR, Odds, OddsKind, Prize, Share

cents = st.integers(0, 10_000_00)
micros = st.integers(0, 1_000 * DOLLAR)
levels = st.builds(
    LevelConfig,
    name=st.just("Level"),
    seed=cents.map(lambda amount: amount * CENT),
    contribution=st.integers(0, 5_000),
    reserve=st.integers(0, 5_000),
    maximum=st.none() | st.integers(10_000_00, 20_000_00).map(lambda amount: amount * CENT),
)


@given(st.integers(1, 100_00), levels)
def test_a_contribution_is_exact_in_every_basis_point(wager_cents, level):
    after = after_contribution(Funds(), level, wager_cents * CENT)
    exact = Fraction(wager_cents, 100) * Fraction(level.contribution + level.reserve, 10_000)
    assert Fraction(after.held, DOLLAR) == exact


@given(micros, st.integers(1, 10_000))
def test_a_share_is_cut_to_the_cent_as_decimals_say(meter, basis_points):
    shown = Funds(meter=meter).displayed
    expected = (Decimal(shown) / DOLLAR * basis_points / 10_000).quantize(Decimal("0.01"), ROUND_DOWN)
    assert Decimal(price(Share(basis_points), DOLLAR, shown)) / DOLLAR == expected


@given(st.integers(1, 500_00), st.integers(1, 10_000), st.integers(1, 5_000))
def test_fixed_pays_scale_with_the_wager(wager_cents, odds, dollars):
    wager = wager_cents * CENT
    assert price(Odds(odds, 1, OddsKind.FOR), wager, 12345) == wager_cents * odds * CENT
    assert price(Prize(dollars * DOLLAR), wager, 12345) == wager_cents * dollars * CENT
    assert price(Share(1_000), wager, 500 * DOLLAR) == price(Share(1_000), DOLLAR, 500 * DOLLAR)


@given(micros, micros, micros, st.integers(0, 300 * DOLLAR), levels, st.integers(1, 100))
def test_a_wager_and_its_reversal_leave_everything_as_it_was(meter, reserve, overflow, advance, level, dollars):
    before = Funds(meter if not advance else 0, reserve, overflow, -advance)
    after = after_contribution(before, level, dollars * DOLLAR)
    assert after_reversal(after, after - before) == before


@given(micros, st.integers(0, 2_000 * DOLLAR))
def test_paying_takes_the_meter_first_and_the_house_for_the_rest(meter, amount):
    after = after_payment(Funds(meter=meter), amount)
    assert after.meter == max(0, meter - amount)
    assert -after.advance == max(0, amount - meter)


@given(micros, micros, levels)
def test_reseeding_adds_seed_and_reserve_and_never_shows_more_than_the_maximum(rest, reserve, level):
    rest %= CENT
    after = after_reseed(Funds(meter=rest, reserve=reserve), level)
    assert after.reserve == 0
    assert after.meter + after.overflow == rest + level.seed + reserve
    assert level.maximum is None or after.meter <= max(level.maximum, rest)


@given(st.lists(st.sampled_from(["wager", "win"]), max_size=60), levels)
def test_a_maximum_is_never_passed_by_wagers(acts, level):
    funds = after_reseed(Funds(), level)
    for act in acts:
        if act == "wager":
            funds = after_contribution(funds, level, 7 * DOLLAR)
        else:
            funds = after_reseed(after_payment(funds, funds.displayed), level)
        assert level.maximum is None or funds.displayed <= level.maximum


def test_only_a_whole_level_is_a_full_award():
    assert is_full_award(Share(10_000, "Mega"))
    assert not is_full_award(Share(9_999))
    assert not is_full_award(Odds(250, 1, OddsKind.FOR))
