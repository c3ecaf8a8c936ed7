"""Hands are called by what lies open, when it is read: no name is recorded, and none tells a hidden card."""

from __future__ import annotations

import msgspec

from cardroom.games.model import Game
from cardroom.money import DOLLAR
from cardroom.table import Round, table_settings
from cardroom.table.commands import Bet, Choose
from cardroom.table.event_visibility import view
from cardroom.table.events import CardExposed, DealerRevealed, HandShown, PacketDealt, Qualified, WagerSettled
from cardroom.table.text.hand_names import hand_names
from cardroom.table.text.transcript_lines import lines

from .any_game import Story as AnyStory
from .any_game import commands as any_commands
from .any_game import in_any_game, known
from .stacked import play, stacked
from .stories import Story, in_every_game, played

SPEAKING = (PacketDealt, DealerRevealed, HandShown, WagerSettled, Qualified)


def test_a_hand_and_what_its_wagers_are_read_on_have_names():
    round_ = play("mississippi-stud", {1: {"ante": 5}}, stacked("As Ah", "Ac Kd Ks"), {1: (1, 1, 1)})
    named = list(zip(round_.events, round_.hand_names(), strict=True))
    called = {type(event): hand for event, hand in named if hand}
    assert called == {HandShown: "full house, aces full of kings", WagerSettled: "full house, aces full of kings"}


def test_a_hand_turned_before_a_card_of_the_board_is_not_called_by_that_card():
    """The name of the hand told everyone the card that still lay face down."""
    with known("lighthouse"):
        deck = stacked("9c", "Ah 2h", "4h 3d", "5s 6d", "Jc Qc", "10s Ks 8d 7d 2c")
        round_ = Round.open("r", table_settings("lighthouse"), deck)
        for seat in (1, 2):
            round_.do(Bet(seat, dict.fromkeys(("stake", "mate", "buoy"), 5 * DOLLAR)))
        round_.run_dealer()
        for seat, option in ((1, "hold on"), (1, "keep"), (2, "keep")):
            round_.do(Choose(seat, option))
            round_.run_dealer()
        assert not any(isinstance(event, CardExposed) for event in round_.events)
        told = lines(round_.state.settings, round_.events, round_.state.game)
        shown = [line for line, event in zip(told, round_.events, strict=True) if isinstance(event, HandShown)]
        assert [line.text for line in shown] == ["Seat 2 shows 4h 3d.", "Seat 1 shows Ah 2h."]


@in_every_game(10)
def test_no_event_carries_the_name_of_a_hand(story: Story):
    for event in played(story).events:
        stored = msgspec.to_builtins(event)
        assert isinstance(event, SPEAKING) or "cards" not in stored
        assert "hand" not in stored


@in_any_game(6)
def test_names_are_the_same_from_what_anyone_sees_and_while_a_round_goes_on(story: AnyStory):
    round_ = story.open()
    for command in any_commands(story, round_):
        round_.do(command)
        round_.hand_names()
    seen = [view(event, "spectator") for event in round_.events]
    assert round_.hand_names() == hand_names(story.settings, seen) == hand_names(story.settings, round_.events)


def test_under_other_rules_no_hand_is_called(monkeypatch):
    round_ = play("mississippi-stud", {1: {"ante": 5}}, stacked("As Ah", "Ac Kd Ks"), {1: (1, 1, 1)})
    opened = msgspec.structs.replace(round_.events[0], rules_hash="2:others")
    monkeypatch.setattr(Game, "ranking_of", lambda *_: 1 / 0)  # nor asked
    assert not any(hand_names(round_.state.settings, [opened, *round_.events[1:]]))
