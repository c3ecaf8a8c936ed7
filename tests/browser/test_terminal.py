"""The terminal beside the dealer: jackpots run by people on real felt, by touch, by keyboard and by ear."""

from __future__ import annotations

import re
import signal

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESK, PHONE, WALL
from .felt import PIN, TABLET, Terminal, open_felt, sign_in
from .looking import require_accessible, require_fitting

ROYAL = "As Ks Qs Js 10s"  # the player's two, then the community's
BOTH_WAYS = "2c 3d 4h 5s 6c 7d 8h 4c 5d 6h 7s 8c 9d 10h Kd"  # the player's seven, then the dealer's eight


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory):
    with open_felt(tmp_path_factory.mktemp("felt")) as house:
        yield house


def require_large(page: Page) -> None:
    """Fingers hit every control of the terminal."""
    small = page.evaluate(
        """() => [...document.querySelectorAll(".terminal button, .terminal input")]
          .map((control) => [control, (control.closest("label") ?? control).getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < 55.5)
          .map(([control, box]) => `${control.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)"""
    )
    assert not small, small


@pytest.fixture
def sit_at(house, arrive):
    def come(person: str, table: str, **wishes) -> Terminal:
        visitor = arrive(house.room, **{"viewport": TABLET, "has_touch": True} | wishes)
        return sign_in(house, visitor, person, table)

    return come


def test_the_page_fits_every_screen_and_can_be_used_by_everyone(sit_at):
    at = sit_at("dora", "delta-2")
    require_accessible(at.page)
    at.light(4)
    at.press("START GAME")
    at.press("Seat 4")
    at.press_hand("straight flush")
    expect(at.sheet).to_be_visible()
    require_accessible(at.page)
    at.page.keyboard.press("Escape")
    at.press("What does this pay?")
    expect(at.sheet.get_by_role("row", name=re.compile("^Ante"))).to_be_visible()
    require_accessible(at.page)
    at.page.keyboard.press("Escape")
    require_accessible(at.page)
    for size in (PHONE, TABLET, DESK, WALL):
        at.page.set_viewport_size(size)
        require_fitting(at.page)
        require_large(at.page)


def test_a_win_on_touch_takes_seven_presses_besides_the_cards_and_three_swipes(sit_at):
    at = sit_at("dora", "delta-1")
    at.light(2, 5)
    at.press("START GAME")
    at.press("Seat 2")
    at.press_hand("royal flush")
    at.tap(ROYAL)
    at.press("VERIFY", at.sheet)
    at.press("CONFIRM")
    expect(at.sheet).to_contain_text(re.compile(r"Seat 2, royal flush, \$[\d,.]+"))
    at.sign_first("sue")  # for verification, CONFIRM and award
    at.swipe("eve")
    expect(at.page.get_by_role("region", name="To be handed over")).to_contain_text("to seat 2 for the royal flush")
    at.press("SLIP OF THE CAGE")
    at.swipe("sue")
    expect(at.page.get_by_role("region", name="Envy")).to_contain_text("to seat 5 for the royal flush of seat 2")
    expect(at.page.get_by_role("region", name="Envy")).to_contain_text("the hand of seat 2")
    at.press("END GAME")
    expect(at.told).to_contain_text("END GAME.")
    assert at.presses <= 7
    # The next round proposes the same sensors, which one press counts.
    expect(at.page.get_by_role("button", name="Seat 2", exact=True)).to_have_attribute("aria-pressed", "true")
    at.press("START GAME")
    expect(at.told).to_contain_text("START GAME: seats 2, 5.")


def test_a_win_on_the_keypad_is_verified_before_j_pot_and_paid_when_the_key_is_back(sit_at):
    at = sit_at("dora", "edge-1")
    at.light(1, 3)
    at.press("COIN IN")
    require_accessible(at.page)
    at.press_hand("7-card straight")
    at.sheet.get_by_role("radio", name="Seat 3").check()
    at.sheet.get_by_role("radio", name="Stayed in").check()
    at.tap(BOTH_WAYS)
    at.press("VERIFY", at.sheet)
    at.press("Key at RUN: turn it to JPH")
    expect(at.sheet).to_contain_text(re.compile(r"Seat 3, 7-card straight, \$[\d,.]+", re.IGNORECASE))
    at.swipe("sue")  # the key until RUN
    for press in ("J-POT seat 3", "Key at JPH: turn it to RUN"):
        at.press(press)
    at.press("FROM THE TRAY")
    at.swipe("sue")
    at.press("GAME OVER")
    expect(at.told).to_contain_text("GAME OVER.")


def test_a_win_by_keyboard_alone(sit_at):
    at = sit_at("dora", "delta-3", has_touch=False)
    keys, page = at.page.keyboard, at.page

    def press(name: str) -> None:
        at.visitor.tab_to(page.get_by_role("button", name=name, exact=True))
        keys.press("Enter")

    press("Tap in")
    press("Seat 6")
    press("START GAME")
    press("Seat 6")
    at.visitor.tab_to(at.hand("straight flush"))
    keys.press("Space")
    at.visitor.tab_to(at.sheet.get_by_role("button", name="ace of spades"))  # one stop; arrows go from card to card
    for key in ("ArrowRight", "Space", "ArrowRight", "Space"):
        keys.press(key)
    at.visitor.tab_to(at.sheet.get_by_label("Or type them"))
    keys.type("js 10S 9s")
    keys.press("Enter")
    at.visitor.tab_to(at.sheet.get_by_role("button", name="VERIFY"))
    keys.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(at.hand("straight flush")).to_be_focused()  # where the sheet was opened
    press("CONFIRM")
    at.swipe("sue")
    press("FROM THE TRAY")
    at.swipe("sue")
    press("END GAME")
    expect(at.told).to_contain_text("END GAME. Light the seats")


def test_a_card_that_is_refused_says_why_and_a_number_with_its_pin_does_as_well(sit_at):
    at = sit_at("dora", "delta-4")
    at.light(1)
    at.press("START GAME")
    at.press("Put right …")
    at.sheet.get_by_label("What happened").select_option(
        label="Misdeal: all jackpot wagers go back and the game is void"
    )
    at.sheet.get_by_label("Why").fill("a card face up")
    at.press("Put it right")
    at.scan("CR-NOBODYSCARD")
    expect(at.sheet.get_by_role("alert")).to_have_text("This card is not enrolled here.")
    at.scan(at.house.codes["rolf"])  # a dealer's
    expect(at.sheet.get_by_role("alert")).to_contain_text("A dealer may not do this")
    at.sheet.get_by_role("button", name="Number and PIN instead").click()
    at.sheet.get_by_label("Card number").fill(at.house.numbers["sue"])
    at.sheet.get_by_label("PIN").fill(PIN)
    at.page.keyboard.press("Enter")
    expect(at.page.get_by_role("dialog")).to_have_count(0)
    expect(at.page.get_by_role("button", name="Put right …")).to_have_count(0)
    expect(at.visitor.page.get_by_role("banner").get_by_text("Dora")).to_be_visible()  # who stays signed in


def test_cards_that_do_not_make_the_hand_change_nothing(sit_at):
    at = sit_at("sue", "delta-5")
    at.light(3, 4)
    at.press("START GAME")
    at.press("Seat 3")
    at.press_hand("royal flush")
    at.tap("As Ks Qs Js 9s")
    at.press("VERIFY", at.sheet)
    expect(at.sheet.get_by_role("alert")).to_contain_text("These cards make flush")
    at.tap("9s 10s")  # taken back, and another in its place
    at.press("VERIFY", at.sheet)
    expect(at.page.get_by_role("region", name="Hands that wait")).to_contain_text("Seat 3 has a verified royal flush")
    # A second hand of the round: the community cards are known, and nobody else can have them.
    at.press_hand("straight")
    at.sheet.get_by_role("radio", name="Seat 4").check()
    at.press("DECLARE", at.sheet)  # a pay of the tray that gives no envy: its cards are not asked for
    expect(at.told).to_contain_text("The straight of seat 4 is declared.")


def test_a_whole_and_a_tenth_in_one_round_are_paid_from_the_dealers_right(sit_at):
    """Sheet 004, 9c: whoever sits farthest on the right is paid first. Everything but the cards is what comes next."""
    at = sit_at("sue", "delta-8")
    at.light(2, 5)
    at.press("START GAME")
    for seat, hand, cards in ((2, "royal flush", ROYAL), (5, "straight flush", "9s 8s")):
        at.press(f"Seat {seat}")
        at.press_hand(hand)
        at.tap(cards)
        at.press("VERIFY", at.sheet)
        expect(at.told).to_contain_text(f"The {hand} of seat {seat} is verified.")
        at.press_hand(hand)  # it goes out
        expect(at.hand(hand)).to_have_attribute("aria-pressed", "false")
    at = sit_at("dora", "delta-8")
    pressed = at.follow(until="END GAME")
    expect(at.page.get_by_role("dialog")).to_have_count(0)
    assert pressed.count("HAND OVER") == 2
    assert [label for label in pressed if label.endswith("flush")] == ["straight flush", "royal flush"]


def test_a_seat_pressed_while_the_start_is_on_its_way_is_one_of_the_game(sit_at):
    """Not a sensor that goes dark: whoever is quick is understood."""
    at = sit_at("sue", "delta-6")
    at.light(3, 4)
    at.house.room.send(signal.SIGSTOP)
    at.press("START GAME")
    at.press("Seat 3")
    at.press_hand("royal flush")
    at.house.room.send(signal.SIGCONT)
    expect(at.sheet).to_contain_text("Seat 3, ")
    at.page.keyboard.press("Escape")
    for seat in (3, 4):
        expect(at.page.get_by_role("button", name=f"Seat {seat}", exact=True)).to_be_visible()  # both have a wager
    expect(at.hand("royal flush")).to_have_attribute("aria-pressed", "true")


def test_two_people_see_the_same_terminal(sit_at):
    dora, sue = sit_at("dora", "delta-6"), sit_at("sue", "delta-6")
    dora.press("Tap in")
    expect(sue.page.get_by_text("Dealer: Dora")).to_be_visible()
    dora.press("Call supervisor")
    dora.press("Jackpot", dora.sheet)
    expect(sue.page.get_by_text("Supervisor called: Jackpot")).to_be_visible()
    sue.press("I am here")
    expect(dora.page.get_by_role("button", name="Call supervisor")).to_be_visible()
    dora.press("Relieve by card")
    dora.scan("CR-ANOTHERHOUSESCARD")
    expect(sue.page.get_by_text("Card refused: This card is not enrolled here.")).to_be_visible()
    dora.swipe("rolf")
    expect(sue.page.get_by_text("Dealer: Rolf")).to_be_visible()
    expect(sue.page.get_by_text("Card refused")).to_have_count(0)


def test_the_next_press_can_be_hidden(sit_at):
    at = sit_at("dora", "delta-7")
    comes_next = at.comes_next
    at.light()
    expect(comes_next).to_contain_text("START GAME")
    at.page.get_by_role("switch", name="Show the next press").uncheck()
    expect(comes_next).to_have_count(0)
    at.page.reload()
    expect(at.page.get_by_role("button", name="START GAME")).to_be_visible()
    expect(comes_next).to_have_count(0)
    at.press("END GAME")  # a wrong press is told what is missing
    expect(at.page.get_by_role("alert").first).to_contain_text("START GAME")


def test_a_button_pressed_twice_while_it_is_under_way_is_pressed_once_and_later_again(sit_at):
    at = sit_at("sue", "delta-7")
    at.light(3)
    at.press("START GAME")
    at.press("Seat 3")
    at.house.room.send(signal.SIGSTOP)
    at.press_hand("royal flush")
    at.press_hand("royal flush")
    at.house.room.send(signal.SIGCONT)
    expect(at.sheet).to_contain_text("Seat 3, ")
    at.page.keyboard.press("Escape")
    expect(at.hand("royal flush")).to_have_attribute("aria-pressed", "true")
    at.press_hand("royal flush")  # it goes out
    expect(at.hand("royal flush")).to_have_attribute("aria-pressed", "false")


def test_a_table_with_two_sensors_has_two_consoles(sit_at):
    at = sit_at("dora", "straight-1")
    at.press("Tap in")
    consoles = [at.page.get_by_role("region", name=f"Console of {name}") for name in ("House Flush", "Second")]
    for console, seat in zip(consoles, (1, 2), strict=True):
        console.get_by_role("button", name=f"Seat {seat}", exact=True).click()
        at.press("START GAME", console)
        expect(at.told).to_contain_text(f"START GAME: seat {seat}.")
    for console in consoles:
        at.press("END GAME", console)
        expect(console.get_by_role("button", name="START GAME")).to_be_visible()


def test_a_human_dealer_deals_a_whole_round_with_the_one_button_that_is_next(sit_at, arrive, house):
    at, player = sit_at("dora", "delta-9"), arrive(house.room)
    player.sit_down("delta-9")
    expect(at.comes_next.get_by_role("button", name="TAP IN")).to_be_visible()
    expect(at.page.locator(".button.next")).to_have_count(0)  # of a console: one press is next
    at.press("TAP IN")
    at.press("NEW ROUND")
    player.bet("Ante", "Delta")
    at.press("START GAME", at.comes_next)
    require_accessible(at.page)
    at.deal_on(player, until="END GAME")
    at.press("END GAME", at.comes_next)
    expect(at.page.get_by_role("button", name="NEW ROUND")).to_be_visible()


def test_a_table_that_is_not_there_is_told(sit_at):
    at = sit_at("dora", "nowhere-1")
    at.visitor.allow("404")
    expect(at.page.get_by_role("main")).to_contain_text("nowhere-1")
    expect(at.page.get_by_role("link", name="To the staff's rooms")).to_be_visible()


def test_the_terminal_is_no_players_page(arrive, house):
    visitor = arrive(house.room)
    visitor.open("/staff/tables/delta-1")
    expect(visitor.title).to_have_text("For the staff")


def test_a_misdeal_after_start_game_is_put_right_where_cardroom_deals(sit_at, house, arrive):
    at, guest = sit_at("dora", "delta-10"), arrive(house.room)
    guest.sit_down("delta-10")
    at.press("TAP IN")
    at.press("NEW ROUND")
    guest.put_chips("Ante")
    guest.put_chips("Delta", chip="$1")
    guest.place.click()
    at.press("START GAME", at.comes_next)
    at.press("Put right …")
    at.sheet.get_by_label("What happened").select_option("Misdeal: all wagers go back and the round is void")
    at.sheet.get_by_label("Why").fill("a boxed card")
    at.press("Put it right")
    at.swipe("sue")
    expect(at.sheet).to_have_count(0)
    expect(at.told).to_contain_text("The round is void, and all wagers go back.")
    expect(at.page.get_by_role("button", name="NEW ROUND")).to_be_visible()
    standing = guest.ask("/api/tables/delta-10")["standing"]
    assert [seat["chips"] for seat in standing["seats"]] == [200_000_000]
    assert at.visitor.ask("/api/tables/delta-10/terminal")["round_id"] == ""
