"""The jackpot consoles of the tables: told what happens in a round, pressed by staff, or by the house itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from cardroom.errors import CardroomError
from cardroom.house.core import commands as c
from cardroom.house.core import events as e
from cardroom.house.floor import Dealer
from cardroom.jackpots import Console, Link, commands_for, next_press, require_open
from cardroom.jackpots import commands as j
from cardroom.jackpots.events import AwardPaid
from cardroom.jackpots.funds import price
from cardroom.money import Money
from cardroom.table.events import AnyEvent as RoundEvent

if TYPE_CHECKING:
    from cardroom.house.core.house import House, Transaction
    from cardroom.house.core.live_table import LiveTable

# What only a supervisor may do at a console; the house does it itself for small awards.
APPROVING = (j.TurnKey, j.PressJackpot, j.Confirm, j.SwipeCard)


def links_of(house: House, table: LiveTable) -> list[Link]:
    return [house.links[config.id] for config in house.floor.links_of(table.id)]


def verify_jackpot_stakes(house: House, table: LiveTable, stakes: Mapping[str, Money], at: datetime) -> None:
    """Refuse stakes on a link that takes no wagers."""
    for link in links_of(house, table):
        if link.state.config.table(table.id).wager.id in stakes:
            require_open(link.state, table.id, at)


def is_game_on(house: House, table: LiveTable) -> bool:
    """Whether a game is on at a console of the table."""
    return any(link.state.tables[table.id].round_id for link in links_of(house, table))


def feed_links(house: House, transaction: Transaction, table: LiveTable, events: list[RoundEvent]) -> None:
    """Tell the links of a table what has happened in its round."""
    for link in links_of(house, table):
        commands = commands_for(link.state, table.id, table.round_id, events, at=transaction.at, by=transaction.by.id)
        for command in commands:
            tell(house, transaction, link, command)


def tell(house: House, transaction: Transaction, link: Link, command: j.AnyCommand) -> None:
    """A command to a link, with what follows from it on the books."""
    before, link_id = len(link.events), link.state.config.id

    def undo() -> None:
        house.links[link_id] = Link(link.events[:before])

    events = link.do(command)
    transaction.undo.append(undo)
    house.record_link(transaction, link_id, events)
    for event in events:
        if isinstance(event, AwardPaid):
            _flag_award(house, transaction, event)


def _flag_award(house: House, transaction: Transaction, event: AwardPaid) -> None:
    threshold = house.floor.thresholds.winnings_report
    if threshold is None or event.amount < threshold:
        return
    person = house.tables[event.table].people()[event.seat]
    detail = f"jackpot win {event.win} at {event.table}, seat {event.seat}"
    house.record_house(transaction, e.Flagged(kind="winnings", person=person, amount=event.amount, detail=detail))


def run_consoles(house: House, transaction: Transaction, table: LiveTable) -> None:
    """At a table with an automatic dealer the house presses what it may, until a person is needed or the game ends."""
    if table.plan.dealer is not Dealer.AUTOMATIC or table.is_playing:
        return
    for link in links_of(house, table):
        while (press := next_press(link.state, table.id, at=transaction.at, by="house")) is not None:
            if isinstance(press, APPROVING) and not _may_approve(house, link, table):
                break
            tell(house, transaction, link, press)


def _may_approve(house: House, link: Link, table: LiveTable) -> bool:
    """Small awards are approved by the service supervisor of the floor file."""
    state = link.state
    waiting = state.tables[table.id].in_order(state.config.award_order)
    if not waiting:
        return True  # only the key is to be turned back
    config, pay = state.config, state.config.pay(waiting[0].line)
    level = config.level_of(pay)
    amount = price(pay, config.wager, state.displayed(level.name) if level else 0)
    return amount <= house.floor.approvals.service_supervisor_up_to


def perform_at_console(
    house: House, transaction: Transaction, table: LiveTable,
    command: c.Press | c.SwipeSupervisorCard | c.SwipeExecutiveCard | c.TurnKey | c.PressJackpot,
) -> None:  # fmt: skip
    """A press by a person of the staff."""
    link = house.links.get(command.link)
    if link is None or all(t.id != table.id for t in link.state.config.tables):
        raise CardroomError("unknown-link", f"Table {table.id} is not on a link “{command.link}”.")
    press = _translate(transaction, link, table, command)
    if isinstance(press, j.GameEnd) and table.is_playing and link.state.tables[table.id].round_id:
        raise CardroomError("round-in-play", "Not yet: the game ends when every seat of the round is settled.")
    tell(house, transaction, link, press)


def _translate(
    transaction: Transaction, link: Link, table: LiveTable,
    command: c.Press | c.SwipeSupervisorCard | c.SwipeExecutiveCard | c.TurnKey | c.PressJackpot,
) -> j.AnyCommand:  # fmt: skip
    at, by = transaction.at, transaction.by.id
    match command:
        case c.SwipeSupervisorCard():
            return j.SwipeCard(at=at, by=by, table=table.id, card=j.StaffCard.SUPERVISOR)
        case c.SwipeExecutiveCard():
            return j.SwipeCard(at=at, by=by, table=table.id, card=j.StaffCard.EXECUTIVE)
        case c.TurnKey():
            return j.TurnKey(at=at, by=by, table=table.id, to=command.to)
        case c.PressJackpot():
            return j.PressJackpot(at=at, by=by, table=table.id, seat=command.seat)
        case c.Press(button=c.Button.SEAT, seat=int(seat)):
            return j.PressSeat(at=at, by=by, table=table.id, seat=seat)
        case c.Press(button=c.Button.HAND, hand=str(hand)):
            return j.PressHand(at=at, by=by, table=table.id, hand=hand)
        case c.Press(button=c.Button.CONFIRM):
            return j.Confirm(at=at, by=by, table=table.id)
        case c.Press(button=c.Button.END_GAME):
            return j.EndGame(at=at, by=by, table=table.id)
        case c.Press(button=c.Button.GAME_OVER):
            return j.GameOver(at=at, by=by, table=table.id)
        case _:
            keypad = link.state.config.table(table.id).console is Console.KEYPAD
            raise CardroomError(
                "bad-press", f"Say which seat or hand is pressed on the {'keypad' if keypad else 'display'}."
            )
