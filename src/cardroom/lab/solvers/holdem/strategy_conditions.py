"""Conditions on two own cards, on what they make with the flop, and on how the dealer could beat them at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cardroom.cards import RANK_NAMES, RANKS, Card
from cardroom.errors import CardroomError
from cardroom.hands import PokerRanking
from cardroom.lab.solvers.hand_values import evaluate
from cardroom.lab.solvers.holdem.observations import chart_ranks, flop_observation_shape, last_observation_shape
from cardroom.lab.solvers.protocol import Conditions, Integers, When
from cardroom.lab.solvers.short_rules.condition_parser import PLURALS, read_number, read_rank, read_truth, require_known
from cardroom.lab.solvers.short_rules.rank_words import at_least_words
from cardroom.lab.solvers.short_rules.rule_search import Candidates, combined_conditions

if TYPE_CHECKING:
    from cardroom.lab.solvers.holdem.solved_game import HoldemCounted

VOCABULARY = {
    "pair_at_least": "before the flop: a pair of this rank or higher",
    "high_at_least": "before the end: your higher card is of this rank or higher",
    "low_at_least": "before the flop: your lower card is of this rank or higher",
    "suited": "before the flop: whether your two cards are of one suit",
    "made_at_least": "after the flop: with your cards it is this hand or a better one, and without them a lesser one",
    "flush_card_at_least": "after the flop: four to a flush, your highest card of it being of this rank or higher",
    "betters_board": "at the end: whether your hand is better than the board alone",
    "outs_at_least": "at the end: so many cards, or more, beat your hand if the dealer holds one of them",
    "outs_at_most": "at the end: so many cards, or fewer, beat your hand if the dealer holds one of them",
}
OUTS = "An out is a card you do not see that beats your hand if the dealer holds it, whatever his other card is."


@dataclass(frozen=True)
class HoldemConditions(Conditions):
    """What conditions see at one decision, by all that can be told apart there."""

    ranking: PokerRanking
    seen: Mapping[str, Integers]  # by the first word of the conditions about it

    @classmethod
    def of(cls, counted: HoldemCounted, decision: int) -> HoldemConditions:
        holdem = counted.holdem
        if decision == 0:
            high, low, suited = chart_ranks()
            pair = np.where(high == low, high, -1)
            return cls(holdem.ranking, {"pair": pair, "high": high, "low": low, "suited": suited})
        shape = flop_observation_shape(holdem.ranking) if decision == 1 else last_observation_shape(holdem.cards)
        parts = np.indices(shape).reshape(len(shape), -1)
        if decision == 1:
            return cls(holdem.ranking, {"made": parts[0], "flush": parts[1] - 1, "high": parts[2]})
        return cls(holdem.ranking, {"outs": parts[0], "betters": parts[1] == 1})

    @property
    def shape(self) -> tuple[int, ...]:
        return next(iter(self.seen.values())).shape

    def fits(self, when: When) -> Integers:
        require_known(when, VOCABULARY)
        fits = np.ones(self.shape, dtype=bool)
        for key, value in when.items():
            fits &= self._fits(key, value)
        return fits

    def _fits(self, key: str, value: Any) -> Integers:
        about = key.split("_", maxsplit=1)[0]
        if about not in self.seen:
            raise CardroomError("bad-strategy", f"“{key}” cannot be asked here: it is for {_when(key)}.")
        seen = self.seen[about]
        match key:
            case "suited" | "betters_board":
                return np.asarray(seen == read_truth(value, key))
            case "outs_at_most" | "outs_at_least":
                outs = read_number(value, key, 0, int(seen.max()))
                return np.asarray(seen <= outs if key == "outs_at_most" else seen >= outs)
            case "made_at_least":
                return seen >= self._category(value)
        return seen >= read_rank(value, key)

    def _category(self, value: Any) -> int:
        known = self.ranking.categories[1:]
        if value not in known:
            raise CardroomError("bad-strategy", f"“made_at_least” must be one of {', '.join(known)}, not {value!r}.")
        return self.ranking.categories.index(value)

    def words(self, when: When) -> str:
        return ", ".join(_words(key, value, is_first=place == 0) for place, (key, value) in enumerate(when.items()))

    @property
    def candidates(self) -> Candidates:
        """Up to three questions at a time."""
        higher, most_outs = RANKS[1:], int(max(self.seen.get("outs", (0,))))
        answers: dict[str, Sequence[Any]] = {
            "pair_at_least": RANKS,
            "made_at_least": self.ranking.categories[1:],
            "outs_at_most": range(most_outs),
            "outs_at_least": range(1, most_outs + 1),
            "flush_card_at_least": RANKS,
            "high_at_least": higher,
            "low_at_least": higher,
            "suited": (True,),
            "betters_board": (True, False),
        }
        asked = {key: of for key, of in answers.items() if key.split("_", maxsplit=1)[0] in self.seen}
        return combined_conditions(
            [[(when, self.fits(when)) for when in ({key: a} for a in of)] for key, of in asked.items()], 3
        )


def _when(key: str) -> str:
    return VOCABULARY[key].partition(":")[0].replace("before", "decisions before").replace("after", "decisions after")


def _words(key: str, value: Any, *, is_first: bool) -> str:
    match key:
        case "pair_at_least":
            return f"a pair of {PLURALS[read_rank(value, key)]} or better"
        case "high_at_least":
            return f"{'' if is_first else 'your higher card '}{at_least_words(read_rank(value, key))}"
        case "low_at_least":
            return f"{'your lower card' if is_first else 'the other'} {at_least_words(read_rank(value, key))}"
        case "suited":
            return "suited" if value else "not suited"
        case "betters_board":
            return "your hand better than the board" if value else "no better than the board"
        case "made_at_least":
            return f"{'a ' if value == 'pair' else ''}{value} or better that the flop alone is not"
        case "flush_card_at_least":
            return f"four to a flush with {at_least_words(read_rank(value, key))} of your own"
    return f"{'at most' if key == 'outs_at_most' else 'at least'} {value} out{'s' if value != 1 else ''}"


def words_of_cards(ranking: PokerRanking, own: Sequence[Card], board: Sequence[Card]) -> str:
    """What a player's cards show now."""
    if board:
        numbers = np.array([[card.number for card in (*own, *board)]])
        return ranking.words(int(evaluate(numbers, ranking)[0]))
    high, low = sorted((card.rank for card in own), reverse=True)
    if high == low:
        return f"pair of {PLURALS[high]}"
    return f"{RANK_NAMES[high]}-{RANK_NAMES[low]}{', suited' if own[0].suit == own[1].suit else ''}"
