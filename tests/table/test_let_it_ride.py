"""Let It Ride, worked rounds: cards as they are dealt, and what every bet comes to by the rules."""

from __future__ import annotations

import pytest

from cardroom.table.commands import Choose
from cardroom.table.events import CardExposed, TakenBack

from .stacked import happened, play, results, seated, stacked

GAME = "let-it-ride"
BETS = {"bet_1": 10, "bet_2": 10, "bet_3": 10, "three_card_bonus": 5}
RIDE, BACK = "let it ride", "take back"


@pytest.mark.parametrize(
    ("community", "own", "odds", "bonus"),
    [
        ("Jh 10h", "Ah Kh Qh", 1000, 50),
        ("8h 9h", "5h 6h 7h", 200, 40),
        ("8d 8h", "8s 8c 3d", 50, 1),
        ("2d Ks", "2h 2c Kd", 11, 1),
        ("2c 9c", "Jc 5c 7c", 8, 4),
        ("5c 6d", "2h 3s 4c", 5, 6),
        ("Ac 5d", "2h 3s 4c", 5, 6),
        ("4h 9s", "4c Qd 4s", 3, 1),
        ("3h Qd", "3c Qs 8d", 2, -1),
        ("10s 4d", "10h 7c 2s", 1, -1),
        ("9s 4d", "9h 7c 2s", -1, -1),
        ("6s 6d", "9h 9c 9s", 11, 30),
        ("Kh Ah", "2c 3d 4s", -1, 6),  # no straight goes round the ace
    ],
)
@pytest.mark.parametrize("choices", [(RIDE, RIDE), (BACK, RIDE), (RIDE, BACK), (BACK, BACK)])
def test_every_bet_that_rides_gets_the_odds_of_the_hand(community, own, odds, bonus, choices):
    round_ = play(GAME, {1: BETS}, stacked(community, own), {1: choices})
    riding = [bet for bet, choice in zip(("bet_1", "bet_2"), choices, strict=True) if choice == RIDE]
    assert results(round_)[1] == {"three_card_bonus": 5 * bonus} | dict.fromkeys((*riding, "bet_3"), 10 * odds)
    assert [event.wager for event in happened(round_, TakenBack)] == [
        bet for bet in ("bet_1", "bet_2") if bet not in riding
    ]


def test_a_bet_is_decided_on_before_the_next_card_is_turned():
    round_ = seated(GAME, {1: BETS}, stacked("9s 4d", "9h 7c 2s"))
    for bet, turned in (("bet_1", []), ("bet_2", ["9s"])):
        round_.run_dealer()
        assert [str(event.card) for event in happened(round_, CardExposed)] == turned
        assert [(option.name, option.wager, option.amount) for option in round_.options(1)] == [
            (RIDE, "", 0),
            (BACK, bet, -10_000_000),
        ]
        round_.do(Choose(1, RIDE))
    round_.run_dealer()
    assert results(round_)[1]["bet_3"] == -10


def test_players_decide_on_their_own_bets():
    bets = {seat: {"bet_1": 10, "bet_2": 10, "bet_3": 10} for seat in (1, 2)}
    deck = stacked("9s 4d", "9h 7c 2s", "Kh Kc 2d")
    round_ = play(GAME, bets, deck, {1: (BACK, BACK), 2: (RIDE, RIDE)})
    assert results(round_) == {1: {"bet_3": -10}, 2: {"bet_1": 10, "bet_2": 10, "bet_3": 10}}
