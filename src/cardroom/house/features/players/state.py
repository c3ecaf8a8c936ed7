"""The limits that players set on themselves. Stricter ones hold at once; looser ones wait a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from cardroom.errors import CardroomError
from cardroom.house.features.players.messages import GuestExpired, LimitsSet, MoneyIssued, PersonRenamed
from cardroom.money import Money, show_money

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.log.records import Record


COOLING_OFF = timedelta(hours=24)


class Later(msgspec.Struct, frozen=True):
    """Looser limits that have been asked for."""

    since: datetime
    loss: Money | None
    until: datetime | None
    money_when_set: Money


class OwnLimits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    loss: Money | None = None
    until: datetime | None = None  # no bets after this
    money_when_set: Money = 0  # what the player had when the loss limit was set, and all he has been given since
    later: Later | None = None

    def set(
        self,
        loss: Money | None,
        minutes: int | None,
        money: Money,
        at: datetime,
        *,
        keeps_loss: bool = False,
        keeps_time: bool = False,
    ) -> OwnLimits:
        """New limits: each one that is stricter at once, a looser one a day later; one that is kept stays as it was.

        A loss limit is looser if it lets the player come down to less money than before, so the same one set again
        after a loss is; a time limit is looser if it ends later, also when its time is over.
        """
        now, start = self.at(at), at + COOLING_OFF
        asked = now.later or Later(start, now.loss, now.until, now.money_when_set)
        until = None if minutes is None else at + timedelta(minutes=minutes)
        is_poorer = now.loss is not None and (loss is None or money - loss < now.money_when_set - now.loss)
        is_longer = now.until is not None and (until is None or until > now.until)
        loss_waits, time_waits = is_poorer and not keeps_loss, is_longer and not keeps_time
        until_later = start + timedelta(minutes=minutes) if time_waits and minutes is not None else until
        then = Later(
            since=start if loss_waits or time_waits else asked.since,
            loss=asked.loss if keeps_loss else loss,
            until=asked.until if keeps_time else until_later,
            money_when_set=asked.money_when_set if keeps_loss else money,
        )
        held = OwnLimits(
            loss=now.loss if loss_waits or keeps_loss else loss,
            money_when_set=now.money_when_set if loss_waits or keeps_loss else money,
            until=now.until if time_waits or keeps_time else until,
        )
        is_same = (held.loss, held.until, held.money_when_set) == (then.loss, then.until, then.money_when_set)
        return held if is_same else msgspec.structs.replace(held, later=then)

    def at(self, moment: datetime) -> OwnLimits:
        """The limits in force at a moment."""
        later = self.later
        if later is None or moment < later.since:
            return self
        return OwnLimits(loss=later.loss, until=later.until, money_when_set=later.money_when_set)

    def given(self, amount: Money) -> OwnLimits:
        """After the player has been given money: that makes no loss good."""
        later = self.later and msgspec.structs.replace(self.later, money_when_set=self.later.money_when_set + amount)
        return msgspec.structs.replace(self, money_when_set=self.money_when_set + amount, later=later)

    def validate_time(self, at: datetime) -> None:
        """Refuse a bet on a hand after the time that the player has set; a hand that is dealt is played."""
        limits = self.at(at)
        if limits.until is not None and at >= limits.until:
            raise CardroomError("own-time-limit", "The time you set for yourself is over. See you another day.")

    def validate_loss(self, money_now: Money, stakes: Money, at: datetime) -> None:
        """Refuse a bet with which the player could lose more than the limit of his own."""
        limits = self.at(at)
        if limits.loss is not None and limits.money_when_set - money_now + stakes > limits.loss:
            left = max(0, limits.loss - (limits.money_when_set - money_now))
            raise CardroomError(
                "own-loss-limit",
                f"You have set yourself a loss limit of {show_money(limits.loss)}; {show_money(left)} of it is left,"
                f" and with this bet {show_money(stakes)} would be at stake.",
            )


# --- reducers ---------------------------------------------------------------------------------------------------------


def renamed(house: House, event: PersonRenamed, record: Record) -> None:
    house.people[event.person] = msgspec.structs.replace(house.people[event.person], name=event.name)


def expired(house: House, event: GuestExpired, record: Record) -> None:
    for kept in (house.people, house.guests, house.own_limits, house.bought):
        kept.pop(event.person, None)


def limits_set(house: House, event: LimitsSet, record: Record) -> None:
    limits = house.own_limits.get(event.person, OwnLimits())
    house.own_limits[event.person] = limits.set(
        event.loss, event.minutes, event.money_when_set, record.at,
        keeps_loss=event.keeps_loss, keeps_time=event.keeps_time,
    )  # fmt: skip


def money_issued(house: House, event: MoneyIssued, record: Record) -> None:
    if event.person in house.own_limits:
        house.own_limits[event.person] = house.own_limits[event.person].given(event.amount)
