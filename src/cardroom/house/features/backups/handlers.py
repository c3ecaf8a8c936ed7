"""Backups and copies of keys are noted."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.house.features.backups.messages import (
    BackupMade,
    BackupVerified,
    KeyCopiesNoted,
    NoteBackup,
    NoteKeyCopies,
    NoteVerifiedBackup,
)

if TYPE_CHECKING:
    from cardroom.house.engine.unit_of_work import UnitOfWork

MOST_KEYS = 100


def note_backup(work: UnitOfWork, command: NoteBackup) -> None:
    work.in_house(BackupMade(name=command.name, size=command.size))


def note_verified_backup(work: UnitOfWork, command: NoteVerifiedBackup) -> None:
    work.in_house(BackupVerified(name=command.name, findings=command.findings))


def note_key_copies(work: UnitOfWork, command: NoteKeyCopies) -> None:
    """Which keys there are is known beside the log only."""
    known = work.house.key_copies
    require_reason(command.where, "a note of where copies lie")
    if command.seen > date.fromisoformat(work.house.day):
        raise CardroomError("later-date", f"{command.seen} has not come yet: say when the copies were last seen.")
    if command.key not in known and len(known) >= MOST_KEYS:
        raise CardroomError("too-many", f"Copies of {MOST_KEYS} keys are noted already.")
    work.in_house(KeyCopiesNoted(key=command.key, where=command.where, seen=command.seen))
