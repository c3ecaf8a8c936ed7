"""What a house could be put together from again: its backups, and where copies of its keys lie."""

from __future__ import annotations

from datetime import date

from cardroom.bounds import AmountOrNothing, Name, Text
from cardroom.house.kernel.messages import Command, Event


class NoteBackup(Command, frozen=True, tag="NoteBackup"):
    """Somebody has had a backup made. Only the server makes it."""

    name: Name  # of its file
    size: AmountOrNothing  # bytes


class NoteVerifiedBackup(Command, frozen=True, tag="NoteVerifiedBackup"):
    """Somebody has had a backup verified. Only the server makes it."""

    name: Name
    findings: AmountOrNothing


class NoteKeyCopies(Command, frozen=True, tag="NoteKeyCopies"):
    """Where copies of a key lie, and when somebody has last seen them. It takes the place of what was noted before."""

    key: Name  # by its fingerprint
    where: Text
    seen: date


class BackupMade(Event, frozen=True, kw_only=True, tag="BackupMade"):
    """The whole house has been copied into a file."""

    name: str
    size: int


class BackupVerified(Event, frozen=True, kw_only=True, tag="BackupVerified"):
    """The log in a backup has been re-executed."""

    name: str
    findings: int


class KeyCopiesNoted(Event, frozen=True, kw_only=True, tag="KeyCopiesNoted"):
    """Where copies of a key lie. The key itself is in no record."""

    key: str
    where: str
    seen: date


BackupCommand = NoteKeyCopies
BackupByHouse = NoteBackup | NoteVerifiedBackup
BackupInHouse = BackupMade | BackupVerified | KeyCopiesNoted
