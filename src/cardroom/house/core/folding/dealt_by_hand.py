"""What is known of a table that a person deals besides its round: its shuffler, and a payout that differed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from cardroom.house.core import events as e
from cardroom.house.core.duty import AtShuffler, Mispaid
from cardroom.table.events import HandFouled, RoundVoided

if TYPE_CHECKING:
    from cardroom.house.core.house import House

OfDealing = e.PayoutDiffered | e.PayoutCorrected | e.ShufflerPressed | RoundVoided | HandFouled


def dealt_by_hand(house: House, table: str, event: OfDealing, at: datetime) -> None:
    """Fold an event in. A round that is void, or a hand that is dead, leaves nothing to be paid."""
    match event:
        case e.PayoutDiffered():
            house.mispaid[table] = Mispaid(event.round_id, event.seat, event.entered, event.due, event.dealer, at)
        case e.PayoutCorrected() | RoundVoided():
            house.mispaid.pop(table, None)
        case HandFouled():
            if table in house.mispaid and house.mispaid[table].seat == event.seat:
                del house.mispaid[table]
        case e.ShufflerPressed():
            before = house.shufflers.get(table, AtShuffler())
            house.shufflers[table] = msgspec.structs.replace(before, **_pressed(event))


def _pressed(event: e.ShufflerPressed) -> dict[str, str]:
    match event.what:
        case "mode":
            return {"mode": event.mode}
        case "first":
            return {"first": event.round_id}
        case _:
            return {"counted": event.round_id}
