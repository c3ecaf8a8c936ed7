"""The table of players."""

from __future__ import annotations

from cardroom.house.features.players import handlers, names
from cardroom.house.features.players.messages import ExpireGuests, IssuePlayMoney, SetName, SetOwnLimits
from cardroom.house.kernel.feature import Feature, command
from cardroom.house.kernel.people import ONLY_SERVICE, PLAYERS

FEATURE = Feature(
    commands=(
        command(SetName, names.set_name, PLAYERS),
        command(SetOwnLimits, handlers.set_own_limits, PLAYERS),
        command(IssuePlayMoney, handlers.issue_play_money, PLAYERS),
        command(ExpireGuests, handlers.expire, ONLY_SERVICE),
    ),
)
