"""The pages of a sheet by which a jackpot is run: what they are printed for, and the rule that each act is done under."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from cardroom.games.approval import ApprovalCondition
from cardroom.games.citations import OtherRule, RuleSource
from cardroom.games.paytable import PayTable

HOUSE_RULING = OtherRule(RuleSource.RULING, "console")


class Console(StrEnum):
    KEYPAD = "keypad"
    TOUCH = "touch"


class Act(StrEnum):
    """What is done about a jackpot at the table."""

    START = "start"
    FIXED = "fixed"
    ORDER = "order"
    PRESS = "press"
    RECORD = "record"
    PAY = "pay"
    END = "end"
    BACK_OUT = "back out"
    ENVY = "envy"


class Linked(StrEnum):
    """What a page lets be linked."""

    ANYTHING = "anything"
    ONE_GAME = "one table or tables of one game"
    SEVERAL_GAMES = "several games"


Rules = Mapping[Console, Mapping[Act, str]]  # their numbers


class JackpotPage(msgspec.Struct, frozen=True, kw_only=True):
    """One page. It prints rules for the consoles that its jackpot may be run from."""

    title: str
    rules: Rules
    paytables: tuple[PayTable, ...]
    linked: Linked = Linked.ANYTHING
    fixed_pays_off_meter: bool = False  # the casino may choose the meter instead of the tray
    house_jackpots: bool = False
    house_notice: str = ""  # to be shown word for word with a House jackpot
    conditions: Mapping[
        Console, tuple[ApprovalCondition, ...]
    ] = {}  # the approved system, by console, and its displays

    def prints(self, paytable: PayTable) -> bool:
        return any(printed.id == paytable.id for printed in self.paytables)

    def rule(self, console: Console, act: Act) -> OtherRule:
        """What an act is done by; where the page has nothing on it, the house decides."""
        number = self.rules[console].get(act)
        return HOUSE_RULING if number is None else OtherRule(RuleSource(console), number)


# The two generations of consoles letter the last steps of the rule on winners differently.
_WINNERS = {Act.FIXED: "b", Act.ORDER: "c", Act.PRESS: "d", Act.RECORD: "f"}
_LETTERS = {
    Console.KEYPAD: _WINNERS | {Act.PAY: "g", Act.END: "h", Act.BACK_OUT: "i"},
    Console.TOUCH: _WINNERS | {Act.PAY: "f", Act.END: "g", Act.BACK_OUT: "h"},
}


def console_rules(*consoles: Console, start: int, winners: int, envy: int) -> Rules:
    """The console procedure that most progressive pages print, each under numbers of its own.

    >>> console_rules(Console.KEYPAD, start=5, winners=8, envy=9)[Console.KEYPAD][Act.PAY]
    '8g'
    """
    return {console: _numbered(console, start, winners, envy) for console in consoles}


def _numbered(console: Console, start: int, winners: int, envy: int) -> Mapping[Act, str]:
    numbers = {act: f"{winners}{letter}" for act, letter in _LETTERS[console].items()}
    return numbers | {Act.START: f"{start}", Act.ENVY: f"{envy}c"}
