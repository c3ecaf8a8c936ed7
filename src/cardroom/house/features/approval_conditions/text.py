"""Conditions of approvals in words."""

from __future__ import annotations

from cardroom.house.features.approval_conditions.checklist import Outside
from cardroom.house.features.approval_conditions.messages import ConditionFiled, ConditionInHouse, ConditionWithdrawn
from cardroom.house.floor import TablePlan
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


def incomplete(plan: TablePlan, missing: int, outside: tuple[Outside, ...]) -> str:
    """What the approval of a table lacks; "" where all is on file."""
    parts = [OUTSIDE[one] for one in outside]
    if missing:
        parts.append("a condition of its approval is" if missing == 1 else f"{missing} conditions of its approval are")
        parts[-1] += " not on file"
    return f"Table {plan.id}: {' and '.join(parts)}." if parts else ""
