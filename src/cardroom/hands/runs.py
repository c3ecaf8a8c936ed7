"""The longest run: one ranking for straights on the ring, on the line, solitaire runs and straight flushes.

A *chain* is a row of cells, each cell a set of cards; a run is a stretch of neighbouring cells that all hold a card.
The games differ only in their chains:

- RING: thirteen ranks in a circle, so that J-Q-K-A-2-3 is a run of six;
- LINE: the ace at both ends of a row of fourteen, never in the middle;
- SOLITAIRE: two rows from ace to king, one red-black-red…, the other black-red-black…;
- STRAIGHT_FLUSH: the line once in each suit.

A value is the length of the run and where it ends, packed in one integer; independent chains give the better of theirs.

>>> from cardroom.cards import parse_cards, show_cards
>>> hand = parse_cards("Js Qh Kd Ac 2s 3d 9h")
>>> RING.words(RING.value(hand)), LINE.words(LINE.value(hand))
('six-card straight, jack to three', 'four-card straight, jack to ace')
>>> show_cards(LINE.makers(hand))
'Js Qh Kd Ac'
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache

import msgspec

from cardroom.cards import DECK, RANK_NAMES, RANKS, Card, CardSet, card_set
from cardroom.errors import CardroomError
from cardroom.hands.read_hand import KEPT, ReadHand

COUNT_NAMES = (
    "no", "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "eleven", "twelve", "thirteen",
)  # fmt: skip


class Chain(msgspec.Struct, frozen=True, dict=True):
    """A row of cells; a ring when the last cell neighbours the first. A cell may stand at both ends of a row."""

    cells: tuple[CardSet, ...]
    ranks: tuple[int, ...]  # the rank that each cell is read as
    is_ring: bool = False

    @cached_property
    def distinct_cells(self) -> tuple[CardSet, ...]:
        """The cells that a presence mask has a bit for, bit 0 first."""
        return tuple(dict.fromkeys(self.cells))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of every presence mask over the distinct cells."""
        return _values_of_masks(tuple(self.distinct_cells.index(cell) for cell in self.cells), self.is_ring)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """Which distinct cells each card is in, by its number."""
        return tuple(self.presence(1 << card.number) for card in DECK)

    def value(self, cards: Sequence[Card]) -> int:
        """Of the longest run that the cards make."""
        mask = 0
        for card in cards:
            mask |= self.masks[card.number]
        return self.values[mask]

    def presence(self, cards: CardSet) -> int:
        """Which distinct cells hold at least one of the cards."""
        mask, bit = 0, 1
        for cell in self.distinct_cells:
            if cards & cell:
                mask |= bit
            bit <<= 1
        return mask


@cache
def _values_of_masks(bits: tuple[int, ...], is_ring: bool) -> tuple[int, ...]:
    """Values by presence mask, where place i of the chain is held when bit `bits[i]` of the mask is set."""
    places_of_bit = [
        sum(1 << place for place, other in enumerate(bits) if other == bit) for bit in range(max(bits) + 1)
    ]
    rows = [0]
    for places in places_of_bit:
        rows += [row | places for row in rows]
    return tuple(_value_of_row(row, len(bits), len(places_of_bit), is_ring) for row in rows)


def _value_of_row(row: int, places: int, cells: int, is_ring: bool) -> int:
    """Lengthen all runs by a cell at a time; what is left of `ends` says where the longest ones end."""
    length, ends, longest = 0, row, 0
    while ends and length < cells:
        length, longest = length + 1, ends
        wrapped = ends >> (places - 1) if is_ring else 0
        ends = (ends << 1 | wrapped) & row
    return encode_run(length, longest.bit_length() - 1) if length else 0


def encode_run(length: int, end: int) -> int:
    """A run as a number that compares: first by length, then by the place in the chain where it ends."""
    return length * 16 + end


def decode_run(value: int) -> tuple[int, int]:
    return divmod(value, 16)


class RunRanking(msgspec.Struct, frozen=True, dict=True):
    """Hands by their longest run, and among equally long ones by the ending card."""

    name: str
    noun: str  # "straight", "run", "straight flush"
    chains: tuple[Chain, ...]

    @property
    def lowest(self) -> int:
        return self.run(1)

    def value(self, cards: Sequence[Card]) -> int:
        if len(self.chains) == 1:
            return self.chains[0].value(cards)
        return max(chain.value(cards) for chain in self.chains)

    def words(self, value: int) -> str:
        length, _ = decode_run(value)
        cells = self._cells_of(value)
        name = f"{COUNT_NAMES[length]}-card {self.noun}"
        if not cells:
            return "no cards"
        start, end = (RANK_NAMES[self.chains[0].ranks[cell]] for cell in (cells[0], cells[-1]))
        return f"{name}, {end}" if length == 1 else f"{name}, {start} to {end}"

    def makers(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        held = card_set(cards)
        value = self.value(cards)
        chain = next(chain for chain in self.chains if chain.values[chain.presence(held)] == value)
        return tuple(
            next(card for card in cards if chain.cells[cell] >> card.number & 1) for cell in self._cells_of(value)
        )

    def reading(self, cards: Sequence[Card]) -> ReadHand | None:
        """All cards along the chain, so that the run lies in a row: a ring is opened where it would be cut.

        >>> from cardroom.cards import parse_cards, show_cards
        >>> show_cards(SOLITAIRE.reading(parse_cards("Kd 3h As 2h 9c 2s 9d")).cards)
        'As 2s 2h 3h 9c 9d Kd'
        >>> show_cards(RING.reading(parse_cards("3d Qh Ks Ac 2s Jd 9h")).cards)
        '9h Jd Qh Ks Ac 2s 3d'
        """
        return self._known_reading(tuple(cards)) if cards else None

    @cached_property
    def _known_reading(self) -> Callable[[tuple[Card, ...]], ReadHand]:
        return lru_cache(KEPT)(self._read)

    def _read(self, cards: tuple[Card, ...]) -> ReadHand:
        value, makers = self.value(cards), self.makers(cards)
        run = self._cells_of(value)
        ranks = self.chains[0].ranks
        first = run[-1] + 1 if run[0] > run[-1] else 0  # where a ring is opened
        along = [(first + step) % len(ranks) for step in range(len(ranks))]
        places = {ranks[cell]: place for place, cell in enumerate(along)} | {
            ranks[cell]: along.index(cell) for cell in run
        }
        in_order = sorted(cards, key=lambda card: (places[card.rank], card not in makers, card.suit))
        return ReadHand(self.words(value), makers, tuple(in_order))

    def lead(self, better: int, worse: int) -> str:
        """
        >>> LINE.lead(LINE.run(5, "J"), LINE.run(3, "K")), LINE.lead(LINE.run(3, "K"), LINE.run(3, "9"))
        ('by two cards', 'by the ending card, king against nine')
        """
        longer = self.length(better) - self.length(worse)
        if longer:
            return f"by {COUNT_NAMES[longer]} card{'s' * (longer > 1)}"
        ends = (RANK_NAMES[self.chains[0].ranks[decode_run(value)[1]]] for value in (better, worse))
        return f"by the ending card, {' against '.join(ends)}"

    def least(self, value: int) -> str:
        """
        >>> LINE.least(LINE.run(3)), LINE.least(LINE.run(2, "10"))
        ('a three-card straight or better', 'a two-card straight, nine to ten, or better')
        """
        length = self.length(value)
        if value == self.run(length):
            return f"a {COUNT_NAMES[length]}-card {self.noun} or better"
        return f"a {self.words(value)}, or better"

    def run(self, length: int, ending: str | None = None) -> int:
        """The value of a run of that length ending in that rank; without a rank, the lowest of that length.

        >>> LINE.words(LINE.run(2, "10"))
        'two-card straight, nine to ten'
        """
        chain = self.chains[0]
        if not 1 <= length <= len(chain.distinct_cells):
            raise CardroomError("no-such-run", f"There is no {length}-card {self.noun}.")
        if ending is None:
            return encode_run(length, 0 if chain.is_ring or length == 1 else length - 1)
        rank = RANKS.index(ending)
        return encode_run(length, max(place for place, cell_rank in enumerate(chain.ranks) if cell_rank == rank))

    def length(self, value: int) -> int:
        return decode_run(value)[0]

    measure = length

    def fingerprint(self) -> str:
        return self._fingerprint

    @cached_property
    def _fingerprint(self) -> str:
        digest = hashlib.sha256(self.noun.encode())
        for chain in self.chains:
            digest.update(repr((chain.cells, chain.ranks, chain.values)).encode())
        return digest.hexdigest()

    def _cells_of(self, value: int) -> list[int]:
        length, end = decode_run(value)
        places = len(self.chains[0].cells)
        return [(end - step) % places for step in reversed(range(length))]


_ACE = len(RANKS) - 1
_TWO_TO_ACE = tuple(range(13))
_ACE_TO_KING = (_ACE, *range(12))
_ACE_TO_ACE = (_ACE, *range(13))


def _cards_where(ranks: Iterable[int], suits: Iterable[int]) -> CardSet:
    wanted_ranks, wanted_suits = set(ranks), set(suits)
    return card_set(card for card in DECK if card.rank in wanted_ranks and card.suit in wanted_suits)


def _chain(ranks: tuple[int, ...], suits_at: Sequence[Iterable[int]], is_ring: bool = False) -> Chain:
    """A chain through these ranks; cell after cell takes its suits from `suits_at`, over and over."""
    cells = tuple(_cards_where([rank], suits_at[place % len(suits_at)]) for place, rank in enumerate(ranks))
    return Chain(cells, ranks, is_ring)


_ALL_SUITS = (0, 1, 2, 3)
_RED = tuple(sorted({card.suit for card in DECK if card.is_red}))
_BLACK = tuple(sorted({card.suit for card in DECK if not card.is_red}))

RING = RunRanking("ring straight", "straight", (_chain(_TWO_TO_ACE, [_ALL_SUITS], is_ring=True),))
LINE = RunRanking("straight", "straight", (_chain(_ACE_TO_ACE, [_ALL_SUITS]),))
SOLITAIRE = RunRanking(
    "solitaire run", "run", (_chain(_ACE_TO_KING, [_RED, _BLACK]), _chain(_ACE_TO_KING, [_BLACK, _RED]))
)
STRAIGHT_FLUSH = RunRanking(
    "straight flush", "straight flush", tuple(_chain(_ACE_TO_ACE, [[suit]]) for suit in _ALL_SUITS)
)
