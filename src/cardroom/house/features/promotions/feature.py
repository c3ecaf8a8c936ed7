"""The table of promotions."""

from __future__ import annotations

from cardroom.house.features.days.messages import DayClosed
from cardroom.house.features.promotions import handlers, state, text
from cardroom.house.features.promotions.messages import (
    ApprovePromotion,
    AskPromotion,
    DeclinePromotion,
    EndPromotion,
    PromotionApproved,
    PromotionAsked,
    PromotionAwarded,
    PromotionDeclined,
    PromotionEnded,
)
from cardroom.house.kernel.event_kinds import EventKind
from cardroom.house.kernel.feature_table import Feature, at_table, command, in_house
from cardroom.house.kernel.people import COUNTING, MANAGING

FEATURE = Feature(
    commands=(
        command(AskPromotion, handlers.ask, COUNTING | MANAGING),
        command(ApprovePromotion, handlers.approve, COUNTING),
        command(DeclinePromotion, handlers.decline, COUNTING),
        command(EndPromotion, handlers.end, COUNTING | MANAGING),
    ),
    events=(
        in_house(PromotionAsked, EventKind.PROMOTION, applied=state.asked),
        in_house(PromotionApproved, EventKind.PROMOTION, applied=state.approved),
        in_house(PromotionDeclined, EventKind.PROMOTION, applied=state.declined),
        in_house(PromotionEnded, EventKind.PROMOTION, applied=state.ended),
        at_table(PromotionAwarded, EventKind.PROMOTION, on_table=state.promoted, applied=state.awarded),
    ),
    follows=(in_house(DayClosed, applied=state.forget_closed),),
    told=text.told,
    significant=text.significant,
)
