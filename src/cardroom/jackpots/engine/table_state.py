"""Where one table of a link stands: its game, the hands that wait for an award, and its console."""

from __future__ import annotations

import msgspec

from cardroom.errors import CardroomError
from cardroom.jackpots.commands import KeySwitch
from cardroom.jackpots.engine.level_funds import Funds
from cardroom.jackpots.events import Proof
from cardroom.jackpots.setup.config import AwardOrder
from cardroom.money import Money
from cardroom.table.commands import Seat


class Wager(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager of the game in progress."""

    seat: Seat
    amount: Money
    given: dict[str, Funds]  # to each level
    lasting: dict[str, Funds]  # what it will have given when every amount that was locked then has been paid
    qualified: str = ""  # the one award of its hand
    proof: Proof | None = None  # of that, where the cards are real

    @property
    def accrued(self) -> Money:
        return sum(given.held for given in self.lasting.values())

    def after_run(self, level: str) -> Wager:
        return msgspec.structs.replace(self, given=self.given | {level: self.lasting[level]})


class WaitingHand(msgspec.Struct, frozen=True):
    """A hand that qualified for an award which is not recorded yet."""

    seat: Seat
    line: str


class EnteredHand(msgspec.Struct, frozen=True):
    """A hand of real cards that nobody has signed for yet: the swipe that follows does."""

    seat: Seat
    line: str
    proof: Proof


class ConsoleState(msgspec.Struct, omit_defaults=True):
    """What is lit and set on a dealer's console, and by whom."""

    key: KeySwitch = KeySwitch.RUN
    seat: Seat | None = None
    line: str = ""
    lit_by: str = ""  # who has lit it
    told: EnteredHand | None = None  # its cards, as long as nobody has signed for them
    is_confirmed: bool = False
    signed_by: str = ""  # whose card is the key at JPH; touch display: whose card came before the executive's
    locked: str = ""  # the win whose amount is locked and has not come off the meter yet

    def cleared(self, locked: str) -> ConsoleState:
        """Nothing is lit any more; the key stays where it is, and whose it is."""
        signed_by = self.signed_by if self.key is KeySwitch.JPH else ""
        return ConsoleState(key=self.key, signed_by=signed_by, locked=locked)


class TableState(msgspec.Struct, omit_defaults=True):
    """One table, in a game or between games: each game starts from a fresh one."""

    round_id: str = ""  # "": no game in progress
    dealer: str = ""  # who dealt when the game started; "": the house itself
    players: dict[Seat, str] = {}  # who sat where then, where that is known
    is_closed: bool = False
    wagers: tuple[Wager, ...] = ()  # by seat
    waiting: tuple[WaitingHand, ...] = ()  # in the order they came up
    is_settled: bool = False  # every seat: no more hands will qualify
    wins: tuple[str, ...] = ()  # of this round
    console: ConsoleState = msgspec.field(default_factory=ConsoleState)

    def copy(self) -> TableState:
        """Sharing nothing that changes: a wager is replaced, never changed."""
        return msgspec.structs.replace(self, console=msgspec.structs.replace(self.console))

    @property
    def seats(self) -> list[Seat]:
        """Those with a wager."""
        return [wager.seat for wager in self.wagers]

    @property
    def has_award_waiting(self) -> bool:
        """A hand of the game waits for its award, or a locked amount for the key."""
        return bool(self.waiting or self.console.told or self.console.locked)

    def wager_of(self, seat: Seat) -> Wager:
        for wager in self.wagers:
            if wager.seat == seat:
                return wager
        raise CardroomError("no-wager", f"Seat {seat} has no jackpot wager in this game.")

    def is_order_known(self, order: AwardOrder) -> bool:
        """The table settles counter-clockwise, so who is first clockwise shows only when every seat is settled."""
        return self.is_settled or order is not AwardOrder.CLOCKWISE

    def in_order(self, order: AwardOrder) -> list[WaitingHand]:
        """The waiting hands as they are to be paid, and the one that is told and waits to be signed for."""
        told = self.console.told
        hands = [*self.waiting, *([] if told is None else [WaitingHand(told.seat, told.line)])]
        if order is AwardOrder.AS_RECORDED:
            return hands
        return sorted(hands, key=lambda hand: hand.seat, reverse=order is AwardOrder.SETTLING)
