from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from ..patience import PATIENCE, waiting
from .chromium import ARGUMENTS, MISSING, find_chromium
from .people import Visitor
from .rooms import CardRoom

expect.set_options(timeout=PATIENCE * 1_000)


def _told(call: Callable[..., Any]) -> Callable[..., Any]:
    """Whatever a browser is asked for, and waited for."""

    def asked(self: SyncBase, awaitable: Any) -> Any:
        with waiting():
            return call(self, awaitable)

    return asked


SyncBase._sync = _told(SyncBase._sync)  # type: ignore[method-assign]

Arrive = Callable[..., Visitor]
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 375, "height": 740}
WALL = {"width": 3840, "height": 2160}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.slow)


_open = ExitStack()


@cache
def _browser() -> Browser:
    program = find_chromium()
    if program is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(MISSING)
    playwright = _open.enter_context(sync_playwright())
    browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
    _open.callback(browser.close)
    return browser


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """One browser for all modules that follow each other; no other test could run an event loop while it is open."""
    if nextitem is None or not nextitem.path.is_relative_to(Path(__file__).parent):
        _open.close()
        _browser.cache_clear()


@pytest.fixture(scope="module")
def browser() -> Browser:
    return _browser()


@pytest.fixture(scope="session")
def shared_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    room = CardRoom(tmp_path_factory.mktemp("room"))
    room.start()
    yield room
    room.kill()


@pytest.fixture
def room(browser: Browser, shared_room: CardRoom) -> CardRoom:
    """Without a browser nobody opens a room."""
    return shared_room


@pytest.fixture
def open_room(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., CardRoom]]:
    """A card room of the test's own."""
    rooms: list[CardRoom] = []

    def open_one(**wishes: Any) -> CardRoom:
        rooms.append(CardRoom(tmp_path, **wishes))
        rooms[-1].start()
        return rooms[-1]

    yield open_one
    for room in rooms:
        room.kill()


def draw_small(page: Page) -> None:
    """Nobody looks at it: it is laid out and pressed at its full size, and painted at a fiftieth of that.

    Painting takes the processor half as long as all else that a page does.
    """
    session = page.context.new_cdp_session(page)

    def set_viewport_size(size: ViewportSize) -> None:
        drawn = {"x": 0, "y": 0, "scale": 0.02, **size}
        metrics = {"deviceScaleFactor": 1, "mobile": False, "viewport": drawn, **size}
        session.send("Emulation.setDeviceMetricsOverride", metrics)

    page.set_viewport_size = set_viewport_size  # type: ignore[method-assign]
    set_viewport_size(page.viewport_size or DESK)


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Arrive]:
    """Somebody at a browser of their own. Any error on the page fails the test in the end."""
    visitors: list[Visitor] = []

    def come(room: CardRoom, **wishes: Any) -> Visitor:
        context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", "locale": "en-US"} | wishes)
        context.set_default_timeout(PATIENCE * 1_000)
        page = context.new_page()
        if not wishes.get("is_mobile"):
            draw_small(page)
        visitors.append(Visitor(page, room))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.page.context.close()
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints()]
    assert not complaints, complaints
