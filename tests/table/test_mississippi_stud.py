"""Mississippi Stud, rule by rule, with the 3 Card Bonus and the progressive."""

from __future__ import annotations

import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.table.commands import Choose, TakeFolded
from cardroom.table.events import (
    CardExposed,
    Folded,
    HandKept,
    HandShown,
    PacketDealt,
    Qualified,
    Raised,
    WagerSettled,
)

from ..oracle.printed import PROGRESSIVES, THREE_CARD_BONUS
from .stacked import ending, happened, play, results, seated, stacked

GAME = "mississippi-stud"
ANTE = {"ante": 10}
RAGS = "2h 7d 9c", "3s Kd"  # community cards and two of one's own that come to nothing


def one_player(community: str, own: str, choice: tuple[int, ...], side: dict[str, int] | None = None, **settings):
    return results(play(GAME, {1: ANTE | (side or {})}, stacked(community, own), {1: choice}, **settings))[1]


def test_rules_3_and_4_the_community_cards_come_first_then_two_for_each_player_clockwise():
    round_ = play(GAME, {7: ANTE, 1: ANTE, 4: ANTE}, DECK, {1: (0,), 4: (0,), 7: (0,)})
    packets = [(event.to, event.cards) for event in happened(round_, PacketDealt)]
    assert packets == [("community", DECK[:3]), (1, DECK[3:5]), (4, DECK[5:7]), (7, DECK[7:9])]


def test_rules_5_to_10_three_streets_of_one_two_or_three_antes_each_before_its_card():
    round_ = seated(GAME, {2: ANTE}, stacked(*RAGS))
    round_.run_dealer()
    for street, multiple in (("third_street", 3), ("fourth_street", 1), ("fifth_street", 2)):
        options = [(option.name, option.amount // 1_000_000) for option in round_.options(2)]
        assert options == [("fold", 0), ("1x", 10), ("2x", 20), ("3x", 30)]
        for illegal in ("-1x", "4x"):
            with pytest.raises(CardroomError, match="fold, 1x"):
                round_.do(Choose(2, illegal))
        (raised,) = round_.do(Choose(2, f"{multiple}x"))
        assert (raised.wager, raised.stake) == (street, multiple * 10_000_000)
        round_.run_dealer()
    order = [getattr(e, "wager", None) or str(e.card) for e in happened(round_, Raised, CardExposed)]
    assert order == ["third_street", "2h", "fourth_street", "7d", "fifth_street", "9c"]
    assert results(round_)[2] == {"ante": -10, "third_street": -30, "fourth_street": -10, "fifth_street": -20}


@pytest.mark.parametrize(
    ("choice", "lost"),
    [
        ((0,), {"ante": -10}),
        ((3, 0), {"ante": -10, "third_street": -30}),
        ((1, 2, 0), {"ante": -10, "third_street": -10, "fourth_street": -20}),
    ],
)
def test_rules_5a_7a_9a_folding_surrenders_the_bets_so_far_and_turns_no_further_card(choice, lost):
    round_ = play(GAME, {1: ANTE}, stacked("Ah Kh Qh", "Jh 10h"), {1: choice})
    assert results(round_)[1] == lost
    assert len(happened(round_, CardExposed)) == len(choice) - 1
    assert not happened(round_, HandShown)


@pytest.mark.parametrize(
    ("community", "own", "odds"),
    [
        ("Ah Kh Qh", "Jh 10h", 500),
        ("9h Kh Qh", "Jh 10h", 100),
        ("Ah 2h 3h", "4h 5h", 100),
        ("6c 6d 6h", "6s 2c", 40),
        ("6c 6d 2h", "6s 2c", 10),
        ("2c 9c Jc", "4c Kc", 6),
        ("Ah 2c 3h", "4h 5h", 4),
        ("10c Jd Qh", "Ks As", 4),
        ("2c 2d 9h", "2s Jc", 3),
        ("2c 2d 3h", "3s Jc", 2),
        ("Jc 2d 3h", "Js 9c", 1),
        ("Ac Ad 3h", "9s 7c", 1),
        ("10c 2d 3h", "10s 9c", 0),
        ("6c 2d 3h", "6s 9c", 0),
        ("5c 2d 3h", "5s 9c", -1),
        ("Qh Kh Ah", "2d 3c", -1),  # no straight goes round the ace
    ],
)
def test_rules_11_and_12_all_bets_get_the_odds_of_the_hand(community, own, odds):
    stakes = {"ante": 10, "third_street": 10, "fourth_street": 20, "fifth_street": 30}
    expected = {name: odds * stake for name, stake in stakes.items()}
    assert one_player(community, own, (1, 2, 3)) == expected


def test_rule_11_hands_are_turned_and_settled_from_right_to_left():
    bets = {1: ANTE, 3: ANTE | {"three_card_bonus": 5}, 7: ANTE}
    deck = stacked("2h 2d 9c", "9s 9d", "3s 4s", "Kd Ks")
    round_ = play(GAME, bets, deck, {1: (1, 1, 1), 3: (1, 0), 7: (1, 1, 1)})
    after = round_.events[round_.events.index(happened(round_, CardExposed)[-1]) :]
    shown = [e.seat for e in after if isinstance(e, HandShown)]
    assert shown == [7, 1]  # the folded hand is tucked, not read: its bonus is on the community cards
    settled = [(e.seat, e.wager) for e in after if isinstance(e, WagerSettled)]
    streets = ["ante", "third_street", "fourth_street", "fifth_street"]
    assert settled == [*((7, wager) for wager in streets), (3, "three_card_bonus"), *((1, wager) for wager in streets)]


def test_a_fold_is_taken_in_at_its_street_and_keeps_nobody_else_from_deciding():
    round_ = seated(GAME, {1: ANTE, 2: ANTE}, DECK)
    round_.run_dealer()
    round_.do(Choose(1, "1x"))
    round_.do(Choose(2, "1x"))
    round_.run_dealer()
    round_.do(Choose(1, "fold"))
    assert round_.next_act() == TakeFolded(1)
    assert [option.name for option in round_.options(2)] == ["fold", "1x", "2x", "3x"]
    round_.do(Choose(2, "1x"))
    round_.run_dealer()
    (fold,) = happened(round_, Folded)
    after = round_.events[round_.events.index(fold) :]
    assert [type(e).__name__ for e in after] == ["Folded", "Raised", "WagerSettled", "WagerSettled", "CardExposed"]
    assert {e.rule for e in after if getattr(e, "seat", 0) == 1} == {"7a"}


# --- 3 Card Bonus -----------------------------------------------------------------------------------------------------

# Mini royal, straight flush, three of a kind, straight, flush, pair, nothing.
COMMUNITY = ["Qc Kc Ac", "Ac 2c 3c", "4c 4d 4h", "Qc Kd Ah", "2c 7c Jc", "Ac Ad 9h", "Kc Ad 2h"]


@pytest.mark.parametrize("choice", [(0,), (1, 1, 1)])
@pytest.mark.parametrize("place", range(7))
@pytest.mark.parametrize("table", THREE_CARD_BONUS)
def test_rule_13_the_bonus_is_on_the_community_cards_only_even_after_a_fold(table, place, choice):
    for number, mini_royal in ((table, 40), (table + 3, 50)):
        tables = {"three_card_bonus": f"3 Card Bonus {number}"}
        won = one_player(COMMUNITY[place], "9s 9d", choice, {"three_card_bonus": 5}, paytables=tables)
        assert won["three_card_bonus"] == 5 * (mini_royal, *THREE_CARD_BONUS[table], -1)[place]


@pytest.mark.parametrize(("side", "turned"), [({}, 0), ({"three_card_bonus": 5}, 3)])
def test_rule_13_if_everyone_folds_the_community_cards_are_turned_while_a_bonus_is_live(side, turned):
    round_ = play(GAME, {1: ANTE, 2: ANTE | side}, stacked("Ac Ad 9h"), {1: (0,), 2: (0,)})
    assert len(happened(round_, CardExposed)) == turned
    assert results(round_)[2] == {"ante": -10} | ({"three_card_bonus": 5} if side else {})
    assert not happened(round_, HandShown)


# --- the progressive --------------------------------------------------------------------------------------------------

# From the royal flush down to two pair.
HANDS = [("Ah Kh Qh", "Jh 10h"), ("9h Kh Qh", "Jh 10h"), ("6c 6d 6h", "6s 2c"), ("6c 6d 2h", "6s 2c"),
         ("2c 9c Jc", "4c Kc"), ("Ah 2c 3h", "4h 5h"), ("2c 2d 9h", "2s Jc"), ("2c 2d 9h", "9s Jc")]  # fmt: skip
ROYAL, THREE = HANDS[0], HANDS[6]


@pytest.mark.parametrize("place", range(8))
@pytest.mark.parametrize("table", PROGRESSIVES)
def test_progressive_rule_2_the_best_five_cards_set_the_award_and_envy_keeps_the_hand(table, place):
    bets, tables = {1: ANTE | {"progressive": 1}}, {"progressive": table}
    round_ = play(GAME, bets, stacked(*HANDS[place]), {1: (1, 1, 1)}, paytables=tables)
    event = ending(round_, 1, "progressive")
    line = max(place - 1, 0) if table == "MS Stud Quick Hit 01" else place  # there a royal is paid as a straight flush
    pays, envy = (dict(enumerate(column)).get(line) for column in PROGRESSIVES[table])
    assert (str(event.pays) if isinstance(event, Qualified) else None) == pays
    assert (str(event.envy) if isinstance(event, Qualified) and event.envy else None) == envy
    assert [e.holder for e in happened(round_, HandKept)] == ([1] if envy else [])
    assert results(round_)[1]["progressive"] == -1


@pytest.mark.parametrize("without_envy", [(), ("progressive",)])
def test_a_hand_is_kept_for_envy_only_where_the_wager_pays_it(without_envy):
    bets = {1: ANTE | {"progressive": 1}}
    round_ = play(GAME, bets, stacked(*ROYAL), {1: (1, 1, 1)}, without_envy=without_envy)
    event = ending(round_, 1, "progressive")
    assert (event.envy is None) is bool(without_envy)
    assert [e.holder for e in happened(round_, HandKept)] == ([] if without_envy else [1])


@pytest.mark.parametrize("choice", [(0,), (1, 0), (1, 1, 0)])
@pytest.mark.parametrize("qualify", [True, False])
def test_progressive_rule_8_whether_folded_hands_qualify_is_the_operators_setting(qualify, choice):
    bets = {1: ANTE | {"progressive": 1}}
    round_ = play(GAME, bets, stacked(*ROYAL), {1: choice}, folded_hands_qualify=qualify)
    event = ending(round_, 1, "progressive")
    assert isinstance(event, Qualified) is qualify
    assert len(happened(round_, CardExposed)) == (3 if qualify else len(choice) - 1)
    assert [e.seat for e in happened(round_, HandShown)] == ([1] if qualify else [])
    rule = "progressive rule 2" if qualify else ("5a", "7a", "9a")[len(choice) - 1]
    assert event.rule == rule


def test_progressive_rule_9c_awards_of_one_round_come_in_settling_order():
    bets = dict.fromkeys((2, 5, 6), ANTE | {"progressive": 1})
    deck = stacked("Ah Kh Qh", "Jh 10h", "As Ad", "Ks Kd")
    round_ = play(GAME, bets, deck, dict.fromkeys((2, 5, 6), (3, 3, 3)))
    hits = [(e.seat, str(e.pays)) for e in happened(round_, Qualified)]
    assert hits == [(6, "9 for 1"), (5, "9 for 1"), (2, "100%")]
