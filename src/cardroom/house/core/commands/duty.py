"""What the staff does on duty: who deals where, who is called, what is held, which alerts have been seen."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cardroom.bounds import Name, Text
from cardroom.house.core.commands.root import Command

__all__ = [
    "AcknowledgeAlert", "AcknowledgeDeposit", "AcknowledgeFault", "AcknowledgeRefusal", "AnswerCall",
    "CallSupervisor", "HoldTable", "ReleaseTable", "Remark", "SeenAlert", "TapIn", "TapOut",
]  # fmt: skip

Remark = Annotated[str, Meta(max_length=400)]  # or nothing

# --- people at a table ------------------------------------------------------------------------------------------------


class TapIn(Command, frozen=True, tag="TapIn"):
    """Deal at a table from now on. Whoever dealt there is relieved."""

    table: Name


class TapOut(Command, frozen=True, tag="TapOut"):
    """Deal no longer. A supervisor may do it for whoever deals there."""

    table: Name


class CallSupervisor(Command, frozen=True, tag="CallSupervisor"):
    """Ask for a supervisor at a table."""

    table: Name
    why: Remark = ""


class AnswerCall(Command, frozen=True, tag="AnswerCall"):
    """A supervisor has come."""

    table: Name


class HoldTable(Command, frozen=True, tag="HoldTable"):
    """Stop everything at a table: somebody disputes what happened. Clocks stop, and nobody loses time by it."""

    table: Name
    why: Text


class ReleaseTable(Command, frozen=True, tag="ReleaseTable"):
    """Go on at a table that was held."""

    table: Name


class AcknowledgeRefusal(Command, frozen=True, tag="AcknowledgeRefusal"):
    """A card that was refused has been looked into."""

    place: Name  # as `NoteRefusedCard` has it


# --- alerts -----------------------------------------------------------------------------------------------------------


class SeenAlert(Command, frozen=True):
    """Somebody has seen an alert, and says what is done about it."""

    alert: Name
    note: Remark = ""


class AcknowledgeAlert(SeenAlert, frozen=True, tag="AcknowledgeAlert"):
    """An alert of any kind has been seen to."""


class AcknowledgeDeposit(SeenAlert, frozen=True, tag="AcknowledgeDeposit"):
    """An alert about a deposit that is due has been seen to."""


class AcknowledgeFault(SeenAlert, frozen=True, tag="AcknowledgeFault"):
    """An alert about a terminal that is away, or a log that is not verified, has been seen to."""


OnDuty = (
    TapIn | TapOut | CallSupervisor | AnswerCall | HoldTable | ReleaseTable | AcknowledgeRefusal
    | AcknowledgeAlert | AcknowledgeDeposit | AcknowledgeFault
)  # fmt: skip
