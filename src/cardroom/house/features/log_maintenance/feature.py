"""The table of log maintenance."""

from __future__ import annotations

from cardroom.house.features.log_maintenance import handlers
from cardroom.house.features.log_maintenance.messages import Archive, NoteLoss, NoteVerification, TakeCheckpoint
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import COUNTING, MACHINE, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(NoteVerification, handlers.note_verification, ONLY_SERVICE),
        command(NoteLoss, handlers.note_loss, ONLY_SERVICE),
        command(TakeCheckpoint, handlers.take_checkpoint, ONLY_SERVICE),
        command(Archive, handlers.archive, COUNTING | MACHINE | ONLY_SERVICE),
    ),
)
