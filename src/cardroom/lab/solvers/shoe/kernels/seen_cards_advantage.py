"""What rounds from a shoe come to when some cards are known to be gone, compiled. What a card leads to is an array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.lab.compiled_loops import njit

Integers = npt.NDArray[Any]


@njit(cache=True, nogil=True)
def expected(node: int, graph: Any, gains: Integers, known: Integers, left: Integers, kinds: Integers) -> float:
    """What is gained on from a node. known[slot] is the kind of a card that is seen, or -1.

    left[kind] cards may still come; kinds, as long as the way can be, is room to go through them.
    """
    _, to, slots, _ = graph
    path, chances, total = np.zeros(len(kinds) + 1, dtype=np.int64), np.ones(len(kinds) + 1), 0.0
    path[0], depth, cards = node, 0, left.sum()
    kinds[:] = -1
    while depth >= 0:
        here = path[depth]
        if here < 0:
            total += chances[depth] * gains[-1 - here]
            depth -= 1
            continue
        seen, drawn = known[slots[here]], kinds[depth]
        if drawn >= 0 and seen < 0:  # the card that was drawn here last goes back
            left[drawn] += 1
            cards += 1
        following = _next_kind(drawn, seen, left)
        kinds[depth] = following
        if following < 0:
            depth -= 1
            continue
        chances[depth + 1] = chances[depth]
        if seen < 0:
            chances[depth + 1] *= left[following] / cards
            left[following] -= 1
            cards -= 1
        path[depth + 1] = to[here, following]
        depth += 1
        if depth < len(kinds):
            kinds[depth] = -1
    return total


@njit(cache=True, nogil=True, forceinline=True)
def _next_kind(drawn: int, seen: int, left: Integers) -> int:
    """The kind to go on with after one that has been looked at; -1 after the last."""
    if seen >= 0:
        return seen if drawn < 0 else -1
    for kind in range(drawn + 1, len(left)):
        if left[kind] > 0:
            return kind
    return -1


@njit(cache=True, nogil=True)
def peek_at_shoe(
    kinds_dealt: Integers, places: Integers, numbers: Integers, graph: Any, choice: Integers, gains: Integers,
    options: int, informed: Integers, ordinary: Integers,
) -> None:  # fmt: skip
    """Deals that come to a decision: the best option's gain given all cards seen, and that of the ordinary choice.

    places[slot] is where a deal has the card of a slot, or -1. Where nothing is decided nothing can be gained.
    """
    first_node, to, slots, positions = graph
    known, left = np.zeros(len(places), dtype=np.int64), np.zeros(len(numbers), dtype=np.int64)
    room = np.zeros(len(places), dtype=np.int64)
    for deal in range(len(kinds_dealt)):
        left[:] = numbers
        for kind in kinds_dealt[deal]:
            left[kind] -= 1
        for slot in range(len(places)):
            known[slot] = kinds_dealt[deal, places[slot]] if places[slot] >= 0 else -1
        node = first_node
        while node >= 0 and positions[node] < 0 and known[slots[node]] >= 0:
            node = to[node, known[slots[node]]]
        if node < 0 or positions[node] < 0:
            continue
        best = -np.inf
        for option in range(options):
            gain = expected(to[node, option], graph, gains, known, left, room)
            best = max(best, gain)
            if option == choice[positions[node]]:
                ordinary[deal] = gain
        informed[deal] = best
