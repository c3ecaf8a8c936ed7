"""Changes to a jackpot that need two people: one asks, another one approves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.consoles import tell
from cardroom.jackpots import Link
from cardroom.jackpots import commands as j

if TYPE_CHECKING:
    from cardroom.house.core.house import House, Transaction


def find_link(house: House, link_id: str) -> Link:
    link = house.links.get(link_id)
    if link is None:
        raise CardroomError(
            "unknown-link", f"There is no link “{link_id}”; there are: {', '.join(house.links) or 'none'}."
        )
    return link


def ask(house: House, transaction: Transaction, command: c.AskAdjustment | c.AskBackOut | c.AskRates) -> None:
    """Written down for another person to answer; what cannot be done at all is refused at once."""
    link = find_link(house, command.link)
    number, _ = house.heads.get("house", (0, ""))
    request = f"request-{number + 1}"
    link.verify(_command(link, command, transaction, asked_by=transaction.by.id, approved_by="?"))
    house.record_house(transaction, e.Asked(request=request, command=command))
    transaction.undo.append(lambda: house.requests.pop(request, None))


def answer(house: House, transaction: Transaction, command: c.Approve | c.Decline) -> None:
    if command.request not in house.requests:
        raise CardroomError("unknown-request", f"No request “{command.request}” waits for an answer.")
    asked_by, request = house.requests[command.request]
    if asked_by == transaction.by.id:
        raise CardroomError("same-person", "It takes two people: whoever asked cannot approve.")
    approved = isinstance(command, c.Approve)
    if approved:
        link = find_link(house, request.link)
        tell(house, transaction, link, _command(link, request, transaction, asked_by, transaction.by.id))
    house.record_house(transaction, e.Answered(request=command.request, approved=approved))


def _command(
    link: Link, request: c.AskAdjustment | c.AskBackOut | c.AskRates, transaction: Transaction, asked_by: str,
    approved_by: str,
) -> j.Adjust | j.BackOut | j.ChangeLink:  # fmt: skip
    at = transaction.at
    match request:
        case c.AskAdjustment():
            return j.Adjust(
                at=at, by=asked_by, approved_by=approved_by, why=request.why, level=request.level,
                change=request.change, reason=request.reason, fund=request.fund, win=request.win,
            )  # fmt: skip
        case c.AskBackOut():
            return j.BackOut(at=at, by=asked_by, approved_by=approved_by, why=request.why, win=request.win)
        case c.AskRates():
            config = link.state.config
            changed = msgspec.structs.replace(
                config.level(request.level), contribution=request.contribution, reserve=request.reserve
            )
            levels = tuple(changed if level.name == request.level else level for level in config.levels)
            new = msgspec.structs.replace(config, levels=levels)
            return j.ChangeLink(at=at, by=asked_by, approved_by=approved_by, why=request.why, config=new)


def on_bank(house: House, transaction: Transaction, command: c.RecordDeposit | c.ReconcileBank) -> None:
    link, at, by = find_link(house, command.link), transaction.at, transaction.by.id
    if isinstance(command, c.RecordDeposit):
        tell(house, transaction, link, j.RecordDeposit(at=at, by=by, amount=command.amount))
    else:
        tell(house, transaction, link, j.Reconcile(at=at, by=by, balance=command.balance))
