"""Promotions: asked for, approved, ended; and their awards when a round is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardroom.errors import CardroomError, require_reason
from cardroom.games.catalogue import is_known
from cardroom.games.model import Kind, Wager
from cardroom.games.settlement import settle
from cardroom.house.features.approval_conditions.checklist import condition_game_id
from cardroom.house.features.approval_conditions.messages import ConditionFiled
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
from cardroom.house.features.promotions.state import Promotion
from cardroom.house.kernel import accounts
from cardroom.house.kernel.dual_control import require_two
from cardroom.ledger import Posting, PostingCode, transfer
from cardroom.money import CENT, Odds
from cardroom.table.round_state import Phase

if TYPE_CHECKING:
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork

CONSENT = "promotion-consent"  # the condition of an approval that asks for it


def ask(work: UnitOfWork, command: AskPromotion) -> None:
    table = work.house.table(command.table)
    _validate_wager(table, command.wager, command.line)
    if command.award % CENT:
        raise CardroomError("bad-amount", "An award is of whole cents: correct the amount.")
    if command.last < command.first or command.last.isoformat() < work.day:
        raise CardroomError("bad-days", "A promotion ends on its first day or later, and no earlier than today.")
    require_reason(command.document, "the consent to a promotion")
    if command.consented.isoformat() > work.day:
        raise CardroomError("later-date", f"{command.consented} has not come yet: a consent has its own date.")
    work.in_house(
        PromotionAsked(
            promotion=f"promotion-{work.house.promotions.asked + 1}",
            table=command.table,
            wager=command.wager,
            line=command.line,
            award=command.award,
            first=command.first,
            last=command.last,
            document=command.document,
            consented=command.consented,
        )
    )


def _validate_wager(table: LiveTable, wager: str, line: str) -> None:
    """A bonus wager that Cardroom settles by a pay table: what a hand was worth must be known."""
    plan = table.plan
    if plan.is_real or plan.is_private or not is_known(plan.settings.game):
        raise CardroomError(
            "no-promotion", f"No promotion is offered at {table.title}: Cardroom does not deal its cards."
        )
    lines = bonus_lines(table)
    bonus = dict.fromkeys(one for one, _ in lines)
    if wager not in bonus:
        named = ", ".join(bonus) or "none"
        raise CardroomError("no-bonus", f"A promotion is on a bonus wager of {table.title}; there are: {named}.")
    if (wager, line) not in lines:
        named = ", ".join(one for on, one in lines if on == wager)
        raise CardroomError("unknown-line", f"Its pay table has no hand “{line}”; there are: {named}.")


def bonus_lines(table: LiveTable) -> dict[tuple[str, str], str]:
    """The hands that a promotion may be for, by wager and line."""
    return {
        (wager.id, line.id): line.text
        for wager in table.plan.settings.rules.wagers
        if _is_bonus(table, wager)
        for line in table.plan.settings.paytables[wager.id].lines
        if any(isinstance(pay, Odds) for pay in line.pays)
    }


def _is_bonus(table: LiveTable, wager: Wager) -> bool:
    settings = table.plan.settings
    return wager.kind is Kind.OPTIONAL and wager.id in settings.offered and wager.id in settings.paytables


def approve(work: UnitOfWork, command: ApprovePromotion) -> None:
    promotion = _waiting(work, command.promotion)
    require_two(work.house, promotion.asked_by, work.by)
    terms = promotion.terms
    table = work.house.table(terms.table)
    _validate_wager(table, terms.wager, terms.line)
    if terms.last.isoformat() < work.day:
        raise CardroomError("bad-days", "The last day of the promotion is over: decline it, and ask for another one.")
    work.in_house(PromotionApproved(promotion=command.promotion, asked_by=promotion.asked_by))
    game = table.plan.settings.rules
    if any(condition.id == CONSENT for condition in game.approval_conditions):
        work.in_house(
            ConditionFiled(
                game=condition_game_id(game), condition=CONSENT, document=terms.document, dated=terms.consented
            )
        )


def decline(work: UnitOfWork, command: DeclinePromotion) -> None:
    _waiting(work, command.promotion)
    work.in_house(PromotionDeclined(promotion=command.promotion))


def end(work: UnitOfWork, command: EndPromotion) -> None:
    promotion = _known(work, command.promotion)
    if not promotion.began or promotion.ended:
        raise CardroomError("not-running", f"{command.promotion} does not run.")
    require_reason(command.why, "the end of a promotion")
    work.in_house(PromotionEnded(promotion=command.promotion, why=command.why))


def _known(work: UnitOfWork, name: str) -> Promotion:
    found = work.house.promotions.promotions.get(name)
    if found is None:
        raise CardroomError("unknown-promotion", f"There is no promotion “{name}”.")
    return found


def _waiting(work: UnitOfWork, name: str) -> Promotion:
    promotion = _known(work, name)
    if promotion.began:
        raise CardroomError("approved", f"{name} is approved already: end it.")
    return promotion


# --- awards -----------------------------------------------------------------------------------------------------------


def award(work: UnitOfWork, table: LiveTable) -> None:
    """What promotions add to a round that is over, wager by wager; the results of wagers stay as they are."""
    round_, began = table.round, table.began
    assert round_ is not None
    running = work.house.promotions.at_table(table.id)
    if not running or began is None or round_.state.phase is not Phase.CLOSED:
        return
    state, people = round_.state, table.people()
    for promotion in running:
        terms = promotion.terms
        if not promotion.is_for(began.position, began.day):
            continue
        for seat, results in sorted(state.results.items()):
            if results.get(terms.wager, 0) <= 0:
                continue
            line = settle(state.game, state.game.wager(terms.wager), state.settings.paytables, state.layout(seat)).line
            if line is None or line.id != terms.line:
                continue
            event = PromotionAwarded(
                round_id=table.round_id, seat=seat, promotion=terms.promotion, wager=terms.wager, line=line.id,
                amount=terms.award,
            )  # fmt: skip
            work.at_table(table, event, posting_of(table.id, people[seat], event))


def posting_of(table: str, person: str, event: PromotionAwarded) -> Posting:
    """Apart from the tray, so that the win of the table is that of its wagers."""
    return transfer(
        accounts.PROMOTIONS, accounts.stack(table, person), event.amount, PostingCode.PROMOTION,
        wager=event.wager, seat=event.seat, reference=event.promotion,
    )  # fmt: skip
