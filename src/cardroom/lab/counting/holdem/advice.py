"""What every option is worth to a player who sees two cards of his own and none, three or five on the board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.lab.counting.evaluating import hand_tables
from cardroom.lab.counting.holdem.boards import flops_of, place_of_three
from cardroom.lab.counting.holdem.counting import CARDS_READ, SHOWDOWNS, Counted
from cardroom.lab.counting.holdem.positions import chart_places, hands_of, place_of_hand
from cardroom.lab.counting.holdem.pricing import Solved

Integers = npt.NDArray[Any]


def worth(solved: Solved, own: Sequence[int], board: Sequence[int]) -> list[Fraction]:
    """Every option in order, in units of the gains, the best being done afterwards."""
    own, board = _renamed(solved.counted, own, board)
    cards = solved.counted.cards
    if len(board) == 5:
        ways, step = showdowns(solved.counted, own, board)
        return [Fraction(int(solved.gains[way, step] @ ways), cards.dealers) for way in solved.streets.last]
    if len(board) == 3:
        sums = solved.after[:, *place_after(solved.counted, own, board)]
        return [Fraction(int(total), cards.rivers_to_come * cards.dealers) for total in sums]
    place = place_before(own)
    hands = int((chart_places() == place)[hands_of(cards)].sum())
    deals = hands * cards.flops_to_come * cards.rivers_to_come * cards.dealers
    return [Fraction(int(total), deals) for total in solved.before[:, place]]


def choice(solved: Solved, own: Sequence[int], board: Sequence[int]) -> int:
    """The best option; where several are, the last."""
    options = worth(solved, own, board)
    return max(range(len(options)), key=lambda option: (options[option], option))


def place_before(own: Sequence[int]) -> int:
    """The place of two cards in the chart."""
    return int(chart_places()[place_of_hand(*own)])


def place_after(counted: Counted, own: Sequence[int], flop: Sequence[int]) -> tuple[int, int, int]:
    """Where tables by [flop, block, hand] hold two cards and a flop; suits are those of the deck, named anew."""
    flops = flops_of(counted.cards)
    place = place_of_three(sorted(flop))
    names = int(flops.suits_of[place])
    first, second = (13 * (names >> 2 * (card // 13) & 3) + card % 13 for card in own)
    return int(flops.number_of[place]), *place_of_hand(first, second)


def showdowns(counted: Counted, own: Sequence[int], board: Sequence[int]) -> tuple[Integers, int]:
    """One hand on one board against every hand of the dealer, by showdown; and its step."""
    from cardroom.lab.counting.holdem import kernels

    ways = np.zeros(SHOWDOWNS, dtype=np.int64)
    tables = hand_tables(counted.ranking, CARDS_READ)
    own_cards, board_cards = np.array(own, dtype=np.int64), np.array(board, dtype=np.int64)
    value = kernels.meet_dealers(own_cards, board_cards, counted.cards.for_kernels(), tables, counted.floor, ways)
    return ways, int(counted.step_of_value[value])


def _renamed(counted: Counted, own: Sequence[int], board: Sequence[int]) -> tuple[list[int], list[int]]:
    if len(own) != 2 or len(board) not in {0, 3, 5} or len({*own, *board}) != len(own) + len(board):
        raise CardroomError("wrong-cards", "A player sees two cards, and none, three or five others on the board.")
    return [counted.cards.renamed(card) for card in own], [counted.cards.renamed(card) for card in board]
