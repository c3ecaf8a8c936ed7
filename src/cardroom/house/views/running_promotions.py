"""The promotions that run at a table, in the words in which they stand on its felt and in its rules."""

from __future__ import annotations

from cardroom.games.catalogue import is_known
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.promotions.text import offered


def promotions_at(house: House, table: LiveTable) -> tuple[str, ...]:
    if not is_known(table.plan.settings.game):
        return ()
    running = (one for one in house.promotions.at_table(table.id) if one.runs(house.day))
    return tuple(offered(one, table.plan.settings) for one in running)
