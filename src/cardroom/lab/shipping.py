"""`python -m cardroom.lab.shipping`: count every game of the package anew and write the figures that come with it."""

from __future__ import annotations

from cardroom.games import find_game, games
from cardroom.games.catalogue import source_of
from cardroom.lab.analysis import analyze
from cardroom.lab.counting import is_counted
from cardroom.lab.counting.together.best_hand import counted_anew
from cardroom.lab.exposure import prices_of
from cardroom.lab.keeping import ship, ship_by_facts
from cardroom.lab.playbook import playbook
from cardroom.table import table_settings


def shippable() -> list[str]:
    """Games of the package that can be counted."""
    return [game.id for game in games().values() if not source_of(game.id) and is_counted(game)]


def ship_decks() -> None:
    """What is true of decks, first: games are counted with it."""
    ship_by_facts({facts: found for game in shippable() for facts, found in counted_anew(find_game(game))})


if __name__ == "__main__":
    ship_decks()
    for game in shippable():
        settings = table_settings(game)
        found = analyze(settings, use_cache=False), playbook(settings, use_cache=False)
        ship(settings, *found, prices_of(settings, use_cache=False))
