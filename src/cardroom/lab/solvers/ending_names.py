"""What endings are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardroom.games.model import SEAT, Compare, Game, Hand, Result
from cardroom.games.options import GameOption

_RESULTS = {Result.WIN: "player ahead", Result.COPY: "copy", Result.LOSS: "dealer ahead"}


def showdown_words(facts: Mapping[str, Any], detail: str = "") -> str:
    """How the hands compare, and whether the dealer's counted at all."""
    words = f"{_RESULTS[facts['result']]}{detail}"
    return words if facts.get("dealer_qualifies", True) else f"dealer does not qualify, {words}"


def compared_words(game: Game, facts: Mapping[str, Any]) -> str:
    """Who was ahead in each comparison of hands that was asked for, in turn."""
    said = [
        _ahead(game, fact, facts[name])
        for name, fact in game.facts.items()
        if isinstance(fact, Compare) and name in facts
    ]
    return ", then ".join(said) or "played out"


def _ahead(game: Game, compared: Compare, result: Result) -> str:
    if result is Result.COPY:
        return _RESULTS[result]
    name = compared.first if result is Result.WIN else compared.second
    hand = game.hands[name]
    holders = hand.of if isinstance(hand, Hand) else (name,)
    return f"{' and '.join('player' if holder == SEAT else holder for holder in holders)} ahead"


def given_up_words(game: Game, decision: int, option: GameOption) -> str:
    """A fold, and where there are several decisions at which."""
    if len(game.decisions) == 1:
        return option.name
    stage = game.decisions[decision]
    return f"{option.name} at {game.wager(stage.wager).name if stage.wager and not stage.called else stage.id}"
