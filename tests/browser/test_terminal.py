"""The terminal beside the dealer: jackpots run by people on real felt, by touch, by keyboard and by ear."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from cardroom.house.core.people import Person, Role
from cardroom.house.running.auth import enrol_while_stopped
from cardroom.house.storage.store import Store

from ..floors import floor_text  # noqa: TID252 - what tests share
from .conftest import DESK, PHONE, WALL
from .looking import require_accessible, require_fitting
from .people import Visitor
from .rooms import CardRoom

PASSWORD = "a dealer's password 7"
PIN = "2468"
TABLET = {"width": 1024, "height": 768}
REAL = 'cards = "real"\ninventory = "$20,000"'
STAFF = {"dora": Role.DEALER, "rolf": Role.DEALER, "sue": Role.SUPERVISOR, "eve": Role.EXECUTIVE}
TABLES = {name: REAL for name in ("delta-1", "delta-2", "delta-3", "edge-1")} | {
    "delta-4": 'dealer = "human"\ninventory = "$20,000"'
}
ROYAL = "As Ks Qs Js 10s"  # the player's two, then the community's
BOTH_WAYS = "2c 3d 4h 5s 6c 7d 8h 4c 5d 6h 7s 8c 9d 10h Kd"  # the player's seven, then the dealer's eight


@dataclass
class House:
    room: CardRoom
    codes: dict[str, str]  # of staff cards, by person
    numbers: dict[str, str]


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory):
    room = CardRoom(tmp_path_factory.mktemp("felt"), floor=floor_text(TABLES, service="$0", seed="$12,000"))
    store = Store(room.database)
    store.migrate()
    cards = {
        person: enrol_while_stopped(store, Person(person, person.title(), role), PASSWORD, with_card=True, pin=PIN)
        for person, role in STAFF.items()
    }
    room.start()
    issued = {person: card for person, card in cards.items() if card is not None}
    codes, numbers = ({person: getattr(card, of) for person, card in issued.items()} for of in ("code", "number"))
    yield House(room, codes, numbers)
    room.kill()


@dataclass
class Terminal:
    """Somebody signed in at the terminal of a table, who counts every press."""

    visitor: Visitor
    house: House
    presses: int = 0

    @property
    def page(self):
        return self.visitor.page

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog").last

    @property
    def told(self) -> Locator:
        return self.page.get_by_role("status").last

    def press(self, name: str, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=True).click()
        self.presses += 1

    def hand(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="Hand buttons").get_by_role("button", name=re.compile(f"^{name} ", re.I))

    def press_hand(self, name: str) -> None:
        self.hand(name).click()
        self.presses += 1

    def tap(self, cards: str) -> None:
        for card in cards.split():
            self.sheet.get_by_role("button", name=re.compile(f"^{spelt(card)}")).click()

    def swipe(self, person: str) -> None:
        """As a scanner types it: the code and Enter, wherever the focus is."""
        field = self.page.get_by_label("Staff card: scan it now")
        expect(field).to_be_focused()
        self.page.keyboard.type(self.house.codes[person])
        self.page.keyboard.press("Enter")
        expect(field).to_have_count(0)


def require_large(page: Page) -> None:
    """Fingers hit every control of the terminal."""
    small = page.evaluate(
        """() => [...document.querySelectorAll(".terminal button, .terminal input")]
          .map((control) => [control, (control.closest("label") ?? control).getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < 55.5)
          .map(([control, box]) => `${control.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)"""
    )
    assert not small, small


def spelt(card: str) -> str:
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
    suits = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    return f"{ranks.get(card[:-1], card[:-1])} of {suits[card[-1]]}"


@pytest.fixture
def sit_at(house, arrive):
    def come(person: str, table: str, **wishes) -> Terminal:
        visitor = arrive(house.room, **{"viewport": TABLET, "has_touch": True} | wishes)
        answer = visitor.page.request.post(
            f"{house.room.url}/api/login",
            data={"person": person, "password": PASSWORD},
            headers={"origin": house.room.url},
        )
        assert answer.ok, answer.text()
        visitor.open(f"/staff/tables/{table}")
        return Terminal(visitor, house)

    return come


def test_the_page_fits_every_screen_and_can_be_used_by_everyone(sit_at):
    at = sit_at("dora", "delta-2")
    require_accessible(at.page)
    at.page.get_by_role("button", name="Seat 4", exact=True).click()
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


def test_a_win_on_touch_takes_eight_presses_besides_the_cards(sit_at):
    at = sit_at("dora", "delta-1")
    for seat in (2, 5):
        at.page.get_by_role("button", name=f"Seat {seat}", exact=True).click()
    at.press("START GAME")
    at.press("Seat 2")
    at.press_hand("royal flush")
    at.tap(ROYAL)
    at.swipe("sue")
    at.press("CONFIRM")
    at.swipe("sue")
    at.press("CARD executive's")
    at.swipe("eve")
    expect(at.page.get_by_role("region", name="To be handed over")).to_contain_text("$12,000.40 to seat 2")
    at.press("SLIP OF THE CAGE")
    at.swipe("sue")
    at.press("ALL SEATS CHECKED")
    expect(at.page.get_by_role("region", name="Envy")).to_contain_text("to seat 5 for the royal flush of seat 2")
    expect(at.page.get_by_role("region", name="Envy")).to_contain_text("the hand of seat 2")
    at.press("END GAME")
    expect(at.told).to_contain_text("END GAME.")
    assert at.presses <= 8
    # The next round proposes the same sensors, which one press counts.
    expect(at.page.get_by_role("button", name="Seat 2", exact=True)).to_have_attribute("aria-pressed", "true")
    at.press("START GAME")
    expect(at.told).to_contain_text("START GAME: seats 2, 5.")


def test_a_win_on_the_keypad_is_verified_before_j_pot_and_paid_when_the_key_is_back(sit_at):
    at = sit_at("dora", "edge-1")
    for seat in (1, 3):
        at.page.get_by_role("button", name=f"Seat {seat}", exact=True).click()
    at.press("COIN IN")
    at.press_hand("7-card straight")
    at.sheet.get_by_role("radio", name="Seat 3").check()
    at.sheet.get_by_role("radio", name="Stayed in").check()
    at.tap(BOTH_WAYS)
    at.swipe("sue")
    for press in ("Key at RUN: turn it to JPH", "J-POT seat 3", "Key at JPH: turn it to RUN"):
        at.press(press)
        at.swipe("sue")
    at.press("FROM THE TRAY")
    at.swipe("sue")
    at.press("ALL SEATS CHECKED")
    at.press("GAME OVER")
    expect(at.told).to_contain_text("GAME OVER.")


def test_a_misdeal_after_start_game_is_put_right_where_cardroom_deals(sit_at, house, arrive):
    at, guest = sit_at("dora", "delta-4"), arrive(house.room)
    guest.sit_down("delta-4")
    at.press("NEW ROUND")
    guest.put_chips("Ante")
    guest.put_chips("Progressive", chip="$1")
    guest.place.click()
    at.press("START GAME")
    at.press("Put right …")
    at.sheet.get_by_label("What happened").select_option("Misdeal: all wagers go back and the round is void")
    at.sheet.get_by_label("Why").fill("a boxed card")
    at.press("Put it right")
    at.swipe("sue")
    expect(at.sheet).to_have_count(0)
    expect(at.page.get_by_role("button", name="NEW ROUND")).to_be_visible()
    standing = guest.ask("/api/tables/delta-4")["standing"]
    assert [seat["chips"] for seat in standing["seats"]] == [200_000_000]
    assert at.visitor.ask("/api/tables/delta-4/terminal")["round_id"] == ""
