"""The table of friends."""

from __future__ import annotations

from cardroom.house.features.friends import handlers
from cardroom.house.features.friends.messages import Admit, EndTable, HandHostOver, HostTable, KickOut, VoidInvitation
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import ONLY_SERVICE, PLAYERS

FEATURE = Feature(
    commands=(
        command(HostTable, handlers.host, PLAYERS),
        command(KickOut, handlers.kick_out, PLAYERS),
        command(VoidInvitation, handlers.void_invitation, PLAYERS),
        command(HandHostOver, handlers.hand_over, PLAYERS),
        command(EndTable, handlers.end, PLAYERS | ONLY_SERVICE),
        command(Admit, handlers.admit, ONLY_SERVICE),
    ),
)
