"""The table of players."""

from __future__ import annotations

from cardroom.house.features.players import handlers, name_rules, state
from cardroom.house.features.players.messages import (
    ExpireGuests,
    GuestExpired,
    IssuePlayMoney,
    LimitsSet,
    MoneyIssued,
    PersonRenamed,
    SetName,
    SetOwnLimits,
)
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import ONLY_SERVICE, PLAYERS

FEATURE = Feature(
    commands=(
        command(SetName, name_rules.set_name, PLAYERS),
        command(SetOwnLimits, handlers.set_own_limits, PLAYERS),
        command(IssuePlayMoney, handlers.issue_play_money, PLAYERS),
        command(ExpireGuests, handlers.expire, ONLY_SERVICE),
    ),
    events=(
        in_house(PersonRenamed, applied=state.renamed),
        in_house(GuestExpired, applied=state.expired),
        in_house(MoneyIssued, applied=state.money_issued),
        in_house(LimitsSet, applied=state.limits_set),
    ),
)
