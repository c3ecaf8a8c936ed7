"""The plain reference itself: held against counting by hand, and against itself where it merges what is alike."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from cardroom.cards import parse_cards
from cardroom.errors import CardroomError
from cardroom.games import find_game, games
from cardroom.lab.solvers.reference import on_deck, play_out, worth_at
from cardroom.lab.solvers.reference.deck_search import estimated_rounds, play_at_random
from cardroom.lab.solvers.reference.engine_play import SEAT, Player
from cardroom.lab.solvers.reference.suit_symmetry import suit_renamings
from cardroom.table import table_settings
from cardroom.table.events import PacketDealt

F = Fraction


def mean(chances):
    return sum(came * chance for came, chance in chances.items())


# --- counted by hand --------------------------------------------------------------------------------------------------


def test_a_war_between_four_kings_and_four_aces():
    """Equal cards come 3 times in 7, and leave two of the one and four of the other for a war.

    Of 30 ways two cards may come then, 14 are equal and 8 higher for either side; so war gains 22/30 - 2 · 8/30.
    """
    found = play_out(table_settings("casino-war?decks=4&deck=KA/c"))
    assert found.endings == {F(1): F(3, 5), F(-1): F(2, 7), F(-2): F(4, 35)}
    assert found.expectation == F(3, 35)
    assert mean(found.apart["tie"]) == F(26, 7)
    assert [(each.worth, each.best) for each in found.decided] == [({"surrender": F(-1, 2), "war": F(1, 5)}, "war")] * 2


def three_cards(cards):
    """Category and ranks of three cards, and the Ante Bonus; for decks of eights, nines and jacks."""
    counts = Counter("89J".index(card[0]) for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    flush, threes = len({card[-1] for card in cards}) == 1, 3 in counts.values()
    category = 4 if threes else 2 if flush else 1 if len(ranks) == 2 else 0
    return (category, ranks), 4 if threes else 0


def test_three_cards_each_out_of_nine_as_counted_card_by_card():
    """A hand without a pair or a flush is jack high, so the dealer does not play with it."""
    deck = [rank + suit for rank in "89J" for suit in "cdh"]
    expectation, endings = F(0), Counter()
    for own in combinations(deck, 3):
        hand, bonus = three_cards(own)
        results = []
        for dealers in combinations([card for card in deck if card not in own], 3):
            theirs, _ = three_cards(dealers)
            compared = 2 if hand > theirs else -2 if hand < theirs else 0
            results.append(bonus + (compared if theirs[0] else 1))
        if sum(results) < -20:
            results = [-1] * 20
        endings.update(results)
        expectation += F(sum(results), 20 * 84)
    found = play_out(table_settings("three-card-poker?deck=89J/cdh"))
    assert found.expectation == expectation
    assert found.endings == {F(net): F(number, 20 * 84) for net, number in endings.items()}


def test_baccarat_of_threes_alone_ends_in_one_way():
    """Six points each, nobody draws, a tie."""
    found = play_out(table_settings("ez-baccarat?deck=3/c"))
    assert (found.endings, found.rounds, found.decided) == ({F(0): F(1)}, 1, [])
    assert {wager: mean(found.apart[wager]) for wager in ("player", "tie", "player_dragon")} == {
        "player": 0, "tie": 8, "player_dragon": -1,
    }  # fmt: skip


# --- what is alike ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "ways"),
    [("three-card-poker?deck=9QA/cdh", 6), ("solitaire-stud?deck=345/cdhs", 8), ("keep-it-straight?deck=345/cd", 2)],
)
def test_suits_are_alike_where_no_hand_changes_with_their_names(game, ways):
    assert len(suit_renamings(find_game(game))) == ways


@pytest.mark.parametrize(
    "game",
    [
        "three-card-poker?deck=9QA/cdh", "let-it-ride?deck=9TJ/cd", "mississippi-stud?most=1&deck=9TJ/cd",
        "casino-war?decks=2&deck=QKA/cd", pytest.param("caribbean-stud?deck=9TJQK/cd", marks=pytest.mark.soak),
    ],
)  # fmt: skip
def test_merging_what_is_alike_changes_no_figure(game):
    settings = table_settings(game)
    merged, plain = play_out(settings), play_out(settings, merge=False)
    assert merged.rounds < plain.rounds
    assert (merged.endings, merged.apart) == (plain.endings, plain.apart)
    told = {(each.path, str(each.seen.cards)): (each.worth, each.best) for each in plain.decided}
    assert all(told[each.path, str(each.seen.cards)] == (each.worth, each.best) for each in merged.decided)


@pytest.mark.parametrize("game_id", games())
def test_the_order_of_cards_that_come_together_makes_no_difference(game_id):
    """Cards are turned round within every packet, but for what is turned in an order of its own."""
    player, random = Player(table_settings(game_id), merge=False), Random(7)
    for _ in range(8):
        deck = random.sample(player.cards, len(player.cards))
        results = []
        round_ = player.start().round
        round_.deal_from(deck)
        play_at_random(round_, Random(3))
        results.append(round_.state.results)
        for packet in (event for event in round_.events if isinstance(event, PacketDealt)):
            turned = [
                place for place in packet.places if len(packet.up) in {0, packet.count} and packet.to != "community"
            ]
            for place, card in zip(turned, [deck[place] for place in turned[::-1]], strict=True):
                deck[place] = card
        again = player.start().round
        again.deal_from(deck)
        play_at_random(again, Random(3))
        assert again.state.results == round_.state.results


# --- what a seat sees -------------------------------------------------------------------------------------------------


def test_options_are_weighed_by_what_is_seen_and_of_equals_the_last_is_taken():
    found = play_out(table_settings("let-it-ride?deck=9TJQ/cd"))
    assert sum(each.chance for each in found.decided if not each.path) == 1
    for each in found.decided:
        most = max(each.worth.values())
        assert each.best == [name for name, worth in each.worth.items() if worth == most][-1]
        assert len(each.seen.cards["seat"]) == 3
        assert len(each.seen.cards.get("community", ())) == len(each.path)


def test_a_single_decision_is_worth_what_it_is_in_the_whole_game():
    settings = table_settings("caribbean-stud?deck=9TJQK/cd")
    own, up = parse_cards("10c 9c 9d Jc Kc"), parse_cards("Jd")[0]
    alone = worth_at(settings, {**dict(enumerate(own)), 9: up}, ())
    (same,) = [
        each
        for each in play_out(settings, merge=False).decided
        if set(each.seen.cards["seat"]) == set(own) and each.seen.cards["dealer"] == (up,)
    ]
    assert (alone.worth, alone.best) == (same.worth, same.best)
    with pytest.raises(CardroomError, match="name all cards that the seat sees"):
        worth_at(settings, dict(enumerate(own)), ())


def test_what_is_too_large_is_refused_in_a_sentence():
    with pytest.raises(CardroomError, match="more than 100 rounds to play: take a smaller deck"):
        play_out(table_settings("three-card-poker?deck=9TJQ/cd"), most=100)
    with pytest.raises(CardroomError, match="1 players need 6 cards; a deck has 4"):
        play_out(table_settings("three-card-poker?deck=9T/cd"))


def test_every_wager_on_offer_is_played_in_units():
    for game in games().values():
        player = Player(table_settings(game.id), merge=False)
        stakes = player.start().round.state.seats[SEAT].stakes
        assert set(stakes.values()) == {player.unit}
        assert {wager.id for wager in game.wagers if wager.kind.value not in ("decision", "rider")} == set(stakes)


def test_rounds_are_estimated_before_they_are_played():
    small = find_game("three-card-poker?deck=9QA/cdh")
    assert on_deck(find_game("three-card-poker"), "9QA/cdh") == small.id
    assert estimated_rounds(small, small.deck) == 84 * 20 * 2 // 6
    assert estimated_rounds(small, find_game("three-card-poker?deck=9/c").deck) == 0
