"""Among friends: a private table in one press, people who come by its link, somebody who watches, and who is away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from cardroom.games import find_game, games

from ..faults.servers import require_in_order
from .conftest import PHONE
from .looking import PLACES, require_accessible, require_fitting


@pytest.fixture
def private(open_room, arrive):
    """A room of its own: it is killed in the middle."""
    room = open_room(once=False, gone=0.5)
    host = arrive(room)
    host.open("/")
    host.button("Open a private table").click()
    dialog = host.page.get_by_role("dialog", name="Play with friends")
    dialog.get_by_label("Game").select_option(label="Solitaire Stud")
    dialog.get_by_label("Name of the table").fill("Friday night")
    dialog.get_by_role("button", name="Open the table").click()
    expect(host.spots).to_be_visible()
    return room, host


def link_of(room, host) -> str:
    return host.page.get_by_label("Link that invites").input_value().removeprefix(room.url)


@pytest.mark.soak
@pytest.mark.parametrize("game", list(games()))
def test_a_table_of_any_game_is_opened_in_one_press(room, arrive, game):
    host = arrive(room)
    host.open("/")
    name = find_game(game).name
    host.page.get_by_role("region", name=name, exact=True).get_by_role(
        "button", name=re.compile("^With friends")
    ).click()
    expect(host.spots).to_be_visible()
    expect(host.page.get_by_label("Link that invites")).to_be_visible()
    table = host.page.url.rsplit("/", 1)[1]
    assert host.ask(f"/api/tables/{table}/layout")["game"] == game


def _cards_told(visitor) -> list[str]:
    """Cards of seats that came over the socket."""
    return [card for frame in visitor.frames for card in re.findall(r'"cards":\["[^\]]*\]', frame)]


def test_friends_play_through_a_killed_server_while_somebody_watches(private, arrive):
    room, host = private
    link = host.page.get_by_label("Link that invites").input_value()
    friend, other, watcher = arrive(room), arrive(room), arrive(room, viewport=PHONE)
    for somebody in (friend, other, watcher):
        somebody.open(link.removeprefix(room.url))
        expect(somebody.page).to_have_url(host.page.url)
    friend.button("Sit down at seat 2").click()
    other.button("Sit down at seat 3").click()
    for somebody in (host, friend, other):
        expect(somebody.spots).to_be_visible()
    for somebody in (host, friend, other):
        somebody.bet(*somebody.wagers(host.page.url.rsplit("/", 1)[1], "base"))
    for somebody in (host, friend, other):
        expect(somebody.decision).to_be_visible()
    assert _cards_told(watcher) == [], "a spectator sees hands once they are settled"

    for somebody in (host, friend, other, watcher):
        somebody.allow(
            "ERR_CONNECTION_REFUSED",
            "ERR_EMPTY_RESPONSE",
            "ERR_SOCKET_NOT_CONNECTED",
            "WebSocket",
            "ERR_CONNECTION_RESET",
        )
    host.page.get_by_label("Say something").fill("welcome")
    host.button("Say").click()
    expect(friend.page.get_by_role("log", name="What is said")).to_contain_text("welcome")
    heard = len(watcher.frames)
    room.kill()
    room.gone = None  # everybody has time to come back
    room.start()
    watcher.wait_until(lambda: len(watcher.frames) > heard)
    host.decide()  # it is one decision, for all at once
    friend.decide()
    expect(other.decision).to_be_visible()
    assert _cards_told(watcher) == [], "nor after a restart, nor when others have decided"
    for somebody in (other, friend, host):
        somebody.play_on()
    watcher.wait_until(lambda: _cards_told(watcher))

    friend.page.get_by_label("Say something").fill("good game")
    friend.button("Say").click()
    expect(host.page.get_by_role("log", name="What is said")).to_contain_text("good game")
    expect(host.page.get_by_role("log", name="What is said")).to_contain_text("welcome")
    require_accessible(host.page)
    require_fitting(watcher.page)
    beside = host.page.get_by_role("complementary", name="Beside the table")
    assert beside.evaluate("one => one.scrollWidth <= one.clientWidth"), "nothing beside the table is cut off"

    host.page.get_by_text("You are the host").click()
    host.button(re.compile("^Mute")).first.click()
    expect(friend.page.get_by_text("The host has asked you to be quiet")).to_be_visible()
    expect(friend.page.get_by_label("Say something")).to_be_disabled()
    require_accessible(friend.page)
    host.button(re.compile("^Ask to leave")).first.click()
    for place in ("The table", "Among friends"):
        told = friend.page.get_by_role("region", name=place, exact=True).get_by_text("The host has asked you to leave")
        expect(told).to_be_attached()  # where the talk is beside the felt it is shown there alone
    expect(friend.button(re.compile("^Sit down"))).to_have_count(0)
    expect(friend.page.get_by_label("Say something")).to_have_count(0)
    expect(host.page.get_by_text("This link is new.")).to_be_visible()
    assert host.page.get_by_label("Link that invites").input_value() != link
    late = arrive(room)
    late.allow("404", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket")
    late.open(link.removeprefix(room.url))
    expect(late.page.get_by_role("heading", name="This invitation does not count")).to_be_visible()
    host.button(re.compile("^Make .+ host$")).click()
    expect(host.page.get_by_text("You are the host")).to_have_count(0)
    other.page.get_by_text("You are the host").click()
    require_accessible(other.page)
    other.button("End the table").click()
    other.button(re.compile("^Yes, end it")).click()
    for somebody in (host, other, watcher):
        expect(somebody.title).to_have_text("This table has ended")
    host.open("/history")
    host.page.get_by_role("combobox", name=re.compile("^Table")).select_option("Friday night, Solitaire Stud")
    rounds = host.page.get_by_role("region", name="Your rounds").get_by_role("row")
    expect(rounds.last).to_contain_text("Friday night, Solitaire Stud, 1")
    expect(host.page.get_by_role("region", name="Your rounds").get_by_role("row")).to_have_count(2)
    room.kill()
    require_in_order(room.database)


def test_who_only_watches_talks_until_the_host_has_heard_enough(private, arrive):
    room, host = private
    watcher = arrive(room)
    watcher.open("/")
    watcher.page.request.post(f"{room.url}/api/guest", data={}, headers={"origin": room.url})
    watcher.open(link_of(room, host))
    watcher.page.get_by_label("Say something").fill("play \x7f")
    watcher.button("Say").click()
    expect(watcher.page.get_by_role("alert").filter(has_text=re.compile("."))).to_be_visible()
    expect(watcher.page.get_by_label("Say something")).to_have_value("play \x7f")  # what is refused is not lost
    watcher.page.get_by_label("Say something").fill("play faster")
    watcher.button("Say").click()
    expect(host.page.get_by_role("log", name="What is said")).to_contain_text("(watching) play faster")
    host.page.get_by_text("You are the host").click()
    host.button(re.compile("^Mute")).click()
    expect(host.button(re.compile("^Let .* talk$"))).to_be_visible()
    expect(watcher.page.get_by_text("The host has asked you to be quiet")).to_be_visible()
    expect(watcher.button("applause")).to_be_disabled()


def test_on_a_phone_a_sign_tells_of_what_is_said_below_and_leads_there(private, arrive):
    room, host = private
    desk = host.page.viewport_size
    host.page.set_viewport_size(PHONE)
    expect(host.page.locator(".felt.tall")).to_be_visible()
    alone = host.page.evaluate(PLACES)
    friend = arrive(room, viewport={"width": 375, "height": 667})
    friend.open(link_of(room, host))
    friend.button("Sit down at seat 2").click()
    expect(friend.button("Talk")).to_be_visible()
    expect(host.page.locator(".seats .plate.sitter:visible")).to_have_count(1)
    assert host.page.evaluate(PLACES) == alone, "nothing jumps when the first companion sits down"
    host.page.set_viewport_size(desk)
    for line in ("welcome", "good luck"):
        host.page.get_by_label("Say something").fill(line)
        host.button("Say").click()
    expect(friend.button("Talk, 2 new messages")).to_be_in_viewport()
    expect(host.button("Talk")).to_be_visible()  # who sees it needs no sign
    require_accessible(friend.page)
    friend.button("Talk, 2 new messages").click()
    expect(friend.page.get_by_role("log", name="What is said").get_by_text("good luck")).to_be_in_viewport()
    expect(friend.page.get_by_role("heading", name="Among friends")).to_be_focused()
    expect(friend.button("Talk")).to_have_count(1)  # it has been read
    require_fitting(friend.page)

    table = host.page.url.rsplit("/", 1)[1]
    for somebody in (host, friend):
        somebody.bet(*somebody.wagers(table, "base"))
    expect(friend.decision).to_be_visible()
    friend.button("Talk").click()
    expect(friend.page.get_by_role("timer", name="Your time to decide")).to_be_in_viewport()
    require_accessible(friend.page)
    friend.button("Back to the table").click()
    expect(friend.decision).to_be_in_viewport()


def test_what_was_said_before_the_page_had_come_is_shown(private, arrive):
    room, host = private
    host.page.get_by_label("Say something").fill("welcome")
    host.button("Say").click()
    friend, held = arrive(room), []
    friend.page.route(re.compile(r"/Friends-[^/]*\.js$"), lambda route: held.append(route))  # noqa: PLW0108
    friend.page.goto(host.page.get_by_label("Link that invites").input_value())
    friend.wait_until(lambda: held and any('"type":"Heard"' in frame for frame in friend.frames))
    held[0].continue_()
    expect(friend.page.get_by_role("log", name="What is said")).to_contain_text("welcome")


def test_what_is_said_while_the_house_is_away_is_not_lost_in_silence(private):
    room, host = private
    host.allow("ERR_|WebSocket")
    expect(host.page.get_by_label("Say something")).to_be_visible()
    room.kill()
    expect(host.page.get_by_text("The connection to the card room is lost.")).to_be_visible()
    host.page.get_by_label("Say something").fill("is anybody there?")
    host.button("Say").click()
    expect(host.page.get_by_text("Nobody hears you while the connection is lost.")).to_be_visible()
    room.start()
    expect(host.page.get_by_text("The connection to the card room is lost.")).to_have_count(0)
    host.button("Say").click()
    expect(host.page.get_by_role("log", name="What is said")).to_contain_text("is anybody there?")


def test_a_name_of_one_s_own_is_seen_at_the_table_and_none_of_the_house_s_is_taken(private):
    _, host = private
    host.button("Settings").click()
    name = host.page.get_by_label("My name at the tables")
    name.fill("Dea1er")
    host.button("Change it").click()
    expect(host.page.get_by_text("looks like somebody of the house")).to_be_visible()
    name.fill("Z")
    expect(host.page.get_by_text("looks like somebody of the house")).to_have_count(0)
    name.fill("Zoë")
    host.button("Change it").click()
    expect(host.page.get_by_text("You are Zoë now.")).to_be_visible()


def test_who_is_away_is_shown_so_keeps_nobody_waiting_and_is_back_with_one_press(private, arrive):
    room, host = private
    path = host.page.get_by_label("Link that invites").input_value().removeprefix(room.url)
    friend = arrive(room)
    friend.open(path)
    friend.button("Sit down at seat 2").click()
    expect(friend.spots).to_be_visible()
    friend.open("/")
    expect(host.page.get_by_text("away", exact=True)).to_be_visible()
    host.bet(*host.wagers(host.page.url.rsplit("/", 1)[1], "base"))
    host.play_on()
    friend.open(path)
    friend.button("I am back").click()
    expect(friend.button("I am back")).to_have_count(0)
    expect(host.page.get_by_text("away", exact=True)).to_have_count(0)
