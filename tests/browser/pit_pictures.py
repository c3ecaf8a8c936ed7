"""Pictures of the pit with its alerts, of a table's bank, of the cage and of a slip."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Browser, expect

from cardroom.house.kernel.people import Role
from cardroom.money import DOLLAR

from .felt import House, come_in, open_felt
from .people import Visitor
from .test_disputes import Person
from .test_pit import CAUSES, DEALT, FLOOR, bring_about
from .test_wins import STRAIGHT_FLUSH

Take = Callable[..., None]
DESKS = (375, 1280)


def pit_tour(browser: Browser, folder: Path, take: Take) -> None:
    """`take` makes a picture of a page under a name."""
    folder.mkdir()
    with open_felt(
        folder, FLOOR, (STRAIGHT_FLUSH.to_bytes(32),), ago=timedelta(days=2), more={"cal": Role.CAGE}
    ) as house:

        def arrive(person: str, path: str) -> Visitor:
            wishes = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", "locale": "en-US"}
            visitor = Visitor(browser.new_context(**wishes).new_page(), house.room)
            come_in(house, visitor, person, path)
            return visitor

        bring_about(house)
        sue = arrive("sue", "/staff/pit")
        alerts = sue.page.get_by_role("region", name=re.compile("^Alerts"))
        for kind in CAUSES:
            expect(alerts.get_by_role("listitem").filter(has_text=kind)).to_be_visible()
        sue.page.get_by_label(re.compile("^Note on tray low")).fill("a fill is on its way")
        sue.page.keyboard.press("Enter")
        expect(alerts.get_by_role("listitem").filter(has_text="tray low")).to_contain_text("Acknowledged by Sue")
        take(sue.page, "pit", DESKS)
        travel(house)
        cal = arrive("cal", "/staff/cage")
        expect(cal.page.get_by_role("article", name="Slip 3")).to_be_visible()
        take(cal.page, "cage", DESKS)
        cal.open("/staff/cage/1")
        take(cal.page, "slip", DESKS)
        sue.open(f"/staff/pit/{DEALT}")
        expect(sue.page.get_by_role("article", name="Slip 2")).to_be_visible()
        take(sue.page, "bank", DESKS)
        count(house)
        expect(sue.page.get_by_role("button", name=re.compile("^Checked, it is so"))).to_be_visible()
        take(sue.page, "bank-counted", DESKS)


def travel(house: House) -> None:
    """One fill is received and printed, one waits for the cage, one for approval, and one is void."""
    dora, sue, cal = Person(house, "dora"), Person(house, "sue"), Person(house, "cal")
    for rack in ({25: 40, 5: 100}, {100: 10}, {5: 60, 1: 100}, {500: 20}):
        dora.do(type="AskSlip", table=DEALT, kind="fill", rack={chip * DOLLAR: number for chip, number in rack.items()})
    for slip in (1, 2):
        sue.do(type="ApproveSlip", slip=slip)
    cal.do(type="SendFill", slip=1)
    dora.do(type="ReceiveFill", slip=1)
    cal.do(type="PrintSlip", slip=1)
    cal.do(type="VoidSlip", slip=4, why="asked for at the wrong table")
    cash, chips = {100 * DOLLAR: 150, 20 * DOLLAR: 250}, {100 * DOLLAR: 80, 25 * DOLLAR: 200, 5 * DOLLAR: 400}
    cal.do(type="CountCage", cash=cash, chips=chips)
    sue.do(type="CheckCageCount", cash=cash, chips=chips)
    cal.do(type="SellChips", amount=500 * DOLLAR)
    cal.do(type="RedeemChips", amount=35 * DOLLAR)
    cal.do(type="UndoCageMove", number=2, why="he keeps them")
    cal.do(type="BringToCage", cash=2_000 * DOLLAR, why="from the bank")


def count(house: House) -> None:
    """The table closes, and $5 are missing."""
    dora, sue = Person(house, "dora"), Person(house, "sue")
    sue.do(type="StandUp", table=DEALT, seat=1)
    held = sue.ask(f"/api/tables/{DEALT}/bank")["tray"]
    sue.do(type="CloseTable", table=DEALT)
    hundreds, rest = divmod(held // DOLLAR - 5, 100)
    rack = {100 * DOLLAR: hundreds, 5 * DOLLAR: rest // 5}
    dora.do(type="CountTray", table=DEALT, purpose="closing", rack=rack)
