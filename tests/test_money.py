"""Money is exact; pay-offs are read and written as the sheets print them."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import CardroomError
from cardroom.money import (
    CENT,
    DOLLAR,
    EVEN_MONEY,
    PUSH,
    Odds,
    OddsKind,
    Prize,
    Share,
    parse_money,
    parse_pay,
    show_money,
    whole_cents,
)

cents = st.integers(0, 10**14 - 1)
odds = st.builds(Odds, st.integers(1, 10**6), st.integers(1, 10**4), st.sampled_from(OddsKind))
shares = st.builds(Share, st.integers(1, 10_000), st.sampled_from(["", "Mega", "Major", "Minor"]))
prizes = st.builds(lambda amount: Prize(amount * 10_000), st.integers(1, 10**9))


def test_a_dollar_is_a_million_micro_dollars_so_a_basis_point_of_a_cent_is_exact():
    assert (DOLLAR, CENT) == (1_000_000, 10_000)


@pytest.mark.parametrize(
    ("text", "amount", "shown"),
    [
        ("$5", 5_000_000, "$5"),
        ("2.50", 2_500_000, "$2.50"),
        ("$2.5", 2_500_000, "$2.50"),
        ("$10,000", 10_000_000_000, "$10,000"),
        ("1234567.89", 1_234_567_890_000, "$1,234,567.89"),
        ("0.01", 10_000, "$0.01"),
        ("0", 0, "$0"),
    ],
)
def test_amounts_are_dollars_and_cents(text, amount, shown):
    assert parse_money(text) == amount
    assert show_money(amount) == shown


def test_a_display_cuts_off_parts_of_a_cent():
    assert [show_money(amount) for amount in (19_999, 9_999, 1_009_999, -2_500_000)] == ["$0.01", "$0", "$1", "−$2.50"]
    assert whole_cents(19_999) == 10_000
    assert whole_cents(Fraction(59_999, 2)) == 20_000


@given(cents)
def test_whole_cents_can_be_shown_and_read_again(amount):
    assert parse_money(show_money(amount * 10_000)) == amount * 10_000


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("3 to 2", Odds(3, 2, OddsKind.TO)),
        ("1,000 to 1", Odds(1000, 1, OddsKind.TO)),
        ("8000 to 1", Odds(8000)),
        ("9 for 1", Odds(9, 1, OddsKind.FOR)),
        ("300 For 1", Odds(300, 1, OddsKind.FOR)),
        ("Push", Odds(0)),
        ("100%", Share(10_000)),
        ("10.5%", Share(1_050)),
        ("100% Mega", Share(10_000, "Mega")),
        ("$40", Prize(40_000_000)),
        ("$1,000", Prize(1_000_000_000)),
    ],
)
def test_pays_are_read_as_printed(text, pay):
    assert parse_pay(text) == pay


@given(odds | shares | prizes | st.just(PUSH))
def test_pays_can_be_shown_and_read_again(pay):
    assert parse_pay(str(pay)) == pay


def test_pays_are_shown_as_printed():
    shown = [
        Odds(3, 2),
        Odds(1000),
        Odds(9, 1, OddsKind.FOR),
        PUSH,
        Share(1_050),
        Share(10_000, "Mega"),
        Prize(40_000_000),
    ]
    assert list(map(str, shown)) == ["3 to 2", "1,000 to 1", "9 for 1", "push", "10.5%", "100% Mega", "$40"]


@given(st.integers(1, 10**9))
def test_three_to_two_is_paid_exactly_to_the_cent(stake):
    paid = Odds(3, 2).winnings(stake * 10_000)
    assert paid == (3 * stake // 2) * 10_000


@given(odds, st.integers(1, 10**9))
def test_winnings_are_whole_cents_and_never_a_cent_short(pay, stake):
    exact = Fraction(stake * 10_000 * pay.pays, pay.per)
    paid = pay.winnings(stake * 10_000)
    assert paid % 10_000 == 0
    assert paid <= exact < paid + 10_000


def test_to_one_returns_the_stake_and_for_one_does_not():
    assert [pay.net for pay in (EVEN_MONEY, PUSH, Odds(3, 2), Odds(9, 1, OddsKind.FOR), Odds(1, 1, OddsKind.FOR))] == [
        1,
        0,
        Fraction(3, 2),
        8,
        0,
    ]


@pytest.mark.parametrize(
    "text",
    ["", "$", "five", "-5", "1.234", "1.", ".5", "1,23", "1,2345", ",100", "1e3", "nan", "$٣", "$5 $5"],
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(CardroomError, match=r"\$5 or 2\.50") as refusal:
        parse_money(text)
    assert refusal.value.code == "bad-amount"


@pytest.mark.parametrize(
    "text",
    [
        *("", "3", "3 to", "to 1", ", to 1", "1,,0 to 1", "1,00 to 1", "0 to 1", "3 to 0", "-3 to 1", "3.5 to 1"),
        *("3 from 1", "3 to 2 to 1", "٣ to 1"),
        *("0%", "101%", "100.01%", "-1%", "%", "0.001%", "$0", "40 dollars"),
    ],
)
def test_what_is_no_pay_is_refused(text):
    with pytest.raises(CardroomError) as refusal:
        parse_pay(text)
    assert refusal.value.code == "bad-pay"


@pytest.mark.parametrize("digits", [13, 5000])
def test_figures_without_end_are_refused(digits):
    endless = "9" * digits
    for text in (endless, f"{endless} to 1", f"1 to {endless}", f"{endless}%", f"${endless}"):
        with pytest.raises(CardroomError):
            parse_pay(text)
    with pytest.raises(CardroomError):
        parse_money(endless)


@given(st.text("0123456789,.$% tofrpush", max_size=12))
def test_any_text_is_a_pay_or_refused(text):
    with suppress(CardroomError):
        assert parse_pay(str(parse_pay(text))) == parse_pay(text)
