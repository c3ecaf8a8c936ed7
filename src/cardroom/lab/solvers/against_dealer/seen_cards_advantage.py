"""What a player gains who sees more than the own cards; and the dealer's hands dealt out for one of the player's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cardroom.games.model import DEALER, SEAT, MakeBet
from cardroom.lab.solvers.against_dealer.kernels.seen_cards_advantage import (
    cards_left,
    count_dealer_completions,
    peek_at_hands,
)
from cardroom.lab.solvers.card_sets.set_values import evaluator
from cardroom.lab.solvers.parallel import in_chunks
from cardroom.lab.solvers.protocol import Floats, Integers

if TYPE_CHECKING:
    from cardroom.lab.solvers.against_dealer.counted_game import HandCounted
    from cardroom.lab.solvers.against_dealer.solved_game import HandSolved


def dealer_showdowns(counted: HandCounted, hand: Sequence[int], up: Sequence[int], value: int) -> Integers:
    """By showdown: all hands that the dealer can hold beside one of the player's; cards are numbers within the deck."""
    left, ways = np.zeros(counted.deck.size, dtype=np.uint64), np.zeros(6, dtype=np.int64)
    cards = cards_left(np.array((*hand, *up), dtype=np.int64), counted.deck.size, left)
    dealers = evaluator(counted.deck, counted.rankings[1])
    known = np.array(up, dtype=np.int64)
    count_dealer_completions(
        known, len(known), left, cards, counted.game.cards_of(DEALER), value, counted.floor, dealers, ways
    )
    return ways


def peek_gains(solved: HandSolved, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
    """The kernel over all deals."""
    counted, game = solved.counted, solved.game
    within = np.full(52, -1, dtype=np.int64)
    within[counted.deck.numbers] = np.arange(counted.deck.size)
    cards = within[dealt]
    own, dealers = (evaluator(counted.deck, ranking) for ranking in counted.rankings)
    needs = [(o.needs or 0) if isinstance(o, MakeBet) else 0 for o in solved.options]
    informed, ordinary = np.zeros(len(dealt)), np.zeros(len(dealt))
    in_chunks(
        lambda part: peek_at_hands(
            cards[part], game.cards_of(SEAT), first_known, game.cards_of(DEALER), *counted.deck.shape, own, dealers,
            counted.floor, counted.count.number, solved.best_policy.choices[0], counted.row_of_value, solved.gains,
            np.array(needs, dtype=np.int64), informed[part], ordinary[part],
        ), len(dealt)
    )  # fmt: skip
    return informed / solved.parts_per_unit, ordinary / solved.parts_per_unit
