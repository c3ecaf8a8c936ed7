"""Hands that lie open from the start are called as they are dealt; what a player may do has a name and a kind."""

import pytest

from cardroom.cards import parse_card
from cardroom.games import find_game
from cardroom.money import DOLLAR
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose
from cardroom.table.engine.betting import with_equal_wagers
from cardroom.table.events import CardsBurned, PacketDealt
from cardroom.table.text.rulebook import how_placed, how_read
from cardroom.table.text.transcript import round_event_in_words


def stacked(game, text):
    """The cards of a game with these on top."""
    top = [parse_card(word) for word in text.split()]
    rest = list(find_game(game).deck.cards)
    for card in top:
        rest.remove(card)
    return [*top, *rest]


def opened(game, cards, *wagers):
    settings = table_settings(game)
    round_ = Round.open("r1", settings, stacked(game, cards))
    stakes = dict.fromkeys(wagers or (settings.rules.base_wager.id,), 10 * DOLLAR)
    round_.do(Bet(1, with_equal_wagers(settings, stakes)))
    round_.run_dealer()
    return round_


def dealt(round_):
    named = zip(round_.events, round_.hand_names(), strict=True)
    return [(event.to, hand) for event, hand in named if isinstance(event, PacketDealt)]


def test_points_are_called_with_every_card_that_is_drawn():
    round_ = opened("ez-baccarat", "8h 5d Jc Ad 8h 9c")
    assert dealt(round_) == [("player", "three"), ("banker", "one"), ("player", "one"), ("banker", "zero")]
    packet = next(event for event in round_.events if isinstance(event, PacketDealt))
    assert round_event_in_words(packet, round_.state.game, "three") == "2 cards to the player: 8h 5d, three."


def test_where_a_packet_is_read_by_itself_it_is_called_by_itself():
    round_ = opened("casino-war", "6h 6d 2c 2d 2h 9c 7d")
    assert dealt(round_) == [(1, "six"), ("dealer", "six")]
    round_.do(Choose(1, "war"))
    events = round_.run_dealer()
    assert [event.count for event in events if isinstance(event, CardsBurned)] == [3]
    assert dealt(round_)[2:] == [(1, "nine"), ("dealer", "seven")]


@pytest.mark.parametrize("game", ["caribbean-stud", "mississippi-stud", "ultimate-texas-holdem"])
def test_a_hand_with_a_card_face_down_is_not_called(game):
    assert {hand for _, hand in dealt(opened(game, ""))} == {""}


@pytest.mark.parametrize(
    ("game", "cards", "options"),
    [
        ("three-card-poker", "", [("fold", "fold"), ("1x", "bet")]),
        ("let-it-ride", "", [("let it ride", "check"), ("take back", "take-back")]),
        ("casino-war", "6h 6d", [("surrender", "surrender"), ("war", "bet")]),
        ("ultimate-texas-holdem", "", [("check", "check"), ("3x", "bet"), ("4x", "bet")]),
    ],
)
def test_an_option_has_a_name_and_a_kind(game, cards, options):
    assert [(option.name, option.kind) for option in opened(game, cards).options(1)] == options


@pytest.mark.parametrize(
    ("game", "wager", "words"),
    [
        ("ultimate-texas-holdem", "play",
         "3x, 4x the Ante, or check; then 2x the Ante, or check; then 1x the Ante, or fold"),
        ("crazy-4-poker", "play", "1x, 2x, 3x the Ante, or fold; 2x, 3x with a pair of aces or better"),
        ("let-it-ride", "bet_1", "must equal the Bet $, and may be taken back"),
        ("three-card-poker", "ante_bonus", "nothing is staked: it stands on the Ante"),
    ],
)  # fmt: skip
def test_how_a_wager_is_placed(game, wager, words):
    assert how_placed(find_game(game), find_game(game).wager(wager)) == words


def test_a_margin_says_whose_hand_is_better_than_whose():
    game = find_game("ez-baccarat")
    better = "the margin by which the banker's hand is better than the player's"
    assert how_read(game, game.wager("banker_dragon")) == better
    game = find_game("casino-war")
    assert how_read(game, game.wager("tie")) == "the margin by which the player's hand is better than the dealer's"
