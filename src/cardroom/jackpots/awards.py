"""Recording an award locks its amount; paying it moves the money. The consoles decide when each happens."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.jackpots import accounts
from cardroom.jackpots.citing import Act, cite
from cardroom.jackpots.commands import AtTable, Qualify, StaffCard
from cardroom.jackpots.config import AwardOrder, Source
from cardroom.jackpots.events import AnyEvent, AwardPaid, AwardRecorded
from cardroom.jackpots.funds import is_full, paid, price, recovered, reseeded
from cardroom.jackpots.state import LinkState, Win, win_of
from cardroom.ledger import Entry, Posting, transfer
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat


def amount_now(state: LinkState, line: str) -> Money:
    """What an award on this line is worth at this moment."""
    pay = state.config.pay(line)
    level = state.config.level_of(pay)
    return price(pay, state.config.wager, 0 if level is None else state.displayed(level.name))


def require_recordable(state: LinkState, table_id: str, seat: Seat, line: str) -> None:
    """Refuse an award that nobody waits for, or that is not next."""
    table = state.tables[table_id]
    waiting = table.in_order(state.config.award_order)
    if not any(hand.seat == seat and hand.line == line for hand in waiting):
        told = "; ".join(f"seat {hand.seat} with a {hand.line}" for hand in waiting) or "nobody"
        raise CardroomError(
            "not-qualified", f"Seat {seat} has not qualified with a {line}; waiting for an award: {told}."
        )
    level = state.config.level_of(state.config.pay(line))
    ahead = waiting[0]
    if ahead.seat != seat and state.config.award_order is not AwardOrder.AS_RECORDED:
        raise CardroomError(
            "not-next", f"Seat {ahead.seat} with a {ahead.line} is paid first ({state.config.award_order})."
        )
    locked = None if level is None else state.locked_on(level.name)
    if locked is not None:
        raise CardroomError(
            "award-locked",
            f"Table {locked.table} has locked {show_money(locked.amount)} of {locked.level}; its key goes back to RUN"
            " first, then this award is next.",
        )


def record(state: LinkState, command: AtTable, seat: Seat, line: str, card: StaffCard | None = None) -> AwardRecorded:
    """Give the win a number and lock its amount."""
    config = state.config
    pay = config.pay(line)
    level = config.level_of(pay)
    return AwardRecorded(
        at=command.at,
        by=command.by,
        cite=cite(config, command.table, Act.FIXED if level is None else Act.RECORD),
        win=f"{config.id}-{len(state.wins) + 1}",
        table=command.table,
        round_id=state.tables[command.table].round_id,
        seat=seat,
        line=line,
        pays=pay,
        source=config.source(pay),
        level="" if level is None else level.name,
        amount=amount_now(state, line),
        displayed=0 if level is None else state.displayed(level.name),
        reserve=0 if level is None or not is_full(pay) else state.funds(level.name).reserve,
        card=card,
    )


def pay(state: LinkState, command: AtTable, win: Win) -> AwardPaid:
    """Move the money of a recorded win, and start the level again after a 100% award."""
    config = state.config
    receiver = accounts.player(win.table, win.seat)
    reason = f"amount won: {win.line} of seat {win.seat}, table {win.table} ({win.id})"
    postings: list[Posting] = []
    advanced = seed = reserve = overflow = 0
    match win.source:
        case Source.TRAY:
            postings.append(transfer(accounts.tray(win.table), receiver, win.amount, reason))
        case Source.HOUSE:
            postings.append(transfer(accounts.HOUSE, receiver, win.amount, reason))
        case Source.METER:
            before = state.funds(win.level)
            after = paid(before, win.amount)
            advanced = before.advance - after.advance
            postings.append(accounts.balanced(accounts.entries_for(win.level, after - before), receiver, reason))
            if is_full(win.pays):
                level = config.level(win.level)
                fresh = reseeded(after, level, win.reserve)
                seed, reserve = level.seed, after.reserve - fresh.reserve
                overflow = fresh.overflow - after.overflow
                # The meter is short here only if another table was voided since the amount was locked. The new meter
                # makes up for it, as it does for a void after RUN.
                fresh, advanced = recovered(fresh, advanced), max(0, advanced - fresh.meter)
                entries = accounts.entries_for(win.level, fresh - after)
                postings.append(
                    Posting((*entries, Entry(accounts.seed_fund(win.level), -seed)), f"seed and reserve after {win.id}")
                )
    return AwardPaid(
        at=command.at,
        by=command.by,
        cite=cite(config, win.table, Act.FIXED if win.source is Source.TRAY else Act.PAY),
        postings=tuple(postings),
        win=win.id,
        table=win.table,
        seat=win.seat,
        source=win.source,
        level=win.level,
        amount=win.amount,
        advanced=advanced,
        seed=seed,
        reserve=reserve,
        overflow=overflow,
    )


def pay_from_tray(state: LinkState, command: Qualify, line: str) -> list[AnyEvent]:
    """Fixed pays that do not come off the meter need no console: the dealer pays them as he settles."""
    recorded = record(state, command, command.seat, line)
    return [recorded, pay(state, command, win_of(recorded))]
