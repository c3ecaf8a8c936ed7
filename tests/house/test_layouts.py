"""What a table's felt shows of its game: the page draws nothing that is not told here."""

import msgspec
import pytest

from cardroom.games import find_game, games
from cardroom.house.floor.chips import CHIPS
from cardroom.house.views.players.felt import layout
from cardroom.house.views.table_frames import table_view
from cardroom.money import DOLLAR

from ..floors import floor_text
from .conftest import Room


def layout_of(game):
    return shown_at(Room(floor_text((f"{game}-1",), links=())), f"{game}-1")


def shown_at(room, table):
    plan = room.house.tables[table].plan
    return layout(plan, room.house.floor.chips_of(plan))


@pytest.mark.parametrize("game", games())
def test_every_spot_has_its_place_and_every_hand_of_the_table_too(game):
    shown = layout_of(game)
    assert sorted(wager for row in shown.rows for wager in row) == sorted(spot.wager for spot in shown.spots)
    holders = [hand.holder for hand in shown.hands]
    assert holders == [holder for holder in find_game(game).holders if holder != "seat"]
    assert all(hand.cards > 0 for hand in shown.hands)


def test_hands_of_the_table_are_named():
    hands = layout_of("ez-baccarat").hands
    assert [(hand.name, hand.whose, hand.cards) for hand in hands] == [
        ("Player", "The player's cards", 2),
        ("Banker", "The banker's cards", 2),
    ]
    hands = layout_of("ultimate-texas-holdem").hands
    assert [(hand.name, hand.cards) for hand in hands] == [("Dealer", 2), ("Community cards", 5)]


def test_cards_that_only_some_rounds_need_have_no_place_marked():
    assert layout_of("casino-war").seat_cards == 1
    assert layout_of("ez-baccarat").seat_cards == 0


def test_a_rider_takes_no_stake_and_says_what_it_stands_on():
    spot = next(spot for spot in layout_of("three-card-poker").spots if spot.kind == "rider")
    assert (spot.minimum, spot.maximum, spot.on) == (0, 0, "Ante")


def test_a_wager_made_at_several_decisions_has_all_their_multiples():
    spots = {spot.wager: spot for spot in layout_of("ultimate-texas-holdem").spots}
    assert spots["play"].multiples == (1, 2, 3, 4)
    assert spots["ante"].multiples == ()


def test_a_jackpot_has_one_name_on_its_spot_in_the_story_of_a_round_and_later():
    room = Room(floor_text(("delta-1",)))
    room.guest("ann", "delta-1", 1)
    room.play("delta-1", "ann", progressive=1)
    table = room.house.tables["delta-1"]
    (spot,) = (spot for spot in shown_at(room, "delta-1").spots if spot.kind == "jackpot")
    words = [line.text for line in table_view(room.house, table, "ann").lines]
    words = [text for text in words if "jackpot" in text or spot.name in text]
    assert spot.name == "Delta"
    assert words[0] == "Seat 1 bets Ante $5, Delta $1."
    assert f"Seat 1: {spot.name} of $1 is taken in." in words
    assert not any(find_game("mississippi-stud").wager(spot.wager).name in line for line in words)


def test_chips_are_painted_as_the_floor_file_says_or_else_as_is_usual():
    own = {"casino-war-1": 'chips = { "$5" = "yellow" }', "casino-war-2": ""}
    room = Room(floor_text(own, links=()))
    assert [(chip.value, chip.colour) for chip in shown_at(room, "casino-war-1").chips] == [(5 * DOLLAR, "yellow")]
    assert shown_at(room, "casino-war-2").chips == CHIPS


def test_a_layout_can_be_sent():
    shown = layout_of("casino-war")
    assert msgspec.json.decode(msgspec.json.encode(shown), type=type(shown)) == shown
