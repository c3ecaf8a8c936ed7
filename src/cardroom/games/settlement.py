"""From cards to outcomes, for every game alike: read the hand a wager is on, find its pay, ask its `settle`."""

from __future__ import annotations

from collections.abc import Mapping

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
    """What becomes of a wager that has not been lost by folding, from the cards."""
    value = None if wager.reads is None else read(game, wager, cards)
    return settle_value(wager, paytables.get(wager.id), showdown(game, cards), value, cards.hands_dealt)


def settle_value(
    wager: Wager, table: PayTable | None, showdown: Showdown, value: int | None, hands_dealt: int = 0
) -> Settled:
    """The same, from the value of the hand that the wager is read on."""
    if wager.scale is None or table is None or value is None:
        return Settled(wager.settle(showdown, None), None, "")
    step = wager.scale.step(value)
    line = table.line(wager.scale, step)
    pay = table.pay(wager.scale, step, hands_dealt)
    words = wager.scale.ranking.words(value) if wager.scale.ranking else margin_words(value)
    return Settled(wager.settle(showdown, pay), line if pay else None, words)


def showdown(game: Game, cards: Layout) -> Showdown:
    if not game.has_dealer_hand:
        return Showdown(Result.WIN)
    return showdown_of_values(game, game.ranking.value(cards.player), game.ranking.value(cards.dealer))


def showdown_of_values(game: Game, player: int, dealer: int) -> Showdown:
    return Showdown(compare(player, dealer), game.qualifies(dealer))


def read(game: Game, wager: Wager, cards: Layout) -> int:
    """The value of the hand that a wager's pay table is read on."""
    ranking = (wager.scale.ranking if wager.scale else None) or game.ranking
    match wager.reads:
        case HandOf.COMMUNITY:
            return ranking.value(cards.community)
        case HandOf.PLAYER_AND_COMMUNITY:
            return ranking.value(cards.player + cards.community)
        case HandOf.BEST_AT_TABLE:
            return max(ranking.value(hand) for hand in cards.all_hands)
        case HandOf.PLAYER:
            return ranking.value(cards.player)
        case _:
            return read_values(game, wager, ranking.value(cards.player), ranking.value(cards.dealer))


def read_values(game: Game, wager: Wager, player: int, dealer: int) -> int:
    """The value that a wager is read on, from those of the player's and the dealer's hand."""
    match wager.reads:
        case HandOf.PLAYER:
            return player
        case HandOf.LOWER:
            return min(player, dealer)
        case HandOf.MARGIN:
            ranking = game.ranking
            assert isinstance(ranking, RunRanking), "only runs have a length to compare"
            return ranking.length(player) - ranking.length(dealer)
    raise AssertionError(f"{wager.id} is not read on the player's and the dealer's hand")


def margin_words(cards: int) -> str:
    if cards < 0:
        return f"loses by {-cards}"
    return f"wins by {cards}" if cards else "same length"
