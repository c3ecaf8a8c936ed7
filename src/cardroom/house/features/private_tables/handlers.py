"""Tables among friends: opened by a player for play money, for those whom the host invites, and gone by themselves.

A round in play is always finished first. Whoever hosts has no say in it: the house deals, and keeps the money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.games.catalogue import find_game
from cardroom.games.model import Kind
from cardroom.house.features.private_tables.messages import (
    Admit,
    Admitted,
    EndTable,
    HandHostOver,
    HostNamed,
    HostTable,
    InvitationVoided,
    KickedOut,
    KickOut,
    VoidInvitation,
)
from cardroom.house.features.rounds import handlers as rounds
from cardroom.house.features.tables import bank
from cardroom.house.features.tables.messages import TableClosing, TablePlaced
from cardroom.house.floor import TablePlan
from cardroom.house.floor.display_names import private_id
from cardroom.house.floor.plan import Timers
from cardroom.house.kernel.confusables import is_foul, normalized
from cardroom.house.kernel.messages import Command
from cardroom.house.kernel.people import PLAYERS
from cardroom.table import commands as t
from cardroom.table import limits_for, table_settings
from cardroom.table.commands import Seat
from cardroom.table.round_state import Phase

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


MOST_TABLES = 50  # of this kind at a time
MOST_ADMITTED = 500  # people to one of them


def host(work: UnitOfWork, command: HostTable) -> None:
    house = work.house
    if not house.floor.play_money:
        raise CardroomError(
            "real-money", "Tables among friends are for play money, which this house does not give out."
        )
    private = [table for table in house.tables.values() if table.plan.is_private]
    if any(table.host == work.by.id for table in private):
        raise CardroomError("hosting-already", "You host a table already: end it, or hand it over first.")
    if len(private) >= MOST_TABLES:
        raise CardroomError("too-many-tables", "So many friends play here now that no table is free; try again later.")
    plan = _plan(work, command)
    table = house.new_table(plan)
    work.new_table(table, TablePlaced(plan=house.documents.add(plan)))
    house.documents.add(plan.settings)
    work.at_table(table, HostNamed(person=work.by.id, name=work.by.name))
    bank.open_table(work, table, plan.inventory)


def _plan(work: UnitOfWork, command: HostTable) -> TablePlan:
    game = find_game(command.game)
    settings = table_settings(
        game.id,
        offered=[wager.id for wager in game.wagers if wager.is_side_bet and wager.kind is not Kind.JACKPOT],
        minimum=command.minimum,
        maximum=command.maximum,
        side_maximum=command.maximum,
        limits=limits_for(work.house.floor.jurisdiction),
    )
    timers = next((plan.timers for plan in work.house.floor.tables), Timers())
    name = normalized(command.name) or game.name
    if not name.replace("\u200d", "").isprintable() or is_foul(name):  # that joins the parts of one picture
        raise CardroomError("bad-name", "Choose a name for the table that everyone who is invited likes to read.")
    return TablePlan(
        id=private_id(work.house.private_tables + 1), name=name, settings=settings, timers=timers, is_private=True
    )


def require_invited(work: UnitOfWork, command: Command) -> None:
    """Nothing is done at a table among friends by somebody who was not let in."""
    if (name := command.target) in work.house.tables:
        work.house.table_for(work.by, name)


def admit(work: UnitOfWork, command: Admit) -> None:
    table = work.house.table(command.table)
    if not table.plan.is_private:
        raise CardroomError("not-private", f"{table.title} is the house's own.")
    if command.person in (table.kicked or ()):
        raise CardroomError("kicked-out", "The host has asked you to leave this table; host one of your own.")
    if len(table.admitted) >= MOST_ADMITTED:
        raise CardroomError("too-many-guests", "Too many have come to this table; its host may open another one.")
    if command.person not in work.house.people:
        raise CardroomError("unknown-person", f"There is nobody called “{command.person}”.")
    if command.person not in table.admitted:
        work.at_table(table, Admitted(person=command.person))


def void_invitation(work: UnitOfWork, command: VoidInvitation) -> None:
    work.at_table(_own(work, command.table), InvitationVoided())


def kick_out(work: UnitOfWork, command: KickOut) -> None:
    table = _own(work, command.table)
    seat = _other(work, table, command.seat)
    if table.round is not None and table.is_playing and seat in table.round.state.seats:
        if table.round.state.phase is not Phase.BETTING:
            raise CardroomError(
                "hand-in-play", f"The hand of seat {seat} is in play; ask again when the round is over."
            )
        rounds.carry_out(work, table, t.Bet(seat, {}))
    work.at_table(table, KickedOut(seat=seat, person=table.seats[seat].person))
    bank.cash_out(work, table, seat)


def hand_over(work: UnitOfWork, command: HandHostOver) -> None:
    table = _own(work, command.table)
    seat = _other(work, table, command.seat)
    _name_host(work, table, seat)


def pass_on(work: UnitOfWork, table: LiveTable) -> None:
    """A host who gets up leaves the table to whoever sits first."""
    is_here = any(sitter.person == table.host for sitter in table.seats.values())
    if table.plan.is_private and table.seats and not is_here:
        _name_host(work, table, min(table.seats))


def end(work: UnitOfWork, command: EndTable) -> None:
    table = work.house.table(command.table)
    if work.by.role in PLAYERS:
        _own(work, table.id)
    elif not table.plan.is_private:
        raise CardroomError("not-private", f"{table.title} is the house's own.")
    if table.is_closing:
        raise CardroomError("table-closing", "This table ends already, when its round is over.")
    if table.round is not None and table.round.state.phase is Phase.PLAYING:
        work.at_table(table, TableClosing())
        return
    if table.is_playing:
        rounds.carry_out(work, table, t.VoidRound(t.VoidCause.TABLE_ENDED))
    bank.remove_table(work, table)


def _own(work: UnitOfWork, name: str) -> LiveTable:
    table = work.house.table(name)
    if not table.plan.is_private or table.host != work.by.id:
        raise CardroomError("not-host", "Only the host of a table among friends does this.")
    return table


def _other(work: UnitOfWork, table: LiveTable, seat: Seat) -> Seat:
    if seat not in table.seats:
        raise CardroomError("empty-seat", f"Nobody sits at seat {seat}.")
    if table.seats[seat].person == work.by.id:
        raise CardroomError("own-seat", "That is your own seat.")
    return seat


def _name_host(work: UnitOfWork, table: LiveTable, seat: Seat) -> None:
    sitter = table.seats[seat]
    hosts_elsewhere = any(other.host == sitter.person for other in work.house.tables.values() if other is not table)
    if hosts_elsewhere and work.by.role in PLAYERS and work.by.id == table.host:
        raise CardroomError("hosting-already", f"{sitter.name} hosts another table already.")
    work.at_table(table, HostNamed(person=sitter.person, name=sitter.name))
