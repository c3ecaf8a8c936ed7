"""Pictures of every page at three widths, for the documentation: `make screenshots`.

A card room with computer players is opened on the demonstration floor, and a guest plays there into telling moments;
a dealer runs jackpots on real felt in another.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from cardroom.house.floor.file import DEMONSTRATION

from .chromium import ARGUMENTS, MISSING, find_chromium
from .felt import open_felt, sign_in
from .people import Visitor
from .rooms import CardRoom

FOLDER = Path(__file__).parents[2] / "docs/images/screens"
TIMERS = "\n[timers]\nbets = 300\ndecision = 300\npause = 25\n"
HEIGHTS = {375: (740, 1200), 1280: (900, 1500), 3840: (2160, 2160)}  # by width: of the window, and of the picture
WIDEST = 1920  # pixels of a picture: that of a wall is kept at half its size
GAME = "mississippi-stud"
FELTS = (
    "edge-1", "edge-2", "solitaire-1", "straight-1", "caribbean-1",
    "three-1", "ride-1", "holdem-1", "crazy-1", "war-1", "baccarat-1",
)  # fmt: skip


def take(page: Page, name: str, widths: tuple[int, ...] = tuple(HEIGHTS)) -> None:
    for width in widths:
        window, longest = HEIGHTS[width]
        page.set_viewport_size({"width": width, "height": window})
        page.evaluate("() => { scrollTo(0, 0); document.activeElement?.blur(); }")
        height = min(page.evaluate("() => document.documentElement.scrollHeight"), longest)
        page.set_viewport_size({"width": width, "height": max(height, window)})
        page.wait_for_timeout(500)  # meters that roll come to rest
        _save(page.screenshot(), FOLDER / f"{name}-{width}.png")
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
        expect(guest.page.get_by_text(re.compile("^Best: "))).to_be_visible(timeout=60_000)
        picture("deciding")
    guest.play_on()
    guest.button(re.compile("^Why")).first.click()
    picture("settled")
    guest.button("Stand up").click()
    expect(guest.spots).to_have_count(0)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    program = find_chromium() or sys.exit(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            as_player(browser)
            as_dealer(browser)
        finally:
            browser.close()


def _arrive(browser: Browser, room: CardRoom) -> Visitor:
    context = browser.new_context(color_scheme="dark", reduced_motion="reduce", locale="en-US")
    context.set_default_timeout(30_000)
    context.add_init_script("""localStorage.setItem("cardroom.settings", '{"advice": "before"}')""")
    return Visitor(context.new_page(), room)


def as_player(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder:
        floor = DEMONSTRATION.read_text(encoding="utf-8") + TIMERS
        room = CardRoom(Path(folder), bots=3, floor=floor, once=False)
        room.start()
        try:
            tour(_arrive(browser, room))
        finally:
            room.kill()


def as_dealer(browser: Browser) -> None:
    """A win at a table with real cards on each console, as far as it tells something."""
    with tempfile.TemporaryDirectory() as folder, open_felt(Path(folder)) as house:
        at = sign_in(house, _arrive(browser, house.room), "dora", "delta-1")
        at.light(2, 5)
        at.press("START GAME")
        at.press("Seat 2")
        at.press_hand("straight flush")
        at.tap("Ks Qs Js 10s 9s")
        take(at.page, "terminal-verify", (1280,))
        at.reader.focus()
        at.swipe("sue")
        take(at.page, "terminal-touch", (375, 1280))
        at = sign_in(house, _arrive(browser, house.room), "dora", "edge-1")
        at.light(1, 3, 4)
        at.press("COIN IN")
        at.press_hand("7-card straight")
        expect(at.sheet).to_be_visible()
        at.page.keyboard.press("Escape")
        take(at.page, "terminal-keypad", (1280,))


def tour(guest: Visitor) -> None:
    page = guest.page
    play(guest, "river-1", lambda moment: take(page, f"table-{moment}"))
    for table in FELTS:
        page.emulate_media(color_scheme="light" if table == "solitaire-1" else "dark")
        play(guest, table, lambda moment, table=table: moment == "settled" and take(page, table, (1280,)))
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
        ("history", "/history"),
        ("history-round", f"/history/{guest.ask('/api/history')[0]['round_id']}"),
    ):
        guest.open(path)
        take(page, name)


if __name__ == "__main__":
    main()
