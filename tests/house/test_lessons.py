"""A first hand of every game, made from its file."""

from __future__ import annotations

import pytest

from cardroom.errors import CardroomError
from cardroom.house.views.players.tutorials import lesson, worked_hand

from ..table.any_game import GAMES, known


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_first_hand_that_explains_itself_and_is_won(game_id):
    with known(game_id) as game:
        played = worked_hand(game_id)
        assert played.is_over
        assert played.steps[-1].events == len(played.events)
        assert played.steps[-1].says[0].startswith("In all you win")
        assert all(step.quote[0].isupper() and step.quote.endswith(".") for step in played.steps if step.rule)
        begun = lesson(game_id, [])
        assert bool(begun.options) == bool(game.decisions)
        assert not begun.too_low
        for option in begun.options:
            assert option.quote
        holds = [step for step in played.steps if any("You hold: " in each for each in step.says)]
        assert bool(holds) == (played.seat_cards > 0)


@pytest.mark.parametrize("game_id", GAMES)
def test_whoever_asks_again_is_told_the_same_and_every_way_comes_to_an_end(game_id):
    with known(game_id):
        ways = [[]]
        while ways:
            way = ways.pop()
            now = lesson(game_id, way)
            assert now == lesson(game_id, way)
            ways += [[*way, option.name] for option in (now.options[:1] + now.options[-1:] if now.options else ())]
            assert now.is_over or now.options


def test_a_choice_that_is_not_open_is_refused_and_so_is_one_too_many():
    with pytest.raises(CardroomError, match="may choose"):
        lesson("straight-edge-2", ["7x"])
    with pytest.raises(CardroomError, match="nothing more to decide"):
        lesson("straight-edge-2", ["2x", "2x"])
    with pytest.raises(CardroomError, match=r"[Nn]o game"):
        lesson("bridge", [])


def test_no_card_is_told_before_it_is_turned():
    begun = lesson("straight-edge-2", [])
    dealer = [event for event in begun.events if getattr(event, "to", None) == "dealer"]
    assert [event.cards for event in dealer] == [None]
    assert all(hand.holder != "dealer" for said in begun.spoken for hand in said.hands)
