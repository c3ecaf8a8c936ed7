"""What a jackpot is called, everywhere: on signs, at its tables, on the spot of its wager and in results."""

from __future__ import annotations

import re

from cardroom.jackpots.setup.config import LinkConfig


def readable_id(name: str) -> str:
    """An id as people read it.

    >>> readable_id("bad-beat")
    'Bad Beat'
    """
    return re.sub(r"(^| )([a-z])", lambda found: found.group().upper(), re.sub(r"[-_]+", " ", name))


def jackpot_name(link: str) -> str:
    return readable_id(link)


def level_title(config: LinkConfig, level: str) -> str:
    """A jackpot of one level has no other name; of several, each is told apart by its own."""
    name = jackpot_name(config.id)
    return name if len(config.levels) == 1 else f"{name} {level}"
