from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Browser, expect, sync_playwright

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


@pytest.fixture(scope="module")  # while it is open no other test of the same process can run an event loop
def browser() -> Iterator[Browser]:
    program = find_chromium()
    if program is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


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


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Arrive]:
    """Somebody at a browser of their own. Any error on the page fails the test in the end."""
    visitors: list[Visitor] = []

    def come(room: CardRoom, **wishes: Any) -> Visitor:
        context = browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", "locale": "en-US"} | wishes)
        context.set_default_timeout(PATIENCE * 1_000)
        visitors.append(Visitor(context.new_page(), room))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.page.context.close()
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints()]
    assert not complaints, complaints
