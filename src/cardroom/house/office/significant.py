"""Significant events: what someone who answers for the house must be able to look up, with who and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from cardroom.house.core import events as e
from cardroom.house.core.commands import AskAdjustment, AskBackOut, AskRates
from cardroom.house.core.records import Record
from cardroom.jackpots import events as j
from cardroom.jackpots.config import Source
from cardroom.jackpots.transcript import tell as tell_jackpot
from cardroom.money import show_money
from cardroom.table.events import AnyEvent, HandFouled, LateBetRefused, MispayCorrected, RoundVoided

_TABLE_EVENTS = msgspec.json.Decoder(list[e.TableEvent])
_HOUSE_EVENTS = msgspec.json.Decoder(list[e.HouseEvent])
_LINK_EVENTS = msgspec.json.Decoder(list[j.AnyEvent])

# Everyday business of a jackpot: wagers in, buttons, envy. What is left is significant.
_EVERYDAY = (j.GameStarted, j.WagerTaken, j.GameEnded, j.SeatPressed, j.HandPressed, j.KeyTurned, j.WinConfirmed,
             j.EnvyPaid, j.HandQualified, j.SeatsSettled, j.AwardRecorded)  # fmt: skip


class Significant(msgspec.Struct, frozen=True, kw_only=True):
    at: datetime
    by: str
    stream: str
    number: int
    kind: str
    what: str


def significant_events(records: Iterable[Record], begins: datetime, ends: datetime) -> list[Significant]:
    asked: dict[str, str] = {}  # requests and who made them, also before the time in question
    floor = ""
    found = []
    for record in records:
        if record.at >= ends:
            continue
        for kind, what in _told(record, asked, floor):
            if record.at >= begins:
                line = Significant(
                    at=record.at, by=record.by, stream=record.stream, number=record.number, kind=kind, what=what
                )
                found.append(line)
        if record.stream == "house" and b'"HouseOpened"' in bytes(record.events):
            floor = next(x.floor_hash for x in _HOUSE_EVENTS.decode(record.events) if isinstance(x, e.HouseOpened))
    return found


def _told(record: Record, asked: dict[str, str], floor: str) -> Iterator[tuple[str, str]]:
    kind, _, name = record.stream.partition(":")
    match kind:
        case "table":
            for at_table in _TABLE_EVENTS.decode(record.events):
                yield from _at_table(name, at_table)
        case "link":
            for on_link in _LINK_EVENTS.decode(record.events):
                if not isinstance(on_link, _EVERYDAY) and getattr(on_link, "source", None) is not Source.TRAY:
                    yield "jackpot", f"{name}: {tell_jackpot(on_link)}"
        case _:
            for in_house in _HOUSE_EVENTS.decode(record.events):
                yield from _in_house(record, in_house, asked, floor)


def _in_house(record: Record, event: e.HouseEvent, asked: dict[str, str], floor: str) -> Iterator[tuple[str, str]]:
    match event:
        case e.HouseOpened():
            change = "; the floor file has changed" if floor not in ("", event.floor_hash) else ""
            yield "opening", f"The house starts with version {event.version}{change}."
        case e.Enrolled() if event.role not in ("guest", "player"):
            yield "people", f"{event.name} ({event.person}) is enrolled as {event.role}."
        case e.Asked():
            asked[event.request] = record.by
            yield "request", f"{record.by} asks for {_request(event.command)} ({event.request})."
        case e.Answered():
            answer = "approves" if event.approved else "declines"
            yield "request", f"{record.by} {answer} {event.request} of {asked.get(event.request, 'someone')}."
        case e.Refused():
            yield "refusal", f"{record.by} ({event.role}) tried {event.command}: {event.reason}"
        case e.Flagged():
            yield "flag", f"{event.kind}: {event.person}, {show_money(event.amount)}, {event.detail}."
        case _:
            pass


def _request(command: AskAdjustment | AskBackOut | AskRates) -> str:
    match command:
        case AskAdjustment():
            change = f"{command.level} {command.fund} by {show_money(command.change)}"
            return f"an adjustment of {command.link}, {change}: {command.reason}, {command.why}"
        case AskBackOut():
            return f"win {command.win} of {command.link} to be backed out: {command.why}"
        case AskRates():
            return f"other rates of {command.link}, {command.level}: {command.why}"


def _at_table(table: str, event: e.TableEvent) -> Iterator[tuple[str, str]]:
    match event:
        case e.TableOpened():
            yield "opening", f"Table {table} opens with {show_money(event.inventory)}."
        case e.TableClosed():
            yield "opening", f"Table {table} closes with {show_money(event.inventory)}."
        case e.Filled():
            yield "bank", f"Table {table} gets a fill of {show_money(event.amount)}."
        case e.Credited():
            yield "bank", f"Table {table} gives a credit of {show_money(event.amount)}."
        case e.DropCollected():
            yield "bank", f"The drop of table {table} is collected: {show_money(event.amount)}."
        case e.PayoutCapped():
            capped = f"{show_money(event.won)} cut to {show_money(event.cap)}"
            yield "cap", f"Table {table}, round {event.round_id}, seat {event.seat}: {capped}."
        case e.Played():
            yield from _in_round(event.round_id, event.event)
        case _:
            pass


def _in_round(round_id: str, event: AnyEvent) -> Iterator[tuple[str, str]]:
    match event:
        case RoundVoided():
            yield "void", f"Round {round_id} is void: {event.reason}."
        case HandFouled():
            yield "void", f"Round {round_id}, seat {event.seat}: the hand is fouled, {event.reason}."
        case MispayCorrected():
            paid = f"{show_money(event.paid)} instead of {show_money(event.due)}"
            yield "correction", f"Round {round_id}, seat {event.seat}, {event.wager}: {paid}, {event.reason}."
        case LateBetRefused():
            late = f"late {event.wager} of {show_money(event.amount)}"
            yield "correction", f"Round {round_id}, seat {event.seat}: a {late} is pushed back."
        case _:
            pass
