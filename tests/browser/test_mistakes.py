"""What goes wrong is said on the page, with what to do about it, and nothing is lost."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import httpx
import pytest
from playwright.sync_api import expect

from cardroom.money import DOLLAR

from ..faults.servers import STANDS_BY
from ..patience import PATIENCE
from .rooms import CardRoom, Front

AWAY = "The house waits for its database"
LOST = "The connection to the card room is lost."
OFFLINE = ("ERR_CONNECTION_REFUSED", "WebSocket connection to .* failed", "ERR_EMPTY_RESPONSE")


def test_a_bet_above_the_limit_is_not_taken_and_what_lies_there_stays(room, arrive):
    player = arrive(room)
    player.sit_down(room.table("solitaire-stud"))
    player.put_chips("Ante", chip="$100")
    player.put_chips("Ante", chip="$5")
    expect(player.page.get_by_text("Ante takes at most $100 here.")).to_be_visible()
    expect(player.spot("Ante")).to_have_accessible_name(re.compile(r"^Ante, \$100 put down"))


def test_a_bet_without_the_ante_says_what_is_missing(room, arrive):
    player = arrive(room)
    table = room.table("straight-edge-1")
    player.sit_down(table)
    player.place.click()
    first = player.page.get_by_text("Put chips on the Ante first")
    expect(first).to_be_visible()
    player.submit("SitOut", table=table)
    expect(player.button("I am back")).to_be_visible()
    expect(first).to_have_count(0)
    player.button("I am back").click()
    player.bet(player.wagers(table, "optional")[0])
    expect(player.page.get_by_text("Every hand needs the Ante: at least $5.")).to_be_visible()
    player.put_chips("Ante")
    player.place.click()
    expect(player.decision).to_be_visible()


def test_where_several_wagers_open_a_hand_any_of_them_will_do(room, arrive):
    player = arrive(room)
    player.sit_down(room.table("ez-baccarat"))
    player.bet("Panda 8")
    expect(player.page.get_by_text("Every hand needs the Banker or Player or Tie: at least $5.")).to_be_visible()
    player.bet("Tie")
    expect(player.over).to_be_visible()


def test_without_chips_a_player_is_told_to_buy_some_and_can(room, arrive):
    player = arrive(room)
    player.sit_down(room.table("keep-it-straight"))
    for _ in range(2):
        player.put_chips("Ante", chip="$25")
    player.put_chips("Straight", chip="$100")
    player.put_chips("Straight Flush", chip="$100")
    expect(
        player.page.get_by_text("You have too few chips at this table for that. Buy chips, or bet less.")
    ).to_be_visible()
    before = player.ask("/api/me")
    player.page.get_by_role("region", name="The table").get_by_role("button", name="Buy chips").click()
    player.wait_until(lambda: player.ask("/api/me")["wallet"] < before["wallet"])
    assert player.ask("/api/me")["in_all"] == before["in_all"]
    player.put_chips("Straight Flush", chip="$100")
    expect(player.spot("Straight Flush")).to_have_accessible_name(re.compile(r"^Straight Flush, \$100 put down"))

    # at a decision, as many as it takes
    player.sit_down(room.table("caribbean-stud"))
    player.put_chips("Ante", chip="$100")
    player.bet("Cover All", "Cover All", chip="$25")
    expect(player.page.get_by_text("You have $50 in chips, too few to bet. Buy chips,")).to_be_visible()
    raised = player.decision.get_by_role("button", name=re.compile("Raise"))
    expect(raised).to_be_disabled()
    player.page.get_by_role("region", name="The table").get_by_role("button", name="Buy chips").click()
    expect(raised).to_be_enabled()


def test_who_is_told_that_the_session_is_over_can_go_on_at_once(room, arrive):
    table, player = room.table("solitaire-stud"), arrive(room)
    player.sit_down(table)
    person = player.ask("/api/me")["person"]["name"]
    assert player.page.request.post(f"{room.url}/api/logout").ok  # in another window
    expect(player.page.get_by_text("Your session is over")).to_be_visible()
    expect(player.button("Sit down at seat 2")).to_be_visible()
    expect(player.page.get_by_role("listitem").filter(has_text=f"{person} $200")).to_be_visible()
    player.button("Sit down at seat 2").click()
    expect(player.spots).to_be_visible()
    assert player.ask("/api/me")["seats"] == {table: 2}


def test_who_leaves_is_not_told_that_anything_went_wrong(room, arrive):
    player = arrive(room)
    player.sit_down(room.table("straight-edge-2"))
    player.button("Stand up").click()
    expect(player.spots).to_have_count(0)
    player.button("Settings").click()
    player.button("Leave the card room").click()
    expect(player.page.get_by_text("A guest who leaves cannot come back to the same play money.")).to_be_visible()
    player.button("Yes, leave").click()
    expect(player.button("Sign in")).to_be_visible()
    expect(player.page.get_by_role("alert")).to_be_empty()


def test_a_wrong_password_is_said_in_the_form(room, arrive):
    visitor = arrive(room)
    visitor.allow("401")
    visitor.open("/")
    visitor.button("Sign in").click()
    dialog = visitor.page.get_by_role("dialog", name="Sign in")
    dialog.get_by_label("Name").fill("nobody")
    dialog.get_by_label("Password").fill("a wrong sentence")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog.get_by_role("alert")).to_have_text("That name and password do not belong together.")
    expect(dialog.get_by_label("Name")).to_have_value("nobody")


@pytest.mark.soak
def test_while_the_server_is_down_chips_stay_where_they_were_put(open_room, arrive):
    room = open_room()
    player = arrive(room)
    player.allow(*OFFLINE)
    player.sit_down("caribbean-stud-1")
    player.put_chips("Ante", chip="$25")
    room.kill()
    expect(player.page.get_by_text(LOST)).to_be_visible()
    player.place.click()
    expect(player.spot("Ante")).to_have_accessible_name(re.compile(r"^Ante, \$25"))
    room.start()
    expect(player.decision).to_be_visible()
    assert player.ask("/api/me")["in_all"] == 1_000 * DOLLAR
    expect(player.page.get_by_text(LOST)).to_have_count(0)


@pytest.mark.soak
def test_a_page_opened_while_the_server_is_down_says_so_and_goes_on_when_it_is_back(open_room, arrive):
    room = open_room()
    visitor = arrive(room)
    visitor.allow(*OFFLINE, "Failed to fetch dynamically imported module", "ERR_ABORTED")
    visitor.open("/")
    room.kill()
    visitor.page.get_by_role("link", name="Lab").click()
    expect(visitor.page.get_by_role("heading", name="This page could not be fetched")).to_be_visible()
    room.start()
    visitor.page.get_by_role("button", name="Try again").click()
    expect(visitor.page.get_by_role("heading", level=1, name=re.compile("lab", re.IGNORECASE))).to_be_visible()


def test_a_hand_goes_on_when_another_server_takes_over(open_room, arrive, tmp_path):
    first = open_room()
    second = CardRoom(tmp_path / "second", database=first.database)
    front = Front([first, second])
    try:
        second.start(STANDS_BY)
        player = arrive(front)
        player.allow(*OFFLINE, "ERR_CONNECTION_RESET")
        player.sit_down("solitaire-stud-1")
        player.bet("Ante")
        expect(player.decision).to_be_visible()
        cards = player.cards.get_attribute("aria-label")
        first.kill()
        expect(player.page.get_by_text(LOST)).to_be_visible()
        expect(player.page.get_by_text(LOST)).to_have_count(0)
        assert player.cards.get_attribute("aria-label") == cards
        player.play_on()
        assert httpx.get(f"{second.url}/health", timeout=PATIENCE).status_code == 200
    finally:
        second.kill()
        front.close()


def test_while_the_database_is_away_the_page_says_so_and_a_bet_is_made_when_it_is_back(open_room, arrive):
    room = open_room()
    player = arrive(room)
    player.sit_down("caribbean-stud-1")
    player.put_chips("Ante", chip="$25")
    file = room.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as other:
        other.execute("BEGIN EXCLUSIVE")
        expect(player.page.get_by_text(AWAY)).to_be_visible()
        player.place.click()
        expect(player.spot("Ante")).to_have_accessible_name(re.compile(r"^Ante, \$25"))
        expect(player.decision).to_have_count(0)
    expect(player.decision).to_be_visible()
    expect(player.page.get_by_text(AWAY)).to_have_count(0)
    assert player.ask("/api/me")["in_all"] == 1_000 * DOLLAR
