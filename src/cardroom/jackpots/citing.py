"""Which sheet and rule a link's acts are done under. The sheets' pages number the same acts differently."""

from __future__ import annotations

from cardroom.games.jackpot_pages import HOUSE_RULING, Act
from cardroom.jackpots.config import LinkConfig

ACCOUNTING = "house procedure, jackpot accounting"


def cite(config: LinkConfig, table_id: str, act: Act) -> str:
    """The page that the table's jackpot is run by, with its rule; a sheet without one leaves it to the house."""
    table = config.table(table_id)
    page = config.page_of(table)
    if page is None:
        return f"{table.sheet}, {HOUSE_RULING}"
    return page.cite(table.console, act)
