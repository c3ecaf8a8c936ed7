"""The table of accounting."""

from __future__ import annotations

from cardroom.house.features.accounting import handlers, text
from cardroom.house.features.accounting.messages import EnterStatement, NoteWritten, StatementEntered, WriteNote
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import COUNTING

FEATURE = Feature(
    commands=(
        command(WriteNote, handlers.write_note, COUNTING),
        command(EnterStatement, handlers.enter_statement, COUNTING),
    ),
    events=(
        in_house(NoteWritten, EventKind.ACCOUNTING),
        in_house(StatementEntered, EventKind.ACCOUNTING),
    ),
    significant=text.significant,
)
