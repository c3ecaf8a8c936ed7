"""Conditions of approvals in words."""

from __future__ import annotations

from collections.abc import Container

from cardroom.house.features.approval_conditions.checklist import Outside, missing, outside_approval
from cardroom.house.features.approval_conditions.messages import ConditionFiled, ConditionInHouse, ConditionWithdrawn
from cardroom.house.floor import Floor, TablePlan
from cardroom.house.kernel.feature_table import Noted

HONESTY = (
    "Cardroom is not an approved progressive system, and a sign or display that it drives is not an approved display.",
    (
        "The letters approve their jackpots with the systems and displays listed here, and with no other. A room"
        " that ran such a jackpot by Cardroom would play outside of its approval until its regulator had approved"
        " that, too."
    ),
    "A modification of a game may affect its approval: ask the regulator before you change a rule or a pay table.",
)
OUTSIDE = {
    Outside.RULES: "its rules are not as they were approved",
    Outside.PAY_TABLE: "it has a pay table that its sheet does not print",
}


def significant(event: ConditionInHouse, noted: Noted) -> str:
    """To the staff."""
    match event:
        case ConditionFiled():
            return f"{noted.by} files “{event.condition}” of {event.game}: {event.document}, dated {event.dated}."
        case ConditionWithdrawn():
            return f"{noted.by} takes “{event.condition}” of {event.game} off file: {event.why}"
        case _:
            return ""


def incomplete(plan: TablePlan, lacking: int, outside: tuple[Outside, ...]) -> str:
    """What the approval of a table lacks; "" where all is on file."""
    parts = [OUTSIDE[one] for one in outside]
    if lacking:
        parts.append("a condition of its approval is" if lacking == 1 else f"{lacking} conditions of its approval are")
        parts[-1] += " not on file"
    return f"Table {plan.id}: {' and '.join(parts)}." if parts else ""


def approval_warnings(floor: Floor, on_file: Container[str]) -> list[str]:
    """What the approvals of tables lack; without a database, as in a house that has nothing on file."""
    if floor.conditions.venue is None:
        return []
    told = [incomplete(plan, len(missing(floor, plan, on_file)), outside_approval(plan)) for plan in floor.tables]
    return [*(HONESTY if floor.links and not floor.play_money else ()), *filter(None, told)]
