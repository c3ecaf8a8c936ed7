"""What the house knows of awards beside their links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.jackpots.commands import Till
from cardroom.jackpots.events import AwardHandedOver

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record
    from cardroom.jackpots import LinkState


# --- reducers ---------------------------------------------------------------------------------------------------------


def handed_over(house: House, link: LinkState, event: AwardHandedOver, record: Record) -> None:
    """Chips out of the tray for a prize: the prize money is in the cage for them."""
    house.slips = max(house.slips, event.slip)
    if event.till is Till.TRAY:
        house.figures[record.day].tables[event.table].jackpot_chips -= event.amount
