"""What every option is worth to a player who sees two cards of his own and none, three or five on the board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.errors import CardroomError
from cardroom.lab.solvers.hand_values import hand_tables
from cardroom.lab.solvers.holdem.backward_induction import Priced
from cardroom.lab.solvers.holdem.board_counts import CARDS_READ, SHOWDOWNS, Holdem
from cardroom.lab.solvers.holdem.boards import flops_of, place_of_three
from cardroom.lab.solvers.holdem.choices import Streets
from cardroom.lab.solvers.holdem.positions import chart_places, hands_of, place_of_hand

Integers = npt.NDArray[Any]


def worth(solved: Priced, own: Sequence[int], board: Sequence[int]) -> list[Fraction]:
    """Every option in order, in units of the gains, the best being done afterwards."""
    cards = solved.counted.cards
    if len(board) == 5:
        return worth_at_last(solved.counted, solved.gains, solved.streets, own, board)
    own, board = seen_cards(solved.counted, own, board)
    if len(board) == 3:
        sums = solved.after[:, *flop_table_place(solved.counted, own, board)]
        return [Fraction(int(total), cards.rivers_to_come * cards.dealers) for total in sums]
    place = chart_place(own)
    hands = int((chart_places() == place)[hands_of(cards)].sum())
    deals = hands * cards.flops_to_come * cards.rivers_to_come * cards.dealers
    return [Fraction(int(total), deals) for total in solved.before[:, place]]


def worth_at_last(
    holdem: Holdem, gains: Integers, streets: Streets, own: Sequence[int], board: Sequence[int]
) -> list[Fraction]:
    """The same at the end, by dealing the dealer's hands out: nothing else needs to be counted."""
    ways, step = showdowns(holdem, *seen_cards(holdem, own, board))
    return [Fraction(int(gains[way, step] @ ways), holdem.cards.dealers) for way in streets.last]


def worth_after_flop(
    holdem: Holdem, gains: Integers, streets: Streets, own: Sequence[int], flop: Sequence[int]
) -> list[Fraction]:
    """The same after the flop, by dealing turn, river and the dealer's hands out."""
    from cardroom.lab.solvers.holdem.kernels import board_showdowns

    own, flop = seen_cards(holdem, own, flop)
    sums = np.zeros(1 + len(streets.after), dtype=np.int64)
    board_showdowns.weigh_flop(
        np.array(own), np.array(flop), holdem.cards.for_kernels(), hand_tables(holdem.ranking, CARDS_READ),
        holdem.floor, holdem.step_of_value, gains[list(streets.last)], gains[list(streets.after)], sums,
    )  # fmt: skip
    return [Fraction(int(total), holdem.cards.rivers_to_come * holdem.cards.dealers) for total in sums]


def choice(solved: Priced, own: Sequence[int], board: Sequence[int]) -> int:
    """The best option; where several are, the last."""
    options = worth(solved, own, board)
    return max(range(len(options)), key=lambda option: (options[option], option))


def chart_place(own: Sequence[int]) -> int:
    """The place of two cards in the chart."""
    return int(chart_places()[place_of_hand(*own)])


def flop_table_place(holdem: Holdem, own: Sequence[int], flop: Sequence[int]) -> tuple[int, int, int]:
    """Where tables by [flop, block, hand] hold two cards and a flop; suits are those of the deck, named anew."""
    flops = flops_of(holdem.cards)
    place = place_of_three(sorted(flop))
    names = int(flops.suits_of[place])
    first, second = (13 * (names >> 2 * (card // 13) & 3) + card % 13 for card in own)
    return int(flops.number_of[place]), *place_of_hand(first, second)


def showdowns(holdem: Holdem, own: Sequence[int], board: Sequence[int]) -> tuple[Integers, int]:
    """One hand on one board against every hand of the dealer, by showdown; and its step."""
    from cardroom.lab.solvers.holdem.kernels import board_showdowns

    ways = np.zeros(SHOWDOWNS, dtype=np.int64)
    tables = hand_tables(holdem.ranking, CARDS_READ)
    own_cards, board_cards = np.array(own, dtype=np.int64), np.array(board, dtype=np.int64)
    value = board_showdowns.count_dealer_hands(
        own_cards, board_cards, holdem.cards.for_kernels(), tables, holdem.floor, ways
    )
    return ways, int(holdem.step_of_value[value])


def seen_cards(holdem: Holdem, own: Sequence[int], board: Sequence[int]) -> tuple[list[int], list[int]]:
    """The cards with their suits named anew."""
    if len(own) != 2 or len(board) not in {0, 3, 5} or len({*own, *board}) != len(own) + len(board):
        raise CardroomError("wrong-cards", "A player sees two cards, and none, three or five others on the board.")
    return [holdem.cards.renamed(card) for card in own], [holdem.cards.renamed(card) for card in board]
