"""The cage's day: its first count, cash and chips over the counter, a mistake undone, and the count of the shift."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .looking import require_accessible, require_fitting
from .test_chips import button, key_in, type_chips
from .test_staff import SCREENS, Employee, come_in, demonstration

__all__ = ["come_in", "demonstration"]  # fixtures of those tests


def count(cage: Employee, cash: dict[str, int], chips: dict[str, int]) -> None:
    button(cage, "Count").click()
    type_chips(cage, cash, "That is the cash")
    type_chips(cage, chips, "That is in the cage")


def test_the_cage_counts_sells_redeems_undoes_and_hands_its_shift_over(come_in):
    cage = come_in("cage", "/staff/cage")
    waits = cage.page.get_by_role("navigation", name="What waits for the cage")
    expect(waits).to_have_text("1 first count of the cage")
    expect(cage.page.get_by_role("heading", name="Over the counter")).to_have_count(0)
    count(cage, {"$100": 50, "$20": 100}, {"$100": 100, "$25": 40})
    expect(waits).to_have_text("1 count to be checked")
    button(cage, "Checked, it is so").click()
    key_in(cage, "accounting")
    expect(cage.page.get_by_text("Count 1: $7,000 in cash and $11,000 in chips")).to_be_visible()
    expect(waits).to_have_text("Nothing waits for the cage.")

    moves = cage.page.get_by_role("region", name="Movements of this shift").get_by_role("row")
    cage.page.get_by_label("Amount").fill("$300")
    button(cage, "Sell chips for cash").click()
    expect(moves.nth(1)).to_contain_text("chips sold")
    cage.page.get_by_label("Amount").fill("$10,000")
    button(cage, "Redeem chips for cash").click()
    expect(cage.page.get_by_role("alert").filter(has_text="Say who it is")).to_be_visible()
    cage.page.get_by_label("Amount").fill("$30")
    button(cage, "Redeem chips for cash").click()
    expect(moves.nth(1)).to_contain_text("chips redeemed")
    button(cage, "Undo").first.click()
    cage.page.get_by_label("Why movement 2 is undone").fill("the wrong amount")
    button(cage, "Undo movement 2").click()
    expect(moves.nth(1)).to_contain_text("2 undone")
    cage.page.get_by_text("Bring in or take out").click()
    cage.page.get_by_label("Cash", exact=True).fill("$2,000")
    cage.page.get_by_label("From where, or where to").fill("to the bank")
    button(cage, "Take out of the cage").click()
    key_in(cage, "supervisor")
    expect(moves.nth(1)).to_contain_text("taken out")
    expect(moves.nth(1)).to_contain_text("−$2,000")
    require_accessible(cage.page)

    count(cage, {"$100": 52, "$20": 3}, {"$100": 97, "$25": 40})  # of $5,300 by the books $40 are missing
    short = "Cash: $40 less than the $5,300 by the books."
    expect(cage.page.get_by_role("alert").filter(has_text=short)).to_be_visible()
    cage.page.get_by_label("Why it differs").fill("two twenties given out as one")
    button(cage, "Checked, it is so").click()
    key_in(cage, "executive")
    cage.page.get_by_role("link", name="Count 2").click()
    expect(cage.page.get_by_role("heading", level=1)).to_contain_text("Count 2 of the cage")
    expect(cage.page.get_by_role("status")).to_have_text(
        re.compile("DIFFERENCE: \\$40 short in cash: two twenties given out as one")
    )
    expect(cage.page.get_by_role("row", name="Expected $5,300 $10,700")).to_be_visible()
    require_accessible(cage.page)
    for size in SCREENS:
        cage.page.set_viewport_size(size)
        require_fitting(cage.page)


def test_a_promotion_is_asked_for_priced_approved_by_another_and_stands_on_the_felt(come_in):
    supervisor = come_in("supervisor", "/staff/promotions")
    page = supervisor.page
    page.get_by_label("Table").select_option("straight-1")
    page.get_by_label("Bonus wager").select_option("straight_flush")
    page.get_by_label("Hand").select_option("5-card_straight_flush")
    page.get_by_label("Award").fill("$500")
    for label, day in (
        ("First gaming day", "2020-01-01"),
        ("Last gaming day", "2999-01-01"),
        ("Its date", "2020-01-01"),
    ):
        page.get_by_label(label).fill(day)
    page.get_by_label("Written consent").fill("letter 17, binder 4")
    button(supervisor, "Ask for it").click()
    promotion = supervisor.sheet("promotion-1")
    expect(promotion).to_contain_text("$500 more for 5-card straight flush on the Straight Flush wager.")
    expect(promotion).to_contain_text("edge with it")
    button(supervisor, "Approve").click()
    key_in(supervisor, "executive")
    expect(promotion).to_contain_text("Running")
    require_accessible(page)
    for size in SCREENS:
        page.set_viewport_size(size)
        require_fitting(page)
    supervisor.open("/tables/straight-1")
    expect(page.get_by_role("note").filter(has_text="$500 more for 5-card straight flush")).to_be_visible()
