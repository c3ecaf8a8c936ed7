"""The table of jackpot changes."""

from __future__ import annotations

from cardroom.house.features.jackpot_changes import handlers, state, text
from cardroom.house.features.jackpot_changes.messages import (
    ApproveChange,
    AskChange,
    ChangeAnswered,
    ChangeAsked,
    DeclineChange,
    OnBank,
)
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import COUNTING, MANAGING, SETTING_UP, Role
from cardroom.jackpots import commands as j

FEATURE = Feature(
    commands=(
        command(OnBank, handlers.on_bank),
        command(AskChange, handlers.ask),
        command(ApproveChange, handlers.answer, COUNTING),
        command(DeclineChange, handlers.answer, COUNTING),
    ),
    carried={
        j.RecordDeposit: COUNTING,
        j.Reconcile: COUNTING,
        j.Adjust: frozenset({Role.SUPERVISOR, Role.TECHNICIAN, Role.ACCOUNTING}),
        j.BackOut: frozenset({Role.SUPERVISOR, Role.ACCOUNTING}),
        j.ChangeRates: SETTING_UP,
        j.ChangeWager: SETTING_UP,
        j.ChangeSeed: SETTING_UP,
        j.ChangeMaximum: SETTING_UP,
        j.ChangePrize: SETTING_UP | MANAGING,
        j.GiveNotice: COUNTING | MANAGING,
        j.RemoveJackpot: COUNTING | MANAGING,
    },
    events=(
        in_house(ChangeAsked, EventKind.REQUEST, applied=state.asked),
        in_house(ChangeAnswered, EventKind.REQUEST, applied=state.answered),
    ),
    significant=text.significant,
)
