"""The best hand at a table, exactly.

That any of n hands reaches a step is n times that one does, less that two do for each pair, more that three do for each
three, and so on (inclusion and exclusion). In how many deals so many hands all reach it depends on nothing but the deck
and the order of hands: it takes a minute to count, and is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import DEALER, SEAT, Best, Game, Wager
from cardroom.games.scale import Scale
from cardroom.hands import PokerRanking
from cardroom.lab.counting.hands.together.counting import deals, deals_reaching
from cardroom.lab.counting.payoffs import steps_by_value
from cardroom.lab.counting.protocol import ANY, Answers, Integers, Spread, Spreads, not_counted
from cardroom.lab.counting.sets.classes import SuitedDeck, suited
from cardroom.lab.keeping import kept_by_facts
from cardroom.lab.results import AllReach

if TYPE_CHECKING:
    from cardroom.lab.counting.hands.solution import HandSolved

USUAL_HANDS = 8  # are counted even where fewer are dealt, so that tables of all sizes share them


def best_hand_spreads(solved: HandSolved, wager: Wager) -> Spreads:
    """By number of hands dealt, the dealer's included; for the steps that pay tables pay, best first."""
    ranking, deck = _fitting(solved.game, wager), solved.counted.deck
    most = min(solved.game.seats + 1, deck.size // ranking.size)
    reaching = [
        _kept(deck, ranking, facts, reaches, most)
        for facts, reaches in _steps(deck, ranking, wager, paid_steps(solved, wager))
    ]
    return {hands: _spread(deck, ranking, reaching, hands) for hands in range(2, most + 1)}


def paid_steps(solved: HandSolved, wager: Wager) -> int:
    """The best hand is counted down to the lowest that pays; what lies below is one."""
    assert wager.scale is not None
    tables = [*wager.paytables, solved.settings.paytables[wager.id]]
    return 1 + max(wager.scale.place(line.hand) for table in tables for line in table.lines)


def counted_anew(game: Game) -> Iterator[tuple[str, AllReach]]:
    """For every step that any pay table of a wager on the best hand may have; with what it stands for."""
    for wager in game.wagers:
        if isinstance(game.hands.get(wager.reads or ""), Best):
            ranking, deck = _fitting(game, wager), suited(game.deck)
            assert wager.scale is not None
            for facts, reaches in _steps(deck, ranking, wager, len(wager.scale.steps)):
                yield facts, _counted(deck, ranking, reaches, game.seats + 1)


def _fitting(game: Game, wager: Wager) -> PokerRanking:
    """The ranking, where everyone holds as many cards as it reads."""
    reading = game.hands[wager.reads or ""]
    ranking = reading.ranking if isinstance(reading, Best) else None
    cards = {game.cards_of(SEAT), game.cards_of(DEALER)}
    if not isinstance(ranking, PokerRanking) or cards != {ranking.size} or wager.scale is None:
        raise not_counted(f"{wager.name}: the best hand at a table is counted where all hold equally many poker cards.")
    return ranking


# --- deals in which all reach a step ----------------------------------------------------------------------------------


def _steps(deck: SuitedDeck, ranking: PokerRanking, wager: Wager, paid: int) -> Iterator[tuple[str, Integers]]:
    """What the deals of each step stand for, and by value whether it reaches the step."""
    scale: Scale | None = wager.scale
    assert scale is not None
    places = steps_by_value(scale, ranking.number_of_values)
    for place, step in enumerate(scale.steps[:paid]):
        reaches = (places >= 0) & (places <= place)
        digest = hashlib.sha256(f"{ranking.fingerprint()} {deck}".encode() + np.packbits(reaches).tobytes()).hexdigest()
        yield f"{ranking.name}, {deck.size} cards, {step.name} or better: {digest[:32]}", reaches


def _kept(deck: SuitedDeck, ranking: PokerRanking, facts: str, reaches: Integers, most: int) -> tuple[int, ...]:
    found = kept_by_facts(facts, AllReach, lambda: _counted(deck, ranking, reaches, most)).deals
    return found if len(found) > most else _counted(deck, ranking, reaches, most).deals


def _counted(deck: SuitedDeck, ranking: PokerRanking, reaches: Integers, most: int) -> AllReach:
    hands = min(max(most, USUAL_HANDS), deck.size // ranking.size)
    return AllReach(deals=deals_reaching(deck, ranking, reaches, hands))


# --- the best of all --------------------------------------------------------------------------------------------------


def _spread(deck: SuitedDeck, ranking: PokerRanking, reaching: list[tuple[int, ...]], hands: int) -> Spread:
    """From all ways to deal so many hands."""
    of = deals(deck, ranking.size, hands)
    reached = [_any_of(deck, ranking.size, all_reach, hands) for all_reach in reaching]
    by_step: dict[tuple[Answers, int | None], int] = {
        (ANY, step): now - before for step, now, before in zip(count(), reached, [0, *reached], strict=False)
    }
    by_step[ANY, len(reached)] = of - reached[-1]
    return Spread(by_step, of)


def _any_of(deck: SuitedDeck, size: int, all_reach: tuple[int, ...], hands: int) -> int:
    """Deals in which at least one of so many hands reaches."""
    of = deals(deck, size, hands)
    return sum(
        (-1 if some % 2 == 0 else 1) * comb(hands, some) * all_reach[some] * (of // deals(deck, size, some))
        for some in range(1, hands + 1)
    )
