"""A house with real felt for the browser: tables with real cards on both consoles, and staff with their cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from cardroom.house.kernel.people import Person, Role
from cardroom.house.runtime.house_clock import clock
from cardroom.house.storage.store import Store

from ..accounts import enrol_while_stopped
from ..floors import floor_text
from .people import Visitor
from .rooms import CardRoom

PASSWORD = "a dealer's password 7"
READABLE = "next => next.querySelector('[aria-disabled=true]') ? '' : next.innerText"
PIN = "2468"
TABLET = {"width": 1024, "height": 768}
REAL = 'cards = "real"\ninventory = "$20,000"'
STAFF = {
    "dora": Role.DEALER,
    "rolf": Role.DEALER,
    "sue": Role.SUPERVISOR,
    "sam": Role.SUPERVISOR,
    "eve": Role.EXECUTIVE,
}
TABLES = dict.fromkeys(("edge-1", *(f"delta-{number}" for number in range(1, 9))), REAL) | {
    "delta-9": 'dealer = "human"\ninventory = "$20,000"',
    "delta-10": 'dealer = "human"\ninventory = "$20,000"',
    "straight-1": f'{REAL}\njackpots = ["house-flush", "second"]',
}
SECOND = """
[[link]]
id = "second"
kind = "house"
paytable = "PT-BJS-HCF-SF-E01"
wager = "$1"
[[link.level]]
name = "Second prize"
seed = "$1,000"
"""
FLOOR = floor_text(TABLES, links=("delta", "bad-beat", "house-flush"), service="$0", seed="$12,000") + SECOND


@dataclass
class House:
    room: CardRoom
    codes: dict[str, str]  # of staff cards, by person
    numbers: dict[str, str]


@contextmanager
def open_felt(
    folder: Path,
    floor: str = FLOOR,
    seeds: tuple[bytes, ...] = (),
    *,
    decks: tuple[str, ...] = (),
    bots: int = 0,
    more: dict[str, Role] | None = None,
    ago: timedelta = timedelta(),
) -> Iterator[House]:
    """With seeds or decks of the first rounds that are not dealt with real cards; `more` staff where wanted.

    The staff was enrolled some time `ago`, when the log began.
    """
    room = CardRoom(folder, floor=floor, seeds=seeds, decks=decks, bots=bots)
    store = Store(room.database)
    store.migrate()
    then = clock.set(lambda: datetime.now(UTC) - ago)
    issued = [
        enrol_while_stopped(store, Person(person, person.title(), role), PASSWORD, with_card=True, pin=PIN)
        for person, role in (STAFF | (more or {})).items()
    ]
    clock.reset(then)
    cards = [card for card in issued if card is not None]
    room.start()
    try:
        yield House(room, {card.person: card.code for card in cards}, {card.person: card.number for card in cards})
    finally:
        room.kill()


def sign_in(house: House, visitor: Visitor, person: str, table: str) -> Terminal:
    come_in(house, visitor, person, f"/staff/tables/{table}")
    return Terminal(visitor, house)


def come_in(house: House, visitor: Visitor, person: str, path: str) -> None:
    """Whoever signs in anew ends the session that a page may still ask with."""
    visitor.page.goto("about:blank")
    answer = visitor.page.request.post(
        f"{house.room.url}/api/login", data={"person": person, "password": PASSWORD}, headers={"origin": house.room.url}
    )
    assert answer.ok, answer.text()
    visitor.open(path)


@dataclass
class Terminal:
    """Somebody signed in at the terminal of a table, who counts every press."""

    visitor: Visitor
    house: House
    presses: int = 0

    @property
    def page(self) -> Page:
        return self.visitor.page

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("dialog").last

    @property
    def told(self) -> Locator:
        return self.page.get_by_role("status").last

    @property
    def reader(self) -> Locator:
        return self.page.get_by_label("Staff card: scan it now")

    def light(self, *seats: int) -> None:
        """By somebody who deals: whoever is signed in has tapped in."""
        expect(self.page.get_by_text(re.compile("^Dealer: "))).to_be_visible()
        if self.page.get_by_text("Dealer: nobody").is_visible():
            self.visitor.submit("TapIn", table=self.page.url.rsplit("/", 1)[-1])
            expect(self.page.get_by_text("Dealer: nobody")).to_have_count(0)
        for seat in seats:
            self.page.get_by_role("button", name=f"Seat {seat}", exact=True).click()

    def press(self, name: str, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=True).click()
        self.presses += 1

    def hand(self, name: str) -> Locator:
        return self.page.get_by_role("group", name="Hand buttons").get_by_role(
            "button", name=re.compile(rf"^{name} [\d$]", re.IGNORECASE)
        )

    def press_hand(self, name: str) -> None:
        self.hand(name).click()
        self.presses += 1

    @property
    def comes_next(self) -> Locator:
        return self.page.get_by_role("region", name="What comes next")

    def read_next(self) -> str:
        """A button that has just changed takes no press until it can have been read.

        Words and button are looked at in one moment: in two, the words may be of a button that has changed in between.
        """
        while True:
            expect(self.comes_next.get_by_role("button", disabled=True)).to_have_count(0)
            if told := self.comes_next.evaluate(READABLE):
                return str(told)

    def deal_on(self, player: Visitor, until: str) -> None:
        """Press the one button that is next, and have the player decide, until that is said.

        What is read may be of the press before: then there is no button any more, and it is read once more.
        """
        while until not in (told := self.read_next()):
            if "decide" not in told:
                label = told.splitlines()[-1]  # of the button
                with suppress(Late):
                    self.comes_next.get_by_role("button", name=label, exact=True).click(timeout=2_000)
                    expect(self.comes_next).not_to_have_text(told, use_inner_text=True)
            elif player.decision.is_visible():
                player.decide()

    def follow(self, until: str) -> list[str]:
        """Press what is next until that is this; a dealer is signed in. Returns what was pressed."""
        pressed: list[str] = []
        expect(self.comes_next).not_to_contain_text("VERIFY")  # the words may be those before the press before
        while not (pressed and pressed[-1] == until):
            label = self.comes_next.locator("b").inner_text()
            told = self.comes_next.inner_text()
            self._press_labelled(label)
            pressed.append(label)
            expect(self.comes_next).not_to_have_text(told, use_inner_text=True)
        return pressed

    def _press_labelled(self, label: str) -> None:
        if seat := re.fullmatch(r"SEAT (\d)", label):
            self.press(f"Seat {seat[1]}")
        elif key := re.fullmatch("KEY TO (RUN|JPH)", label):
            self.press(f"Key at {'JPH' if key[1] == 'RUN' else 'RUN'}: turn it to {key[1]}")
            if key[1] == "JPH":
                self.swipe("sue")
        elif label == "CONFIRM":  # the reader is there at once, for one card or for two
            self.press(label)
            expect(self.reader).to_be_visible()
            takes = self.visitor.ask(f"/api/tables/{self.page.url.rsplit('/', 1)[-1]}/terminal")["consoles"]
            if any(console["takes_executive"] for console in takes):
                self.sign_first("sue")
                self.swipe("eve")
            else:
                self.swipe("sue")
        elif label == "HAND OVER":
            self.page.get_by_role("button", name="FROM THE TRAY").first.click()
            self.swipe("sue")
        elif label == "J-POT":
            self.page.get_by_role("button", name=re.compile("^J-POT")).click()
        elif label == label.upper():
            self.press(label)
        else:
            self.press_hand(label)

    def tap(self, cards: str) -> None:
        for card in cards.split():
            self.sheet.get_by_role("button", name=re.compile(f"^{spelt(card)}")).click()

    def swipe(self, person: str) -> None:
        """As a scanner types it: the code and Enter, wherever the focus is."""
        self.scan(self.house.codes[person])
        expect(self.reader).to_have_count(0)

    def sign_first(self, person: str) -> None:
        """Where an award takes two cards the reader asks for the next one by itself."""
        self.scan(self.house.codes[person])
        expect(self.sheet).to_contain_text("The executive's card")

    def scan(self, code: str) -> None:
        expect(self.reader).to_be_focused()
        self.page.keyboard.type(code)
        self.page.keyboard.press("Enter")


def spelt(card: str) -> str:
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
    suits = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    return f"{ranks.get(card[:-1], card[:-1])} of {suits[card[-1]]}"
