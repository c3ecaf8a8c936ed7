"""The rules that a house may set are told in words, never by the names that files and commands have for them."""

from __future__ import annotations

import pytest

from cardroom.games import games
from cardroom.games.catalogue import find_game, settable
from cardroom.games.rules_in_words import HouseRule, house_rules
from cardroom.table import table_settings
from cardroom.table.rulebook import rules_at_table


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
