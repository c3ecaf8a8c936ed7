"""Hold'em against the dealer played through card by card, in plain Python: for decks of a dozen cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

from cardroom.cards import DECK
from cardroom.hands import PokerRanking


@dataclass
class PlainHoldem:
    """All sums are over the cards to come; positions are sets of card numbers."""

    cards: list[int]
    ranking: PokerRanking
    floor: int
    step_of_value: list[int]
    gains: list[list[list[int]]]
    before: tuple[int, ...]
    after: tuple[int, ...]
    last: tuple[int, ...]
    endings: Counter = field(default_factory=Counter)  # by (street, way), step, showdown
    before_worth: dict = field(default_factory=dict)
    after_worth: dict = field(default_factory=dict)
    last_worth: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = {frozenset(seven): self._best_five(seven) for seven in combinations(self.cards, 7)}

    def _best_five(self, seven) -> int:
        return max(self.ranking.value([DECK[card] for card in five]) for five in combinations(seven, 5))

    def _others(self, taken) -> list[int]:
        return [card for card in self.cards if card not in taken]

    def play(self) -> int:
        """What all deals gain together."""
        total = 0
        for own in combinations(self.cards, 2):
            flops = {flop: self._after(own, flop) for flop in combinations(self._others(own), 3)}
            waiting = sum(max(options) for options, _ in flops.values())
            betting = [sum(self._gain(way, tally) for _, tally in flops.values()) for way in self.before]
            worth = [waiting, *betting]
            self.before_worth[own] = worth
            total += max(worth)
            best = last_of_the_best(worth)
            for flop, (options, tally) in flops.items():
                bet = last_of_the_best(options)
                if best > 0:
                    self._settle((0, self.before[best - 1]), tally)
                elif bet > 0:
                    self._settle((1, self.after[bet - 1]), tally)
                else:
                    for more in combinations(self._others(own + flop), 2):
                        at_last, ways = self._last(own, frozenset(flop + more))
                        self._settle((2, self.last[last_of_the_best(at_last)]), ways)
        return total

    def _after(self, own, flop):
        """What the options after the flop are worth, and the tally of all that can follow, by step and showdown."""
        waiting, everything = 0, Counter()
        for more in combinations(self._others(own + flop), 2):
            options, tally = self._last(own, frozenset(flop + more))
            waiting += max(options)
            everything.update(tally)
        worth = [waiting, *(self._gain(way, everything) for way in self.after)]
        self.after_worth[own, flop] = worth
        return worth, everything

    def _last(self, own, board):
        if (own, board) not in self.last_worth:
            player = self.values[board | set(own)]
            tally = Counter()
            for pair in combinations(self._others(board | set(own)), 2):
                dealer = self.values[board | set(pair)]
                result = 0 if player > dealer else 1 if player == dealer else 2
                tally[self.step_of_value[player], 2 * result + (dealer >= self.floor)] += 1
            self.last_worth[own, board] = [self._gain(way, tally) for way in self.last], tally
        return self.last_worth[own, board]

    def _gain(self, way, tally) -> int:
        return sum(times * self.gains[way][step][showdown] for (step, showdown), times in tally.items())

    def _settle(self, path, tally) -> None:
        for (step, showdown), times in tally.items():
            self.endings[path, step, showdown] += times


def last_of_the_best(worth) -> int:
    return max(range(len(worth)), key=lambda option: (worth[option], option))
