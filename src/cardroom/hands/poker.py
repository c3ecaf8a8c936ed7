"""Five-card poker and three-card poker. Every distinct hand is enumerated once; a value is its place in that order.

>>> from cardroom.cards import parse_cards
>>> FIVE_CARD_POKER.words(FIVE_CARD_POKER.value(parse_cards("Ah Kh Qh Jh 10h")))
'royal flush'
>>> FIVE_CARD_POKER.words(FIVE_CARD_POKER.value(parse_cards("Js Jh 4d 4c 9s")))
'two pair, jacks and fours'
>>> THREE_CARD_POKER.words(THREE_CARD_POKER.value(parse_cards("Ah Kh Qh")))
'mini royal'
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations, groupby, product, repeat

import msgspec

from cardroom.cards import RANK_NAMES, RANKS, Card
from cardroom.errors import CardroomError
from cardroom.hands.read_hand import KEPT, ReadHand

HIGH_CARD = "high card"
PAIR = "pair"
TWO_PAIR = "two pair"
THREE_OF_A_KIND = "three of a kind"
STRAIGHT = "straight"
FLUSH = "flush"
FULL_HOUSE = "full house"
FOUR_OF_A_KIND = "four of a kind"
STRAIGHT_FLUSH = "straight flush"

_PLURALS = tuple(name + ("es" if name == "six" else "s") for name in RANK_NAMES)
_ACE = len(RANKS) - 1

# What the ranks of a hand show, from how often each is held.
_SHAPES = {
    (4, 1): FOUR_OF_A_KIND,
    (4,): FOUR_OF_A_KIND,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): THREE_OF_A_KIND,
    (3, 1): THREE_OF_A_KIND,
    (3,): THREE_OF_A_KIND,
    (2, 2, 1): TWO_PAIR,
    (2, 2): TWO_PAIR,
    (2, 1, 1, 1): PAIR,
    (2, 1, 1): PAIR,
    (2, 1): PAIR,
}

# What fewer cards than a hand has make already, from how often ranks are held more than once.
_SO_FAR = {
    (): HIGH_CARD,
    (2,): PAIR,
    (2, 2): TWO_PAIR,
    (3,): THREE_OF_A_KIND,
    (4,): FOUR_OF_A_KIND,
}

# The ranks in the order a dealer reads them, best first: a pair before its kickers; the wheel's ace last.
Reading = tuple[int, ...]


def _readings(shape: tuple[int, ...]) -> Iterator[Reading]:
    """Every hand that holds ranks so often; of those held equally often the higher stands first."""
    ranks = range(len(RANKS))[::-1]
    groups = [combinations(ranks, len(list(group))) for _, group in groupby(shape)]
    for held in map(chain.from_iterable, product(*groups)):
        distinct = dict.fromkeys(held)
        if len(distinct) == len(shape):
            yield tuple(chain.from_iterable(map(repeat, distinct, shape)))


class PokerRanking(msgspec.Struct, frozen=True, dict=True):
    """Hands of a fixed size by category, and within a category by rank."""

    name: str
    size: int
    categories: tuple[str, ...]  # worst first
    royal: str = ""  # what the best straight flush is called, where it has a name of its own
    out_of: int = 0  # cards of which the best hand counts; 0: as many as a hand has

    def best_of(self, cards: int) -> PokerRanking:
        """The same order of hands, for the best one among so many cards.

        >>> ranking = FIVE_CARD_POKER.best_of(7)
        >>> from cardroom.cards import parse_cards
        >>> ranking.words(ranking.value(parse_cards("Ah Kh Qh Jh 10h 10d 10s")))
        'royal flush'
        """
        return msgspec.structs.replace(self, name=f"{self.name}, best of {cards}", out_of=cards)

    @property
    def cards(self) -> int:
        """How many cards a hand is read on."""
        return self.out_of or self.size

    @property
    def lowest(self) -> int:
        return 0

    def value(self, cards: Sequence[Card]) -> int:
        if len(cards) != self.cards:
            raise CardroomError("wrong-hand-size", f"{self.name} is read on {self.cards} cards, not {len(cards)}.")
        return self._known_value(tuple(cards))

    @cached_property
    def _known_value(self) -> Callable[[tuple[Card, ...]], int]:
        """A hand is read many times in a round; the values of the latest ones are kept."""
        return lru_cache(KEPT)(lambda cards: max(map(self._value_of_hand, combinations(cards, self.size))))

    def _value_of_hand(self, cards: Sequence[Card]) -> int:
        return self.value_of_ranks([card.rank for card in cards], len({card.suit for card in cards}) == 1)

    def value_of_ranks(self, ranks: Sequence[int], is_flush: bool) -> int:
        return self._order[self._read(ranks, is_flush)]

    @property
    def number_of_values(self) -> int:
        return len(self._hands)

    def words(self, value: int) -> str:
        """The call of a hand.

        >>> FIVE_CARD_POKER.words(0)
        'high card, seven-five-four-three-two'
        """
        place, reading = self._hands[value]
        is_royal = self.royal and value == len(self._hands) - 1
        return self.royal if is_royal else _call(self.categories[place], reading)

    def makers(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """All cards in reading order; without the kickers where the category is made by fewer."""
        self.value(cards)
        return self._read_whole(tuple(cards)).makers

    def reading(self, cards: Sequence[Card]) -> ReadHand | None:
        """What makes the hand, its kickers, and what is left of more cards; of fewer cards, what they make so far.

        >>> from cardroom.cards import parse_cards, show_cards
        >>> read = FIVE_CARD_POKER.reading(parse_cards("4c Jh 9s Js"))
        >>> read.words, show_cards(read.makers), show_cards(read.cards)
        ('pair of jacks', 'Jh Js', 'Jh Js 9s 4c')
        """
        return self._known_reading(tuple(cards)) if cards else None

    @cached_property
    def _known_reading(self) -> Callable[[tuple[Card, ...]], ReadHand]:
        return lru_cache(KEPT)(lambda cards: (self._read_part if len(cards) < self.size else self._read_whole)(cards))

    def _read_whole(self, cards: tuple[Card, ...]) -> ReadHand:
        best = max(combinations(cards, self.size), key=self._value_of_hand)
        value = self._value_of_hand(best)
        place, ranks = self._hands[value]
        in_order = sorted(best, key=lambda card: (ranks.index(card.rank), card.suit))
        left = (Counter(cards) - Counter(best)).elements()
        others = sorted(left, key=lambda card: (-card.rank, card.suit))
        return ReadHand(self.words(value), _makers(self.categories[place], in_order), (*in_order, *others))

    def _read_part(self, cards: tuple[Card, ...]) -> ReadHand:
        counts = Counter(card.rank for card in cards)
        in_order = sorted(cards, key=lambda card: (-counts[card.rank], -card.rank, card.suit))
        category = _SO_FAR[tuple(sorted(count for count in counts.values() if count > 1))]
        return ReadHand(
            _call(category, tuple(card.rank for card in in_order)), _makers(category, in_order), tuple(in_order)
        )

    def lead(self, better: int, worse: int) -> str:
        """The two hands, or the first card in which they differ where both are called the same.

        >>> floor = FIVE_CARD_POKER.floor
        >>> FIVE_CARD_POKER.lead(floor("flush"), floor("pair", "J"))
        'flush, seven high, against pair of jacks'
        >>> FIVE_CARD_POKER.lead(floor("pair", "J", "J", "A"), floor("pair", "J", "J", "9"))
        'by the kicker, ace against nine'
        """
        calls = self.words(better), self.words(worse)
        are_high_cards = self.category(better) == HIGH_CARD
        if calls[0] != calls[1] and not are_high_cards:
            return f"{calls[0]}{',' * (', ' in calls[0])} against {calls[1]}"
        ranks = tuple(zip(self.ranks_of(better), self.ranks_of(worse), strict=True))
        place, pair = next((place, pair) for place, pair in enumerate(ranks) if pair[0] != pair[1])
        name = "kicker" if place else "highest card"
        return f"by the {name}, {RANK_NAMES[pair[0]]} against {RANK_NAMES[pair[1]]}"

    def least(self, value: int) -> str:
        """The category, led by as many ranks as it takes.

        >>> for ranks in ("A", "K"), ("Q",):
        ...     FIVE_CARD_POKER.least(FIVE_CARD_POKER.floor("high card", *ranks))
        'ace-king or better'
        'queen high or better'
        >>> FIVE_CARD_POKER.least(FIVE_CARD_POKER.floor("pair", "J"))
        'a pair of jacks or better'
        """
        category, ranks = self.category(value), self.ranks_of(value)
        led = next(
            ranks[:count]
            for count in range(len(ranks) + 1)
            if self.floor(category, *(RANKS[rank] for rank in ranks[:count])) == value
        )
        article = "" if category in (TWO_PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND) else "a "
        if not led:
            return f"{article}{category} or better"
        if category == HIGH_CARD:
            return f"{'-'.join(RANK_NAMES[rank] for rank in led)}{' high' * (len(led) == 1)} or better"
        words = self.words(value)
        return f"{article}{words}{',' * (', ' in words)} or better"

    def floor(self, category: str, *ranks: str) -> int:
        """The lowest value of a category, or of it led by these ranks.

        >>> FIVE_CARD_POKER.words(FIVE_CARD_POKER.floor("pair", "J"))
        'pair of jacks'
        """
        if self.royal and category == self.royal:
            return len(self._hands) - 1
        sought = (self.categories.index(category), tuple(RANKS.index(rank) for rank in ranks))
        return bisect_left(self._hands, sought)

    def measure(self, value: int) -> int:
        return value

    def category(self, value: int) -> str:
        return self.categories[self._hands[value][0]]

    def fingerprint(self) -> str:
        return self._fingerprint

    @cached_property
    def _fingerprint(self) -> str:
        best_of = (self.out_of,) if self.out_of else ()
        return hashlib.sha256(repr((self.categories, self.royal, self._hands, *best_of)).encode()).hexdigest()

    @property
    def _hands(self) -> list[tuple[int, Reading]]:
        return _all_hands(self.size, self.categories)

    @cached_property
    def _order(self) -> dict[tuple[int, Reading], int]:
        return {hand: place for place, hand in enumerate(self._hands)}

    def _read(self, ranks: Sequence[int], is_flush: bool) -> tuple[int, Reading]:
        counts = Counter(ranks)
        reading = tuple(sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True))
        shape = tuple(sorted(counts.values(), reverse=True))
        if shape in _SHAPES:
            return self.categories.index(_SHAPES[shape]), reading
        category, reading = _read_different(reading, is_flush)
        return self.categories.index(category), reading

    def ranks_of(self, value: int) -> Reading:
        """The ranks of a hand, in the order a dealer reads them.

        >>> FIVE_CARD_POKER.ranks_of(0)
        (5, 3, 2, 1, 0)
        """
        return self._hands[value][1]

    def is_suited(self, value: int) -> bool:
        """Whether all cards of such a hand are of one suit."""
        return self.category(value) in (FLUSH, STRAIGHT_FLUSH)


def _call(category: str, ranks: Reading) -> str:
    high = ranks[0]
    if category in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
        return f"{category}, {RANK_NAMES[high]} high"
    if category == HIGH_CARD:
        return f"{category}, {'-'.join(RANK_NAMES[rank] for rank in ranks)}"
    if category in (TWO_PAIR, FULL_HOUSE):
        joint = "and" if category == TWO_PAIR else "full of"
        return f"{category}, {_PLURALS[high]} {joint} {_PLURALS[list(dict.fromkeys(ranks))[1]]}"
    if category == PAIR:
        return f"pair of {_PLURALS[high]}"
    return f"{category}, {_PLURALS[high]}"


def _makers(category: str, in_order: Sequence[Card]) -> tuple[Card, ...]:
    """Of a hand in reading order: the cards held more than once, the highest one, or all."""
    counts = Counter(card.rank for card in in_order)
    if category == HIGH_CARD:
        return tuple(in_order[:1])
    if len(counts) == len(in_order):
        return tuple(in_order)
    return tuple(card for card in in_order if counts[card.rank] > 1)


@cache
def _all_hands(size: int, categories: tuple[str, ...]) -> list[tuple[int, Reading]]:
    """Every distinct hand, worst first: without a pair, suited or not, and then by shape."""
    places = {category: place for place, category in enumerate(categories)}
    different = combinations(range(len(RANKS))[::-1], size)
    read = [_read_different(hand, is_flush) for hand in different for is_flush in (False, True)]
    found = [(places[category], reading) for category, reading in read]
    for shape, category in _SHAPES.items():
        if sum(shape) == size:
            found += [(places[category], reading) for reading in _readings(shape)]
    return sorted(found)


def _read_different(ranks: Reading, is_flush: bool) -> tuple[str, Reading]:
    """The category of a hand without a pair, from its ranks, the highest first; the ace goes last where it is low."""
    size = len(ranks)
    is_straight = ranks[0] - ranks[-1] == size - 1
    if ranks[0] == _ACE and ranks[1] == size - 2:  # 5-4-3-2-A, 3-2-A
        is_straight, ranks = True, (*ranks[1:], _ACE)
    if is_straight:
        return STRAIGHT_FLUSH if is_flush else STRAIGHT, ranks
    return FLUSH if is_flush else HIGH_CARD, ranks


FIVE_CARD_POKER = PokerRanking(
    "five-card poker",
    5,
    (HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH),
    "royal flush",
)
THREE_CARD_POKER = PokerRanking(
    "three-card poker", 3, (HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH), "mini royal"
)
