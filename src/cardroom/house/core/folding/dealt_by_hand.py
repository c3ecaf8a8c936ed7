"""What is known of a table that a person deals besides its round: its shuffler, and a payout that differed."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from cardroom.house.core import events as e
from cardroom.house.core.duty import AtShuffler, Mispaid
from cardroom.table.events import HandFouled, RoundVoided

if TYPE_CHECKING:
    from cardroom.house.core.tables import LiveTable

OfDealing = e.PayoutDiffered | e.PayoutCorrected | e.ShufflerPressed | RoundVoided | HandFouled


def dealt_by_hand(table: LiveTable, event: OfDealing, at: datetime) -> None:
    """Fold an event in. A round that is void, or a hand that is dead, leaves nothing to be paid."""
    match event:
        case e.PayoutDiffered():
            table.mispaid = Mispaid(event.round_id, event.seat, event.entered, event.due, event.dealer, at)
        case e.PayoutCorrected() | RoundVoided():
            table.mispaid = None
        case HandFouled():
            if table.mispaid is not None and table.mispaid.seat == event.seat:
                table.mispaid = None
        case e.ShufflerPressed():
            table.shuffler = msgspec.structs.replace(table.shuffler or AtShuffler(), **_pressed(event))


def _pressed(event: e.ShufflerPressed) -> dict[str, str]:
    match event.what:
        case "mode":
            return {"mode": event.mode}
        case "first":
            return {"first": event.round_id}
        case _:
            return {"counted": event.round_id}
