"""Answers as one JSON object each. Exact figures are fractions "p/q"; the others are their nearest decimal numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cardroom.lab.results import Analysis, Base, Jackpot, SideBet
from cardroom.table import TableSettings

if TYPE_CHECKING:
    from cardroom.lab.what_if.comparison import Choice, Comparison, Edge
    from cardroom.lab.what_if.goal_seek import Reached, Target


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


# --- variants --------------------------------------------------------------------------------------------------------


def choice_document(choice: Choice, edges: Sequence[Edge]) -> dict[str, Any]:
    return {
        "rule": choice.name,
        "edge_of": choice.wager or "base",
        "now": choice.now,
        "values": [{"value": e.value, "ev": exact(-e.edge), "house_edge": float(e.edge)} for e in edges],
    }


def comparison_document(found: Comparison) -> dict[str, Any]:
    from cardroom.lab.what_if.comparison import uncompared_wagers

    def value(of: Fraction | None) -> str | None:
        return None if of is None else exact(of)

    return {
        "variant": found.after.settings.game,
        "house_edge": {"before": float(found.before.base.house_edge), "after": float(found.after.base.house_edge)},
        "moved": [
            {"figure": m.figure, "before": value(m.before), "after": value(m.after), "by": exact(m.by)}
            for m in found.moved
        ],
        "decisions": [
            {
                "decision": item.decision,
                "was": item.plays,
                "now": item.best,
                "share": exact(item.share),
                "cost": exact(item.cost),
                "examples": item.examples,
            }
            for item in found.decisions
        ],
        "differs": value(found.differs),
        "note": found.note,
        "left_out": [wager.id for wager in uncompared_wagers(found.after.settings)],
    }


def reach_document(settings: TableSettings, target: Target, found: Sequence[Reached], wager: str) -> dict[str, Any]:
    return {
        "game": settings.game,
        "edge_of": wager or "base",
        "target_edge": exact(target.edge),
        "house_edge": float(target.now),
        "reached": [
            {
                "what": r.what,
                "now": r.now,
                "value": r.value,
                "ev": exact(-r.edge),
                "house_edge": float(r.edge),
                "note": r.note,
            }
            for r in found
        ],
    }
