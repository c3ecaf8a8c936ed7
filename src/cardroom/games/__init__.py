"""The games: what each one is, in a file of its own that reads like its rule sheet."""

from cardroom.games.catalogue import find_game, find_paytable, games, locate_paytable

__all__ = ["find_game", "find_paytable", "games", "locate_paytable"]
