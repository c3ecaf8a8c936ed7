"""What happened at a table: what the house knows of it besides its own stream, and what it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardroom.house.engine.figures import TableFigures
from cardroom.house.engine.rows import PlayedRow, played
from cardroom.house.engine.waiting import opened_by
from cardroom.house.features.alerts.state import forget_place
from cardroom.house.features.counts.messages import Purpose
from cardroom.house.features.counts.state import Closer, PendingCount
from cardroom.house.features.duty.state import Call, Dealing
from cardroom.house.features.rounds.state import Beginning, dealt_by_hand
from cardroom.house.features.suspension.state import Held, release
from cardroom.house.log import events as e
from cardroom.house.log.records import Record, TablePart
from cardroom.table.commands import Seat
from cardroom.table.events import HandFouled, RoundVoided

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


def fold_at_table(house: House, part: TablePart, record: Record, figures: TableFigures) -> None:
    table = house.tables[part.table]
    for event in part.events:
        figures.count(event, table)
        match event:
            case e.TablePlaced() if table.plan.is_private:
                house.private_tables += 1
            case e.SatDown():
                house.bought[event.person] = house.bought.get(event.person, 0) + event.chips
            case e.ToppedUp():
                person = table.seats[event.seat].person
                house.bought[person] = house.bought.get(person, 0) + event.chips
            case e.RoundBegan():
                table.began = Beginning(record.position, record.at, record.day, event.nonce, event.key)
            case e.RealRoundBegan():
                table.real = replace(table.real_round, began=Beginning(record.position, record.at, record.day))
            case e.DealerTappedIn():
                table.dealing = Dealing(event.person, record.at)
            case e.DealerTappedOut():
                table.dealing = None
            case e.SupervisorCalled():
                table.call = Call(record.by, record.at, event.why)
            case e.CallAnswered():
                table.call = None
            case e.PayoutDiffered() | e.PayoutCorrected() | e.ShufflerPressed() | RoundVoided() | HandFouled():
                dealt_by_hand(table, event, record.at)
            case e.TableHeld():
                table.held = Held(record.by, record.at, event.why)
            case e.TableReleased():
                release(table, record.at)
            case e.RoundCorrected():
                table.corrected = record.position
            case e.TrayCounted():
                table.tray_count = PendingCount(event.purpose, event.rack, record.by, record.at, event.expected)
            case e.DropCounted():
                table.drop_count = PendingCount(Purpose.DROP, event.rack, record.by, record.at, event.expected)
            case e.DropCollected():
                table.drop_count = None
            case e.TrayChecked():
                table.tray_count = None
                if event.purpose is Purpose.CLOSING:
                    table.closer = Closer(event.rack, record.day, record.at, event.counted_by, event.checked_by)
            case e.TableOpened():
                table.closer = None
            case e.TableClosed():
                table.dealing = table.held = table.mispaid = table.shuffler = table.tray_count = None
            case e.TableRemoved():
                gone = house.removed[part.table] = house.tables.pop(part.table)
                if not gone.plan.is_private:  # whose name never comes again
                    house.rounds_of_removed[part.table] = gone.rounds
                forget_place(house.alerts, part.table)
                house.refused_cards.pop(part.table, None)
            case _:
                pass


def now_waits(house: House, part: TablePart, record: Record) -> None:
    """What a table waits for now, and the round that it leaves behind with a jackpot's game still on."""
    table = house.tables.get(part.table)
    if table is not None:
        table.opened = opened_by(record, table, table.opened)
    for event in part.events:
        match event:
            case e.TableClosing() | e.TableClosed() | e.TableKeptOpen() if table is not None:
                table.is_closing = isinstance(event, e.TableClosing)
            case e.RoundBegan() | e.TableRemoved():
                _forget_settled(house, part.table)
            case e.SeedRevealed() | e.SeedLost() if table is not None and event.round_id in house.games_on(table.id):
                house.unsettled[event.round_id] = {row.seat: row for row in played(table)}
            case _:
                pass


def _forget_settled(house: House, table_id: str) -> None:
    on = house.games_on(table_id) if table_id in house.tables else set()
    for round_id in [name for name, rows in house.unsettled.items() if _table_of(rows) == table_id]:
        if round_id not in on:
            del house.unsettled[round_id]


def _table_of(rows: Mapping[Seat, PlayedRow]) -> str:
    return next(iter(rows.values())).table_id
