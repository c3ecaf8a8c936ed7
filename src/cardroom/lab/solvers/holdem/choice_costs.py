"""Where choices give something away against the best ones, and how much."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from cardroom.cards import Card, show_cards
from cardroom.lab.solvers.holdem.backward_induction import factors_of
from cardroom.lab.solvers.holdem.boards import Cards, flops_of, kinds_of_boards
from cardroom.lab.solvers.holdem.choices import Choices
from cardroom.lab.solvers.holdem.parallel_progress import in_chunks
from cardroom.lab.solvers.holdem.policy_endings import reach_of_last
from cardroom.lab.solvers.holdem.positions import FIRST_CARD, SECOND_CARD, chart_places, hands_after, hands_of
from cardroom.lab.solvers.protocol import ChoiceCosts, Integers

if TYPE_CHECKING:
    from cardroom.lab.solvers.holdem.solved_game import HoldemSolved


def choice_costs(solved: HoldemSolved, choices: Choices) -> list[ChoiceCosts]:
    """A position counts as often as the choices lead there; so that all mistakes add up to the whole cost."""
    return [_before(solved, choices), _after(solved, choices), _last(solved, choices)]


def share_differing(solved: HoldemSolved, choices: Choices) -> Fraction:
    """Whoever has made a mistake is not followed further: it is taken for a bet."""
    cards = solved.counted.holdem.cards
    before, after = _missed(solved, choices, 0), _missed(solved, choices, 1)
    until = Choices(
        np.where(before > 0, 1, choices.before).astype(np.uint8),
        np.where(after > 0, 1, choices.after).astype(np.uint8),
        choices.last,
    )
    wrong = [
        int(hands_in_chart(cards)[before > 0].sum()) * cards.flops_to_come * cards.rivers_to_come,
        int(_reach_after(cards, until.before)[after > 0].sum()) * cards.rivers_to_come,
        int(_worse_at_last(solved, until)[:, 3].sum()),
    ]
    return Fraction(sum(wrong) * cards.dealers, cards.deals)


def hands_in_chart(cards: Cards) -> Integers:
    """How many hands each place of the chart stands for."""
    return np.bincount(chart_places()[hands_of(cards)], minlength=len(chart_places()[0]))


def _missed(solved: HoldemSolved, choices: Choices, decision: int) -> Integers:
    """What is given away at every position, all cards to come added up."""
    worth, chosen = (solved.paid().before, choices.before) if decision == 0 else (solved.paid().after, choices.after)
    return np.asarray(worth.max(axis=0) - np.take_along_axis(worth, chosen[None].astype(np.int64), axis=0)[0])


# --- decision by decision ---------------------------------------------------------------------------------------------


def _before(solved: HoldemSolved, choices: Choices) -> ChoiceCosts:
    cards = solved.counted.holdem.cards
    missed, hands = _missed(solved, choices, 0), hands_in_chart(cards)
    places = np.flatnonzero(missed > 0)

    def example(place: int) -> str:
        block, hand = np.argwhere((chart_places() == places[place]) & hands_of(cards))[0]
        return _shown(cards, [FIRST_CARD[block, hand], SECOND_CARD[block, hand]])

    return ChoiceCosts(
        hands[places], cards.hands, choices.before[places], solved.paid().choices.before[places],
        missed[places] // hands[places], solved.total * solved.parts_per_unit, example,
    )  # fmt: skip


def _reach_after(cards: Cards, before: Integers) -> Integers:
    """[flop, block, hand]: how many deals of own cards and flop come to the decision there."""
    waits = hands_after(cards) & (before[chart_places()] == 0)
    return np.asarray(waits * flops_of(cards).weights[:, None, None])


def _after(solved: HoldemSolved, choices: Choices) -> ChoiceCosts:
    cards = solved.counted.holdem.cards
    missed, reach = _missed(solved, choices, 1), _reach_after(cards, choices.before)
    at = np.nonzero((missed > 0) & (reach > 0))
    flops, blocks, hands = at

    def example(place: int) -> str:
        block, hand = blocks[place], hands[place]
        own = [FIRST_CARD[block, hand], SECOND_CARD[block, hand]]
        return f"{_shown(cards, own)} with {_shown(cards, flops_of(cards).cards[flops[place]])}"

    return ChoiceCosts(
        reach[at], cards.hands * cards.flops_to_come, choices.after[at], solved.paid().choices.after[at], missed[at],
        solved.total * solved.parts_per_unit, example,
    )  # fmt: skip


def _last(solved: HoldemSolved, choices: Choices) -> ChoiceCosts:
    cards = solved.counted.holdem.cards
    found = _worse_at_last(solved, choices)
    kinds, rows, hands, ways, plays, best, missed = found.T

    def example(place: int) -> str:
        own, board = _dealt(cards, int(kinds[place]), int(rows[place]), int(hands[place]))
        return f"{_shown(cards, own)} with {_shown(cards, board)}"

    of = cards.hands * cards.flops_to_come * cards.rivers_to_come
    return ChoiceCosts(ways, of, plays, best, missed, solved.total * solved.parts_per_unit, example)


def _worse_at_last(solved: HoldemSolved, choices: Choices) -> Integers:
    """[place, (kind, row, hand, deals, done, best, missed)]"""
    from cardroom.lab.solvers.holdem.kernels import choice_costs

    counted, streets = solved.counted.count(), solved.counted.streets
    reach = reach_of_last(counted, streets, choices)
    factors = factors_of(solved.gains, counted.cards.dealers)[list(streets.last)]

    def work(begin: int, end: int) -> Integers:
        of = counted.kinds[begin:end], counted.meetings, counted.step_of, reach, choices.last, factors
        found = np.zeros((choice_costs.find_worse(*of, np.zeros((0, 7), dtype=np.int64)), 7), dtype=np.int64)
        choice_costs.find_worse(*of, found)
        return found

    return np.concatenate(in_chunks(work, len(counted.kinds), lambda _: None))


# --- examples ---------------------------------------------------------------------------------------------------------


def _shown(cards: Cards, numbers: Integers | list[int]) -> str:
    """Cards whose suits are named anew, the highest first."""
    known = tuple(Card)
    dealt = [known[13 * cards.suits[int(card) // 13] + int(card) % 13] for card in numbers]
    return show_cards(sorted(dealt, key=lambda card: -card.rank))


def _dealt(cards: Cards, kind: int, row: int, hand: int) -> tuple[list[int], list[int]]:
    """Own cards and a board of a kind: the first way of giving suits that makes it one."""
    kinds = kinds_of_boards()
    in_suit = int(kinds.in_suit[kind])
    board, own = kinds.ranks[kind].tolist(), list(divmod(hand, 13))
    is_flush = [place < in_suit for place in range(5)] + [bool(row & 2), bool(row & 1)]
    others = range(1 if in_suit else 0, len(cards.suits))
    for suits in product(*([0] if flush else others for flush in is_flush)):
        dealt = [13 * suit + rank for suit, rank in zip(suits, board + own, strict=True)]
        if len(set(dealt)) == len(dealt) and all(suits[:5].count(suit) < 3 for suit in others):
            return dealt[5:], dealt[:5]
    raise AssertionError("a kind of board can be dealt")
