"""Alerts are raised and ended by the house itself, and acknowledged by people. Verifications and losses are noted."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.core.access import subject_of
from cardroom.house.core.alerts import FAULTS, OF_MONEY, OF_TABLES, Alert, AlertKind, DoorOpened, is_raised, standing
from cardroom.house.core.alerts_in_words import KINDS
from cardroom.house.core.approvals import require_two
from cardroom.house.core.records import Record
from cardroom.house.core.work import Work


def raise_alert(work: Work, command: c.RaiseAlert) -> None:
    """One that comes again before anybody has acknowledged it stays the same alert."""
    house = work.house
    if is_raised(house.alerts, command.place, command.cause):
        raise CardroomError("raised", f"“{KINDS[command.cause.kind]}” is raised for {command.place} already.")
    before = standing(house.alerts, command.cause.kind, command.place)
    is_unseen = before != "" and house.alerts[before].seen_at is None
    work.in_house(
        e.AlertRaised(
            alert=before if is_unseen else str(house.alerts_raised + 1), place=command.place, cause=command.cause
        )
    )


def end(work: Work, command: c.ClearAlert) -> None:
    alert = _known(work, command.alert)
    if alert.ended is not None:
        raise CardroomError("ended", f"The cause of alert {command.alert} has gone already.")
    work.in_house(e.AlertEnded(alert=command.alert, kind=alert.kind, place=alert.place))


def acknowledge(work: Work, command: c.AcknowledgeAlert | c.AcknowledgeDeposit | c.AcknowledgeFault) -> None:
    alert = _known(work, command.alert)
    if isinstance(command, c.AcknowledgeDeposit) and alert.kind not in OF_MONEY:
        raise CardroomError("other-alert", f"Alert {command.alert} is about no deposit: {_told(alert)}.")
    if isinstance(command, c.AcknowledgeFault) and alert.kind not in FAULTS:
        raise CardroomError("other-alert", f"Alert {command.alert} is no fault: {_told(alert)}.")
    if alert.seen_at is not None:
        by = work.house.people[alert.seen_by].name if alert.seen_by in work.house.people else alert.seen_by
        raise CardroomError("acknowledged", f"{by} has acknowledged alert {command.alert} already.")
    if alert.kind is AlertKind.GLASS:
        _require_second(work, alert)
    work.in_house(e.AlertAcknowledged(alert=command.alert, kind=alert.kind, place=alert.place, note=command.note))


def _require_second(work: Work, alert: Alert) -> None:
    """Two people look into broken glass, and neither of them came in by it."""
    if work.by.id in {subject_of(broken.change) for broken in work.house.broken_glass.values()}:
        raise CardroomError("own-account", "This is about your own account: other people look into it.")
    if alert.first_by:
        alone = "You have acknowledged it; another person does so, too."
        require_two(work.house, alert.first_by, work.by, alone)


def _told(alert: Alert) -> str:
    return f"{KINDS[alert.kind]} at {alert.place}"


def _known(work: Work, name: str) -> Alert:
    alert = work.house.alerts.get(name)
    if alert is None:
        raise CardroomError("unknown-alert", f"Alert {name} stands no longer, or never did.")
    return alert


def note_verification(work: Work, command: c.NoteVerification) -> None:
    """Only of what is written, and never of less than was verified before."""
    verified = work.house.verified
    if not 0 < command.last <= work.house.position:
        raise CardroomError("bad-verification", f"Record {command.last:,} is not written yet.")
    if verified is not None and command.last < verified.last:
        raise CardroomError("verified", f"The log has been verified up to record {verified.last:,} already.")
    work.in_house(
        e.LogVerified(last=command.last, head=command.head, findings=command.findings, asked_by=command.asked_by)
    )


def note_loss(work: Work, command: c.NoteLoss) -> None:
    """Of what came after the last record that is left."""
    if not command.first == work.house.position + 1 <= command.last:
        raise CardroomError("bad-loss", f"The log goes on with record {work.house.position + 1:,}.")
    work.in_house(e.RecordsLost(first=command.first, last=command.last, head=command.head))


# --- the fold ---------------------------------------------------------------------------------------------------------


def fold_alert(
    alerts: dict[str, Alert], event: e.AlertRaised | e.AlertEnded | e.AlertAcknowledged, record: Record
) -> None:
    """What stands after an event. Whatever has been acknowledged and has no cause any more is over."""
    match event:
        case e.AlertRaised():
            _fold_raised(alerts, event, record.at)
        case e.AlertEnded():
            alert = alerts[event.alert]
            if alert.seen_at is not None:
                del alerts[event.alert]
            else:
                alerts[event.alert] = replace(alert, ended=record.at)
        case e.AlertAcknowledged():
            alert = alerts[event.alert]
            if alert.kind is AlertKind.GLASS and not alert.first_by:
                alerts[event.alert] = replace(alert, first_by=record.by, note=event.note)
            elif alert.ended is not None:
                del alerts[event.alert]
            else:
                alerts[event.alert] = replace(alert, seen_at=record.at, seen_by=record.by, note=event.note)


def settled_glass(alerts: dict[str, Alert], event: e.AlertRaised | e.AlertEnded | e.AlertAcknowledged) -> list[int]:
    """The records that broke glass and that a second person acknowledges now."""
    if not isinstance(event, e.AlertAcknowledged) or event.kind is not AlertKind.GLASS:
        return []
    alert = alerts[event.alert]
    return list(alert.cause.records) if isinstance(alert.cause, DoorOpened) and alert.first_by else []


def _fold_raised(alerts: dict[str, Alert], event: e.AlertRaised, at: datetime) -> None:
    if (again := alerts.get(event.alert)) is not None:
        alerts[event.alert] = replace(again, cause=event.cause, times=again.times + 1, ended=None, first_by="")
        return
    alerts.pop(standing(alerts, event.cause.kind, event.place), None)  # another cause, whose alert was acknowledged
    alerts[event.alert] = Alert(place=event.place, cause=event.cause, since=at)


def forget_place(alerts: dict[str, Alert], place: str) -> None:
    """A table that is no longer on the floor has nothing to be looked at."""
    for name in [name for name, alert in alerts.items() if alert.place == place and alert.kind in OF_TABLES]:
        del alerts[name]
