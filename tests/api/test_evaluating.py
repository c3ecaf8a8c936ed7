"""Many hands at once, against the rankings that read them one by one."""

from itertools import combinations

import numpy as np
import pytest

import cardroom as cr
from cardroom.cards import DECK


def random_hands(cards, number=300):
    random = np.random.default_rng(cards)
    return np.argsort(random.random((number, 52)), axis=1)[:, :cards].astype(np.uint8)


@pytest.mark.parametrize("cards", range(3, 8))
def test_values_are_those_of_the_ranking(cards):
    hands, ranking = random_hands(cards), cr.ranking(min(cards, 5))
    one_by_one = [
        max(ranking.value(part) for part in combinations([DECK[number] for number in hand], ranking.size))
        for hand in hands
    ]
    assert cr.evaluate(hands).tolist() == one_by_one


@pytest.mark.parametrize("cards", [5, 7])
def test_texts_and_numbers_give_the_same(cards):
    hands = random_hands(cards, 50)
    assert cr.evaluate([" ".join(DECK[n] for n in hand) for hand in hands]).tolist() == cr.evaluate(hands).tolist()


@pytest.mark.parametrize("cards", [5, 7])
def test_lists_of_cards_and_of_numbers_give_the_same_as_arrays(cards):
    hands = random_hands(cards, 50)
    values = cr.evaluate(hands).tolist()
    assert cr.evaluate([[str(DECK[n]) for n in hand] for hand in hands]).tolist() == values
    assert cr.evaluate([tuple(DECK[n] for n in hand) for hand in hands]).tolist() == values
    assert cr.evaluate(hands.tolist()).tolist() == values
    assert cr.evaluate(np.array([[str(DECK[n]) for n in hand] for hand in hands])).tolist() == values
    assert cr.evaluate(iter([[str(DECK[n]) for n in hand] for hand in hands])).tolist() == values


def test_a_ranking_may_be_named():
    assert cr.evaluate(["As Ah Ad Ac Ks"], "four-card poker") == cr.ranking(4).number_of_values - 1
    assert cr.evaluate("Ah Kh Qh", cr.ranking("three-card poker")) == cr.ranking(3).number_of_values - 1


@pytest.mark.parametrize(
    ("hands", "ranking", "why"),
    [
        (["As Kd"], None, "rows of 3 to 7 cards"),
        (["As Kd Qh", "As Kd"], None, "Hand 1 has 2 cards and hand 0 has 3"),
        (["As Kd As"], None, "As stands twice"),
        ([], None, "rows of 3 to 7 cards"),
        (np.zeros((2, 5), dtype=np.uint8), None, "Row 0 is no hand"),
        (np.zeros((2, 5)), None, "Hand 0 is no hand: it is a text, a list of cards, or card numbers from 0 to 51, not"),
        ([["As", "Kd", "Qh"], ["As", "Kd"]], None, "Hand 1 has 2 cards and hand 0 has 3"),
        ([["As", "Kd", "As"]], None, "As stands twice"),
        ([["As", "Kd", "1x"]], None, "“1x”"),
        ([["As", 5, "Kd"]], None, "Hand 0 is no hand"),
        ([[0, 1, 52]], None, "card numbers from 0 to 51"),
        ([[0, 1, -1]], None, "card numbers from 0 to 51"),
        ([[0, 1, True]], None, "card numbers from 0 to 51"),
        ([[0, 1, 1]], None, "Row 0 is no hand"),
        ([None], None, "Hand 0 is no hand: .* not None"),
        (None, None, "not None"),
        (7, None, "not 7"),
        ([7], None, "rows of 3 to 7 cards"),
        ({"As": 1}, None, "not {'As': 1}"),
        (b"As Kd Qh", None, "not b'As Kd Qh'"),
        ([[["As", "Kd", "Qh"]]], None, "Hand 0 is no hand"),
        (["As", "Kd", "Qh"], None, "rows of 3 to 7 cards"),
        (np.arange(8), None, "rows of 3 to 7 cards"),
        (["As Kd Qh"], "five-card poker", "is read on 5 to 7 cards, not 3"),
        (["As Kd Qh"], "gin", "no poker ranking “gin”; there are: three-card poker, four-card poker, five-card poker"),
    ],
)
def test_what_is_no_hand_is_refused_in_a_sentence(hands, ranking, why):
    with pytest.raises(cr.CardroomError, match=why):
        cr.evaluate(hands, ranking)
