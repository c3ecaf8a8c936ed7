"""Pictures of every page at three widths, for the documentation: `make screenshots`.

A card room with computer players is opened on the demonstration floor, and a guest plays there into telling moments.
Then its staff runs a jackpot on real felt.

    python -m tests.browser.screenshots --look FOLDER

takes them into a folder at every size that a page must fit, as they are seen at once: to be looked at, not kept.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from cardroom.house.floor.floor_check import DEMONSTRATION
from cardroom.house.kernel.people import Person, Role
from cardroom.house.storage.store import Store

from ..accounts import enrol_while_stopped
from .chromium import ARGUMENTS, MISSING, find_chromium
from .dealing_pictures import dealing_tour
from .people import Visitor
from .pit_pictures import pit_tour
from .rooms import CardRoom

FOLDER = Path(__file__).parents[2] / "docs/images/screens"
TIMERS = "\n[timers]\nbets = 300\ndecision = 300\npause = 25\n"
HEIGHTS = {375: (740, 1200), 1280: (900, 1500), 3840: (2160, 2160)}  # by width: of the window, and of the picture
WIDEST = 1920  # pixels of a picture: that of a wall is kept at half its size
EVERY_SIZE = ((375, 667), (390, 844), (512, 384), (1024, 768), (1280, 800), (3840, 2160))
GAME = "mississippi-stud"
PASSWORD = "for pictures only 1"
STAFF = {
    "dora": Person("dora", "Dora Lund", Role.DEALER),
    "sue": Person("sue", "Sue Park", Role.SUPERVISOR),
    "ada": Person("ada", "Ada Brandt", Role.ACCOUNTING),
    "eve": Person("eve", "Eve Moran", Role.EXECUTIVE),
    "olga": Person("olga", "Olga Nowak", Role.ADMINISTRATOR),
    "rosa": Person("rosa", "Rosa Marchetti", Role.REGULATOR),
}
KEYPAD, TOUCH = "real-1", "real-2"  # with real cards
DESKS = (375, 1280)  # the staff's pages
FELTS = (
    "edge-1", "edge-2", "solitaire-1", "straight-1", "caribbean-1",
    "three-1", "ride-1", "holdem-1", "crazy-1", "war-1", "baccarat-1",
)  # fmt: skip

Take = Callable[..., None]  # Camera.take


@dataclass(frozen=True)
class Camera:
    folder: Path = FOLDER
    sizes: tuple[tuple[int, int], ...] = ()  # instead of those of the documentation

    def take(self, page: Page, name: str, widths: tuple[int, ...] = tuple(HEIGHTS), *, is_screen: bool = False) -> None:
        """The whole page, as far as it goes; or what is seen at once."""
        for width, window in self.sizes or [(width, HEIGHTS[width][0]) for width in widths]:
            longest = window if self.sizes or is_screen else HEIGHTS[width][1]
            page.set_viewport_size({"width": width, "height": window})
            page.evaluate("() => { scrollTo(0, 0); document.activeElement?.blur(); }")
            height = min(page.evaluate("() => document.documentElement.scrollHeight"), longest)
            page.set_viewport_size({"width": width, "height": max(height, window)})
            page.wait_for_timeout(500)  # meters that roll come to rest
            _save(page.screenshot(), self.folder / f"{name}-{width}.png")
        page.set_viewport_size({"width": 1280, "height": 900})


def _save(picture: bytes, path: Path) -> None:
    """In 256 colours: most of them those used most, some for what is rare, like a loss in red."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    if image.width > WIDEST:
        image = image.resize((WIDEST, image.height * WIDEST // image.width), Image.Resampling.LANCZOS)
    palette = Image.new("P", (1, 1))
    common, rare = image.quantize(192, Image.Quantize.MEDIANCUT), image.quantize(64, Image.Quantize.MAXCOVERAGE)
    palette.putpalette([*common.getpalette()[: 3 * 192], *rare.getpalette()[: 3 * 64]])
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def play(guest: Visitor, table: str, picture: Callable[[str], None]) -> None:
    """A round, with a picture of each of its moments."""
    guest.open(f"/tables/{table}")
    guest.button(re.compile("^Sit down at seat")).first.click()
    expect(guest.button("chip $5")).to_be_visible(timeout=60_000)
    guest.put_chips(*guest.wagers(table)[:3])
    picture("betting")
    guest.place.click()
    expect(guest.decision.or_(guest.over).first).to_be_visible(timeout=60_000)
    if guest.is_asked:
        worth = guest.page.get_by_role("table", name=re.compile("what each option is worth"))
        expect(worth).to_be_visible(timeout=240_000)  # the first question counts the game
        picture("deciding")
    guest.play_on()
    guest.button(re.compile("^Why")).first.click()
    picture("settled")
    guest.button("Stand up").click()
    expect(guest.spots).to_have_count(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--look", type=Path, metavar="FOLDER", help="at every size, to be looked at")
    look = parser.parse_args().look
    camera = Camera(look, EVERY_SIZE) if look else Camera()
    camera.folder.mkdir(parents=True, exist_ok=True)
    program = find_chromium() or sys.exit(MISSING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        floor = DEMONSTRATION.read_text(encoding="utf-8") + TIMERS
        room = CardRoom(Path(folder), bots=3, floor=floor, once=False)
        codes = enrolled(room)
        room.start()
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            context = browser.new_context(color_scheme="dark", reduced_motion="reduce", locale="en-US")
            context.set_default_timeout(30_000)
            context.add_init_script("""localStorage.setItem("cardroom.settings", '{"advice": "before"}')""")
            tour(Visitor(context.new_page(), room), camera.take)
            context.clear_cookies()
            staff_tour(Visitor(context.new_page(), room), codes, camera.take)
            dealing_tour(browser, Path(folder) / "by-hand", camera.take)
            pit_tour(browser, Path(folder) / "pit", camera.take)
        finally:
            browser.close()
            room.kill()


def tour(guest: Visitor, take: Take) -> None:
    page = guest.page
    play(guest, "river-1", lambda moment: take(page, f"table-{moment}", is_screen=True))
    for table in FELTS:
        page.emulate_media(color_scheme="light" if table == "solitaire-1" else "dark")
        play(
            guest, table, lambda moment, table=table: moment == "settled" and take(page, table, (1280,), is_screen=True)
        )
    page.emulate_media(color_scheme="dark")
    guest.open("/")
    take(page, "lobby")
    for name, path in (
        ("signs", "/signs"),
        ("sign", "/signs/river"),
        ("lab", "/lab"),
        ("lab-sheet", f"/lab/{GAME}"),
        ("lab-strategy", f"/lab/{GAME}/strategy"),
        ("lab-editor", f"/lab/{GAME}/editor"),
        ("lab-audit", "/lab/audit"),
        ("learn", f"/learn/{GAME}"),
        ("history", "/history"),
        ("history-round", f"/history/{guest.ask('/api/history')[0]['round_id']}"),
    ):
        guest.open(path)
        take(page, name)
    guest.button("Make a link for someone else").click()
    guest.open(page.get_by_label("Anyone with this link").input_value().removeprefix(guest.room.url))
    take(page, "replay")
    among_friends(guest, take)


def among_friends(guest: Visitor, take: Take) -> None:
    guest.open("/")
    guest.button("Open a private table").click()
    dialog = guest.page.get_by_role("dialog", name="Play with friends")
    dialog.get_by_label("Name of the table").fill("Friday night")
    take(guest.page, "friends-opening", is_screen=True)
    dialog.get_by_role("button", name="Open the table").click()
    expect(guest.spots).to_be_visible()
    guest.page.get_by_label("Say something").fill("Welcome, and good luck!")
    guest.button("Say").click()
    expect(guest.page.get_by_role("log", name="What is said")).to_contain_text("Welcome")
    take(guest.page, "friends")


# --- the staff --------------------------------------------------------------------------------------------------------


def enrolled(room: CardRoom) -> dict[str, str]:
    """The codes of their cards, by person."""
    store = Store(room.database)
    store.migrate()
    cards = {name: enrol_while_stopped(store, person, PASSWORD, with_card=True) for name, person in STAFF.items()}
    store.engine.dispose()
    return {name: card.code for name, card in cards.items() if card is not None}


def sign_in(at: Visitor, person: str) -> None:
    data = {"person": person, "password": PASSWORD}
    answer = at.page.request.post(f"{at.room.url}/api/login", data=data, headers={"origin": at.room.url})
    assert answer.ok, answer.text()


def submit(at: Visitor, kind: str, *, card: str = "", **fields: Any) -> None:
    """What is not to be in a picture."""
    data: dict[str, Any] = {"type": "Submit", "command": {"type": kind, **fields}}
    if card:
        data["card"] = {"type": "Scanned", "code": card}
    answer = at.page.request.post(f"{at.room.url}/api/commands", data=data, headers={"origin": at.room.url})
    assert answer.ok, answer.text()


def staff_tour(at: Visitor, codes: dict[str, str], take: Take) -> None:
    page = at.page
    sign_in(at, "dora")
    at.open("/staff")
    take(page, "floor", DESKS)
    submit(at, "TapIn", table=KEYPAD)
    submit(at, "CountSensors", link="bad-beat", table=KEYPAD, seats=[1, 3, 4])
    press_at(at, "bad-beat", "PressHand", KEYPAD, line="7-card_straight")
    at.open(f"/staff/tables/{KEYPAD}")
    page.keyboard.press("Escape")  # the sheet for the cards
    take(page, "terminal-keypad", DESKS)
    submit(at, "TapIn", table=TOUCH)
    submit(at, "CountSensors", link="delta", table=TOUCH, seats=[2, 5, 6])
    press_at(at, "delta", "PressSeat", TOUCH, seat=5)
    at.open(f"/staff/tables/{TOUCH}")
    take(page, "terminal-touch", DESKS)
    page.get_by_role("group", name="Hand buttons").get_by_role(
        "button", name=re.compile("^straight flush", re.IGNORECASE)
    ).click()
    sheet = page.get_by_role("dialog").last
    for card in ("9 of spades", "8 of spades", "queen of spades"):
        sheet.get_by_role("button", name=re.compile(f"^{card}")).click()
    take(page, "verifying", DESKS)
    page.keyboard.press("Escape")
    verified = {"cards": ["9s", "8s"], "community": ["10s", "Js", "Qs"]}
    submit(at, "VerifyHand", card=codes["sue"], link="delta", table=TOUCH, seat=5, line="straight_flush", **verified)
    sign_in(at, "sue")
    at.open("/staff/awards")
    take(page, "awards", DESKS)
    press_at(at, "delta", "Confirm", TOUCH)
    press_at(at, "delta", "SwipeCard", TOUCH, card=codes["sue"], of="supervisor")
    win = at.ask(f"/api/tables/{TOUCH}/terminal")["consoles"][0]["wins"][-1]["id"]
    submit(at, "HandOver", link="delta", win=win, till="tray")
    submit(at, "PrintWin", link="delta", win=win)
    at.open(f"/staff/wins/delta/{win}")
    take(page, "win", DESKS)
    sign_in(at, "ada")
    change = {"type": "BackOut", "win": win, "why": "the deck was one card short", "envy_fate": "left"}
    submit(at, "AskChange", link="delta", change=change)
    sign_in(at, "eve")
    at.open("/staff/requests")
    take(page, "requests", DESKS)
    sign_in(at, "sue")
    at.open("/staff/wins")
    take(page, "wins", DESKS)
    sign_in(at, "eve")
    at.open("/staff/people")
    take(page, "people", DESKS)
    sign_in(at, "olga")
    at.open("/staff/administration")
    take(page, "administration", DESKS)
    at.open("/staff/account")
    take(page, "account", DESKS)
    rounds_tour(at, "edge-1", take)
    accounting_tour(at, take)
    audit_tour(at, take)


def accounting_tour(at: Visitor, take: Take) -> None:
    """The accountant's pages, after some play."""
    page = at.page
    sign_in(at, "ada")
    at.open("/staff/accounting")
    take(page, "accounting", DESKS)
    at.open("/staff/accounting/reports")
    expect(page.get_by_text(re.compile(" to .*[$]")).first).to_be_visible()  # the bands are there
    take(page, "accounting-reports", DESKS)
    page.get_by_role("region", name="Jackpot wagers").get_by_role("link").first.click()
    expect(page.get_by_text("What follows adds up to it.")).to_be_visible()
    take(page, "accounting-figure", DESKS)
    submit(at, "OnBank", link="delta", command={"type": "RecordDeposit", "amount": 440_000})
    at.open("/staff/accounting/bank")
    expect(page.get_by_text("No statement has been entered yet.").first).to_be_visible()
    take(page, "accounting-bank", DESKS)


def audit_tour(at: Visitor, take: Take) -> None:
    """What a regulator reads, and takes along."""
    page = at.page
    sign_in(at, "rosa")
    at.open("/staff/audit")
    page.get_by_role("button", name="Make the pack").click()
    expect(page.get_by_role("link", name=re.compile("^Download"))).to_be_visible(timeout=120_000)
    page.get_by_role("button", name="Look at every file").click()
    expect(page.get_by_text("No day has been moved to files.")).to_be_visible()
    take(page, "audit", DESKS)
    at.open("/staff/audit/people/eve")
    expect(page.get_by_role("heading", name="Done, the last first")).to_be_visible()
    take(page, "audit-person", DESKS)
    at.open("/staff/conformity")
    page.get_by_role("button", name="Answer every requirement").click()
    expect(page.get_by_role("link", name="Print it, to be signed")).to_be_visible(timeout=240_000)
    take(page, "conformity", DESKS)


def rounds_tour(at: Visitor, table: str, take: Take) -> None:
    """A dispute about the last settled round of a table."""
    at.open(f"/staff/rounds?table={table}")
    take(at.page, "rounds", DESKS)
    settled = next(one["round_id"] for one in at.ask(f"/api/rounds?table={table}") if one["is_over"])
    at.open(f"/staff/rounds/{settled}")
    take(at.page, "round-explained", DESKS)
    at.button(re.compile("^Correct ")).first.click()
    form = at.page.get_by_role("dialog")
    form.get_by_label("What is due in all, stake and winnings").fill("$20")
    form.get_by_label("Why").fill("the hand was misread")
    expect(form.get_by_text("It would move this money")).to_be_visible()
    take(at.page, "correcting", DESKS)


def press_at(at: Visitor, link: str, press: str, table: str, *, card: str = "", of: str = "", **fields: Any) -> None:
    if of:
        fields["card"] = of
    submit(at, "AtConsole", card=card, link=link, press={"type": press, "table": table, **fields})


if __name__ == "__main__":
    main()
