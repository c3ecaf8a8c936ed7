"""What a seat in the browser feels like: `python bench/seat.py [--turns N] [--game GAME …]`.

A real server and a real Chromium on this machine. Measured are

- what a table page weighs, compressed, as it is fetched the first time;
- how long after its address was opened a chip can be picked up: the first time, and warm, with the page in the
  browser's cache;
- a round alone at quick speed, from the press on Bet to the result, where every decision is made as soon as its
  buttons are there; with all that is animated.

Each stands beside what is promised. Without a Chromium it ends with a sentence.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from driving.figures import Report
from driving.servers import ROOT, serving
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from cardroom.games import games

sys.path.insert(0, str(ROOT))
from tests.browser.chromium import ARGUMENTS, MISSING, find_chromium
from tests.floors import floor_text

OPENED = "straight-edge-1-2"  # a table whose page is opened again and again
WEIGHT = 120_000  # bytes of a table page
WARM = 1.0  # seconds until it can be used
ROUND = 4.0  # seconds from bet to result
LONGEST = 60_000  # milliseconds that anything may take here

CHIP = '.rack button[aria-label="chip $5"]'
LIKES = """localStorage.setItem("cardroom.settings", '{"pace": "quick"}')"""
USABLE = """() => new Promise((resolve) => {
  const look = () =>
    document.querySelector(".rack button") ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})"""
# Presses Bet, then the last option of every decision as soon as it is there, and says how long the result took.
PLAYED = """async () => {
  const until = (find) => new Promise((resolve) => {
    const look = () => { const found = find(); found ? resolve(found) : requestAnimationFrame(look); };
    look();
  });
  const options = () => [...document.querySelectorAll(".options button:not(:disabled)")];
  const words = () => options().map((one) => one.textContent).join();
  const from = performance.now();
  document.querySelector(".controls .primary").click();
  for (;;) {
    await until(() => document.querySelector(".actions .outcome") || options().length);
    if (document.querySelector(".actions .outcome")) return performance.now() - from;
    const asked = words();
    options().at(-1).click();
    await until(() => words() !== asked);
  }
}"""


@dataclass(frozen=True)
class Seat:
    """Somebody at a browser, with a cookie of the house."""

    context: BrowserContext
    url: str

    def at(self, table: str) -> Page:
        page = self.context.new_page()
        page.goto(f"{self.url}/tables/{table}")
        return page

    def sit_down(self, table: str) -> Page:
        page = self.at(table)
        page.get_by_role("button", name="Sit down at seat 1", exact=True).click()
        page.locator(CHIP).wait_for()
        page.get_by_text("Seat 1 wishes for quick speed.").first.wait_for(state="attached")
        return page


def weight(browser: Browser, url: str, table: str) -> int:
    context = browser.new_context()
    page, fetched = context.new_page(), []
    page.on("requestfinished", lambda request: fetched.append(request))  # noqa: PLW0108 - a handler that can be marked
    page.goto(f"{url}/tables/{table}")
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in fetched]
    context.close()
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)


def opened(seat: Seat, table: str, turns: int) -> list[float]:
    """Seconds until a seat can be used, time after time; the first time nothing of the page is in the cache."""
    taken = []
    for _ in range(turns):
        page = seat.at(table)
        taken.append(page.evaluate(USABLE) / 1000)
        page.close()
    return taken


def rounds(seat: Seat, table: str, turns: int) -> list[float]:
    page, taken = seat.sit_down(table), []
    for _ in range(turns):
        page.locator(CHIP).click()
        page.locator(".layout .base[data-wager]").first.click()
        taken.append(page.evaluate(PLAYED) / 1000)
        page.get_by_role("button", name="New bet").click()
        page.locator(CHIP).wait_for()
    page.close()
    return taken


def newcomer(browser: Browser, url: str) -> Seat:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(LONGEST)
    context.add_init_script(LIKES)
    return Seat(context, url)


def main() -> None:
    parser = argparse.ArgumentParser(description="What a seat in the browser feels like.")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--game", action="append", choices=list(games()), help="a game; may be given several times")
    report, asked = Report.asked(parser)
    turns = 1 if report.is_tiny else asked.turns
    played = asked.game or list(games())[: 1 if report.is_tiny else None]
    tables = {game: f"{game}-1" for game in played}
    program = find_chromium()
    if program is None:
        sys.exit(MISSING)
    with (
        tempfile.TemporaryDirectory() as name,
        serving("now", ROOT, Path(name) / "house", floor_text([OPENED, *tables.values()])) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        measure(browser, f"http://{server.address}", tables, turns, report)
        browser.close()


def measure(browser: Browser, url: str, tables: dict[str, str], turns: int, report: Report) -> None:
    weighs = weight(browser, url, OPENED)
    report.add("a table page, compressed", weighs, "bytes", at_most=WEIGHT)
    somebody = newcomer(browser, url)
    somebody.sit_down(OPENED).close()
    again = browser.new_context(storage_state=somebody.context.storage_state())
    cold, *warm = opened(Seat(again, url), OPENED, turns + 1)
    report.add("usable the first time", cold, "s")
    report.add("usable, with the page in the cache, at most", max(warm), "s", at_most=WARM)
    for game, table in tables.items():
        taken = rounds(newcomer(browser, url), table, turns)
        report.add(f"a round alone at quick speed, at most, {game}", max(taken), "s", at_most=ROUND)


if __name__ == "__main__":
    main()
