"""The table of flags."""

from __future__ import annotations

from cardroom.house.features.reportable_events import text
from cardroom.house.features.reportable_events.messages import Flagged
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, in_house

FEATURE = Feature(
    events=(in_house(Flagged, EventKind.FLAG),),
    significant=text.significant,
)
