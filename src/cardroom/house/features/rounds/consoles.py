"""The jackpot consoles of the tables: told what happens in a round, pressed by staff, or by the house itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.features.reportable_events.messages import Flagged, FlagKind
from cardroom.house.floor import Dealer
from cardroom.house.kernel.people import PLAYERS, SERVICE
from cardroom.jackpots import Link, next_press, require_open
from cardroom.jackpots import commands as j
from cardroom.jackpots.engine.level_funds import price
from cardroom.jackpots.engine.table_event_effects import start_press
from cardroom.jackpots.events import AnyEvent as LinkEvent
from cardroom.jackpots.events import AwardPaid
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.events import AnyEvent as RoundEvent

if TYPE_CHECKING:
    from cardroom.house.engine.house import House
    from cardroom.house.engine.live_table import LiveTable
    from cardroom.house.engine.unit_of_work import UnitOfWork

# What only a supervisor may do at a console; the house does it itself for small awards.
APPROVING = (j.TurnKey, j.PressJackpot, j.Confirm, j.SwipeCard)


def validate_jackpot_stakes(house: House, table: LiveTable, stakes: Mapping[str, Money], at: datetime) -> None:
    """Refuse stakes on a link that takes no wagers."""
    for link in house.links_of(table.id):
        if link.state.config.table(table.id).wager.id in stakes:
            _require_wagers_taken(link, table, at)


def links_refusing_wagers(house: House, table: LiveTable, at: datetime) -> list[Link]:
    """Those on which no wager can be made at a table now."""
    return [link for link in house.links_of(table.id) if not _takes_wagers(link, table, at)]


def _takes_wagers(link: Link, table: LiveTable, at: datetime) -> bool:
    try:
        _require_wagers_taken(link, table, at)
    except CardroomError:
        return False
    return True


def _require_wagers_taken(link: Link, table: LiveTable, at: datetime) -> None:
    require_open(link.state, table.id, at)
    if link.state.tables[table.id].round_id:
        raise CardroomError(
            "award-pending",
            f"An award of jackpot {link.state.config.id} waits for approval at this table; until then it takes no"
            " wagers here. Bet without it.",
        )


def is_game_on(house: House, table: LiveTable) -> bool:
    """Whether a game is on at a console of the table."""
    return bool(house.games_on(table.id))


def waits_for_award(house: House, table: LiveTable) -> bool:
    """Whether somebody has to approve an award at a console of the table."""
    return any(link.state.tables[table.id].has_award_waiting for link in house.links_of(table.id))


def require_no_award_due(house: House, table: LiveTable, person: str) -> None:
    """Who has won stays until the award is approved: it is at the table that the hand is verified."""
    for link in house.links_of(table.id):
        of_table = link.state.tables[table.id]
        seats = [hand.seat for hand in of_table.waiting]
        seats += [link.state.wins[of_table.console.locked].seat] if of_table.console.locked else []
        holders = house.holders(table, of_table.round_id)
        if any(holders.get(seat) == person for seat in seats):
            raise CardroomError("award-pending", "Your jackpot award is not approved yet; wait for it.")


def feed_links(work: UnitOfWork, table: LiveTable, events: list[RoundEvent], *, to_locked: bool = True) -> None:
    """Tell the links of a table what has happened in its round. A person who deals starts the game with a press.

    What follows from a player's move is the dealer's to enter: here that is the house.
    """
    starts = table.plan.dealer is Dealer.AUTOMATIC
    who = j.Who(work.at, SERVICE.id) if work.by.role in PLAYERS else work.who
    for link in work.house.links_of(table.id):
        if link.state.tables[table.id].console.locked and not to_locked:
            continue
        work.before_link(link)
        add_link_events(work, link, link.hear(table.id, table.round_id, events, who, table.people(), starts=starts))


def sensors_lit(link: Link, table: LiveTable) -> dict[Seat, Money]:
    """The wagers on a link's sensor in the round that Cardroom deals, which the dealer has not counted yet."""
    if table.round is None or not table.is_playing or link.state.tables[table.id].round_id:
        return {}
    own = link.state.config.table(table.id).wager.id
    seats = table.round.state.seats.items()
    return {seat: of_seat.stakes[own] for seat, of_seat in seats if own in of_seat.stakes and not of_seat.fouled}


def links_to_start(house: House, table: LiveTable) -> list[Link]:
    """The links whose game the dealer has to start before he deals on."""
    if table.plan.dealer is Dealer.AUTOMATIC or table.plan.is_real:
        return []
    return [link for link in house.links_of(table.id) if sensors_lit(link, table)]


def count_sensors(work: UnitOfWork, table: LiveTable, link: Link) -> None:
    """COIN IN or START GAME at a table with a human dealer, once its bets are closed."""
    if table.plan.dealer is Dealer.AUTOMATIC:
        raise CardroomError("automatic-dealer", f"{table.title} deals by itself and starts every game itself.")
    wagers = sensors_lit(link, table)
    if not wagers:
        raise CardroomError("no-wagers", f"No wager on jackpot {link.state.config.id} waits to be counted here.")
    of_link, dealer = link.state.config.table(table.id), require_dealer(table)
    command_link(work, link, start_press(of_link, table.round_id, wagers, table.people(), dealer))


def require_dealer(table: LiveTable) -> str:
    """Who deals here: a game of the jackpot starts with somebody."""
    if table.dealing is None:
        raise CardroomError("nobody-deals", f"Nobody deals at {table.title}: a dealer taps in first.")
    return table.dealing.person


def command_link(work: UnitOfWork, link: Link, command: j.AnyCommand, who: j.Who | None = None) -> None:
    """A command to a link, with what follows from it on the books."""
    work.before_link(link)
    add_link_events(work, link, link.do(command, who or work.who))


def add_link_events(work: UnitOfWork, link: Link, events: list[LinkEvent]) -> None:
    work.on_link(link, events)
    threshold = work.house.floor.thresholds.winnings_report
    for event in events:
        if isinstance(event, AwardPaid) and threshold is not None and event.amount >= threshold:
            win = link.state.wins[event.win]
            flag = Flagged(
                kind=FlagKind.WINNINGS, person=win.player, amount=event.amount, table=event.table,
                round_id=win.round_id, seat=event.seat, win=event.win,
            )  # fmt: skip
            work.in_house(flag)


def run_consoles(work: UnitOfWork, table: LiveTable) -> None:
    """At a table with an automatic dealer the house presses what it may, until a person is needed or the game ends."""
    if table.plan.dealer is not Dealer.AUTOMATIC:
        return
    for link in work.house.links_of(table.id):
        if _is_played(link, table):
            continue
        while (press := next_press(link.state, table.id)) is not None:
            if isinstance(press, APPROVING) and not _may_approve(work, link, table):
                break
            command_link(work, link, press, j.Who(work.at, SERVICE.id))


def _is_played(link: Link, table: LiveTable) -> bool:
    """Whether the game at the console is that of the round in play, and not of one before it."""
    return table.is_playing and link.state.tables[table.id].round_id == table.round_id


def _may_approve(work: UnitOfWork, link: Link, table: LiveTable) -> bool:
    """Small awards are approved by the service supervisor of the floor file, where the house deals for play money."""
    state, floor = link.state, work.house.floor
    waiting = state.tables[table.id].in_order(state.config.award_order)
    if not waiting:
        return True  # only the key is to be turned back
    config, pay = state.config, state.config.pay(waiting[0].line)
    level = config.level_of(pay)
    amount = price(pay, config.wager, state.displayed(level.name) if level else 0)
    is_by_people = bool(state.tables[table.id].dealer)
    return floor.play_money and not is_by_people and amount <= floor.approvals.service_supervisor_up_to


def link_at(work: UnitOfWork, table: LiveTable, name: str) -> Link:
    """A link that the table is on."""
    link = work.house.links.get(name)
    if link is None or all(known.id != table.id for known in link.state.config.tables):
        raise CardroomError("unknown-link", f"{table.title} is not on a link “{name}”.")
    return link


def require_settled(link: Link, table: LiveTable) -> None:
    """A game ends when every seat is settled, which Cardroom sees to where it knows the cards."""
    if _is_played(link, table):
        raise CardroomError("round-in-play", "Not yet: the game ends when every seat of the round is settled.")
