"""Each command to its handler, as the tables of the features have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardroom.house.engine import staff_card_override
from cardroom.house.engine.feature_order import FEATURES
from cardroom.house.engine.unit_of_work import UnitOfWork
from cardroom.house.features.private_tables.handlers import require_invited
from cardroom.house.features.staff_cards.handlers import require_active_account
from cardroom.house.kernel.messages import Command
from cardroom.house.log import commands as c

HANDLERS: dict[type[Command], Callable[[UnitOfWork, Any], None]] = {
    row.kind: row.handler for feature in FEATURES for row in feature.commands
}


def perform(work: UnitOfWork, command: c.AnyCommand) -> None:
    """Carry a command out, or raise why not."""
    require_invited(work, command)
    if isinstance(command, c.Lent):
        require_active_account(work, command.to)
        perform(work, command.command)
        staff_card_override.clear_refused_card(work, command)
        return
    HANDLERS[type(command)](work, command)
