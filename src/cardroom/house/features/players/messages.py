"""What a player says of himself: a name, limits of his own, play money."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Amount, Name
from cardroom.house.kernel.messages import Command, Event
from cardroom.money import Money

Minutes = Annotated[int, Meta(ge=1, le=100_000)]


class SetName(Command, frozen=True, tag="SetName"):
    """Be called so from now on."""

    name: Name


class SetOwnLimits(Command, frozen=True, tag="SetOwnLimits", omit_defaults=True):
    """Limits on oneself: the most to lose and the longest to play. None: no such limit, unless it is kept as it is."""

    loss: Amount | None = None
    minutes: Minutes | None = None
    keeps_loss: bool = False
    keeps_time: bool = False


class IssuePlayMoney(Command, frozen=True, tag="IssuePlayMoney"):
    """Play money for someone who has little left; only where the house plays for play money."""


class ExpireGuests(Command, frozen=True, tag="ExpireGuests"):
    """Guests who cannot come back; their play money returns to the cage."""

    people: tuple[Name, ...]


class PersonRenamed(Event, frozen=True, kw_only=True, tag="PersonRenamed"):
    person: str
    name: str


class GuestExpired(Event, frozen=True, kw_only=True, tag="GuestExpired"):
    """A guest who cannot come back; what was left of the play money is the cage's again."""

    person: str
    amount: Money


class MoneyIssued(Event, frozen=True, kw_only=True, tag="MoneyIssued"):
    person: str
    amount: Money


class LimitsSet(Event, frozen=True, kw_only=True, tag="LimitsSet", omit_defaults=True):
    """A player's own limits; looser ones wait a day."""

    person: str
    loss: Money | None
    minutes: int | None
    money_when_set: Money  # what the player had in all
    keeps_loss: bool = False  # as it was, whatever is said of it here
    keeps_time: bool = False


PlayerCommand = SetName | SetOwnLimits | IssuePlayMoney
PlayerByHouse = ExpireGuests
PlayerInHouse = PersonRenamed | GuestExpired | MoneyIssued | LimitsSet
