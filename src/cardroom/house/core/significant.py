"""Significant events: what someone who answers for the house must be able to look up, with who and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from cardroom.house.core import events as e
from cardroom.house.core.access import access_in_words
from cardroom.house.core.commands import SignInRefusal
from cardroom.house.core.duty import card_refused_in_words
from cardroom.house.core.people import SERVICE, called
from cardroom.house.core.records import AnyPart, HousePart, LinkPart, Record, TablePart
from cardroom.jackpots import events as j
from cardroom.jackpots.config import Source
from cardroom.jackpots.transcript import asked_for
from cardroom.jackpots.transcript import tell as tell_jackpot
from cardroom.money import show_money
from cardroom.table.events import Event as OfRound
from cardroom.table.events import HandFouled, LateBetRefused, MispayCorrected, RoundVoided

# Everyday business of a jackpot: wagers in, buttons, envy. What is left is significant.
_EVERYDAY = (j.GameStarted, j.WagerTaken, j.GameEnded, j.SeatPressed, j.HandPressed, j.KeyTurned, j.WinConfirmed,
             j.EnvyPaid, j.HandQualified, j.SeatsSettled, j.SeatsReopened, j.AwardRecorded)  # fmt: skip


AnyEvent = Any  # of the kind that its part has


class Significant(msgspec.Struct, frozen=True):
    by: str  # whose doing it is: not always the person whose command brought it about
    stream: str
    number: int
    kind: str
    what: str


def significant_in(record: Record, rounds: Mapping[str, str]) -> Iterator[Significant]:
    """What of a record must be looked up easily, in its order; `rounds` are those of its tables."""
    for part in record.parts:
        for event in part.events:
            for kind, what in told_of(part, event, record, rounds):
                yield Significant(_by(event, record), part.stream, part.number, kind, what)


def _by(event: AnyEvent, record: Record) -> str:
    """A jackpot's event knows who pressed; what is flagged for a report is flagged by the house."""
    return SERVICE.id if isinstance(event, e.Flagged) else getattr(event, "by", record.by)


def told_of(part: AnyPart, event: AnyEvent, record: Record, rounds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The kind and the sentence of an event, if it is significant."""
    match part:
        case TablePart() if isinstance(event, OfRound):
            yield from _in_round(rounds.get(part.table, ""), event)
        case TablePart():
            yield from _at_table(part.table, event)
        case LinkPart():
            if not isinstance(event, _EVERYDAY) and getattr(event, "source", None) is not Source.TRAY:
                yield "jackpot", f"{part.link}: {tell_jackpot(event)}"
        case HousePart():
            yield from _in_house(record, event)


def _in_house(record: Record, event: AnyEvent) -> Iterator[tuple[str, str]]:
    by = record.by
    match event:
        case e.HouseOpened():
            change = "; the floor has changed" if event.is_changed else ""
            yield "opening", f"The house starts with version {record.version}{change}."
        case e.Enrolled() if event.role not in ("guest", "player"):
            yield "people", f"{event.name} ({event.person}) is enrolled as {event.role}."
        case e.Asked():
            yield "request", f"{by} asks for {asked_for(event.link, event.change)} ({event.request})."
        case e.Answered():
            answer = "approves" if event.approved else "declines"
            yield "request", f"{by} {answer} {event.request} of {event.asked_by}."
        case e.Refused():
            yield "refusal", f"{event.person} tried {event.what}: {called(record.role)} may not do this."
        case e.CardIssued():
            yield "people", f"Staff card {event.number} is issued to {event.person}."
        case e.AccessAsked():
            yield "people", f"{by} asks for {access_in_words(event.change)} ({event.request})."
        case e.AccessAnswered():
            answer = "approves" if event.approved else "declines"
            asked = f"{event.request}, asked for by {event.asked_by}"
            yield "people", f"{by} {answer} {access_in_words(event.change)} ({asked})."
        case e.GlassBroken():
            yield "people", f"The command line breaks the glass: {access_in_words(event.change)}."
        case e.AccountInvited():
            people = "the command line" if event.asked_by == SERVICE.id else f"{event.asked_by} and {event.approved_by}"
            yield "people", f"{event.person} gets a one-time code, given by {people}."
        case e.CodeRedeemed():
            yield "people", f"{event.person} has redeemed the one-time code."
        case e.PasswordChanged():
            yield "people", f"{event.person} has changed the own password."
        case e.RoleChanged():
            yield "people", f"{event.person} is {event.role} from now on, and was {event.before}."
        case e.AccountSuspended():
            yield "people", f"{by} suspends {event.person}: {event.why.rstrip('.')}."
        case e.AccountReinstated():
            yield "people", f"{event.person} is reinstated."
        case e.AccountEnded():
            yield "people", f"{by} ends the account of {event.person}: {event.why.rstrip('.')}."
        case e.TerminalAdded():
            yield "people", f"“{event.name}” is a terminal of the house."
        case e.TerminalRemoved():
            yield "people", f"{by} removes the terminal “{event.name}”."
        case e.SignInRefused():
            yield "refusal", f"{event.person} tried Login: {refused_in_words(event)}"
        case e.CardRevoked():
            yield "people", f"{by} revokes staff card {event.number} of {event.person}: {event.why.rstrip('.')}."
        case e.CardRefused():
            card = f"card {event.number} of {event.person}" if event.person else "an unknown card"
            why = card_refused_in_words(event.refusal, event.number)
            yield (
                "refusal",
                f"{card[0].upper()}{card[1:]} is refused at {event.place}, for {event.what}: {why}",
            )
        case e.RefusalsCounted():
            tried = ", ".join(f"{what} {count:,}" for what, count in sorted(event.counts.items()))
            yield "refusal", f"Strangers were refused: {tried}."
        case e.Flagged():
            yield "flag", f"{event.kind}: {event.person}, {show_money(event.amount)}, {event.detail}."
        case e.WinnerNoted():
            yield "winner", f"{by} enters of the winner of {event.win}: {', '.join(event.fields)}."
        case e.WinnerErased():
            yield "winner", f"{event.entered_by} and {by} erase the data of the winner of {event.win}."
        case e.AlertRaised():
            yield "alert", f"Alert {event.alert}, {event.kind} ({event.place}): {event.says}"
        case e.AlertEnded():
            yield "alert", f"The cause of alert {event.alert}, {event.kind} ({event.place}), has gone."
        case e.AlertAcknowledged():
            note = f": {event.note.rstrip('.')}" if event.note else ""
            yield "alert", f"{by} acknowledges alert {event.alert}, {event.kind} ({event.place}){note}."
        case e.LogVerified():
            found = "as it must be" if not event.findings else f"not as it must be: {event.findings:,} findings"
            asked = f", asked for by {event.asked_by}" if event.asked_by else ""
            yield "verification", f"The log up to record {event.last:,} is {found}{asked}."
        case e.RecordsLost():
            yield "loss", f"Records {event.first:,} to {event.last:,} of an earlier log are lost: a copy was restored."
        case e.SlipAsked():
            of = f"{show_money(event.amount)} for table {event.table}"
            yield "slip", f"{by} asks for {event.kind} {event.slip}: {of}."
        case e.OfSlip():
            yield "slip", f"{by} {_done_to(event)}."
        case e.DayClosed():
            yield "day", f"The day {event.day} is closed; its figures are {event.figures[:16]}…"
        case e.DayCorrected():
            people = f"entered by {event.entered_by}, approved by {event.approved_by}"
            what = f"From record {event.first:,} on, what was counted for {event.wrong} counts for {event.right}"
            yield "day", f"{what}: {event.why.rstrip('.')}; {people}."
        case e.Archived():
            yield "archive", f"Records up to {event.last:,} are in files; their manifest is {event.manifest[:16]}…"
        case _:
            pass


def refused_in_words(event: e.SignInRefused) -> str:
    """One try, or all others of a minute from one place.

    >>> refused_in_words(e.SignInRefused(person="sam", refusal=SignInRefusal.WRONG_PASSWORD, source="here"))
    'A wrong password for sam, from here.'
    """
    what = "sign-in to an account that is not active" if event.refusal is SignInRefusal.NOT_ACTIVE else event.refusal
    if not event.more:
        return f"A {what} for {event.person}, from {event.source}."
    times = sum(event.more.values())
    more = f"One more {what}" if times == 1 else f"{times} more {what}s"
    counts = ", ".join(f"{count} for {person}" for person, count in event.more.items())
    return f"{more} from {event.source} within a minute: {counts}."


def kept_in_words(event: e.RoundCorrected) -> str:
    """What a posted cap has to do with a correction; "" where it has nothing."""
    if not event.kept:
        return ""
    return f"; the posted cap keeps {show_money(abs(event.kept))} {'of it' if event.kept > 0 else 'less'} back"


def corrected_in_words(table: str, event: e.RoundCorrected) -> str:
    where = f"Table {table}, round {event.round_id}, seat {event.seat}, {event.wager}"
    handed = f", {show_money(event.paid)} handed over" if event.paid != event.booked else ""
    people = f"entered by {event.entered_by}, approved by {event.approved_by}"
    return (
        f"{where}: {show_money(event.booked)} booked{handed}, {show_money(event.due)} due{kept_in_words(event)}:"
        f" {event.why.rstrip('.')}; {people}."
    )


def _at_table(table: str, event: AnyEvent) -> Iterator[tuple[str, str]]:
    match event:
        case e.TableOpened():
            yield "opening", f"Table {table} opens with {show_money(event.inventory)}."
        case e.TableClosing():
            yield "opening", f"Table {table} closes when its round is over."
        case e.TableKeptOpen():
            yield "opening", f"Table {table} does not close: it goes on."
        case e.TableClosed():
            yield "opening", f"Table {table} closes with {show_money(event.inventory)}."
        case e.Filled():
            yield "bank", f"Table {table} gets a fill of {show_money(event.amount)}."
        case e.Credited():
            yield "bank", f"Table {table} gives a credit of {show_money(event.amount)}."
        case e.DropCounted():
            yield "bank", f"The drop of table {table} is counted: {show_money(event.amount)}."
        case e.DropCollected():
            yield "bank", f"The drop of table {table} is collected: {show_money(event.amount)}{_by_two(event)}."
        case e.Counted():
            yield "bank", f"The tray of table {table} is counted: {show_money(event.inventory)}."
        case e.RoundCorrected():
            yield "correction", corrected_in_words(table, event)
        case e.TrayCounted():
            yield "bank", f"The tray of table {table} is counted for the {event.purpose}: {show_money(event.amount)}."
        case e.TrayChecked():
            found = f"The {event.purpose} count of table {table} is {show_money(event.amount)}"
            yield "bank", f"{found}{_by_two(event)}."
        case e.TableChanging():
            yield "limits", f"Table {table} has another plan from the next round on."
        case e.TableChanged():
            yield "limits", f"Table {table} has another plan."
        case e.CardsShown():
            cards, people = " ".join(event.cards), f"entered by {event.entered_by}, verified by {event.verified_by}"
            yield (
                "cards",
                f"Table {table}, round {event.round_id}, {event.holder} for seat {event.seat}: {cards}, {people}.",
            )
        case e.PayoutCapped():
            capped = f"{show_money(event.won)} cut to {show_money(event.cap)}"
            yield "cap", f"Table {table}, round {event.round_id}, seat {event.seat}: {capped}."
        case e.DealerTappedIn():
            relieved = f" and relieves {event.relieves}" if event.relieves else ""
            yield "dealer", f"{event.person} taps in at table {table}{relieved}."
        case e.DealerTappedOut():
            yield "dealer", f"{event.person} taps out at table {table}."
        case e.SupervisorCalled():
            yield "call", f"Table {table} calls for a supervisor{': ' if event.why else ''}{event.why}."
        case e.CallAnswered():
            yield "call", f"A supervisor has come to table {table}."
        case e.PayoutDiffered():
            paid = f"{show_money(event.entered)} counted out instead of {show_money(event.due)}"
            yield "payout", f"Table {table}, round {event.round_id}, seat {event.seat}: {paid}, by {event.dealer}."
        case e.PayoutCorrected():
            paid = f"{show_money(event.entered)} instead of {show_money(event.due)}"
            over = "made good" if event.handed_over else "nothing was handed over"
            yield "correction", f"Round {event.round_id}, seat {event.seat}: {paid}, {over}, {event.reason}."
        case e.TableHeld():
            yield "hold", f"Table {table} is held: {event.why.rstrip('.')}."
        case e.TableStopped():
            during = f" during round {event.round_id}" if event.round_id else ""
            yield "fault", f"Table {table} is stopped{during}: its {event.part} has failed ({event.error})."
        case e.TableReleased():
            yield "hold", f"Table {table} is released and goes on."
        case e.SeedLost():
            given_up = f"Round {event.round_id} is given up: its key {event.key} is lost"
            yield "void", f"{given_up}, as {event.entered_by} has entered."
        case e.TableRemoved():
            yield "opening", f"Table {table} is taken off the floor."
        case _:
            pass


def _by_two(event: e.TrayChecked | e.DropCollected) -> str:
    """As two people agree on it, with what was missing or too much; "" where nobody has counted."""
    if not event.counted_by:
        return ""
    over = "over" if event.difference > 0 else "short"
    found = f", {show_money(abs(event.difference))} {over}" if event.difference else ""
    why = f" ({event.why.rstrip('.')})" if event.why else ""
    return f"{found}{why}, counted by {event.counted_by}, checked by {event.checked_by}"


def _done_to(event: e.OfSlip) -> str:
    match event:
        case e.SlipApproved():
            return f"approves slip {event.slip}"
        case e.SlipSent():
            return f"sends the chips of slip {event.slip}"
        case e.SlipReceived():
            return f"receives the chips of slip {event.slip}"
        case e.SlipVoided():
            return f"voids slip {event.slip}: {event.cause.told(event.why).rstrip('.')}"
        case e.SlipPrinted(number=1):
            return f"prints slip {event.slip}"
        case _:
            return f"prints slip {event.slip} again"


def _in_round(round_id: str, event: AnyEvent) -> Iterator[tuple[str, str]]:
    match event:
        case RoundVoided():
            yield "void", f"Round {round_id} is void: {event.cause.told(event.reason)}."
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
