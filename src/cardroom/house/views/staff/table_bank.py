"""What the staff is shown of a table's bank: its chips, what has been counted, its slips, seats and limits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.games.model import Kind
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.chip_counts.messages import Purpose
from cardroom.house.features.chip_counts.state import PendingCount, needs_reason
from cardroom.house.features.slips.slip_views import ChipPile, SlipView, open_slips, piles
from cardroom.house.floor import Chips, Dealer, Rack, TablePlan, worth
from cardroom.house.floor.chips import NOTES
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel import accounts
from cardroom.house.kernel.racks import countable_pieces
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat


class CountView(msgspec.Struct, frozen=True, kw_only=True):
    """A count that a second person has to check."""

    purpose: Purpose
    rack: Rack
    piles: tuple[ChipPile, ...]
    amount: Money
    by: str
    name: str
    at: datetime
    difference: Money
    needs_reason: bool  # it differs by more than the house lets pass
    says: str


class SeatAtBank(msgspec.Struct, frozen=True):
    seat: Seat
    name: str
    chips: Money
    is_in_play: bool  # it has a hand, and is cleared when the round is over


class SideBet(msgspec.Struct, frozen=True):
    id: str
    name: str
    is_offered: bool


class PlanView(msgspec.Struct, frozen=True, kw_only=True):
    """The limits, side bets and way of dealing of a table."""

    minimum: Money
    maximum: Money
    side_minimum: Money
    side_maximum: Money
    side_bets: tuple[SideBet, ...]
    dealer: Dealer


class BankView(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    game_name: str
    is_real: bool
    is_counted: bool  # people open and close it, by a count
    is_open: bool
    is_closing: bool
    is_playing: bool
    says: str  # what is next about opening and closing
    tray: Money | None  # by the books; None where it is to be counted, or nobody can know
    drop: Money | None  # in the box; None where the cash is real
    inventory: Money  # that the floor file has for it
    chips: tuple[ChipPile, ...]  # that can be counted; how many, if a closing is proposed for the opening
    proposed: str  # where these numbers come from; "" for nowhere
    count: CountView | None
    notes: tuple[ChipPile, ...]  # that the drop is counted in; none where the house deals
    drop_count: CountView | None
    slips: tuple[SlipView, ...]  # that are not done with
    seats: tuple[SeatAtBank, ...]
    plan: PlanView
    coming: PlanView | None  # from the next round on


def bank_view(house: House, table: LiveTable) -> BankView:
    plan, chips = table.plan, countable_pieces(house.floor.chips_of(table.plan))
    is_counted, is_closing = plan.dealer is Dealer.HUMAN, table.is_closing
    closer = None if table.is_open else table.closer
    pending = table.tray_count
    settings, round_ = plan.settings, table.round if table.is_playing else None
    coming = house.documents.get(table.next_plan, TablePlan) if table.next_plan else None
    return BankView(
        table=table.id,
        name=table_title(plan),
        game_name=settings.rules.name if is_known(settings.game) else settings.game,
        is_real=plan.is_real,
        is_counted=is_counted,
        is_open=table.is_open,
        is_closing=is_closing,
        is_playing=table.is_playing,
        says=_says(house, table, pending),
        tray=None if plan.is_real or is_closing or not table.is_open else house.balance(accounts.tray(table.id)),
        drop=None if plan.is_real else house.balance(accounts.drop(table.id)),
        inventory=plan.inventory,
        chips=_all_piles(closer.rack if closer is not None else {}, chips),
        proposed="" if closer is None else f"As it was closed with {show_money(worth(closer.rack))} on {closer.day}.",
        count=None if pending is None else _count_view(house, pending, chips),
        notes=_all_piles({}, NOTES) if is_counted else (),
        drop_count=_count_view(house, table.drop_count, NOTES) if table.drop_count else None,
        slips=open_slips(house, table.id),
        seats=tuple(
            SeatAtBank(
                seat,
                sitter.name,
                house.balance(accounts.stack(table.id, sitter.person)),
                round_ is not None and seat in round_.state.seats,
            )
            for seat, sitter in sorted(table.seats.items())
        ),
        plan=_plan_view(plan),
        coming=None if coming is None else _plan_view(coming),
    )


def _all_piles(rack: Mapping[Money, int], chips: Chips) -> tuple[ChipPile, ...]:
    return piles({chip.value: rack.get(chip.value, 0) for chip in chips}, chips)


def _says(house: House, table: LiveTable, pending: PendingCount | None) -> str:
    if pending is not None:
        return f"{house.people[pending.by].name} has counted the tray: another person checks it."
    if table.plan.dealer is not Dealer.HUMAN:
        return "The table is open." if table.is_open else "The table is closed: a supervisor opens it."
    if not table.is_open:
        return "The table is closed: one person counts the tray, another checks it, and it opens with that."
    if not table.is_closing:
        return "The table is open."
    if table.is_playing or house.games_on(table.id):
        return "The table closes: when its last round is over the tray is counted."
    return "The table closes: one person counts the tray, another checks it."


def _count_view(house: House, pending: PendingCount, chips: Chips) -> CountView:
    difference = pending.difference
    if pending.expected is None:
        says = "Nobody can know what must be there."
    elif difference:
        word = "more" if difference > 0 else "less"
        says = f"That is {show_money(abs(difference))} {word} than the {show_money(pending.expected)} expected."
    else:
        says = "That is what was expected."
    return CountView(
        purpose=pending.purpose,
        rack=pending.rack,
        piles=piles(pending.rack, chips),
        amount=pending.amount,
        by=pending.by,
        name=house.people[pending.by].name,
        at=pending.at,
        difference=difference,
        needs_reason=needs_reason(house.floor, pending),
        says=says,
    )


def _plan_view(plan: TablePlan) -> PlanView:
    settings = plan.settings
    wagers = settings.rules.wagers if is_known(settings.game) else ()
    return PlanView(
        minimum=settings.minimum,
        maximum=settings.maximum,
        side_minimum=settings.side_minimum,
        side_maximum=settings.side_maximum,
        side_bets=tuple(
            SideBet(wager.id, wager.name, wager.id in settings.offered)
            for wager in wagers
            if wager.is_side_bet and wager.kind is not Kind.JACKPOT
        ),
        dealer=plan.dealer,
    )
