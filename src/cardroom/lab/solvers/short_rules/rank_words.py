"""How rules name ranks."""

from __future__ import annotations

from cardroom.cards import RANK_NAMES, RANKS


def at_least_words(rank: int) -> str:
    """
    >>> at_least_words(12), at_least_words(9)
    ('an ace', 'a jack or higher')
    """
    if rank == len(RANKS) - 1:
        return "an ace"
    return "an ace or a king" if rank == len(RANKS) - 2 else f"{rank_words(rank)} or higher"


def at_most_words(rank: int) -> str:
    return "a two" if rank == 0 else f"{rank_words(rank)} or lower"


def rank_words(rank: int) -> str:
    return f"{'an' if RANK_NAMES[rank][0] in 'ae' else 'a'} {RANK_NAMES[rank]}"
