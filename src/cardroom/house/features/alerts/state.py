"""Alerts that stand.

One stands for each kind and place at most, so that they do not pile up however long nobody looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cardroom.house.features.alerts.causes import OF_TABLES, AlertKind, AnyCause, DoorOpened
from cardroom.house.features.alerts.messages import AlertAcknowledged, AlertCleared, AlertRaised
from cardroom.house.features.tables.messages import TableRemoved

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.log.records import Record


class Alert(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One that stands: until it is acknowledged, and until its cause has gone, whichever comes later."""

    place: str  # a table, a link, or the house
    cause: AnyCause  # another cause at the same place is another alert
    since: datetime
    times: int = 1  # it came about before anybody acknowledged it
    ended: datetime | None = None  # its cause has gone
    seen_at: datetime | None = None  # acknowledged
    seen_by: str = ""
    first_by: str = ""  # of two who have to acknowledge it
    note: str = ""

    @property
    def kind(self) -> AlertKind:
        return self.cause.kind


def standing_alert(alerts: Mapping[str, Alert], kind: AlertKind, place: str) -> str:
    """The name of the alert of a kind at a place; "" where none stands."""
    return next((name for name, alert in alerts.items() if (alert.kind, alert.place) == (kind, place)), "")


def is_raised(alerts: Mapping[str, Alert], place: str, cause: AnyCause) -> bool:
    """Whether this very cause is known, acknowledged or not."""
    found = alerts.get(standing_alert(alerts, cause.kind, place))
    return found is not None and found.ended is None and found.cause.identity == cause.identity


def fold_alert(alerts: dict[str, Alert], event: AlertRaised | AlertCleared | AlertAcknowledged, record: Record) -> None:
    """What stands after an event. Whatever has been acknowledged and has no cause any more is over."""
    match event:
        case AlertRaised():
            _fold_raised(alerts, event, record.at)
        case AlertCleared():
            alert = alerts[event.alert]
            if alert.seen_at is not None:
                del alerts[event.alert]
            else:
                alerts[event.alert] = replace(alert, ended=record.at)
        case AlertAcknowledged():
            alert = alerts[event.alert]
            if alert.kind is AlertKind.GLASS and not alert.first_by:
                alerts[event.alert] = replace(alert, first_by=record.by, note=event.note)
            elif alert.ended is not None:
                del alerts[event.alert]
            else:
                alerts[event.alert] = replace(alert, seen_at=record.at, seen_by=record.by, note=event.note)


def acknowledged_break_glass(
    alerts: dict[str, Alert], event: AlertRaised | AlertCleared | AlertAcknowledged
) -> list[int]:
    """The records that broke glass and that a second person acknowledges now."""
    if not isinstance(event, AlertAcknowledged) or event.kind is not AlertKind.GLASS:
        return []
    alert = alerts[event.alert]
    return list(alert.cause.records) if isinstance(alert.cause, DoorOpened) and alert.first_by else []


def _fold_raised(alerts: dict[str, Alert], event: AlertRaised, at: datetime) -> None:
    if (again := alerts.get(event.alert)) is not None:
        alerts[event.alert] = replace(again, cause=event.cause, times=again.times + 1, ended=None, first_by="")
        return
    alerts.pop(
        standing_alert(alerts, event.cause.kind, event.place), None
    )  # another cause, whose alert was acknowledged
    alerts[event.alert] = Alert(place=event.place, cause=event.cause, since=at)


def forget_place(alerts: dict[str, Alert], place: str) -> None:
    """A table that is no longer on the floor has nothing to be looked at."""
    for name in [name for name, alert in alerts.items() if alert.place == place and alert.kind in OF_TABLES]:
        del alerts[name]


def follow(house: House, event: AlertRaised | AlertCleared | AlertAcknowledged, record: Record) -> None:
    house.alerts_raised += isinstance(event, AlertRaised) and event.alert not in house.alerts
    for broken in acknowledged_break_glass(house.alerts, event):
        house.broken_glass.pop(str(broken), None)
    fold_alert(house.alerts, event, record)


def table_removed(house: House, table: LiveTable, event: TableRemoved, record: Record) -> None:
    forget_place(house.alerts, table.id)
