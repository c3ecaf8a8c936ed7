"""What rounds have reached of all that can become of a game's wagers: ways of settlement, and lines of pay tables."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import msgspec

from cardroom.games.fingerprint import settlement_of
from cardroom.games.model import Game, Kind, Outcome, Wager
from cardroom.games.paytable import PayTable
from cardroom.games.round_facts import Facts
from cardroom.games.settlement import Layout, facts_on, read
from cardroom.lab.solvers.payoffs import is_priced_apart
from cardroom.lab.solvers.reference.engine_play import SEAT
from cardroom.money import Pay
from cardroom.table import Round, TableSettings

WHATEVER = "whatever its pay table gives"

Answers = tuple[tuple[str, Any], ...]


class Way(NamedTuple):
    """A wager settled: the answers that it was given, and what its pay table in force gives, where that matters."""

    wager: str
    facts: Answers
    pays: str


class Paid(NamedTuple):
    """A line of one of a wager's pay tables."""

    wager: str
    table: str
    hand: str


Reached = set[Way | Paid]


class Ways:
    """Every way of settlement and every line that pays, of the wagers on offer; and what was reached of them."""

    def __init__(self, settings: TableSettings) -> None:
        self.settings = settings
        self.game = settings.rules
        self.wagers = [wager for wager in self.game.wagers if not wager.is_side_bet or wager.id in settings.offered]
        self._pays_matter = {wager.id: self._where_pays_matter(wager) for wager in self.wagers}
        self.all: Reached = set()
        for wager in self.wagers:
            self.all |= {self._way(wager, tuple(asked.items()), pay) for asked, pay, _ in self._settlement(wager)}
            self.all |= {
                Paid(wager.id, each.id, line.hand) for each in wager.paytables for line in each.lines if any(line.pays)
            }
        self.reached: Reached = set()

    @property
    def missing(self) -> Reached:
        return self.all - self.reached

    def watch(self, round_: Round) -> None:
        """Keep what a round that is over has reached."""
        self.reached |= self.of(round_)

    def own(self, found: Reached) -> Reached:
        return {each for each in found if not is_priced_apart(self.game, self.game.wager(each.wager))}

    def of(self, round_: Round) -> Reached:
        """What a round that is over has reached at its one seat."""
        layout = round_.state.layout(SEAT)
        found: Reached = set()
        for wager in settled_wagers(round_, self.settings):
            step = hand_class_of(self.game, wager, layout)
            pay = _pay(self.settings.paytables.get(wager.id), wager, step, layout)
            found.add(self._way(wager, self._asked(wager, pay, layout), pay))
            for table in wager.paytables:
                line = None if wager.hand_classes is None else table.line(wager.hand_classes, step)
                if line is not None and any(line.pays):
                    found.add(Paid(wager.id, table.id, line.hand))
        return found

    def _settlement(self, wager: Wager) -> list[tuple[Any, Pay | None, Outcome]]:
        return settlement_of(self.game, wager, _for_one_seat(self.game, self.settings.paytables.get(wager.id)))

    def _where_pays_matter(self, wager: Wager) -> set[Answers]:
        """The answers after which it depends on the pay table what becomes of the wager."""
        outcomes: dict[Answers, set[Outcome]] = defaultdict(set)
        for asked, _, outcome in self._settlement(wager):
            outcomes[tuple(asked.items())].add(outcome)
        return {asked for asked, found in outcomes.items() if len(found) > 1}

    def _way(self, wager: Wager, asked: Answers, pay: Pay | None) -> Way:
        return Way(wager.id, asked, str(pay) if asked in self._pays_matter[wager.id] else WHATEVER)

    def _asked(self, wager: Wager, pay: Pay | None, layout: Layout) -> Answers:
        """The facts that a settlement asks for, in order, and the answers."""
        facts, asked = facts_on(self.game, layout), {}

        def ask(name: str) -> Any:
            asked[name] = getattr(facts, name)
            return asked[name]

        wager.settle(Facts(ask), pay)
        return tuple(asked.items())


def settled_wagers(round_: Round, settings: TableSettings) -> list[Wager]:
    """The wagers of the seat that were settled by their rule, not lost by folding nor taken back."""
    seat = round_.state.seats[SEAT]
    settled = [wager for wager in settings.rules.wagers if (wager.on or wager.id) in seat.stakes]
    if seat.folded:
        return [w for w in settled if w.kind is not Kind.RIDER and settings.is_live_after_fold(w)]
    return settled


def hand_class_of(game: Game, wager: Wager, layout: Layout) -> int | None:
    """Where the hand that a wager is read on falls on its classes."""
    value = None if wager.reads is None else read(game, wager.reads, layout)
    return None if value is None else wager.class_of(value)


def _pay(table: PayTable | None, wager: Wager, step: int | None, layout: Layout) -> Pay | None:
    return (
        None if table is None or wager.hand_classes is None else table.pay(wager.hand_classes, step, layout.hands_dealt)
    )


def _for_one_seat(game: Game, table: PayTable | None) -> PayTable | None:
    """The column for the one seat and the dealer, where pays depend on how many hands are dealt."""
    hands = 1 + game.has_dealer_hand
    if table is None or hands not in table.columns:
        return table
    column = table.columns.index(hands)
    lines = tuple(msgspec.structs.replace(line, pays=line.pays[column : column + 1]) for line in table.lines)
    return msgspec.structs.replace(table, lines=lines, columns=(hands,))
