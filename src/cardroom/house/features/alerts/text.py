"""Alerts as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.games.paytable import line_name
from cardroom.house.features.access.text import access_in_words
from cardroom.house.features.alerts import causes as a
from cardroom.house.features.alerts.causes import AlertKind, AnyCause, AwardStanding
from cardroom.house.features.alerts.messages import AlertAcknowledged, AlertCleared, AlertInHouse, AlertRaised
from cardroom.house.floor.display_names import table_title, title_of_id
from cardroom.house.kernel.feature_table import Noted
from cardroom.house.kernel.people import Whose
from cardroom.jackpots.text.names import jackpot_name
from cardroom.money import show_money

if TYPE_CHECKING:
    from cardroom.house.engine.house import House

KINDS = {
    AlertKind.STALLED: "table stalled",
    AlertKind.CALL: "supervisor called",
    AlertKind.AWARD: "award pending",
    AlertKind.HOLD: "hold outside its band",
    AlertKind.TRAY: "tray low",
    AlertKind.TERMINAL: "terminal away",
    AlertKind.DEPOSIT: "deposit due",
    AlertKind.BANK: "bank account short",
    AlertKind.CHAIN: "chain not verified",
    AlertKind.CLOCK: "clock set",
    AlertKind.FAULT: "out of order",
    AlertKind.GLASS: "glass broken",
}
STANDINGS = {
    AwardStanding.WAITING: "It waits to be entered at the console.",
    AwardStanding.LIT: "It is lit at the console, and waits to be verified and approved.",
    AwardStanding.LOCKED: "Its amount is locked, and waits to be paid.",
    AwardStanding.TO_HAND_OVER: "It waits to be handed over, from the tray or by a hand-pay slip of the cage.",
}
WHOSE = {Whose.DEALER: "its dealer", Whose.PLAYERS: "its players"}


def alert_in_words(cause: AnyCause, place: str, house: House | None = None) -> str:
    """With the names that its house has for tables and people, where that is at hand."""
    match cause:
        case a.TableStalled():
            whose = WHOSE.get(cause.whose, "a supervisor")
            return f"{_title(place, house)} has waited for {whose} longer than {_time(cause.seconds)}."
        case a.CallUnanswered():
            within = _time(cause.seconds)
            return f"{_title(place, house)} has called a supervisor, and nobody has come within {within}."
        case a.AwardPending():
            return _award(cause, _title(place, house))
        case a.HoldOutside():
            where = "above" if cause.win > cause.high else "below"
            win = f"the win of {show_money(cause.win)} lies {where} its band"
            band = f"{show_money(cause.low)} to {show_money(cause.high)}"
            return f"{_title(place, house)}: {win}, {band}: one day in forty does by chance."
        case a.TrayLow():
            why = "the largest pay-out of one hand" if cause.is_for_largest else "its share of the opening inventory"
            held = f"The tray of {_title(place, house)} holds {show_money(cause.tray)}"
            return f"{held}, less than {show_money(cause.needed)}, {why}: a fill."
        case a.TerminalAway():
            known = None if house is None else house.people.get(cause.dealer)
            name = cause.dealer if known is None else known.name
            return f"{name} is tapped in at {_title(place, house)}, and no terminal shows the table."
        case a.DepositDue():
            when = f"{cause.due:%Y-%m-%d %H:%M} UTC"
            return f"Jackpot {jackpot_name(place)}: {show_money(cause.amount)} has to be deposited by {when}."
        case a.BankShort():
            return (
                f"Jackpot {jackpot_name(place)} takes no wagers: its bank account is short by"
                f" {show_money(cause.amount)}. Deposit it, and reconcile the account."
            )
        case _:
            return _of_machine(cause, place, house)


def _of_machine(
    cause: a.LogNotVerified | a.LogNotSound | a.ClockOff | a.DatabaseClockOff | a.TableFailed | a.ServerFailed
    | a.DoorOpened,
    place: str,
    house: House | None,
) -> str:  # fmt: skip
    match cause:
        case a.LogNotVerified():
            return f"The log has not been verified on {cause.day}: press “Verify now”, or run `cardroom audit verify`."
        case a.LogNotSound():
            found = f"{cause.findings:,} findings"
            return f"The log is not as it must be, {found}: run `cardroom audit verify` to read them."
        case a.ClockOff():
            return (
                f"The clock of this machine is {_span(cause.seconds)} off the time that the house goes by, which no day"
                " begins by. Set it right; if it is right, start the server again."
            )
        case a.DatabaseClockOff():
            differs = f"differs from this server's by {_span(cause.seconds)}"
            return f"The database's clock {differs}: set the wrong one right."
        case a.TableFailed():
            failed = f"its {cause.part} has failed ({cause.error})"
            table = None if house is None else house.tables.get(place)
            is_open = table is not None and table.is_open
            close = " Close the table: a round that is in play is void then, and its stakes go back." if is_open else ""
            return f"{_title(place, house)} is stopped: {failed}. The server's log says more.{close}"
        case a.ServerFailed():
            task, _, where = cause.task.partition(":")
            at = f", {where}" if where else ""
            failed = f"{task.replace('-', ' ')}{at} ({cause.error})"
            return f"Something that the server does by itself has failed: {failed}. Its log says more."
        case a.DoorOpened():
            done = "; ".join(_door(record, house) for record in cause.records)
            return f"The command line has opened a door without two people: {done}. Two people look into it."


def _award(cause: a.AwardPending, title: str) -> str:
    how_many = "An award waits" if cause.count == 1 else f"{cause.count} awards wait"
    seat = f", seat {cause.seat}" if cause.seat is not None else ""
    return (
        f"{how_many} at {title}: {line_name(cause.line)}{seat}, {show_money(cause.amount)}. {STANDINGS[cause.standing]}"
    )


def _door(record: int, house: House | None) -> str:
    broken = None if house is None else house.broken_glass.get(str(record))
    return f"record {record:,}" if broken is None else access_in_words(broken.change)


def _title(place: str, house: House | None) -> str:
    table = None if house is None else house.tables.get(place)
    return title_of_id(place) if table is None else table_title(table.plan)


def _time(seconds: float) -> str:
    return f"{seconds:g} seconds" if seconds < 120 else f"{seconds / 60:g} minutes"


def _span(seconds: float) -> str:
    sign, seconds = ("+" if seconds > 0 else "−"), abs(seconds)
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{sign}{seconds / size:.0f} {unit}"
    return f"{sign}{seconds:.0f} seconds"


def significant(event: AlertInHouse, noted: Noted) -> str:
    """To the staff."""
    by = noted.by
    match event:
        case AlertRaised():
            return f"Alert {_alert(event)}: {alert_in_words(event.cause, event.place)}"
        case AlertCleared():
            return f"The cause of alert {_alert(event)}, has gone."
        case AlertAcknowledged():
            note = f": {event.note.rstrip('.')}" if event.note else ""
            return f"{by} acknowledges alert {_alert(event)}{note}."
        case _:
            return ""


def _alert(event: AlertRaised | AlertCleared | AlertAcknowledged) -> str:
    kind = event.cause.kind if isinstance(event, AlertRaised) else event.kind
    return f"{event.alert}, {KINDS[kind]} ({event.place})"
