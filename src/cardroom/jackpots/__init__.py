"""Jackpots: meters, levels, links, awards, envy and the two console generations, to the cent."""

from cardroom.games.jackpot_pages import Console
from cardroom.jackpots.commands import Who
from cardroom.jackpots.engine.console_games import envy_due, not_yet_paid, require_open
from cardroom.jackpots.engine.consoles import card_needed, next_press
from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.engine.link import Link
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.table_event_effects import validate_table
from cardroom.jackpots.engine.wins import Win
from cardroom.jackpots.reports.link_figures import LinkFigures
from cardroom.jackpots.setup.config import (
    AwardOrder,
    Chance,
    JackpotKind,
    LevelConfig,
    LinkConfig,
    LinkTable,
    Source,
    parse_rate,
    show_rate,
)
from cardroom.jackpots.setup.validation import link_config, validate_floor
from cardroom.jackpots.text.display import Display, display

__all__ = [
    "AwardOrder",
    "Chance",
    "Console",
    "Display",
    "Funds",
    "JackpotKind",
    "LevelConfig",
    "Link",
    "LinkConfig",
    "LinkFigures",
    "LinkState",
    "LinkTable",
    "Source",
    "Who",
    "Win",
    "card_needed",
    "display",
    "envy_due",
    "link_config",
    "next_press",
    "not_yet_paid",
    "parse_rate",
    "require_open",
    "show_rate",
    "validate_floor",
    "validate_table",
]
