"""Awards that somebody has to do something about: hands that wait, amounts that are locked, money to be handed over."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cardroom.games.catalogue import is_known
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.next_step import is_lit_hand_proven, press_step
from cardroom.house.engine.permissions import MATRIX, allowed_for
from cardroom.house.features.alerts.causes import AwardStanding
from cardroom.house.features.awards.handlers import to_hand_over
from cardroom.house.features.rounds.real_cards import may_be_signed
from cardroom.house.floor.display_names import table_title
from cardroom.house.kernel.people import MANAGING, ONLY_SERVICE, Role, Whose
from cardroom.house.log import commands as c
from cardroom.house.reports.winning_cards import CardsOf, cards_of, proof_cards
from cardroom.jackpots import Console, Link, Win, next_press
from cardroom.jackpots import commands as j
from cardroom.jackpots.engine.awards import amount_now
from cardroom.jackpots.setup.config import Source
from cardroom.jackpots.text.names import jackpot_name, level_title
from cardroom.money import Money, show_money
from cardroom.table.commands import Seat


class NextAct(msgspec.Struct, frozen=True, kw_only=True):
    """What has to be done about an award now."""

    says: str
    whose: tuple[Role, ...]
    command: c.Sent | None = None  # to be sent as it is; None: something has to be told first


class PendingAward(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    table_name: str
    link: str
    jackpot: str  # by its name, and its level's where it has several
    sensor: int
    round_id: str
    wager: str
    seat: Seat | None  # None: a hand is lit on a keypad, which has no seats
    line: str
    hand: str  # of that line
    standing: AwardStanding
    win: str  # "": not recorded yet
    source: Source
    level: str
    amount: Money  # locked, or what it is worth now
    cards: tuple[CardsOf, ...]
    needs: j.StaffCard
    why: str  # what is needed to approve it, as a sentence
    next: NextAct | None = None  # None: another award of the console comes first
    comes_after: str = ""  # which one


def pending_awards(house: House) -> list[PendingAward]:
    """By link and table, each console's in the order they are to be paid. Cards are those still at the table."""
    return [
        award
        for link in house.links.values()
        for config in link.state.config.tables
        if config.id in house.tables
        for award in _at(house, link, house.tables[config.id])
    ]


def _at(house: House, link: Link, table: LiveTable) -> Iterator[PendingAward]:
    """Of one console: an award after the other to be approved, and those whose money is not handed over yet."""
    if not link.state.tables[table.id].round_id:
        return
    first: PendingAward | None = None
    for award in _to_approve(house, link, table):
        if first is None:
            first = msgspec.structs.replace(award, next=_next(link, table, award))
            yield first
        else:
            whose = f"the {first.hand}" if first.seat is None else f"seat {first.seat} with a {first.hand}"
            yield msgspec.structs.replace(award, comes_after=f"First comes {whose}.")
    for win in to_hand_over(link, table):
        amount = show_money(win.amount)
        step = NextAct(
            says=f"Hand over {amount} to seat {win.seat}, from the tray or by a hand-pay slip of the cage.",
            whose=_roles(MATRIX[c.HandOver]),
        )
        recorded = _award(house, link, table, win.seat, win.line, AwardStanding.TO_HAND_OVER, win)
        yield msgspec.structs.replace(recorded, next=step)


def _to_approve(house: House, link: Link, table: LiveTable) -> Iterator[PendingAward]:
    of_table = link.state.tables[table.id]
    console = of_table.console
    if console.locked:
        win = link.state.wins[console.locked]
        yield _award(house, link, table, win.seat, win.line, AwardStanding.LOCKED, win)
    if _is_to_be_verified(link, table):
        yield _award(house, link, table, console.seat, console.line, AwardStanding.LIT)
    for hand in of_table.in_order(link.state.config.award_order):
        is_lit = hand.line == console.line and console.seat in (None, hand.seat)
        yield _award(house, link, table, hand.seat, hand.line, AwardStanding.LIT if is_lit else AwardStanding.WAITING)


def _is_to_be_verified(link: Link, table: LiveTable) -> bool:
    """Of real cards a hand is lit first, and qualifies when somebody has seen it."""
    is_lit = bool(link.state.tables[table.id].console.line)
    return table.plan.is_real and is_lit and not is_lit_hand_proven(link, table)


def _award(
    house: House,
    link: Link,
    table: LiveTable,
    seat: Seat | None,
    line: str,
    standing: AwardStanding,
    win: Win | None = None,
) -> PendingAward:
    """An amount that is recorded stands; before that it is what the meter makes of it now."""
    config, round_id = link.state.config, link.state.tables[table.id].round_id
    of_link, pay = config.table(table.id), config.pay(line)
    level = config.level_of(pay)
    amount = amount_now(link.state, line) if win is None else win.amount
    is_executives = config.needs_executive(table.id, amount)
    needs = j.StaffCard.EXECUTIVE if is_executives else j.StaffCard.SUPERVISOR
    wager = of_link.wager.id if is_known(of_link.game) else ""
    told = link.state.tables[table.id].console.told
    cards = proof_cards(told.proof) if told is not None and seat in (None, told.seat) else ()
    if not cards and seat is not None and wager:
        cards = cards_of(house, table.id, round_id, seat, wager)
    return PendingAward(
        table=table.id,
        table_name=table_title(table.plan),
        link=config.id,
        jackpot=jackpot_name(config.id) if level is None else level_title(config, level.name),
        sensor=of_link.sensor,
        round_id=round_id,
        wager=wager,
        seat=seat,
        line=line,
        hand=config.line(line).text,
        standing=standing,
        win="" if win is None else win.id,
        source=config.source(pay),
        level="" if level is None else level.name,
        amount=amount,
        cards=cards,
        needs=needs,
        why=_why(amount, needs, config.executive_from, is_keypad=of_link.console is Console.KEYPAD),
    )


def _why(amount: Money, needs: j.StaffCard, executive_from: Money, *, is_keypad: bool) -> str:
    award = f"An award of {show_money(amount)} needs"
    if needs is j.StaffCard.EXECUTIVE:
        first = "the supervisor's key" if is_keypad else "the supervisor's card"
        return f"{award} {first} and then the executive's card (from {show_money(executive_from)})."
    if is_keypad:
        return f"{award} the supervisor's key."
    return f"{award} a supervisor's card (below {show_money(executive_from)})."


# --- what comes next --------------------------------------------------------------------------------------------------


def _next(link: Link, table: LiveTable, award: PendingAward) -> NextAct:
    if award.standing is AwardStanding.LIT and _is_to_be_verified(link, table):
        says = f"A supervisor verifies the {award.hand} by its cards."
        roles = MATRIX[c.VerifyHand] if may_be_signed(link, table) else MANAGING
        return NextAct(says=says, whose=_roles(roles))
    press = next_press(link.state, table.id, checks_seats=table.plan.is_real)
    if press is None:
        return NextAct(says="Wait until every seat of the round is settled.", whose=_roles(MATRIX[j.PressHand]))
    command = c.AtConsole(link.state.config.id, press)
    step = press_step(link, press)
    roles = frozenset({Role.EXECUTIVE}) if step.whose is Whose.EXECUTIVE else allowed_for(command)
    return NextAct(says=step.says, whose=_roles(roles), command=command)


def _roles(roles: frozenset[Role]) -> tuple[Role, ...]:
    return tuple(role for role in Role if role in roles - ONLY_SERVICE)
