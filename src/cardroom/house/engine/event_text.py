"""Significant events in words: what someone who answers for the house reads of them. Nothing of it is kept."""

from __future__ import annotations

from typing import Any

from cardroom.house.engine.significant import kind_of
from cardroom.house.features.access.text import access_in_words
from cardroom.house.features.alerts.text import KINDS as ALERTS
from cardroom.house.features.alerts.text import alert_in_words
from cardroom.house.features.staff_cards.text import card_refused_in_words
from cardroom.house.kernel.people import SERVICE, called
from cardroom.house.log import events as e
from cardroom.house.log.commands import SignInRefusal
from cardroom.house.log.records import AnyPart, LinkPart, Record, TablePart
from cardroom.jackpots.transcript import asked_for
from cardroom.jackpots.transcript import tell as tell_jackpot
from cardroom.money import show_money
from cardroom.table.events import Event as OfRound
from cardroom.table.events import HandFouled, LateBetRefused, MispayCorrected, RoundVoided

AnyEvent = Any  # of the kind that its part has


def event_in_words(part: AnyPart, event: AnyEvent, record: Record, round_id: str) -> str:
    """An event of a record, as a sentence; `round_id` is the round of its table. "": it is not significant."""
    if kind_of(part, event) is None:
        return ""
    match part:
        case TablePart() if isinstance(event, OfRound):
            return _in_round(round_id, event)
        case TablePart():
            return _at_table(part.table, event)
        case LinkPart():
            return f"{part.link}: {tell_jackpot(event)}"
        case _:
            return _in_house(record, event)


def _in_house(record: Record, event: AnyEvent) -> str:
    by = record.by
    match event:
        case e.HouseOpened():
            change = "; the floor has changed" if event.is_changed else ""
            return f"The house starts with version {record.version}{change}."
        case e.Enrolled():
            return f"{event.name} ({event.person}) is enrolled as {event.role}."
        case e.Asked():
            return f"{by} asks for {asked_for(event.link, event.change)} ({event.request})."
        case e.Answered():
            answer = "approves" if event.approved else "declines"
            return f"{by} {answer} {event.request} of {event.asked_by}."
        case e.Refused():
            return f"{event.person} tried {event.what}: {called(record.role)} may not do this."
        case e.CardIssued():
            return f"Staff card {event.number} is issued to {event.person}."
        case e.AccessAsked():
            return f"{by} asks for {access_in_words(event.change)} ({event.request})."
        case e.AccessAnswered():
            answer = "approves" if event.approved else "declines"
            asked = f"{event.request}, asked for by {event.asked_by}"
            return f"{by} {answer} {access_in_words(event.change)} ({asked})."
        case e.GlassBroken():
            return f"The command line breaks the glass: {access_in_words(event.change)}."
        case e.AccountInvited():
            people = "the command line" if event.asked_by == SERVICE.id else f"{event.asked_by} and {event.approved_by}"
            return f"{event.person} gets a one-time code, given by {people}."
        case e.CodeRedeemed():
            return f"{event.person} has redeemed the one-time code."
        case e.PasswordChanged():
            return f"{event.person} has changed the own password."
        case e.RoleChanged():
            return f"{event.person} is {event.role} from now on, and was {event.before}."
        case e.AccountSuspended():
            return f"{by} suspends {event.person}: {event.why.rstrip('.')}."
        case e.AccountReinstated():
            return f"{event.person} is reinstated."
        case e.AccountEnded():
            return f"{by} ends the account of {event.person}: {event.why.rstrip('.')}."
        case e.TerminalAdded():
            return f"“{event.name}” is a terminal of the house."
        case e.TerminalRemoved():
            return f"{by} removes the terminal “{event.name}”."
        case e.SignInRefused():
            return f"{event.person} tried Login: {refused_in_words(event)}"
        case e.CardRevoked():
            return f"{by} revokes staff card {event.number} of {event.person}: {event.why.rstrip('.')}."
        case e.CardRefused():
            card = f"card {event.number} of {event.person}" if event.person else "an unknown card"
            why = card_refused_in_words(event.refusal, event.number)
            return f"{card[0].upper()}{card[1:]} is refused at {event.place}, for {event.what}: {why}"
        case e.RefusalsCounted():
            tried = ", ".join(f"{what} {count:,}" for what, count in sorted(event.counts.items()))
            return f"Strangers were refused: {tried}."
        case e.Flagged():
            return f"{event.kind}: {event.person or 'a patron'}, {show_money(event.amount)}, {_flagged_for(event)}."
        case e.WinnerNoted():
            return f"{by} enters of the winner of {event.win}: {', '.join(event.fields)}."
        case e.WinnerErased():
            return f"{event.entered_by} and {by} erase the data of the winner of {event.win}."
        case e.AlertRaised():
            return f"Alert {_alert(event)}: {alert_in_words(event.cause, event.place)}"
        case e.AlertEnded():
            return f"The cause of alert {_alert(event)}, has gone."
        case e.AlertAcknowledged():
            note = f": {event.note.rstrip('.')}" if event.note else ""
            return f"{by} acknowledges alert {_alert(event)}{note}."
        case e.LogVerified():
            found = "as it must be" if not event.findings else f"not as it must be: {event.findings:,} findings"
            asked = f", asked for by {event.asked_by}" if event.asked_by else ""
            return f"The log up to record {event.last:,} is {found}{asked}."
        case e.RecordsLost():
            return f"Records {event.first:,} to {event.last:,} of an earlier log are lost: a copy was restored."
        case e.SlipAsked():
            of = f"{show_money(event.amount)} for table {event.table}"
            return f"{by} asks for {event.kind} {event.slip}: {of}."
        case e.OfSlip():
            return f"{by} {_done_to(event)}."
        case e.DayClosed():
            return f"The day {event.day} is closed; its figures are {event.figures[:16]}…"
        case e.DayCorrected():
            people = f"entered by {event.entered_by}, approved by {event.approved_by}"
            what = f"From record {event.first:,} on, what was counted for {event.wrong} counts for {event.right}"
            return f"{what}: {event.why.rstrip('.')}; {people}."
        case e.Archived():
            return f"Records up to {event.last:,} are in files; their manifest is {event.manifest[:16]}…"
        case _:
            return ""


def _flagged_for(event: e.Flagged) -> str:
    if event.kind is e.FlagKind.CASH:
        return f"bought in today, last at {event.table}"
    if event.win:
        return f"jackpot win {event.win} at {event.table}, seat {event.seat}"
    return f"round {event.round_id}, seat {event.seat}"


def _alert(event: e.AlertRaised | e.AlertEnded | e.AlertAcknowledged) -> str:
    kind = event.cause.kind if isinstance(event, e.AlertRaised) else event.kind
    return f"{event.alert}, {ALERTS[kind]} ({event.place})"


def refused_in_words(event: e.SignInRefused) -> str:
    """One try, or all others of a minute from one place.

    >>> refused_in_words(e.SignInRefused(person="sam", refusal=SignInRefusal.WRONG_PASSWORD, source="here"))
    'A wrong password for sam, from here.'
    """
    what = {
        SignInRefusal.WRONG_PASSWORD: "wrong password",
        SignInRefusal.WRONG_CODE: "wrong one-time code",
        SignInRefusal.NOT_ACTIVE: "sign-in to an account that is not active",
    }[event.refusal]
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


def _at_table(table: str, event: AnyEvent) -> str:
    match event:
        case e.TableOpened():
            return f"Table {table} opens with {show_money(event.inventory)}."
        case e.TableClosing():
            return f"Table {table} closes when its round is over."
        case e.TableKeptOpen():
            return f"Table {table} does not close: it goes on."
        case e.TableClosed():
            return f"Table {table} closes with {show_money(event.inventory)}."
        case e.Filled():
            return f"Table {table} gets a fill of {show_money(event.amount)}."
        case e.Credited():
            return f"Table {table} gives a credit of {show_money(event.amount)}."
        case e.DropCounted():
            return f"The drop of table {table} is counted: {show_money(event.amount)}."
        case e.DropCollected():
            return f"The drop of table {table} is collected: {show_money(event.amount)}{_by_two(event)}."
        case e.Counted():
            return f"The tray of table {table} is counted: {show_money(event.inventory)}."
        case e.RoundCorrected():
            return corrected_in_words(table, event)
        case e.TrayCounted():
            return f"The tray of table {table} is counted for the {event.purpose}: {show_money(event.amount)}."
        case e.TrayChecked():
            found = f"The {event.purpose} count of table {table} is {show_money(event.amount)}"
            return f"{found}{_by_two(event)}."
        case e.TableChanging():
            return f"Table {table} has another plan from the next round on."
        case e.TableChanged():
            return f"Table {table} has another plan."
        case e.CardsShown():
            cards, people = " ".join(event.cards), f"entered by {event.entered_by}, verified by {event.verified_by}"
            return f"Table {table}, round {event.round_id}, {event.holder} for seat {event.seat}: {cards}, {people}."
        case e.PayoutCapped():
            capped = f"{show_money(event.won)} cut to {show_money(event.cap)}"
            return f"Table {table}, round {event.round_id}, seat {event.seat}: {capped}."
        case e.DealerTappedIn():
            relieved = f" and relieves {event.relieves}" if event.relieves else ""
            return f"{event.person} taps in at table {table}{relieved}."
        case e.DealerTappedOut():
            return f"{event.person} taps out at table {table}."
        case e.SupervisorCalled():
            return f"Table {table} calls for a supervisor{': ' if event.why else ''}{event.why}."
        case e.CallAnswered():
            return f"A supervisor has come to table {table}."
        case e.PayoutDiffered():
            paid = f"{show_money(event.entered)} counted out instead of {show_money(event.due)}"
            return f"Table {table}, round {event.round_id}, seat {event.seat}: {paid}, by {event.dealer}."
        case e.PayoutCorrected():
            paid = f"{show_money(event.entered)} instead of {show_money(event.due)}"
            over = "made good" if event.handed_over else "nothing was handed over"
            return f"Round {event.round_id}, seat {event.seat}: {paid}, {over}, {event.reason}."
        case e.TableHeld():
            return f"Table {table} is held: {event.why.rstrip('.')}."
        case e.TableStopped():
            during = f" during round {event.round_id}" if event.round_id else ""
            return f"Table {table} is stopped{during}: its {event.part} has failed ({event.error})."
        case e.TableReleased():
            return f"Table {table} is released and goes on."
        case e.SeedLost():
            given_up = f"Round {event.round_id} is given up: its key {event.key} is lost"
            return f"{given_up}, as {event.entered_by} has entered."
        case e.TableRemoved():
            return f"Table {table} is taken off the floor."
        case _:
            return ""


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


def _in_round(round_id: str, event: AnyEvent) -> str:
    match event:
        case RoundVoided():
            return f"Round {round_id} is void: {event.cause.told(event.reason)}."
        case HandFouled():
            return f"Round {round_id}, seat {event.seat}: the hand is fouled, {event.reason}."
        case MispayCorrected():
            paid = f"{show_money(event.paid)} instead of {show_money(event.due)}"
            return f"Round {round_id}, seat {event.seat}, {event.wager}: {paid}, {event.reason}."
        case LateBetRefused():
            late = f"late {event.wager} of {show_money(event.amount)}"
            return f"Round {round_id}, seat {event.seat}: a {late} is pushed back."
        case _:
            return ""
