"""The table of access."""

from __future__ import annotations

from cardroom.house.features.access import handlers, state, text
from cardroom.house.features.access.messages import (
    AccessAnswered,
    AccessAsked,
    AccountEnded,
    AccountInvited,
    AccountReinstated,
    AccountSuspended,
    AddTerminal,
    ApproveAccess,
    AskAccess,
    BreakGlass,
    ChangeRole,
    CodeRedeemed,
    DeclineAccess,
    EndAccount,
    EndSessions,
    Enrol,
    Enrolled,
    EnrolStaff,
    GiveCard,
    GlassBroken,
    NoteRefusedSignIn,
    PasswordChanged,
    RedeemInvitation,
    ReinstateAccount,
    RemoveTerminal,
    ResetAccount,
    RoleChanged,
    SignInRefused,
    SuspendAccount,
    TerminalAdded,
    TerminalRemoved,
)
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import ACCESS, CLOSING, ONLY_SERVICE

FEATURE = Feature(
    commands=(
        command(AskAccess, handlers.ask),
        command(ApproveAccess, handlers.answer, ACCESS),
        command(DeclineAccess, handlers.answer, ACCESS),
        command(SuspendAccount, handlers.suspend, CLOSING),
        command(EndAccount, handlers.end, ACCESS | ONLY_SERVICE),
        command(RemoveTerminal, handlers.remove_terminal, CLOSING),
        command(Enrol, handlers.enrol, ONLY_SERVICE),
        command(RedeemInvitation, handlers.redeem, ONLY_SERVICE),
        command(EndSessions, handlers.end_sessions, ONLY_SERVICE),
        command(NoteRefusedSignIn, handlers.note_refused_sign_in, ONLY_SERVICE),
        command(BreakGlass, handlers.break_glass, ONLY_SERVICE),
    ),
    carried={
        EnrolStaff: ACCESS,
        ChangeRole: ACCESS,
        ResetAccount: ACCESS,
        GiveCard: ACCESS,
        ReinstateAccount: ACCESS,
        AddTerminal: ACCESS,
    },
    events=(
        in_house(Enrolled, EventKind.PEOPLE, applied=state.follow),
        in_house(AccessAsked, EventKind.PEOPLE, applied=state.follow),
        in_house(AccessAnswered, EventKind.PEOPLE, applied=state.follow),
        in_house(GlassBroken, EventKind.PEOPLE, applied=state.follow),
        in_house(AccountInvited, EventKind.PEOPLE, applied=state.follow),
        in_house(CodeRedeemed, EventKind.PEOPLE, applied=state.follow),
        in_house(PasswordChanged, EventKind.PEOPLE),
        in_house(RoleChanged, EventKind.PEOPLE, applied=state.follow),
        in_house(AccountSuspended, EventKind.PEOPLE, applied=state.follow),
        in_house(AccountReinstated, EventKind.PEOPLE, applied=state.follow),
        in_house(AccountEnded, EventKind.PEOPLE, applied=state.follow),
        in_house(TerminalAdded, EventKind.PEOPLE, applied=state.follow),
        in_house(TerminalRemoved, EventKind.PEOPLE, applied=state.follow),
        in_house(SignInRefused, EventKind.REFUSAL),
    ),
    significant=text.significant,
)
