"""Looking back at one's play, limits of one's own, a round shown to someone else; and the index of a sheet."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import DESK, PHONE, WALL
from .felt import TABLET
from .looking import require_accessible, require_fitting

GAME = "keep-it-straight"


def test_a_player_looks_back_limits_himself_and_shows_a_round_that_outlives_the_server(open_room, arrive):
    room = open_room()
    player = arrive(room)
    table = room.table("mississippi-stud")
    player.sit_down(table)
    player.bet("Ante")
    expect(player.decision).to_be_visible()
    while player.is_asked:
        player.decide(0)  # folds, whatever it holds
    (played,) = player.ask("/api/history")
    page = player.page

    player.open("/history")
    expect(page.get_by_role("img", name=re.compile("over 1 round: .*at last −\\$5"))).to_be_visible()
    player.button("How well did I decide?").click()
    expect(page.get_by_text(re.compile("of your 1 decision was the best|nothing to decide"))).to_be_visible()
    rounds = page.get_by_role("region", name="Your rounds").get_by_role("row")
    expect(rounds).to_have_count(2)
    page.get_by_label("Result").select_option("won")
    expect(page.get_by_text("No round of yours is like that.")).to_be_visible()
    page.get_by_label("Result").select_option("lost")
    page.get_by_role("combobox", name=re.compile("^Game")).select_option("mississippi-stud")
    expect(rounds).to_have_count(2)

    page.get_by_label("Lose at most").fill("a lot")
    player.button("Set my limits").click()
    expect(page.get_by_role("region", name="Your own limits").get_by_role("alert")).to_contain_text("in dollars")
    page.get_by_label("Lose at most").fill("0")
    player.button("Set my limits").click()
    expect(page.get_by_role("region", name="Your own limits").get_by_role("alert")).to_contain_text("at least one cent")
    page.get_by_label("Lose at most").fill("20")
    player.button("Set my limits").click()
    expect(page.get_by_text("You lose at most $20")).to_be_visible()
    page.get_by_label("Play at most").fill("90")
    player.button("Set my limits").click()
    expect(page.get_by_text("You bet until")).to_be_visible()
    expect(page.get_by_label("Lose at most")).to_have_value("20")
    assert not player.ask("/api/me")["limits"]["looser_from"], "a limit that nobody has touched stays as it is"
    page.get_by_label("Lose at most").fill("500")
    player.button("Set my limits").click()
    expect(page.get_by_text("What is looser holds from")).to_be_visible()
    expect(page.get_by_text("You lose at most $20")).to_be_visible()
    require_accessible(page)
    require_fitting(page)

    player.open(f"/history/{played['round_id']}")
    player.button("Make a link for someone else").click()
    link = page.get_by_label("Anyone with this link").input_value()
    require_accessible(page)
    player.allow("WebSocket", "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "failed: ")
    room.kill()
    room.start()

    stranger = arrive(room)
    stranger.open(link.removeprefix(room.url))
    expect(stranger.title).to_contain_text(played["title"])
    expect(stranger.page.get_by_text("Somebody shows you this round")).to_be_visible()
    expect(stranger.page.get_by_role("main")).not_to_contain_text(re.compile(r"\bYou(r|)\b"))  # it was another's hand
    stranger.button("Check the shuffle").click()
    expect(stranger.page.get_by_text("The shuffle holds.")).to_be_visible()
    expect(stranger.button("Make a link for someone else")).to_have_count(0)
    require_accessible(stranger.page)
    for size in (PHONE, TABLET, DESK, WALL):
        stranger.page.set_viewport_size(size)
        require_fitting(stranger.page)
    player.open("/history")
    player.button(re.compile("^Take back the link to")).click()
    expect(page.get_by_text("shows nothing any more")).to_be_visible()
    require_accessible(page)
    stranger.allow("404")
    stranger.page.goto(link)
    expect(stranger.page.get_by_text("has taken the link back")).to_be_visible()
    stranger.page.goto(f"{link[:-4]}0000")
    expect(stranger.page.get_by_text("This link shows no round.")).to_be_visible()


def test_the_index_of_a_sheet_follows_who_reads_it(room, arrive):
    reader = arrive(room)
    reader.open(f"/lab/{GAME}")
    index = reader.page.get_by_role("navigation", name="On this sheet")
    expect(index.get_by_role("link", name="In plain words")).to_have_attribute("aria-current", "location")
    index.get_by_role("link", name="Bankroll swing").click()
    expect(index.get_by_role("link", name="Bankroll swing")).to_have_attribute("aria-current", "location")
    expect(index).to_be_in_viewport()
