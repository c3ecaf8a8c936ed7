"""The table of backups."""

from __future__ import annotations

from cardroom.house.features.backups import handlers, state, text
from cardroom.house.features.backups.messages import (
    BackupMade,
    BackupVerified,
    KeyCopiesNoted,
    NoteBackup,
    NoteKeyCopies,
    NoteVerifiedBackup,
)
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import MACHINE

FEATURE = Feature(
    commands=(
        command(NoteBackup, handlers.note_backup, MACHINE),
        command(NoteVerifiedBackup, handlers.note_verified_backup, MACHINE),
        command(NoteKeyCopies, handlers.note_key_copies, MACHINE),
    ),
    events=(
        in_house(BackupMade, EventKind.BACKUP),
        in_house(BackupVerified, EventKind.BACKUP),
        in_house(KeyCopiesNoted, EventKind.BACKUP, applied=state.key_copies_noted),
    ),
    significant=text.significant,
)
