"""EZ Baccarat, worked rounds: every line of the drawing rules at least once, and what every bet comes to."""

from __future__ import annotations

import pytest

from cardroom.table.events import PacketDealt

from .stacked import happened, play, results, shoe

GAME = "ez-baccarat"
MAIN = {"banker": 10, "player": 10, "tie": 10}
SIDE = {"banker": 10, "dragon_7": 5, "panda_8": 5, "player_dragon": 5, "banker_dragon": 5}

# The player's two cards, the banker's two, what may be drawn; then each hand's points and cards.
ROUNDS = [
    ("9s Ks", "7d Kd", "5c 5h", (9, 2), (7, 2)),  # a natural of the player's
    ("2s Ks", "8d Kd", "5c 5h", (2, 2), (8, 2)),  # of the banker's: the player does not draw
    ("9s Ks", "9d Kd", "5c 5h", (9, 2), (9, 2)),  # of both
    ("6s Ks", "5d Kd", "4c 5h", (6, 2), (9, 3)),  # the player stands, the banker draws with five
    ("7s Ks", "6d Kd", "4c 5h", (7, 2), (6, 2)),  # and stands with six
    ("7s Ks", "7d Kd", "4c 5h", (7, 2), (7, 2)),
    ("5s Ks", "2d Kd", "3c 5h", (8, 3), (7, 3)),  # the player draws with five; the banker with two, always
    ("Ks Qs", "Kd Qd", "9c Kh", (9, 3), (0, 3)),
    ("Ks Qs", "Ad Qd", "Kc 6h", (0, 3), (7, 3)),
    ("Ks Qs", "3d Kd", "8c 4h", (8, 3), (3, 2)),  # three stands on an eight alone
    ("Ks Qs", "3d Kd", "9c 4h", (9, 3), (7, 3)),
    ("As Ks", "4d Kd", "2c 3h", (3, 3), (7, 3)),  # four draws on two to seven
    ("As Ks", "4d Kd", "7c 5h", (8, 3), (9, 3)),
    ("2s Ks", "4d Kd", "Ac 3h", (3, 3), (4, 2)),
    ("As Ks", "4d Kd", "8c 3h", (9, 3), (4, 2)),
    ("As Ks", "5d Kd", "4c 9h", (5, 3), (4, 3)),  # five on four to seven
    ("5s Ks", "5d Kd", "6c 4h", (1, 3), (9, 3)),
    ("As Ks", "5d Kd", "3c 9h", (4, 3), (5, 2)),
    ("As Ks", "6d Kd", "6c Ah", (7, 3), (7, 3)),  # six on six or seven
    ("As Ks", "6d Kd", "7c 2h", (8, 3), (8, 3)),
    ("As Ks", "6d Kd", "5c 9h", (6, 3), (6, 2)),
    ("Ks Qs", "7d Kd", "6c 9h", (6, 3), (7, 2)),  # seven always stands: no three-card seven
]


def by_the_rules(player, banker, commission=False):
    """What each bet of a unit wins, from points and numbers of cards."""
    (points, cards), (bankers, bankers_cards) = player, banker
    wins, loses = points > bankers, points < bankers
    natural = cards == bankers_cards == 2 and max(points, bankers) >= 8
    dragon = loses and (bankers, bankers_cards) == (7, 3)
    by_margin = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}

    def bonus(margin):
        if natural:
            return 1 if margin > 0 else 0 if margin == 0 else -1
        return by_margin.get(margin, -1)

    won = 0.95 if commission else 0 if dragon else 1
    return {
        "banker": won if loses else -1 if wins else 0,
        "player": 1 if wins else -1 if loses else 0,
        "tie": -1 if wins or loses else 8,
        "dragon_7": 40 if dragon else -1,
        "panda_8": 25 if wins and (points, cards) == (8, 3) else -1,
        "player_dragon": bonus(points - bankers),
        "banker_dragon": bonus(bankers - points),
    }


@pytest.mark.parametrize("commission", [False, True])
@pytest.mark.parametrize(("players", "bankers", "drawn", "player", "banker"), ROUNDS)
def test_hands_are_drawn_and_bets_settled_by_the_rules(players, bankers, drawn, player, banker, commission):
    game = f"{GAME}?commission=5" if commission else GAME
    round_ = play(game, {1: MAIN, 2: SIDE}, shoe(game, players, bankers, drawn), {})
    dealt = {"player": [], "banker": []}
    for event in happened(round_, PacketDealt):
        dealt[event.to] += event.cards
    assert (len(dealt["player"]), len(dealt["banker"])) == (player[1], banker[1])
    units = by_the_rules(player, banker, commission)
    expected = {
        seat: {name: units[name] * stake for name, stake in bets.items()} for seat, bets in ((1, MAIN), (2, SIDE))
    }
    assert results(round_) == expected


def test_a_three_card_seven_pushes_the_banker_and_pays_the_dragon():
    round_ = play(GAME, {1: MAIN, 2: SIDE}, shoe(GAME, "As Ks", "4d Kd", "2c 3h"), {})
    assert results(round_)[1] == {"banker": 0, "player": -10, "tie": -10}
    assert results(round_)[2] == {"banker": 0, "dragon_7": 200, "panda_8": -5, "player_dragon": -5, "banker_dragon": 5}


def test_a_three_card_eight_of_the_players_pays_the_panda():
    round_ = play(GAME, {2: SIDE}, shoe(GAME, "Ks Qs", "3d Kd", "8c 4h"), {})
    assert results(round_)[2] == {
        "banker": -10,
        "dragon_7": -5,
        "panda_8": 125,
        "player_dragon": 10,
        "banker_dragon": -5,
    }
