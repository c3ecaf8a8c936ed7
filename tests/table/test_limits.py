"""What may be bet: dated limits of the jurisdiction, the table's own, and what one hand may be in."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest

from cardroom.errors import CardroomError
from cardroom.games.catalogue import factories, find_game
from cardroom.money import CENT, DOLLAR
from cardroom.table import DealOrder, Round, limits_for, table_settings
from cardroom.table.commands import Bet

CAPS = {  # the highest Ante, so that its largest multiple is still within $400, and within $300
    "straight-edge-1": (400, 300),
    "straight-edge-2": (200, 150),
    "solitaire-stud": (200, 150),
    "keep-it-straight": (100, 75),
    "mississippi-stud": (133, 100),
    "caribbean-stud": (200, 150),
}
EQUAL = {"straight-edge-2": "blind", "solitaire-stud": "super_bonus"}
BEFORE = limits_for("washington", date(2023, 7, 31))


def code_of(call, *arguments: object, **options: object) -> str | None:
    """The code of a refusal, or None if there is none."""
    try:
        call(*arguments, **options)
    except CardroomError as error:
        return error.code
    return None


def bet(settings, stakes: dict[str, int], seat: int = 1, unit: int = DOLLAR) -> str | None:
    """Why a bet is refused. A refused bet leaves the seat empty, a good one takes it whole."""
    round_ = Round.open("r", settings, settings.rules.deck.cards)
    amounts = {wager: amount * unit for wager, amount in stakes.items()}
    code = code_of(round_.do, Bet(seat, amounts))
    assert {seat: state.stakes for seat, state in round_.state.seats.items()} == ({} if code else {seat: amounts})
    return code


# --- the jurisdiction -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "dollars"),
    [(None, 400), (date(2026, 1, 1), 400), (date(2023, 8, 1), 400), (date(2023, 7, 31), 300), (date(2015, 1, 1), 300)],
)
def test_a_single_wager_is_limited_to_300_dollars_until_august_2023_and_400_since(day, dollars):
    assert limits_for("washington", day).single_wager == dollars * DOLLAR


def test_limits_are_those_of_a_known_place_and_time_and_name_their_source():
    assert "230-15-140" in limits_for(" Washington ").source
    assert code_of(limits_for, "atlantis") == "unknown-jurisdiction"
    assert code_of(limits_for, "washington", date(1990, 1, 1)) == "no-limits-yet"


@pytest.mark.parametrize("game", CAPS)
@pytest.mark.parametrize("column", [0, 1])
def test_the_ante_is_capped_so_that_its_largest_multiple_fits(game, column):
    settings = table_settings(game, limits=(None, BEFORE)[column])
    cap = CAPS[game][column]
    for ante, code in ((cap, None), (cap + 1, "off-limits")):
        stakes = {"ante": ante} | ({EQUAL[game]: ante} if game in EQUAL else {})
        assert bet(settings, stakes) == code


# --- the table --------------------------------------------------------------------------------------------------------


def test_a_table_may_be_lower_than_the_limit_and_never_higher():
    assert table_settings("straight-edge-1", maximum=50 * DOLLAR).maximum == 50 * DOLLAR
    assert code_of(table_settings, "straight-edge-1", maximum=401 * DOLLAR) == "above-limit"
    assert code_of(table_settings, "straight-edge-1", maximum=301 * DOLLAR, limits=BEFORE) == "above-limit"
    assert code_of(table_settings, "straight-edge-1", side_maximum=401 * DOLLAR) == "above-limit"
    assert table_settings("keep-it-straight", maximum=400 * DOLLAR).maximum == 100 * DOLLAR  # for its Raise of 4x


def test_optional_wagers_have_limits_of_their_own():
    settings = table_settings("straight-edge-1", side_minimum=2 * DOLLAR, side_maximum=20 * DOLLAR)
    assert [bet(settings, {"ante": 5, "bonus": amount}) for amount in (1, 2, 20, 21)] == [
        "off-limits", None, None, "off-limits"
    ]  # fmt: skip
    assert bet(table_settings("straight-edge-1"), {"ante": 5, "bonus": 400}) is None


def test_the_minimum():
    settings = table_settings("straight-edge-1", minimum=15 * DOLLAR)
    assert (bet(settings, {"ante": 14}), bet(settings, {"ante": 15})) == ("off-limits", None)
    assert code_of(table_settings, "mississippi-stud", minimum=134 * DOLLAR) == "bad-minimum"
    assert code_of(table_settings, "mississippi-stud", minimum=0) == "bad-minimum"
    assert code_of(table_settings, "mississippi-stud", minimum=7 * DOLLAR, chip=5 * DOLLAR) == "bad-minimum"


def test_bets_are_whole_chips_and_so_is_the_cap():
    settings = table_settings("mississippi-stud", chip=5 * DOLLAR, side_minimum=5 * DOLLAR)
    assert settings.maximum == 130 * DOLLAR
    assert (bet(settings, {"ante": 7}), bet(settings, {"ante": 10})) == ("odd-chips", None)
    assert bet(settings, {"ante": 10, "three_card_bonus": 6}) == "odd-chips"
    assert bet(table_settings("straight-edge-1"), {"ante": 550}, unit=CENT) == "odd-chips"
    assert [code_of(table_settings, "straight-edge-1", chip=chip) for chip in (0, CENT - 1, CENT + 1)] == [
        "bad-chip"
    ] * 3


def test_seats():
    settings = table_settings("mississippi-stud", seats=3)
    assert [bet(settings, {"ante": 5}, seat) for seat in (0, 1, 3, 4)] == ["unknown-seat", None, None, "unknown-seat"]
    most = {game: table_settings(game).seats for game in CAPS}
    assert most == dict.fromkeys(CAPS, 6) | {"mississippi-stud": 7, "caribbean-stud": 7}
    for game, seats in most.items():
        assert {code_of(table_settings, game, seats=number) for number in (0, seats + 1)} == {"bad-seats"}


@pytest.mark.parametrize("game", CAPS)
def test_only_keep_it_straight_may_be_dealt_by_dice(game):
    for order in (DealOrder.DICE_CLOCKWISE, DealOrder.DICE_COUNTER_CLOCKWISE):
        assert code_of(table_settings, game, deal_order=order) == (None if game == "keep-it-straight" else "no-dice")


# --- a hand -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ({"bonus": 5}, "no-base-wager"),
        ({"ante": 5, "play": 5}, "not-yet"),
        ({"ante": 5, "blind": 5}, "unknown-wager"),
        ({"ante": 0}, "bad-amount"),
        ({"ante": 5, "bonus": -1}, "bad-amount"),
        ({"ante": 5, "insurance": 1}, "not-offered"),
        ({"ante": 5, "two_way_bad_beat": 1}, "fixed-wager"),
        ({"ante": 5, "two_way_bad_beat": 3}, "fixed-wager"),
        ({"ante": 5, "two_way_bad_beat": 2, "bonus": 1}, None),
    ],
)
def test_what_may_be_bet_before_the_deal(stakes, code):
    settings = table_settings(
        "straight-edge-1", offered=["bonus", "two_way_bad_beat"], jackpot_wagers={"two_way_bad_beat": 2 * DOLLAR}
    )
    assert bet(settings, stakes) == code


@pytest.mark.parametrize("amount", [0, -DOLLAR, 401 * DOLLAR, DOLLAR + 1])
def test_a_jackpot_wager_is_one_fixed_amount_within_the_limits(amount):
    assert code_of(table_settings, "straight-edge-1", jackpot_wagers={"two_way_bad_beat": amount}) == "bad-amount"
    assert code_of(table_settings, "straight-edge-1", jackpot_wagers={"bonus": DOLLAR}) == "not-a-jackpot"
    assert code_of(table_settings, "straight-edge-1", without_envy=["bonus"]) == "not-a-jackpot"
    assert table_settings("keep-it-straight").jackpot_wagers == {"jackpot_1": DOLLAR, "jackpot_2": DOLLAR}


@pytest.mark.parametrize(
    ("stakes", "code"),
    [
        ({"ante": 50, "blind": 50, "four_plus": 6, "insurance": 6}, None),  # the Blind is part of the game itself
        ({"ante": 50, "blind": 50, "four_plus": 6, "insurance": 6, "two_way_bad_beat": 6}, "too-many-large-games"),
        ({"ante": 50, "blind": 50, "four_plus": 6, "insurance": 5, "two_way_bad_beat": 6}, None),  # $5 is not above $5
        ({"ante": 5, "blind": 5, "four_plus": 6, "insurance": 6, "two_way_bad_beat": 6}, None),
    ],
)
def test_at_most_three_games_of_a_hand_are_above_5_dollars(stakes, code):
    settings = table_settings("straight-edge-2", jackpot_wagers={"two_way_bad_beat": 6 * DOLLAR})
    assert bet(settings, stakes) == code


def test_the_number_of_games_a_hand_may_be_in_is_limited_and_each_sensor_is_one():
    two = msgspec.structs.replace(limits_for("washington"), games_per_hand=2)
    settings = table_settings("keep-it-straight", limits=two)
    assert bet(settings, {"ante": 5, "jackpot_1": 1}) is None
    assert bet(settings, {"ante": 5, "jackpot_1": 1, "jackpot_2": 1}) == "too-many-games"
    assert bet(table_settings("straight-edge-2", limits=two), {"ante": 5, "blind": 5, "four_plus": 5}) is None
    everything = {"ante": 5, "straight": 5, "straight_flush": 5, "jackpot_1": 1, "jackpot_2": 1}
    assert bet(table_settings("keep-it-straight"), everything) is None


def test_where_a_wager_must_equal_the_first_of_several_that_one_cannot_be_left_out(monkeypatch):
    """No file that is checked has such rules; a game that is made otherwise gets a sentence too."""
    ez, two = find_game("ez-baccarat"), find_game("straight-edge-2")
    odd = msgspec.structs.replace(ez, id="odd-baccarat", wagers=(*ez.wagers, two.wager("blind")))
    monkeypatch.setitem(factories(), odd.id, lambda: odd)
    settings = table_settings(odd.id)
    assert bet(settings, {"player": 5}) == bet(settings, {"player": 5, "blind": 5}) == "unequal-wagers"
    assert bet(settings, {"banker": 5, "blind": 6}) == "unequal-wagers"
    assert bet(settings, {"banker": 5, "player": 6, "blind": 5}) is None
