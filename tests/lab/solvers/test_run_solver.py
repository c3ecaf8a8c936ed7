"""The exact solver: published results, and plain brute force on small decks."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from cardroom.cards import DECK, card_set, parse_card, parse_cards
from cardroom.games import find_game
from cardroom.hands import FIVE_CARD_POKER, LINE, RING, SOLITAIRE
from cardroom.lab.analysis.game_figures import base_figures
from cardroom.lab.solvers import count
from cardroom.lab.solvers.against_dealer.counted_game import HandCounted
from cardroom.lab.solvers.against_dealer.seen_cards_advantage import dealer_showdowns
from cardroom.lab.solvers.against_dealer.solved_game import HandSolved
from cardroom.lab.solvers.runs import deal_counts
from cardroom.lab.solvers.runs.kernels import chain_sums
from cardroom.lab.solvers.runs.solved_game import RunSolved
from cardroom.lab.solvers.streets.solved_game import StreetSolved

from ..solved_games import COUNTED, solved_game

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
    solved = solved_game("straight-edge-1")
    assert isinstance(solved, RunSolved)
    assert len(solved.counted.classes.value) == 49_205


@pytest.mark.parametrize("game", COUNTED)
def test_frequencies_sum_to_one_and_the_expectation_is_that_of_the_amounts(game):
    base = base_figures(solved_game(game))
    assert sum(outcome.probability for outcome in base.outcomes) == 1
    assert sum(amount.probability for amount in base.amounts) == 1
    assert sum(amount.probability * amount.net for amount in base.amounts) == base.ev
    assert sum(amount.probability * (amount.net - base.ev) ** 2 for amount in base.amounts) == base.variance
    assert sum(share.ev for share in base.by_wager) == base.ev
    assert sum(share.average_stake for share in base.by_wager) == base.average_wager


# --- brute force on small decks ---------------------------------------------------------------------------------------


def arbitrary_gains(players: list[int], dealers: list[int]):
    """Options whose gains depend on both values in no particular way, so that any miscount shows."""
    shape = (3, len(players), len(dealers))
    return np.random.default_rng(5).integers(-9, 10, size=shape)


def brute_force(ranking, cards, player_cards, dealer_cards):
    """Deal everything; for each player's hand take the best option against all the dealer's hands."""
    deck = card_set(cards)
    players = deal_counts.possible_values(ranking, player_cards, deck)
    dealers = deal_counts.possible_values(ranking, dealer_cards, deck)
    matrix = arbitrary_gains(players, dealers)
    value = {hand: ranking.value(hand) for size in {player_cards, dealer_cards} for hand in combinations(cards, size)}
    found = np.zeros(matrix.shape, dtype=np.int64)
    for mine in combinations(cards, player_cards):
        p = players.index(value[mine])
        left = [card for card in cards if card not in mine]
        met = np.zeros(len(dealers), dtype=np.int64)
        for other in combinations(left, dealer_cards):
            met[dealers.index(value[other])] += 1
        totals = [int((met * matrix[o, p]).sum()) for o in range(len(matrix))]
        best = max(range(len(totals)), key=lambda o: (totals[o], o))
        found[best, p] += met
    return found


def counted(ranking, cards, player_cards, dealer_cards):
    """The same by classes, every value of the dealer's being a column."""
    deck = card_set(cards)
    players = deal_counts.possible_values(ranking, player_cards, deck)
    dealers = deal_counts.possible_values(ranking, dealer_cards, deck)
    gains = arbitrary_gains(players, dealers)
    column = np.tile(np.arange(len(dealers)), (len(players), 1))
    classes = deal_counts.count_classes(ranking, deck, player_cards, dealer_cards, column, len(dealers))
    option, found = np.zeros(len(classes.value), dtype=np.int8), np.zeros(gains.shape, dtype=np.int64)
    chain_sums.choose_best(0, len(option), classes.ways, classes.value, gains, option)
    chain_sums.count_endings(0, len(option), classes.ways, classes.weight, classes.value, option, found)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking", "suits", "player_cards", "dealer_cards"),
    [(RING, 2, 2, 3), (LINE, 2, 2, 3), (LINE, 3, 2, 2)],
    ids=["ring, 26 cards", "line, 26 cards", "line, 39 cards"],
)
def test_counting_over_one_chain_is_brute_force(ranking, suits, player_cards, dealer_cards):
    cards = [card for card in DECK if card.suit < suits]
    expected = brute_force(ranking, cards, player_cards, dealer_cards)
    assert np.array_equal(counted(ranking, cards, player_cards, dealer_cards), expected)


@pytest.mark.parametrize("ranking", [RING, LINE, SOLITAIRE], ids=["ring", "line", "solitaire"])
@pytest.mark.parametrize(
    ("ranks", "suits"), [("2345A", "cd"), ("89TJQ", "chs"), ("AK23", "cdhs")], ids=["10 cards", "15 cards", "16 cards"]
)
def test_counting_with_few_ranks_and_suits_is_brute_force(ranking, ranks, suits):
    """Cells of different sizes, or none at all; and for solitaire two chains that are not alike."""
    cards = [parse_card(rank.replace("T", "10") + suit) for rank in ranks for suit in suits]
    assert np.array_equal(counted(ranking, cards, 3, 4), brute_force(ranking, cards, 3, 4))


@pytest.mark.slow
def test_counting_over_two_chains_is_brute_force():
    assert np.array_equal(counted(SOLITAIRE, list(DECK), 2, 2), brute_force(SOLITAIRE, list(DECK), 2, 2))


def test_the_sweep_under_the_card_up_is_a_plain_deal_of_all_dealers_hands():
    """For some hands and cards up: every dealer's hand dealt out, and ranked by the ranking."""
    solved = solved_game("caribbean-stud")
    assert isinstance(solved, HandSolved)
    found = solved.counted
    for place in np.random.default_rng(3).integers(0, len(found.count.hands), 12):
        hand, value = found.count.hands[place], int(found.count.values[place])
        up = next(card for card in range(7, 52) if card not in hand)
        ways = dealer_showdowns(found, hand.tolist(), [up], value)
        assert ways.sum() == comb(46, 4)
        assert found.count.showdowns_at(int(place), up).tolist() == ways.tolist()


@pytest.mark.slow
def test_meeting_the_dealer_is_ranking_and_comparing_every_hand():
    mine, up = parse_cards("As Kd Qh 7c 2s"), parse_card("7d")
    value, floor = FIVE_CARD_POKER.value(mine), FIVE_CARD_POKER.floor("high card", "A", "K")
    left = [card for card in DECK if card not in (*mine, up)]
    expected = [0] * 6
    for rest in combinations(left, 4):
        dealer = FIVE_CARD_POKER.value((*rest, up))
        result = 0 if value > dealer else 1 if value == dealer else 2
        expected[2 * result + (dealer >= floor)] += 1
    found = count(find_game("caribbean-stud"))
    assert isinstance(found, HandCounted)
    assert found.floor == floor
    assert dealer_showdowns(found, [card.number for card in mine], [up.number], value).tolist() == expected


def test_streets_are_a_plain_recursion_over_the_cards_to_come():
    """From four known cards on: every river, the best of folding and betting, for every stake."""
    solved = solved_game("mississippi-stud")
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

    assert isinstance(solved, StreetSolved)
    found = solved.counted
    for text, stake in (("6h 7h 8h", 2), ("2c 9d Ks", 4), ("Jd Jh 3s", 4)):
        cards = parse_cards(text)
        position = found.count.locate(tuple(card.number for card in cards))
        path = next(path for path, staked in found.tree.staked_before(1).items() if staked == stake)
        assert int(solved.worth[1][path, position].max()) == worth(cards, stake)


MIDDLE = ("sixes", "sevens", "eights", "nines", "tens")
