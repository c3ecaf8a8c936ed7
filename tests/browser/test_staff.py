"""The staff's rooms besides the terminal: awards and pages of wins, requests of two people, cards; and who gets in."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cardroom.house.runtime.demonstration_staff import PIN

from .conftest import DESK, PHONE, WALL
from .felt import TABLET
from .looking import require_accessible, require_fitting
from .people import Visitor
from .rooms import CardRoom

ROLES = (
    "dealer", "supervisor", "executive", "accounting", "technician", "auditor", "cage", "administrator", "regulator",
)  # fmt: skip
NUMBERS = dict(zip(ROLES, range(100_001, 100_010), strict=True))
_COUNTING = [
    "Awards", "Requests", "Rounds", "Wins", "Cage", "Accounting", "People and cards", "Promotions", "Conditions",
]  # fmt: skip
ROOMS = {
    "dealer": ["Floor", "Awards", "Rounds"],
    "supervisor": [
        "Pit",
        "Awards",
        "Requests",
        "Rounds",
        "Wins",
        "Cage",
        "People and cards",
        "Promotions",
        "Conditions",
    ],
    "executive": ["Pit", *_COUNTING, "Conformity", "Administration"],
    "accounting": ["Floor", "Pit", *_COUNTING, "Conformity"],
    "auditor": ["Floor", "Pit", *_COUNTING, "Conformity", "Audit", "Administration"],
    "regulator": ["Floor", "Pit", *_COUNTING, "Conformity", "Audit", "Administration"],
    "technician": ["Floor", "Pit", "Awards", "Requests", "Rounds", "People and cards", "Administration"],
    "administrator": [
        "Floor",
        "Pit",
        "Requests",
        "Rounds",
        "People and cards",
        "Conditions",
        "Conformity",
        "Administration",
    ],
    "cage": ["Floor", "Rounds", "Cage"],
}
ONLY_FOR_STAFF = (
    "/api/awards", "/api/accounting", "/api/requests", "/api/wins", "/api/access", "/api/terminals", "Swipe a card",
)  # fmt: skip
SCREENS = (PHONE, TABLET, {"width": 1280, "height": 800}, WALL)
KEYS = count()
NO_PRINTER = "window.prints = 0; window.print = () => window.prints++"  # its dialog would never end


@dataclass
class Demonstration(CardRoom):
    """On its own floor, as `make run` has it."""

    def command(self) -> list[str]:
        command = super().command()
        place = command.index("--config")
        return command[:place] + command[place + 2 :]

    @property
    def door(self) -> str:
        """The address that is printed for whoever starts it."""
        self.wait_to_say(" to try it")
        return self.said.split("Open ", 1)[1].split()[0].removeprefix(self.url)


@pytest.fixture(scope="module")
def demonstration(browser, tmp_path_factory):
    room = Demonstration(tmp_path_factory.mktemp("demonstration"))
    room.start()
    yield room
    room.kill()


@dataclass
class Employee:
    """Somebody of the staff at a browser of their own."""

    visitor: Visitor
    role: str

    @property
    def page(self):
        return self.visitor.page

    def open(self, path: str) -> None:
        self.visitor.open(path)

    def sheet(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("article", name=name)

    def do(self, command: dict[str, Any], card: str = "") -> None:
        """What is pressed elsewhere, at a terminal."""
        swiped = {"type": "Keyed", "number": str(NUMBERS[card]), "pin": PIN} if card else None
        key = f"{int(time.time() * 1000)}-{next(KEYS)}"
        answer = self.page.request.post(
            f"{self.visitor.room.url}/api/commands",
            data={"type": "Submit", "key": key, "command": command, "card": swiped},
        )
        assert answer.ok, answer.text()

    def key_in(self, role: str, pin: str = PIN) -> None:
        """A card by its number and PIN, where one is asked for."""
        prompt = self.page.get_by_role("dialog", name="Swipe a card")
        if (keyed := prompt.get_by_role("button", name="Number and PIN instead")).is_visible():
            keyed.click()
        prompt.get_by_label("Card number").fill(str(NUMBERS[role]))
        prompt.get_by_label("PIN", exact=True).fill(pin)
        prompt.get_by_role("button", name="Use this card").click()


@pytest.fixture
def come_in(demonstration, arrive):
    def come(role: str, path: str = "/staff", **wishes: Any) -> Employee:
        visitor = arrive(demonstration, **wishes)
        visitor.page.add_init_script(NO_PRINTER)
        visitor.page.request.get(demonstration.url + demonstration.door)
        answer = visitor.page.request.post(f"{demonstration.url}/api/demonstration/{role}")
        assert answer.ok, answer.text()
        visitor.open(path)
        return Employee(visitor, role)

    return come


def deal_a_straight_flush(dealer: Employee, seat: int = 1) -> None:
    """At the touch console with real cards, as far as the supervisor's verification."""
    table = "real-2"
    dealer.do({"type": "TapIn", "table": table})
    dealer.do({"type": "CountSensors", "link": "delta", "table": table, "seats": [seat]})
    for press in ({"type": "PressSeat", "seat": seat}, {"type": "PressHand", "line": "straight_flush"}):
        dealer.do({"type": "AtConsole", "link": "delta", "press": {"table": table, **press}})
    cards = {"cards": ["9h", "8h"], "community": ["7h", "6h", "5h"]}
    hand = {"link": "delta", "table": table, "seat": seat, "line": "straight_flush", "stayed_in": True, **cards}
    dealer.do({"type": "VerifyHand", **hand}, card="supervisor")


def end_the_game(dealer: Employee) -> None:
    dealer.do({"type": "AtConsole", "link": "delta", "press": {"type": "EndGame", "table": "real-2"}})


@pytest.mark.parametrize(
    "role", ["dealer", "supervisor", "cage", *(pytest.param(role, marks=pytest.mark.soak) for role in ROLES[2:6])]
)
def test_anyone_comes_in_as_any_role_and_sees_its_rooms(demonstration, arrive, role):
    visitor = arrive(demonstration)
    visitor.open("/staff")
    expect(visitor.page.get_by_text("open the address that was printed")).to_be_visible()
    expect(visitor.button(f"Come in as {role}")).to_have_count(0)
    visitor.open(demonstration.door)
    visitor.page.get_by_role("link", name="Staff").click()
    visitor.button(f"Come in as {role}").click()
    expect(visitor.page.get_by_role("heading", name=re.compile("^The (floor|pit)$"))).to_be_visible()
    rooms = visitor.page.get_by_role("navigation", name="Rooms of the staff").get_by_role("link")
    expect(rooms).to_have_text([*ROOMS[role], "My account"])
    names = [link.get_attribute("href") for link in rooms.all()]
    for path in names:
        visitor.open(path)
        expect(visitor.page.get_by_role("alert").filter(has_text=re.compile("."))).to_have_count(0)
    visitor.button(re.compile("^Sign out")).click()
    expect(visitor.button("Come in as auditor")).to_be_visible()


def test_a_player_is_kept_out_and_fetches_no_code_of_the_staff(demonstration, arrive):
    visitor = arrive(demonstration)
    fetched = []
    visitor.page.on("request", lambda request: fetched.append(request.url))
    visitor.sit_down("delta-1")
    for path in ("/", "/tables/real-1", "/signs", "/history"):
        visitor.open(path)
    scripts = {url: visitor.page.request.get(url).text() for url in fetched if url.endswith(".js")}
    assert len(scripts) > 4
    found = [(url, words) for url, text in scripts.items() for words in ONLY_FOR_STAFF if words in text]
    assert not found
    visitor.open("/staff/awards")
    expect(visitor.title).to_have_text("For the staff")


def look_at(person: Employee) -> None:
    """A room with something in it: everyone can use it, and it fits every screen."""
    require_accessible(person.page)
    for size in SCREENS:
        person.page.set_viewport_size(size)
        require_fitting(person.page)
    person.page.set_viewport_size(DESK)


def test_an_award_goes_from_the_sheet_to_paper(come_in):
    """The supervisor confirms and swipes, the executive hands over, the cage pays, accounting prints again."""
    dealer = come_in("dealer")
    deal_a_straight_flush(dealer)
    supervisor, executive = come_in("supervisor", "/staff/awards"), come_in("executive", "/staff/awards")
    name = "Felt 2, seat 1, straight flush"
    for person in (supervisor, executive):
        sheet = person.sheet(name)
        expect(sheet.get_by_role("group", name="Player: 9 of hearts, 8 of hearts")).to_be_visible()
        expect(sheet).to_contain_text("needs a supervisor's card (below $10,000)")
    look_at(executive)
    supervisor.sheet(name).get_by_role("button", name=re.compile("^Do it now")).click()
    supervisor.visitor.allow("409")
    supervisor.sheet(name).get_by_role("button", name=re.compile("^Swipe the card")).click()
    supervisor.key_in("supervisor", "1111")
    expect(supervisor.page.get_by_role("alert").filter(has_text="do not belong together")).to_be_visible()
    supervisor.key_in("supervisor")
    waiting = executive.sheet(name)
    expect(waiting).to_contain_text("to be handed over")
    waiting.get_by_role("button", name=re.compile("^By a slip of the cage")).click()
    executive.page.get_by_role("link", name="Go to the page of the win").click()
    page = executive.page.get_by_role("article")
    expect(page).to_contain_text("handed over")
    expect(page).to_contain_text("Hand and deck kept until")
    expect(page.get_by_role("list", name="To be signed by").get_by_role("listitem")).to_have_count(4)
    executive.visitor.button("Print").click()
    executive.visitor.wait_until(lambda: executive.page.evaluate("() => window.prints") == 1)
    expect(page.get_by_text("REPRINT")).to_have_count(0)
    path = executive.page.url.removeprefix(executive.visitor.room.url)
    accounting = come_in("accounting", "/staff/wins")
    expect(accounting.page.get_by_role("row", name=re.compile("straight flush"))).to_be_visible()
    look_at(accounting)
    accounting.page.get_by_role("row", name=re.compile("straight flush")).get_by_role("link").click()
    expect(accounting.page).to_have_url(re.compile(f"{path}$"))
    accounting.visitor.button("Print again").click()
    expect(accounting.page.get_by_text(re.compile("^REPRINT: print 2, by Avery Chen"))).to_be_visible()
    pdf = accounting.page.get_by_role("link", name="Open the last print as PDF").get_attribute("href")
    assert accounting.page.request.get(accounting.visitor.room.url + pdf).body()[:4] == b"%PDF"
    for person in (executive, accounting):
        require_accessible(person.page)
        for size in (PHONE, DESK):
            person.page.set_viewport_size(size)
            require_fitting(person.page)
    accounting.page.emulate_media(media="print")
    expect(accounting.page.get_by_role("navigation")).to_have_count(0)
    expect(accounting.page.get_by_role("button", name="Print again")).to_have_count(0)
    cage = come_in("cage", "/staff/cage")
    slip = cage.sheet(re.compile("^Hand-pay slip"))
    expect(slip).to_contain_text("straight flush")
    look_at(cage)
    paper = slip.get_by_role("link", name=re.compile("^Print the slip")).get_attribute("href")
    assert cage.page.request.get(cage.visitor.room.url + paper).body()[:4] == b"%PDF"
    slip.get_by_role("button", name=re.compile(r"^Pay \$")).click()
    expect(cage.page.get_by_text("The cage owes nobody an award.")).to_be_visible()
    cage.page.get_by_text("done with on this gaming day").click()
    expect(cage.page.get_by_role("listitem").filter(has_text="paid by Carl Weiss")).to_be_visible()
    end_the_game(dealer)


def test_a_change_takes_two_people(come_in):
    accounting, dealer = come_in("accounting", "/staff/requests"), come_in("dealer", "/staff")
    form = accounting.page.get_by_role("region", name="Ask for a change")
    form.get_by_label(re.compile("^What")).select_option("Adjust what a jackpot holds")
    form.get_by_label(re.compile("^Jackpot")).select_option("River")
    form.get_by_label(re.compile("^Level")).select_option("Major")
    form.get_by_label(re.compile("^Amount")).fill("1,234.567")
    form.get_by_label(re.compile("^Reason")).select_option("added by the house")
    form.get_by_label(re.compile("^Why")).fill("a gift to the players")
    form.get_by_role("button", name="What would it change?").click()
    expect(form.get_by_role("alert")).to_contain_text("write it like $1,234.50")
    form.get_by_label(re.compile("^Amount")).fill("$1,234.50")
    form.get_by_role("button", name="What would it change?").click()
    expect(form.get_by_role("row", name="Major, meter $1,000 $2,234.50")).to_be_visible()
    form.get_by_role("button", name="Ask for it").click()
    name = "River: Adjust what a jackpot holds"
    mine = accounting.sheet(name)
    expect(mine).to_contain_text("It takes two people: whoever asked cannot approve.")
    expect(mine.get_by_role("button")).to_have_count(0)
    for path in ("/staff/requests", "/staff/wins"):
        dealer.visitor.allow("403")
        dealer.open(path)
        expect(dealer.page.get_by_role("alert").filter(has_text="A dealer may not read this")).to_be_visible()
    executive = come_in("executive")
    executive.page.get_by_role("link", name=re.compile("request waits, 1 for your answer")).click()
    theirs = executive.sheet(name)
    expect(theirs.get_by_role("row", name="Major, meter $1,000 $2,234.50")).to_be_visible()
    look_at(executive)
    theirs.get_by_role("button", name=re.compile("^Approve")).click()
    for person in (executive, accounting):
        expect(person.page.get_by_text("Nothing waits for approval.")).to_be_visible()
    executive.open("/signs/river")
    expect(executive.page.get_by_text("$2,234.50").first).to_be_visible()


def test_somebody_comes_works_and_goes(come_in, demonstration, arrive):
    """Asked for by a technician, approved by an executive's card, redeemed by its holder; ended while signed in."""
    technician = come_in("technician", "/staff/people")
    page = technician.page
    form = page.get_by_role("region", name="Enrol a person")
    form.get_by_label("Name to sign in with").fill("rolf")
    form.get_by_label("Name that others see").fill("Rolf Relief")
    form.get_by_role("button", name="Ask for this account").click()
    request = technician.sheet(re.compile("Asked for: an account for Rolf Relief"))
    expect(request).to_contain_text("Eve Lindqvist (executive)")
    expect(request.get_by_role("button", name="Come in as executive")).to_be_visible()
    request.get_by_role("button", name=re.compile("^Approve with their card")).click()
    technician.key_in("executive")
    expect(request).to_have_count(0)
    executive, halves = come_in("executive", "/staff/people"), []
    for one in (technician, executive):
        row = one.page.get_by_role("listitem", name="Rolf Relief")
        expect(row).to_contain_text("invited")
        row.get_by_role("button", name=re.compile("^Show my half")).click()
        dialog = one.page.get_by_role("dialog")
        halves.append(dialog.get_by_text(re.compile("^[A-Z0-9]{4}-[A-Z0-9]{4}$")).inner_text())
        require_accessible(one.page)
        one.page.keyboard.press("Escape")
    look_at(technician)
    rolf = arrive(demonstration)
    rolf.open("/staff")
    rolf.button("I have a code").click()
    rolf.page.get_by_label("Name to sign in with").fill("rolf")
    rolf.page.get_by_label("One-time code, both halves").fill("-".join(halves))
    rolf.page.get_by_label("A password of your own").fill("a long enough sentence")
    rolf.page.get_by_label("Once more").fill("a long enough sentence")
    require_accessible(rolf.page)
    rolf.button("Redeem the code").click()
    printed = rolf.page.get_by_role("region", name="Your staff card")
    expect(printed.get_by_text(re.compile("^CR-[A-Z2-7]{26}$"))).to_be_visible()
    printed.get_by_role("button", name="Done").click()
    rolf.button("With a password").click()
    rolf.page.get_by_label("Name", exact=True).fill("rolf")
    rolf.page.get_by_label("Password").fill("a long enough sentence")
    rolf.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    rolf.page.get_by_role("link", name="My account").click()
    rolf.page.get_by_label("Password until now").fill("a long enough sentence")
    rolf.page.get_by_label("New password").fill("another long sentence")
    rolf.page.get_by_label("Once more").fill("another long sentence")
    rolf.button("Change it").click()
    expect(rolf.page.get_by_text("Your password is changed.")).to_be_visible()
    rolf.allow("401", "403")
    row = executive.page.get_by_role("listitem", name="Rolf Relief")
    row.get_by_role("button", name=re.compile("^Revoke the card")).click()
    dialog = executive.page.get_by_role("dialog")
    dialog.get_by_label("Why").fill("left the house")
    dialog.get_by_label(re.compile("has left the house: end the account")).check()
    dialog.get_by_role("button", name="End the account").click()
    expect(rolf.page.get_by_role("heading", name="For the staff")).to_be_visible()
    expect(row).to_have_count(0)
    executive.page.get_by_role("button", name=re.compile("^Show [0-9]+ who left")).click()
    expect(row).to_contain_text("ended")
    look_at(executive)


def test_calls_and_refused_cards_stay_in_sight_until_somebody_has_come(come_in):
    dealer, supervisor = come_in("dealer"), come_in("supervisor")
    dealer.do({"type": "CallSupervisor", "table": "real-1", "why": "a disputed sensor"})
    wrong = {"type": "Keyed", "number": str(NUMBERS["executive"]), "pin": "1111"}
    refused = dealer.page.request.post(
        f"{dealer.visitor.room.url}/api/commands",
        data={"type": "Submit", "key": "", "command": {"type": "CloseTable", "table": "real-1"}, "card": wrong},
    )
    assert refused.status == 403
    calls = supervisor.page.get_by_role("region", name="A supervisor is wanted")
    expect(calls).to_contain_text("a disputed sensor")
    calls.get_by_role("button", name=re.compile("^I am there")).click()
    expect(calls).to_have_count(0)
    cards = supervisor.page.get_by_role("region", name="Refused cards")
    expect(cards).to_contain_text("Card 100003")
    cards.get_by_role("button", name=re.compile("^Looked into")).click()
    expect(cards).to_have_count(0)


def test_by_keyboard_alone(come_in):
    supervisor = come_in("supervisor")
    page = supervisor.page
    supervisor.visitor.tab_to(page.get_by_role("link", name="Requests", exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Requests", level=1)).to_be_visible()
    supervisor.visitor.tab_to(page.get_by_label("Why"))
    page.keyboard.type("no reason")
    page.keyboard.press("Enter")
    expect(page.locator("input:invalid").first).to_be_focused()


@pytest.mark.parametrize(
    ("role", "paths"),
    [
        ("supervisor", ("/staff/tables/human-1",)),
        ("dealer", ("/staff", "/staff/account")),
        (None, ("/staff", "/tables/real-1", "/tables/human-1")),
    ],
)
def test_a_page_fits_every_screen_and_can_be_used_by_everyone(demonstration, arrive, come_in, role, paths):
    """Pit, banks, cage and rounds are looked at after an evening, others where something waits in them."""
    visitor = come_in(role).visitor if role else arrive(demonstration)
    for path in paths:
        visitor.open(path)
        require_accessible(visitor.page)
        for size in SCREENS:
            visitor.page.set_viewport_size(size)
            require_fitting(visitor.page)


def test_the_lobby_offers_no_seat_at_a_real_table(demonstration, arrive):
    visitor = arrive(demonstration)
    visitor.open("/")
    felt = visitor.page.get_by_role("listitem").filter(
        has=visitor.page.get_by_role("heading", name=re.compile("^Felt 1"))
    )
    expect(felt).to_contain_text("Real cards")
    expect(felt.get_by_role("button")).to_have_count(0)
    felt.get_by_role("link", name=re.compile("^See the jackpot")).click()
    expect(visitor.page.get_by_text("This table is played at the felt, with real cards.")).to_be_visible()
    expect(visitor.page.get_by_role("region", name="Bad Beat")).to_be_visible()


# --- the bank of a table ----------------------------------------------------------------------------------------------


def fill_in(employee: Employee, chips: dict[str, int], button: str) -> None:
    """Count chips by their names, and send it."""
    form = employee.page.get_by_role("form").filter(has=employee.page.get_by_role("button", name=button))
    for name, number in chips.items():
        form.get_by_role("textbox", name=re.compile(rf"{re.escape(name)}(?![0-9,])")).first.fill(str(number))
    form.get_by_role("button", name=button).click()


def take_on(employee: Employee, slip: int, button: str) -> None:
    employee.sheet(f"Slip {slip}").get_by_role("button", name=re.compile(f"^{button}")).click()


# The next slip has come to where the first one was: it is pressed at once, as whoever presses twice might.
PRESS_ON = """async (button) => {
  const list = button.closest("section");
  const moved = new Promise((done) => {
    const press = () => (list.querySelector("article button").click(), done());
    const watch = new MutationObserver(() => list.contains(button) || (watch.disconnect(), press()));
    watch.observe(list, { childList: true, subtree: true });
  });
  button.click();
  await moved;
}"""


def test_chips_travel_on_slips_and_two_people_close_and_open_a_table(come_in):
    """Asked, approved, sent, printed and received; a credit back; closed with $5 missing, and opened again."""
    path, cage = "/staff/pit/human-1", come_in("cage", "/staff/cage")
    dealer, supervisor = come_in("dealer", path), come_in("supervisor", path)
    for slip in (1, 2):
        dealer.page.get_by_role("button", name="Ask for a fill").click()
        fill_in(dealer, {"$25": 4}, "Ask for this fill")
        expect(dealer.sheet(f"Slip {slip}")).to_contain_text("fill of $100 to Dealer's table")
        take_on(supervisor, slip, "Approve")
        take_on(cage, slip, "Send the chips")
    received = dealer.page.get_by_role("button", name=re.compile("^Received at the table"))
    expect(received).to_have_count(2)
    expect(received.first).to_be_enabled()
    received.first.evaluate(PRESS_ON)
    expect(received).to_be_enabled()
    expect(dealer.page.get_by_text("tray $20,100")).to_be_visible()
    take_on(dealer, 2, "Received at the table")
    expect(dealer.page.get_by_text("tray $20,200")).to_be_visible()
    cage.open("/staff/cage/1")
    cage.page.get_by_role("button", name="Print", exact=True).click()
    expect(cage.page.get_by_role("button", name="Print again")).to_be_visible()
    expect(cage.page.get_by_text("REPRINT")).to_have_count(0)
    cage.page.get_by_role("button", name="Print again").click()
    expect(cage.page.get_by_text("REPRINT", exact=True)).to_be_visible()
    require_accessible(cage.page)
    pdf = cage.page.request.get(f"{cage.visitor.room.url}/api/slips/1/page.pdf")
    assert pdf.body().startswith(b"%PDF")
    dealer.page.get_by_role("button", name="Ask for a credit").click()
    fill_in(dealer, {"$100": 2}, "Ask for this credit")
    take_on(supervisor, 3, "Approve")
    take_on(dealer, 3, "Send to the cage")
    cage.open("/staff/cage")
    take_on(cage, 3, "Received in the cage")
    expect(cage.page.get_by_text("Received: fills $200, credits $200.")).to_be_visible()
    require_accessible(cage.page)
    supervisor.page.get_by_role("button", name="Close the table").click()
    supervisor.page.get_by_role("button", name="Keep the table open").click()
    supervisor.page.get_by_role("button", name="Close the table").click()
    checks = "another person checks it: supervisor or executive."
    expect(dealer.page.get_by_text(checks)).to_be_visible()
    fill_in(dealer, {"$100": 199, "$1": 95}, "That is in the tray")
    expect(supervisor.page.get_by_text("That is $5 less than the $20,000 expected.")).to_be_visible()
    for size in (PHONE, DESK, WALL):
        supervisor.page.set_viewport_size(size)
        require_fitting(supervisor.page)
    require_accessible(supervisor.page)
    supervisor.page.get_by_role("button", name=re.compile("^Checked, it is so")).click()
    expect(dealer.page.get_by_text("As it was closed with $19,995")).to_be_visible()
    require_accessible(dealer.page)
    dealer.page.get_by_role("button", name="That is in the tray").click()
    expect(dealer.page.get_by_text("It takes the card of: supervisor or executive.")).to_be_visible()
    dealer.page.get_by_role("button", name=re.compile("^Checked, it is so")).click()
    expect(dealer.page.get_by_role("dialog")).to_contain_text("Check the count of the tray of Dealer's table")
    dealer.key_in("supervisor")
    expect(dealer.page.get_by_text("tray $19,995")).to_be_visible()
