"""A dispute about a settled round, looked into and put right while the next round runs."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from cardroom.house.log.idempotency import new_key
from cardroom.house.runtime.house_clock import now
from cardroom.money import DOLLAR

from ..floors import floor_text
from ..patience import PATIENCE
from .conftest import DESK, PHONE, WALL
from .felt import PASSWORD, House, come_in, open_felt
from .looking import require_accessible, require_fitting

TABLE, OTHER = "edge-2", "edge-3"
BY_HAND = 'game = "straight-edge-2"\ndealer = "human"\ninventory = "$20,000"'
FLOOR = floor_text(dict.fromkeys((TABLE, OTHER), BY_HAND), links=(), timers={"bets": 300, "decision": 300})
NO_PRINTER = "window.prints = 0; window.print = () => window.prints++"  # its dialog would never end


class Person:
    """Somebody who gives commands without a browser."""

    def __init__(self, house: House, person: str = "") -> None:
        self.session = httpx.Client(base_url=house.room.url, timeout=PATIENCE)
        body = {"person": person, "password": PASSWORD}
        answer = self.session.post("/api/login", json=body) if person else self.session.post("/api/guest")
        assert answer.status_code == 200, answer.text
        self.keys = 0

    def do(self, card: str = "", **command) -> None:
        """With a staff card that is swiped for it, where there is one."""
        self.keys += 1
        body = {"type": "Submit", "key": new_key(now(), str(self.keys)), "command": command}
        body |= {"card": {"type": "Scanned", "code": card}} if card else {}
        answer = self.session.post("/api/commands", json=body)
        assert answer.status_code == 200, (command, answer.text)

    def ask(self, path: str):
        return self.session.get(path).json()


def deal(dora: Person, ann: Person) -> None:
    """A round is begun, bet on and dealt, up to the decision."""
    dora.do(type="BeginRound", table=TABLE)
    stakes = {"ante": 5 * DOLLAR, "blind": 5 * DOLLAR}
    ann.do(type="AtTable", table=TABLE, command={"type": "Bet", "seat": 1, "stakes": stakes})
    go_on(dora)


def go_on(dora: Person, table: str = TABLE) -> None:
    while (step := dora.ask(f"/api/tables/{table}/terminal")["next"]) and step["command"]:
        if step["command"]["type"] == "BeginRound":
            return
        dora.do(**step["command"])


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory):
    with open_felt(tmp_path_factory.mktemp("dispute"), FLOOR) as house:
        yield house


def test_a_dispute_is_settled_by_two_people_while_the_next_round_runs(house, arrive):
    dora, ann = Person(house, "dora"), Person(house)
    ann.do(type="SitDown", table=TABLE, seat=1, buy_in=300 * DOLLAR)
    deal(dora, ann)
    ann.do(type="AtTable", table=TABLE, command={"type": "Choose", "seat": 1, "option": "2x"})
    go_on(dora)
    deal(dora, ann)  # and waits for a decision
    chips = ann.ask(f"/api/tables/{TABLE}")["standing"]["seats"][0]["chips"]
    visitor = arrive(house.room)
    visitor.page.add_init_script(NO_PRINTER)
    come_in(house, visitor, "dora", "/staff")
    page = visitor.page

    # found by table, seat and time
    page.get_by_role("navigation", name="Rooms of the staff").get_by_role("link", name="Rounds").click()
    page.get_by_label("Seat").select_option("1")
    found = page.get_by_role("region", name="Rounds found").get_by_role("row")
    expect(found.filter(has_text="in progress")).to_contain_text(f"{TABLE}-2")
    require_accessible(page)
    for size in (PHONE, DESK, WALL):
        page.set_viewport_size(size)
        require_fitting(page)
    page.set_viewport_size(PHONE)
    form, table = (box.bounding_box() for box in (page.get_by_role("form"), page.get_by_label("Table")))
    assert form is not None
    assert table is not None
    assert table["x"] + table["width"] <= form["x"] + form["width"]
    page.set_viewport_size(DESK)
    page.get_by_role("link", name=f"{TABLE}-1").click()

    # explained card by card
    sheet = page.get_by_role("article", name=f"Round {TABLE}-1")
    expect(sheet.get_by_role("listitem", name=re.compile(r"^Seat 1, .*: .* of .*; "))).to_be_visible()
    expect(sheet.get_by_role("region", name="Seat 1")).to_contain_text(re.compile("Rule \\d"))
    require_accessible(page)
    for size in (PHONE, DESK, WALL):
        page.set_viewport_size(size)
        require_fitting(page)
    page.set_viewport_size(DESK)

    # corrected, with the money told before, by a second person's card
    page.get_by_role("button", name="Correct Ante of seat 1").click()
    form = page.get_by_role("dialog", name="Correct Ante of seat 1")
    due = form.get_by_label("What is due in all, stake and winnings")
    due.fill("1.000,50")
    expect(form.get_by_role("alert")).to_have_text("Write dollars and cents, like $12.50.")
    due.fill("$1,000.50")
    expect(form.get_by_role("alert")).to_have_count(0)
    form.get_by_label("Why").fill("the dealer misread the hand")
    expect(form.get_by_role("status", name="What it would do")).to_contain_text(
        re.compile(r"The tray of Edge 2 gives \$(1,000\.50|99\d\.50)")
    )
    require_accessible(page)
    form.get_by_role("button", name="Swipe a card for it").click()
    prompt = page.get_by_role("dialog", name="Swipe a card")
    visitor.allow("403", "400", "409")  # the dealer's own card is not enough
    prompt.get_by_label("Staff card: scan it now").fill(house.codes["dora"])
    prompt.get_by_role("button", name="Enter").click()
    expect(prompt.get_by_role("alert")).to_contain_text(re.compile("."))
    prompt.get_by_label("Staff card: scan it now").fill(house.codes["sue"])
    prompt.get_by_role("button", name="Enter").click()
    corrections = sheet.get_by_role("region", name="Corrections")
    expect(corrections).to_contain_text("$1,000.50 due")
    expect(corrections).to_contain_text("Entered by Dora, approved by Sue")
    seat = sheet.get_by_role("region", name="Seat 1")
    expect(seat).to_contain_text(re.compile(r"corrected, was \$[\d.,]+: (won|lost|pushed)"))
    expect(seat).to_contain_text(re.compile(r"Corrected from \$[\d.,]+ to \$1,000\.50\."))
    expect(seat).to_contain_text(re.compile(r"Staked \$[\d.,]+, back \$1,0[\d.]+, as corrected: \+\$"))
    expect(sheet.get_by_role("region", name="Money of the round")).to_contain_text("correction of Ante")
    expect(corrections).to_contain_text("the dealer misread")

    # printed, and printed again
    sue = arrive(house.room)
    sue.page.add_init_script(NO_PRINTER)
    come_in(house, sue, "sue", f"/staff/rounds/{TABLE}-1")
    for times in (1, 2):
        sue.button(re.compile("^Print")).click()
        expect(sue.page.get_by_text("REPRINT: print 2, by Sue")).to_have_count(times - 1)
        sue.wait_until(lambda: sue.page.evaluate("() => window.prints") == times)  # noqa: B023
    expect(sue.page.get_by_text("CORRECTED after it was settled")).to_be_visible()
    sue.page.emulate_media(media="print")
    lines = sue.page.get_by_role("list", name="To be signed by").get_by_role("listitem")
    expect(lines).to_have_text(["Entered by Dora", "Approved by Sue", "Player"])
    sue.page.emulate_media(media="screen")

    # a seat with a hand in play is not cleared
    sue.open(f"/staff/pit/{TABLE}")
    sue.button("Clear seat 1 …").click()
    question = sue.page.get_by_role("dialog", name="Clear seat 1")
    refused = "It would be refused: The hand of seat 1 is in play; clear the seat when the round is over."
    expect(question.get_by_role("status", name="What it would do")).to_have_text(refused)
    expect(question.get_by_role("button", name="Clear the seat")).to_be_disabled()

    # meanwhile the next round goes on, and the player has the difference
    standing = ann.ask(f"/api/tables/{TABLE}")["standing"]
    gained = standing["seats"][0]["chips"] - chips
    assert standing["round_id"] == f"{TABLE}-2"
    assert gained > 900 * DOLLAR
    visitor.open(f"/staff/rounds/{TABLE}-2")
    expect(page.get_by_role("listitem", name=re.compile("Seat 1, .*face down"))).to_be_visible()

    # a misdeal is told before it is done
    visitor.open(f"/staff/tables/{TABLE}")
    page.get_by_role("button", name=re.compile("Put right")).click()
    sheet = page.get_by_role("dialog", name="Put right")
    mispay = sheet.get_by_role("link", name="Correct it on the page of this round")
    expect(mispay).to_have_attribute("href", f"/staff/rounds/{TABLE}-2")
    sheet.get_by_label("What happened").select_option("void")
    sheet.get_by_label("Why").fill("   ")
    expect(sheet.get_by_role("button", name="Put it right")).to_be_disabled()
    sheet.get_by_label("Why").fill("a card was exposed")
    expect(sheet.get_by_role("button", name="Put it right")).to_be_enabled()
    expect(sheet.get_by_role("status", name="What it would do")).to_contain_text(re.compile(r"gets \$10 back"))


def test_who_sits_there_sees_new_limits_from_the_next_round_on_and_what_was_put_right_at_once(house, arrive):
    dora, sue, player = Person(house, "dora"), Person(house, "sue"), arrive(house.room)
    player.sit_down(OTHER)
    dora.do(type="BeginRound", table=OTHER)
    player.bet("Ante")
    go_on(dora, OTHER)
    player.decide(0)
    go_on(dora, OTHER)
    expect(player.over).to_be_visible()
    sue.do(type="ChangeTable", table=OTHER, maximum=25 * DOLLAR)
    dora.do(type="BeginRound", table=OTHER)
    expect(player.spots.get_by_role("button", name=re.compile(r"^Ante, .*\$5 to \$25"))).to_be_visible()
    expect(player.page.get_by_role("banner")).to_contain_text("$990 in all")
    correction = {"round_id": f"{OTHER}-1", "seat": 1, "wager": "ante", "why": "a test", "due": 5 * DOLLAR}
    sue.do(card=house.codes["sam"], type="CorrectRound", table=OTHER, **correction)
    expect(player.page.get_by_role("banner")).to_contain_text("$995 in all")


def test_a_limit_is_an_amount_and_the_page_asks_for_one(house, arrive):
    sue = arrive(house.room)
    come_in(house, sue, "sue", f"/staff/pit/{TABLE}")
    for typed, asked in (("", "write dollars and cents, like $5."), ("0", "write an amount above $0, like $5.")):
        sue.page.get_by_label("Least bet").fill(typed)
        sue.button("Change from the next round on").click()
        expect(sue.page.get_by_text(f"Least bet: {asked}")).to_be_visible()
