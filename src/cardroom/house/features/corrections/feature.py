"""The table of corrections."""

from __future__ import annotations

from cardroom.house.features.corrections import handlers, rows, state, text
from cardroom.house.features.corrections.messages import CorrectRound, PrintRound, RoundCorrected, RoundPrinted
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command
from cardroom.house.kernel.people import COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(CorrectRound, handlers.correct, MANAGING),
        command(PrintRound, handlers.print_round, MANAGING | COUNTING),
    ),
    events=(
        at_table(RoundCorrected, EventKind.CORRECTION, applied=state.round_corrected, rows=(rows.later,)),
        at_table(RoundPrinted, rows=(rows.later,)),
    ),
    rows=(rows.LaterRow,),
    told=text.told,
    significant=text.significant,
)
