"""Many poker hands at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from cardroom.cards import DECK, parse_cards
from cardroom.errors import CardroomError
from cardroom.games import games
from cardroom.hands import PokerRanking

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST = 5  # cards that a hand counts by, unless a ranking says otherwise


Cards = str | Iterable[str | int]  # of one hand


def evaluate(
    hands: str | Iterable[Cards] | npt.NDArray[Any], ranking: str | PokerRanking | None = None
) -> npt.NDArray[np.int16]:
    """What hands of three to seven cards are worth: a higher value beats a lower one, equal ones tie.

    A hand is a text, a list of cards, or a row of card numbers: 13 times the suit (clubs, diamonds, hearts, spades) and
    the rank, from 0 for a two to 12 for an ace. The best five cards count, of three or four cards all, or what a
    ranking says.

    >>> evaluate([["Ah", "Kh", "Qh"]]) == evaluate(["Ah Kh Qh"])
    array([ True])
    >>> values = evaluate(["As Ks Qs Js 10s 2d 2c", "2s 2d 2h 2c Ah Kd Qs"])
    >>> [ranking(5).words(value) for value in values.tolist()]
    ['royal flush', 'four of a kind, twos']
    """
    import numpy as np

    from cardroom.lab.solvers import hand_values

    if isinstance(hands, np.ndarray) and hands.dtype.kind in "iu":
        numbers = hands
    else:
        numbers = np.array(_numbers(hands.tolist() if isinstance(hands, np.ndarray) else hands), dtype=np.uint8)
    if numbers.ndim != 2 or not 3 <= numbers.shape[1] <= hand_values.MOST_CARDS:
        raise CardroomError("wrong-hands", f"Hands are rows of 3 to {hand_values.MOST_CARDS} cards each.")
    return hand_values.evaluate(numbers, _ranking(ranking, numbers.shape[1]))


def _numbers(hands: object) -> list[list[int]]:
    if not isinstance(hands, Iterable) or isinstance(hands, bytes | Mapping):
        raise CardroomError("wrong-hands", f"Hands are texts, lists of cards or rows of card numbers; not {hands!r}.")
    found = [_hand(hand, row) for row, hand in enumerate([hands] if isinstance(hands, str) else hands)]
    for row, hand in enumerate(found):
        if len(hand) != len(found[0]):
            raise CardroomError("wrong-hands", f"Hand {row} has {len(hand)} cards and hand 0 has {len(found[0])}.")
    return found


def _hand(hand: object, row: int) -> list[int]:
    """The numbers of a hand's cards."""
    if isinstance(hand, str):
        return [card.number for card in parse_cards(hand)]
    cards = list(hand) if isinstance(hand, Iterable) and not isinstance(hand, bytes | Mapping) else [hand]
    if all(isinstance(card, str) for card in cards):
        return [card.number for card in parse_cards(" ".join(map(str, cards)))]
    numbers = [card for card in cards if isinstance(card, int) and not isinstance(card, bool) and 0 <= card < len(DECK)]
    if len(numbers) == len(cards):
        return numbers
    wrong = "a text, a list of cards, or card numbers from 0 to 51"
    raise CardroomError("wrong-hands", f"Hand {row} is no hand: it is {wrong}, not {hand!r}.")


def ranking(name: str | int) -> PokerRanking:
    """An order of poker hands by its name, or by how many cards a hand has; it puts values into words.

    >>> ranking(3).words(int(evaluate(["Ah Kh Qh"])[0]))
    'mini royal'
    """
    for known in _rankings():
        if name in {known.name, known.size}:
            return known
    names = ", ".join(known.name for known in _rankings())
    raise CardroomError("unknown-ranking", f"There is no poker ranking “{name}”; there are: {names}.")


def _ranking(given: str | PokerRanking | None, cards: int) -> PokerRanking:
    if isinstance(given, PokerRanking):
        return msgspec.structs.replace(given, out_of=0) if given.out_of else given
    return ranking(min(cards, MOST) if given is None else given)


@cache
def _rankings() -> tuple[PokerRanking, ...]:
    """Those of the games, each as it is for hands of its own size."""
    found = {}
    for game in games().values():
        for known in game.rankings:
            if isinstance(known, PokerRanking):
                name = known.name.partition(",")[0]
                found[name] = msgspec.structs.replace(known, name=name, out_of=0)
    return tuple(sorted(found.values(), key=lambda known: known.size))
