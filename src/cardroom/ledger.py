"""Double entry, pure: a posting that does not balance cannot be made, so all accounts always sum to zero.

>>> bought = transfer("wallet:ann", "drop:t1", 5_000_000, PostingCode.BUY_IN)
>>> [entry.amount for entry in bought.entries], posting_in_words(bought)
([-5000000, 5000000], 'buy-in')
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from cardroom.errors import CardroomError
from cardroom.money import Money

Account = str


class PostingCode(StrEnum):
    """What money moves for."""

    # The bank of a table.
    OPENING = "opening"
    CLOSING = "closing"
    BUY_IN = "buy-in"
    CHIPS_BOUGHT = "chips-bought"
    CHIPS_CASHED = "chips-cashed"
    SHORT_FILL = "short-fill"
    FILL_SENT = "fill-sent"
    FILL_RECEIVED = "fill-received"
    FILL_ENDED = "fill-ended"
    CREDIT_SENT = "credit-sent"
    CREDIT_RECEIVED = "credit-received"
    CREDIT_ENDED = "credit-ended"
    DROP = "drop"
    COUNTED = "counted"
    WON_BY_COUNT = "won-by-count"
    COUNT_OVER = "count-over"
    COUNT_SHORT = "count-short"
    # The cage.
    CAGE_BEGINNING = "cage-beginning"
    CASH_TAKEN = "cash-taken"
    CASH_GIVEN = "cash-given"
    CHIPS_SOLD = "chips-sold"
    CHIPS_REDEEMED = "chips-redeemed"
    WALLET_FILLED = "wallet-filled"
    WALLET_PAID_OUT = "wallet-paid-out"
    CAGE_MOVED = "cage-moved"
    # Play money.
    PLAY_MONEY = "play-money"
    PLAY_MONEY_BACK = "play-money-back"
    # A round.
    ROUND = "round"
    STAKES = "stakes"
    STAKES_BACK = "stakes-back"
    SETTLED = "settled"
    SURRENDERED = "surrendered"
    RETURNED = "returned"
    UNDONE = "undone"
    OVER_CAP = "over-cap"
    MISPAY = "mispay"
    MADE_GOOD = "made-good"
    CORRECTION = "correction"
    PROMOTION = "promotion"
    # A jackpot.
    JACKPOT_WAGER = "jackpot-wager"
    JACKPOT_WAGER_BACK = "jackpot-wager-back"
    JACKPOT_CHIPS = "jackpot-chips"
    BEGINNING = "beginning"
    CONTRIBUTION = "contribution"
    RESEED = "reseed"
    CAME_IN_SINCE = "came-in-since"
    ENVY = "envy"
    HANDED_OVER = "handed-over"
    HAND_PAY_DUE = "hand-pay-due"
    HAND_PAY = "hand-pay"
    BACKED_OUT = "backed-out"
    GIVEN_BACK = "given-back"
    MOVED_OUT = "moved-out"
    # What a jackpot's meter is reduced for, and no others (WAC 230-15-695).
    AMOUNT_WON = "amount-won"
    MALFUNCTION = "malfunction"
    ABOVE_LIMIT = "above-limit"
    UNDISPLAYED_FUNDS = "undisplayed-funds"
    SEED_RECOVERY = "seed-recovery"
    # And raised for by hand.
    OVERFLOW_RETURNED = "overflow-returned"
    ADDED_BY_HOUSE = "added-by-house"
    MOVED_IN = "moved-in"


class Entry(msgspec.Struct, frozen=True, array_like=True):
    account: Account
    amount: Money  # positive: the account receives; negative: it gives


class Posting(msgspec.Struct, frozen=True, omit_defaults=True):
    """One movement of money, and what it is for. Its entries sum to zero."""

    entries: tuple[Entry, ...]
    code: PostingCode
    wager: str = ""
    verdict: str = ""
    seat: int = 0
    reference: str = ""  # the win, slip, count, round or destination

    def __post_init__(self) -> None:
        total = sum(entry.amount for entry in self.entries)
        if total != 0:
            raise CardroomError("unbalanced-posting", f"“{self.code}” does not balance: it is off by {total}.")


def transfer(
    giver: Account,
    receiver: Account,
    amount: Money,
    code: PostingCode,
    *,
    wager: str = "",
    seat: int = 0,
    reference: str = "",
) -> Posting:
    """Move an amount from one account to another."""
    if amount < 0:
        raise CardroomError("negative-amount", f"“{code}”: an amount to move cannot be negative.")
    return Posting((Entry(giver, -amount), Entry(receiver, amount)), code, wager, "", seat, reference)


def signed_transfer(
    giver: Account, receiver: Account, amount: Money, code: PostingCode, *, reference: str = ""
) -> Posting | None:
    """An amount that may be below zero: then it goes the other way."""
    if not amount:
        return None
    if amount < 0:
        giver, receiver = receiver, giver
    return transfer(giver, receiver, abs(amount), code, reference=reference)


_WORDS = {
    PostingCode.OPENING: "opening inventory",
    PostingCode.CLOSING: "closing inventory",
    PostingCode.BUY_IN: "buy-in",
    PostingCode.CHIPS_BOUGHT: "chips bought",
    PostingCode.CHIPS_CASHED: "chips cashed",
    PostingCode.SHORT_FILL: "fill, tray was short",
    PostingCode.FILL_SENT: "fill {reference} sent",
    PostingCode.FILL_RECEIVED: "fill {reference} received",
    PostingCode.FILL_ENDED: "fill {reference} ended",
    PostingCode.CREDIT_SENT: "credit {reference} sent",
    PostingCode.CREDIT_RECEIVED: "credit {reference} received",
    PostingCode.CREDIT_ENDED: "credit {reference} ended",
    PostingCode.DROP: "drop",
    PostingCode.COUNTED: "counted in the tray",
    PostingCode.WON_BY_COUNT: "won by the count",
    PostingCode.COUNT_OVER: "more than expected at the {reference}",
    PostingCode.COUNT_SHORT: "less than expected at the {reference}",
    PostingCode.CAGE_BEGINNING: "first count of the cage",
    PostingCode.CASH_TAKEN: "cash taken at the cage, movement {reference}",
    PostingCode.CASH_GIVEN: "cash given at the cage, movement {reference}",
    PostingCode.CHIPS_SOLD: "chips sold at the cage, movement {reference}",
    PostingCode.CHIPS_REDEEMED: "chips redeemed at the cage, movement {reference}",
    PostingCode.WALLET_FILLED: "cash into the wallet, movement {reference}",
    PostingCode.WALLET_PAID_OUT: "cash out of the wallet, movement {reference}",
    PostingCode.CAGE_MOVED: "in the drawers of the cage, {reference}",
    PostingCode.PLAY_MONEY: "play money",
    PostingCode.PLAY_MONEY_BACK: "play money of a guest who has gone",
    PostingCode.ROUND: "round {reference}",
    PostingCode.STAKES: "stakes put down",
    PostingCode.STAKES_BACK: "stakes taken back",
    PostingCode.SETTLED: "{wager} {verdict}",
    PostingCode.SURRENDERED: "{wager} surrendered",
    PostingCode.RETURNED: "{wager} returned",
    PostingCode.UNDONE: "{wager} undone",
    PostingCode.OVER_CAP: "above the payout cap",
    PostingCode.MISPAY: "mispay {place}",
    PostingCode.MADE_GOOD: "mispay {place} made good",
    PostingCode.CORRECTION: "correction of {wager}",
    PostingCode.PROMOTION: "{reference} on {wager}",
    PostingCode.JACKPOT_WAGER: "jackpot wager taken in",
    PostingCode.JACKPOT_WAGER_BACK: "wager back to seat {seat}",
    PostingCode.JACKPOT_CHIPS: "chips of a jackpot",
    PostingCode.BEGINNING: "beginning of {reference}",
    PostingCode.CONTRIBUTION: "contribution of seat {seat}",
    PostingCode.RESEED: "seed and reserve after {reference}",
    PostingCode.CAME_IN_SINCE: "what came in since {reference} was recorded",
    PostingCode.ENVY: "envy of seat {seat} for win {reference}",
    PostingCode.HANDED_OVER: "win {reference} handed over from the tray",
    PostingCode.HAND_PAY_DUE: "win {reference} owed by the cage on a hand-pay slip",
    PostingCode.HAND_PAY: "hand-pay of win {reference}",
    PostingCode.BACKED_OUT: "win {reference} backed out",
    PostingCode.GIVEN_BACK: "given back by seat {seat}, of win {reference}",
    PostingCode.MOVED_OUT: "moved to {reference}",
    PostingCode.AMOUNT_WON: "amount won, win {reference}",
    PostingCode.MALFUNCTION: "correction of a malfunction",
    PostingCode.ABOVE_LIMIT: "display above its limit",
    PostingCode.UNDISPLAYED_FUNDS: "undisplayed funds booked as receipts",
    PostingCode.SEED_RECOVERY: "recovery of the seed",
    PostingCode.OVERFLOW_RETURNED: "overflow returned to the display",
    PostingCode.ADDED_BY_HOUSE: "added by the house",
    PostingCode.MOVED_IN: "moved in from a removed jackpot",
}


def posting_in_words(posting: Posting, names: Mapping[str, str] | None = None) -> str:
    """What a posting is for; `names` are those of wagers and verdicts on the felt.

    >>> settled = Posting((), PostingCode.SETTLED, wager="ante", verdict="lose")
    >>> posting_in_words(settled, {"ante": "Ante", "lose": "loses"})
    'Ante loses'
    """
    called = {} if names is None else names
    wager, seat = called.get(posting.wager, posting.wager), posting.seat
    return _WORDS[posting.code].format(
        wager=wager,
        verdict=called.get(posting.verdict, posting.verdict),
        seat=seat,
        reference=posting.reference.replace("_", " "),
        place=f"on {wager}" if wager else f"at seat {seat}",
    )
