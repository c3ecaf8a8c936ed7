"""What happened in the house as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cardroom.house.features.access.state import fold_access
from cardroom.house.features.alerts.state import fold_alert, settled_glass
from cardroom.house.features.jackpot_changes.state import Request
from cardroom.house.features.log_maintenance.state import Verified
from cardroom.house.features.players.state import OwnLimits
from cardroom.house.features.slips.state import follow, forget_until
from cardroom.house.features.staff_cards.state import MOST_REFUSED, IssuedCard, RefusedCard
from cardroom.house.floor import Floor
from cardroom.house.log import events as e
from cardroom.house.log.records import Record

if TYPE_CHECKING:
    from cardroom.house.engine.house import House


def fold_in_house(house: House, event: e.HouseEvent, record: Record) -> None:
    match event:
        case e.HouseOpened():
            house.floor = house.documents.get(event.floor, Floor)
        case e.Renamed():
            house.people[event.person] = msgspec.structs.replace(house.people[event.person], name=event.name)
        case e.Expired():
            for kept in (house.people, house.guests, house.own_limits, house.bought):
                kept.pop(event.person, None)
        case e.LimitsSet():
            limits = house.own_limits.get(event.person, OwnLimits())
            house.own_limits[event.person] = limits.set(
                event.loss,
                event.minutes,
                event.money_then,
                record.at,
                keeps_loss=event.keeps_loss,
                keeps_time=event.keeps_time,
            )
        case e.MoneyIssued() if event.person in house.own_limits:
            house.own_limits[event.person] = house.own_limits[event.person].given(event.amount)
        case e.Asked():
            house.requests[event.request] = Request(record.by, event.link, event.change)
        case e.Answered():
            house.requests.pop(event.request, None)
        case e.CardIssued():
            house.cards[event.number] = IssuedCard(event.person, record.at, record.by)
        case e.CardRevoked():
            house.cards[event.number] = msgspec.structs.replace(
                house.cards[event.number], revoked_at=record.at, revoked_by=record.by, why=event.why
            )
        case e.CardRefused():
            before = house.refused_cards.pop(event.place, None)
            times = 1 if before is None else before.times + 1
            house.refused_cards[event.place] = RefusedCard(
                record.at, event.number, event.person, event.entered_by, event.what, event.refusal, times
            )
            while len(house.refused_cards) > MOST_REFUSED:
                del house.refused_cards[next(iter(house.refused_cards))]
        case e.RefusalCleared():
            house.refused_cards.pop(event.place, None)
        case e.AlertRaised() | e.AlertEnded() | e.AlertAcknowledged():
            house.alerts_raised += isinstance(event, e.AlertRaised) and event.alert not in house.alerts
            for broken in settled_glass(house.alerts, event):
                house.broken_glass.pop(str(broken), None)
            fold_alert(house.alerts, event, record)
        case e.LogVerified():
            house.verified = Verified(record.at, record.day, event.last, event.head, event.findings)
        case e.OfSlip():
            follow(house.chip_slips, event, record.by, record.at, record.day)
            house.last_slip = max(house.last_slip, event.slip)
        case e.DayClosed():
            house.closed = event.day
            house.figures.pop(event.day, None)
            house.chip_slips = forget_until(house.chip_slips, event.day)
        case e.Archived():
            house.archived = event.last
        case _:
            fold_access(house, event, record)
