"""What each option is worth with the cards a player sees: exact, by counting every way the rest can fall.

>>> from cardroom.cards import parse_cards
>>> from cardroom.games import games
>>> from cardroom.table import table_settings
>>> game = next(game for game in games().values() if game.cards_of("seat") == 2)
>>> advice = advise(table_settings(game.id), parse_cards("6s 6d"))
>>> advice.words, advice.best.expectation > 0
('pair of sixes', True)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from cardroom.cards import Card, require_distinct
from cardroom.errors import CardroomError
from cardroom.games.model import Bet, Decide, Game, TakeBack
from cardroom.lab.counting import solve
from cardroom.lab.counting.payoffs import is_given_up, opening_stakes, stakes_after
from cardroom.lab.counting.protocol import Seen
from cardroom.lab.counting.shapes import visible_at
from cardroom.lab.words import decision_words
from cardroom.table import TableSettings


class Option(msgspec.Struct, frozen=True):
    """One thing a player may do now."""

    name: str
    at_stake: int  # units of the base wager, once it is done
    expectation: Fraction  # of the whole hand, in units of the base wager: what is staked already counts
    cost: Fraction  # what is given away by not doing the best


class Advice(msgspec.Struct, frozen=True):
    """The options of one decision, in the game's order. Where they are worth the same, the last one is the best."""

    game: str
    decision: str
    hand: tuple[Card, ...]
    community: tuple[Card, ...]
    dealer_up: Card | None
    words: str  # what the cards show now
    staked: int  # units of the base wager
    options: tuple[Option, ...]
    best: Option


def advise(
    settings: TableSettings,
    hand: Sequence[Card],
    community: Sequence[Card] = (),
    dealer_up: Card | None = None,
    staked: int | None = None,
) -> Advice:
    """Weigh the options of a player who sees these cards, with so many units of the base wager staked so far.

    `staked` may be left out where only one amount is possible.
    """
    game = settings.rules
    shown = () if dealer_up is None else (dealer_up,)
    number = _decision(game, hand, community, shown)
    decision = game.decisions[number]
    stake = _checked_stake(game, decision, staked)
    weighed = solve(settings).weigh(Seen(number, tuple(hand), tuple(community), shown, stake))
    names = list(weighed.worth)
    best = max(names, key=lambda name: (weighed.worth[name], names.index(name)))
    options = {
        name: Option(name, _at_stake(decision, name, stake), worth, weighed.worth[best] - worth)
        for name, worth in weighed.worth.items()
    }
    return Advice(
        game.id, decision.id, tuple(hand), tuple(community), dealer_up, weighed.words, stake,
        tuple(options.values()), options[best],
    )  # fmt: skip


def _at_stake(decision: Decide, name: str, staked: int) -> int:
    match decision.option(name):
        case Bet(multiple=multiple):
            return staked + multiple
        case TakeBack():
            return staked - 1
    return staked


# --- what is asked ----------------------------------------------------------------------------------------------------


def _decision(game: Game, hand: Sequence[Card], community: Sequence[Card], up: Sequence[Card]) -> int:
    """The number of the decision that a player with these cards stands before."""
    require_distinct((*hand, *community, *up))
    for card in (*hand, *community, *up):
        if card not in game.deck.cards:
            raise CardroomError("not-in-the-deck", f"{card} is not in the deck of {game.name}.")
    if not game.decisions:
        raise CardroomError("no-decision", f"Players of {game.name} decide nothing.")
    seen = [visible_at(game, decision) for decision in game.decisions]
    own = {cards for cards, _, _ in seen}
    if len(hand) not in own:
        raise CardroomError("wrong-hand-size", f"A hand of {game.name} has {_listed(own)} cards, not {len(hand)}.")
    shows = {cards for _, _, cards in seen}
    if up and shows == {0}:
        raise CardroomError("no-card-up", f"The dealer of {game.name} shows no card.")
    if len(up) not in shows:
        raise CardroomError("no-card-up", f"Say which card the dealer of {game.name} shows.")
    turned = {cards for _, cards, _ in seen}
    if len(community) not in turned:
        if turned == {0}:
            raise CardroomError("no-community", f"{game.name} has no community cards.")
        raise CardroomError(
            "too-many-cards",
            f"Decisions of {game.name} are made with {_listed(turned)} community cards turned, not {len(community)}.",
        )
    cards = len(hand), len(community), len(up)
    if cards not in seen:
        raise CardroomError("no-decision", f"No decision of {game.name} comes up with these cards.")
    return seen.index(cards)


def possible_stakes(game: Game, decision: Decide) -> list[int]:
    """Units of the base wager that can be staked when a decision comes up."""
    standing = [opening_stakes(game)]
    for earlier in game.decisions[: game.decisions.index(decision)]:
        standing = [stakes_after(stakes, o) for stakes in standing for o in earlier.options if not is_given_up(o)]
    return sorted({sum(stakes.values()) for stakes in standing})


def _checked_stake(game: Game, decision: Decide, staked: int | None) -> int:
    possible = possible_stakes(game, decision)
    single = len(possible) == 1
    # "1" is also how a player of a game with an equal wager would put what lies before the decision
    if single and staked in (None, 1, possible[0]):
        return possible[0]
    if staked is not None and staked in possible:
        return staked
    name, base = decision_words(game, decision), game.base_wager.name
    is_range = possible == list(range(possible[0], possible[-1] + 1)) and not single
    amounts = f"{possible[0]} to {possible[-1]}" if is_range else _listed(possible)
    if staked is None:
        raise CardroomError("no-stake", f"Say how many {base}s are bet before {name}: {amounts}.")
    raise CardroomError("bad-stake", f"The bets before {name} come to {amounts} times the {base}, not {staked}.")


def _listed(numbers: Sequence[int] | set[int]) -> str:
    *first, last = map(str, sorted(numbers))
    return f"{', '.join(first)} or {last}" if first else last
