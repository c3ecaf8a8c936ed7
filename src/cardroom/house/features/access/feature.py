"""The table of access."""

from __future__ import annotations

from cardroom.house.features.access import handlers
from cardroom.house.features.access.messages import (
    AddTerminal,
    ApproveAccess,
    AskAccess,
    BreakGlass,
    ChangeRole,
    DeclineAccess,
    EndAccount,
    EndSessions,
    Enrol,
    EnrolStaff,
    GiveCard,
    NoteSignIn,
    Redeem,
    Reinstate,
    RemoveTerminal,
    ResetAccount,
    Suspend,
)
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import ACCESS, CLOSING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(AskAccess, handlers.ask),
        command(ApproveAccess, handlers.answer, ACCESS),
        command(DeclineAccess, handlers.answer, ACCESS),
        command(Suspend, handlers.suspend, CLOSING),
        command(EndAccount, handlers.end, ACCESS | ONLY_SERVICE),
        command(RemoveTerminal, handlers.remove_terminal, CLOSING),
        command(Enrol, handlers.enrol, ONLY_SERVICE),
        command(Redeem, handlers.redeem, ONLY_SERVICE),
        command(EndSessions, handlers.end_sessions, ONLY_SERVICE),
        command(NoteSignIn, handlers.note_sign_in, ONLY_SERVICE),
        command(BreakGlass, handlers.break_glass, ONLY_SERVICE),
    ),
    carried={
        EnrolStaff: ACCESS,
        ChangeRole: ACCESS,
        ResetAccount: ACCESS,
        GiveCard: ACCESS,
        Reinstate: ACCESS,
        AddTerminal: ACCESS,
    },
)
