"""What a player gains who sees more cards than the own ones and those face up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cardroom.cards import Card
from cardroom.games.model import DEALER, SEAT
from cardroom.lab.solvers.parallel import in_chunks
from cardroom.lab.solvers.protocol import Floats, Integers, not_counted
from cardroom.lab.solvers.shoe.card_kinds import kind_of_card
from cardroom.lab.solvers.shoe.kernels.seen_cards_advantage import peek_at_shoe
from cardroom.lab.solvers.shoe.round_counts import ShoeCount
from cardroom.lab.solvers.shoe.simulated_rounds import graph_of

if TYPE_CHECKING:
    from cardroom.lab.solvers.shoe.solved_game import ShoeSolved

WAYS = 10**8  # for cards to come, looked at in about a second


def peek_gains(solved: ShoeSolved, dealt: Integers, first_known: int) -> tuple[Floats, Floats]:
    """The kernel over all deals."""
    count, graph = solved.count, graph_of(solved.count)
    places = np.array(_places(count, first_known, dealt.shape[1]), dtype=np.int64)
    kind_of = np.zeros(len(Card), dtype=np.int64)
    for card, kind in kind_of_card(solved.game, count.kinds).items():
        kind_of[card.number] = kind
    numbers = np.array([kind.number for kind in count.kinds], dtype=np.int64)
    gains, choice = solved.gains.astype(np.float64), solved.choice(solved.best_policy)
    informed, ordinary = np.zeros(len(dealt)), np.zeros(len(dealt))
    in_chunks(
        lambda part: peek_at_shoe(
            kind_of[dealt[part]], places, numbers, graph, choice, gains, len(solved.options), informed[part],
            ordinary[part],
        ), len(dealt)
    )  # fmt: skip
    return informed / solved.parts_per_unit, ordinary / solved.parts_per_unit


def _places(count: ShoeCount, first_known: int, cards: int) -> Sequence[int]:
    """By slot: where a deal has its card; -1 where that is not known.

    A deal has the player's cards, those of other hands, and from `first_known` on the dealer's.
    """
    shown = count.walk.shown
    if not all(slot.is_seen and slot.holder in (SEAT, DEALER) for slot in shown):
        raise not_counted(
            f"{count.game.name}: what seen cards are worth is counted where all cards before a decision are the"
            " player's and the dealer's, face up."
        )
    own = iter(range(sum(slot.holder == SEAT for slot in shown)))
    dealers = iter(range(first_known, cards))
    slots = count.walk.ask.slots
    return [next({SEAT: own, DEALER: dealers}.get(slot.holder, iter(())), -1) for slot in slots]


def peek_sample_size(count: ShoeCount) -> int:
    """Few enough to take a second or two."""
    to_come = len(count.walk.ask.slots) - len(count.walk.shown)
    ways: int = len(count.kinds) ** to_come
    return min(max(WAYS // ways, 1 << 12), 1 << 18)
