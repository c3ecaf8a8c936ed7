"""The table of corrections."""

from __future__ import annotations

from cardroom.house.features.corrections import handlers
from cardroom.house.features.corrections.messages import CorrectRound, PrintRound
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(CorrectRound, handlers.correct, MANAGING),
        command(PrintRound, handlers.print_round, MANAGING | COUNTING),
    ),
)
