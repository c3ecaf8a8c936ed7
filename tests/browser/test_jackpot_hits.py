"""A jackpot as its winner sees it: in the figure, with the weight that it deserves, at every pace of the page."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from cardroom.money import DOLLAR, show_money

from ..floors import floor_text
from .felt import open_felt, sign_in
from .people import Visitor
from .rooms import CardRoom

DELTA, STRAIGHT = "delta-1", "straight-1"
STRAIGHT_FLUSH = "10s Js Qs 9s 8s 2c 7d"  # the community's, then those of seat 1 and of seat 2
TRIPS = "2s Js 9h 9d 9c 3c 7d"
SIX_SUITED = "2s 3s 4s 5s 6s 7s Kd"
HEAVIEST = 4
PACES = ("calm", "normal", "quick", "still")
JACKPOTS = {
    "percentage": (DELTA, STRAIGHT_FLUSH, r"with a jackpot of \$500[.]02", HEAVIEST),  # 10% of the meter
    "fixed": (DELTA, TRIPS, r"with a jackpot of \$9", 2),
    "house": (STRAIGHT, SIX_SUITED, r"with a jackpot of \$5,000", HEAVIEST),
}
LATER = {False: (), True: pytest.mark.soak}
# Every kind and every pace once. All others are in the soak.
DRAWN = (("percentage", "calm"), ("fixed", "normal"), ("fixed", "quick"), ("house", "still"))


def floor(service: str = "$100,000", more: str = "") -> str:
    timers = {"bets": 300, "decision": 300, "pause": 0.2}
    links = ("delta", "house-flush")
    return floor_text((DELTA, STRAIGHT), links=links, service=service, reserve="0%", timers=timers, more=more)


# A result stays for five seconds, which a busy machine may miss: every figure that the page shows is noted.
NOTING = """
  window.outcomes = [];
  new MutationObserver(() => {
    const shown = document.querySelector(".actions .outcome");
    const text = shown ? `${shown.innerText.replace(/\\s+/g, " ").trim()} (${shown.dataset.weight})` : "";
    if (text && window.outcomes.at(-1) !== text) window.outcomes.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""


class Winner:
    """Somebody with chips at a table, whose page goes at some pace."""

    def __init__(self, visitor: Visitor, pace: str, table: str, seat: int) -> None:
        self.visitor, self.page, self.table = visitor, visitor.page, table
        likes = {"pace": "normal" if pace == "still" else pace, "motion": pace != "still"}
        self.page.add_init_script(f"localStorage.setItem('cardroom.settings', {json.dumps(json.dumps(likes))})")
        self.page.add_init_script(NOTING)
        visitor.sit_down(table, seat)
        self.money = self._money()

    def _money(self) -> int:
        return int(self.visitor.ask("/api/me")["in_all"])

    def bet(self) -> None:
        self.visitor.bet("Ante", *self.visitor.wagers(self.table, "jackpot")[:1])

    def play(self) -> None:
        while True:
            self.visitor.wait_until(lambda: self.outcomes or self.visitor.decision.is_visible())
            if self.outcomes:
                return
            self.visitor.decide()

    @property
    def outcomes(self) -> list[str]:
        return list(self.page.evaluate("window.outcomes"))

    @property
    def change(self) -> int:
        return self._money() - self.money

    def is_told(self, words: str, weight: int) -> None:
        """All the money that the round has brought, and of it the jackpot; never anything else."""
        self.visitor.wait_until(lambda: self.outcomes and self.change > 0)
        figure = re.escape(f"+{show_money(self.change)}")
        told = re.fullmatch(rf"{figure} You win, {words} \((\d)\)", self.outcomes[-1])
        assert told is not None, (figure, words, self.outcomes)
        assert int(told[1]) >= weight
        expect(self.visitor.results).to_contain_text(re.compile(rf"In all\s*{figure}"))
        expect(self.visitor.results).not_to_contain_text("approved")


def arrive_at(arrive, room: CardRoom, pace: str) -> Visitor:
    return arrive(room, reduced_motion="reduce" if pace == "still" else "no-preference")


@pytest.mark.parametrize(
    ("kind", "pace"),
    [pytest.param(kind, pace, marks=LATER[(kind, pace) not in DRAWN]) for kind in JACKPOTS for pace in PACES],
)
def test_who_hits_a_jackpot_sees_all_of_it(open_room, arrive, kind, pace):
    """The house has dealt on to the next round, and forgotten the game of the jackpot, before the page has shown it."""
    table, deck, jackpot, weight = JACKPOTS[kind]
    room = open_room(floor=floor(), decks=(deck,), once=False)
    winner = Winner(arrive_at(arrive, room, pace), pace, table, 1)
    winner.bet()
    winner.play()
    winner.is_told(jackpot, weight)
    assert len(winner.outcomes) == 1, "it is never shown as anything else"


@pytest.mark.parametrize(
    "pace", ["quick", *(pytest.param(pace, marks=pytest.mark.soak) for pace in PACES[:2]), "still"]
)
def test_who_is_paid_envy_sees_it_in_the_figure(open_room, arrive, pace):
    room = open_room(floor=floor(), decks=(STRAIGHT_FLUSH,), once=False)
    hitter = Winner(arrive_at(arrive, room, "still"), "still", DELTA, 1)
    other = Winner(arrive_at(arrive, room, pace), pace, DELTA, 2)
    for player in (hitter, other):
        player.bet()
    for _ in range(3):  # everyone decides before the next card
        for player in (hitter, other):
            expect(player.visitor.decision).to_be_visible()
            player.visitor.decide()
    other.is_told(r"with envy of \$300", 3)
    hitter.is_told(r"with a jackpot of \$500[.]04", HEAVIEST)


def test_an_award_that_waits_is_no_loss_and_its_winner_is_told_when_it_is_paid(browser, arrive, tmp_path):
    with open_felt(tmp_path, floor(service="$0"), decks=(SIX_SUITED,)) as house:
        winner = Winner(arrive(house.room), "still", STRAIGHT, 1)
        winner.bet()
        winner.play()
        assert winner.outcomes == [f"Jackpot $5,000, paid when it is approved ({HEAVIEST})"]
        expect(winner.visitor.results).to_contain_text("Jackpot not paid yet: the staff approves it first$5,000")
        at = sign_in(house, arrive(house.room), "dora", STRAIGHT)
        at.follow("CONFIRM")
        expect(winner.page.get_by_text("A jackpot pays you $5,000: it is approved.").first).to_be_visible()
        winner.is_told(r"with a jackpot of \$5,000", HEAVIEST)


def test_a_replay_and_a_cap_count_all_the_money(open_room, arrive):
    """Also after the page has been loaded again, in the history, and to whoever watches."""
    room = open_room(floor=floor(more='payout_cap = "$1,000"'), decks=(STRAIGHT_FLUSH,))
    winner, spectator = Winner(arrive(room), "still", DELTA, 1), arrive(room)
    spectator.open(f"/tables/{DELTA}")
    winner.bet()
    winner.play()
    winner.is_told(r"with a jackpot of \$500[.]02", HEAVIEST)
    seats = spectator.page.get_by_role("list", name="Seats")
    expect(seats).to_contain_text(f"+{show_money(winner.change)}")
    assert winner.change < 1_600 * DOLLAR, "the hand itself is paid no more than the cap"
    expect(winner.visitor.results).to_contain_text(re.compile("Posted cap.*−\\$"))
    winner.visitor.page.reload()
    total = re.compile(rf"In all\s*\+{re.escape(show_money(winner.change))}")
    expect(winner.visitor.results).to_contain_text(total)
    winner.visitor.open(f"/history/{DELTA}-1")
    expect(winner.page.get_by_role("region", name="Your wagers")).to_contain_text(total)
