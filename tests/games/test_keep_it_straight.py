"""Keep It Straight: the longest straight wins, and the dealer needs three in a row."""

import pytest

from cardroom.cards import parse_cards
from cardroom.games.catalogue import find_game
from cardroom.games.model import Fold

from ..oracle.printed import JACKPOT_PREFIX, JACKPOTS, STRAIGHT, STRAIGHT_FLUSH
from .asking import (
    choices,
    deals,
    fact,
    in_showdown,
    lines,
    live_after_fold,
    on_cards,
    outcome_rules,
    printed,
    stage_rules,
    to_one,
)

GAME = "keep-it-straight"

PLAYER = {
    2: "10s Jh 2s 2h 4s 6h 8s",
    3: "8s 9h 10s 2h 2s 4h 6s",
    4: "3s 4h 5s 6h 9s 9h Js",
    5: "3s 4h 5s 6h 7s 10h Qs",
    6: "3s 4h 5s 6h 7s 8h 10s",
    7: "3s 4h 5s 6h 7s 8h 9s",
}
DEALER = {
    2: "8d 9c 2c 2d 4c 4d 6c",
    3: "5c 6d 7c 10d 10c Kd Kc",
    6: "5c 6d 7c 8d 9c 10d Kc",
    7: "5c 6d 7c 8d 9c 10d Jc",
}

# --- what the sheet prints --------------------------------------------------------------------------------------------

FLUSHES = [f"{length}-card straight flush" for length in (7, 6, 5, 4, 3)]
FLUSHES_A = ["7-card or 6-card ace high straight flush", "6-card (king high) straight flush", *FLUSHES[2:]]


def test_straight_pay_tables_are_those_of_appendix_a():
    straights = [f"{length}-card straight" for length in (7, 6, 5, 4)]
    expected = [(table, lines(straights, to_one(*pays))) for table, pays in STRAIGHT.items()]
    assert list(printed(GAME, "straight").items()) == expected
    assert len(expected) == 4


def test_straight_flush_pay_tables_are_those_of_appendix_b():
    expected = [(table, lines(FLUSHES, to_one(*pays))) for table, pays in STRAIGHT_FLUSH.items()]
    assert list(printed(GAME, "straight_flush").items()) == expected
    assert len(expected) == 8


@pytest.mark.parametrize("sensor", [1, 2])
def test_jackpot_pay_tables_are_those_of_appendix_c_on_both_sensors(sensor):
    expected = [
        (JACKPOT_PREFIX + name.split()[0], lines(FLUSHES_A if " A" in name else FLUSHES, pays.split(), envy.split()))
        for name, (pays, envy) in JACKPOTS.items()
    ]
    assert list(printed(GAME, f"jackpot_{sensor}").items()) == expected
    assert len(expected) == 16


# --- the procedure ----------------------------------------------------------------------------------------------------


def test_everyone_gets_seven_cards_and_the_raise_is_two_to_four_times_the_ante():
    assert deals(GAME) == [("everyone", 7)]
    assert choices(GAME) == [("raise", (2, 3, 4))]
    assert find_game(GAME).seats == 6


@pytest.mark.parametrize(("hand", "must_fold"), [
    ("Ac 3d 5h 7s 9c Jd Jh", True),
    ("Ac 2d 4h 6s 8c 10d 10h", False),
    ("Ac Kd 3h 5s 7c 9d 9h", False),
])  # fmt: skip
def test_below_a_two_card_straight_folding_is_forced(hand, must_fold):
    game = find_game(GAME)
    fold, *raises = game.decisions[0].options
    value = game.ranking.value(parse_cards(hand))
    assert isinstance(fold, Fold)
    assert [value < option.needs for option in raises] == [must_fold] * 3


def test_optional_wagers_stay_live_after_a_fold():
    side_bets = {"straight": True, "straight_flush": True, "jackpot_1": True, "jackpot_2": True}
    assert live_after_fold(GAME) == {"ante": False, "raise": False, **side_bets}


def test_everything_cites_its_rule():
    main = {"4a", "4b.i", "4b.ii", "4b.iii"}
    assert stage_rules(GAME) == ["1", "2", "3a", "4", "4"]
    assert outcome_rules(GAME) == {
        "ante": main, "raise": main, "straight": {"Appendix A"}, "straight_flush": {"Appendix B"},
        "jackpot_1": {"Appendix C"}, "jackpot_2": {"Appendix C"},
    }  # fmt: skip
    assert find_game(GAME).dice_deal_rule == "Appendix D"


# --- settlement -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "dealer", "ante", "raise_"), [
    (7, 6, "1 to 1", "2 to 1"),
    (6, 3, "1 to 1", "2 to 1"),
    (5, 3, "1 to 1", "1 to 1"),
    (3, 3, "1 to 1", "1 to 1"),  # 8-9-10 against 5-6-7
    (2, 3, "lose", "lose"),
    (6, 6, "lose", "lose"),  # the lower ending card
    (7, 7, "lose", "lose"),
    (7, 2, "1 to 1", "push"),  # not qualified, whatever the player holds
    (2, 2, "1 to 1", "push"),
])  # fmt: skip
def test_raise_pays_two_to_one_when_six_or_seven_cards_win(player, dealer, ante, raise_):
    assert on_cards(GAME, "ante", PLAYER[player], DEALER[dealer]) == ante
    assert on_cards(GAME, "raise", PLAYER[player], DEALER[dealer]) == raise_


def test_of_two_three_card_straights_in_a_hand_the_one_with_the_highest_high_card_is_used():
    two_straights = "3s 4h 5s 9h 10s Jh Ks"
    assert on_cards(GAME, "raise", two_straights, "8c 9d 10c 2d 2c 4d 6c") == "1 to 1"
    assert on_cards(GAME, "raise", two_straights, "9c 10d Jc 2d 2c 4d 6c") == "push"
    assert on_cards(GAME, "raise", two_straights, "10c Jd Qc 2d 2c 4d 6c") == "lose"


@pytest.mark.parametrize(("dealer", "qualifies"), [
    ("Ac 2d 3c 5d 5c 7d 7c", True),
    ("Qc Kd Ac 3d 3c 5d 5c", True),
    ("Kc Ad 2c 4d 4c 6d 6c", False),  # not round the ace
    ("9c 10d 2c 2d 4c 4d 6c", False),
])  # fmt: skip
def test_dealer_qualifies_with_a_three_card_straight(dealer, qualifies):
    assert fact(GAME, "dealer_qualifies", "", dealer) == qualifies


@pytest.mark.parametrize("pay", ["2 to 1", "1 to 1"])
@pytest.mark.parametrize(("result", "qualifies", "ante", "raise_"), [
    ("win", True, "1 to 1", "by length"),
    ("win", False, "1 to 1", "push"),
    ("copy", True, "push", "push"),
    ("copy", False, "1 to 1", "push"),
    ("loss", True, "lose", "lose"),
    ("loss", False, "1 to 1", "push"),
])  # fmt: skip
def test_every_showdown(result, qualifies, ante, raise_, pay):
    assert in_showdown(GAME, "ante", result, qualifies) == ante
    assert in_showdown(GAME, "raise", result, qualifies, pay) == (pay if raise_ == "by length" else raise_)
    for wager, prize in (
        ("straight", "6 to 1"),
        ("straight_flush", "7 to 1"),
        ("jackpot_1", "10%"),
        ("jackpot_2", "$3"),
    ):
        assert in_showdown(GAME, wager, result, qualifies, prize) == prize
        assert in_showdown(GAME, wager, result, qualifies, None) == "lose"


@pytest.mark.parametrize("table", STRAIGHT)
def test_straight_wager_pays_the_longest_straight_whoever_wins(table):
    for length, pay in zip((7, 6, 5, 4), to_one(*STRAIGHT[table]), strict=True):
        assert on_cards(GAME, "straight", PLAYER[length], DEALER[2], table=table) == pay
        assert on_cards(GAME, "straight", PLAYER[length], DEALER[7], table=table) == pay
    assert on_cards(GAME, "straight", PLAYER[3], DEALER[2], table=table) == "lose"


# A hand, and the line it falls on in tables where ace-high sixes stand apart or do not.
SUITED = [
    ("3h 4h 5h 6h 7h 8h 9h", 0, 0),
    ("9h 10h Jh Qh Kh Ah 3c", 1, 0),
    ("8h 9h 10h Jh Qh Kh 3c", 1, 1),
    ("Ah 2h 3h 4h 5h 6h 9c", 1, 1),  # the ace low is not ace high
    ("4h 5h 6h 7h 8h 9h Jc", 1, 1),
    ("10h Jh Qh Kh Ah 3c 5c", 2, 2),
    ("3h 4h 5h 6h 9c Jc Kc", 3, 3),
    ("Ah 2h 3h 9c Jc Kc Ks", 4, 4),
    ("Qh Kh Ah 3c 5c 7c 9c", 4, 4),
    ("Kh Ah 2h 4c 6c 8c 10c", None, None),
    ("3h 4c 5h 6c 7h 8c 9h", None, None),
]


@pytest.mark.parametrize(("hand", "line", "line_a"), SUITED)
def test_straight_flush_wager_and_jackpots_pay_the_longest_suited_straight(hand, line, line_a):
    for table, pays in STRAIGHT_FLUSH.items():
        expected = "lose" if line is None else to_one(*pays)[line]
        assert on_cards(GAME, "straight_flush", hand, DEALER[3], table=table) == expected
    for name, (texts, _) in JACKPOTS.items():
        place = line_a if " A" in name else line
        expected = "lose" if place is None else texts.split()[place].replace("-", "lose")
        table = JACKPOT_PREFIX + name.split()[0]
        assert on_cards(GAME, "jackpot_1", hand, DEALER[3], table=table) == expected
