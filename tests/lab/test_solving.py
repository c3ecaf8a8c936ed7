"""The exact solver: published results, and plain brute force on small decks."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from cardroom.cards import DECK, RANKS, parse_cards
from cardroom.games import GAMES
from cardroom.games.model import Showdown
from cardroom.hands import FIVE_CARD_POKER, LINE, RING, SOLITAIRE, Chain, RunRanking
from cardroom.lab import poker_counts, run_counts
from cardroom.lab.base import base_figures
from cardroom.lab.payoffs import SHOWDOWNS
from cardroom.lab.solving import StreetSolution, UpCardSolution

from .solved_games import solved_game

# --- published figures ------------------------------------------------------------------------------------------------


def test_mississippi_stud_costs_53223_of_1082900_antes():
    base = base_figures(solved_game("mississippi-stud"))
    assert base.ev == Fraction(-53223, 1082900)
    assert round(float(base.element_of_risk), 4) == 0.0137


def test_caribbean_stud_loses_the_published_total():
    solved = solved_game("caribbean-stud")
    assert solved.total == 19_933_230_517_200
    assert base_figures(solved).ev == Fraction(-1_041_372_912_372, 19_933_230_517_200)


def test_rank_classes_are_49205():
    assert len(solved_game("straight-edge-1").deals.class_value) == 49_205


@pytest.mark.parametrize("game", GAMES)
def test_frequencies_sum_to_one_and_the_expectation_is_that_of_the_amounts(game):
    base = base_figures(solved_game(game))
    assert sum(outcome.probability for outcome in base.outcomes) == 1
    assert sum(amount.probability for amount in base.amounts) == 1
    assert sum(amount.probability * amount.net for amount in base.amounts) == base.ev
    assert sum(amount.probability * (amount.net - base.ev) ** 2 for amount in base.amounts) == base.variance
    assert sum(share.ev for share in base.by_wager) == base.ev
    assert sum(share.average_stake for share in base.by_wager) == base.average_wager


# --- brute force on small decks ---------------------------------------------------------------------------------------


def small_deck(ranking: RunRanking, suits: int) -> tuple[RunRanking, list]:
    """The same chains with fewer suits."""
    cards = [card for card in DECK if card.suit < suits]
    allowed = sum(1 << card.number for card in cards)
    chains = tuple(Chain(tuple(cell & allowed for cell in c.cells), c.ranks, c.is_ring) for c in ranking.chains)
    return RunRanking(ranking.name, ranking.noun, chains), cards


def arbitrary_gains(players: list[int], dealers: list[int]):
    """Options whose gains depend on both values in no particular way, so that any miscount shows."""
    shape = (3, len(players), len(dealers))
    return np.random.default_rng(5).integers(-9, 10, size=shape)


def brute_force(ranking, cards, player_cards, dealer_cards, gains):
    """Deal everything; for each player's hand take the best option against all the dealer's hands."""
    players = run_counts.possible_values(ranking, player_cards)
    dealers = run_counts.possible_values(ranking, dealer_cards)
    matrix = gains(players, dealers)
    value = {hand: ranking.value(hand) for size in {player_cards, dealer_cards} for hand in combinations(cards, size)}
    counts = np.zeros(matrix.shape, dtype=np.int64)
    for mine in combinations(cards, player_cards):
        p = players.index(value[mine])
        left = [card for card in cards if card not in mine]
        met = np.zeros(len(dealers), dtype=np.int64)
        for other in combinations(left, dealer_cards):
            met[dealers.index(value[other])] += 1
        totals = [int((met * matrix[o, p]).sum()) for o in range(len(matrix))]
        best = max(range(len(totals)), key=lambda o: (totals[o], o))
        counts[best, p] += met
    return counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking", "suits", "player_cards", "dealer_cards"),
    [(RING, 2, 2, 3), (LINE, 2, 2, 3), (LINE, 3, 2, 2)],
    ids=["ring, 26 cards", "line, 26 cards", "line, 39 cards"],
)
def test_counting_over_one_chain_is_brute_force(ranking, suits, player_cards, dealer_cards):
    small, cards = small_deck(ranking, suits)
    expected = brute_force(small, cards, player_cards, dealer_cards, arbitrary_gains)
    counted = run_counts.count_deals(small, player_cards, dealer_cards, arbitrary_gains)
    assert np.array_equal(counted.counts, expected)


@pytest.mark.slow
def test_counting_over_two_chains_is_brute_force():
    expected = brute_force(SOLITAIRE, list(DECK), 2, 2, arbitrary_gains)
    counted = run_counts.count_deals(SOLITAIRE, 2, 2, arbitrary_gains)
    assert np.array_equal(counted.counts, expected)


def test_the_sweep_under_the_card_up_is_a_plain_deal_of_all_dealers_hands():
    """For some hands and cards up: every dealer's hand dealt out, ranked by the ranking, settled by the game."""
    solved = solved_game("caribbean-stud")
    assert isinstance(solved, UpCardSolution)
    deals = solved.deals
    floor = solved.game.dealer_qualifies_with
    gains = solved.gains()
    for place in np.random.default_rng(3).integers(0, len(deals.hands), 12):
        hand, value = deals.hands[place], int(deals.values[place])
        up = next(card for card in range(7, 52) if card not in hand)
        ways = poker_counts.meet_dealer(FIVE_CARD_POKER, floor, hand, up, value)
        assert ways.sum() == comb(46, 4)
        step = solved.step_of_value[value]
        assert [int(x) for x in deals.gain[place, up]] == [int((ways * gains[o, step]).sum()) for o in range(2)]


@pytest.mark.slow
def test_meeting_the_dealer_is_ranking_and_comparing_every_hand():
    mine, up = parse_cards("As Kd Qh 7c 2s"), parse_cards("7d")[0]
    value, floor = FIVE_CARD_POKER.value(mine), FIVE_CARD_POKER.floor("high card", "A", "K")
    left = [card for card in DECK if card not in (*mine, up)]
    expected = dict.fromkeys(SHOWDOWNS, 0)
    for rest in combinations(left, 4):
        dealer = FIVE_CARD_POKER.value((*rest, up))
        result = "win" if value > dealer else "copy" if value == dealer else "loss"
        expected[next(s for s in SHOWDOWNS if s == Showdown(s.result, dealer >= floor) and s.result == result)] += 1
    ways = poker_counts.meet_dealer(FIVE_CARD_POKER, floor, [card.number for card in mine], up.number, value)
    assert ways.tolist() == list(expected.values())


def test_streets_are_a_plain_recursion_over_the_cards_to_come():
    """From four known cards on: every river, the best of folding and betting, for every stake."""
    solved = solved_game("mississippi-stud")
    assert isinstance(solved, StreetSolution)
    pays = {
        "royal flush": 500,
        "straight flush": 100,
        "four of a kind": 40,
        "full house": 10,
        "flush": 6,
        "straight": 4,
    }
    pays |= {"three of a kind": 3, "two pair": 2}

    def net(cards):
        words = FIVE_CARD_POKER.words(FIVE_CARD_POKER.value(cards))
        name = words.split(",", maxsplit=1)[0]
        if name.startswith("pair of "):
            rank = name.removeprefix("pair of ")
            return 1 if rank in ("jacks", "queens", "kings", "aces") else 0 if rank in MIDDLE else -1
        return pays.get(name, -1)

    def worth(known, stake):
        left = [card for card in DECK if card not in known]
        if len(known) == 4:
            total = sum(net((*known, card)) for card in left)
            return max(-stake * 48, *((stake + bet) * total for bet in (1, 2, 3)))
        ways = 48 * 49
        return max(-stake * ways, *(sum(worth((*known, card), stake + bet) for card in left) for bet in (1, 2, 3)))

    for text, stake in (("6h 7h 8h", 2), ("2c 9d Ks", 4), ("Jd Jh 3s", 4)):
        cards = parse_cards(text)
        place = sum(comb(number, i + 1) for i, number in enumerate(sorted(card.number for card in cards)))
        assert int(solved.deals.worth[1][place, stake]) == worth(cards, stake)


MIDDLE = ("sixes", "sevens", "eights", "nines", "tens")


def test_the_ace_of_the_small_deck_is_the_ace_of_the_game():
    small, cards = small_deck(LINE, 1)
    assert len(cards) == len(RANKS)
    assert small.words(small.value(cards[-2:])) == "two-card straight, king to ace"
