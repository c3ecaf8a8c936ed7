"""What a table waits for, whose turn it is and since when: one answer for the pit and for the watcher."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.house.engine.house import House
from cardroom.house.engine.next_step import next_step
from cardroom.house.engine.tables import LiveTable
from cardroom.house.engine.waiting import Wait, waits_for
from cardroom.house.features.rounds.consoles import is_game_on, waits_for_award
from cardroom.house.floor import Dealer
from cardroom.house.kernel.people import Whose
from cardroom.house.views.activity import Pulse
from cardroom.table.saying import in_words

SAYS = {
    Wait.CLOSED: "The table is closed.",
    Wait.PLAYERS: "Nobody sits here.",
    Wait.ROUND: "The next round begins by itself.",
    Wait.BETS: "Players put their bets down.",
    Wait.DEALER: "The house itself deals on.",
}


class TableWait(msgspec.Struct, frozen=True, kw_only=True):
    what: Wait
    whose: Whose | None  # None: nobody's
    says: str
    since: datetime


def waiting_of(house: House, table: LiveTable, pulse: Pulse) -> TableWait:
    what = waits_for(house, table)
    since = _since(house, table, what, pulse)
    if what is Wait.CLOSED:
        return TableWait(what=what, whose=None, says=table.fault.says if table.fault else SAYS[what], since=since)
    if (held := table.held) is not None:
        says = f"The table is held: {held.why}" if held.why else "The table is held."
        return TableWait(what=what, whose=Whose.SUPERVISOR, says=says, since=held.since)
    if table.plan.dealer is Dealer.HUMAN:
        step = next_step(house, table)
        whose = None if step is None or _is_empty(house, table) else step.whose
        return TableWait(what=what, whose=whose, says=step.says if step else SAYS[Wait.PLAYERS], since=since)
    if not table.is_playing and waits_for_award(house, table):
        return TableWait(what=what, whose=Whose.SUPERVISOR, says="An award waits for approval.", since=since)
    if what is Wait.DECISIONS:
        assert table.round is not None
        seats = table.round.awaited_seats()
        says = f"Seats {in_words(map(str, seats))} decide." if len(seats) > 1 else f"Seat {seats[0]} decides."
        return TableWait(what=what, whose=Whose.PLAYERS, says=says, since=since)
    return TableWait(what=what, whose=None, says=SAYS.get(what, ""), since=since)


def _since(house: House, table: LiveTable, what: Wait, pulse: Pulse) -> datetime:
    """Since the game last moved on; bets since the first one, and the next round since somebody sits there for it."""
    opened = table.opened
    if opened and what is Wait.BETS:
        return max(pulse.stirred, opened.at)
    if pulse.taken and not table.plan.is_real and not table.is_playing and not is_game_on(house, table):
        return max(pulse.stirred, pulse.taken)
    return pulse.stirred


def _is_empty(house: House, table: LiveTable) -> bool:
    """Nobody is kept waiting: no game with real cards is on, or nobody sits at the table."""
    if table.plan.is_real:
        return not is_game_on(house, table)
    return not table.seats and not table.is_playing and not is_game_on(house, table)
