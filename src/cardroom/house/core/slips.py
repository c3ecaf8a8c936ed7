"""Fills and credits: chips between cage and tray, each on a slip with a number of its own.

A slip is asked for, approved by another person, and then its chips travel: they leave the cage or the tray, and are
received at the other end. On the way they stand on an account of their own (`accounts.carried`), so that at every
stage the books say who answers for them. A slip whose chips have left is received, and what was wrong with it is put
right by another one; before that it may be void. No number is ever used twice or left out.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from cardroom.house.floor import Rack
from cardroom.money import Money
from cardroom.table.commands import VoidCause


class SlipKind(StrEnum):
    FILL = "fill"  # from the cage to the tray
    CREDIT = "credit"  # from the tray to the cage


class SlipStage(StrEnum):
    ASKED = "asked"
    APPROVED = "approved"
    SENT = "sent"
    RECEIVED = "received"
    VOID = "void"


ON = frozenset({SlipStage.ASKED, SlipStage.APPROVED, SlipStage.SENT})  # something is still to be done


class Signed(msgspec.Struct, frozen=True):
    """Who did something, and when."""

    by: str
    at: datetime


class Slip(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    number: int
    kind: SlipKind
    table: str
    rack: Rack
    amount: Money
    changed: str  # the gaming day on which something was last done about it
    asked: Signed
    approved: Signed | None = None
    sent: Signed | None = None
    received: Signed | None = None
    voided: Signed | None = None
    cause: VoidCause = VoidCause.DECLARED
    why: str = ""  # it is void
    prints: int = 0
    printed: Signed | None = None  # last

    @property
    def stage(self) -> SlipStage:
        if self.voided is not None:
            return SlipStage.VOID
        if self.received is not None:
            return SlipStage.RECEIVED
        if self.sent is not None:
            return SlipStage.SENT
        return SlipStage.ASKED if self.approved is None else SlipStage.APPROVED

    @property
    def is_on(self) -> bool:
        return self.stage in ON
