"""Keep It Straight, rule by rule, with its dice."""

from __future__ import annotations

from itertools import product

import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.table import DealOrder, Round, table_settings
from cardroom.table.commands import Choose
from cardroom.table.events import (
    DealerRevealed,
    DiceRolled,
    EmptySeatsCollected,
    HandKept,
    HandShown,
    PacketDealt,
    Qualified,
    WagerSettled,
)

from ..oracle.printed import STRAIGHT, STRAIGHT_FLUSH
from .stacked import ending, happened, is_revealed, play, results, seated, stacked, straight

GAME = "keep-it-straight"
ANTE = {"ante": 10}
CLOCKWISE, COUNTER_CLOCKWISE = DealOrder.DICE_CLOCKWISE, DealOrder.DICE_COUNTER_CLOCKWISE


def one_player(player: str, dealer: str, choice: int, side: dict[str, int] | None = None, **settings: object):
    return results(play(GAME, {1: ANTE | (side or {})}, stacked(player, dealer), {1: choice}, **settings))[1]


def against(player: tuple[int, str], dealer: tuple[int, str]) -> tuple[str, str]:
    return straight(*player), straight(*dealer, suits="cd")


def test_rule_2_seven_cards_clockwise_and_the_dealer_last():
    round_ = play(GAME, {3: ANTE, 2: ANTE}, DECK, {2: 0, 3: 0})
    packets = [(event.to, event.cards) for event in happened(round_, PacketDealt)]
    assert packets == [(2, DECK[:7]), (3, DECK[7:14]), ("dealer", DECK[14:21])]


def test_rule_3_the_choice_is_to_fold_or_to_raise_two_three_or_four_times():
    round_ = seated(GAME, {1: ANTE}, stacked(straight(2, "9")))
    round_.run_dealer()
    options = [(option.name, option.amount // 1_000_000) for option in round_.options(1)]
    assert options == [("fold", 0), ("2x", 20), ("3x", 30), ("4x", 40)]
    for option in ("1x", "5x"):
        with pytest.raises(CardroomError, match=r"2x .*, 3x .*, 4x"):
            round_.do(Choose(1, option))


def test_rule_3b_i_below_a_two_card_straight_folding_is_forced():
    round_ = seated(GAME, {1: ANTE}, stacked(straight(1, "A")))
    round_.run_dealer()
    assert [option.name for option in round_.options(1)] == ["fold"]
    for option in ("2x", "3x", "4x"):
        with pytest.raises(CardroomError, match="only with a two-card straight or better"):
            round_.do(Choose(1, option))
    round_.do(Choose(1, "fold"))


@pytest.mark.parametrize("choice", [2, 3, 4])
@pytest.mark.parametrize(
    ("player", "dealer", "ante", "raised"),
    [
        ((2, "9"), (2, "K"), 1, 0),  # 4a: not qualified, even a better two-card straight
        ((7, "9"), (1, "K"), 1, 0),
        ((4, "9"), (3, "K"), 1, 1),  # 4b.i
        ((3, "A"), (3, "K"), 1, 1),
        ((5, "9"), (4, "A"), 1, 1),
        ((6, "9"), (5, "A"), 1, 2),  # 4b.i.1
        ((7, "K"), (7, "9"), 1, 2),
        ((6, "9"), (6, "9"), 0, 0),  # 4b.ii
        ((6, "9"), (7, "9"), -1, -1),  # 4b.iii
        ((3, "4"), (3, "5"), -1, -1),
        ((2, "A"), (3, "3"), -1, -1),
    ],
)
def test_rule_4_settlement(player, dealer, ante, raised, choice):
    assert one_player(*against(player, dealer), choice) == {"ante": 10 * ante, "raise": 10 * choice * raised}


def test_rule_4_the_dealer_reveals_then_settles_counter_clockwise():
    deck = stacked(straight(2, "5"), straight(2, "5", suits="cd"), straight(6, "Q"))
    round_ = play(GAME, {1: ANTE, 4: ANTE, 6: ANTE}, deck, {1: 2, 4: 3, 6: 4})
    order = [getattr(e, "seat", "dealer") for e in happened(round_, DealerRevealed, HandShown)]
    assert order == ["dealer", 6, 4, 1]


def test_notes_two_straights_of_the_same_length_in_a_hand_the_higher_counts():
    assert one_player("2s 3s 4s Js Qs Ks 7h", straight(3, "Q", suits="cd"), 2) == {"ante": 10, "raise": 20}


@pytest.mark.parametrize("choice", [0, 2])
@pytest.mark.parametrize("length", [7, 6, 5, 4, 3])
@pytest.mark.parametrize("table", STRAIGHT)
def test_appendix_a_straight_is_live_after_a_fold(table, length, choice):
    odds = (*STRAIGHT[table], -1)[7 - length]
    hands = against((length, "K"), (7, "A"))
    assert one_player(*hands, choice, {"straight": 5}, paytables={"straight": table})["straight"] == 5 * odds


# The longest suited straight of each hand, ace low or high.
SUITED = {
    7: "6s 7s 8s 9s 10s Js Qs",
    6: "9s 10s Js Qs Ks As 2h",
    5: "As 2s 3s 4s 5s 6h 9h",
    4: "8h 9h 10h Jh Qs Ks 2s",
    3: "Ah 2h 3h Kh Qh 7s 9s",  # A-2-3, not K-A-2
    2: "Ah Kh 2s 3s Qs 7s 8h",
}
SUITED_DEALER = "2c 2d 4c 4d 9c 9d Jc"


@pytest.mark.parametrize("choice", [0, 3])
@pytest.mark.parametrize("length", SUITED)
@pytest.mark.parametrize("table", STRAIGHT_FLUSH)
def test_appendix_b_straight_flush_is_live_after_a_fold(table, length, choice):
    odds = (*STRAIGHT_FLUSH[table], -1)[7 - length]
    side, tables = {"straight_flush": 5}, {"straight_flush": table}
    assert one_player(SUITED[length], SUITED_DEALER, choice, side, paytables=tables)["straight_flush"] == 5 * odds


KING_HIGH = "8s 9s 10s Js Qs Ks 2h"


@pytest.mark.parametrize("choice", [0, 4])
@pytest.mark.parametrize(
    ("table", "hand", "pays", "envy"),
    [
        ("PT-BJS-HCF-SF-01", SUITED[7], "100%", None),
        ("PT-BJS-HCF-SF-01", SUITED[6], "10%", None),  # no ace-high line in this table
        ("PT-BJS-HCF-SF-03b", KING_HIGH, "100%", None),
        ("PT-BJS-HCF-SF-02", SUITED[5], "$900", None),
        ("PT-BJS-HCF-SF-02", SUITED[3], None, None),  # printed “-”
        ("PT-BJS-HCF-SF-04", SUITED[7], "100%", None),
        ("PT-BJS-HCF-SF-04", SUITED[6], "100%", None),
        ("PT-BJS-HCF-SF-04", KING_HIGH, "10%", None),
        ("PT-BJS-HCF-SF-04", "As 2s 3s 4s 5s 6s 9h", "10%", None),  # not ace high, so the second line
        ("PT-BJS-HCF-SF-10", SUITED[4], "$40", None),
        ("PT-BJS-HCF-SF-11", SUITED[2], None, None),
        ("PT-BJS-HCF-SF-E01", KING_HIGH, "100%", "$200"),
        ("PT-BJS-HCF-SF-E01", SUITED[3], "$3", None),
        ("PT-BJS-HCF-SF-E02", KING_HIGH, "10%", None),
        ("PT-BJS-HCF-SF-E05", SUITED[6], "100%", "$250"),
    ],
)
def test_appendix_c_the_jackpot_is_live_after_a_fold_and_a_hand_with_envy_stays(table, hand, pays, envy, choice):
    bets = {1: ANTE | {"jackpot_2": 1}}
    round_ = play(GAME, bets, stacked(hand, SUITED_DEALER), {1: choice}, paytables={"jackpot_2": table})
    event = ending(round_, 1, "jackpot_2")
    if pays is None:
        assert (event.verdict, event.back) == ("lose", 0)
    else:
        assert (str(event.pays), event.envy and str(event.envy)) == (pays, envy)
    assert [e.holder for e in happened(round_, HandKept)] == ([1] if envy else [])
    assert results(round_)[1]["jackpot_2"] == -1


def test_the_two_sensors_are_separate_wagers_on_the_same_hand():
    tables = {"jackpot_1": "PT-BJS-HCF-SF-E01", "jackpot_2": "PT-BJS-HCF-SF-E04"}
    bets = {1: ANTE | {"jackpot_1": 1, "jackpot_2": 5}}
    deck = stacked(SUITED[7], SUITED_DEALER)
    round_ = play(GAME, bets, deck, {1: 2}, paytables=tables, jackpot_wagers={"jackpot_2": 5_000_000})
    hits = [(e.wager, e.paytable, e.stake // 1_000_000) for e in happened(round_, Qualified)]
    assert hits == [("jackpot_1", "PT-BJS-HCF-SF-E01", 1), ("jackpot_2", "PT-BJS-HCF-SF-E04", 5)]
    assert [e.holder for e in happened(round_, HandKept)] == [1]  # once, however many sensors give envy


def test_if_everyone_folds_no_live_wager_needs_the_dealers_hand():
    side = {"straight": 5, "straight_flush": 5, "jackpot_1": 1}
    round_ = play(GAME, {1: ANTE | side, 2: ANTE}, stacked(SUITED[5]), {1: 0, 2: 0})
    assert not is_revealed(round_)
    assert results(round_)[1] == {"ante": -10, "straight": 125, "straight_flush": 500, "jackpot_1": -1}
    assert [e.seat for e in happened(round_, HandShown)] == [1]


# --- Appendix D -------------------------------------------------------------------------------------------------------

# For sums of the dice from 3 to 18.
FIRST_CLOCKWISE = [2, 3, 4, 5, 6, "dealer", 1, 2, 3, 4, 5, 6, "dealer", 1, 2, 3]
FIRST_COUNTER_CLOCKWISE = [5, 4, 3, 2, 1, "dealer", 6, 5, 4, 3, 2, 1, "dealer", 6, 5, 4]


def dice_making(total: int) -> tuple[int, int, int]:
    return next(dice for dice in product(range(1, 7), repeat=3) if sum(dice) == total)


@pytest.mark.parametrize("total", range(3, 19))
@pytest.mark.parametrize(
    ("order", "firsts"), [(CLOCKWISE, FIRST_CLOCKWISE), (COUNTER_CLOCKWISE, FIRST_COUNTER_CLOCKWISE)]
)
def test_appendix_d_the_deal_begins_where_the_dice_count_to_and_goes_round_all_seven_positions(order, firsts, total):
    round_ = play(GAME, {2: ANTE, 5: ANTE}, DECK, {2: 0, 5: 0}, dice_making(total), deal_order=order)
    first = firsts[total - 3]
    assert [(sum(e.dice), e.first) for e in happened(round_, DiceRolled)] == [(total, first)]
    ring = ["dealer", 1, 2, 3, 4, 5, 6] if order is CLOCKWISE else ["dealer", 6, 5, 4, 3, 2, 1]
    start = ring.index(first)
    holders = ring[start:] + ring[:start]
    packets = [(event.to, event.cards) for event in happened(round_, PacketDealt)]
    assert packets == [(holder, DECK[7 * place : 7 * place + 7]) for place, holder in enumerate(holders)]
    (collected,) = happened(round_, EmptySeatsCollected)
    assert sorted(collected.seats) == [1, 3, 4, 6]
    assert sorted(round_.state.seats) == [2, 5]


def test_appendix_d_with_every_seat_taken_nothing_is_collected_and_settlement_stays_counter_clockwise():
    bets = dict.fromkeys(range(1, 7), ANTE | {"straight": 1})
    round_ = play(GAME, bets, DECK, dict.fromkeys(range(1, 7), 0), (1, 1, 1), deal_order=CLOCKWISE)
    assert not happened(round_, EmptySeatsCollected)
    assert [e.seat for e in happened(round_, WagerSettled) if e.wager == "straight"] == [6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("dice", [None, (0, 1, 1), (1, 7, 1), (1, 1), (1, 1, 1, 1)])
def test_appendix_d_takes_three_dice(dice):
    with pytest.raises(CardroomError, match="three numbers from 1 to 6"):
        Round.open("r", table_settings(GAME, deal_order=CLOCKWISE), DECK, dice)
