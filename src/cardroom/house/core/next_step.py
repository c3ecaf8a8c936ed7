"""What comes next at a table where a person deals, at the table and on its consoles: one answer for both."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core.acts.awards import to_hand_over
from cardroom.house.core.acts.consoles import sensors_lit, uncounted
from cardroom.house.core.tables import LiveTable
from cardroom.house.floor import Dealer
from cardroom.jackpots import Link, next_press
from cardroom.jackpots import commands as j
from cardroom.jackpots.consoles import label, start_label
from cardroom.money import show_money
from cardroom.table import commands as t
from cardroom.table.commands import Seat
from cardroom.table.state import Phase

if TYPE_CHECKING:
    from cardroom.house.core.house import House


class Whose(StrEnum):
    """Who has to do something."""

    PLAYERS = "players"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """The next press, or whatever else is waited for."""

    label: str  # as it is lettered on the button
    whose: Whose
    says: str  # a sentence
    link: str = ""  # on whose console
    command: c.Sent | None = None  # to be sent as it is; None: something has to be told first, or is not ours to do


def next_step(house: House, table: LiveTable) -> Step | None:
    """None: nothing is waited for."""
    if not table.is_open:
        return _step("OPEN", Whose.SUPERVISOR, "The table is closed: a supervisor opens it.")
    if table.plan.is_real:
        return _with_real_cards(house, table)
    return _in_round(house, table) if table.is_playing else _between_rounds(house, table)


AT_TERMINAL = (
    c.AtConsole, c.CountSensors, c.DeclareHand, c.VerifyHand, c.CheckSeats, c.CorrectSensor, c.RefundHand, c.VoidGame,
    c.BeginRound, c.HandOver,
)  # fmt: skip


def with_next(house: House, command: c.AnyCommand, error: CardroomError) -> CardroomError:
    """A press that is refused, with the one that comes next."""
    table = house.tables.get(c.table_of(command))
    if table is None or not isinstance(c.act_of(command), AT_TERMINAL) or table.plan.dealer is not Dealer.HUMAN:
        return error
    step = next_step(house, table)
    if step is None or not step.label or step.label in error.message:
        return error
    return CardroomError(error.code, f"{error.message} Next: {step.label}. {step.says}")


def is_verified(link: Link, table: LiveTable) -> bool:
    """Whether the hand that is lit on the console has been proven by its cards."""
    of_table = link.state.tables[table.id]
    seat = of_table.console.seat
    return any(hand.line == of_table.console.hand and seat in (None, hand.seat) for hand in of_table.waiting)


# --- tables that Cardroom deals ---------------------------------------------------------------------------------------


def _in_round(house: House, table: LiveTable) -> Step | None:
    assert table.round is not None
    if table.round.state.phase is Phase.BETTING:
        if not table.round.state.seats:
            return _step("", Whose.PLAYERS, "Players put their bets down.")
        if link := next((link for link in house.links_of(table.id) if sensors_lit(link, table)), None):
            return _count(link, table, "Bets are down: count the lit sensors, and betting is closed.")
        command = c.AtTable(table.id, t.CloseBets())
        return _step("NO MORE BETS", Whose.DEALER, "Bets are down: close the betting.", command=command)
    if link := next(iter(uncounted(house, table)), None):
        return _count(link, table, "Count the lit sensors of this jackpot, then take its wagers in.")
    if act := table.round.next_act():
        return _step("DEAL ON", Whose.DEALER, "The dealer goes on.", command=c.AtTable(table.id, act))
    seats = ", ".join(map(str, table.round.awaited_seats()))
    return _step("", Whose.PLAYERS, f"A decision is awaited: seat {seats}.")


def _between_rounds(house: House, table: LiveTable) -> Step | None:
    for link in house.links_of(table.id):
        if link.state.tables[table.id].round_id and (press := next_press(link.state, table.id)):
            return press_step(link, press)
    if not table.seats:
        return None
    return _step("NEW ROUND", Whose.DEALER, "The next round can begin.", command=c.BeginRound(table.id))


def _start_label(link: Link, table: LiveTable) -> str:
    return start_label(link.state.config.table(table.id).console)


def _count(link: Link, table: LiveTable, says: str, seats: tuple[Seat, ...] = ()) -> Step:
    name = link.state.config.id
    command = c.CountSensors(name, table.id, seats)
    return _step(_start_label(link, table), Whose.DEALER, says, link=name, command=command)


# --- tables with real cards -------------------------------------------------------------------------------------------


def _with_real_cards(house: House, table: LiveTable) -> Step:
    links = house.links_of(table.id)
    playing = [link for link in links if link.state.tables[table.id].round_id]
    if not playing:
        says = "Light the seats with a chip on the sensor, count them, take the wagers in and deal."
        return _step(_start_label(links[0], table), Whose.DEALER, says, link=links[0].state.config.id)
    for link in playing:
        if step := _at_console(link, table):
            return step
    if any(not link.state.tables[table.id].is_settled for link in playing):
        says = "Declare every hand that wins; then all seats are checked."
        return _step("ALL SEATS CHECKED", Whose.DEALER, says, command=c.CheckSeats(table.id))
    for link in playing:
        for win in to_hand_over(link, table):
            says = f"{show_money(win.amount)} goes to seat {win.seat}, from the tray or by hand-pay slip."
            return _step("HAND OVER", Whose.SUPERVISOR, says, link=link.state.config.id)
    press = next_press(playing[0].state, table.id)
    assert press is not None, "a game without a hand that waits can be ended"
    return press_step(playing[0], press)


def _at_console(link: Link, table: LiveTable) -> Step | None:
    """Something has begun on a console that must be completed first."""
    of_table, name = link.state.tables[table.id], link.state.config.id
    console = of_table.console
    if console.hand and not console.locked and not is_verified(link, table):
        says = f"A supervisor verifies the {console.hand} by its cards."
        return _step("VERIFY", Whose.SUPERVISOR, says, link=name)
    if not (console.hand or console.locked or of_table.waiting):
        return None
    if of_table.waiting and not of_table.is_order_known(link.state.config.award_order):
        if not console.hand:
            return None  # every seat is checked first
        return press_step(link, j.PressHand(table=table.id, hand=console.hand))
    press = next_press(link.state, table.id)
    return None if press is None else press_step(link, press)


# --- presses ----------------------------------------------------------------------------------------------------------


def press_step(link: Link, press: j.StaffPress) -> Step:
    """A press on the console of a link, and whose it is."""
    config = link.state.config
    whose, button, says = Whose.DEALER, label(press), ""
    match press:
        case j.PressSeat():
            button, says = f"SEAT {press.seat}", f"Choose seat {press.seat}, which has won."
        case j.PressHand():
            button = press.hand
            lit = bool(link.state.tables[press.table].console.hand)
            says = f"Press {press.hand} again: it goes out." if lit else f"Press the hand that won: {press.hand}."
        case j.TurnKey():
            whose, button = Whose.SUPERVISOR, f"KEY TO {press.to}"
            says = f"A supervisor turns the key to {press.to}."
        case j.PressJackpot():
            whose, says = Whose.SUPERVISOR, f"A supervisor presses J-POT for seat {press.seat}: the amount is locked."
        case j.Confirm():
            whose, says = Whose.SUPERVISOR, "A supervisor has verified the win and presses CONFIRM."
        case j.SwipeCard():
            whose = Whose.EXECUTIVE if press.card is j.StaffCard.EXECUTIVE else Whose.SUPERVISOR
            button, says = f"{whose.upper()} CARD", f"The {whose}'s card records the win."
        case j.GameOver() | j.EndGame():
            says = f"All is reconciled: {button} pays the envy and resets the console."
    return _step(button, whose, says, link=config.id, command=c.AtConsole(config.id, press))


def _step(label: str, whose: Whose, says: str, *, link: str = "", command: c.Sent | None = None) -> Step:
    return Step(label=label, whose=whose, says=says, link=link, command=command)
