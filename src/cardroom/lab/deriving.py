"""From the exact solution to a short list of rules: thresholds first, then the exceptions worth a rule of their own."""

from __future__ import annotations

from collections.abc import Callable
from math import perm
from typing import Any

import numpy as np
import numpy.typing as npt

from cardroom.hands import PokerRanking
from cardroom.lab import poker_counts
from cardroom.lab.conditions import card_up, runs, streets
from cardroom.lab.kernels.poker import CHOOSE
from cardroom.lab.rule_search import Limits, RuleSearch, When
from cardroom.lab.solving import RunSolution, Solved, StreetSolution, UpCardSolution

Integers = npt.NDArray[Any]
Rules = list[tuple[When, int]]  # conditions and option, in order

# A rule must save this part of an Ante a hand to be worth remembering.
WORTH_A_RULE = 2e-5
# Stretches of values shorter than this in worth are not told apart.
WORTH_A_THRESHOLD = 1e-6


def derive_rules(solved: Solved) -> list[Rules]:
    """For every decision of the game its rules, the last of which always fits."""
    match solved:
        case RunSolution():
            return [_run_rules(solved)]
        case UpCardSolution():
            return [_card_up_rules(solved)]
        case StreetSolution():
            return _street_rules(solved)
    raise AssertionError(f"{solved} is no solution")


# --- thresholds -------------------------------------------------------------------------------------------------------


def thresholds(gain: Integers) -> list[tuple[int, int]]:
    """(first value, option) of the stretches, lowest first, from [value, option] gains; a row of 0 where no hand is."""
    best = gain.argmax(axis=1)
    is_held = np.ptp(gain, axis=1) > 0
    stretches: list[tuple[int, int]] = []
    for value in np.flatnonzero(is_held):
        if not stretches or stretches[-1][1] != best[value]:
            stretches.append((int(value), int(best[value])))
    place = 1
    while place < len(stretches):  # a stretch that hardly pays joins the one below it
        begin, option = stretches[place]
        end = stretches[place + 1][0] if place + 1 < len(stretches) else len(gain)
        loss = (gain[begin:end, option] - gain[begin:end, stretches[place - 1][1]]).sum()
        if loss < WORTH_A_THRESHOLD:
            stretches = _joined(stretches[:place] + stretches[place + 1 :])
            place = 1
        else:
            place += 1
    return stretches


def _joined(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [item for place, item in enumerate(stretches) if place == 0 or stretches[place - 1][1] != item[1]]


def _threshold_rules(stretches: list[tuple[int, int]], text: Callable[[int], str]) -> Rules:
    rules: Rules = [({"at_least": text(begin)}, option) for begin, option in reversed(stretches[1:])]
    return [*rules, ({}, stretches[0][1])]


def _by_threshold(values: Integers, stretches: list[tuple[int, int]]) -> Integers:
    begins, options = np.array(stretches).T
    return np.asarray(options[np.maximum(np.searchsorted(begins, values, side="right") - 1, 0)])


# --- runs -------------------------------------------------------------------------------------------------------------


def _run_rules(solved: RunSolution) -> Rules:
    deals = solved.deals
    unit = float(solved.total) * solved.scale
    gain = deals.class_gain * (deals.class_weight / unit)[:, None]
    by_value = np.zeros((len(deals.player_values), gain.shape[1]))
    np.add.at(by_value, deals.class_value, gain)
    stretches = thresholds(by_value)

    def text(place: int) -> str:
        return solved.ranking.words(deals.player_values[place])

    start = _by_threshold(np.arange(len(by_value)), stretches)
    best = np.bincount(deals.class_value, gain.max(axis=1), minlength=len(by_value))
    residual = best - by_value[np.arange(len(by_value)), start]
    hands = runs.RunHands.of(solved)
    rules: Rules = []
    for place in np.argsort(-residual):
        if residual[place] < WORTH_A_RULE:
            break
        inside = np.flatnonzero(deals.class_value == place)
        kinds, which = np.unique(hands.by_rank[inside], axis=0, return_inverse=True)
        kind_gain = np.stack([np.bincount(which.ravel(), gain[inside, o]) for o in range(gain.shape[1])], axis=1)
        like = runs.RunHands(solved.ranking, np.full(len(kinds), deals.player_values[place]), kinds)
        found = runs.candidates(like, text(place), int(kinds[0].sum()))
        option = np.full(len(kinds), start[place])
        rules += RuleSearch(kind_gain, found, option, Limits(2, WORTH_A_RULE)).find()
    return rules + _threshold_rules(stretches, text)


# --- poker against a card up ------------------------------------------------------------------------------------------


def _card_up_rules(solved: UpCardSolution) -> Rules:
    """Thresholds, and between the hands where the card up begins and ceases to matter, rules of their own."""
    ranking = solved.ranking
    positions = card_up.Positions.of(solved)
    gain = gain_by_position(solved)
    stretches = thresholds(gain.sum(axis=1))
    options = _by_threshold(np.arange(len(gain)), stretches)
    missed = gain.max(axis=2) - np.take_along_axis(gain, options[:, None, None], axis=2)[:, :, 0]
    is_open = np.flatnonzero(missed.sum(axis=1) > WORTH_A_THRESHOLD / 10)

    def text(value: int) -> str:
        return card_up.hand_text(value, ranking)

    if not len(is_open):
        return _threshold_rules(stretches, text)
    low, high = int(is_open[0]), _next_category(ranking, int(is_open[-1]))
    inside = np.flatnonzero((positions.value >= low) & (positions.value < high))
    flat = gain.reshape(-1, gain.shape[2])[inside]
    nothing = np.zeros(len(inside), dtype=np.int64)
    search = RuleSearch(flat, card_up.candidates(positions.take(inside)), nothing, Limits(6, WORTH_A_RULE / 4))
    above = [({"at_least": text(high)}, int(options[high]))] if high < len(gain) else []
    beyond = [(begin, option) for begin, option in stretches if begin > high]
    below: Rules = [({"below": text(low)}, int(options[low - 1]))] if low else []
    rules: Rules = [({"at_least": text(begin)}, option) for begin, option in reversed(beyond)]
    return [*rules, *above, *below, *search.find(), ({}, 0)]


def _next_category(ranking: PokerRanking, value: int) -> int:
    """Where the category after a hand's begins; "a pair or better" is easier to remember than a hand of high cards."""
    floors = (ranking.floor(category) for category in ranking.categories)
    return next((floor for floor in floors if floor > value), ranking.number_of_values)


def gain_by_position(solved: UpCardSolution) -> Integers:
    """[value, rank of the card up, option], in Antes a hand."""
    deals = solved.deals
    unit = float(solved.total) * solved.scale
    gain = np.zeros((solved.ranking.number_of_values, 13, deals.gain.shape[2]))
    for up in range(52):
        np.add.at(gain[:, up % 13], deals.values, deals.gain[:, up] * (deals.weights / unit)[:, None])
    return gain


# --- street by street -------------------------------------------------------------------------------------------------


def _street_rules(solved: StreetSolution) -> list[Rules]:
    """Street after street, each weighed by how often the rules before lead there."""
    deals = solved.deals
    reach = np.zeros((len(poker_counts.known_cards(2)), deals.largest_stake + 1))
    reach[:, 1] = 1
    found: list[Rules] = []
    for street in range(3):
        rules, bets = _rules_of_street(solved, street, reach)
        found.append(rules)
        if street < 2:
            reach = reach_next(reach, bets, street + 3)
    return found


def _rules_of_street(solved: StreetSolution, street: int, reach: Integers) -> tuple[Rules, Integers]:
    deals, known = solved.deals, street + 2
    options = (0, *solved.game.decisions[street].multiples)
    cards = streets.Cards.of(solved, poker_counts.known_cards(known))
    stakes = np.flatnonzero(reach.any(axis=0))
    per_position = perm(52 - known, 5 - known)
    kinds, which = cards.kinds()
    gain = np.zeros((len(kinds.features), len(stakes), len(options)))
    for s, stake in enumerate(stakes):
        for o, bet in enumerate(options):
            worth = deals.raising[street][:, stake + bet] if bet else np.full(len(reach), -stake * per_position)
            gain[:, s, o] = np.bincount(which, reach[:, stake] * (worth / solved.total))
    flat = gain.reshape(-1, len(options))
    search = RuleSearch(
        flat,
        streets.candidates(kinds, stakes),
        np.zeros(len(flat), dtype=np.int64),
        Limits(9, WORTH_A_RULE),
        narrow=True,
    )
    rules: Rules = [*search.find(), ({}, 0)]
    all_stakes = np.arange(reach.shape[1])
    bets = np.zeros(reach.shape, dtype=np.int8)
    for when, option in reversed(rules):
        bets[cards.fits(when, all_stakes)] = options[option]
    return rules, bets


def reach_next(reach: Integers, bets: Integers, known: int) -> Integers:
    """How many orders of the cards lead to each larger set and stake, from those to the smaller sets and their bets."""
    moved = np.zeros_like(reach)
    for bet in range(1, int(bets.max()) + 1):
        moved[:, bet:] += np.where(bets == bet, reach, 0)[:, : reach.shape[1] - bet]
    cards = poker_counts.known_cards(known)
    following = np.zeros((len(cards), reach.shape[1]), dtype=reach.dtype)
    for last in range(known):
        rest = np.delete(cards, last, axis=1)
        following += moved[CHOOSE[rest, np.arange(1, known)].sum(axis=1)]
    return following
