"""A table that a person deals with Cardroom's cards: dealt, counted out, disputed and put right from a screen."""

from __future__ import annotations

import re
from functools import reduce

import pytest
from playwright.sync_api import Locator, expect

from cardroom.money import DOLLAR

from ..floors import floor_text
from .conftest import DESK, PHONE, WALL
from .felt import TABLET, Terminal, open_felt, sign_in
from .looking import require_accessible, require_fitting
from .people import Visitor, press_twice
from .test_disputes import Person

HUMAN = 'game = "straight-edge-2"\ndealer = "human"\ninventory = "$20,000"'
CHECKED = f'{HUMAN}\npays = "checked"'
NAMED = f'{CHECKED}\nname = "The dealers\' school of the house"'
JACKPOT = (
    'game = "mississippi-stud"\ndealer = "human"\ninventory = "$20,000"\nchips = { "$1" = "blue", "$5" = "yellow" }'
)
FLOOR = floor_text(
    {"assisted-1": HUMAN, "checked-1": NAMED, "states-1": CHECKED, "void-1": JACKPOT, "early-1": HUMAN},
    links=("delta",),
    timers={"decision": 300},
)
STAKES = {"ante": 5 * DOLLAR, "blind": 5 * DOLLAR}
DEALERS = {"width": 1280, "height": 800}
PAINT = {"yellow": "#f0cf4a", "blue": "#22568f"}
SMALL = {"width": 375, "height": 667}

# Whether the page has kept the next key from doing what a browser does by itself, as Space scrolls.
KEEPS_KEY = "() => addEventListener('keydown', (event) => (window.isKept = event.defaultPrevented), { once: true })"

# Cards of the player's own hand that something else lies on.
LAID_ON = """() => [...document.querySelectorAll(".felt > .own .place")].filter((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  const hit = document.elementFromPoint(x + 3, y + height / 2);
  return !card.closest(".hand").contains(hit);
}).length"""


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory):
    with open_felt(tmp_path_factory.mktemp("by hand"), FLOOR) as house:
        yield house


@pytest.fixture
def begin(house, arrive):
    """A dealer at the terminal and a player with a bet, once the cards are dealt and the player has decided."""

    def come(table: str) -> tuple[Terminal, Visitor]:
        at = sign_in(house, arrive(house.room, viewport=TABLET), "dora", table)
        expect(at.comes_next).to_have_text("Nobody sits here yet: the table waits for players.")
        player = arrive(house.room)
        player.sit_down(table)
        at.press("Tap in")
        return at, player

    return come


def require_in_sight(at: Terminal, *regions: str) -> None:
    """What the moment needs is on the screen of a dealer, without scrolling."""
    for size in (TABLET, DEALERS):
        at.page.set_viewport_size(size)
        at.page.evaluate("() => scrollTo(0, 0)")
        for name in ("What comes next", *regions):
            found = (
                at.page.get_by_role(role, name=name, exact=True)
                for role in ("region", "form", "group", "alert", "button")
            )
            box = reduce(Locator.or_, found).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= size["height"], (name, size, box)
        seats = at.page.get_by_role("list", name="Seats").get_by_role("listitem")
        boxes = [box for seat in seats.all() if (box := seat.bounding_box()) is not None]
        assert len({box["x"] for box in boxes}) == 1 or len({box["y"] for box in boxes}) == 1, "no hole between them"
    at.page.set_viewport_size(TABLET)


def require_explained(at: Terminal) -> None:
    """Each rule that a wager is settled by is quoted."""
    panel = at.page.get_by_role("region", name="Settlement of seat 1")
    for number in set(re.findall(r"rule (\d+)", panel.inner_text())):
        expect(panel.get_by_text(re.compile(rf"^rule {number}: \w+ "))).to_be_visible()
    expect(panel).to_contain_text("rule ")


def require_sorted_alike(at: Terminal, player: Visitor) -> None:
    """Who deals sees the hands as the players do, in the same order."""
    for here, there in (("Cards of the dealer", "The dealer's cards"), ("Cards of seat 1", "Your cards")):
        hand = player.page.get_by_role("group", name=re.compile(f"^{there}: .* of ")).first
        cards = (hand.get_attribute("aria-label") or "").removeprefix(there)
        expect(at.page.get_by_role("group", name=here + cards, exact=True)).to_be_visible()


def require_hand_above_keys(at: Terminal) -> None:
    """On a phone."""
    at.page.set_viewport_size(SMALL)
    hand, keys = (
        at.page.get_by_role(role, name=name).bounding_box()
        for role, name in (("region", "Settlement of seat 1"), ("form", "Figure for seat 1"))
    )
    assert hand is not None
    assert keys is not None
    assert hand["y"] + hand["height"] <= keys["y"]
    at.page.set_viewport_size(TABLET)


def require_refusal_in_sheet(at: Terminal) -> None:
    """It can be closed where it is said; and whoever leaves the sheet goes on with the next act."""
    at.press("Late bet …")
    expect(at.sheet.get_by_label("Seat").get_by_role("option")).to_have_count(1)  # nobody else sits there
    at.sheet.get_by_label("Wager").select_option(label="Ante")
    at.sheet.get_by_label("Amount").fill("5")
    at.press("Pushed back")
    refusal = at.sheet.get_by_role("alert")
    expect(refusal).to_contain_text("bet")
    expect(at.page.get_by_text(refusal.inner_text().splitlines()[0])).to_have_count(1)
    require_accessible(at.page)
    at.press("Close", refusal)
    expect(refusal).to_have_count(0)
    at.page.keyboard.press("Escape")
    expect(at.page.get_by_role("dialog")).to_have_count(0)
    expect(at.comes_next).to_be_focused()


def deal_by_key(at: Terminal, until: str) -> None:
    """Enter is the next act, wherever nothing else has the keyboard."""
    at.page.get_by_role("heading", level=1).focus()
    while not re.search(until, told := at.read_next()):
        at.page.keyboard.press("Enter")
        expect(at.comes_next).not_to_have_text(told, use_inner_text=True)


# Taps in, and presses Enter in the very moment in which the large button says something else.
TOO_EARLY = """() => new Promise((done) => {
  const press = (_, watch) => {
    watch.disconnect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    done();
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(press).observe(document.querySelector("[data-next-act]"), all);
  [...document.querySelectorAll(".duty button")].find((one) => one.innerText === "Tap in").click();
})"""


def test_a_press_that_comes_too_early_is_refused_in_words_and_the_next_one_counts(house, arrive):
    """Whoever presses when a button has only just changed cannot have read it; nothing is lost without a word."""
    at = sign_in(house, arrive(house.room, viewport=TABLET), "rolf", "early-1")
    arrive(house.room).sit_down("early-1")
    expect(at.comes_next).to_contain_text("TAP IN")
    at.page.evaluate(TOO_EARLY)
    label = at.comes_next.get_by_role("button").inner_text()
    assert label != "TAP IN"
    refusal = at.page.get_by_role("alert").filter(has_text=f"“{label}” has only just come up here. Press again")
    expect(refusal.first).to_be_visible()
    told = at.read_next()
    at.page.get_by_role("heading", level=1).focus()
    at.page.keyboard.press("Enter")
    expect(at.comes_next).not_to_have_text(told, use_inner_text=True)
    expect(refusal).to_have_count(0)


def test_a_round_is_dealt_by_keyboard_in_spoken_words_and_paid_by_cardroom(begin):
    at, player = begin("assisted-1")
    expect(player.page.get_by_text("Next: set the shuffler to “Straight Edge”").first).to_be_visible()
    deal_by_key(at, "Players put their bets down")
    expect(player.page.get_by_text("Place your bets").first).to_be_visible()
    player.bet("Ante")
    expect(at.comes_next).to_contain_text("NO MORE BETS")
    require_accessible(at.page)
    at.press("NO MORE BETS")
    expect(player.page.get_by_text("Next: press the green button").first).to_be_visible()
    deal_by_key(at, "Seat 1 decides")
    expect(at.page.get_by_role("list", name="Seats").get_by_role("listitem").first).to_contain_text("decides")
    expect(at.told).to_have_text(re.compile(r"^[A-Z ]+\. Seat 1 decides\.$"))
    at.page.evaluate(KEEPS_KEY)
    at.page.keyboard.press("Space")
    assert at.page.evaluate("() => window.isKept"), "there is no button, and nothing moves"
    player.decide()
    expect(at.comes_next).not_to_contain_text("Seat 1 decides")
    says = at.visitor.ask("/api/tables/assisted-1/terminal")["next"]["says"]
    expect(at.told).to_have_text(says)  # without what the dealer had done before
    deal_by_key(at, "SETTLE SEAT 1")
    expect(player.page.get_by_text("Next: settle seat 1").first).to_be_visible()
    require_sorted_alike(at, player)
    require_in_sight(at, "Settlement of seat 1", "Cards face up")
    require_accessible(at.page)
    for size in (PHONE, TABLET, DESK, WALL):
        at.page.set_viewport_size(size)
        require_fitting(at.page)
        require_explained(at)
    at.page.set_viewport_size(TABLET)
    press_twice(at.comes_next.get_by_role("button", name="SETTLE SEAT 1"))
    assert "CLOSE ROUND" in at.read_next(), "the second press was meant for the first act"
    at.press("CLOSE ROUND")
    expect(player.results).to_be_visible()


def test_a_wrong_figure_stops_the_table_and_a_supervisor_puts_it_right(begin, house):
    at, player = begin("checked-1")
    deal_by_key(at, "Players put their bets down")
    require_refusal_in_sheet(at)
    player.bet("Ante")
    expect(at.comes_next).to_contain_text("NO MORE BETS")
    deal_by_key(at, "GREEN BUTTON")
    at.press("Suspend the table …")
    at.press("A player disputes a decision")
    told = at.page.get_by_role("region", name="The round so far").get_by_role("listitem").last
    expect(told).to_contain_text("No more bets.")
    require_in_sight(at, "RESUME")
    expect(told).to_be_in_viewport()
    expect(player.page.get_by_text("The table is suspended").first).to_be_visible()
    require_accessible(at.page)
    at.press("RESUME", at.comes_next)
    expect(at.reader).to_be_focused()
    at.page.mouse.click(5, 5)  # as the second of two presses, beside the prompt
    expect(at.reader).not_to_be_focused()
    at.page.keyboard.type(house.codes["sue"])
    at.page.keyboard.press("Enter")
    expect(at.told).to_contain_text("The table goes on. Press the green button")
    at.press("Late bet …")
    at.sheet.get_by_label("Wager").select_option(label="Ante")
    at.sheet.get_by_label("Amount").fill("5")
    at.press("Pushed back")
    expect(at.told).to_contain_text("A late bet of seat 1 is pushed back.")
    deal_by_key(at, "Seat 1 decides")
    player.decide()
    deal_by_key(at, "enter what you push")
    figure = at.page.get_by_role("form", name="Figure for seat 1")
    require_in_sight(at, "Figure for seat 1", "Settlement of seat 1", "Cards face up")
    require_accessible(at.page)
    expect(at.page.get_by_role("region", name="Settlement of seat 1")).to_contain_text("yours to say")
    require_hand_above_keys(at)
    at.page.get_by_role("heading", level=1).focus()
    dollars, too_much = (
        "Enter dollars, like 12.50; 0 where nothing is pushed.",
        "That is too much: $1,000,000,000 at most.",
    )
    for wrong, why in (("12,50", dollars), ("9" * 14, too_much)):
        at.page.keyboard.type(wrong)
        at.page.keyboard.press("Enter")
        expect(figure.get_by_role("alert")).to_have_text(why)
        figure.get_by_role("textbox").fill("")
    at.page.get_by_role("heading", level=1).focus()
    at.page.keyboard.type("4321.50")
    expect(figure.get_by_role("textbox")).to_have_value("4321.50")
    at.page.keyboard.press("Enter")
    differs = at.page.get_by_role("alert", name="The payout differs")
    expect(differs).to_contain_text("Dora counted out $4,321.50 for seat 1;")
    expect(player.page.get_by_text("A supervisor looks into the payout of seat 1.").first).to_be_visible()
    expect(at.page.get_by_role("status", name="What it would do")).to_contain_text("mispay at seat 1")
    require_in_sight(at, "The payout differs", "PUT RIGHT", "Cards face up")
    for size in (PHONE, TABLET, DEALERS):
        at.page.set_viewport_size(size)
        require_explained(at)
    require_accessible(at.page)
    expect(at.page.get_by_role("button", name=re.compile("put right", re.IGNORECASE))).to_have_count(1)
    at.press("PUT RIGHT", at.comes_next)
    at.swipe("sue")
    deal_by_key(at, "CLOSE ROUND")
    at.press("CLOSE ROUND")
    expect(player.results).to_be_visible()
    expect(at.page.get_by_role("button", name="NEW ROUND")).to_be_visible()


def deal(dora: Person, table: str, until: str) -> None:
    """The next acts of the dealer, up to the one that is asked for by its words."""
    while not re.search(until, (step := dora.ask(f"/api/tables/{table}/terminal")["next"])["says"]):
        dora.do(**step["command"])


def test_after_a_misdeal_the_wagers_are_seen_to_be_back_and_are_bet_again_with_one_press(house, arrive):
    table = "void-1"
    dora, sue, player = Person(house, "dora"), Person(house, "sue"), arrive(house.room)
    player.sit_down(table)
    dora.do(type="TapIn", table=table)
    deal(dora, table, "Players put their bets down")
    expect(player.button(re.compile("^chip "))).to_have_text(["$1", "$5"])
    require_accessible(player.page)
    player.put_chips("Ante")
    player.put_chips("Delta", chip="$1")
    player.place.click()
    expect(player.button("Take it back")).to_be_visible()
    for name, chip in (("Ante", "yellow"), ("Delta", "blue")):  # as the floor file has them
        expect(player.spot(name).locator(".chip circle").first).to_have_attribute("fill", PAINT[chip])
    deal(dora, table, "decide")
    expect(player.decision).to_be_visible()
    lamp = player.page.locator(".spots .lamp.lit")
    expect(lamp).to_have_count(1)
    sue.do(type="AtTable", table=table, command={"type": "DeclareMisdeal", "why": "a boxed card"})

    expect(player.page.get_by_text("Your $6 is back")).to_be_visible()
    expect(lamp).to_have_count(0)
    for name in ("Ante", "Delta"):
        expect(player.spot(name)).to_have_accessible_name(re.compile(f"^{name}, nothing staked, "))
    expect(player.results).to_contain_text("Ante given back $5")
    expect(player.results).to_contain_text("The round is void. The reason: a boxed card.")
    require_accessible(player.page)
    for size in (SMALL, TABLET, DEALERS):
        player.page.set_viewport_size(size)
        require_fitting(player.page)
        expect(player.page.get_by_text("Your $6 is back")).to_be_in_viewport()
        expect(player.page.get_by_text("The reason: a boxed card.").first).to_be_in_viewport()
        expect(player.cards).to_be_in_viewport()
        assert not player.page.evaluate(LAID_ON), size
    expect(player.button(re.compile("^Rebet"))).to_have_text(["Rebet $6"])  # the dealer deals
    player.button("New bet").click()
    told = "The round is void, and your $6 is back. The reason: a boxed card."
    expect(player.page.get_by_text(told)).to_be_in_viewport()
    player.page.reload()
    expect(player.page.get_by_text(told)).to_be_in_viewport()

    deal(dora, table, "Players put their bets down")
    player.put_chips("Ante")
    player.button("Rebet").click()  # beside Bet it bets nothing yet
    expect(player.place).to_have_text("Bet $6")
    player.button("Clear").click()
    player.button("Rebet $6").click()
    expect(player.button("Take it back")).to_be_visible()
    expect(player.spot("Ante")).to_have_accessible_name(re.compile(r"^Ante, \$5 bet, "))

    deal(dora, table, "decide")
    foul = {"type": "FoulHand", "holder": 1, "why": "a card fell to the floor."}
    sue.do(type="AtTable", table=table, command=foul)
    told = "Your hand is fouled, and your $6 is back. The reason: a card fell to the floor."
    expect(player.page.get_by_text(told).first).to_be_in_viewport()
    deal(dora, table, "(?i)set the shuffler|put their bets down")
    expect(player.page.locator(".outcome")).to_contain_text("Fouled")
    expect(player.page.get_by_text(told).first).to_be_in_viewport()
    expect(player.page.locator(".own .lifted")).to_have_count(0)


def test_a_player_is_told_truly_what_the_table_waits_for_through_all_states(house, arrive):
    """From before the dealer comes until the tray is counted; another seat and the staff are without a browser."""
    table = "states-1"
    dora, sue, bob, player = Person(house, "dora"), Person(house, "sue"), Person(house), arrive(house.room)
    page = player.page.get_by_role("main")

    def told(said: str, beside: str = "") -> None:
        """Where the player looks, as what is waited for now; and perhaps in the line beneath."""
        expect(page.get_by_role("timer", name=said)).to_be_visible()
        expect(page.get_by_text(beside or said).first).to_be_visible()

    def told_no_longer(said: str) -> None:
        expect(page.get_by_role("timer", name=said)).to_have_count(0)

    player.sit_down(table)
    bob.do(type="SitDown", table=table, seat=2, buy_in=300 * DOLLAR)
    told("No dealer is tapped in; the table goes on when one is.")
    dora.do(type="TapIn", table=table)
    told("Dora deals. Next: set the shuffler")
    told_no_longer("No dealer has tapped in")

    deal(dora, table, "Players put their bets down")
    told("Place your bets")
    player.bet("Ante")
    told("Place your bets", "Your bet is down. Bets are open, until Dora closes them.")
    bob.do(type="AtTable", table=table, command={"type": "Bet", "seat": 2, "stakes": STAKES})
    deal(dora, table, "decide")
    told("Your decision")
    expect(player.decision).to_be_visible()
    dora.do(type="SuspendTable", table=table, why="a card fell")
    told("The table is suspended while a supervisor looks into something.")
    expect(player.decision).to_have_count(0)  # nothing is offered that would be refused
    felt = page.get_by_role("region", name="The table", exact=True)
    expect(felt.get_by_text("The table is suspended while a supervisor looks into something.")).to_have_count(1)
    sue.do(type="ResumeTable", table=table)
    told("Your decision")
    player.decide()
    told("The others decide", "Seat 2 decides.")
    bob.do(type="AtTable", table=table, command={"type": "Choose", "seat": 2, "option": "fold"})
    told("Dora deals. Next: ")
    player.page.set_viewport_size(SMALL)
    expect(page.get_by_text("folded", exact=True)).to_be_visible()
    player.page.set_viewport_size(DESK)
    dora.do(type="CallSupervisor", table=table, why="a question")
    told("A supervisor has been called.")
    sue.do(type="AnswerCall", table=table)
    told_no_longer("A supervisor has been called.")

    sue.do(type="CloseTable", table=table)
    told("The table closes when this round is over.")
    deal(dora, table, "enter what you push")
    told("Next: settle seat 1.")
    dora.do(type="PaySeat", table=table, seat=1, paid=4321 * DOLLAR)
    told("A supervisor looks into the payout of seat 1.")
    sue.do(type="CorrectPayout", table=table, why="a wrong figure", handed_over=False)
    told_no_longer("A supervisor looks into the payout of seat 1.")
    deal(dora, table, "two people count its tray")
    expect(player.results).to_be_visible()
    told("The table is being closed: its chips are counted.")
    rack = {str(100 * DOLLAR): 200}
    dora.do(type="CountTray", table=table, purpose="closing", rack=rack)
    sue.do(type="CheckCount", table=table, rack=rack, why="what the tray holds is of no matter here")
    told("This table is closed")
