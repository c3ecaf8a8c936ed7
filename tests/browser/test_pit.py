"""The pit: alerts by their real causes, acknowledged by one and seen by another; nobody reads there what is not his."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from cardroom.money import DOLLAR

from ..floors import floor_text
from .conftest import DESK, PHONE, WALL
from .felt import House, come_in, open_felt
from .looking import require_accessible, require_fitting
from .test_disputes import Person, go_on
from .test_wins import STRAIGHT_FLUSH

DEALT, REAL, LUCKY = "edge-2", "delta-1", "delta-2"
ALERTS = '[alerts]\ndealer = 3\nsupervisor = 3\nterminal = 1\ntray = "60%"\ndeposit = 168\nverify = 0\n'
FLOOR = ALERTS + floor_text(
    {
        DEALT: 'dealer = "human"\ninventory = "$500"\nname = "Edge"',
        REAL: 'cards = "real"\nname = "Delta"',
        LUCKY: 'dealer = "human"\ninventory = "$20,000"\nname = "Lucky"',
    },
    timers={"bets": 300, "decision": 300},
    service="$0",
)
CAUSES = {
    "table stalled": "Edge has waited for its dealer",
    "tray low": "The tray of Edge",
    "award pending": "An award waits at Delta",
    "terminal away": "Dora is tapped in at Edge",
    "deposit due": "Jackpot Delta",
    "hold outside its band": "Lucky: the win of −$2,000 lies below its band",
    "chain not verified": "The log has not been verified on",
}


@pytest.fixture(scope="module")
def house(browser, tmp_path_factory):
    with open_felt(
        tmp_path_factory.mktemp("pit"), FLOOR, (STRAIGHT_FLUSH.to_bytes(32),), ago=timedelta(days=2)
    ) as house:
        yield house


def bring_about(house: House) -> None:
    """A player buys most of the tray and waits for a dealer who is gone; a hand waits to be verified.

    Another player wins what hardly anybody wins. And the log began two days ago, and nobody has verified it since.
    """
    dora, ann = Person(house, "dora"), Person(house)
    dora.do(type="TapIn", table=DEALT)  # and no terminal shows the table
    ann.do(type="SitDown", table=DEALT, seat=1, buy_in=300 * DOLLAR)
    rolf = Person(house, "rolf")
    rolf.do(type="TapIn", table=REAL)
    rolf.do(type="CountSensors", link="delta", table=REAL, seats=[1, 2])
    for press in ({"type": "PressSeat", "seat": 1}, {"type": "PressHand", "line": "straight_flush"}):
        dora.do(type="AtConsole", link="delta", press={"table": REAL, **press})
    bob = Person(house)
    bob.do(type="SitDown", table=LUCKY, seat=1, buy_in=300 * DOLLAR)
    dora.do(type="BeginRound", table=LUCKY)
    bob.do(type="AtTable", table=LUCKY, command={"type": "Bet", "seat": 1, "stakes": {"ante": 5 * DOLLAR}})
    for _ in range(3):
        go_on(dora, LUCKY)
        bob.do(type="AtTable", table=LUCKY, command={"type": "Choose", "seat": 1, "option": "1x"})
    go_on(dora, LUCKY)
    bob.do(type="StandUp", table=LUCKY)


def test_alerts_are_raised_by_their_causes_acknowledged_and_seen_by_another_with_who_and_when(house, arrive):
    bring_about(house)
    sue, eve = arrive(house.room), arrive(house.room)
    come_in(house, sue, "sue", "/staff")
    alerts = sue.page.get_by_role("region", name=re.compile("^Alerts"))
    for kind, cause in CAUSES.items():
        expect(alerts.get_by_role("listitem").filter(has_text=kind).filter(has_text=cause)).to_be_visible()
    expect(sue.page.get_by_role("article", name="Edge")).to_contain_text("Waits for the dealer")
    require_accessible(sue.page)
    for size in (PHONE, {"width": 1024, "height": 768}, DESK, WALL):
        sue.page.set_viewport_size(size)
        require_fitting(sue.page)
    sue.page.set_viewport_size(DESK)

    # by keyboard, with a note; another supervisor sees who has seen to it
    note = sue.page.get_by_label(re.compile("^Note on tray low"))
    sue.tab_to(note)
    sue.page.keyboard.type("a fill is on its way")
    sue.page.keyboard.press("Enter")
    come_in(house, eve, "eve", "/staff/pit")
    seen = (
        eve.page.get_by_role("region", name=re.compile("^Alerts")).get_by_role("listitem").filter(has_text="tray low")
    )
    expect(seen).to_contain_text(re.compile("Acknowledged by Sue at .*: a fill is on its way"))
    expect(seen.get_by_role("button")).to_have_count(0)

    # a cause that has gone is told, and the alert stands until somebody has acknowledged it
    Person(house, "dora").do(type="BeginRound", table=DEALT)
    stalled = alerts.get_by_role("listitem").filter(has_text=CAUSES["table stalled"])
    expect(stalled).to_contain_text("Its cause has gone")
    stalled.get_by_role("button", name=re.compile("^Acknowledge")).click()
    expect(stalled).to_have_count(0)

    # the log is verified where it stands
    sue.button("Verify now").click()
    expect(sue.page.get_by_role("region", name="The log")).to_contain_text("all is as it must be")
    chain = alerts.get_by_role("listitem").filter(has_text="chain not verified")
    expect(chain).to_contain_text("Its cause has gone")
    chain.get_by_role("button", name=re.compile("^Acknowledge")).click()
    expect(chain).to_have_count(0)

    # a hold stays outside its band, and the alert stands for whoever comes after him who has seen to it
    hold = alerts.get_by_role("listitem").filter(has_text="hold outside its band")
    hold.get_by_role("button", name=re.compile("^Acknowledge")).click()
    expect(hold).to_contain_text("Acknowledged by Sue")


def test_money_is_for_those_who_may_read_it_and_no_card_is_told(house):
    for name, reads in (("dora", False), ("sue", True), ("eve", True)):
        view = Person(house, name).ask("/api/pit")
        assert all((tile["money"] is not None) is reads for tile in view["tables"])
        assert not re.search(r'"([2-9TJQKA]|10)[cdhs]"', json.dumps(view))
    assert Person(house).ask("/api/pit")["code"] == "not-allowed"
