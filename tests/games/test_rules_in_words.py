"""The rules that a house may set are told in words, never by the names that files and commands have for them."""

from __future__ import annotations

import pytest

from cardroom.games import games
from cardroom.games.catalogue import find_game, settable
from cardroom.games.house_rules import HouseRule, house_rules
from cardroom.table import table_settings
from cardroom.table.text.rulebook import rules_at_table


def rule(game_id: str, about: str) -> HouseRule:
    return next(one for one in house_rules(find_game(game_id)) if one.about == about)


def test_what_qualifies_is_read_off_the_game_under_each_value():
    assert rule("caribbean-stud", "The dealer qualifies with") == HouseRule(
        "The dealer qualifies with", "ace-king or better", ("any hand", "ace high or better", "a pair or better")
    )
    assert rule("solitaire-stud?qualify=3", "The dealer qualifies with").now == "a three-card run or better"
    assert rule("keep-it-straight?must_fold_below=nothing", "A player may stay in with").now == "any hand"


def test_bets_ties_and_wagers_after_a_fold_are_said_as_people_say_them():
    assert rule("three-card-poker", "The bet to stay in").now == "as much as the Ante"
    assert rule("ultimate-texas-holdem", "The first raise").now == "3 or 4 times the Ante"
    assert rule("straight-edge-1", "A tie with the dealer").others == ("pushes", "loses")
    assert rule("three-card-poker", "Pair Plus after a fold").now == "lost"
    assert rule("casino-war?second_tie_bonus=true", "A bonus for a second tie").now == "yes"
    assert rule("ez-baccarat", "Commission").others == ("5%",)


@pytest.mark.parametrize("game", games())
def test_every_rule_has_words_of_its_own(game):
    told = rules_at_table(table_settings(game)).house_rules
    assert len({one.about for one in told}) == len(told) == len(settable(find_game(game)))
    for one, setting in zip(told, settable(find_game(game)), strict=True):
        assert one.about != setting.name
        assert "_" not in one.about
        assert len({one.now, *one.others}) == len(setting.values)


@pytest.mark.parametrize(
    ("game", "number", "says"),
    [
        ("straight-edge-1?dealer_cards=6", "5", "six cards"),
        ("straight-edge-2?copies=lose", "12", "A tie counts as a loss."),
        ("straight-edge-2?qualify=none", "8", "always qualifies"),
        ("straight-edge-2?dealer_cards=9", "4", "the dealer nine cards"),
        ("solitaire-stud?copies=win", "10", "A copy is the player's."),
        ("solitaire-stud?copies=win", "13", "A tie counts as a win."),
        ("keep-it-straight?copies=win", "4b.ii", "A tie counts as a win."),
        ("keep-it-straight?must_fold_below=3", "3b", "a hand without a three-card straight must"),
        ("keep-it-straight?qualify=4", "4", "a four-card straight"),
        ("caribbean-stud?qualify=pair", "house rule 4", "a pair or better"),
        ("caribbean-stud?copies=lose", "house rule 7", "A tie counts as a loss."),
        ("three-card-poker?qualify=none", "6", "always qualifies"),
        ("crazy-4-poker?copies=lose", "9", "A tie counts as a loss."),
        ("crazy-4-poker?most=1", "4", "of once the Ante."),
        ("ultimate-texas-holdem?qualify=none", "9", "always qualifies"),
    ],
)
def test_the_rules_say_what_is_set_and_not_what_is_printed(game, number, says):
    printed = find_game(game.partition("?")[0]).rules[number]
    told = find_game(game).rules[number]
    assert says in told
    assert says not in printed


def test_the_words_of_cover_all_rule_7a_stand_beside_the_ruling_that_reads_them():
    game = find_game("caribbean-stud")
    assert "“a straight or higher”" in game.rules["7a"]
    (ruling,) = (ruling.text for ruling in game.rulings if ruling.reads == "7a")
    assert "“A straight or higher”" in ruling
    assert "Three of a kind pays too" in ruling
