"""In how many deals of several hands all of them reach a step: counted exactly.

The ranks are gone through once. Hands whose suits do not matter are a crowd, of which only is kept how many need what.
Hands of one suit are kept by suit: how many cards they have, which are split into hands at the end, and one by one
those that count otherwise. Cards that may be any are dealt at the end. Numbers are kept as remainders.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, factorial, gcd, perm, prod
from typing import NamedTuple

import numpy as np

from cardroom.hands import PokerRanking
from cardroom.lab.solvers.card_sets.suit_classes import SuitedDeck
from cardroom.lab.solvers.joint_hands.kernels import rank_sums
from cardroom.lab.solvers.joint_hands.rank_paths import Crowd, Paths
from cardroom.lab.solvers.joint_hands.signed_card_sets import signed_card_sets
from cardroom.lab.solvers.parallel import in_threads
from cardroom.lab.solvers.protocol import Integers, not_counted

NO_SUIT = 0  # the state of a suit that the deck does not have
PRODUCT_BITS = 62  # of a remainder and ways
LARGEST = 1 << 25  # states after a rank: some gigabytes


Row = tuple[int, int, int, int]


class Suit(NamedTuple):
    cards: int  # of hands of this suit, together
    crowd: Crowd  # hands of this suit that count otherwise


class Moves(NamedTuple):
    """What states can do at a rank, as the kernels want it."""

    starts: Integers
    rows: Integers
    hands: Integers  # by state after the rank

    @property
    def ways(self) -> Integers:
        ways: Integers = np.abs(self.rows[:, 3])
        return ways


class AtRank(NamedTuple):
    suits: Moves
    crowds: Moves

    @property
    def most_ways(self) -> int:
        """No number is multiplied by more at once: by those of a crowd, or of the suits, where like ones are one."""
        sums = np.append(0, np.cumsum(self.suits.ways))[self.suits.starts]
        of_suits, of_a_crowd = int(np.diff(sums).max()), int(self.crowds.ways.max(initial=1))
        return max(prod([of_suits] * rank_sums.SUITS), of_a_crowd)


class States(NamedTuple):
    """In the order of their suits."""

    keys: Integers
    numbers: Integers  # [state, modulus]


def deals(deck: SuitedDeck, cards: int, hands: int) -> int:
    """Ways to deal so many hands."""
    return prod(comb(deck.size - cards * dealt, cards) for dealt in range(hands))


def deals_reaching(deck: SuitedDeck, ranking: PokerRanking, reaches: Integers, most: int) -> tuple[int, ...]:
    """By number of hands, up to so many: deals in which all have a value that reaches."""
    return _Walk(deck, ranking, reaches, most).counted()


class _Walk:
    def __init__(self, deck: SuitedDeck, ranking: PokerRanking, reaches: Integers, most: int) -> None:
        self.deck, self.size, self.most = deck, ranking.size, most
        self.ranks, self.suits = len(deck.ranks), len(deck.suits)
        made = signed_card_sets(deck, ranking, reaches)
        self.by_rank = Paths(made.by_rank, self.ranks, self.size, self.suits)
        self.suited = Paths(made.suited, self.ranks, self.size, 1)
        self.flush = made.flush
        self.any_cards = made.by_rank.get((0,) * self.ranks, 0)  # the sign of a hand of which nothing is asked
        # So often is a hand counted that has what it needs, so that the orders of its free cards divide it.
        self.unit = factorial(self.size if self.any_cards else self.by_rank.most_free)

    def counted(self) -> tuple[int, ...]:
        crowds: list[Crowd] = [()]
        suits = [Suit(0, ())]
        ranks = []
        for rank in range(self.ranks):
            of_suits, suits = self._suit_moves(rank, suits)
            of_crowds, crowds = self._crowd_moves(rank, crowds)
            ranks.append(AtRank(of_suits, of_crowds))
        moduli = self._moduli(max(rank.most_ways for rank in ranks))
        states = self._start(moduli)
        for at_rank in ranks:
            states = self._after(at_rank, states, moduli)
            if len(states.keys) > LARGEST:
                raise not_counted(f"{self.most} hands from {self.deck.size} cards are too many to be counted together.")
        return self._ended(states, moduli.tolist(), [0, *(suit.cards for suit in suits)])

    # --- what can be done at a rank ---

    def _crowd_moves(self, rank: int, crowds: Sequence[Crowd]) -> tuple[Moves, list[Crowd]]:
        """By crowd and by the cards of the rank that are left to it."""
        known: dict[Crowd, int] = {}
        starts: list[tuple[int, ...]] = []
        rows: list[Row] = []
        for crowd in crowds:
            moves = self.by_rank.moves(rank, crowd, self.most)
            firsts = []
            for cards in range(self.suits + 1):
                firsts.append(len(rows))
                for move, ways in moves.items():
                    if move.cards <= cards:
                        number = _whole(ways * perm(cards, move.cards) * self.unit**move.done)
                        added = (move.done << rank_sums.DONE_AT) + move.free
                        rows.append((known.setdefault(move.crowd, len(known)), added, move.done, number))
            starts.append((*firsts, len(rows)))
        if len(known) > 1 << rank_sums.CROWD_BITS:
            raise not_counted("Hands need too many different cards to be counted together.")
        return _moves(np.array(starts), rows, [_hands(crowd) for crowd in known]), list(known)

    def _suit_moves(self, rank: int, suits: Sequence[Suit]) -> tuple[Moves, list[Suit]]:
        """A card of the suit goes to the hands that are split later, to one of the others, or to none."""
        known: dict[Suit, int] = {}
        starts, rows = [0], [(NO_SUIT, 0, 0, 1)]
        for suit in suits:
            starts.append(len(rows))
            for move, ways in self.suited.moves(rank, suit.crowd, self.most).items():
                for cards in range(2 - move.cards if self.flush else 1):
                    after = Suit(suit.cards + cards, move.crowd)
                    if -after.cards % self.size < self.ranks - rank:  # enough ranks are left to end its hands
                        place = known.setdefault(after, len(known)) + 1
                        rows.append((place, move.cards + cards, move.done, _whole(ways * self.unit**move.done)))
        starts.append(len(rows))
        if len(known) >= 1 << rank_sums.SUIT_BITS:
            raise not_counted("Hands of one suit differ in too many ways to be counted together.")
        hands = [-(-suit.cards // self.size) + _hands(suit.crowd) for suit in known]
        return _moves(np.array(starts), rows, [0, *hands]), list(known)

    # --- rank by rank ---

    def _start(self, moduli: Integers) -> States:
        """Hands of which nothing is asked have what they need; nothing tells them apart."""
        suits = [NO_SUIT] * (rank_sums.SUITS - self.suits) + [NO_SUIT + 1] * self.suits
        hands = range(self.most + 1 if self.any_cards else 1)
        keys = [(hand << rank_sums.DONE_AT) + hand * self.size for hand in hands]
        numbers = [
            [self.any_cards**hand * pow(factorial(hand), -1, modulus) % modulus for modulus in moduli.tolist()]
            for hand in hands
        ]
        return States(
            np.array(keys, dtype=np.int64) + (rank_sums.ascending(*suits) << rank_sums.SUITS_AT),
            np.array(numbers, dtype=np.int64),
        )

    def _after(self, rank: AtRank, before: States, moduli: Integers) -> States:
        groups, firsts = np.unique(before.keys >> rank_sums.SUITS_AT, return_index=True)
        bounds = np.append(firsts, len(before.keys))
        steps = np.zeros((16 * len(groups), 6), dtype=np.int64)
        while (found := rank_sums.suit_steps(groups, self.most, self.suits, *rank.suits, steps)) < 0:
            steps = np.zeros((2 * len(steps), 6), dtype=np.int64)
        steps = steps[:found][np.argsort(steps[:found, rank_sums.ONTO], kind="stable")]
        onto = np.append(np.flatnonzero(np.diff(steps[:, rank_sums.ONTO], prepend=-1)), found)

        def work(begin: int, end: int) -> tuple[Integers, Integers]:
            found: tuple[Integers, Integers] = rank_sums.sum_states(
                begin, end, onto, steps, bounds, *before, self.most, moduli, *rank.crowds
            )
            return found

        parts = in_threads(work, len(onto) - 1)
        return States(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def _ended(self, states: States, moduli: list[int], cards: list[int]) -> tuple[int, ...]:
        """Cards of a suit are split into hands, free cards dealt, and hands put in order."""
        whole = prod(moduli)
        parts = [whole // modulus * pow(whole // modulus, -1, modulus) for modulus in moduli]
        found = [0] * (self.most + 1)
        for key, remainders in zip(states.keys.tolist(), states.numbers.tolist(), strict=True):
            done, free = key >> rank_sums.DONE_AT & rank_sums.DONE, key & rank_sums.FREE
            hands, ways = done, pow(self.unit, -done, whole)
            for suit in range(rank_sums.SUITS):
                split = cards[key >> rank_sums.SUITS_AT + suit * rank_sums.SUIT_BITS & rank_sums.SUIT]
                number = split // self.size
                hands += number
                ways *= self.flush**number * (factorial(split) // (factorial(self.size) ** number * factorial(number)))
            ways *= perm(self.deck.size - hands * self.size + free, free) * factorial(hands)
            found[hands] += ways * sum(r * part for r, part in zip(remainders, parts, strict=True))
        return tuple(number % whole for number in found)

    def _moduli(self, ways: int) -> Integers:
        """So many that no number of deals is as large as their product, and so small that none with ways overflows."""
        found: list[int] = []
        modulus = 1 << (PRODUCT_BITS - ways.bit_length())
        while prod(found) <= max(deals(self.deck, self.size, hands) for hands in range(self.most + 1)):
            modulus -= 1
            if gcd(modulus, factorial(self.most) * self.unit * prod(found)) == 1:
                found.append(modulus)
        return np.array(found, dtype=np.int64)


def _moves(starts: Integers, rows: list[Row], hands: list[int]) -> Moves:
    return Moves(starts, np.array(rows, dtype=np.int64).reshape(-1, 4), np.array(hands, dtype=np.int64))


def _hands(crowd: Crowd) -> int:
    return sum(number for _, number in crowd)


def _whole(number: Fraction) -> int:
    assert number.denominator == 1
    return number.numerator
