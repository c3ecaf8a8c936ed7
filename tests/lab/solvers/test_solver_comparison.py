"""Every fast way of counting held against the plain reference, on decks that reach all that can become of a wager."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from cardroom.cards import parse_cards
from cardroom.errors import CardroomError
from cardroom.games import find_game, games
from cardroom.lab.solvers import is_counted, solve
from cardroom.lab.solvers.reference import (
    Ways,
    check_against_reference,
    check_option_worth,
    check_settlement,
    on_deck,
    play_out,
    small_decks,
    solver_comparison,
    worth_at,
)
from cardroom.lab.solvers.reference.deck_comparison import compare_on
from cardroom.lab.solvers.reference.deck_search import play_at_random, uncovered_decisions
from cardroom.lab.solvers.reference.engine_play import Player
from cardroom.lab.solvers.reference.packet_deals import filled_deck
from cardroom.lab.solvers.reference.settlement_coverage import WHATEVER, Way
from cardroom.table import table_settings

from .declared import DEALT, DECKS, IMPOSSIBLE, LARGER, STACKED

pytestmark = pytest.mark.slow


@cache
def ways_of(game_id):
    return Ways(table_settings(game_id))


@cache
def played(game_id, deck):
    """A game played out on a deck; what it reaches is kept."""
    return play_out(table_settings(on_deck(find_game(game_id), deck)), watch=ways_of(game_id).watch)


@cache
def decisions(game_id):
    """Single decisions on larger decks, until the game's own wagers have come to all that they can."""
    game, ways = find_game(game_id), ways_of(game_id)
    for deck in DECKS[game_id]:
        played(game_id, deck)
    found = []

    def watch_own(round_):
        ways.reached |= ways.own(ways.of(round_))

    for deck, cards in STACKED.get(game_id, ()):
        settings = table_settings(on_deck(game, deck))
        found.append(worth_at(settings, dict(enumerate(parse_cards(cards))), (), watch=watch_own))
    for deck in LARGER.get(game_id, ()):
        settings = table_settings(on_deck(game, deck))
        at = uncovered_decisions(
            settings, ways, 400, Random(1)
        )  # one by one: what a spot has reached is no longer missing
        found.extend(worth_at(settings, spot.known, spot.path, watch=watch_own) for spot in at)
    return found


def test_decks_are_declared_for_every_game():
    assert set(DECKS) == set(games())
    assert all(map(is_counted, games().values()))


@pytest.mark.parametrize("game_id", DECKS, scope="module")
def test_a_game_solved_whole_has_the_same_figures(game_id):
    for deck in DECKS[game_id]:
        found = played(game_id, deck)
        assert sum(found.endings.values()) == 1
        held = check_against_reference(solve(found.settings), found)
        assert not held.refused


@pytest.mark.parametrize("game_id", sorted(set(LARGER) | set(STACKED)), scope="module")
def test_single_decisions_on_larger_decks_are_worth_the_same(game_id):
    found = decisions(game_id)
    assert found
    for decided in found:
        check_option_worth(solve(decided.seen.settings), decided)


@pytest.mark.parametrize("game_id", DECKS, scope="module")
def test_every_way_of_settlement_and_every_pay_line_is_reached(game_id):
    decisions(game_id)
    ways, settings = ways_of(game_id), table_settings(game_id)
    player = Player(settings, merge=False)
    for packets in DEALT.get(game_id, ()):
        round_ = player.start().round
        round_.deal_from(filled_deck(player.cards, dict(enumerate(parse_cards(packets.replace("/", " "))))))
        play_at_random(round_, Random(1))
        check_settlement(settings, round_)
        ways.watch(round_)
    impossible = {Way(wager, facts, WHATEVER) for wager, facts in IMPOSSIBLE.get(game_id, ())}
    assert ways.missing == impossible


def test_a_difference_is_told_in_a_sentence():
    small = table_settings("three-card-poker?deck=246/cd")
    other = table_settings("three-card-poker?deck=246/cd", paytables={"pair_plus": "Pair Plus 2"})
    with pytest.raises(
        CardroomError, match=r"Three Card Poker.*, Pair Plus: “.*” has a chance of .* as counted, .* as played"
    ):
        check_against_reference(solve(other), play_out(small))
    small = table_settings("three-card-poker?deck=234/cd")
    richer = table_settings(small.game, paytables={"ante_bonus": "Ante Bonus 4"})
    with pytest.raises(CardroomError, match=r"a unit gains .* as counted, .* as played"):
        check_against_reference(solve(richer), play_out(small))
    paid = next(each for each in play_out(small).decided if each.worth["1x"] > 3)
    with pytest.raises(CardroomError, match=r"options are worth fold -1, 1x .* as counted, fold -1, 1x .* as played"):
        check_option_worth(solve(richer), paid)


def test_decks_can_be_found_for_a_game_nobody_has_declared_any_for():
    chosen = small_decks(find_game("casino-war"), most=200, tries=10)
    assert set().union(*chosen.values()) == ways_of("casino-war").all


@pytest.mark.parametrize("game_id", [game for game in DECKS if game in games()])
def test_every_game_has_small_decks_even_if_they_are_not_so_small(game_id):
    assert small_decks(find_game(game_id), most=1, tries=1)


def test_what_is_not_compared_is_said():
    game = find_game("three-card-poker")
    assert compare_on(game, []).untold == ["No deck is so small that all its rounds could be played."]
    found = compare_on(game, ["246/cd", "2/c"])
    assert (found.held, found.differ) == (["246/cd"], [])
    too_few, not_reached = found.untold
    assert too_few.startswith("on 2/c: 1 cards are too few for a round of Three Card Poker")
    assert not_reached.endswith(f"of {len(ways_of(game.id).all)} settlements and lines come up on no small deck.")


def test_a_difference_on_one_deck_leaves_the_others_to_be_compared(monkeypatch):
    counted = solver_comparison._endings
    wrong = {Fraction(7): Fraction(1)}
    monkeypatch.setattr(solver_comparison, "_endings", lambda of: wrong if "246" in of.game.id else counted(of))
    found = compare_on(find_game("three-card-poker"), ["246/cd", "234/cd"])
    assert found.held == ["234/cd"]
    assert "On the deck 246/cd: Three Card Poker" in found.differ[0]
