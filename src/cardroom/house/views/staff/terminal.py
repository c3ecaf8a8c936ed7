"""A table's terminal: what whoever deals and supervises there is shown of its consoles, sensors and hands.

Nothing here tells a card of a round in play: of dealt cards a dealer sees what the table's own view shows, and real
ones are told only once they have been laid open and verified.
"""

from __future__ import annotations

import msgspec

from cardroom.cards import Card
from cardroom.games.catalogue import is_known
from cardroom.games.paytable import line_name
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.engine.next_step import NextStep, is_lit_hand_proven, next_step
from cardroom.house.engine.table_wait import Deadlines, Wait, waits_for
from cardroom.house.features.awards.handlers import to_hand_over
from cardroom.house.features.duty.state import Call
from cardroom.house.features.rounds.consoles import sensors_lit
from cardroom.house.features.rounds.real_cards import asks_cards, may_be_signed
from cardroom.house.features.table_suspension.state import Suspension
from cardroom.house.floor import Dealer
from cardroom.house.floor.display_names import table_title
from cardroom.house.views.staff.duty import DealerView, RefusedAt, dealer_view, refused_at
from cardroom.house.views.staff.manual_dealing import DealingView, dealing_view
from cardroom.jackpots import Console, JackpotKind, Link, card_needed, envy_due
from cardroom.jackpots.commands import KeySwitch, StaffCard
from cardroom.jackpots.engine.awards import amount_now
from cardroom.jackpots.engine.consoles import needs_executive, start_label
from cardroom.jackpots.engine.table_state import EnteredHand, WaitingHand
from cardroom.jackpots.engine.wins import Win
from cardroom.jackpots.setup.config import Source
from cardroom.jackpots.text.display import LevelDisplay, display
from cardroom.money import Money
from cardroom.table.commands import Seat
from cardroom.table.engine.hand_proof import cards_needed


class HandButton(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of the pay table, with what it pays now and where that comes from."""

    line: str
    hand: str  # as it is printed
    pays: str
    amount: Money
    source: Source
    envy: Money
    is_lit: bool
    asks_cards: bool  # real ones prove it


class Envy(msgspec.Struct, frozen=True):
    """What a seat gets for another's hand when the game ends."""

    hitter: Seat
    hand: str
    seat: Seat
    amount: Money


class ConsoleView(msgspec.Struct, frozen=True, kw_only=True):
    """One console: there is one a sensor."""

    link: str
    name: str  # of the jackpot
    kind: JackpotKind
    sensor: int
    wager: Money
    generation: Console
    start: str  # how its first button is lettered
    is_open: bool  # for wagers
    levels: tuple[LevelDisplay, ...]
    round_id: str  # "": no game is on
    lit: tuple[Seat, ...]  # sensors whose wager has been counted, or lies there to be
    proposed: tuple[Seat, ...]  # last round's, to be counted again with one press
    key: KeySwitch
    seat: Seat | None
    line: str
    is_verified: bool
    is_confirmed: bool
    locked: Win | None
    card: StaffCard | None  # that the hand which is lit needs next; a keypad has a key instead
    takes_executive: bool  # after the supervisor's card or key, also the executive's card
    amount: Money  # what that is worth now
    told: EnteredHand | None  # its cards, as long as nobody has signed for them
    may_be_signed: bool  # cards that are told now wait for the card that signs for the award
    hands: tuple[HandButton, ...]
    waiting: tuple[WaitingHand, ...]
    wins: tuple[Win, ...]  # of this game
    to_hand_over: tuple[Win, ...]  # whose money people have to give to the winner
    is_settled: bool  # all seats are checked
    envy: tuple[Envy, ...]  # that the end of the game will pay
    face_up: tuple[Seat, ...]  # hands that stay where they are for it
    asks_cards: dict[str, int]  # how many of each holder prove a hand
    asks_stayed_in: bool  # a folded hand does not win


class ShownCards(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that have proven a hand in this round."""

    holder: str
    seat: Seat
    cards: tuple[Card, ...]


class TerminalView(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    game: str
    game_name: str
    is_real: bool
    is_open: bool
    seats: int
    round_id: str
    waits_for: Wait
    next: NextStep | None
    consoles: tuple[ConsoleView, ...]
    shown: tuple[ShownCards, ...]
    dealing: DealingView | None  # where a person deals Cardroom's cards
    dealer: DealerView | None  # who has tapped in
    call: Call | None  # for a supervisor
    suspended: Suspension | None  # everything stands still
    refused: RefusedAt | None  # the last card that was not taken here, until somebody has looked into it


def terminal_view(house: House, table: LiveTable) -> TerminalView:
    settings = table.plan.settings
    return TerminalView(
        table=table.id,
        name=table_title(table.plan),
        game=settings.game,
        game_name=settings.rules.name if is_known(settings.game) else settings.game,
        is_real=table.plan.is_real,
        is_open=table.is_open,
        seats=settings.seats,
        round_id=table.round_id if table.is_playing or house.games_on(table.id) else "",
        waits_for=waits_for(house, table),
        next=next_step(house, table),
        consoles=tuple(
            console_view(house, link, table) for link in house.links_of(table.id) if is_known(settings.game)
        ),
        shown=tuple(
            ShownCards(holder=shown.holder, seat=shown.seat, cards=shown.cards)
            for shown in table.real_round.shown.values()
            if house.games_on(table.id)
        ),
        dealing=dealing_view(house, table) if table.plan.dealer is Dealer.HUMAN else None,
        dealer=dealer_view(house, table),
        call=table.call,
        suspended=table.suspended,
        refused=next((one for one in refused_at(house) if one.place == table.id), None),
    )


def with_times(view: TerminalView, due: Deadlines) -> TerminalView:
    """Until when each seat decides."""
    if view.dealing is None:
        return view
    seats = tuple(msgspec.structs.replace(seat, deadline=due.of_seats.get(seat.seat)) for seat in view.dealing.seats)
    return msgspec.structs.replace(view, dealing=msgspec.structs.replace(view.dealing, seats=seats))


def console_view(house: House, link: Link, table: LiveTable) -> ConsoleView:
    state, config = link.state, link.state.config
    here, of_table = config.table(table.id), state.tables[table.id]
    console, sign = of_table.console, display(state, table.id)
    due = envy_due(state, table.id)
    return ConsoleView(
        link=config.id,
        name=sign.name,
        kind=config.kind,
        sensor=here.sensor,
        wager=config.wager,
        generation=here.console,
        start=start_label(here.console),
        is_open=sign.is_open,
        levels=sign.levels,
        round_id=of_table.round_id,
        lit=tuple(of_table.seats) if of_table.round_id else tuple(sensors_lit(link, table)),
        proposed=() if of_table.round_id else table.real_round.lit.get(config.id, ()),
        key=console.key,
        seat=console.seat,
        line=console.line,
        is_verified=bool(console.line) and is_lit_hand_proven(link, table),
        is_confirmed=console.is_confirmed,
        locked=state.wins[console.locked] if console.locked else None,
        card=card_needed(state, table.id, console.line) if console.line and here.console is Console.TOUCH else None,
        takes_executive=bool(console.line) and needs_executive(state, table.id, console.line),
        amount=amount_now(state, console.line) if console.line else 0,
        told=console.told,
        may_be_signed=may_be_signed(link, table),
        hands=tuple(
            HandButton(
                line=line.id,
                hand=line.hand,
                pays=line.pays,
                amount=line.amount,
                source=config.source(config.pay(line.id)),
                envy=line.envy if config.envy else 0,
                is_lit=console.line == line.id,
                asks_cards=table.plan.is_real and asks_cards(house, link, line.id),
            )
            for line in sign.lines
        ),
        waiting=of_table.waiting,
        wins=sign.won,
        to_hand_over=tuple(to_hand_over(link, table)),
        is_settled=of_table.is_settled,
        envy=tuple(Envy(win.seat, line_name(win.line), seat, amount) for win, seat, amount in due),
        face_up=tuple(dict.fromkeys(win.seat for win, *_ in due)),
        asks_cards=cards_needed(here.rules, here.wager.id) if table.plan.is_real else {},
        asks_stayed_in=table.plan.is_real and not table.plan.settings.is_live_after_fold(here.wager),
    )
