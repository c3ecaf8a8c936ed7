"""Cardroom: approved casino table games, played to the letter, with their mathematics and their money."""

__version__ = "0.2.0"
