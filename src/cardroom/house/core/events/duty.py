"""What happens to the staff on duty: at tables on their streams; cards and alerts on the house's."""

from __future__ import annotations

from cardroom.house.core.alerts import AlertKind, AnyCause
from cardroom.house.core.duty import CardRefusal
from cardroom.house.core.events.root import Event, EventAtTable

__all__ = [
    "AlertAcknowledged", "AlertEnded", "AlertRaised", "CallAnswered", "CardRefused",
    "DealerTappedIn", "DealerTappedOut", "RefusalCleared", "SupervisorCalled", "TableHeld", "TableReleased",
]  # fmt: skip

# --- a table's stream -------------------------------------------------------------------------------------------------


class DealerTappedIn(EventAtTable, frozen=True, kw_only=True, tag="DealerTappedIn"):
    """Somebody deals here from now on, in the place of whoever did so before."""

    public = ("name",)

    person: str
    name: str
    relieves: str = ""  # a person; "" for nobody


class DealerTappedOut(EventAtTable, frozen=True, kw_only=True, tag="DealerTappedOut"):
    public = ("name",)

    person: str
    name: str


class SupervisorCalled(EventAtTable, frozen=True, kw_only=True, tag="SupervisorCalled"):
    public = ()

    why: str


class CallAnswered(EventAtTable, frozen=True, kw_only=True, tag="CallAnswered"):
    """The supervisor is there."""

    public = ()


class TableHeld(EventAtTable, frozen=True, kw_only=True, tag="TableHeld"):
    """Nothing is dealt, bet or decided until a supervisor releases the table."""

    public = ()

    why: str


class TableReleased(EventAtTable, frozen=True, kw_only=True, tag="TableReleased"):
    """The table goes on where it was held."""

    public = ()


# --- the house's stream -----------------------------------------------------------------------------------------------


class CardRefused(Event, frozen=True, kw_only=True, tag="CardRefused"):
    """A staff card was swiped and not taken; a supervisor sees it until another one is, or until he has seen it."""

    place: str  # a table; where there is none, who is signed in, or the terminal
    number: str  # "" where nobody knows which card it is
    person: str  # its holder; "" likewise
    entered_by: str  # who is signed in there; "" for nobody
    what: str
    refusal: CardRefusal


class RefusalCleared(Event, frozen=True, kw_only=True, tag="RefusalCleared"):
    """Nothing about a refused card is left to be looked into at this place."""

    place: str


class AlertRaised(Event, frozen=True, kw_only=True, tag="AlertRaised"):
    """Something that somebody has to look at; again under the name it has, if nobody had acknowledged it yet."""

    alert: str
    place: str
    cause: AnyCause


class AlertEnded(Event, frozen=True, kw_only=True, tag="AlertEnded"):
    """The cause of an alert has gone."""

    alert: str
    kind: AlertKind
    place: str


class AlertAcknowledged(Event, frozen=True, kw_only=True, tag="AlertAcknowledged"):
    alert: str
    kind: AlertKind
    place: str
    note: str


AtDuty = DealerTappedIn | DealerTappedOut | SupervisorCalled | CallAnswered | TableHeld | TableReleased
OfDuty = CardRefused | RefusalCleared | AlertRaised | AlertEnded | AlertAcknowledged
