"""HTTP for promotions: what runs, what is asked for, and what it costs."""

from __future__ import annotations

from litestar import get
from msgspec.structs import replace

from cardroom.house.engine.permissions import require_reader
from cardroom.house.kernel import accounts
from cardroom.house.log import commands as c
from cardroom.house.views.staff.promotions import (
    PromotionsView,
    PromotionView,
    bonus_tables,
    promotion_views,
    question_about,
)
from cardroom.web.desk import Desk, TheDesk
from cardroom.web.gateway.rate_limits import Effort
from cardroom.web.sign_in import Calling, SignedIn


@get("/api/promotions", summary="Promotions on bonus wagers, with what each costs the house")
async def promotions(desk: TheDesk, caller: Calling, signed_in: SignedIn) -> PromotionsView:
    """The lab counts a game once, in its own process."""
    await desk.gate.spend(caller, Effort.READ)
    require_reader(signed_in, c.AskPromotion)
    await desk.service.flush()
    house = desk.service.house
    views = [await _priced(desk, view) for view in promotion_views(house)]
    return PromotionsView(paid=-house.balance(accounts.PROMOTIONS), promotions=tuple(views), offers=bonus_tables(house))


async def _priced(desk: Desk, view: PromotionView) -> PromotionView:
    house = desk.service.house
    known = view.promotion in house.promotions.promotions
    question = question_about(house, view.promotion) if known else None
    return view if question is None else replace(view, price=await desk.reading_room.price_promotion(question))
