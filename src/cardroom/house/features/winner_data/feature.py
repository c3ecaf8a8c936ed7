"""The table of winners."""

from __future__ import annotations

from cardroom.house.features.winner_data import handlers, text
from cardroom.house.features.winner_data.messages import EraseWinner, NoteWinner, WinnerErased, WinnerNoted
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import CAGE, COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(NoteWinner, handlers.note, MANAGING | COUNTING | CAGE),
        command(EraseWinner, handlers.erase, MANAGING | COUNTING),
    ),
    events=(
        in_house(WinnerNoted, EventKind.WINNER),
        in_house(WinnerErased, EventKind.WINNER),
    ),
    significant=text.significant,
)
