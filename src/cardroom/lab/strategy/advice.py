"""What each option is worth with the cards a player sees: exact, by counting every way the rest can fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from cardroom.cards import Card, require_distinct
from cardroom.errors import CardroomError
from cardroom.games.model import COMMUNITY, DEALER, SEAT, Decide, Game, Kind
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.game_shape import visible_at
from cardroom.lab.solvers.payoffs import is_given_up, opening_stakes, stakes_after
from cardroom.lab.strategy.option_words import decision_words
from cardroom.table import TableSettings
from cardroom.table.information_set import Sight


class Option(msgspec.Struct, frozen=True):
    """One thing a player may do now."""

    name: str
    at_stake: int  # units of the base wager, once it is done
    expectation: Fraction  # of the whole hand, in units of the base wager: what is staked already counts
    cost: Fraction  # what is given away by not doing the best


class Advice(msgspec.Struct, frozen=True):
    """The options of one decision, in the game's order. Where they are worth the same, the last one is the best."""

    seen: Sight
    words: str  # what the cards show now
    options: tuple[Option, ...]
    best: Option

    @property
    def decision(self) -> Decide:
        return self.seen.settings.rules.decision(self.seen.decision)

    @property
    def staked(self) -> int:
        """Units of the base wager."""
        return sum(self.seen.staked.values())


def advise(seen: Sight) -> Advice:
    """Weigh the options of a player at a decision."""
    weighed = solve(seen.settings).weigh_options(seen)
    decision, stakes = seen.settings.rules.decision(seen.decision), dict(seen.staked)
    names = list(weighed.worth)
    best = max(names, key=lambda name: (weighed.worth[name], names.index(name)))
    options = {
        name: Option(
            name, sum(stakes_after(stakes, decision.option(name)).values()), worth, weighed.worth[best] - worth
        )
        for name, worth in weighed.worth.items()
    }  # fmt: skip
    return Advice(seen, weighed.words, tuple(options.values()), options[best])


# --- what is asked ----------------------------------------------------------------------------------------------------


def sight(
    settings: TableSettings,
    hand: Sequence[Card],
    community: Sequence[Card] = (),
    dealer_up: Card | None = None,
    staked: int | None = None,
) -> Sight:
    """A player who sees these cards, with so many units of the base wager staked so far.

    `staked` may be left out where only one amount is possible.
    """
    game = settings.rules
    shown = () if dealer_up is None else (dealer_up,)
    decision = game.decisions[_decision(game, hand, community, shown)]
    cards = {SEAT: tuple(hand), COMMUNITY: tuple(community), DEALER: shown}
    return Sight(
        settings,
        decision.id,
        {holder: held for holder, held in cards.items() if held},
        _checked_stakes(game, decision, staked),
    )


def _decision(game: Game, hand: Sequence[Card], community: Sequence[Card], up: Sequence[Card]) -> int:
    """The number of the decision that a player with these cards stands before."""
    _require_in_the_deck(game, (*hand, *community, *up))
    if not game.decisions:
        raise CardroomError("no-decision", f"Players of {game.name} decide nothing.")
    seen = [visible_at(game, decision) for decision in game.decisions]
    own = {cards for cards, _, _ in seen}
    if len(hand) not in own:
        raise CardroomError(
            "wrong-hand-size", f"A hand of {game.name} has {_listed(own)} card{'s' * (own != {1})}, not {len(hand)}."
        )
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


def _require_in_the_deck(game: Game, cards: Sequence[Card]) -> None:
    if game.deck.packs == 1:
        require_distinct(cards)
    for card, number in Counter(cards).items():
        held = game.deck.cards.count(card)
        if not held:
            raise CardroomError("not-in-the-deck", f"{card} is not in the deck of {game.name}.")
        if number > held:
            raise CardroomError(
                "duplicate-card", f"{card} stands {number} times; the shoe of {game.name} holds {held}."
            )


def possible_stakes(game: Game, decision: Decide) -> list[int]:
    """Units of the base wager that can be staked when a decision comes up."""
    return sorted({sum(stakes.values()) for stakes in _standing(game, decision)})


def _standing(game: Game, decision: Decide) -> list[dict[str, int]]:
    """What can lie on the wagers of the game when a decision comes up."""
    standing = [opening_stakes(game)]
    for earlier in game.decisions[: game.decisions.index(decision)]:
        standing = [later for stakes in standing for later in _stakes_after(game, earlier, stakes)]
    return [stakes for stakes in standing if not _is_made(game, decision, stakes)]


def _stakes_after(game: Game, decision: Decide, stakes: dict[str, int]) -> list[dict[str, int]]:
    """What can lie there once a decision is behind a player, if it came up at all."""
    if _is_made(game, decision, stakes):
        return [stakes]
    return [stakes_after(stakes, option) for option in decision.options if not is_given_up(option)]


def _is_made(game: Game, decision: Decide, stakes: Mapping[str, int]) -> bool:
    """Whether the wager that a decision is about was made before, so that it does not come up."""
    return decision.wager in stakes and game.wager(decision.wager).kind is Kind.DECISION


def _checked_stakes(game: Game, decision: Decide, staked: int | None) -> dict[str, int]:
    possible = possible_stakes(game, decision)
    single = len(possible) == 1
    # "1" is also how a player of a game with an equal wager would put what lies before the decision
    if single and staked in (None, 1):
        staked = possible[0]
    if staked in possible:
        return next(stakes for stakes in _standing(game, decision) if sum(stakes.values()) == staked)
    name, base = decision_words(game, decision), game.base_wager.name
    is_range = not single and possible == list(range(possible[0], possible[-1] + 1))
    amounts = f"{possible[0]} to {possible[-1]}" if is_range else _listed(possible)
    if staked is None:
        raise CardroomError("no-stake", f"Say how many {base}s are bet before {name}: {amounts}.")
    raise CardroomError("bad-stake", f"The bets before {name} come to {amounts} times the {base}, not {staked}.")


def _listed(numbers: Sequence[int] | set[int]) -> str:
    *first, last = map(str, sorted(numbers))
    return f"{', '.join(first)} or {last}" if first else last
