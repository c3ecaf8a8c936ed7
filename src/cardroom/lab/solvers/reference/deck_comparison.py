"""A game's figures held against the reference on several small decks, and what could not be held against it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from cardroom.errors import CardroomError
from cardroom.games.model import Game
from cardroom.lab.solvers import solve
from cardroom.lab.solvers.reference.deck_search import on_deck
from cardroom.lab.solvers.reference.reference_solution import play_out
from cardroom.lab.solvers.reference.settlement_coverage import Ways
from cardroom.lab.solvers.reference.solver_comparison import check_against_reference
from cardroom.table import table_settings


@dataclass
class Compared:
    held: list[str] = field(default_factory=list)  # decks on which all that is counted is as it is played
    differ: list[str] = field(default_factory=list)  # in sentences
    untold: list[str] = field(default_factory=list)  # what is not compared, and why


def compare_on(game: Game, decks: Iterable[str]) -> Compared:
    """What is refused on one deck may be counted on another, so all are tried."""
    found, everything = Compared(), Ways(table_settings(game.id)).all
    missing, refused = set(everything), defaultdict[str, list[str]](list)
    for deck in decks:
        settings = table_settings(on_deck(game, deck))
        ways = Ways(settings)
        try:
            held = check_against_reference(solve(settings), play_out(settings, watch=ways.watch))
        except CardroomError as error:
            if error.code == "figures-differ":
                found.differ.append(f"On the deck {deck}: {error.message}")
            else:
                refused[error.message].append(deck)
            continue
        found.held.append(deck)
        for why in held.refused.values():
            refused[why].append(deck)
        missing -= {way for way in ways.reached if way.wager not in held.refused}
    found.untold += [f"on {', '.join(decks)}: {why}" for why, decks in refused.items()]
    if not (found.held or found.differ or found.untold):
        found.untold.append("No deck is so small that all its rounds could be played.")
    elif found.held and missing:
        found.untold.append(f"{len(missing)} of {len(everything)} settlements and lines come up on no small deck.")
    return found
