"""`cardroom` as it is, but for what a browser test wishes: decks of its own choice, one round at a table, no waiting.

The wishes are the first argument, as JSON: `seeds` of the first rounds, or the cards on top of their `decks`, whether
tables play only `once`, so that a settled round stays on the felt, a `name` for all computer players, and how soon
somebody without a socket is `gone`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from cardroom.cards import DECK, Card, parse_cards
from cardroom.cli import main
from cardroom.fairness.shuffler import shuffle
from cardroom.house.engine import live_table, past_decks, table_wait
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.history import round_histories
from cardroom.house.kernel.seed_keys import Seal
from cardroom.house.reports import winning_cards
from cardroom.house.runtime import computer_players, startup, table_clocks
from cardroom.house.runtime.lab.lab_process import LabProcess
from cardroom.house.storage import log_ownership, store
from cardroom.house.storage.seed_key_ring import HouseSeals
from cardroom.table.information_set import Sight
from cardroom.web.sockets import seat_absence


class ChosenSeals(HouseSeals):
    """The first rounds have these seeds, which stand where a nonce does."""

    seeds: Iterator[str] = iter(())

    def draw(self, round_id: str) -> Seal:
        chosen = next(self.seeds, None)
        return super().draw(round_id) if chosen is None else Seal(chosen, "chosen")

    def seed_of(self, round_id: str, seal: Seal) -> bytes:
        return bytes.fromhex(seal.nonce) if seal.key == "chosen" else super().seed_of(round_id, seal)


class StackedDecks:
    """The real shuffle, but for the seeds of decks that were wished for."""

    def __init__(self, tops: list[str]) -> None:
        self.tops = {sha256(top.encode()).digest(): parse_cards(top) for top in tops}
        self.seeds = [sha256(top.encode()).hexdigest() for top in tops]

    def shuffle(self, seed: bytes, cards: tuple[Card, ...] = DECK) -> tuple[tuple[Card, ...], tuple[int, int, int]]:
        top = self.tops.get(seed)
        if top is None:
            return shuffle(seed, cards)
        return (*top, *(card for card in cards if card not in top)), (3, 3, 3)  # from seat 1 on, with six others


def one_round(house: House, table: LiveTable) -> table_wait.Timed:
    timed = table_wait.timed_wait(house, table)
    people = [person for person in table.round_people.values() if not person.startswith(computer_players.PREFIX)]
    has_played = people or (table.round_id and not table.round_people)
    return table_wait.NOTHING if timed[0] == table_wait.PAUSE and has_played else timed


async def raise_the_least(_: LabProcess, seen: Sight) -> str:
    return seen.settings.rules.decision(seen.decision).options[1].name


async def no_warm_up(*_: object) -> None:
    return None


if __name__ == "__main__":
    wishes: dict[str, Any] = json.loads(sys.argv.pop(1))
    stacked = StackedDecks(wishes["decks"])
    ChosenSeals.seeds = iter([*wishes["seeds"], *stacked.seeds])
    for module in (live_table, past_decks, round_histories, winning_cards):
        module.shuffle = stacked.shuffle  # type: ignore[attr-defined]
    startup.HouseSeals = ChosenSeals  # type: ignore[attr-defined]
    if wishes["once"]:
        table_clocks.timed_wait = one_round  # type: ignore[attr-defined]
    table_clocks.EVERYONE_HAS_BET = 0.2
    LabProcess.best = raise_the_least  # type: ignore[method-assign]
    LabProcess.warm_up = no_warm_up  # type: ignore[assignment]
    log_ownership.LEASE = store.LEASE = float(os.environ["LEASE"])  # type: ignore[attr-defined]
    if wishes["gone"] is not None:
        seat_absence.GONE, seat_absence.GONE_AFTER_START = wishes["gone"], 0.0
    if wishes["name"]:
        computer_players.random_guest_name = lambda: wishes["name"]  # type: ignore[attr-defined]
    computer_players.THINKING = (0.0, 0.05)
    sys.exit(main())
