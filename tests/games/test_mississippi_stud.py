"""Mississippi Stud: two cards and three community cards against a pay table."""

import pytest

from cardroom.games.catalogue import find_game

from ..oracle.printed import MISSISSIPPI, PROGRESSIVES, THREE_CARD_BONUS
from .asking import (
    choices,
    deals,
    fold_rules,
    in_showdown,
    lines,
    live_after_fold,
    on_cards,
    outcome_rules,
    printed,
    stage_rules,
    to_one,
)

GAME = "mississippi-stud"
STREETS = ("ante", "third_street", "fourth_street", "fifth_street")

# Own and community cards of every hand that pay tables speak of, best first.
HANDS = {
    "royal flush": ("Ah Kh", "Qh Jh 10h"),
    "straight flush": ("Ah 5h", "2h 3h 4h"),
    "four of a kind": ("9c 9d", "9h 9s 2c"),
    "full house": ("9c 9d", "9h 2s 2c"),
    "flush": ("2d 7d", "9d Kd Ad"),
    "straight": ("Ac Kd", "Qh Jh 10h"),
    "three of a kind": ("9c 2d", "9h 9s 4c"),
    "two pair": ("3c 2d", "3h 2s 4c"),
    "pair of jacks or better": ("Jc 2d", "Jh 5s 4c"),
    "pair of sixes to tens": ("10c 2d", "10h 5s 4c"),
    "pair of fives": ("5c 2d", "5h As Kc"),
    "high card": ("Ac Kd", "Qh Jh 9h"),
}


def on_hand(wager, hand, **more):
    player, community = HANDS[hand]
    return on_cards(GAME, wager, player, community=community, **more)


# --- what the sheet prints --------------------------------------------------------------------------------------------

MAIN = [*to_one(*MISSISSIPPI, 1), "push"]


@pytest.mark.parametrize("wager", STREETS)
def test_all_bets_are_paid_by_the_printed_table(wager):
    assert printed(GAME, wager) == {"MS-01": lines(list(HANDS)[:10], MAIN)}
    assert find_game(GAME).wager(wager).paytables[0].printed == {"house edge": "1.58%", "expected hold": "24%"}


def test_three_card_bonus_pay_tables_are_the_six_printed_ones():
    hands = ["straight flush", "three of a kind", "straight", "flush", "pair"]
    without = [(f"3 Card Bonus {number}", lines(hands, to_one(*pays))) for number, pays in THREE_CARD_BONUS.items()]
    with_mini_royal = [
        (f"3 Card Bonus {number + 3}", lines(["mini royal", *hands], to_one(50, *pays)))
        for number, pays in THREE_CARD_BONUS.items()
    ]
    assert list(printed(GAME, "three_card_bonus").items()) == without + with_mini_royal


def test_progressive_pay_tables_and_envy_are_the_printed_ones():
    hands = list(HANDS)[:7]
    expected = [(name, lines(hands[-len(pays) :], pays, envy)) for name, (pays, envy) in PROGRESSIVES.items()]
    assert list(printed(GAME, "progressive").items()) == expected


# --- the procedure ----------------------------------------------------------------------------------------------------


def test_three_community_cards_then_two_to_each_player():
    assert deals(GAME) == [("community", 3), ("seat", 2)]
    assert find_game(GAME).seats == 7
    assert not find_game(GAME).has_dealer_hand


def test_each_street_is_bought_for_one_to_three_times_the_ante_and_turns_a_card():
    assert choices(GAME) == [(street, (1, 2, 3)) for street in STREETS[1:]]
    stages = [type(stage).__name__ for stage in find_game(GAME).stages]
    assert stages == ["Bets", "Deal", "Deal", *["Decide", "Expose"] * 3, "SettleSeats"]


def test_three_card_bonus_is_live_after_a_fold_and_the_progressive_if_the_operator_says_so():
    assert live_after_fold(GAME) == {**dict.fromkeys(STREETS, False), "three_card_bonus": True, "progressive": None}


def test_everything_cites_its_rule():
    assert stage_rules(GAME) == ["2", "3", "4", "5b", "6", "7b", "8", "9b", "10", "11"]
    assert fold_rules(GAME) == ["5a", "7a", "9a"]
    bonuses = {"three_card_bonus": {"13"}, "progressive": {"progressive rule 2"}}
    assert outcome_rules(GAME) == {**{street: {"12"} for street in STREETS}, **bonuses}


# --- settlement -------------------------------------------------------------------------------------------------------


def test_ante_and_streets_all_get_the_same_odds():
    for hand, pays in zip(HANDS, [*MAIN, "lose", "lose"], strict=True):
        assert [on_hand(wager, hand) for wager in STREETS] == [pays] * 4


@pytest.mark.parametrize(("pair", "outcome"), [
    *((rank, "lose") for rank in "2345"),
    *((rank, "push") for rank in ("6", "7", "8", "9", "10")),
    *((rank, "1 to 1") for rank in "JQKA"),
])  # fmt: skip
def test_jacks_win_sixes_to_tens_push_and_less_loses(pair, outcome):
    others = [rank for rank in ("2", "5", "8", "K") if rank != pair][:3]
    assert on_cards(GAME, "ante", f"{pair}c {pair}d", community=" ".join(rank + "h" for rank in others)) == outcome


@pytest.mark.parametrize(
    ("community", "hand"),
    [
        ("Qd Kd Ad", "mini royal"),
        ("Ad 2d 3d", "straight flush"),
        ("Jd Qd Kd", "straight flush"),
        ("2c 2d 2h", "three of a kind"),
        ("Qc Kd Ah", "straight"),
        ("Ac 2d 3h", "straight"),
        ("2d 9d Ad", "flush"),
        ("2c 2d Ah", "pair"),
        ("Kc Ad 2h", "nothing"),
    ],
)
def test_three_card_bonus_is_on_the_community_cards_alone(community, hand):
    for number, pays in THREE_CARD_BONUS.items():
        printed_pays = dict(zip(("straight flush", "three of a kind", "straight", "flush", "pair"), pays, strict=True))
        with_mini_royal = {**printed_pays, "mini royal": 50}
        without = {**printed_pays, "mini royal": 40}  # paid as a straight flush where no line is printed
        for table, odds in ((number, without), (number + 3, with_mini_royal)):
            expected = f"{odds[hand]} to 1" if hand in odds else "lose"
            name = f"3 Card Bonus {table}"
            assert on_cards(GAME, "three_card_bonus", "9c 9s", community=community, table=name) == expected


@pytest.mark.parametrize("table", PROGRESSIVES)
def test_progressive_is_paid_on_the_best_five_cards(table):
    pays, _ = PROGRESSIVES[table]
    expected = pays if len(pays) == 7 else [pays[0], *pays]  # Quick Hit pays a royal as a straight flush
    for hand, pay in zip(HANDS, [*expected, *["lose"] * 5], strict=True):
        assert on_hand("progressive", hand, table=table) == pay


def test_every_wager_asks_its_pay_table_alone():
    for wager in (*STREETS, "three_card_bonus"):
        answers = [in_showdown(GAME, wager, "win", True, pay) for pay in ("4 to 1", "push", None)]
        assert answers == ["4 to 1", "push", "lose"]
    prizes = ["100% Mega", "9 for 1", "$25"]
    assert [in_showdown(GAME, "progressive", "win", True, pay) for pay in (*prizes, None)] == [*prizes, "lose"]
