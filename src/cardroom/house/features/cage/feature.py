"""The table of the cage."""

from __future__ import annotations

from cardroom.house.features.cage import handlers, state, text
from cardroom.house.features.cage.messages import (
    BringToCage,
    CageCountChecked,
    CageCountTaken,
    CageMoved,
    CheckCageCount,
    CountCage,
    RedeemChips,
    SellChips,
    TakeFromCage,
    UndoCageMove,
)
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, command, in_house
from cardroom.house.kernel.people import CAGE, COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(SellChips, handlers.sell_chips, CAGE),
        command(RedeemChips, handlers.redeem_chips, CAGE),
        command(BringToCage, handlers.bring, CAGE),
        command(TakeFromCage, handlers.take, COUNTING | MANAGING | CAGE),
        command(UndoCageMove, handlers.undo, CAGE),
        command(CountCage, handlers.count_cage, CAGE),
        command(CheckCageCount, handlers.check_count, CAGE | COUNTING | MANAGING),
    ),
    events=(
        in_house(CageMoved, EventKind.CAGE, applied=state.moved),
        in_house(CageCountTaken, EventKind.CAGE, applied=state.count_taken),
        in_house(CageCountChecked, EventKind.CAGE, applied=state.count_checked),
    ),
    significant=text.significant,
)
