"""Conditions on a poker hand and the card that the dealer shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from cardroom.cards import RANK_NAMES, RANKS
from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.protocol import Conditions, Integers, When
from cardroom.lab.solvers.short_rules.condition_parser import (
    read_number,
    read_poker,
    read_rank,
    read_truth,
    require_known,
)
from cardroom.lab.solvers.short_rules.rank_words import at_least_words, at_most_words
from cardroom.lab.solvers.short_rules.rule_search import Candidates

if TYPE_CHECKING:
    from cardroom.lab.solvers.against_dealer.counted_game import HandCounted

VOCABULARY = {
    "at_least": "this hand or a better one",
    "below": "a worse hand than this",
    "up_at_least": "the dealer's card is of this rank or higher",
    "up_at_most": "the dealer's card is of this rank or lower",
    "up_matches": "whether the dealer's card has the rank of one of yours",
    "up_below_card": "the dealer's card is lower than your first, second … highest card",
    "up_above_card": "the dealer's card is higher than your first, second … highest card",
}
ABOUT_SINGLE_CARDS = ("up_matches", "up_below_card", "up_above_card")
ABOUT_THE_CARD_UP = ("up_at_least", "up_at_most", *ABOUT_SINGLE_CARDS)


@dataclass(frozen=True)
class HandConditions(Conditions):
    """What conditions see of a hand and a card up: the hand's value, its ranks, and the rank of the card up."""

    ranking: PokerRanking
    value: Integers
    up: Integers
    ranks: Integers  # [position, card], highest first; no columns where the value does not tell the cards
    has_card_up: bool

    @classmethod
    def of(cls, counted: HandCounted) -> HandConditions:
        """[value × rank of the card up], in this order."""
        ranking, count = counted.rankings[0], counted.count
        places = np.array(counted.deck.ranks if counted.has_card_up else (0,))
        tells = counted.has_card_up and not ranking.out_of
        by_value = np.zeros((ranking.number_of_values, ranking.size if tells else 0), dtype=np.int8)
        if tells:
            ranks = np.array(counted.deck.ranks)[count.hands % len(counted.deck.ranks)]
            by_value[count.values] = -np.sort(-ranks.astype(np.int8), axis=1)
        value = np.repeat(np.arange(ranking.number_of_values), len(places))
        return cls(ranking, value, np.tile(places, ranking.number_of_values), by_value[value], counted.has_card_up)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.shape

    def take(self, where: Integers) -> HandConditions:
        return replace(self, value=self.value[where], up=self.up[where], ranks=self.ranks[where])

    def fits(self, when: When) -> Integers:
        """Which positions all these conditions hold for."""
        require_known(when, VOCABULARY)
        self._require_seen(when)
        cards = self.ranks.shape[1]
        fits = np.ones(len(self.value), dtype=bool)
        if "at_least" in when:
            fits &= self.value >= read_poker(when["at_least"], "at_least", self.ranking)
        if "below" in when:
            fits &= self.value < read_poker(when["below"], "below", self.ranking)
        if "up_at_least" in when:
            fits &= self.up >= read_rank(when["up_at_least"], "up_at_least")
        if "up_at_most" in when:
            fits &= self.up <= read_rank(when["up_at_most"], "up_at_most")
        if "up_matches" in when:
            fits &= (self.ranks == self.up[:, None]).any(axis=1) == read_truth(when["up_matches"], "up_matches")
        if "up_below_card" in when:
            fits &= self.up < self.ranks[:, read_number(when["up_below_card"], "up_below_card", 1, cards) - 1]
        if "up_above_card" in when:
            fits &= self.up > self.ranks[:, read_number(when["up_above_card"], "up_above_card", 1, cards) - 1]
        return fits

    def _require_seen(self, when: When) -> None:
        for key in when:
            if key in ABOUT_THE_CARD_UP and not self.has_card_up:
                raise CardroomError("bad-strategy", f"“{key}”: the dealer shows no card.")
            if key in ABOUT_SINGLE_CARDS and not self.ranks.shape[1]:
                raise CardroomError("bad-strategy", f"“{key}” cannot be asked of the best hand out of more cards.")

    def words(self, when: When) -> str:
        """The conditions as a person would say them."""
        parts = []
        if "at_least" in when:
            parts.append(f"{_hand_words(when['at_least'], self.ranking)} or better")
        if "below" in when:
            parts.append(f"below {_hand_words(when['below'], self.ranking)}")
        if "up_matches" in when:
            parts.append(
                "the card up matches one of yours" if when["up_matches"] else "the card up matches none of yours"
            )
        if "up_at_least" in when:
            rank = read_rank(when["up_at_least"], "up_at_least")
            parts.append(f"the card up is {at_least_words(rank)}")
        if "up_at_most" in when:
            parts.append(f"the card up is {at_most_words(read_rank(when['up_at_most'], 'up_at_most'))}")
        if "up_below_card" in when:
            parts.append(f"the card up is lower than your {self._place(when['up_below_card'])} card")
        if "up_above_card" in when:
            parts.append(f"the card up is higher than your {self._place(when['up_above_card'])} card")
        return ", ".join(parts)

    def _place(self, number: int) -> str:
        """Which card it is, from the highest down."""
        last = self.ranks.shape[1]
        return (
            "lowest" if number == last else ("", "highest", "second highest", "third highest", "fourth highest")[number]
        )


def hand_text(value: int, ranking: PokerRanking) -> str:
    """The shortest text that `read_poker` takes for a value, where the value is the lowest of its kind."""
    words = ranking.words(value)
    for text in (*ranking.categories, words):
        if text in ranking.categories and ranking.floor(text) == value:
            return text
    if words.startswith("high card, "):
        ranks = words.removeprefix("high card, ").split("-")
        shown = [RANKS[RANK_NAMES.index(rank)] for rank in ranks]
        short = next(size for size in range(1, ranking.size + 1) if ranking.floor("high card", *shown[:size]) == value)
        return "-".join(shown[:short])
    return words


def _hand_words(text: str, ranking: PokerRanking) -> str:
    found = hand_text(read_poker(text, "hand", ranking), ranking)
    return f"a {found}" if found == "pair" else found


def candidates(positions: HandConditions) -> Candidates:
    """One or two questions at a time, each with its answers, as far as they tell these positions apart."""
    atoms = [list(_atoms(positions, kind)) for kind in _kinds(positions)]
    found: dict[bytes, When] = {}
    fits = []
    for number in (1, 2):
        for kinds in combinations(atoms, number):
            for parts in product(*kinds):
                row = np.logical_and.reduce([part[1] for part in parts])
                key = np.packbits(row).tobytes()
                if key not in found and row.any() and not row.all():
                    found[key] = {name: answer for part in parts for name, answer in part[0].items()}
                    fits.append(row)
    return Candidates(list(found.values()), np.array(fits, dtype=bool).reshape(len(fits), len(positions.value)))


def _kinds(positions: HandConditions) -> tuple[str, ...]:
    if not positions.has_card_up:
        return ("hand",)
    return ("up", "matches", "hand", "card") if positions.ranks.shape[1] else ("up", "hand")


def _atoms(positions: HandConditions, kind: str) -> Iterator[tuple[dict[str, Any], Integers]]:
    conditions: list[dict[str, Any]]
    match kind:
        case "up":
            conditions = [{"up_at_least": rank} for rank in RANKS[1:]] + [{"up_at_most": rank} for rank in RANKS[:-1]]
        case "matches":
            conditions = [{"up_matches": True}, {"up_matches": False}]
        case "hand":
            texts = list(dict.fromkeys(_round_hands(positions)))
            conditions = [{side: text} for text in texts for side in ("at_least", "below")]
        case _:
            conditions = [
                {side: place} for place in _lower_cards(positions) for side in ("up_below_card", "up_above_card")
            ]
    for when in conditions:
        yield when, positions.fits(when)


def _lower_cards(positions: HandConditions) -> range:
    """The card up is compared with the lower half of a hand: the higher one hardly matters."""
    cards = positions.ranks.shape[1]
    return range((cards + 1) // 2, cards + 1)


def _round_hands(positions: HandConditions) -> Iterator[str]:
    """Hands worth remembering among these: the lowest of a kind, led by as few ranks as possible."""
    for value in np.unique(positions.value):
        text = hand_text(int(value), positions.ranking)
        if text.count("-") <= 3 and " of " not in text:
            yield text
