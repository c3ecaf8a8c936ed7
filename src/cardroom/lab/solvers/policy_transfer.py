"""A way of playing one game, carried over to the same game under other rules."""

from __future__ import annotations

import numpy as np

from cardroom.games.model import Check, Fold, Game, MakeBet, Surrender, TakeBack
from cardroom.games.options import GameOption
from cardroom.lab.solvers.game_shape import visible_at
from cardroom.lab.solvers.protocol import Integers, not_counted

# From giving the hand up to staking the most; an option that is not there is carried over to the nearest that is.
BOLDNESS = {Fold: -3, Surrender: -2, TakeBack: -1, Check: 0}


def require_same_cards(one: Game, other: Game) -> None:
    """Refuse games whose players do not see the same cards at the same decisions."""
    if _seen(one) != _seen(other):
        raise not_counted(
            f"Players of {other.name} do not see the same cards at their decisions as those of {one.name}."
        )


def _seen(game: Game) -> tuple[object, ...]:
    seen = [visible_at(game, decision) for decision in game.decisions]
    return game.deck.ranks, game.deck.suits, game.ranking.fingerprint(), seen


def option_numbers(one: Game, other: Game) -> list[Integers]:
    """For each decision: by the number of an option in one game, that of the same or the nearest in the other."""
    return [
        np.array([_nearest(option, there.options) for option in here.options], dtype=np.int8)
        for here, there in zip(one.decisions, other.decisions, strict=True)
    ]


def _nearest(option: GameOption, among: tuple[GameOption, ...]) -> int:
    apart = [(option.name != known.name, abs(_boldness(option) - _boldness(known))) for known in among]
    return apart.index(min(apart))


def _boldness(option: GameOption) -> int:
    return option.multiple if isinstance(option, MakeBet) else BOLDNESS[type(option)]
