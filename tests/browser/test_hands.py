"""What a player holds is named while it is decided on, its cards are lifted, and a showdown is said in one line."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cardroom.fairness.shuffler import shuffle
from cardroom.games import find_game, games

from ..floors import floor_text
from .conftest import PHONE
from .felt import spelt
from .people import Visitor
from .rooms import OUTSIDE

SHAPES = ("solitaire-stud", "mississippi-stud")  # against a dealer, and street by street
OTHERS = [game for game in games() if game not in SHAPES and find_game(game).decisions and game != "casino-war"]


def _shown(place: Locator) -> list[str]:
    """The names of the cards that lie there face up, from left to right."""
    labels = place.locator(".card").evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")
    return [label for label in labels if label != "a card face down"]


def _require_told(player: Visitor, table: str) -> dict[str, Any]:
    """While it is decided: one's hand is named, lies in the order of the game, and what makes it is lifted."""
    hand: dict[str, Any] = player.ask(f"/api/tables/{table}")["yours"]["hand"]
    own = player.page.locator(".own")
    expect(own.get_by_text(hand["words"], exact=True)).to_be_visible()
    expect(own.locator(".place.lifted")).to_have_count(len([card for card in hand["makers"] if card in hand["cards"]]))
    assert _shown(own) == [spelt(card) for card in hand["cards"]]
    expect(player.page.get_by_role("log").get_by_text(f"You hold: {hand['words']}.").first).to_be_attached()
    return hand


def _require_compared(player: Visitor, table: str) -> list[str]:
    """At the showdown: every hand of the table that lies open is named, sorted and marked, and one line compares."""
    view = player.ask(f"/api/tables/{table}")
    told = [hand for hand in view["standing"]["hands"] if isinstance(hand["holder"], str)]
    for hand in told:
        place = player.page.locator(".hands > .hand").nth(_place_of(player, table, hand["holder"]))
        expect(place.locator(".words")).to_contain_text(hand["words"], ignore_case=True)
        assert _shown(place) == [spelt(card) for card in hand["cards"]]
        lifted = [card for card in hand["makers"] if card in hand["cards"]]
        expect(place.locator(".place.lifted")).to_have_count(len(lifted))
    line = (view["yours"]["hand"] or {}).get("line", "") or view["standing"]["line"]
    if line:
        expect(player.page.locator(".say").get_by_text(line, exact=True)).to_be_visible()
        expect(player.page.get_by_role("log").get_by_text(line).first).to_be_attached()
    return [hand["holder"] for hand in told]


def _place_of(player: Visitor, table: str, holder: str) -> int:
    hands = player.ask(f"/api/tables/{table}/layout")["hands"]
    return [hand["holder"] for hand in hands].index(holder)


@pytest.mark.parametrize("game", [*SHAPES, *(pytest.param(game, marks=pytest.mark.soak) for game in OTHERS)])
def test_the_hand_is_named_its_cards_are_lifted_and_the_showdown_is_said(room, arrive, game):
    table, player = room.table(game), arrive(room)
    player.sit_down(table, 2)
    player.bet(*player.wagers(table, "base"))
    expect(player.decision).to_be_visible()
    _require_told(player, table)
    player.play_on()
    _require_compared(player, table)


def test_the_cards_of_another_seat_are_lifted_by_a_little_wherever_it_is(room, arrive):
    table, player, watching = room.table("solitaire-stud"), arrive(room), arrive(room)
    player.sit_down(table, 1)  # at the end of the arc
    player.bet(*player.wagers(table, "base"))
    player.play_on()
    watching.open(f"/tables/{table}")
    lifted = watching.page.locator(".seats .place.lifted")
    expect(lifted.first).to_be_visible()
    rises = lifted.evaluate_all(
        "places => places.map(one => -parseFloat(getComputedStyle(one).translate.split(' ')[1] ?? 0) / one.offsetWidth)"
    )
    assert all(0.05 < rise < 0.3 for rise in rises), rises
    watching.page.set_viewport_size(PHONE)
    expect(watching.page.locator(".open .card").first).to_be_in_viewport()


def test_an_ace_is_low_where_the_game_has_it_low_on_both_sides(open_room, arrive):
    """Seven cards each, an ace among both, and the player may stay in."""
    candidates = (number.to_bytes(32, "big") for number in itertools.count())
    seed = next(seed for seed in candidates if all(_has_ace(shuffle(seed)[0][at : at + 7]) for at in (0, 7)))
    room = open_room(seeds=(seed,))
    player = arrive(room)
    player.sit_down("solitaire-stud-1")
    player.bet("Ante")
    expect(player.decision).to_be_visible()
    _require_told(player, "solitaire-stud-1")
    assert _shown(player.page.locator(".own"))[0].startswith("ace of")
    player.decide()
    player.play_on()
    assert _require_compared(player, "solitaire-stud-1") == ["dealer"]
    assert _shown(player.page.locator(".hands > .hand").first)[0].startswith("ace of")


def _has_ace(cards: tuple[object, ...]) -> bool:
    return any(str(card).startswith("A") for card in cards)


def test_a_game_from_outside_is_spoken_of_like_any_other(open_room, arrive):
    """Names, order, cards that make a hand, margins and refusals are the server's; the page has never heard of it."""
    timers = {"bets": 300, "decision": 300, "pause": 0.2}
    tables = {f"{game}-1": "" for game in OUTSIDE}
    floor = floor_text(tables, links=(), timers=timers, game_files=OUTSIDE.values())
    player = arrive(open_room(floor=floor))
    for game in OUTSIDE:
        table = f"{game}-1"
        player.sit_down(table)
        player.place.click()
        expect(player.page.locator(".say")).to_contain_text("Put chips on the")
        player.bet(*player.wagers(table, "base"))
        while player.is_asked:
            _require_told(player, table)
            options = player.decision.get_by_role("button").all_inner_texts()
            stays = [at for at, option in enumerate(options) if option not in ("Fold", "Surrender")]
            player.decide(stays[-1])  # to the end, where the dealer turns his hand
        assert _require_compared(player, table), game
        player.button("Stand up").click()
        expect(player.spots).to_have_count(0)
