"""The chips that a floor file names, for the house or for one table, each with its colour."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardroom.errors import CardroomError
from cardroom.house.floor.chips import COLOURS, Chip, Chips
from cardroom.house.floor.floor_file import FloorFile, Place
from cardroom.money import Money, parse_money, show_money


def read_chips(file: FloorFile, of: Mapping[str, Any], place: Place) -> Chips:
    """Those under `chips` of the document or of a table; none where nothing is said."""
    if "chips" not in of:
        return ()
    raw = of["chips"]
    if not isinstance(raw, dict) or not raw:
        how = 'Chips are named by what they are worth, with their colour, like "$5" = "red".'
        file.mistakes.append((_line_of(file, place), how))
        return ()
    found: dict[Money, Chip] = {}
    for name, colour in raw.items():
        try:
            chip = _chip(name, colour)
            _validate_apart(chip, found)
            found[chip.value] = chip
        except CardroomError as error:
            file.mistakes.append((_line_of(file, place, name), error.message))
    return tuple(sorted(found.values(), key=lambda chip: chip.value))


def _chip(name: str, colour: Any) -> Chip:
    value = parse_money(name)
    if not value:
        raise CardroomError("bad-chip", "A chip is worth something.")
    if colour not in COLOURS:
        raise CardroomError("bad-colour", f"“{colour}” is no colour of a chip; there are: {', '.join(COLOURS)}.")
    return Chip(value, colour)


def _validate_apart(chip: Chip, others: Mapping[Money, Chip]) -> None:
    """A chip is known by its colour from across the pit."""
    if chip.value in others:
        raise CardroomError("bad-chip", f"The {show_money(chip.value)} chip stands here twice.")
    for other in others.values():
        if other.colour == chip.colour:
            raise CardroomError(
                "bad-colour",
                f"The {show_money(chip.value)} chip is {chip.colour} like the {show_money(other.value)} chip: give"
                " each a colour of its own.",
            )


def _line_of(file: FloorFile, place: Place, name: str = "") -> int:
    """In a section of its own each chip has a line; written as { … } all stand on one."""
    first = file.line_of(place) if place else 1
    section = re.compile(r"\s*(\[\s*(table\s*\.\s*)?chips\s*\]|chips\s*=)")
    start = next(
        (number for number in range(first, len(file.lines) + 1) if section.match(file.lines[number - 1])), first
    )
    chip = re.compile(rf"""(^|[\s{{,"']){re.escape(name)}["']?\s*=""")
    for number in range(start, len(file.lines) + 1) if name else ():
        if chip.search(file.lines[number - 1]):
            return number
    return start


def warn_of_chips(file: FloorFile, place: Place, chips: Chips, smallest_bet: Money) -> None:
    """Bets that nobody can make with these chips."""
    if chips and smallest_bet % chips[0].value:
        file.warn(
            place,
            f"The smallest chip here is {show_money(chips[0].value)}, and bets are made in steps of"
            f" {show_money(smallest_bet)}: coins would lie on the layout.",
        )
