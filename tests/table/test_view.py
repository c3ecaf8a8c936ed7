"""Who may see what: no card is in anything that is sent before it lies open on the table."""

from __future__ import annotations

import re

import msgspec
import pytest

from cardroom.cards import DECK
from cardroom.errors import CardroomError
from cardroom.games import find_game
from cardroom.table import DealOrder, Round, view
from cardroom.table.commands import Choose, DeclareMisdeal, FoulHand, RevealHand
from cardroom.table.event_visibility import sealed
from cardroom.table.events import AnyEvent, CardExposed, DealerRevealed, HandShown, PacketDealt
from cardroom.table.text.transcript import round_event_in_words

from .stacked import play, seated, stacked
from .stories import Story, in_every_game, played

CARD = re.compile(r"\b(?:10|[2-9JQKA])[cdhs]\b")
QUOTED_CARD = re.compile(r"""["']((?:10|[2-9JQKA])[cdhs])["']""")
VIEWERS = [*range(1, 8), "dealer", "spectator"]


def cards_in(event: AnyEvent, game: str) -> set[str]:
    """Every card that an event gives away, in whatever form it is sent or logged."""
    as_sent = msgspec.json.encode(event).decode() + repr(event)
    return {*QUOTED_CARD.findall(as_sent), *CARD.findall(round_event_in_words(event, find_game(game)))}


def laid_open(event: AnyEvent) -> set[str]:
    match event:
        case PacketDealt():
            return set(event.up)
        case CardExposed():
            return {event.card}
        case DealerRevealed() | HandShown():
            return set(event.cards)
    return set()


@in_every_game(15)
def test_nobody_sees_a_card_before_it_lies_open_but_a_player_his_own(story: Story):
    """An empty seat has no player: the packet that the dice deal it is nobody's to see."""
    cards = story.cards
    own = {viewer: set(cards.hands.get(viewer, ())) for viewer in VIEWERS}
    open_cards: set[str] = set()
    for event in played(story).events:
        open_cards |= laid_open(event)
        for viewer in VIEWERS:
            seen = cards_in(view(event, viewer), story.game)
            assert seen <= open_cards | own[viewer], (viewer, event)


@in_every_game(15)
def test_undealt_cards_and_packets_of_empty_seats_stay_hidden_to_the_end(story: Story):
    in_play = {*story.cards.dealer, *story.cards.community}.union(*story.cards.hands.values())
    assert set().union(*map(laid_open, played(story).events)) <= in_play


@in_every_game(10)
def test_a_view_hides_cards_and_nothing_else(story: Story):
    for event in played(story).events:
        for viewer in VIEWERS:
            seen = view(event, viewer)
            assert seen == event or msgspec.structs.replace(event, cards=None) == seen
        assert view(event, "auditor") == event


@in_every_game(15)
def test_what_is_written_down_shows_no_card_that_has_not_lain_open(story: Story):
    open_cards: set[str] = set()
    for event in played(story).events:
        open_cards |= laid_open(event)
        assert cards_in(sealed(event), story.game) <= open_cards


@in_every_game(10)
def test_a_sealed_round_goes_on_as_it_was_once_its_deck_is_known(story: Story):
    whole = played(story)
    for length in range(1, len(whole.events) + 1):
        so_far = whole.events[:length]
        again = Round([sealed(event) for event in so_far], story.settings)
        plain = Round(so_far, story.settings, story.deck, story.dice)
        assert again.is_sealed == any(isinstance(event, PacketDealt) for event in so_far)
        again.deal_from(story.deck, story.dice)
        assert (again.events, again.state, again.next_act()) == (plain.events, plain.state, plain.next_act())
        assert not again.is_sealed


@in_every_game(10)
def test_a_round_with_its_deck_takes_in_sealed_events(story: Story):
    whole = played(story)
    again = Round(whole.events[:1], story.settings, story.deck, story.dice)
    for event in whole.events[1:]:
        again.accept(sealed(event))
    assert (again.events, again.state) == (whole.events, whole.state)


def test_a_player_sees_his_own_packet_and_only_the_number_of_cards_of_others():
    round_ = seated("straight-edge-1", {2: {"ante": 10}, 3: {"ante": 10}}, DECK)
    round_.run_dealer()
    packets = [event for event in round_.events if isinstance(event, PacketDealt)]
    assert [view(packet, 3).cards for packet in packets] == [None, DECK[7:14], None]
    assert [view(packet, "spectator").count for packet in packets] == [7, 7, 8]


def test_the_dealer_sees_no_face_down_card_not_even_his_own_but_everyone_sees_the_one_that_is_up():
    round_ = seated("caribbean-stud", {1: {"ante": 10}}, DECK)
    round_.run_dealer()
    packet = next(event for event in round_.events if isinstance(event, PacketDealt) and event.to == "dealer")
    for viewer in (1, 5, "dealer", "spectator"):
        assert (view(packet, viewer).cards, view(packet, viewer).up) == (None, DECK[9:10])


def test_community_cards_are_seen_one_by_one_as_they_are_turned():
    deck = stacked("2h 7d 9c", "Ks Kd")
    round_ = seated("mississippi-stud", {1: {"ante": 10}}, deck)
    seen = [set().union(*(cards_in(view(event, 1), "mississippi-stud") for event in round_.run_dealer()))]
    for _ in range(3):
        events = round_.do(Choose(1, "1x")) + round_.run_dealer()
        seen.append(set().union(*(cards_in(view(event, 1), "mississippi-stud") for event in events)))
    assert seen[:3] == [{"Ks", "Kd"}, {"2h"}, {"7d"}]
    assert "9c" in seen[3]


@pytest.mark.parametrize("order", [DealOrder.DICE_CLOCKWISE, DealOrder.DICE_COUNTER_CLOCKWISE])
def test_whoever_sits_at_a_spot_without_a_bet_does_not_see_the_packet_dealt_there(order):
    round_ = play("keep-it-straight", {1: {"ante": 10}}, DECK, {1: 0}, (1, 2, 3), deal_order=order)
    packets = [event for event in round_.events if isinstance(event, PacketDealt) and event.to not in (1, "dealer")]
    assert len(packets) == 5
    assert [view(packet, packet.to).cards for packet in packets] == [None] * 5
    assert all(view(packet, "auditor").cards for packet in packets)


def test_a_fouled_hand_and_a_void_round_are_not_turned():
    round_ = seated("caribbean-stud", {1: {"ante": 10}, 2: {"ante": 10}}, DECK)
    round_.run_dealer()
    events = round_.do(FoulHand(1, "six cards")) + round_.do(DeclareMisdeal("boxed card"))
    assert set().union(*(cards_in(event, "caribbean-stud") for event in events)) == set()


def test_a_refusal_names_no_cards():
    round_ = seated("keep-it-straight", {1: {"ante": 10}}, DECK)
    round_.run_dealer()
    for command in (Choose(1, "9x"), Choose(2, "fold"), RevealHand(), FoulHand(2, "six cards")):
        with pytest.raises(CardroomError) as refusal:
            round_.do(command)
        assert not CARD.findall(str(refusal.value))
