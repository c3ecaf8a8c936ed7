"""EZ Baccarat: two hands of the table, drawn by the standard rules."""

from itertools import product

import pytest

from cardroom.games.catalogue import find_game
from cardroom.games.model import Deal
from cardroom.games.settlement import facts_on

from ..oracle.printed import DRAGON_BONUS
from .asking import deals, layout, lines, on_cards, outcome_rules, printed, settled, to_one

GAME = "ez-baccarat"
WITH_COMMISSION = f"{GAME}?commission=5"
CARD_OF = ("Ks", "As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s")  # by its points


def first_two(points):
    return f"Kd {CARD_OF[points]}"


# --- what is printed --------------------------------------------------------------------------------------------------


def test_the_pay_tables():
    assert printed(GAME, "tie") == {"Tie 8": lines(["tie"], ["8 to 1"]), "Tie 9": lines(["tie"], ["9 to 1"])}
    assert printed(GAME, "dragon_7") == {"Dragon 7": lines(["winning three-card seven"], ["40 to 1"])}
    assert printed(GAME, "panda_8") == {"Panda 8": lines(["winning three-card eight"], ["25 to 1"])}
    by_margin = lines([f"win by {points}" for points in (9, 8, 7, 6, 5, 4)], to_one(*DRAGON_BONUS))
    for side in ("player", "banker"):
        assert printed(GAME, f"{side}_dragon") == {"Dragon Bonus": by_margin}


# --- the procedure ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "decks"), [("", 8), ("?decks=6", 6), ("?decks=1", 1)])
def test_eight_decks_unless_the_house_sets_otherwise(rules, decks):
    assert len(find_game(GAME + rules).deck.cards) == 52 * decks


def test_any_of_banker_player_and_tie_opens_a_hand_and_the_banker_is_the_base():
    game = find_game(GAME)
    assert [wager.id for wager in game.base_wagers] == ["banker", "player", "tie"]
    assert game.base_wager.id == "banker"
    assert game.decisions == ()


def test_no_card_is_anyones_own():
    assert deals(GAME) == [("player and banker", 2), ("player", 1), ("banker", 1)]
    assert all(stage.face_up for stage in find_game(GAME).stages_of(Deal))
    assert not find_game(GAME).has_dealer_hand


def draws(player, banker):
    """Whether the player's hand draws to these cards, and whether the banker's does."""
    game = find_game(GAME)
    facts = facts_on(game, layout(player=player, banker=banker))
    return tuple(stage.when(facts) for stage in game.stages_of(Deal)[1:])


@pytest.mark.parametrize(("player", "banker"), [*product(range(10), repeat=2)])
def test_the_player_draws_with_five_or_less_and_a_natural_ends_it(player, banker):
    is_natural = player >= 8 or banker >= 8
    player_draws, banker_draws = draws(first_two(player), first_two(banker))
    assert player_draws == (player <= 5 and not is_natural)
    if not player_draws:
        assert banker_draws == (banker <= 5 and not is_natural)


# The usual table: a row for the banker's points, a column for the player's third card, 0 to 9.
BANKER_DRAWS = {
    0: "DDDDDDDDDD",
    1: "DDDDDDDDDD",
    2: "DDDDDDDDDD",
    3: "DDDDDDDDSD",
    4: "SSDDDDDDSS",
    5: "SSSSDDDDSS",
    6: "SSSSSSDDSS",
    7: "SSSSSSSSSS",
}


@pytest.mark.parametrize(("banker", "third"), [*product(range(8), range(10))])
def test_the_banker_draws_by_the_players_third_card(banker, third):
    _, banker_draws = draws(f"{first_two(0)} / {CARD_OF[third]}", first_two(banker))
    assert banker_draws == (BANKER_DRAWS[banker][third] == "D")


def test_after_a_natural_of_the_banker_nobody_draws():
    assert draws(first_two(0), first_two(9)) == (False, False)


def test_everything_cites_its_rule():
    assert outcome_rules(GAME) == {
        "banker": {"7", "8", "9"}, "player": {"7", "9"}, "tie": {"10"}, "dragon_7": {"11"}, "panda_8": {"12"},
        "player_dragon": {"13", "14"}, "banker_dragon": {"13", "14"},
    }  # fmt: skip
    assert outcome_rules(WITH_COMMISSION)["banker"] == {"7", "9"}


# --- settlement -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "banker", "outcomes"), [
    ("Kd 7s", "Kh 6s", ("1 to 1", "lose", "lose")),
    ("Kd 6s", "Kh 7s", ("lose", "1 to 1", "lose")),
    ("Kd 6s", "Kh 6d", ("push", "push", "8 to 1")),
    ("9d 9s", "Kh 9h", ("lose", "1 to 1", "lose")),  # eighteen counts eight
    ("10d Js", "Qh As", ("lose", "1 to 1", "lose")),  # tens and court cards count nothing, the ace one
])  # fmt: skip
def test_the_nearer_to_nine_wins(player, banker, outcomes):
    found = tuple(on_cards(GAME, wager, player=player, banker=banker) for wager in ("player", "banker", "tie"))
    assert found == outcomes


THREE_CARD_SEVEN = "Kh 2s / 5d"


@pytest.mark.parametrize(("player", "banker", "outcome", "with_commission", "dragon_7"), [
    ("Kd 6s", THREE_CARD_SEVEN, "push", "19 to 20", "40 to 1"),
    ("Kd 6s", "Kh 7s", "1 to 1", "19 to 20", "lose"),  # seven in two cards
    ("Kd 6s", "Kh 2s / 6d", "1 to 1", "19 to 20", "lose"),  # eight in three
    ("Kd 2s / 5s", THREE_CARD_SEVEN, "push", "push", "lose"),  # a tie
    ("Kd 2s / 7s", THREE_CARD_SEVEN, "lose", "lose", "lose"),
])  # fmt: skip
def test_a_winning_three_card_seven_pushes_the_banker_and_pays_dragon_7(
    player, banker, outcome, with_commission, dragon_7
):
    cards = {"player": player, "banker": banker}
    assert on_cards(GAME, "banker", **cards) == outcome
    assert on_cards(WITH_COMMISSION, "banker", **cards) == with_commission
    assert on_cards(GAME, "dragon_7", **cards) == on_cards(WITH_COMMISSION, "dragon_7", **cards) == dragon_7


@pytest.mark.parametrize(("player", "banker", "panda_8"), [
    ("Kd 2s / 6s", "Kh 7s", "25 to 1"),
    ("Kd 8s", "Kh 7s", "lose"),  # eight in two cards
    ("Kd 2s / 5s", "Kh 6s", "lose"),  # seven in three
    ("Kd 2s / 6s", "Kh 2s / 6d", "lose"),  # a tie
    ("Kd 2s / 6s", "Kh 2s / 7d", "lose"),
])  # fmt: skip
def test_a_winning_three_card_eight_pays_panda_8(player, banker, panda_8):
    assert on_cards(GAME, "panda_8", player=player, banker=banker) == panda_8


@pytest.mark.parametrize(("winner", "loser", "winning", "losing"), [
    ("Kd 2s / 7s", "Kh 5s / 5d", "30 to 1", "lose"),  # by nine
    ("Kd 2s / 6s", "Kh 5s / 5d", "10 to 1", "lose"),
    ("Kd 2s / 5s", "Kh 5s / 5d", "6 to 1", "lose"),
    ("Kd 2s / 4s", "Kh 5s / 5d", "4 to 1", "lose"),
    ("Kd 2s / 3s", "Kh 5s / 5d", "2 to 1", "lose"),
    ("Kd 2s / 2s", "Kh 5s / 5d", "1 to 1", "lose"),
    ("Kd 2s / As", "Kh 5s / 5d", "lose", "lose"),  # by three
    ("Kd 7s", "Kh 6s", "lose", "lose"),  # seven is no natural
    ("Kd 9s", "Kh Qs", "1 to 1", "lose"),  # a natural, by nine
    ("Kd 9s", "Kh 8s", "1 to 1", "lose"),  # by one
    ("Kd 8s", "Kh 7s", "1 to 1", "lose"),
])  # fmt: skip
def test_a_dragon_bonus_is_paid_by_the_margin_and_a_natural_wins_even_money(winner, loser, winning, losing):
    for side, other in (("player", "banker"), ("banker", "player")):
        cards = {side: winner, other: loser}
        assert on_cards(GAME, f"{side}_dragon", **cards) == winning
        assert on_cards(GAME, f"{other}_dragon", **cards) == losing


@pytest.mark.parametrize(("player", "banker", "outcome"), [
    ("Kd 9s", "Kh 9s", "push"),
    ("Kd 8s", "4h 4s", "push"),
    ("Kd 7s", "Kh 7s", "lose"),
    ("Kd 2s / 6s", "Kh 3s / 5d", "lose"),
])  # fmt: skip
def test_a_tie_of_naturals_pushes_the_dragon_bonus_and_any_other_loses_it(player, banker, outcome):
    for side in ("player", "banker"):
        assert on_cards(GAME, f"{side}_dragon", player=player, banker=banker) == outcome


def test_what_is_told():
    cards = {"player": "Kd 6s", "banker": THREE_CARD_SEVEN}
    assert settled(GAME, "dragon_7", **cards).hand == "seven"
    assert settled(GAME, "tie", **cards).hand == "loses by 1"
    assert settled(GAME, "tie", player="Kd 6s", banker="Kh 6s").hand == "tie"
