"""Two to four cards of a five-card hand, in the words players use: what is made, and what is drawn to.

>>> from cardroom.cards import parse_cards
>>> words_of_part(parse_cards("Qh Jh 10h"))
'high card, queen-jack-ten; three to a straight flush'
>>> words_of_part(parse_cards("9s 9d 4c"))
'pair of nines'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardroom.cards import RANK_NAMES, RANKS, Card
from cardroom.hands.runs import COUNT_NAMES

_ACE = len(RANKS) - 1
_STRAIGHT = 5
_GAP_WORDS = {0: "", 1: ", one gap", 2: ", two gaps"}


def gaps(ranks: Sequence[int]) -> int | None:
    """Ranks missing between the lowest and the highest of a possible straight; None if no straight is possible.

    An ace is taken high or low, whichever leaves fewer gaps.
    """
    found = []
    for low_ace in (False, True):
        places = {-1 if low_ace and rank == _ACE else rank for rank in ranks}
        span = max(places) - min(places) + 1
        if len(places) == len(ranks) and span <= _STRAIGHT:
            found.append(span - len(ranks))
    return min(found, default=None)


def words_of_part(cards: Sequence[Card]) -> str:
    ranks = [card.rank for card in cards]
    is_suited = len({card.suit for card in cards}) == 1
    holes = gaps(ranks)
    made = _made(ranks)
    number = COUNT_NAMES[len(cards)]
    if len(cards) == 2:  # any two cards may still become anything; only the suit is worth a word
        return f"{made}, suited" if is_suited else made
    if is_suited:
        kind = "flush" if holes is None else f"straight flush{_GAP_WORDS[holes]}"
        return f"{made}; {number} to a {kind}"
    if holes is not None:
        return f"{made}; {number} to a straight{_GAP_WORDS[holes]}"
    return made


def _made(ranks: Sequence[int]) -> str:
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    names = [_plural(rank) for rank in order]
    shape = sorted(counts.values(), reverse=True)
    match shape:
        case [2, 2]:
            return f"two pair, {names[0]} and {names[1]}"
        case [2, *_]:
            return f"pair of {names[0]}"
        case [3, *_]:
            return f"three of a kind, {names[0]}"
        case [4]:
            return f"four of a kind, {names[0]}"
    return f"high card, {'-'.join(RANK_NAMES[rank] for rank in order)}"


def _plural(rank: int) -> str:
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")
