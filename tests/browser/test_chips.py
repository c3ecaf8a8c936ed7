"""Chips between table and cage: found from one's own page, moved by keyboard alone, and heard."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from cardroom.house.runtime.demonstration_staff import PIN

from .looking import require_accessible
from .people import press_twice
from .test_staff import NUMBERS, Employee, come_in, demonstration

__all__ = ["come_in", "demonstration"]  # fixtures of those tests

TABLE, NAME = "human-2", "Dealer's school"
BANK = f"/staff/pit/{TABLE}"


def press(person: Employee, control: Locator) -> None:
    person.visitor.tab_to(control)
    person.page.keyboard.press("Enter")


def button(person: Employee, name: str) -> Locator:
    return person.page.get_by_role("button", name=re.compile(f"^{name}"))


def type_chips(person: Employee, chips: dict[str, int], sends: str) -> None:
    """From one kind to the next with Enter; the last one sends it."""
    form = person.page.get_by_role("form").filter(has=button(person, sends))
    boxes = form.get_by_role("textbox")
    person.visitor.tab_to(boxes.first)
    for place in range(boxes.count()):
        expect(boxes.nth(place)).to_be_focused()
        label = boxes.nth(place).locator("xpath=ancestor::label").inner_text()
        number = next(
            (number for name, number in chips.items() if re.search(rf"{re.escape(name)}(?![0-9,])", label)), ""
        )
        person.page.keyboard.type(str(number))
        person.page.keyboard.press("Enter")


def key_in(person: Employee, role: str) -> None:
    """A card by its number and PIN, by keyboard."""
    prompt = person.page.get_by_role("dialog", name="Swipe a card")
    press(person, prompt.get_by_role("button", name="Number and PIN instead"))
    person.visitor.tab_to(prompt.get_by_label("Card number"))
    person.page.keyboard.type(str(NUMBERS[role]))
    person.page.keyboard.press("Tab")
    person.page.keyboard.type(PIN)
    person.page.keyboard.press("Enter")
    expect(prompt).to_have_count(0)


def test_dealer_supervisor_and_cage_find_the_chips_of_a_table_and_move_them_by_keyboard(come_in):
    """A fill asked for at the terminal, approved, sent, received and printed; the cage counts the tray at the end."""
    cage, dealer, supervisor = come_in("cage"), come_in("dealer", f"/staff/tables/{TABLE}"), come_in("supervisor")
    press(cage, cage.page.get_by_role("link", name="Cage", exact=True))
    press(dealer, dealer.page.get_by_role("link", name="Fills, credits and counts"))
    expect(dealer.page).to_have_url(re.compile(f"{BANK}$"))
    press(dealer, button(dealer, "Ask for a fill"))
    type_chips(dealer, {"$25": 4}, "Ask for this fill")
    expect(dealer.sheet("Slip 1")).to_contain_text("fill of $100 to Dealer's school")

    # who listens hears that a slip waits, and for whom
    heard = cage.page.get_by_role("status").filter(has_text="Slip 1, fill of $100: A supervisor who has not asked")
    expect(heard).to_have_count(1)
    press(supervisor, supervisor.page.get_by_role("article", name=NAME).get_by_role("link", name=NAME, exact=True))
    press(supervisor, button(supervisor, "Approve"))
    expect(cage.page.get_by_role("status").filter(has_text="The cage sends the chips.")).to_have_count(1)
    send = button(cage, "Send the chips")
    cage.visitor.tab_to(send)
    press_twice(send)
    press(dealer, button(dealer, "Received at the table"))
    expect(dealer.page.get_by_text("tray $20,100")).to_be_visible()
    for said in ("alert", "dialog"):
        expect(cage.page.get_by_role(said).filter(has_text=re.compile("."))).to_have_count(0)
    press(cage, cage.page.get_by_role("link", name="Print slip 1"))
    press(cage, button(cage, "Print"))
    cage.visitor.wait_until(lambda: cage.page.evaluate("() => window.prints") == 1)

    # one that is not needed is void before its chips leave
    press(dealer, button(dealer, "Ask for a fill"))
    type_chips(dealer, {"$5": 10}, "Ask for this fill")
    press(cage, cage.page.get_by_role("link", name="All slips"))
    press(cage, button(cage, "Void …"))
    cage.visitor.tab_to(cage.page.get_by_label("Why slip 2 is void"))
    cage.page.keyboard.type("not needed")
    cage.page.keyboard.press("Enter")
    expect(cage.sheet("Slip 2")).to_contain_text("Void: not needed")
    require_accessible(cage.page)

    # other limits are confirmed
    supervisor.visitor.tab_to(supervisor.page.get_by_label("Largest bet"))
    supervisor.page.keyboard.type("$75")
    supervisor.page.keyboard.press("Enter")
    said = f"{NAME}: changed from the next round on."
    expect(supervisor.page.get_by_role("alert").filter(has_text=said)).to_be_visible()
    expect(supervisor.page.get_by_label("Largest bet")).to_have_value("$75")

    # the cage finds the tray that is to be counted, too
    press(supervisor, button(supervisor, "Close the table"))
    press(cage, cage.page.get_by_role("link", name="Floor", exact=True))
    press(cage, cage.page.get_by_role("link", name=re.compile(f"^Fills, credits and counts of {NAME}")))
    type_chips(cage, {"$100": 201}, "That is in the tray")
    expect(cage.page.get_by_text("You have counted it yourself: another's card is asked for.")).to_be_visible()
    press(cage, button(cage, "Checked, it is so"))
    key_in(cage, "supervisor")
    expect(cage.page.get_by_text("The table is closed", exact=False).first).to_be_visible()


def test_who_listens_to_the_pit_hears_a_call(come_in):
    dealer, supervisor = come_in("dealer"), come_in("supervisor")
    dealer.do({"type": "CallSupervisor", "table": TABLE, "why": "a card fell"})
    heard = supervisor.page.get_by_role("status").filter(has_text=f"{NAME} calls for a supervisor: a card fell.")
    expect(heard).to_have_count(1)
    tile = supervisor.page.get_by_role("article", name=NAME)
    expect(tile).to_contain_text("A supervisor is called: a card fell")
    press(supervisor, button(supervisor, f"I am there at {NAME}"))
    expect(heard).to_have_count(0)
