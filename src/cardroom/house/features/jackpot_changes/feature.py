"""The table of jackpot changes."""

from __future__ import annotations

from cardroom.house.features.jackpot_changes import handlers
from cardroom.house.features.jackpot_changes.messages import Approve, Ask, Decline, OnBank
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import COUNTING, MANAGING, SETTING_UP, Role
from cardroom.jackpots import commands as j

FEATURE = Feature(
    commands=(
        command(OnBank, handlers.on_bank),
        command(Ask, handlers.ask),
        command(Approve, handlers.answer, COUNTING),
        command(Decline, handlers.answer, COUNTING),
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
)
