"""Reading the texts of conditions; a complaint says what would be understood."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from cardroom.cards import RANK_NAMES, RANKS
from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking, RunRanking
from cardroom.hands.runs import COUNT_NAMES

PLURALS = tuple(name + ("es" if name == "six" else "s") for name in RANK_NAMES)


def require_known(when: Mapping[str, Any], known: Mapping[str, str]) -> None:
    for key in when:
        if key not in known:
            raise CardroomError("bad-strategy", f"“{key}” is not known; conditions are: {', '.join(known)}.")


def read_number(value: Any, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise CardroomError("bad-strategy", f"“{key}” must be a whole number from {low} to {high}, not {value!r}.")
    return value


def read_truth(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise CardroomError("bad-strategy", f"“{key}” must be true or false, not {value!r}.")
    return value


def read_rank(value: Any, key: str) -> int:
    """A rank as on a card ("Q") or by its name ("queen", "queens")."""
    text = str(value).strip()
    for names in (RANKS, tuple(name.upper() for name in RANK_NAMES), tuple(name.upper() for name in PLURALS)):
        if text.upper() in names:
            return names.index(text.upper())
    raise CardroomError("bad-strategy", f"“{key}”: “{value}” is not a rank; write 2 to 10, J, Q, K or A.")


_RUN = re.compile(r"(\w+)-card (.+?)(?:, (?:(\w+) to (\w+)|(\w+)(?: high)?))?", re.ASCII)


def read_run(text: Any, key: str, ranking: RunRanking) -> int:
    """A run like "three-card straight, ten to queen", "3-card straight, queen high" or "3-card straight"."""
    match = _RUN.fullmatch(str(text).strip().lower())
    names = {name: number for number, name in enumerate(COUNT_NAMES)} | {str(n): n for n in range(len(COUNT_NAMES))}
    if match is None or match[1] not in names or match[2] != ranking.noun:
        raise CardroomError(
            "bad-strategy", f"“{key}”: “{text}” is not a hand; write it like “{ranking.words(ranking.run(3, '9'))}”."
        )
    ending = match[4] or match[5]
    value = ranking.run(names[match[1]], None if ending is None else RANKS[read_rank(ending, key)])
    if ending is not None and match[3] is not None and ranking.words(value) != _spelled(match, names[match[1]]):
        raise CardroomError("bad-strategy", f"“{key}”: “{text}” cannot be; {ranking.words(value)} is what ends so.")
    return value


def _spelled(match: re.Match[str], length: int) -> str:
    start, end = (RANK_NAMES[read_rank(rank, "")] for rank in (match[3], match[4]))
    return f"{COUNT_NAMES[length]}-card {match[2]}, {start} to {end}"


def read_poker(text: Any, key: str, ranking: PokerRanking) -> int:
    """A hand like "two pair", "pair of sixes" or, for high cards, "A-K-J-8"; the lowest of its kind is meant."""
    words = str(text).strip().lower()
    if words in (*ranking.categories, ranking.royal):
        return ranking.floor(words)
    if words.startswith("pair of "):
        return ranking.floor("pair", RANKS[read_rank(words.removeprefix("pair of "), key)])
    if (called := _calls(ranking).get(words)) is not None:
        return called
    ranks = words.removeprefix("high card, ").split("-")
    try:
        numbers = [read_rank(rank, key) for rank in ranks]
    except CardroomError:
        numbers = []
    if not numbers or len(numbers) > ranking.size or any(a <= b for a, b in pairwise(numbers)):
        raise CardroomError(
            "bad-strategy", f"“{key}”: “{text}” is not a hand; write it like “pair of sixes”, “two pair” or “A-K-J”."
        )
    return ranking.floor("high card", *(RANKS[rank] for rank in numbers))


@cache
def _calls(ranking: PokerRanking) -> dict[str, int]:
    """The lowest value of each call of a hand."""
    return {ranking.words(value): value for value in reversed(range(ranking.number_of_values))}
