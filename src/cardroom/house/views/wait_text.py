"""What a table waits for, in sentences: to the staff with who has to do it, to players without telling a card."""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.games.round_facts import DEALER
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.next_step import NextStep
from cardroom.house.engine.table_wait import TableWait, Wait, table_wait
from cardroom.house.features.tables.text import fault_in_words
from cardroom.house.floor import Dealer
from cardroom.house.kernel.people import Whose
from cardroom.house.log import commands as c
from cardroom.table import commands as t
from cardroom.table.text.dealer_instructions import list_in_words


class WaitView(msgspec.Struct, frozen=True, kw_only=True):
    """To the staff."""

    what: Wait
    whose: Whose | None  # None: nobody's
    says: str
    since: datetime


def wait_view(house: House, table: LiveTable) -> WaitView:
    wait = table_wait(house, table)
    return WaitView(what=wait.what, whose=wait.whose, says=_to_staff(table, wait), since=wait.since)


# --- to the staff -----------------------------------------------------------------------------------------------------

TO_STAFF = {
    Wait.CLOSED: "The table is closed.",
    Wait.PLAYERS: "Nobody sits here.",
    Wait.ROUND: "The next round begins by itself.",
    Wait.BETS: "Players put their bets down.",
    Wait.DEALER: "The house itself deals on.",
}


def _to_staff(table: LiveTable, wait: TableWait) -> str:
    if wait.what is Wait.CLOSED:
        return fault_in_words(table.fault) if table.fault else TO_STAFF[wait.what]
    if (held := table.suspended) is not None:
        return f"The table is suspended: {held.why}" if held.why else "The table is suspended."
    if table.plan.dealer is Dealer.HUMAN:
        return wait.step.says if wait.step else TO_STAFF[Wait.PLAYERS]
    if wait.is_award:
        return "An award waits for approval."
    return _deciding(wait) if wait.seats else TO_STAFF.get(wait.what, "")


def _deciding(wait: TableWait) -> str:
    seats = wait.seats
    return f"Seats {list_in_words(map(str, seats))} decide." if len(seats) > 1 else f"Seat {seats[0]} decides."


# --- to players and whoever watches -----------------------------------------------------------------------------------


def waits_in_words(house: House, table: LiveTable, wait: TableWait) -> str:
    """The dealer's next act, somebody's decision, a supervisor: whatever comes next here."""
    if table.fault:
        return fault_in_words(table.fault)
    if table.suspended is not None:
        why = "The table is suspended while a supervisor looks into something."
        return f"{why} Everything stays as it lies; no clock runs."
    if (wrong := table.mispaid) is not None:
        return f"A supervisor looks into the payout of seat {wrong.seat}."
    if table.is_closing and not table.is_playing:
        return "The table is being closed: its chips are counted."
    said = _to_players(house, table, wait)
    closing = " The table closes when this round is over." if table.is_closing else ""
    called = " A supervisor has been called." if table.call is not None else ""
    return said + closing + called


def _to_players(house: House, table: LiveTable, wait: TableWait) -> str:
    by_hand = table.plan.dealer is Dealer.HUMAN
    match wait.what:
        case Wait.CLOSED:
            return "The table is closed."
        case Wait.PLAYERS:
            return "The table waits for players."
        case Wait.BETS if not by_hand:
            return "Bets are open, until everyone has bet or time is up."
        case Wait.BETS:
            return f"Bets are open, until {_dealer(house, table)} closes them."
        case Wait.DECISIONS:
            return _deciding(wait)
        case Wait.ROUND:
            return "The next round begins in a moment."
        case _ if by_hand and not table.plan.is_real and not table.trouble:
            return _by_hand(house, table, wait)
    if table.trouble:
        return table.trouble_in_words
    return "The dealer goes on."


def _by_hand(house: House, table: LiveTable, wait: TableWait) -> str:
    """What comes of a settlement is told when it is settled, and not before."""
    step = wait.step
    if wait.is_award and (step is None or step.whose is not Whose.DEALER):
        return "A jackpot's award waits for a supervisor's approval."
    if table.dealing is None:
        return "No dealer is tapped in; the table goes on when one is."
    if step is None:
        return f"{_dealer(house, table)} goes on."
    says = _without_cards(table, step)
    return f"{_dealer(house, table)} deals. Next: {says[0].lower()}{says[1:]}"


def _without_cards(table: LiveTable, step: NextStep) -> str:
    """What is said to the dealer, where it can be read as it stands; not where “your hand” would be another's."""
    match table.round.next_act() if table.round is not None and table.is_playing else None:
        case t.SettleSeat() | t.SettleSecondPass() as act:
            return f"settle seat {act.seat}."
        case t.RevealHand():
            return "the dealer's hand is turned over."
        case t.DealPacket(to=to) if to == DEALER:
            return "the dealer's own cards."
        case t.CloseRound():
            return "everything is paid, and the round ends."
    return "a new round begins." if isinstance(step.command, c.BeginRound) else step.says


def _dealer(house: House, table: LiveTable) -> str:
    there = table.dealing
    return house.people[there.person].name if there is not None else "the dealer"
