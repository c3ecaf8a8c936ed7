"""Alerts are raised and ended by the house itself, and acknowledged by people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.access.state import subject_of
from cardroom.house.features.alerts.causes import FAULTS, OF_MONEY, AlertKind
from cardroom.house.features.alerts.messages import (
    AcknowledgeAlert,
    AcknowledgeDeposit,
    AcknowledgeFault,
    AlertAcknowledged,
    AlertCleared,
    AlertRaised,
    ClearAlert,
    RaiseAlert,
)
from cardroom.house.features.alerts.state import Alert, is_raised, standing_alert
from cardroom.house.features.alerts.text import KINDS
from cardroom.house.kernel.dual_control import require_two

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def raise_alert(work: UnitOfWork, command: RaiseAlert) -> None:
    """One that comes again before anybody has acknowledged it stays the same alert."""
    house = work.house
    if is_raised(house.alerts, command.place, command.cause):
        raise CardroomError("raised", f"“{KINDS[command.cause.kind]}” is raised for {command.place} already.")
    before = standing_alert(house.alerts, command.cause.kind, command.place)
    is_unseen = before != "" and house.alerts[before].seen_at is None
    work.in_house(
        AlertRaised(
            alert=before if is_unseen else str(house.alerts_raised + 1), place=command.place, cause=command.cause
        )
    )


def end(work: UnitOfWork, command: ClearAlert) -> None:
    alert = _known(work, command.alert)
    if alert.ended is not None:
        raise CardroomError("ended", f"The cause of alert {command.alert} has gone already.")
    work.in_house(AlertCleared(alert=command.alert, kind=alert.kind, place=alert.place))


def acknowledge(work: UnitOfWork, command: AcknowledgeAlert | AcknowledgeDeposit | AcknowledgeFault) -> None:
    alert = _known(work, command.alert)
    if isinstance(command, AcknowledgeDeposit) and alert.kind not in OF_MONEY:
        raise CardroomError("other-alert", f"Alert {command.alert} is about no deposit: {_told(alert)}.")
    if isinstance(command, AcknowledgeFault) and alert.kind not in FAULTS:
        raise CardroomError("other-alert", f"Alert {command.alert} is no fault: {_told(alert)}.")
    if alert.seen_at is not None:
        by = work.house.people[alert.seen_by].name if alert.seen_by in work.house.people else alert.seen_by
        raise CardroomError("acknowledged", f"{by} has acknowledged alert {command.alert} already.")
    if alert.kind is AlertKind.GLASS:
        _require_second(work, alert)
    work.in_house(AlertAcknowledged(alert=command.alert, kind=alert.kind, place=alert.place, note=command.note))


def _require_second(work: UnitOfWork, alert: Alert) -> None:
    """Two people look into broken glass, and neither of them came in by it."""
    if work.by.id in {subject_of(broken.change) for broken in work.house.broken_glass.values()}:
        raise CardroomError("own-account", "This is about your own account: other people look into it.")
    if alert.first_by:
        alone = "You have acknowledged it; another person does so, too."
        require_two(work.house, alert.first_by, work.by, alone)


def _told(alert: Alert) -> str:
    return f"{KINDS[alert.kind]} at {alert.place}"


def _known(work: UnitOfWork, name: str) -> Alert:
    alert = work.house.alerts.get(name)
    if alert is None:
        raise CardroomError("unknown-alert", f"Alert {name} stands no longer, or never did.")
    return alert
