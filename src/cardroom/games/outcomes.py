"""What becomes of a wager: a verdict, the odds, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Literal

import msgspec

from cardroom.games.round_facts import Facts, Result
from cardroom.money import PUSH, Pay


class Verdict(StrEnum):
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"

    @property
    def told(self) -> str:
        """Of a wager that is settled."""
        return {Verdict.WIN: "won", Verdict.PUSH: "pushed", Verdict.LOSE: "lost"}[self]


class Outcome(msgspec.Struct, frozen=True):
    """What happens to a wager, and the rule that says so."""

    verdict: Verdict
    rule: str
    pays: Pay | None = None


def win(pays: Pay, rule: str) -> Outcome:
    return Outcome(Verdict.WIN, rule, pays)


def push(rule: str) -> Outcome:
    return Outcome(Verdict.PUSH, rule)


def lose(rule: str) -> Outcome:
    return Outcome(Verdict.LOSE, rule)


def paid(pay: Pay | None, rule: str) -> Outcome:
    """What a pay table gives: a line that pays, a line that pushes, or no line at all."""
    if pay is None:
        return lose(rule)
    return push(rule) if pay == PUSH else win(pay, rule)


# Takes the facts and what the wager's pay table gives for the hand (None: no line of the table is reached).
Settle = Callable[[Facts, Pay | None], Outcome]
PaidBy = Callable[[Pay | None], Outcome]


def by_pay_table(rule: str) -> Settle:
    """A wager that only asks its pay table: paid if a line is reached, otherwise lost."""

    def settle(_: Facts, pay: Pay | None) -> Outcome:
        return paid(pay, rule)

    return settle


def bonus(rule: str) -> Settle:
    """A rider that only asks its pay table: paid if a line is reached, otherwise nothing happens."""

    def settle(_: Facts, pay: Pay | None) -> Outcome:
        return push(rule) if pay is None else paid(pay, rule)

    return settle


Copies = Literal["win", "push", "lose"]  # whose a copy of the dealer's hand is, where that may be set


def versus(
    *,
    ahead: Outcome | PaidBy,
    tie: Outcome | PaidBy,
    behind: Outcome,
    unqualified: Outcome | None = None,
    copies: Copies = "push",
) -> Settle:
    """A wager on beating the dealer: what it comes to by `result`, and where the dealer must qualify, if he does not.

    A copy that is no tie by the rules set is settled as a win is, or as a loss.
    """
    on_copy = {"win": ahead, "push": tie, "lose": behind}[copies]

    def settle(f: Facts, pay: Pay | None) -> Outcome:
        if unqualified is not None and not f.dealer_qualifies:
            return unqualified
        found = {Result.WIN: ahead, Result.COPY: on_copy, Result.LOSS: behind}[f.result]
        return found if isinstance(found, Outcome) else found(pay)

    return settle


def tie_rule(copies: Copies, pushes: str) -> str:
    """What a sheet says about ties where they push, and otherwise whose they are."""
    return {"win": "A tie counts as a win.", "push": pushes, "lose": "A tie counts as a loss."}[copies]


def not_qualified(f: Facts) -> bool:
    return not f.dealer_qualifies
