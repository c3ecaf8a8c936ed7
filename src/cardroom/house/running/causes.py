"""What gives rise to an alert, and from when on: pure looks at a house at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta

import msgspec

from cardroom.house.core import accounts
from cardroom.house.core.access import access_in_words
from cardroom.house.core.alerts import HOUSE, AlertKind
from cardroom.house.core.days import start_of
from cardroom.house.core.faults import Fault
from cardroom.house.core.house import House
from cardroom.house.core.next_step import Whose
from cardroom.house.core.tables import LiveTable
from cardroom.house.core.waiting import Wait
from cardroom.house.floor import Dealer
from cardroom.house.floor.naming import table_title
from cardroom.house.office.pending_awards import pending_awards
from cardroom.house.running.now import TOLERANCE
from cardroom.house.telling.every_table import Failed, of_every
from cardroom.house.telling.pit import Hold
from cardroom.house.telling.pulses import Pulses
from cardroom.house.telling.standing_still import TableWait, waiting_of
from cardroom.jackpots.banking import bank_position
from cardroom.jackpots.naming import jackpot_name
from cardroom.money import Money, show_money

OF_ALL = 10_000  # basis points
AT_ONCE = 10  # records in one alert


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    kind: AlertKind
    place: str
    says: str
    cause: str = ""  # which one of several at a place
    since: datetime | None = None  # None: since it was first found
    patience: float = 0.0  # seconds that it may last


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What the watcher knows besides the house."""

    at: datetime
    pulses: Pulses
    holds: Mapping[str, Hold]  # by table
    largest: Mapping[str, Money]  # the largest pay-out on one hand at the posted limits, by table
    is_followed: Callable[[str], bool] | None  # whether the terminal of a table is there; None: nobody knows
    clock_off: float = 0.0  # seconds that the machine's clock has jumped ahead of the house's
    database_off: float = 0.0  # and that the database's is ahead of it
    troubles: Mapping[str, str] = {}  # what the server does by itself and has failed of late, with the error
    failed: Failed | None = None  # to be told of a table that cannot be looked at


def causes(house: House, look: Look) -> Iterator[Cause]:
    public = [table for table in house.tables.values() if not table.plan.is_private]  # friends look after theirs
    for found in of_every(public, lambda table: list(_of_table(house, table, look)), look.failed):
        yield from found
    yield from _awards(house)
    yield from _deposits(house, look.at)
    yield from _banks(house)
    yield from _clocks(look)
    yield from _chain(house)
    yield from _glass(house)
    for name, error in look.troubles.items():
        says = f"Something that the server does by itself has failed: {name} ({error}). Its log says more."
        yield Cause(kind=AlertKind.FAULT, place=HOUSE, cause=f"{name}: {error}"[:200], says=says)


def _stopped(table: LiveTable, fault: Fault) -> Cause:
    failed = f"its {fault.part} has failed ({fault.error})"
    says = f"{table_title(table.plan)} is stopped: {failed}. The server's log says more."
    if table.is_open:
        says += " Close the table: a round that is in play is void then, and its stakes go back."
    return Cause(kind=AlertKind.FAULT, place=table.id, cause=f"{fault.part}: {fault.error}", says=says)


def _of_table(house: House, table: LiveTable, look: Look) -> Iterator[Cause]:
    if table.fault:
        yield _stopped(table, table.fault)
    elif table.is_open:
        yield from _at_table(house, table, look)
    hold = look.holds.get(table.id)  # with real chips it is known when the table is closed
    if hold is not None and hold.is_outside:
        says = f"{table_title(table.plan)}: {hold.says}"
        yield Cause(kind=AlertKind.HOLD, place=table.id, cause=house.day, says=says)


def _at_table(house: House, table: LiveTable, look: Look) -> Iterator[Cause]:
    yield from _stalled(house, table, look)
    yield from _called(house, table)
    if table.plan.dealer is Dealer.HUMAN:
        if not table.plan.is_real:
            yield from _tray(house, table, look)
        dealing = table.dealing
        if dealing is not None and look.is_followed is not None and not look.is_followed(table.id):
            name = house.people[dealing.person].name
            says = f"{name} is tapped in at {table_title(table.plan)}, and no terminal shows the table."
            yield Cause(kind=AlertKind.TERMINAL, place=table.id, says=says, patience=house.floor.watch.terminal)


def _stalled(house: House, table: LiveTable, look: Look) -> Iterator[Cause]:
    waiting = waiting_of(house, table, look.pulses.of(table.id))
    patience = patience_with(house, table, waiting)
    if patience is not None:
        says = (
            f"{table_title(table.plan)} has waited for {_whose(waiting)} longer than {_time(patience)}. {waiting.says}"
        )
        yield Cause(kind=AlertKind.STALLED, place=table.id, says=says, since=waiting.since, patience=patience)


def _called(house: House, table: LiveTable) -> Iterator[Cause]:
    """Beside what the table waits for otherwise: whoever answers the call has not moved the game on."""
    if call := table.call:
        most = house.floor.watch.supervisor
        says = f"{table_title(table.plan)} has called a supervisor, and nobody has come within {_time(most)}."
        yield Cause(kind=AlertKind.CALL, place=table.id, says=says, since=call.since, patience=most)


def patience_with(house: House, table: LiveTable, waiting: TableWait) -> float | None:
    """For how many seconds a table may wait; None: nobody is kept waiting, or another alert tells of it."""
    watch = house.floor.watch
    if table.trouble:
        return watch.dealer
    if waiting.whose is Whose.DEALER:
        return watch.real_round if table.plan.is_real else watch.dealer
    if waiting.whose is Whose.PLAYERS and waiting.what is Wait.DECISIONS:
        return table.plan.timers.decision + watch.players
    return watch.supervisor if waiting.what is Wait.SUPERVISOR else None


def _whose(waiting: TableWait) -> str:
    return {Whose.DEALER: "its dealer", Whose.PLAYERS: "its players"}.get(waiting.whose or Whose.DEALER, "a supervisor")


def _time(seconds: float) -> str:
    return f"{seconds:g} seconds" if seconds < 120 else f"{seconds / 60:g} minutes"


def _tray(house: House, table: LiveTable, look: Look) -> Iterator[Cause]:
    """Below its share of the opening inventory; or below the largest pay-out, if the table was opened with so much."""
    tray, opened_with = house.balance(accounts.tray(table.id)), table.opening_inventory
    share = opened_with * house.floor.watch.tray // OF_ALL
    largest = look.largest.get(table.id, 0)
    needed = max(share, largest if largest <= opened_with else 0)
    if tray < needed:
        why = "the largest pay-out of one hand" if needed > share else "its share of the opening inventory"
        held = f"The tray of {table_title(table.plan)} holds {show_money(tray)}"
        says = f"{held}, less than {show_money(needed)}, {why}: a fill."
        yield Cause(kind=AlertKind.TRAY, place=table.id, says=says)


def _awards(house: House) -> Iterator[Cause]:
    """One alert a table and game, whatever is due there."""
    found: dict[str, list[str]] = {}
    rounds: dict[str, dict[str, None]] = {}
    for award in pending_awards(house):
        seat = f", seat {award.seat}" if award.seat is not None else ""
        step = award.next.says if award.next is not None else award.comes_after
        found.setdefault(award.table, []).append(f"{award.hand}{seat}, {show_money(award.amount)}. {step}")
        rounds.setdefault(award.table, {})[award.round_id] = None
    for table, lines in found.items():
        how_many = "An award waits" if len(lines) == 1 else f"{len(lines)} awards wait"
        yield Cause(
            kind=AlertKind.AWARD,
            place=table,
            cause=" ".join(rounds[table]),
            says=f"{how_many} at {table_title(house.tables[table].plan)}: {lines[0]}"[:400],
            patience=house.floor.watch.award,
        )


def _deposits(house: House, at: datetime) -> Iterator[Cause]:
    before = timedelta(hours=house.floor.watch.deposit)
    for name, link in house.links.items():
        if link.state.config.is_house or link.state.is_removed or link.state.undeposited_since is None:
            continue
        position = bank_position(link.state, at)
        due = position.deposit_due
        if due is not None and position.undeposited > 0:
            when = f"{due:%Y-%m-%d %H:%M} UTC"
            says = f"Jackpot {jackpot_name(name)}: {show_money(position.undeposited)} has to be deposited by {when}."
            yield Cause(kind=AlertKind.DEPOSIT, place=name, cause=due.isoformat(), says=says, since=due - before)


def _banks(house: House) -> Iterator[Cause]:
    """A jackpot whose bank account is short takes no wagers until it is restored."""
    for name, link in house.links.items():
        if link.state.shortfall and not link.state.is_removed:
            short = show_money(link.state.shortfall)
            says = (
                f"Jackpot {jackpot_name(name)} takes no wagers: its bank account is short by {short}. Deposit it, and"
                " reconcile the account."
            )
            yield Cause(kind=AlertKind.BANK, place=name, cause=str(link.state.shortfall), says=says)


def _clocks(look: Look) -> Iterator[Cause]:
    """A clock that is set moves no day: people find out which one is right."""
    if look.clock_off:
        says = (
            f"The clock of this machine is {_span(look.clock_off)} off the time that the house goes by, which no day"
            " begins by. Set it right; if it is right, start the server again."
        )
        yield Cause(kind=AlertKind.CLOCK, place=HOUSE, cause="machine", says=says)
    elif abs(look.database_off) > TOLERANCE:
        says = (
            f"The database's clock differs from this server's by {_span(look.database_off)}: set the wrong one right."
        )
        yield Cause(kind=AlertKind.CLOCK, place=HOUSE, cause="database", says=says)


def _span(seconds: float) -> str:
    sign, seconds = ("+" if seconds > 0 else "−"), abs(seconds)
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{sign}{seconds / size:.0f} {unit}"
    return f"{sign}{seconds:.0f} seconds"


def _glass(house: House) -> Iterator[Cause]:
    """Until two people have acknowledged it: what takes two was done by whoever has the machine."""
    if house.broken_glass:
        broken = list(house.broken_glass)[:AT_ONCE]
        done = "; ".join(access_in_words(house.broken_glass[one].change) for one in broken)
        says = f"The command line has opened a door without two people: {done}. Two people look into it."
        yield Cause(kind=AlertKind.GLASS, place=HOUSE, cause=" ".join(broken), says=says)


def _chain(house: House) -> Iterator[Cause]:
    """From some hour of the day on. A log that began today has nothing old in it to be verified."""
    verified = house.verified
    if verified is not None and verified.findings:
        says = (
            f"The log is not as it must be, {verified.findings:,} findings: run `cardroom audit verify` to read them."
        )
        yield Cause(kind=AlertKind.CHAIN, place=HOUSE, cause="findings", says=says)
    elif house.first_of_day > 1 and (verified is None or verified.day != house.day):
        due = start_of(house.day, house.floor.hours) + timedelta(hours=house.floor.watch.verify)
        says = f"The log has not been verified on {house.day}: press “Verify now”, or run `cardroom audit verify`."
        yield Cause(kind=AlertKind.CHAIN, place=HOUSE, cause=house.day, says=says, since=due)
