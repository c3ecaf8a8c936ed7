"""`python -m cardroom.lab.package_figures`: count every game anew and write the figures that come with the package."""

from __future__ import annotations

from cardroom.games import find_game, games
from cardroom.games.catalogue import external_origin
from cardroom.lab.analysis.game_analysis import analyze
from cardroom.lab.exposure import prices_of
from cardroom.lab.figure_cache import write_packaged, write_packaged_facts
from cardroom.lab.solvers import is_counted
from cardroom.lab.solvers.joint_hands.best_hand_at_table import best_hand_counts
from cardroom.lab.strategy.playbook import playbook
from cardroom.table import table_settings


def packaged_games() -> list[str]:
    """Games of the package that can be counted."""
    return [game.id for game in games().values() if not external_origin(game.id) and is_counted(game)]


def write_deck_facts() -> None:
    """What is true of decks, first: games are counted with it."""
    write_packaged_facts(
        {facts: found for game in packaged_games() for facts, found in best_hand_counts(find_game(game))}
    )


if __name__ == "__main__":
    write_deck_facts()
    for game in packaged_games():
        settings = table_settings(game)
        found = analyze(settings, use_cache=False), playbook(settings, use_cache=False)
        write_packaged(settings, *found, prices_of(settings, use_cache=False))
