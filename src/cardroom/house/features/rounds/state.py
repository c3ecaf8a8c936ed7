"""What is known of a table's rounds beside their events."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.games.facts import SEAT
from cardroom.house.features.rounds.messages import (
    CardsShown,
    PayoutCorrected,
    PayoutDiffered,
    SensorsCounted,
    ShufflerPressed,
)
from cardroom.house.kernel.seals import Seal
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import HandFouled, RoundVoided

if TYPE_CHECKING:
    from cardroom.house.engine.tables import LiveTable


class Beginning(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where in the log a round begins, and how it is sealed."""

    position: int
    at: datetime
    day: str
    nonce: str = ""
    key: str = ""

    @property
    def seal(self) -> Seal:
        return Seal(self.nonce, self.key)


class RealRound(msgspec.Struct, frozen=True):
    """What is known of a round with real cards."""

    lit: dict[str, tuple[Seat, ...]] = {}  # the sensors that were counted last, by link
    shown: dict[str, CardsShown] = {}  # cards that proved a hand, by whose they are: see `shown_by`
    began: Beginning | None = None
    counted: tuple[str, ...] = ()  # the links whose sensors were counted in this round

    def counting(self, event: SensorsCounted) -> RealRound:
        return replace(self, lit=self.lit | {event.link: event.seats}, counted=(*self.counted, event.link))

    def showing(self, event: CardsShown) -> RealRound:
        return replace(self, shown=self.shown | {shown_by(event.holder, event.seat): event})


def shown_by(holder: str, seat: Seat) -> str:
    """Under what name cards are remembered: a seat's own by its number, others by their holder."""
    return f"{SEAT} {seat}" if holder == SEAT else holder


class Mispaid(msgspec.Struct, frozen=True):
    """A dealer's figure for a seat that was not what is due; the table waits for a supervisor's correction."""

    round_id: str
    seat: Seat
    entered: Money
    due: Money
    dealer: str
    at: datetime


class AtShuffler(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a dealer has last pressed at a table's shuffler."""

    mode: str = ""
    first: str = ""  # the round whose first packet the green button gave out
    counted: str = ""  # the round whose hands it has counted


OfDealing = PayoutDiffered | PayoutCorrected | ShufflerPressed | RoundVoided | HandFouled


def dealt_by_hand(table: LiveTable, event: OfDealing, at: datetime) -> None:
    """Fold an event in. A round that is void, or a hand that is dead, leaves nothing to be paid."""
    match event:
        case PayoutDiffered():
            table.mispaid = Mispaid(event.round_id, event.seat, event.entered, event.due, event.dealer, at)
        case PayoutCorrected() | RoundVoided():
            table.mispaid = None
        case HandFouled():
            if table.mispaid is not None and table.mispaid.seat == event.seat:
                table.mispaid = None
        case ShufflerPressed():
            table.shuffler = msgspec.structs.replace(table.shuffler or AtShuffler(), **_pressed(event))


def _pressed(event: ShufflerPressed) -> dict[str, str]:
    match event.what:
        case "mode":
            return {"mode": event.mode}
        case "first":
            return {"first": event.round_id}
        case _:
            return {"counted": event.round_id}
