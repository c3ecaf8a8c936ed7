"""The table engine: one round, pure and deterministic.

Give it a deck (and dice, where the deal uses them) and commands; it answers with events. Exactly one dealer act is next
at any time, unless the players must decide first: an automatic dealer issues it, a human dealer's act is held to it.

>>> from cardroom.games import games
>>> from cardroom.money import DOLLAR
>>> from cardroom.table.engine.betting import with_equal_wagers
>>> from cardroom.table.commands import Bet, Choose
>>> from cardroom.table.settings import table_settings
>>> settings = table_settings(next(iter(games())))
>>> game = settings.rules
>>> round_ = Round.open("r1", settings, game.deck.cards)
>>> events = round_.do(Bet(3, with_equal_wagers(settings, {game.base_wager.id: 10 * DOLLAR})))
>>> events += round_.run_dealer()
>>> while options := round_.options(3):
...     events += round_.do(Choose(3, options[-1].name)) + round_.run_dealer()
>>> round_.state.phase.value
'closed'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from cardroom.cards import Card
from cardroom.documents import Hash, document_hash
from cardroom.errors import CardroomError
from cardroom.games.fingerprint import rules_hash
from cardroom.games.hand_descriptions import option_refusal
from cardroom.games.model import Bets, Decide
from cardroom.games.options import Check, Fold, GameOption, MakeBet, Surrender, TakeBack
from cardroom.games.settlement import read
from cardroom.money import Money, show_money, whole_cents
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
    VoidRound,
)
from cardroom.table.engine import dealing, irregularities, settlement
from cardroom.table.engine.betting import validate_bets, validate_seat
from cardroom.table.engine.procedure import Next, Passed, what_is_next
from cardroom.table.event_visibility import is_sealed, unsealed
from cardroom.table.events import (
    AnyEvent,
    BetPlaced,
    Checked,
    Folded,
    PacketDealt,
    Raised,
    RoundOpened,
    Surrendered,
    TakenBack,
)
from cardroom.table.round_state import Phase, RoundState, replay, void_cause
from cardroom.table.settings import TableSettings
from cardroom.table.text.dealer_instructions import Said, next_instruction
from cardroom.table.text.hand_names import hand_names
from cardroom.table.text.transcript import stopped_in_words

Dice = tuple[int, int, int]


class Option(msgspec.Struct, frozen=True):
    """A legal answer to a decision, and what it puts on the layout, or takes off it."""

    name: str
    kind: Literal["fold", "check", "bet", "take-back", "surrender"]
    wager: str = ""
    multiple: int = 0
    amount: Money = 0  # less than nothing: it goes back
    decision: str = ""


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
        self.stopped = void_cause(self.state)  # why it cannot go on; None: it can
        self._next: Next | None = None  # as long as nothing happens
        self._names: list[str] | None = None  # likewise
        self._passed = Passed()
        self._deck: tuple[Card, ...] = ()
        self._dice: Dice | None = None
        if deck is not None:
            self.deal_from(deck, dice)

    def deal_from(self, deck: Sequence[Card], dice: Dice | None = None) -> None:
        """From now on cards come from this deck, and those that were sealed are known."""
        cards = self.state.game.deck.cards
        if sorted(deck) != sorted(cards):
            raise CardroomError(
                "bad-deck", f"These are not the {len(cards)} cards of the deck of {self.state.game.name}."
            )
        if self.state.settings.deal_order.uses_dice and not _are_three_dice(dice):
            raise CardroomError("no-dice", "This table deals by dice: three numbers from 1 to 6 are needed.")
        self._deck, self._dice = tuple(deck), dice
        if self.is_sealed:
            self._unseal()

    def take_over(self, planned: Round) -> None:
        """What is known of the same round besides its events: the deck, and what has been derived from its state."""
        if planned._deck:
            self._deck, self._dice = planned._deck, planned._dice
            if self.is_sealed:
                self._unseal()
        if len(self.events) == len(planned.events):
            self._next, self._passed = planned._next, planned._passed

    def _unseal(self) -> None:
        self.events = [unsealed(event, self._deck) for event in self.events]
        self.state.forget_cards()
        for event in self.events:
            if isinstance(event, PacketDealt) and event.cards is not None and not event.to_empty_seat:
                self.state.hold(event.to, event.cards)
        self.is_sealed = False
        self._next, self._names, self._passed = None, None, Passed()

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
            rule=game.stage(Bets).rule,
            round_id=round_id,
            settings=settings_hash or document_hash(settings),
            rules_hash=rules_hash(game, settings.paytables),
        )
        return cls([opened], settings, deck, dice)

    # --- what may be done ---------------------------------------------------------------------------------------------

    @property
    def next(self) -> Next:
        """What comes next, kept until something happens."""
        if self.stopped:
            return Next()
        if self._next is None:
            self._next = what_is_next(self.state, self._passed)
            self._passed = self._next.passed
        return self._next

    def next_act(self) -> AnyAct | None:
        """The dealer's next act; None while players must bet or decide, and when the round is over."""
        step = self.next.step
        return step.act if step else None

    def next_said(self) -> Said | None:
        """The same in the words that a dealer is told it in."""
        step = self.next.step
        return None if step is None else next_instruction(self.state, step)

    def decision(self) -> Decide | None:
        """The decision that players are asked for now."""
        return self.next.decision

    def awaited_seats(self) -> list[Seat]:
        """The seats whose decision is awaited, clockwise."""
        return list(self.next.seats)

    def options(self, seat: Seat) -> tuple[Option, ...]:
        """Exactly the legal answers of a seat whose decision is awaited. For that player's eyes only."""
        decision, seats = self.next.decision, self.next.seats
        if decision is None or seat not in seats:
            return ()
        return tuple(self._option(decision, option, seat) for option in self._open_to(decision, seat))

    def too_low(self, seat: Seat) -> str:
        """Why the hand of a seat whose decision is awaited may not take every option; for that player's eyes only."""
        decision, seats = self.next.decision, self.next.seats
        if decision is None or seat not in seats:
            return ""
        return option_refusal(self.state.game, decision, self._open_to(decision, seat))

    def hand_names(self) -> list[str]:
        """For each event the name of the hand that it speaks of, from the cards that lay open then."""
        if self._names is None:
            self._names = hand_names(self.state.settings, self.events)
        return self._names

    def validate(self, command: AnyCommand) -> None:
        """Raise the reason why a command is not allowed now; the round stays as it is."""
        self.plan(command)

    def can(self, command: AnyCommand) -> bool:
        try:
            self.validate(command)
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
        self._next = self._names = None

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

    def plan(self, command: AnyCommand | VoidRound) -> list[AnyEvent]:
        """What a command would make happen. Nothing changes here; `accept` takes the events in one by one."""
        if self.state.phase in (Phase.CLOSED, Phase.VOID) and not isinstance(command, CorrectMispay):
            raise CardroomError("round-over", "This round is over; wait for the next one.")
        if self.stopped and not isinstance(command, DeclareMisdeal | VoidRound):
            why = stopped_in_words(self.stopped, self.state.settings.game)
            raise CardroomError("rules-gone", f"{why} Only a misdeal can be declared: every stake goes back.")
        match command:
            case Bet():
                return [self._bet(command)]
            case Choose():
                return [self._choose(command)]
            case DeclareMisdeal() | VoidRound() | FoulHand() | RefuseLateBet() | CorrectMispay():
                return [irregularities.perform(self.state, command)]
            case _:
                return self._dealer_act(command)

    def _dealer_act(self, act: AnyAct) -> list[AnyEvent]:
        step = self.next.step
        if step is None:
            raise CardroomError("players-first", f"Not now: {self._what_is_awaited()}.")
        if act != step.act:
            raise CardroomError("out-of-order", f"Not now: the next act is {show_act(step.act)}.")
        if isinstance(act, SettlingAct):
            return settlement.perform(self.state, act, step.stage)
        if not self._deck:
            raise CardroomError("no-deck", "There is no deck to deal this round from.")
        return dealing.perform(self.state, act, step.stage, self._deck, self._dice)

    def _what_is_awaited(self) -> str:
        if seats := self.awaited_seats():
            return f"seat {', '.join(map(str, seats))} must decide first"
        return "no one has bet yet"

    # --- players ------------------------------------------------------------------------------------------------------

    def _bet(self, command: Bet) -> BetPlaced:
        game, settings = self.state.game, self.state.settings
        validate_seat(settings, command.seat)
        if self.state.phase is not Phase.BETTING:
            raise CardroomError("bets-closed", "The betting is closed; your chips stay yours. Bet in the next round.")
        validate_bets(settings, command.stakes)
        return BetPlaced(seat=command.seat, stakes=dict(command.stakes), rule=game.base_wager.rule)

    def _choose(self, command: Choose) -> AnyEvent:
        validate_seat(self.state.settings, command.seat)
        decision, seats = self.next.decision, self.next.seats
        if decision is None or command.seat not in seats:
            raise CardroomError("no-decision", f"Seat {command.seat} has nothing to decide now.")
        options = {option.name: option for option in self._open_to(decision, command.seat)}
        if command.option not in options:
            legal = ", ".join(_words(option) for option in self.options(command.seat))
            why = self.too_low(command.seat)
            which = "" if why and len(options) == 1 else f"Seat {command.seat} may choose: {legal}."
            raise CardroomError("illegal-choice", f"{which} {why}".strip())
        return self._take(decision, options[command.option], command.seat)

    def _take(self, decision: Decide, option: GameOption, number: Seat) -> AnyEvent:
        """What happens when a seat takes an option."""
        game, seat = self.state.game, self.state.seats[number]
        match option:
            case Fold():
                return Folded(seat=number, rule=option.rule)
            case Check():
                return Checked(seat=number, decision=decision.id, option=option.name, rule=option.rule)
            case MakeBet():
                stake = option.multiple * seat.stakes[game.base_wager.id]
                called = "" if decision.id == option.wager else decision.id
                return Raised(
                    seat=number,
                    wager=option.wager,
                    multiple=option.multiple,
                    stake=stake,
                    decision=called,
                    rule=option.rule,
                )
            case TakeBack():
                stake = seat.open[option.wager]
                return TakenBack(seat=number, wager=option.wager, stake=stake, decision=decision.id, rule=option.rule)
            case Surrender(loses=(part, whole)):
                stake = seat.open[game.base_wager.id]
                back = whole_cents(stake - Fraction(stake * part, whole))
                return Surrendered(seat=number, wager=game.base_wager.id, stake=stake, back=back, rule=option.rule)

    def _open_to(self, decision: Decide, number: Seat) -> list[GameOption]:
        """The options that a hand is good enough for."""
        value = None
        if any(isinstance(option, MakeBet) and option.needs is not None for option in decision.options):
            value = read(self.state.game, "you", self.state.layout(number))
        return [
            option
            for option in decision.options
            if not isinstance(option, MakeBet) or option.needs is None or (value is not None and value >= option.needs)
        ]

    def _option(self, decision: Decide, option: GameOption, number: Seat) -> Option:
        seat = self.state.seats[number]
        match option:
            case MakeBet():
                amount = option.multiple * seat.stakes[self.state.game.base_wager.id]
                return Option(option.name, "bet", option.wager, option.multiple, amount, decision.id)
            case TakeBack():
                return Option(option.name, "take-back", option.wager, 0, -seat.open[option.wager], decision.id)
            case Fold():
                return Option(option.name, "fold", decision=decision.id)
            case Check():
                return Option(option.name, "check", decision=decision.id)
            case Surrender():
                return Option(option.name, "surrender", decision=decision.id)


def _are_three_dice(dice: Dice | None) -> bool:
    return dice is not None and len(dice) == 3 and all(1 <= die <= 6 for die in dice)


def _words(option: Option) -> str:
    return f"{option.name} ({show_money(option.amount)})" if option.amount else option.name


def show_act(act: Act) -> str:
    """A dealer's act in a few words: the class name, spelt out, with its seat."""
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(act).__name__).strip()
    details = [f"{field} {value}" for field, value in msgspec.structs.asdict(act).items()]
    return " ".join([name, *details])
