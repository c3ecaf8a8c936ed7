"""The wins that a link remembers. It lives for years, so it forgets old ones: the record keeps them all."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec

from cardroom.documents import Hash
from cardroom.jackpots.commands import EnvyFate, StaffCard, Till
from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.events import Proof
from cardroom.jackpots.setup.config import Source
from cardroom.money import Money, Pay
from cardroom.table.commands import Seat

WINS_REMEMBERED = 500  # jackpots, and as many again that the tray paid


class HandedOver(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the winner got the money, where people hand it over: in chips, or on a slip that the cage pays."""

    till: Till
    at: datetime
    by: str
    slip: int  # the number of the cage's hand-pay slip; 0: from the tray
    paid_at: datetime | None = None  # by the cage
    paid_by: str = ""

    @property
    def is_in_hand(self) -> bool:
        return self.till is Till.TRAY or self.paid_at is not None


class Printed(msgspec.Struct, frozen=True):
    """The last print of a win's page."""

    number: int
    at: datetime
    by: str


class BackedOut(msgspec.Struct, frozen=True):
    """Who has undone a win by hand, and why."""

    at: datetime
    by: str  # who asked for it
    approved_by: str
    why: str


class Win(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A recorded win. It stands until it is backed out by hand."""

    id: str
    number: int  # wins are numbered through as they are recorded
    config: Hash  # the link's configuration in force
    table: str
    round_id: str
    seat: Seat
    line: str
    pays: Pay
    source: Source
    level: str
    amount: Money
    displayed: Money
    at: datetime
    player: str = ""  # who sat there; "": nobody knows, the cards are real
    dealt_by: str = ""  # "": the house itself
    entered_by: str  # who has lit the hand, or declared it
    verified_by: str = ""
    confirmed_by: str = ""  # by CONFIRM and a card, or by the key at JPH
    approved_by: str
    card: StaffCard | None
    paid_at: datetime | None = None  # None: the key is not back at RUN yet
    meter_after: Money = 0  # what the level displayed once it was paid
    advanced: Money = 0  # by the house, where the meter was short
    seed: Money = 0  # what the level started again with, and where that came from
    reserve: Money = 0
    overflow: Money = 0  # the part of them that was above the maximum
    is_backed_out: bool = False
    backed_out: BackedOut | None = None  # by whom, and why
    envy: dict[Seat, Money] = {}  # paid because of it, by seat
    envy_fate: EnvyFate | None = None  # once it is backed out; None: there was none
    returned: dict[Seat, Money] = {}  # what players have given back since
    adjusted: Money = 0  # taken off the meter by hand since, as won
    proof: Proof | None = None  # where the cards are real
    handed_over: HandedOver | None = None
    printed: Printed | None = None

    @property
    def people(self) -> frozenset[str]:
        """Everyone who took part in it. Who dealt the round did not by that alone."""
        handed = () if self.handed_over is None else (self.handed_over.by, self.handed_over.paid_by)
        taking_part = (self.entered_by, self.verified_by, self.confirmed_by, self.approved_by, *handed)
        return frozenset(person for person in taking_part if person)

    @property
    def is_paid(self) -> bool:
        return self.paid_at is not None

    @property
    def is_in_hand(self) -> bool:
        """Whether the winner has the money: real cards pay nobody until somebody hands it over."""
        is_given = self.handed_over is not None and self.handed_over.is_in_hand
        return self.is_paid and (self.source is Source.TRAY or not self.proof or is_given)

    @property
    def is_hand_pay_due(self) -> bool:
        """Whether the winner has a slip, and the cage still has to pay it."""
        return self.handed_over is not None and not self.handed_over.is_in_hand and not self.is_backed_out

    def owed_back(self) -> dict[Seat, Money]:
        """What players still have of a win that is backed out, and are asked for."""
        if not self.is_backed_out:
            return {}
        owed = {self.seat: self.amount} if self.is_in_hand else {}
        if self.envy_fate is EnvyFate.ASKED_BACK:
            owed |= {seat: owed.get(seat, 0) + amount for seat, amount in self.envy.items()}
        left = {seat: amount - self.returned.get(seat, 0) for seat, amount in owed.items()}
        return {seat: amount for seat, amount in left.items() if amount}

    @property
    def change(self) -> Funds:
        """What it does to its level."""
        return Funds(
            meter=self.advanced - self.amount + self.seed + self.reserve - self.overflow,
            reserve=-self.reserve,
            overflow=self.overflow,
            advance=-self.advanced,
        )


class Hits(msgspec.Struct, frozen=True, omit_defaults=True):
    """All wins of a level there ever were, but those that were backed out."""

    count: int = 0
    amount: Money = 0


def win_id(link: str, number: int) -> str:
    return f"{link}-{number}"


def number_of(link: str, name: str) -> int | None:
    """
    >>> number_of("river", "river-12"), number_of("river", "stud-1"), number_of("river", "river-012")
    (12, None, None)
    """
    digits = name.removeprefix(f"{link}-")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else None
    return number if number is not None and win_id(link, number) == name else None


def wins_to_remember(wins: dict[str, Win], in_progress: Iterable[str]) -> dict[str, Win]:
    """The newest of both kinds, every win of a game in progress, and what the cage still owes."""
    if len(wins) <= WINS_REMEMBERED:
        return wins
    newest_first = sorted(wins.values(), key=lambda win: -win.number)
    from_tray = [win.id for win in newest_first if win.source is Source.TRAY]
    jackpots = [win.id for win in newest_first if win.source is not Source.TRAY]
    owed = [name for name in jackpots if wins[name].is_hand_pay_due]
    kept = {*from_tray[:WINS_REMEMBERED], *jackpots[:WINS_REMEMBERED], *owed, *in_progress}
    return {name: win for name, win in wins.items() if name in kept}
