"""Pictures of the dealer's page: a seat that is settled next, and a figure that differs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from .felt import open_felt, sign_in
from .people import Visitor
from .test_dealing import FLOOR, deal_by_key


def dealing_tour(browser: Browser, folder: Path, take: Callable[..., None]) -> None:
    """`take` makes a picture of a page under a name."""
    folder.mkdir()
    with open_felt(folder, FLOOR) as house:

        def arrive() -> Visitor:
            wishes = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", "locale": "en-US"}
            return Visitor(browser.new_context(**wishes).new_page(), house.room)

        for table in ("assisted-1", "checked-1"):
            at, players = sign_in(house, arrive(), "dora", table), [arrive(), arrive()]
            at.press("Tap in")
            for seat, player in enumerate(players, 2):
                player.sit_down(table, seat=seat)
            deal_by_key(at, "Players put their bets down")
            for player in players:
                player.bet("Ante", "4+")
            expect(at.page.get_by_role("list", name="Seats")).to_contain_text("4+", use_inner_text=True)
            deal_by_key(at, "decide")
            for player in players:
                player.decide()
            deal_by_key(at, "SETTLE SEAT|enter what you push")
            take(at.page, f"dealing-{table.removesuffix('-1')}", (375, 1280))
        at.page.get_by_role("heading", level=1).focus()
        at.page.keyboard.type("12")
        at.page.keyboard.press("Enter")
        expect(at.page.get_by_role("alert", name="The payout differs")).to_be_visible()
        expect(at.page.get_by_role("status", name="What it would do")).to_contain_text("mispay")
        take(at.page, "dealing-differs", (375, 1280))
