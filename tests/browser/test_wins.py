"""An evening's wins and what goes wrong with them, each by several people at their own browsers."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from cardroom.money import DOLLAR

from ..floors import floor_text
from .felt import REAL, TABLET, Terminal, come_in, open_felt, sign_in
from .people import Visitor

DEALT = "delta-1"
FELT = [f"delta-{number}" for number in range(2, 7)]  # a table for every test, so that none waits for another
KEYPADS = ("edge-1-1", "edge-1-2")
TABLES = {DEALT: 'dealer = "human"\ninventory = "$50,000"', **dict.fromkeys((*FELT, *KEYPADS), REAL)}
# Every straight flush takes the whole meter, which is above what a supervisor's card gives.
FLOOR = floor_text(TABLES, service="$0", seed="$12,000").replace("MS Stud-01", "Quick Hit")
STRAIGHT_FLUSH = 24_204  # the seed of a deck with which the first seat of Mississippi Stud has 2d to 6d
OFFLINE = ("ERR_CONNECTION_REFUSED", "WebSocket connection to .* failed", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET")
LOST = "The connection to the card room is lost."

MISDEAL = "Misdeal: all jackpot wagers go back and the game is void"
FOULED = "One hand is fouled: its jackpot wagers go back"
DARK = "A sensor is in dispute: its wager goes back"
LIT = "A sensor is in dispute: its wager counts after all"

# The player's seven cards, then the dealer's eight.
BAD_BEATS = {
    "the dealer's straight is the longer one": "2c 3d 4h 5s 6c 7d 8h 3h 4c 5d 6h 7s 8c 9c 10d",
    "the player's straight is the higher one": "3h 4c 5d 6h 7s 8c 9c 2c 3d 4h 5s 6c 7d 8h 8s",
}
TIE = "2c 3d 4h 5s 6c 7d 8h 2h 3h 4c 5d 6h 7s 8c 8d"


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory):
    with open_felt(tmp_path_factory.mktemp("evening"), FLOOR, (STRAIGHT_FLUSH.to_bytes(32),)) as house:
        yield house


@pytest.fixture
def sit_at(house, arrive):
    def come(person: str, table: str) -> Terminal:
        return sign_in(house, arrive(house.room, viewport=TABLET, has_touch=True), person, table)

    return come


@pytest.fixture
def go_to(house, arrive):
    def come(person: str, path: str) -> Visitor:
        visitor = arrive(house.room)
        come_in(house, visitor, person, path)
        return visitor

    return come


def meter(at: Terminal) -> Locator:
    return at.page.get_by_role("region", name=re.compile("^Console of")).get_by_role("definition").first


def dollars(text: str) -> float:
    return float(text.strip("$").replace(",", ""))


def start(at: Terminal, *seats: int) -> None:
    at.light(*seats)
    at.page.get_by_role("button", name=re.compile("^(COIN IN|START GAME)$")).click()
    expect(at.told).to_contain_text(re.compile(f"(COIN IN|START GAME): seats? {', '.join(map(str, seats))}\\."))


def end(at: Terminal) -> None:
    at.press("END GAME")
    expect(at.told).to_contain_text("END GAME.")


def tell_straight_flush(at: Terminal, seat: int, cards: str) -> None:
    at.press(f"Seat {seat}")
    at.press_hand("straight flush")
    at.tap(cards)


def put_right(at: Terminal, what: str, seat: int = 0) -> None:
    """By the supervisor's card at the dealer's terminal."""
    at.press("Put right …")
    at.sheet.get_by_label("What happened").select_option(label=what)
    if seat:
        at.sheet.get_by_label("Seat").select_option(label=f"Seat {seat}")
    at.sheet.get_by_label("Why").fill("seen by the camera")
    at.press("Put it right", at.sheet)
    at.swipe("sue")
    expect(at.page.get_by_role("dialog")).to_have_count(0)


def test_a_win_at_a_dealt_table_goes_from_the_wager_to_paper(sit_at, go_to, arrive, house):
    at, eve, player = sit_at("dora", DEALT), go_to("eve", "/staff/awards"), arrive(house.room)
    player.sit_down(DEALT)
    before = player.ask("/api/me")["in_all"]
    at.press("TAP IN")
    at.press("NEW ROUND")
    player.bet("Ante", "Delta")
    at.press("START GAME", at.comes_next)
    at.deal_on(player, until="Choose seat")
    sheet = eve.page.get_by_role("article", name=re.compile("seat 1, straight flush"))
    expect(sheet).to_contain_text("needs the supervisor's card and then the executive's card")
    at.press("Seat 1")
    at.press_hand("straight flush")
    at.press("CONFIRM", at.comes_next)
    at.press("CARD supervisor's")
    at.sign_first("sue")
    at.scan(house.codes["sue"])
    expect(at.sheet.get_by_role("alert")).to_contain_text("executive")
    expect(sheet).to_be_visible()
    assert not [win for win in eve.ask("/api/wins") if win["table"] == DEALT]
    at.swipe("eve")
    expect(sheet).to_have_count(0)
    at.press("END GAME", at.comes_next)
    expect(at.told).to_contain_text("END GAME.")
    (win,) = [win for win in eve.ask("/api/wins") if win["table"] == DEALT]
    assert (win["seat"], win["hand"], win["approved_by"], win["is_paid"]) == (1, "straight flush", "eve", True)
    assert win["amount"] >= 12_000 * DOLLAR
    player.wait_until(lambda: player.ask("/api/me")["in_all"] > before + 12_000 * DOLLAR)
    eve.open("/staff/wins")
    row = eve.page.get_by_role("row", name=re.compile(f"{DEALT}, seat 1"))
    expect(row).to_contain_text(re.compile(r"straight flush.*\$12,000\.\d\d.*eve.*paid"))
    row.get_by_role("link").click()
    expect(eve.page.get_by_role("group", name="Player: 5 of diamonds, 2 of diamonds")).to_be_visible()
    eve.page.evaluate("() => { window.print = () => {}; }")
    eve.button("Print").click()
    eve.button("Print again").click()
    expect(eve.page.get_by_text(re.compile("^REPRINT: print 2, by Eve"))).to_be_visible()
    day = (datetime.fromisoformat(win["at"]) - timedelta(hours=6)).date()  # which ends at six
    (reported,) = [one for one in eve.ask(f"/api/wins?day={day}") if one["win"] == win["win"]]
    assert reported["prints"] == 2


def test_two_winners_of_the_whole_meter_in_one_round(sit_at, go_to):
    """Who sits farthest on the right takes what the meter has, the other what it starts again with."""
    at, eve = sit_at("sue", FELT[0]), go_to("eve", "/staff/awards")
    known = len(eve.ask("/api/wins"))
    start(at, 2, 5, 6)
    for seat, cards in ((2, "9s 8s 10s Js Qs"), (5, "As Ks")):
        tell_straight_flush(at, seat, cards)
        at.press("VERIFY", at.sheet)
        expect(at.told).to_contain_text(f"The straight flush of seat {seat} is verified.")
        at.press_hand("straight flush")  # it goes out
        expect(at.hand("straight flush")).to_have_attribute("aria-pressed", "false")
    expect(eve.page.get_by_role("article", name=re.compile("seat [25], straight flush"))).to_have_count(2)
    whole = dollars(meter(at).inner_text())
    at = sit_at("dora", FELT[0])
    pressed = at.follow(until="END GAME")
    assert pressed.count("CONFIRM") == 2
    first, second = eve.ask("/api/wins")[known:]
    assert (first["seat"], second["seat"]) == (5, 2)
    assert first["amount"] == round(whole * DOLLAR)
    assert 12_000 * DOLLAR <= second["amount"] < first["amount"]
    expect(eve.page.get_by_role("article", name=re.compile("seat [25], "))).to_have_count(0)


@pytest.mark.parametrize(("table", "cards"), list(zip(KEYPADS, BAD_BEATS.values(), strict=True)), ids=BAD_BEATS)
def test_a_bad_beat_is_paid_both_ways_and_a_tie_is_none(sit_at, table, cards):
    dora, sue = sit_at("dora", table), sit_at("sue", table)
    start(dora, 1, 3)
    dora.press_hand("7-card straight")
    dora.sheet.get_by_role("radio", name="Seat 3").check()
    dora.sheet.get_by_role("radio", name="Stayed in").check()
    dora.tap(TIE)
    dora.press("VERIFY", dora.sheet)
    expect(dora.sheet.get_by_role("alert")).to_contain_text("does not win")
    dora.tap(TIE)  # taken back
    dora.tap(cards)
    dora.press("VERIFY", dora.sheet)
    expect(sue.page.get_by_role("region", name="What comes next")).to_contain_text("KEY TO JPH")
    pressed = dora.follow(until="GAME OVER")
    assert [label for label in pressed if label in ("J-POT", "HAND OVER")] == ["J-POT", "HAND OVER"]
    expect(dora.page.get_by_role("button", name="COIN IN")).to_be_visible()


def test_wrong_foreign_and_revoked_cards_count_for_nothing_and_stay_in_sight(sit_at, go_to, house):
    dora, sue = sit_at("dora", FELT[1]), go_to("sue", "/staff/people")
    start(dora, 4)
    tell_straight_flush(dora, 4, "9s 8s 10s Js Qs")
    dora.press("VERIFY", dora.sheet)
    dora.press("CONFIRM")
    expect(dora.reader).to_be_focused()
    sam = sue.page.get_by_role("listitem", name="Sam", exact=True)
    sam.get_by_role("button", name=re.compile("^Revoke the card")).click()
    dialog = sue.page.get_by_role("dialog")
    dialog.get_by_label("Why").fill("lost in the car park")
    dialog.get_by_role("button", name="Revoke the card").click()
    expect(sam).to_contain_text("No card")
    sue.open("/staff")
    refused = sue.page.get_by_role("region", name="Refused cards")
    for code, why in (
        ("CR-ANOTHERHOUSESCARD", "not enrolled here"),
        (house.codes["rolf"], "may not do this"),
        (house.codes["sam"], "revoked"),
    ):
        dora.scan(code)
        expect(dora.sheet.get_by_role("alert")).to_contain_text(why)
        expect(refused).to_contain_text(why)
    dora.page.keyboard.press("Escape")
    expect(dora.page.get_by_role("dialog")).to_have_count(0)
    expect(refused).to_contain_text(f"Card {house.numbers['sam']}")
    expect(dora.page.get_by_text("Card refused:")).to_be_visible()
    refused.get_by_role("button", name=re.compile("^Looked into")).click()
    expect(refused).to_have_count(0)
    expect(dora.page.get_by_text("Card refused:")).to_have_count(0)
    assert not [win for win in sue.ask("/api/wins") if win["table"] == FELT[1]]
    put_right(dora, MISDEAL)


def test_what_went_wrong_after_the_sensors_were_counted_is_put_right(sit_at):
    dora, sue = sit_at("dora", FELT[2]), sit_at("sue", FELT[2])
    before = dollars(meter(dora).inner_text())

    def require_meter(counted: int) -> None:
        for person in (dora, sue):
            expect(meter(person)).to_have_text(f"${before + 0.20 * counted:,.2f}")

    start(dora, 1, 2, 3)
    require_meter(3)
    put_right(dora, MISDEAL)
    require_meter(0)
    dora.press("START GAME")
    require_meter(3)
    for what, seat, counted in ((FOULED, 2, 2), (DARK, 3, 1), (LIT, 5, 2)):
        put_right(dora, what, seat)
        require_meter(counted)
    for name in ("Seat 1", "Seat 2, no wager", "Seat 3, no wager", "Seat 5"):
        expect(sue.page.get_by_role("button", name=name, exact=True)).to_be_visible()
    end(dora)
    require_meter(2)


def test_a_card_swiped_while_the_connection_is_lost_counts_once(sit_at, go_to, house):
    dora, eve = sit_at("dora", FELT[3]), go_to("eve", "/staff/awards")
    for visitor in (dora.visitor, eve):
        visitor.allow(*OFFLINE)
    known = len(eve.ask("/api/wins"))
    start(dora, 2)
    tell_straight_flush(dora, 2, "9s 8s 10s Js Qs")
    dora.press("VERIFY", dora.sheet)
    dora.press("CONFIRM")
    dora.sign_first("sue")
    house.room.kill()
    expect(dora.page.get_by_text(LOST)).to_be_visible()
    dora.scan(house.codes["eve"])
    house.room.start()
    expect(dora.page.get_by_text(LOST)).to_have_count(0)
    expect(dora.page.get_by_role("region", name="To be handed over to seat 2")).to_be_visible()
    assert len(eve.ask("/api/wins")) == known + 1
    expect(eve.page.get_by_role("article", name=re.compile("seat 2"))).to_contain_text("to be handed over")
    dora.press("FROM THE TRAY")
    dora.swipe("sue")
    end(dora)
    assert len(eve.ask("/api/wins")) == known + 1


def test_a_win_is_backed_out_by_two_people(sit_at, go_to):
    sue, eve = sit_at("sue", FELT[4]), go_to("eve", "/staff/requests")
    whole = meter(sue).inner_text()
    dora = sit_at("dora", FELT[4])
    start(dora, 3)
    tell_straight_flush(dora, 3, "9s 8s 10s Js Qs")
    dora.press("VERIFY", dora.sheet)
    dora.follow(until="END GAME")
    win = eve.ask("/api/wins")[-1]["win"]
    sue.visitor.open(f"/staff/wins/delta/{win}")
    sue.page.get_by_role("link", name="Ask to back it out").click()
    form = sue.page.get_by_role("region", name="Ask for a change")
    form.get_by_label("Why").fill("the deck was short")
    form.get_by_role("button", name="What would it change?").click()
    form.get_by_role("button", name="Ask for it").click()
    asked = sue.page.get_by_role("article", name=re.compile("Back"))
    expect(asked).to_contain_text("It takes two people: whoever asked cannot approve.")
    expect(asked.get_by_role("button")).to_have_count(0)
    eve.page.get_by_role("article").get_by_role("button", name=re.compile("^Approve")).click()
    expect(sue.page.get_by_text("Nothing waits for approval.")).to_be_visible()
    sue.visitor.open("/staff/wins")
    expect(sue.page.get_by_role("row", name=re.compile(f"^{win} "))).to_contain_text("backed out")
    sue.visitor.open(f"/staff/tables/{FELT[4]}")
    expect(meter(sue)).not_to_have_text("$12,000.00")
    assert dollars(meter(sue).inner_text()) >= dollars(whole)
