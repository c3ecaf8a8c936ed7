"""What is known of a table's rounds beside their events."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.games.round_facts import SEAT
from cardroom.house.features.days.messages import DayCorrected
from cardroom.house.features.rounds.messages import (
    CardsShown,
    PayoutCapped,
    PayoutCorrected,
    PayoutDiffered,
    RealRoundBegan,
    RoundBegan,
    SeedLost,
    SeedRevealed,
    SensorsCounted,
    ShufflerPressed,
)
from cardroom.house.features.rounds.rows import played
from cardroom.house.features.tables.messages import TableClosed, TableRemoved
from cardroom.house.kernel.seed_keys import Seal
from cardroom.jackpots.engine.link_state import LinkState, round_of
from cardroom.jackpots.events import AwardPaid, EnvyPaid
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import HandFouled, RoundVoided

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.kernel.document_store import Documents
    from cardroom.house.log.records import Record


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


class RealRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a round with real cards."""

    lit: dict[str, tuple[Seat, ...]] = {}  # the sensors that were counted last, by link
    shown: dict[str, CardsShown] = {}  # cards that proved a hand, by whose they are: see `shown_cards_key`
    began: Beginning | None = None
    counted: tuple[str, ...] = ()  # the links whose sensors were counted in this round

    def counting(self, event: SensorsCounted) -> RealRound:
        return replace(self, lit=self.lit | {event.link: event.seats}, counted=(*self.counted, event.link))

    def showing(self, event: CardsShown) -> RealRound:
        return replace(self, shown=self.shown | {shown_cards_key(event.holder, event.seat): event})


def shown_cards_key(holder: str, seat: Seat) -> str:
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


# --- reducers ---------------------------------------------------------------------------------------------------------


def began(table: LiveTable, event: RoundBegan, documents: Documents) -> None:
    table.remember_awards(table.round_id, table.awards)
    table.rounds += 1
    table.round_id, table.commitment, table.round = event.round_id, event.commitment, None
    table.round_people, table.capped, table.awards, table.seed = {}, {}, {}, ""
    table.promoted = {}


def real_began(table: LiveTable, event: RealRoundBegan, documents: Documents) -> None:
    table.rounds += 1
    table.round_id, table.awards, table.real = event.round_id, {}, RealRound(table.real_round.lit)


def sensors_counted(table: LiveTable, event: SensorsCounted, documents: Documents) -> None:
    table.real = table.real_round.counting(event)


def cards_shown(table: LiveTable, event: CardsShown, documents: Documents) -> None:
    table.real = table.real_round.showing(event)


def seed_revealed(table: LiveTable, event: SeedRevealed, documents: Documents) -> None:
    table.seed = event.seed


def capped(table: LiveTable, event: PayoutCapped, documents: Documents) -> None:
    table.capped[event.seat] = event.won - event.cap


def beginning(house: House, table: LiveTable, event: RoundBegan, record: Record) -> None:
    table.began = Beginning(record.position, record.at, record.day, event.nonce, event.seal_key)
    _forget_settled(house, table, house.games_on(table.id))


def over(house: House, table: LiveTable, event: SeedRevealed | SeedLost, record: Record) -> None:
    """A round is left behind with a jackpot's game still on: who played it may be due something."""
    if event.round_id in house.games_on(table.id):
        house.unsettled[event.round_id] = {row.seat: row for row in played(table)}


def award_paid(house: House, link: LinkState, event: AwardPaid | EnvyPaid, record: Record) -> None:
    round_id, table = round_of(event, link), house.tables.get(event.table)
    if table is not None:
        table.award(round_id, event.seat, event.amount)
    if row := house.unsettled.get(round_id, {}).get(event.seat):
        house.unsettled[round_id][event.seat] = replace(row, jackpots=row.jackpots + event.amount)


def table_removed(house: House, table: LiveTable, event: TableRemoved, record: Record) -> None:
    _forget_settled(house, table, set())


def _forget_settled(house: House, table: LiveTable, games_on: set[str]) -> None:
    for round_id, rows in list(house.unsettled.items()):
        if round_id not in games_on and next(iter(rows.values())).table_id == table.id:
            del house.unsettled[round_id]


def real_beginning(house: House, table: LiveTable, event: RealRoundBegan, record: Record) -> None:
    table.real = replace(table.real_round, began=Beginning(record.position, record.at, record.day))


def payout_differed(house: House, table: LiveTable, event: PayoutDiffered, record: Record) -> None:
    table.mispaid = Mispaid(event.round_id, event.seat, event.entered, event.due, event.dealer, record.at)


def nothing_to_correct(house: House, table: LiveTable, event: PayoutCorrected | RoundVoided, record: Record) -> None:
    table.mispaid = None


def fouled(house: House, table: LiveTable, event: HandFouled, record: Record) -> None:
    """A hand that is dead leaves nothing to be paid."""
    if table.mispaid is not None and table.mispaid.seat == event.seat:
        table.mispaid = None


def shuffler_pressed(house: House, table: LiveTable, event: ShufflerPressed, record: Record) -> None:
    before = table.shuffler or AtShuffler()
    match event.press:
        case "mode":
            table.shuffler = replace(before, mode=event.mode)
        case "first":
            table.shuffler = replace(before, first=event.round_id)
        case _:
            table.shuffler = replace(before, counted=event.round_id)


def table_closed(house: House, table: LiveTable, event: TableClosed, record: Record) -> None:
    table.mispaid = table.shuffler = None


def day_corrected(house: House, event: DayCorrected, record: Record) -> None:
    for table in house.tables.values():
        if table.began is not None and table.began.day == event.wrong:
            table.began = replace(table.began, day=event.right)
        if table.real and table.real.began is not None and table.real.began.day == event.wrong:
            table.real = replace(table.real, began=replace(table.real.began, day=event.right))
