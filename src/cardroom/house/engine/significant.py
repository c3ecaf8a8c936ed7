"""Significant events: what someone who answers for the house must be able to look up, with who and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.people import SERVICE, Role
from cardroom.house.log import events as e
from cardroom.house.log.records import AnyPart, LinkPart, Record
from cardroom.jackpots import events as j
from cardroom.jackpots.config import Source
from cardroom.table import events as t

# Of the house and its tables; what is not here is everyday business.
KINDS: dict[type[msgspec.Struct], EventKind] = {
    # --- of the house ---
    e.HouseOpened: EventKind.OPENING,
    e.Enrolled: EventKind.PEOPLE,
    e.CardIssued: EventKind.PEOPLE,
    e.CardRevoked: EventKind.PEOPLE,
    e.AccessAsked: EventKind.PEOPLE,
    e.AccessAnswered: EventKind.PEOPLE,
    e.GlassBroken: EventKind.PEOPLE,
    e.AccountInvited: EventKind.PEOPLE,
    e.CodeRedeemed: EventKind.PEOPLE,
    e.PasswordChanged: EventKind.PEOPLE,
    e.RoleChanged: EventKind.PEOPLE,
    e.AccountSuspended: EventKind.PEOPLE,
    e.AccountReinstated: EventKind.PEOPLE,
    e.AccountEnded: EventKind.PEOPLE,
    e.TerminalAdded: EventKind.PEOPLE,
    e.TerminalRemoved: EventKind.PEOPLE,
    e.Asked: EventKind.REQUEST,
    e.Answered: EventKind.REQUEST,
    e.Refused: EventKind.REFUSAL,
    e.SignInRefused: EventKind.REFUSAL,
    e.CardRefused: EventKind.REFUSAL,
    e.RefusalsCounted: EventKind.REFUSAL,
    e.Flagged: EventKind.FLAG,
    e.WinnerNoted: EventKind.WINNER,
    e.WinnerErased: EventKind.WINNER,
    e.AlertRaised: EventKind.ALERT,
    e.AlertEnded: EventKind.ALERT,
    e.AlertAcknowledged: EventKind.ALERT,
    e.LogVerified: EventKind.VERIFICATION,
    e.RecordsLost: EventKind.LOSS,
    e.SlipAsked: EventKind.SLIP,
    e.SlipApproved: EventKind.SLIP,
    e.SlipSent: EventKind.SLIP,
    e.SlipReceived: EventKind.SLIP,
    e.SlipVoided: EventKind.SLIP,
    e.SlipPrinted: EventKind.SLIP,
    e.DayClosed: EventKind.DAY,
    e.DayCorrected: EventKind.DAY,
    e.Archived: EventKind.ARCHIVE,
    # --- at a table ---
    e.TableOpened: EventKind.OPENING,
    e.TableClosing: EventKind.OPENING,
    e.TableKeptOpen: EventKind.OPENING,
    e.TableClosed: EventKind.OPENING,
    e.TableRemoved: EventKind.OPENING,
    e.Filled: EventKind.BANK,
    e.Credited: EventKind.BANK,
    e.DropCounted: EventKind.BANK,
    e.DropCollected: EventKind.BANK,
    e.Counted: EventKind.BANK,
    e.TrayCounted: EventKind.BANK,
    e.TrayChecked: EventKind.BANK,
    e.RoundCorrected: EventKind.CORRECTION,
    e.PayoutCorrected: EventKind.CORRECTION,
    e.PayoutDiffered: EventKind.PAYOUT,
    e.PayoutCapped: EventKind.CAP,
    e.TableChanging: EventKind.LIMITS,
    e.TableChanged: EventKind.LIMITS,
    e.CardsShown: EventKind.CARDS,
    e.DealerTappedIn: EventKind.DEALER,
    e.DealerTappedOut: EventKind.DEALER,
    e.SupervisorCalled: EventKind.CALL,
    e.CallAnswered: EventKind.CALL,
    e.TableHeld: EventKind.HOLD,
    e.TableReleased: EventKind.HOLD,
    e.TableStopped: EventKind.FAULT,
    e.SeedLost: EventKind.VOID,
    # --- in a round ---
    t.RoundVoided: EventKind.VOID,
    t.HandFouled: EventKind.VOID,
    t.MispayCorrected: EventKind.CORRECTION,
    t.LateBetRefused: EventKind.CORRECTION,
}


# Everyday business of a jackpot: wagers in, buttons, envy. What is left is significant.
_EVERYDAY = (j.GameStarted, j.WagerTaken, j.GameEnded, j.SeatPressed, j.HandPressed, j.KeyTurned, j.WinConfirmed,
             j.EnvyPaid, j.HandQualified, j.SeatsSettled, j.SeatsReopened, j.AwardRecorded)  # fmt: skip


class Significant(msgspec.Struct, frozen=True):
    """An event that must be looked up easily, and where it stands in its record."""

    kind: EventKind
    by: str  # whose doing it is: not always the person whose command brought it about
    stream: str
    number: int
    event: int  # which one of its part, from 0 on


def significant_in(record: Record) -> Iterator[Significant]:
    """What of a record must be looked up easily, in its order."""
    for part in record.parts:
        for place, event in enumerate(part.events):
            if (kind := kind_of(part, event)) is not None:
                yield Significant(kind, _by(event, record), part.stream, part.number, place)


def kind_of(part: AnyPart, event: Any) -> EventKind | None:
    """None: it is everyday business."""
    if isinstance(part, LinkPart):
        is_everyday = isinstance(event, _EVERYDAY) or getattr(event, "source", None) is Source.TRAY
        return None if is_everyday else EventKind.JACKPOT
    if isinstance(event, e.Enrolled) and event.role in (Role.GUEST, Role.PLAYER):
        return None
    return KINDS.get(type(event))


def _by(event: Any, record: Record) -> str:
    """A jackpot's event knows who pressed; what is flagged for a report is flagged by the house."""
    return SERVICE.id if isinstance(event, e.Flagged) else getattr(event, "by", record.by)
