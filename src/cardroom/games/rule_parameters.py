"""A game file is a function of the rules that may be set: `def casino_war(decks: Literal[1, 2, 6, 8] = 6) -> Game`.

Each parameter names its possible values in a `Literal`, in order; the default is as the sheet prints it. A game under
other rules has them in its id, `casino-war?decks=8`, so it can stand wherever a game's id can; it counts as not approved.
A small deck for testing is one such rule that every game has: `?deck=9TJQKA/cd`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from cardroom.cards import RANKS, SUITS
from cardroom.errors import CardroomError
from cardroom.games.fingerprint import fingerprint
from cardroom.games.model import Deck, Game, Sheet

NOT_AS_APPROVED = "rules changed, not in the approved sheet"
CHANGED = "changed since approval"
DECK = "deck"

Factory = TypeVar("Factory", bound=Callable[..., Game])


class Setting(msgspec.Struct, frozen=True):
    """A rule that may be set: its values in order, and the one that the sheet prints."""

    name: str
    values: tuple[Any, ...]
    default: Any

    def read(self, text: str) -> Any:
        for value in self.values:
            if str(value).lower() == text.strip().lower():
                return value
        known = ", ".join(map(str, self.values))
        raise CardroomError("bad-rule", f"“{self.name}” can be: {known}; not “{text}”.")


def game(factory: Factory) -> Factory:
    """Marks the function of a game file that makes its game."""
    factory.is_game = True  # type: ignore[attr-defined]
    return factory


def is_game(found: object) -> bool:
    return callable(found) and getattr(found, "is_game", False) is True


@cache
def settings_of(factory: Callable[..., Game]) -> tuple[Setting, ...]:
    """What may be set in a game file."""
    kinds = get_type_hints(factory)
    found = []
    for name, parameter in inspect.signature(factory).parameters.items():
        if get_origin(kinds.get(name)) is not Literal or parameter.default not in get_args(kinds[name]):
            raise CardroomError(
                "bad-rule", f"{factory.__name__}: “{name}” needs a Literal of its values and a default."
            )
        found.append(Setting(name, get_args(kinds[name]), parameter.default))
    return tuple(found)


def with_rules(factory: Callable[..., Game], chosen: Mapping[str, str]) -> Game:
    """The game under these rules, given as text."""
    known = {setting.name: setting for setting in settings_of(factory)}
    for name in chosen:
        if name not in known and name != DECK:
            raise CardroomError("unknown-rule", f"“{name}” cannot be set; what can: {', '.join((*known, DECK))}.")
    values = {name: known[name].read(text) for name, text in chosen.items() if name != DECK}
    changed = {name: value for name, value in values.items() if value != known[name].default}
    made = _reviewed(factory(**changed), factory() if changed else None)
    deck = read_deck(chosen[DECK], made.deck.packs) if DECK in chosen else made.deck
    if not changed and deck == made.deck:
        return made
    variant = dict(changed) | ({DECK: chosen[DECK]} if deck != made.deck else {})
    how = ", ".join(f"{name} {value}" for name, value in variant.items())
    return msgspec.structs.replace(
        made,
        id=f"{made.id}?{'&'.join(f'{name}={value}' for name, value in sorted(variant.items()))}",
        name=f"{made.name} ({how})",
        sheet=msgspec.structs.replace(made.sheet, approval=_under_other_rules(made.sheet), is_approved=False),
        deck=deck,
        variant=variant,
    )


def _reviewed(game: Game, as_printed: Game | None) -> Game:
    """With a sheet that is approved if the file is the one that was reviewed, as it prints the game."""
    sheet, printed = game.sheet, as_printed or game
    if not game.reviewed and not sheet.is_approved:
        return game
    is_approved = _is_as_reviewed(printed)
    approval = sheet.approval if is_approved else f"{CHANGED} ({sheet.approval})"
    return msgspec.structs.replace(
        game, sheet=msgspec.structs.replace(sheet, is_approved=is_approved, approval=approval)
    )


def _is_as_reviewed(game: Game) -> bool:
    try:
        return fingerprint(game) == game.reviewed
    except Exception:  # noqa: BLE001 - whatever a file's own functions raise; the check of the file tells it
        return False


def _under_other_rules(sheet: Sheet) -> str:
    return NOT_AS_APPROVED if sheet.is_approved else f"rules changed; {sheet.approval}"


def read_deck(text: str, packs: int = 1) -> Deck:
    """A deck from its ranks and suits.

    >>> len(read_deck("9TJQKA/cd").cards)
    12
    """
    ranks, _, suits = text.partition("/")
    named = tuple("10" if rank == "T" else rank for rank in ranks.upper())
    if (
        not named
        or set(named) - set(RANKS)
        or set(suits) - set(SUITS)
        or len({*named, *suits}) != len(named + tuple(suits))
    ):
        raise CardroomError("bad-deck", f"“{text}” is no deck: write ranks and suits, like 9TJQKA/cd.")
    return Deck(
        tuple(rank for rank in RANKS if rank in named), tuple(suit for suit in SUITS if suit in (suits or SUITS)), packs
    )
