"""What a page is told and shows, held against the log: no card is there before its time, not even for a moment."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from ..faults.servers import read_log
from .people import Visitor

# Keeps what stands in the document after every change, and the number of the last record that the page had been told.
WATCH = """
const told = { number: 0, seen: [] };
window.told = told;
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      told.number = Math.max(told.number, message.number ?? message.view?.number ?? 0);
    });
  }
};
let last = "";
new MutationObserver(() => {
  const now = document.documentElement.outerHTML;
  if (now !== last) told.seen.push([told.number, (last = now)]);
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"}
SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
CODE = re.compile(r"(?<![A-Za-z0-9])(10|[2-9JQKA])([cdhs](?![A-Za-z0-9])|[♣♦♥♠])")
NAME = re.compile(r"\b(ace|king|queen|jack|10|[2-9]) of (club|diamond|heart|spade)s")
DRAWING = re.compile(r' d="[^"]*"')
SEED = re.compile(r"[0-9a-f]{64}")


def cards_in(text: str) -> set[str]:
    """However they are written. What a drawing consists of is not writing."""
    text = DRAWING.sub("", text)
    codes = {rank + SUITS.get(suit, suit) for rank, suit in CODE.findall(text)}
    return codes | {RANKS.get(rank, rank) + suit[0] for rank, suit in NAME.findall(text)}


@dataclass
class Truth:
    """What the holder of a seat may know of a round, record by record."""

    seat: int
    cards: list[tuple[int, set[str]]] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)  # dealt, and not to this seat
    seed: str = ""
    seed_at: int = 0

    def known(self, number: int) -> set[str]:
        return {card for at, cards in self.cards if at <= number for card in cards}


def truth_of(database: str, table: str, seat: int) -> Truth:
    log, truth = read_log(database), Truth(seat)
    for said in log.said:
        if said.stream != f"table:{table}":
            continue
        for event in said.events:
            match event["type"]:
                case "SeedRevealed":
                    truth.seed, truth.seed_at = event["seed"], said.number
                case "PacketDealt":
                    is_own = event["to"] == seat and not event.get("to_empty_seat")
                    truth.cards.append((said.number, set(event["cards"] if is_own else event.get("up", []))))
                    truth.hidden |= set() if is_own else set(event["cards"]) - set(event.get("up", []))
                case "CardExposed":
                    truth.cards.append((said.number, {event["card"]}))
                case "DealerRevealed" | "HandShown":
                    truth.cards.append((said.number, set(event["cards"])))
    return truth


def decide_all(*choices: tuple[Visitor, int]) -> None:
    """Whoever is asked takes this option."""
    for visitor, option in choices:
        if visitor.decision.is_visible():
            visitor.decide(option)


OTHERS = [pytest.param(game, marks=pytest.mark.soak) for game in ("caribbean-stud", "let-it-ride")]


@pytest.mark.parametrize("game", ["mississippi-stud", "ultimate-texas-holdem", *OTHERS])
def test_no_hidden_card_is_in_the_socket_or_the_document_of_a_page(room, arrive, game):
    table, anna, ben = room.table(game), arrive(room), arrive(room)
    anna.page.add_init_script(WATCH)
    anna.sit_down(table, 1)
    ben.sit_down(table, 2)
    for visitor in (anna, ben):
        visitor.bet(visitor.wagers(table, "base")[0])
    for visitor in (anna, ben):
        expect(visitor.decision).to_be_visible()
    anna.wait_until(lambda: decide_all((ben, 0), (anna, 1)) or anna.over.is_visible())
    truth = truth_of(room.database, table, 1)
    told = anna.page.evaluate("told.seen")
    assert len(truth.hidden) >= 5
    assert len(told) > 10

    shown: set[str] = set()
    for number, document in told:
        shown |= cards_in(document)
        assert cards_in(document) <= truth.known(number), number
        assert truth.seed not in document or number >= truth.seed_at
    heard: set[str] = set()
    number = 0
    for frame in anna.frames:
        message = json.loads(frame)
        number = max(number, message.get("number", 0), message.get("view", {}).get("number", 0))
        heard |= cards_in(frame)
        assert cards_in(frame) <= truth.known(number), frame
        assert number >= truth.seed_at or truth.seed not in SEED.findall(frame)
    assert heard == truth.known(truth.seed_at)
    assert shown == heard
    assert not heard & (truth.hidden - truth.known(truth.seed_at))
