"""The deck of 52, and how cards are written."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import DECK, card_set, parse_card, parse_cards, show_cards
from cardroom.errors import CardroomError

RANKS = [*"23456789", "10", *"JQKA"]
hands = st.lists(st.sampled_from(DECK), unique=True, max_size=52)


def test_a_deck_holds_every_rank_in_every_suit_once():
    assert sorted(map(str, DECK)) == sorted(rank + suit for rank in RANKS for suit in "cdhs")


def test_ranks_go_up_from_the_two_to_the_ace():
    spades = [parse_card(rank + "s") for rank in RANKS]
    assert [card.rank for card in spades] == list(range(13))
    assert [spades[place].rank_name for place in (0, 4, 8, 9, 12)] == ["two", "six", "ten", "jack", "ace"]


def test_hearts_and_diamonds_are_red():
    assert {str(card)[-1] for card in DECK if card.is_red} == {"h", "d"}


@pytest.mark.parametrize("text", ["10h", "Th", "tH", "10♥", " 10H "])
def test_a_card_may_be_written_in_any_usual_way(text):
    assert str(parse_card(text)) == "10h"


def test_cards_are_separated_by_blanks_or_commas():
    assert show_cards(parse_cards(" As, Kd,10h\t2c\n")) == "As Kd 10h 2c"
    assert parse_cards("") == ()


@given(hands)
def test_what_is_shown_can_be_read_again(hand):
    assert parse_cards(show_cards(hand)) == tuple(hand)


@given(hands, hands)
def test_card_sets_are_sets(one, other):
    assert card_set(one) & card_set(other) == card_set(set(one) & set(other))
    assert card_set(one) | card_set(other) == card_set(one + other)
    assert card_set(one).bit_count() == len(one)
    assert card_set(DECK) == 2**52 - 1


@pytest.mark.parametrize("text", ["", "A", "10", "1s", "11s", "0h", "Ax", "AA", "sA", "As Kd", "Z♠", "s"])
def test_what_is_no_card_is_refused_with_an_example(text):
    with pytest.raises(CardroomError, match="like 10h") as refusal:
        parse_card(text)
    assert refusal.value.code == "unknown-card"


@pytest.mark.parametrize("text", ["As As", "10h Kd Th", "As a♠"])
def test_a_card_stands_only_once(text):
    with pytest.raises(CardroomError, match="twice") as refusal:
        parse_cards(text)
    assert refusal.value.code == "duplicate-card"


@given(st.text(max_size=6))
def test_any_text_is_a_card_of_the_deck_or_refused(text):
    with suppress(CardroomError):
        assert parse_card(text) in DECK
