"""Caribbean Stud by the house's standard rules, and Cover All by the sheet."""

from __future__ import annotations

from random import Random

import pytest

from cardroom.cards import DECK, parse_cards
from cardroom.table.events import (
    DealerRevealed,
    HandKept,
    HandRemoved,
    HandShown,
    PacketDealt,
    Qualified,
    RoundClosed,
    WagerSettled,
)
from cardroom.table.text.round_explanation import explain
from cardroom.table.text.transcript_lines import lines

from ..oracle.hands import THREE, poker
from ..oracle.printed import COVER_ALL
from .stacked import ending, happened, is_revealed, play, results, seated, stacked

GAME = "caribbean-stud"
ANTE = {"ante": 10}
COVER = ANTE | {"cover_all": 5}
ACE_KING = "As Kd 7h 4c 2d"  # the lowest of dealers' hands that qualify, nearly


def one_player(player: str, dealer: str, choice: int = 2):
    return results(play(GAME, {1: ANTE}, stacked(player, dealer), {1: choice}))[1]


def test_house_rule_2_five_cards_clockwise_the_dealer_last_with_one_card_up():
    round_ = play(GAME, {7: ANTE, 3: ANTE}, DECK, {3: 0, 7: 0})
    packets = [(event.to, event.cards, event.up) for event in happened(round_, PacketDealt)]
    assert packets == [(3, DECK[:5], ()), (7, DECK[5:10], ()), ("dealer", DECK[10:15], DECK[14:15])]


def test_house_rule_3_fold_or_raise_exactly_twice_the_ante():
    round_ = seated(GAME, {1: ANTE}, DECK)
    round_.run_dealer()
    assert [(option.name, option.amount // 1_000_000) for option in round_.options(1)] == [("fold", 0), ("2x", 20)]
    assert one_player("Ah Kh Qh Jh 10h", ACE_KING, 0) == {"ante": -10}


@pytest.mark.parametrize(
    ("player", "dealer", "expected"),
    [
        ("2c 3d 5h 7s 9c", "As Qd Jh 10c 8d", {"ante": 10, "raise": 0}),  # not qualified: even a worse hand is paid
        ("Ah Kh Qh Jh 10h", "Ks Qd Jd 9c 8d", {"ante": 10, "raise": 0}),  # and the best only on its Ante
        ("Ah Kh 7d 4s 3c", ACE_KING, {"ante": 10, "raise": 20}),
        ("Ah Kh 7d 4s 2c", ACE_KING, {"ante": 0, "raise": 0}),  # an exact tie
        ("Ah Kh 6d 5s 4d", ACE_KING, {"ante": -10, "raise": -20}),
        ("2c 2d 3h 4s 5c", "2h 2s 3c 4d 6h", {"ante": -10, "raise": -20}),  # a pair of twos qualifies
        ("3h 3s 4h 5s 6c", "2h 2s Ac Kh Qh", {"ante": 10, "raise": 20}),
    ],
)
def test_house_rules_4_to_8_the_dealer_needs_ace_king(player, dealer, expected):
    assert one_player(player, dealer) == expected


@pytest.mark.parametrize(
    ("player", "odds"),
    [
        ("Ah Kh Qh Jh 10h", 100), ("9h Kh Qh Jh 10h", 50), ("6c 6d 6h 6s 2c", 20), ("6c 6d 6h 2s 2c", 7),
        ("2h 5h 8h Jh Kh", 5), ("Ah 2c 3h 4h 5h", 4), ("6c 6d 6h 2s 3c", 3), ("6c 6d 2h 2s 3c", 2),
        ("6c 6d 2h 5s 3c", 1),
    ],
)  # fmt: skip
def test_house_rule_6_the_raise_pays_by_the_winning_hand(player, odds):
    assert one_player(player, "As Kd 8c 7d 3d") == {"ante": 10, "raise": 20 * odds}


def test_hands_are_settled_counter_clockwise_after_the_reveal():
    round_ = play(GAME, {1: ANTE, 4: ANTE, 7: ANTE}, DECK, {1: 2, 4: 2, 7: 2})
    order = [getattr(e, "seat", "dealer") for e in happened(round_, DealerRevealed, HandShown)]
    assert order == ["dealer", 7, 4, 1]


# --- Cover All --------------------------------------------------------------------------------------------------------

HANDS = ["Ah Kh Qh Jh 10h", "9h Kh Qh Jh 10h", "6c 6d 6h 6s 2c", "6c 6d 6h 2s 2c", "2h 5h 8h Jh Kh", "Ah 2c 3h 4h 5h",
         "6c 6d 6h 2s 3c", "6c 6d 2h 2s 3c"]  # fmt: skip
COLUMNS = dict(zip(HANDS, (*COVER_ALL.values(), (-1,) * 7), strict=True))  # two pair lose


def weak_hands(number: int, without: str) -> list[str]:
    """Hands below three of a kind from the rest of the deck."""
    rest, hands, random = [card for card in DECK if card not in parse_cards(without)], [], Random(52)
    while len(hands) < number:
        hand = random.sample(rest, 5)
        if poker(hand)[0] < THREE:
            hands.append(" ".join(hand))
            rest = [card for card in rest if card not in hand]
    return hands


@pytest.mark.parametrize("holder", ["a folded player", "a player", "the dealer"])
@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("best", COLUMNS)
def test_rules_2_3_5_and_6_the_best_hand_of_the_table_pays_by_the_number_of_hands_dealt(best, players, holder):
    hands = weak_hands(players, best)
    hands.insert(players if holder == "the dealer" else 0, best)
    choices = dict.fromkeys(range(1, players + 1), 2) | {1: 0 if holder == "a folded player" else 2}
    round_ = play(GAME, dict.fromkeys(choices, COVER), stacked(*hands), choices)
    assert {seat: won["cover_all"] for seat, won in results(round_).items()} == dict.fromkeys(
        choices, 5 * COLUMNS[best][7 - players]
    )


def test_rule_9_cover_all_is_settled_in_a_second_pass_counter_clockwise():
    round_ = play(GAME, {2: COVER, 3: ANTE, 6: COVER}, DECK, {2: 2, 3: 2, 6: 0})
    assert [(e.seat, e.wager) for e in happened(round_, WagerSettled)] == [
        (6, "ante"),  # folded
        (3, "ante"), (3, "raise"), (2, "ante"), (2, "raise"),
        (6, "cover_all"), (2, "cover_all"),
    ]  # fmt: skip
    assert [e.seat for e in happened(round_, HandShown)] == [6, 3, 2]  # folded hands are turned, too
    assert happened(round_, WagerSettled)[-1].rule == "6"


def test_rule_2_is_quoted_where_the_best_hand_is_not_enough_and_rule_6_where_it_pays():
    quoted = {}
    for best in ("6c 6d 6h 2s 3c", "Jc Jd 6h 2s 3c"):
        round_ = play(GAME, {1: COVER}, stacked(best, ACE_KING), {1: 2})
        (seat,) = explain(round_.state.settings, round_.events, is_over=True).seats
        wager = next(wager for wager in seat.wagers if wager.wager == "cover_all")
        quoted[wager.verdict] = wager.rule
        told = lines(round_.state.settings, round_.events, round_.state.game)
        settled = [line for line, event in zip(told, round_.events, strict=True) if isinstance(event, WagerSettled)]
        assert settled[-1].why == wager.rule.number  # at the table, too
    assert {verdict: rule.name for verdict, rule in quoted.items()} == {"won": "Rule 6", "lost": "Rule 2"}
    assert "three of a kind or better" in quoted["lost"].text
    assert quoted["lost"].rulings == ("Folded hands count for the best hand at the table.",)


def kept_and_removed(round_) -> list[tuple[str, object]]:
    return [(type(event).__name__, event.holder) for event in happened(round_, HandKept, HandRemoved)]


THREES, STRAIGHT, FLUSH, FULL_HOUSE = "6c 6d 6h 2s 3c", "8h 9c 10d Jh Qs", "2c 5c 8c Jc Kc", "9d 9h 9s 4c 4d"


def test_rules_7_and_8_the_best_hand_so_far_stays_exposed_and_a_lower_one_is_removed():
    # In the order they are found: the dealer, then seats 7, 5, 3 and 1.
    deck = stacked(STRAIGHT, FULL_HOUSE, FLUSH, "As Ad Kh Qh Jd", THREES)
    round_ = play(GAME, dict.fromkeys((1, 3, 5, 7), COVER), deck, {1: 2, 3: 0, 5: 2, 7: 2})
    assert kept_and_removed(round_) == [
        ("HandKept", "dealer"),
        ("HandRemoved", "dealer"),
        ("HandKept", 5),
        ("HandRemoved", 5),
        ("HandKept", 3),
    ]
    assert round_.state.kept == (3,)


def test_without_a_cover_all_wager_no_hand_is_kept_and_folded_hands_stay_hidden():
    round_ = play(GAME, {1: ANTE, 2: ANTE}, stacked(FULL_HOUSE, FLUSH, THREES), {1: 0, 2: 2})
    assert kept_and_removed(round_) == []
    assert [e.seat for e in happened(round_, HandShown)] == [2]


def test_an_equal_hand_does_not_take_the_place_of_the_one_exposed():
    deck = stacked("8d 9s 10c Jd Qc", STRAIGHT, "As Ad Kh Kd 3s")
    round_ = play(GAME, {1: COVER, 2: COVER}, deck, {1: 2, 2: 2})
    assert kept_and_removed(round_) == [("HandKept", 2)]


def test_a_hand_that_gives_envy_stays_face_up_although_a_better_one_is_found():
    """Seat 2's straight flush gives envy and is the best of the table until seat 1's royal flush is turned."""
    bets = dict.fromkeys((1, 2), COVER | {"progressive": 1})
    deck = stacked("Ah Kh Qh Jh 10h", "9s Ks Qs Js 10s", ACE_KING)
    round_ = play(GAME, bets, deck, {1: 2, 2: 2})
    assert [e for e in kept_and_removed(round_) if e[0] == "HandRemoved"] == []
    assert sorted(round_.state.kept) == [1, 2]


@pytest.mark.parametrize(
    ("side", "won", "reveals"), [({}, {}, False), ({"progressive": 1}, {"progressive": -1}, False),
                                 ({"cover_all": 5}, {"cover_all": 30}, True)]
)  # fmt: skip
def test_if_everyone_folds_the_dealer_reveals_only_for_cover_all(side, won, reveals):
    deck = stacked(THREES, "2d 5h 8s Jc Kd", "6s 2c 2h Kc Qh")
    round_ = play(GAME, {1: ANTE | side, 2: ANTE}, deck, {1: 0, 2: 0})
    assert is_revealed(round_) is reveals
    assert results(round_) == {1: {"ante": -10} | won, 2: {"ante": -10}}
    assert isinstance(round_.events[-1], RoundClosed)


# --- the progressive of a link ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "hand", "pays", "envy"),
    [
        ("Link 01", "Ah Kh Qh Jh 10h", "100%", "$1,000"),
        ("Link 01", "9h Kh Qh Jh 10h", "10%", "$300"),
        ("Link ML01", "9h Kh Qh Jh 10h", "100% Major", "$300"),
        ("Link ML03", "6c 6d 6h 6s 2c", "100% Minor", None),
        ("Link ML03", THREES, "9 for 1", None),
        ("Link ML03", "6c 6d 2h 2s 3c", None, None),
    ],
)
@pytest.mark.parametrize(("choice", "qualify"), [(2, False), (0, True), (0, False)])
def test_the_progressive_is_on_the_players_own_five_cards(table, hand, pays, envy, choice, qualify):
    settings = {"paytables": {"progressive": table}, "folded_hands_qualify": qualify}
    bets = {1: ANTE | {"progressive": 1}}
    round_ = play(GAME, bets, stacked(hand, ACE_KING), {1: choice}, **settings)
    event = ending(round_, 1, "progressive")
    live = bool(choice or qualify)
    assert (str(event.pays) if isinstance(event, Qualified) else None) == (pays if live else None)
    assert [e.holder for e in happened(round_, HandKept)] == ([1] if live and envy else [])
    assert results(round_)[1]["progressive"] == -1
