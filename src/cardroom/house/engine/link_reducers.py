"""What happened on a link: the figures of the day, and what its awards are to tables and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardroom.house.engine.figures import DayFigures, TableFigures
from cardroom.house.log.records import LinkPart
from cardroom.jackpots.commands import Till
from cardroom.jackpots.events import AwardHandedOver, AwardPaid, EnvyPaid
from cardroom.jackpots.state import round_of

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


def fold_on_link(house: House, part: LinkPart, figures: DayFigures) -> None:
    state = house.links[part.link].state
    for event in part.events:
        figures.links[part.link].count(event, state)
        if isinstance(event, AwardPaid | EnvyPaid):
            _award(house, event, round_of(event, state))
        if isinstance(event, AwardHandedOver):
            _hand_over(house, event, figures.tables[event.table])


def _hand_over(house: House, event: AwardHandedOver, figures: TableFigures) -> None:
    """Chips out of the tray for a prize: the prize money is in the cage for them."""
    house.slips = max(house.slips, event.slip)
    if event.till is Till.TRAY:
        figures.jackpot_chips -= event.amount


def _award(house: House, event: AwardPaid | EnvyPaid, round_id: str) -> None:
    table = house.tables.get(event.table)
    if table is not None:
        table.award(round_id, event.seat, event.amount)
    if row := house.unsettled.get(round_id, {}).get(event.seat):
        more = msgspec.structs.replace(row, jackpots=row.jackpots + event.amount)
        house.unsettled[round_id][event.seat] = more
