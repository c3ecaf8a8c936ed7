"""Game protection: what a player gains who sees cards that should be hidden.

Deals are drawn at random. For each, the expectation of every option given all that is seen is computed exactly, and the
best is compared with what ordinary best play would do with the same cards. That difference is never negative and small,
so a few thousand deals give a close estimate; without anything seen it is zero.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np

from cardroom.errors import CardroomError
from cardroom.games.model import DEALER, SEAT, Game
from cardroom.lab.results import Struct
from cardroom.lab.simulation.estimates import Estimate
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.game_shape import visible_at
from cardroom.lab.solvers.packet_draws import cards_of_first_rounds
from cardroom.lab.solvers.protocol import Integers, Solved
from cardroom.number_format import percent
from cardroom.table import TableSettings


class Protection(Struct, frozen=True, kw_only=True):
    """What seeing cards is worth, per unit of the base wager."""

    game: str
    seen_hands: int
    seen_dealer_cards: int
    deals: int
    ordinary_ev: Fraction  # exact
    gain: Estimate

    @property
    def ev(self) -> Estimate:
        """With the information, used perfectly."""
        return Estimate(value=float(self.ordinary_ev) + self.gain.value, standard_error=self.gain.standard_error)


def protection(
    settings: TableSettings,
    *,
    seen_hands: int = 0,
    seen_dealer_cards: int = 0,
    deals: int | None = None,
    seed: int = 1,
    solved: Solved | None = None,
) -> Protection:
    """What a player gains by seeing so many other players' hands, and so many of the dealer's hidden cards."""
    solved = solved or solve(settings)
    _verify(solved.game, seen_hands, seen_dealer_cards)
    cards = _own_cards(solved.game) * (1 + seen_hands)
    known = seen_dealer_cards + _cards_up(solved.game)
    number = deals or solved.peek_sample_size(cards + known, known)
    informed, ordinary = solved.peek_gains(_deal(solved.game, seen_hands, known, number, seed), cards)
    gains = informed - ordinary
    error = float(gains.std()) / sqrt(max(number - 1, 1))
    return Protection(
        game=solved.game.id,
        seen_hands=seen_hands,
        seen_dealer_cards=seen_dealer_cards,
        deals=number,
        ordinary_ev=solved.expectation(),
        gain=Estimate(value=float(gains.mean()), standard_error=error),
    )


def _verify(game: Game, seen_hands: int, seen_dealer_cards: int) -> None:
    if not game.decisions or SEAT not in game.holders:
        raise CardroomError("nothing-to-see", f"{game.name}: a player has no use for cards that should be hidden.")
    if seen_dealer_cards and not game.has_dealer_hand:
        raise CardroomError("no-dealer-hand", f"{game.name} has no dealer's hand: there is no dealer's card to see.")
    if not 0 <= seen_hands < game.seats:
        raise CardroomError(
            "bad-seen-hands", f"A table of {game.name} has 0 to {game.seats - 1} other players, not {seen_hands}."
        )
    hidden = game.cards_of(DEALER) - _cards_up(game)
    if not 0 <= seen_dealer_cards <= hidden:
        raise CardroomError(
            "bad-seen-cards", f"The dealer of {game.name} holds 0 to {hidden} hidden cards, not {seen_dealer_cards}."
        )


def _own_cards(game: Game) -> int:
    """Cards that a player holds when the first decision comes up, and others as many."""
    return visible_at(game, game.decisions[0])[0]


def _cards_up(game: Game) -> int:
    """Cards of the dealer's that every player sees."""
    return visible_at(game, game.decisions[0])[2]


def _deal(game: Game, hands: int, known: int, deals: int, seed: int) -> Integers:
    """The player's cards, the other hands that are seen, then the dealer's cards that are known; as card numbers."""
    packets = [_own_cards(game)] * (1 + hands) + ([known] if known else [])
    numbers = np.array([card.number for card in game.deck.cards], dtype=np.int64)
    return cards_of_first_rounds(numbers, packets, deals, seed, 0)


# --- for the report ---------------------------------------------------------------------------------------------------


def protection_report(
    settings: TableSettings, seen_hands: int | None, seen_dealer_cards: int | None
) -> list[dict[str, object]]:
    """What is asked for, each as a document with its own sentence under "text"; only that where it is not counted."""
    solved = solve(settings)
    found = []
    if seen_hands is not None:
        found.append(_reported(solved, settings, seen_hands, 0))
    if seen_dealer_cards is not None:
        found.append(_reported(solved, settings, 0, seen_dealer_cards))
    return found


def _reported(solved: Solved, settings: TableSettings, hands: int, cards: int) -> dict[str, object]:
    seen: dict[str, object] = {"seen_hands": hands, "seen_dealer_cards": cards}
    try:
        peek = protection(settings, seen_hands=hands, seen_dealer_cards=cards, solved=solved)
    except CardroomError as error:
        if error.code != "not-counted":
            raise
        return seen | {"text": error.message}
    return seen | {
        "deals": peek.deals,
        "gain": peek.gain.value,
        "standard_error": peek.gain.standard_error,
        "ev": peek.ev.value,
        "ordinary_ev": f"{peek.ordinary_ev.numerator}/{peek.ordinary_ev.denominator}",
        "text": protection_words(peek, solved),
    }


def protection_words(peek: Protection, solved: Solved) -> str:
    seen = (
        f"{peek.seen_dealer_cards} hidden card{'s' * (peek.seen_dealer_cards != 1)} of the dealer"
        if peek.seen_dealer_cards
        else f"{peek.seen_hands} other hand{'s' * (peek.seen_hands != 1)}"
    )
    base = solved.game.base_wager.name
    return (
        f"A player who sees {seen} and uses it perfectly gains {percent(peek.gain.value, 3)} of the {base}"
        f" (± {percent(peek.gain.standard_error, 3)}, {peek.deals:,} simulated deals): the expectation goes from"
        f" {_signed(peek.ordinary_ev)} to {_signed(peek.ev.value)}."
    )


def _signed(share: Fraction | float) -> str:
    return f"{'+' if share > 0 else ''}{percent(share, 3)}"
