"""What a promotion on a bonus wager costs the house: the edge of the wager with it and without it, at every stake.

An award in dollars weighs the more the smaller the bet is: the edge falls by chance × award ÷ stake.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from cardroom.errors import CardroomError
from cardroom.lab.analysis.game_analysis import analyze
from cardroom.lab.results import SideBet
from cardroom.money import Money, show_money
from cardroom.number_format import percent
from cardroom.table import TableSettings


class PromotionQuestion(msgspec.Struct, frozen=True, kw_only=True):
    settings: TableSettings
    wager: str
    line: str
    award: Money


class StakePrice(msgspec.Struct, frozen=True, kw_only=True):
    """The house edge of one stake, without the promotion and with it."""

    stake: Money
    without: str
    with_it: str
    exactly: str  # the edge with it, as a fraction
    favours_players: bool


class PromotionPrice(msgspec.Struct, frozen=True, kw_only=True):
    chance: str  # of the hand, "1 in 3,012"
    exactly: str  # the same as a fraction
    cost: str  # that the house expects for each wager made, in dollars
    stakes: tuple[StakePrice, ...]  # the smallest and the largest bet
    why_not: str = ""  # where it cannot be counted


def price_promotion(question: PromotionQuestion) -> PromotionPrice:
    """A game that cannot be counted is answered with the reason."""
    try:
        chance, edge = chance_and_edge(question)
    except CardroomError as error:
        return PromotionPrice(chance="", exactly="", cost="", stakes=(), why_not=error.message)
    settings = question.settings
    stakes = dict.fromkeys((settings.side_minimum, settings.side_maximum))
    return PromotionPrice(
        chance=f"1 in {round(1 / chance):,}" if chance else "never",
        exactly=str(chance),
        cost=show_money(round(chance * question.award)) if chance * question.award >= 10_000 else "less than 1¢",
        stakes=tuple(_at(stake, edge, edge - chance * question.award / stake) for stake in stakes),
    )


def chance_and_edge(question: PromotionQuestion) -> tuple[Fraction, Fraction]:
    """Of the hand, and of the wager without the promotion; where pays depend on the hands dealt, the likeliest."""
    table = question.settings.paytables[question.wager]
    text = next(line.text for line in table.lines if line.id == question.line)
    bets = [
        bet for bet in analyze(question.settings).side_bets
        if bet.wager == question.wager and bet.paytable == table.title
    ]  # fmt: skip
    if not bets:
        raise CardroomError("not-counted", "Nobody has counted this wager: its promotion has no price.")
    return max((_chance_of(bet, text), bet.house_edge) for bet in bets)


def _chance_of(bet: SideBet, hand: str) -> Fraction:
    return sum((line.probability for line in bet.lines if line.hand == hand), Fraction(0))


def _at(stake: Money, without: Fraction, with_it: Fraction) -> StakePrice:
    return StakePrice(
        stake=stake, without=percent(without), with_it=percent(with_it), exactly=str(with_it),
        favours_players=with_it < 0,
    )  # fmt: skip
