"""A table in operation: who sits where, the round in progress, and what it waits for. The fold of its stream."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum

from cardroom.errors import CardroomError
from cardroom.house.core import events as e
from cardroom.house.floor import TablePlan
from cardroom.money import Money
from cardroom.table import Round
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent as RoundEvent
from cardroom.table.events import BetsClosed
from cardroom.table.shuffler import shuffle
from cardroom.table.state import Phase


class Wait(StrEnum):
    """What a table waits for."""

    CLOSED = "closed"
    PLAYERS = "players"
    ROUND = "the next round"
    BETS = "bets"
    DECISIONS = "decisions"
    DEALER = "the dealer"
    APPROVAL = "approval of an award"


def commitment(round_id: str, seed: bytes) -> str:
    """Shown before the bets; the seed that makes it is shown after the round."""
    return hashlib.sha256(round_id.encode() + seed).hexdigest()


@dataclass
class Sitter:
    person: str
    name: str


@dataclass
class LiveTable:
    plan: TablePlan
    is_open: bool = False
    opening_inventory: Money = 0
    seats: dict[Seat, Sitter] = field(default_factory=dict)
    rounds: int = 0
    round: Round | None = None
    round_id: str = ""
    commitment: str = ""
    round_people: dict[Seat, str] = field(default_factory=dict)  # who holds each seat of the round, also if they leave
    last_seed: str = ""

    @property
    def id(self) -> str:
        return self.plan.id

    @property
    def is_playing(self) -> bool:
        """A round is open or in play."""
        return self.round is not None and self.round.state.phase in (Phase.BETTING, Phase.PLAYING)

    def seat_of(self, person: str) -> Seat:
        for number, sitter in self.seats.items():
            if sitter.person == person:
                return number
        raise CardroomError("not-seated", f"You have no seat at table {self.id}; sit down first.")

    def people(self) -> dict[Seat, str]:
        """Who holds each seat for the money of the round."""
        return {number: sitter.person for number, sitter in self.seats.items()} | self.round_people

    def current_round(self) -> Round:
        if self.round is None or not self.is_playing:
            raise CardroomError("no-round", f"No round is being played at table {self.id}; wait for the next one.")
        return self.round

    def begin(self, round_id: str, seed: bytes) -> tuple[Round, str]:
        """A fresh round on a deck that this seed has shuffled."""
        deck, dice = shuffle(seed)
        return Round.open(round_id, self.plan.settings, deck, dice), commitment(round_id, seed)

    def apply(self, event: e.TableEvent) -> None:
        """Fold one event in. What a round did is folded by the round itself, and by `resume` after a restart."""
        match event:
            case e.TableOpened():
                self.is_open, self.opening_inventory = True, event.inventory
            case e.TableClosed():
                self.is_open = False
            case e.SatDown():
                self.seats[event.seat] = Sitter(event.person, event.name)
            case e.StoodUp():
                del self.seats[event.seat]
            case e.RoundBegan():
                self.rounds += 1
                self.round_id, self.commitment, self.round_people = event.round_id, event.commitment, {}
            case e.Played(event=BetsClosed(seats=seats)):
                self.round_people = {number: self.seats[number].person for number in seats}
            case e.SeedRevealed():
                self.last_seed = event.seed
            case _:
                pass

    def resume(self, events: list[RoundEvent], seed: bytes) -> None:
        """Go on with the round that was in progress, from its events and its secret seed."""
        deck, dice = shuffle(seed)
        self.round = Round(events, deck, dice)
