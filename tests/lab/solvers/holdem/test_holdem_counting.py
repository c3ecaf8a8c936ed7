"""The counter of hold'em: plain Python on small decks, direct counts on the full one, published figures."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from cardroom.cards import RANKS, SUITS, parse_cards
from cardroom.errors import CardroomError
from cardroom.hands import FIVE_CARD_POKER, THREE_CARD_POKER
from cardroom.lab.solvers.hand_values import evaluate
from cardroom.lab.solvers.holdem.backward_induction import Priced, price
from cardroom.lab.solvers.holdem.board_counts import Holdem, count
from cardroom.lab.solvers.holdem.boards import Cards, flops_of
from cardroom.lab.solvers.holdem.choices import Choices, Streets
from cardroom.lab.solvers.holdem.option_worth import choice, flop_table_place, showdowns, worth, worth_after_flop
from cardroom.lab.solvers.holdem.policy_endings import endings_of, reach_of_last
from cardroom.lab.solvers.holdem.positions import hands_after

from .plain_holdem import PlainHoldem, last_of_the_best

FULL = Cards(tuple(range(13)), (0, 1, 2, 3))
PAIR = FIVE_CARD_POKER.floor("pair")


def deck(ranks: str, suits: str) -> Cards:
    names = [rank.replace("10", "T") for rank in RANKS]
    return Cards(tuple(names.index(rank) for rank in ranks), tuple(SUITS.index(suit) for suit in suits))


def numbers(text: str) -> list[int]:
    return [card.number for card in parse_cards(text)]


def steps_from(*floors: int) -> np.ndarray:
    return np.searchsorted(sorted(floors), np.arange(FIVE_CARD_POKER.number_of_values), side="right")


# --- small decks, card by card ----------------------------------------------------------------------------------------

STREETS = Streets((3, 4), (2,), (0, 1))
SMALL = [
    pytest.param(deck("9TJQKA", "cd"), FIVE_CARD_POKER.floor("straight"), STREETS, marks=pytest.mark.soak),
    pytest.param(deck("2345A", "dhs"), FIVE_CARD_POKER.floor("pair", "5"), STREETS, marks=pytest.mark.soak),
    pytest.param(deck("2QK", "cdhs"), FIVE_CARD_POKER.floor("two pair", "K"), STREETS, marks=pytest.mark.soak),
    (deck("23456789TJQKA", "h"), FIVE_CARD_POKER.floor("flush"), STREETS),
    (deck("9TJQKA", "hs"), 0, Streets((), (2, 3), (1, 0, 4))),
    (deck("9TJQKA", "hs"), 0, Streets((0, 1, 2, 3), (4, 3), (0, 1))),
]


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "floor", "streets"), SMALL)
def test_a_small_deck_comes_out_as_played_card_by_card(cards, floor, streets):
    chance = np.random.default_rng(len(cards.suits))
    step_of = steps_from(*(FIVE_CARD_POKER.floor(name) for name in ("two pair", "straight", "flush", "full house")))
    gains = chance.integers(-9, 10, size=(5, 5, 6))
    gains[0] = -3  # a fold
    gains[4] = gains[3]  # a tie wherever both are offered
    solved = price(count(Holdem(cards, FIVE_CARD_POKER, floor, step_of)), gains, streets)
    in_deck = [13 * suit + rank for suit in cards.suits for rank in cards.ranks]
    plain = PlainHoldem(
        in_deck, FIVE_CARD_POKER, floor, step_of.tolist(), gains.tolist(), streets.before, streets.after, streets.last
    )
    assert solved.gain == plain.play()
    endings = endings_of(solved.counted, streets, solved.choices)
    found = {(streets.paths[path], step, showdown): times for (path, step, showdown), times in np.ndenumerate(endings)}
    assert {ending: times for ending, times in found.items() if times} == plain.endings
    for own, options in plain.before_worth.items():
        deals = comb(len(in_deck) - 2, 3) * comb(len(in_deck) - 5, 2) * comb(len(in_deck) - 7, 2)
        assert worth(solved, own, ()) == [Fraction(option, deals) for option in options]
        assert choice(solved, own, ()) == last_of_the_best(options)
    for (own, flop), options in plain.after_worth.items():
        deals = comb(len(in_deck) - 5, 2) * comb(len(in_deck) - 7, 2)
        assert worth(solved, own, flop) == [Fraction(option, deals) for option in options]
        place = flop_table_place(solved.counted, *([cards.renamed(card) for card in held] for held in (own, flop)))
        assert solved.choices.after[place] == last_of_the_best(options)
    for (own, board), (options, _) in list(plain.last_worth.items())[::50]:
        seen = [[card for card in in_deck if cards >> card & 1] for cards in (own, board)]
        assert worth(solved, *seen) == [Fraction(option, comb(len(in_deck) - 7, 2)) for option in options]


# --- the full deck ----------------------------------------------------------------------------------------------------

# The base game as commonly published: the Blind pays a straight or better, the dealer plays the Ante with a pair.
BLIND = {"straight": 1, "flush": Fraction(3, 2), "full house": 3, "four of a kind": 10, "straight flush": 50}
UNIT = 2  # in which half an Ante is whole
FLOORS = [FIVE_CARD_POKER.floor(hand) for hand in ("three of a kind", *BLIND, "royal flush")]
ODDS = [0, 0, *BLIND.values(), 500]  # by step
TRIPS = [-1, 3, 4, 7, 9, 30, 40, 50]  # by step, in the richest table


def ultimate_gains() -> np.ndarray:
    gains = np.zeros((5, len(ODDS), 6), dtype=np.int64)
    gains[0] = -2 * UNIT
    for multiple in range(1, 5):
        for qualifies in (0, 1):
            for step, odds in enumerate(ODDS):
                gains[multiple, step, qualifies] = UNIT * (multiple + qualifies + odds)
            gains[multiple, :, 4 + qualifies] = -UNIT * (multiple + qualifies + 1)
    return gains


@cache
def ultimate() -> Priced:
    told: list[float] = []
    counted = count(Holdem(FULL, FIVE_CARD_POKER, PAIR, steps_from(*FLOORS)))
    solved = price(counted, ultimate_gains(), STREETS, told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)
    return solved


@cache
def ultimate_endings() -> np.ndarray:
    return endings_of(ultimate().counted, STREETS, ultimate().choices)


def test_positions_are_as_many_as_known():
    flops, held = flops_of(FULL), hands_after(FULL)
    assert len(flops.cards) == 1755
    assert (held.sum(axis=(1, 2)) * flops.weights).sum() == comb(52, 3) * comb(49, 2)


def test_ultimate_texas_holdem_costs_what_is_published():
    """About 2.18% of the Ante (https://www.mypokercoaching.com/what-is-the-house-edge-in-ultimate-texas-holdem/) and
    0.53% of all bets (there, and https://www.beatingbonuses.com/ultimateholdem.htm); 2.185% and 0.526% elsewhere.
    """
    solved = ultimate()
    assert solved.total == comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
    edge = Fraction(-solved.gain, solved.total * UNIT)
    rounds = dict(zip(STREETS.paths, ultimate_endings().sum(axis=(1, 2)).tolist(), strict=True))
    bet = sum((2 + way) * times for (_, way), times in rounds.items())
    assert round(float(edge), 5) == 0.02185
    assert round(float(edge * solved.total / bet), 5) == 0.00526
    assert rounds[0, 3] == 0  # three times is never better than four


def test_endings_tell_how_often_a_hand_is_held():
    """Best five of seven, of 133,784,560: https://en.wikipedia.org/wiki/Poker_probability."""
    held = ultimate_endings().sum(axis=(0, 2))
    known = [23_294_460 + 58_627_800 + 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]
    assert [Fraction(times, ultimate().total) for times in held.tolist()] == [Fraction(x, comb(52, 7)) for x in known]
    trips = sum(Fraction(times * odds, comb(52, 7)) for times, odds in zip(known, TRIPS, strict=True))
    assert round(float(-trips), 4) == 0.009  # 0.90%


def random_deals(number: int, cards: int) -> list[list[int]]:
    chance = np.random.default_rng(20)
    return [chance.permutation(52)[:cards].tolist() for _ in range(number)]


def suited_flops() -> list[list[int]]:
    """Flops and hands in which flushes matter."""
    texts = ["Ah 2h Kh 7h 3h", "Ah 2d Kh 7h 3h", "As 5s 2s 3s 9d", "7c 7d 7h 8h 9h", "As Ad Ah Ac Ks", "8d 2d Ac Kc Qc"]
    return [numbers(text) for text in texts]


@pytest.mark.slow
def test_options_after_the_flop_are_the_sum_of_all_that_can_follow():
    solved, gains = ultimate(), ultimate_gains()
    for own, flop in ((deal[:2], deal[2:]) for deal in random_deals(12, 5) + suited_flops()):
        waiting, betting = 0, 0
        for more in combinations([card for card in range(52) if card not in own + flop], 2):
            ways, step = showdowns(solved.counted, own, [*flop, *more])
            waiting += max(int(gains[way, step] @ ways) for way in STREETS.last)
            betting += int(gains[2, step] @ ways)
        deals = comb(47, 2) * comb(45, 2)
        dealt_out = [Fraction(waiting, deals), Fraction(betting, deals)]
        assert worth(solved, own, flop) == dealt_out
        assert worth_after_flop(solved.counted, gains, STREETS, own, flop) == dealt_out


def test_a_hand_meets_the_dealer_as_plain_python_says():
    plain = {}
    for deal in random_deals(2, 7):
        own, board = deal[:2], deal[2:]
        ways = [0] * 6
        others = [card for card in range(52) if card not in deal]
        hands = np.array([[*board, *pair] for pair in [own, *combinations(others, 2)]])
        player, *dealers = evaluate(hands, FIVE_CARD_POKER).tolist()
        for dealer in dealers:
            ways[2 * (0 if player > dealer else 1 if player == dealer else 2) + (dealer >= PAIR)] += 1
        plain[tuple(deal)] = ways, int(steps_from(*FLOORS)[player])
    for deal, (ways, step) in plain.items():
        found, found_step = showdowns(ultimate().counted, deal[:2], deal[2:])
        assert (found.tolist(), found_step) == (ways, step)


def test_any_other_choices_can_be_played():
    solved = ultimate()
    best = solved.choices
    always_four = Choices(np.full(169, 2, dtype=np.uint8), best.after, best.last)
    endings = endings_of(solved.counted, STREETS, always_four)
    assert endings[1].sum() == solved.total
    assert (endings[1] * solved.gains[4]).sum() == solved.before[2].sum()
    never_before = Choices(np.zeros(169, dtype=np.uint8), best.after, best.last)
    endings = endings_of(solved.counted, STREETS, never_before)
    gains = solved.gains[[way for _, way in STREETS.paths]]
    assert (endings * gains).sum() == solved.before[0].sum()
    reached = reach_of_last(solved.counted, STREETS, never_before)
    assert reached.sum() * comb(45, 2) == endings[STREETS.first_last :].sum()


# --- what does not fit ------------------------------------------------------------------------------------------------


def test_what_does_not_fit_is_refused():
    tiny = deck("9TJQKA", "cd")
    steps = steps_from(PAIR)
    with pytest.raises(CardroomError, match="needs 9 cards"):
        deck("9TJQ", "cd")
    for ranks, suits in (((3, 2, 1, 0), (0, 1, 2)), ((0, 1, 2, 13), (0, 1, 2)), (range(13), (1, 1))):
        with pytest.raises(CardroomError, match="ascending"):
            Cards(tuple(ranks), suits)
    with pytest.raises(CardroomError, match="hands of 5 cards"):
        Holdem(tiny, THREE_CARD_POKER, 0, steps)
    with pytest.raises(CardroomError, match="has a step"):
        Holdem(tiny, FIVE_CARD_POKER, 0, np.arange(FIVE_CARD_POKER.number_of_values))
    with pytest.raises(CardroomError, match="has a step"):
        Holdem(tiny, FIVE_CARD_POKER, 0, steps[:-1])
    counted = count(Holdem(tiny, FIVE_CARD_POKER, 0, steps))
    gains = np.ones((2, 2, 6), dtype=np.int64)
    with pytest.raises(CardroomError, match="whole numbers"):
        price(counted, gains / 2, Streets((), (), (0,)))
    with pytest.raises(CardroomError, match="whole numbers"):
        price(counted, gains[:, :1], Streets((), (), (0,)))
    with pytest.raises(CardroomError, match="no way to settle"):
        price(counted, gains, Streets((), (), ()))
    with pytest.raises(CardroomError, match="no way to settle"):
        price(counted, gains, Streets((2,), (), (0,)))
    for shift in (28, 50):
        with pytest.raises(CardroomError, match="too large"):
            price(counted, gains << shift, Streets((), (), (0,)))
    solved = price(counted, gains, Streets((), (), (0, 1)))
    for own, board in (("Ac Kc", "2c 9c Tc"), ("Ac Kc", "Ac 9c Tc"), ("Ac", ""), ("Ac Kc", "9c")):
        with pytest.raises(CardroomError):
            worth(solved, numbers(own), numbers(board))
