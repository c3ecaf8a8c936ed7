"""Figures for the regulator: the proof of the books, the games report, odds-based prizes and pay-out caps."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.paytable import PayTable
from cardroom.jackpots.engine.level_funds import price
from cardroom.jackpots.engine.link_state import LinkState
from cardroom.jackpots.reports.link_figures import LinkFigures
from cardroom.jackpots.setup.config import LinkConfig
from cardroom.money import DOLLAR, Money, Odds, Prize, show_money

ODDS_BASED_PRIZES_ABOVE = 25_000 * DOLLAR  # WAC 230-15-455
FULLY_COVERED_ODDS = 50  # WAC 230-15-490


class FigureProof(msgspec.Struct, frozen=True, kw_only=True):
    """Where all prize money came from and where it is. Both sides are equal, to the micro-dollar."""

    awards: Money  # paid off the meter, advances included
    meters: Money
    reserves: Money
    overflow: Money
    seeds: Money
    contributions: Money  # less those of refunded wagers
    adjustments: Money  # net; a removed jackpot leaves through here
    advances: Money  # by the house, not recovered yet

    @property
    def went_to(self) -> Money:
        return self.awards + self.meters + self.reserves + self.overflow

    @property
    def came_from(self) -> Money:
        return self.seeds + self.contributions + self.adjustments + self.advances

    @property
    def holds(self) -> bool:
        return self.went_to == self.came_from


def proof(state: LinkState) -> FigureProof:
    """What was added up as it happened, held against the balances."""
    levels = [state.funds(name) for name in state.config.level_names]
    totals = state.totals
    return FigureProof(
        awards=totals.awards,
        meters=sum(funds.meter for funds in levels),
        reserves=sum(funds.reserve for funds in levels),
        overflow=sum(funds.overflow for funds in levels),
        seeds=totals.seeds,
        contributions=totals.contributions,
        adjustments=totals.adjustments,
        advances=-sum(funds.advance for funds in levels),
    )


class GamesReportLine(msgspec.Struct, frozen=True, kw_only=True):
    """What one table's line of the daily games report is changed by, since the prize money is the players'."""

    table: str
    accrued: Money  # taken off the table's win
    paid_from_prizes: Money  # put back: it was not the house that lost it
    backed_out: Money  # of that, whenever it was paid: prize money again
    adjustment: Money


def games_report(figures: LinkFigures, config: LinkConfig) -> list[GamesReportLine]:
    """A progressive adjusts the games report by what accrued, what was won and what was backed out.

    A House jackpot never does.
    """
    if config.is_house:
        return []
    return [
        GamesReportLine(
            table=table,
            accrued=activity.accrued,
            paid_from_prizes=activity.won_from_meter,
            backed_out=activity.backed_out_to_meter,
            adjustment=activity.won_from_meter - activity.backed_out_to_meter - activity.accrued,
        )
        for table, activity in figures.in_order(config)
    ]


class OddsBasedPrizes(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes that are a fixed multiple of the wager, at the highest wager, best first."""

    prizes: tuple[Money, ...]
    second_highest: Money | None
    required_at_bank: Money  # the second highest, where more than one is above the limit of the rule


def odds_based_prizes(prizes: Iterable[Money]) -> OddsBasedPrizes:
    """For all odds-based prizes a room offers; those of a link are given by `fixed_prizes`.

    >>> found = odds_based_prizes([30_000 * DOLLAR, 40_000 * DOLLAR, 300 * DOLLAR])
    >>> show_money(found.required_at_bank)
    '$30,000'
    """
    ranked = tuple(sorted(prizes, reverse=True))
    second = ranked[1] if len(ranked) > 1 else None
    is_required = second is not None and second > ODDS_BASED_PRIZES_ABOVE
    return OddsBasedPrizes(
        prizes=ranked, second_highest=second, required_at_bank=second if second is not None and is_required else 0
    )


def fixed_prizes(paytable: PayTable, wager: Money) -> list[Money]:
    """What the fixed lines of a jackpot's pay table pay for a wager."""
    pays = (line.pays[0] for line in paytable.lines)
    return [price(pay, wager, 0) for pay in pays if isinstance(pay, Odds | Prize)]


class PayoutCaps(msgspec.Struct, frozen=True, kw_only=True):
    """The least that a posted limit on pay-outs from one deal may be."""

    may_be_capped: bool  # only prizes of 50 to 1 and more
    player: Money
    table: Money


def payout_caps(minimum: Money, maximum: Money, top_odds: int) -> PayoutCaps:
    """From the wagers a table takes and the highest odds it offers.

    >>> caps = payout_caps(5 * DOLLAR, 300 * DOLLAR, 5_000)
    >>> caps.may_be_capped, show_money(caps.player), show_money(caps.table)
    (True, '$25,000', '$50,000')
    """
    if not 0 < minimum <= maximum or top_odds < 1:
        raise CardroomError("bad-amount", "Give a minimum and a maximum wager above $0 and odds of at least 1.")
    player = max(maximum * min(top_odds, FULLY_COVERED_ODDS), minimum * top_odds)
    return PayoutCaps(may_be_capped=top_odds >= FULLY_COVERED_ODDS, player=player, table=2 * player)


def validate_payout_caps(player: Money, table: Money, minimum: Money, maximum: Money, top_odds: int) -> None:
    """Refuse posted limits that are lower than the rule allows."""
    least = payout_caps(minimum, maximum, top_odds)
    if not least.may_be_capped:
        raise CardroomError("no-cap", f"Odds below {FULLY_COVERED_ODDS} to 1 are always paid in full.")
    for name, posted, floor in (("player", player, least.player), ("table", table, least.table)):
        if posted < floor:
            raise CardroomError(
                "cap-too-low", f"A limit of {show_money(posted)} a {name} is below the {show_money(floor)} allowed."
            )
