"""The table of awards."""

from __future__ import annotations

from cardroom.house.features.awards import handlers
from cardroom.house.features.awards.messages import HandOver, PayHandPay, PrintWin, TakeReturn
from cardroom.house.kernel.feature_table import Feature, command
from cardroom.house.kernel.people import CAGE, COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(HandOver, handlers.hand_over, MANAGING),
        command(PayHandPay, handlers.pay_hand_pay, CAGE),
        command(TakeReturn, handlers.take_return, MANAGING | COUNTING | CAGE),
        command(PrintWin, handlers.print_win, MANAGING | COUNTING),
    ),
)
