"""What people do about a recorded win: the money into the winner's hands, its page to the printer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.games.paytable import line_name
from cardroom.house.features.awards.messages import HandOver, PayHandPay, PrintWin, TakeReturn
from cardroom.house.features.cage import handlers as cage
from cardroom.house.features.cage.messages import CageMove
from cardroom.house.kernel import accounts
from cardroom.house.kernel.dual_control import require_enough_people
from cardroom.house.kernel.people import Role
from cardroom.jackpots import Link, Win
from cardroom.jackpots.commands import Till
from cardroom.jackpots.engine import accounts as of_links
from cardroom.jackpots.engine.adjustments import find_win
from cardroom.jackpots.engine.award_handover import is_to_be_handed_over
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork


def to_hand_over(link: Link, table: LiveTable) -> list[Win]:
    """Awards of the game at a console that are paid and not in the winner's hands. Dealt cards have chips on stacks."""
    if not table.plan.is_real or table.id not in link.state.tables:
        return []
    wins = (link.state.wins[name] for name in link.state.tables[table.id].wins)
    return [win for win in wins if is_to_be_handed_over(win)]


def require_handed_over(link: Link, table: LiveTable) -> None:
    """A game does not end before everyone has what he won."""
    for win in to_hand_over(link, table):
        raise CardroomError(
            "not-handed-over",
            f"Not yet: {show_money(win.amount)} for the {line_name(win.line)} of seat {win.seat} (win {win.id}) is to"
            " be handed over, from the tray or by hand-pay slip.",
        )


def hand_over(work: UnitOfWork, command: HandOver) -> None:
    """Slips of the cage are numbered through, whichever jackpot they are for."""
    link = work.house.link(command.link)
    win = find_win(link.state, command.win)
    table = work.house.table(win.table)
    if not table.plan.is_real:
        raise CardroomError(
            "dealt-cards",
            f"Win {win.id} is paid in chips on the player's stack: only where the cards are real is it handed over.",
        )
    slip = work.house.slips + 1 if command.till is Till.CAGE else 0
    work.before_link(link)
    work.on_link(link, link.hand_over(command.win, command.till, slip, work.who))
    require_enough_people(work.house, link, find_win(link.state, command.win), is_last=True)


def pay_hand_pay(work: UnitOfWork, command: PayHandPay) -> None:
    link = work.house.link(command.link)
    work.before_link(link)
    amount = find_win(link.state, command.win).amount
    work.on_link(link, link.pay_hand_pay(command.win, work.who))
    if not command.by_check:
        cage.note(work, CageMove.HAND_PAY, cash=-amount, reference=command.win)


def take_return(work: UnitOfWork, command: TakeReturn) -> None:
    """Real chips come into the cage; where Cardroom deals they come off the player's stack, or out of his wallet."""
    link = work.house.link(command.link)
    win = find_win(link.state, command.win)
    table = work.house.table(win.table)
    work.before_link(link)
    events = link.take_return(command.win, command.seat, command.amount, work.who)
    if table.plan.is_real:
        work.on_link(link, events)
        if work.by.role is Role.CAGE:
            cage.note(work, CageMove.RETURN, chips=command.amount, reference=command.win)
        return
    if command.person is None:
        raise CardroomError("no-hand", f"Nobody is known to have held seat {command.seat} in round {win.round_id}.")
    sits = any(sitter.person == command.person for sitter in table.seats.values())
    account = accounts.stack(table.id, command.person) if sits else accounts.wallet(command.person)
    held = work.balance(account)
    if held < command.amount:
        where = "in chips before him" if sits else "in his wallet"
        raise CardroomError(
            "short-of-chips",
            f"The player of seat {command.seat} has {show_money(held)} {where}, not {show_money(command.amount)}.",
        )
    work.on_link(link, events, {of_links.player(table.id, command.seat): account})


def print_win(work: UnitOfWork, command: PrintWin) -> None:
    link = work.house.link(command.link)
    work.before_link(link)
    work.on_link(link, link.print_win(command.win, work.who))
