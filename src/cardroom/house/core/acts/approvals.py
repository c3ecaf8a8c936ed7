"""Changes to a jackpot that need two people: one asks, another one approves."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.acts.consoles import tell
from cardroom.house.core.work import Work
from cardroom.jackpots.commands import Who


def ask(work: Work, command: c.Ask) -> None:
    """Written down for another person to answer; what cannot be done at all is refused at once."""
    link = work.house.link(command.link)
    link.verify(command.change, Who(work.at, work.by.id, approved_by="?"))
    request = f"request-{work.house.position + 1}"
    work.in_house(e.Asked(request=request, link=command.link, change=command.change))


def answer(work: Work, command: c.Approve | c.Decline) -> None:
    request = work.house.requests.get(command.request)
    if request is None:
        raise CardroomError("unknown-request", f"No request “{command.request}” waits for an answer.")
    if request.asked_by == work.by.id:
        raise CardroomError("same-person", "It takes two people: whoever asked cannot approve.")
    approved = isinstance(command, c.Approve)
    if approved:
        who = Who(work.at, request.asked_by, approved_by=work.by.id)
        tell(work, work.house.link(request.link), request.change, who)
    work.in_house(e.Answered(request=command.request, asked_by=request.asked_by, approved=approved))
