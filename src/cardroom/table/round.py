"""The table engine: one round, pure and deterministic.

Give it a deck (and dice, where the deal uses them) and commands; it answers with events. Exactly one dealer act is next
at any time, unless the players must decide first: an automatic dealer issues it, a human dealer's act is held to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from cardroom.cards import Card, require_distinct
from cardroom.documents import Hash, document_hash
from cardroom.errors import CardroomError
from cardroom.games.fingerprint import rules_hash
from cardroom.games.model import Decide
from cardroom.money import Money, show_money
from cardroom.table import dealing, irregularities, settling
from cardroom.table.betting import verify_bets, verify_seat
from cardroom.table.commands import (
    FOLD,
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
    times,
)
from cardroom.table.events import AnyEvent, BetPlaced, Folded, PacketDealt, Raised, RoundOpened
from cardroom.table.procedure import awaited_decision, next_act
from cardroom.table.settings import TableSettings
from cardroom.table.state import Phase, RoundState, replay
from cardroom.table.view import is_sealed, unsealed

Dice = tuple[int, int, int]


class Option(msgspec.Struct, frozen=True):
    """A legal answer to a decision: to fold, or to bet a multiple of the base wager."""

    name: str
    wager: str = ""
    multiple: int = 0
    amount: Money = 0


class Round:
    """A round in progress: its events so far, the state they make, and the cards to come."""

    def __init__(
        self,
        events: Iterable[AnyEvent],
        settings: TableSettings,
        deck: Sequence[Card] | None = None,
        dice: Dice | None = None,
    ) -> None:
        """Go on from these events. `Round.open` starts a new round. Without a deck it can be followed, not dealt."""
        self.events: list[AnyEvent] = list(events)
        self.state: RoundState = replay(self.events, settings)
        self.is_sealed = any(is_sealed(event) for event in self.events)  # cards were dealt that are not known here
        self._derived: dict[str, Any] = {}  # from the state, as long as it stays the same
        self._deck: tuple[Card, ...] = ()
        self._dice: Dice | None = None
        if deck is not None:
            self.deal_from(deck, dice)

    def deal_from(self, deck: Sequence[Card], dice: Dice | None = None) -> None:
        """From now on cards come from this deck, and those that were sealed are known."""
        require_distinct(deck)
        if len(deck) != 52:
            raise CardroomError("bad-deck", f"A deck has 52 cards, not {len(deck)}.")
        if self.state.settings.deal_order.uses_dice and not _are_three_dice(dice):
            raise CardroomError("no-dice", "This table deals by dice: three numbers from 1 to 6 are needed.")
        self._deck, self._dice = tuple(deck), dice
        if self.is_sealed:
            self._unseal()

    def _unseal(self) -> None:
        self.events = [unsealed(event, self._deck) for event in self.events]
        for event in self.events:
            if isinstance(event, PacketDealt) and event.cards is not None:
                self.state.hold(event.to, event.cards)
        self.is_sealed = False
        self._derived = {}

    @classmethod
    def open(
        cls,
        round_id: str,
        settings: TableSettings,
        deck: Sequence[Card] | None = None,
        dice: Dice | None = None,
        settings_hash: Hash | None = None,
    ) -> Round:
        """A new round. Whoever knows the hash of the settings already gives it along."""
        game = settings.rules
        opened = RoundOpened(
            cite=game.cite(game.stages[0].rule),
            round_id=round_id,
            settings=settings_hash or document_hash(settings),
            rules_hash=rules_hash(game, settings.paytables),
        )
        return cls([opened], settings, deck, dice)

    # --- what may be done ---------------------------------------------------------------------------------------------

    def next_act(self) -> AnyAct | None:
        """The dealer's next act; None while players must bet or decide, and when the round is over."""
        if "act" not in self._derived:
            self._derived["act"] = next_act(self.state)
        act: AnyAct | None = self._derived["act"]
        return act

    def decision(self) -> Decide | None:
        """The decision that players are asked for now."""
        if "decision" not in self._derived:
            self._derived["decision"] = awaited_decision(self.state)
        decision: Decide | None = self._derived["decision"]
        return decision

    def options(self, seat: Seat) -> tuple[Option, ...]:
        """Exactly the legal answers of a seat whose decision is awaited. For that player's eyes only."""
        decision = self.decision()
        if decision is None or seat not in self.awaited_seats():
            return ()
        return (Option(FOLD), *self._raises(decision, seat))

    def awaited_seats(self) -> list[Seat]:
        """The seats whose decision is awaited, clockwise."""
        if "awaited" not in self._derived:
            decision, seats = self.decision(), self.state.seats
            asked = () if decision is None else self.state.seats_in
            self._derived["awaited"] = [n for n in asked if decision and decision.wager not in seats[n].stakes]
        return list(self._derived["awaited"])

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
        """Take in an event that `plan` has given, or the log."""
        if isinstance(event, PacketDealt) and is_sealed(event):
            event = unsealed(event, self._deck) if self._deck else event
            self.is_sealed = not self._deck
        self.state.apply(event)
        self.events.append(event)
        self._derived = {}

    def go_back_to(self, events: int) -> None:
        """As it was after so many events: its state is their fold."""
        if events < len(self.events):
            del self.events[events:]
            self.state = replay(self.events, self.state.settings)
            self._derived = {}

    def copy(self) -> Round:
        """The same round, to be kept while this one goes on."""
        same = object.__new__(Round)
        vars(same).update(vars(self))
        same.events, same.state = list(self.events), self.state.copy()
        return same

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
            case DeclareMisdeal() | FoulHand() | RefuseLateBet() | CorrectMispay():
                return [irregularities.perform(self.state, command)]
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
        if not self._deck:
            raise CardroomError("no-deck", "There is no deck to deal this round from.")
        return dealing.perform(self.state, act, self._deck, self._dice)

    def _what_is_awaited(self) -> str:
        if seats := self.awaited_seats():
            return f"seat {', '.join(map(str, seats))} must decide first"
        return "no one has bet yet"

    # --- players ------------------------------------------------------------------------------------------------------

    def _bet(self, command: Bet) -> BetPlaced:
        game, settings = self.state.game, self.state.settings
        verify_seat(settings, command.seat)
        if self.state.phase is not Phase.BETTING:
            raise CardroomError("bets-closed", "The betting is closed; your chips stay yours. Bet in the next round.")
        verify_bets(settings, command.stakes)
        return BetPlaced(seat=command.seat, stakes=dict(command.stakes), cite=game.cite(game.base_wager.rule))

    def _choose(self, command: Choose) -> Raised | Folded:
        game = self.state.game
        verify_seat(self.state.settings, command.seat)
        options = {option.name: option for option in self.options(command.seat)}
        decision = self.decision()
        if not options or decision is None:
            raise CardroomError("no-decision", f"Seat {command.seat} has nothing to decide now.")
        if command.option not in options:
            legal = ", ".join(_words(option) for option in options.values())
            why = " The hand is too low to stay in." if len(options) == 1 else ""
            raise CardroomError("illegal-choice", f"Seat {command.seat} may choose: {legal}.{why}")
        if command.option == FOLD:
            return Folded(seat=command.seat, cite=game.cite(decision.fold_rule))
        option = options[command.option]
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
            yield Option(times(multiple), decision.wager, multiple, multiple * base)


def _are_three_dice(dice: Dice | None) -> bool:
    return dice is not None and len(dice) == 3 and all(1 <= die <= 6 for die in dice)


def _words(option: Option) -> str:
    return f"{option.name} ({show_money(option.amount)})" if option.amount else option.name


def show_act(act: Act) -> str:
    """A dealer's act in a few words: the class name, spelt out, with its seat."""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(act).__name__).strip()
    details = [f"{field} {value}" for field, value in msgspec.structs.asdict(act).items()]
    return " ".join([name, *details])
