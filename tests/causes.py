"""A cause of every kind of alert, for tests that need one and do not mind which."""

from __future__ import annotations

from datetime import UTC, datetime

from cardroom.house.features.alerts import causes as a
from cardroom.house.features.alerts.causes import AlertKind, AnyCause
from cardroom.house.features.tables.messages import FaultyPart
from cardroom.house.kernel.people import Whose
from cardroom.money import DOLLAR

DUE = datetime(2026, 3, 9, tzinfo=UTC)


def cause_of(kind: AlertKind, which: str = "") -> AnyCause:
    """Another one at the same place where `which` is another, as far as that kind has several."""
    match kind:
        case AlertKind.STALLED:
            return a.TableStalled(whose=Whose.DEALER, seconds=100)
        case AlertKind.CALL:
            return a.CallUnanswered(seconds=50)
        case AlertKind.AWARD:
            return a.AwardPending(
                rounds=(which,), count=1, seat=1, line="flush", amount=DOLLAR, standing=a.AwardStanding.WAITING
            )
        case AlertKind.HOLD:
            return a.HoldOutside(day=which, win=-9 * DOLLAR, low=0, high=DOLLAR)
        case AlertKind.TRAY:
            return a.TrayLow(tray=DOLLAR, needed=2 * DOLLAR, is_for_largest=False)
        case AlertKind.TERMINAL:
            return a.TerminalAway(dealer="dealer")
        case AlertKind.DEPOSIT:
            return a.DepositDue(due=DUE, amount=DOLLAR)
        case AlertKind.BANK:
            return a.BankShort(amount=DOLLAR)
        case AlertKind.CHAIN:
            return a.LogNotVerified(day=which)
        case AlertKind.CLOCK:
            return a.ClockOff(seconds=90)
        case AlertKind.FAULT:
            return a.TableFailed(part=FaultyPart.VIEW, error=which)
        case AlertKind.GLASS:
            return a.DoorOpened(records=())


def which(cause: AnyCause) -> str:
    """What `cause_of` has made it of, as far as that is left."""
    apart = getattr(cause, cause.apart[-1]) if cause.apart else ""
    if isinstance(apart, tuple):
        return apart[0] if apart else ""
    return apart if isinstance(apart, str) else ""
