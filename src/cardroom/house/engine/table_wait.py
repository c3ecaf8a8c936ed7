"""What a table waits for: who has to do what, since when and until when.

Pages, clocks, pit and alerts ask here. Sentences about it are in `views.wait_text`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.games.model import Decide
from cardroom.house.engine.live_table import LiveTable, Timer
from cardroom.house.engine.next_step import NextStep, next_step
from cardroom.house.features.rounds.consoles import is_game_on, waits_for_award
from cardroom.house.floor import Dealer
from cardroom.house.kernel.people import Whose
from cardroom.house.log.records import Record
from cardroom.table import Round
from cardroom.table.commands import Seat
from cardroom.table.round_state import Phase

if TYPE_CHECKING:
    from cardroom.house.engine.house import House

BETS = "bets"
PAUSE = "pause"

Timed = tuple[str, int]  # what a clock runs for, and the record or the round that it began with
NOTHING: Timed = ("", 0)


class Wait(StrEnum):
    """What a table waits for."""

    CLOSED = "closed"
    PLAYERS = "players"
    ROUND = "the next round"
    BETS = "bets"
    DECISIONS = "decisions"
    DEALER = "the dealer"
    SUPERVISOR = "a supervisor"


class TableWait(msgspec.Struct, frozen=True, kw_only=True):
    """Who has to do what at a table, since when and until when."""

    what: Wait
    since: datetime  # that the game last moved on, or a later beginning of this wait
    until: datetime | None = None  # when bets are closed, or the next round begins
    deadlines: Mapping[Seat, datetime] = {}  # of those who decide; none before they have been asked
    whose: Whose | None = None  # None: nobody is kept waiting
    seats: tuple[Seat, ...] = ()  # that decide
    step: NextStep | None = None  # where a person deals: the next press, or whatever else comes next
    is_award: bool = False  # an award of a jackpot waits for approval


class Deadlines(msgspec.Struct, frozen=True):
    """Until when a table waits by its clock, which starts once what it runs for is on disk and told."""

    timed: Timed = NOTHING
    until: datetime | None = None  # of the bets or the next round
    of_seats: dict[Seat, datetime] = {}  # that decide


def table_wait(house: House, table: LiveTable) -> TableWait:
    what, due = waits_for(house, table), house.deadlines[table.id]
    since = _since(house, table, what)
    if what is Wait.CLOSED:
        return TableWait(what=what, since=since)
    if due.timed != timed_wait(house, table, what):  # the clock has not been asked about this wait yet
        due = Deadlines()
    wait = TableWait(what=what, since=since, until=due.until, deadlines=due.of_seats)
    is_award = not table.is_playing and waits_for_award(house, table)
    seats = tuple(table.round.awaited_seats()) if what is Wait.DECISIONS and table.round is not None else ()
    if table.plan.dealer is Dealer.HUMAN:
        step = next_step(house, table)
        whose = None if step is None or _is_empty(house, table) else step.whose
        if table.suspended is not None:
            whose = Whose.SUPERVISOR
        return replace(wait, whose=whose, seats=seats, step=step, is_award=is_award)
    if table.suspended is not None or is_award:
        return replace(wait, whose=Whose.SUPERVISOR, is_award=is_award)
    return replace(wait, whose=Whose.PLAYERS if what is Wait.DECISIONS else None, seats=seats)


def waits_for(house: House, table: LiveTable) -> Wait:
    """What alone: the next press is not looked for."""
    if not table.is_open or table.fault:
        return Wait.CLOSED
    if table.suspended is not None or table.mispaid is not None:
        return Wait.SUPERVISOR  # who lets it go on, or puts a payout right
    if table.round is not None and table.is_playing:
        if table.round.state.phase is Phase.BETTING:
            return Wait.BETS
        return Wait.DECISIONS if table.round.awaited_seats() and table.round.next_act() is None else Wait.DEALER
    if is_game_on(house, table) and not waits_for_award(house, table):
        return Wait.DEALER  # who ends the game on the console
    if table.plan.is_real or (table.here and table.plan.dealer is Dealer.HUMAN):
        return Wait.DEALER  # who begins the next round
    return Wait.ROUND if table.here else Wait.PLAYERS


def _is_empty(house: House, table: LiveTable) -> bool:
    """Nobody is kept waiting: no game with real cards is on, or nobody sits at the table."""
    if table.plan.is_real:
        return not is_game_on(house, table)
    return not table.seats and not table.is_playing and not is_game_on(house, table)


# --- since when, and for what a clock runs ----------------------------------------------------------------------------


def _since(house: House, table: LiveTable, what: Wait) -> datetime:
    """Since the game last moved on; bets since the first one, and the next round since somebody sits there for it."""
    if table.suspended is not None and what is not Wait.CLOSED:
        return table.suspended.since
    pulse = house.pulses.of(table.id)
    if table.opened is not None and what is Wait.BETS:
        return max(pulse.stirred, table.opened.at)
    if pulse.taken and not table.plan.is_real and not table.is_playing and not is_game_on(house, table):
        return max(pulse.stirred, pulse.taken)
    return pulse.stirred


def timed_wait(house: House, table: LiveTable, what: Wait | None = None) -> Timed:
    """A person who deals closes the bets and begins rounds without a clock; decisions have one at every table."""
    is_automatic = table.plan.dealer is Dealer.AUTOMATIC
    if opened := table.opened:
        return (opened.what, opened.position) if is_automatic or opened.what != BETS else NOTHING
    return (PAUSE, table.rounds) if is_automatic and (what or waits_for(house, table)) is Wait.ROUND else NOTHING


def seconds_for(table: LiveTable, timed: Timed) -> float:
    timers = table.plan.timers
    return {BETS: timers.bets, PAUSE: timers.pause}.get(timed[0], timers.decision)


def opened_by(record: Record, table: LiveTable, before: Timer | None) -> Timer | None:
    """What a table waits for once a record has been folded in, and since when."""
    round_ = table.round
    if round_ is None or not table.is_playing or table.fault:
        return None
    if round_.state.phase is Phase.BETTING:
        return _betting(record, table, before, has_bets=bool(round_.state.seats))
    decision = _decision(round_)
    if decision is None:
        return None
    if before is not None and before.what == decision.id:
        return before
    return Timer(decision.id, record.at, record.position)


def _decision(round_: Round) -> Decide | None:
    """A record is folded whatever becomes of its game: one that fails here is found out where it is played."""
    try:
        return round_.decision()
    except Exception:  # noqa: BLE001 - a game file may raise anything
        return None


def _betting(record: Record, table: LiveTable, before: Timer | None, *, has_bets: bool) -> Timer | None:
    """The first bet starts the clock, and whoever takes it back does not stop it.

    A clock that ran out over an empty layout has kept nobody waiting: the next bet starts another one.
    """
    if before is None or before.what != BETS:
        return Timer(BETS, record.at, record.position) if has_bets else None
    ran_out = record.at > before.at + timedelta(seconds=table.plan.timers.bets)
    if has_bets and before.is_idle and ran_out:
        return Timer(BETS, record.at, record.position)
    return before if before.is_idle is not has_bets else replace(before, is_idle=not has_bets)
