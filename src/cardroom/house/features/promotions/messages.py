"""A gambling promotion on a bonus wager: for some gaming days a hand of its pay table gets an award in dollars beside.

One person asks for it, with the written consent that the sheet wants; another approves. The wager itself is settled as
ever: what the promotion adds is booked on an account of its own.
"""

from __future__ import annotations

from datetime import date

from cardroom.bounds import Amount, Name, Text
from cardroom.house.kernel.messages import Command, Event, EventAtTable
from cardroom.money import Money
from cardroom.table.commands import Seat


class AskPromotion(Command, frozen=True, tag="AskPromotion"):
    """Ask for a promotion at a table, from one gaming day to another."""

    table: Name
    wager: Name
    line: Name  # of its pay table
    award: Amount  # for each winning hand, whatever was bet
    first: date
    last: date
    document: Text  # the consent: what it is, and where it is kept
    consented: date


class ApprovePromotion(Command, frozen=True, tag="ApprovePromotion"):
    """Approve a promotion that somebody else has asked for: it is for rounds that begin from now on."""

    promotion: Name


class DeclinePromotion(Command, frozen=True, tag="DeclinePromotion"):
    """A promotion that was asked for is not to be, or is withdrawn."""

    promotion: Name


class EndPromotion(Command, frozen=True, tag="EndPromotion"):
    """A promotion ends before its last day. Rounds that have begun under it still get its award."""

    promotion: Name
    why: Text


class PromotionAsked(Event, frozen=True, kw_only=True, tag="PromotionAsked"):
    promotion: str
    table: str
    wager: str
    line: str
    award: Money
    first: date
    last: date
    document: str
    consented: date


class PromotionApproved(Event, frozen=True, kw_only=True, tag="PromotionApproved"):
    promotion: str
    asked_by: str


class PromotionDeclined(Event, frozen=True, kw_only=True, tag="PromotionDeclined"):
    promotion: str


class PromotionEnded(Event, frozen=True, kw_only=True, tag="PromotionEnded"):
    promotion: str
    why: str


class PromotionAwarded(EventAtTable, frozen=True, kw_only=True, tag="PromotionAwarded"):
    """A hand gets the award of a promotion, beside what its wager pays."""

    public = ("round_id", "seat", "promotion", "wager", "line", "amount")

    round_id: str
    seat: Seat
    promotion: str
    wager: str
    line: str
    amount: Money


PromotionCommand = AskPromotion | ApprovePromotion | DeclinePromotion | EndPromotion
PromotionInHouse = PromotionAsked | PromotionApproved | PromotionDeclined | PromotionEnded
PromotionAtTable = PromotionAwarded
