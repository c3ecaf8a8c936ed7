"""The approved games: what each one is, in a file of its own that reads like its rule sheet."""

from cardroom.games.catalogue import GAMES, find_game, find_paytable, locate_paytable

__all__ = ["GAMES", "find_game", "find_paytable", "locate_paytable"]
