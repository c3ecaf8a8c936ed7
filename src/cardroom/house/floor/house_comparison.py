"""A floor file held against the house that would start on it, with its lines."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.house.floor.floor_file import FloorFile, Place
from cardroom.house.floor.plan import Floor
from cardroom.jackpots import LinkState
from cardroom.jackpots.setup.floor_comparison import Difference


class Against(msgspec.Struct, frozen=True):
    """As "file:line: sentence": why the house would not start, and what it would do otherwise than the file says."""

    refusals: list[str]
    explanations: list[str]


def compared_with_house(file: FloorFile, floor: Floor, running: Mapping[str, LinkState]) -> Against:
    """What the jackpots in operation make of a floor that has been read from a file."""
    refusals: list[tuple[int, str]] = []
    explanations: list[tuple[int, str]] = []
    for difference in floor.differences(running):
        told = refusals if difference.is_refused else explanations
        told.append((file.line_of(_place(file, difference)), difference.text))
    return Against(file.told(refusals), file.told(explanations))


def _place(file: FloorFile, difference: Difference) -> Place:
    links = file.document.get("link", [])
    numbers = [number for number, link in enumerate(links) if link.get("id") == difference.link]
    if difference.key in ("executive_from", "executive_at_keypads"):
        return ("approvals", difference.key)
    if not numbers:
        return ()
    place: Place = ("link", numbers[0])
    if difference.level:
        levels = [level.get("name") for level in links[numbers[0]].get("level", [])]
        place = (*place, "level", levels.index(difference.level))
    return (*place, difference.key)
