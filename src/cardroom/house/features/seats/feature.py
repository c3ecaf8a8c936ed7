"""The table of seats."""

from __future__ import annotations

from cardroom.house.features.seats import handlers
from cardroom.house.features.seats.messages import ComeBack, SetPace, SitDown, SitOut, StandUp, TopUp
from cardroom.house.kernel.feature_table import Feature, command
from cardroom.house.kernel.people import ONLY_SERVICE, PLAYERS, SUPERVISING

FEATURE = Feature(
    commands=(
        command(SitDown, handlers.sit_down, PLAYERS),
        command(TopUp, handlers.top_up, PLAYERS),
        command(StandUp, handlers.stand_up, PLAYERS | SUPERVISING),
        command(SitOut, handlers.sit_out, PLAYERS | ONLY_SERVICE),
        command(ComeBack, handlers.come_back, PLAYERS),
        command(SetPace, handlers.set_pace, PLAYERS),
    ),
)
