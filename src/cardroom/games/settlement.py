"""From cards to outcomes, for every game alike: read the hand a wager is on, find its pay, ask its `settle`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from cardroom.cards import Card
from cardroom.games.model import Game, HandOf, Outcome, Result, Showdown, Wager, compare
from cardroom.games.paytable import Line, PayTable
from cardroom.hands import RunRanking


class Layout(msgspec.Struct, frozen=True):
    """The cards on the table, as one seat's wagers see them."""

    player: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    all_hands: tuple[tuple[Card, ...], ...] = ()  # every live hand of the round, the dealer's included
    hands_dealt: int = 0  # counted when the deal was out


class Settled(msgspec.Struct, frozen=True):
    outcome: Outcome
    line: Line | None  # the pay table's line, where one is reached
    hand: str  # the hand that the pay table was read on, in words


def settle(game: Game, wager: Wager, paytables: Mapping[str, PayTable], cards: Layout) -> Settled:
    """What becomes of a wager that has not been lost by folding."""
    outcome_of = showdown(game, cards)
    if wager.scale is None or wager.reads is None:
        return Settled(wager.settle(outcome_of, None), None, "")
    value = read(game, wager, cards)
    table = paytables[wager.id]
    step = wager.scale.step(value)
    line = table.line(wager.scale, step)
    pay = table.pay(wager.scale, step, cards.hands_dealt)
    words = wager.scale.ranking.words(value) if wager.scale.ranking else margin_words(value)
    return Settled(wager.settle(outcome_of, pay), line if pay else None, words)


def showdown(game: Game, cards: Layout) -> Showdown:
    if not game.has_dealer_hand:
        return Showdown(Result.WIN)
    dealer_value = game.ranking.value(cards.dealer)
    return Showdown(compare(game.ranking.value(cards.player), dealer_value), game.qualifies(dealer_value))


def read(game: Game, wager: Wager, cards: Layout) -> int:
    """The value of the hand that a wager's pay table is read on."""
    assert wager.scale is not None
    if wager.reads is HandOf.MARGIN:
        return margin(game, cards.player, cards.dealer)
    ranking = wager.scale.ranking
    assert ranking is not None
    match wager.reads:
        case HandOf.PLAYER:
            return ranking.value(cards.player)
        case HandOf.LOWER:
            return min(ranking.value(cards.player), ranking.value(cards.dealer))
        case HandOf.COMMUNITY:
            return ranking.value(cards.community)
        case HandOf.PLAYER_AND_COMMUNITY:
            return ranking.value(cards.player + cards.community)
        case HandOf.BEST_AT_TABLE:
            return max(ranking.value(hand) for hand in cards.all_hands)
    raise AssertionError(f"{wager.id} is read on nothing")


def margin(game: Game, player: Sequence[Card], dealer: Sequence[Card]) -> int:
    """By how many cards the player's run is longer than the dealer's."""
    ranking = game.ranking
    assert isinstance(ranking, RunRanking), "only runs have a length to compare"
    return ranking.length(ranking.value(player)) - ranking.length(ranking.value(dealer))


def margin_words(cards: int) -> str:
    if cards < 0:
        return f"loses by {-cards}"
    return f"wins by {cards}" if cards else "same length"
