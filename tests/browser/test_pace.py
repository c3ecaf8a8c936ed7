"""The pace of a seat: how long a result stays, what a win weighs and sounds like, and what is said of a press."""

from __future__ import annotations

import itertools
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cardroom.cards import Card
from cardroom.fairness.shuffler import shuffle
from cardroom.games import find_game

from .people import Visitor
from .rooms import CardRoom

WAR = "casino-war-1"
STUD = "caribbean-stud-1"  # with a pay table that has a column for each number of hands
SILENT = "The card room does not answer."
ON_ITS_WAY = "What you pressed before is still on its way."
# Counts what a page plays, in a browser without a loudspeaker too.
LISTENING = """
  window.tones = 0;
  const Real = window.OscillatorNode;
  window.OscillatorNode = class extends Real { constructor(...all) { super(...all); window.tones++; } };
"""


def _war(is_so: Callable[[tuple[Card, ...]], bool]) -> bytes:
    cards = find_game("casino-war").deck.cards
    candidates = (number.to_bytes(32, "big") for number in itertools.count())
    return next(seed for seed in candidates if is_so(shuffle(seed, cards)[0]))


def _won(deck: tuple[Card, ...]) -> bool:
    return deck[0].rank > deck[1].rank


def _tied(deck: tuple[Card, ...]) -> bool:
    return deck[0].rank == deck[1].rank and deck[5].rank > deck[6].rank


def test_a_result_stays_for_five_seconds_or_until_something_is_done(open_room, arrive):
    """The page's time stands still but for what the test lets go by; the house goes on to the next round meanwhile."""
    player = arrive(open_room(once=False))
    player.page.clock.install()
    player.sit_down(STUD)
    player.page.clock.pause_at(player.page.evaluate("Date.now() / 1000 + 1"))
    outcome, chip = player.page.locator(".actions .outcome b"), player.button("chip $5")
    column = player.page.locator('th[aria-current="true"]')
    for again in (False, True):
        if again:
            player.button("Rebet and deal").click()
        else:
            player.bet("Ante")
        _settle(player)
        expect(outcome).to_be_visible()
        player.wait_until(lambda: player.ask(f"/api/tables/{STUD}")["standing"]["waits_for"] == "bets")
        expect(outcome).to_be_visible()
        expect(column).to_have_text("2")  # of the round that lies on the felt: the player's hand and the dealer's
        expect(chip).to_have_count(0)
        if not again:
            player.page.clock.run_for(4_900)
            expect(outcome).to_be_visible()
            player.page.clock.run_for(200)
        else:
            player.button("New bet").click()
        expect(chip).to_be_visible()
        expect(outcome).to_have_count(0)
        expect(column).to_have_count(0)


def _settle(player: Visitor) -> None:
    outcome = player.page.locator(".actions .outcome b")
    expect(player.decision.or_(outcome).first).to_be_visible()
    if player.decision.is_visible():
        player.decide()


def test_light_and_sound_grow_with_the_odds_and_sound_is_off_with_one_press(open_room, arrive):
    """A hand won at even money, then a tie that pays ten to one, then the same without a sound."""
    tie = _war(_tied)
    player = arrive(open_room(once=False, seeds=(_war(_won), tie, tie)))
    player.page.add_init_script(LISTENING)
    player.sit_down(WAR)
    heard, weights, figures = [], [], []
    for turn in range(3):
        if turn == 2:
            player.button("Sound").click()
        before = player.page.evaluate("window.tones")
        player.put_chips("Bet", *(["Tie"] if turn else []))
        player.place.click()
        _settle(player)
        outcome = player.page.locator(".actions .outcome")
        expect(outcome).to_be_visible()
        weights.append(int(outcome.get_attribute("data-weight") or 0))
        figures.append(outcome.locator("b").inner_text())
        heard.append(player.page.evaluate("window.tones") - before)
        player.go_on()
    assert figures[0] == "+$5"
    assert figures[1] == figures[2] != "+$5"
    assert 0 < weights[0] < weights[1] == weights[2]
    assert 0 < heard[0] < heard[1]
    assert heard[2] == 0


@pytest.fixture
def stopped(open_room, arrive):
    """A newcomer in the lobby, and a house that answers nothing until it is let go; the page's time stands still."""
    room = open_room()
    player = arrive(room)
    player.allow("WebSocket is closed before the connection is established")
    player.page.clock.install()
    yield room, player
    room.send(signal.SIGCONT)


def _stop(room: CardRoom, player: Visitor) -> None:
    player.page.clock.pause_at(player.page.evaluate("Date.now() / 1000 + 1"))
    room.send(signal.SIGSTOP)


def _go_on(room: CardRoom, player: Visitor) -> None:
    room.send(signal.SIGCONT)
    player.page.clock.resume()


def _is_told(player: Visitor) -> None:
    expect(player.page.get_by_text(SILENT)).to_have_count(0)
    player.page.clock.run_for(2_000)
    expect(player.page.get_by_text(SILENT)).to_be_visible()


def test_whoever_sits_down_at_a_house_that_says_nothing_is_told_and_sits_there_once_it_answers(stopped):
    room, player = stopped
    player.open("/tables/solitaire-stud-1")
    seat = player.button("Sit down at seat 2")
    expect(seat).to_be_visible()
    _stop(room, player)
    seat.click()
    expect(seat).to_have_attribute("aria-busy", "true")
    _is_told(player)
    _go_on(room, player)
    expect(player.spots).to_be_visible()
    expect(player.page.get_by_text(SILENT)).to_have_count(0)
    assert player.ask("/api/me")["seats"] == {"solitaire-stud-1": 2}


def test_every_press_beside_the_felt_shows_that_it_is_on_its_way(stopped):
    room, player = stopped
    player.sit_down("solitaire-stud-1")
    _stop(room, player)
    buy = player.button("Buy chips").first
    buy.click()
    expect(buy).to_have_attribute("aria-busy", "true")
    buy.click()  # impatiently
    _is_told(player)
    _go_on(room, player)
    expect(buy).to_have_attribute("aria-busy", "false")
    me = player.ask("/api/me")
    assert me["in_all"] - me["wallet"] == 300_000_000, "bought once, on top of $200"
    _stop(room, player)
    player.button("Stand up").click()
    expect(player.button("Stand up")).to_have_attribute("aria-busy", "true")
    _go_on(room, player)
    expect(player.spots).to_have_count(0)


def test_a_table_that_is_opened_in_a_house_that_says_nothing_says_so(stopped):
    room, player = stopped
    player.open("/")
    link = player.page.locator('main a[href="/tables/solitaire-stud-1"]').first
    expect(link).to_be_visible()
    _stop(room, player)
    link.click()
    _is_told(player)
    _go_on(room, player)
    expect(player.button("Sit down at seat 2")).to_be_visible()
    expect(player.page.get_by_text(SILENT)).to_have_count(0)


def test_another_press_while_the_first_is_on_its_way_is_refused_in_words(stopped):
    """It would meet another moment: the next decision, perhaps."""
    room, player = stopped
    player.sit_down("solitaire-stud-1")
    player.bet("Ante")
    expect(player.decision).to_be_visible()
    _stop(room, player)
    first, *_, last = player.decision.get_by_role("button").all()
    last.click()
    expect(last).to_have_attribute("aria-busy", "true")
    last.click()
    expect(player.page.get_by_text(ON_ITS_WAY)).to_have_count(0)
    first.click()
    expect(player.page.get_by_text(ON_ITS_WAY)).to_be_visible()
    _go_on(room, player)
    expect(player.results).to_contain_text("Play")  # the first press, and it alone


def test_a_key_that_comes_before_its_button_is_shown_is_refused_in_words(open_room, arrive):
    player = arrive(open_room(), reduced_motion="no-preference")
    player.page.clock.install()
    player.sit_down(STUD)
    player.put_chips("Ante")
    player.page.clock.pause_at(player.page.evaluate("Date.now() / 1000 + 1"))
    player.place.click()
    expect(player.page.get_by_role("list", name="What happens")).to_contain_text("No more bets.")
    player.page.keyboard.press("f")
    expect(player.page.get_by_text("Press again when the buttons are there.")).to_be_visible()
    player.page.clock.resume()
    expect(player.decision).to_be_visible()
    player.page.keyboard.press("f")
    expect(player.over).to_be_visible()
