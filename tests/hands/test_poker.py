"""Five-card and three-card poker hands, in the order of the sheets."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from phevaluator import evaluate_cards

from cardroom.cards import DECK, parse_card, parse_cards, show_cards
from cardroom.errors import CardroomError
from cardroom.hands import FIVE_CARD_POKER, THREE_CARD_POKER

RANKS = [*"23456789", "10", *"JQKA"]

FIVE_CARD_COUNTS = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
THREE_CARD_COUNTS = {
    "straight flush": 48,
    "three of a kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high card": 16_440,
}


def five(text):
    return FIVE_CARD_POKER.value(parse_cards(text))


def three(text):
    return THREE_CARD_POKER.value(parse_cards(text))


def place_from_the_top(hand):
    """The rank of a hand among the 7,462 different ones, 1 for a royal flush, by another evaluator."""
    return evaluate_cards(*(str(card).replace("10", "T") for card in hand))


def every_class():
    """Each different five-card hand once, with the number of deals that give it."""
    suited = [[parse_card(rank + suit) for suit in "cdhs"] for rank in RANKS]
    for ranks in combinations_with_replacement(range(13), 5):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        deals = prod(comb(4, count) for count in held.values())
        if len(held) == 5:
            yield [suited[rank][0] for rank in ranks], 4
            yield [suited[rank][place == 0] for place, rank in enumerate(ranks)], deals - 4
        else:
            yield [card for rank, count in held.items() for card in suited[rank][:count]], deals


def naive_three(hand):
    """Category and ranks of a three-card hand, worst first; an ace is low in A-2-3."""
    ranks = sorted((RANKS.index(str(card)[:-1]) for card in hand), reverse=True)
    is_flush = len({str(card)[-1] for card in hand}) == 1
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    is_straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    match len(set(ranks)), is_straight, is_flush:
        case 1, _, _:
            return 4, ranks
        case 2, _, _:
            return 1, sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
        case _, True, True:
            return 5, ranks
        case _, True, False:
            return 3, ranks
        case _, False, True:
            return 2, ranks
    return 0, ranks


@pytest.mark.parametrize(
    ("hand", "called", "made_by"),
    [
        ("Jh Ah 10h Kh Qh", "royal flush", "Ah Kh Qh Jh 10h"),
        ("9s Ks Qs Js 10s", "straight flush, king high", "Ks Qs Js 10s 9s"),
        ("As 2s 3s 4s 5s", "straight flush, five high", "5s 4s 3s 2s As"),
        ("6c 6d 2s 6h 6s", "four of a kind, sixes", "6c 6d 6h 6s"),
        ("2c Kd 2d Kh 2s", "full house, twos full of kings", "2c 2d 2s Kd Kh"),
        ("2d 9d Kd Jd 7d", "flush, king high", "Kd Jd 9d 7d 2d"),
        ("Ac Kd Qh Js 10c", "straight, ace high", "Ac Kd Qh Js 10c"),
        ("4c 2d Ah 3s 5c", "straight, five high", "5c 4c 3s 2d Ah"),
        ("Qc 2d Qh 9s Qs", "three of a kind, queens", "Qc Qh Qs"),
        ("4d 9s Jh 4c Js", "two pair, jacks and fours", "Jh Js 4c 4d"),
        ("6d 9s Jh 6c As", "pair of sixes", "6c 6d"),
        ("9s Kd 2h Ac 7d", "high card, ace-king-nine-seven-two", "Ac"),
        ("Kc Ad 2h 3s 4c", "high card, ace-king-four-three-two", "Ad"),  # no straight goes round the ace
    ],
)
def test_five_card_hands_are_called_and_laid_out(hand, called, made_by):
    assert FIVE_CARD_POKER.words(five(hand)) == called
    assert show_cards(FIVE_CARD_POKER.makers(parse_cards(hand))) == made_by


@pytest.mark.parametrize(
    ("hand", "called", "made_by"),
    [
        ("Kd Ad Qd", "mini royal", "Ad Kd Qd"),
        ("Jd Kd Qd", "straight flush, king high", "Kd Qd Jd"),
        ("2d Ad 3d", "straight flush, three high", "3d 2d Ad"),
        ("2d 2c 2h", "three of a kind, twos", "2c 2d 2h"),
        ("Kd Ac Qd", "straight, ace high", "Ac Kd Qd"),
        ("2d Ac 3d", "straight, three high", "3d 2d Ac"),
        ("9d Ad Qd", "flush, ace high", "Ad Qd 9d"),
        ("9d Ac 9h", "pair of nines", "9d 9h"),
        ("Kd Ac 2d", "high card, ace-king-two", "Ac"),
    ],
)
def test_three_card_hands_are_called_and_laid_out(hand, called, made_by):
    assert THREE_CARD_POKER.words(three(hand)) == called
    assert show_cards(THREE_CARD_POKER.makers(parse_cards(hand))) == made_by


def test_three_card_hands_rank_straight_flush_three_of_a_kind_straight_flush_pair():
    best_first = [
        "Ad Kd Qd",
        "Kd Qd Jd",
        "3d 2d Ad",
        "2c 2d 2h",
        "Ac Kd Qd",
        "3d 2d Ac",
        "5d 3d 2d",
        "2c 2d 3d",
        "5c 3d 2d",
    ]
    values = [three(hand) for hand in best_first]
    assert values == sorted(set(values), reverse=True)


def test_every_five_card_hand_stands_where_another_evaluator_puts_it():
    hands = [hand for hand, _ in every_class()]
    assert len(hands) == 7_462
    assert all(FIVE_CARD_POKER.value(hand) == 7_462 - place_from_the_top(hand) for hand in hands)


def test_random_five_card_hands_of_any_suits_stand_there_too():
    deal = random.Random(20230614)
    for _ in range(20_000):
        hand = deal.sample(DECK, 5)
        assert FIVE_CARD_POKER.value(hand) == 7_462 - place_from_the_top(hand), show_cards(hand)


def test_five_card_categories_have_their_textbook_counts():
    counts = Counter()
    for hand, deals in every_class():
        counts[FIVE_CARD_POKER.category(FIVE_CARD_POKER.value(hand))] += deals
    assert counts == FIVE_CARD_COUNTS
    assert counts.total() == comb(52, 5)


def test_three_card_categories_have_their_textbook_counts():
    values = [THREE_CARD_POKER.value(hand) for hand in combinations(DECK, 3)]
    assert Counter(map(THREE_CARD_POKER.category, values)) == THREE_CARD_COUNTS
    assert sum(THREE_CARD_POKER.words(value) == "mini royal" for value in values) == 4


def test_three_card_hands_compare_as_read_by_hand():
    hands = list(combinations(DECK, 3))
    by_value = sorted((THREE_CARD_POKER.value(hand), naive_three(hand)) for hand in hands)
    different = sorted(set(map(tuple, ((value, place, tuple(ranks)) for value, (place, ranks) in by_value))))
    assert [value for value, *_ in different] == list(range(741))
    assert [key for _, *key in different] == sorted(key for _, *key in different)


def test_makers_are_the_cards_that_make_the_category():
    for hand, _ in every_class():
        held = Counter(str(card)[:-1] for card in hand)
        expected = {card for card in hand if held[str(card)[:-1]] > 1}
        match FIVE_CARD_POKER.category(FIVE_CARD_POKER.value(hand)):
            case "straight" | "flush" | "straight flush":
                expected = set(hand)
            case "high card":
                expected = {max(hand, key=lambda card: RANKS.index(str(card)[:-1]))}
        makers = FIVE_CARD_POKER.makers(hand)
        assert set(makers) == expected
        assert len(makers) == len(expected)


@pytest.mark.parametrize(
    ("lowest", "hand"),
    [
        (("royal flush",), "10c Jc Qc Kc Ac"),
        (("straight flush",), "Ac 2c 3c 4c 5c"),
        (("four of a kind",), "2c 2d 2h 2s 3c"),
        (("three of a kind",), "2c 2d 2h 3s 4c"),
        (("two pair",), "2c 2d 3h 3s 4c"),
        (("pair", "J"), "Jc Jd 2h 3s 4c"),
        (("pair", "6"), "6c 6d 2h 3s 4c"),
        (("high card", "A", "K"), "Ac Kd 2h 3s 4c"),
        (("high card",), "7c 5d 4h 3s 2c"),
    ],
)
def test_the_floor_of_a_category_is_its_lowest_hand(lowest, hand):
    assert FIVE_CARD_POKER.floor(*lowest) == five(hand)


@pytest.mark.parametrize("size", [0, 2, 4, 6])
def test_a_hand_of_another_size_is_refused(size):
    for ranking in (FIVE_CARD_POKER, THREE_CARD_POKER):
        with pytest.raises(CardroomError, match="is read on") as refusal:
            ranking.value(DECK[:size])
        assert refusal.value.code == "wrong-hand-size"
