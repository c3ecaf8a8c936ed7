"""What each option is worth with the cards a player sees: exact, by counting every way the rest can fall."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import perm
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from cardroom.cards import Card, card_set, require_distinct
from cardroom.errors import CardroomError
from cardroom.games.model import Deal, Decide, Expose, Game, HandOf, Kind, To
from cardroom.games.settlement import settle_value
from cardroom.hands import PokerRanking, RunRanking
from cardroom.lab import poker_counts, run_counts
from cardroom.lab.kernels import advice as kernels
from cardroom.lab.partial_hands import words_of_part
from cardroom.lab.payoffs import SHOWDOWNS, base_wagers, net_by_values, net_of, stakes_before_decision, whole
from cardroom.lab.poker_tables import poker_tables
from cardroom.lab.solving import StreetSolution, cards_dealt_to
from cardroom.table import TableSettings

Integers = npt.NDArray[Any]


class Option(msgspec.Struct, frozen=True):
    """One thing a player may do now."""

    multiple: int  # of the Ante, bet now; 0: fold
    at_stake: int  # Antes at stake once it is done
    expectation: Fraction  # of the whole hand, in Antes: what is staked already counts
    cost: Fraction  # what is given away by not doing the best


class Advice(msgspec.Struct, frozen=True):
    """The options of one decision. Where bets are worth the same, the bigger one is the best."""

    game: str
    wager: str  # the wager that is decided on
    hand: tuple[Card, ...]
    community: tuple[Card, ...]
    dealer_up: Card | None
    words: str  # what the cards show now
    staked: int  # Antes
    options: tuple[Option, ...]  # in rising order of the bet
    best: Option


def advise(
    settings: TableSettings,
    hand: Sequence[Card],
    community: Sequence[Card] = (),
    dealer_up: Card | None = None,
    staked: int | None = None,
) -> Advice:
    """Weigh the options of a player who sees these cards, with so many Antes staked so far.

    `staked` may be left out where only one amount is possible.
    """
    game = settings.rules
    decision = _decision(game, hand, community, dealer_up)
    stake = _checked_stake(game, decision, staked)
    if isinstance(game.ranking, RunRanking):
        words, worth = _against_run(settings, hand)
    elif game.has_dealer_hand:
        assert dealer_up is not None
        words, worth = _against_card_up(settings, hand, dealer_up)
    else:
        words, worth = _street(settings, (*hand, *community), stake)
    best = max(worth, key=lambda multiple: (worth[multiple], multiple))
    options = {
        multiple: Option(multiple, stake + multiple, value, worth[best] - value) for multiple, value in worth.items()
    }
    return Advice(
        game.id, decision.wager, tuple(hand), tuple(community), dealer_up, words, stake,
        tuple(options.values()), options[best],
    )  # fmt: skip


# --- what is asked ----------------------------------------------------------------------------------------------------


def _decision(game: Game, hand: Sequence[Card], community: Sequence[Card], dealer_up: Card | None) -> Decide:
    """The decision that a player with these cards stands before."""
    require_distinct((*hand, *community, *([dealer_up] if dealer_up else ())))
    size = cards_dealt_to(game, To.PLAYERS)
    if len(hand) != size:
        raise CardroomError("wrong-hand-size", f"A hand of {game.name} has {size} cards, not {len(hand)}.")
    shows_card = any(isinstance(stage, Deal) and stage.dealer_up for stage in game.stages)
    if shows_card and dealer_up is None:
        raise CardroomError("no-card-up", f"Say which card the dealer of {game.name} shows.")
    if dealer_up is not None and not shows_card:
        raise CardroomError("no-card-up", f"The dealer of {game.name} shows no card.")
    exposed = 0
    decisions: dict[int, Decide] = {}
    for stage in game.stages:
        if isinstance(stage, Expose):
            exposed += 1
        elif isinstance(stage, Decide):
            decisions[exposed] = stage
    if len(community) not in decisions:
        if not exposed:
            raise CardroomError("no-community", f"{game.name} has no community cards.")
        raise CardroomError(
            "too-many-cards",
            f"Decisions of {game.name} are made with {_listed(sorted(decisions))} community cards turned,"
            f" not {len(community)}.",
        )
    return decisions[len(community)]


def possible_stakes(game: Game, decision: Decide) -> range:
    """Antes that can be staked when a decision comes up."""
    earlier = game.decisions[: game.decisions.index(decision)]
    before = stakes_before_decision(game)
    return range(
        before + sum(min(stage.multiples) for stage in earlier),
        before + sum(max(stage.multiples) for stage in earlier) + 1,
    )


def _checked_stake(game: Game, decision: Decide, staked: int | None) -> int:
    possible = possible_stakes(game, decision)
    single = len(possible) == 1
    if staked is None and single:
        return possible[0]
    # "1 Ante" is also how a player of a game with an equal wager would put what lies before the decision
    if staked in possible or (single and staked == 1):
        return possible[0] if single else int(staked or 0)
    name = game.wager(decision.wager).name
    amounts = f"{possible[0]} to {possible[-1]}" if len(possible) > 1 else str(possible[0])
    if staked is None:
        raise CardroomError("no-stake", f"Say how many Antes are bet before {name}: {amounts}.")
    raise CardroomError("bad-stake", f"The bets before {name} come to {amounts} times the Ante, not {staked}.")


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"


# --- the three ways of counting ---------------------------------------------------------------------------------------


def _unit_stakes(game: Game, multiple: int) -> dict[str, int]:
    return {w.id: multiple if w.kind is Kind.DECISION else 1 for w in base_wagers(game)}


def _against_run(settings: TableSettings, hand: Sequence[Card]) -> tuple[str, dict[int, Fraction]]:
    """The dealer's hands by value from the cards left in each cell; then what each value pays."""
    game, decision = settings.rules, settings.rules.decisions[0]
    ranking = game.ranking
    assert isinstance(ranking, RunRanking)
    value = ranking.value(hand)
    hands = dealer_hands_by_value(ranking, hand, cards_dealt_to(game, To.DEALER))
    total = sum(hands.values())
    worth = {0: Fraction(-stakes_before_decision(game))}
    if decision.needs is None or value >= decision.needs:
        gained = {
            wager.id: sum(
                (count * net_by_values(game, settings, wager, value, dealer) for dealer, count in hands.items()),
                Fraction(),
            )
            for wager in base_wagers(game)
        }
        for multiple in decision.multiples:
            units = _unit_stakes(game, multiple)
            worth[multiple] = sum((gained[wager] * units[wager] for wager in units), Fraction()) / total
    return ranking.words(value), worth


def dealer_hands_by_value(ranking: RunRanking, hand: Sequence[Card], dealer_cards: int) -> dict[int, int]:
    """All hands that a dealer can hold beside this one, by value; values that cannot occur are left out."""
    bits = card_set(hand)
    held = np.array([[(cell & bits).bit_count() for cell in c.distinct_cells] for c in ranking.chains], dtype=np.int8)
    if len(ranking.chains) == 1:
        left = ranking.chains[0].distinct_cells[0].bit_count() - held[0]
        found = run_counts.dealer_distribution(ranking, left, dealer_cards)
    else:
        found = run_counts.dealer_distribution_of_two(ranking, held, dealer_cards)
    return {value: count for value, count in found.items() if count}


def _against_card_up(settings: TableSettings, hand: Sequence[Card], up: Card) -> tuple[str, dict[int, Fraction]]:
    """Every hand that the dealer can hold with that card up, by showdown."""
    game = settings.rules
    ranking = game.ranking
    assert isinstance(ranking, PokerRanking)
    value = ranking.value(hand)
    floor = game.dealer_qualifies_with or 0
    ways = poker_counts.meet_dealer(ranking, floor, [card.number for card in hand], up.number, value)
    gained: dict[str, Fraction] = {}
    for wager in base_wagers(game):
        assert wager.reads in (None, HandOf.PLAYER), "the showdown and the player's hand decide"
        table = settings.paytables.get(wager.id)
        gained[wager.id] = sum(
            (
                int(w) * net_of(settle_value(wager, table, s, value).outcome)
                for s, w in zip(SHOWDOWNS, ways, strict=True)
            ),
            Fraction(),
        )
    worth = {0: Fraction(-stakes_before_decision(game))}
    for multiple in game.decisions[0].multiples:
        units = _unit_stakes(game, multiple)
        worth[multiple] = sum((gained[wager] * units[wager] for wager in units), Fraction()) / int(ways.sum())
    return ranking.words(value), worth


def _street(settings: TableSettings, known: Sequence[Card], stake: int) -> tuple[str, dict[int, Fraction]]:
    """Every way the cards to come can fall, with the best bet on each later street."""
    solution = StreetSolution(settings.rules, settings)
    tables = poker_tables(solution.ranking)
    nets = whole(solution.net_of_step, solution.scale)[solution.step_of_value]
    rows = [decision.multiples for decision in settings.rules.decisions]
    multiples = np.array(rows, dtype=np.int64)
    cards = np.zeros(5, dtype=np.int64)
    cards[: len(known)] = [card.number for card in known]
    rivers = np.full((52, 52), kernels.NOT_KNOWN)
    worth = np.zeros(multiples.shape[1] + 1, dtype=np.int64)
    kernels.bets_worth(
        cards, len(known), stake, multiples, tables.mixed, tables.flush, nets, solution.scale, rivers, worth
    )  # fmt: skip
    ways = perm(52 - len(known), 5 - len(known)) * solution.scale
    options = (0, *rows[len(known) - 2])
    return words_of_part(known), {m: Fraction(int(w), ways) for m, w in zip(options, worth, strict=True)}
