"""What a person of the staff presses on a console, and who that makes take part in an award."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.awards.handlers import require_handed_over
from cardroom.house.features.rounds import real_cards as real
from cardroom.house.features.rounds.consoles import (
    add_link_events,
    command_link,
    is_game_on,
    link_at,
    require_settled,
    run_consoles,
)
from cardroom.house.features.rounds.messages import AtConsole, RealRoundEnded
from cardroom.house.features.tables.bank import keep_tray_filled
from cardroom.house.kernel.dual_control import require_enough_people
from cardroom.house.kernel.people import Role
from cardroom.jackpots import AwardOrder, Link
from cardroom.jackpots import commands as j
from cardroom.jackpots.engine.awards import amount_now
from cardroom.jackpots.engine.consoles import needs_executive
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def press(work: UnitOfWork, command: AtConsole) -> None:
    table = work.house.table(command.press.table)
    link = link_at(work, table, command.link)
    before = link.state.tables[table.id].wins
    _first(work, link, table, command.press)
    command_link(work, link, command.press)
    for name in link.state.tables[table.id].wins[len(before) :]:
        require_enough_people(work.house, link, link.state.wins[name], is_last=not table.plan.is_real)
    if isinstance(command.press, j.GameEnd) and table.plan.is_real and not is_game_on(work.house, table):
        work.at_table(table, RealRoundEnded(round_id=table.round_id, is_void=False))
    run_consoles(work, table)
    keep_tray_filled(work, table)


def _first(work: UnitOfWork, link: Link, table: LiveTable, press: j.StaffPress) -> None:
    """What is part of a press: whose card it takes, who signs by it, and that all seats have been checked."""
    match press:
        case j.GameEnd():
            require_settled(link, table)
            require_handed_over(link, table)
            _check_seats(work, link, table)
        case j.TurnKey(to=j.KeySwitch.JPH):
            real.sign(work, link, table)
            _check_seats(work, link, table, only_for_order=True)
        case j.Confirm():
            _check_seats(work, link, table, only_for_order=True)
        case j.SwipeCard():
            real.sign(work, link, table)
        case j.PressJackpot():
            _require_executive(work, link, table)
        case _:
            pass


def _check_seats(work: UnitOfWork, link: Link, table: LiveTable, *, only_for_order: bool = False) -> None:
    """Nobody would end a game of real cards, or pay the first award clockwise, before every seat is checked."""
    of_table = link.state.tables[table.id]
    if not table.plan.is_real or not of_table.round_id or of_table.is_settled:
        return
    if only_for_order and (link.state.config.award_order is not AwardOrder.CLOCKWISE or not of_table.waiting):
        return
    work.before_link(link)
    add_link_events(work, link, link.finish_settling(table.id, table.round_id, work.who))


def _require_executive(work: UnitOfWork, link: Link, table: LiveTable) -> None:
    """At a keypad only where the house has turned it on."""
    hand, config = link.state.tables[table.id].console.line, link.state.config
    is_allowed = work.by.role in (Role.EXECUTIVE, Role.SERVICE)
    if hand and not is_allowed and needs_executive(link.state, table.id, hand):
        raise CardroomError(
            "wrong-card",
            f"An award of {show_money(amount_now(link.state, hand))} needs the executive's card"
            f" (from {show_money(config.executive_from)}).",
        )
