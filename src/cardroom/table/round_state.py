"""The state of a round: nothing but the fold of its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from cardroom.cards import Card
from cardroom.games.catalogue import is_known
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Game
from cardroom.games.options import MakeBet, TakeBack, multiple_name
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT
from cardroom.games.settlement import Layout, Packets
from cardroom.ledger import Entry, Posting, PostingCode
from cardroom.money import Money
from cardroom.table.commands import Holder, Seat, VoidCause
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    BetsClosed,
    CardExposed,
    CardsBurned,
    Checked,
    DealerRevealed,
    DiceRolled,
    EmptySeatsCollected,
    Folded,
    HandFouled,
    HandKept,
    HandRemoved,
    HandShown,
    JackpotBetTaken,
    KeptFor,
    LateBetRefused,
    MispayCorrected,
    PacketDealt,
    Qualified,
    Raised,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    ShufflerCleared,
    Surrendered,
    TakenBack,
    WagerSettled,
)
from cardroom.table.settings import TableSettings


class Phase(StrEnum):
    BETTING = "betting"
    PLAYING = "playing"
    CLOSED = "closed"
    VOID = "void"


@dataclass(slots=True)
class SeatState:
    stakes: dict[str, Money] = field(default_factory=dict)
    packets: Packets = ()  # of cards, as far as they are known here
    folded: bool = False
    fouled: bool = False
    shown: bool = False
    open: dict[str, Money] = field(default_factory=dict)  # wagers not settled yet
    results: dict[str, Money] = field(default_factory=dict)  # gained or lost, by wager
    paid_back: dict[str, Money] = field(default_factory=dict)  # what each settled wager gave back
    choices: dict[str, str] = field(default_factory=dict)  # the option taken, by decision
    cards_shown: int = 0  # more may be dealt face down afterwards

    @property
    def is_in(self) -> bool:
        return not self.folded and not self.fouled

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(chain.from_iterable(self.packets))

    def copy(self) -> SeatState:
        return SeatState(
            self.stakes.copy(), self.packets, self.folded, self.fouled, self.shown,
            self.open.copy(), self.results.copy(), self.paid_back.copy(), self.choices.copy(),
            self.cards_shown,
        )  # fmt: skip


@dataclass(slots=True)
class RoundState:
    """Where a round stands. Compare two of them to compare two rounds."""

    round_id: str
    settings: TableSettings
    rules_hash: str
    phase: Phase = Phase.BETTING
    seats: dict[Seat, SeatState] = field(default_factory=dict)
    packets: dict[str, Packets] = field(default_factory=dict)  # of all holders but the seats, as far as known here
    dealer_revealed: bool = False
    dealer_qualifies: bool = True
    cards_revealed: int = 0  # of the dealer's
    exposed: int = 0  # community cards turned so far
    first_dealt: Holder | None = None  # where the dice say the deal begins
    dealt_to: tuple[Holder, ...] = ()  # packet after packet, whether their cards are known here or sealed
    burns: int = 0
    packets_to_empty_seats: tuple[Seat, ...] = ()
    empty_seats_collected: bool = False
    shuffler_cleared: bool = False
    cards_dealt: int = 0
    kept_for_envy: tuple[Holder, ...] = ()
    best_kept: Holder | None = None  # left face up as the best of the table so far

    @property
    def game(self) -> Game:
        """Asked only where a round goes on: its events fold without it."""
        return self.settings.rules

    @property
    def seats_in(self) -> list[Seat]:
        """Seats that have neither folded nor been fouled, clockwise."""
        return [number for number, seat in sorted(self.seats.items()) if seat.is_in]

    @property
    def seats_dealt(self) -> list[Seat]:
        """Seats whose hand is not dead, clockwise."""
        return [number for number, seat in sorted(self.seats.items()) if not seat.fouled]

    @property
    def kept(self) -> tuple[Holder, ...]:
        """Hands left face up."""
        best = () if self.best_kept is None or self.best_kept in self.kept_for_envy else (self.best_kept,)
        return (*self.kept_for_envy, *best)

    def cards_of(self, holder: Holder) -> tuple[Card, ...]:
        packets = self.seats[holder].packets if isinstance(holder, int) else self.packets.get(holder, ())
        return tuple(chain.from_iterable(packets))

    @property
    def dealer(self) -> tuple[Card, ...]:
        return self.cards_of(DEALER)

    @property
    def community(self) -> tuple[Card, ...]:
        return self.cards_of(COMMUNITY)

    def layout(self, number: Seat) -> Layout:
        """The cards as a seat's wagers see them."""
        hands = tuple(self.seats[other].cards for other in self.seats_dealt)
        dealers = (self.dealer,) if self.dealer else ()
        dealt = len(self.seats) + len(dealers)
        seat = self.seats[number]
        packets = {**self.packets, SEAT: seat.packets}
        return Layout(packets, hands + dealers, dealt, frozenset(seat.stakes))

    @property
    def results(self) -> dict[Seat, dict[str, Money]]:
        """What each seat gained or lost, by wager. Jackpot awards are not part of it."""
        return {number: dict(seat.results) for number, seat in sorted(self.seats.items())}

    def posting(self) -> Posting:
        """The round as one balanced movement between the seats and the house."""
        entries = [Entry(f"seat:{number}", sum(seat.results.values())) for number, seat in sorted(self.seats.items())]
        house = Entry("house", -sum(entry.amount for entry in entries))
        return Posting((*entries, house), PostingCode.ROUND, reference=self.round_id)

    def copy(self) -> RoundState:
        """The same state, to be kept while this one goes on."""
        same = object.__new__(RoundState)
        for name in RoundState.__slots__:
            setattr(same, name, getattr(self, name))
        same.seats = {number: seat.copy() for number, seat in self.seats.items()}
        same.packets = self.packets.copy()
        return same

    def apply(self, event: AnyEvent) -> None:
        """Fold one event in."""
        match event:
            case BetPlaced():
                if event.stakes:
                    self.seats[event.seat] = SeatState(stakes=dict(event.stakes))
                else:
                    self.seats.pop(event.seat, None)
            case BetsClosed():
                self.phase = Phase.PLAYING
                for seat in self.seats.values():
                    seat.open = dict(seat.stakes)
            case JackpotBetTaken():
                self.seats[event.seat].results[event.wager] = -event.stake
            case DiceRolled():
                self.first_dealt = event.first
            case PacketDealt():
                self._deal(event)
            case EmptySeatsCollected():
                self.empty_seats_collected = True
            case ShufflerCleared():
                self.shuffler_cleared = True
            case CardsBurned():
                self.burns += 1
                self.cards_dealt += event.count
            case Raised():
                seat = self.seats[event.seat]
                seat.stakes[event.wager] = seat.open[event.wager] = event.stake
                decision = event.decision or event.wager
                seat.choices[decision] = self._taken(decision, event.wager, event.multiple) or multiple_name(
                    event.multiple
                )
            case Checked():
                self.seats[event.seat].choices[event.decision] = event.option
            case TakenBack():
                seat = self.seats[event.seat]
                del seat.stakes[event.wager], seat.open[event.wager]
                seat.choices[event.decision] = self._taken(event.decision, event.wager) or "taken back"
            case Surrendered():
                self.seats[event.seat].folded = True
                self._close_wager(event.seat, event.wager, event.back)
            case Folded():
                self.seats[event.seat].folded = True
            case CardExposed():
                self.exposed += 1
            case DealerRevealed():
                self.dealer_revealed, self.dealer_qualifies = True, event.qualifies
                self.cards_revealed = len(event.cards)
                if DEALER not in self.packets:  # they were sealed
                    self.packets[DEALER] = (event.cards,)
            case HandShown():
                self.seats[event.seat].shown, self.seats[event.seat].cards_shown = True, len(event.cards)
            case WagerSettled():
                self._close_wager(event.seat, event.wager, event.back)
            case Qualified():
                self._close_wager(event.seat, event.wager, 0)
            case HandKept(kept_for=KeptFor.ENVY):
                self.kept_for_envy = (*self.kept_for_envy, event.holder)
            case HandKept():
                self.best_kept = event.holder
            case HandRemoved():
                self.best_kept = None
            case RoundClosed():
                self.phase = Phase.CLOSED
            case RoundVoided():
                self.phase = Phase.VOID
                for number, refunds in event.refunds.items():
                    self._refund(self.seats[number], refunds)
            case HandFouled():
                seat = self.seats[event.seat]
                seat.fouled = True
                self._refund(seat, event.refunds)
            case RoundOpened() | LateBetRefused() | MispayCorrected():
                pass  # nothing of the round's state changes

    def _taken(self, decision: str, wager: str, multiple: int | None = None) -> str:
        """The name of the option at a decision that is about a wager, by its multiple or to take it back.

        Where the rules are gone it has none: such a round is not played on.
        """
        if not is_known(self.settings.game):
            return ""
        options = [option for each in self.game.decisions if each.id == decision for option in each.options]
        bets = (option for option in options if isinstance(option, MakeBet | TakeBack) and option.wager == wager)
        names = (option.name for option in bets if getattr(option, "multiple", None) == multiple)
        return next(names, "")

    def _deal(self, event: PacketDealt) -> None:
        self.cards_dealt += event.count
        self.dealt_to = (*self.dealt_to, event.to)
        if isinstance(event.to, int) and event.to not in self.seats:
            self.packets_to_empty_seats = (*self.packets_to_empty_seats, event.to)
        elif event.cards is not None:
            self.hold(event.to, event.cards)

    def hold(self, holder: Holder, cards: tuple[Card, ...]) -> None:
        """These are the cards of a holder. Of a sealed packet they are known later than it was dealt."""
        if not isinstance(holder, int):
            self.packets[holder] = (*self.packets.get(holder, ()), cards)
        elif holder in self.seats:
            self.seats[holder].packets = (*self.seats[holder].packets, cards)

    def forget_cards(self) -> None:
        """So that they can be held again, all of them."""
        self.packets = {}
        for seat in self.seats.values():
            seat.packets = ()

    def _close_wager(self, number: Seat, wager: str, back: Money) -> None:
        seat = self.seats[number]
        stake = seat.open.pop(wager, 0)  # a rider has none
        seat.paid_back[wager] = back
        seat.results[wager] = back - stake

    def _refund(self, seat: SeatState, refunds: dict[str, Money]) -> None:
        assert refunds == seat.stakes, "a void gives every stake back"
        seat.open, seat.paid_back = {}, {}
        seat.results = dict.fromkeys(refunds, 0)


def replay(events: Iterable[AnyEvent], settings: TableSettings) -> RoundState:
    """A round's state from its events alone; the settings are those that the first event names."""
    first, *rest = events
    assert isinstance(first, RoundOpened), "a round starts with RoundOpened"
    state = RoundState(first.round_id, settings, first.rules_hash)
    for event in rest:
        state.apply(event)
    return state


def void_cause(state: RoundState) -> VoidCause | None:
    """A round can be followed without its rules, but goes on only under those that it was begun under."""
    settings = state.settings
    if not is_known(settings.game):
        return VoidCause.RULES_GONE
    try:
        is_same = state.rules_hash == rules_hash(settings.rules, settings.paytables)
    except Exception:  # noqa: BLE001 - a game file may raise anything, and its rounds are read all the same
        return VoidCause.RULES_FAIL
    return None if is_same else VoidCause.RULES_CHANGED
