"""Every page: what it weighs, whom it talks to, and whether everyone can use it."""

from __future__ import annotations

import re
import signal

import pytest
from playwright.sync_api import expect

from .conftest import DESK, PHONE, WALL
from .looking import PAINTED, require_accessible, require_fitting

GAME = "keep-it-straight"
PAGES = (
    ("/",),
    ("/tables/mississippi-stud-1", "/tables/ultimate-texas-holdem-1", "/tables/ez-baccarat-1"),
    ("/signs", "/signs/delta"),
    ("/lab", f"/lab/{GAME}", f"/lab/{GAME}/strategy", f"/lab/{GAME}/editor", "/lab/audit"),  # one server counts
    ("/history", "/learn", "/learn/mississippi-stud"),
)
HEAVIEST = 120_000  # bytes of a table page, compressed


@pytest.mark.parametrize("paths", PAGES, ids=lambda paths: paths[0])
def test_a_page_fits_every_screen_and_can_be_used_by_everyone(room, arrive, paths):
    visitor = arrive(room)
    for path in paths:
        visitor.open(path)
        title = visitor.title.inner_text()
        require_accessible(visitor.page)
        for size in (PHONE, DESK, WALL):
            visitor.page.set_viewport_size(size)
            require_fitting(visitor.page)
        visitor.page.reload()
        expect(visitor.title).to_have_text(title, use_inner_text=True)


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/tables/nowhere-9",
        "/signs/nowhere",
        "/lab/nowhere",
        "/history/nowhere-1",
        "/learn/nowhere",
        "/replay/nowhere",
        "/invitations/nowhere",
    ],
)
def test_a_wrong_address_says_so_and_leads_back(room, arrive, path):
    visitor = arrive(room)
    visitor.allow("40[14]")  # what the page asks for is not there, or not for strangers
    visitor.open(path)
    require_accessible(visitor.page)
    visitor.page.get_by_role("main").get_by_role("link").first.click()
    expect(visitor.page).not_to_have_url(f"{room.url}{path}")


def test_a_table_page_is_light(room, arrive):
    visitor = arrive(room)
    fetched = []
    visitor.page.on("requestfinished", lambda request: fetched.append(request))  # noqa: PLW0108
    visitor.open("/tables/straight-edge-1-1")
    sizes = {request.url: request.sizes() for request in fetched}
    weight = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes.values())
    assert weight < HEAVIEST, sizes
    for request in fetched:
        if re.search(r"\.(js|css)$", request.url) and request.sizes()["responseBodySize"] > 1_000:
            assert request.response().header_value("content-encoding") == "gzip", request.url
    assert len([url for url in sizes if url.endswith(".js")]) >= 2  # and the page was among them


def test_nothing_inline_is_run_and_no_request_leaves_the_house(room, arrive):
    visitor = arrive(room)
    visitor.allow("Content Security Policy", "elsewhere.example/picture.png( csp)?$")
    visitor.open("/")
    caught = visitor.page.evaluate(
        """async () => {
          const caught = [];
          const all = new Promise((resolve) => addEventListener("securitypolicyviolation", (event) => {
            if (caught.push(event.effectiveDirective) === 4) resolve();
          }));
          await fetch("https://elsewhere.example/").catch(() => {});
          const script = document.createElement("script");
          script.textContent = "window.hasRun = true";
          const picture = document.createElement("img");
          picture.src = "https://elsewhere.example/picture.png";
          const style = document.createElement("style");
          style.textContent = "body { display: none }";
          document.body.append(script, picture, style);
          await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 5_000))]);
          return [...caught.sort(), "hasRun" in window];
        }"""
    )
    assert caught == ["connect-src", "img-src", "script-src-elem", "style-src-elem", False]
    expect(visitor.page.locator("body")).to_be_visible()


# The controls that are wholly in sight, and by name those of them that a notice lies on.
IN_SIGHT = """() => {
  const isInSight = ({ top, bottom, width }) => top >= 0 && bottom <= innerHeight && width > 0;
  window.inSight = [...document.querySelectorAll("main :is(a[href], button, input, select)")]
    .filter((control) => isInSight(control.getBoundingClientRect()));
  return window.inSight.length;
}"""
LIES_ON = """() => {
  const said = document.querySelector(".said").getBoundingClientRect();
  const isUnder = (control) => control.getBoundingClientRect().top < said.bottom;
  return [said.height, window.inSight.filter(isUnder).map((control) => control.textContent)];
}"""


def test_what_the_house_says_lies_on_nothing_that_was_in_sight(open_room, arrive):
    room = open_room()  # its own: the press takes a seat at some table as soon as the house answers again
    visitor = arrive(room, viewport=PHONE)
    visitor.open("/")
    visitor.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    assert visitor.page.evaluate(IN_SIGHT) > 0
    room.send(signal.SIGSTOP)
    try:
        visitor.page.evaluate("() => window.inSight.find((control) => control.matches('button')).click()")
        expect(visitor.page.locator(".said")).to_contain_text("The card room does not answer.")
        visitor.page.evaluate(PAINTED)
        height, covered = visitor.page.evaluate(LIES_ON)
        assert height > 0
        assert not covered
    finally:
        room.send(signal.SIGCONT)
    expect(visitor.page.locator(".said .trouble")).to_have_count(0)
