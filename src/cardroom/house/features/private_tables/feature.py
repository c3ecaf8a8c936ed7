"""The table of friends."""

from __future__ import annotations

from cardroom.house.features.private_tables import handlers, state, text
from cardroom.house.features.private_tables.messages import (
    Admit,
    Admitted,
    EndTable,
    HandHostOver,
    HostNamed,
    HostTable,
    InvitationVoided,
    KickedOut,
    KickOut,
    VoidInvitation,
)
from cardroom.house.features.tables.messages import TablePlaced
from cardroom.house.kernel.feature_table import Feature, at_table, command
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
    events=(
        at_table(HostNamed, on_table=state.host_named),
        at_table(KickedOut, on_table=state.kicked_out),
        at_table(Admitted, on_table=state.admitted),
        at_table(InvitationVoided, on_table=state.invitation_voided),
    ),
    follows=(at_table(TablePlaced, applied=state.placed),),
    told=text.told,
)
