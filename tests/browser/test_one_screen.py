"""Everything that a moment needs is on the screen at once, and stays where it is while a round is played."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from cardroom.money import DOLLAR

from ..faults.servers import SMALL_BONUS
from ..floors import floor_text
from .felt import SECOND
from .looking import PAINTED, PLACES, require_accessible
from .rooms import GAMES, OUTSIDE, CardRoom

# A desk, a tablet, two phones, and the first two zoomed in twice.
SIZES = ((1280, 800), (1024, 768), (390, 844), (375, 667), (640, 400), (512, 384))
SHAPES = ("keep-it-straight", "mississippi-stud", "ez-baccarat", "ultimate-texas-holdem")
SIX_SEATS = [game for game in OUTSIDE if game != "lighthouse"]
OTHERS = (*(game for game in GAMES if game not in SHAPES), *SIX_SEATS)
FEW = [*SHAPES, *(pytest.param(game, marks=pytest.mark.soak) for game in OTHERS)]
LONG = "Maximiliana Featherstonehaugh"
OWN = "Maximiliana Feathers"  # as long as a name of one's own may be
RIVER = """\
paytable = "ML03"
wager = "$1"
[[link.level]]
name = "Mega"
seed = "$10,000"
contribution = "12%"
[[link.level]]
name = "Major"
seed = "$1,000"
contribution = "6%"
[[link.level]]
name = "Minor"
seed = "$250"
contribution = "4%"
"""
SILENT, LOST = "card room does not answer", "connection to the card room is lost"
OPTIONS = {
    "mississippi-stud": f'{SMALL_BONUS}\njackpots = ["river"]',
    "caribbean-stud": 'cover_all = true\njackpots = ["river"]',
    "keep-it-straight": 'jackpots = ["house-flush", "second"]',
}

# What of these is not wholly in the window, is cut, is under something else, or is too small for a finger.
UNSEEN = """(selectors) => {
  const wrong = [];
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)];
    if (!found.length) wrong.push(`there is no ${selector}`);
    for (const one of found) {
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      const what = `${selector} ${one.textContent.trim().slice(0, 60)} (${[left, top, right, bottom].map(Math.round)})`;
      if (!width || !height) wrong.push(`${what} is not shown`);
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${what} is outside`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const over = hit?.outerHTML.slice(0, 150);
      if (!hit || !(one.contains(hit) || hit.contains(one))) wrong.push(`${what} is under ${over}`);
      if (one.matches("button") && (width < 43.5 || height < 43.5)) wrong.push(`${what} is ${width} by ${height}`);
    }
  }
  const signs = ".signs > *, .signs > * > *";
  const worded = `.felt :is(.words, .say p, .outcome, .options button, .line button, .timer, ${signs})`;
  for (const one of document.querySelectorAll(worded)) {
    const [across, down] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
    const { left, right } = one.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) wrong.push(`${one.textContent.trim()} goes from ${left} to ${right}`);
    if (across > 1 || down > 2) wrong.push(`${one.className} is cut by ${across}, ${down}: ${one.textContent.trim()}`);
  }
  const apart = [
    [".own .card", ".seats :is(.plate, .line > *)"], [".own .card", ".layout [data-wager]"],
    [".own .card", ".hands .words"], [".hands :is(.words, .card)", ".seats .plate"],
    [".hands :is(.who, .card)", ".signs > *"], [".seats .plate", ".signs > *"],
  ];
  const boxes = (selector) =>
    [...document.querySelectorAll(`.felt ${selector}`)].filter((one) => one.textContent || one.matches(".card"));
  for (const [first, second] of apart) {
    for (const [one, other] of boxes(first).flatMap((one) => boxes(second).map((other) => [one, other]))) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const lies = a.width && b.width && down > 2 && across > 2;
      if (lies) wrong.push(`${first} lies on ${second} by ${across}, ${down}: ${one.textContent}`);
    }
  }
  if (scrollY) wrong.push("the page is scrolled");
  return wrong;
}"""


@pytest.fixture(scope="module")
def full_room(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """Five others with long names at every table, all side bets, and two jackpots or more where a game has any."""
    floor = floor_text(
        {f"{game}-1": OPTIONS.get(game, "") for game in (*GAMES, *SIX_SEATS)},
        links=("bad-beat", "house-flush"),
        own_links={"river": RIVER},
        timers={"bets": 300, "decision": 300, "pause": 0.2},
        more='maximum = "$100"',
        game_files=OUTSIDE.values(),
    )
    room = CardRoom(tmp_path_factory.mktemp("full"), bots=5, floor=floor + SECOND, name=LONG)
    room.start()
    yield room
    room.kill()


@pytest.mark.parametrize("game", FEW)
def test_what_a_moment_needs_is_on_one_screen_and_nothing_jumps(full_room, arrive, game):
    """Watching, betting, away, deciding, settled; at every size."""
    table, player = f"{game}-1", arrive(full_room)
    places: dict[tuple[int, int], dict[str, str]] = {}

    def look(*needed: str, is_seated: bool = True) -> None:
        for width, height in SIZES:
            player.page.set_viewport_size({"width": width, "height": height})
            player.page.evaluate(PAINTED)
            spots = [".layout [data-wager]"] if is_seated else []
            unseen = player.page.evaluate(UNSEEN, ["header button", ".actions .timer", *spots, *needed])
            assert not unseen, "\n".join((f"{game} at {width} by {height}:", *unseen))
            now = player.page.evaluate(PLACES)
            if is_seated:
                assert places.setdefault((width, height), now) == now, f"{game} at {width} by {height}"
        player.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})

    player.open(f"/tables/{table}")
    expect(player.page.locator(".plate").get_by_text(LONG)).to_have_count(5)
    look(".seats button", ".actions button", is_seated=False)
    player.button(re.compile("^Sit down at seat")).first.click()
    expect(player.button("chip $5")).to_be_visible()
    player.submit("SetName", name=OWN)
    player.submit("SitOut", table=table)
    expect(player.button("I am back")).to_be_visible()
    look(".actions .away", ".actions .line button")
    player.button("I am back").click()
    expect(player.button("chip $5")).to_be_visible()
    player.put_chips(*player.wagers(table))
    look(".rack button", ".actions .line button")
    player.place.click()
    own = [".own .card"] if player.ask(f"/api/tables/{table}/layout")["seat_cards"] else []
    while player.is_asked:
        look(".options button", ".hands .place", *own)
        player.decide()
    look(".hands .card", ".outcome b", ".actions .line button", *own)


def test_one_press_bets_the_same_again_and_deals_at_the_speed_that_was_wished_for(open_room, arrive):
    player = arrive(open_room(once=False))
    player.sit_down("casino-war-1")
    player.button("Settings").click()
    player.page.get_by_label("Speed at the table").select_option("quick")
    player.button("Close").click()
    expect(player.page.get_by_text("Seat 1 wishes for quick speed.").first).to_be_visible()
    player.put_chips("Bet", "Tie")
    player.button("Undo").click()
    player.button("Double").click()
    expect(player.place).to_have_text("Bet $10")
    player.place.click()
    player.play_on()
    expect(player.page.locator(".outcome").first).to_be_visible()
    require_accessible(player.page)
    player.button("Rebet and deal").click()
    player.wait_until(lambda: len(player.ask("/api/history")) == 2 or player.decision.is_visible())
    player.play_on()
    player.wait_until(lambda: len(player.ask("/api/history")) == 2)
    assert {round_["staked"] >= 10_000_000 for round_ in player.ask("/api/history")} == {True}
    player.button("Sound").click()
    player.page.reload()
    expect(player.button("Sound")).to_have_attribute("aria-pressed", "false")


def test_a_server_that_says_nothing_is_noticed_in_two_seconds_called_again_and_does_what_was_pressed_once(
    open_room, arrive
):
    """The page's time stands still but for what the test lets go by; the server's too, while it is stopped."""
    room = open_room()
    player = arrive(room)
    player.allow("WebSocket is closed before the connection is established")
    sockets: list[str] = []
    player.page.on("websocket", lambda socket: sockets.append(socket.url))
    player.page.clock.install()
    player.sit_down("caribbean-stud-1")
    player.put_chips("Ante")
    expect(player.page.get_by_role("timer", name="Place your bets")).to_be_visible()
    silent, lost = (player.page.get_by_text(f"The {words}.") for words in (SILENT, LOST))
    player.page.clock.pause_at(player.page.evaluate("Date.now() / 1000 + 1"))
    room.send(signal.SIGSTOP)
    before = len(sockets)
    try:
        player.place.click()
        expect(player.place).to_have_attribute("aria-busy", "true")
        expect(silent).to_have_count(0)
        player.page.clock.run_for(2_000)
        expect(silent).to_be_visible()
        player.page.clock.run_for(8_000)  # it is called again, and lets nobody in
        expect(lost).to_be_visible()
        player.page.clock.run_for(8_000)  # nor the next time
        player.wait_until(lambda: len(sockets) >= before + 2)
    finally:
        room.send(signal.SIGCONT)
        player.page.clock.resume()
    expect(player.decision).to_be_visible()
    for words in (silent, lost):
        expect(words).to_have_count(0)
    (sitter,) = player.ask("/api/tables/caribbean-stud-1")["standing"]["seats"]
    assert sitter["chips"] == 195 * DOLLAR, "it was sent three times, and is one bet of $5"
