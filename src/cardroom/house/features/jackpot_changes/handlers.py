"""Changes to a jackpot that need two people: one asks, another one approves."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.features.jackpot_changes.approved_changes import NOT_NOW, change
from cardroom.house.features.jackpot_changes.messages import (
    ApproveChange,
    AskChange,
    ChangeAnswered,
    ChangeAsked,
    DeclineChange,
    OnBank,
)
from cardroom.house.features.rounds.consoles import command_link
from cardroom.house.features.rounds.handlers import return_open_bets_of_closed_link
from cardroom.house.kernel.dual_control import require_two
from cardroom.jackpots.commands import RemoveJackpot, Who
from cardroom.jackpots.reports.change_previews import FigureChange, preview

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.unit_of_work import UnitOfWork
    from cardroom.house.features.jackpot_changes.state import Request


class ForeseenChange(msgspec.Struct, frozen=True):
    """What a change would do that is waiting, or that somebody is about to ask for."""

    figures: tuple[FigureChange, ...] = ()  # those that it would change, before and after
    obstacle: str = ""  # why it could not be carried out now, whoever approves


def ask(work: UnitOfWork, command: AskChange) -> None:
    """Written down for another person to answer; what cannot be done at all is refused at once."""
    _try_out(work, command)
    request = f"request-{work.house.position + 1}"
    work.in_house(ChangeAsked(request=request, link=command.link, change=command.change))


def _try_out(work: UnitOfWork, command: AskChange) -> None:
    """What only has to wait until a round is over may be asked for before."""
    tried = work.trial()
    try:
        change(tried, work.house.link(command.link), command.change, Who(work.at, work.by.id, approved_by="?"))
    except CardroomError as error:
        if error.code not in NOT_NOW:
            raise
    finally:
        tried.put_back()


def foreseen_change(house: House, asked: AskChange | Request, asker: str, at: datetime) -> ForeseenChange:
    link = house.link(asked.link)
    to = house.links.get(asked.change.destination) if isinstance(asked.change, RemoveJackpot) else None
    figures = preview(link.state, asked.change, None if to is None else to.state)
    try:
        link.validate(asked.change, Who(at, asker, approved_by="?"))
    except CardroomError as error:
        return ForeseenChange(figures, error.message)
    return ForeseenChange(figures)


def answer(work: UnitOfWork, command: ApproveChange | DeclineChange) -> None:
    request = work.house.requests.get(command.request)
    if request is None:
        raise CardroomError("unknown-request", f"No request “{command.request}” waits for an answer.")
    require_two(work.house, request.asked_by, work.by)
    approved = isinstance(command, ApproveChange)
    if approved:
        who = Who(work.at, request.asked_by, approved_by=work.by.id)
        change(work, work.house.link(request.link), request.change, who)
    work.in_house(ChangeAnswered(request=command.request, asked_by=request.asked_by, approved=approved))


def on_bank(work: UnitOfWork, command: OnBank) -> None:
    link = work.house.link(command.link)
    command_link(work, link, command.command)
    return_open_bets_of_closed_link(work, link)
