"""One game fails in front of everybody: its own table says so, and the page of another one plays on."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import expect

from ..floors import floor_text
from .rooms import CardRoom

REEF = Path(__file__).parents[1] / "outside" / "reef.py"
BAD, GOOD = "reef-1", "casino-war-1"
SAYS = re.compile("The table is closed: it cannot be shown at the moment. Every chip lies where it lay, and is yours.")


def test_a_table_that_cannot_be_shown_says_so_and_the_others_play_on(open_room, arrive, tmp_path):
    reef = tmp_path / "reef.py"
    shutil.copy(REEF, reef)
    timers = {"bets": 300, "decision": 300, "pause": 0.2}
    text = floor_text({BAD: 'game = "reef"', GOOD: ""}, links=(), timers=timers)
    no_war = ("Qs 7d 4c 2h",) * 3
    room: CardRoom = open_room(floor=f'games = ["{reef}"]\n{text}', decks=no_war, once=False)
    ann, bob, spectator = arrive(room), arrive(room), arrive(room)
    ann.sit_down(BAD)
    bob.sit_down(GOOD)
    spectator.open(f"/tables/{BAD}")
    ann.bet("Ante")
    expect(ann.decision).to_be_visible()
    reef.with_suffix(".fails").write_text("view", encoding="utf-8")
    ann.decision.get_by_role("button").last.click()
    for page in (ann.page, spectator.page):
        expect(page.get_by_role("main").get_by_text(SAYS).first).to_be_visible()
    for _ in range(2):  # whatever is dealt there is seen
        bob.bet("Bet")
        expect(bob.decision.or_(bob.over).first).to_be_visible()
        bob.play_on()
        bob.go_on()
    assert "its view has failed" in room.errors
    assert "ZeroDivisionError" in room.errors
    reef.with_suffix(".fails").unlink()
    for visitor in (ann, bob, spectator):
        visitor.page.goto("about:blank")
    assert room.stop() == 0
    room.start()
    spectator.open(f"/tables/{BAD}")
    expect(spectator.page.get_by_role("main").get_by_text(SAYS).first).to_be_visible()
    bob.open(f"/tables/{GOOD}")
    expect(bob.spots).to_be_visible()
