"""Alerts: raised by the house, acknowledged by people."""

from __future__ import annotations

from cardroom.bounds import Name
from cardroom.house.features.alerts.causes import AlertKind, AnyCause
from cardroom.house.kernel.messages import Command, Event, Remark


class SeenAlert(Command, frozen=True):
    """Somebody has seen an alert, and says what is done about it."""

    alert: Name
    note: Remark = ""


class AcknowledgeAlert(SeenAlert, frozen=True, tag="AcknowledgeAlert"):
    """An alert of any kind has been seen to."""


class AcknowledgeDeposit(SeenAlert, frozen=True, tag="AcknowledgeDeposit"):
    """An alert about a deposit that is due has been seen to."""


class AcknowledgeFault(SeenAlert, frozen=True, tag="AcknowledgeFault"):
    """An alert about a terminal that is away, or a log that is not verified, has been seen to."""


class RaiseAlert(Command, frozen=True, tag="RaiseAlert"):
    """The watcher has found something that somebody has to look at."""

    place: Name  # a table, a link, or "house"
    cause: AnyCause


class ClearAlert(Command, frozen=True, tag="ClearAlert"):
    """The cause of an alert has gone. It stands all the same until somebody has acknowledged it."""

    alert: Name


class AlertRaised(Event, frozen=True, kw_only=True, tag="AlertRaised"):
    """Something that somebody has to look at; again under the name it has, if nobody had acknowledged it yet."""

    alert: str
    place: str
    cause: AnyCause


class AlertCleared(Event, frozen=True, kw_only=True, tag="AlertCleared"):
    """The cause of an alert has gone."""

    alert: str
    kind: AlertKind
    place: str


class AlertAcknowledged(Event, frozen=True, kw_only=True, tag="AlertAcknowledged"):
    alert: str
    kind: AlertKind
    place: str
    note: str


AlertCommand = AcknowledgeAlert | AcknowledgeDeposit | AcknowledgeFault
AlertByHouse = RaiseAlert | ClearAlert
AlertInHouse = AlertRaised | AlertCleared | AlertAcknowledged
