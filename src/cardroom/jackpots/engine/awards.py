"""Recording an award locks its amount; paying it moves the money. The consoles decide when each happens."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.games.jackpot_pages import Act
from cardroom.games.paytable import line_name
from cardroom.jackpots.commands import StaffCard, Who
from cardroom.jackpots.engine import accounts
from cardroom.jackpots.engine.level_funds import after_payment, is_full_award, price
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.wins import Win, win_id
from cardroom.jackpots.events import AnyEvent, AwardPaid, AwardRecorded
from cardroom.jackpots.setup.config import AwardOrder, Source
from cardroom.jackpots.text.citations import rule_for
from cardroom.ledger import Entry, Posting, PostingCode, transfer
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
        told = "; ".join(f"seat {hand.seat} with a {line_name(hand.line)}" for hand in waiting) or "nobody"
        raise CardroomError(
            "not-qualified", f"Seat {seat} has not qualified with a {line_name(line)}; waiting for an award: {told}."
        )
    if not table.is_order_known(state.config.award_order):
        raise CardroomError("not-settled", "Awards are paid clockwise: wait until every seat of the round is settled.")
    level = state.config.level_of(state.config.pay(line))
    ahead = waiting[0]
    if ahead.seat != seat and state.config.award_order is not AwardOrder.AS_RECORDED:
        raise CardroomError(
            "not-next",
            f"Seat {ahead.seat} with a {line_name(ahead.line)} is paid first ({state.config.award_order.told}).",
        )
    locked = None if level is None else state.locked_on(level.name)
    if locked is not None:
        raise CardroomError(
            "award-locked",
            f"Table {locked.table} has locked {show_money(locked.amount)} of {locked.level}; its key goes back to RUN"
            " first, then this award is next.",
        )


def record(
    state: LinkState,
    table: str,
    seat: Seat,
    line: str,
    who: Who,
    card: StaffCard | None = None,
    approved_by: str = "",
) -> AwardRecorded:
    """Give the win a number and lock its amount. It is approved by whoever does this, unless somebody else's key is."""
    config = state.config
    pay = config.pay(line)
    level = config.level_of(pay)
    return AwardRecorded(
        at=who.at,
        by=who.by,
        rule=rule_for(config, table, Act.FIXED if level is None else Act.RECORD),
        win=win_id(config.id, state.wins_recorded + 1),
        table=table,
        round_id=state.tables[table].round_id,
        seat=seat,
        line=line,
        pays=pay,
        source=config.source(pay),
        level="" if level is None else level.name,
        amount=amount_now(state, line),
        displayed=0 if level is None else state.displayed(level.name),
        card=card,
        approved_by=approved_by or who.by,
    )


def pay(state: LinkState, win: Win, who: Who) -> AwardPaid:
    """Move the money of a recorded win, and start the level again after a 100% award.

    Where the amount was locked before, the level ends up as if all that had happened then and whatever other tables
    did since had come after it.
    """
    receiver = accounts.player(win.table, win.seat)
    code = PostingCode.AMOUNT_WON
    postings: list[Posting] = []
    match win.source:
        case Source.TRAY:
            postings.append(
                transfer(accounts.tray(win.table), receiver, win.amount, code, seat=win.seat, reference=win.id)
            )
        case Source.HOUSE:
            postings.append(transfer(accounts.HOUSE, receiver, win.amount, code, seat=win.seat, reference=win.id))
        case Source.METER:
            before = state.funds(win.level)
            without = after_payment(before, win.amount)
            after = state.after_awards.get(win.level, before + win.change)
            taken = accounts.entries_for(win.level, without - before)
            postings.append(accounts.balanced(taken, receiver, code, seat=win.seat, reference=win.id))
            rest = accounts.entries_for(win.level, after - without)
            if is_full_award(win.pays):
                seed = Entry(accounts.seed_fund(win.level), -win.seed)
                postings.append(Posting((*rest, seed), PostingCode.RESEED, reference=win.id))
            elif rest:
                postings.append(Posting(tuple(rest), PostingCode.CAME_IN_SINCE, reference=win.id))
    return AwardPaid(
        at=who.at,
        by=who.by,
        rule=rule_for(state.config, win.table, Act.FIXED if win.source is Source.TRAY else Act.PAY),
        postings=tuple(postings),
        win=win.id,
        table=win.table,
        seat=win.seat,
        source=win.source,
        level=win.level,
        amount=win.amount,
        advanced=win.advanced,
        seed=win.seed,
        reserve=win.reserve,
        overflow=win.overflow,
    )


def record_and_pay(
    state: LinkState, table: str, seat: Seat, line: str, who: Who, card: StaffCard | None = None
) -> list[AnyEvent]:
    """Both at once: what the tray pays as the dealer settles, and what a card approves at a touch display."""
    recorded = record(state, table, seat, line, who, card)
    return [recorded, pay(state, state.won(recorded), who)]
