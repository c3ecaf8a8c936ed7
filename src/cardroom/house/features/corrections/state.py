"""When a round of a table was last corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.house.features.corrections.messages import RoundCorrected

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.log.records import Record


# --- reducers ---------------------------------------------------------------------------------------------------------


def round_corrected(house: House, table: LiveTable, event: RoundCorrected, record: Record) -> None:
    table.corrected = record.position
