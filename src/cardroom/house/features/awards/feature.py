"""The table of awards."""

from __future__ import annotations

from cardroom.house.features.awards import handlers, rows, state
from cardroom.house.features.awards.messages import HandOver, PayHandPay, PrintWin, TakeReturn
from cardroom.house.kernel.feature_table import Feature, command, on_link
from cardroom.house.kernel.people import CAGE, COUNTING, MANAGING
from cardroom.jackpots.events import (
    Adjusted,
    AwardHandedOver,
    AwardPaid,
    AwardRecorded,
    AwardReturned,
    EnvyPaid,
    HandPayPaid,
    WinBackedOut,
    WinPrinted,
)

FEATURE = Feature(
    commands=(
        command(HandOver, handlers.hand_over, MANAGING),
        command(PayHandPay, handlers.pay_hand_pay, CAGE),
        command(TakeReturn, handlers.take_return, MANAGING | COUNTING | CAGE),
        command(PrintWin, handlers.print_win, MANAGING | COUNTING),
    ),
    follows=(
        on_link(AwardRecorded, rows=(rows.of_wins,)),
        on_link(AwardPaid, rows=(rows.of_wins,)),
        on_link(EnvyPaid, rows=(rows.of_wins,)),
        on_link(AwardHandedOver, applied=state.handed_over, rows=(rows.of_wins,)),
        on_link(HandPayPaid, rows=(rows.of_wins,)),
        on_link(WinPrinted, rows=(rows.of_wins,)),
        on_link(Adjusted, rows=(rows.of_wins,)),
        on_link(WinBackedOut, rows=(rows.of_wins,)),
        on_link(AwardReturned, rows=(rows.of_wins,)),
    ),
    rows=(rows.WinRow, rows.WinChangeRow),
)
