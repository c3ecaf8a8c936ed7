"""People at their browsers. They find everything by its role and its name, as one does who listens to the page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, WebSocket, expect
from playwright.sync_api import TimeoutError as TooLong

from ..patience import PATIENCE, waiting
from .rooms import CardRoom

LEFT_THE_PAGE = "net::ERR_ABORTED"  # a request that was under way when the person went on

PRESS_TWICE = """button => new Promise((done) => {
  const press = (_, watch) => (watch.disconnect(), button.click(), button.click(), done());
  new MutationObserver(press).observe(button, { characterData: true, childList: true, subtree: true });
  button.click();
  button.click();
})"""


def press_twice(button: Locator) -> None:
    """At once, and again as soon as the button says something else, as whoever presses twice might."""
    expect(button).to_be_enabled()
    button.evaluate(PRESS_TWICE)


@dataclass
class Visitor:
    """A page, and everything that went wrong on it: what nobody has allowed fails the test."""

    page: Page
    room: CardRoom
    wrongs: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)  # heard over the socket

    def __post_init__(self) -> None:
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.wrongs.append(f"error: {error}"))
        self.page.on("request", lambda request: self._on_address(request.url))
        self.page.on("requestfailed", self._on_failure)
        self.page.on("websocket", self._on_socket)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrongs.append(f"console: {message.text} ({message.location['url']})")

    def _on_failure(self, request: Request) -> None:
        if request.failure != LEFT_THE_PAGE:
            self.wrongs.append(f"failed: {request.url} {request.failure}")

    def _on_address(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != self.room.address:
            self.wrongs.append(f"another origin: {url}")

    def _on_socket(self, socket: WebSocket) -> None:
        self._on_address(socket.url)
        socket.on("framereceived", lambda data: self.frames.append(str(data)))

    def allow(self, *patterns: str) -> None:
        """What this test brings about on purpose."""
        self.allowed += patterns

    def complaints(self) -> list[str]:
        return [wrong for wrong in self.wrongs if not any(re.search(pattern, wrong) for pattern in self.allowed)]

    # --- about the house ----------------------------------------------------------------------------------------------

    def open(self, path: str) -> None:
        self.page.goto(self.room.url + path)
        self.be_ready()

    @property
    def title(self) -> Locator:
        return self.page.get_by_role("main").get_by_role("heading", level=1).first

    def be_ready(self) -> None:
        """The page is there and has fetched what it shows."""
        expect(self.title).to_be_visible()
        self.page.wait_for_load_state("networkidle")

    def ask(self, path: str) -> Any:
        """Of the server, with this person's cookies."""
        answer = self.page.request.get(self.room.url + path)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def submit(self, kind: str, **fields: Any) -> None:
        """What this person does elsewhere than on the page."""
        answer = self.page.request.post(
            f"{self.room.url}/api/commands",
            data={"type": "Submit", "command": {"type": kind, **fields}},
            headers={"origin": self.room.url},
        )
        assert answer.ok, answer.text()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def tab_to(self, wanted: Locator) -> None:
        expect(wanted).to_be_visible()
        expect(wanted).to_be_enabled()
        for _ in range(300):
            if wanted.evaluate("control => control === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} cannot be reached with the keyboard")

    # --- at a table ---------------------------------------------------------------------------------------------------

    @property
    def spots(self) -> Locator:
        return self.page.get_by_role("group", name="Your betting spots")

    @property
    def cards(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile("^Your cards: "))

    @property
    def decision(self) -> Locator:
        return self.page.get_by_role("group", name="Your decision")

    @property
    def place(self) -> Locator:
        """The button that bets what has been put down."""
        return self.page.get_by_role("group", name="Your move").get_by_role("button", name=re.compile("^Bet"))

    @property
    def results(self) -> Locator:
        return self.page.get_by_role("region", name=re.compile("^(This|Last) round$"))

    def spot(self, name: str) -> Locator:
        return self.spots.get_by_role("button", name=re.compile(f"^{re.escape(name)}, "))

    def sit_down(self, table: str, seat: int = 1) -> None:
        self.open(f"/tables/{table}")
        self.button(f"Sit down at seat {seat}").click()
        expect(self.spots).to_be_visible()

    def put_chips(self, *names: str, chip: str = "$5") -> None:
        self.button(f"chip {chip}").click()
        for name in names:
            self.spot(name).click()

    def bet(self, *names: str, chip: str = "$5") -> None:
        self.put_chips(*names, chip=chip)
        self.place.click()

    def wagers(self, table: str, *kinds: str) -> list[str]:
        """The names of what can be bet on before the deal, as many as a hand may have."""
        spots = self.ask(f"/api/tables/{table}/layout")["spots"]
        most = self.ask(f"/api/tables/{table}/rules")["limits"]["games_per_hand"]
        return [spot["name"] for spot in spots if spot["kind"] in (kinds or ("base", "optional", "jackpot"))][:most]

    def decide(self, option: int = 1) -> None:
        """Take the second option, or the only one; then this decision is no longer asked for."""
        choices = self.decision.get_by_role("button")
        asked = choices.all_inner_texts()
        choices.nth(min(option, len(asked) - 1)).click()
        self.wait_until(lambda: choices.all_inner_texts() != asked)

    def decide_by_key(self) -> None:
        """The last option, by its single key."""
        choices = self.decision.get_by_role("button")
        asked = choices.all_inner_texts()
        self.page.keyboard.press(choices.last.get_attribute("aria-keyshortcuts") or "")
        self.wait_until(lambda: choices.all_inner_texts() != asked)

    @property
    def over(self) -> Locator:
        return self.results.get_by_text("In all")

    @property
    def is_asked(self) -> bool:
        """Whether there is a decision to make before the round is settled."""
        expect(self.decision.or_(self.over).first).to_be_visible()
        return not self.over.is_visible()

    def play_on(self) -> None:
        """Take the second option at every decision until the round is settled."""
        while self.is_asked:
            self.decide()

    def go_on(self) -> None:
        """From a result to the next bets. By itself it stays for five seconds, which a busy machine may miss."""
        again, chips = self.button("New bet"), self.button(re.compile("^chip "))
        expect(again.or_(chips).first).to_be_visible()
        with suppress(TooLong):
            again.click(timeout=6_000)
        expect(chips.first).to_be_visible()

    def wait_until(self, is_so: Callable[[], object]) -> None:
        """For what is not on the page."""
        end = time.monotonic() + PATIENCE
        with waiting():
            while not is_so():
                assert time.monotonic() < end, "it did not come about in time"
                self.page.wait_for_timeout(50)
