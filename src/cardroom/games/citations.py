"""By which rule something is done: recorded as a number, or as a source and a number; the words are made when it is read."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class RuleSource(StrEnum):
    """Where a rule stands that is none of the game's own sheet."""

    PROCEDURE = "procedure"  # of the house, for what no sheet prescribes
    RULING = "ruling"  # of the house, where a sheet is silent
    KEYPAD = "keypad"  # the sheet's page for a jackpot that is run from such a console
    TOUCH = "touch"  # likewise
    WAC = "WAC"  # the Washington Administrative Code


class OtherRule(msgspec.Struct, frozen=True, array_like=True):
    source: RuleSource
    number: str


Citation = str | OtherRule  # a number alone is of the game's own sheet


class Procedure(StrEnum):
    """What the house does by a procedure of its own."""

    END_OF_ROUND = "end-of-round"
    MISDEAL = "misdeal"
    FOULED_HAND = "fouled-hand"
    MISDEAL_OR_FOULED_HAND = "misdeal-or-fouled-hand"
    LATE_BET = "late-bet"
    MISPAY = "mispay"
    DISPUTED_SENSOR = "disputed-sensor"
    OVERLOOKED_SEAT = "overlooked-seat"
    JACKPOT_ACCOUNTING = "jackpot-accounting"

    @property
    def rule(self) -> OtherRule:
        return OtherRule(RuleSource.PROCEDURE, self)


def wac(section: str) -> OtherRule:
    return OtherRule(RuleSource.WAC, section)


def show_rule(rule: Citation, sheet: str = "") -> str:
    """A rule as people cite it: with the title of its sheet, or as the sheet itself numbers it.

    >>> show_rule("6", "Straight Edge Poker"), show_rule("Appendix D", "Keep It Straight")
    ('Straight Edge Poker, rule 6', 'Keep It Straight, Appendix D')
    >>> show_rule("6"), show_rule(Procedure.LATE_BET.rule), show_rule(wac("230-15-710,-720"))
    ('rule 6', 'house procedure, late bet', 'WAC 230-15-710 and -720')
    >>> show_rule(OtherRule(RuleSource.KEYPAD, "9c"), "Mississippi Stud progressive")
    'Mississippi Stud progressive, keypad console, rule 9c'
    """
    match rule:
        case OtherRule(RuleSource.PROCEDURE, number):
            return f"house procedure, {number.replace('-', ' ')}"
        case OtherRule(RuleSource.WAC, number):
            return f"WAC {number.replace(',', ' and ')}"
        case OtherRule(RuleSource.RULING, number):
            where = f"house ruling on the {number}"
        case OtherRule(source, number):
            where = f"{source} console, rule {number}" if number[:1].isdigit() else number
        case number:
            where = f"rule {number}" if number[:1].isdigit() else number
    return f"{sheet}, {where}" if sheet else where


def short_rule(rule: Citation) -> str:
    """The same for a column that is headed “rule”.

    >>> short_rule("6"), short_rule(Procedure.MISPAY.rule)
    ('6', 'house procedure, mispay')
    """
    return rule if isinstance(rule, str) else show_rule(rule)
