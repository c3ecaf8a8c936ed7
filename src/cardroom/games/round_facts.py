"""What is asked about a round: named readings of cards, and named facts, each with finitely many answers.

A *reading* is the value of some cards in one ranking. A *fact* is what settlements and conditions of stages may ask.
They see nothing else, and ask by name: `if not f.dealer_qualifies`. What a function depends on is found by running it
and branching on each fact it asks for (`branches`): a handful of ways, where listing all facts would give thousands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from cardroom.hands import Ranking

# Who holds cards. A game file may name hands of the table of its own beside these.
SEAT, DEALER, COMMUNITY = "seat", "dealer", "community"


class Result(StrEnum):
    """How one hand compares with another. Who gains from a copy is the game's business."""

    WIN = "win"
    COPY = "copy"
    LOSS = "loss"


# --- readings ---------------------------------------------------------------------------------------------------------


class Hand(msgspec.Struct, frozen=True):
    """The cards of some holders together, or of one packet of theirs, in a ranking."""

    of: tuple[str, ...]
    ranking: Ranking
    packet: int | None = None  # 0 is the first


class Lower(msgspec.Struct, frozen=True):
    """The lower of two hands."""

    first: str
    second: str


class Margin(msgspec.Struct, frozen=True):
    """By how much the first hand measures more than the second: cards of a run, points."""

    first: str
    second: str


class Best(msgspec.Struct, frozen=True):
    """The best hand at the table, the dealer's included."""

    ranking: Ranking


Reading = Hand | Lower | Margin | Best


# --- facts ------------------------------------------------------------------------------------------------------------


class Compare(msgspec.Struct, frozen=True, tag="compare"):
    """How the first hand compares with the second."""

    first: str
    second: str


class Reaches(msgspec.Struct, frozen=True, tag="reaches"):
    """Whether a hand is at least of a value."""

    hand: str
    least: int


class Measure(msgspec.Struct, frozen=True, tag="measure"):
    """What a hand measures: its points; None where it has no cards."""

    hand: str


class Count(msgspec.Struct, frozen=True, tag="count"):
    """How many cards a holder has."""

    of: str


class Made(msgspec.Struct, frozen=True, tag="made"):
    """Whether the player has made a wager."""

    wager: str


Fact = Compare | Reaches | Measure | Count | Made


class Facts:
    """The facts of one round, by name."""

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[str], Any]) -> None:
        self._ask = ask

    def __getattr__(self, name: str) -> Any:
        return self._ask(name)


Condition = Callable[[Facts], bool]


def compare(first: int, second: int) -> Result:
    if first == second:
        return Result.COPY
    return Result.WIN if first > second else Result.LOSS


# --- what a function depends on ---------------------------------------------------------------------------------------

Answer = TypeVar("Answer")
Assignment = Mapping[str, Any]


class _AskedError(Exception):
    def __init__(self, name: str) -> None:
        self.name = name


def branches(
    function: Callable[[Facts], Answer], domains: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[Assignment, Answer]]:
    """Every way a function of facts can go: the answers it was given, in the order it asked, and its own.

    >>> ways = branches(lambda f: 1 if f.wins else 2 if f.qualifies else 3, {"wins": [True, False], "qualifies": [True, False]})
    >>> [(dict(asked), answer) for asked, answer in ways]
    [({'wins': True}, 1), ({'wins': False, 'qualifies': True}, 2), ({'wins': False, 'qualifies': False}, 3)]
    """
    return _branches(function, domains, {})


def _branches(
    function: Callable[[Facts], Answer], domains: Mapping[str, Sequence[Any]], known: dict[str, Any]
) -> Iterator[tuple[Assignment, Answer]]:
    def ask(name: str) -> Any:
        if name not in known:
            raise _AskedError(name)
        return known[name]

    try:
        answer = function(Facts(ask))
    except _AskedError as asked:
        for value in domains[asked.name]:
            yield from _branches(function, domains, {**known, asked.name: value})
        return
    yield known, answer


def asked_by(function: Callable[[Facts], Any], domains: Mapping[str, Sequence[Any]]) -> tuple[str, ...]:
    """The facts that a function may ask for."""
    return tuple(dict.fromkeys(name for asked, _ in branches(function, domains) for name in asked))
