"""The cage in words."""

from __future__ import annotations

from cardroom.house.features.cage.messages import CageCountChecked, CageCountTaken, CageInHouse, CageMove, CageMoved
from cardroom.house.floor import worth
from cardroom.house.kernel.feature_table import Noted
from cardroom.money import Money, show_money

NAMES = {
    CageMove.SOLD: "chips sold",
    CageMove.REDEEMED: "chips redeemed",
    CageMove.BROUGHT: "brought in",
    CageMove.TAKEN: "taken out",
    CageMove.FILL: "fills sent",
    CageMove.CREDIT: "credits received",
    CageMove.DROP: "drop counted",
    CageMove.HAND_PAY: "hand-pays paid",
    CageMove.RETURN: "given back by winners",
}


def significant(event: CageInHouse, noted: Noted) -> str:
    """To the staff."""
    by = noted.by
    match event:
        case CageMoved():
            return f"{by}, movement {event.number} of the cage: {movement_in_words(event)}."
        case CageCountTaken():
            found = f"{show_money(worth(event.cash))} in cash and {show_money(worth(event.chips))} in chips"
            return f"{by} counts the cage: {found}."
        case CageCountChecked():
            found = f"{show_money(worth(event.cash))} in cash and {show_money(worth(event.chips))} in chips"
            differs = [
                f"{difference_in_words(amount)} in {what}"
                for what, amount in (("cash", event.cash_difference), ("chips", event.chips_difference))
                if amount
            ]
            two = f"counted by {event.counted_by} and checked by {event.checked_by}"
            told = f", {', '.join(differs)}{f': {event.why}' if event.why else ''}" if differs else ""
            return f"Count {event.number} of the cage is {found}, {two}{told.rstrip('.')}."
        case _:
            return ""


def movement_in_words(event: CageMoved) -> str:
    """What was moved, for whom and why."""
    parts = [f"{NAMES[event.kind]}" if not event.is_wallet else _wallet(event.kind)]
    if event.undoes:
        parts[0] = f"{event.undoes} undone, {parts[0]}"
    if event.cash:
        parts.append(f"cash {_signed(event.cash)}")
    if event.chips:
        parts.append(f"chips {_signed(event.chips)}")
    if event.person:
        parts.append(event.person)
    if event.reference:
        parts.append(event.reference)
    if event.why:
        parts.append(event.why.rstrip("."))
    return ", ".join(parts)


def _wallet(kind: CageMove) -> str:
    return "cash into a wallet" if kind is CageMove.SOLD else "cash out of a wallet"


def _signed(amount: Money) -> str:
    return f"{'+' if amount > 0 else '−'}{show_money(abs(amount))}"


def difference_in_words(amount: Money) -> str:
    """
    >>> difference_in_words(-5_000_000)
    '$5 short'
    """
    return f"{show_money(abs(amount))} {'over' if amount > 0 else 'short'}"
