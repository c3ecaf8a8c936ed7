"""A round to be played step by step, or to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from cardroom.api.notebook_html import page
from cardroom.cards import show_cards
from cardroom.errors import CardroomError
from cardroom.fairness.shuffler import shuffle
from cardroom.games.citations import show_rule
from cardroom.games.round_facts import COMMUNITY, DEALER, SEAT
from cardroom.money import DOLLAR, parse_money, show_money
from cardroom.table.commands import Bet, Choose, Seat
from cardroom.table.engine.betting import with_equal_wagers
from cardroom.table.event_visibility import view
from cardroom.table.events import AnyEvent, PacketDealt
from cardroom.table.information_set import seen_by, sight_of
from cardroom.table.round import Round
from cardroom.table.round_state import Phase
from cardroom.table.settings import TableSettings
from cardroom.table.text.transcript import round_event_in_words

if TYPE_CHECKING:
    from cardroom.api.figures import Advice

Bets = Mapping[str, int | str | Decimal]  # dollars by wager
BEST = "best"


class Deal:
    """A round with players at seats 1, 2, 3 and so on, who all bet alike; it waits wherever one of them must decide."""

    def __init__(self, settings: TableSettings, seed: int | str = 1, seats: int = 1, bets: Bets | None = None) -> None:
        rules = settings.rules
        if not 1 <= seats <= settings.seats:
            raise CardroomError("bad-seats", f"{rules.name} seats 1 to {settings.seats} players, not {seats}.")
        stakes = {rules.base_wager.id: settings.minimum}
        if bets is not None:
            stakes = {rules.wager(wager).id: parse_money(str(amount)) for wager, amount in bets.items()}
        deck, dice = shuffle(str(seed).encode(), rules.deck.cards)
        self._round = Round.open(f"{settings.game}-{seed}", settings, deck, dice)
        for seat in range(1, seats + 1):
            self._round.do(Bet(seat, with_equal_wagers(settings, stakes)))
        self._round.run_dealer()

    # --- where it stands ---

    @property
    def is_over(self) -> bool:
        return self._round.state.phase in {Phase.CLOSED, Phase.VOID}

    @property
    def seat(self) -> Seat | None:
        """The seat that must decide now."""
        return next(iter(self._round.awaited_seats()), None)

    @property
    def options(self) -> tuple[str, ...]:
        """What that seat may do, by name."""
        return () if self.seat is None else tuple(option.name for option in self._round.options(self.seat))

    @property
    def hand(self) -> str:
        """The cards of the seat that must decide; of seat 1 when no one must."""
        return self._seen(SEAT)

    @property
    def community(self) -> str:
        """The community cards turned so far."""
        return self._seen(COMMUNITY)

    @property
    def dealer(self) -> str:
        """The dealer's cards, as far as they are shown."""
        return self._seen(DEALER)

    def _seen(self, holder: str) -> str:
        seat = self.seat or 1
        return show_cards(seen_by((view(event, seat) for event in self.events), seat).get(holder, ()))

    @property
    def events(self) -> list[AnyEvent]:
        return list(self._round.events)

    # --- playing it ---

    def choose(self, option: str) -> Deal:
        """The seat that must decide takes an option, and the dealer goes on."""
        if self.seat is None:
            raise CardroomError("no-decision", "No one has anything to decide now.")
        self._round.do(Choose(self.seat, option))
        self._round.run_dealer()
        return self

    def play(self, choose: str | Callable[[Deal], str] = BEST) -> Deal:
        """To the end: by the best play, by what a function of the deal says, or the same option wherever it is open.

        Where a named option is not open, the last one that is: the boldest.
        """
        while self.seat is not None:
            if callable(choose):
                self.choose(choose(self))
            elif choose == BEST:
                self.choose(self.advice().best)
            else:
                self.choose(choose if choose in self.options else self.options[-1])
        return self

    def advice(self) -> Advice:
        """What the options of the seat that must decide are worth, exactly."""
        from cardroom.api.figures import Advice
        from cardroom.lab.strategy.advice import advise

        seen = None if self.seat is None else sight_of(self._round, self.seat)
        if seen is None:
            raise CardroomError("no-decision", "No one has anything to decide now.")
        return Advice(advise(seen))

    # --- what came of it ---

    @property
    def results(self) -> dict[Seat, dict[str, Fraction]]:
        """Dollars gained or lost by each seat on each wager that is settled."""
        of_seats = self._round.state.results
        return {
            seat: {wager: Fraction(amount, DOLLAR) for wager, amount in found.items()}
            for seat, found in of_seats.items()
        }

    @property
    def net(self) -> Fraction:
        """Dollars gained or lost by all seats together, so far."""
        return sum((sum(found.values(), Fraction(0)) for found in self.results.values()), Fraction(0))

    @property
    def transcript(self) -> tuple[str, ...]:
        """What has happened, in a sentence each, as the players at the table see it."""
        named = zip(self.events, self._round.hand_names(), strict=True)
        return tuple(round_event_in_words(self._as_seen(event), self._round.state.game, hand) for event, hand in named)

    def _as_seen(self, event: AnyEvent) -> AnyEvent:
        is_to_a_seat = isinstance(event, PacketDealt) and isinstance(event.to, int)
        return view(event, event.to if is_to_a_seat else "spectator")  # type: ignore[union-attr, arg-type]

    def __str__(self) -> str:
        return "\n".join(self.transcript)

    def __repr__(self) -> str:
        name = self._round.state.game.name
        if self.is_over:
            return f"<a round of {name}: {show_money(int(self.net * DOLLAR))}>"
        return f"<a round of {name}: seat {self.seat} with {self.hand} may {' or '.join(self.options)}>"

    def _repr_html_(self) -> str:
        game = self._round.state.game
        told = zip(self.transcript, self.events, strict=True)
        rows = [(sentence, show_rule(event.rule)) for sentence, event in told]
        return page(game.name, (), ("what happens", "rule"), rows)
