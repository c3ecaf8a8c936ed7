"""Changes by hand: a closed list of reasons, two different people, a text, and the win that is corrected."""

from __future__ import annotations

import msgspec

from cardroom.errors import CardroomError, require_reason
from cardroom.games.citations import wac
from cardroom.games.jackpot_pages import Act
from cardroom.jackpots.commands import Adjust, BackOut, Fund, Reason, Who
from cardroom.jackpots.engine import accounts
from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.engine.wins import WINS_REMEMBERED, Win, number_of
from cardroom.jackpots.events import Adjusted, AwardReturned, WinBackedOut
from cardroom.jackpots.setup.config import Source
from cardroom.jackpots.text.citations import ACCOUNTING, rule_for
from cardroom.ledger import Account, Entry, Posting, PostingCode, transfer
from cardroom.money import Money, show_gain, show_money
from cardroom.table.commands import Seat

# Reductions: WAC 230-15-695.
BY_HAND = wac("230-15-695")


class Allowed(msgspec.Struct, frozen=True, kw_only=True):
    """What one reason allows: which funds, which way, against which account."""

    funds: tuple[Fund, ...] = (Fund.METER,)
    up: bool = False
    down: bool = False
    against: Account = accounts.ADJUSTMENTS  # overflow and seed fund: the level's own
    needs_win: bool = False


ALLOWED: dict[Reason, Allowed] = {
    Reason.AMOUNT_WON: Allowed(down=True, needs_win=True),
    Reason.MALFUNCTION: Allowed(funds=tuple(Fund), up=True, down=True),
    Reason.ABOVE_LIMIT: Allowed(down=True, against="overflow"),
    Reason.UNDISPLAYED_FUNDS: Allowed(funds=(Fund.RESERVE, Fund.OVERFLOW), down=True, against=accounts.HOUSE),
    Reason.SEED_RECOVERY: Allowed(down=True, against=accounts.SEED_FUND),
    Reason.OVERFLOW_RETURNED: Allowed(up=True, against="overflow"),
    Reason.ADDED_BY_HOUSE: Allowed(funds=(Fund.METER, Fund.RESERVE), up=True, against=accounts.HOUSE),
    Reason.MOVED_IN: Allowed(funds=(Fund.METER, Fund.RESERVE), up=True, against=accounts.MOVED),
}


def adjust(state: LinkState, command: Adjust, who: Who) -> Adjusted:
    require_two_people(who, command.why)
    _require_meter(state)
    level, allowed = state.config.level(command.level), ALLOWED[command.reason]
    if not (allowed.up if command.change > 0 else allowed.down and command.change < 0):
        ways = " and ".join(
            word for word, given in (("an increase", allowed.up), ("a decrease", allowed.down)) if given
        )
        raise CardroomError(
            "wrong-way", f"“{command.reason.told}” is a reason for {ways}, not for {show_gain(command.change)}."
        )
    if command.fund not in allowed.funds:
        raise CardroomError(
            "wrong-fund",
            f"“{command.reason.told}” does not change the {command.fund}; only: {', '.join(allowed.funds)}.",
        )
    if allowed.needs_win and not command.win:
        raise CardroomError("no-win", f"“{command.reason.told}” must name the recorded win that it corrects.")
    win = find_win(state, command.win) if command.win else None
    require_unlocked(state, level.name)
    _validate_amount(state, command)
    account = {Fund.METER: accounts.meter, Fund.RESERVE: accounts.reserve, Fund.OVERFLOW: accounts.overflow}[
        command.fund
    ](level.name)
    own = {"overflow": accounts.overflow, accounts.SEED_FUND: accounts.seed_fund}.get(allowed.against)
    against = own(level.name) if own else allowed.against
    entries = (Entry(account, command.change), Entry(against, -command.change))
    posting = Posting(entries, PostingCode(command.reason), reference=command.win)
    return Adjusted(
        at=who.at,
        by=who.by,
        rule=BY_HAND,
        postings=(posting,),
        approved_by=who.approved_by,
        why=command.why,
        level=level.name,
        fund=command.fund,
        change=command.change,
        reason=command.reason,
        win=command.win,
        table=win.table if win else "",
    )


def back_out(state: LinkState, command: BackOut, who: Who) -> WinBackedOut:
    """Put back on the level what the win took off it; seed and reserve go where they came from.

    Whether the winner gives the money back is between the house and him: it stands in the adjustments.
    """
    require_two_people(who, command.why)
    win = find_win(state, command.win)
    if win.is_backed_out:
        raise CardroomError("backed-out", f"Win {win.id} is backed out already.")
    if not win.is_paid:
        raise CardroomError("award-locked", f"Win {win.id} is not completed; turn the key back to RUN first.")
    _require_envy_decided(win, command)
    return WinBackedOut(
        at=who.at,
        by=who.by,
        rule=rule_for(state.config, win.table, Act.BACK_OUT) if win.table in state.tables else ACCOUNTING,
        postings=reversal_postings(state, win),
        approved_by=who.approved_by,
        why=command.why,
        win=win.id,
        table=win.table,
        source=win.source,
        level=win.level,
        amount=win.amount,
        envy=win.envy,
        envy_fate=command.envy_fate if win.envy else None,
    )


def _require_envy_decided(win: Win, command: BackOut) -> None:
    if win.envy and command.envy_fate is None:
        told = ", ".join(f"seat {seat} {show_money(amount)}" for seat, amount in win.envy.items())
        raise CardroomError(
            "envy-undecided",
            f"Win {win.id} gave envy: {told}. Say whether it is left with them or asked back.",
        )


def reversal_postings(state: LinkState, win: Win) -> tuple[Posting, ...]:
    """The money of a win that is backed out, to where it came from.

    If the winner has it, the house stands for it until he gives it back; if nobody has handed it over, he never had it.
    A slip that the cage has not paid is worth nothing any more.
    """
    code = PostingCode.BACKED_OUT
    not_given = accounts.HAND_PAYS if win.is_hand_pay_due else accounts.player(win.table, win.seat)
    giver = accounts.ADJUSTMENTS if win.is_in_hand else not_given
    match win.source:
        case Source.TRAY:
            return (transfer(giver, accounts.tray(win.table), win.amount, code, reference=win.id),)
        case Source.HOUSE:
            return (transfer(giver, accounts.HOUSE, win.amount, code, reference=win.id),)
        case Source.METER:
            require_unlocked(state, win.level)
            return _restore(state, win, giver)


def take_return(state: LinkState, win_id: str, seat: Seat, amount: Money, who: Who) -> AwardReturned:
    """What a player gives back: of the award, to the account that stood for it; of envy, to the cage."""
    win = find_win(state, win_id)
    if not win.is_backed_out:
        raise CardroomError("not-backed-out", f"Win {win.id} stands: nothing of it is to be given back.")
    owed = win.owed_back().get(seat, 0)
    if amount > owed:
        raise CardroomError(
            "too-much", f"Seat {seat} has {show_money(owed)} of win {win.id} to give back, not {show_money(amount)}."
        )
    receiver = accounts.ADJUSTMENTS if seat == win.seat else accounts.CAGE
    giver, code = accounts.player(win.table, seat), PostingCode.GIVEN_BACK
    return AwardReturned(
        at=who.at,
        by=who.by,
        rule=ACCOUNTING,
        postings=(transfer(giver, receiver, amount, code, seat=seat, reference=win.id),),
        win=win.id,
        table=win.table,
        seat=seat,
        amount=amount,
    )


def find_win(state: LinkState, win_id: str) -> Win:
    if win := state.wins.get(win_id):
        return win
    number = number_of(state.config.id, win_id)
    if number is not None and 0 < number <= state.wins_recorded:
        raise CardroomError(
            "forgotten-win",
            f"Win {win_id} is too old: link {state.config.id} remembers its last {WINS_REMEMBERED} jackpots and as many"
            " wins from the tray. Adjust the level by hand for another reason and name the win in the text.",
        )
    raise CardroomError("unknown-win", f"Link {state.config.id} has no recorded win “{win_id}”.")


def require_two_people(who: Who, why: str) -> None:
    asked, approved = who.by.strip(), who.approved_by.strip()
    if not asked or not approved or asked.casefold() == approved.casefold():
        raise CardroomError("two-people", "Two different people are needed: one who asks and one who approves.")
    require_reason(why, "a change by hand")


def require_unlocked(state: LinkState, level: str) -> None:
    if locked := state.locked_on(level):
        raise CardroomError(
            "award-locked",
            f"{show_money(locked.amount)} of {level} is locked at table {locked.table};"
            " its key goes back to RUN first.",
        )


def _require_meter(state: LinkState) -> None:
    if state.config.is_house:
        raise CardroomError("no-meter", "A House jackpot has no meter to adjust; post another prize instead.")
    if state.is_removed:
        raise CardroomError("link-closed", f"Jackpot {state.config.id} has been removed.")


def _validate_amount(state: LinkState, command: Adjust) -> None:
    """No fund goes below zero, and no reason is stretched beyond what it covers."""
    funds, level = state.funds(command.level), state.config.level(command.level)
    size = abs(command.change)
    covers: Money | None = None
    match command.reason:
        case Reason.ABOVE_LIMIT:
            covers = 0 if level.maximum is None else max(0, funds.meter - level.maximum)
        case Reason.SEED_RECOVERY:
            covers = -state.balance(accounts.seed_fund(level.name))
        case Reason.OVERFLOW_RETURNED:
            room = size if level.maximum is None else max(0, level.maximum - funds.meter)
            covers = min(funds.overflow, room)
        case Reason.ADDED_BY_HOUSE | Reason.MOVED_IN if command.fund is Fund.METER and level.maximum is not None:
            covers = max(0, level.maximum - funds.meter)
        case Reason.AMOUNT_WON:
            win = find_win(state, command.win)
            covers = win.amount - win.adjusted if win.level == level.name else 0
        case _:
            pass
    if covers is not None and size > covers:
        raise CardroomError(
            "too-much", f"“{command.reason.told}” covers {show_money(covers)} here; {show_money(size)} was asked for."
        )
    held = {Fund.METER: funds.meter, Fund.RESERVE: funds.reserve, Fund.OVERFLOW: funds.overflow}[command.fund]
    if held + command.change < 0:
        raise CardroomError(
            "too-much",
            f"The {command.fund} of {command.level} holds {show_money(held)}; {show_money(size)} was asked for.",
        )


def _restore(state: LinkState, win: Win, giver: Account) -> tuple[Posting, ...]:
    """The opposite of what `awards.pay` did: the meter has its amount back, then seed and reserve leave it again."""
    funds = state.funds(win.level)
    repaid = min(win.advanced, -funds.advance)
    from_overflow = min(win.overflow, funds.overflow)
    restored, restarted = win.amount - repaid, win.seed + win.reserve - from_overflow
    if funds.meter + restored < restarted:
        raise CardroomError(
            "too-much",
            f"The seed and reserve of win {win.id} are no longer on the meter, which holds {show_money(funds.meter)};"
            " correct it by single adjustments.",
        )
    back = accounts.entries_for(win.level, Funds(meter=restored, advance=repaid))
    seed = accounts.entries_for(win.level, Funds(meter=-restarted, reserve=win.reserve, overflow=-from_overflow))
    postings = (
        accounts.balanced(back, giver, PostingCode.BACKED_OUT, reference=win.id),
        accounts.balanced(seed, accounts.seed_fund(win.level), PostingCode.SEED_RECOVERY, reference=win.id),
    )
    return tuple(posting for posting in postings if posting.entries)
