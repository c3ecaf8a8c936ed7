"""What is noted about the log itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.documents import hash_of
from cardroom.errors import CardroomError
from cardroom.house.features.log_upkeep.messages import (
    Archive,
    Archived,
    Checkpointed,
    LogVerified,
    NoteLostRecords,
    NoteVerification,
    RecordsLost,
    TakeCheckpoint,
)

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork


def note_verification(work: UnitOfWork, command: NoteVerification) -> None:
    """Only of what is written, and never of less than was verified before."""
    verified = work.house.verified
    if not 0 < command.last <= work.house.position:
        raise CardroomError("bad-verification", f"Record {command.last:,} is not written yet.")
    if verified is not None and command.last < verified.last:
        raise CardroomError("verified", f"The log has been verified up to record {verified.last:,} already.")
    work.in_house(
        LogVerified(last=command.last, head=command.head, findings=command.findings, asked_by=command.asked_by)
    )


def note_lost_records(work: UnitOfWork, command: NoteLostRecords) -> None:
    """Of what came after the last record that is left."""
    if not command.first == work.house.position + 1 <= command.last:
        raise CardroomError("bad-loss", f"The log goes on with record {work.house.position + 1:,}.")
    work.in_house(RecordsLost(first=command.first, last=command.last, head=command.head))


def take_checkpoint(work: UnitOfWork, _: TakeCheckpoint) -> None:
    work.checkpoint = work.house.checkpoint()
    work.in_house(Checkpointed(state=hash_of(work.checkpoint)))


def archive(work: UnitOfWork, command: Archive) -> None:
    if not work.house.archived < command.last < work.house.position:
        raise CardroomError("bad-archive", f"Records up to {command.last:,} are in files already, or not written yet.")
    work.in_house(Archived(last=command.last, manifest=command.manifest))
