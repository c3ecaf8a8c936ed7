"""Dealing for simulations: every order of cards is as likely as another, whatever the size of the deck."""

from __future__ import annotations

from collections import Counter
from math import perm

import numpy as np
import pytest

from cardroom.errors import CardroomError
from cardroom.lab.solvers.packet_draws import cards_of_first_rounds, draw_plan


@pytest.mark.parametrize("size", [8, 12, 52, 312, 416])
def test_a_packet_is_drawn_from_as_few_words_as_leave_it_unbiased(size):
    made = draw_plan(size, (3, 5))
    assert made.cards.sum() == 8
    assert size << made.bits <= 1 << 64, "a fraction times the cards left stays within 64 bits"
    for product, threshold in zip(made.products.tolist(), made.thresholds.tolist(), strict=True):
        assert product < 1 << made.bits
        assert ((1 << made.bits) - threshold) % product == 0, "what is not drawn again is as often one order as another"


@pytest.mark.parametrize("packets", [(2, 1), (3,), (1, 1, 1)])
def test_all_orders_come_equally_often(packets):
    rounds = 60_000
    dealt = cards_of_first_rounds(np.arange(5), packets, rounds, 4, 1)
    found = Counter(map(tuple, dealt.tolist()))
    assert len(found) == perm(5, 3)
    expected = rounds / perm(5, 3)
    unlikely = sum((number - expected) ** 2 / expected for number in found.values())
    assert unlikely < 59 + 5 * np.sqrt(2 * 59)


def test_no_card_is_dealt_twice_and_blocks_differ():
    deck = np.arange(416)
    dealt = cards_of_first_rounds(deck, (6,), 1000, 4, 1)
    assert all(len(set(row)) == 6 for row in dealt.tolist())
    assert (cards_of_first_rounds(deck, (6,), 1000, 4, 1) == dealt).all()
    assert (cards_of_first_rounds(deck, (6,), 1000, 4, 2) != dealt).any()
    assert (deck == np.arange(416)).all()


def test_a_deck_too_small_is_refused():
    with pytest.raises(CardroomError, match="too few"):
        draw_plan(8, (5, 4))
