"""How a hand comes to the cards that it needs, rank by rank from the highest, and what many can do at a rank.

Hands that need the same of the ranks to come are alike: they are in one *state*, and only how many are in each is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import factorial, gcd
from typing import NamedTuple

from cardroom.lab.solvers.joint_hands.signed_card_sets import Held

Needs = frozenset[tuple[Held, int, int]]  # cards at each rank to come, cards left free, sign
Crowd = tuple[tuple[int, int], ...]  # a state, and how many hands are in it; ascending


class Way(NamedTuple):
    """What one hand can do at a rank."""

    cards: int
    state: int | None  # at the next rank; None: it has what it needs
    free: int
    sign: int


class Move(NamedTuple):
    """What hands can do at a rank together, but for the cards that they choose."""

    cards: int
    crowd: Crowd
    done: int  # hands that have what they need
    free: int  # cards that these may have of any


Moves = dict[Move, Fraction]  # in how many ways; times those to choose the cards one by one


class Paths:
    """The states of single hands at each rank, and their ways."""

    def __init__(self, makers: Mapping[Held, int], ranks: int, size: int, cards: int) -> None:
        self.ranks = ranks
        self.cards = cards  # that hands can take of a rank, together
        self._states: list[dict[Needs, int]] = [{} for _ in range(ranks + 1)]
        self.new: list[list[Way]] = []  # by rank: hands that begin there
        starting = frozenset((held, size - sum(held), sign) for held, sign in makers.items() if any(held))
        for rank in range(ranks):
            self.new.append(self._ways(frozenset(need for need in starting if need[0][0]), rank))
            starting = frozenset((held[1:], free, sign) for held, free, sign in starting if not held[0])
        # No state of a rank is added any more when its turn comes.
        self.ways = [[self._ways(needs, rank) for needs in self._states[rank]] for rank in range(ranks)]
        self._alone: dict[tuple[int, int | None, int], Moves] = {}

    @cached_property
    def most_free(self) -> int:
        ways = (way for rank in range(self.ranks) for ways in (self.new[rank], *self.ways[rank]) for way in ways)
        return max((way.free for way in ways), default=0)

    def _ways(self, needs: Needs, rank: int) -> list[Way]:
        """By the cards taken at this rank."""
        found = []
        for cards in sorted({held[0] for held, _, _ in needs}):
            left = [(held[1:], free, sign) for held, free, sign in needs if held[0] == cards]
            found += [Way(cards, None, free, sign) for held, free, sign in left if not any(held)]
            open_ = sorted(need for need in left if any(need[0]))
            if open_:
                share = gcd(*(sign for _, _, sign in open_)) * (1 if open_[0][2] > 0 else -1)
                rest = frozenset((held, free, sign // share) for held, free, sign in open_)
                states = self._states[rank + 1]
                found.append(Way(cards, states.setdefault(rest, len(states)), 0, share))
        return found

    # --- many hands ---

    def moves(self, rank: int, crowd: Crowd, hands: int) -> Moves:
        """What the hands of a crowd, and any that begin, can do at a rank; so many hands at most."""
        found: Moves = {Move(0, (), 0, 0): Fraction(1)}
        for state, number in (*crowd, (None, hands - sum(number for _, number in crowd))):
            joined: Moves = {}
            for move, ways in found.items():
                for other, others in self._moves_alone(rank, state, number).items():
                    if move.cards + other.cards <= self.cards:
                        both = _joined(move, other)
                        joined[both] = joined.get(both, Fraction(0)) + ways * others
            found = joined
        return found

    def _moves_alone(self, rank: int, state: int | None, number: int) -> Moves:
        """Of hands in one state, or of new ones, of which any number may begin."""
        key = rank, state, number
        if key not in self._alone:
            ways = self.new[rank] if state is None else self.ways[rank][state]
            found = {(Move(0, (), 0, 0), number): Fraction(1 if state is None else factorial(number))}
            for way in ways:
                found = _with_way(found, way, self.cards)
            self._alone[key] = _summed(found, is_new=state is None)
        return self._alone[key]


Partial = dict[tuple[Move, int], Fraction]  # by hands that have not moved yet


def _with_way(found: Partial, way: Way, cards: int) -> Partial:
    more: Partial = {}
    for (move, left), ways in found.items():
        for hands in range(left + 1):
            if move.cards + hands * way.cards > cards:
                break
            crowd = ((way.state, hands),) if hands and way.state is not None else ()
            done = hands if way.state is None else 0
            after = _joined(move, Move(hands * way.cards, crowd, done, hands * way.free)), left - hands
            alike = factorial(way.cards) * factorial(way.free)
            share = Fraction(way.sign**hands, alike**hands * factorial(hands))
            more[after] = more.get(after, Fraction(0)) + ways * share
    return more


def _summed(found: Partial, *, is_new: bool) -> Moves:
    moves: Moves = {}
    for (move, left), ways in found.items():
        if is_new or not left:
            moves[move] = moves.get(move, Fraction(0)) + ways
    return moves


def _joined(one: Move, other: Move) -> Move:
    crowd = dict(one.crowd)
    for state, number in other.crowd:
        crowd[state] = crowd.get(state, 0) + number
    return Move(one.cards + other.cards, tuple(sorted(crowd.items())), one.done + other.done, one.free + other.free)
