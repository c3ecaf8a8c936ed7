"""Which rule a link's acts are done by, and its words. The sheets' pages number the same acts differently."""

from __future__ import annotations

from cardroom.games.citations import OtherRule, Procedure, show_rule
from cardroom.games.jackpot_pages import HOUSE_RULING, Act
from cardroom.jackpots.events import AnyEvent
from cardroom.jackpots.setup.config import LinkConfig

ACCOUNTING = Procedure.JACKPOT_ACCOUNTING.rule


def rule_for(config: LinkConfig, table_id: str, act: Act) -> OtherRule:
    """On the page that the table's jackpot is run by; a sheet without one leaves it to the house."""
    table = config.table(table_id)
    page = config.page_of(table)
    return HOUSE_RULING if page is None else page.rule(table.console, act)


def cite(event: AnyEvent, config: LinkConfig | None) -> str:
    """The rule of an event in words, with the page or sheet of its table, where the link still has that."""
    name = getattr(event, "table", "")
    table = next((table for table in config.tables if table.id == name), None) if config is not None else None
    if config is None or table is None:
        return show_rule(event.rule)
    page = config.page_of(table)
    return show_rule(event.rule, table.sheet if page is None else page.title)
