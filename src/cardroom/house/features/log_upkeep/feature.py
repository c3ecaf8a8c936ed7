"""The table of log maintenance."""

from __future__ import annotations

from cardroom.house.features.days.messages import DayCorrected
from cardroom.house.features.log_upkeep import handlers, state, text
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
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import COUNTING, MACHINE, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(NoteVerification, handlers.note_verification, ONLY_SERVICE),
        command(NoteLostRecords, handlers.note_lost_records, ONLY_SERVICE),
        command(TakeCheckpoint, handlers.take_checkpoint, ONLY_SERVICE),
        command(Archive, handlers.archive, COUNTING | MACHINE | ONLY_SERVICE),
    ),
    events=(
        in_house(LogVerified, EventKind.VERIFICATION, applied=state.verified),
        in_house(RecordsLost, EventKind.LOSS),
        in_house(Checkpointed),
        in_house(Archived, EventKind.ARCHIVE, applied=state.archived),
    ),
    follows=(in_house(DayCorrected, beforehand=state.day_corrected),),
    significant=text.significant,
)
