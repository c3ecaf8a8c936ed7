"""Straight Edge Poker, both versions: the longest straight wins."""

from fractions import Fraction

import pytest

from cardroom.games.catalogue import find_game
from cardroom.hands import RunRanking

from ..oracle.printed import BONUS, FOUR_PLUS, VERSION_1_BLIND, VERSION_2_BLIND
from .asking import (
    choices,
    deals,
    fact,
    for_one,
    in_showdown,
    lines,
    live_after_fold,
    on_cards,
    outcome_rules,
    printed,
    stage_rules,
    to_one,
)

ONE, TWO = "straight-edge-1", "straight-edge-2"
both = pytest.mark.parametrize("game", [ONE, TWO])

# Seven cards of a player, by the length of their straight.
PLAYER = {
    1: "2s 4h 6s 8h 10s Qh Qs",
    2: "10s Jh 2s 2h 4s 6h 8s",
    3: "3s 4h 5s 8h 8s Jh Js",
    4: "3s 4h 5s 6h 9s 9h Js",
    5: "3s 4h 5s 6h 7s 10h Qs",
    6: "3s 4h 5s 6h 7s 8h 10s",
    7: "3s 4h 5s 6h 7s 8h 9s",
}
# Eight cards of the dealer; in version 2 he has the first seven.
DEALER = {
    1: "2c 4d 6c 8d 10c Qd Qc 2d",
    2: "8d 9c 2c 2d 4c 4d 6c 6d",
    3: "5c 6d 7c 10d 10c Kd Kc 2d",
    4: "5c 6d 7c 8d 10c Qd Qc 2d",
    5: "5c 6d 7c 8d 9c Jd Kc Kd",
    7: "5c 6d 7c 8d 9c 10d Jc Kd",
    8: "5c 6d 7c 8d 9c 10d Jc Qd",
}


def cards_of_dealer(game, length):
    return " ".join(DEALER[length].split()[: 8 if game == ONE else 7])


def settled(game, wager, player, dealer, **more):
    return on_cards(game, wager, PLAYER[player], cards_of_dealer(game, dealer), **more)


# --- what the sheet prints --------------------------------------------------------------------------------------------

WINS = [f"win by {cards}" for cards in (6, 5, 4, 3, 2)]
STRAIGHTS = [f"{length}-card straight" for length in (7, 6, 5, 4)]
BAD_BEAT = ["100%", *for_one(250, 25, 5)]


@pytest.mark.parametrize(("game", "wager", "tables"), [
    (ONE, "play", {"Version 1 Blind": lines([*WINS, "win by 0 or 1"], to_one(*VERSION_1_BLIND))}),
    (TWO, "blind", {"Version 2 Blind": lines([*WINS, "win by 1"], to_one(*VERSION_2_BLIND))}),
    (ONE, "bonus", {name: lines(STRAIGHTS, [*to_one(*odds[:3]), "3 to 2"]) for name, odds in BONUS.items()}),
    (TWO, "four_plus", {name: lines(STRAIGHTS, to_one(*odds)) for name, odds in FOUR_PLUS.items()}),
])  # fmt: skip
def test_pay_tables_are_the_printed_ones(game, wager, tables):
    assert list(printed(game, wager).items()) == list(tables.items())


@both
def test_insurance_and_two_way_bad_beat_are_printed_for_both_versions(game):
    assert printed(game, "insurance") == {"Insurance": lines(["less than a two-card straight"], to_one(25))}
    assert list(printed(game, "two_way_bad_beat").items()) == [
        ("Two Way Bad Beat 1", lines(STRAIGHTS, BAD_BEAT, envy=["$100"])),
        ("Two Way Bad Beat 2", lines(STRAIGHTS, BAD_BEAT)),
    ]


RING_COUNTS = {1: 4_676_360, 2: 52_485_992, 3: 48_239_360, 4: 20_189_312, 5: 6_436_352, 6: 1_544_192, 7: 212_992}


@pytest.mark.parametrize(("wager", "table", "figure"), [
    ("bonus", "Bonus 1", "3.60%"),
    ("bonus", "Bonus 2", "5.86%"),
    ("insurance", "Insurance", "9.12%"),
])  # fmt: skip
def test_printed_edges_follow_from_the_pays_and_the_number_of_hands(wager, table, figure):
    spot = find_game(ONE).wager(wager)
    pay_table = next(each for each in spot.paytables if each.id == table)
    ranking = find_game(ONE).ranking
    assert isinstance(ranking, RunRanking)
    paid = {length: pay_table.pay(spot.hand_classes, spot.class_of(ranking.run(length))) for length in RING_COUNTS}
    expected = sum(count * (paid[length].net if paid[length] else -1) for length, count in RING_COUNTS.items())
    assert f"{float(-expected / Fraction(133_784_560)):.2%}" == figure
    assert figure in pay_table.printed.values()


def test_the_four_plus_edge_is_printed():
    assert find_game(TWO).wager("four_plus").paytables[0].printed == {"house edge": "5.60%"}


# --- the procedure ----------------------------------------------------------------------------------------------------


def test_players_get_seven_cards_and_the_dealer_eight_in_version_1_and_seven_in_version_2():
    assert deals(ONE) == [("seat", 7), ("dealer", 8)]
    assert deals(TWO) == [("everyone", 7)]


def test_play_is_once_the_ante_in_version_1_and_twice_in_version_2():
    assert choices(ONE) == [("play", (1,))]
    assert choices(TWO) == [("play", (2,))]


def test_blind_equals_the_ante_in_version_2_and_there_is_none_in_version_1():
    assert find_game(TWO).wager("blind").kind == "equal"
    assert [wager.id for wager in find_game(ONE).wagers] == ["ante", "play", "bonus", "insurance", "two_way_bad_beat"]


def test_own_card_bonuses_stay_live_after_a_fold_and_the_rest_is_lost():
    own = {"bonus": True, "four_plus": True, "insurance": True}
    assert live_after_fold(ONE) == {wager.id: own.get(wager.id, False) for wager in find_game(ONE).wagers}
    assert live_after_fold(TWO) == {wager.id: own.get(wager.id, False) for wager in find_game(TWO).wagers}


@both
def test_there_are_six_seats(game):
    assert find_game(game).seats == 6


def test_everything_cites_its_rule():
    bad_beat = {"two_way_bad_beat": {"progressive rule 2a", "progressive rule 2b"}}
    assert stage_rules(ONE) == ["2", "4", "5", "6", "7a", "8", "9"]
    assert outcome_rules(ONE) == {
        "ante": {"10a", "11"}, "play": {"10a", "11"}, "bonus": {"12"}, "insurance": {"13"}, **bad_beat,
    }  # fmt: skip
    assert stage_rules(TWO) == ["2", "4", "5", "6a", "7", "8", "9"]
    main = {"10", "11", "12"}
    assert outcome_rules(TWO) == {
        "ante": {"8", *main}, "blind": main, "play": main, "four_plus": {"13"}, "insurance": {"14"}, **bad_beat,
    }  # fmt: skip


# --- settlement -------------------------------------------------------------------------------------------------------


def test_version_1_play_pays_three_to_one_for_six_cards_against_three():
    assert settled(ONE, "play", 6, 3) == "3 to 1"


@pytest.mark.parametrize(("player", "dealer", "play", "blind"), [
    (7, 1, "200 to 1", "100 to 1"),
    (6, 1, "25 to 1", "25 to 1"),
    (5, 1, "8 to 1", "5 to 1"),
    (4, 1, "3 to 1", "3 to 1"),
    (3, 1, "2 to 1", "2 to 1"),
    (2, 1, "1 to 1", "1 to 1"),
    (2, 2, "1 to 1", "push"),  # jack against nine: no margin in cards
    (1, 2, "lose", "lose"),
    (3, 3, "lose", "lose"),  # 3-4-5 against 5-6-7
    (5, 8, "lose", "lose"),
])  # fmt: skip
def test_a_win_is_paid_by_its_margin_in_cards(player, dealer, play, blind):
    assert settled(ONE, "play", player, dealer) == play
    assert settled(TWO, "blind", player, dealer) == blind
    assert settled(ONE, "ante", player, dealer) == ("lose" if play == "lose" else "1 to 1")
    assert settled(TWO, "play", player, dealer) == ("lose" if play == "lose" else "1 to 1")


def test_players_win_copies_in_version_1_and_copies_push_in_version_2():
    copy = "5s 6h 7s 10h 10s Kh Ks"
    one, two = cards_of_dealer(ONE, 3), cards_of_dealer(TWO, 3)
    assert [on_cards(ONE, wager, copy, one) for wager in ("ante", "play")] == ["1 to 1", "1 to 1"]
    assert [on_cards(TWO, wager, copy, two) for wager in ("ante", "play", "blind")] == ["push"] * 3


def test_straights_go_round_the_ace_in_version_1_only():
    six_cards = "Js Qh Ks Ah 2s 3h 9s"
    assert on_cards(ONE, "bonus", six_cards, DEALER[1]) == "15 to 1"
    assert on_cards(TWO, "four_plus", six_cards, cards_of_dealer(TWO, 1)) == "2 to 1"


@pytest.mark.parametrize(("dealer", "qualifies"), [
    ("9c 10d 2c 2d 4c 4d 6c", True),
    ("8c 9d 2c 2d 4c 4d 6c", False),
    ("2c 3d 5c 5d 7c 7d 9c", False),
    ("Ac Kd 2c 4d 6c 6d 8c", True),  # the ace may be high
    ("Ac 2d 4c 4d 6c 6d 8c", False),  # ace low: a two-high straight
    ("Ac 2d 3c 5d 5c 7d 7c", True),  # three cards
    ("Ac 3d 5c 7d 9c Jd Jc", False),
])  # fmt: skip
def test_version_2_dealer_qualifies_with_nine_and_ten(dealer, qualifies):
    assert fact(TWO, "dealer_qualifies", "", dealer) == qualifies
    player = PLAYER[4]
    assert on_cards(TWO, "ante", player, dealer) == ("1 to 1" if qualifies else "push")
    assert on_cards(TWO, "play", player, dealer) == "1 to 1"


def test_version_1_dealer_always_qualifies():
    assert find_game(ONE).qualifier is None
    assert "dealer_qualifies" not in find_game(ONE).facts


@pytest.mark.parametrize("pay", ["200 to 1", "3 to 2", "1 to 1"])
@pytest.mark.parametrize("qualifies", [True, False])
@pytest.mark.parametrize("result", ["win", "copy", "loss"])
def test_version_1_in_every_showdown(result, qualifies, pay):
    assert in_showdown(ONE, "ante", result, qualifies) == ("lose" if result == "loss" else "1 to 1")
    assert in_showdown(ONE, "play", result, qualifies, pay) == ("lose" if result == "loss" else pay)


@pytest.mark.parametrize("pay", ["100 to 1", "1 to 1", None])
@pytest.mark.parametrize(("result", "qualifies", "ante", "play", "blind"), [
    ("win", True, "1 to 1", "1 to 1", "by margin"),
    ("win", False, "push", "1 to 1", "by margin"),
    ("copy", True, "push", "push", "push"),
    ("copy", False, "push", "push", "push"),
    ("loss", True, "lose", "lose", "lose"),
    ("loss", False, "push", "lose", "lose"),
])  # fmt: skip
def test_version_2_in_every_showdown(result, qualifies, ante, play, blind, pay):
    assert in_showdown(TWO, "ante", result, qualifies) == ante
    assert in_showdown(TWO, "play", result, qualifies) == play
    assert in_showdown(TWO, "blind", result, qualifies, pay) == ((pay or "push") if blind == "by margin" else blind)


@both
@pytest.mark.parametrize("qualifies", [True, False])
@pytest.mark.parametrize("result", ["win", "copy", "loss"])
def test_bonus_insurance_and_bad_beat_in_every_showdown(game, result, qualifies):
    own = "bonus" if game == ONE else "four_plus"
    for wager in (own, "insurance"):
        assert in_showdown(game, wager, result, qualifies, "25 to 1") == "25 to 1"
        assert in_showdown(game, wager, result, qualifies, None) == "lose"
    for pay in ("100%", "5 for 1"):
        assert in_showdown(game, "two_way_bad_beat", result, qualifies, pay) == ("lose" if result == "copy" else pay)
    assert in_showdown(game, "two_way_bad_beat", result, qualifies, None) == "lose"


@pytest.mark.parametrize("dealer", [1, 7])
@pytest.mark.parametrize(
    ("length", "bonus_1", "bonus_2", "four_plus"),
    [
        (7, "40 to 1", "50 to 1", "50 to 1"),
        (6, "15 to 1", "20 to 1", "15 to 1"),
        (5, "6 to 1", "4 to 1", "8 to 1"),
        (4, "3 to 2", "3 to 2", "2 to 1"),
        (3, "lose", "lose", "lose"),
        (1, "lose", "lose", "lose"),
    ],
)
def test_bonuses_are_paid_on_the_own_cards_whoever_wins(length, bonus_1, bonus_2, four_plus, dealer):
    assert settled(ONE, "bonus", length, dealer, table="Bonus 1") == bonus_1
    assert settled(ONE, "bonus", length, dealer, table="Bonus 2") == bonus_2
    assert settled(TWO, "four_plus", length, dealer) == four_plus
    for game in (ONE, TWO):
        assert settled(game, "insurance", length, dealer) == ("25 to 1" if length == 1 else "lose")


@both
@pytest.mark.parametrize(("player", "dealer", "award"), [
    (5, 4, "5 for 1"),  # the player beats the dealer
    (4, 5, "5 for 1"),  # the dealer beats the player
    (5, 7, "25 for 1"),
    (6, 7, "250 for 1"),
    (7, 7, "100%"),  # same length, another ending card
    (4, 3, "lose"),
    (3, 4, "lose"),
])  # fmt: skip
def test_two_way_bad_beat_is_set_by_the_lower_hand(game, player, dealer, award):
    assert settled(game, "two_way_bad_beat", player, dealer) == award


@both
def test_two_way_bad_beat_loses_on_a_tie_also_where_copies_win(game):
    copy = "5s 6h 7s 8h 10s Qh Qs"
    assert on_cards(game, "two_way_bad_beat", copy, cards_of_dealer(game, 4)) == "lose"


def test_eight_cards_of_the_dealer_against_seven_are_a_bad_beat_of_seven():
    assert settled(ONE, "two_way_bad_beat", 7, 8) == "100%"
