"""Longest runs: straights round the ace, straights on the line, solitaire runs and straight flushes.

The oracle lays real cards side by side: from every card it goes on to every card that may stand next, as far as it can.
"""

from collections import Counter
from itertools import combinations_with_replacement, pairwise
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import DECK, parse_card, parse_cards, show_cards
from cardroom.errors import CardroomError
from cardroom.hands import LINE, RING, SOLITAIRE, STRAIGHT_FLUSH

ALL = {"ring": RING, "line": LINE, "solitaire": SOLITAIRE, "straight flush": STRAIGHT_FLUSH}
NOUNS = {"ring": "straight", "line": "straight", "solitaire": "run", "straight flush": "straight flush"}
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
NAMES = ("", "ace", *COUNTS[2:], "nine", "ten", "jack", "queen", "king", "ace")
PIPS = {**{str(number): number for number in range(2, 11)}, "J": 11, "Q": 12, "K": 13}

kinds = pytest.mark.parametrize("kind", ALL)


def neighbourhood(low):
    """Seven ranks in a row, round the ace, in two suits: hands from here often hold long runs."""
    return [card for card in DECK if (card.number - low) % 13 < 7 and card.number < 26]


pools = st.just(DECK) | st.integers(0, 12).map(neighbourhood)
hands = pools.flatmap(lambda pool: st.lists(st.sampled_from(pool), unique=True, min_size=1, max_size=8))


def places(card, kind):
    """Where a card may stand: 1 is a low ace, 14 a high one."""
    if str(card)[0] != "A":
        return {PIPS[str(card)[:-1]]}
    return {"ring": {14}, "solitaire": {1}}.get(kind, {1, 14})


def may_follow(card, before, kind):
    if kind == "solitaire":
        return (str(card)[-1] in "hd") != (str(before)[-1] in "hd")
    return kind != "straight flush" or str(card)[-1] == str(before)[-1]


def runs(hand, kind):
    """Every run of actual cards that lie one above the other, as (length, place of the last card)."""

    def extend(card, place, length):
        yield length, place
        following = 2 if kind == "ring" and place == 14 else place + 1
        for other in hand:
            if following in places(other, kind) and may_follow(other, card, kind):
                yield from extend(other, following, length + 1)

    for card in hand:
        for place in places(card, kind):
            yield from extend(card, place, 1)


def naive(hand, kind):
    return max(runs(hand, kind))


def naive_words(length, place, kind):
    first = place - length + 1
    first += 13 if kind == "ring" and first < 2 else 0
    which = NAMES[place] if length == 1 else f"{NAMES[first]} to {NAMES[place]}"
    return f"{COUNTS[length]}-card {NOUNS[kind]}, {which}"


def call(kind, text):
    return ALL[kind].words(ALL[kind].value(parse_cards(text)))


@pytest.mark.parametrize(
    ("kind", "hand", "called"),
    [
        # Straight Edge version 1: the ace stands anywhere
        ("ring", "Js Qh Kd Ac 2s 3d 9h", "six-card straight, jack to three"),
        ("ring", "Ks Ah 2d 6c 8c 8s 10d", "three-card straight, king to two"),
        # version 2 and Keep It Straight: lowest or highest, never in the middle
        ("line", "Js Qh Kd Ac 2s 3d 9h", "four-card straight, jack to ace"),
        ("line", "Ks Ah 2d 6c 8c 8s 10d", "two-card straight, king to ace"),
        ("line", "Ah 2d 3c 6c 8c 8s 10d", "three-card straight, ace to three"),
        # two three-card straights in a hand: the one with the highest high card
        ("line", "3c 4d 5h 9s 10c Jd Kh", "three-card straight, nine to jack"),
        ("line", "Ac 2d 3h Qs Kc 6d 8h", "three-card straight, queen to ace"),
        ("ring", "Ac 2d 3h Qs Kc 6d 8h", "five-card straight, queen to three"),
        # one card alone; the ace is best wherever it can be high
        ("line", "Ac 3d 5h 7s 9c Jd Jh", "one-card straight, ace"),
        ("ring", "Ac 3d 5h 7s 9c Jd Jh", "one-card straight, ace"),
        ("solitaire", "Ac 3d 5h 7s 9c Jd Jh", "one-card run, jack"),
        # Solitaire Stud: colours alternate, ace low, king high
        ("solitaire", "Kh Qs Jd 2c 4s 6s 8s", "three-card run, jack to king"),
        ("solitaire", "Kh Qd Jd 9c 7s 5s 3s", "one-card run, king"),
        ("solitaire", "Kh Ac Qd 10d 8d 6d 4d", "one-card run, king"),
        ("solitaire", "Ah 2c 3d 4s 4d 5h 6c", "six-card run, ace to six"),
        ("solitaire", "4d 5c 9s 9h 7c 7s 2c", "two-card run, four to five"),
        # straight flushes: the longest suited straight, ace low or high
        ("straight flush", "9h 10h Jh Qh Kh Ah 2c", "six-card straight flush, nine to ace"),
        ("straight flush", "Ah 2h 3h 4h 5h 6h 8c", "six-card straight flush, ace to six"),
        ("straight flush", "9h 10c Jh Qc Kh Ac 2h", "one-card straight flush, ace"),
        ("straight flush", "3s 4s 5s 9d 10d Jd Jc", "three-card straight flush, nine to jack"),
    ],
)
def test_a_hand_is_read_at_its_best(kind, hand, called):
    assert call(kind, hand) == called


@pytest.mark.parametrize(
    ("kind", "worse", "better"),
    [
        ("ring", "3c 4d 5h 9s 9c", "5c 6d 7h 10s 10c"),
        ("line", "3c 4d 5h 9s 9c", "5c 6d 7h 10s 10c"),
        ("solitaire", "4h 3c 2d", "Kh Qc Jd"),
        ("ring", "Kc Ad 2h", "3c 4d 5h"),  # ends in the two, the lowest ending card
        ("ring", "Qc Kd Ah 9c", "2c 3d 4h 5s"),  # length comes first
        ("line", "9c Jc Kc", "2d 3h"),
    ],
)
def test_longer_wins_then_the_better_ending_card(kind, worse, better):
    ranking = ALL[kind]
    assert ranking.value(parse_cards(worse)) < ranking.value(parse_cards(better))


def test_copies_have_the_same_value_whatever_their_suits():
    assert RING.value(parse_cards("5c 6d 7h 10s")) == RING.value(parse_cards("5h 6s 7c 2d"))
    assert SOLITAIRE.value(parse_cards("5c 6d 7c")) == SOLITAIRE.value(parse_cards("5h 6s 7d"))


@kinds
@given(hand=hands)
def test_value_and_words_are_those_of_the_cards_laid_out(kind, hand):
    ranking, (length, place) = ALL[kind], naive(hand, kind)
    value = ranking.value(hand)
    assert ranking.length(value) == length
    assert ranking.words(value) == naive_words(length, place, kind)


@kinds
@given(one=hands, other=hands)
def test_hands_compare_as_laid_out(kind, one, other):
    value, laid_out = ALL[kind].value, (naive(one, kind), naive(other, kind))
    assert (value(one) > value(other)) == (laid_out[0] > laid_out[1])
    assert (value(one) == value(other)) == (laid_out[0] == laid_out[1])


@kinds
@given(hand=hands)
def test_makers_are_cards_of_the_hand_that_form_the_run_in_order(kind, hand):
    makers = ALL[kind].makers(hand)
    length, place = naive(hand, kind)
    assert set(makers) <= set(hand)
    assert len(set(makers)) == len(makers) == length
    assert naive(makers, kind) == (length, place)
    for classes_down, card in enumerate(reversed(makers)):
        wanted = place - classes_down
        assert wanted in places(card, kind) or (kind == "ring" and wanted + 13 in places(card, kind))
    assert all(may_follow(card, before, kind) for before, card in pairwise(makers))


@kinds
@given(hand=hands, card=st.sampled_from(DECK), shuffled=st.randoms())
def test_order_of_cards_does_not_matter_and_a_further_card_never_hurts(kind, hand, card, shuffled):
    value = ALL[kind].value
    again = list(hand)
    shuffled.shuffle(again)
    assert value(again) == value(hand) <= value([*hand, card])


LOWEST_RUNS = {
    "ring": "2c Ac Kc Qc Jc 10c 9c",  # all end in the two
    "line": "Ac 2c 3c 4c 5c 6c 7c",
    "solitaire": "Ac 2d 3c 4d 5c 6d 7c",
    "straight flush": "Ac 2c 3c 4c 5c 6c 7c",
}


@kinds
@pytest.mark.parametrize("length", range(2, 8))
def test_a_run_by_length_is_the_lowest_hand_of_that_length(kind, length):
    assert ALL[kind].run(length) == ALL[kind].value(parse_cards(LOWEST_RUNS[kind])[:length])


@kinds
def test_a_run_of_one_is_reached_by_any_card(kind):
    assert ALL[kind].value([]) < ALL[kind].run(1) <= min(ALL[kind].value([card]) for card in DECK)


@pytest.mark.parametrize(("kind", "length", "ending", "hand"), [
    ("line", 2, "10", "9c 10d"),
    ("line", 6, "A", "9c 10d Jh Qs Kc Ad"),
    ("ring", 6, "3", "Jc Qd Kh As 2c 3d"),
    ("solitaire", 2, "5", "4d 5c"),
    ("straight flush", 6, "A", "9c 10c Jc Qc Kc Ac"),
])  # fmt: skip
def test_a_run_by_length_and_ending_card_is_what_those_cards_are_worth(kind, length, ending, hand):
    assert ALL[kind].run(length, ending) == ALL[kind].value(parse_cards(hand))


def test_straights_round_the_ace_are_counted_over_all_seven_card_hands():
    counts = Counter()
    suited = [[parse_card(rank + suit) for suit in "cdhs"] for rank in [*"23456789", "10", *"JQKA"]]
    for ranks in combinations_with_replacement(range(13), 7):
        held = Counter(ranks)
        if max(held.values()) <= 4:
            hand = [card for rank, count in held.items() for card in suited[rank][:count]]
            counts[RING.length(RING.value(hand))] += prod(comb(4, count) for count in held.values())
    assert [counts[length] for length in range(1, 8)] == [
        4_676_360, 52_485_992, 48_239_360, 20_189_312, 6_436_352, 1_544_192, 212_992,
    ]  # fmt: skip
    assert counts.total() == comb(52, 7)


@kinds
def test_every_rank_at_once_is_a_run_of_thirteen_and_no_longer(kind):
    whole_suit = [card for card in DECK if str(card)[-1] == "h"]
    assert ALL[kind].length(ALL[kind].value(whole_suit)) == (1 if kind == "solitaire" else 13)
    assert ALL[kind].length(ALL[kind].value(DECK)) == 13
    assert len(set(ALL[kind].makers(DECK))) == 13


@kinds
def test_no_cards_are_below_every_hand(kind):
    ranking = ALL[kind]
    assert ranking.value([]) < min(ranking.value([card]) for card in DECK)
    assert ranking.words(ranking.value([])) == "no cards"
    assert show_cards(ranking.makers([])) == ""


@kinds
@pytest.mark.parametrize("length", [-1, 0, 14])
def test_there_is_no_run_of_no_cards_or_of_more_than_thirteen(kind, length):
    with pytest.raises(CardroomError, match="There is no"):
        ALL[kind].run(length)
