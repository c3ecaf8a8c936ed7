"""The table of winners."""

from __future__ import annotations

from cardroom.house.features.winners import handlers
from cardroom.house.features.winners.messages import EraseWinner, NoteWinner
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import CAGE, COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(NoteWinner, handlers.note, MANAGING | COUNTING | CAGE),
        command(EraseWinner, handlers.erase, MANAGING | COUNTING),
    ),
)
