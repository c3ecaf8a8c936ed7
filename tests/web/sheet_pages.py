"""The progressive pages of the rule sheets, typed from them: their rules by number, and cards that win."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])

KEYPAD, TOUCH = "keypad", "touch"
REAL, DEALT = "real cards", "dealt"
NOTHING = ""


class Hand(NamedTuple):
    """A line of the pay table, and cards that make it for a seat."""

    line: str
    cards: str
    percent: int = 0  # of the meter
    pays: int = 0  # for 1, where it is no percentage
    envy: int = 0  # dollars

    @property
    def name(self) -> str:
        """As it is printed."""
        return self.line.replace("_", " ")


class Page(NamedTuple):
    sheet: str
    console: str
    link: str
    game: str
    wager: str
    level: str  # of the first hand
    numbers: dict[str, int]  # of what a rule is about
    full: Hand  # 100%
    second: Hand  # another award off a meter, with cards that can lie beside the first
    fixed: Hand
    fillers: tuple[str, ...]  # hands that win nothing
    dealer: str = ""
    board: str = ""

    @property
    def title(self) -> str:
        return f"{self.sheet}, {self.console}"

    @property
    def is_keypad(self) -> bool:
        return self.console == KEYPAD

    @property
    def rules(self) -> set[str]:
        """Every rule that the page prints, with its letters."""
        lettered = {"winners": "abcdefghi" if self.is_keypad else "abcdefgh", "envy": "abc"}
        if "bad beat" in self.sheet.lower():
            lettered["wins"] = "ab"
        return {
            f"{number}{letter}"
            for part, number in self.numbers.items()
            for letter in (NOTHING, *lettered.get(part, ""))
        }


_BAD_BEAT = {
    "optional": 1, "wins": 2, "reseed": 3, "place": 4, "start": 5, "deal": 6, "settle": 7, "winners": 8, "envy": 9,
}  # fmt: skip
_STUD = {
    "optional": 1, "wins": 2, "tables": 3, "reseed": 4, "place": 5, "start": 6, "deal": 7, "settle": 8, "winners": 9,
    "envy": 10,
}  # fmt: skip
_MULTI_GAME = {
    "optional": 1, "wins": 2, "tables": 3, "link": 4, "reseed": 5, "place": 6, "start": 7, "deal": 8, "settle": 9,
    "winners": 10, "envy": 11,
}  # fmt: skip
_SPADES = {"board": "10s Js Qs", "fillers": ("2h 7d", "3c 6d", "4d 5c", "8h 2c"), "game": "mississippi-stud"}
_FLUSH = Hand("flush", "2s 4s", pays=40)


def _bad_beat(console: str) -> Page:
    """Version 1: seven cards against the dealer's eight."""
    return Page(
        "Two Way Bad Beat progressive", console, f"beat-{console}", "straight-edge-1", "two_way_bad_beat", "Bad Beat",
        _BAD_BEAT,
        full=Hand("7-card_straight", "2c 3d 4h 5s 6c 7d 8h", percent=100, envy=100),
        second=Hand("7-card_straight", "2d 3h 4s 5c 6d 7h 8s", percent=100, envy=100),
        fixed=Hand("5-card_straight", "9c 10d Jh Qs Kc 4c 6h", pays=25),
        fillers=("9s 9d Jc Js Kh Ks 2h", "10c 10h Qc Qd Qh 5d 7s"),
        dealer="3c 4d 5h 6s 7c 8d 9h Kd",
    )  # fmt: skip


PAGES = (
    _bad_beat(KEYPAD),
    _bad_beat(TOUCH),
    Page(
        "Mississippi Stud progressive", KEYPAD, "stud-keypad", wager="progressive", level="Progressive", numbers=_STUD,
        full=Hand("straight_flush", "9s 8s", percent=100, envy=500),  # Quick Hit 01
        second=Hand("straight_flush", "As Ks", percent=100, envy=500),
        fixed=_FLUSH, **_SPADES,
    ),
    Page(
        "Mississippi Stud progressive", TOUCH, "stud-touch", wager="progressive", level="Progressive", numbers=_STUD,
        full=Hand("royal_flush", "As Ks", percent=100, envy=1_000),  # MS Stud-01
        second=Hand("straight_flush", "9s 8s", percent=10, envy=300),
        fixed=_FLUSH, **_SPADES,
    ),
    Page(
        "Mississippi Stud multi-game link", TOUCH, "multi", wager="progressive", level="Mega", numbers=_MULTI_GAME,
        full=Hand("royal_flush", "As Ks", percent=100, envy=1_000),  # ML03
        second=Hand("straight_flush", "9s 8s", percent=100, envy=300),
        fixed=_FLUSH, **_SPADES,
    ),
)  # fmt: skip

TESTED: dict[str, set[str]] = {page.title: set() for page in PAGES}  # rules that a test is named after


def rule(
    part: str, letter: str = NOTHING, *, only: str = "", sheets: str = "", cards: tuple[str, ...] = (REAL, DEALT)
) -> Callable[[Test], Test]:
    """Run once a page that has this rule, named after its number there, with real cards and with dealt ones."""
    chosen = []
    for page in PAGES:
        if part in page.numbers and only in ("", page.console) and sheets.lower() in page.sheet.lower():
            number = f"{page.numbers[part]}{letter}"
            assert number in page.rules, f"{page.title} has no rule {number}"
            TESTED[page.title].add(number)
            chosen += [pytest.param((page, kind), id=f"{page.title}, rule {number}, {kind}") for kind in cards]
    return pytest.mark.parametrize("felt", chosen, indirect=True)
