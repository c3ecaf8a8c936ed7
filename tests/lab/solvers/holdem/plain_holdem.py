"""Hold'em against the dealer played through card by card, in plain Python: for decks of a dozen cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

from cardroom.cards import DECK
from cardroom.hands import PokerRanking

SHOWDOWNS = 6


@dataclass
class PlainHoldem:
    """All sums are over the cards to come. Cards that lie together are the bits of a number."""

    cards: list[int]
    ranking: PokerRanking
    floor: int
    step_of_value: list[int]
    gains: list[list[list[int]]]  # [way to settle, step, showdown]
    before: tuple[int, ...]
    after: tuple[int, ...]
    last: tuple[int, ...]
    endings: Counter = field(default_factory=Counter)  # by (street, way), step, showdown
    before_worth: dict = field(default_factory=dict)  # by own cards
    after_worth: dict = field(default_factory=dict)  # by own cards and flop
    last_worth: dict = field(default_factory=dict)  # by the bits of own cards and of the board

    def __post_init__(self) -> None:
        self.values = {bits(seven): self._best_five(seven) for seven in combinations(self.cards, 7)}
        self.flat_gains = [[gain for by_step in way for gain in by_step] for way in self.gains]
        self.pairs = [bits(pair) for pair in combinations(self.cards, 2)]

    def _best_five(self, seven) -> int:
        return max(self.ranking.value([DECK[card] for card in five]) for five in combinations(seven, 5))

    def play(self) -> int:
        """What all deals gain together."""
        total = 0
        for own in combinations(self.cards, 2):
            others = [card for card in self.cards if card not in own]
            flops = {flop: self._after(own, flop) for flop in combinations(others, 3)}
            waiting = sum(max(options) for options, _ in flops.values())
            betting = [sum(self._gain(way, tally) for _, tally in flops.values()) for way in self.before]
            self.before_worth[own] = [waiting, *betting]
            total += max(self.before_worth[own])
            best = last_of_the_best(self.before_worth[own])
            for flop, (options, tally) in flops.items():
                bet = last_of_the_best(options)
                if best > 0:
                    self._settle((0, self.before[best - 1]), tally)
                elif bet > 0:
                    self._settle((1, self.after[bet - 1]), tally)
                else:
                    for more in self._two_more(bits(own + flop)):
                        at_last, ways = self._last(bits(own), bits(flop) | more)
                        self._settle((2, self.last[last_of_the_best(at_last)]), ways)
        return total

    def _two_more(self, lying: int) -> list[int]:
        return [pair for pair in self.pairs if not pair & lying]

    def _after(self, own, flop):
        """What the options after the flop are worth, and the tally of all that can follow."""
        waiting, tallies = 0, []
        for more in self._two_more(bits(own + flop)):
            options, tally = self._last(bits(own), bits(flop) | more)
            waiting += max(options)
            tallies.append(tally)
        everything = [sum(counts) for counts in zip(*tallies, strict=True)]
        worth = [waiting, *(self._gain(way, everything) for way in self.after)]
        self.after_worth[own, flop] = worth
        return worth, everything

    def _last(self, own: int, board: int):
        """What the options at the end are worth, and the tally of the dealer's hands: [6 × step + showdown]."""
        if (own, board) not in self.last_worth:
            player = self.values[board | own]
            first = SHOWDOWNS * self.step_of_value[player]
            tally = [0] * (SHOWDOWNS * len(self.gains[0]))
            for pair in self._two_more(board | own):
                dealer = self.values[board | pair]
                result = 0 if player > dealer else 1 if player == dealer else 2
                tally[first + 2 * result + (dealer >= self.floor)] += 1
            self.last_worth[own, board] = [self._gain(way, tally) for way in self.last], tally
        return self.last_worth[own, board]

    def _gain(self, way, tally) -> int:
        return sum(times * gain for times, gain in zip(tally, self.flat_gains[way], strict=True) if times)

    def _settle(self, path, tally) -> None:
        for place, times in enumerate(tally):
            if times:
                self.endings[path, *divmod(place, SHOWDOWNS)] += times


def bits(cards) -> int:
    return sum(1 << card for card in cards)


def last_of_the_best(worth) -> int:
    return max(range(len(worth)), key=lambda option: (worth[option], option))
