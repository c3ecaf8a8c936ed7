"""What gives rise to an alert, and from when on: pure looks at a house at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta

import msgspec

from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.table_wait import TableWait, Wait, table_wait
from cardroom.house.features.alerts import causes as a
from cardroom.house.features.alerts.causes import HOUSE
from cardroom.house.floor import Dealer
from cardroom.house.kernel import accounts
from cardroom.house.kernel.gaming_days import start_of_day
from cardroom.house.kernel.people import Whose
from cardroom.house.reports.pending_awards import PendingAward, pending_awards
from cardroom.house.runtime.house_clock import TOLERANCE
from cardroom.house.views.staff.pit import Hold
from cardroom.house.views.table_fault_isolation import Failed, make_for_each_table
from cardroom.jackpots.engine.bank_account import bank_position
from cardroom.money import Money

OF_ALL = 10_000  # basis points
AT_ONCE = 10  # records in one alert


class Occasion(msgspec.Struct, frozen=True, kw_only=True):
    """A cause at a place, and for how long it may last before it is an alert."""

    place: str
    cause: a.AnyCause
    since: datetime | None = None  # None: since it was first found
    patience: float = 0.0  # seconds

    @property
    def key(self) -> tuple[object, ...]:
        return self.place, *self.cause.identity


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What the watcher knows besides the house."""

    at: datetime
    holds: Mapping[str, Hold]  # by table
    largest: Mapping[str, Money]  # the largest pay-out on one hand at the posted limits, by table
    is_followed: Callable[[str], bool] | None  # whether the terminal of a table is there; None: nobody knows
    clock_off: float = 0.0  # seconds that the machine's clock has jumped ahead of the house's
    database_off: float = 0.0  # and that the database's is ahead of it
    troubles: Mapping[str, str] = {}  # what the server does by itself and has failed of late, with the error
    failed: Failed | None = None  # to be told of a table that cannot be looked at


def causes(house: House, look: Look) -> Iterator[Occasion]:
    public = [table for table in house.tables.values() if not table.plan.is_private]  # friends look after theirs
    for found in make_for_each_table(public, lambda table: list(_of_table(house, table, look)), look.failed):
        yield from found
    yield from _awards(house)
    yield from _deposits(house, look.at)
    yield from _banks(house)
    yield from _clocks(look)
    yield from _chain(house)
    yield from _glass(house)
    for name, error in look.troubles.items():
        yield Occasion(place=HOUSE, cause=a.ServerFailed(task=name, error=error))


def _of_table(house: House, table: LiveTable, look: Look) -> Iterator[Occasion]:
    if table.fault:
        cause = a.TableFailed(part=table.fault.part, error=table.fault.error)
        yield Occasion(place=table.id, cause=cause)
    elif table.is_open:
        yield from _at_table(house, table, look)
    hold = look.holds.get(table.id)  # with real chips it is known when the table is closed
    if hold is not None and hold.is_outside and hold.win is not None:
        outside = a.HoldOutside(day=house.day, win=hold.win, low=hold.low, high=hold.high)
        yield Occasion(place=table.id, cause=outside)


def _at_table(house: House, table: LiveTable, look: Look) -> Iterator[Occasion]:
    yield from _stalled(house, table)
    yield from _called(house, table)
    if table.plan.dealer is Dealer.HUMAN:
        if not table.plan.is_real:
            yield from _tray(house, table, look)
        dealing = table.dealing
        if dealing is not None and look.is_followed is not None and not look.is_followed(table.id):
            away, patience = a.TerminalAway(dealer=dealing.person), house.floor.watch.terminal
            yield Occasion(place=table.id, cause=away, patience=patience)


def _stalled(house: House, table: LiveTable) -> Iterator[Occasion]:
    waiting = table_wait(house, table)
    patience = allowed_wait(house, table, waiting)
    if patience is not None:
        cause = a.TableStalled(whose=waiting.whose or Whose.DEALER, seconds=round(patience))
        yield Occasion(place=table.id, cause=cause, since=waiting.since, patience=patience)


def _called(house: House, table: LiveTable) -> Iterator[Occasion]:
    """Beside what the table waits for otherwise: whoever answers the call has not moved the game on."""
    if call := table.call:
        most = house.floor.watch.supervisor
        cause = a.CallUnanswered(seconds=round(most))
        yield Occasion(place=table.id, cause=cause, since=call.since, patience=most)


def allowed_wait(house: House, table: LiveTable, waiting: TableWait) -> float | None:
    """For how many seconds a table may wait; None: nobody is kept waiting, or another alert tells of it."""
    watch = house.floor.watch
    if table.trouble:
        return watch.dealer
    if waiting.whose is Whose.DEALER:
        return watch.real_round if table.plan.is_real else watch.dealer
    if waiting.whose is Whose.PLAYERS and waiting.what is Wait.DECISIONS:
        return table.plan.timers.decision + watch.players
    return watch.supervisor if waiting.what is Wait.SUPERVISOR else None


def _tray(house: House, table: LiveTable, look: Look) -> Iterator[Occasion]:
    """Below its share of the opening inventory; or below the largest pay-out, if the table was opened with so much."""
    tray, opened_with = house.balance(accounts.tray(table.id)), table.opening_inventory
    share = opened_with * house.floor.watch.tray // OF_ALL
    largest = look.largest.get(table.id, 0)
    needed = max(share, largest if largest <= opened_with else 0)
    if tray < needed:
        yield Occasion(place=table.id, cause=a.TrayLow(tray=tray, needed=needed, is_for_largest=needed > share))


def _awards(house: House) -> Iterator[Occasion]:
    """One alert a table and game, whatever is due there."""
    found: dict[str, list[PendingAward]] = {}
    for award in pending_awards(house):
        found.setdefault(award.table, []).append(award)
    for table, awards in found.items():
        first = awards[0]
        cause = a.AwardPending(
            rounds=tuple(dict.fromkeys(award.round_id for award in awards)),
            count=len(awards),
            seat=first.seat,
            line=first.line,
            amount=first.amount,
            standing=first.standing,
        )
        yield Occasion(place=table, cause=cause, patience=house.floor.watch.award)


def _deposits(house: House, at: datetime) -> Iterator[Occasion]:
    before = timedelta(hours=house.floor.watch.deposit)
    for name, link in house.links.items():
        if link.state.config.is_house or link.state.is_removed or link.state.undeposited_since is None:
            continue
        position = bank_position(link.state, at)
        due = position.deposit_due
        if due is not None and position.undeposited > 0:
            cause = a.DepositDue(due=due, amount=position.undeposited)
            yield Occasion(place=name, cause=cause, since=due - before)


def _banks(house: House) -> Iterator[Occasion]:
    """A jackpot whose bank account is short takes no wagers until it is restored."""
    for name, link in house.links.items():
        if link.state.shortfall and not link.state.is_removed:
            yield Occasion(place=name, cause=a.BankShort(amount=link.state.shortfall))


def _clocks(look: Look) -> Iterator[Occasion]:
    """A clock that is set moves no day: people find out which one is right."""
    if look.clock_off:
        yield Occasion(place=HOUSE, cause=a.ClockOff(seconds=round(look.clock_off)))
    elif abs(look.database_off) > TOLERANCE:
        yield Occasion(place=HOUSE, cause=a.DatabaseClockOff(seconds=round(look.database_off)))


def _glass(house: House) -> Iterator[Occasion]:
    """Until two people have acknowledged it: what takes two was done by whoever has the machine."""
    if house.broken_glass:
        records = tuple(int(record) for record in list(house.broken_glass)[:AT_ONCE])
        yield Occasion(place=HOUSE, cause=a.DoorOpened(records=records))


def _chain(house: House) -> Iterator[Occasion]:
    """From some hour of the day on. A log that began today has nothing old in it to be verified."""
    verified = house.verified
    if verified is not None and verified.findings:
        yield Occasion(place=HOUSE, cause=a.LogNotSound(findings=verified.findings))
    elif house.first_of_day > 1 and (verified is None or verified.day != house.day):
        due = start_of_day(house.day, house.floor.hours) + timedelta(hours=house.floor.watch.verify)
        yield Occasion(place=HOUSE, cause=a.LogNotVerified(day=house.day), since=due)
