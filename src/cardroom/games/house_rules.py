"""The rules that a house may set, in words: what each is about, how it is set, and how else it could be.

Names that several games share have their words here. What a value comes to is read off the game under that value; a
rule of an operator's own game is called as its file calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cardroom.games.catalogue import find_game, settable
from cardroom.games.model import Game
from cardroom.games.rule_parameters import Setting

AFTER_FOLD = "_after_fold"  # how the rule of a wager is named that a fold may leave live
ANY_HAND = "any hand"


class HouseRule(msgspec.Struct, frozen=True):
    """A rule that may be set, as a player reads it."""

    about: str
    now: str
    others: tuple[str, ...]


def house_rules(game: Game) -> tuple[HouseRule, ...]:
    return tuple(_in_words(game, setting) for setting in settable(game))


def _in_words(game: Game, setting: Setting) -> HouseRule:
    now = game.variant.get(setting.name, setting.default)
    others = tuple(_value(game, setting, value) for value in setting.values if value != now)
    return HouseRule(_about(game, setting.name), _value(game, setting, now), others)


def _about(game: Game, name: str) -> str:
    if name in _ABOUT:
        return _ABOUT[name]
    wagers = (wager.name for wager in game.wagers if name == wager.id + AFTER_FOLD)
    return f"{wager} after a fold" if (wager := next(wagers, "")) else name.replace("_", " ").capitalize()


def _value(game: Game, setting: Setting, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _VALUES.get(setting.name, _as_it_is)(game, setting, value)


def _with(game: Game, setting: Setting, value: Any) -> Game:
    """The game under another value of one rule, and the sheet's other ones."""
    name = game.id.partition("?")[0]
    return find_game(name if value == setting.default else f"{name}?{setting.name}={value}")


def _qualifying(game: Game, setting: Setting, value: Any) -> str:
    under = _with(game, setting, value)
    return ANY_HAND if under.qualifier is None else under.ranking_of("dealer").least(under.qualifier)


def _staying(game: Game, setting: Setting, value: Any) -> str:
    under = _with(game, setting, value)
    needs = [getattr(option, "needs", None) for decision in under.decisions for option in decision.options]
    return next((under.ranking.least(least) for least in needs if least is not None), ANY_HAND)


def _times(game: Game, _: Setting, value: Any) -> str:
    return f"{'as much as' if value == 1 else f'{value} times'} the {game.base_wager.name}"


def _tied(_: Game, __: Setting, value: Any) -> str:
    return {"win": "wins", "push": "pushes", "lose": "loses"}.get(value, str(value))


def _percent(_: Game, __: Setting, value: Any) -> str:
    return f"{value}%" if value else "none"


def _as_it_is(_: Game, __: Setting, value: Any) -> str:
    return str(value)


_ABOUT = {
    "qualify": "The dealer qualifies with",
    "copies": "A tie with the dealer",
    "multiple": "The bet to stay in",
    "most": "The largest bet to stay in",
    "first_raise": "The first raise",
    "second_raise": "The second raise",
    "must_fold_below": "A player may stay in with",
    "dealer_cards": "Cards for the dealer",
    "decks": "Decks of cards",
    "second_tie_bonus": "A bonus for a second tie",
}
_VALUES: dict[str, Callable[[Game, Setting, Any], str]] = {
    "qualify": _qualifying,
    "copies": _tied,
    "multiple": _times,
    "most": _times,
    "first_raise": _times,
    "second_raise": _times,
    "must_fold_below": _staying,
    "commission": _percent,
}
