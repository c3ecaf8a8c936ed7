"""What a table waits for."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from cardroom.house.core.acts.consoles import is_game_on
from cardroom.house.core.tables import LiveTable
from cardroom.house.floor import Dealer
from cardroom.table.state import Phase

if TYPE_CHECKING:
    from cardroom.house.core.house import House


class Wait(StrEnum):
    """What a table waits for."""

    CLOSED = "closed"
    PLAYERS = "players"
    ROUND = "the next round"
    BETS = "bets"
    DECISIONS = "decisions"
    DEALER = "the dealer"
    APPROVAL = "approval of an award"


def waits_for(house: House, table: LiveTable) -> Wait:
    if not table.is_open:
        return Wait.CLOSED
    if table.round is not None and table.is_playing:
        if table.round.state.phase is Phase.BETTING:
            return Wait.BETS
        return Wait.DECISIONS if table.round.awaited_seats() and table.round.next_act() is None else Wait.DEALER
    if is_game_on(house, table):
        return Wait.APPROVAL if table.plan.dealer is Dealer.AUTOMATIC else Wait.DEALER
    return Wait.ROUND if table.seats else Wait.PLAYERS
