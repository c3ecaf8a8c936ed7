"""What hands are worth, as plainly as can be and apart from the code: cards are strings, values are tuples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Value = tuple[int, list[int]]  # the category, and the ranks that break ties


def rank(card: str) -> int:
    """2 to 14, the ace high."""
    return 2 + RANKS.index(card[:-1])


# --- runs -------------------------------------------------------------------------------------------------------------


def longest(held: set, below) -> tuple[int, int]:
    """Length and end of the best run: walk down from every card as far as it goes. An end may be (rank, colour)."""
    runs = []
    for end in held:
        length, place = 0, end
        while place in held and length < 13:
            length, place = length + 1, below(place)
        runs.append((length, end[0] if isinstance(end, tuple) else end))
    return max(runs, default=(0, 0))


def on_ring(cards) -> tuple[int, int]:
    return longest({rank(card) for card in cards}, lambda place: 14 if place == 2 else place - 1)


def on_line(cards) -> tuple[int, int]:
    ranks = {rank(card) for card in cards}
    return longest(ranks | ({1} if 14 in ranks else set()), lambda place: place - 1)


def alternating(cards) -> tuple[int, int]:
    held = {(rank(card) % 13 or 13, card[-1] in "dh") for card in cards}  # the ace is 1, the king 13
    return longest(held, lambda cell: (cell[0] - 1, not cell[1]))


def suited(cards) -> tuple[int, int]:
    return max(on_line([card for card in cards if card[-1] == suit]) for suit in "cdhs")


# --- poker hands ------------------------------------------------------------------------------------------------------

ROYAL, STRAIGHT_FLUSH, FOUR, FULL, FLUSH, STRAIGHT, THREE, TWO_PAIR, PAIR, HIGH = range(9, -1, -1)
_KINDS = {(4,): FOUR, (3, 2): FULL, (3,): THREE, (2, 2): TWO_PAIR, (2,): PAIR, (): HIGH}


def _of_any_size(cards: Sequence[str]) -> Value:
    """Category and deciding ranks of three, four or five cards; the ace also stands below the two."""
    counts = Counter(rank(card) for card in cards)
    ranks = sorted(counts, key=lambda each: (counts[each], each), reverse=True)
    if ranks == [14, *range(len(cards), 1, -1)]:
        ranks = list(range(len(cards), 0, -1))
    is_flush = len({card[-1] for card in cards}) == 1
    if len(ranks) == len(cards) and ranks[0] - ranks[-1] == len(cards) - 1:
        return (ROYAL if ranks[0] == 14 else STRAIGHT_FLUSH) if is_flush else STRAIGHT, ranks
    if is_flush:
        return FLUSH, ranks
    return _KINDS[tuple(sorted((count for count in counts.values() if count > 1), reverse=True))], ranks


def poker(cards: Sequence[str]) -> Value:
    """Five cards."""
    assert len(cards) == 5
    return _of_any_size(cards)


def best_five(cards: Iterable[str]) -> Value:
    return max(poker(five) for five in combinations(tuple(cards), 5))


# From the lowest up; with fewer cards than five the order is another one.
_THREE_CARDS = (HIGH, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH)
_FOUR_CARDS = (HIGH, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE, STRAIGHT_FLUSH, FOUR)


def _in_order(value: Value, order: Sequence[int]) -> Value:
    """A royal is the best straight flush, and no category of its own."""
    return order.index(min(value[0], STRAIGHT_FLUSH)), value[1]


def three_card_value(cards: Sequence[str]) -> Value:
    assert len(cards) == 3
    return _in_order(_of_any_size(cards), _THREE_CARDS)


def three_card_hand(cards: Sequence[str]) -> str | None:
    """What a hand of three cards is called on pay tables."""
    names = {ROYAL: "mini royal", STRAIGHT_FLUSH: "straight flush", THREE: "three", STRAIGHT: "straight"}
    return (names | {FLUSH: "flush", PAIR: "pair"}).get(_of_any_size(cards)[0])


def four_card_value(cards: Sequence[str]) -> Value:
    """The best four of five."""
    assert len(cards) == 5
    return max(_in_order(_of_any_size(four), _FOUR_CARDS) for four in combinations(cards, 4))


def four_card_hand(cards: Sequence[str]) -> tuple[int, int]:
    """The category of the best four of five, and the rank that leads it."""
    place, ranks = four_card_value(cards)
    return _FOUR_CARDS[place], ranks[0]


def three_card_least(category: int, *ranks: int) -> Value:
    """The lowest hand of a category with these ranks on top."""
    return _THREE_CARDS.index(category), list(ranks)


def four_card_least(category: int, *ranks: int) -> Value:
    return _FOUR_CARDS.index(category), list(ranks)


def points(cards: Iterable[str]) -> int:
    """Baccarat: aces one, tens and court cards nothing, the last digit of the sum."""
    return sum(1 if rank(card) == 14 else 0 if rank(card) >= 10 else rank(card) for card in cards) % 10
