"""What a hand is called, which cards make it so, and in which order it lies, in every ranking."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import DECK, parse_cards, show_cards
from cardroom.games import games
from cardroom.hands import (
    BACCARAT,
    FIVE_CARD_POKER,
    HIGHEST_RANK,
    LINE,
    RING,
    SOLITAIRE,
    STRAIGHT_FLUSH,
    THREE_CARD_POKER,
    PokerRanking,
)

RUNS = (RING, LINE, SOLITAIRE, STRAIGHT_FLUSH)
OF_GAMES = {ranking.name: ranking for game in games().values() for ranking in game.rankings}
RANKINGS = OF_GAMES | {ranking.name: ranking for ranking in (*RUNS, BACCARAT, HIGHEST_RANK)}
HANDS = st.lists(st.sampled_from(DECK), min_size=1, max_size=8, unique=True)

READ = [
    (RING, "3d Qh Ks Ac 2s Jd 9h", "six-card straight, jack to three", "Jd Qh Ks Ac 2s 3d", "9h Jd Qh Ks Ac 2s 3d"),
    (RING, "4d 3h 3s 9c", "two-card straight, three to four", "3h 4d", "3h 3s 4d 9c"),
    (LINE, "Ah 2d 3c Kd 9s", "three-card straight, ace to three", "Ah 2d 3c", "Ah 2d 3c 9s Kd"),
    (LINE, "Ah 2d Qc Kd 9s", "three-card straight, queen to ace", "Qc Kd Ah", "2d 9s Qc Kd Ah"),
    (SOLITAIRE, "Ah 9d Kc 2s 4c", "two-card run, ace to two", "Ah 2s", "Ah 2s 4c 9d Kc"),
    (STRAIGHT_FLUSH, "5h 9c 4h 6s", "two-card straight flush, four to five", "4h 5h", "4h 5h 6s 9c"),
    (FIVE_CARD_POKER, "9s", "high card, nine", "9s", "9s"),
    (FIVE_CARD_POKER, "4h Ks", "high card, king-four", "Ks", "Ks 4h"),
    (FIVE_CARD_POKER, "6h 9s 6d", "pair of sixes", "6d 6h", "6d 6h 9s"),
    (FIVE_CARD_POKER, "6h 9s 6d 9d", "two pair, nines and sixes", "9d 9s 6d 6h", "9d 9s 6d 6h"),
    (FIVE_CARD_POKER, "Ad 5c 3s 4d 2h", "straight, five high", "5c 4d 3s 2h Ad", "5c 4d 3s 2h Ad"),
    (FIVE_CARD_POKER.best_of(7), "Kd Qc Js", "high card, king-queen-jack", "Kd", "Kd Qc Js"),
    (FIVE_CARD_POKER.best_of(7), "2c Kd 7h 7s 2d", "two pair, sevens and twos", "7h 7s 2c 2d", "7h 7s 2c 2d Kd"),
    (FIVE_CARD_POKER.best_of(7), "2c Kd 7h 7s 3d 9c As", "pair of sevens", "7h 7s", "7h 7s As Kd 9c 3d 2c"),
    (THREE_CARD_POKER, "2c 2d", "pair of twos", "2c 2d", "2c 2d"),
    (BACCARAT, "9h 8c 3d", "zero", "9h 8c 3d", "9h 8c 3d"),
]


@pytest.mark.parametrize(("ranking", "hand", "words", "makers", "order"), READ)
def test_a_hand_is_read_out(ranking, hand, words, makers, order):
    read = ranking.reading(parse_cards(hand))
    assert (read.words, show_cards(read.makers), show_cards(read.cards)) == (words, makers, order)


@pytest.mark.parametrize("name", RANKINGS)
@given(hand=HANDS)
def test_the_cards_that_make_a_hand_make_it_alone_and_the_order_loses_none(name, hand):
    ranking = RANKINGS[name]
    read = ranking.reading(hand)
    assert Counter(read.cards) == Counter(hand)
    assert not Counter(read.makers) - Counter(hand)
    assert ranking.reading(read.cards).words == read.words
    alone = ranking.reading(read.makers)
    assert alone.makers == read.makers
    if not isinstance(ranking, PokerRanking):
        assert ranking.value(read.makers) == ranking.value(hand)
    elif read.words.startswith("high card"):
        assert read.makers[0].rank == max(card.rank for card in hand)
        assert read.words.startswith(alone.words)
    else:
        assert alone.words == read.words


@pytest.mark.parametrize("name", RANKINGS)
@given(deal=st.permutations(DECK))
def test_a_whole_hand_is_called_by_its_value_and_lies_in_its_order(name, deal):
    ranking = RANKINGS[name]
    hand = deal[: ranking.cards if isinstance(ranking, PokerRanking) else 7]
    read = ranking.reading(hand)
    assert read.words == ranking.words(ranking.value(hand))
    assert set(read.makers) == set(ranking.makers(hand))
    if isinstance(ranking, PokerRanking):
        assert read.cards[: len(read.makers)] == read.makers


@pytest.mark.parametrize("name", RANKINGS)
def test_there_is_nothing_to_read_without_cards(name):
    assert RANKINGS[name].reading(()) is None


@pytest.mark.parametrize("name", RANKINGS)
@given(deal=st.permutations(DECK))
def test_whatever_is_better_says_by_what(name, deal):
    ranking = RANKINGS[name]
    size = ranking.cards if isinstance(ranking, PokerRanking) else 2
    first, second = (ranking.value(hand) for hand in (deal[:size], deal[size : 2 * size]))
    if first != second:
        better, worse = max(first, second), min(first, second)
        said = ranking.lead(better, worse)
        first_side, _, other = said.partition(" against ")
        assert said.startswith("by ") or (first_side.rstrip(","), other) == (
            ranking.words(better),
            ranking.words(worse),
        )
        assert first_side != other


@pytest.mark.parametrize(
    ("ranking", "better", "worse", "said"),
    [
        (LINE, "5s 6d 7c", "9h Jd Ks", "by two cards"),
        (LINE, "5s 6d 7c", "9h 10d", "by one card"),
        (RING, "Ks Ad 2c", "Qs Kd Ac", ""),
        (SOLITAIRE, "5s 6d", "4s 5h", "by the ending card, six against five"),
        (BACCARAT, "9h 9d", "7s", "by one point"),
        (HIGHEST_RANK, "As", "9d", "ace against nine"),
        (THREE_CARD_POKER, "As Kd 9c", "As Qd Jc", "by the kicker, king against queen"),
        (THREE_CARD_POKER, "As Kd 9c", "Ks Qd 9c", "by the highest card, ace against king"),
        (THREE_CARD_POKER, "2s 2d 9c", "As Qd Jc", "pair of twos against high card, ace-queen-jack"),
        (THREE_CARD_POKER, "As 9s 3s", "As 9s 2s", "by the kicker, three against two"),
    ],
)
def test_a_lead_is_said_as_a_dealer_would(ranking, better, worse, said):
    values = sorted(ranking.value(parse_cards(hand)) for hand in (better, worse))
    if said:
        assert ranking.lead(values[1], values[0]) == said
    else:  # on the ring a run that ends in the ace is the best of its length
        assert values[1] == ranking.value(parse_cards(worse))
