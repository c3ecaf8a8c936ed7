"""Learning a game: the first hand, played by keyboard alone; and rules that begin with a hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cardroom.games import games

from ..floors import floor_text
from .conftest import DESK
from .looking import require_accessible

SHAPES = (
    "solitaire-stud",
    "mississippi-stud",
    "casino-war",
    "ez-baccarat",
)  # a dealer, streets, a tie, no cards of one's own


def press(page: Page, name: str) -> None:
    """A button is reached by Tab, and pressed with Enter."""
    button = page.get_by_role("main").get_by_role("button", name=name)
    expect(button.first).to_be_visible()
    for _ in range(20):
        page.keyboard.press("Tab")
        if button.first.evaluate("element => element === document.activeElement"):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{name} is not reached by Tab")


def decide(page: Page, name: str) -> None:
    before = page.get_by_text("Step ").inner_text()
    press(page, name)
    expect(page.get_by_text("Step ")).not_to_have_text(before)


def play_to_the_end(page: Page, *, with_first: bool = False) -> None:
    """Go on, and at a decision take what is offered first or last."""
    end = page.get_by_role("button", name="Play it again")
    main = page.get_by_role("main")
    while not end.is_visible():
        if main.get_by_role("button", name="Go on").is_visible():
            press(page, "Go on")
        else:
            options = main.get_by_role("group", name="Your decision").get_by_role("button")
            expect(options.first).to_be_enabled()
            names = [name for name in options.all_inner_texts() if name != "Back"]
            decide(page, names[0 if with_first else -1])


@pytest.mark.parametrize("game", [*SHAPES[:2], *(pytest.param(game, marks=pytest.mark.soak) for game in SHAPES[2:])])
def test_the_first_hand_is_played_by_keyboard_alone(room, arrive, game):
    visitor = arrive(room)
    visitor.open(f"/learn/{game}")
    require_accessible(visitor.page)
    visitor.page.set_viewport_size({"width": 375, "height": 667})
    expect(visitor.button("Bet")).to_be_in_viewport(ratio=1)
    require_accessible(visitor.page)
    visitor.page.set_viewport_size(DESK)
    press(visitor.page, "Bet")
    play_to_the_end(visitor.page)
    expect(visitor.page.get_by_text("In all you ")).to_be_visible()
    require_accessible(visitor.page)
    press(visitor.page, "Play it again")
    expect(visitor.page.get_by_role("button", name="Bet", exact=True)).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("game", list(games()))
@pytest.mark.parametrize("with_first", [True, False])
def test_every_game_can_be_learned(room, arrive, game, with_first):
    visitor = arrive(room)
    visitor.open(f"/learn/{game}")
    press(visitor.page, "Bet")
    play_to_the_end(visitor.page, with_first=with_first)
    expect(visitor.page.get_by_text("In all you ")).to_be_visible()


def test_a_game_from_outside_is_learned_hosted_and_explained_like_any_other(open_room, arrive):
    floor = floor_text({"harbour-stud-1": ""}, links=(), timers={"bets": 300, "decision": 300, "pause": 0.2})
    room = open_room(floor=floor)
    visitor = arrive(room)
    visitor.open("/learn")
    expect(visitor.page.get_by_role("main").get_by_role("heading", level=2)).to_have_count(len(games()) + 2)
    visitor.page.get_by_role("link", name="Harbour Stud").click()
    press(visitor.page, "Bet")
    play_to_the_end(visitor.page)
    expect(visitor.page.get_by_text("In all you win")).to_be_visible()
    require_accessible(visitor.page)
    visitor.open("/")
    visitor.button(re.compile("^With friends")).click()
    expect(visitor.spots).to_be_visible()
    visitor.page.get_by_role("button", name="Rules").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=3).first).to_have_text("One hand, from the first card to the last chip")
    require_accessible(visitor.page)


def test_a_first_hand_goes_on_when_the_server_has_been_killed_and_started_again(open_room, arrive):
    room = open_room()
    visitor = arrive(room)
    visitor.allow("ERR_|WebSocket|Failed to load")
    visitor.open("/learn/straight-edge-2")
    press(visitor.page, "Bet")
    press(visitor.page, "Go on")
    expect(visitor.page.get_by_text("Four-card straight").first).to_be_visible()
    cards = visitor.page.get_by_role("group", name="Your cards")
    held = cards.get_attribute("aria-label")
    room.kill()
    room.start()
    visitor.page.reload()
    expect(cards).to_have_attribute("aria-label", held)
    decide(visitor.page, "Play 2x")
    play_to_the_end(visitor.page)
    expect(visitor.page.get_by_text("In all you win")).to_be_visible()


def test_rules_begin_with_the_goal_and_a_hand_in_pictures(room, arrive):
    visitor = arrive(room)
    visitor.open("/tables/solitaire-stud-1")
    visitor.page.get_by_role("button", name="Rules").click()
    dialog = visitor.page.get_by_role("dialog")
    headings = dialog.get_by_role("heading", level=3)
    expect(headings.first).to_have_text("One hand, from the first card to the last chip")
    assert headings.all_inner_texts()[1:3] == ["What you bet", "Rule by rule"]
    expect(dialog.get_by_text("You win by two cards.").first).to_be_visible()
    expect(dialog.get_by_role("link", name="Play this hand yourself")).to_be_visible()
    require_accessible(visitor.page)
