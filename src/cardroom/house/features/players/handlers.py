"""Players: limits of their own, play money, and guests who are forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.players.messages import (
    ExpireGuests,
    GuestExpired,
    IssuePlayMoney,
    LimitsSet,
    MoneyIssued,
    SetOwnLimits,
)
from cardroom.house.kernel import accounts
from cardroom.ledger import PostingCode, transfer
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork

GUESTS_ARE_KEPT = timedelta(days=30)  # as long as their sessions; then nobody can be them again


def set_own_limits(work: UnitOfWork, command: SetOwnLimits) -> None:
    money = work.house.money_of(work.by.id)
    work.in_house(
        LimitsSet(
            person=work.by.id,
            loss=command.loss,
            minutes=command.minutes,
            money_when_set=money,
            keeps_loss=command.keeps_loss,
            keeps_time=command.keeps_time,
        )
    )


def issue_play_money(work: UnitOfWork, _: IssuePlayMoney) -> None:
    person, floor = work.by.id, work.house.floor
    if not floor.play_money:
        raise CardroomError("real-money", "This house does not give out play money.")
    held = work.house.money_of(person)
    missing = floor.play_money_grant - held
    if missing <= 0:
        raise CardroomError("enough-money", f"You still have {show_money(held)}; play on with that.")
    money = transfer(accounts.CAGE, accounts.wallet(person), missing, PostingCode.PLAY_MONEY)
    work.in_house(MoneyIssued(person=person, amount=missing), money)


def expire(work: UnitOfWork, command: ExpireGuests) -> None:
    """Guests whose session is long over; what they were given goes back to where it came from."""
    engaged = work.house.engaged()
    for person in command.people:
        since = work.house.guests.get(person)
        if since is None or since > work.at - GUESTS_ARE_KEPT or person in engaged:
            raise CardroomError("not-expired", f"“{person}” is no guest whose time is over.")
        left = work.balance(accounts.wallet(person))
        returned = transfer(accounts.wallet(person), accounts.CAGE, left, PostingCode.PLAY_MONEY_BACK)
        work.in_house(GuestExpired(person=person, amount=left), *([returned] if left else []))
