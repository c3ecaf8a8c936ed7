"""The daily reports of the jackpots and of their bank accounts, out of the log of a house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from cardroom.house.core.records import Record
from cardroom.jackpots import JackpotKind, LinkState, Win
from cardroom.jackpots.accounting import GamesReportLine, Proof, games_report, proof
from cardroom.jackpots.banking import BankReconciliation, bank_reconciliation
from cardroom.jackpots.events import AnyEvent, BankReconciled, Deposited
from cardroom.jackpots.readings import LevelMeters, MeterReading, Period, level_meters, meter_reading
from cardroom.jackpots.reports import EnvyLine, TableActivity, coin_in_and_win, envy_list, last_hits
from cardroom.jackpots.state import replay

_LINK_EVENTS = msgspec.json.Decoder(list[AnyEvent])


class JackpotReport(msgspec.Struct, frozen=True, kw_only=True):
    """One link over some time; its last hits reach back further."""

    link: str
    kind: JackpotKind
    paytable: str
    readings: tuple[MeterReading, ...]  # the beginning amount and every change with its explanation
    levels: tuple[LevelMeters, ...]
    activity: tuple[TableActivity, ...]  # coin in and win by table and shift
    hits: tuple[Win, ...]
    envy: tuple[EnvyLine, ...]
    games_report: tuple[GamesReportLine, ...]
    proof: Proof


class BankReport(msgspec.Struct, frozen=True, kw_only=True):
    """What must be at the bank for one link, and what was said to be there."""

    link: str
    found: BankReconciliation  # against the last statement and what has been booked since
    known_since: datetime | None  # when that statement was; None: never
    deposits: tuple[Deposited, ...]
    reconciliations: tuple[BankReconciled, ...]


def link_events(records: Iterable[Record], ends: datetime) -> dict[str, list[AnyEvent]]:
    links: dict[str, list[AnyEvent]] = {}
    for record in records:
        if record.at < ends and record.stream.startswith("link:"):
            links.setdefault(record.stream.removeprefix("link:"), []).extend(_LINK_EVENTS.decode(record.events))
    return links


def jackpot_reports(records: Iterable[Record], day: Period, shifts: Sequence[Period] = ()) -> list[JackpotReport]:
    return [_jackpot(link, events, day, shifts) for link, events in sorted(link_events(records, day.ends).items())]


def _jackpot(link: str, events: list[AnyEvent], day: Period, shifts: Sequence[Period]) -> JackpotReport:
    state = replay(events)
    config = state.config
    levels = () if config.is_house else config.levels
    return JackpotReport(
        link=link,
        kind=config.kind,
        paytable=config.paytable.title,
        readings=tuple(meter_reading(events, level.name, day) for level in levels),
        levels=tuple(level_meters(state)),
        activity=tuple(coin_in_and_win(events, shifts or [day])),
        hits=tuple(last_hits(state)),
        envy=tuple(envy_list(event for event in events if day.holds(event))),
        games_report=tuple(games_report(events, config, day)),
        proof=proof(events),
    )


def bank_reports(records: Iterable[Record], day: Period, now: datetime) -> list[BankReport]:
    """For every progressive, as of the end of the day, or now if that is sooner."""
    found = []
    for link, events in sorted(link_events(records, day.ends).items()):
        state = replay(events)
        if not state.config.is_house:
            found.append(_bank(link, state, events, day, min(day.ends, max(now, day.begins))))
    return found


def _bank(link: str, state: LinkState, events: list[AnyEvent], day: Period, at: datetime) -> BankReport:
    reconciled = [event for event in events if isinstance(event, BankReconciled)]
    last = next((event for event in reversed(reconciled) if event.balance is not None), None)
    found = bank_reconciliation(state, None, at)
    if last is not None:
        then = bank_reconciliation(replay(events[: events.index(last) + 1]), last.balance, last.at)
        assert then.difference is not None
        found = bank_reconciliation(state, found.booked + then.difference, at)
    return BankReport(
        link=link,
        found=found,
        known_since=None if last is None else last.at,
        deposits=tuple(event for event in events if isinstance(event, Deposited) and day.holds(event)),
        reconciliations=tuple(event for event in reconciled if day.holds(event)),
    )
