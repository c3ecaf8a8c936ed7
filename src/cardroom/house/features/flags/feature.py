"""The table of flags."""

from __future__ import annotations

from cardroom.house.features.flags import text
from cardroom.house.features.flags.messages import Flagged
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature import Feature, in_house

FEATURE = Feature(
    events=(in_house(Flagged, EventKind.FLAG),),
    significant=text.significant,
)
