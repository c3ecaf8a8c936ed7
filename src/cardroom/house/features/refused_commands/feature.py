"""The table of refusals."""

from __future__ import annotations

from cardroom.house.features.refused_commands import handlers, text
from cardroom.house.features.refused_commands.messages import CommandRefused, CountRefusals, RefusalsCounted
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import ONLY_SERVICE

FEATURE = Feature(
    commands=(command(CountRefusals, handlers.note, ONLY_SERVICE),),
    events=(
        in_house(CommandRefused, EventKind.REFUSAL),
        in_house(RefusalsCounted, EventKind.REFUSAL),
    ),
    significant=text.significant,
)
