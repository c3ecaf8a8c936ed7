"""The table engine: one round, pure and deterministic.

Give it a deck (and dice, where the deal uses them) and commands; it answers with events. Exactly one dealer act is next
at any time, unless the players must decide first: an automatic dealer issues it, a human dealer's act is held to it.

>>> from cardroom.cards import DECK
>>> from cardroom.money import DOLLAR
>>> from cardroom.table.commands import Bet, Choose
>>> from cardroom.table.settings import table_settings
>>> round_ = Round.open("r1", table_settings("straight-edge-1"), DECK)
>>> events = round_.do(Bet(3, {"ante": 10 * DOLLAR}))
>>> events += round_.run_dealer()
>>> [option.multiple for option in round_.options(3)]
[0, 1]
>>> events += round_.do(Choose(3, 1)) + round_.run_dealer()
>>> round_.state.results
{3: {'ante': -10000000, 'play': -10000000}}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from cardroom import __version__
from cardroom.cards import Card, require_distinct
from cardroom.errors import CardroomError
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Decide, Kind
from cardroom.money import Money, show_money
from cardroom.table import dealing, settling
from cardroom.table.betting import verify_bets
from cardroom.table.commands import (
    Act,
    AnyAct,
    AnyCommand,
    Bet,
    Choose,
    CorrectMispay,
    DeclareMisdeal,
    FoulHand,
    RefuseLateBet,
    Seat,
    SettlingAct,
)
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    Folded,
    HandFouled,
    LateBetRefused,
    MispayCorrected,
    Raised,
    RoundOpened,
    RoundVoided,
)
from cardroom.table.procedure import awaited_decision, next_act
from cardroom.table.settings import TableSettings
from cardroom.table.state import Phase, RoundState, replay

Dice = tuple[int, int, int]


class Option(msgspec.Struct, frozen=True):
    """A legal answer to a decision. A multiple of 0 is to fold."""

    multiple: int
    wager: str = ""
    amount: Money = 0


class Round:
    """A round in progress: its events so far, the state they make, and the cards to come."""

    def __init__(self, events: Iterable[AnyEvent], deck: Sequence[Card], dice: Dice | None = None) -> None:
        """Go on from these events. `Round.open` starts a new round."""
        require_distinct(deck)
        if len(deck) != 52:
            raise CardroomError("bad-deck", f"A deck has 52 cards, not {len(deck)}.")
        self.events: list[AnyEvent] = list(events)
        self.state: RoundState = replay(self.events)
        if self.state.settings.deal_order.uses_dice and not _are_three_dice(dice):
            raise CardroomError("no-dice", "This table deals by dice: three numbers from 1 to 6 are needed.")
        self._deck = tuple(deck)
        self._dice = dice

    @classmethod
    def open(cls, round_id: str, settings: TableSettings, deck: Sequence[Card], dice: Dice | None = None) -> Round:
        game = settings.rules
        opened = RoundOpened(
            cite=game.cite(game.stages[0].rule),
            round_id=round_id,
            settings=settings,
            rules_hash=rules_hash(game, settings.paytables),
            version=__version__,
        )
        return cls([opened], deck, dice)

    # --- what may be done ---------------------------------------------------------------------------------------------

    def next_act(self) -> AnyAct | None:
        """The dealer's next act; None while players must bet or decide, and when the round is over."""
        return next_act(self.state)

    def options(self, seat: Seat) -> tuple[Option, ...]:
        """Exactly the legal answers of a seat whose decision is awaited. For that player's eyes only."""
        decision = awaited_decision(self.state)
        if decision is None or seat not in self.awaited_seats():
            return ()
        return (Option(0), *self._raises(decision, seat))

    def awaited_seats(self) -> list[Seat]:
        """The seats whose decision is awaited, clockwise."""
        decision = awaited_decision(self.state)
        if decision is None:
            return []
        return [number for number in self.state.seats_in if decision.wager not in self.state.seats[number].stakes]

    def verify(self, command: AnyCommand) -> None:
        """Raise the reason why a command is not allowed now; the round stays as it is."""
        self.plan(command)

    def can(self, command: AnyCommand) -> bool:
        try:
            self.verify(command)
        except CardroomError:
            return False
        return True

    # --- doing it -----------------------------------------------------------------------------------------------------

    def do(self, command: AnyCommand) -> list[AnyEvent]:
        """Carry out a command and return what happened."""
        events = self.plan(command)
        for event in events:
            self.accept(event)
        return events

    def accept(self, event: AnyEvent) -> None:
        """Take in an event that `plan` has given."""
        self.state.apply(event)
        self.events.append(event)

    def back_to(self, events: Iterable[AnyEvent]) -> Round:
        """The same round as it was when only these events had happened."""
        return Round(events, self._deck, self._dice)

    def run_dealer(self) -> list[AnyEvent]:
        """The automatic dealer: act after act until players must decide or the round is over."""
        events: list[AnyEvent] = []
        while (act := self.next_act()) is not None:
            events += self.do(act)
        return events

    def plan(self, command: AnyCommand) -> list[AnyEvent]:
        """What a command would make happen. Nothing changes here; `accept` takes the events in one by one."""
        if self.state.phase in (Phase.CLOSED, Phase.VOID) and not isinstance(command, CorrectMispay):
            raise CardroomError("round-over", "This round is over; wait for the next one.")
        match command:
            case Bet():
                return [self._bet(command)]
            case Choose():
                return [self._choose(command)]
            case DeclareMisdeal():
                return [self._void(command.reason)]
            case FoulHand():
                return [self._foul(command)]
            case RefuseLateBet():
                return [self._refuse_late_bet(command)]
            case CorrectMispay():
                return [self._correct_mispay(command)]
            case _:
                return self._dealer_act(command)

    def _dealer_act(self, act: AnyAct) -> list[AnyEvent]:
        expected = self.next_act()
        if expected is None:
            raise CardroomError("players-first", f"Not now: {self._what_is_awaited()}.")
        if act != expected:
            raise CardroomError("out-of-order", f"Not now: the next act is {show_act(expected)}.")
        if isinstance(act, SettlingAct):
            return settling.perform(self.state, act)
        return dealing.perform(self.state, act, self._deck, self._dice)

    def _what_is_awaited(self) -> str:
        if seats := self.awaited_seats():
            return f"seat {', '.join(map(str, seats))} must decide first"
        return "no one has bet yet"

    # --- players ------------------------------------------------------------------------------------------------------

    def _bet(self, command: Bet) -> BetPlaced:
        game, settings = self.state.game, self.state.settings
        self._require_seat(command.seat)
        if self.state.phase is not Phase.BETTING:
            raise CardroomError("bets-closed", "The betting is closed; your chips stay yours. Bet in the next round.")
        verify_bets(settings, command.stakes)
        return BetPlaced(seat=command.seat, stakes=dict(command.stakes), cite=game.cite(game.base_wager.rule))

    def _choose(self, command: Choose) -> Raised | Folded:
        game = self.state.game
        self._require_seat(command.seat)
        options = {option.multiple: option for option in self.options(command.seat)}
        decision = awaited_decision(self.state)
        if not options or decision is None:
            raise CardroomError("no-decision", f"Seat {command.seat} has nothing to decide now.")
        if command.multiple not in options:
            legal = ", ".join(_words(option) for option in options.values())
            why = " The hand is too low to stay in." if len(options) == 1 else ""
            raise CardroomError("illegal-choice", f"Seat {command.seat} may choose: {legal}.{why}")
        if command.multiple == 0:
            return Folded(seat=command.seat, cite=game.cite(decision.fold_rule))
        option = options[command.multiple]
        return Raised(
            seat=command.seat,
            wager=option.wager,
            multiple=option.multiple,
            stake=option.amount,
            cite=game.cite(decision.rule),
        )

    def _raises(self, decision: Decide, seat: Seat) -> Iterable[Option]:
        hand = self.state.seats[seat]
        if decision.needs is not None and self.state.game.ranking.value(hand.cards) < decision.needs:
            return
        base = hand.stakes[self.state.game.base_wager.id]
        for multiple in decision.multiples:
            yield Option(multiple, decision.wager, multiple * base)

    def _require_seat(self, seat: Seat) -> None:
        if not 1 <= seat <= self.state.settings.seats:
            raise CardroomError("unknown-seat", f"This table has seats 1 to {self.state.settings.seats}, not {seat}.")

    # --- irregularities -----------------------------------------------------------------------------------------------

    def _void(self, reason: str) -> RoundVoided:
        _require_reason(reason)
        refunds = {number: dict(seat.stakes) for number, seat in sorted(self.state.seats.items())}
        return RoundVoided(reason=reason, refunds=refunds, cite="house procedure, misdeal")

    def _foul(self, command: FoulHand) -> HandFouled | RoundVoided:
        _require_reason(command.reason)
        if command.holder == "dealer":
            if not self.state.dealer:
                raise CardroomError("no-hand", "The dealer has no hand to declare fouled; declare a misdeal instead.")
            return self._void(command.reason)
        hand = self.state.seats.get(command.holder)
        if self.state.phase is not Phase.PLAYING or hand is None or not hand.cards or hand.fouled:
            raise CardroomError("no-hand", f"Seat {command.holder} has no hand to declare fouled.")
        if hand.shown or not hand.open:
            raise CardroomError("settled", f"Seat {command.holder} is settled already; correct the pay instead.")
        return HandFouled(
            seat=command.holder,
            reason=command.reason,
            refunds=dict(hand.stakes),
            cite="house procedure, fouled hand",
        )

    def _refuse_late_bet(self, command: RefuseLateBet) -> LateBetRefused:
        self._require_seat(command.seat)
        if self.state.phase is Phase.BETTING:
            raise CardroomError("bets-open", "The betting is still open: this bet is not late.")
        if command.amount <= 0:
            raise CardroomError("bad-amount", f"A bet must be more than {show_money(0)}.")
        return LateBetRefused(
            seat=command.seat,
            wager=self.state.game.wager(command.wager).id,
            amount=command.amount,
            cite="house procedure, late bet",
        )

    def _correct_mispay(self, command: CorrectMispay) -> MispayCorrected:
        _require_reason(command.reason)
        hand = self.state.seats.get(command.seat)
        if hand is None or command.wager not in hand.paid_back or self._is_jackpot(command.wager):
            raise CardroomError(
                "not-settled", f"Seat {command.seat} has no settled wager “{command.wager}” to correct."
            )
        due = hand.paid_back[command.wager]
        if command.paid < 0 or command.paid == due:
            raise CardroomError("no-mispay", f"{show_money(due)} is what was due: there is nothing to correct.")
        return MispayCorrected(
            seat=command.seat,
            wager=command.wager,
            paid=command.paid,
            due=due,
            reason=command.reason,
            cite="house procedure, mispay",
        )

    def _is_jackpot(self, wager: str) -> bool:
        return self.state.game.wager(wager).kind is Kind.JACKPOT


def _are_three_dice(dice: Dice | None) -> bool:
    return dice is not None and len(dice) == 3 and all(1 <= die <= 6 for die in dice)


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise CardroomError("no-reason", "Say why: an irregularity needs a reason for the record.")


def _words(option: Option) -> str:
    return f"{option.multiple}x ({show_money(option.amount)})" if option.multiple else "fold"


def show_act(act: Act) -> str:
    """A dealer's act in a few words: the class name, spelt out, with its seat."""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(act).__name__).strip()
    details = [f"{field} {value}" for field, value in msgspec.structs.asdict(act).items()]
    return " ".join([name, *details])
