"""An analysis as one JSON object. Exact figures are fractions "p/q"; the others are their nearest decimal numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from cardroom.lab.results import Analysis, Base, Jackpot, SideBet


def document(analysis: Analysis) -> dict[str, Any]:
    return {
        "game": analysis.game,
        "version": analysis.version,
        "rules_hash": analysis.rules_hash,
        "base": _base(analysis.base),
        "side_bets": [_side_bet(bet) for bet in analysis.side_bets],
        "jackpots": [_jackpot(prize) for prize in analysis.jackpots],
        "published": list(analysis.published),
        "findings": list(analysis.findings),
    }


def exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _base(base: Base) -> dict[str, Any]:
    return {
        "unit": base.unit,
        "ev": exact(base.ev),
        "house_edge": float(base.house_edge),
        "average_wager": float(base.average_wager),
        "element_of_risk": float(base.element_of_risk),
        "std_dev": base.standard_deviation,
        "fold_rate": float(base.fold_rate),
        "outcomes": [
            {"outcome": o.name, "probability": exact(o.probability), "frequency": float(o.probability)}
            for o in base.outcomes
        ],
        "by_wager": [
            {"wager": share.wager, "ev": exact(share.ev), "average_stake": float(share.average_stake)}
            for share in base.by_wager
        ],
        "deals": base.deals,
    }


def _side_bet(bet: SideBet) -> dict[str, Any]:
    return {
        "wager": bet.wager,
        "paytable": bet.paytable,
        "hands": bet.hands,
        "approved": bet.approved,
        "exact": bet.exact,
        "ev": exact(bet.ev),
        "house_edge": float(bet.house_edge),
        "standard_error": bet.standard_error,
        "hit_frequency": float(bet.hit_frequency),
        "std_dev": float(bet.variance) ** 0.5,
        "outcomes": [
            {
                "hand": line.hand,
                "combinations": line.combinations,
                "of": line.of,
                "pays": line.pays,
                "return": float(line.contribution),
            }
            for line in bet.lines
        ],
    }


def _jackpot(prize: Jackpot) -> dict[str, Any]:
    return {
        "wager": prize.wager,
        "paytable": prize.paytable,
        "approved": prize.approved,
        "awards": [
            {
                "hand": award.hand,
                "probability": exact(award.probability),
                "pays": award.pays,
                "envy": float(award.envy),
            }
            for award in prize.awards
        ],
        "fixed_return": float(prize.fixed_return),
        "levels": [
            {
                "name": level.name,
                "return_per_1000": float(level.return_per_1000),
                "break_even_meter": None if level.break_even_meter is None else float(level.break_even_meter),
            }
            for level in prize.levels
        ],
        "envy_value_per_player": float(prize.envy_value_per_player),
    }
