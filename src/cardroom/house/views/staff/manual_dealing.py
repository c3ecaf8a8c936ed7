"""What whoever deals Cardroom's cards by hand is shown: bets, lights and decisions by seat, and the next settlement.

A dealer sees what lies on the felt for everyone, and besides it the hand that he turns next: that of the seat whose
settlement is the next act. Of any other hand nothing is told here before it is turned.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from cardroom.cards import Card
from cardroom.games.citations import show_rule
from cardroom.games.model import Game, Kind, Verdict
from cardroom.games.round_facts import Best, Hand
from cardroom.house.engine.house import House
from cardroom.house.engine.live_table import LiveTable
from cardroom.house.features.rounds.consoles import sensors_lit
from cardroom.house.features.rounds.required_payout_figures import asks_figure
from cardroom.house.floor import Pays, cut_into_chips
from cardroom.house.floor.display_names import game_at
from cardroom.house.views.staff.open_cards import Turned, sorted_cards_and_makers, turned
from cardroom.jackpots import Link
from cardroom.jackpots.text.names import jackpot_name
from cardroom.money import Money, show_gain, show_money
from cardroom.table import Round
from cardroom.table import commands as t
from cardroom.table.commands import Seat
from cardroom.table.event_visibility import view
from cardroom.table.events import HandShown, Qualified, WagerSettled
from cardroom.table.round_state import Phase, SeatState
from cardroom.table.text.dealer_instructions import amount_pushed
from cardroom.table.text.hand_names import hand_names
from cardroom.table.text.round_explanation import quote
from cardroom.table.text.rulebook import how_read
from cardroom.table.text.spoken_hands import spoken_to
from cardroom.table.text.transcript import round_event_in_words as in_words
from cardroom.table.text.transcript_lines import TranscriptLine, lines, reason


class Pile(msgspec.Struct, frozen=True):
    """Chips of one colour, side by side."""

    value: Money
    colour: str
    count: int


class BetView(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on the layout."""

    wager: str
    name: str
    stake: Money
    chips: tuple[Pile, ...]
    is_open: bool  # it is not settled yet


class DealtSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, as the dealer sees it."""

    seat: Seat
    name: str  # "" for an empty one
    bets: tuple[BetView, ...]
    lights: tuple[str, ...]  # names of jackpots whose sensor is lit
    says: str  # what it does, or has done: "decides", "folded", "Play 2x"
    is_awaited: bool
    deadline: datetime | None = None


class WagerDue(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of one wager, and by which rule."""

    wager: str
    name: str
    stake: Money
    verdict: Verdict | None  # None: the dealer says it with his figure
    words: str
    cite: str  # as the game's own sheet numbers it
    rule: str  # its text
    take: Money
    push: Money
    chips: tuple[Pile, ...]


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """The seat that is settled next."""

    seat: Seat
    name: str
    cards: tuple[Card, ...]  # that the dealer turns for it, as the game sorts them
    hand: str
    makers: tuple[Card, ...]  # of these cards, those that make the hand
    wagers: tuple[WagerDue, ...]
    notes: tuple[str, ...]  # what the consoles pay
    take: Money | None  # None: the dealer counts it out
    push: Money | None
    chips: tuple[Pile, ...]


class Differs(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that was not what is due."""

    seat: Seat
    entered: Money
    due: Money
    dealer: str  # a name
    words: str
    at: datetime


class ShownColumn(msgspec.Struct, frozen=True):
    """What a wager pays in this round, as the shuffler shows it."""

    wager: str
    hands: int
    pays: tuple[tuple[str, str], ...]


class DealingView(msgspec.Struct, frozen=True, kw_only=True):
    """A table that a person deals with Cardroom's cards."""

    pays: Pays
    figure_is: str  # what is entered where payouts are checked
    phase: Phase | None  # None: no round is open
    seats: tuple[DealtSeat, ...]
    turned: tuple[Turned, ...]
    settlement: Settlement | None
    differs: Differs | None
    column: ShownColumn | None
    story: tuple[TranscriptLine, ...]  # of the round so far, while it is looked into
    wagers: tuple[tuple[str, str], ...]  # ids and names, for a late bet


FIGURE_IS = (
    "What you push to the player beyond the stakes that lie there: the winnings of all wagers of this seat together."
    " Stakes you leave or take, and jackpots, are no part of it."
)


def dealing_view(house: House, table: LiveTable) -> DealingView | None:
    """None where nobody deals Cardroom's cards by hand, or their rules are gone."""
    if table.plan.is_real or table.why_stopped:
        return None
    round_ = table.round if table.is_playing else None
    is_looked_into = table.suspended is not None or table.mispaid is not None
    last = table.round
    events = [view(event, "spectator") for event in last.events] if last is not None else []
    game = game_at(table.plan, table.plan.settings)
    return DealingView(
        pays=table.plan.pays or Pays.ASSISTED,
        figure_is=FIGURE_IS if table.plan.is_checked else "",
        phase=round_.state.phase if round_ is not None else None,
        seats=tuple(_seat(house, table, seat) for seat in range(1, table.plan.settings.seats + 1)),
        turned=tuple(turned(round_)) if round_ is not None else (),
        settlement=settlement(house, table),
        differs=_differs(house, table),
        column=_column(table),
        story=lines(last.state.settings, events, game_at(table.plan, last.state.settings))
        if is_looked_into and last
        else (),
        wagers=tuple((wager.id, wager.name) for wager in game.wagers if wager.kind is not Kind.RIDER),
    )


def piles(house: House, table: LiveTable, amount: Money) -> tuple[Pile, ...]:
    """An amount in the chips of a table."""
    chips = house.floor.chips_of(table.plan)
    return tuple(Pile(chip.value, chip.colour, count) for chip, count in cut_into_chips(amount, chips))


# --- seats ------------------------------------------------------------------------------------------------------------


def _seat(house: House, table: LiveTable, number: Seat) -> DealtSeat:
    round_ = table.round if table.is_playing else None
    state = round_.state.seats.get(number) if round_ is not None else None
    awaited = round_ is not None and number in round_.awaited_seats()
    person = table.people().get(number, "")
    lit = [link for link in house.links_of(table.id) if number in _lit(link, table)]
    return DealtSeat(
        seat=number,
        name=house.people[person].name if person in house.people else "",
        bets=_bets(house, table, round_, state),
        lights=tuple(jackpot_name(link.state.config.id) for link in lit),
        says=_doing(table, round_, state, number, awaited=awaited),
        is_awaited=awaited,
    )


def _lit(link: Link, table: LiveTable) -> tuple[Seat, ...]:
    of_table = link.state.tables[table.id]
    return tuple(of_table.seats) if of_table.round_id else tuple(sensors_lit(link, table))


def _bets(house: House, table: LiveTable, round_: Round | None, state: SeatState | None) -> tuple[BetView, ...]:
    if round_ is None or state is None:
        return ()
    is_betting = round_.state.phase is Phase.BETTING
    return tuple(
        BetView(
            wager=wager.id,
            name=wager.name,
            stake=state.stakes[wager.id],
            chips=piles(house, table, state.stakes[wager.id]),
            is_open=is_betting or wager.id in state.open,
        )
        for wager in game_at(table.plan, round_.state.settings).wagers
        if wager.id in state.stakes
    )


def _doing(table: LiveTable, round_: Round | None, state: SeatState | None, number: Seat, *, awaited: bool) -> str:
    if round_ is None:
        return ""
    if state is None:
        return "no bet" if number in table.seats else ""
    if state.fouled:
        return "fouled"
    if state.folded:
        return "folded"
    if awaited:
        return "decides"
    if round_.state.phase is Phase.PLAYING and not state.open:
        return f"settled, {show_gain(sum(state.results.values()))}"
    return ", ".join(state.choices.values())


# --- settling ---------------------------------------------------------------------------------------------------------


def settlement(house: House, table: LiveTable) -> Settlement | None:
    """The seat whose settlement is the next act. Where payouts are checked, what is due is told after the figure."""
    round_ = table.round if table.is_playing else None
    act = round_.next_act() if round_ is not None else None
    if round_ is None or not isinstance(act, t.SettleSeat | t.SettleSecondPass):
        return None
    planned, game = round_.plan(act), game_at(table.plan, round_.state.settings)
    is_asked = asks_figure(table) and table.mispaid is None
    settings = round_.state.settings
    names = hand_names(settings, [*round_.events, *planned])[len(round_.events) :]
    named = list(zip(planned, names, strict=True))
    shown, hand = next(((event, hand) for event, hand in named if isinstance(event, HandShown)), (None, ""))
    due = [(event, hand) for event, hand in named if isinstance(event, WagerSettled)]
    due = [(event, hand) for event, hand in due if event.wager not in settings.jackpot_wagers]
    push = amount_pushed(round_.state, planned)
    person = table.people().get(act.seat, "")
    # a hand that is not turned now is not told
    cards, makers = (
        sorted_cards_and_makers(shown.cards, spoken_to(round_.state, act.seat)) if shown is not None else ((), ())
    )
    return Settlement(
        seat=act.seat,
        name=house.people[person].name if person in house.people else "",
        cards=cards,
        hand=hand,
        makers=makers,
        wagers=tuple(_due(house, table, game, event, hand, is_asked=is_asked) for event, hand in due),
        notes=tuple(in_words(event, game) for event in planned if isinstance(event, Qualified)),
        take=None if is_asked else sum(max(-event.net, 0) for event, _ in due),
        push=None if is_asked else push,
        chips=() if is_asked else piles(house, table, push),
    )


def _due(house: House, table: LiveTable, game: Game, event: WagerSettled, hand: str, *, is_asked: bool) -> WagerDue:
    name = game.wager(event.wager).name
    if is_asked:
        return WagerDue(
            wager=event.wager, name=name, stake=event.stake, verdict=None, words="", cite="", rule="", take=0, push=0,
            chips=(),
        )  # fmt: skip
    push, rule = max(event.net, 0), reason(game, event, hand)
    words = {Verdict.LOSE: "loses", Verdict.PUSH: "pushes", Verdict.WIN: f"pays {event.pays}"}[event.verdict]
    return WagerDue(
        wager=event.wager,
        name=name,
        stake=event.stake,
        verdict=event.verdict,
        words=f"{words}{_on_hand(game, event, hand)}",
        cite=show_rule(rule),
        rule=quote(game, rule).text,
        take=max(-event.net, 0),
        push=push,
        chips=piles(house, table, push),
    )


def _on_hand(game: Game, event: WagerSettled, hand: str) -> str:
    """The hand that decided a wager, where it is paid or is another one than the seat's own; with whose cards it is."""
    wager = game.wager(event.wager)
    own, reading = game.hands.get("you"), game.hands.get(wager.reads or "")
    is_another = isinstance(reading, Hand | Best) and reading is not own
    if not hand or not (is_another or event.net > 0):
        return ""
    of_own_cards = isinstance(reading, Hand) and isinstance(own, Hand) and reading.of == own.of
    return f": {hand}" + (f", read on {how_read(game, wager)}" if is_another and not of_own_cards else "")


def _differs(house: House, table: LiveTable) -> Differs | None:
    wrong = table.mispaid
    if wrong is None:
        return None
    dealer = house.people[wrong.dealer].name if wrong.dealer in house.people else wrong.dealer
    by = wrong.entered - wrong.due
    words = f"{show_money(abs(by))} too {'much' if by > 0 else 'little'}"
    return Differs(
        seat=wrong.seat, entered=wrong.entered, due=wrong.due, dealer=dealer, at=wrong.at,
        words=f"{dealer} counted out {show_money(wrong.entered)} for seat {wrong.seat};"
              f" {show_money(wrong.due)} is due: {words}. No money has moved in the books.",
    )  # fmt: skip


def _column(table: LiveTable) -> ShownColumn | None:
    """What the shuffler shows once the green button has had it count the hands."""
    round_, shuffler = table.round, table.plan.settings.rules.shuffler
    pressed = table.shuffler
    if round_ is None or shuffler is None or pressed is None or not table.is_playing:
        return None
    if not shuffler.shows or pressed.counted != round_.state.round_id:
        return None
    wager, hands = round_.state.game.wager(shuffler.shows), len(round_.state.seats) + bool(round_.state.dealer)
    pay_table = round_.state.settings.paytables[wager.id]
    place = pay_table.columns.index(hands)
    return ShownColumn(wager.name, hands, tuple((line.text, str(line.pays[place])) for line in pay_table.lines))
