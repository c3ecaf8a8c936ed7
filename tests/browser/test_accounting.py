"""The accountant's day: what is missing of it, a figure opened to its records, the bank made green."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import DESK, PHONE
from .looking import require_accessible, require_fitting
from .test_staff import Employee, come_in, demonstration, end_the_game  # noqa: F401 - fixtures


def look_at(person: Employee) -> None:
    require_accessible(person.page)
    for size in (PHONE, DESK):
        person.page.set_viewport_size(size)
        require_fitting(person.page)


def test_an_accountant_goes_through_the_day(come_in):  # noqa: F811
    dealer = come_in("dealer")
    dealer.do({"type": "TapIn", "table": "real-2"})
    dealer.do({"type": "CountSensors", "link": "delta", "table": "real-2", "seats": [1, 2]})
    end_the_game(dealer)
    person = come_in("accounting", "/staff/accounting")
    page = person.page
    rooms = page.get_by_role("navigation", name="Rooms of the staff")
    expect(rooms.locator("[aria-current]")).to_have_text("Accounting")

    # The day: every step says what is missing of it, and it cannot be closed before it is over.
    steps = page.get_by_role("listitem").filter(has=page.get_by_role("heading", level=2))
    expect(steps).to_have_count(6)
    expect(steps.first).to_contain_text("The day is over: missing")
    expect(page.get_by_role("button", name=re.compile("^Close 2"))).to_be_disabled()
    look_at(person)

    # Its figures: each opens what makes it, down to the records.
    page.get_by_role("link", name="Its figures").click()
    wagers = page.get_by_role("region", name="Jackpot wagers")
    expect(wagers).to_contain_text("$2")
    expect(page.get_by_role("list", name="To be signed by").get_by_role("listitem")).to_have_text(
        ["Accounting, date", "Executive, date"]
    )
    look_at(person)
    for name in ("PDF", "CSV"):
        href = page.get_by_role("link", name=name, exact=True).get_attribute("href")
        assert page.request.get(person.visitor.room.url + (href or "")).ok
    wagers.get_by_role("link").filter(has_text="$2").first.click()
    records = page.get_by_role("region", name="Records")
    expect(page.get_by_text("What follows adds up to it.")).to_be_visible()
    expect(records.get_by_role("row")).to_have_count(3)  # two wagers under their heading
    look_at(person)

    # The bank: red until a statement agrees.
    page.get_by_role("navigation", name="Accounting").get_by_role("link", name="Bank").click()
    account = page.get_by_role("group").filter(has_text="Delta")
    expect(account).to_contain_text("No statement has been entered yet.")
    account.get_by_label(re.compile("^Deposit brought")).fill("0.44")
    account.get_by_role("button", name=re.compile("^Record the deposit")).click()
    expect(account).to_contain_text("on no statement yet")
    account.get_by_role("button", name=re.compile("^Enter a statement")).click()
    look_at(person)
    (found,) = (one for one in person.visitor.ask("/api/accounting/bank")["accounts"] if one["link"] == "delta")
    form = page.get_by_role("form", name="Statement")
    form.get_by_label("Statement", exact=True).fill("first")
    form.get_by_label("Its balance").fill(f"{found['found']['booked'] / 1_000_000:.2f}")
    form.get_by_label("Date", exact=True).fill(found["deposits"][0]["at"][:10])
    form.get_by_label("Amount", exact=True).fill("0.44")
    form.get_by_role("button", name="Add the line").click()
    form.get_by_role("button", name="Enter the statement").click()
    expect(account.locator("summary")).to_contain_text("agrees")

    # What is due, and what a supervisor is told of all this.
    page.get_by_role("navigation", name="Accounting").get_by_role("link", name="Tax and cash").click()
    expect(page.get_by_text("Nothing is due.")).to_be_visible()
    look_at(person)
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation")).to_have_count(0)
    supervisor = come_in("supervisor")
    supervisor.visitor.allow("403")
    supervisor.open("/staff/accounting")
    expect(supervisor.page.get_by_role("alert").filter(has_text="A supervisor may not read this")).to_be_visible()
