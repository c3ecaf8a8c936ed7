"""The house is killed while people play, look back and read; when it is back everything is as it was and goes on."""

from __future__ import annotations

import itertools
from collections import Counter

from playwright.sync_api import Locator, expect

from cardroom.fairness.shuffler import shuffle
from cardroom.money import DOLLAR

from ..floors import floor_text
from .looking import PLACES
from .people import Visitor
from .rooms import CardRoom

TABLE = "caribbean-stud-1"
FLOOR = floor_text({TABLE: "cover_all = true"}, links=(), timers={"bets": 300, "decision": 300, "pause": 0.2})
DEAD = ("ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_SOCKET_NOT_CONNECTED", "WebSocket")
STUDIED = (
    "/api/session",
    "/api/session/review",
    "/api/history",
    "/api/history?result=lost",
    "/api/session/export.json",
)


def _pair() -> bytes:
    """A deck with a pair for the first seat."""
    candidates = (number.to_bytes(32, "big") for number in itertools.count())
    return next(
        seed for seed in candidates if Counter(card.rank for card in shuffle(seed)[0][:5]).most_common()[0][1] == 2
    )


def _holds(player: Visitor) -> dict[str, object]:
    """What is seen of a decision: the cards in order, those that are lifted, what they are called, and where."""
    own = player.page.locator(".own")
    return {
        "cards": player.cards.get_attribute("aria-label"),
        "lifted": own.locator(".place").evaluate_all("all => all.map((one) => one.classList.contains('lifted'))"),
        "words": own.locator(".words").inner_text(),
        "options": player.decision.get_by_role("button").all_inner_texts(),
        "column": player.page.locator('th[aria-current="true"]').all_inner_texts(),
        "places": player.page.evaluate(PLACES),
        "yours": player.ask(f"/api/tables/{TABLE}")["yours"],
    }


def _studied(player: Visitor) -> list[object]:
    """Everything that the house says of somebody's play."""
    hands = player.page.request.get(f"{player.room.url}/api/session/export.phhs").text()
    return [hands, player.ask("/api/me")["limits"], *(player.ask(path) for path in STUDIED)]


def _die(room: CardRoom, *people: Visitor) -> None:
    for somebody in people:
        somebody.allow(*DEAD)
    room.kill()
    for somebody in people:
        expect(_lost(somebody)).to_be_visible()


def _live(room: CardRoom, *people: Visitor) -> None:
    room.gone = None  # from now on everybody has half a minute to come back
    room.start()
    for somebody in people:
        expect(_lost(somebody)).to_have_count(0)


def _lost(somebody: Visitor) -> Locator:
    return somebody.page.get_by_text("The connection to the card room is lost.")


def _chips(player: Visitor) -> int:
    seats = player.ask(f"/api/tables/{TABLE}")["standing"]["seats"]
    return next(seat["chips"] for seat in seats if seat["seat"] == 1)


def test_everything_a_player_does_goes_on_when_the_server_has_been_killed_in_the_middle_of_it(open_room, arrive):
    pair = _pair()
    room = open_room(once=False, gone=0.5, floor=FLOOR, seeds=(pair, pair))
    anna, ben, reader = arrive(room), arrive(room), arrive(room)
    everyone = (anna, ben, reader)

    # A round for both; then Ben looks back at it, which is to be away, and Anna goes on alone and quickly.
    for seat, player in enumerate((anna, ben), 1):
        player.sit_down(TABLE, seat)
    for player in (anna, ben):
        player.bet("Ante")
    for player in (anna, ben):
        expect(player.decision).to_be_visible()
    anna.decide(1)
    ben.decide(0)
    anna.play_on()
    ben.play_on()
    ben.open("/history")
    ben.page.get_by_label("Lose at most").fill("300")
    ben.button("Set my limits").click()
    expect(ben.page.get_by_text("You lose at most $300")).to_be_visible()
    ben.button("How well did I decide?").click()
    expect(ben.page.get_by_text("of your 1 decision")).to_be_visible()
    studied = _studied(ben)
    away = anna.page.get_by_text("away", exact=True)
    expect(away).to_be_visible()
    anna.button("Settings").click()
    anna.page.get_by_label("Speed at the table").select_option("quick")
    anna.button("Close").click()
    quick = anna.page.get_by_role("list", name="What happens").get_by_text("Seat 1 wishes for quick speed.")
    expect(quick).to_have_count(1)
    anna.button("Rebet and deal").click()
    expect(anna.decision).to_be_visible()
    held, chips = _holds(anna), _chips(anna)
    assert any(held["lifted"]), "a pair is lifted"
    assert held["column"] == ["2"], "the hands that were dealt: hers and the dealer's"
    reader.open("/lab/caribbean-stud")

    # Killed while Anna decides, Ben is away and looks back, and somebody reads in the lab.
    _die(room, *everyone)
    ben.page.get_by_label("Result").select_option("lost")
    expect(ben.page.get_by_role("alert").get_by_text("cannot be reached")).to_be_visible()
    reader.page.get_by_role("navigation", name="Of this game").get_by_role("link", name="Strategy").click()
    expect(reader.page.get_by_role("alert").get_by_text("cannot be reached")).to_be_visible()
    _live(room, *everyone)
    assert _holds(anna) == held
    anna.page.reload()
    expect(anna.decision).to_be_visible()
    assert _holds(anna) == held, "as the house tells it anew"
    assert _chips(anna) == chips
    expect(away).to_be_visible()
    expect(ben.page.get_by_role("region", name="Your rounds").get_by_role("row")).to_have_count(2)
    expect(ben.page.get_by_text("You lose at most $300")).to_be_visible()
    assert _studied(ben) == studied
    expect(reader.page.get_by_role("heading", name="The list")).to_be_visible()
    expect(reader.title).to_contain_text("Caribbean Stud")
    anna.decide(1)
    anna.play_on()
    ben.open(f"/tables/{TABLE}")
    ben.button("I am back").click()
    expect(away).to_have_count(0)

    # Killed when the result lies on the felt, and a press is made while nobody is there to take it.
    anna.button("Why? Ante").click()
    why = anna.results.locator(".why").inner_text()
    anna.button("Rules").click()
    chips = _chips(anna)
    _die(room, anna, ben)
    anna.button("Close").click()
    assert anna.results.locator(".why").inner_text() == why
    anna.button("Rebet and deal").click()
    _live(room, anna, ben)
    ben.bet("Ante")
    for player in (anna, ben):
        expect(player.decision).to_be_visible()
    assert _chips(anna) == chips - 5 * DOLLAR, "it was bet once"
    expect(away).to_have_count(0)
    assert anna.ask(f"/api/tables/{TABLE}")["yours"]["pace"] == "quick"
    for player in (anna, ben):
        player.decide(0)
    for player in (anna, ben):
        player.play_on()
    assert [len(player.ask("/api/history")) for player in (anna, ben)] == [3, 2]
