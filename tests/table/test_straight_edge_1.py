"""Straight Edge Poker, version 1, rule by rule."""

from __future__ import annotations

import pytest

from cardroom.cards import DECK, parse_cards
from cardroom.errors import CardroomError
from cardroom.table.commands import Choose
from cardroom.table.events import (
    DealerRevealed,
    HandKept,
    HandShown,
    JackpotBetTaken,
    PacketDealt,
    Qualified,
    ShufflerCleared,
    WagerSettled,
)

from .stacked import ending, happened, is_revealed, play, results, seated, stacked, straight

GAME = "straight-edge-1"
ANTE = {"ante": 10}


def one_player(player: str, dealer: str, choice: int = 1, side: dict[str, int] | None = None, **settings: object):
    round_ = play(GAME, {1: ANTE | (side or {})}, stacked(player, dealer), {1: choice}, **settings)
    return results(round_)[1]


def against(player: tuple[int, str], dealer: tuple[int, str]) -> tuple[str, str]:
    """Two packets by the length and the ending card of their straights."""
    return straight(*player), straight(*dealer, cards=8, suits="cd")


def test_rules_4_to_6_players_get_seven_clockwise_then_the_dealer_eight_and_the_rest_leaves():
    round_ = play(GAME, {5: ANTE, 2: ANTE, 4: ANTE}, DECK, {2: 0, 4: 0, 5: 0})
    packets = [(event.to, event.cards) for event in happened(round_, PacketDealt)]
    assert packets == [(2, DECK[:7]), (4, DECK[7:14]), (5, DECK[14:21]), ("dealer", DECK[21:29])]
    assert [event.cards_left for event in happened(round_, ShufflerCleared)] == [23]


def test_rule_5_the_eighth_card_of_the_dealer_is_the_top_of_the_next_packet():
    next_packet = "9s Jh Kh 2d 4d 6d 8d"
    round_ = play(GAME, {1: ANTE}, stacked(straight(7, "8"), "2c 3c 4c 5c 6c 7c 8c", next_packet), {1: 1})
    (revealed,) = happened(round_, DealerRevealed)
    assert revealed.cards == parse_cards("2c 3c 4c 5c 6c 7c 8c 9s")
    assert results(round_)[1] == {"ante": -10, "play": -10}  # eight cards beat seven


def test_six_players_and_the_dealer_can_all_be_dealt():
    round_ = play(GAME, dict.fromkeys(range(1, 7), ANTE), DECK, dict.fromkeys(range(1, 7), 1))
    assert round_.state.cards_dealt == 50
    assert happened(round_, ShufflerCleared)[0].cards_left == 2


def test_rule_7_the_choice_is_to_fold_or_to_bet_exactly_the_ante():
    round_ = seated(GAME, {1: ANTE}, DECK)
    round_.run_dealer()
    assert [(option.name, option.amount // 1_000_000) for option in round_.options(1)] == [("fold", 0), ("1x", 10)]
    for option in ("-1x", "0x", "2x", "3x", "Fold"):
        with pytest.raises(CardroomError, match="fold, 1x"):
            round_.do(Choose(1, option))


def test_rules_8_and_9_the_dealer_reveals_and_then_settles_counter_clockwise():
    round_ = play(GAME, {1: ANTE, 3: ANTE, 6: ANTE}, DECK, {1: 1, 3: 1, 6: 1})
    kinds = (DealerRevealed, HandShown, WagerSettled)
    order = [(type(e).__name__, getattr(e, "seat", "dealer")) for e in happened(round_, *kinds)]
    by_seat = [(name, seat) for seat in (6, 3, 1) for name in ("HandShown", "WagerSettled", "WagerSettled")]
    assert order == [("DealerRevealed", "dealer"), *by_seat]


def test_the_ace_may_stand_in_the_middle():
    """J-Q-K-A-2-3 is a six-card straight; 8 to K is as long and ends higher, since the first ends in the three."""
    wraps = "Js Qs Ks As 2s 3s 7s"
    assert one_player(wraps, straight(3, "6", 8, "cd")) == {"ante": 10, "play": 30}
    assert one_player(wraps, straight(6, "K", 8, "cd")) == {"ante": -10, "play": -10}
    assert one_player(wraps, straight(6, "2", 8, "cd")) == {"ante": 10, "play": 10}


@pytest.mark.parametrize(
    ("player", "dealer", "wins"),
    [
        ((3, "5"), (3, "7"), False),  # the sheet's example: 3-4-5 loses to 5-6-7
        ((3, "7"), (3, "5"), True),
        ((3, "7"), (3, "7"), True),  # players win copies
        ((3, "A"), (3, "K"), True),
        ((3, "2"), (3, "3"), False),  # K-A-2 ends in the lowest card of all
        ((2, "A"), (3, "2"), False),  # length comes first
    ],
)
def test_rules_10_and_11_length_then_the_ending_card_decides_and_copies_win(player, dealer, wins):
    expected = {"ante": 10, "play": 10} if wins else {"ante": -10, "play": -10}
    assert one_player(*against(player, dealer)) == expected


@pytest.mark.parametrize(
    ("player", "dealer", "odds"),
    [(7, 1, 200), (6, 1, 25), (7, 2, 25), (6, 2, 8), (6, 3, 3), (5, 3, 2), (4, 3, 1), (3, 3, 1), (1, 1, 1)],
)
def test_rule_10a_play_pays_by_the_margin_of_victory(player, dealer, odds):
    assert one_player(*against((player, "K"), (dealer, "Q"))) == {"ante": 10, "play": 10 * odds}


def test_rule_7a_folding_loses_the_ante_only():
    assert one_player(straight(7, "8"), straight(1, "K", 8, "cd"), choice=0) == {"ante": -10}


@pytest.mark.parametrize("choice", [0, 1])
@pytest.mark.parametrize("dealer", ["8", "A"])
@pytest.mark.parametrize(
    ("table", "length", "gain"),
    [
        ("Bonus 1", 7, 200), ("Bonus 1", 6, 75), ("Bonus 1", 5, 30), ("Bonus 1", 4, 7.5), ("Bonus 1", 3, -5),
        ("Bonus 2", 7, 250), ("Bonus 2", 6, 100), ("Bonus 2", 5, 20), ("Bonus 2", 4, 7.5), ("Bonus 2", 2, -5),
    ],
)  # fmt: skip
def test_rule_12_bonus_is_on_the_players_own_straight_whoever_wins_folded_or_not(table, length, gain, dealer, choice):
    hands = straight(length, "K"), straight(7, dealer, 8, "cd")
    assert one_player(*hands, choice, {"bonus": 5}, paytables={"bonus": table})["bonus"] == gain


@pytest.mark.parametrize("choice", [0, 1])
@pytest.mark.parametrize(("length", "gain"), [(1, 125), (2, -5), (7, -5)])
def test_rule_13_insurance_wins_below_a_two_card_straight_folded_or_not(length, gain, choice):
    hands = against((length, "9"), (4, "Q"))
    assert one_player(*hands, choice, {"insurance": 5})["insurance"] == gain


def test_if_everyone_folds_side_bets_are_settled_and_the_dealer_stays_face_down():
    stakes = ANTE | {"bonus": 1, "insurance": 1, "two_way_bad_beat": 1}
    deck = stacked(straight(4, "5"), straight(1, "A"), straight(4, "Q", 8, "cd"))
    round_ = play(GAME, {2: stakes, 4: stakes}, deck, {2: 0, 4: 0})
    assert results(round_) == {
        2: {"ante": -10, "bonus": 1.5, "insurance": -1, "two_way_bad_beat": -1},
        4: {"ante": -10, "bonus": -1, "insurance": 25, "two_way_bad_beat": -1},
    }
    assert not is_revealed(round_)
    assert [event.seat for event in happened(round_, HandShown)] == [4, 2]


def test_a_folded_hand_without_a_live_wager_is_never_shown():
    round_ = play(GAME, {1: ANTE, 2: ANTE}, DECK, {1: 0, 2: 1})
    assert [event.seat for event in happened(round_, HandShown)] == [2]


# --- Two Way Bad Beat -------------------------------------------------------------------------------------------------

BAD_BEAT = ANTE | {"two_way_bad_beat": 1}


def bad_beat(player: tuple[int, str], dealer: tuple[int, str], choice: int = 1, **settings: object):
    round_ = play(GAME, {1: BAD_BEAT}, stacked(*against(player, dealer)), {1: choice}, **settings)
    assert results(round_)[1]["two_way_bad_beat"] == -1  # taken when the game starts, awards are the jackpots' business
    return round_, ending(round_, 1, "two_way_bad_beat")


def test_progressive_rule_5_the_wager_is_taken_when_the_betting_closes():
    round_ = seated(GAME, {1: BAD_BEAT, 2: ANTE}, DECK)
    events = round_.do(round_.next_act())
    assert [(e.seat, e.wager, e.stake) for e in events if isinstance(e, JackpotBetTaken)] == [
        (1, "two_way_bad_beat", 1_000_000)
    ]
    assert results(round_) == {1: {"two_way_bad_beat": -1}, 2: {}}


@pytest.mark.parametrize(
    ("player", "dealer", "pays"),
    [
        ((4, "9"), (7, "K"), "5 for 1"),
        ((7, "K"), (4, "9"), "5 for 1"),  # both ways
        ((5, "9"), (6, "K"), "25 for 1"),
        ((6, "9"), (6, "K"), "250 for 1"),
        ((7, "K"), (6, "9"), "250 for 1"),
        ((7, "9"), (7, "K"), "100%"),
    ],
)
def test_progressive_rules_2a_and_2b_the_lower_hand_sets_the_award_whoever_wins(player, dealer, pays):
    _, event = bad_beat(player, dealer)
    assert isinstance(event, Qualified)
    assert (str(event.pays), event.paytable, event.stake) == (pays, "Two Way Bad Beat 1", 1_000_000)


@pytest.mark.parametrize(
    ("player", "dealer", "choice"),
    [
        ((3, "K"), (7, "9"), 1),
        ((7, "9"), (3, "K"), 1),
        ((6, "9"), (6, "9"), 1),  # a tie, although the copy wins the main game
        ((6, "9"), (7, "K"), 0),  # a bad beat, but folded
    ],
)
def test_progressive_rule_2a_short_straights_ties_and_folded_hands_lose(player, dealer, choice):
    _, event = bad_beat(player, dealer, choice)
    assert isinstance(event, WagerSettled)
    assert (event.verdict, event.back) == ("lose", 0)


@pytest.mark.parametrize(
    ("table", "envy", "kept"), [("Two Way Bad Beat 1", "$100", [1]), ("Two Way Bad Beat 2", "None", [])]
)
def test_progressive_rule_9b_only_table_1_gives_envy_and_its_hand_stays_face_up(table, envy, kept):
    round_, event = bad_beat((7, "9"), (7, "K"), paytables={"two_way_bad_beat": table})
    assert (event.line, str(event.envy)) == ("7-card_straight", envy)
    assert [(e.holder, e.kept_for) for e in happened(round_, HandKept)] == [(seat, "envy") for seat in kept]
