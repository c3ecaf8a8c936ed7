"""Casino War: the higher card wins, and a tie means war."""

import pytest

from cardroom.games.catalogue import find_game
from cardroom.games.model import Deal, Decide, MakeBet, SettleSeats, Surrender
from cardroom.games.settlement import Layout, facts_on

from .asking import deals, fact, layout, lines, on_cards, outcome_rules, packets, printed, settled

GAME = "casino-war"
WITH_BONUS = f"{GAME}?second_tie_bonus=true"


def test_the_tie_is_printed_at_ten_to_one():
    assert printed(GAME, "tie") == {"Tie": lines(["tie"], ["10 to 1"])}


# --- the procedure ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "decks"), [("", 6), ("?decks=1", 1), ("?decks=8", 8)])
def test_six_decks_unless_the_house_sets_otherwise(rules, decks):
    game = find_game(GAME + rules)
    assert game.deck.packs == decks
    assert len(game.deck.cards) == 52 * decks


def test_one_card_each_face_up_and_after_three_burned_cards_another_one_for_those_at_war():
    assert deals(GAME) == [("everyone", 1), ("everyone", 1)]
    first, second = find_game(GAME).stages_of(Deal)
    assert (first.face_up, second.face_up, first.burn, second.burn) == (True, True, 0, 3)
    assert first.when is None


def test_on_a_tie_a_player_surrenders_half_or_goes_to_war_with_once_the_bet():
    (decision,) = find_game(GAME).decisions
    surrender, war = decision.options
    assert isinstance(surrender, Surrender)
    assert surrender.loses == (1, 2)
    assert isinstance(war, MakeBet)
    assert (war.wager, war.multiple, war.name) == ("war", 1, "war")


@pytest.mark.parametrize(("player", "dealer", "made", "happens"), [
    ("9s", "8d", (), ["3"]),
    ("8s", "9d", (), ["3"]),
    ("9s", "9d", (), ["4", "decide"]),
    ("9s", "9d", ("war",), ["4", "decide", "deal", "8"]),
])  # fmt: skip
def test_what_takes_place_after_the_first_cards(player, dealer, made, happens):
    game = find_game(GAME)
    facts = facts_on(game, Layout({"seat": packets(player), "dealer": packets(dealer)}, made=frozenset(made)))
    names = {Decide: lambda _: "decide", Deal: lambda _: "deal", SettleSeats: lambda stage: stage.rule}
    assert [names[type(stage)](stage) for stage in game.stages[2:] if stage.when(facts)] == happens


def test_everything_cites_its_rule():
    assert outcome_rules(GAME) == {"bet": {"3", "8"}, "war": {"8"}, "tie": {"4"}}
    assert outcome_rules(WITH_BONUS)["bet"] == {"3", "8", "9"}


# --- settlement -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "dealer", "bet", "tie"), [
    ("9s", "8d", "1 to 1", "lose"),
    ("As", "Kd", "1 to 1", "lose"),
    ("2s", "Ad", "lose", "lose"),  # the ace is high
    ("9s", "10d", "lose", "lose"),
])  # fmt: skip
def test_the_higher_card_wins_even_money(player, dealer, bet, tie):
    assert on_cards(GAME, "bet", player, dealer) == bet
    assert on_cards(GAME, "tie", player, dealer) == tie


@pytest.mark.parametrize("dealer", ["9d", "9s"])
def test_a_tie_of_rank_pays_the_tie_bet_whatever_the_suits(dealer):
    assert on_cards(GAME, "tie", "9s", dealer) == "10 to 1"
    assert fact(GAME, "result", "9s", dealer) == "copy"
    told = settled(GAME, "tie", "9s", dealer)
    assert (told.hand, told.line.text) == ("tie", "tie")


@pytest.mark.parametrize(("player", "dealer", "bet", "with_bonus", "war"), [
    ("9s / Ks", "9d / Qd", "push", "push", "1 to 1"),
    ("9s / Ks", "9d / Kd", "push", "1 to 1", "1 to 1"),
    ("9s / Qs", "9d / Kd", "lose", "lose", "lose"),
    ("9s / 2s", "9d / 3d", "lose", "lose", "lose"),
])  # fmt: skip
def test_a_war_wins_one_unit_or_loses_two_and_a_second_tie_may_earn_a_bonus(player, dealer, bet, with_bonus, war):
    assert on_cards(GAME, "bet", player, dealer) == bet
    assert on_cards(WITH_BONUS, "bet", player, dealer) == with_bonus
    assert on_cards(GAME, "war", player, dealer) == on_cards(WITH_BONUS, "war", player, dealer) == war
    assert on_cards(GAME, "tie", player, dealer) == "10 to 1"


def test_the_dealers_one_war_card_stands_against_every_player_at_war():
    assert layout("9s / Ks", "9d / Qd").cards("dealer") == packets("9d Qd")[0]
    assert fact(GAME, "war_result", "9s / Ks", "9d / Qd") == "win"
    assert fact(GAME, "war_result", "9c / Js", "9d / Qd") == "loss"
