"""The best hand at a table, exactly.

That any of n hands reaches a step is n times that one does, less that two do for each pair, more that three do for each
three, and so on (inclusion and exclusion). In how many deals so many hands all reach it depends on nothing but the deck
and the order of hands: it takes a minute to count, and is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import NamedTuple

import numpy as np

from cardroom.games.hand_classes import HandClasses
from cardroom.games.model import DEALER, SEAT, Best, Game, Wager
from cardroom.hands import PokerRanking
from cardroom.lab.figure_cache import cached_by_facts
from cardroom.lab.results import AllReach
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck, suited_deck
from cardroom.lab.solvers.joint_hands.deal_counts import deals, deals_reaching
from cardroom.lab.solvers.payoffs import hand_classes_by_value
from cardroom.lab.solvers.protocol import ANY, Answers, Integers, Spread, Spreads, not_counted
from cardroom.table import TableSettings

USUAL_HANDS = 8  # are counted even where fewer are dealt, so that tables of all sizes share them


def best_hand_spreads(game: Game, settings: TableSettings, wager: Wager) -> Spreads:
    """By number of hands dealt, the dealer's included; for the steps that pay tables pay, best first."""
    together = _together(game, wager)
    reaching = [
        cached_by_facts(step.facts, AllReach, partial(together.count, step)).deals
        for step in together.steps(_paid_steps(settings, wager))
    ]
    return {hands: together.spread(reaching, hands) for hands in range(2, together.dealt + 1)}


def _paid_steps(settings: TableSettings, wager: Wager) -> int:
    """The best hand is counted down to the lowest that pays; what lies below is one."""
    assert wager.hand_classes is not None
    tables = [*wager.paytables, settings.paytables[wager.id]]
    return 1 + max(wager.hand_classes.place(line.hand) for table in tables for line in table.lines)


def best_hand_counts(game: Game) -> Iterator[tuple[str, AllReach]]:
    """For every step that any pay table of a wager on the best hand may have; with what it stands for."""
    for wager in game.wagers:
        if isinstance(game.hands.get(wager.reads or ""), Best):
            together = _together(game, wager)
            for step in together.steps(len(together.classes.classes)):
                yield step.facts, together.count(step)


def _together(game: Game, wager: Wager) -> _Together:
    reading = game.hands[wager.reads or ""]
    ranking = reading.ranking if isinstance(reading, Best) else None
    cards = {game.cards_of(SEAT), game.cards_of(DEALER)}
    if not isinstance(ranking, PokerRanking) or cards != {ranking.size} or wager.hand_classes is None:
        raise not_counted(f"{wager.name}: the best hand at a table is counted where all hold equally many poker cards.")
    return _Together(suited_deck(game.deck), ranking, wager.hand_classes, game.seats + 1)


class _Step(NamedTuple):
    facts: str  # what the deals in which all reach it hang on
    reaches: Integers  # by value


@dataclass(frozen=True)
class _Together:
    """Hands that everyone holds as many cards of as the ranking reads."""

    deck: SuitedDeck
    ranking: PokerRanking
    classes: HandClasses
    asked: int  # hands

    @property
    def possible(self) -> int:
        return self.deck.size // self.ranking.size

    @property
    def dealt(self) -> int:
        return min(self.asked, self.possible)

    @property
    def counted(self) -> int:
        return min(max(self.asked, USUAL_HANDS), self.possible)

    def steps(self, number: int) -> Iterator[_Step]:
        """The best ones of the classes."""
        name = f"{self.ranking.name}, {self.counted} hands of {self.deck.size} cards"
        places = hand_classes_by_value(self.classes, self.ranking.number_of_values)
        for place, step in enumerate(self.classes.classes[:number]):
            reaches = (places >= 0) & (places <= place)
            digest = hashlib.sha256(f"{self.ranking.fingerprint()} {self.deck}".encode())
            digest.update(np.packbits(reaches).tobytes())
            yield _Step(f"{name}, {step.name} or better: {digest.hexdigest()[:32]}", reaches)

    def count(self, step: _Step) -> AllReach:
        return AllReach(deals=deals_reaching(self.deck, self.ranking, step.reaches, self.counted))

    def spread(self, reaching: Sequence[tuple[int, ...]], hands: int) -> Spread:
        """From all ways to deal so many hands."""
        of = self._deals(hands)
        reached = [self._any_reach(all_reach, hands) for all_reach in reaching]
        by_step: dict[tuple[Answers, int | None], int] = {
            (ANY, step): now - before for step, (now, before) in enumerate(zip(reached, [0, *reached], strict=False))
        }
        by_step[ANY, len(reached)] = of - reached[-1]
        return Spread(by_step, of)

    def _any_reach(self, all_reach: tuple[int, ...], hands: int) -> int:
        """Deals in which at least one of so many hands does."""
        of = self._deals(hands)
        return sum(
            (-1 if some % 2 == 0 else 1) * comb(hands, some) * all_reach[some] * (of // self._deals(some))
            for some in range(1, hands + 1)
        )

    def _deals(self, hands: int) -> int:
        return deals(self.deck, self.ranking.size, hands)
