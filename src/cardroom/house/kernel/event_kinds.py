"""The kinds of significant events."""

from __future__ import annotations

from enum import StrEnum


class EventKind(StrEnum):
    """What a significant event is about."""

    ACCOUNTING = "accounting"
    ALERT = "alert"
    ARCHIVE = "archive"
    BACKUP = "backup"
    BANK = "bank"
    CAGE = "cage"
    CALL = "call"
    CAP = "cap"
    CARDS = "cards"
    CONDITION = "condition"
    CORRECTION = "correction"
    DAY = "day"
    DEALER = "dealer"
    FAULT = "fault"
    FLAG = "flag"
    FLOOR = "floor"
    SUSPENSION = "suspension"
    JACKPOT = "jackpot"
    LIMITS = "limits"
    LOSS = "loss"
    OPENING = "opening"
    PAYOUT = "payout"
    PEOPLE = "people"
    PROMOTION = "promotion"
    REFUSAL = "refusal"
    REQUEST = "request"
    SLIP = "slip"
    VERIFICATION = "verification"
    VOID = "void"
    WINNER = "winner"
