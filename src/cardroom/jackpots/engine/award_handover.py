"""What people do about a win once it is paid: it is handed over, the cage pays its slip, its page is printed."""

from __future__ import annotations

from cardroom.errors import CardroomError
from cardroom.games.jackpot_pages import Act
from cardroom.jackpots.commands import Till, Who
from cardroom.jackpots.engine import accounts
from cardroom.jackpots.engine.adjustments import find_win
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.wins import Win
from cardroom.jackpots.events import AwardHandedOver, HandPayPaid, WinPrinted
from cardroom.jackpots.setup.config import Source
from cardroom.jackpots.text.citations import ACCOUNTING, rule_for
from cardroom.jackpots.text.transcript import from_till
from cardroom.ledger import PostingCode, transfer


def is_to_be_handed_over(win: Win) -> bool:
    """Whether people still have to give the winner his money, where they do."""
    is_due = win.source is not Source.TRAY and win.is_paid and not win.is_backed_out
    return is_due and win.handed_over is None


def hand_over(state: LinkState, win_id: str, till: Till, slip: int, who: Who) -> AwardHandedOver:
    """From the tray, which then is lighter by what the prize money brings into the cage; or by a slip of the cage."""
    win = find_win(state, win_id)
    _require_due(win)
    if till is Till.TRAY:
        giver, receiver, code = accounts.tray(win.table), accounts.CAGE, PostingCode.HANDED_OVER
    else:
        giver, receiver, code = accounts.player(win.table, win.seat), accounts.HAND_PAYS, PostingCode.HAND_PAY_DUE
    return AwardHandedOver(
        at=who.at,
        by=who.by,
        rule=rule_for(state.config, win.table, Act.PAY) if win.table in state.tables else ACCOUNTING,
        postings=(transfer(giver, receiver, win.amount, code, reference=win.id),),
        win=win.id,
        table=win.table,
        till=till,
        amount=win.amount,
        slip=slip,
    )


def pay_hand_pay(state: LinkState, win_id: str, who: Who) -> HandPayPaid:
    """The cage pays what it owes on a slip, once."""
    win = find_win(state, win_id)
    handed = win.handed_over
    if win.is_backed_out:
        raise CardroomError("backed-out", f"Win {win.id} is backed out; its slip is not paid.")
    if handed is None or handed.till is Till.TRAY:
        raise CardroomError("no-hand-pay", f"The cage owes nothing of win {win.id}: it has no hand-pay slip.")
    if handed.paid_at is not None:
        told = f"{handed.paid_at:%Y-%m-%d %H:%M} UTC by {handed.paid_by}"
        raise CardroomError("hand-pay-paid", f"Hand-pay slip {handed.slip} was paid on {told} already.")
    owed = transfer(
        accounts.HAND_PAYS, accounts.player(win.table, win.seat), win.amount, PostingCode.HAND_PAY, reference=win.id
    )
    return HandPayPaid(
        at=who.at,
        by=who.by,
        rule=ACCOUNTING,
        postings=(owed,),
        win=win.id,
        table=win.table,
        slip=handed.slip,
        amount=win.amount,
    )


def print_win(state: LinkState, win_id: str, who: Who) -> WinPrinted:
    win = find_win(state, win_id)
    number = 1 if win.printed is None else win.printed.number + 1
    return WinPrinted(at=who.at, by=who.by, rule=ACCOUNTING, win=win.id, number=number)


def _require_due(win: Win) -> None:
    if win.source is Source.TRAY:
        raise CardroomError("paid-from-tray", f"Win {win.id} was paid from the tray; nothing is left to hand over.")
    if win.is_backed_out:
        raise CardroomError("backed-out", f"Win {win.id} is backed out; nothing is to be handed over.")
    if not win.is_paid:
        raise CardroomError("award-locked", f"Win {win.id} is not completed; turn the key back to RUN first.")
    if win.handed_over is not None:
        told = from_till(win.handed_over.till, win.handed_over.slip)
        raise CardroomError("handed-over", f"Win {win.id} was handed over {told} already.")
