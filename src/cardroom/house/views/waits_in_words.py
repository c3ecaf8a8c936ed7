"""What a table waits for, in a sentence for everyone who sits or watches there. It tells no card."""

from __future__ import annotations

from cardroom.games.facts import DEALER
from cardroom.house.engine.house import House
from cardroom.house.engine.next_step import Step, next_step
from cardroom.house.engine.tables import LiveTable
from cardroom.house.engine.waiting import Wait, waits_for
from cardroom.house.features.rounds.consoles import waits_for_award
from cardroom.house.floor import Dealer
from cardroom.house.kernel.people import Whose
from cardroom.house.log import commands as c
from cardroom.table import commands as t
from cardroom.table.saying import in_words


def waits_in_words(house: House, table: LiveTable) -> str:
    """The dealer's next act, somebody's decision, a supervisor: whatever comes next here."""
    if table.fault:
        return table.fault.says
    if table.held is not None:
        return "The table is held while a supervisor looks into something. Everything stays as it lies; no clock runs."
    if (wrong := table.mispaid) is not None:
        return f"A supervisor looks into the payout of seat {wrong.seat}."
    if table.is_closing and not table.is_playing:
        return "The table is being closed: its chips are counted."
    said = _now(house, table)
    closing = " The table closes when this round is over." if table.is_closing else ""
    called = " A supervisor has been called." if table.call is not None else ""
    return said + closing + called


def _now(house: House, table: LiveTable) -> str:
    by_hand = table.plan.dealer is Dealer.HUMAN
    match waits_for(house, table):
        case Wait.CLOSED:
            return "The table is closed."
        case Wait.PLAYERS:
            return "The table waits for players."
        case Wait.BETS if not by_hand:
            return "Bets are open, until everyone has bet or time is up."
        case Wait.BETS:
            return f"Bets are open, until {_dealer(house, table)} closes them."
        case Wait.DECISIONS:
            return _deciding(table)
        case Wait.ROUND:
            return "The next round begins in a moment."
        case _ if by_hand and not table.plan.is_real and not table.trouble:
            return _by_hand(house, table)
    if table.trouble:
        return table.trouble_in_words
    return "The dealer goes on."


def _deciding(table: LiveTable) -> str:
    assert table.round is not None
    seats = table.round.awaited_seats()
    return f"Seat {seats[0]} decides." if len(seats) == 1 else f"Seats {in_words(map(str, seats))} decide."


def _by_hand(house: House, table: LiveTable) -> str:
    """What comes of a settlement is told when it is settled, and not before."""
    step = next_step(house, table)
    if not table.is_playing and waits_for_award(house, table) and (step is None or step.whose is not Whose.DEALER):
        return "A jackpot's award waits for a supervisor's approval."
    if table.dealing is None:
        return "No dealer is tapped in; the table goes on when one is."
    if step is None:
        return f"{_dealer(house, table)} goes on."
    says = _to_players(table, step)
    return f"{_dealer(house, table)} deals. Next: {says[0].lower()}{says[1:]}"


def _to_players(table: LiveTable, step: Step) -> str:
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
