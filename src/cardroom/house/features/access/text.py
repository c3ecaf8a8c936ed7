"""Access in words."""

from __future__ import annotations

from cardroom.house.features.access.messages import (
    AccessChange,
    AddTerminal,
    ChangeRole,
    EnrolStaff,
    GiveCard,
    Reinstate,
    ResetAccount,
)


def access_in_words(change: AccessChange) -> str:
    """What is asked for, as part of a sentence."""
    match change:
        case EnrolStaff():
            card = " with a staff card" if change.card else ""
            return f"an account for {change.name} ({change.person}) as {change.role}{card}"
        case ChangeRole():
            return f"{change.person} to be {change.role}"
        case ResetAccount():
            return f"password and PIN of {change.person} to be set anew"
        case GiveCard():
            why = f", {change.why.rstrip('.')}" if change.why else ""
            return f"a staff card for {change.person}{why}"
        case Reinstate():
            return f"the account of {change.person} to be reinstated"
        case AddTerminal():
            return f"the terminal “{change.name}”"
